"""Equal columns of the matrix."""

from collections.abc import Callable

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.columns import equal_columns

Analyse = Callable[..., Analysis]
TOKENS = ("Googlebot", "bingbot", "Applebot", "GPTBot", "ClaudeBot", "*")


def names(analysis: Analysis) -> list[list[str]]:
    return [[analysis.columns[each].crawler.token for each in group] for group in equal_columns(analysis.columns)]


def test_crawlers_of_one_group_with_the_same_verdicts_are_equal(make: Analyse) -> None:
    body = b"User-agent: *\nDisallow: /cart/\n\nUser-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\n"
    assert names(make(body)) == [["Googlebot", "bingbot", "Applebot", "*"], ["GPTBot", "ClaudeBot"]]


def test_groups_with_the_same_rules_are_told_apart(make: Analyse) -> None:
    body = b"User-agent: *\nDisallow: /cart/\n\nUser-agent: GPTBot\nDisallow: /cart/\n"
    assert names(make(body)) == [["Googlebot", "bingbot", "Applebot", "ClaudeBot", "*"], ["GPTBot"]]


def test_another_reading_of_the_same_group_is_told_apart(make: Analyse) -> None:
    body = b"User-agent: *\nDisallow: /cart/\nDisalow: /admin/\n"
    assert names(make(body, tokens=("Googlebot", "bingbot", "*"))) == [["Googlebot"], ["bingbot", "*"]]


def test_crawlers_are_equal_without_urls_if_they_follow_one_group(make: Analyse) -> None:
    assert names(make(b"User-agent: *\nDisallow: /\n", urls="")) == [list(TOKENS)]
