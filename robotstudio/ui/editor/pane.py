"""The editor column: header, bars, text, and the evaluation beside it; and its pop-ups, made on first use."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QMenu, QWidget

from robotstudio.engine.reading_model import CrawlerReading
from robotstudio.store.text import TextForm
from robotstudio.text.language import tr
from robotstudio.ui.editor import line_ops
from robotstudio.ui.editor.annotations import Annotations, ExpectationMark
from robotstudio.ui.editor.backdrop import Shading, Squiggles, columns_of
from robotstudio.ui.editor.bars import FindBar, GoToBar
from robotstudio.ui.editor.byte_view import ByteView
from robotstudio.ui.editor.decides_column import DecidesColumn
from robotstudio.ui.editor.draft import DraftDocument
from robotstudio.ui.editor.find import FindController
from robotstudio.ui.editor.gutter import Gutter, trap_words
from robotstudio.ui.editor.header import EditorHeader
from robotstudio.ui.editor.hover import Explain, FindingsOf, HoverController
from robotstudio.ui.editor.line_marks import LineNote, ProblemMark, ProblemMarks
from robotstudio.ui.editor.overview_ruler import OverviewRuler
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.editor.rows import x_of
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import column_in

if TYPE_CHECKING:
    from robotstudio.draft.analysis import Analysis
    from robotstudio.draft.rule_coverage import LineCoverage
    from robotstudio.engine import Dialect, Group
    from robotstudio.ui.editor.completer import Completer, Propose
    from robotstudio.ui.editor.outline import OutlineEntry, OutlinePopup


_MOST_TRAPS = 8


class EditorPane(QWidget):
    """Combines the parts; showing results never moves the caret, the selection or the view."""

    draft_changed = Signal(int, object)  # the revision, and its bytes
    wanted = Signal()  # the editor is to be shown, or focused
    reading_dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.annotations = Annotations()
        """The marks of lines, beside them and under them."""
        self._problems = ProblemMarks()
        self._draft = DraftDocument(self)
        self._header = EditorHeader(self)
        self._find_bar = FindBar(self)
        self._edit = RobotsEdit(self._draft, self)
        self._go_to_bar = GoToBar(self._edit, self)
        self._ruler = OverviewRuler(self.annotations, self._edit)
        self._edit.setVerticalScrollBar(self._ruler)
        self._gutter = Gutter(self._edit, self.annotations)
        self._decides = DecidesColumn(self._edit, self.annotations)
        self._edit.set_shading(Shading(self.annotations))
        self._edit.set_squiggles(Squiggles(self._problems))
        self._edit.set_sides(self._gutter, self._decides)
        self.finder = FindController(self._edit, self._draft, self._find_bar, self)
        self._bytes = ByteView(self)
        self.assistance = Assistance(self._edit, self.place_caret, self)
        self._gutter.hint_wanted.connect(self.assistance.hover.show_beside)
        self.assistance.hover.close_with(self._gutter)
        # Signals of parts, which are private
        self.modified_changed = self._draft.modified_changed
        self.caret_moved = self._edit.caret_moved
        self.zoom_changed = self._edit.zoom_changed
        self.bytes_dismissed = self._bytes.lines.left
        self.rules_requested = self._header.decides.clicked
        self.rule_menu_requested = self._decides.menu_requested
        self.decided_line_activated = self._decides.line_activated
        self._arrange()
        self._sides = Sides(self._edit, self._gutter, self._decides, self._ruler, self)
        self._connect()

    # The draft

    @property
    def revision(self) -> int:
        """A counter of changes of the draft."""
        return self._draft.revision

    @property
    def form(self) -> TextForm:
        """BOM and line ends for saving the draft."""
        return self._draft.form

    @property
    def is_modified(self) -> bool:
        return self._draft.is_modified

    def body(self) -> bytes:
        return self._draft.body()

    def set_body(self, body: bytes, saved: bytes | None = None) -> None:
        """Load a file, with the caret at the top; with other `saved` bytes, Undo leads back to those."""
        self.annotations.clear()
        self._edit.notes.show(())
        self.show_problems(())
        self._edit.set_decision(None)
        self._draft.set_body(body, saved)
        self._edit.place_caret(1)
        self._ruler.set_caret_line(1)
        self._ruler.setValue(0)
        self._edit.horizontalScrollBar().setValue(0)  # Qt scrolls to the caret even without a width

    def replace_body(self, body: bytes) -> None:
        """Replace the draft by another file, as one undo step."""
        caret, scrolled = self._edit.caret_line, self._ruler.value()
        self._draft.replace_body(body)
        self._edit.place_caret(caret)
        self._ruler.setValue(scrolled)

    def revise_body(self, body: bytes) -> None:
        """Replace the draft where another version differs, as one undo step; the view stays."""
        scrolled = self._ruler.value()
        self._draft.revise_body(body)
        self._ruler.setValue(scrolled)

    def set_form(self, form: TextForm) -> None:
        """Save with another BOM or other line ends from now on."""
        self._draft.set_form(form)

    def set_unmodified(self) -> None:
        """Mark the draft as saved."""
        self._draft.set_unmodified()

    def set_modified(self) -> None:
        """Mark the draft as unsaved, even if unedited."""
        self._draft.set_modified()

    def set_title(self, name: str, *, modified: bool) -> None:
        """Show the file name, and whether it has unsaved changes."""
        self._header.set_title(name, modified=modified)

    def set_note(self, note: str) -> None:
        """Show a note in the header, "" for none."""
        self._header.set_note(note)

    # Evaluation

    def show_analysis(self, analysis: "Analysis") -> None:
        """Show the groups and counts of another evaluation."""
        with self._changing_rows():
            changed = self.annotations.show(analysis)
        if changed.groups:
            self._ruler.update()
        self._header.show_urls(self.annotations.urls)
        self._header.set_overruled(is_overruled=self.annotations.is_overruled)

    def set_stale(self, is_stale: bool) -> None:
        """Show the counts in grey while a new evaluation is pending."""
        if is_stale != self.annotations.is_stale:
            self.annotations.is_stale = is_stale
            self._decides.update()

    def show_decision(self, line: int | None, allowed: bool) -> None:
        """Mark the line that decides the selected cell, or none."""
        self.annotations.decide(line, is_allowed=allowed)
        before, decision = self._edit.decision, self.annotations.decision
        if decision != before:
            self._edit.set_decision(decision)
            for each in filter(None, (before, decision)):
                self._sides.update_line(each.line)
            self._ruler.update()

    def show_group(self, parts: "Collection[Group] | None") -> None:
        """Mark the parts of the group that the selected crawler reads."""
        selected = frozenset(group.first_line for group in parts or ())
        if not self.annotations.selects(selected):
            with self._changing_rows():
                self.annotations.select_groups(selected)

    def show_reading(self, reading: CrawlerReading | None, title: str = "") -> None:
        """Show the file as this crawler reads it, or as it is."""
        if not self.annotations.reading.shows(reading):
            with self._changing_rows():
                self.annotations.show_reading(reading)
            self._ruler.update()
        said = "\n".join(trap_words(trap) for trap in islice(self.annotations.reading.traps(), _MOST_TRAPS))
        self._header.show_reader(title if reading is not None else "", said)

    def set_coverage(self, rows: "Mapping[int, LineCoverage]") -> None:
        """Show the coverage of the rules, by line."""
        self.annotations.set_coverage(rows)
        self._decides.describe(rows)

    def show_expectations(self, marks: Mapping[int, ExpectationMark]) -> None:
        """Show the results of expectations, by line."""
        with self._changing_rows():
            self.annotations.set_expectations(marks)

    def show_notes(self, notes: Sequence[LineNote]) -> None:
        """Show notes after lines."""
        if self._edit.notes.show(notes):
            self._edit.viewport().update()

    def coverage_of(self, line: int) -> "LineCoverage | None":
        """Return the coverage of a line's rule, with current line numbers."""
        return self.annotations.coverage(line)

    def show_problems(self, marks: Sequence[ProblemMark]) -> None:
        """Underline problems, the worst of each line first, with icons before the lines and in the overview."""
        with self._changing_rows():
            is_other = self._problems.show(marks)
        if is_other:
            self._show_marks()

    @contextmanager
    def _changing_rows(self) -> Iterator[None]:
        """Repaint the rows that look different after a change of their marks, and only where they do."""
        before = self._looks()
        yield
        parts = self._edit.viewport(), self._gutter, self._decides
        for line, looks in self._looks().items():
            if looks == before[line]:
                continue
            place = self._edit.place_of(line)
            for part, old, new in zip(parts, before[line], looks, strict=True):
                if old != new:
                    part.update(0, place.y(), part.width(), place.height())

    def _looks(self) -> Mapping[int, tuple[object, object, object]]:
        """Return the marks of each visible row: in the text, left and right of it."""
        return {
            line: ((shade, self._problems.at(line)), left, right)
            for line in (row.line for row in self._edit.rows())
            for shade, left, right in [self.annotations.looks(line)]
        }

    # The bytes

    def show_bytes(self, is_shown: bool) -> None:
        """Show the bytes of the draft in place of its text, or the text again."""
        had_keyboard = self._edit.hasFocus() or self._bytes.lines.hasFocus()
        self._bytes.show_body(self.body() if is_shown else b"")
        self._edit.setVisible(not is_shown)
        self._bytes.setVisible(is_shown)
        self._header.show_decides(not is_shown)
        self.setFocusProxy(self._bytes if is_shown else self._edit)
        if is_shown:
            self._bytes.lines.reveal_line(self._edit.caret_line)
        if had_keyboard:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_bytes_as(self, dialect: "Dialect", title: str) -> None:
        """Mark in the bytes where this crawler stops reading."""
        self._bytes.set_reader(dialect, title)

    # Caret, scrolling and zoom

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Take the keyboard, and come to the front if something covers the editor."""
        self.wanted.emit()
        super().setFocus(reason)

    @property
    def caret_line(self) -> int:
        """The line of the caret, counted from 1."""
        return self._edit.caret_line

    @property
    def caret(self) -> tuple[int, int]:
        """The line and the column of the caret, counted from 1."""
        cursor = self._edit.textCursor()
        return cursor.blockNumber() + 1, cursor.positionInBlock() + 1

    @property
    def selection(self) -> tuple[int, ...]:
        """The caret, followed by the anchor if there is a selection, as for `put_caret_back`."""
        cursor = self._edit.textCursor()
        if not cursor.hasSelection():
            return self.caret
        anchor = self._edit.document().findBlock(cursor.anchor())
        return (*self.caret, anchor.blockNumber() + 1, cursor.anchor() - anchor.position() + 1)

    def put_caret_back(self, line: int, column: int, *anchor: int) -> None:
        """Restore the caret, or as near as the text allows; the focus does not change."""
        if anchor:
            self._edit.place_caret(*anchor)
        self._edit.place_caret(line, column, keeps_anchor=bool(anchor))

    def reveal_line(self, line: int) -> None:
        """Scroll to a line if it is out of sight; the caret stays."""
        self._edit.reveal_line(line)
        self._bytes.lines.reveal_line(line)

    @property
    def caret_point(self) -> QPoint:
        self._edit.ensureCursorVisible()
        return self._edit.viewport().mapToGlobal(self._edit.cursorRect().bottomLeft())

    def place_caret(self, line: int, byte: int = 0) -> None:
        """Put the caret into a line, after so many bytes of it."""
        text = self._edit.document().findBlockByNumber(line - 1).text() if byte > 0 else ""
        self._edit.place_caret(line, columns_of(text, byte, -1)[0] + 1)
        self._bytes.lines.reveal_line(line)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def lines_to_show(self, *, is_whole: bool = False) -> tuple[int, list[str]]:
        """Return the first line's number and the selected lines; all if at most one is selected, or `is_whole`.

        Bytes without a character are in them as the editor shows them.
        """
        return line_ops.lines_to_show(self._edit.textCursor(), is_whole=is_whole)

    def open_go_to_line(self) -> None:
        self.wanted.emit()
        self._find_bar.hide()
        self._go_to_bar.open(self._edit.caret_line, self._edit.blockCount())

    @property
    def zoom(self) -> int:
        """The size of the text in pixels."""
        return self._edit.zoom

    def set_zoom(self, zoom: int) -> None:
        """Show the text in another size."""
        self._edit.set_zoom(zoom)

    def set_ruler(self, column: int) -> None:
        """Draw a vertical ruler after this column, or none for 0."""
        self._edit.set_ruler(column)

    # Editing

    def set_menu(self, extend: Callable[[QMenu], object]) -> None:
        """Set a function that extends the context menu whenever it is opened."""
        self._edit.extend_menu = extend

    def undo(self) -> None:
        """Undo the last step."""
        self._edit.undo()

    def open_find(self, *, replaces: bool = False) -> None:
        """Open the bar to find, or to replace."""
        self.wanted.emit()
        self._go_to_bar.hide()
        self.finder.open(replaces=replaces)

    def change_lines(self, operation: Callable[[QTextCursor], QTextCursor]) -> None:
        """Apply an operation to the selected lines, such as `line_ops.duplicate`."""
        self._edit.setTextCursor(operation(self._edit.textCursor()))

    def remove_line(self, line: int) -> None:
        """Remove a line as one undo step; the caret stays where it is."""
        line_ops.delete(QTextCursor(self._draft.document.findBlockByNumber(line - 1)))

    def insert_lines(self, after: int, lines: Sequence[str]) -> None:
        """Insert lines after one, 0 for the start, as one undo step; the caret does not move."""
        taken_along = line_ops.insert_after(self._edit.textCursor(), after, lines)
        if taken_along is not None:
            self._edit.setTextCursor(taken_along)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._open_bars():
            for bar in self._open_bars():
                bar.close_bar()
        elif event.key() == Qt.Key.Key_Escape and self.annotations.reading.is_on:
            self.reading_dismissed.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(SIZES.editor_width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(SIZES.editor_width_min, super().minimumSizeHint().height())

    def _open_bars(self) -> list[FindBar | GoToBar]:
        return [bar for bar in (self._find_bar, self._go_to_bar) if bar.isVisible()]

    def _arrange(self) -> None:
        layout = column_in(self)
        for part in (self._header, self._find_bar, self._go_to_bar):
            layout.addWidget(part)
        layout.addWidget(self._edit, 1)
        layout.addWidget(self._bytes, 1)
        self.setFocusProxy(self._edit)
        self.setAccessibleName(tr("Editor"))

    def _connect(self) -> None:
        self._draft.changed.connect(self._on_draft_changed)
        self._draft.lines_moved.connect(self._on_lines_moved)
        theme.changed.connect(self._sides.update)

    def _show_marks(self) -> None:
        signs = self._problems.signs()
        self._gutter.set_signs(signs)
        self._ruler.set_marks({line: sign.color for line, sign in signs.items()})

    def _on_draft_changed(self, revision: int, body: bytes) -> None:
        if self._bytes.isVisible():
            self._bytes.set_body(body)
        self.draft_changed.emit(revision, body)

    def _on_lines_moved(self, after: int, delta: int) -> None:
        self.annotations.move_lines(after, delta)
        self._problems.move_lines(after, delta)
        self._edit.notes.move_lines(after, delta)
        self._edit.set_decision(self.annotations.decision)
        self._sides.follow_lines()
        self._show_marks()


class Assistance(QObject):
    """The editor's pop-ups, made on first use; they get the keys meant for them."""

    def __init__(self, edit: RobotsEdit, go_to_line: "Callable[[int], None]", parent: QWidget) -> None:
        """Inactive until `set_sources` is called."""
        super().__init__(parent)
        self._edit = edit
        self._go_to_line = go_to_line
        self._parent = parent
        self.hover = HoverController(edit, parent)
        edit.set_key_taker(self._take_key)

    @cached_property
    def completer(self) -> "Completer":
        """The completion of the text."""
        from robotstudio.ui.editor.completer import Completer  # made when it is first used

        return Completer(self._edit, self._parent)

    @cached_property
    def outline(self) -> "OutlinePopup":
        """The list of the groups."""
        from robotstudio.ui.editor.outline import OutlinePopup  # noqa: PLC0415

        return OutlinePopup(self._edit, self._go_to_line)

    def set_sources(self, explain: Explain, propose: "Propose") -> None:
        """Set the sources of explanations and proposals."""
        self.hover.set_explainer(explain)
        self.completer.set_source(propose)

    def set_findings(self, findings_of: FindingsOf) -> None:
        """Show findings of the linter on a line's card, too."""
        self.hover.set_findings(findings_of)

    def explain_here(self) -> None:
        """Show the card for the caret position."""
        self._close_completer()
        if self._edit.isVisible():
            self.hover.explain_here()

    def complete(self) -> None:
        """Propose completions at the caret."""
        self.hover.close()
        if not self._edit.isVisible():
            return
        self._edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.completer.complete()

    def open_outline(self, entries: "Sequence[OutlineEntry]") -> None:
        """List the groups, to jump to one of them."""
        self.close()
        self.outline.popup(entries, self._edit.caret_line)

    def close(self) -> None:
        """Hide all pop-ups."""
        self.hover.close()
        self._close_completer()

    def _take_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            return self._close_completer() or self.hover.close()
        self.hover.close()
        return "completer" in vars(self) and self.completer.take_key(event)

    def _close_completer(self) -> bool:
        return "completer" in vars(self) and self.completer.close()


class Sides(QObject):
    """Repaints the sides on changes in the text."""

    def __init__(
        self, edit: RobotsEdit, gutter: Gutter, decides: DecidesColumn, ruler: OverviewRuler, pane: QWidget
    ) -> None:
        super().__init__(pane)
        self._edit = edit
        self._gutter = gutter
        self._beside = gutter, decides
        self._all = gutter, decides, ruler
        self._ruler = ruler
        self._caret_line = 1
        self._top_row = 1, 0.0
        edit.caret_moved.connect(self._on_caret_moved)
        edit.zoom_changed.connect(self._on_zoom_changed)
        edit.updateRequest.connect(self._on_update_request)
        edit.horizontalScrollBar().valueChanged.connect(decides.update)
        self._decides = decides
        self._reaches_decides = False
        self._fit()

    def update(self) -> None:
        """Repaint all of them."""
        for side in self._all:
            side.update()

    def update_line(self, line: int) -> None:
        """Repaint the sides of a line."""
        place = self._edit.place_of(line)
        for side in self._beside:
            side.update(0, place.y(), side.width(), place.height())

    def follow_lines(self) -> None:
        """Follow an insertion or removal of lines."""
        if self._gutter.fit():
            self._edit.update_sides()
        self._fit()
        self.update()

    def _fit(self) -> None:
        self._ruler.set_text_shape(self._edit.blockCount(), self._edit.row_height)

    def _on_caret_moved(self, line: int, _column: int) -> None:
        if line != self._caret_line:
            self.update_line(self._caret_line)
            self.update_line(line)
            self._caret_line = line
            self._ruler.set_caret_line(line)

    def _on_zoom_changed(self, _zoom: int) -> None:
        self._fit()
        self.update()

    def _on_update_request(self, rect: QRect, scrolled: int) -> None:
        """Scroll with the text; other changes in it affect only its own rows, or are reported separately."""
        if scrolled:
            for side in self._beside:
                side.scroll(0, scrolled)
        elif rect.height() <= 2 * self._edit.row_height:
            self._follow_end_of_line(rect)
        elif self._edit.first_row != self._top_row:
            for side in self._beside:
                side.update()
        self._top_row = self._edit.first_row

    def _follow_end_of_line(self, rect: QRect) -> None:
        """Repaint the row of a line in the `decides` column if its text goes on there, or did before."""
        block = self._edit.document().findBlockByNumber(self._edit.row_at(rect.center().y()) - 1)
        end = self._edit.text_left + x_of(block, block.length() - 1)
        before, self._reaches_decides = self._reaches_decides, end > self._edit.viewport().width()
        if before or self._reaches_decides:
            self._decides.update(0, rect.top(), self._decides.width(), rect.height())
