"""`robotstudio lint`: what is wrong with a robots.txt, and the safe ones of its fixes."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from robotstudio.cli.config import NEVER, Config, add_config, config_of, levels_of_failure
from robotstudio.cli.formats import annotation, write_json
from robotstudio.cli.inputs import add_files, add_output, is_standard_input, read_input, refuse_second_stream
from robotstudio.cli.output import (
    FINDINGS,
    FINE,
    MISUSE,
    STREAM,
    MisuseError,
    Output,
    answering,
    complain,
    standard_error,
    standard_output,
)
from robotstudio.io.errors import FileError
from robotstudio.io.files import is_stream, write_atomic
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.lint.context import Setting, raw_lines
from robotstudio.lint.linter import Linter, Report
from robotstudio.lint.messages import message_text
from robotstudio.lint.model import Finding, LintRule, Severity
from robotstudio.lint.rules import RULES

if TYPE_CHECKING:
    from robotstudio.engine.line_diff import ChangedLines

_MOST_PASSES = 5
_CONTEXT = 3


@dataclass(frozen=True, slots=True)
class _Checked:
    """A file that was looked at: its name, what was found, its bytes, and how many fixes were applied."""

    path: str
    report: Report
    body: bytes
    fixed: int = 0


class FindingRow(NamedTuple):
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


@dataclass(frozen=True, slots=True)
class _Told:
    """What is to be written: the rows, the files that they are of, and what could not be read."""

    rows: Sequence[FindingRow]
    checked: Sequence[_Checked]
    problems: Sequence[str] = ()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `robotstudio lint`."""
    parser.description = "Say what is wrong with a robots.txt: a code, the place and what follows from it."
    parser.epilog = (
        "Exit status: 0 where nothing found is an error (or what --fail-on says), 1 where something is, or where --diff"
        " has something to show; 2 misuse, also where one of the files could not be read."
    )
    add_output(parser, FORMATS)
    for name, what in (("--select", "look for these only"), ("--ignore", "do not look for these")):
        parser.add_argument(name, metavar="CODES", action="append", help=f"{what}: RS101,RS4 (codes or how they begin)")
    parser.add_argument(
        "--fail-on",
        choices=levels_of_failure(),
        help="the least severity for which the exit status is 1. Default: error",
    )
    parser.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found, as --fail-on never")
    mending = parser.add_mutually_exclusive_group()
    mending.add_argument(
        "--fix",
        action="store_true",
        help="apply the fixes that change no verdict of any crawler; of standard input, print the file",
    )
    mending.add_argument("--diff", action="store_true", help="print what --fix would change, and change nothing")
    add_config(parser)
    add_files(parser, "FILE", several=True, told="a robots.txt; - reads standard input")


def run(options: argparse.Namespace) -> int:
    """Print what is found; the exit status."""
    if not options.files:
        raise MisuseError(f"the following arguments are required: FILE. See {options.prog} --help.")
    refuse_second_stream(options.files)
    config = config_of(options)
    linter = Linter(_chosen(options, config))
    if options.diff:
        return _show_fixes(options, linter)
    checked, problems = [], []
    for name in options.files:
        try:
            checked.append(_check(name, linter, fix=options.fix))
        except FileError as error:
            problems.append(str(error))
    rows = [row for each in checked for row in _rows_of(each)]
    _write(options, _Told(rows, checked, problems))
    for problem in problems:
        complain(problem)
    return MISUSE if problems else _status(options, config, rows)


def _write(options: argparse.Namespace, told: _Told) -> None:
    if not told.checked:
        return
    if options.fix and options.output is None and any(map(is_standard_input, options.files)):
        report = standard_error()
        FORMATS[options.format](told, report)
        report.flush()
        return
    with answering(options.output) as out:
        FORMATS[options.format](told, out)


def _status(options: argparse.Namespace, config: Config, rows: Iterable[FindingRow]) -> int:
    least = NEVER if options.exit_zero else options.fail_on or config.fail_on or Severity.ERROR.value
    levels = levels_of_failure()
    grave = levels[: levels.index(least) + 1] if least != NEVER else ()
    return FINDINGS if any(row.severity in grave for row in rows) else FINE


def _chosen(options: argparse.Namespace, config: Config) -> Mapping[str, LintRule]:
    where = "" if config.path is None else f"“{config.path}”: "
    wanted = _codes(options.select) or _codes(config.select, where)
    unwanted = _codes(options.ignore) or _codes(config.ignore, where)
    return {
        code: rule
        for code, rule in RULES.items()
        if (not wanted or code.startswith(wanted)) and not (unwanted and code.startswith(unwanted))
    }


def _codes(options: Sequence[str] | None, where: str = "") -> tuple[str, ...]:
    codes = tuple(code.strip().upper() for option in options or () for code in option.split(",") if code.strip())
    for code in codes:
        if not any(known.startswith(code) for known in RULES):
            raise MisuseError(f"{where}There is no rule {code}: codes are such as RS101, or RS1 for all that begin so.")
    return codes


def _setting(name: str) -> Setting:
    is_file = not is_standard_input(name) and not is_stream(Path(name))
    return Setting(filename=Path(name).name if is_file else None)


def _check(name: str, linter: Linter, *, fix: bool) -> _Checked:
    body, fixed = read_input(name), 0
    if fix:
        before = body
        body, fixed = _mended(name, before, linter)
        if is_standard_input(name):
            out = standard_output()
            out.write_bytes(body)
            out.flush()
        elif body != before:
            for note in write_atomic(Path(name), body).notes:
                complain(note)
    return _Checked(name, linter.check(body, _setting(name)), body, fixed)


def _mended(name: str, body: bytes, linter: Linter) -> tuple[bytes, int]:
    """A file with its safe fixes applied until none is left (one may make room for another), and how many."""
    from robotstudio.lint.proof import fix_safely  # noqa: PLC0415  # who only asks what is wrong waits for no numpy

    setting, fixed = _setting(name), 0
    for _ in range(_MOST_PASSES):
        done = fix_safely(body, linter.check(body, setting).findings)
        if done.refused:
            complain(
                f"{name}: {done.refused} fixes were not applied, since they would have changed what the file does."
            )
        if done.body == body:
            break
        body, fixed = done.body, fixed + len(done.applied)
    return body, fixed


def _show_fixes(options: argparse.Namespace, linter: Linter) -> int:
    status = FINE
    with answering(options.output) as out:
        for name in options.files:
            try:
                body = read_input(name)
            except FileError as error:
                complain(str(error))
                status = MISUSE
                continue
            mended, _ = _mended(name, body, linter)
            if mended != body:
                out.write_bytes(b"".join(_unified(STREAM if is_standard_input(name) else name, body, mended)))
                status = max(status, FINDINGS)
    return FINE if status == FINDINGS and options.exit_zero else status


def _unified(name: str, old: bytes, new: bytes) -> Iterator[bytes]:
    """What differs as `patch` reads it: lines end at LF, as they do there."""
    from robotstudio.engine.line_diff import diff_lines  # noqa: PLC0415  # as above

    before, after = _lines(old), _lines(new)
    changes = diff_lines([line.decode("latin-1") for line in before], [line.decode("latin-1") for line in after])
    yield f"--- {name}\n+++ {name}\n".encode("utf-8", "surrogateescape")
    hunks: list[list[ChangedLines]] = []
    for change in changes:
        if hunks and change.old_start - hunks[-1][-1].old_end <= 2 * _CONTEXT:
            hunks[-1].append(change)
        else:
            hunks.append([change])
    for hunk in hunks:
        yield from _hunk(hunk, before, after)


def _hunk(changes: Sequence["ChangedLines"], before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[bytes]:
    first, last = changes[0], changes[-1]
    start, end = max(0, first.old_start - _CONTEXT), min(len(before), last.old_end + _CONTEXT)
    new_start = first.new_start - (first.old_start - start)
    new_end = last.new_end + (end - last.old_end)
    yield f"@@ -{_range(start, end)} +{_range(new_start, new_end)} @@\n".encode()
    at = start
    for change in changes:
        yield from _marked(b" ", before[at : change.old_start])
        yield from _marked(b"-", before[change.old_start : change.old_end])
        yield from _marked(b"+", after[change.new_start : change.new_end])
        at = change.old_end
    yield from _marked(b" ", before[at:end])


def _range(start: int, end: int) -> str:
    return f"{start + (end > start)},{end - start}"


def _marked(sign: bytes, lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield sign + line + (b"" if line.endswith(b"\n") else b"\n\\ No newline at end of file\n")


def _lines(body: bytes) -> list[bytes]:
    """The lines with their LF; the last may have none."""
    *lines, rest = body.split(b"\n")
    return [line + b"\n" for line in lines] + ([rest] if rest else [])


def _rows_of(checked: _Checked) -> Iterator[FindingRow]:
    """The findings of a file, in file order."""
    raws = raw_lines(checked.body) or [b""]
    return (_row(checked.path, finding, raws) for finding in checked.report.findings)


def _row(path: str, finding: Finding, raws: Sequence[bytes]) -> FindingRow:
    found = finding.found
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
    )


def _column(raw: bytes, end: int) -> int:
    return len((raw if end < 0 else raw[:end]).decode("utf-8", "replace")) + 1


def _write_text(told: _Told, out: Output) -> None:
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


def _remarks(rows: Sequence[FindingRow], checked: Sequence[_Checked]) -> str:
    remarks = {
        "Fixes applied": sum(each.fixed for each in checked),
        "Can be fixed with --fix": sum(row.fixable for row in rows),
        "Silenced by comments": sum(each.report.suppressed for each in checked),
    }
    return "".join(f" {words}: {count:,}." for words, count in remarks.items() if count)


def _write_json(told: _Told, out: Output) -> None:
    write_json(told.rows, out)


def _write_github(told: _Told, out: Output) -> None:
    out.document(map(_annotation, told.rows))


def _annotation(row: FindingRow) -> str:
    level = {"error": "error", "warning": "warning"}.get(row.severity, "notice")
    place: dict[str, object] = {"file": row.path, "line": row.line, "endLine": row.end_line}
    if row.line == row.end_line:  # columns are for annotations of one line
        place |= {"col": row.column, "endColumn": row.end_column}
    return annotation(level, place | {"title": row.code}, f"{row.message} ({row.help})")


def _write_sarif(told: _Told, out: Output) -> None:
    import json  # noqa: PLC0415  # of this format only, as what follows

    from robotstudio.cli.sarif import Result, sarif_log  # noqa: PLC0415

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


FORMATS: Mapping[str, Callable[[_Told, Output], None]] = {
    "text": _write_text,
    "json": _write_json,
    "sarif": _write_sarif,
    "github": _write_github,
}
