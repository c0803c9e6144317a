"""One evaluation: what the views read is what the engine says."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.draft.analysis import Analysis, Cell, Request, analyse
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import CRAWLERS, crawler_for
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import parse_list

DRAFT = b"""\
User-agent: *
Disallow: /tmp/

User-agent: Googlebot
Disallow: /cart/

User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /

User-agent: Googlebot
Allow: /cart/help
"""


def analysed(
    body: bytes = DRAFT, urls: str = "/\n/cart/x\n/cart/help\n/tmp/y", previous: Analysis | None = None
) -> Analysis:
    found = as_set(parse_list(urls).urls)
    crawlers = tuple(CRAWLERS[token] for token in ("Googlebot", "Applebot", "GPTBot", "*"))
    table = UrlTable(url.url for url in found)
    return analyse(Request(1, body, found, table, crawlers), previous)


def test_columns_stand_in_the_order_of_the_crawlers() -> None:
    assert [column.crawler.token for column in analysed().columns] == ["Googlebot", "Applebot", "GPTBot", "*"]


def test_every_cell_is_what_the_single_verdict_says() -> None:
    analysis = analysed()
    for column in analysis.columns:
        for row, url in enumerate(analysis.urls):
            verdict = analysis.verdict(Cell(url.url, column.crawler.token))
            assert verdict is not None
            assert verdict.allowed == column.allowed[row]
            assert (verdict.line or 0) == column.lines[row]


def test_url_counts_once_for_a_line_however_many_crawlers_it_decides_for() -> None:
    assert analysed().decided_urls == {2: 1, 5: 1, 9: 4, 12: 1}


_PATHS = st.sampled_from(("a", "b", "ab", "a/b", "*b", "a$", "", "%61"))
_RULES = st.lists(st.tuples(st.sampled_from(("Allow", "Disallow")), _PATHS), max_size=4)
_READERS = ("Googlebot", "AdsBot-Google", "bingbot", "YandexBot", "Baiduspider", "*")


@given(
    st.dictionaries(st.sampled_from(("*", "Googlebot", "Yandex")), _RULES, max_size=3),
    st.lists(st.sampled_from(("a", "b", "ab", "a/b", "%61", "a?b", "")), unique=True),
)
def test_urls_that_a_line_decides_are_those_that_show_its_number(
    groups: dict[str, list[tuple[str, str]]], paths: list[str]
) -> None:
    body = "\n".join(
        line
        for token, rules in groups.items()
        for line in (f"User-agent: {token}", *(f"{name}: /{path}" for name, path in rules))
    )
    found = as_set(parse_list("\n".join(f"/{path}" for path in paths)).urls)
    table = UrlTable(url.url for url in found)
    crawlers = tuple(crawler_for(token) for token in _READERS)
    analysis = analyse(Request(1, body.encode(), found, table, crawlers))
    shown = {
        (int(line), place) for column in analysis.columns for place, line in enumerate(column.lines.tolist()) if line
    }
    assert analysis.decided_urls == Counter(line for line, _ in shown)


def test_groups_that_are_merged_share_a_colour_and_are_numbered() -> None:
    marks = [(mark.first_line, mark.last_line, mark.color, mark.part) for mark in analysed().marks]
    assert marks == [(1, 2, 0, 0), (4, 5, 1, 1), (7, 9, 2, 0), (11, 12, 1, 2)]


def test_colour_of_a_crawler_is_that_of_its_group() -> None:
    analysis = analysed()
    colors = [analysis.color_of(column.choice) for column in analysis.columns]
    assert colors == [1, 1, 2, 0]


def test_crawler_without_a_group_has_no_colour() -> None:
    analysis = analysed(b"User-agent: a\nDisallow: /\n")
    assert analysis.color_of(analysis.columns[0].choice) is None


def test_verdict_on_a_crawler_that_is_not_shown_is_none() -> None:
    assert analysed().verdict(Cell("/", "Bingbot")) is None


def test_what_was_evaluated_before_changes_no_answer() -> None:
    before = analysed(b"User-agent: *\nDisallow: /cart/\n")
    anew, revised = analysed(), analysed(previous=before)
    for ours, theirs in zip(revised.columns, anew.columns, strict=True):
        assert ours.lines.tolist() == theirs.lines.tolist()
    assert revised.marks == anew.marks
