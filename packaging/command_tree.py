"""The commands and options of the program, as the parsers know them; man page and completions are made of it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robotstudio.cli import COMMANDS
from robotstudio.cli.command_line import parser_of, parser_of_program
from robotstudio.engine import CRAWLERS
from robotstudio.fetch.http_scenario import SUPPOSED_ANSWERS
from robotstudio.lint.rules import RULES
from robotstudio.report.sections import SECTIONS
from robotstudio.text.locale import LANGUAGES

LISTS: Final = {
    "crawlers": tuple(sorted((token for token in CRAWLERS if token != "*" and " " not in token), key=str.lower)),
    "rules": tuple(RULES),
    "answers": tuple(SUPPOSED_ANSWERS),
    "sections": tuple(SECTIONS),
    "languages": tuple(LANGUAGES),
}
"""Long lists of values that a shell can complete, by name; a help does not list them."""
_OF_LISTS: Final = {
    "TOKEN": "crawlers",
    "CRAWLER": "crawlers",
    "CODES": "rules",
    "CODE": "rules",
    "ANSWER": "answers",
    "SECTION": "sections",
}
_OF_FILES: Final = {"FILE", "LOG", "INPUT", "FOLDER", "OLD", "NEW"}


class Option(NamedTuple):
    """An option, or a value that stands for itself, where it has no names."""

    names: tuple[str, ...]
    metavar: str
    """What its value is called; empty where it takes none."""
    choices: tuple[str, ...]
    what: str
    listed: str = ""
    """Name of the list that has its values."""

    @property
    def is_a_file(self) -> bool:
        """Whether its value is the name of a file."""
        return self.metavar in _OF_FILES


class Command(NamedTuple):
    """A command with all that may stand behind it."""

    name: str
    summary: str
    usage: str
    options: tuple[Option, ...]
    values: tuple[Option, ...]
    epilog: str


def commands() -> tuple[Command, ...]:
    """All of them, in the order of the help."""
    return tuple(_command(name, parser_of(name)) for name in COMMANDS)


def program() -> Command:
    """Return the program itself."""
    return _command("", parser_of_program())


def _command(name: str, parser: argparse.ArgumentParser) -> Command:
    told = parser._get_formatter()  # noqa: SLF001 - argparse has no other way to fill in the defaults of a help
    options = [_option(action, told) for action in parser._actions if not _has_commands(action)]  # noqa: SLF001 - as above
    return Command(
        name,
        _flat(parser.description),
        _flat(parser.format_usage().removeprefix("usage: ")),
        tuple(option for option in options if option.names),
        tuple(option for option in options if not option.names),
        _flat(parser.epilog),
    )


def _has_commands(action: argparse.Action) -> bool:
    return isinstance(action, argparse._SubParsersAction)  # noqa: SLF001 - the class has no other name


def _option(action: argparse.Action, told: argparse.HelpFormatter) -> Option:
    choices = tuple(str(choice) for choice in action.choices or ())
    metavar = action.metavar if isinstance(action.metavar, str) else ("|".join(choices) or action.dest.upper())
    is_alone = action.nargs == 0
    help_text = _flat(told._expand_help(action) if action.help else "")  # noqa: SLF001 - as above
    listed = "languages" if action.dest == "lang" else _OF_LISTS.get(metavar, "")
    return Option(tuple(action.option_strings), "" if is_alone else metavar, choices, help_text, listed)


def _flat(text: str | None) -> str:
    return " ".join((text or "").split())
