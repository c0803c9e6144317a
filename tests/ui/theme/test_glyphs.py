"""Glyphs drawn as strokes."""

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from robotstudio.ui.theme.glyphs import Glyph, glyph_icon, glyph_pixmap, paint_glyph

pytestmark = pytest.mark.usefixtures("qapp")


def painted(glyph: Glyph, side: int = 24, inset: float = 4) -> QImage:
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    paint_glyph(painter, glyph, QRectF(inset, inset, side - 2 * inset, side - 2 * inset), QColor("#3B55CF"))
    painter.end()
    return image


def ink(image: QImage) -> int:
    return sum(image.pixelColor(x, y).alpha() > 0 for x in range(image.width()) for y in range(image.height()))


@pytest.mark.parametrize("glyph", list(Glyph), ids=lambda glyph: glyph.value)
def test_every_glyph_draws_something_inside_its_box(glyph: Glyph) -> None:
    image = painted(glyph)
    assert ink(image) > 10
    edge = [image.pixelColor(x, y).alpha() for x in range(24) for y in (0, 1, 22, 23)]
    assert max(edge) == 0


def test_no_two_glyphs_look_the_same() -> None:
    pictures = {bytes(painted(glyph).constBits()) for glyph in Glyph}
    assert len(pictures) == len(Glyph)


def test_painter_is_left_as_it_was() -> None:
    image = QImage(16, 16, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    pen, transform = painter.pen(), painter.transform()
    paint_glyph(painter, Glyph.CROSS, QRectF(0, 0, 16, 16), QColor("red"))
    assert painter.pen() == pen
    assert painter.transform() == transform
    painter.end()


def test_empty_rectangle_draws_nothing() -> None:
    assert ink(painted(Glyph.CHECK, inset=12)) == 0


def test_icon_is_drawn_for_the_density_of_the_screen() -> None:
    icon = glyph_icon(Glyph.SEARCH, QColor("red"), 16)
    assert icon.pixmap(QSize(16, 16), 2.0).size() == QSize(32, 32)
    assert icon.pixmap(QSize(16, 16), 1.0).size() == QSize(16, 16)


def test_pixmap_keeps_its_logical_size() -> None:
    pixmap = glyph_pixmap(Glyph.LOCK, QColor("red"), 14, 2.0)
    assert pixmap.deviceIndependentSize().toSize() == QSize(14, 14)
