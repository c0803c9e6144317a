"""Find words in the pages of the help: every page that has all of them, with a line that contains them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from robotstudio.help.library import HelpPage, HelpSection, slug

_MARKED = re.compile(r"`([^`]*)`|!?\[((?:`[^`]*`|[^\]`])*)\]\([^)\s]*\)|\*+|\\([\\`*_{}\[\]<>()#+\-.!|])")
_RULE = re.compile(r"[|\s:-]+")
_STARTS = ("#", "-", "|", "```", "1.", "2.", "3.", "4.", "5.")
_SPACE: Final = " "
_BEFORE: Final = 40
_LONGEST: Final = 240
_ELLIPSIS: Final = "…"


class HelpHit(NamedTuple):
    """A page with all words, and its best paragraph."""

    page: str
    title: str
    section: HelpSection
    context: str
    heading: str
    """What a link calls the heading above it; empty above the first."""


class _Paragraph(NamedTuple):
    text: str
    folded: str
    heading: str


class _IndexedPage(NamedTuple):
    page: HelpPage
    title: str
    folded: str
    headings: str
    paragraphs: Sequence[_Paragraph]


class HelpSearch:
    """Searches all pages, each time from the first to the last; the index of their lines is built once."""

    def __init__(self, pages: Iterable[HelpPage]) -> None:
        self._pages = tuple(pages)

    @cached_property
    def _index(self) -> Sequence[_IndexedPage]:
        return [_indexed(page) for page in self._pages]

    def find(self, wanted: str) -> Sequence[HelpHit]:
        """Return the pages that have all of the words, those with them in the title first; none if no word is given."""
        words = wanted.casefold().split()
        if not words:
            return ()
        ranked = [(_rank(each, words), _hit(each, words)) for each in self._index if _has_all(each.folded, words)]
        ranked.sort(key=lambda each: each[0])
        return [hit for _, hit in ranked]


def _has_all(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


def _rank(each: _IndexedPage, words: Sequence[str]) -> int:
    if _has_all(each.title, words):
        return 0
    if _has_all(each.headings, words):
        return 1
    return 2 if any(_has_all(paragraph.folded, words) for paragraph in each.paragraphs) else 3


def _hit(each: _IndexedPage, words: Sequence[str]) -> HelpHit:
    """Return the first paragraph that has the most of the words."""
    best = max(each.paragraphs, key=lambda paragraph: sum(word in paragraph.folded for word in words), default=None)
    context = _cut(best, words) if best else ""
    return HelpHit(each.page.id, each.page.title, each.page.section, context, best.heading if best else "")


def _cut(paragraph: _Paragraph, words: Sequence[str]) -> str:
    """Return the part of a paragraph around the first of the words."""
    # What is folded may be longer than what is written, by a few letters: the beginning moves, nothing else.
    at = min((place for place in (paragraph.folded.find(word) for word in words) if place >= 0), default=0)
    start = paragraph.text.rfind(" ", 0, max(0, at - _BEFORE)) + 1 if at > _BEFORE else 0
    shown = paragraph.text[start : start + _LONGEST]
    before = _ELLIPSIS if start else ""
    return f"{before}{shown}{_ELLIPSIS if start + _LONGEST < len(paragraph.text) else ''}"


def _indexed(page: HelpPage) -> _IndexedPage:
    headings, paragraphs = _headings_and_paragraphs(page)
    title = page.title.casefold()
    folded = "\n".join((title, *headings, *(paragraph.folded for paragraph in paragraphs)))
    return _IndexedPage(page, title, folded, "\n".join(headings), paragraphs)


def _headings_and_paragraphs(page: HelpPage) -> tuple[Sequence[str], Sequence[_Paragraph]]:
    """Return the headings except the title, and the text below them, without its markup.

    Above its first heading the page of a rule only says what the title and the list of findings say too.
    """
    headings: list[str] = []
    paragraphs: list[_Paragraph] = []
    if page.is_plain:
        return headings, [_Paragraph(line, line.casefold(), "") for line in page.text.split("\n") if line.strip()]
    heading, is_title = "", True
    for text, is_heading in _blocks(page.text):
        if is_heading and not is_title:
            headings.append(text.casefold())
            heading = slug(text)
        elif not is_heading and (heading or page.section is not HelpSection.RULES):
            paragraphs.append(_Paragraph(text, text.casefold(), heading))
        is_title = is_title and not is_heading
    return headings, paragraphs


def _blocks(text: str) -> Iterator[tuple[str, bool]]:
    """Join the lines of a paragraph, but not rows of tables and lines of examples. The flag is True for a heading."""
    waiting: list[str] = []
    is_example = False
    for line in (*text.split("\n"), ""):
        stripped = line.strip()
        is_fence = stripped.startswith("```")
        if waiting and (not stripped or stripped.startswith(_STARTS)):
            yield plain(_SPACE.join(waiting)), False
            waiting = []
        if is_fence:
            is_example = not is_example
        elif is_example:
            yield stripped, False
        elif stripped.startswith("#"):
            yield plain(stripped.lstrip("# ")), True
        elif stripped and not _RULE.fullmatch(stripped):
            waiting.append(stripped)


def _unmarked(found: re.Match[str]) -> str:
    code, link, escaped = found.groups()
    return code or escaped or (plain(link) if link else "")


def plain(markdown: str) -> str:
    """Return a piece of Markdown as it is read."""
    text = _MARKED.sub(_unmarked, markdown).strip()
    if text.startswith("|"):
        return " · ".join(filter(None, (cell.strip() for cell in text.strip("|").split("|"))))
    return text.removeprefix("- ")
