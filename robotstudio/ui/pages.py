"""The pages of the first tab and of the editor's column: one of them is seen at a time."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.segmented import SegmentedControl

VERDICTS, CHANGES, RULES = range(3)


class ViewSwitch(SegmentedControl):
    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        words = (self.tr("Verdicts"), self.tr("Changes", "noun"), self.tr("Rules"))
        super().__init__(theme, words, parent)
        self.setAccessibleName(self.tr("View"))


class Views(QStackedWidget):
    """Shows one of them, and keeps their switches alike. `view_changed` says which is in front."""

    view_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._switches: list[ViewSwitch] = []
        self.currentChanged.connect(self._on_current_changed)

    def add_view(self, view: QWidget, switch: ViewSwitch) -> None:
        """Add the next view, with the switch in its tool row."""
        switch.set_current(self.currentIndex())
        switch.current_changed.connect(self.show_view)
        self._switches.append(switch)
        self.addWidget(view)

    @property
    def shows_changes(self) -> bool:
        return self.currentIndex() == CHANGES

    def show_view(self, view: int) -> None:
        """Bring a view to the front; the keyboard stays at the switch where it was there."""
        had_keyboard = self._switches[self.currentIndex()].has_keyboard
        self.setCurrentIndex(view)
        if had_keyboard:
            self._switches[view].take_keyboard()

    def set_count(self, count: str) -> None:
        """Say how many URLs change, "" where that is not known."""
        for switch in self._switches:
            switch.set_count(CHANGES, count)

    def _on_current_changed(self, view: int) -> None:
        for switch in self._switches:
            switch.set_current(view)
        self.view_changed.emit(view)


@dataclass(frozen=True, slots=True)
class _Page:
    """A page, its part that takes the keyboard, and the stack that it belongs to where that is not the outer one."""

    widget: QWidget
    main_part: QWidget
    stack: QStackedWidget | None


class Pages(QStackedWidget):
    """Pages by their ids, the first of which is seen at the start. `urls_wanted` says that a page has none to show."""

    urls_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.views = Views(self)
        self._pages: dict[str, _Page] = {}

    def add_page(self, page_id: str, page: QWidget, main_part: QWidget, stack: QStackedWidget | None = None) -> None:
        """Add a page, or one of a stack that is added whole; its main part takes the keyboard when it is shown."""
        self._pages[page_id] = _Page(page, main_part, stack)
        outer = stack or page
        if self.indexOf(outer) < 0:
            self.addWidget(outer)

    def add_view(self, page_id: str, page: QWidget, main_part: QWidget, switch: ViewSwitch) -> None:
        """Add a page as the next of the views of the URLs, with the switch in its tool row."""
        self.views.add_view(page, switch)
        self.add_page(page_id, page, main_part, self.views)

    @property
    def page(self) -> str:
        return next(page_id for page_id, page in self._pages.items() if self._is_in_front(page))

    def show_page(self, page_id: str) -> None:
        """Show a page, with the keyboard in its main part."""
        page = self._pages[page_id]
        self.setCurrentWidget(page.stack or page.widget)
        if page.stack:
            page.stack.setCurrentWidget(page.widget)
        page.main_part.setFocus()

    def show_first(self) -> None:
        self.show_page(next(iter(self._pages)))

    def _is_in_front(self, page: _Page) -> bool:
        if page.stack is None:
            return self.currentWidget() is page.widget
        return self.currentWidget() is page.stack and page.stack.currentWidget() is page.widget


class EditorColumn(QStackedWidget):
    """The editor, or what covers it for a while: the draft against a baseline."""

    def __init__(self, editor: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self._cover: QWidget | None = None
        self.addWidget(editor)
        self.setFocusProxy(editor)

    def minimumSizeHint(self) -> QSize:
        """What covers the editor takes its place as it is: how long its words are moves no pane."""
        return self._editor.minimumSizeHint()

    def set_cover(self, cover: QWidget) -> None:
        """Have something to show in the editor's place."""
        self._cover = cover
        self.addWidget(cover)

    @property
    def is_covered(self) -> bool:
        """Whether something else is shown in its place."""
        return self.currentWidget() is not self._editor

    def show_editor(self) -> None:
        self.setFocusProxy(self._editor)
        self.setCurrentWidget(self._editor)

    def cover(self) -> None:
        """Show what covers it."""
        if self._cover is not None:
            self.setFocusProxy(self._cover)
            self.setCurrentWidget(self._cover)
