"""Offers for a finding, and their effects."""

from functools import cache

import pytest

from robotstudio.draft.fix_offers import DiffLine, count_all, count_flips, diff_of, fixes_of_kind, keep
from robotstudio.draft.lint_result import LintResult
from robotstudio.engine.content import Content
from robotstudio.lint.fixing import apply
from robotstudio.lint.model import Edit, Fix, Place
from robotstudio.ui.panels.problems.card_facts import ALL_OF_KIND, card_facts, effect_words, flip_samples, offers_of
from tests.draft.checked_drafts import BODY, checked_of, never, number_of
from tests.lint.fixtures import FOLDER, Case, cases
from tests.rows import each_row

CASES = [case for path in sorted(FOLDER.glob("RS*.txt")) for case in cases(path) if case.expected]
NEEDS_MORE = [case for case in CASES if case.setting.address or case.setting.filename or case.setting.sitemap_answers]
PLAIN = [case for case in CASES if case not in NEEDS_MORE and not case.setting.sample and len(case.body) < 100_000]


@cache
def found_in(case: Case) -> LintResult:
    """Lint a case, with one URL."""
    return checked_of(case.body, urls="/\n")


@each_row("case", PLAIN, ids=lambda case: case.name)
def test_keeping_a_finding_silences_it_and_no_other(case: Case) -> None:
    checked = found_in(case)
    finding = next(finding for finding in checked.findings if finding.code == case.code)
    comment = keep(checked, finding)
    if comment is None:
        assert checked.content not in {Content.RULES, Content.TEXT} or not checked.body.strip(b"\xef\xbb\xbf \t\r\n")
        return
    after = checked_of(apply(case.body, [comment]).body, urls="/\n")
    before, left = ([each.code for each in one.findings].count(case.code) for one in (checked, after))
    assert left < before
    assert after.report.suppressed > checked.report.suppressed


def test_second_code_joins_the_comment_that_is_there() -> None:
    checked = checked_of(b"User-agent: *\n# studio-ignore RS102\nDisalow: tmp # x\n")
    comment = keep(checked, checked.findings[number_of(checked, "RS111")])
    assert comment is not None
    body = apply(checked.body, [comment]).body
    assert body == b"User-agent: *\n# studio-ignore RS102, RS111\nDisalow: tmp # x\n"
    assert {"RS102", "RS111"}.isdisjoint(finding.code for finding in checked_of(body).findings)


def test_diff_shows_what_goes_and_what_comes() -> None:
    checked = checked_of()
    finding = checked.findings[number_of(checked, "RS102")]
    assert diff_of(checked, finding.diagnostic.fixes[0]) == (
        DiffLine("Disalow: /tmp/", is_added=False),
        DiffLine("Disallow: /tmp/", is_added=True),
    )


def test_long_diff_ends_with_how_many_lines_are_left_out() -> None:
    at = Place(2, 0)
    lines = diff_of(checked_of(), Fix("any", (Edit(at, at, b"".join(b"%d\n" % n for n in range(20))),)))
    assert len(lines) == 6
    assert lines[-1].rest == 15


def test_every_first_fix_of_every_rule_can_be_shown() -> None:
    for case in PLAIN:
        checked = found_in(case)
        for number in range(min(3, len(checked.findings))):
            facts = card_facts(checked, number, {})
            assert facts.summary


def test_flips_are_counted_over_urls_and_crawlers() -> None:
    checked = checked_of()
    number = number_of(checked, "RS102")
    wanted = {offer.key: offer.fixes for offer in offers_of(checked, number, {})}
    _, flips = count_all(checked, wanted, never)
    offer = offers_of(checked, number, flips)[0]
    assert effect_words(offer) == "changes 1 verdict"
    assert flip_samples(offer) == "Then Bingbot may not fetch /tmp/x"


def test_counting_stops_when_the_answer_is_stale() -> None:
    checked = checked_of()
    number = number_of(checked, "RS102")
    wanted = {offer.key: offer.fixes for offer in offers_of(checked, number, {})}
    assert count_all(checked, wanted, _always)[1] == {}


def _always() -> bool:
    return True


def test_without_urls_an_unsafe_fix_is_not_called_harmless() -> None:
    checked = checked_of(urls="")
    number = number_of(checked, "RS102")
    fixes = checked.findings[number].diagnostic.fixes[:1]
    flips = {(number, 0): count_flips(checked, fixes)}
    assert effect_words(offers_of(checked, number, flips)[0]) == "effect unknown without test URLs"


def test_a_fix_that_is_proven_for_the_chosen_crawlers_needs_no_urls() -> None:
    body = b"User-agent: *\nDisallow: /a/\nDisallow: /a/b/\n"
    for urls in ("", "https://www.example.com/a/b/c"):
        checked = checked_of(body, urls=urls)
        number = number_of(checked, "RS422")
        flips = {(number, 0): count_flips(checked, checked.findings[number].diagnostic.fixes[:1])}
        assert effect_words(offers_of(checked, number, flips)[0]) == "changes no verdict of your crawlers"


def test_what_the_loaded_urls_do_not_show_is_not_called_proven() -> None:
    checked = checked_of(b"User-agent: *\nDisalow: /rare/\n")
    number = number_of(checked, "RS102")
    flips = {(number, 0): count_flips(checked, checked.findings[number].diagnostic.fixes[:1])}
    assert effect_words(offers_of(checked, number, flips)[0]) == "changes no verdict on the test URLs"


def test_a_fix_that_changes_a_delay_is_not_called_proven() -> None:
    checked = checked_of(b"User-agent: Bingbot\nCrawl-delay: 5\nDisallow: /a/\n")
    at = Place(2, 0)
    assert not count_flips(checked, [Fix("any", (Edit(at, Place(3, 0), b""),))]).is_proven


def test_fixes_of_a_kind_are_offered_together() -> None:
    checked = checked_of(b"User-agent: *\nDisalow: /a\nDisalow: /b\nDisallow: c\n")
    number = number_of(checked, "RS102")
    offer = offers_of(checked, number, {})[-1]
    assert (offer.key, offer.words) == ((number, ALL_OF_KIND), "Fix all 2 of this kind")
    assert apply(checked.body, offer.fixes).body == b"User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: c\n"
    assert list(fixes_of_kind(checked, checked.findings[number])) == list(offer.fixes)


@pytest.mark.parametrize(
    ("code", "affected"),
    [("RS102", "Bingbot"), ("RS204", "all 3 crawlers")],
)
def test_affected_are_the_crawlers_that_read_the_line(code: str, affected: str) -> None:
    checked = checked_of(BODY)
    assert card_facts(checked, number_of(checked, code), {}).affected == affected


def test_line_in_a_group_that_nobody_chosen_reads_affects_none_of_them() -> None:
    checked = checked_of(b"User-agent: Foo\nDisallow: foo\n\nUser-agent: *\nAllow: /\n")
    affected = card_facts(checked, number_of(checked, "RS401"), {}).affected
    assert affected == "none of your crawlers"  # and not beside the readings of those that are chosen


def test_missing_group_for_all_affects_those_without_a_group_of_their_own() -> None:
    checked = checked_of(b"User-agent: Googlebot\nDisallow: /x\n")
    assert card_facts(checked, number_of(checked, "RS511"), {}).affected == "GPTBot, Bingbot"
