"""Read a project's configuration of the commands: `robotstudio.toml`, or `[tool.robotstudio]` in `pyproject.toml`.

The nearest one counts, from the current folder upward; options of the command line override it.
"""

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli.output import MisuseError, complain
from robotstudio.engine import DIALECTS
from robotstudio.store.did_you_mean import nearest, shortened
from robotstudio.store.files import read
from robotstudio.store.places import Places
from robotstudio.text.language import WORDS, Message, told, told_list, tr

FILE: Final = "robotstudio.toml"
SHARED_FILE: Final = "pyproject.toml"
_NAME: Final = "robotstudio"
NEVER: Final = "never"
_LIKENESS: Final = 0.5


class Config(Struct, frozen=True):
    """Options of a configuration file, and its path."""

    path: Path | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    crawlers: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    """Codes of rules that the person switched off, if neither the file nor an option chooses."""
    fail_on: str = ""
    dialect: str = ""
    source: tuple[str, ...] = ()
    """Words of the command that prints the robots.txt. It runs only if the person asks for that."""


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the configuration."""
    which = parser.add_mutually_exclusive_group()
    nearest: Message = "the configuration file, instead of the nearest {file} or {shared}"
    which.add_argument("--config", metavar="FILE", help=tr(nearest, file=FILE, shared=SHARED_FILE))
    which.add_argument("--no-config", action="store_true", help=tr("ignore configuration files"))


def levels_of_failure() -> tuple[str, ...]:
    """Return what `fail-on` may be: severities, the worst first, and none of them."""
    from robotstudio.lint.model import Severity  # verdicts are there sooner without the linter

    return (*(severity.value for severity in Severity), NEVER)


def config_of(options: argparse.Namespace) -> Config:
    """Return the configuration for a command, on top of the person's settings.

    Raises MisuseError if it says what is not understood.
    """
    if options.no_config:
        return Config()
    return _with_settings(_named(Path(options.config)) if options.config else _nearest(Path.cwd()))


def config_near(folder: Path) -> Config:
    """Return the configuration for the files of a folder. Raises MisuseError as `config_of` does."""
    return _with_settings(_nearest(folder))


def _with_settings(config: Config) -> Config:
    settings = own_settings()
    crawlers = config.crawlers or settings.get("default_crawlers", ())
    return replace(config, off=settings.get("checks_off", ()), crawlers=crawlers)


def own_settings() -> Mapping[str, Any]:
    """Return what the person set in the window, and an administrator set; complain about what is not understood."""
    places = Places.default()
    if not any(path is not None and os.path.lexists(path) for path in (places.settings, places.policy)):
        return {}
    from robotstudio.project.preferences import load_chosen  # most people have set nothing

    values, problems = load_chosen(places.settings, places.policy)
    for problem in problems:
        complain(WORDS.tell(problem))
    return values


def _named(path: Path) -> Config:
    table = _tables(path)
    return _read(path, table if table is not None else {})


def _nearest(here: Path) -> Config:
    for folder in (here, *here.parents):
        for name in (FILE, SHARED_FILE):
            path = folder / name
            if path.is_file() and (table := _tables(path)) is not None:
                return _read(path, table)
    return Config()


def _tables(path: Path) -> Mapping[str, object] | None:
    """Return what a file says about this program, None if a file of many programs says nothing about it."""
    try:
        text = read(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MisuseError("“{path}” is not valid TOML: it is not UTF-8 text.", path=str(path)) from error
    if path.name == SHARED_FILE and _NAME not in text:
        return None  # so are most, and to read TOML takes as long as some thousand verdicts
    import tomllib  # where there is no such file, it is not needed

    try:
        whole = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        raise MisuseError("“{path}” is not valid TOML: {error}.", path=str(path), error=str(error)) from error
    if path.name != SHARED_FILE:
        return whole
    tool = whole.get("tool")
    table = tool.get("robotstudio") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise MisuseError("“{path}”: tool.robotstudio must be a table.", path=str(path))
    return table


def _read(path: Path, table: Mapping[str, object]) -> Config:
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key in _LISTS:
            good, error = _are_texts(value), told(_NO_LIST, path=str(path), key=key, example=_LISTS[key])
        elif key in _CHOICES:
            choices = _CHOICES[key]()
            good = isinstance(value, str) and value in choices
            error = told(_NO_CHOICE, path=str(path), key=key, choices=told_list(tuple(choices)))
        elif key == _SOURCE:
            words = _words(value)
            good, error = bool(words), told(_NO_COMMAND, path=str(path), key=key)
            values[key] = tuple(words)
        else:
            raise _unknown_key(path, key)
        if not good:
            raise MisuseError(error)
        values.setdefault(key.replace("-", "_"), tuple(value) if isinstance(value, list) else value)
    return Config(path, **values)


def _unknown_key(path: Path, key: str) -> MisuseError:
    known, shown = (*_LISTS, *_CHOICES, _SOURCE), shortened(key)
    if near := nearest(key, known, _LIKENESS):
        return MisuseError("“{path}”: unknown key {key}. Did you mean {near}?", path=str(path), key=shown, near=near)
    message: Message = "“{path}”: unknown key {key}. Known keys: {known}."
    return MisuseError(message, path=str(path), key=shown, known=told_list(known))


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and each.strip() for each in value)


def _words(value: object) -> list[str]:
    """Return the words of a command, given as text or as a list; none if it is neither."""
    if not isinstance(value, str):
        return value if isinstance(value, list) and _are_texts(value) else []
    from robotstudio.cli.source import words_of  # most configurations name no command

    try:
        return [*words_of(value)]
    except ValueError:
        return []


_NO_LIST: Message = '“{path}”: {key} must be a list of strings, such as ["{example}"].'
_NO_CHOICE: Message = "“{path}”: {key} must be one of {choices}."
_NO_COMMAND: Message = "“{path}”: {key} must be a command that prints the robots.txt, such as “npm run robots”."
_SOURCE: Final = "source"
_LISTS: Final[Mapping[str, str]] = MappingProxyType({"select": "RS4", "ignore": "RS303", "crawlers": "Googlebot"})
"""The keys with lists, each with an example of an entry."""
_CHOICES: Final[Mapping[str, Callable[[], Sequence[str]]]] = MappingProxyType(
    {"fail-on": levels_of_failure, "dialect": partial(sorted, DIALECTS)}
)
"""The keys with one of some words; these are computed only if the key is set."""
