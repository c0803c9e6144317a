"""`robotstudio test --expect`: whether a file still does what is expected of it."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli.crawlers import named_crawlers, own_catalogue, token_of
from robotstudio.cli.files import read_input
from robotstudio.cli.formats import annotation, write_csv, write_json
from robotstudio.cli.inputs import read_urls
from robotstudio.cli.output import (
    FINDINGS,
    FINE,
    MISUSE,
    Ink,
    Inked,
    MisuseError,
    Output,
    answer_words,
    answering,
    complain,
)
from robotstudio.draft.expectations import ExpectationFile, expected_in, sum_text
from robotstudio.engine.expectations import Judgement, Problem, judge
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.expectation_words import expectation_words, judgement_words
from robotstudio.text.language import ENGLISH, Message, Plural, ntr, spoken, tr
from robotstudio.text.phrases import as_text, printable

if TYPE_CHECKING:
    from robotstudio.cli.projects import GivenProject
    from robotstudio.draft.expectation_sums import SumJudgement

_SHOWN_MISTAKES = 10
_MORE_LINES = Plural("{path}: one more line is not an expectation.", "{path}: {count} more lines are not expectations.")
_MET = Plural("{met} of {count} expectation is met.", "{met} of {count} expectations are met.")
_URLS_FOR_SUMS: Message = "The expectations name their URLs, and no sum: leave out {option}."
_NO_URLS: Message = "Line {line} of the expectations adds up a column: name files with URLs with --urls."
_ONLY_KNOWN: Message = "To add up only the URLs with a value, use --where {condition}."
_NOT_MET: Message = "{expected}, but {outcome}"


class JudgementRow(NamedTuple):
    """The result of one expectation; the fields, in this order, are the keys of JSON and the columns of CSV."""

    url: str | None  # as it was written; null for a sum
    crawler: str
    expected: bool | None  # null for a sum, as all that follows up to the dialect
    expected_rule: str | None  # "" if no rule should decide, null if it does not matter
    allowed: bool | None
    line: int | None
    rule: str | None
    reason: str | None
    dialect: str | None
    passed: bool | None  # null for a sum that is not known well enough
    problem: str | None
    at: int  # the line of the expectation
    witness: str | None  # of a pattern the URL that breaks it
    fails_for: str | None  # of a set the crawlers for which it is not met, the first being that of the verdict
    sum: str | None = None  # what is expected of a sum
    found: object = None  # the sum as it is


class _Result(Struct, frozen=True):
    """An expectation with its outcome: passed, failed, or unknown."""

    row: JudgementRow
    expected: str
    outcome: str


class _Report(Struct, frozen=True):
    name: str
    source: str  # where the expectations stand
    results: Sequence[_Result]

    @property
    def failed(self) -> int:
        return sum(result.row.passed is False for result in self.results)

    @property
    def met(self) -> int:
        return sum(bool(result.row.passed) for result in self.results)

    @property
    def unknown(self) -> int:
        """Number of sums that cannot be compared."""
        return sum(result.row.passed is None for result in self.results)


def run(
    body: bytes,
    names: tuple[str, str],
    options: argparse.Namespace,
    dialect: str | None,
    project: "GivenProject | None" = None,
) -> int:
    """Print the results of expectations; return the exit status.

    `names` are the robots.txt and the expectations' file.
    """
    name, source = names
    file = expected_in(read_input(source), Path(source))
    for_sums = [name for name in ("urls", "url", "where") if getattr(options, name)]
    if for_sums and not file.sums and not file.mistakes:
        raise MisuseError(_URLS_FOR_SUMS, option=f"--{for_sums[0]}")
    judgements = judged_in(file, body, dialect, strict=options.strict_crawlers)
    numbers = [number for number, _ in file.expectations]
    sums = _sums(file, body, options, dialect, project) if file.sums else ()
    with spoken(answer_words(options)), answering(options.output) as out:
        results = [_result(each, number) for each, number in zip(judgements, numbers, strict=True)]
        results += [_result_of_sum(each, number) for number, each in sums]
        report = _Report(name, source, sorted(results, key=lambda result: result.row.at))
        FORMATS[options.format](report, out)
    unknown = [(number, each.unknown) for number, each in sums if each.unknown is not None]
    for number, why in (*file.mistakes[:_SHOWN_MISTAKES], *unknown):
        complain(tr("{name}, line {line}: {why}", name=source, line=str(number), why=why))
    if more := len(file.mistakes[_SHOWN_MISTAKES:]):
        complain(ntr(_MORE_LINES, more, path=source))
    if partly := next((each for _, each in sums if each.unknown is not None and each.found.known), None):
        from robotstudio.cli.columns import is_known_condition  # most sums are known

        complain(tr(_ONLY_KNOWN, condition=is_known_condition(partly.expectation.column)))
    if file.mistakes or unknown:
        return MISUSE
    return FINDINGS if report.failed else FINE


def judged_in(file: ExpectationFile, body: bytes, dialect: str | None, *, strict: bool) -> Sequence[Judgement]:
    """Judge the expectations of a file, sums aside; complain about crawlers that are not known."""
    catalogue = own_catalogue()
    single = (each.crawler for _, each in file.expectations if not each.is_of_set)
    named_crawlers(single, catalogue, strict=strict)
    expected = [
        each if each.is_of_set else replace(each, crawler=token_of(each.crawler, catalogue)[0])
        for _, each in file.expectations
    ]
    return judge(expected, FileVersion(body), dialect, catalogue)


def _sums(
    file: ExpectationFile,
    body: bytes,
    options: argparse.Namespace,
    dialect: str | None,
    project: "GivenProject | None",
) -> "Sequence[tuple[int, SumJudgement]]":
    """Add up what is expected of sums over the URLs of `--urls`, or of the project. Raises MisuseError without any."""
    from robotstudio.draft.expectation_sums import judge_sum  # most files expect no sums
    from robotstudio.engine import UrlTable
    from robotstudio.urls.url_builder import as_set

    if not (options.urls or options.url or project):
        number, _ = file.sums[0]
        raise MisuseError(_NO_URLS, line=str(number))
    names = ",".join(dict.fromkeys(each.column for _, each in file.sums if each.column.casefold() != "urls"))
    asked = read_urls(argparse.Namespace(**{**vars(options), "columns": names or None}), project)
    urls = as_set(asked.urls)
    table = asked.table or UrlTable([url.url for url in urls])
    version, catalogue = FileVersion(body), own_catalogue()
    return [(number, judge_sum(each, version, catalogue, urls, table, dialect=dialect)) for number, each in file.sums]


def _result_of_sum(judgement: "SumJudgement", number: int) -> _Result:
    from robotstudio.draft.expectation_sums import found_sum_words
    from robotstudio.urls.value_columns import plain

    is_known = judgement.unknown is None
    said, crawlers = sum_text(judgement.expectation), ENGLISH.side_by_side(each.token for each in judgement.crawlers)
    row = JudgementRow(
        url=None,
        crawler=judgement.expectation.crawler or crawlers,
        expected=None,
        expected_rule=None,
        allowed=None,
        line=None,
        rule=None,
        reason=None,
        dialect=None,
        passed=judgement.passed if is_known else None,
        problem=(None if judgement.passed else "sum") if is_known else Problem.UNDECIDED.value,
        at=number,
        witness=None,
        fails_for=None,
        sum=said,
        found=plain(judgement.found.total) if judgement.found.known or is_known else None,
    )
    return _Result(row, said, found_sum_words(judgement))


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
        if result.row.passed is False:
            said = tr(_NOT_MET, expected=result.expected, outcome=result.outcome)
            out.line(Inked(_place(report, result), Ink.STRONG), ": ", Inked(said, Ink.BLOCKED))
    total = len(report.results)
    out.line(Inked(ntr(_MET, total, met=report.met), Ink.ALLOWED if report.met == total else Ink.ERROR))


def _write_json(report: _Report, out: Output) -> None:
    write_json((result.row for result in report.results), out)


def _write_csv(report: _Report, out: Output) -> None:
    write_csv(JudgementRow, (result.row for result in report.results), out)


def _write_github(report: _Report, out: Output) -> None:
    failed = (result for result in report.results if not result.row.passed)  # or not known
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

    counts = f'tests="{len(report.results)}" failures="{report.failed}" errors="{report.unknown}" skipped="0"'
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
        kind = "error" if row.passed is None else "failure"
        yield f"      <{kind} type={attribute(row.problem or '')} message={attribute(result.outcome)}>"
        yield f"{escape(printable(f'{_place(report, result)}: {result.outcome}'))}</{kind}>\n"
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
