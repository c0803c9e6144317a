"""What pages say about indexing, in headers and in `<meta>`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.fetch.index_tags import IndexTag, TagOrigin, header_tags, header_text, meta_tag, signals_in, tags_in


@pytest.mark.parametrize(
    ("value", "tags"),
    [
        ("noindex", [("", ("noindex",))]),
        ("NoIndex, NOFOLLOW", [("", ("noindex", "nofollow"))]),
        ("googlebot: noindex, nofollow", [("googlebot", ("noindex", "nofollow"))]),
        ("googlebot: nofollow, otherbot: noindex", [("googlebot", ("nofollow",)), ("otherbot", ("noindex",))]),
        ("max-snippet: 20, noarchive", [("", ("max-snippet: 20", "noarchive"))]),
        ("googlebot: max-image-preview:large", [("googlebot", ("max-image-preview:large",))]),
        (
            "unavailable_after: Friday, 25-Jun-10 15:00:00 PST, noindex",
            [("", ("unavailable_after: Friday, 25-Jun-10 15:00:00 PST", "noindex"))],
        ),
        ("Unavailable_After: 2026-01-01, noindex", [("", ("Unavailable_After: 2026-01-01", "noindex"))]),
        ("unavailable_after: 2026-01-01, noindex", [("", ("unavailable_after: 2026-01-01", "noindex"))]),
        ("", []),
        (" , ,", []),
        ("googlebot:", []),
    ],
)
def test_header_is_read_with_names_and_dates(value: str, tags: list[tuple[str, tuple[str, ...]]]) -> None:
    found = header_tags([("Content-Type", "text/html"), ("X-Robots-Tag", value)])
    assert [(tag.agent, tag.directives) for tag in found] == tags
    assert {tag.origin for tag in found} <= {TagOrigin.HEADER}


def test_several_headers_are_several_tags() -> None:
    assert len(header_tags([("x-robots-tag", "noindex"), ("x-robots-tag", "bingbot: nofollow")])) == 2
    assert len(header_tags([("x-robots-tag", "noindex")] * 5_000)) == 200


def test_meta_is_for_all_or_for_the_crawler_that_it_names() -> None:
    assert meta_tag("ROBOTS", "noindex,follow") == IndexTag("", ("noindex", "follow"), TagOrigin.META)
    assert meta_tag("Googlebot", "none") == IndexTag("googlebot", ("none",), TagOrigin.META)
    assert meta_tag("Yandex", "noindex") == IndexTag("yandex", ("noindex",), TagOrigin.META)
    assert meta_tag("robots", " ") is None
    assert meta_tag("description", "noindex") is None


def test_tag_for_a_crawler_is_for_those_that_follow_its_name() -> None:
    tag = IndexTag("googlebot", ("noindex",), TagOrigin.META)
    assert tag.is_for(CRAWLERS["Googlebot"])
    assert tag.is_for(CRAWLERS["Googlebot-Image"])
    assert not tag.is_for(CRAWLERS["bingbot"])
    assert IndexTag("", ("none",), TagOrigin.META).is_for(CRAWLERS["bingbot"])


@pytest.mark.parametrize(
    ("directive", "forbids"), [("noindex", True), ("none", True), ("index", False), ("all", False)]
)
def test_noindex_and_none_forbid_to_index(directive: str, *, forbids: bool) -> None:
    assert IndexTag("", (directive,), TagOrigin.META).forbids_index is forbids


@given(st.text(max_size=200))
def test_any_header_gives_tags_or_none(value: str) -> None:
    assert all(tag.directives for tag in header_tags([("x-robots-tag", value)]))


@pytest.mark.parametrize(
    ("tags", "text"),
    [
        ([], ""),
        ([("yandex", ("nofollow",)), ("", ("noindex", "nosnippet"))], "noindex, nosnippet, yandex: nofollow"),
        ([("bingbot", ("none",)), ("bingbot", ("noarchive",))], "bingbot: none, noarchive"),
        ([("", ("max-snippet:20",)), ("a", ("all",))], "max-snippet:20, a: all"),
    ],
)
def test_tags_as_a_header_keep_the_crawler_that_each_is_for(tags: list[tuple[str, tuple[str, ...]]], text: str) -> None:
    found = header_text(IndexTag(agent, directives, TagOrigin.META) for agent, directives in tags)
    assert found == text
    assert header_text(tags_in(found)) == text


def test_headers_about_the_use_of_content_are_no_tags_about_indexing() -> None:
    headers = [("TDM-Reservation", "1"), ("Content-Usage", "train-ai=n"), ("X-Robots-Tag", "noai"), ("Date", "x")]
    assert signals_in(headers) == (("TDM-Reservation", "1"), ("Content-Usage", "train-ai=n"))
    assert [tag.directives for tag in header_tags(headers)] == [("noai",)]
    assert len(signals_in([("content-signal", "search=yes")] * 5_000)) == 200
