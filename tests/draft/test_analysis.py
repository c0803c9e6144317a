"""One evaluation: what the views read is what the engine says."""

from robotstudio.draft.analysis import Analysis, Cell, Request, analyse
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import CRAWLERS
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


def test_line_decides_as_many_cells_as_show_its_number() -> None:
    analysis = analysed()
    assert analysis.decides == {2: 1, 5: 2, 9: 4, 12: 2}


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
