"""Partial answers about many verdicts agree with the whole column."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.engine import Robots, UrlTable

BODY = b"User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*c\nDisallow:\n"
URLS = st.lists(st.sampled_from(["/", "/a", "/a/b", "/a/bc", "/x", "/xc", "/x?c", "/robots.txt", "/b"]), max_size=30)


@given(URLS, st.lists(st.integers(0, 29)))
def test_parts_agree_with_the_column(urls: list[str], wanted: list[int]) -> None:
    verdicts = Robots.parse(BODY).decide_all(UrlTable(urls), ["x"]).verdict_class("x")
    allowed, lines = (values.tolist() for values in verdicts.column)
    positions = [place for place in wanted if place < len(urls)]
    assert len(verdicts) == len(urls)
    assert [values.tolist() for values in verdicts.at(positions)] == [
        [allowed[place] for place in positions],
        [lines[place] for place in positions],
    ]
    assert [values.tolist() for values in verdicts.at(slice(2, 5))] == [allowed[2:5], lines[2:5]]
    assert verdicts.blocked_count == allowed.count(False)
    assert verdicts.decided_by_line() == Counter(lines)
    assert verdicts.mask_decided_by([2, 0]).tolist() == [line in {2, 0} for line in lines]


@given(URLS)
def test_flips_between_two_drafts(urls: list[str]) -> None:
    table, draft = UrlTable(urls), Robots.parse(BODY)
    before, after = (
        robots.decide_all(table, ["x"]).verdict_class("x")
        for robots in (draft, draft.revise(BODY.replace(b"/*c", b"/x")))
    )
    flipped = [was != now for was, now in zip(before.allowed().tolist(), after.allowed().tolist(), strict=True)]
    assert before.mask_flipped(after).tolist() == flipped


@given(URLS)
def test_flips_between_two_dialects(urls: list[str]) -> None:
    table = UrlTable([*urls, "/%61"])
    google, draft = (
        Robots.parse(BODY, each).decide_all(table, ["x"]).verdict_class("x") for each in ("google", "draft1996")
    )
    flipped = [one != other for one, other in zip(google.allowed().tolist(), draft.allowed().tolist(), strict=True)]
    assert google.mask_flipped(draft).tolist() == flipped


DIALECTS_ALIKE = st.sampled_from(["google", "rfc9309", "bing", "yandex", "protego", "python-3.13.14"])


@given(URLS, DIALECTS_ALIKE, DIALECTS_ALIKE, st.sampled_from([BODY, b"User-agent: *\nDisallow: /a\n", b""]))
def test_verdicts_are_equal_just_when_each_url_has_the_same_verdict_and_line(
    urls: list[str], one: str, other: str, body: bytes
) -> None:
    table = UrlTable(urls)
    mine, its = (Robots.parse(body, each).decide_all(table, ["x"]).verdict_class("x") for each in (one, other))
    pairs = zip(mine.column, its.column, strict=True)
    assert mine.equals(its) is all((values == others).all() for values, others in pairs)
