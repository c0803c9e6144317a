"""Read and write a project: JSON with one item a line in a fixed order, so that versions can be diffed.

Defaults are left out. Unknown keys are refused, since they are usually typos; a later version of the format has a
higher number. `docs/project.schema.json` describes the same for editors, and tests compare the two.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from robotstudio.engine.tokens import Field, parse_line
from robotstudio.fetch.http_scenario import SUPPOSED_ANSWERS
from robotstudio.project.file.kinds import (
    ChoiceKind,
    FlagKind,
    ItemsKind,
    NumberKind,
    NumberListsKind,
    ProjectFileError,
    RecordKind,
    RobotsLineKind,
    TextKind,
    ValuePlace,
)
from robotstudio.project.file.model import (
    EditKind,
    Environment,
    OverlayEdit,
    Project,
    ProjectReport,
    ProjectScenario,
    ProjectSource,
    ProjectView,
)
from robotstudio.store.did_you_mean import shortened
from robotstudio.store.errors import BadUrlError
from robotstudio.store.files import READ_LIMIT, FileStamp, read_stamped, write_atomic
from robotstudio.store.json_file import parsed
from robotstudio.text.language import Message, Plural
from robotstudio.urls.logs.fields import BadFieldsError, fields_from
from robotstudio.urls.sources.reading import READERS
from robotstudio.urls.urls import LENGTH_LIMIT, robots_address

VERSION: Final = 1
_MOST_HOURS: Final = 10 * 366 * 24
_LONGEST_VERSION = 20

_NO_PROJECT: Message = (
    "“{path}” is not a project: it must be an object in braces, with a “version”. Choose another file."
)
_NEWER: Message = (
    "“{path}” was saved by a newer Robot Studio: its version is {version}, this one reads up to {known}. Update the "
    "program."
)
_TWICE: Message = "“{path}”: {key} appears twice in one object. Keep one of them."
_NO_FIELDS: Message = "“{path}”: {key} does not map the fields of a log: {error}"
_NO_ADDRESS: Message = "“{path}”: {key} is not the address of a site: {error}"
_SAME_NAME: Message = "“{path}”: two environments are called {name}. Give each a name of its own."
_NO_LINES: Message = "“{path}”: {key} has nothing to add: “close” takes no lines."
_RULE_FIRST: Message = (
    "“{path}”: {key} begins with a rule, which would belong to the group above it. Begin with a User-agent line."
)
_OPEN_GROUP: Message = (
    "“{path}”: {key} ends with a User-agent line, whose group would continue with the rules of the file. Add a rule."
)
_TOO_LARGE = Plural(
    "“{path}” was not saved: it would have {count} bytes, and up to {limit} are read. Keep long lists of URLs in files"
    " of their own, and name these as sources.",
    "“{path}” was not saved: it would have {count} bytes, and up to {limit} are read. Keep long lists of URLs in files"
    " of their own, and name these as sources.",
)
_NOT_PLAIN = re.compile("[^\\x00-\\x7e]")

_PATH = TextKind(4_096)
_SITE = TextKind(LENGTH_LIMIT)
_URL = TextKind(LENGTH_LIMIT, may_be_empty=False)
_NAME = TextKind(200, is_line=True)
_NOTE = TextKind(10_000)
_CRAWLER = TextKind(2_000, may_be_empty=False)


def _answers() -> tuple[str, ...]:
    return tuple(SUPPOSED_ANSWERS)


def _kinds() -> tuple[str, ...]:
    return tuple(kind.value for kind in READERS)


def _check_edit(edit: OverlayEdit, place: ValuePlace) -> None:
    """Check that the lines mean the same whatever precedes and follows them in the file."""
    place = place.at("lines")
    if edit.do is EditKind.CLOSE and edit.lines:
        raise place.wrong(_NO_LINES)
    if edit.do not in {EditKind.APPEND, EditKind.PREPEND}:
        return
    lines = [parse_line(line.encode("utf-8", "surrogateescape")) for line in edit.lines]
    telling = [line for line in lines if line.is_rule or line.field is Field.USER_AGENT]
    if telling and telling[0].is_rule:
        raise place.wrong(_RULE_FIRST)
    if telling and not telling[-1].is_rule:
        raise place.wrong(_OPEN_GROUP)


def _check_site(thing: Project | Environment, place: ValuePlace) -> None:
    _check_address(thing.site, place.at("site"))


def _check_source(source: ProjectSource, place: ValuePlace) -> None:
    _check_address(source.base, place.at("base"))
    _check_texts(source.locations, place.at("locations"))
    try:
        fields_from(source.log_fields)
    except BadFieldsError as error:
        raise place.at("log_fields").wrong(_NO_FIELDS, error=error.told) from error


def _check_texts(texts: Sequence[str], place: ValuePlace) -> None:
    """Check that each address is non-empty without its credentials."""
    for number, text in enumerate(texts, 1):
        if not text:
            raise _URL.refusal(place.item(number))


def _check_address(address: str, place: ValuePlace) -> None:
    if address:
        try:
            robots_address(address)
        except BadUrlError as error:
            raise place.wrong(_NO_ADDRESS, error=error.told) from error


def _check_project(project: Project, place: ValuePlace) -> None:
    _check_site(project, place)
    _check_texts(project.urls, place.at("urls"))
    names = project.environment_names
    for number, name in enumerate(names):
        if name in names[:number]:
            raise place.wrong(_SAME_NAME, name=name)


_EDIT = RecordKind(
    OverlayEdit,
    {"do": ChoiceKind(lambda: tuple(EditKind), EditKind), "lines": ItemsKind(RobotsLineKind(LENGTH_LIMIT), 100_000)},
    frozenset({"do"}),
    _check_edit,
)
_ENVIRONMENT = RecordKind(
    Environment,
    {
        "name": TextKind(100, is_line=True, may_be_empty=False),
        "note": _NOTE,
        "site": _SITE,
        "overlay": ItemsKind(_EDIT, 100),
        "baseline": _PATH,
        "expectations": _PATH,
    },
    frozenset({"name"}),
    _check_site,
)
_COLUMN = TextKind(2_000, may_be_empty=False)
_SOURCE = RecordKind(
    ProjectSource,
    {
        "name": _NOTE,
        "kind": ChoiceKind(_kinds),
        "locations": ItemsKind(_URL, 1_000, least=1),
        "column": _NOTE,
        "hits_column": _NOTE,
        "columns": ItemsKind(_COLUMN, 1_000),
        "log_fields": TextKind(2_000, is_line=True),
        "base": _SITE,
    },
    frozenset({"locations"}),
    _check_source,
)
_SCENARIO = RecordKind(
    ProjectScenario,
    {
        "answer": ChoiceKind(_answers),
        "hours": NumberKind(0, _MOST_HOURS),
        "has_copy": FlagKind(),
        "site_answers": FlagKind(),
    },
)
_VIEW = RecordKind(
    ProjectView,
    {
        "tab": _NAME,
        "selected_url": _SITE,
        "selected_crawler": TextKind(2_000),
        "shows_reading": FlagKind(),
        "splitters": NumberListsKind(_NAME, ItemsKind(NumberKind(0, 100_000), 100), 100),
    },
)
_REPORT = RecordKind(
    ProjectReport,
    {
        "title": _NOTE,
        "client": _NOTE,
        "author": _NOTE,
        "agency": _NOTE,
        "colour": TextKind(100, is_line=True),
        "logo": _PATH,
        "notes": _PATH,
        "fonts": _PATH,
    },
)
PROJECT: Final = RecordKind(
    Project,
    {
        "note": _NOTE,
        "site": _SITE,
        "file": _PATH,
        "baseline": _PATH,
        "expectations": _PATH,
        "urls": ItemsKind(_URL, 100_000),
        "sources": ItemsKind(_SOURCE, 100),
        "crawls": ItemsKind(_URL, 100),
        "crawlers": ItemsKind(_CRAWLER, 1_000),
        "scenario": _SCENARIO,
        "environments": ItemsKind(_ENVIRONMENT, 100),
        "window": _VIEW,
        "report": _REPORT,
        "schema": _PATH,
    },
    frozenset(),
    _check_project,
    schema="$schema",
)
"""The keys of a project file, in the order of writing."""


def load(path: Path) -> Project:
    """Load a project. Raises FileError."""
    return load_stamped(path)[0]


def load_stamped(path: Path) -> tuple[Project, FileStamp]:
    """Load a project with a stamp that detects later changes. Raises FileError."""
    body, stamp = read_stamped(path)
    return parse(body, path), stamp


def save(path: Path, project: Project) -> FileStamp:
    """Write a project, after checking that it can be read back. Raises FileError."""
    body = bytes_of(project)
    if len(body) > READ_LIMIT:
        raise ProjectFileError(_TOO_LARGE, path, count=len(body), limit=READ_LIMIT)
    parse(body, path)
    return write_atomic(path, body)


def parse(body: bytes, path: Path) -> Project:
    """Parse a project file. Raises ProjectFileError."""
    rows = _rows(body, path)
    version = rows.pop("version", None)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ProjectFileError(_NO_PROJECT, path)
    if version > VERSION:
        raise ProjectFileError(_NEWER, path, version=_shown(version), known=str(VERSION))
    return PROJECT.read(rows, ValuePlace(path))


def bytes_of(project: Project) -> bytes:
    """Serialise deterministically."""
    rows = PROJECT.write(project)
    schema = {key: rows.pop(key) for key in ("$schema",) if key in rows}
    text = json.dumps({**schema, "version": VERSION, **rows}, ensure_ascii=False, indent=2)
    return (_NOT_PLAIN.sub(_escaped, text) + "\n").encode()


def _rows(body: bytes, path: Path) -> dict[str, Any]:
    def once(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise ProjectFileError(_TWICE, path, key=shortened(key))
            found[key] = value
        return found

    rows = parsed(body, path, ProjectFileError, once)
    if not isinstance(rows, dict):
        raise ProjectFileError(_NO_PROJECT, path)
    return rows


def _shown(version: int) -> str:
    return str(version) if version < 10**_LONGEST_VERSION else "…"


def _escaped(found: re.Match[str]) -> str:
    """Escape invisible characters (direction marks, lone surrogates)."""
    letter = found[0]
    return letter if letter.isprintable() else json.dumps(letter)[1:-1]
