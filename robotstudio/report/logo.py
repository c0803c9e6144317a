"""Read the picture above the title: a PNG or a JPEG by its bytes, within bounds. No SVG, which can hold scripts."""

from pathlib import Path
from typing import Final

from robotstudio.report.model import Logo
from robotstudio.store.errors import FileContentError
from robotstudio.store.files import read
from robotstudio.text.language import Message

MOST_BYTES: Final = 1 << 20
MOST_PIXELS: Final = 4_096
"""Most pixels of either side."""

_NO_PICTURE: Message = "“{name}” is neither PNG nor JPEG. Choose a PNG or JPEG as logo."
_LARGE: Message = "“{name}” is too large for a logo: the limit is 1 MiB, and 4,096 pixels on either side."
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8\xff"
_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The segments of a JPEG that say how large it is."""


def read_logo(path: Path) -> Logo:
    """Return the picture of a file. Raises FileError."""
    data = read(path, MOST_BYTES)
    kind, size = _kind_and_size(data)
    if size is None:
        raise FileContentError(_NO_PICTURE, path)
    if not 0 < max(size) <= MOST_PIXELS or not min(size):
        raise FileContentError(_LARGE, path)
    return Logo(kind, data)


def _kind_and_size(data: bytes) -> tuple[str, tuple[int, int] | None]:
    if data.startswith(_PNG) and data[12:16] == b"IHDR" and len(data) >= 24:
        return "png", (int.from_bytes(data[16:20]), int.from_bytes(data[20:24]))
    return ("jpeg", _size_of_jpeg(data)) if data.startswith(_JPEG) else ("", None)


def _size_of_jpeg(data: bytes) -> tuple[int, int] | None:
    """Return what the first frame says; None if there is none."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if marker in _FRAMES:
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        if marker == 0xFF:
            at += 1
        elif length < 2:
            return None
        else:
            at += 2 + length
    return None
