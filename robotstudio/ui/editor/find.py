"""Find and replace in the editor, driven by the find bar."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor

from robotstudio.text.language import WORDS, tr
from robotstudio.ui.editor.bars import FindBar
from robotstudio.ui.editor.draft import DraftDocument
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.editor.search import BadExpressionError, FindQuery, PlainFinder, TextFinder, TextSpan, finder_of

if TYPE_CHECKING:
    from robotstudio.text.language import Told

_AT_ONCE_BELOW = 200_000
_REST_MS = 150


class ReplacedText(NamedTuple):
    """The text after replacing all: the changed range, its new text, and the growth by position."""

    span: TextSpan
    text: str
    growths: Sequence[tuple[int, int]]

    def moved(self, place: int) -> int:
        """Return the position in the new text for one in the old text."""
        return place + sum(growth for start, growth in self.growths if start < place)


class FindController(QObject):
    """Moves the selection of the editor from match to match; replacing all is one undo step.

    `changed` is emitted if the result of replacing all may differ.
    """

    changed = Signal()

    def __init__(self, edit: RobotsEdit, draft: DraftDocument, bar: FindBar, parent: QObject) -> None:
        super().__init__(parent)
        self._edit = edit
        self._draft = draft
        self._bar = bar
        self._finder: TextFinder = PlainFinder(FindQuery(""), "")
        self._found_for: tuple[FindQuery, int, TextSpan | None] | None = None
        self._trouble: Told | None = None
        self._scope: QTextCursor | None = None
        self._chosen: TextSpan | None = None
        self._is_selecting = False
        self._origin = 0
        self._typing = QTimer(self, interval=_REST_MS, singleShot=True)
        self._typing.timeout.connect(self._show)
        bar.query_changed.connect(self._on_query_changed)
        bar.find_field.entered.connect(self.to_next)
        bar.find_field.entered_back.connect(self.to_previous)
        bar.next_button.clicked.connect(self.to_next)
        bar.previous_button.clicked.connect(self.to_previous)
        bar.selection_button.toggled.connect(self._on_scope_wanted)
        bar.replace_field.textChanged.connect(self._show)
        bar.replace_field.entered.connect(self.replace_one)
        bar.replace_field.entered_back.connect(self.to_previous)
        bar.replace_button.clicked.connect(self.replace_one)
        bar.replace_all_button.clicked.connect(self.replace_all)
        bar.closed.connect(self._on_closed)
        draft.changed.connect(self._on_draft_changed)
        edit.selectionChanged.connect(self._on_selection_changed)

    def to_next(self) -> None:
        """Select the next match, wrapping at the end."""
        cursor = self._edit.textCursor()
        is_at_empty = not cursor.hasSelection() and self._is_match(cursor)
        self._select(self._current().next_from(cursor.selectionEnd() + is_at_empty))

    def to_previous(self) -> None:
        """Select the previous match, wrapping at the start."""
        self._select(self._current().last_before(self._edit.textCursor().selectionStart()))

    def replace_one(self) -> None:
        """Replace the selected match, and select the next one."""
        cursor = self._edit.textCursor()
        if self._is_match(cursor):
            try:
                replacing = self._current().replacing(self._bar.replacement)
            except BadExpressionError:
                return  # the bar shows why
            cursor.insertText(replacing(TextSpan(cursor.selectionStart(), cursor.selectionEnd())))
            self._edit.setTextCursor(cursor)
        self.to_next()

    def replace_all(self) -> None:
        """Replace all matches in one undo step; the caret stays in its line, and the view in place."""
        replaced, count = self._replaced(), self._current().count()
        if replaced is None:
            return
        before = self._edit.textCursor().position()
        scrolled = self._edit.verticalScrollBar().value()
        scope = None if self._scope is None else TextSpan(self._scope.selectionStart(), self._scope.selectionEnd())
        self._cursor(replaced.span).insertText(replaced.text)
        if scope is not None:  # Qt moves both of its ends after the inserted text
            self._scope = self._cursor(TextSpan(scope.start, replaced.moved(scope.stop)))
        caret = QTextCursor(self._draft.document)
        caret.setPosition(min(max(replaced.moved(before), 0), self._draft.document.characterCount() - 1))
        self._edit.setTextCursor(caret)
        self._edit.verticalScrollBar().setValue(scrolled)
        self._show()
        self._bar.say_replaced(count)

    def text_replaced(self) -> str | None:
        """Return the text with all matches replaced; None without a replacement field or matches."""
        replaced = self._replaced() if self._bar.replaces else None
        if replaced is None:
            return None
        units = self._draft.text.encode("utf-16-le", "surrogatepass")
        before, behind = units[: 2 * replaced.span.start], units[2 * replaced.span.stop :]
        new = replaced.text.encode("utf-16-le", "surrogatepass")
        return b"".join((before, new, behind)).decode("utf-16-le", "surrogatepass")

    def show_preview(self, sentence: str) -> None:
        """Show the effect of replacing all, unless there is an error to show."""
        if self._trouble is None and self._bar.replaces:
            self._bar.show_message(sentence)

    def open(self, *, replaces: bool) -> None:
        """Show the bar to find something, or to replace it.

        A selection within a line becomes the query; selected lines become the scope.
        """
        cursor = self._edit.textCursor()
        self._origin = cursor.selectionStart()
        selected = cursor.selectedText()
        has_lines = "\u2029" in selected
        self._bar.open("" if has_lines else selected, replaces=replaces)
        if has_lines:
            self._bar.selection_button.setChecked(True)
        self._show()

    def _replaced(self) -> ReplacedText | None:
        finder = self._current()
        spans = list(finder.matches())
        try:
            replacing = finder.replacing(self._bar.replacement)
        except BadExpressionError:
            return None
        if not spans:
            return None
        units = self._draft.text.encode("utf-16-le", "surrogatepass")
        pieces: list[bytes] = []
        growths: list[tuple[int, int]] = []
        end = spans[0].start
        for span in spans:
            new = replacing(span).encode("utf-16-le", "surrogatepass")
            pieces += (units[2 * end : 2 * span.start], new)
            growths.append((span.start, len(new) // 2 - (span.stop - span.start)))
            end = span.stop
        text = b"".join(pieces).decode("utf-16-le", "surrogatepass")
        return ReplacedText(TextSpan(spans[0].start, end), text, growths)

    def _current(self) -> TextFinder:
        scope = None if self._scope is None else TextSpan(self._scope.selectionStart(), self._scope.selectionEnd())
        asked = (self._bar.query, self._draft.revision, scope)
        if asked != self._found_for:
            self._found_for, self._trouble = asked, None
            try:
                self._finder = finder_of(self._bar.query, self._draft.text, scope)
            except BadExpressionError as error:
                self._finder, self._trouble = PlainFinder(FindQuery(""), ""), error.told
        return self._finder

    def _is_match(self, cursor: QTextCursor) -> bool:
        return self._current().number_of(cursor.selectionStart(), cursor.selectionEnd()) > 0

    def _cursor(self, span: TextSpan) -> QTextCursor:
        cursor = QTextCursor(self._draft.document)
        cursor.setPosition(span.start)
        cursor.setPosition(span.stop, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _select(self, span: TextSpan | None) -> None:
        if span is None:
            return
        cursor = self._cursor(span)
        self._edit.reveal_line(cursor.blockNumber() + 1)
        self._is_selecting = True
        self._edit.setTextCursor(cursor)
        self._is_selecting = False
        self._show()

    def _on_query_changed(self) -> None:
        # Typing more of a query extends the match already found.
        self._select(self._current().next_from(self._origin))
        self._show()

    def _on_scope_wanted(self, is_wanted: bool) -> None:
        """Search the user's own selection only; a selected match does not count."""
        chosen = self._chosen
        if is_wanted and chosen is None:
            self._bar.selection_button.setChecked(False)
            self._bar.show_message(tr("Select a part of the file first."), "warning")
            return
        self._scope = self._cursor(chosen) if is_wanted and chosen else None
        self._origin = self._scope.selectionStart() if self._scope else self._origin
        self._on_query_changed()

    def _on_selection_changed(self) -> None:
        if not self._is_selecting:
            cursor = self._edit.textCursor()
            has = cursor.hasSelection()
            self._chosen = TextSpan(cursor.selectionStart(), cursor.selectionEnd()) if has else None
        self._show()

    def _on_draft_changed(self) -> None:
        self._chosen = None  # it may have moved
        if self._scope is not None and not self._scope.hasSelection():
            self._scope = None
            self._bar.show_whole_file()
        if self._bar.query.is_plain or self._draft.document.characterCount() < _AT_ONCE_BELOW:
            self._show()
        elif self._bar.isVisible():
            self._typing.start()

    def _show(self) -> None:
        if not self._bar.isVisible():
            return
        finder = self._current()
        self._edit.set_query(None if self._trouble else self._bar.query, self._scope)
        if self._trouble:
            self._bar.show_trouble(WORDS.tell(self._trouble))
        else:
            cursor = self._edit.textCursor()
            number = finder.number_of(cursor.selectionStart(), cursor.selectionEnd())
            self._bar.show_count(number, finder.count())
            self._bar.show_message("")
            self._check_replacement(finder)
        self.changed.emit()

    def _check_replacement(self, finder: TextFinder) -> None:
        if self._bar.replaces:
            try:
                finder.replacing(self._bar.replacement)
            except BadExpressionError as error:
                self._bar.show_trouble(WORDS.tell(error.told), has_matches=True)

    def _on_closed(self) -> None:
        self._scope = None
        self._bar.show_whole_file()
        self._edit.set_query(None)
        self._edit.setFocus()
