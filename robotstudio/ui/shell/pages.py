"""The pages of the first tab and of the editor's column: one of them is seen at a time."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Protocol

from msgspec import Struct
from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from robotstudio.text.language import Meant, tr
from robotstudio.ui.widgets.late_stack import LateStack, TabOwner
from robotstudio.ui.widgets.segmented import SegmentedControl

VERDICTS, CHANGES, RULES = range(3)

_IN_THE_EDITOR: Final = frozenset(
    {f"edit.{name}" for name in ("comment", "move_up", "move_down", "duplicate", "delete_line")}
    | {f"find.{name}" for name in ("replace", "next", "previous", "line", "winner")}
    | {"view.editor"}
)
"""The commands that work in the editor and nowhere else."""


class ViewSwitch(SegmentedControl):
    def __init__(self, parent: QWidget | None = None) -> None:
        words = (tr("Verdicts"), tr(Meant("Changes", "noun")), tr("Rules"))
        super().__init__(words, parent)
        self.setAccessibleName(tr("View"))


class ViewOwner(TabOwner, Protocol):
    """Owns what a view shows."""

    @property
    def switch(self) -> ViewSwitch:
        """The switch in its tool row."""


class MadeView(Struct, frozen=True):
    """A view that is there already."""

    panel: QWidget
    main_part: QWidget
    switch: ViewSwitch


class Views(LateStack):
    """Shows one of them, and keeps their switches alike. `view_changed` says which is in front."""

    view_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._owners: list[ViewOwner] = []
        self._switches: dict[int, ViewSwitch] = {}
        self._count = ""
        self.filled.connect(self._on_filled)
        self.currentChanged.connect(self._on_current_changed)

    def add_view(self, owner: ViewOwner) -> int:
        """Keep the next place for a view."""
        self._owners.append(owner)
        return self.add_late(owner)

    @property
    def shows_changes(self) -> bool:
        return self.currentIndex() == CHANGES

    def show_view(self, view: int) -> None:
        """Bring a view to the front; the keyboard stays at the switch where it was there."""
        had_keyboard = self._switches[self.currentIndex()].has_keyboard
        self.bring_up(view)
        if had_keyboard:
            self._switches[view].take_keyboard()

    def set_count(self, count: str) -> None:
        """Say how many URLs change, "" where that is not known."""
        self._count = count
        for switch in self._switches.values():
            switch.set_count(CHANGES, count)

    def _on_filled(self, view: int) -> None:
        switch = self._switches[view] = self._owners[view].switch
        switch.set_current(self.currentIndex())
        switch.set_count(CHANGES, self._count)
        switch.current_changed.connect(self.show_view)

    def _on_current_changed(self, view: int) -> None:
        for switch in self._switches.values():
            switch.set_current(view)
        self.view_changed.emit(view)


class _Page(Struct, frozen=True):
    """Where a page lies, and who has it."""

    stack: LateStack
    place: int
    owner: TabOwner


class Pages(LateStack):
    """Pages by their ids, the first of which is there from the start. `urls_wanted` says that a page has none to show.

    The keyboard goes to the main part of the page that is shown.
    """

    urls_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.views = Views(self)
        self.addWidget(self.views)
        self._pages: dict[str, _Page] = {}

    def add_page(self, page_id: str, owner: TabOwner) -> None:
        """Add a page beside the views."""
        self._add(page_id, _Page(self, self.add_late(owner), owner))

    def add_view(self, page_id: str, owner: ViewOwner) -> None:
        """Add a page as the next of the views of the URLs."""
        self._add(page_id, _Page(self.views, self.views.add_view(owner), owner))

    @property
    def page(self) -> str:
        return next(page_id for page_id, page in self._pages.items() if self._is_in_front(page))

    def show_page(self, page_id: str) -> None:
        """Show a page, with the keyboard in its main part."""
        page = self._pages[page_id]
        page.stack.bring_up(page.place)
        if page.stack is self.views:
            self.setCurrentWidget(self.views)
        if page.owner.main_part is not None:
            page.owner.main_part.setFocus()

    def show_first(self) -> None:
        self.show_page(next(iter(self._pages)))

    def _add(self, page_id: str, page: _Page) -> None:
        if not self._pages:
            page.stack.put_panel(page.place)
        self._pages[page_id] = page

    def _is_in_front(self, page: _Page) -> bool:
        is_seen = page.stack is self or self.currentWidget() is page.stack
        return is_seen and page.stack.currentIndex() == page.place


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

    def with_editor(self, targets: Mapping[str, Callable[..., object]]) -> dict[str, Callable[..., object]]:
        """The same targets, but what works in the editor shows it before."""
        return {
            name: partial(self._show_editor_and, target) if name in _IN_THE_EDITOR else target
            for name, target in targets.items()
        }

    def _show_editor_and(self, target: Callable[..., object], *arguments: object) -> object:
        self.show_editor()
        return target(*arguments)
