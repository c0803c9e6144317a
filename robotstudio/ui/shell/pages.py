"""The pages of the first tab and of the editor's column, one visible at a time."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Protocol

from msgspec import Struct
from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.widgets.late_stack import LateStack, TabOwner
from robotstudio.ui.widgets.segmented import SegmentedControl

VERDICTS, RULES = range(2)

_IN_THE_EDITOR: Final = frozenset(
    {f"edit.{name}" for name in ("comment", "move_up", "move_down", "duplicate", "delete_line")}
    | {f"find.{name}" for name in ("replace", "next", "previous", "line", "winner")}
    | {"view.editor"}
)
"""The commands that work in the editor only."""


class ViewSwitch(SegmentedControl):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__((tr("Verdicts"), tr("Rules")), parent)
        self.setAccessibleName(tr("View"))


class ViewOwner(TabOwner, Protocol):
    """Owns the content of a view."""

    @property
    def switch(self) -> ViewSwitch:
        """The switch in its tool row."""


class MadeView(Struct, frozen=True):
    """An existing view."""

    panel: QWidget
    main_part: QWidget
    switch: ViewSwitch


class Views(LateStack):
    """Shows one of the views, and synchronises their switches. `view_changed` carries the one in front."""

    view_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._owners: list[ViewOwner] = []
        self._switches: dict[int, ViewSwitch] = {}
        self.filled.connect(self._on_filled)
        self.currentChanged.connect(self._on_current_changed)

    def add_view(self, owner: ViewOwner) -> int:
        """Reserve the next index for a view."""
        self._owners.append(owner)
        return self.add_late(owner)

    def show_view(self, view: int) -> None:
        """Bring a view to the front; a focused switch keeps the focus."""
        had_keyboard = self._switches[self.currentIndex()].has_keyboard
        self.bring_up(view)
        if had_keyboard:
            self._switches[view].take_keyboard()

    def _on_filled(self, view: int) -> None:
        switch = self._switches[view] = self._owners[view].switch
        switch.set_current(self.currentIndex())
        switch.current_changed.connect(self.show_view)

    def _on_current_changed(self, view: int) -> None:
        for switch in self._switches.values():
            switch.set_current(view)
        self.view_changed.emit(view)


class _Page(Struct, frozen=True):
    """The index of a page, and its owner."""

    stack: LateStack
    place: int
    owner: TabOwner


class Pages(LateStack):
    """Pages by id, the first of which exists from the start. `urls_wanted` is emitted if a page has none to show.

    The main part of the shown page gets the focus.
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
        """Show a page and focus its main part."""
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
    """The editor, or a temporary cover: the draft against a baseline."""

    def __init__(self, editor: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self.addWidget(editor)
        self.setFocusProxy(editor)

    def minimumSizeHint(self) -> QSize:
        """Return that of the editor: the length of a cover's words should move no pane."""
        return self._editor.minimumSizeHint()

    @property
    def is_covered(self) -> bool:
        """True if a cover replaces the editor."""
        return self.currentWidget() is not self._editor

    def show_editor(self) -> None:
        self.setFocusProxy(self._editor)
        self.setCurrentWidget(self._editor)

    def cover(self, cover: QWidget) -> None:
        """Show a cover in place of the editor."""
        if self.indexOf(cover) < 0:
            self.addWidget(cover)
        self.setFocusProxy(cover)
        self.setCurrentWidget(cover)

    def with_editor(self, targets: Mapping[str, Callable[..., object]]) -> dict[str, Callable[..., object]]:
        """Wrap the slots of editor commands so that they show the editor first."""
        return {
            name: partial(self._show_editor_and, target) if name in _IN_THE_EDITOR else target
            for name, target in targets.items()
        }

    def _show_editor_and(self, target: Callable[..., object], *arguments: object) -> object:
        self.show_editor()
        return target(*arguments)
