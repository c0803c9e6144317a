"""Diff of the draft and the baseline, shown over the editor, whose caret and undo stay unchanged."""

from collections.abc import Callable
from functools import cached_property

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.draft.changes.text_comparison import TextComparison, rows_of
from robotstudio.text.language import Plural, ntr, put_in, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.changes.watch import ChangeWatch
from robotstudio.ui.shell.pages import EditorColumn
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.diff_text import DiffText
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel, Label

_LINES = Plural("+{added} −{count} lines", "+{added} −{count} lines")
_ADDED = Plural("{count} line added", "{count} lines added")
_REMOVED = Plural("{count} removed", "{count} removed")
_GAPS = 60


class DraftView(QWidget):
    """Removed lines are struck out and have no number, added ones have a `+`; numbers are those of the draft."""

    edit_requested = Signal(int, int)  # line of the draft, and byte in it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines_shown: TextComparison | None = None
        header = SectionHeader("", self)
        header.title.hide()  # it would not shrink
        self._title = ElidedLabel(tr("Draft and baseline, line by line"), self, px=12, weight=600)
        self._lines = Label("", self, px=11, weight=500, color="text2")
        self._at = ElidedLabel("", self, px=11, color="text3")
        self._edit = GhostButton(tr("Edit"), None, self)
        self._edit.setToolTip(tr("Back to editing (Enter); Ctrl+D compares again"))
        self.text = _Lines(self)
        self.text.setAccessibleName(tr("Draft and baseline, line by line"))
        header.add_left(self._title)
        header.add_left(self._lines)
        header.add_right(self._at)
        header.add_right(self._edit)
        layout = column_in(self)
        layout.addWidget(header)
        layout.addWidget(self.text, 1)
        self.setFocusProxy(self.text)
        self._edit.clicked.connect(self._on_edit_clicked)
        self.text.edit_requested.connect(self.edit_requested)

    def show_lines(self, lines: TextComparison, baseline: Baseline) -> None:
        self._title.setText(tr("Draft against {name}", name=baseline.title))
        self._lines.setText(ntr(_LINES, lines.removed, added=lines.added))
        counted = (ntr(_ADDED, lines.added), ntr(_REMOVED, lines.removed))
        self._lines.setAccessibleName(side_by_side(counted))
        at = baseline.at
        said = tr("{name} fetched {time}") if baseline.id == "live" else tr("{name} of {time}")
        self._at.setText(put_in(said, {"name": baseline.title, "time": f"{at.astimezone():%H:%M}"}) if at else "")
        self._fit()
        self._lines_shown = lines
        if self.isVisible():
            self._render()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Hide the fetch time if there is no room; it is also shown above the list."""
        parts = (self._title, self._lines, self._at, self._edit)
        needed = sum(part.sizeHint().width() for part in parts) + _GAPS
        self._at.setVisible(needed <= self.width())

    def showEvent(self, event: QShowEvent) -> None:
        self._render()
        super().showEvent(event)

    def _render(self) -> None:
        if self._lines_shown is not None:
            self.text.show_rows(rows_of(self._lines_shown, folded=False))

    def reveal_line(self, line: int) -> None:
        self.text.reveal_number(line)

    def _on_edit_clicked(self) -> None:
        self.edit_requested.emit(self.text.number_at_caret(), 0)


class _Lines(DiffText):
    """Enter opens the line in the editor; whoever types in a line of the draft goes on there."""

    edit_requested = Signal(int, int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.edit_requested.emit(self.number_at_caret(), 0)
        elif self._is_typed(event) and self.is_of_draft_at_caret():
            self.edit_requested.emit(self.number_at_caret(), self.byte_at_caret())
            editor = QApplication.focusWidget()
            if editor is not None and editor is not self:
                QApplication.sendEvent(editor, event)
        else:
            super().keyPressEvent(event)

    def _is_typed(self, event: QKeyEvent) -> bool:
        """Return True if a key writes a character."""
        keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
        return bool(event.text()) and event.text().isprintable() and not event.modifiers() & keys


class DraftCover:
    """Shows the last comparison in the editor's place; Enter or typing there calls `edit` with line and byte."""

    def __init__(self, column: EditorColumn, watch: ChangeWatch, edit: Callable[[int, int], None]) -> None:
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
