"""The headline of a report and its recommendations: no more than is known, and never against the table below."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pytest
from msgspec.structs import replace

from robotstudio.compliance.model import version_of_file
from robotstudio.draft.changes.baseline import DISK, Baseline
from robotstudio.engine.crawlers import ANY_OTHER, CRAWLERS, crawler_for
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.indexing.answers import IndexingInput, ReasonSummary, index_answers
from robotstudio.indexing.export import ReasonKind
from robotstudio.report.model import (
    Answers,
    AnswerTone,
    Cover,
    PatternChart,
    Recommendation,
    Recommendations,
    ReportTable,
)
from robotstudio.report.sections import report_of
from robotstudio.report.subject import Subject
from robotstudio.urls.url_builder import UrlSetBuilder
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import normalise
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind, ValueColumn, lean
from tests.report.subjects import SITE, WANTED, plain_subject

NEW = tuple(f"/new/{number}" for number in range(10))
OTHER = tuple(f"/other/{number}" for number in range(10))
OTHERS = tuple(f"/others/{number}" for number in range(50))
OPEN = b"User-agent: *\nDisallow:\n"
PRIVATE = b"User-agent: *\nDisallow: /private/\n"
MERGING = b"User-agent: Googlebot\nDisallow: /new/\n\nUser-agent: BadBot\nDisallow: /\n"
TWO_ENGINES = b"User-agent: Googlebot\nDisallow: /new/\n\nUser-agent: bingbot\nDisallow: /new\n"
NOTHING: Mapping[str, float] = {}


def subject(
    body: bytes,
    pages: Sequence[str] = (),
    clicks: Mapping[str, float] = NOTHING,
    sitemap: Sequence[str] = (),
    tokens: Sequence[str] = ("Googlebot", "bingbot"),
    before: bytes | None = None,
) -> Subject:
    """Return a file with a plain list, a table of clicks and a sitemap."""
    known = UrlSet()
    for kind, paths in (("list", pages), ("table", tuple(clicks)), ("sitemap", sitemap)):
        builder = UrlSetBuilder()
        for path in paths:
            builder.add(normalise(SITE + path))
        info = ColumnInfo("Clicks", ColumnKind.NUMBER, "clicks", adds=True)
        column = ValueColumn(info, lean(np.array([*clicks.values()], np.float64)))
        if paths:
            known = known.with_added(builder.finish(Source(kind, kind, kind), (column,) if kind == "table" else ()))
    crawlers = tuple(ANY_OTHER if token == "*" else CRAWLERS[token] for token in tokens)
    baseline = None if before is None else Baseline(DISK, "before.txt", before)
    return replace(plain_subject(body, (), crawlers), urls=known, baseline=baseline)


def cover_of(about: Subject) -> Cover:
    return report_of(about, WANTED).cover


def items_of(about: Subject) -> Sequence[Recommendation]:
    report = report_of(about, replace(WANTED, sections=("recommendations",)))
    return [each for made in report.sections[0].blocks if isinstance(made, Recommendations) for each in made.items]


class Case(NamedTuple):
    about: Subject
    lead: str
    rest: str
    figures: Sequence[str]
    """The figures about pages, clicks and proofs."""


ONE = "1 change is recommended."
NOT_KNOWN = "It is not known what the blocked pages bring."
CASES = {
    "everything blocked, no URLs": Case(
        subject(b"User-agent: *\nDisallow: /\n"),
        "The file closes the whole site to search engines.",
        "Check that this is intended.",
        [],
    ),
    "the only URL blocked": Case(
        subject(PRIVATE, ["/private/a"]), "Googlebot may not fetch 1 of 1 URL.", NOT_KNOWN, ["1 of 1 URL blocked"]
    ),
    "a sitemap of blocked pages": Case(
        subject(TWO_ENGINES, sitemap=NEW),
        "Googlebot may not fetch 10 of 10 URLs.",
        "2 changes are recommended.",
        ["10 pages to open", "10 of 10 URLs blocked", "2 of 2 changes are proven"],
    ),
    "a plain list": Case(
        subject(PRIVATE, ["/private/a", "/b"]),
        "Googlebot may not fetch 1 of 2 URLs.",
        NOT_KNOWN,
        ["1 of 2 URLs blocked"],
    ),
    "any other crawler alone": Case(
        subject(PRIVATE, clicks={"/private/a": 50, "/b": 10}, tokens=("*",)),
        "Search engines can read the site, except 1 page that they should find.",
        ONE,
        ["1 page to open", "1 of 2 URLs blocked", "1 of 1 change is proven"],
    ),
    "any other crawler, a plain list": Case(
        subject(PRIVATE, ["/private/a", "/b"], tokens=("*",)),
        "Any other crawler may not fetch 1 of 2 URLs.",
        NOT_KNOWN,
        ["1 of 2 URLs blocked"],
    ),
    "everything blocked for any other crawler": Case(
        subject(b"User-agent: *\nDisallow: /\n", tokens=("*",)),
        "The file closes the whole site to any other crawler.",
        "Check that this is intended.",
        [],
    ),
    "few clicks": Case(
        subject(PRIVATE, clicks={"/private/a": 5, "/b": 100_000}),
        "Search engines can read the site, except pages with few clicks.",
        "No change is needed.",
        ["1 of 2 URLs blocked"],
    ),
    "another engine is closed out": Case(
        subject(b"User-agent: bingbot\nDisallow: /\n\nUser-agent: *\nDisallow:\n", OTHER),
        "The file closes the whole site to Bingbot.",
        NOT_KNOWN,
        ["0 of 10 URLs blocked"],
    ),
    "clicks of blocked pages unknown": Case(
        subject(PRIVATE, ["/private/a"], {"/b": 10}),
        "Googlebot may not fetch 1 of 2 URLs.",
        NOT_KNOWN,
        ["1 of 2 URLs blocked"],
    ),
    "known to block nothing": Case(
        subject(PRIVATE, sitemap=OTHER),
        "Search engines can fetch every page that they should find.",
        "No change is needed.",
        ["0 pages to open", "0 of 10 URLs blocked"],
    ),
    "an error": Case(
        subject(b"<!DOCTYPE html><html><body>Not found</body></html>\n", clicks={"/a": 1}),
        "The file is a web page, not a robots.txt, so it has no rules.",
        ONE,
        ["0 of 1 URL blocked"],
    ),
    "nearly all blocked": Case(
        subject(b"User-agent: *\nDisallow: /p\n", clicks={"/b": 5, **{f"/p{number}": 10 for number in range(20)}}),
        "Googlebot may not fetch 20 of 21 URLs.",
        ONE,
        ["200 clicks to win back", "20 of 21 URLs blocked", "1 of 1 change is proven"],
    ),
    "a baseline alone proves no recommendation": Case(
        subject(b"User-agent: *\nDisallow: /\n", OTHER, before=b"User-agent: *\nDisallow:\n"),
        "If published, this file closes the whole site to search engines.",
        ONE,
        ["10 of 10 URLs blocked"],
    ),
    "closed as before": Case(
        subject(b"User-agent: *\nDisallow: /\n", OTHER, before=b"User-agent: *\nDisallow: /\nDisallow: /x\n"),
        "The file closes the whole site to search engines.",
        ONE,
        ["10 of 10 URLs blocked"],
    ),
    "one engine is shut out by the draft": Case(
        subject(b"User-agent: bingbot\nDisallow: /\n\nUser-agent: *\nDisallow:\n", OTHER, before=OPEN),
        "If published, this file closes the whole site to Bingbot.",
        ONE,
        ["0 of 10 URLs blocked"],
    ),
    "all but one page": Case(
        subject(b"User-agent: *\nAllow: /other/1\nDisallow: /\n", OTHER, tokens=("Googlebot",), before=OPEN),
        "If published, this file closes the site to search engines, except what it allows by name.",
        ONE,
        ["9 of 10 URLs blocked"],
    ),
    "most of the clicks": Case(
        subject(b"User-agent: *\nDisallow: /a\n", OTHER, {"/a": 80, "/b": 20}, sitemap=OTHER, before=OPEN),
        "If published, this file closes pages that bring 80% of the known clicks from search engines.",
        "2 changes are recommended.",
        ["80 clicks to win back", "1 of 12 URLs blocked", "1 of 1 change is proven"],
    ),
    "a part of the sitemap": Case(
        subject(b"User-agent: *\nDisallow: /new/\n", OTHER, sitemap=(*NEW, *OTHER, *OTHERS), before=OPEN),
        "If published, this file closes 10 of 70 pages that search engines should find.",
        "2 changes are recommended.",
        ["10 pages to open", "10 of 70 URLs blocked", "1 of 1 change is proven"],
    ),
    "few pages of the sitemap": Case(
        subject(b"User-agent: *\nDisallow: /new/1\n", sitemap=(*NEW, *OTHER, *OTHERS), before=OPEN),
        "Search engines can read the site, except 1 page that they should find.",
        "2 changes are recommended.",
        ["1 page to open", "1 of 70 URLs blocked", "1 of 1 change is proven"],
    ),
    "most of a plain list": Case(
        subject(b"User-agent: *\nDisallow: /new/\n", (*NEW, "/a"), before=OPEN),
        "If published, this file closes 10 of 11 URLs to search engines.",
        ONE,
        ["10 of 11 URLs blocked"],
    ),
    "a server's JSON": Case(
        subject(b'{"error": "not found"}\n', OTHER, before=OPEN),
        "The file is not a robots.txt, so it has no rules.",
        ONE,
        ["0 of 10 URLs blocked"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_headline_says_what_is_known(name: str) -> None:
    case = CASES[name]
    cover = cover_of(case.about)
    figures = [f"{each.value} {each.title}" for each in cover.figures if "AI" not in each.title]
    assert (cover.lead, cover.rest, figures) == (case.lead, case.rest, list(case.figures))


def test_rule_whose_removal_merges_two_groups_becomes_empty() -> None:
    (removal,) = items_of(subject(MERGING, OTHER, sitemap=NEW))
    assert [(line.text, line.is_added) for line in removal.lines] == [("Disallow: /new/", False), ("Disallow:", True)]
    assert (removal.gain, removal.unit, removal.is_proven) == ("+10", "URLs become allowed", True)


def test_each_of_two_engines_gets_its_pages() -> None:
    assert [(each.gain, each.is_proven) for each in items_of(subject(TWO_ENGINES, sitemap=NEW))] == [("+10", True)] * 2


@pytest.mark.parametrize("source", ["list", "sitemap"])
def test_new_file_that_blocks_pages_of_unknown_value_is_to_be_checked(source: str) -> None:
    pages = {"pages": NEW} if source == "list" else {"sitemap": NEW}
    about = subject(
        b"User-agent: *\nDisallow: /new\n", clicks={"/old/1": 5}, before=b"User-agent: *\nDisallow: /old\n", **pages
    )
    publish = next(each for each in items_of(about) if each.id == "publish")
    assert publish.title == "Check the blocked pages before you publish this file"
    assert (publish.gain, publish.unit, publish.is_proven) == ("−10", "URLs become blocked", False)


def test_danger_is_the_first_line_of_the_answer_and_the_first_recommendation() -> None:
    about = subject(b"User-agent: *\nDisallow: /\n", OTHER, sitemap=NEW, before=OPEN)
    report = report_of(about, WANTED)
    (answers,) = (block for block in report.sections[0].blocks if isinstance(block, Answers))
    first, *others = answers.lines
    assert (first.tone, first.section, len(others)) == (AnswerTone.WRONG, "changes", 4)
    assert first.lead == report.cover.lead
    assert items_of(about)[0].id == "publish"


def test_web_page_is_to_be_replaced_and_not_to_be_published() -> None:
    (replaced,) = items_of(subject(b"<!DOCTYPE html><html><body>Gone</body></html>\n", OTHER, before=OPEN))
    assert (replaced.id, replaced.title) == ("replace", "Replace the web page with a robots.txt file")
    assert [(line.text, line.is_added) for line in replaced.lines] == [("User-agent: *", True), ("Disallow:", True)]
    assert (replaced.gain, replaced.unit, replaced.is_proven) == ("none", "of the rules apply", True)


def test_fix_that_blocks_pages_of_unknown_value_is_not_recommended() -> None:
    assert not items_of(subject(b"User-agent: *\nDisalow: /other\n", OTHER))


def test_without_urls_nothing_is_counted() -> None:
    (publish,) = items_of(subject(b"User-agent: *\nDisallow: /\n", before=b"User-agent: *\nDisallow: /old\n"))
    assert publish.title == "Check the blocked pages before you publish this file"
    assert publish.why.startswith("If published, this file closes the whole site to search engines.")
    assert publish.gain == "?"
    (fix,) = items_of(subject(b"User-agent: *\nDisalow: /cart\n"))
    assert (fix.gain, fix.unit) == ("?", "verdicts change")


def test_kinds_of_urls_are_not_said_to_be_open_if_that_is_unknown() -> None:
    about = replace(subject(PRIVATE, OTHER, tokens=("bingbot",)), scenario=HttpScenario("503"))
    section = report_of(about, replace(WANTED, sections=("patterns",))).sections[0]
    assert not [block for block in section.blocks if isinstance(block, PatternChart)]
    cover = cover_of(about)
    assert (cover.lead, cover.rest) == ("What Bingbot may fetch after this answer is not documented.", "")


def test_pages_without_urls_of_an_export_are_not_said_to_be_open() -> None:
    export = IndexingInput([], [version_of_file(PRIVATE, "", "robots.txt")], crawler_for("Googlebot"))
    counted = ReasonSummary("Blocked by robots.txt", ReasonKind.BLOCKED, 120, {}, is_counted_only=True)
    about = replace(subject(PRIVATE), indexing=replace(index_answers(export), reasons=(counted,)))
    (section,) = report_of(about, replace(WANTED, sections=("indexing",))).sections
    (table,) = (block for block in section.blocks if isinstance(block, ReportTable))
    assert table.rows[0][1:3] == (120, None)


def test_long_line_is_shortened() -> None:
    (removal,) = items_of(subject(b"User-agent: *\nDisallow: /new" + b"*" * 9000 + b"\n", sitemap=NEW))
    assert max(len(line.text) for line in removal.lines) < 300
    assert len(removal.title) < 300
