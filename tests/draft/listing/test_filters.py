"""Filters: which rows are listed, and counts that agree with the list."""

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.listing.filters import FilterKind, Filters, Listing
from robotstudio.draft.listing.lister import Lister, ListingQuestion, SortKey
from robotstudio.engine import Robots

Analyse = Callable[..., Analysis]


def displays(analysis: Analysis, listing: Listing) -> list[str]:
    return [analysis.urls[position].display for position in listing.rows]


def listed(analysis: Analysis, filters: Filters) -> list[str]:
    return displays(analysis, Lister().rows(ListingQuestion(analysis, filters)))


def only(*kinds: FilterKind) -> Filters:
    return Filters(kinds=frozenset(kinds))


def test_without_filters_everything_is_listed_in_the_order_given(make: Analyse) -> None:
    analysis = make(urls="/b\n/a\n/c")
    assert listed(analysis, Filters()) == ["/b", "/a", "/c"]
    assert listed(analysis, Filters(text="  ")) == ["/b", "/a", "/c"]


def test_blocked_keeps_urls_that_some_crawler_may_not_fetch(make: Analyse) -> None:
    analysis = make(tokens=("Googlebot", "bingbot"))
    assert listed(analysis, only(FilterKind.BLOCKED)) == [
        "/cart/",
        "/cart/checkout?step=2",
        "/search?q=shoes",
        "/admin/login",
    ]


def test_disagree_keeps_urls_that_only_some_crawlers_may_fetch(make: Analyse) -> None:
    analysis = make(tokens=("Googlebot", "bingbot"))
    assert listed(analysis, only(FilterKind.DISAGREE)) == ["/cart/", "/cart/checkout?step=2"]


def test_no_rule_keeps_urls_that_no_rule_decides(make: Analyse) -> None:
    analysis = make(tokens=("Googlebot", "bingbot"))
    assert listed(analysis, only(FilterKind.NO_RULE)) == ["/", "/blog/2026/hello.html", "/robots.txt"]


def test_one_crawler_never_disagrees(make: Analyse) -> None:
    assert listed(make(tokens=("Googlebot",)), only(FilterKind.DISAGREE)) == []


def test_search_wants_every_word_and_ignores_case(make: Analyse) -> None:
    analysis = make(urls="/Cart/help\n/cart/\n/help")
    assert listed(analysis, Filters(text="CART help")) == ["/Cart/help"]


def test_search_finds_letters_and_their_bytes(make: Analyse) -> None:
    analysis = make(urls="/straße\n/strasse")
    assert listed(analysis, Filters(text="straße")) == ["/straße"]
    assert listed(analysis, Filters(text="%C3%9F")) == ["/straße"]


def test_search_finds_the_host(make: Analyse) -> None:
    analysis = make(urls="https://a.example/x\nhttps://b.example/x")
    assert len(listed(analysis, Filters(text="b.example"))) == 1


def test_a_count_says_how_many_rows_its_pill_would_leave(make: Analyse) -> None:
    analysis = make(tokens=("Googlebot", "bingbot"))
    filters = Filters(text="cart")
    counts = Lister().rows(ListingQuestion(analysis, filters)).counts
    for kind in FilterKind:
        assert counts[kind] == len(listed(analysis, replace(filters, kinds=frozenset({kind}))))


def test_no_urls_and_no_crawlers_are_no_special_case(make: Analyse) -> None:
    assert listed(make(urls=""), only(*FilterKind)) == []
    nobody = make(tokens=())
    assert len(listed(nobody, only(FilterKind.NO_RULE))) == len(nobody.urls)
    assert listed(nobody, only(FilterKind.BLOCKED)) == []


_SEGMENTS = st.sampled_from(("a", "b", "ab", "a/b", "b?a=1", ""))
_RULES = st.lists(st.tuples(st.sampled_from(("Allow", "Disallow")), _SEGMENTS), max_size=4)
_SORTS = st.sampled_from((None, SortKey(None), SortKey("Googlebot"), SortKey("Googlebot", descending=True)))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    groups=st.dictionaries(st.sampled_from(("*", "Googlebot", "GPTBot")), _RULES, max_size=3),
    paths=st.lists(_SEGMENTS, unique=True, max_size=6),
    text=st.sampled_from(("", "a", "b a", "?")),
    kinds=st.frozensets(st.sampled_from(FilterKind)),
    sort=_SORTS,
)
def test_the_list_holds_exactly_the_rows_that_pass(
    make: Analyse,
    groups: dict[str, list[tuple[str, str]]],
    paths: list[str],
    text: str,
    kinds: frozenset[FilterKind],
    sort: SortKey | None,
) -> None:
    draft = "\n".join(
        line
        for token, rules in groups.items()
        for line in (f"User-agent: {token}", *(f"{name}: /{path}" for name, path in rules))
    )
    analysis = make(draft.encode(), "\n".join(f"/{path}" for path in paths), ("Googlebot", "AdsBot-Google", "*"))
    standard = Robots.parse(draft.encode(), "rfc9309")
    filters = Filters(text, kinds)
    listing = Lister().rows(ListingQuestion(analysis, filters, sort))

    def passes(position: int, wanted: frozenset[FilterKind]) -> bool:
        allowed = [bool(column.allowed[position]) for column in analysis.columns]
        decided = any(column.lines[position] for column in analysis.columns)
        of_kind = {
            FilterKind.BLOCKED: not all(allowed),
            FilterKind.DISAGREE: any(allowed) and not all(allowed),
            FilterKind.NO_RULE: not decided,
            FilterKind.ALLOWED: all(allowed),
            FilterKind.EXPECTED: False,
            FilterKind.ALL_BLOCKED: bool(allowed) and not any(allowed),
            FilterKind.OUTSIDE: False,
            FilterKind.CHANGED: False,
            FilterKind.FAILING: False,
            FilterKind.HAD_CLICKS: False,
            FilterKind.READING: any(
                bool(column.allowed[position])
                != standard.decide(analysis.urls[position].url, column.crawler.chain).allowed
                for column in analysis.columns
            ),
        }
        return all(of_kind[kind] for kind in wanted) and all(w in analysis.urls[position].url for w in text.split())

    everything = range(len(analysis.urls))
    assert sorted(listing.rows.tolist()) == [position for position in everything if passes(position, kinds)]
    for kind in FilterKind:
        assert listing.counts[kind] == sum(passes(position, kinds | {kind}) for position in everything)
    if sort is None:
        assert listing.rows.tolist() == sorted(listing.rows.tolist())
