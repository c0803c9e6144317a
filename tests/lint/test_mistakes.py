"""People's mistakes in correct files: the linter reports each, in the right line."""

from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from robotstudio.lint.context import Setting
from robotstudio.lint.linter import Linter
from robotstudio.lint.messages import message_text
from robotstudio.lint.model import Finding, Severity
from robotstudio.lint.rules import RULES
from tests.lint import mistakes_of_audits, mistakes_of_forums, mistakes_of_lists, mistakes_of_webmasters
from tests.lint.mistakes import Told, Whole
from tests.rows import each_row

TABLES = (mistakes_of_webmasters, mistakes_of_forums, mistakes_of_audits, mistakes_of_lists)
GOOD: Mapping[str, str] = {name: text for table in TABLES for name, text in table.GOOD.items()}
ROWS: Sequence[Told | Whole] = [row for table in TABLES for row in table.ROWS]
SETTING = Setting("https://www.example.com/robots.txt")


def findings(body: bytes) -> Sequence[Finding]:
    return Linter().check(body, SETTING).findings


@cache
def found_in_good(name: str) -> Sequence[Finding]:
    return findings(GOOD[name].encode())


@pytest.mark.parametrize("name", GOOD)
def test_a_file_without_mistakes_is_clean(name: str) -> None:
    loud = {Severity.ERROR, Severity.WARNING}
    assert [message_text(finding) for finding in found_in_good(name) if finding.severity in loud] == []


@each_row("row", [row for row in ROWS if isinstance(row, Told)], ids=lambda row: row.done)
def test_a_mistake_is_found_in_its_line(row: Told) -> None:
    body, line = row.make(GOOD[row.file])
    before = {(finding.code, finding.line) for finding in found_in_good(row.file)}
    report = findings(body)
    found = {each.code for each in report if each.line <= line <= each.last_line and (each.code, line) not in before}
    assert not found.isdisjoint(row.codes.split()), [f"{each.line} {each.code} {message_text(each)}" for each in report]


@each_row("row", [row for row in ROWS if isinstance(row, Whole)], ids=lambda row: row.done)
def test_a_mistake_of_the_whole_file_is_found(row: Whole) -> None:
    found = {finding.code for finding in findings(row.change(GOOD[row.file]))}
    assert not found.isdisjoint(row.codes.split())


def test_the_rows_are_told_once_and_name_rules_that_are_there() -> None:
    told = [row for row in ROWS if isinstance(row, Told)]
    assert len(GOOD) == sum(len(table.GOOD) for table in TABLES)
    assert len({(row.file, row.right, row.wrong) for row in told}) == len(told)
    assert len({(row.file, row.done) for row in ROWS if isinstance(row, Whole)}) == len(ROWS) - len(told)
    assert {code for row in ROWS for code in row.codes.split()} <= RULES.keys()
