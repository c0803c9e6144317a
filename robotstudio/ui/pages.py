"""The pages of the first tab and of the editor's column: one of them is seen at a time."""

from collections.abc import Callable

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
    """Shows one of them, and keeps their switches alike. `view_changed` says which is in front.

    In the place of one that is made when it is first shown lies an empty one.
    """

    view_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._switches: dict[int, ViewSwitch] = {}
        self._late: dict[int, Callable[[], QWidget]] = {}
        self._count = ""
        self.currentChanged.connect(self._on_current_changed)

    def add_view(self, view: QWidget, switch: ViewSwitch) -> None:
        """Add the next view, with the switch in its tool row."""
        self._take_switch(self.addWidget(view), switch)

    def add_late(self, make: Callable[[], QWidget]) -> int:
        """Keep the next place for a view that `make` puts there."""
        place = self.addWidget(QWidget(self))
        self._late[place] = make
        return place

    def put(self, place: int, view: QWidget, switch: ViewSwitch) -> None:
        """Put a view where a place was kept for it."""
        del self._late[place]
        empty: QWidget = self.widget(place)  # type: ignore[assignment]  # there is one at each place
        self.insertWidget(place, view)
        self.removeWidget(empty)
        empty.deleteLater()
        self._take_switch(place, switch)

    @property
    def shows_changes(self) -> bool:
        return self.currentIndex() == CHANGES

    def show_view(self, view: int) -> None:
        """Bring a view to the front; the keyboard stays at the switch where it was there."""
        if view in self._late:
            self._late[view]()
        had_keyboard = self._switches[self.currentIndex()].has_keyboard
        self.setCurrentIndex(view)
        if had_keyboard:
            self._switches[view].take_keyboard()

    def set_count(self, count: str) -> None:
        """Say how many URLs change, "" where that is not known."""
        self._count = count
        for switch in self._switches.values():
            switch.set_count(CHANGES, count)

    def _take_switch(self, place: int, switch: ViewSwitch) -> None:
        switch.set_current(self.currentIndex())
        switch.set_count(CHANGES, self._count)
        switch.current_changed.connect(self.show_view)
        self._switches[place] = switch

    def _on_current_changed(self, view: int) -> None:
        for switch in self._switches.values():
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
        self._late: dict[str, Callable[[], QWidget]] = {}
        self._places: dict[str, int] = {}

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

    def add_late_page(self, page_id: str, make: Callable[[], QWidget]) -> None:
        """Have a page made when it is first shown; `make` adds it."""
        self._late[page_id] = make

    def add_late_view(self, page_id: str, make: Callable[[], QWidget]) -> None:
        """Have the next of the views made when it is first shown; `make` puts it in its place."""
        self._late[page_id] = make
        self._places[page_id] = self.views.add_late(make)

    def put_view(self, page_id: str, page: QWidget, main_part: QWidget, switch: ViewSwitch) -> None:
        """Put a view where `add_late_view` has kept a place for it."""
        self.views.put(self._places[page_id], page, switch)
        self.add_page(page_id, page, main_part, self.views)

    @property
    def page(self) -> str:
        return next(page_id for page_id, page in self._pages.items() if self._is_in_front(page))

    def show_page(self, page_id: str) -> None:
        """Show a page, with the keyboard in its main part."""
        if page_id not in self._pages:
            self._late[page_id]()
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
        self.addWidget(editor)
        self.setFocusProxy(editor)

    def minimumSizeHint(self) -> QSize:
        """What covers the editor takes its place as it is: how long its words are moves no pane."""
        return self._editor.minimumSizeHint()

    @property
    def is_covered(self) -> bool:
        """Whether something else is shown in its place."""
        return self.currentWidget() is not self._editor

    def show_editor(self) -> None:
        self.setFocusProxy(self._editor)
        self.setCurrentWidget(self._editor)

    def cover(self, cover: QWidget) -> None:
        """Show something in the editor's place."""
        if self.indexOf(cover) < 0:
            self.addWidget(cover)
        self.setFocusProxy(cover)
        self.setCurrentWidget(cover)
