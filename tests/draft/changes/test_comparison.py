"""The draft against a baseline, as the worker works it out."""

import pytest

from robotstudio.draft.changes.comparison import FEWEST_URLS, WAS_ALLOWED, WAS_BLOCKED, DraftComparer, common_directory
from robotstudio.draft.changes.version_difference import VersionDifference, version_difference
from robotstudio.engine.changes import Change
from robotstudio.engine.risk import RiskId
from robotstudio.urls.urls import parse_list
from tests.draft.changes.comparisons import AFTER, BEFORE, compared, question, with_clicks

BLOCKS_ALL = b"User-agent: *\nDisallow: /\n"


def test_counts_lines_and_marks_tell_of_the_same_changes() -> None:
    answer = compared(question())
    assert answer.changes is not None
    assert answer.lines is not None
    assert answer.marks is not None
    assert (answer.changes.blocked_urls, answer.changes.allowed_urls, answer.changes.flips) == (2, 1, 5)
    assert (answer.lines.added, answer.lines.removed) == (2, 2)
    assert answer.marks.changed["Googlebot"].tolist() == [0, WAS_ALLOWED, WAS_ALLOWED, 0, 0, 0]
    assert answer.marks.changed["GPTBot"].tolist() == [0, 0, 0, 0, WAS_BLOCKED, 0]
    assert answer.marks.urls == 3


def test_directories_are_those_that_all_changed_urls_are_under() -> None:
    assert compared(question()).directories == {Change.BLOCKED: "/cart/", Change.ALLOWED: "/docs/"}


@pytest.mark.parametrize(
    ("urls", "expected"),
    [
        (("/a/b/c", "/a/b/d?x=/q/"), "/a/b/"),
        (("/a/b", "/c/b"), ""),
        (("/a", "/b"), ""),
        (("/a/b/", "/a/"), "/a/"),
        ((), ""),
    ],
)
def test_common_directory(urls: tuple[str, ...], expected: str) -> None:
    assert common_directory(parse_list("\n".join(urls)).urls) == expected


def test_question_that_is_no_longer_wanted_has_no_answer() -> None:
    assert DraftComparer().work(question(), lambda: True) is None


def test_comparing_again_follows_another_draft_and_another_baseline() -> None:
    comparing = DraftComparer()
    for before, after, flips in ((BEFORE, AFTER, 5), (BEFORE, BEFORE, 0), (AFTER, BEFORE, 5), (AFTER, AFTER, 0)):
        answer = comparing.work(question(before, after), lambda: False)
        assert answer is not None
        assert answer.changes is not None
        assert answer.changes.flips == flips


def test_draft_that_blocks_all_for_a_main_engine_is_a_risk() -> None:
    (risk,) = compared(question(BEFORE, BLOCKS_ALL)).risks
    assert risk.id is RiskId.BLOCKS_ALL
    assert "Googlebot" in risk.tokens
    assert "bingbot" in risk.tokens


def test_share_of_flips_above_the_chosen_one_is_a_risk() -> None:
    urls = [f"/cart/{number}" for number in range(FEWEST_URLS)]
    assert compared(question(urls=urls, most_flips=0.7)).risks == ()
    (risk,) = compared(question(urls=urls, most_flips=0.6)).risks
    assert (risk.id, risk.flips, risk.cells) == (RiskId.MANY_FLIPS, 2 * FEWEST_URLS, 3 * FEWEST_URLS)


def test_share_of_very_few_urls_is_no_risk() -> None:
    urls = [f"/cart/{number}" for number in range(FEWEST_URLS - 1)]
    assert compared(question(urls=urls, most_flips=0.1)).risks == ()


def test_without_a_baseline_only_google_is_looked_at() -> None:
    answer = compared(question(None, BLOCKS_ALL))
    assert (answer.changes, answer.lines, answer.marks) == (None, None, None)
    assert [(risk.id, risk.tokens) for risk in answer.risks] == [(RiskId.BLOCKS_ALL, ("Googlebot",))]


def test_without_a_baseline_a_file_that_was_opened_so_is_no_risk() -> None:
    assert compared(question(None, BLOCKS_ALL, opened=BLOCKS_ALL)).risks == ()


def test_crawlers_share_a_column_if_they_were_equal_before_and_are_now() -> None:
    before = b"User-agent: *\nDisallow: /a\n\nUser-agent: bingbot\nDisallow: /b\n"
    after = b"User-agent: *\nDisallow: /c\n"
    urls, tokens = ("/a", "/b", "/c"), ("Googlebot", "bingbot", "Applebot")
    assert compared(question(before, after, urls, tokens)).columns == (("Googlebot", "Applebot"), ("bingbot",))


def test_what_is_at_risk_is_summed_over_newly_blocked_urls() -> None:
    [clicks] = compared(question(urls=with_clicks())).stakes
    assert (clicks.at_risk.total, clicks.at_risk.known) == (160, 2)


def test_kept_version_says_what_it_decided_otherwise() -> None:
    older, newer = b"User-agent: *\nDisallow: /a\n", b"User-agent: *\nDisallow: /tmp/\nDisallow: /*.pdf$\n"
    assert version_difference(older, newer) == VersionDifference("/tmp/", was_open=True, more=2, lines=2)
    assert version_difference(newer, b"") == VersionDifference("/tmp/", was_open=False, more=1, lines=3)
    assert version_difference(older, older + b"# more\n") == VersionDifference(lines=1)
