"""Positions in a text as editors count them: lines from 0, columns in the units that the editor has chosen."""

from collections.abc import Sequence

from lsprotocol import types

from robotstudio.lint.model import Place


class Positions:
    """Converts between the bytes of lines and the columns of an editor (`utf-8`, `utf-16` or `utf-32` units)."""

    def __init__(self, raws: Sequence[bytes], encoding: str) -> None:
        self.raws = raws or [b""]
        self._encoding = encoding

    def at(self, line: int, byte: int) -> types.Position:
        """Return the place of a byte in a 1-based line; -1 stands for its end. A line behind the last is its end."""
        if line > len(self.raws):
            return self.end
        raw = self.raws[line - 1]
        return types.Position(line - 1, self._units(raw if byte < 0 else raw[:byte]))

    def between(self, start: Place, end: Place) -> types.Range:
        return types.Range(self.at(start.line, max(start.offset, 0)), self.at(end.line, max(end.offset, 0)))

    def line(self, line: int) -> types.Range:
        """Return a whole 1-based line, without its end."""
        return types.Range(self.at(line, 0), self.at(line, -1))

    @property
    def end(self) -> types.Position:
        """The end of the text."""
        return types.Position(len(self.raws) - 1, self._units(self.raws[-1]))

    @property
    def whole(self) -> types.Range:
        return types.Range(types.Position(0, 0), self.end)

    def byte(self, position: types.Position) -> tuple[int, int]:
        """Return the 1-based line and the byte of a position, within the text."""
        if position.line >= len(self.raws):
            return len(self.raws), len(self.raws[-1])
        raw = self.raws[position.line]
        if self._encoding == "utf-8" or raw.isascii():
            return position.line + 1, min(position.character, len(raw))
        coded, size = ("utf-16-le", 2) if self._encoding == "utf-16" else ("utf-32-le", 4)
        before = _text(raw).encode(coded, "surrogatepass")[: position.character * size].decode(coded, "ignore")
        return position.line + 1, len(before.encode("utf-8", "surrogateescape"))

    def _units(self, part: bytes) -> int:
        if self._encoding == "utf-8" or part.isascii():
            return len(part)
        text = part.decode("utf-8", "replace")
        return len(text) if self._encoding == "utf-32" else len(text.encode("utf-16-le")) // 2


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
