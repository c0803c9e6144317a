"""Charts as PDF and as PNG, opened again: what is seen is what the SVG shows, and text is text."""

import numpy as np
import pypdfium2
import pytest
from PySide6.QtGui import QImage

from robotstudio.survey.charts.items import PATTERNS, THEMES, Anchor, ChartBox, ChartMark, ChartText, Drawing, Stroke
from robotstudio.survey.charts.layout import drawing_of
from robotstudio.survey.charts.looks import shown
from robotstudio.survey.charts.pdf import pdf_of
from robotstudio.survey.charts.svg import png_of
from robotstudio.survey.figures import FIGURES
from robotstudio.text.language import spoken
from robotstudio.text.locale import words_of
from tests.rows import each_row
from tests.survey.golden import survey

_SCALE = 300 / 72
Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


def drawing(name: str, language: str = "en") -> Drawing:
    with spoken(words_of(language)):
        return drawing_of(FIGURES[name], FIGURES[name].table(survey()))


def of_items(*items: ChartBox | Stroke | ChartMark | ChartText) -> Drawing:
    return Drawing(400, 200, "Title", "Title.", items)


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        # PDFium takes a hyphen within a name for one at the end of a line.
        return str(document[0].get_textpage().get_text_range()).replace("\ufffe", "-")
    finally:
        document.close()


def pixels_of_pdf(pdf: bytes) -> Pixels:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return np.array(document[0].render(scale=_SCALE).to_numpy()[:, :, 2::-1], np.uint8)
    finally:
        document.close()


def pixels_of_png(png: bytes) -> Pixels:
    image = QImage.fromData(png).convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).copy()


@each_row("name", list(FIGURES), ids=list(FIGURES))
def test_figure_has_all_its_texts_on_one_page_of_its_own_size(name: str) -> None:
    figure = drawing(name)
    pdf = pdf_of(figure, THEMES["print"])
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 1
    assert document[0].get_size() == pytest.approx((figure.width * 0.75, figure.height * 0.75))
    assert document.get_metadata_dict()["Title"] == figure.title
    document.close()
    letters = "".join(text_of(pdf).split())
    for item in figure.items:
        if isinstance(item, ChartText):
            assert "".join(item.text.split()) in letters


@each_row("language", ["ru", "zh_CN", "es"])
def test_text_of_every_language_can_be_copied(language: str) -> None:
    figure = drawing("A-5", language)
    pdf = pdf_of(figure, THEMES["light"])
    assert figure.title in text_of(pdf)
    document = pypdfium2.PdfDocument(pdf)
    assert document.get_metadata_dict()["Title"] == figure.title
    document.close()


@each_row(("name", "theme"), [("A-5", "light"), ("C-1", "print"), ("K-6", "dark"), ("C-3", "dark"), ("W-F2", "print")])
def test_pdf_and_png_look_the_same(name: str, theme: str) -> None:
    figure = drawing(name)
    paper, picture = pixels_of_pdf(pdf_of(figure, THEMES[theme])), pixels_of_png(png_of(figure, THEMES[theme]))
    high, wide = min(len(paper), len(picture)), min(len(paper[0]), len(picture[0]))
    assert abs(len(paper) - len(picture)) <= 1
    squares = [
        each[: high // 25 * 25, : wide // 25 * 25].reshape(high // 25, 25, wide // 25, 25, 3).mean(axis=(1, 3))
        for each in (paper, picture)
    ]  # edges are smoothed in two ways, so that only the means of small squares are equal
    assert np.abs(squares[0] - squares[1]).mean() < 1.5
    assert picture[::3, ::3].std() > 10  # it is not blank: a ninth of it says so


@each_row(
    ("fill", "theme"), [(fill, theme) for theme in THEMES for fill in (*range(1, 9), "hollow", "heat 0", "heat 4")]
)
def test_boxes_are_filled_alike_on_paper_and_in_pixels(fill: int | str, theme: str) -> None:
    box = of_items(ChartBox(40, 40, 320, 120, fill))
    paper, picture = pixels_of_pdf(pdf_of(box, THEMES[theme])), pixels_of_png(png_of(box, THEMES[theme]))
    means = [each[160:460, 160:1060].mean(axis=(0, 1)) for each in (paper, picture)]
    assert np.abs(means[0] - means[1]).max() < 5
    has_pattern = fill in PATTERNS
    assert (picture[160:460, 160:1060].std(axis=(0, 1)).max() > 10) == has_pattern


@each_row(
    "text", ["<b>&amp;</b>", "a\u202eb", "\0\x1b[31m", "(unbalanced \\", "ab\ud800c", "e\u0301", "1\u202f234", "مثال"]
)
def test_text_of_others_is_shown_and_breaks_nothing(text: str) -> None:
    figure = of_items(ChartText(10, 50, text, 12, 600), ChartText(10, 100, "after"))
    pdf = pdf_of(figure, THEMES["light"])
    assert "after" in text_of(pdf)
    assert len(pixels_of_png(png_of(figure, THEMES["light"]))) == 625
    assert shown(text).isprintable() or "\u202f" in text


@each_row(("anchor", "share"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
def test_text_stands_at_its_anchor(anchor: Anchor, share: float) -> None:
    figure = of_items(ChartText(200, 100, "m" * 10, 12, 400, anchor))
    for pixels in (pixels_of_pdf(pdf_of(figure, THEMES["light"])), pixels_of_png(png_of(figure, THEMES["light"]))):
        dark = np.argwhere(pixels.sum(axis=2) < 300)[:, 1] * 96 / 300
        assert dark.min() == pytest.approx(200 - share * (dark.max() - dark.min()), abs=1.5)


def test_same_figure_gives_the_same_bytes() -> None:
    figure = drawing("K-6", "zh_CN")
    assert pdf_of(figure, THEMES["light"]) == pdf_of(figure, THEMES["light"])
    assert png_of(figure, THEMES["light"]) == png_of(figure, THEMES["light"])


def test_png_says_that_it_has_300_dots_to_an_inch() -> None:
    image = QImage.fromData(png_of(of_items(), THEMES["light"]))
    assert (image.width(), image.height()) == (1250, 625)
    assert image.dotsPerMeterX() == image.dotsPerMeterY() == 11811
