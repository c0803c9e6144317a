"""What several commands write in the same way: rows as JSON and CSV, annotations for GitHub, JUnit's
report in XML.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, fields
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from robotstudio.cli.output import Output
from robotstudio.engine.phrases import printable
from robotstudio.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def write_json(rows: Iterable["DataclassInstance"], out: Output) -> None:
    """One object a line; its keys are the fields of the row."""
    for row in rows:
        out.record(asdict(row))


def write_csv(kind: type["DataclassInstance"], rows: Iterable["DataclassInstance"], out: Output) -> None:
    """A table with a header; its columns are the fields of this kind of row."""
    out.table([[field.name for field in fields(kind)], *map(astuple, rows)])


def annotation(level: str, place: Mapping[str, object], message: str) -> str:
    """A place marked with a message, as GitHub Actions reads it from what a step prints: a command of one line."""
    return f"::{level} {properties(place)}::{data(message)}\n"


def properties(place: Mapping[str, object]) -> str:
    """Where an annotation stands: names with their values."""
    return ",".join(f"{name}={_property(str(value))}" for name, value in place.items())


def data(text: str) -> str:
    """A message of an annotation that stays one, and ends nowhere but at its end."""
    return printable(text).replace("%", "%25")


def _property(text: str) -> str:
    return data(text).replace(":", "%3A").replace(",", "%2C")


@dataclass(frozen=True, slots=True)
class Case:
    """A case of a JUnit report. One that failed has its kind of failure, what came of it, and where it is written."""

    group: str
    name: str
    failure: str | None = None
    outcome: str = ""
    place: str = ""


def junit_report(name: str, cases: Sequence[Case]) -> Iterator[str]:
    """One suite with its cases, line by line."""
    failures = sum(case.failure is not None for case in cases)
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0" skipped="0"'
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f"<testsuites {counts}>\n"
    yield f"  <testsuite name={_attribute(name)} {counts}>\n"
    for case in cases:
        named = f"classname={_attribute(case.group)} name={_attribute(case.name)}"
        if case.failure is None:
            yield f"    <testcase {named}/>\n"
            continue
        failure = f"<failure type={_attribute(case.failure)} message={_attribute(case.outcome)}>"
        yield f"    <testcase {named}>\n"
        yield f"      {failure}{_content(case.place)}: {_content(case.outcome)}</failure>\n"
        yield "    </testcase>\n"
    yield "  </testsuite>\n</testsuites>\n"


def _attribute(text: str) -> str:
    """An attribute of XML; what XML cannot hold stands as a visible sign."""
    return quoteattr(printable(text))


def _content(text: str) -> str:
    return escape(printable(text))
