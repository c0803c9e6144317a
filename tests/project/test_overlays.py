"""What becomes of a text under each edit of an overlay: for every text, not only for the one at hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import DIALECTS, Reason, Robots
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.project.file.model import EditKind, OverlayEdit
from robotstudio.project.project import overlaid
from tests.rows import each_row

BASE = b"User-agent: *\nDisallow: /cart/\n\nUser-agent: GPTBot\nAllow: /\n\nSitemap: https://a.example/s.xml\n"
CLOSE = OverlayEdit(EditKind.CLOSE)
TEXTS = st.lists(
    st.sampled_from(
        [
            *(b"User-agent: *", b"User-agent: GPTBot", b"user agent:Foo/1.2", b"Disallow: /", b"Allow: /a$", b"Allow:"),
            *(b"# User-agent: Bar", b"", b"Sitemap: https://a.example/", b"User-agent", b"\xff", b"Crawl-delay: 3"),
            *(b"Disallow /", b"disalow: /"),
        ]
    )
).map(b"\n".join)
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])


def test_lines_behind_the_text_stand_apart_from_it() -> None:
    edit = OverlayEdit(EditKind.APPEND, ("User-agent: Bingbot", "Disallow: /"))
    assert overlaid(b"User-agent: *\nDisallow: /a", [edit]) == (
        b"User-agent: *\nDisallow: /a\n\nUser-agent: Bingbot\nDisallow: /\n"
    )


def test_lines_in_front_keep_the_byte_order_mark_and_the_line_ends() -> None:
    edit = OverlayEdit(EditKind.PREPEND, ("# staging",))
    assert overlaid(b"\xef\xbb\xbfUser-agent: *\r\nDisallow:\r\n", [edit]) == (
        b"\xef\xbb\xbf# staging\r\n\r\nUser-agent: *\r\nDisallow:\r\n"
    )


def test_sitemaps_take_the_place_of_all_that_were_there() -> None:
    edit = OverlayEdit(EditKind.SITEMAPS, ("https://b.example/s.xml",))
    made = overlaid(BASE, [edit])
    assert made == BASE.partition(b"Sitemap")[0] + b"\nSitemap: https://b.example/s.xml\n"


def test_edits_follow_one_another() -> None:
    edits = [OverlayEdit(EditKind.REPLACE, ("User-agent: *", "Disallow: /a")), OverlayEdit(EditKind.APPEND, ("# end",))]
    assert overlaid(BASE, edits) == b"User-agent: *\nDisallow: /a\n\n# end\n"


@pytest.mark.parametrize("kind", [EditKind.PREPEND, EditKind.APPEND])
def test_no_lines_change_nothing(kind: EditKind) -> None:
    assert overlaid(BASE, [OverlayEdit(kind)]) == BASE


def test_a_group_that_is_open_at_the_end_does_not_get_the_rules_that_are_added() -> None:
    edit = OverlayEdit(EditKind.APPEND, ("User-agent: Bingbot", "Disallow: /"))
    made = Robots.parse(overlaid(b"User-agent: Googlebot\n", [edit]))
    assert made.decide("/a", "Googlebot").allowed
    assert not made.decide("/a", "Bingbot").allowed


@each_row("dialect", DIALECTS)
def test_a_rule_that_only_some_crawlers_read_ends_no_group_for_the_others(dialect: str) -> None:
    edit = OverlayEdit(EditKind.APPEND, ("User-agent: Bingbot", "Disallow: /"))
    for rule in (b"Disallow /b", b"disalow: /b", b"Crawl-delay 3"):
        body = b"User-agent: Googlebot\n" + rule
        assert Robots.parse(overlaid(body, [edit]), dialect).decide("/a", "Googlebot").allowed


@each_row("dialect", DIALECTS)
def test_a_group_without_rules_is_to_each_crawler_what_it_was(dialect: str) -> None:
    edit = OverlayEdit(EditKind.APPEND, ("User-agent: Bingbot", "Disallow: /"))
    body = b"User-agent: *\nDisallow: /\n\nUser-agent: GPTBot"
    before, after = (Robots.parse(each, dialect) for each in (body, overlaid(body, [edit])))
    assert after.decide("/a", "GPTBot").allowed is before.decide("/a", "GPTBot").allowed


@given(TEXTS, ENDS)
def test_lines_behind_the_text_change_no_verdict_of_whom_they_do_not_name(text: bytes, end: bytes) -> None:
    body = text.replace(b"\n", end)
    made = overlaid(body, [OverlayEdit(EditKind.APPEND, ("User-agent: Bingbot", "Disallow: /"))])
    for dialect in DIALECTS:
        before, after = (Robots.parse(each, dialect) for each in (body, made))
        for agent in ("Googlebot", "GPTBot", "Foo"):
            assert after.decide("/a", agent).allowed == before.decide("/a", agent).allowed


@given(TEXTS, ENDS)
def test_a_closed_text_shuts_out_whoever_may_be_told_to_stay_out(text: bytes, end: bytes) -> None:
    """Only who never follows `*` and has no group of its own goes on."""
    body = text.replace(b"\n", end)
    made = overlaid(body, [CLOSE])
    for crawler in CATALOGUE.crawlers.values():
        verdict = Robots.parse(made, crawler.dialect).decide("https://a.example/a", crawler.agent)
        assert not verdict.allowed or verdict.reason is Reason.NO_GROUP
        if not Robots.parse(body, crawler.dialect).decide("https://a.example/a", crawler.agent).allowed:
            assert not verdict.allowed


@given(TEXTS, ENDS)
def test_sitemaps_change_no_verdict(text: bytes, end: bytes) -> None:
    body = text.replace(b"\n", end)
    made = overlaid(body, [OverlayEdit(EditKind.SITEMAPS, ("https://b.example/s.xml",))])
    for dialect in DIALECTS:
        before, after = (Robots.parse(each, dialect) for each in (body, made))
        for agent in ("Googlebot", "GPTBot", "Foo"):
            assert after.decide("/a", agent).allowed == before.decide("/a", agent).allowed
