"""Mistakes as they are told: the linter says of each what is wrong, in the line where it is."""

import pytest

from robotstudio.lint.context import Setting
from robotstudio.lint.linter import Linter
from robotstudio.lint.messages import message_text
from robotstudio.lint.model import Finding, Severity
from robotstudio.lint.rules import RULES
from tests.lint import mistakes_of_audits, mistakes_of_forums, mistakes_of_lists
from tests.lint.mistakes_of_forums import Told, Whole

GOOD = mistakes_of_forums.GOOD | mistakes_of_audits.GOOD | mistakes_of_lists.GOOD
SETS = mistakes_of_forums.SETS + mistakes_of_audits.SETS + mistakes_of_lists.SETS
ROWS = [row for rows in SETS for row in rows]
SETTING = Setting("https://www.example.com/robots.txt")


def findings(body: bytes) -> tuple[Finding, ...]:
    return tuple(Linter().check(body, SETTING).findings)


@pytest.mark.parametrize("name", GOOD)
def test_a_file_without_mistakes_is_clean(name: str) -> None:
    loud = {Severity.ERROR, Severity.WARNING}
    assert [message_text(finding) for finding in findings(GOOD[name].encode()) if finding.severity in loud] == []


@pytest.mark.parametrize("row", [row for row in ROWS if isinstance(row, Told)], ids=lambda row: row.done)
def test_a_mistake_is_found_in_its_line(row: Told) -> None:
    good = GOOD[row.file]
    at = good.index(row.right)
    line = good[:at].count("\n") + 1 + row.further
    before = {(finding.code, finding.line) for finding in findings(good.encode())}
    report = findings((good[:at] + row.wrong + good[at + len(row.right) :]).encode())
    found = {each.code for each in report if each.line <= line <= each.last_line and (each.code, line) not in before}
    assert not found.isdisjoint(row.codes.split()), [f"{each.line} {each.code} {message_text(each)}" for each in report]


@pytest.mark.parametrize("row", [row for row in ROWS if isinstance(row, Whole)], ids=lambda row: row.done)
def test_a_mistake_of_the_whole_file_is_found(row: Whole) -> None:
    found = {finding.code for finding in findings(row.change(GOOD[row.file]))}
    assert not found.isdisjoint(row.codes.split())


def test_the_rows_are_told_once_and_name_rules_that_are_there() -> None:
    assert len({row.done for row in ROWS}) == len(ROWS) == 80 * len(SETS)
    assert {code for row in ROWS for code in row.codes.split()} <= RULES.keys()
