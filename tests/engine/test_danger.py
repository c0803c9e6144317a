"""Dangers: a search engine that is shut out, and too many flips. Nothing is said of what was so before."""

import pytest

from robotstudio.engine import UrlTable
from robotstudio.engine.changes import compare
from robotstudio.engine.crawlers import CRAWLERS, Reader
from robotstudio.engine.danger import MAIN_ENGINES, Danger, DangerId, dangers_of, main_engines
from robotstudio.engine.editions import Edition

OPEN = Edition(b"User-agent: *\nDisallow: /cart/\n")


def test_main_engines_are_in_the_catalogue() -> None:
    assert {CRAWLERS[token].purpose for token in MAIN_ENGINES} == {"search"}


@pytest.mark.parametrize("rule", [b"/", b"/*", b"*", b"/\nAllow: /public/"])
def test_draft_that_blocks_everything_names_engines_and_line(rule: bytes) -> None:
    (danger,) = dangers_of(OPEN, Edition(b"User-agent: *\nDisallow: " + rule))
    assert danger == Danger(DangerId.BLOCKS_ALL, tuple(reader.token for reader in main_engines()), (2,))


@pytest.mark.parametrize("rule", [b"", b"/a", b"/$", b"/\nAllow: /"])
def test_draft_that_leaves_something_open_is_no_danger(rule: bytes) -> None:
    assert dangers_of(OPEN, Edition(b"User-agent: *\nDisallow: " + rule)) == ()


def test_engine_that_was_shut_out_before_is_not_named() -> None:
    before = Edition(b"User-agent: bingbot\nDisallow: /\n")
    (danger,) = dangers_of(before, Edition(b"User-agent: *\nDisallow: /\n"))
    assert "bingbot" not in danger.tokens
    assert "Googlebot" in danger.tokens
    assert dangers_of(before, before) == ()


def test_other_engines_can_be_chosen() -> None:
    after = Edition(b"User-agent: mine\nDisallow: /\n")
    assert dangers_of(OPEN, after) == ()
    assert dangers_of(OPEN, after, engines=[Reader("mine", "rfc9309", "mine")])[0].tokens == ("mine",)


def test_more_flips_than_the_chosen_share_are_a_danger() -> None:
    after = Edition(b"User-agent: *\nDisallow: /b\n")
    table = UrlTable(["/cart/", "/b", "/c", "/d"])
    changes = compare(OPEN, after, table, [Reader("*", "rfc9309", "*")])
    (danger,) = dangers_of(OPEN, after, changes, most_flips=0.4)
    assert (danger.id, danger.flips, danger.cells, danger.share) == (DangerId.MANY_FLIPS, 2, 4, 0.5)
    assert dangers_of(OPEN, after, changes, most_flips=0.5) == ()
