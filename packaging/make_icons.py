"""Draw the PNG and the icons of Windows and macOS from `robotstudio.svg`; run it after a change of the drawing."""

from __future__ import annotations

import os
import struct
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

ICONS = Path(__file__).resolve().parents[1] / "resources" / "icons"
WINDOWS_SIZES = (16, 20, 24, 32, 48, 64, 128, 256)
# What macOS calls a picture of so many pixels; some are of a size for screens with twice as many.
MAC_SIZES = {
    b"ic11": 32,
    b"ic12": 64,
    b"ic07": 128,
    b"ic08": 256,
    b"ic13": 256,
    b"ic09": 512,
    b"ic14": 512,
    b"ic10": 1024,
}


def draw(renderer: QSvgRenderer, size: int) -> bytes:
    """Draw a square PNG."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"PNG"))
    if not writer.write(image):
        raise RuntimeError(writer.errorString())
    return bytes(buffer.data().data())


def windows_icon(pictures: dict[int, bytes]) -> bytes:
    """Make an .ico file: a directory of PNGs, in which a size of 256 is written as 0."""
    offset = 6 + 16 * len(pictures)
    directory = struct.pack("<HHH", 0, 1, len(pictures))
    for size, picture in pictures.items():
        directory += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), offset)
        offset += len(picture)
    return directory + b"".join(pictures.values())


def mac_icon(pictures: dict[bytes, bytes]) -> bytes:
    """Make an .icns file: PNGs, each after its kind and its length."""
    parts = [kind + struct.pack(">I", len(picture) + 8) + picture for kind, picture in pictures.items()]
    body = b"".join(parts)
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def main() -> None:
    """Write the files beside the drawing."""
    application = QGuiApplication([])
    renderer = QSvgRenderer(str(ICONS / "robotstudio.svg"), application)
    (ICONS / "robotstudio.png").write_bytes(draw(renderer, 256))
    (ICONS / "robotstudio.ico").write_bytes(windows_icon({size: draw(renderer, size) for size in WINDOWS_SIZES}))
    (ICONS / "robotstudio.icns").write_bytes(mac_icon({kind: draw(renderer, size) for kind, size in MAC_SIZES.items()}))


if __name__ == "__main__":
    main()
