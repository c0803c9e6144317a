"""The look of the pieces of a phrase: font and colour of each kind."""

from PySide6.QtGui import QColor, QFont

from robotstudio.text.phrases import Piece, PieceKind
from robotstudio.ui.theme.palette import qcolor
from robotstudio.ui.theme.theme import theme

_LONGEST_SHOWN = 100


class PieceStyle:
    """The look of phrases of one text size; `color` is the token of plain text."""

    def __init__(self, px: float, weight: int = 400, color: str = "text") -> None:
        self._px, self._weight, self._color = px, weight, color

    def font(self, piece: Piece) -> QFont:
        fonts = theme.fonts
        if piece.kind in {PieceKind.URL, PieceKind.ALLOW, PieceKind.DISALLOW} or _is_star(piece):
            return fonts.mono(max(12, self._px - 1), 600 if _is_star(piece) else 500)
        if piece.kind is PieceKind.STRONG:
            return fonts.ui(self._px, 600)
        if piece.kind is PieceKind.CLAUSE:
            return fonts.ui(11)
        return fonts.ui(self._px, max(self._weight, 500) if piece.kind is PieceKind.LINE else self._weight)

    def color(self, piece: Piece) -> QColor:
        syntax = theme.tokens.syntax
        if _is_star(piece):
            return qcolor(syntax.wildcard)
        if piece.kind is PieceKind.ALLOW:
            return qcolor(syntax.allow)
        if piece.kind is PieceKind.DISALLOW:
            return qcolor(syntax.disallow)
        if piece.kind is PieceKind.LINE:
            return theme.color("accent")
        if piece.kind is PieceKind.CLAUSE:
            return theme.color("text3")
        return theme.color("text" if piece.kind in {PieceKind.STRONG, PieceKind.URL} else self._color)


def _is_star(piece: Piece) -> bool:
    return piece.kind is PieceKind.TOKEN and piece.text == "*"


def shortened(text: str, most: int = _LONGEST_SHOWN) -> str:
    """Omit the middle of a text that is too long to read."""
    if len(text) <= most:
        return text
    return f"{text[: most * 2 // 3]}…{text[len(text) - most // 3 :]}"
