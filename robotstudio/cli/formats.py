"""What several commands write in the same way: rows as JSON and CSV, verdicts, and annotations for GitHub."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from robotstudio.cli.output import Output
from robotstudio.text.phrases import printable


def write_json(rows: Iterable[NamedTuple], out: Output) -> None:
    """One object a line; its keys are the fields of the row."""
    for row in rows:
        out.record(row._asdict())


def write_csv(kind: type[NamedTuple], rows: Iterable[NamedTuple], out: Output) -> None:
    """A table with a header; its columns are the fields of this kind of row."""
    out.table([kind._fields, *rows])


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
