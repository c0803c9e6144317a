"""A proof finds two readings equal, or where they differ, or is undecided."""

import random
from collections.abc import Iterator

import pytest

from robotstudio.engine import DIALECTS, Robots, UrlTable
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.proof import Reading, Result, Undecided, differences, prove_alike, prove_equal
from tests.conformance import own_rows
from tests.engine.proof.pairs import (
    AGENT,
    answer_of_a_proof,
    file_of,
    random_pairs,
    short_urls,
    stopped,
    urls_of_pieces,
    what_is_missed,
    where_they_part,
)

SHORT = UrlTable(short_urls(5))


def parsed(*rules: str, dialect: str = "google") -> Robots:
    return Robots.parse(file_of(rules), dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_short_url_contradicts_a_proof(dialect: str) -> None:
    assert what_is_missed(dialect, SHORT, "in short", 30) == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_url_made_of_the_pieces_of_two_equal_files_parts_them(dialect: str) -> None:
    chance = random.Random(f"attack {dialect}")
    attacked = 0
    for ours, theirs in random_pairs(f"attack {dialect}", 16):
        one, other = parsed(*ours, dialect=dialect), parsed(*theirs, dialect=dialect)
        if prove_equal(one, other, AGENT, clock=stopped).outcome is not Result.EQUAL:
            continue
        patterns = [rule.partition(": ")[2] for rule in ours + theirs]
        assert where_they_part(one, other, urls_of_pieces(patterns, 200, chance), AGENT) == [], (ours, theirs)
        attacked += 1
    assert attacked > 1


def test_what_is_proven_of_one_url_is_what_googles_own_parser_says() -> None:
    answers = [(answer_of_a_proof(row), row) for row in own_rows("diff-public")[::50] if "agent" in row]
    assert [row for answer, row in answers if answer not in {row["allowed"], None}] == []
    assert sum(answer is not None for answer, _ in answers) > len(answers) // 2 > 20


def test_a_rule_that_another_covers_may_go() -> None:
    proof = prove_equal(parsed("Disallow: /a", "Disallow: /a/b"), parsed("Disallow: /a"), AGENT)
    assert (proof.outcome, proof.witness, proof.reason) == (Result.EQUAL, None, None)


def test_a_url_breaks_it_where_readings_part() -> None:
    proof = prove_equal(parsed("Disallow: /cart/", "Allow: /cart/help"), parsed("Disallow: /cart/"), AGENT)
    assert (proof.outcome, proof.witness, proof.line_a, proof.line_b) == ("differs", "/cart/help", 3, 2)


def test_no_line_decides_where_no_rule_does() -> None:
    proof = prove_equal(parsed("Disallow: /a"), parsed(), AGENT)
    assert (proof.line_a, proof.line_b) == (2, None)


def test_a_witness_has_no_letter_that_a_person_would_not_write() -> None:
    letters = "".join(map(chr, range(ord("a"), ord("z") + 1)))
    proof = prove_equal(parsed(f"Disallow: /{letters}/*/q"), parsed(f"Disallow: /{letters}/*/q", "Allow: /*/q$"), AGENT)
    assert proof.outcome is Result.EQUAL
    proof = prove_equal(parsed("Disallow: /*/" + letters), parsed(), AGENT)
    assert proof.witness == f"/x/{letters}"


def test_classes_are_told_by_the_pair_of_lines_that_decide() -> None:
    one = parsed("Disallow: /a", "Disallow: /b/", "Allow: /b/c")
    other = parsed("Disallow: /b/c", "Allow: /a/x")
    found = differences(Reading(one, AGENT), Reading(other, AGENT))
    told = [(each.url, each.line_a, each.line_b) for each in found.classes]
    assert told == [("/a", 2, None), ("/a/x", 2, 3), ("/b/", 3, None), ("/b/c", 4, 2)]


def test_two_crawlers_of_one_file_are_compared_by_their_groups() -> None:
    body = (
        b"User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /x\nDisallow: /x/y\n\nUser-agent: c\nDisallow: /y\n"
    )
    robots = Robots.parse(body)
    assert prove_equal(robots, robots, "a", agent_b="b").outcome is Result.EQUAL
    assert prove_equal(robots, robots, "a", agent_b="c").outcome is Result.DIFFERS


def test_dialects_that_compare_the_same_paths_are_proven_alike() -> None:
    rules = ("Disallow: /a/", "Allow: /a/b")
    google, yandex = parsed(*rules), parsed(*rules, dialect="yandex")
    assert prove_equal(google, yandex, AGENT).outcome is Result.EQUAL
    assert prove_equal(google, parsed(*rules, dialect="rambler"), AGENT).witness == "/a/b"


def test_what_is_always_allowed_parts_dialects() -> None:
    proof = prove_equal(parsed("Disallow: /"), parsed("Disallow: /", dialect="yandex"), AGENT)
    assert (proof.witness, proof.line_a, proof.line_b) == ("/robots.txt", 2, None)


def test_an_escape_parts_dialects_that_compare_other_forms_of_a_url() -> None:
    proof = prove_equal(parsed("Disallow: /a"), parsed("Disallow: /a", dialect="rfc9309"), AGENT)
    assert (proof.outcome, proof.witness) == (Result.DIFFERS, "/%61")


def test_other_forms_are_equal_only_where_both_sides_say_one_thing() -> None:
    assert prove_equal(parsed(), parsed(dialect="rfc9309"), AGENT).outcome is Result.EQUAL
    proof = prove_equal(parsed("Disallow: /?"), parsed("Disallow: /?", dialect="rfc9309"), AGENT)
    assert (proof.outcome, proof.reason) == (Result.UNDECIDED, Undecided.FORMS)


def test_where_the_first_match_counts_the_order_does() -> None:
    one, other = ("Disallow: /a", "Allow: /a/b"), ("Allow: /a/b", "Disallow: /a")
    assert prove_equal(parsed(*one), parsed(*other), AGENT).outcome is Result.EQUAL
    proof = prove_equal(parsed(*one, dialect="rambler"), parsed(*other, dialect="rambler"), AGENT)
    assert proof.witness == "/a/b"


def test_a_rule_hidden_by_the_next_matches_only_what_sorts_before_that() -> None:
    one = parsed("Disallow: /a", "Disallow: /ab", dialect="heritrix")
    found = differences(Reading(one, AGENT), Reading(parsed("Disallow: /a", dialect="heritrix"), AGENT))
    assert [(each.line_a, each.line_b) for each in found.classes] == [(None, 2)]


def many_meetings() -> Iterator[str]:
    for number in range(40):
        yield f"Disallow: /*{'*'.join('abcab')}*{'ab' * number}x"


def test_patterns_that_meet_in_too_many_ways_are_undecided_after_much_work() -> None:
    rules = (f"Disallow: /*{'*'.join('abcdefghijklm')}$", f"Allow: /*{'*'.join('nopqrstuvwxy')}")
    proof = prove_equal(parsed(*rules), parsed(rules[0]), AGENT, clock=stopped)
    assert (proof.outcome, proof.reason, proof.witness) == (Result.UNDECIDED, Undecided.WORK, None)


def test_a_proof_ends_when_its_seconds_are_over() -> None:
    ticks = iter(range(1_000_000))
    one = parsed(*many_meetings(), "Allow: /")
    other = parsed(*many_meetings(), "Allow: /*b*c*x*$")
    proof = prove_equal(one, other, AGENT, 2.0, clock=lambda: float(next(ticks)))
    assert (proof.outcome, proof.reason) == (Result.UNDECIDED, Undecided.TIME)


def test_a_proof_may_be_given_up() -> None:
    with pytest.raises(Cancelled):
        prove_alike(
            Reading(parsed("Disallow: /a"), AGENT), Reading(parsed(), AGENT), clock=stopped, is_cancelled=lambda: True
        )


def test_a_pattern_that_begins_with_a_star_may_reach_to_any_place_of_its_piece() -> None:
    before = parsed("Disallow: /b**$", dialect="python-rfc9309")
    after = parsed("Disallow: /b**$", "Allow: **/", dialect="python-rfc9309")
    proof = prove_equal(before, after, AGENT)
    assert (proof.outcome, proof.line_a, proof.line_b) == (Result.DIFFERS, 2, 3)
