"""Positions in a text as editors count them: lines from 0, columns in the units that the editor has chosen."""

from collections.abc import Sequence

from lsprotocol import types

from robotstudio.engine.paths import bytes_of
from robotstudio.engine.tokens import UTF8_BOM
from robotstudio.lint.context import raw_lines
from robotstudio.lint.model import Place


class Positions:
    """Converts between the bytes of lines and the columns of an editor (`utf-8`, `utf-16` or `utf-32` units)."""

    def __init__(self, raws: Sequence[bytes], encoding: str, *, has_bom: bool = False) -> None:
        """`has_bom` says that a byte order mark, which belongs to no line, is before the first one."""
        self.raws = raws or [b""]
        self.encoding = encoding
        self._mark = self._units(UTF8_BOM) if has_bom else 0

    @classmethod
    def of(cls, body: bytes, encoding: str) -> "Positions":
        """Return the positions in a whole file."""
        return cls(raw_lines(body), encoding, has_bom=body.startswith(UTF8_BOM))

    def at(self, line: int, byte: int) -> types.Position:
        """Return the place of a byte in a 1-based line; -1 stands for its end. A line behind the last is its end."""
        if line > len(self.raws):
            return self.end
        raw = self.raws[line - 1]
        return types.Position(line - 1, self._before(line) + self._units(raw if byte < 0 else raw[:byte]))

    def between(self, start: Place, end: Place) -> types.Range:
        """Return a range; the byte order mark is at negative offsets in the first line."""
        first, last = (self.at(at.line, at.offset) if at.offset >= 0 else types.Position(0, 0) for at in (start, end))
        return types.Range(first, last)

    def line(self, line: int) -> types.Range:
        """Return a whole 1-based line, without its end."""
        return types.Range(self.at(line, 0), self.at(line, -1))

    @property
    def end(self) -> types.Position:
        """The end of the text."""
        return self.at(len(self.raws), -1)

    @property
    def whole(self) -> types.Range:
        return types.Range(types.Position(0, 0), self.end)

    def one_meant(self, asked: types.Range, shown: Sequence[types.Diagnostic]) -> types.Diagnostic | None:
        """Return the only diagnostic that is to be fixed, if an editor names it but asks for the whole text.

        Quick Fix of Kate does so, and Kate 22.12 applies everything it gets: it must get one fix.
        """
        is_whole = asked.start == types.Position(0, 0) and asked.end >= self.end and len(self.raws) > 1
        return shown[0] if is_whole and len(shown) == 1 else None

    def byte(self, position: types.Position) -> tuple[int, int]:
        """Return the 1-based line and the byte of a position, within the text."""
        if position.line >= len(self.raws):
            return len(self.raws), len(self.raws[-1])
        raw, line = self.raws[position.line], position.line + 1
        column = max(position.character - self._before(line), 0)
        if self.encoding == "utf-8" or raw.isascii():
            return line, min(column, len(raw))
        coded, size = ("utf-16-le", 2) if self.encoding == "utf-16" else ("utf-32-le", 4)
        before = _text(raw).encode(coded, "surrogatepass")[: column * size].decode(coded, "surrogatepass")
        return line, len(bytes_of(before))

    def _before(self, line: int) -> int:
        return self._mark if line == 1 else 0

    def _units(self, part: bytes) -> int:
        if self.encoding == "utf-8" or part.isascii():
            return len(part)
        text = _text(part)
        return len(text) if self.encoding == "utf-32" else len(text.encode("utf-16-le", "surrogatepass")) // 2


def is_asked(kind: str, kinds: Sequence[str] | None) -> bool:
    """Return True if an editor that asks for some kinds of code actions, or for any, wants those of a kind."""
    return not kinds or any(kind == each or kind.startswith(f"{each}.") for each in kinds)


def _text(raw: bytes) -> str:
    """Return the text that `bytes_of` has encoded, with surrogates that editors send by themselves."""
    try:
        return raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return raw.decode("utf-8", "surrogateescape")
