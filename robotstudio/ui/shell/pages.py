"""The pages of the first tab and of the editor's column, one visible at a time."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from robotstudio.ui.widgets.late_stack import LateStack, TabOwner

_IN_THE_EDITOR: Final = frozenset(
    {f"edit.{name}" for name in ("comment", "move_up", "move_down", "duplicate", "delete_line")}
    | {f"find.{name}" for name in ("replace", "next", "previous", "line", "winner")}
    | {"view.editor"}
)
"""The commands that work in the editor only."""


class MadePage(Struct, frozen=True):
    """An existing page."""

    panel: QWidget
    main_part: QWidget


class _Page(Struct, frozen=True):
    """The index of a page, and its owner."""

    place: int
    owner: TabOwner


class Pages(LateStack):
    """Pages by id, the first of which exists from the start. `urls_wanted` is emitted if a page has none to show.

    The main part of the shown page gets the focus.
    """

    urls_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages: dict[str, _Page] = {}

    def add_page(self, page_id: str, owner: TabOwner) -> None:
        """Add a page; the first is put in at once."""
        place = self.add_late(owner)
        if not self._pages:
            self.put_panel(place)
        self._pages[page_id] = _Page(place, owner)

    @property
    def page(self) -> str:
        return next(page_id for page_id, page in self._pages.items() if page.place == self.currentIndex())

    def show_page(self, page_id: str) -> None:
        """Show a page and focus its main part."""
        page = self._pages[page_id]
        self.bring_up(page.place)
        if page.owner.main_part is not None:
            page.owner.main_part.setFocus()

    def show_first(self) -> None:
        self.show_page(next(iter(self._pages)))


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
