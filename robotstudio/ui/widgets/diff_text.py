"""A comparison as text: the signs are part of it, so that they are read aloud and copied with the lines."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor, QTextLayout
from PySide6.QtWidgets import QWidget

from robotstudio.draft.changes.text_comparison import DiffRow, DiffRowKind
from robotstudio.text.language import Plural, ntr, tr
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.code_view import CodeView, format_range

_SIGNS = {
    DiffRowKind.EQUAL: "  ",
    DiffRowKind.REMOVED: "− ",
    DiffRowKind.ADDED: "+ ",
    DiffRowKind.FOLD: "… ",
    DiffRowKind.REST: "… ",
}
_SIGN = 2
_GROUNDS = {
    DiffRowKind.REMOVED: "sunken",
    DiffRowKind.ADDED: "allowed_tint",
    DiffRowKind.FOLD: "window",
    DiffRowKind.REST: "window",
}
_CHANGED = frozenset({DiffRowKind.REMOVED, DiffRowKind.ADDED})
_EQUAL_LINES = Plural("{count} equal line", "{count} equal lines")


class DiffText(CodeView):
    """Removed lines are struck through without a number; the other numbers are those of the draft."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._rows_shown: tuple[DiffRow, ...] = ()
        self._runs: tuple[range, ...] = ()
        self._current = -1
        super().__init__(parent)

    @property
    def run_count(self) -> int:
        """The number of runs of changed rows."""
        return len(self._runs)

    @property
    def current_run(self) -> int:
        """The run last visited, -1 for none."""
        return self._current

    def show_rows(self, rows: Sequence[DiffRow]) -> None:
        """Show other rows, keeping caret and scroll position."""
        if tuple(rows) == self._rows_shown:
            return
        down, across, caret = self.verticalScrollBar(), self.horizontalScrollBar(), self.textCursor().blockNumber()
        place = down.value(), across.value()
        self._rows_shown = tuple(rows)
        self._runs = _runs_of(self._rows_shown)
        self._current = min(self._current, len(self._runs) - 1)
        self.show_text("\n".join(_SIGNS[row.kind] + self._words(row) for row in rows))
        self._put_caret(min(caret, self.blockCount() - 1))
        down.setValue(place[0])
        across.setValue(place[1])

    def go_to_run(self, index: int) -> None:
        """Put the caret on the first row of a run and show it."""
        if not 0 <= index < len(self._runs):
            return
        self._current = index
        self._put_caret(self._runs[index].start)
        self.centerCursor()
        self.viewport().update()

    def number_at_caret(self) -> int:
        """Return the draft's line number at the caret; for a removed line, that of the next."""
        row = self.textCursor().blockNumber()
        numbers = (each.number for each in self._rows_shown[row:] if each.number)
        return next(numbers, self.last_number()) or 1

    def is_of_draft_at_caret(self) -> bool:
        """Return True if the line at the caret is in the draft."""
        row = self.textCursor().blockNumber()
        return row < len(self._rows_shown) and self._rows_shown[row].number is not None

    def byte_at_caret(self) -> int:
        """Return how many bytes of its line are before the caret."""
        column = max(0, self.textCursor().positionInBlock() - _SIGN)
        return len(self.textCursor().block().text()[_SIGN:][:column].encode("utf-8", "surrogatepass"))

    def reveal_number(self, number: int) -> None:
        """Put the caret on the line of the draft with a number, and show it."""
        row = next((place for place, each in enumerate(self._rows_shown) if each.number == number), None)
        if row is not None:
            self._put_caret(row)
            self.ensureCursorVisible()

    def last_number(self) -> int:
        return max((row.number or 0 for row in reversed(self._rows_shown[-50:])), default=0)

    def number_of(self, row: int) -> str:
        number = self._rows_shown[row].number if row < len(self._rows_shown) else None
        return "" if number is None else str(number)

    def ground_of(self, row: int) -> str | None:
        return _GROUNDS.get(self._rows_shown[row].kind) if row < len(self._rows_shown) else None

    def mark_of(self, row: int) -> str | None:
        return "accent" if self._current >= 0 and row in self._runs[self._current] else None

    def formats_of(self, row: int, text: str) -> list[QTextLayout.FormatRange]:
        if row >= len(self._rows_shown):
            return []
        kind = self._rows_shown[row].kind
        if kind in {DiffRowKind.EQUAL, DiffRowKind.ADDED}:
            ranges = super().formats_of(row, text[2:])
            for piece in ranges:
                piece.start += 2
            return ranges
        quiet = QTextCharFormat()
        quiet.setForeground(theme.color("text2"))
        struck = QTextCharFormat(quiet)
        struck.setFontStrikeOut(kind is DiffRowKind.REMOVED)
        return [format_range(0, 2, quiet), format_range(2, _columns(text) - 2, struck)]

    def _put_caret(self, row: int) -> None:
        self.setTextCursor(QTextCursor(self.document().findBlockByNumber(row)))

    def _words(self, row: DiffRow) -> str:
        if row.kind is DiffRowKind.FOLD:
            return ntr(_EQUAL_LINES, row.count)
        return tr("the rest is not shown") if row.kind is DiffRowKind.REST else row.text


class DiffPane(QWidget):
    """A comparison with navigation between changes: by buttons, or by F7 and Shift+F7 anywhere in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.previous_button = self._step(Glyph.CHEVRON_UP, tr("Previous change (Shift+F7)"))
        self.next_button = self._step(Glyph.CHEVRON_DOWN, tr("Next change (F7)"))
        self.text = DiffText(self)
        self.previous_button.clicked.connect(self.go_to_previous)
        self.next_button.clicked.connect(self.go_to_next)

    def go_to_next(self) -> None:
        """Go to the next change."""
        self.go_to(self.text.current_run + 1)

    def go_to_previous(self) -> None:
        """Go to the previous change."""
        self.go_to(self.text.current_run - 1)

    def go_to(self, change: int) -> None:
        """Go to a change by its number from 0, if it exists."""
        self.text.go_to_run(change)

    def event(self, event: QEvent) -> bool:
        # Handled before shortcuts of the window: here these keys go through the changes.
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_own(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._is_own(event):
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.go_to_previous()
        else:
            self.go_to_next()

    def _is_own(self, event: QKeyEvent) -> bool:
        modifiers = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        return event.key() == Qt.Key.Key_F7 and not modifiers

    def _step(self, glyph: Glyph, name: str) -> GhostButton:
        button = GhostButton("", glyph, self)
        button.setAccessibleName(name)
        button.setToolTip(name)
        return button


def _runs_of(rows: Sequence[DiffRow]) -> tuple[range, ...]:
    """Return the runs of rows that differ between the files."""
    runs: list[range] = []
    for place, row in enumerate(rows):
        if row.kind not in _CHANGED:
            continue
        if runs and runs[-1].stop == place:
            runs[-1] = range(runs[-1].start, place + 1)
        else:
            runs.append(range(place, place + 1))
    return tuple(runs)


def _columns(text: str) -> int:
    """Return the length in UTF-16, as Qt counts."""
    return len(text) + sum(character > "\uffff" for character in text)
