"""The man page, made of what the commands say of themselves: `python packaging/man_page.py` prints it."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import command_tree

import robotstudio

if TYPE_CHECKING:
    from collections.abc import Iterator

_STATUS = (
    ("0", "All is well."),
    ("1", "There are findings: an error in a file, a verdict that flips or is not what was expected, no file fetched."),
    (
        "2",
        "The command was wrong, or something could not be read or written; standard error says why.",
    ),
)
_FILES = (
    ("~/.config/robotstudio/", "Settings, and what the window remembers."),
    ("~/.local/share/robotstudio/", "Unsaved work, the history of fetched files, and crawls."),
    ("/etc/robotstudio/policy.toml", "What an administrator laid down for everybody on this computer."),
    ("robotstudio.toml", "What a project wants of the commands: in the current folder or above it."),
)
_VARIABLES = (
    ("ROBOTSTUDIO_HOME", "A folder for settings and all else that the program keeps, instead of the two above."),
    ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language: the first that is set counts; --lang takes its place."),
)
_PAGES = "/usr/share/doc/robotstudio/"


def page(seconds: int) -> str:
    """Return the whole page in troff, with a date."""
    return "\n".join([*_head(seconds), *_commands(), *_tail()]) + "\n"


def _head(seconds: int) -> Iterator[str]:
    program = command_tree.program()
    day = datetime.fromtimestamp(seconds, UTC).date().isoformat()
    yield f'.TH ROBOTSTUDIO 1 "{day}" "Robot Studio {robotstudio.__version__}" "User Commands"'
    yield ".SH NAME\nrobotstudio \\- write a robots.txt and see what every crawler may fetch, and why"
    yield ".SH SYNOPSIS\n.B robotstudio\n.RI [ FILE \\ .\\|.\\|.]"
    yield ".br\n.B robotstudio\n.I COMMAND\n.RI [ OPTION \\ .\\|.\\|.]"
    yield f".SH DESCRIPTION\n{_text(program.summary)} {_text(program.epilog)}"
    yield ".PP\nThe commands need neither a screen nor a window:"
    for command in command_tree.commands():
        yield f".TP\n.B {command.name}\n{_text(command.summary)}"
    yield ".SH OPTIONS"
    for option in program.options:
        yield from _option(option)


def _commands() -> Iterator[str]:
    yield ".SH COMMANDS"
    for command in command_tree.commands():
        yield f".SS robotstudio {command.name}\n{_text(command.usage)}\n.PP\n{_text(command.summary)}"
        for option in (*command.values, *command.options):
            yield from _option(option)
        if command.epilog:
            yield f".PP\n{_text(command.epilog)}"


def _tail() -> Iterator[str]:
    for title, rows in (("EXIT STATUS", _STATUS), ("FILES", _FILES), ("ENVIRONMENT", _VARIABLES)):
        yield f".SH {title}"
        for name, what in rows:
            yield f".TP\n.B {_text(name)}\n{_text(what)}"
    yield f".SH SEE ALSO\n{_text('The guide and the pages of all rules are in the window, under Help.')}"
    yield f"Licences and changes are in\n.IR {_text(_PAGES)} ."


def _option(option: command_tree.Option) -> Iterator[str]:
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in option.names)
    value = f"\\fI{_text(option.metavar)}\\fR" if option.metavar else ""
    yield f".TP\n{' '.join(filter(None, (names, value)))}\n{_text(option.what) or '.br'}"


def _text(text: str) -> str:
    """Escape a text so that nothing in it is a command of troff."""
    safe = (
        text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha")
    )
    safe = safe.replace("~", "\\(ti").replace("“", "\\(lq").replace("”", "\\(rq").replace("…", ".\\|.\\|.")
    return "\\&" + safe if safe.startswith(".") else safe


def main() -> int:
    """Print it, with the date of today."""
    print(page(int(datetime.now(UTC).timestamp())), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
