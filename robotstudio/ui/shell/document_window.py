"""The view of one document: its menus, top bar, notices, start page or work area, and status bar.

Each document has its own, with everything in it; only one is in front in each window of the program. So no part of a
document can show in another, nothing has to be hidden when another comes to the front, and all of it moves with the
document to another window.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar, QStackedWidget, QWidget

from robotstudio.text.language import tr
from robotstudio.text.locale import LANGUAGES
from robotstudio.ui.shell.actions import ACTIONS, OPEN_RECENT, build_actions, text_in_menu
from robotstudio.ui.shell.notices import Notices
from robotstudio.ui.shell.status_bar import StatusBar
from robotstudio.ui.shell.tab_order import mark_pane
from robotstudio.ui.shell.top_bar import TopBar
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.late_stack import TabOwner
from robotstudio.ui.widgets.notice_bar import Strip, StripNotice
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:  # the start page is drawn without them
    from robotstudio.ui.shell.command_list import CommandList
    from robotstudio.ui.shell.main_window import MainWindow
    from robotstudio.ui.shell.work_area import WorkArea


class Tab(Struct, frozen=True):
    """A tab of the right column, or a panel under the editor: its title, and the owner of its panel."""

    id: str
    title: str
    owner: TabOwner


class Place(Struct, frozen=True):
    """Entry of the list of commands that is not a command; `group` names its kind, such as a setting."""

    group: str
    name: str
    show: Callable[[], object]


class DocumentWindow(QWidget):
    """The start page with the bars around it; later also the work area. It is independent of robots.txt."""

    shown_again = Signal()
    files_dropped = Signal(object)
    tab_changed = Signal(str)
    draft_wanted = Signal()
    title_changed = Signal()
    came_to_front = Signal()

    work: "WorkArea"

    def __init__(self, main_window: "MainWindow") -> None:
        """Start empty; `set_start_page`, `set_work` and `add_tab` set the content, `connect_actions` the slots."""
        super().__init__(main_window)
        self.main_window = main_window
        """The window that contains it now."""
        self._tabs: list[Tab] = []
        self._editor_panels: list[Tab] = []
        self._editor_panel: Tab | None = None
        self._notice = StripNotice(self)
        self.notices = Notices(self._notice)
        self.top_bar = TopBar(self)
        self.status_bar = StatusBar(self)
        self.recent_menu = QMenu(self)
        self.recent_menu.setTitle(text_in_menu("&File", "", OPEN_RECENT))
        self._actions: dict[str, QAction] = {}
        self._commands: CommandList | None = None
        self._places: list[Callable[[], Iterable[Place]]] = []
        self._has_work = self._has_draft = False
        self._conditions: Mapping[str, Callable[[], bool]] = {}
        self._cards: list[QWidget] = []
        self._put_away: list[QWidget] = []
        self._pages = QStackedWidget(self)
        self._build()
        self._build_actions()
        theme.changed.connect(self.show_theme_mode)

    @property
    def actions_by_id(self) -> Mapping[str, QAction]:
        """The actions by the ids of their rows."""
        return self._actions

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """The tabs, from the left."""
        return tuple(self._tabs)

    @property
    def is_on_start_page(self) -> bool:
        """True if no draft is open."""
        return not self._has_work or self._pages.currentWidget() is not self.work

    @property
    def panes(self) -> list[tuple[QWidget, QWidget | None]]:
        """The visible panes, each with its target of F6 if that is not its first part."""
        panes: list[tuple[QWidget, QWidget | None]] = [(self.top_bar, None)]
        if self.is_on_start_page:
            panes.append((self._start_page, None))
        else:
            tab = self._tabs[self.work.tab_stack.currentIndex()]
            panes += [
                (self.work.editor_column, None),
                *((part, None) for part in self.work.below_editor),
                *self._panes_of_editor_panel(),
                (tab.owner.panel, tab.owner.main_part),
                (self.work.lower_panel, None),
            ]
        panes += [(bar, None) for bar in (*self._cards, self._notice)]
        is_single = not self.is_on_start_page and self.work.is_single
        return [
            (pane, part) for pane, part in panes if pane.isVisible() or (is_single and self.work.isAncestorOf(pane))
        ]

    def menuBar(self) -> QMenuBar:
        """Return that of the window, which shows this document's menus while it is in front."""
        return self.main_window.menuBar()

    def come_to_front(self) -> None:
        """Show the hidden windows of this document, and emit that it is visible."""
        self._show_menus()
        self._notice.lie_over(self.main_window.strip)
        away, self._put_away = self._put_away, []
        for window in away:
            window.show()
        self.came_to_front.emit()
        self.shown_again.emit()

    def leave_front(self) -> None:
        """Hide the windows and notices of this document with it."""
        self._notice.lie_over(None)
        if self._has_work and not self.is_on_start_page:
            self.work.note_shares()
        own = [each for each in self.findChildren(QWidget) if each.isWindow() and each.isVisible()]
        passing = {each for each in own if each.windowType() in {Qt.WindowType.Popup, Qt.WindowType.ToolTip}}
        for each in passing:
            each.close()
        self._put_away = [each for each in own if each not in passing]
        for each in self._put_away:
            each.hide()

    def lie_over(self, strip: Strip) -> None:
        """Show the notice over another strip of tabs."""
        self._notice.lie_over(strip)

    def connect_actions(
        self, targets: Mapping[str, Callable[..., object]], conditions: Mapping[str, Callable[[], bool]]
    ) -> None:
        """Connect the rows of the action table, except for those of the window, and set their conditions."""
        self._conditions = conditions
        for menu in self._menus:
            self.grey_out_in(menu)
        own: dict[str, Callable[..., object]] = {
            "help.commands": self.show_commands,
            "view.next_pane": self.focus_next_pane,
            "view.previous_pane": self.focus_previous_pane,
            **{f"view.{tab.id}": partial(self._on_view, tab.id) for tab in self._tabs},
            "theme.system": self._on_system_theme,
            "theme.light": self._on_light_theme,
            "theme.dark": self._on_dark_theme,
            "theme.high-contrast": self._on_high_contrast,
        }
        targets = {**own, **targets}
        for action_id, action in self._actions.items():
            action.triggered.connect(targets[action_id])

    def grey_out_in(self, menu: QMenu) -> None:
        """Disable ineffective actions in a menu while it is open."""
        menu.aboutToShow.connect(self._grey_out)
        menu.aboutToHide.connect(self._enable_again)

    def can_act(self, action: QAction) -> bool:
        """Return True if an action would have an effect now."""
        condition = self._conditions.get(action.objectName())
        return action.isEnabled() and (condition is None or condition())

    def show_theme_mode(self) -> None:
        self._actions[f"theme.{theme.mode.value}"].setChecked(True)

    def show_language(self, choice: str, of_system: str) -> None:
        """Check the chosen language, "" for that of the system, and show which that is."""
        self._actions[f"language.{choice or 'system'}"].setChecked(True)
        said = tr("&System ({language})", language=LANGUAGES[of_system].name)
        self._actions["language.system"].setText(said)

    def enable_draft_actions(self) -> None:
        """Enable the actions on a draft."""
        self._has_draft = True
        self._enable_again()

    def show_start_page(self) -> None:
        if self._has_work:
            self.work.note_shares()
        self._pages.setCurrentWidget(self._start_page)

    def show_work(self) -> None:
        self._pages.setCurrentWidget(self.work)

    def open_work(self) -> None:
        """Show the editor and the tabs with a draft, which may be a new empty one."""
        self.draft_wanted.emit()
        self.show_work()

    def set_start_page(self, page: QWidget) -> None:
        """Set the page shown without a draft."""
        self._start_page = page
        self._pages.addWidget(page)

    def set_work(self, work: "WorkArea") -> None:
        """Set the work area, shown with a draft; it has no tabs yet."""
        self.work = work
        self._has_work = True
        work.tab_strip.tabs.currentChanged.connect(self._on_tab_changed)
        self._pages.addWidget(work)
        if self.isVisible():
            self.fit(self.window().size())

    def fit(self, window: QSize) -> None:
        """Share the room again if the window has become small or large; else the user's shares stay."""
        if self._has_work:
            self.work.fit(window)
            if self.isVisible():
                self.work.share_height_once()

    def add_tab(self, tab: Tab) -> None:
        """Append a tab; its panel is made when it is first in front."""
        self._tabs.append(tab)
        self.work.tab_stack.add_late(tab.owner)
        self.work.tab_strip.tabs.addTab(tab.title)

    def add_editor_panel(self, panel: Tab) -> None:
        """Add a panel under the editor; it is made when it is first shown, and takes the place of another one."""
        self._editor_panels.append(panel)

    def add_card(self, card: QWidget) -> None:
        """Make the keyboard reach a card over the work."""
        self._cards.append(card)

    def show_tab(self, tab_id: str) -> None:
        """Show a tab, or a panel under the editor."""
        for panel in self._editor_panels:
            if panel.id == tab_id:
                self._editor_panel = panel
                self.work.show_editor_panel(panel.owner.panel)
        for index, tab in enumerate(self._tabs):
            if tab.id == tab_id:
                self.work.tab_strip.tabs.setCurrentIndex(index)
                self.work.show_tabs()

    def set_tab_badge(self, tab_id: str, text: str, tone: Tone = Tone.NEUTRAL) -> None:
        """Show a count beside the title of a tab; an empty one removes it."""
        for index, tab in enumerate(self._tabs):
            if tab.id == tab_id:
                self.work.tab_strip.tabs.set_badge(index, text, tone)

    @property
    def current_tab(self) -> str:
        return self._tabs[self.work.tab_stack.currentIndex()].id

    def show_commands(self) -> None:
        if self._commands is None:
            from robotstudio.ui.shell.command_list import CommandList  # the start page is drawn without

            self._commands = CommandList(self._actions.values(), self, self.can_act, self._all_places)
        self._commands.popup()

    def add_places(self, find: Callable[[], Iterable[Place]]) -> None:
        """Add what the list of commands finds besides commands; `find` is called when somebody types there."""
        self._places.append(find)

    def _all_places(self) -> Iterable[Place]:
        return chain.from_iterable(find() for find in self._places)

    def has_keyboard(self, pane: QWidget) -> bool:
        """Return True if a pane or a part of it has the focus."""
        focused: QWidget | None = self.window().focusWidget()  # PySide's stubs omit None
        return focused is not None and pane.isAncestorOf(focused)

    def focus_next_pane(self) -> None:
        """Focus the pane after the current one."""
        self._focus_pane(1)

    def focus_previous_pane(self) -> None:
        """Focus the pane before the current one."""
        self._focus_pane(-1)

    def changeEvent(self, event: QEvent) -> None:
        """Emit if the title or the modified state has changed."""
        if event.type() in {QEvent.Type.ModifiedChange, QEvent.Type.WindowTitleChange}:
            self.title_changed.emit()
        super().changeEvent(event)

    def _build(self) -> None:
        rows = column_in(self)
        for widget, stretch in ((self.top_bar, 0), (self._pages, 1), (self.status_bar, 0)):
            rows.addWidget(widget, stretch)

    def _build_actions(self) -> None:
        self._actions, self._menus = build_actions(self, self.open_work)
        self._enable_again()
        themes = QActionGroup(self)
        for mode in Mode:
            themes.addAction(self._actions[f"theme.{mode.value}"])
        self.show_theme_mode()
        languages = QActionGroup(self)
        for code in ("system", *LANGUAGES):
            languages.addAction(self._actions[f"language.{code}"])
        for menu in self._actions["file.open"].associatedObjects():
            if isinstance(menu, QMenu):
                menu.insertMenu(self._actions["file.save"], self.recent_menu)

    def _show_menus(self) -> None:
        self.menuBar().clear()
        self.menuBar().addActions([menu.menuAction() for menu in self._menus])

    def _on_view(self, tab_id: str, _is_checked: bool = False) -> None:
        self.open_work()
        self.show_tab(tab_id)

    def _on_tab_changed(self, index: int) -> None:
        self.work.tab_stack.bring_up(index)
        self.tab_changed.emit(self._tabs[index].id)

    def _enable_again(self) -> None:
        """Enable every shortcut while no menu is open: an ineffective action explains itself."""
        for row in ACTIONS:
            self._actions[row.id].setEnabled(self._has_draft or not row.needs_draft)

    def _grey_out(self) -> None:
        """Disable ineffective actions as a menu opens."""
        for action in self._actions.values():
            action.setEnabled(self.can_act(action))

    def _focus_pane(self, step: int) -> None:
        panes = self.panes
        has_keyboard = [self.has_keyboard(pane) for pane, _ in panes]
        current = has_keyboard.index(True) if any(has_keyboard) else -step
        for offset in range(1, len(panes) + 1):
            pane, main_part = panes[(current + step * offset) % len(panes)]
            self._bring_up(pane)
            target = main_part if main_part and main_part.isVisible() else _first_focusable(pane)
            if focus_by_key(target):
                return

    def _panes_of_editor_panel(self) -> list[tuple[QWidget, QWidget | None]]:
        panel, shown = self._editor_panel, self.work.editor_panel
        return [] if panel is None or shown is None or shown.isHidden() else [(shown, panel.owner.main_part)]

    def _bring_up(self, pane: QWidget) -> None:
        """Show a covered pane."""
        if self._has_work and self.work.isAncestorOf(pane):
            self.work.bring_up(pane)

    def _on_system_theme(self) -> None:
        theme.set_mode(Mode.SYSTEM)

    def _on_light_theme(self) -> None:
        theme.set_mode(Mode.LIGHT)

    def _on_dark_theme(self) -> None:
        theme.set_mode(Mode.DARK)

    def _on_high_contrast(self) -> None:
        theme.set_mode(Mode.CONTRAST)


def focus_by_key(target: QWidget | None, *, is_next: bool = True) -> bool:
    """Focus a part visibly, as by a key; False if there is none."""
    if target is None:
        return False
    target.setFocus(Qt.FocusReason.TabFocusReason if is_next else Qt.FocusReason.BacktabFocusReason)
    mark_pane(target.window().focusWidget())
    return True


def _first_focusable(pane: QWidget) -> QWidget | None:
    """Return the focus proxy of a pane, or else its first part that accepts Tab."""
    if pane.focusProxy():
        return pane.focusProxy()
    children = [child for child in pane.findChildren(QWidget) if child.isVisibleTo(pane) and child.isEnabled()]
    wanted = [child for child in children if child.focusPolicy() & Qt.FocusPolicy.TabFocus]
    return wanted[0] if wanted else None
