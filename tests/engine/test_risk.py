"""Risks: a search engine that is shut out, and too many flips. What was so before is not reported."""

import pytest

from robotstudio.engine import UrlTable
from robotstudio.engine.changes import compare
from robotstudio.engine.crawlers import CATALOGUE, CRAWLERS, CrawlerView
from robotstudio.engine.risk import Risk, RiskId, main_engines, risks_of
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.change_words import risk_words
from robotstudio.text.phrases import as_text

OPEN = FileVersion(b"User-agent: *\nDisallow: /cart/\n")


def test_main_engines_are_in_the_catalogue() -> None:
    tokens = {token for some in CATALOGUE.main_engines.values() for token in some}
    assert {CRAWLERS[token].purpose for token in tokens} == {"search"}


@pytest.mark.parametrize("rule", [b"/", b"/*", b"*", b"/\nDisallow: /a"])
def test_draft_that_blocks_everything_names_engines_and_line(rule: bytes) -> None:
    (risk,) = risks_of(OPEN, FileVersion(b"User-agent: *\nDisallow: " + rule))
    assert risk == Risk(RiskId.BLOCKS_ALL, tuple(reader.token for reader in main_engines()), (2,))


@pytest.mark.parametrize("rule", [b"/\nAllow: /*.html", b"/\nAllow: /public/", b"/\nAllow: /ads.txt"])
def test_whole_site_is_not_said_to_be_blocked_if_an_allow_line_opens_something(rule: bytes) -> None:
    after = FileVersion(b"User-agent: *\nDisallow: " + rule)
    (risk,) = risks_of(OPEN, after)
    assert (risk.id, risk.lines, risk.is_failure) == (RiskId.BLOCKS_MOST, (2,), False)
    assert as_text(risk_words(risk, "This draft")).endswith(", except what its Allow lines open.")
    assert risks_of(FileVersion(b"User-agent: *\nDisallow: /\n"), after) == ()
    (risk,) = risks_of(after, FileVersion(b"User-agent: *\nDisallow: /\n"))
    assert risk.id is RiskId.BLOCKS_ALL


@pytest.mark.parametrize("rule", [b"", b"/a", b"/$", b"/\nAllow: /"])
def test_draft_that_leaves_something_open_is_no_danger(rule: bytes) -> None:
    assert risks_of(OPEN, FileVersion(b"User-agent: *\nDisallow: " + rule)) == ()


def test_engine_that_was_shut_out_before_is_not_named() -> None:
    before = FileVersion(b"User-agent: bingbot\nDisallow: /\n")
    (risk,) = risks_of(before, FileVersion(b"User-agent: *\nDisallow: /\n"))
    assert "bingbot" not in risk.tokens
    assert "Googlebot" in risk.tokens
    assert risks_of(before, before) == ()


def test_other_engines_can_be_chosen() -> None:
    after = FileVersion(b"User-agent: mine\nDisallow: /\n")
    assert risks_of(OPEN, after) == ()
    assert risks_of(OPEN, after, engines=[CrawlerView("mine", "rfc9309", "mine")])[0].tokens == ("mine",)


def test_more_flips_than_the_chosen_share_are_a_danger() -> None:
    after = FileVersion(b"User-agent: *\nDisallow: /b\n")
    table = UrlTable(["/cart/", "/b", "/c", "/d"])
    changes = compare(OPEN, after, table, [CrawlerView("*", "rfc9309", "*")])
    (risk,) = risks_of(OPEN, after, changes, most_flips=0.4)
    assert (risk.id, risk.flips, risk.cells, risk.share) == (RiskId.MANY_FLIPS, 2, 4, 0.5)
    assert risks_of(OPEN, after, changes, most_flips=0.5) == ()
