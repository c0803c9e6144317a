"""Questions to a survey: which answers are so, and how many by what."""

from collections.abc import Iterable

import pytest

from robotstudio.lint.linter import Linter
from robotstudio.survey.facts import USUAL, Scheme, facts_of
from robotstudio.survey.query import ATTRIBUTES, QueryError, SurveyAnswer, SurveyQuery, ask, condition_of
from robotstudio.survey.result import Survey, Surveyor, assemble
from robotstudio.survey.rows import MISTAKES
from robotstudio.survey.tally import HostAnswer, country_of
from tests.survey.files import answers
from tests.survey.golden import survey

ANSWERS = [
    HostAnswer("a.de", b"User-agent: *\nDisallow: /x\n", date="2026-10-01", rank=5, sector="news"),
    HostAnswer("b.de", b"User-agent: GPTBot\nDisallow: /\n", date="2026-09", rank=2_000),
    HostAnswer("c.com", b"User-agent: *\nDisallow: /\nSitemap: https://c.com/s.xml\n", date="2026"),
    HostAnswer("d.com", b"", status=404),
    HostAnswer("e.com", b"<!DOCTYPE html><html><body>No</body></html>"),
    HostAnswer("f.fr", b"User-agent: *\nDisalow: /x\nAllow: /\n", sector="shops"),
]


def surveyed(some: Iterable[HostAnswer], linter: Linter | None = None) -> Survey:
    surveyor = Surveyor(USUAL, linter)
    for answer in some:
        surveyor.add(answer)
    return assemble([surveyor.part()], USUAL)


def asked(*conditions: str, by: str = "", of: Survey | None = None) -> SurveyAnswer:
    return ask(of or surveyed(ANSWERS), SurveyQuery(tuple(map(condition_of, conditions)), by))


def hosts(*conditions: str, of: Survey | None = None) -> list[object]:
    return [row[0] for row in asked(*conditions, of=of).table.rows]


def groups(by: str, *conditions: str, of: Survey | None = None) -> dict[object, object]:
    return {row[0]: row[1] for row in asked(*conditions, by=by, of=of).table.rows}


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        ("country = de", ["a.de", "b.de"]),
        ("Country != DE", ["c.com", "d.com", "e.com", "f.fr"]),
        ("status=404", ["d.com"]),
        ("rank >= 5", ["a.de", "b.de"]),
        ("rank < 2,000", ["a.de", "c.com", "d.com", "e.com", "f.fr"]),
        ("sector = news", ["a.de"]),
        ("says = sitemap", ["c.com"]),
        ("slip = misspelled field", ["f.fr"]),
        ("outcome = not robots", ["e.com"]),
        ("period = 2026-10", ["a.de"]),
        ("period = 2026", ["c.com"]),
        ("gptbot = blocked", ["b.de", "c.com"]),
        ("GPTBot = blocked by its own group", ["b.de"]),
        ("GPTBot = open", ["a.de", "f.fr"]),
        ("GPTBot = named", ["b.de"]),
        ("rules > 0", ["a.de", "b.de", "c.com", "f.fr"]),
        ("size < 999999999999999999", ["a.de", "b.de", "c.com", "d.com", "e.com", "f.fr"]),
    ],
)
def test_answers_for_which_it_holds_are_found(condition: str, wanted: list[str]) -> None:
    assert hosts(condition) == wanted


def test_all_conditions_hold_together() -> None:
    assert hosts("country = de", "GPTBot = blocked") == ["b.de"]


def test_answers_are_counted_by_what_is_asked() -> None:
    assert groups("country") == {"de": 2, "unknown": 3, "fr": 1}
    assert groups("country", "GPTBot = blocked") == {"de": 1, "unknown": 1}
    assert groups("GPTBot") == {"by its own group": 1, "by *": 1, "partly": 1, "open": 1, "no robots.txt": 2}
    assert groups("rank") == {"0": 4, "1–9": 1, "1,000–9,999": 1}
    assert groups("says") == {"sitemap": 1}


def test_share_is_of_those_that_match() -> None:
    answer = asked("country = de", by="GPTBot")
    assert (answer.matching, answer.of) == (2, 6)
    assert {row[0]: row[2] for row in answer.table.rows} == {"by its own group": 50.0, "partly": 50.0}


def test_findings_can_be_asked_where_the_survey_was_linted() -> None:
    linted = surveyed(ANSWERS, Linter())
    code = next(iter(groups("lint", of=linted)))
    assert hosts(f"lint = {code}", of=linted)
    with pytest.raises(QueryError, match="without lint"):
        asked("lint = RS101")


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("rules", "is not a condition"),
        ("", "is not a condition"),
        ("= 3", "is not a condition"),
        ("colour = red", "Unknown name"),
        ("rules = many", "is not a number"),
        ("rules > -1", "is not a number"),
        ("rules > 1e9", "is not a number"),
        ("country > de", "has no order"),
        ("system = Papyrus", "not a value of system"),
        ("GPTBot = happy", "not a value of GPTBot"),
    ],
)
def test_question_that_cannot_be_asked_says_why(condition: str, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        asked(condition)


def test_what_to_count_by_has_to_be_known() -> None:
    with pytest.raises(QueryError, match="Unknown name"):
        asked(by="colour")


@pytest.mark.parametrize("name", [*ATTRIBUTES, "GPTBot", "*"])
def test_groups_of_one_word_each_are_all_the_answers(name: str) -> None:
    answer = asked(by=name, of=survey())
    counts = [int(row[1] or 0) for row in answer.table.rows]
    assert sum(counts) == answer.of or name in {"says", "slip", "lint", "practice"}


def test_columns_tell_what_the_facts_told() -> None:
    some = list(answers())[:300]
    rows = surveyed(some).rows
    for place, answer in enumerate(some):
        facts, row = facts_of(answer.body, answer.status, answer.content_type, answer.host), rows.facts[place]
        assert (row["size"], row["lines"], row["rules"]) == (facts.size, facts.lines, facts.rules)
        assert row["says"] == facts.says
        assert {MISTAKES[bit] for bit in range(len(MISTAKES)) if int(row["slips"]) >> bit & 1} == {
            s for s, _ in facts.slips
        }
        assert rows.labels[row["sector"]] == answer.sector
        assert int(row["country"]).to_bytes(2).decode().strip("\0") == country_of(answer.host, answer.country)


def test_answer_does_not_depend_on_how_the_work_was_parted() -> None:
    parts = []
    for start in range(3):
        surveyor = Surveyor(USUAL)
        for answer in ANSWERS[start::3]:
            surveyor.add(answer)
        parts.append(surveyor.part())
    questions = [SurveyQuery((), name) for name in ATTRIBUTES]
    whole = surveyed(ANSWERS)
    for order in (parts, parts[::-1]):
        parted = assemble(order, USUAL)
        assert [ask(parted, each) for each in questions] == [ask(whole, each) for each in questions]


def test_schemes_have_a_word_each() -> None:
    assert set(groups("says", of=survey())) <= {scheme.name.lower().replace("_", "-") for scheme in Scheme}


def test_list_of_hosts_ends_and_says_how_many_more_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robotstudio.survey.query.MOST_HOSTS", 2)
    answer = asked()
    assert (len(answer.table.rows), answer.unlisted) == (2, 4)
