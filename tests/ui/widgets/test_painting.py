"""Runs of text and boxes."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from robotstudio.ui.theme.theme import Fonts, Theme
from robotstudio.ui.widgets.painting import Run, draw_box, draw_runs, fitted, runs_width, wrapped_lines

pytestmark = pytest.mark.usefixtures("qapp")


def test_runs_stand_side_by_side_with_their_gaps() -> None:
    font = Fonts().ui(12)
    one, two = Run("Crawlers", font, QColor("black")), Run("8", font, QColor("black"), gap=7)
    assert runs_width([one, two]) == one.width + two.width
    assert two.width > 7


def test_text_that_does_not_fit_stays_inside_its_room() -> None:
    image = QImage(100, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    font = Fonts().ui(12)
    draw_runs(painter, QRectF(0, 0, 50, 20), [Run("a long word", font, QColor("black")), Run("x", font, QColor("red"))])
    draw_runs(painter, QRectF(0, 0, 50, 20), [])
    painter.end()
    assert all(image.pixelColor(x, y) == QColor("white") for x in range(54, 100) for y in range(20))


def test_edge_of_a_box_lies_inside_it() -> None:
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    draw_box(painter, QRectF(5, 5, 10, 10), 0, QColor("blue"), QColor("red"), 2)
    painter.end()
    assert image.pixelColor(4, 10) == QColor("white")
    assert image.pixelColor(5, 10) == image.pixelColor(6, 10) == QColor("red")
    assert image.pixelColor(8, 10) == QColor("blue")


@settings(max_examples=50)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=60))
def test_wrapping_keeps_every_word(text: str) -> None:
    assert "".join("".join(wrapped_lines(text, Fonts().ui(12), 120)).split()) == "".join(text.split())


def test_run_that_is_too_long_is_set_smaller_before_it_is_cut(theme: Theme) -> None:
    usual, small = theme.fonts.ui(12), theme.fonts.ui(10)
    run = Run("1,234,567", usual, QColor("black"))
    inset = 4
    wide, narrow = QRectF(0, 0, run.width + 1, 20), QRectF(0, 0, replace(run, font=small).width - 2, 20)
    assert fitted(run, wide, small, inset) == (wide, [run])
    room, (shown,) = fitted(run, narrow, small, inset)
    assert shown.font == small
    assert room.right() == narrow.right() + inset
