"""How findings of the linter are printed: for people, for scripts, as SARIF 2.1.0, and as annotations of GitHub."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from robotstudio.commands.annotations import annotation
from robotstudio.commands.output import Output
from robotstudio.commands.sarif import Result, sarif_log
from robotstudio.lint.context import raw_lines
from robotstudio.lint.linter import Report
from robotstudio.lint.messages import message_text
from robotstudio.lint.model import Finding, Severity


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that was looked at: its name, what was found, its octets, and how many fixes were applied."""

    path: str
    report: Report
    body: bytes
    fixed: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A finding as scripts read it. Lines and columns count from 1, columns in characters; the end is behind the last.

    `fixable` says whether --fix mends it.
    """

    path: str
    code: str
    severity: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    fixable: bool
    help: str  # what to type for the page of the rule


def rows_of(checked: Checked) -> Iterator[Row]:
    """The findings of a file, in file order."""
    raws = raw_lines(checked.body) or [b""]
    return (_row(checked.path, finding, raws) for finding in checked.report.findings)


def _row(path: str, finding: Finding, raws: Sequence[bytes]) -> Row:
    found = finding.found
    last = finding.last_line
    return Row(
        path,
        finding.code,
        finding.severity.value,
        finding.line,
        _column(raws[finding.line - 1], found.start),
        last,
        _column(raws[last - 1], found.end),
        message_text(finding),
        any(fix.is_safe for fix in found.fixes[:1]),
        f"robotstudio rule {finding.code}",
    )


def _column(raw: bytes, octet: int) -> int:
    return len((raw if octet < 0 else raw[:octet]).decode("utf-8", "replace")) + 1


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be written: the rows, the files that they are of, and what could not be read."""

    rows: Sequence[Row]
    checked: Sequence[Checked]
    problems: Sequence[str] = ()


def _write_text(told: Told, out: Output) -> None:
    rows, checked = told.rows, told.checked
    for row in rows:
        out.line(f"{row.path}:{row.line}:{row.column}: {row.code} {row.severity}: {row.message}")
    for each in checked:
        for code, count in each.report.capped.items():
            out.line(f"{each.path}: {count:,} times {code} in all; not all are listed.")
    counts = {kind: sum(row.severity == kind.value for row in rows) for kind in Severity}
    told_of = ", ".join(f"{kind.value}: {count:,}" for kind, count in counts.items() if count) or "nothing found"
    out.line(f"Files: {len(checked):,}; {told_of}.{_remarks(rows, checked)}")
    if codes := sorted({row.code for row in rows}):
        out.line(f"What it means, and what to do: robotstudio rule {' '.join(codes)}")


def _remarks(rows: Sequence[Row], checked: Sequence[Checked]) -> str:
    remarks = {
        "Fixes applied": sum(each.fixed for each in checked),
        "Can be fixed with --fix": sum(row.fixable for row in rows),
        "Silenced by comments": sum(each.report.suppressed for each in checked),
    }
    return "".join(f" {words}: {count:,}." for words, count in remarks.items() if count)


def _write_json(told: Told, out: Output) -> None:
    for row in told.rows:
        out.record(asdict(row))


def _write_github(told: Told, out: Output) -> None:
    out.document(map(_annotation, told.rows))


def _annotation(row: Row) -> str:
    level = {"error": "error", "warning": "warning"}.get(row.severity, "notice")
    place: dict[str, object] = {"file": row.path, "line": row.line, "endLine": row.end_line}
    if row.line == row.end_line:  # columns are for annotations of one line
        place |= {"col": row.column, "endColumn": row.end_column}
    return annotation(level, place | {"title": row.code}, f"{row.message} ({row.help})")


def _write_sarif(told: Told, out: Output) -> None:
    lines = {each.path: raw_lines(each.body) or [b""] for each in told.checked}
    results = [
        Result(
            row.code,
            row.severity,
            row.message,
            (row.path, row.line, row.column, row.end_line, row.end_column),
            lines[row.path][row.line - 1],
        )
        for row in told.rows
    ]
    log = sarif_log(results, [each.path for each in told.checked], told.problems)
    out.document((json.dumps(log, indent=2).replace("\x7f", r"\u007f"), "\n"))


FORMATS: Mapping[str, Callable[[Told, Output], None]] = {
    "text": _write_text,
    "json": _write_json,
    "sarif": _write_sarif,
    "github": _write_github,
}
