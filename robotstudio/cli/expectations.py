"""`robotstudio test --expect`: whether a file still does what is expected of it."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli.crawlers import named_crawlers, own_catalogue, token_of
from robotstudio.cli.files import read_input
from robotstudio.cli.formats import annotation, write_csv, write_json
from robotstudio.cli.output import FINDINGS, FINE, MISUSE, Output, answer_words, answering, complain
from robotstudio.draft.expectations import expected_in
from robotstudio.engine.expectations import Judgement, judge
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.expectation_words import expectation_words, judgement_words
from robotstudio.text.language import ENGLISH, Message, Plural, ntr, spoken, tr
from robotstudio.text.phrases import as_text, printable

_SHOWN_MISTAKES = 10
_MORE_LINES = Plural("{path}: one more line is not an expectation.", "{path}: {count} more lines are not expectations.")
_MET = Plural("{met} of {count} expectation is met.", "{met} of {count} expectations are met.")
_NOT_MET: Message = "{expected}, but {outcome}"


class JudgementRow(NamedTuple):
    """The result of one expectation; the fields, in this order, are the keys of JSON and the columns of CSV."""

    url: str  # as it was written
    crawler: str
    expected: bool
    expected_rule: str | None  # "" if no rule should decide, null if it does not matter
    allowed: bool
    line: int | None
    rule: str | None
    reason: str
    dialect: str
    passed: bool
    problem: str | None
    at: int  # the line of the expectation
    witness: str | None  # of a pattern the URL that breaks it
    fails_for: str | None  # of a set the crawlers for which it is not met, the first being that of the verdict


class _Result(Struct, frozen=True):
    row: JudgementRow
    expected: str
    outcome: str


class _Report(Struct, frozen=True):
    name: str
    source: str  # where the expectations stand
    results: Sequence[_Result]

    @property
    def failed(self) -> int:
        return sum(not result.row.passed for result in self.results)


def run(body: bytes, names: tuple[str, str], options: argparse.Namespace, dialect: str | None) -> int:
    """Print the results of expectations; return the exit status.

    `names` are the robots.txt and the expectations' file.
    """
    name, source = names
    file = expected_in(read_input(source), Path(source))
    catalogue = own_catalogue()
    single = (each.crawler for _, each in file.expectations if not each.is_of_set)
    named_crawlers(single, catalogue, strict=options.strict_crawlers)
    expected = [
        each if each.is_of_set else replace(each, crawler=token_of(each.crawler, catalogue)[0])
        for _, each in file.expectations
    ]
    judgements = judge(expected, FileVersion(body), dialect, catalogue)
    numbers = [number for number, _ in file.expectations]
    with spoken(answer_words(options)), answering(options.output) as out:
        results = [_result(each, number) for each, number in zip(judgements, numbers, strict=True)]
        report = _Report(name, source, results)
        FORMATS[options.format](report, out)
    for number, mistake in file.mistakes[:_SHOWN_MISTAKES]:
        complain(tr("{name}, line {line}: {why}", name=source, line=str(number), why=mistake))
    if more := len(file.mistakes[_SHOWN_MISTAKES:]):
        complain(ntr(_MORE_LINES, more, path=source))
    if file.mistakes:
        return MISUSE
    return FINDINGS if report.failed else FINE


def _result(judgement: Judgement, number: int) -> _Result:
    expectation, verdict = judgement.expectation, judgement.verdict
    row = JudgementRow(
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
        witness=judgement.proof.witness if judgement.proof else None,
        fails_for=ENGLISH.side_by_side(each.token for each in judgement.failing) or None,
    )
    return _Result(row, as_text(expectation_words(expectation)), as_text(judgement_words(judgement)))


def _write_text(report: _Report, out: Output) -> None:
    for result in report.results:
        if not result.row.passed:
            said = tr(_NOT_MET, expected=result.expected, outcome=result.outcome)
            out.line(f"{_place(report, result)}: {said}")
    total = len(report.results)
    out.line(ntr(_MET, total, met=total - report.failed))


def _write_json(report: _Report, out: Output) -> None:
    write_json((result.row for result in report.results), out)


def _write_csv(report: _Report, out: Output) -> None:
    write_csv(JudgementRow, (result.row for result in report.results), out)


def _write_github(report: _Report, out: Output) -> None:
    failed = (result for result in report.results if not result.row.passed)
    out.document(
        annotation(
            "error",
            {"file": report.source, "line": each.row.at},
            _NOT_MET.format(expected=each.expected, outcome=each.outcome),
        )
        for each in failed
    )


def _write_junit(report: _Report, out: Output) -> None:
    out.document(_junit_report(report))


def _junit_report(report: _Report) -> Iterator[str]:
    """Return one suite with its cases, line by line."""

    def attribute(text: str) -> str:  # what XML cannot hold becomes a visible sign
        return quoteattr(printable(text))

    counts = f'tests="{len(report.results)}" failures="{report.failed}" errors="0" skipped="0"'
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f"<testsuites {counts}>\n"
    yield f"  <testsuite name={attribute(report.name)} {counts}>\n"
    for result in report.results:
        row = result.row
        named = f"classname={attribute(row.crawler)} name={attribute(result.expected)}"
        if row.passed:
            yield f"    <testcase {named}/>\n"
            continue
        yield f"    <testcase {named}>\n"
        yield f"      <failure type={attribute(row.problem or '')} message={attribute(result.outcome)}>"
        yield f"{escape(printable(f'{_place(report, result)}: {result.outcome}'))}</failure>\n"
        yield "    </testcase>\n"
    yield "  </testsuite>\n</testsuites>\n"


def _place(report: _Report, result: _Result) -> str:
    return f"{report.source}:{result.row.at}"


FORMATS: Mapping[str, Callable[[_Report, Output], None]] = {
    "text": _write_text,
    "json": _write_json,
    "csv": _write_csv,
    "junit": _write_junit,
    "github": _write_github,
}
