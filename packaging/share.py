"""What lies beside the program in `share`, where a Linux desktop, a shell and `man` look, however it is wrapped."""

from __future__ import annotations

import gzip
import struct
from typing import TYPE_CHECKING, Final

import completions
import freedesktop
import man_page
from product import ID, NAME, ROOT, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

ENTRY: Final = f"applications/{NAME}.desktop"
DRAWING: Final = f"icons/hicolor/scalable/apps/{NAME}.svg"
_ICONS: Final = ROOT / "resources" / "icons"


def files(when: int, *, zsh: str = "zsh/site-functions") -> Iterator[tuple[str, bytes]]:
    """Each file by its place, of a moment; where zsh looks for what packages bring is for a distribution to say."""
    released = f"## {VERSION}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    yield ENTRY, (ROOT / "packaging" / f"{NAME}.desktop").read_bytes()
    yield f"mime/packages/{NAME}.xml", freedesktop.mime_types().encode()
    page = freedesktop.metainfo(VERSION, when, is_released=released)
    yield f"metainfo/{ID}.metainfo.xml", page.encode()
    yield DRAWING, (_ICONS / f"{NAME}.svg").read_bytes()
    for size, picture in icons():
        yield picture_place(size), picture
    yield f"man/man1/{NAME}.1.gz", packed(man_page.page(when).encode())
    yield f"bash-completion/completions/{NAME}", completions.bash().encode()
    yield f"{zsh}/_{NAME}", completions.zsh().encode()
    yield f"fish/vendor_completions.d/{NAME}.fish", completions.fish().encode()
    yield f"doc/{NAME}/changelog.gz", packed((ROOT / "CHANGELOG.md").read_bytes())
    for path in sorted((ROOT / "packaging" / "systemd").iterdir()):
        yield f"doc/{NAME}/examples/{path.name}", path.read_bytes()


def picture_place(size: int) -> str:
    """Where the icon of a size lies."""
    return f"icons/hicolor/{size}x{size}/apps/{NAME}.png"


def icons() -> Iterator[tuple[int, bytes]]:
    """Return the pictures in the icon for Windows, by size."""
    data = (_ICONS / f"{NAME}.ico").read_bytes()
    (count,) = struct.unpack_from("<H", data, 4)
    for row in range(count):
        size, *_, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * row)
        if size != 20:  # only Windows has icons of that size
            yield size or 256, data[offset : offset + length]


def packed(content: bytes) -> bytes:
    """Compressed, the same bytes at any time."""
    return gzip.compress(content, 9, mtime=0)
