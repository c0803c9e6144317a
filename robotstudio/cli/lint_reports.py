"""Print the findings of `robotstudio lint`: as text, JSON, SARIF, or annotations of GitHub."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from robotstudio.cli.formats import annotation, write_json
from robotstudio.cli.output import Ink, Inked, Output
from robotstudio.lint.concern import is_about_file
from robotstudio.lint.context import raw_lines
from robotstudio.lint.linter import Report
from robotstudio.lint.messages import message_text
from robotstudio.lint.model import Finding, Severity
from robotstudio.store.errors import FileError
from robotstudio.text.language import PLAIN, WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import printable
from robotstudio.text.text_columns import width_of


class CheckedFile(Struct, frozen=True):
    """A file that was checked: its name, what was found, its bytes, and how many fixes were applied."""

    path: str
    report: Report
    body: bytes
    fixed: int = 0


class FindingRow(NamedTuple):
    """A finding as scripts read it. Lines and columns count from 1, columns in characters; the end is exclusive.

    `fixable` is True if --fix repairs it.
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
    fingerprint: str  # the same as long as the text of the line is, wherever the line moves


class LintReport(Struct, frozen=True):
    """The rows to write, the files that they come from, and what could not be read.

    `known` counts the findings of a baseline, which are left out.
    """

    rows: Sequence[FindingRow]
    checked: Sequence[CheckedFile]
    problems: Sequence[FileError]
    known: int = 0


def rows_of(checked: CheckedFile) -> Iterator[FindingRow]:
    """Return the findings of a file, in file order."""
    raws = raw_lines(checked.body) or [b""]
    seen: Counter[tuple[str, bytes]] = Counter()
    for finding in checked.report.findings:
        text = b"" if is_about_file(finding) else raws[finding.line - 1].strip()
        seen[finding.code, text] += 1
        fingerprint = f"{hashlib.sha256(text).hexdigest()[:16]}:{seen[finding.code, text]}"
        yield _row(checked.path, finding, raws, fingerprint)


def _row(path: str, finding: Finding, raws: Sequence[bytes], fingerprint: str) -> FindingRow:
    found = finding.diagnostic
    last = finding.last_line
    return FindingRow(
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
        fingerprint,
    )


def _column(raw: bytes, end: int) -> int:
    return len((raw if end < 0 else raw[:end]).decode("utf-8", "replace")) + 1


CAPPED = Plural(
    "{path}: {count} finding of {code} in all; not all are listed.",
    "{path}: {count} findings of {code} in all; not all are listed.",
)
_SEVERITIES: Mapping[Severity, Message] = {
    Severity.ERROR: "error: {number}",
    Severity.WARNING: "warning: {number}",
    Severity.INFORMATION: "information: {number}",
    Severity.HINT: "hint: {number}",
}

_INKS: Mapping[str, Ink] = {
    "error": Ink.ERROR,
    "warning": Ink.WARNING,
    "information": Ink.INFORMATION,
    "hint": Ink.HINT,
}
_WIDEST = 110
"""Columns of a line that are shown below a finding."""


def _write_text(report: LintReport, out: Output) -> None:
    rows, checked = report.rows, report.checked
    raws = {each.path: raw_lines(each.body) for each in checked} if out.is_terminal or out.has_color else {}
    for row in rows:
        place = Inked(f":{row.line}:{row.column}: ", Ink.FAINT)
        kind = Inked(f"{row.code} {row.severity}", _INKS[row.severity])
        out.line(Inked(row.path, Ink.STRONG), place, kind, f": {row.message}")
        if row.path in raws and row.line <= len(raws[row.path]):
            _write_context(row, raws[row.path][row.line - 1], out)
    for each in checked:
        for code, count in each.report.capped.items():
            out.line(ntr(CAPPED, count, path=each.path, code=code))
    counts = {kind: sum(row.severity == kind.value for row in rows) for kind in Severity}
    counted = [tr(_SEVERITIES[kind], number=count) for kind, count in counts.items() if count]
    found = WORDS.listed_text(counted, PLAIN) or tr("no problems found")
    summed = tr("Files: {files}; {found}.", files=len(checked), found=found)
    out.line(WORDS.sentences((summed, *_remarks(report))))
    if codes := sorted({row.code for row in rows}):
        out.line(tr("To explain a finding: {command}", command=f"robotstudio rule {' '.join(codes)}"))


def _write_context(row: FindingRow, raw: bytes, out: Output) -> None:
    """Write the line with carets below what was found; nothing if that is the whole line, or too far to the right."""
    text = raw.rstrip(b"\r\n").decode("utf-8", "replace")
    end = row.end_column if row.end_line == row.line else len(text) + 1
    before, found = printable(text[: row.column - 1]), printable(text[row.column - 1 : end - 1])
    start = width_of(before)
    if not found or start > _WIDEST:
        return
    number = str(row.line)
    shown = printable(text)
    out.line(Inked(f"  {number} | ", Ink.FAINT), shown if len(shown) <= _WIDEST else f"{shown[:_WIDEST]}…")
    carets = "^" * min(width_of(found), _WIDEST + 1 - start)
    out.line(Inked(f"  {' ' * len(number)} | ", Ink.FAINT), " " * start, Inked(carets, _INKS[row.severity]))


def _remarks(report: LintReport) -> Iterator[str]:
    applied = sum(each.fixed for each in report.checked)
    fixable = sum(row.fixable for row in report.rows)
    silenced = sum(each.report.suppressed for each in report.checked)
    if applied:
        yield tr("Fixes applied: {number}.", number=applied)
    if fixable:
        yield tr("Can be fixed with --fix: {number}.", number=fixable)
    if silenced:
        yield tr("Ignored by comments: {number}.", number=silenced)
    if report.known:
        yield tr("In the baseline: {number}.", number=report.known)


def _write_json(report: LintReport, out: Output) -> None:
    write_json(report.rows, out)


def _write_github(report: LintReport, out: Output) -> None:
    out.document(map(_annotation, report.rows))


def _annotation(row: FindingRow) -> str:
    level = {"error": "error", "warning": "warning"}.get(row.severity, "notice")
    place: dict[str, object] = {"file": row.path, "line": row.line, "endLine": row.end_line}
    if row.line == row.end_line:  # columns are for annotations of one line
        place |= {"col": row.column, "endColumn": row.end_column}
    return annotation(level, place | {"title": row.code}, f"{row.message} ({row.help})")


def _write_sarif(report: LintReport, out: Output) -> None:

    from robotstudio.cli.sarif import SarifResult, sarif_log  # of this format only

    results = [
        SarifResult(
            row.code,
            row.severity,
            row.message,
            (row.path, row.line, row.column, row.end_line, row.end_column),
            row.fingerprint,
        )
        for row in report.rows
    ]
    log = sarif_log(results, [each.path for each in report.checked], list(map(str, report.problems)))
    out.document((json.dumps(log, indent=2).replace("\x7f", r"\u007f"), "\n"))


FORMATS: Mapping[str, Callable[[LintReport, Output], None]] = {
    "text": _write_text,
    "json": _write_json,
    "sarif": _write_sarif,
    "github": _write_github,
}
