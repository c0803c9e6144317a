"""Runs of text and boxes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from robotstudio.ui.theme.theme import Fonts, theme
from robotstudio.ui.widgets.painting import (
    TextRun,
    advance,
    draw_box,
    draw_runs,
    elided,
    fitted,
    runs_width,
    wrapped_lines,
)

pytestmark = pytest.mark.usefixtures("qapp")


def test_runs_stand_side_by_side_with_their_gaps() -> None:
    font = Fonts().ui(12)
    one, two = TextRun("Crawlers", font, QColor("black")), TextRun("8", font, QColor("black"), gap=7)
    assert runs_width([one, two]) == one.width + two.width
    assert two.width > 7


def test_text_that_does_not_fit_stays_inside_its_room() -> None:
    image = QImage(100, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    font = Fonts().ui(12)
    draw_runs(
        painter,
        QRectF(0, 0, 50, 20),
        [TextRun("a long word", font, QColor("black")), TextRun("x", font, QColor("red"))],
    )
    draw_runs(painter, QRectF(0, 0, 50, 20), [])
    painter.end()
    assert all(image.pixelColor(x, y) == QColor("white") for x in range(54, 100) for y in range(20))


@pytest.mark.parametrize("left", range(24))
def test_what_has_no_room_for_its_own_ellipsis_is_not_left_out_unseen(left: int) -> None:
    font = Fonts().ui(12)
    runs = [TextRun("blocks", font, QColor("black")), TextRun("everything", font, QColor("red"), gap=4)]
    image = QImage(200, 20, QImage.Format.Format_RGB32)
    device = Heard(image)
    draw_runs(device, QRectF(0, 0, runs[0].width + left, 20), runs)
    device.end()
    assert device.texts[-1].endswith("…")


class Heard(QPainter):
    """Records the texts that it draws."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.texts: list[str] = []

    def drawText(self, *arguments: object) -> None:  # type: ignore[override]  # of all its forms, the one that is used
        self.texts.append(str(arguments[-1]))


@given(st.text("ab ,·", min_size=1, max_size=30), st.integers(0, 200))
def test_text_is_cut_behind_a_whole_word_or_within_the_first(text: str, room: int) -> None:
    font = Fonts().ui(12)
    cut = elided(text, font, room)
    if cut == text or not cut:
        return
    kept = cut.removesuffix("…")
    assert cut.endswith("…")
    assert text.startswith(kept)
    assert advance(cut, font) <= room or cut == "…"
    assert not text[len(kept)].isalpha() or not text[: len(kept)].strip(" ,·").count(" ")


@pytest.mark.parametrize(
    ("text", "kept", "said"),
    [
        ("Test added: Googlebot", "Test added: Goo…", "Test added…"),
        ("Bingbot, YandexBot, CCBot", "Bingbot, Ya…", "Bingbot…"),
        ("Googlebot-Image", "Googleb…", "Googleb…"),
        ("没有规则组适用", "没有规则…", "没有规则…"),
    ],
)
def test_words_are_left_out_whole(text: str, kept: str, said: str) -> None:
    font = Fonts().ui(12)
    assert elided(text, font, advance(kept, font) + 1) == said


def test_code_is_cut_at_any_letter() -> None:
    font = Fonts().mono(12)
    assert elided("Disallow: /checkout", font, advance("Disallow: /che…", font) + 1) == "Disallow: /che…"


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


def test_run_that_is_too_long_is_set_smaller_before_it_is_cut() -> None:
    usual, small = theme.fonts.ui(12), theme.fonts.ui(10)
    run = TextRun("1,234,567", usual, QColor("black"))
    inset = 4
    wide, narrow = QRectF(0, 0, run.width + 1, 20), QRectF(0, 0, replace(run, font=small).width - 2, 20)
    assert fitted(run, wide, small, inset) == (wide, [run])
    room, (shown,) = fitted(run, narrow, small, inset)
    assert shown.font == small
    assert room.right() == narrow.right() + inset
