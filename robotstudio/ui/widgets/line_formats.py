"""Syntax colours for lines that are only read: asked for line by line, when a line is to be seen."""

from collections.abc import Iterator
from itertools import islice

from pygments.token import _TokenType
from PySide6.QtGui import QTextCharFormat, QTextLayout

from robotstudio.engine.lexer import line_pieces
from robotstudio.io.text import encode_line, utf16_offsets
from robotstudio.ui.theme.color import qcolor
from robotstudio.ui.theme.pygments_style import font_weight, style_for
from robotstudio.ui.theme.tokens import Tokens

_MAX_CHARACTERS = 4_096
_MAX_PIECES = 512  # a line of a hundred thousand wildcards must not stop the window

_Piece = tuple[int, int, _TokenType]


class LineFormats:
    """The formats of a line in the Pygments style of a theme."""

    def __init__(self, tokens: Tokens) -> None:
        self._style = style_for(tokens)
        self._formats: dict[_TokenType, QTextCharFormat] = {}

    def of(self, text: str) -> list[QTextLayout.FormatRange]:
        """The coloured ranges; the rest of a very long line stays plain."""
        return [format_range(start, end - start, self._format(kind)) for start, end, kind in _pieces(text)]

    def _format(self, kind: _TokenType) -> QTextCharFormat:
        if kind not in self._formats:
            self._formats[kind] = self._made(kind)
        return self._formats[kind]

    def _made(self, kind: _TokenType) -> QTextCharFormat:
        style, made = self._style.style_for_token(kind), QTextCharFormat()
        made.setForeground(qcolor(f"#{style['color']}"))
        if style["bgcolor"]:
            made.setBackground(qcolor(f"#{style['bgcolor']}"))
        made.setFontWeight(font_weight(kind))
        made.setFontItalic(bool(style["italic"]))
        return made


def format_range(start: int, length: int, text_format: QTextCharFormat) -> QTextLayout.FormatRange:
    """A range of a line in a format; columns are UTF-16, as Qt counts."""
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, text_format
    return made


def _pieces(text: str) -> Iterator[_Piece]:
    text = text[:_MAX_CHARACTERS]
    raw = encode_line(text)
    pieces = list(islice(line_pieces(raw), _MAX_PIECES))
    columns = iter(utf16_offsets(text, [offset for piece in pieces for offset in piece[:2]]))
    for _, _, kind in pieces:
        yield next(columns), next(columns), kind
