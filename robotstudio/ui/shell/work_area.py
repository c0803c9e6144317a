"""The editor with the panel under it, the tabs with the lower panel, and their shares of the room."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from robotstudio.ui.shell.pages import EditorColumn
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.late_stack import LateStack
from robotstudio.ui.widgets.tab_bar import TabStrip

_TAB_MIN_HEIGHT = 160


class _EditorRows(QSplitter):
    """The editor, and a panel under it that is at most half as high as both."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.limit()

    def limit(self) -> None:
        """Limit the height of the panel to half."""
        for panel in filter(None, map(self.widget, range(1, self.count()))):
            panel.setMaximumHeight(max(1, self.height() // 2))


class WorkArea(QSplitter):
    """The view with a draft. The user's shares stay while the window stays small or large.

    In a window too narrow for both, the editor is the first of the tabs. `tiny_changed` is emitted if the height
    becomes too small for the lower panel, or sufficient again.
    """

    tiny_changed = Signal(bool)

    def __init__(self, editor: QWidget, lower: QWidget, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._is_narrow = self._is_low = self._has_shares = self._is_lower_folded = False
        self.is_single = self._is_tiny = False
        """True if there is room for one pane only, the editor or the tabs."""
        self._sizes: dict[str, tuple[int, ...]] = {}
        self.editor_column = EditorColumn(editor, self)
        self.below_editor: list[QWidget] = []
        self.editor_panel: QWidget | None = None
        """The panel under the editor that was shown last."""
        self._left = QWidget(self)
        self.tab_strip = TabStrip(self)
        self.tab_stack = LateStack(self)
        self.lower_panel = lower
        self._rows = QSplitter(Qt.Orientation.Vertical, self)
        self._build()

    def set_lower_panel(self, lower: QWidget) -> None:
        """Set the lower panel in place of its placeholder."""
        self._rows.replaceWidget(1, lower)
        self.lower_panel.deleteLater()
        self.lower_panel = lower
        if "lower" not in self._sizes:
            self._share_height()

    def add_below_editor(self, widget: QWidget) -> None:
        """Put a widget at the bottom of the editor's column, so that the start of the text does not move."""
        self.below_editor.append(widget)
        self._editor_column.addWidget(widget)

    def show_editor_panel(self, panel: QWidget) -> None:
        """Show a panel under the editor instead of another one, with a handle between them."""
        self.show_editor()
        if self.editor_panel is not panel:
            self.hide_editor_panel()
            self.editor_panel = panel
            if self._editor_rows.indexOf(panel) < 0:
                panel.hide()  # else the splitter shows it at once, in its preferred size
                self._editor_rows.addWidget(panel)
                self._editor_rows.setStretchFactor(0, 1)
                self._editor_rows.limit()
        if panel.isHidden():
            panel.show()
            self._share_editor_height()

    def hide_editor_panel(self) -> None:
        """Give the room of the panel under the editor back to the editor."""
        if self.editor_panel is not None and not self.editor_panel.isHidden():
            self.note_shares()
            self.editor_panel.hide()

    def fit(self, window: QSize) -> None:
        """Share the room again if the window has become small or large; else the user's shares stay."""
        was_narrow, was_low, was_single, was_tiny = self._is_narrow, self._is_low, self.is_single, self._is_tiny
        self._look_at(window)
        if self.is_single != was_single:
            self._move_editor()
            self._share_editor_height()
        if self._is_tiny != was_tiny:
            self.tiny_changed.emit(self._is_tiny)
        if (self._is_narrow, self.is_single) != (was_narrow, was_single) and not self.is_single:
            editor = SIZES.editor_width_narrow if self._is_narrow else SIZES.editor_width
            self.setSizes([editor, window.width() - editor])
        if self._is_low != was_low:
            self._sizes.pop("lower", None)
            self._share_height()

    def show_editor(self) -> None:
        """Bring the editor to the front if there is room for one pane only."""
        self._show(editor=True)

    def show_tabs(self) -> None:
        """Bring the tabs to the front if there is room for one pane only."""
        self._show(editor=False)

    def bring_up(self, pane: QWidget) -> None:
        """Bring the column of a pane to the front if there is room for one only."""
        self._show(editor=self._left.isAncestorOf(pane))

    def _show(self, *, editor: bool) -> None:
        if self.is_single:
            self._left.setVisible(editor)
            self._rows.setVisible(not editor)
            self.tab_strip.offer_editor(is_offered=True, in_front=editor)

    def _move_editor(self) -> None:
        """Move the editor into the tabs, or beside them again, keeping the focus."""
        focused: QWidget | None = self.window().focusWidget()  # PySide's stubs omit None
        had_keyboard = focused is not None and self.editor_column.isAncestorOf(focused)
        if self.is_single:
            self.note_shares()
            self._column.insertWidget(1, self._left, 1)
            self._show(editor=had_keyboard)
        else:
            self.insertWidget(0, self._left)
            self.setStretchFactor(0, 0)
            self.setStretchFactor(1, 1)
            self._left.show()
            self._rows.show()
            self.tab_strip.offer_editor(is_offered=False)
        if had_keyboard and focused is not None:
            focused.setFocus()

    def share_height_once(self) -> None:
        """Set the height of the lower panel once it is known."""
        if not self._has_shares:
            self._has_shares = True
            self._share_height()

    def shares(self) -> dict[str, tuple[int, ...]]:
        """Return the sizes of the panes to remember: as last seen, and with the lower panel open."""
        self.note_shares()
        return dict(self._sizes)

    def restore(self, shares: Mapping[str, Sequence[int]], window: QSize) -> None:
        """Restore remembered sizes for the present size of the window."""
        self.fit(window)
        for name, splitter in (("columns", self), ("lower", self._rows)):
            if name == "columns" and self.is_single:
                self._sizes.setdefault(name, tuple(shares.get(name, ())))
            elif len(shares.get(name, ())) == splitter.count() and all(shares[name]):
                splitter.setSizes(list(shares[name]))
                self._sizes[name] = tuple(shares[name])
                self._has_shares = True
                self._look_at(window)
        if any(shares.get("editor", ())):
            self._sizes["editor"] = tuple(shares["editor"])
            self._share_editor_height()
        if self._is_lower_folded:
            self._share_height()

    def set_lower_folded(self, folded: bool) -> None:
        """Give the room of a folded lower panel to the tabs, or take it back."""
        self._is_lower_folded = folded
        self._share_height(0 if folded else self._sizes.get("lower", (0, 0))[1])
        self._rows.handle(1).setEnabled(not folded)

    def note_shares(self) -> None:
        """Remember the current sizes of the panes."""
        if not self.isVisible():
            return
        if self.count() > 1:
            self._sizes["columns"] = tuple(self.sizes())
        if not self._is_lower_folded:
            self._sizes["lower"] = tuple(self._rows.sizes())
        if self.editor_panel is not None and self.editor_panel.isVisible() and not self.is_single:
            self._sizes["editor"] = (self.editor_panel.height(),)

    def _look_at(self, window: QSize) -> None:
        self._is_narrow = window.width() < SIZES.narrow_below
        self._is_low = window.height() < SIZES.low_below
        self.is_single = window.width() < SIZES.single_below
        self._is_tiny = window.height() < SIZES.tiny_below

    def _share_height(self, wanted: int = 0) -> None:
        height = wanted or self.lower_panel.sizeHint().height()
        self._rows.setSizes([max(sum(self._rows.sizes()) - height, 1), height])

    def _share_editor_height(self) -> None:
        """Set the height of the panel under the editor: as last seen; half if there is room for one pane only."""
        height = self._editor_rows.height()
        wanted = height // 2 if self.is_single else self._sizes.get("editor", (SIZES.editor_panel,))[0]
        self._editor_rows.setSizes([max(1, height - wanted), *[wanted] * (self._editor_rows.count() - 1)])

    def _build(self) -> None:
        right = QWidget(self)
        self._column = column = column_in(right)
        column.addWidget(self.tab_strip)
        self._rows.addWidget(self.tab_stack)
        self._rows.addWidget(self.lower_panel)
        self._rows.setStretchFactor(0, 1)
        self._rows.setChildrenCollapsible(False)
        column.addWidget(self._rows, 1)
        # A large tab must not take room from the panel below while another tab is in front.
        self.tab_stack.setMinimumSize(SIZES.right_width_min, _TAB_MIN_HEIGHT)
        text = QWidget(self._left)
        self._editor_column = column_in(text)
        self._editor_column.addWidget(self.editor_column, 1)
        self._editor_rows = _EditorRows(self._left)
        self._editor_rows.addWidget(text)
        self._editor_rows.setChildrenCollapsible(False)
        column_in(self._left).addWidget(self._editor_rows)
        self.addWidget(self._left)
        self.addWidget(right)
        self.setStretchFactor(1, 1)
        self.setChildrenCollapsible(False)
        self.setSizes([SIZES.editor_width, SIZES.window_width - SIZES.editor_width])
        for splitter in (self, self._rows, self._editor_rows):
            splitter.setHandleWidth(1)
            splitter.splitterMoved.connect(self.note_shares)
        self.tab_strip.editor_tab.tabBarClicked.connect(self.show_editor)
        self.tab_strip.tabs.tabBarClicked.connect(self.show_tabs)
