"""`robotstudio parse`: the groups, rules and fields of a file as data."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import add_config, config_of
from robotstudio.cli.files import add_files, files_of, read_input
from robotstudio.cli.formats import add_output
from robotstudio.cli.output import FINE, Output, answer_words, answering
from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.directives import Scope, directives_of
from robotstudio.engine.groups import Group
from robotstudio.engine.reading import reading_of
from robotstudio.engine.reading_model import Treatment
from robotstudio.engine.tokens import LINE_END
from robotstudio.text.language import WORDS, Message, spoken, tr
from robotstudio.text.phrases import printable

_IGNORED = frozenset({Treatment.STRAY, Treatment.SKIPPED, Treatment.DROPPED})


class RuleRow(Struct, frozen=True):
    """A rule; `type` is allow or disallow."""

    line: int
    type: str
    path: str


class FieldRow(Struct, frozen=True):
    """A line with another known field, by the field's name in lower case."""

    line: int
    field: str
    value: str


class IgnoredRow(Struct, frozen=True):
    """A line, neither empty nor a comment, that the dialect does not use: a typo, or a rule outside any group."""

    line: int
    text: str


class GroupRow(Struct, frozen=True):
    """A group: its user agents as written, the lines from its first to its last rule, and its other fields."""

    user_agents: Sequence[str]
    first_line: int
    last_line: int
    rules: Sequence[RuleRow]
    fields: Sequence[FieldRow]


class FileRow(Struct, frozen=True):
    """A file; the names in this and the other rows are the keys of JSON.

    `fields` are those of the whole file or outside any group, without the sitemaps. `cut_at_line` is the line in which
    the crawler stops reading.
    """

    path: str
    dialect: str
    groups: Sequence[GroupRow]
    sitemaps: Sequence[FieldRow]
    fields: Sequence[FieldRow]
    ignored: Sequence[IgnoredRow]
    cut_at_line: int | None


_EPILOG: Message = "Exit status: 0, whatever the file contains; 2 usage or I/O error."
_DIALECT: Message = "read the file in this dialect, by default google: {dialects}"


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio parse`."""
    parser.description = tr("Print the groups, rules and other fields of a robots.txt, and the lines that are ignored.")
    parser.epilog = tr(_EPILOG)
    ids = sorted(DIALECTS)
    reading = tr(_DIALECT, dialects=WORDS.side_by_side(ids))
    parser.add_argument("--dialect", choices=ids, metavar="ID", help=reading)
    add_output(parser, FORMATS)
    add_config(parser)
    add_files(parser, "FILE", what=tr("a robots.txt, or the folder it is in; - for standard input"))


def run(options: argparse.Namespace) -> int:
    """Print the file as data; return the exit status."""
    (name,) = files_of(options, "FILE")
    dialect = options.dialect or config_of(options).dialect or "google"
    row = file_row(name, read_input(name), dialect)
    with spoken(answer_words(options)), answering(options.output) as out:
        FORMATS[options.format](row, out)
    return FINE


def file_row(name: str, body: bytes, dialect: str) -> FileRow:
    """Return a file as data."""
    robots = Robots.parse(body, dialect)
    directives = directives_of(robots)
    known = {each.line for each in directives}
    outside = [each for each in directives if each.group is None or each.facts.scope is Scope.FILE]
    inside = [each for each in directives if each not in outside]
    sitemaps, fields = list[FieldRow](), list[FieldRow]()
    for each in outside:
        (sitemaps if each.facts.id == "sitemap" else fields).append(FieldRow(each.line, each.facts.id, each.written))
    return FileRow(
        path=name,
        dialect=robots.dialect.id,
        groups=[
            _group_row(
                group, [FieldRow(each.line, each.facts.id, each.written) for each in inside if each.group is group]
            )
            for group in robots.groups
        ],
        sitemaps=sitemaps,
        fields=fields,
        ignored=[row for row in _ignored(robots, body) if row.line not in known],
        cut_at_line=robots.cut.line if robots.cut else None,
    )


def _group_row(group: Group, fields: Sequence[FieldRow]) -> GroupRow:
    rules = [
        RuleRow(rule.line, "allow" if rule.allow else "disallow", _text(rule.written))
        for rule in group.rules
        if rule.has_pattern and not rule.rewritten
    ]
    agents = [_text(agent.written) for agent in group.agents]
    return GroupRow(agents, group.first_line, group.last_line, rules, fields)


def _ignored(robots: Robots, body: bytes) -> Iterator[IgnoredRow]:
    treatments = reading_of(robots, "*").treatments
    for number, (treatment, text) in enumerate(zip(treatments, LINE_END.split(body), strict=False), start=1):
        if treatment in _IGNORED:
            yield IgnoredRow(number, _text(text))


def _text(written: bytes) -> str:
    return written.decode("utf-8", "replace")


def _write_text(row: FileRow, out: Output) -> None:
    for group in row.groups:
        for agent in group.user_agents:
            out.line(f"User-agent: {printable(agent)}")
        lines = [(rule.line, _written(rule.type, rule.path)) for rule in group.rules]
        lines += [(each.line, _written(each.field, each.value)) for each in group.fields]
        for number, text in sorted(lines):
            out.line(f"{number:>6}  {printable(text)}")
    for each in (*row.sitemaps, *row.fields):
        out.line(f"{each.line:>6}  {printable(_written(each.field, each.value))}")
    if row.ignored:
        out.line(tr("Ignored lines:"))
    for ignored in row.ignored:
        out.line(f"{ignored.line:>6}  {printable(ignored.text)}")
    if row.cut_at_line is not None:
        out.line(tr("Reading stops in line {line}.", line=str(row.cut_at_line)))


def _written(field: str, value: str) -> str:
    return f"{field.capitalize()}: {value}"


def _write_json(row: FileRow, out: Output) -> None:
    out.record(msgspec.to_builtins(row))


FORMATS: Mapping[str, Callable[[FileRow, Output], None]] = {"text": _write_text, "json": _write_json}
