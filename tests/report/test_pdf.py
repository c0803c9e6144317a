"""The PDF is tagged and claims PDF/UA, has bookmarks and contents, and sets strangers' text as text."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.report.model import (
    AuditReport,
    CellKind,
    Logo,
    Picture,
    ReportColumn,
    ReportSection,
    ReportTable,
)
from robotstudio.report.pdf import MOST_ON_PAPER, pages_of, write
from robotstudio.report.sections import report_of
from robotstudio.report.subject import ReportChoices
from robotstudio.survey.charts.items import ChartBox, Drawing
from robotstudio.text.language import spoken
from robotstudio.text.locale import LANGUAGES, words_of
from tests.report.subjects import DAY, WANTED, plain_subject, subject
from tests.report.test_hostile import HOSTILE, NOTES
from tests.report.test_logo import png

BLANKS = re.compile(r"\s+")
CLAIM = b"<pdfuaid:part>1</pdfuaid:part>"


def texts(pdf: bytes) -> Iterator[str]:
    """Yield the text of each page without the blanks, which differ by line."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for page in document:
            yield BLANKS.sub("", page.get_textpage().get_text_bounded())


def solid(text: str) -> str:
    return BLANKS.sub("", text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_pdf_has_all_that_the_report_has_in_its_language(code: str, tmp_path: Path) -> None:
    with spoken(words_of(code)):
        report = report_of(subject(tmp_path), WANTED)
        pdf = write(report)
    pages = list(texts(pdf))
    whole = "".join(pages)
    assert CLAIM in pdf
    assert f"<rdf:li>{code[:2]}".encode() in pdf
    for section in report.sections[1:]:
        assert solid(section.title) in whole
        assert solid(section.title) in pages[0], "not in the contents"
    for said in ("Disallow: /old/", "before.txt", "PerplexityBot", "<b>Two</b> *questions*"):
        assert solid(said) in whole


def test_bookmarks_lead_to_the_sections_and_the_contents_name_their_pages(tmp_path: Path) -> None:
    report = report_of(subject(tmp_path), WANTED)
    pdf = write(report)
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        marks = [(mark.get_title(), mark.get_dest()) for mark in document.get_toc() if mark.level == 0]
        assert [title for title, _ in marks] == [section.title for section in report.sections[1:]]
        cover = solid(document[0].get_textpage().get_text_bounded())
        for section, (title, place) in zip(report.sections[1:], marks, strict=True):
            assert place is not None
            assert solid(f"{title}{section.hint}page {place.get_index() + 1}") in cover


def test_heads_of_a_table_are_on_each_of_its_pages() -> None:
    heads = (ReportColumn("url", "URL", CellKind.CODE), ReportColumn("crawlers", "Crawlers"))
    rows = tuple((f"/old/a-page-with-a-long-name-{number}", "Googlebot") for number in range(MOST_ON_PAPER + 50))
    section = ReportSection("blocked", "Blocked", (ReportTable("blocked", "URLs", heads, rows),))
    pages = list(texts(write(AuditReport("R", "", "", DAY, "", (section,)))))
    with_rows = [page for page in pages if "/old/a-page" in page]
    assert len(with_rows) > 3
    assert all("URLCrawlers" in page for page in with_rows)


@pytest.mark.parametrize("lines", range(0, 60, 5))
def test_short_table_stands_on_one_page(lines: int) -> None:
    heads = (ReportColumn("url", "URL", CellKind.CODE),)
    before = ReportTable("first", "First", heads, tuple((f"/{number}",) for number in range(lines)))
    short = ReportTable("short", "Short", heads, tuple((f"/short/{number}",) for number in range(6)))
    section = ReportSection("blocked", "Blocked", (before, short))
    pages = list(texts(write(AuditReport("R", "", "", DAY, "", (section,)))))
    assert [page.count("/short/") for page in pages if "/short/" in page] == [6]


def test_names_of_title_author_and_day_are_in_the_properties() -> None:
    pdf = write(report_of(plain_subject(), replace(WANTED, author="Anna Berg", sections=("answer",))))
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        facts = document.get_metadata_dict()
    assert (facts["Title"], facts["Author"]) == ("robots.txt of www.example.com", "Anna Berg")
    assert facts["CreationDate"].startswith("D:20261123")


def test_same_report_is_the_same_pdf(tmp_path: Path) -> None:
    report = report_of(subject(tmp_path), WANTED)
    assert write(report) == write(report)


def test_pages_as_pictures_are_those_of_the_pdf(tmp_path: Path) -> None:
    report = report_of(subject(tmp_path), WANTED)
    pages = pages_of(report, 40)
    assert len(pages) == len(list(texts(write(report)))) > 2
    assert all(page.startswith(b"\x89PNG") for page in pages)


def test_text_of_strangers_is_text(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png())
    about = replace(plain_subject(HOSTILE), name='#include "x" = *a* $x$ @b <c>.txt')
    report = report_of(about, replace(WANTED, title="= #panic() *x* $y$ // z", notes=f'{NOTES}\n#image("a.png")'))
    whole = "".join(texts(write(report)))
    for said in (
        "= #panic() *x* $y$ // z",
        '#image("a.png")',
        "<script>alert(1)</script>",
        "{{ 7*7 }}",
        '#include "x"',
    ):
        assert solid(said) in whole


@settings(max_examples=15, deadline=None)
@given(st.binary(max_size=200), st.text(max_size=40))
def test_any_bytes_are_a_pdf(body: bytes, title: str) -> None:
    about = plain_subject(body, ("/", "/a"))
    assert write(report_of(about, ReportChoices(DAY, title, title, title))).startswith(b"%PDF-")


def test_letters_that_no_font_has_are_still_a_tagged_pdf() -> None:
    pdf = write(report_of(plain_subject(), replace(WANTED, title="\U0010fffd\U000e0041", sections=("answer",))))
    assert pdf.startswith(b"%PDF-")


def test_logo_that_cannot_be_drawn_is_left_out() -> None:
    report = report_of(plain_subject(), replace(WANTED, logo=Logo("png", png()), sections=("answer",)))
    assert write(report).startswith(b"%PDF-")


def test_chart_is_drawn_and_said() -> None:
    picture = Picture("Days", "4 of 9", Drawing(40, 20, "Days", "", (ChartBox(0, 0, 9, 9, 4, "4 closed"),)))
    page = AuditReport("R", "", "", DAY, "", (ReportSection("logs", "Logs", (picture, picture)),))
    assert CLAIM in write(page)
