"""The alphabet of the editor: which characters represent which bytes.

Qt's text document loses or alters some characters (measured with Qt 6.11 over all code points, at every place of a
line): lone surrogates are dropped, U+2029, U+FDD0 and U+FDD1 become line breaks, U+FEFF and U+FFFE vanish at the start
of a text, U+2028 is drawn as a line break. Bytes of invalid UTF-8 have no character at all. All of these are shown as
one *substitute* for each byte, from a private range that no font fills, so that every file survives the editor byte for
byte and every such byte can be seen, selected and deleted on its own.
"""

import re
from collections.abc import Sequence

_FIRST_SUBSTITUTE = 0x10FE00
_LAST_SUBSTITUTE = _FIRST_SUBSTITUTE + 0xFF
_SUBSTITUTES = "".join(map(chr, range(_FIRST_SUBSTITUTE, _LAST_SUBSTITUTE + 1)))
_SUBSTITUTE_LEAD = _SUBSTITUTES[0].encode()[:2]  # otherwise only a few private characters start with these bytes

_NONCHARACTERS = "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
_ALTERED_BY_QT = f"\u2028\u2029\ufdd0-\ufdef\ufeff{_NONCHARACTERS}"
_FOREIGN = re.compile(f"[{_ALTERED_BY_QT}\udc80-\udcff{_SUBSTITUTES[0]}-{_SUBSTITUTES[-1]}]+")
_FOREIGN_IN_TYPED = re.compile(f"[{_ALTERED_BY_QT}]+")
_SURROGATES = re.compile("[\ud800-\udfff]")

_SHORT = 256  # shorter texts are faster without arrays


def decode(raw: bytes) -> str:
    """Decode bytes for the editor; `encode_line` is the inverse for any bytes."""
    if raw.isascii() and b"\0" not in raw:
        return raw.decode("ascii")
    return _without_nul(_FOREIGN.sub(_substituted, raw.decode("utf-8", "surrogateescape")))


def encode_line(text: str) -> bytes:
    """Encode an editor line, or any text without line breaks to translate."""
    raw = text.encode("utf-8", "surrogatepass")
    if text.isascii() or _SUBSTITUTE_LEAD not in raw:
        return raw
    return _without_substitutes(raw)


def is_substitute(char: str) -> bool:
    """Return True if a character represents one byte that has no character of its own in the editor."""
    return len(char) == 1 and _FIRST_SUBSTITUTE <= ord(char) <= _LAST_SUBSTITUTE


def byte_of(char: str) -> int:
    if not is_substitute(char):
        raise ValueError(f"{char!r} does not stand for a byte")
    return ord(char) - _FIRST_SUBSTITUTE


def sanitise(text: str) -> str:
    """Convert typed, pasted or dropped text to the editor's alphabet: LF line ends, and substitutes for what Qt alters.

    Substitutes stay: they come from a copy out of the editor itself. A lone surrogate becomes U+FFFD.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and "\0" not in text:
        return text
    return _without_nul(_FOREIGN_IN_TYPED.sub(_substituted, _SURROGATES.sub("\ufffd", text)))


def utf16_offsets(text: str, offsets: Sequence[int]) -> list[int]:
    """Convert byte offsets in `encode_line(text)` to the UTF-16 columns that Qt uses.

    An offset inside a character becomes its start, one beyond the line its end.
    """
    if text.isascii():
        length = len(text)
        return [min(max(offset, 0), length) for offset in offsets]
    if len(text) < _SHORT and max(text) <= "\uffff":
        raw = text.encode("utf-8", "surrogatepass")
        return [len(raw[: max(offset, 0)].decode("utf-8", "ignore")) for offset in offsets]
    import numpy as np  # noqa: PLC0415  # a plain text is shown before it is there

    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    widths = 1 + (points > 0x7F) + (points > 0x7FF) + (points > 0xFFFF)
    widths[(points >= _FIRST_SUBSTITUTE) & (points <= _LAST_SUBSTITUTE)] = 1
    byte_ends, column_ends = np.cumsum(widths), np.cumsum(1 + (points > 0xFFFF))
    characters = np.searchsorted(byte_ends, np.maximum(offsets, 0), side="right")
    columns: list[int] = np.concatenate(([0], column_ends))[characters].tolist()
    return columns


def _without_nul(text: str) -> str:
    return text.replace("\0", _SUBSTITUTES[0])  # separately, since half of a UTF-16 file is NUL


def _substituted(match: re.Match[str]) -> str:
    raw = match[0].encode("utf-8", "surrogateescape")
    return raw.decode("latin-1").translate(_TO_SUBSTITUTE)


def _without_substitutes(raw: bytes) -> bytes:
    """Replace the four UTF-8 bytes of every substitute by the byte that it represents.

    An array, not `re.sub`: a UTF-16 file is half NULs, and this runs on every keystroke.
    """
    import numpy as np  # noqa: PLC0415  # as above

    array = np.frombuffer(raw, dtype=np.uint8)
    starts = np.flatnonzero((array[:-3] == 0xF4) & (array[1:-2] == 0x8F) & (array[2:-1] >= 0xB8) & (array[2:-1] < 0xBC))
    result = array.copy()
    result[starts] = (array[starts + 2] & 0x03) << 6 | array[starts + 3] & 0x3F
    kept = np.ones(len(array), dtype=bool)
    for place in (1, 2, 3):
        kept[starts + place] = False
    return result[kept].tobytes()


_TO_SUBSTITUTE = dict(enumerate(_SUBSTITUTES))
