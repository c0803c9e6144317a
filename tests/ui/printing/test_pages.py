"""Sheets on pages and as images."""

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QImage, QPainter

from robotstudio.ui.printing.controller import MOST_PAGES, RATIO, Caption, paged, paint_page, picture
from robotstudio.ui.printing.sheets import FileSheet, columns_in
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.theme.tokens import LIGHT

PAGE = QSizeF(720, 1000)


def dark_pixels(image: QImage, top: int, bottom: int) -> int:
    return sum(image.pixelColor(x, y).lightness() < 128 for y in range(top, bottom) for x in range(0, image.width(), 2))


def test_each_line_is_on_one_page() -> None:
    pages = paged([FileSheet([f"Disallow: /{number}" for number in range(200)])], PAGE)
    assert [line for page in pages for line in page.rows] == list(range(200))
    assert len(pages) > 1


def test_no_more_pages_than_allowed_come_of_a_huge_file() -> None:
    pages = paged([FileSheet(["Disallow: /"] * 10_000)], PAGE)
    assert len(pages) == MOST_PAGES


def test_long_line_is_broken_and_not_cut() -> None:
    sheet = FileSheet(["Disallow: /" + "a" * 500, "Allow: /"])
    sheet.fit(PAGE.width())
    assert sheet.height(0) >= 5 * sheet.height(1)


def test_line_without_end_does_not_fill_the_paper() -> None:
    sheet = FileSheet(["Disallow: /" + "*a" * 100_000])
    sheet.fit(PAGE.width())
    assert sheet.height(0) < PAGE.height()


def test_paper_is_white_whatever_the_window_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "_wants_high_contrast", lambda: True)
    theme.set_mode(Mode.DARK)
    with theme.on_paper():
        assert theme.tokens is LIGHT
    assert theme.tokens is not LIGHT


def test_page_shows_its_lines_title_and_number() -> None:
    pages = paged([FileSheet(["Disallow: /"] * 60)], PAGE)
    image = QImage(PAGE.toSize(), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    paint_page(painter, pages, 0, PAGE, Caption("robots.txt"))
    painter.end()
    for top, bottom in ((0, 30), (40, 900), (974, 1000)):
        assert dark_pixels(image, top, bottom) > 0


def test_picture_is_as_high_as_its_lines() -> None:
    theme.set_mode(Mode.DARK)
    few, many = (picture(FileSheet(["Allow: /"] * count), Caption("a"), 1_000) for count in (1, 11))
    line = FileSheet([""]).height(0)
    assert many.height() - few.height() == pytest.approx(10 * line * RATIO, abs=2)
    assert few.pixelColor(1, 1).lightness() < 128


def test_picture_is_no_wider_than_allowed() -> None:
    assert picture(FileSheet(["a" * 5_000]), Caption("a"), 800).width() <= (800 + 40) * RATIO


def test_crawlers_that_have_no_room_beside_the_others_come_on_pages_of_their_own() -> None:
    assert columns_in(1_040) == 9
    assert columns_in(10) == 1
