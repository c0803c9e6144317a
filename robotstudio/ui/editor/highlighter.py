"""Syntax colours. Lines are independent: each is lexed alone, and only before it is shown.

QSyntaxHighlighter lexes a whole file on loading and on a theme change, and repaints the whole view at every key; this
one sets the formats of single blocks after the edit, or before they are painted.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from pygments.token import String, _TokenType
from PySide6.QtCore import QObject, QSignalBlocker
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument, QTextFormat, QTextLayout

from robotstudio.engine.line_pieces import line_pieces
from robotstudio.store.text import encode_line, is_substitute, utf16_offsets
from robotstudio.ui.theme.pygments_style import font_weight, style_for
from robotstudio.ui.theme.theme import qcolor
from robotstudio.ui.theme.tokens import Tokens

MAX_BYTES = 4096
MAX_PIECES = 512
"""The rest of a longer line stays plain: a line of 500,000 wildcards must not block the window."""

TINT = QTextFormat.Property.UserProperty
"""The format property for the background colour: Qt's own would be square and as high as the font."""

_TINTED, _GENERATION = 1, 2
_BLOCKS_AT_ONCE = 100
_NOT_LEXED = -1

_Range = tuple[int, int, _TokenType]


def has_tints(block: QTextBlock) -> bool:
    """Return True if a lexed block has tinted backgrounds; called for each painted row."""
    state: int = block.userState()
    return state > 0 and bool(state & _TINTED)


class Highlighter(QObject):
    """Formats blocks from the tokenizer's pieces, in the colours of the Pygments style of the theme."""

    def __init__(self, document: QTextDocument, tokens: Tokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._formats: dict[_TokenType, QTextCharFormat] = {}
        self._byte_format = QTextCharFormat()
        # The state of a lexed block is this number, plus one if it has tints. Adding two makes all of them
        # outdated.
        self._generation = 0
        self._changed: list[QTextBlock] = []
        self.set_tokens(tokens)
        document.contentsChange.connect(self._on_contents_change)
        document.contentsChanged.connect(self._on_contents_changed)

    def set_tokens(self, tokens: Tokens) -> None:
        """Use the colours of another theme."""
        self._style = style_for(tokens)
        self._formats.clear()
        self._byte_format = QTextCharFormat()
        self._byte_format.setForeground(qcolor(tokens.warning))
        self._byte_format.setProperty(TINT, qcolor(tokens.warning_tint))
        self._generation += _GENERATION

    def lex_blocks(self, blocks: Iterable[QTextBlock]) -> None:
        """Lex the blocks that are not lexed yet; called before they are painted."""
        for block in blocks:
            if block.userState() & ~_TINTED != self._generation and not block.layout().preeditAreaText():
                self._lex(block)

    def forget(self, block: QTextBlock) -> None:
        """Mark a block to be lexed again, after an input method has set its own formats."""
        block.setUserState(_NOT_LEXED)

    def _lex(self, block: QTextBlock) -> None:
        layout = block.layout()
        ranges = list(self._format_ranges(block.text()))
        is_tinted = any(each.format.hasProperty(TINT) for each in ranges)
        block.setUserState(self._generation | _TINTED if is_tinted else self._generation)
        if ranges != layout.formats():
            # Rows have one height and the row is about to be painted: Qt need not repaint everything below.
            blocker = QSignalBlocker(self._document.documentLayout())
            layout.setFormats(ranges)
            self._document.markContentsDirty(block.position(), block.length())
            blocker.unblock()

    def _format_ranges(self, text: str) -> Iterator[QTextLayout.FormatRange]:
        for start, end, kind in islice(_ranges(text), MAX_PIECES):
            yield _format_range(start, end, self._format(kind))
        if not text.isascii():
            for start, end in islice(_substitute_runs(text), MAX_PIECES):
                yield _format_range(start, end, self._byte_format)

    def _on_contents_change(self, position: int, _removed: int, added: int) -> None:
        block = self._document.findBlock(position)
        self._changed.clear()
        while block.isValid() and block.position() <= position + added:
            if len(self._changed) == _BLOCKS_AT_ONCE:
                self._generation += _GENERATION
                return
            self.forget(block)
            self._changed.append(block)
            block = block.next()

    def _on_contents_changed(self) -> None:
        changed, self._changed = self._changed, []
        self.lex_blocks(block for block in changed if block.isValid())

    def _format(self, kind: _TokenType) -> QTextCharFormat:
        found = self._formats.get(kind)
        if found is None:
            found = self._formats[kind] = self._make_format(kind)
        return found

    def _make_format(self, kind: _TokenType) -> QTextCharFormat:
        style = self._style.style_for_token(kind)
        made = QTextCharFormat()
        made.setForeground(qcolor(f"#{style['color']}"))
        if style["bgcolor"]:
            made.setProperty(TINT, qcolor(f"#{style['bgcolor']}"))
        made.setFontWeight(font_weight(kind))
        made.setFontItalic(bool(style["italic"]))
        if kind is String.Escape:
            made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
            made.setUnderlineColor(qcolor(f"#{style['color']}"))
        return made


def _format_range(start: int, end: int, style: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, end - start, style
    return made


def _ranges(text: str) -> Iterator[_Range]:
    """Return the pieces of a line in the UTF-16 columns of Qt."""
    text = text[:MAX_BYTES]
    raw = encode_line(text)
    pieces = line_pieces(raw)[:MAX_PIECES]
    if text.isascii():
        yield from pieces
        return
    columns = iter(utf16_offsets(text, [offset for piece in pieces for offset in piece[:2]]))
    for _, _, kind in pieces:
        yield next(columns), next(columns), kind


def _substitute_runs(text: str) -> Iterator[tuple[int, int]]:
    """Iterate over runs of bytes without a character, in UTF-16 columns; each byte takes two."""
    column, start = 0, -1
    for char in text[:MAX_BYTES]:
        if is_substitute(char):
            start = column if start < 0 else start
        elif start >= 0:
            yield start, column
            start = -1
        column += 1 + (char > "\uffff")
    if start >= 0:
        yield start, column
