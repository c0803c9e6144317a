"""Decide the format of an answer, and write what several commands share: rows as JSON and CSV, annotations for GitHub.

`--format` chooses it, else the ending of the name after `-o`. An ending that no format of the command has is refused;
so is one of a file type that cannot hold text.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from robotstudio.cli.output import ROBOTS_TXT, STREAM, MisuseError, Output
from robotstudio.text.language import Message, Plural, told_list, tr
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
    """Escape a message so that it cannot end the annotation; its lines stay lines."""
    return "%0A".join(printable(line).replace("%", "%25") for line in text.split("\n"))


def _property(text: str) -> str:
    return data(text).replace(":", "%3A").replace(",", "%2C")


_TEXTS: Final = (".txt", ".log", ".out")
_ENDINGS: Mapping[str, tuple[str, ...]] = {
    "text": _TEXTS,
    "json": (".json", ".jsonl", ".ndjson"),
    "csv": (".csv",),
    "html": (".html", ".htm"),
    "markdown": (".md", ".markdown"),
    "md": (".md", ".markdown"),
    "xlsx": (".xlsx",),
    "pdf": (".pdf",),
    "svg": (".svg",),
    "junit": (".xml",),
    "sarif": (".sarif", ".json"),
    "github": (),
    "tickets": (),
    "jira": (),
}
"""The file endings of each format, the usual one first."""
_BINARY: Final = ("xlsx", "pdf")

_OUTPUT: Message = "write the output to FILE, which is replaced once complete; - means standard output"
_UNKNOWN: Message = "“{name}”: {prog} cannot write {ending} files. Use {endings}, or choose --format for another name."
_ANOTHER: Message = "“{name}” ends in {ending}, but --format is {format}. Change one of them."
_NO_DOCUMENT: Message = (
    "“{name}” ends in {ending}, but the output is a robots.txt or server rules. Choose another name."
)

_IsFile = Callable[[argparse.Namespace], bool]


def add_format(parser: argparse.ArgumentParser, formats: Iterable[str], usual: str = "text") -> None:
    """Add the option `--format`; without it and without a telling file name, the usual format is used."""
    parser.add_argument("--format", choices=sorted(formats), type=partial(_one_name, tuple(formats)))
    parser.set_defaults(formats=tuple(formats), usual_format=usual)


def _one_name(formats: Sequence[str], name: str) -> str:
    """Return the name that a command has for a format with two names."""
    other = {"md": "markdown", "markdown": "md"}.get(name, name)
    return other if name not in formats and other in formats else name


def add_output(
    parser: argparse.ArgumentParser,
    formats: Iterable[str],
    *,
    what: Message = _OUTPUT,
    usual: str = "text",
    is_file: _IsFile = lambda _options: False,
) -> None:
    """Add the options for format and file.

    With `is_file`, `-o` names a robots.txt or rules of a server instead of an answer.
    """
    add_format(parser, formats, usual)
    parser.add_argument("-o", "--output", metavar="FILE", help=tr(what))
    parser.set_defaults(output_is_file=is_file)


def decide_format(options: argparse.Namespace) -> None:
    """Put the format into the options. Raises MisuseError if the output's name has the ending of another file type."""
    if "formats" not in options:
        return
    name: str = getattr(options, "output", None) or ""
    ending = "" if name == STREAM else os.path.splitext(name)[1].lower()  # noqa: PTH122  # the help starts faster without pathlib
    if name and "output_is_file" in options and options.output_is_file(options):
        _refuse_if_document(name, ending)
        ending = ""
    chosen = options.format
    if chosen and ending:
        _refuse_if_binary(name, ending, chosen)
    options.format = chosen or (_format_of(options, name, ending) if ending else options.usual_format)


_REPLACES: Message = (
    "The output would replace “{name}”, which is a robots.txt or read by this command. Choose another name."
)
_MAY_BE_REPLACED: Final = frozenset({"output", "baseline", "since"})
"""Options whose file is an earlier output, which a new one may replace."""


def refuse_input_as_output(options: argparse.Namespace) -> None:
    """Raise MisuseError if a report would replace a file that the command reads, such as a robots.txt."""
    name: str = getattr(options, "output", None) or ""
    if name in {"", STREAM} or not os.path.isfile(name):  # noqa: PTH113  # the same
        return
    if "output_is_file" in options and options.output_is_file(options):
        return
    values = [value for key, value in vars(options).items() if key not in _MAY_BE_REPLACED]
    is_read = any(os.path.exists(text) and os.path.samefile(text, name) for text in _texts_in(values))  # noqa: PTH110, PTH121  # the same
    if is_read or os.path.basename(name) == ROBOTS_TXT:  # noqa: PTH119  # the same; also one in a folder that is read
        raise MisuseError(_REPLACES, name=name)


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts_in(each)


def _format_of(options: argparse.Namespace, name: str, ending: str) -> str:
    found = next((each for each in _by_ending(options.formats) if ending in _ENDINGS[each]), None)
    if found is None:
        endings = dict.fromkeys(_ENDINGS[each][0] for each in _by_ending(options.formats) if _ENDINGS[each])
        raise MisuseError(_UNKNOWN, name=name, prog=options.prog, ending=ending, endings=told_list(tuple(endings)))
    return found


def _by_ending(formats: Iterable[str]) -> list[str]:
    return [each for each in _ENDINGS if each in formats]


def _refuse_if_binary(name: str, ending: str, chosen: str) -> None:
    if ending not in _ENDINGS[chosen] and any(ending in _ENDINGS[each] for each in _BINARY):
        raise MisuseError(_ANOTHER, name=name, ending=ending, format=chosen)


def _refuse_if_document(name: str, ending: str) -> None:
    if ending not in _TEXTS and any(ending in endings for endings in _ENDINGS.values()):
        raise MisuseError(_NO_DOCUMENT, name=name, ending=ending)
