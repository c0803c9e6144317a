"""`robotstudio test --expect`: whether a file still does what is expected of it."""

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from robotstudio.commands.inputs import own_catalogue
from robotstudio.commands.outcome import FINDINGS, FINE, MISUSE, complain
from robotstudio.engine.expectation_words import expectation_words, judgement_words
from robotstudio.engine.expectations import Judgement, judge
from robotstudio.engine.lanes import Edition
from robotstudio.engine.phrases import as_text, printable
from robotstudio.io.expectations import load

_SHOWN_MISTAKES = 10


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one expectation; the fields, in this order, are the keys of JSON and the columns of CSV."""

    url: str  # as it was written
    crawler: str
    expected: bool
    expected_rule: str | None  # "" where no rule should decide, null where it does not matter
    allowed: bool
    line: int | None
    rule: str | None
    reason: str
    dialect: str
    passed: bool
    problem: str | None
    at: int  # the line of the expectation


@dataclass(frozen=True, slots=True)
class _Result:
    row: Row
    expected: str
    outcome: str


@dataclass(frozen=True, slots=True)
class _Report:
    name: str
    source: str  # where the expectations stand
    results: Sequence[_Result]

    @property
    def failed(self) -> int:
        return sum(not result.row.passed for result in self.results)


def run(body: bytes, name: str, expectations: str, write: "Write", out: TextIO, dialect: str | None = None) -> int:
    """Print what became of the expectations in a file; the exit status."""
    file = load(Path(expectations))
    catalogue = own_catalogue()
    judgements = judge([each for _, each in file.expectations], Edition(body), dialect, catalogue)
    numbers = [number for number, _ in file.expectations]
    results = [_result(each, number) for each, number in zip(judgements, numbers, strict=True)]
    report = _Report(name, expectations, results)
    write(report, out)
    for number, mistake in file.mistakes[:_SHOWN_MISTAKES]:
        complain(f"{expectations}, line {number}: {mistake}")
    if more := len(file.mistakes[_SHOWN_MISTAKES:]):
        complain(f"{expectations}: {more:,} more lines are no expectations.")
    if file.mistakes:
        return MISUSE
    return FINDINGS if report.failed else FINE


def _result(judgement: Judgement, number: int) -> _Result:
    expectation, verdict = judgement.expectation, judgement.verdict
    row = Row(
        url=expectation.written,
        crawler=expectation.crawler,
        expected=expectation.allowed,
        expected_rule=expectation.rule,
        allowed=verdict.allowed,
        line=verdict.line,
        rule=None if verdict.rule is None else str(verdict.rule),
        reason=verdict.reason.value,
        dialect=verdict.dialect.id,
        passed=judgement.passed,
        problem=None if judgement.problem is None else judgement.problem.value,
        at=number,
    )
    return _Result(row, as_text(expectation_words(expectation)), as_text(judgement_words(judgement)))


def _write_text(report: _Report, out: TextIO) -> None:
    for result in report.results:
        if not result.row.passed:
            print(f"{_place(report, result)}: {result.expected}, but {result.outcome}", file=out)
    total = len(report.results)
    said = "expectation is" if total == 1 else "expectations are"
    print(f"{total - report.failed:,} of {total:,} {said} met.", file=out)


def _write_json(report: _Report, out: TextIO) -> None:
    for result in report.results:
        print(json.dumps(asdict(result.row)), file=out)


def _write_csv(report: _Report, out: TextIO) -> None:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(field.name for field in fields(Row))
    for result in report.results:
        writer.writerow(str(cell).lower() if isinstance(cell, bool) else cell for cell in astuple(result.row))


def _write_junit(report: _Report, out: TextIO) -> None:
    counts = f'tests="{len(report.results)}" failures="{report.failed}" errors="0" skipped="0"'
    print('<?xml version="1.0" encoding="UTF-8"?>', file=out)
    print(f"<testsuites {counts}>", file=out)
    print(f"  <testsuite name={_attribute(report.name)} {counts}>", file=out)
    for result in report.results:
        case = f"classname={_attribute(result.row.crawler)} name={_attribute(result.expected)}"
        if result.row.passed:
            print(f"    <testcase {case}/>", file=out)
            continue
        kind = _attribute(result.row.problem or "")
        print(f"    <testcase {case}>", file=out)
        print(f"      <failure type={kind} message={_attribute(result.outcome)}>", end="", file=out)
        print(f"{_content(_place(report, result))}: {_content(result.outcome)}</failure>", file=out)
        print("    </testcase>", file=out)
    print("  </testsuite>\n</testsuites>", file=out)


def _place(report: _Report, result: _Result) -> str:
    return f"{report.source}:{result.row.at}"


def _attribute(text: str) -> str:
    """An attribute of XML; what XML cannot hold stands as a visible sign."""
    return quoteattr(printable(text))


def _content(text: str) -> str:
    return escape(printable(text))


Write = Callable[[_Report, TextIO], None]

FORMATS: Mapping[str, Write] = {
    "text": _write_text,
    "json": _write_json,
    "csv": _write_csv,
    "junit": _write_junit,
}
