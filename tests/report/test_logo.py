"""A logo is a PNG or a JPEG by its bytes, within bounds, whatever the name of the file says."""

from pathlib import Path

import pytest

from robotstudio.report.logo import MOST_BYTES, MOST_PIXELS, read_logo
from robotstudio.store.errors import FileError


def png(width: int = 3, height: int = 2) -> bytes:
    size = width.to_bytes(4) + height.to_bytes(4)
    return b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + size + b"\x08\x02\x00\x00\x00"


def jpeg(width: int = 3, height: int = 2) -> bytes:
    frame = b"\xff\xc0\x00\x11\x08" + height.to_bytes(2) + width.to_bytes(2) + b"\x03" + bytes(9)
    return b"\xff\xd8\xff\xe0\x00\x04ab" + frame + b"\xff\xd9"


@pytest.mark.parametrize(("data", "kind"), [(png(), "png"), (jpeg(), "jpeg"), (png(MOST_PIXELS, 1), "png")])
def test_picture_is_taken_for_what_its_bytes_are(data: bytes, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "logo.txt"
    path.write_bytes(data)
    logo = read_logo(path)
    assert (logo.kind, logo.data) == (kind, data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>",
        b"GIF89a\x01\x00\x01\x00",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff",
        b"\xff\xd8" + b"\xff" * 40,
        b"\xff\xd8\xff\xe0\x00\x00" + bytes(40),
        png(0, 5),
        png(MOST_PIXELS + 1, 1),
        jpeg(1, 0xFFFF),
        png() + bytes(MOST_BYTES),
    ],
)
def test_anything_else_is_refused_in_a_sentence(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "logo.png"
    path.write_bytes(data)
    with pytest.raises(FileError, match=r"logo\.png"):
        read_logo(path)
