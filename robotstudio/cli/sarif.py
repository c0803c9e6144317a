"""Write findings as SARIF 2.1.0, as services for code scanning read it: with what each rule means."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

import robotstudio
from robotstudio.cli.files import is_standard_input
from robotstudio.cli.rule import section_of
from robotstudio.help.rule_pages import rule_text
from robotstudio.lint.messages import title
from robotstudio.lint.rules import RULES

PROJECT_URL: Final = ""
"""The public address of the project, once it has one: pages of rules are then linked, not only included."""

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS: Final[Mapping[str, str]] = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}

Place = tuple[str, int, int, int, int]
"""A name of a file, the line and column of the first character, and those behind the last."""


class SarifResult:
    """A finding: its code and severity, its message, where it stands, and its fingerprint."""

    __slots__ = ("code", "fingerprint", "message", "place", "severity")

    def __init__(self, code: str, severity: str, message: str, place: Place, fingerprint: str) -> None:
        self.code = code
        self.severity = severity
        self.message = message
        self.place = place
        self.fingerprint = fingerprint


def sarif_log(results: Sequence[SarifResult], paths: Sequence[str], problems: Sequence[str]) -> dict[str, object]:
    """Return the log of one run over some files; `problems` are those of files that could not be read."""
    codes = list(dict.fromkeys(result.code for result in results))
    driver: dict[str, object] = {
        "name": "Robot Studio",
        "semanticVersion": robotstudio.__version__,
        "rules": [_rule(code) for code in codes],
    }
    if PROJECT_URL:
        driver["informationUri"] = PROJECT_URL
    invocation: dict[str, object] = {"executionSuccessful": not problems}
    if problems:
        invocation["toolExecutionNotifications"] = [{"level": "error", "message": {"text": text}} for text in problems]
    places = {code: place for place, code in enumerate(codes)}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "artifacts": [{"location": _location(path)} for path in paths],
        "results": list(_results(results, places)),
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, object]:
    rule, page = RULES[code], rule_text(code)
    row: dict[str, object] = {
        "id": code,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": title(rule)},
        "fullDescription": {"text": section_of(page, "What") or title(rule)},
        "help": {"text": f"{page}\nIn a terminal: robotstudio rule {code}\n", "markdown": page},
        "defaultConfiguration": {"level": LEVELS[rule.severity.value]},
    }
    if PROJECT_URL:
        row["helpUri"] = f"{PROJECT_URL}/docs/rules/{code}.md"
    return row


def _results(results: Sequence[SarifResult], places: Mapping[str, int]) -> Iterator[dict[str, object]]:
    for result in results:
        path, line, column, end_line, end_column = result.place
        region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
        yield {
            "ruleId": result.code,
            "ruleIndex": places[result.code],
            "level": LEVELS[result.severity],
            "message": {"text": result.message},
            "locations": [{"physicalLocation": {"artifactLocation": _location(path), "region": region}}],
            "partialFingerprints": {"primaryLocationLineHash": result.fingerprint},
        }


def _location(path: str) -> dict[str, object]:
    if is_standard_input(path):
        return {"uri": "stdin", "description": {"text": "standard input"}}
    own = Path(path)
    named = path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return {"uri": own.as_uri() if own.is_absolute() else quote(Path(named).as_posix())}
