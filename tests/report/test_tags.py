"""What a screen reader gets of the PDF: its language, headings in order, regular tables, and words for each picture."""

import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
import pytest
from pypdfium2 import raw

from robotstudio.report.pdf import write
from robotstudio.report.sections import report_of
from robotstudio.text.language import spoken
from robotstudio.text.locale import LANGUAGES, words_of
from tests.report.clients import CLIENTS, written
from tests.report.subjects import WANTED, subject

HEADING = re.compile(r"H([1-6])")


class Tag(NamedTuple):
    """An element of the structure: its role, alternative text, title, and children."""

    role: str
    alt: str
    title: str
    children: "tuple[Tag, ...]"

    def walk(self) -> "Iterator[Tag]":
        yield self
        for child in self.children:
            yield from child.walk()


def said(read: Callable[..., int], element: Any) -> str:
    size = read(element, None, 0)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    read(element, buffer, size)
    return buffer.raw[: size - 2].decode("utf-16-le")


def tag_of(element: Any) -> Tag:
    places = range(raw.FPDF_StructElement_CountChildren(element))
    children = (raw.FPDF_StructElement_GetChildAtIndex(element, place) for place in places)
    return Tag(
        said(raw.FPDF_StructElement_GetType, element),
        said(raw.FPDF_StructElement_GetAltText, element),
        said(raw.FPDF_StructElement_GetTitle, element),
        tuple(tag_of(child) for child in children if child),
    )


def tags_of(pdf: bytes) -> list[list[Tag]]:
    """Return the elements of each page, in reading order."""
    pages = []
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        for page in document:
            tree = raw.FPDF_StructTree_GetForPage(page)
            tops = range(raw.FPDF_StructTree_CountChildren(tree))
            found = [tag_of(raw.FPDF_StructTree_GetChildAtIndex(tree, place)) for place in tops]
            pages.append([tag for top in found for tag in top.walk()])
            raw.FPDF_StructTree_Close(tree)
    return pages


@pytest.fixture(scope="module", params=["all", *CLIENTS])
def pdf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder: Path = tmp_path_factory.mktemp("tags")
    if request.param == "all":
        return write(report_of(subject(folder), WANTED))
    return written(folder, request.param, "en", "pdf").read_bytes()


def test_headings_go_down_one_level_at_a_time_and_are_the_chapters(pdf: bytes) -> None:
    tags = [tag for page in tags_of(pdf) for tag in page]
    levels = [int(match[1]) for tag in tags if (match := HEADING.fullmatch(tag.role))]
    assert levels[0] == 1
    assert all(level <= before + 1 for before, level in pairwise(levels))
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        chapters = [mark.get_title() for mark in document.get_toc() if mark.level == 0]
    assert [tag.title for tag in tags if tag.role == "H1"] == chapters


def test_tables_have_heads_above_all_their_cells(pdf: bytes) -> None:
    """An empty cell has nothing on the page, so that pdfium does not return it."""
    tables = [tag for page in tags_of(pdf) for tag in page if tag.role == "Table"]
    with_heads = 0
    for table in tables:
        first, *rows = [tag.children for tag in table.walk() if tag.role == "TR"]
        if any(cell.role == "TH" for cell in first):
            with_heads += 1
            assert {cell.role for cell in first} == {"TH"}
            assert all(1 <= len(row) <= len(first) for row in rows)
            assert {cell.role for row in rows for cell in row} <= {"TD"}
    assert with_heads > 2


def test_pictures_are_said(pdf: bytes) -> None:
    figures = [tag for page in tags_of(pdf) for tag in page if tag.role == "Figure"]
    assert all(figure.alt for figure in figures)


def test_every_page_has_a_structure_and_contents_are_links(pdf: bytes) -> None:
    pages = tags_of(pdf)
    assert all(pages)
    entries = [tag for tag in pages[0] if tag.role == "TOCI"]
    assert entries
    assert all(any(tag.role == "Link" for tag in entry.walk()) for entry in entries)


@pytest.mark.parametrize("code", LANGUAGES)
def test_language_and_title_are_in_the_document(code: str, tmp_path: Path) -> None:
    with spoken(words_of(code)):
        made = write(report_of(subject(tmp_path), WANTED))
    assert re.search(rb"/Lang ?\(" + code[:2].encode(), made)
    assert b"/DisplayDocTitle true" in made
    assert b"/MarkInfo" in made
