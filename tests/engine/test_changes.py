"""Changes count every verdict that flips, and name the line that causes it."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from robotstudio.engine import Robots, UrlTable
from robotstudio.engine.changes import Blame, Cause, Change, FlipGroup, compare
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.change_words import heading_words
from robotstudio.text.phrases import as_text
from tests.engine.audits import FILES, READERS, TABLES, verdicts

READER = CrawlerView("Googlebot", "google", "Googlebot")
CART = UrlTable(["/cart/", "/cart/1", "/cart/checkout", "/docs/a", "/free"])


def flips(before: bytes, after: bytes, *urls: str) -> list[tuple[Cause, int, int, Change, int]]:
    table = UrlTable(urls) if urls else CART
    groups = compare(FileVersion(before), FileVersion(after), table, [READER]).groups
    return [(group.blame.cause, group.old_line, group.new_line, group.blame.change, group.urls) for group in groups]


@given(before=FILES, after=FILES, urls=TABLES)
@settings(max_examples=150)
def test_every_flip_is_counted_once_for_its_crawler(before: bytes, after: bytes, urls: list[str]) -> None:
    table = UrlTable(urls)
    changes = compare(FileVersion(before), FileVersion(after), table, READERS)
    any_blocked, any_allowed = set(), set()
    for reader, counted in zip(READERS, changes.crawlers, strict=True):
        pairs = zip(
            verdicts(FileVersion(before), table, reader), verdicts(FileVersion(after), table, reader), strict=True
        )
        said = [(one.allowed, other.allowed) for one, other in pairs]
        blocked = {place for place, pair in enumerate(said) if pair == (True, False)}
        allowed = {place for place, pair in enumerate(said) if pair == (False, True)}
        assert (counted.token, counted.blocked, counted.allowed) == (reader.token, len(blocked), len(allowed))
        codes = changes.of(reader.token).changes
        assert set(np.flatnonzero(codes == Change.BLOCKED).tolist()) == blocked
        any_blocked |= blocked
        any_allowed |= allowed
    assert (changes.blocked_urls, changes.allowed_urls) == (len(any_blocked), len(any_allowed))
    assert changes.changed_urls == len(any_blocked | any_allowed)
    assert sum(group.cells for group in changes.groups) == changes.flips
    assert changes.flipped_rows().tolist() == sorted(any_blocked | any_allowed)


@given(before=FILES, after=FILES, urls=TABLES)
@settings(max_examples=100)
def test_groups_name_real_lines_and_list_their_urls_in_order(before: bytes, after: bytes, urls: list[str]) -> None:
    for group in compare(FileVersion(before), FileVersion(after), UrlTable(urls), READERS).groups:
        if group.blame.cause is not Cause.OTHER_GROUP:  # which may be new or not
            assert (group.old_line == 0) == (group.blame.cause is Cause.ADDED)
        assert (group.new_line == 0) == (group.blame.cause is Cause.REMOVED)
        assert group.urls == len(group.rows)
        assert all(one < other for one, other in pairwise(group.rows.tolist()))
        assert len(set(group.tokens)) == len(group.tokens)


@given(file=FILES, urls=TABLES)
def test_file_against_itself_changes_nothing(file: bytes, urls: list[str]) -> None:
    changes = compare(FileVersion(file), FileVersion(file), UrlTable(urls), READERS)
    assert (changes.flips, changes.moved, changes.groups, changes.changed_urls) == (0, 0, (), 0)
    assert not any(compared.changes.any() for compared in changes.compared)


@given(before=FILES, after=FILES, urls=TABLES)
def test_way_back_flips_the_same_verdicts_the_other_way(before: bytes, after: bytes, urls: list[str]) -> None:
    forth = compare(FileVersion(before), FileVersion(after), UrlTable(urls), READERS)
    back = compare(FileVersion(after), FileVersion(before), UrlTable(urls), READERS)
    assert [(one.blocked, one.allowed) for one in forth.crawlers] == [
        (one.allowed, one.blocked) for one in back.crawlers
    ]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("Disallow: /cart/checkout", "Disallow: /cart/", (Cause.CHANGED, 2, 2, Change.BLOCKED, 2)),
        ("Disallow: /cart/", "Disallow: /cart/checkout", (Cause.CHANGED, 2, 2, Change.ALLOWED, 2)),
        ("", "Disallow: /cart/", (Cause.ADDED, 0, 2, Change.BLOCKED, 3)),
        ("Disallow: /cart/", "", (Cause.REMOVED, 2, 0, Change.ALLOWED, 3)),
        ("Disallow: /cart/", "Disallow: /cart/\nAllow: /cart/1", (Cause.ADDED, 0, 3, Change.ALLOWED, 1)),
        ("Disallow: /cart/\nAllow: /cart/1", "Disallow: /cart/", (Cause.REMOVED, 3, 0, Change.BLOCKED, 1)),
    ],
)
def test_line_that_flips_verdicts(before: str, after: str, said: tuple[Cause, int, int, Change, int]) -> None:
    start = "User-agent: *\n"
    assert flips((start + before).encode(), (start + after).encode()) == [said]


@pytest.mark.parametrize(
    ("before", "after", "blamed"),
    [
        # Googlebot joins the group of GPTBot: the Allow of * would not have helped.
        (
            "User-agent: *\nDisallow: /cart\nAllow: /cart/help\n\nUser-agent: GPTBot\nDisallow: /\n",
            "User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nUser-agent: Googlebot\nDisallow: /\n",
            (Cause.GAINED, 6, Change.BLOCKED),
        ),
        # Its own group opens everything: that a Disallow of * is gone changes nothing for it.
        (
            "User-agent: *\nDisallow: /cart\nDisallow: /a\n",
            "User-agent: *\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow:\n",
            (Cause.ADDED, 5, Change.ALLOWED),
        ),
        (
            "User-agent: *\nDisallow: /cart\nDisallow: /a\n\nUser-agent: Bingbot\nDisallow: /b\n",
            "User-agent: *\nDisallow: /a\n\nUser-agent: Bingbot\nUser-agent: Googlebot\nDisallow: /b\n",
            (Cause.OTHER_GROUP, 4, Change.ALLOWED),
        ),
        # The group stays, and so does what the line would do.
        (
            "User-agent: Googlebot\nDisallow: /cart\nAllow: /cart/help\n",
            "User-agent: Googlebot\nUser-agent: a\nDisallow: /cart\n",
            (Cause.REMOVED, 3, Change.BLOCKED),
        ),
    ],
)
def test_line_that_is_gone_is_to_blame_only_if_it_would_be_read(
    before: str, after: str, blamed: tuple[Cause, int, Change]
) -> None:
    (group,) = compare(
        FileVersion(before.encode()), FileVersion(after.encode()), UrlTable(["/cart/help"]), [READER]
    ).groups
    assert group.blame == Blame(*blamed)


def test_to_put_back_the_line_to_blame_brings_back_the_verdict() -> None:
    chance, tried = random.Random("blame"), 0
    lines = (
        "User-agent: a",
        "User-agent: *",
        "User-agent: b",
        "Disallow: /",
        "Allow: /a",
        "Disallow: /a/b",
        "Allow: /*b",
    )
    reader, table = CrawlerView("a", "google", "a"), UrlTable(["/a", "/a/b", "/b", "/c", "/ab"])
    for _ in range(800):
        old = [chance.choice(lines) for _ in range(chance.randint(2, 9))]
        new = [line for line in old if chance.random() < 0.8]
        new[chance.randint(0, len(new)) :][:0] = [chance.choice(lines)]
        before, after = ("\n".join(each).encode() for each in (old, new))
        for group in compare(FileVersion(before), FileVersion(after), table, [reader]).groups:
            is_led_nowhere = not Robots.parse(after).choose("a").groups  # then the whole group is gone
            if group.blame.cause is Cause.REMOVED and not is_led_nowhere:
                tried += 1
                assert _is_explained(after, group, reader, table), (before, after, group.blame)
    assert tried > 30


def _is_explained(after: bytes, group: FlipGroup, reader: CrawlerView, table: UrlTable) -> bool:
    """Return True if putting the line back anywhere in the new file restores the verdicts."""
    lines, urls = after.split(b"\n"), [table.urls[row] for row in group.rows]
    for place in range(len(lines) + 1):
        robots = Robots.parse(b"\n".join((*lines[:place], group.old_text, *lines[place:])), reader.dialect)
        if all(robots.decide(url, reader.agent).allowed is group.is_blocked for url in urls):
            return True
    return False


def test_rule_that_is_read_by_others_now_is_to_blame_though_its_line_is_the_same() -> None:
    before = b"User-agent: nobody\nDisallow: /cart/\n"
    assert flips(before, before.replace(b"nobody", b"*")) == [(Cause.GAINED, 2, 2, Change.BLOCKED, 3)]


def test_rule_that_only_moved_flips_nothing_and_moves_nothing() -> None:
    before = b"User-agent: *\nDisallow: /cart/\n"
    changes = compare(FileVersion(before), FileVersion(b"# new\n\n" + before), CART, [READER])
    assert (changes.flips, changes.moved) == (0, 0)


def test_same_verdict_by_another_rule_is_told_apart() -> None:
    before = b"User-agent: *\nDisallow: /cart/\n"
    changes = compare(FileVersion(before), FileVersion(before + b"Disallow: /cart/checkout\n"), CART, [READER])
    assert (changes.flips, changes.moved, changes.moved_urls, changes.unchanged_urls) == (0, 1, 1, 5)


def test_crawlers_of_one_group_are_compared_once_and_a_url_counts_once() -> None:
    readers = [READER, CrawlerView("b", "google", "b"), CrawlerView("c", "rfc9309", "c")]
    changes = compare(FileVersion(b""), FileVersion(b"User-agent: *\nDisallow: /cart/"), CART, readers)
    assert [each.tokens for each in changes.compared] == [("Googlebot", "b"), ("c",)]
    (group,) = changes.groups
    assert (group.blame, group.urls, group.cells) == (Blame(Cause.ADDED, 2, Change.BLOCKED), 3, 9)
    assert group.tokens == ("Googlebot", "b", "c")
    assert (group.old_text, group.new_text, group.is_blocked) == (b"", b"Disallow: /cart/", True)


def test_listed_urls_are_bounded_and_counted_to_the_last() -> None:
    table = UrlTable(f"/{number}" for number in range(50))
    changes = compare(FileVersion(b""), FileVersion(b"User-agent: *\nDisallow: /"), table, [READER], most_rows=7)
    (group,) = changes.groups
    assert (group.urls, group.rows.tolist()) == (50, list(range(7)))
    assert changes.share == 1.0


def test_crawler_that_was_not_asked_about() -> None:
    with pytest.raises(KeyError):
        compare(FileVersion(b""), FileVersion(b""), CART, [READER]).of("nobody")


@pytest.mark.parametrize(
    ("old", "new", "url", "heading"),
    [
        (
            b"User-agent: GPTBot\nDisallow: /\n",
            b"User-agent: *\nDisallow: /\n",
            "/x",
            "Line 2: Disallow: / is new for these crawlers, which did not read it before",
        ),
        (
            b"User-agent: *\nDisallow: /\n",
            b"User-agent: GPTBot\nDisallow: /\n",
            "/x",
            "Line 2: Disallow: / no longer counts for these crawlers",
        ),
        (
            b"User-agent: *\nDisallow: /\nAllow: /x\n",
            b"User-agent: *\nDisallow: /\n",
            "/x",
            "Line 3 before: Allow: /x is gone",
        ),
    ],
)
def test_line_that_is_as_it_was_says_for_whom_it_is_new(old: bytes, new: bytes, url: str, heading: str) -> None:
    changes = compare(
        FileVersion(old), FileVersion(new), UrlTable([url]), [CrawlerView("Googlebot", "google", "Googlebot")]
    )
    assert [as_text(heading_words(group)) for group in changes.groups] == [heading]
