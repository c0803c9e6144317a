"""Covers the editor with the diff of the draft while the changes are shown."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from robotstudio.ui.panels.changes.draft_view import DraftView
from robotstudio.ui.panels.changes.watch import ChangeWatch
from robotstudio.ui.shell.pages import EditorColumn

if TYPE_CHECKING:
    from robotstudio.draft.changes.baseline import Baseline
    from robotstudio.draft.changes.text_comparison import TextComparison


class DraftCover:
    """Shows the last comparison in the editor's place; Enter there calls `edit` with the line."""

    def __init__(self, column: EditorColumn, watch: ChangeWatch, edit: Callable[[int], None]) -> None:
        self._column = column
        self._watch = watch
        self._edit = edit
        self._is_awaited = False
        """True if the editor is covered as soon as there is a comparison."""

    @cached_property
    def draft(self) -> "DraftView":
        """Diff that covers the editor."""
        draft = DraftView()
        draft.edit_requested.connect(self._edit)
        self._show_lines(draft)
        return draft

    def cover(self) -> None:
        """Cover the editor, once there is something to show."""
        self._is_awaited = self._lines is None
        if self._lines is not None:
            self._column.cover(self.draft)

    def uncover(self) -> None:
        self._is_awaited = False
        self._show_editor()

    def _show_editor(self) -> None:
        if self._column.is_covered:
            self._column.show_editor()

    def show_compared(self) -> None:
        """Update the diff after a comparison; show the editor if there is none."""
        if self._is_made:
            self._show_lines(self.draft)
        if self._lines is None:
            self._show_editor()
        elif self._is_awaited:
            self.cover()

    def reveal_line(self, line: int) -> None:
        if self._is_made:
            self.draft.reveal_line(line)

    @property
    def _is_made(self) -> bool:
        return "draft" in vars(self)

    @property
    def _lines(self) -> "tuple[TextComparison, Baseline] | None":
        last = self._watch.last
        return (last.lines, last.baseline) if last and last.lines and last.baseline else None

    def _show_lines(self, draft: "DraftView") -> None:
        if self._lines is not None:
            draft.show_lines(*self._lines)
