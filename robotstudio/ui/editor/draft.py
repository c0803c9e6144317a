"""The draft: the document that is edited, as bytes with a revision; without a widget."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor, QTextDocument

from robotstudio.engine.line_diff import Change, diff_lines
from robotstudio.io.text import TextForm, load, save
from robotstudio.ui.editor.rows import RowLayout

_BLOCK_BREAK = "\u2029"


class DraftDocument(QObject):
    """Bytes in, bytes out, whatever they are; counts the changes of the text and of its form.

    `changed` carries the revision and the bytes of it.
    """

    changed = Signal(int, object)
    lines_moved = Signal(int, int)
    modified_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = QTextDocument(self)
        self.rows = RowLayout(self.document)
        self.document.setDocumentLayout(self.rows)
        self._revision = self._announced = 0
        self._saved_as: tuple[int, TextForm, bytes] = 0, TextForm(), b""
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
    def revision(self) -> int:
        """Counts the changes; a new colour or font is none."""
        return self._revision

    @property
    def form(self) -> TextForm:
        """BOM and line ends in which the draft would be saved."""
        return self._forms.at(self._depth)

    @property
    def text(self) -> str:
        """The text in the editor's alphabet, with LF between its lines."""
        return self.document.toRawText().replace(_BLOCK_BREAK, "\n")

    @property
    def is_modified(self) -> bool:
        """Whether the bytes differ from those last loaded or saved, as far as undo can tell."""
        return self.document.isModified() or self.form != self._saved_form

    def body(self) -> bytes:
        """The bytes of the draft."""
        revision, form, body = self._saved_as
        if (revision, form) != (self._revision, self.form):
            body = save(self.text, self.form)
            self._saved_as = self._revision, self.form, body
        return body

    def set_body(self, body: bytes, saved: bytes | None = None) -> None:
        """Begin anew with a file: nothing to undo, nothing modified.

        Where other bytes are `saved`, the text is a change of those: one step that can be undone.
        """
        loaded = load(body if saved is None else saved)
        self._is_replacing = True
        self.document.setPlainText(loaded.text)
        self.document.clearUndoRedoStacks()
        self._is_replacing = False
        self._depth = 0
        self._forms = FormHistory(loaded.form)
        self._revision += 1  # also where the same text was loaded again
        self.set_unmodified()
        if saved is None or saved == body:
            self._announce()
        else:
            self.replace_body(body)

    def replace_body(self, body: bytes) -> None:
        """Put another file in place of the draft, as one step that can be undone."""
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
        """Put another version of the file in place of the draft, only where the two differ, as one undo step.

        A step that changes nothing but BOM or line ends can be undone too.
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
        self._revision += 1
        self._announce()

    def set_unmodified(self) -> None:
        """What is here now is what is on the disk."""
        self._saved_form = self.form
        self.document.setModified(False)
        self._update_modified()

    def set_modified(self) -> None:
        """What is here now is on no disk, also where nothing was edited: undo does not change that."""
        self.document.setModified(True)
        self._update_modified()

    def _on_contents_change(self, position: int, removed: int, added: int) -> None:
        if not removed and not added:
            return
        self._revision += 1
        moved = self.document.blockCount() - self._line_count
        self._line_count += moved
        if moved:
            block = self.document.findBlock(position)
            # At the start of a line, the line itself moves.
            line = block.blockNumber() + (position > block.position())
            self.lines_moved.emit(line, moved)

    def _on_contents_changed(self) -> None:
        self._depth = self.document.availableUndoSteps()
        # Also emitted where a block was only coloured anew.
        if self._revision != self._announced and not self._is_replacing:
            self._announce()

    def _on_undo_command_added(self) -> None:
        self._forms.drop_after(self._depth)

    def _on_modification_changed(self) -> None:
        self._update_modified()

    def _announce(self) -> None:
        self._announced = self._revision
        self._update_modified()
        self.changed.emit(self._revision, self.body())

    def _update_modified(self) -> None:
        if self.is_modified != self._was_modified:
            self._was_modified = not self._was_modified
            self.modified_changed.emit(self._was_modified)


class FormHistory:
    """Which form holds from which depth of the undo stack on."""

    def __init__(self, form: TextForm) -> None:
        self._forms: dict[int, TextForm] = {0: form}

    def at(self, depth: int) -> TextForm:
        """The form in force after `depth` undoable steps."""
        return self._forms[max(start for start in self._forms if start <= depth)]

    def replace(self, depth: int, form: TextForm) -> None:
        """Let another form hold where the form in force now holds."""
        self._forms[max(start for start in self._forms if start <= depth)] = form

    def begin(self, depth: int, form: TextForm) -> None:
        """Let a form hold from a step on."""
        self._forms[depth] = form

    def drop_after(self, depth: int) -> None:
        """Forget what a new step on top of `depth` others has made impossible to redo."""
        self._forms = {start: form for start, form in self._forms.items() if start <= depth}


class Hunk(NamedTuple):
    """From a line (from 0) on, or `before` it by its line break, one text gives way to another."""

    line: int
    before: int
    old: str
    new: str


def hunk_of(change: Change, old: Sequence[str], new: Sequence[str]) -> Hunk:
    """The texts of a change, with the line breaks that come and go with it."""
    removed, added = old[change.old_start : change.old_end], new[change.new_start : change.new_end]
    if change.old_end < len(old):
        return Hunk(change.old_start, 0, _ended(removed), _ended(added))
    if change.old_start == 0:
        return Hunk(0, 0, "\n".join(removed), "\n".join(added))
    return Hunk(change.old_start, 1, _begun(removed), _begun(added))


def replace_hunk(cursor: QTextCursor, hunk: Hunk) -> None:
    """Do it in the document of a cursor."""
    head = _common(hunk.old, hunk.new)
    old, new = hunk.old[head:], hunk.new[head:]
    tail = _common(old[::-1], new[::-1])
    old, new = old[: len(old) - tail], new[: len(new) - tail]
    document = cursor.document()
    if hunk.line < document.blockCount():
        start = document.findBlockByNumber(hunk.line).position() - hunk.before
    else:
        start = document.characterCount() - 1  # behind the last line
    start += _utf16_length(hunk.old[:head])
    cursor.setPosition(start)
    cursor.setPosition(start + _utf16_length(old), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(new)


def _common(one: str, other: str) -> int:
    """With how many signs both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _ended(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _begun(lines: Sequence[str]) -> str:
    return "".join(f"\n{line}" for line in lines)


def _utf16_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
