"""The settings as one readable TOML file: the table of settings, the person's file, and an administrator's policy.

Each section is a table with the values that differ from the defaults. The window and the person may write it; export,
import and policies have the same form.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from ipaddress import ip_address
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from msgspec import Struct, field

from robotstudio.project.settings import (
    ChoiceSetting,
    FlagSetting,
    NumberSetting,
    SettingKind,
    TextListSetting,
    TextSetting,
)
from robotstudio.store.did_you_mean import nearest, shortened
from robotstudio.store.errors import FileError, FileMissingError, RobotStudioError
from robotstudio.store.files import make_directory, read, write_atomic
from robotstudio.text.language import Message, Told, told, told_list
from robotstudio.text.locale import LANGUAGES

VERSION: Final = 1
_SIZE_LIMIT: Final = 1024 * 1024
_LONGEST_TEXT: Final = 1_000
_MOST_LISTED: Final = 1_000
_OPEN: Final = object()
_NOWHERE: Final = "http://policy-cannot-be-read.invalid"
"""A nonexistent proxy: nothing is fetched, and the failure has the reason."""
_HEAD: Final = "# Settings of Robot Studio. Keys that are not listed have their default values.\n"


class Preference(NamedTuple):
    """A setting: its key in the file, its kind, and its default.

    `closed` applies if a policy sets it to an invalid value; without it the setting is left to the person then.
    """

    key: str
    kind: SettingKind[Any]
    default: Any
    closed: Any = _OPEN


def _may_be_a_header(text: str) -> bool:
    return all(" " <= character <= "~" or "\xa0" <= character <= "\xff" for character in text)


def _is_shown_as_it_is(text: str) -> bool:
    return text.isprintable()


def _has_no_space(text: str) -> bool:
    return text.isprintable() and not any(map(str.isspace, text))


def _is_proxy(text: str) -> bool:
    """Return True for the address of a proxy without a password, which does not belong in this file."""
    try:
        parts = urlsplit(text)
        return (
            _has_no_space(text)
            and parts.scheme in {"http", "https"}
            and _is_host(parts.hostname or "")
            and parts.port != 0
            and "@" not in parts.netloc
            and parts.path in {"", "/"}
            and not (parts.query or parts.fragment)
        )
    except ValueError:
        return False


def _is_host(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return bool(name) and all(each.isalnum() or each in "-._" for each in name)
    return True


def _is_code(text: str) -> bool:
    return re.fullmatch(r"RS\d{3}", text, re.ASCII) is not None


_TOKENS: Message = "product tokens of crawlers, such as Googlebot"
_URLS: Message = "addresses or paths without spaces, such as /search?q=shoes"
_CODES: Message = "codes of checks, such as RS303"
_HEADER: Message = "the text of a header, of Latin letters, in one line"
_ADDRESS: Message = "the address of a proxy without a password, such as http://proxy.example:3128"
_FONT: Message = "the name of a font"
_PATH: Message = "the path of a file"

_HEADER_TEXT: Final = TextSetting(_LONGEST_TEXT, _HEADER, _may_be_a_header)


def _list_of(wanted: Message) -> TextListSetting:
    return TextListSetting(_MOST_LISTED, wanted, _has_no_space)


PREFERENCES: Final[Mapping[str, Preference]] = MappingProxyType(
    {
        "language": Preference("general.language", ChoiceSetting(("", *LANGUAGES), others_as=""), ""),
        "theme": Preference("general.theme", ChoiceSetting(("system", "light", "dark", "high-contrast")), "system"),
        "scale": Preference("general.size-percent", NumberSetting(90, 200), 100),
        "asks_for_updates": Preference("general.asks-for-updates", FlagSetting(), default=False, closed=False),
        "less_motion": Preference("general.less-motion", FlagSetting(), default=False),
        "code_font": Preference("editor.font", TextSetting(200, _FONT, _is_shown_as_it_is), ""),
        "zoom": Preference("editor.text-size", NumberSetting(9, 28), 13),
        "ruler": Preference("editor.ruler-column", NumberSetting(0, 500), 0),
        "shows_reading": Preference("editor.shows-reading", FlagSetting(), default=True),
        "default_crawlers": Preference("simulation.crawlers", _list_of(_TOKENS), ()),
        "default_urls": Preference("simulation.urls", _list_of(_URLS), ()),
        "most_flips": Preference("simulation.most-flips-percent", NumberSetting(0, 100), 10),
        "user_agent": Preference("fetching.user-agent", _HEADER_TEXT, ""),
        "sender": Preference("fetching.from", _HEADER_TEXT, ""),
        "answer_seconds": Preference("fetching.answer-seconds", NumberSetting(1, 120), 20),
        "redirects": Preference("fetching.redirects", NumberSetting(0, 50), 5, 0),
        "uses_proxy": Preference("fetching.uses-proxy", FlagSetting(), default=True, closed=True),
        "proxy": Preference("fetching.proxy", TextSetting(_LONGEST_TEXT, _ADDRESS, _is_proxy), "", _NOWHERE),
        "authorities": Preference(
            "fetching.authorities", TextSetting(_LONGEST_TEXT, _PATH, _is_shown_as_it_is), "", ""
        ),
        "hosts_at_once": Preference("fetching.hosts-at-once", NumberSetting(1, 50), 20, 1),
        "fetches_per_host": Preference("fetching.fetches-per-host", NumberSetting(1, 8), 2, 1),
        "fetches_per_second": Preference("fetching.fetches-per-second", NumberSetting(0, 100), 20, 1),
        "checks_off": Preference("checks.off", TextListSetting(_MOST_LISTED, _CODES, _is_code), (), ()),
        "keeps_history": Preference("history.kept", FlagSetting(), default=True, closed=False),
        "history_megabytes": Preference("history.most-megabytes", NumberSetting(1, 4_096), 128),
        "remembers_work": Preference("privacy.remembers-work", FlagSetting(), default=True, closed=False),
    }
)
"""Preferences by field of `State`."""

CLOSED: Final[Mapping[str, Any]] = MappingProxyType(
    {name: row.closed for name, row in PREFERENCES.items() if row.closed is not _OPEN}
)
"""The values if a policy exists but cannot be read at all."""

_FIELDS: Final = MappingProxyType({row.key: name for name, row in PREFERENCES.items()})


class PreferencesError(RobotStudioError):
    """A settings file is invalid as a whole."""


class AdministratorPolicy(Struct, frozen=True):
    """Values set by an administrator; they override what anyone on this computer chose."""

    path: Path | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    is_unread: bool = False
    """True if its file cannot be read at all: `CLOSED` applies."""


NO_POLICY: Final = AdministratorPolicy()


_NO_TOML: Message = "“{path}” is not a settings file: {error}."
_NO_TEXT: Message = "“{path}” is not a settings file: it is not UTF-8."
_NEWER: Message = "“{path}” is from a newer Robot Studio."
_NO_SETTING: Message = "“{path}”: unknown setting {key}."
_NEARLY: Message = "“{path}”: unknown setting {key}. Did you mean {near}?"
_BAD_VALUE: Message = "“{path}”: {key} takes {wanted}."
_POLICY_LEFT_OUT: Message = "{error} Until an administrator fixes it, that setting is ignored."
_POLICY_CLOSED: Message = "{error} Until an administrator fixes it, the strictest value applies: {key} = {value}."
_POLICY_UNREAD: Message = (
    "{error} Until an administrator fixes the policy, nothing is fetched, and neither fetches nor your work are saved."
)


def wanted_of(kind: SettingKind[Any]) -> Told:
    """Describe the valid values of a setting, as the end of a sentence."""
    if isinstance(kind, NumberSetting):
        return told("a whole number from {low} to {high}", low=kind.low, high=kind.high)
    if isinstance(kind, ChoiceSetting):
        return told("one of {choices}", choices=told_list(tuple(filter(None, kind.words))))
    if isinstance(kind, FlagSetting):
        return told("true or false")
    if isinstance(kind, (TextSetting, TextListSetting)) and kind.wanted:
        return told(kind.wanted)
    return told("something else")


def is_fine(name: str, value: object) -> bool:
    """Return True if a value is valid without changes."""
    kind = PREFERENCES[name].kind
    try:
        return bool(kind.read(kind.write(value)) == value)
    except (ValueError, TypeError):
        return False


def parse(content: bytes, path: Path) -> Mapping[str, Any]:
    """Parse a file into fields of `State`. Raises PreferencesError for the first error."""
    values, problems = _read_rows(_tables_of(content, path), path)
    if problems:
        raise PreferencesError(problems[0].told)
    return values


def load(path: Path) -> tuple[Mapping[str, Any], Sequence[Told]]:
    """Return the valid settings of a file, by field of `State`, and a message for each error.

    Raises FileError, and PreferencesError if it cannot be read at all.
    """
    values, problems = _read_rows(_tables_of(read(path, _SIZE_LIMIT), path), path)
    return values, [problem.told for problem in problems]


class _Problem(NamedTuple):
    """An error in a row, and the setting it is about, or a similarly named one."""

    told: Told
    name: str | None


def _tables_of(content: bytes, path: Path) -> Mapping[str, object]:
    if len(content) > _SIZE_LIMIT:
        raise PreferencesError(
            _NO_TOML, path=str(path), error=told("it is larger than {count} bytes", count=_SIZE_LIMIT)
        )
    try:
        tables = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise PreferencesError(_NO_TEXT, path=str(path)) from error
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        raise PreferencesError(_NO_TOML, path=str(path), error=str(error)) from error
    version = tables.pop("version", VERSION)
    if not isinstance(version, int) or version > VERSION:
        raise PreferencesError(_NEWER, path=str(path))
    return tables


def _read_rows(tables: Mapping[str, object], path: Path) -> tuple[dict[str, Any], list[_Problem]]:
    values: dict[str, Any] = {}
    problems: list[_Problem] = []
    for key, value in _flat(tables):
        name = _FIELDS.get(key)
        if name is None:
            problems.append(_unknown(key, path))
            continue
        kind = PREFERENCES[name].kind
        try:
            found = kind.read(value)
            is_in_bounds = not isinstance(kind, (NumberSetting, ChoiceSetting)) or found == value
        except (ValueError, TypeError):
            is_in_bounds = False
        if is_in_bounds:
            values[name] = found
        else:
            said = told(_BAD_VALUE, path=str(path), key=key, wanted=wanted_of(kind))
            problems.append(_Problem(said, name))
    return values, problems


def _flat(tables: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    for section, rows in tables.items():
        if isinstance(rows, dict):
            yield from ((f"{section}.{name}", value) for name, value in rows.items())
        else:
            yield section, rows


def _unknown(key: str, path: Path) -> _Problem:

    if near := nearest(key, _FIELDS):
        return _Problem(told(_NEARLY, path=str(path), key=shortened(key), near=near), _FIELDS[near])
    return _Problem(told(_NO_SETTING, path=str(path), key=shortened(key)), None)


def written(values: Mapping[str, Any]) -> str:
    """Format settings, leaving out defaults."""
    lines = [_HEAD, f"version = {VERSION}\n"]
    section = ""
    for name, row in PREFERENCES.items():
        value = values.get(name, row.default)
        if value == row.default:
            continue
        table, _, key = row.key.partition(".")
        if table != section:
            section = table
            lines.append(f"\n[{table}]\n")
        lines.append(f"{key} = {_as_toml(row.kind.write(value))}\n")
    return "".join(lines)


def _as_toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, list):
        items = [_as_toml(item) for item in value]
        return f"[{items[0]}]" if len(items) == 1 else "[\n" + "".join(f"    {item},\n" for item in items) + "]"
    return str(value)


def save(path: Path, values: Mapping[str, Any], *, private: bool = False) -> None:
    """Write the settings to a file. Raises FileError."""
    make_directory(path.parent)
    write_atomic(path, written(values).encode(), private=private)


def load_policy(path: Path | None) -> tuple[AdministratorPolicy, tuple[Told, ...]]:
    """Load an administrator's policy, with messages about errors. Never raises.

    If a policy exists and is invalid, the strictest values apply: neither a typo nor vandalism must open what it
    closes.
    """
    if path is None:
        return NO_POLICY, ()
    try:
        values, problems = _read_rows(_tables_of(read(path, _SIZE_LIMIT), path), path)
    except FileMissingError:
        return NO_POLICY, ()
    except (FileError, PreferencesError) as error:
        return AdministratorPolicy(path, CLOSED, is_unread=True), (told(_POLICY_UNREAD, error=error.told),)
    wrong = {each.name for each in problems if each.name} - values.keys()
    closed = {name: value for name, value in CLOSED.items() if name in wrong}
    return AdministratorPolicy(path, {**values, **closed}), tuple(_policy_problem(each, closed) for each in problems)


def _policy_problem(problem: _Problem, closed: Mapping[str, Any]) -> Told:
    if problem.name is None or problem.name not in closed:
        return told(_POLICY_LEFT_OUT, error=problem.told)
    row = PREFERENCES[problem.name]
    value = _as_toml(row.kind.write(closed[problem.name]))
    return told(_POLICY_CLOSED, error=problem.told, key=row.key, value=value)


def load_chosen(settings: Path, policy: Path | None) -> tuple[Mapping[str, Any], Sequence[Told]]:
    """Return the effective settings for tools that do not change them, with messages about errors. Never raises."""
    values: Mapping[str, Any] = {}
    problems: Sequence[Told] = ()
    try:
        values, problems = load(settings)
    except FileMissingError:
        pass
    except (FileError, PreferencesError) as error:
        problems = (error.told,)
    laid_down, complaints = load_policy(policy)
    return {**values, **laid_down.values}, (*problems, *complaints)
