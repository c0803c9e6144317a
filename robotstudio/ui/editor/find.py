"""Find and replace in the editor, driven by the find bar."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from robotstudio.ui.editor.bars import FindBar
from robotstudio.ui.editor.draft import DraftDocument
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.editor.search import Finder, Query


class FindController(QObject):
    """Moves the selection of the editor from match to match; replacing all is one undo step."""

    def __init__(self, edit: RobotsEdit, draft: DraftDocument, bar: FindBar, parent: QObject) -> None:
        super().__init__(parent)
        self._edit = edit
        self._draft = draft
        self._bar = bar
        self._finder: Finder | None = None
        self._found_for: tuple[Query, int] | None = None
        self._origin = 0
        bar.query_changed.connect(self._on_query_changed)
        bar.next_wanted.connect(self.to_next)
        bar.previous_wanted.connect(self.to_previous)
        bar.replace_wanted.connect(self.replace_one)
        bar.replace_all_wanted.connect(self.replace_all)
        bar.closed.connect(self._on_closed)
        draft.changed.connect(self._on_changed)
        edit.selectionChanged.connect(self._on_changed)

    def to_next(self) -> None:
        """Select the next match, from the top again behind the last one."""
        cursor = self._edit.textCursor()
        start = cursor.selectionEnd() if cursor.hasSelection() else cursor.position()
        self._select(self._current().next_from(start))

    def to_previous(self) -> None:
        """Select the match before, from the bottom again before the first one."""
        self._select(self._current().last_before(self._edit.textCursor().selectionStart()))

    def replace_one(self) -> None:
        """Replace the selected match, and select the next one."""
        cursor = self._edit.textCursor()
        if self._is_match(cursor):
            cursor.insertText(self._bar.replacement)
            self._edit.setTextCursor(cursor)
        self.to_next()

    def replace_all(self) -> None:
        """Replace all matches in one undo step; the caret stays in its line, the view where it is."""
        finder = self._current()
        places = list(finder.matches())
        if not places:
            return
        replacement = self._bar.replacement
        edit = QTextCursor(self._draft.document)
        before = self._edit.textCursor().position()
        scrolled = self._edit.verticalScrollBar().value()
        edit.setPosition(places[0])
        edit.setPosition(places[-1] + finder.length, QTextCursor.MoveMode.KeepAnchor)
        units = edit.selectedText().encode("utf-16-le", "surrogatepass")
        pieces: list[bytes] = []
        end = places[0]
        for place in places:
            pieces += (units[2 * (end - places[0]) : 2 * (place - places[0])], replacement.encode("utf-16-le"))
            end = place + finder.length
        edit.insertText(b"".join(pieces).decode("utf-16-le", "surrogatepass").replace("\u2029", "\n"))
        passed = sum(place < before for place in places)
        growth = len(replacement.encode("utf-16-le")) // 2 - finder.length
        caret = QTextCursor(self._draft.document)
        caret.setPosition(min(max(before + passed * growth, 0), self._draft.document.characterCount() - 1))
        self._edit.setTextCursor(caret)
        self._edit.verticalScrollBar().setValue(scrolled)
        self._bar.say_replaced(len(places))

    def open(self, *, replaces: bool) -> None:
        """Show the bar to find something, or to replace it; what is selected in a line is taken as the query."""
        cursor = self._edit.textCursor()
        self._origin = cursor.selectionStart()
        selected = cursor.selectedText()
        self._bar.open("" if "\u2029" in selected else selected, replaces=replaces)
        self._on_changed()

    def _current(self) -> Finder:
        asked = (self._bar.query, self._draft.revision)
        if self._finder is None or asked != self._found_for:
            self._finder = Finder(self._bar.query, self._draft.text)
            self._found_for = asked
        return self._finder

    def _is_match(self, cursor: QTextCursor) -> bool:
        finder = self._current()
        length = cursor.selectionEnd() - cursor.selectionStart()
        return length == finder.length and finder.number_of(cursor.selectionStart()) > 0

    def _select(self, start: int) -> None:
        if start < 0:
            return
        cursor = QTextCursor(self._draft.document)
        cursor.setPosition(start)
        cursor.setPosition(start + self._current().length, QTextCursor.MoveMode.KeepAnchor)
        self._edit.reveal_line(cursor.blockNumber() + 1)
        self._edit.setTextCursor(cursor)

    def _on_query_changed(self) -> None:
        # While a query grows, the match that it already found grows with it.
        self._select(self._current().next_from(self._origin))
        self._on_changed()

    def _on_changed(self) -> None:
        if not self._bar.isVisible():
            return
        self._edit.set_query(self._bar.query)
        cursor = self._edit.textCursor()
        number = self._current().number_of(cursor.selectionStart()) if self._is_match(cursor) else 0
        self._bar.show_count(number, self._current().count())

    def _on_closed(self) -> None:
        self._edit.set_query(None)
        self._edit.setFocus()
