"""What a project wants of the commands: `robotstudio.toml`, or `[tool.robotstudio]` in `pyproject.toml`.

The nearest of them counts, from the current folder upward; options of the command line take the place of what it says.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from robotstudio.cli.output import MisuseError
from robotstudio.engine import DIALECTS
from robotstudio.io.files import read
from robotstudio.lazy_dataclasses import dataclass

FILE: Final = "robotstudio.toml"
SHARED_FILE: Final = "pyproject.toml"
_NAME: Final = "robotstudio"
NEVER: Final = "never"


@dataclass(frozen=True, slots=True)
class Config:
    """What a file of configuration says; empty where it says nothing. `path` is that file."""

    path: Path | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    crawlers: tuple[str, ...] = ()
    fail_on: str = ""
    dialect: str = ""


def add_config(parser: argparse.ArgumentParser) -> None:
    """Which configuration counts."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--config", metavar="FILE", help=f"the configuration, instead of the nearest {FILE} or {SHARED_FILE}"
    )
    which.add_argument("--no-config", action="store_true", help="heed no configuration")


def levels_of_failure() -> tuple[str, ...]:
    """What `fail-on` may be: severities, the worst first, and none of them."""
    from robotstudio.lint.model import Severity  # noqa: PLC0415  # verdicts are there sooner without the linter

    return (*(severity.value for severity in Severity), NEVER)


def config_of(options: argparse.Namespace) -> Config:
    """The configuration that counts for a command. Raises MisuseError where it says what is not understood."""
    if options.no_config:
        return Config()
    if options.config:
        path = Path(options.config)
        table = _tables(path)
        return _read(path, table if table is not None else {})
    here = Path.cwd()
    for folder in (here, *here.parents):
        for name in (FILE, SHARED_FILE):
            path = folder / name
            if path.is_file() and (table := _tables(path)) is not None:
                return _read(path, table)
    return Config()


def _tables(path: Path) -> Mapping[str, object] | None:
    """What a file says of this program, None where a file of many programs says nothing of it."""
    try:
        text = read(path).decode()
    except UnicodeDecodeError as error:
        raise MisuseError(f"“{path}” is no TOML: {error}.") from error
    if path.name == SHARED_FILE and _NAME not in text:
        return None  # so are most, and to read TOML takes as long as some thousand verdicts
    import tomllib  # noqa: PLC0415  # where there is no such file, it is not needed

    try:
        whole = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise MisuseError(f"“{path}” is no TOML: {error}.") from error
    if path.name != SHARED_FILE:
        return whole
    tool = whole.get("tool")
    table = tool.get("robotstudio") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise MisuseError(f"“{path}”: tool.robotstudio must be a table.")
    return table


def _read(path: Path, table: Mapping[str, object]) -> Config:
    values: dict[str, Any] = {}
    for key, value in table.items():
        check = _KEYS.get(key)
        if check is None:
            from difflib import get_close_matches  # noqa: PLC0415  # for slips of the finger only

            near = get_close_matches(key, _KEYS, n=1, cutoff=0.5)
            known = f"Is {near[0]} meant?" if near else f"Known are {', '.join(_KEYS)}."
            raise MisuseError(f"“{path}”: there is no key {key}. {known}")
        try:
            values[key.replace("-", "_")] = check(value)
        except ValueError as error:
            raise MisuseError(f"“{path}”: {key} must be {error}.") from error
    return Config(path, **values)


def _texts(value: object, example: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) and each.strip() for each in value):
        raise ValueError(f'a list of texts, such as ["{example}"]')
    return tuple(value)


def _one_of(value: object, choices: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"one of {', '.join(choices)}")
    return value


def _one_of_levels(value: object) -> str:
    return _one_of(value, levels_of_failure())


_KEYS: Final[Mapping[str, Callable[[object], object]]] = MappingProxyType(
    {
        "select": partial(_texts, example="RS4"),
        "ignore": partial(_texts, example="RS303"),
        "crawlers": partial(_texts, example="Googlebot"),
        "fail-on": _one_of_levels,
        "dialect": partial(_one_of, choices=sorted(DIALECTS)),
    }
)
