"""Syntax colours. Lines do not depend on each other: each is lexed alone, and only when it is to be seen.

Qt's own QSyntaxHighlighter lexes a whole file when it is loaded and when the theme changes, and makes Qt paint the
whole view at every key; this one sets the formats of single blocks after the edit, or before they are painted.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from pygments.token import String, _TokenType
from PySide6.QtCore import QObject, QSignalBlocker
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextDocument, QTextFormat, QTextLayout

from robotstudio.engine.line_pieces import line_pieces
from robotstudio.store.text import encode_line, is_substitute, utf16_offsets
from robotstudio.ui.theme.palette import qcolor
from robotstudio.ui.theme.pygments_style import font_weight, style_for
from robotstudio.ui.theme.tokens import Tokens

MAX_BYTES = 4096
MAX_PIECES = 512
"""What follows in a longer line stays plain: a line of 500,000 wildcards must not stop the window."""

TINT = QTextFormat.Property.UserProperty
"""The property of a format that holds the colour of its ground: Qt's own would be square and as high as the font."""

_TINTED, _GENERATION = 1, 2
_BLOCKS_AT_ONCE = 100
_NOT_LEXED = -1

_Range = tuple[int, int, _TokenType]


def has_tints(block: QTextBlock) -> bool:
    """Whether a block that was lexed has grounds of their own; asked for each row that is painted."""
    state: int = block.userState()
    return state > 0 and bool(state & _TINTED)


class Highlighter(QObject):
    """Formats blocks from the tokenizer's pieces, in the colours of the Pygments style of the theme."""

    def __init__(self, document: QTextDocument, tokens: Tokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._formats: dict[_TokenType, QTextCharFormat] = {}
        self._byte_format = QTextCharFormat()
        # A block is lexed if its state is this number, or one more where it has tints: two steps up, and all are to be
        # lexed anew.
        self._generation = 0
        self._changed: list[QTextBlock] = []
        self.set_tokens(tokens)
        document.contentsChange.connect(self._on_contents_change)
        document.contentsChanged.connect(self._on_contents_changed)

    def set_tokens(self, tokens: Tokens) -> None:
        """Take the colours of another theme."""
        self._style = style_for(tokens)
        self._formats.clear()
        self._byte_format = QTextCharFormat()
        self._byte_format.setForeground(qcolor(tokens.warning))
        self._byte_format.setProperty(TINT, qcolor(tokens.warning_tint))
        self._generation += _GENERATION

    def lex_blocks(self, blocks: Iterable[QTextBlock]) -> None:
        """Lex those of the blocks that are not lexed yet; called before they are painted."""
        for block in blocks:
            if block.userState() & ~_TINTED != self._generation and not block.layout().preeditAreaText():
                self._lex(block)

    def forget(self, block: QTextBlock) -> None:
        """Lex a block anew: an input method has put its own formats there."""
        block.setUserState(_NOT_LEXED)

    def _lex(self, block: QTextBlock) -> None:
        layout = block.layout()
        ranges = list(self._format_ranges(block.text()))
        is_tinted = any(each.format.hasProperty(TINT) for each in ranges)
        block.setUserState(self._generation | _TINTED if is_tinted else self._generation)
        if ranges != layout.formats():
            # Rows have one height and the row is about to be painted: Qt need not paint everything below anew.
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
    """The pieces of a line in the UTF-16 columns that Qt counts in."""
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
    """Where bytes stand that have no character, in UTF-16 columns; each takes two."""
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
