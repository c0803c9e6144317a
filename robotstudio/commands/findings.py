"""How findings of the linter are printed: for people, for scripts, as SARIF 2.1.0, and as annotations of GitHub."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import PurePath
from typing import TextIO
from urllib.parse import quote

import robotstudio
from robotstudio.engine.phrases import printable
from robotstudio.lint.draft import raw_lines
from robotstudio.lint.linter import Report
from robotstudio.lint.model import Finding, Severity
from robotstudio.lint.rules import RULES
from robotstudio.lint.words import message_text, title

_DOCS = "docs/rules"
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


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
    )


def _column(raw: bytes, octet: int) -> int:
    return len((raw if octet < 0 else raw[:octet]).decode("utf-8", "replace")) + 1


Write = Callable[[Sequence[Row], Sequence[Checked], TextIO], None]


def _write_text(rows: Sequence[Row], checked: Sequence[Checked], out: TextIO) -> None:
    for row in rows:
        print(f"{printable(row.path)}:{row.line}:{row.column}: {row.code} {row.severity}: {row.message}", file=out)
    for each in checked:
        for code, count in each.report.capped.items():
            print(f"{printable(each.path)}: {count:,} times {code} in all; not all are listed.", file=out)
    counts = {kind: sum(row.severity == kind.value for row in rows) for kind in Severity}
    told = ", ".join(f"{kind.value}: {count:,}" for kind, count in counts.items() if count) or "nothing found"
    print(f"Files: {len(checked):,}; {told}.{_remarks(rows, checked)}", file=out)


def _remarks(rows: Sequence[Row], checked: Sequence[Checked]) -> str:
    remarks = {
        "Fixes applied": sum(each.fixed for each in checked),
        "Can be fixed with --fix": sum(row.fixable for row in rows),
        "Silenced by comments": sum(each.report.suppressed for each in checked),
    }
    return "".join(f" {words}: {count:,}." for words, count in remarks.items() if count)


def _write_json(rows: Sequence[Row], _checked: Sequence[Checked], out: TextIO) -> None:
    for row in rows:
        print(json.dumps(asdict(row)), file=out)


def _write_github(rows: Sequence[Row], _checked: Sequence[Checked], out: TextIO) -> None:
    for row in rows:
        level = {"error": "error", "warning": "warning"}.get(row.severity, "notice")
        place = {"file": row.path, "line": row.line, "endLine": row.end_line}
        if row.line == row.end_line:  # columns are for annotations of one line
            place |= {"col": row.column, "endColumn": row.end_column}
        place |= {"title": row.code}
        properties = ",".join(f"{key}={_property(str(value))}" for key, value in place.items())
        print(f"::{level} {properties}::{_data(row.message)}", file=out)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


_LEVELS = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}


def _write_sarif(rows: Sequence[Row], checked: Sequence[Checked], out: TextIO) -> None:
    codes = list(dict.fromkeys(row.code for row in rows))
    driver = {
        "name": "Robot Studio",
        "semanticVersion": robotstudio.__version__,
        "rules": [_sarif_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": _uri(each.path)}} for each in checked],
        "results": [_sarif_result(row, codes.index(row.code)) for row in rows],
    }
    json.dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, out, indent=2)
    print(file=out)


def _sarif_rule(code: str) -> dict[str, object]:
    rule = RULES[code]
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": title(rule)},
        "helpUri": f"{_DOCS}/{code}.md",
        "defaultConfiguration": {"level": _LEVELS[rule.severity.value]},
    }


def _sarif_result(row: Row, place: int) -> dict[str, object]:
    region = {
        "startLine": row.line,
        "startColumn": row.column,
        "endLine": row.end_line,
        "endColumn": row.end_column,
    }
    location = {"physicalLocation": {"artifactLocation": {"uri": _uri(row.path)}, "region": region}}
    return {
        "ruleId": row.code,
        "ruleIndex": place,
        "level": _LEVELS[row.severity],
        "message": {"text": row.message},
        "locations": [location],
    }


def _uri(path: str) -> str:
    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix())


FORMATS: Mapping[str, Write] = {
    "text": _write_text,
    "json": _write_json,
    "sarif": _write_sarif,
    "github": _write_github,
}
