"""Write what several commands share: rows as JSON and CSV, verdicts, and annotations for GitHub."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from robotstudio.cli.output import Output
from robotstudio.text.language import Plural
from robotstudio.text.phrases import printable

AND_MORE = Plural("and {count} more", "and {count} more")


def write_json(rows: Iterable[NamedTuple], out: Output) -> None:
    """Write an object per line; its keys are the fields of the row."""
    for row in rows:
        out.record(row._asdict())


def write_csv(kind: type[NamedTuple], rows: Iterable[NamedTuple], out: Output) -> None:
    """Write a table with a header; its columns are the fields of this kind of row."""
    out.table([kind._fields, *rows])


def annotation(level: str, place: Mapping[str, object], message: str) -> str:
    """Return a GitHub Actions annotation: a message at a place, as a command of one line."""
    return f"::{level} {properties(place)}::{data(message)}\n"


def properties(place: Mapping[str, object]) -> str:
    """Return an annotation's properties: names with their values."""
    return ",".join(f"{name}={_property(str(value))}" for name, value in place.items())


def data(text: str) -> str:
    """Escape a message so that it cannot end the annotation."""
    return printable(text).replace("%", "%25")


def _property(text: str) -> str:
    return data(text).replace(":", "%3A").replace(",", "%2C")
