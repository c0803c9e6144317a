"""The order of the rows."""

from collections.abc import Callable

import numpy as np

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.draft.listing.lister import Lister, ListingQuestion, SortKey, next_key
from robotstudio.draft.listing.marks import Expected, MatrixMarks

Analyse = Callable[..., Analysis]


def ordered(analysis: Analysis, key: SortKey | None) -> list[str]:
    return [analysis.urls[position].display for position in Lister().rows(ListingQuestion(analysis, sort=key)).rows]


def test_a_header_is_clicked_to_ascend_to_descend_and_to_go_back() -> None:
    first = next_key(None, "GPTBot")
    second = next_key(first, "GPTBot")
    assert first == SortKey("GPTBot")
    assert second == SortKey("GPTBot", descending=True)
    assert next_key(second, "GPTBot") is None
    assert next_key(second, None) == SortKey(None)
    assert next_key(SortKey(None), None, "status") == SortKey(None, fact="status")


def test_without_a_key_urls_stay_as_they_were_added(make: Analyse) -> None:
    assert ordered(make(urls="/b\n/a"), None) == ["/b", "/a"]


def test_marks_need_a_pass_over_all_urls_so_such_a_list_is_not_plain(make: Analyse) -> None:
    analysis = make(urls="/b\n/a")
    expected = MatrixMarks(expectations={Cell(analysis.urls[0].url, "Googlebot"): Expected.PASSES})
    assert ListingQuestion(analysis).is_plain
    assert not ListingQuestion(analysis, marks=expected).is_plain


def test_by_url(make: Analyse) -> None:
    analysis = make(urls="/b\n/c\n/a")
    assert ordered(analysis, SortKey(None)) == ["/a", "/b", "/c"]
    assert ordered(analysis, SortKey(None, descending=True)) == ["/c", "/b", "/a"]


def test_by_a_fact_what_is_not_known_stands_last_either_way(make: Analyse) -> None:
    analysis = make(urls="/b\n/a\n/c\n/d")
    ranks = {"status": np.array([1, -1, 0, 1])}
    for key, order in (
        (SortKey(None, fact="status"), "/c /b /d /a"),
        (SortKey(None, descending=True, fact="status"), "/b /d /c /a"),
        (SortKey(None, fact="not read yet"), "/b /a /c /d"),
    ):
        rows = Lister().rows(ListingQuestion(analysis, sort=key, ranks=ranks)).rows
        assert " ".join(analysis.urls[position].display for position in rows) == order


def test_by_crawler_blocked_come_first_by_line_then_allowed_then_undecided(make: Analyse) -> None:
    analysis = make(urls="/\n/cart/help\n/cart/\n/other\n/admin/")
    assert ordered(analysis, SortKey("Googlebot")) == ["/admin/", "/cart/", "/cart/help", "/", "/other"]
    assert ordered(analysis, SortKey("Googlebot", descending=True)) == [
        "/",
        "/other",
        "/cart/help",
        "/cart/",
        "/admin/",
    ]


def test_a_crawler_that_is_no_longer_shown_orders_nothing(make: Analyse) -> None:
    assert ordered(make(urls="/b\n/a"), SortKey("Slurp")) == ["/b", "/a"]
