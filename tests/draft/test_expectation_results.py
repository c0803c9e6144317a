"""Results of expectations, as frozen rows."""

import pytest

from robotstudio.draft.analysis import Cell
from robotstudio.draft.expectation_results import ExpectationState, Results, judged, rows_of
from robotstudio.draft.expectations import parse
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.text.phrases import as_text
from robotstudio.ui.panels.expectations.words import now_phrase, status_words
from tests.draft.changes.comparisons import URLS, with_clicks

DRAFT = b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n"
FILE = (
    "# why\nblock googlebot /cart/\nallow * /cart/x\nalow x /\n\nallow GPTBot https://a.example/cart/help by no rule\n"
)


def never() -> bool:
    return False


def results(text: str = FILE, draft: bytes = DRAFT) -> Results:
    found = judged(rows_of(parse(text), CATALOGUE), draft, {}, CATALOGUE, never)
    assert found is not None
    return found


def test_each_expectation_and_each_mistake_is_a_row_with_its_line() -> None:
    assert [(row.number, row.state) for row in results().rows] == [
        (2, ExpectationState.PASSES),
        (3, ExpectationState.FAILS),
        (4, ExpectationState.UNREADABLE),
        (6, ExpectationState.FAILS),
    ]
    assert [row.line for row in results().rows] == [2, 2, 0, 3]


def test_rows_wait_until_they_are_judged() -> None:
    waiting = Results(rows_of(parse(FILE), CATALOGUE))
    assert waiting.counts[ExpectationState.WAITS] == 3
    assert waiting.total == 3


def test_expectation_is_found_by_its_cell_whatever_the_case_of_the_crawler() -> None:
    numbers = {row.cell: row.number for row in results().rows}
    assert numbers[Cell("/cart/", "Googlebot")] == 2
    assert Cell("/cart/", "Bingbot") not in numbers


def test_path_belongs_to_the_site_of_the_draft() -> None:
    rows = rows_of(parse("allow x /a\nallow x https://b.example/a\n"), CATALOGUE, "https://a.example/robots.txt")
    assert [row.cell for row in rows] == [Cell("https://a.example/a", "x"), Cell("https://b.example/a", "x")]


def test_judging_is_given_up_when_it_is_no_longer_wanted() -> None:
    assert judged(rows_of(parse(FILE), CATALOGUE), DRAFT, {}, CATALOGUE, lambda: True) is None


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", ""),
        ("block x /cart/\n", "1 of 1 test passes"),
        ("block x /cart/\nallow x /cart/1\n", "1 of 2 tests fails"),
        ("allow x /cart/\nallow x /cart/1\n", "2 of 2 tests fail"),
        ("block x /cart/\n?\n", "1 test cannot be read"),
    ],
)
def test_run_in_words(text: str, status: str) -> None:
    assert status_words(results(text)) == status


def test_an_expectation_of_a_pattern_is_about_no_cell_and_told_by_its_counterexample() -> None:
    found = results("block * /cart/*\nblock * /cart/x*\n")
    assert [(row.state, row.cell, row.line) for row in found.rows] == [
        (ExpectationState.FAILS, None, 3),
        (ExpectationState.PASSES, None, 2),
    ]
    assert [as_text(now_phrase(row)) for row in found.rows] == [
        "/cart/help is allowed by line 3, Allow: /cart/help",
        "proven for every URL like that",
    ]
    assert status_words(found) == "1 of 2 tests fails"


def test_the_proof_of_a_pattern_is_given_up_when_it_is_no_longer_wanted() -> None:
    asked: list[bool] = []

    def is_cancelled() -> bool:
        asked.append(True)
        return len(asked) > 1

    assert judged(rows_of(parse("block * /cart/*\n"), CATALOGUE), DRAFT, {}, CATALOGUE, is_cancelled) is None


def test_a_sum_is_judged_over_the_urls_and_waits_without_them() -> None:
    file = parse("version 3\nsum(clicks) of blocked <= 159\nsum(clicks) of blocked for GPTBot <= 160\n")
    rows = rows_of(file, CATALOGUE)
    urls = with_clicks()
    table = UrlTable(url.url for url in urls)
    found = judged(rows, b"User-agent: *\nDisallow: /cart/\n", {}, CATALOGUE, never, urls=urls, table=table)
    assert found is not None
    lost = sum(clicks for url, clicks in zip(URLS[1:], (120, 40, 7, 5, 3), strict=True) if url.startswith("/cart/"))
    assert [row.found.found.total for row in found.rows if row.found] == [lost, lost]
    assert [row.state is ExpectationState.PASSES for row in found.rows] == [lost <= 159, lost <= 160]
    every = judged(rows, b"User-agent: *\nDisallow: /\n", {}, CATALOGUE, never, urls=urls, table=table)
    assert every is not None
    assert [row.state for row in every.rows] == [ExpectationState.FAILS] * 2
    undecided = rows_of(parse("version 3\nsum(clicks) of blocked <= 175\n"), CATALOGUE)
    every = judged(undecided, b"User-agent: *\nDisallow: /\n", {}, CATALOGUE, never, urls=urls, table=table)
    assert every is not None
    assert [row.state for row in every.rows] == [ExpectationState.UNKNOWN]  # one of the URLs has no value
    nothing = judged(rows, b"", {}, CATALOGUE, never)
    assert nothing is not None
    assert nothing.counts[ExpectationState.WAITS] == 2
