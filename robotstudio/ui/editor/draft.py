"""The edited document as bytes with a revision, without a widget."""

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor, QTextDocument

from robotstudio.store.line_ends import LINE_ENDS
from robotstudio.store.text import TextForm, encode_line, load, save
from robotstudio.ui.editor.rows import RowLayout

if TYPE_CHECKING:  # the text is shown before it is compared with anything
    from robotstudio.engine.line_diff import ChangedLines

_BLOCK_BREAK = "\u2029"
_BOM = b"\xef\xbb\xbf"
_MOST_LINES_EDITED = 1000  # more are encoded together


class DraftDocument(QObject):
    """Stores any bytes losslessly; counts the changes of the text and of its form.

    `changed` carries the revision and its bytes.
    """

    changed = Signal(int, object)
    lines_moved = Signal(int, int)
    modified_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = QTextDocument(self)
        self.rows = RowLayout(self.document)
        self.document.setDocumentLayout(self.rows)
        self.document.setModified(False)  # set by the layout
        self.revision = self._announced = 0
        """A counter of changes, except in colours and fonts."""
        self._bytes = DraftBytes(self.document)
        self._line_count = 1
        self._saved_form = TextForm()
        self._forms = FormHistory(self._saved_form)
        self._was_modified = False
        self._depth = 0
        self._is_replacing = False
        self.document.contentsChange.connect(self._on_contents_change)
        self.document.contentsChanged.connect(self._on_contents_changed)
        self.document.undoCommandAdded.connect(self._on_undo_command_added)
        self.document.modificationChanged.connect(self._on_modification_changed)

    @property
    def form(self) -> TextForm:
        """BOM and line ends for saving the draft."""
        return self._forms.at(self._depth)

    @property
    def text(self) -> str:
        """The text in the editor's alphabet, with LF between its lines."""
        return text_of(self.document)

    @property
    def is_modified(self) -> bool:
        """True if the bytes differ from those last loaded or saved, as far as undo can detect."""
        return self.document.isModified() or self.form != self._saved_form

    def body(self) -> bytes:
        return self._bytes.body(self.form)

    def set_body(self, body: bytes, saved: bytes | None = None) -> None:
        """Load a file without undo history, unmodified.

        With other `saved` bytes, the text is a change of those: one undo step.
        """
        loaded = load(body if saved is None else saved)
        self._is_replacing = True
        self.document.setPlainText(loaded.text)
        self.document.clearUndoRedoStacks()
        self._is_replacing = False
        self._depth = 0
        self._forms = FormHistory(loaded.form)
        self.revision += 1  # also if the same text was loaded again
        self.set_unmodified()
        if saved is None or saved == body:
            self._announce()
        else:
            self.replace_body(body)

    def replace_body(self, body: bytes) -> None:
        """Replace the draft by another file, as one undo step."""
        loaded = load(body)
        if loaded.text == self.text:
            self.set_form(loaded.form)
            return
        cursor = QTextCursor(self.document)
        cursor.select(QTextCursor.SelectionType.Document)
        self._is_replacing = True
        cursor.insertText(loaded.text)
        self._is_replacing = False
        self._forms.begin(self._depth, loaded.form)
        self._announce()

    def revise_body(self, body: bytes) -> None:
        """Replace the draft by another version of the file, only where the two differ, as one undo step.

        A step that changes only BOM or line ends can be undone, too.
        """
        if body == self.body():
            return
        loaded = load(body)
        old, new = self.text, loaded.text
        cursor = QTextCursor(self.document)
        self._is_replacing = True
        cursor.beginEditBlock()
        if old == new:
            cursor.insertText(" ")
            cursor.deletePreviousChar()
        from robotstudio.engine.line_diff import diff_lines  # noqa: PLC0415  # a text is shown before there are two

        old_lines, new_lines = old.split("\n"), new.split("\n")
        for change in reversed(diff_lines(old_lines, new_lines)):
            replace_hunk(cursor, hunk_of(change, old_lines, new_lines))
        cursor.endEditBlock()
        self._is_replacing = False
        self._forms.begin(self._depth, loaded.form)
        self._announce()

    def set_form(self, form: TextForm) -> None:
        """Save with another BOM or other line ends from now on."""
        if form == self.form:
            return
        self._forms.replace(self._depth, form)
        self.revision += 1
        self._announce()

    def set_unmodified(self) -> None:
        """Mark the current text as saved."""
        self._saved_form = self.form
        self.document.setModified(False)
        self._update_modified()

    def set_modified(self) -> None:
        """Mark the current text as unsaved, even if unedited; undo does not change that."""
        self.document.setModified(True)
        self._update_modified()

    def _on_contents_change(self, position: int, removed: int, added: int) -> None:
        if not removed and not added:
            return
        self.revision += 1
        moved = self.document.blockCount() - self._line_count
        self._line_count += moved
        self._bytes.note(position, added, moved)
        if moved:
            block = self.document.findBlock(position)
            # At the start of a line, the line itself moves.
            line = block.blockNumber() + (position > block.position())
            self.lines_moved.emit(line, moved)

    def _on_contents_changed(self) -> None:
        self._depth = self.document.availableUndoSteps()
        # Also emitted if a block was only recoloured.
        if self.revision != self._announced and not self._is_replacing:
            self._announce()

    def _on_undo_command_added(self) -> None:
        self._forms.drop_after(self._depth)

    def _on_modification_changed(self) -> None:
        self._update_modified()

    def _announce(self) -> None:
        self._announced = self.revision
        self._update_modified()
        self.changed.emit(self.revision, self.body())

    def _update_modified(self) -> None:
        if self.is_modified != self._was_modified:
            self._was_modified = not self._was_modified
            self.modified_changed.emit(self._was_modified)


def text_of(document: QTextDocument) -> str:
    """Return all lines, joined by LF."""
    return document.toRawText().replace(_BLOCK_BREAK, "\n")


class DraftBytes:
    """The bytes of a document. After an edit only the changed lines are encoded again.

    They equal `save(text, form)`; with mixed line ends, the end of a line depends on the whole file.
    """

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._form: TextForm | None = None  # None if the bytes have to be encoded again
        self._body, self._end = b"", b"\n"
        self._start = 0  # of the first line, after a BOM
        self._lengths: list[int] = []  # of each line without its end, once there was an edit
        self._place = 0, 0  # a line, from 0, and its start: the next edit is near the last one

    def body(self, form: TextForm) -> bytes:
        """Return the bytes in a form."""
        if form != self._form:
            self._form, self._end = form, LINE_ENDS[form.new_line_end]
            self._start = len(_BOM) if form.has_bom else 0
            self._body, self._lengths = save(text_of(self._document), form), []
        return self._body

    def note(self, position: int, added: int, moved: int) -> None:
        """Note a change of the document: `added` characters from a position on, and `moved` additional lines."""
        block, last = self._document.findBlock(position), self._document.findBlock(position + added)
        first, count = block.blockNumber(), (last if last.isValid() else self._document.lastBlock()).blockNumber() + 1
        count -= first
        is_small = count - moved >= 1 and count <= _MOST_LINES_EDITED
        if not is_small or not self._knows_lines(self._document.blockCount() - moved):
            self._form = None
            return
        lines = []
        for _ in range(count):
            lines.append(encode_line(block.text()).replace(b"\n", self._end))
            block = block.next()
        self._replace(first, first + count - moved, lines)

    def _knows_lines(self, line_count: int) -> bool:
        """Return True if the position of each line before the edit is known."""
        if self._form is None or self._form.mixed:
            return False
        if not self._lengths:
            # If a byte without a character is a line end, there are more pieces than lines.
            self._lengths = list(map(len, self._body[self._start :].split(self._end)))
            self._place = 0, self._start
        return len(self._lengths) == line_count

    def _replace(self, first: int, stop: int, lines: list[bytes]) -> None:
        lengths, (near, start), end = self._lengths, self._place, len(self._end)
        between = lengths[near:first] if near <= first else lengths[first:near]
        away = sum(between) + len(between) * end
        start += away if near <= first else -away
        size = sum(lengths[first:stop]) + (stop - first - 1) * end
        self._body = b"".join((self._body[:start], self._end.join(lines), self._body[start + size :]))
        lengths[first:stop] = map(len, lines)
        self._place = first, start


class FormHistory:
    """The forms by depth of the undo stack."""

    def __init__(self, form: TextForm) -> None:
        self._forms: dict[int, TextForm] = {0: form}

    def at(self, depth: int) -> TextForm:
        """Return the form in force after `depth` undoable steps."""
        return self._forms[max(start for start in self._forms if start <= depth)]

    def replace(self, depth: int, form: TextForm) -> None:
        """Replace the form in force, from where it begins."""
        self._forms[max(start for start in self._forms if start <= depth)] = form

    def begin(self, depth: int, form: TextForm) -> None:
        """Set a form from a step on."""
        self._forms[depth] = form

    def drop_after(self, depth: int) -> None:
        """Drop the forms of steps that a new step at `depth` has made impossible to redo."""
        self._forms = {start: form for start, form in self._forms.items() if start <= depth}


class Hunk(NamedTuple):
    """The replacement of a text by another, from a line (from 0) on, or `before` it by its line break."""

    line: int
    before: int
    old: str
    new: str


def hunk_of(change: "ChangedLines", old: Sequence[str], new: Sequence[str]) -> Hunk:
    """Return the texts of a change, with the line breaks that it adds or removes."""
    removed, added = old[change.old_start : change.old_end], new[change.new_start : change.new_end]
    if change.old_end < len(old):
        return Hunk(change.old_start, 0, _ended(removed), _ended(added))
    if change.old_start == 0:
        return Hunk(0, 0, "\n".join(removed), "\n".join(added))
    return Hunk(change.old_start, 1, _begun(removed), _begun(added))


def replace_hunk(cursor: QTextCursor, hunk: Hunk) -> None:
    """Apply a hunk to the document of a cursor."""
    head = _common(hunk.old, hunk.new)
    old, new = hunk.old[head:], hunk.new[head:]
    tail = _common(old[::-1], new[::-1])
    old, new = old[: len(old) - tail], new[: len(new) - tail]
    document = cursor.document()
    if hunk.line < document.blockCount():
        start = document.findBlockByNumber(hunk.line).position() - hunk.before
    else:
        start = document.characterCount() - 1  # after the last line
    start += utf16_length(hunk.old[:head])
    cursor.setPosition(start)
    cursor.setPosition(start + utf16_length(old), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(new)


def _common(one: str, other: str) -> int:
    """Return the length of the common prefix."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _ended(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _begun(lines: Sequence[str]) -> str:
    return "".join(f"\n{line}" for line in lines)


def utf16_length(text: str) -> int:
    """Return the length as Qt counts it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
