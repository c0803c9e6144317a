"""The same answers without a window: `robotstudio test` and its siblings. No Qt, no display.

Exit status: 0 fine, 1 findings (an error in a file, a fetch that brought no file, a verdict that flips or is not
what was expected), 2 misuse, with one clear line on stderr.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, NoReturn, TextIO

import robotstudio
from robotstudio.commands import diff, fetch, lint, verdicts
from robotstudio.commands.outcome import FINE, MISUSE, MisuseError, complain
from robotstudio.io.errors import RobotStudioError

_INTERRUPTED = 130


class _Command(NamedTuple):
    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


_COMMANDS: Mapping[str, _Command] = {
    "test": _Command(verdicts.HELP, verdicts.add_arguments, verdicts.run),
    "lint": _Command(lint.HELP, lint.add_arguments, lint.run),
    "diff": _Command(diff.HELP, diff.add_arguments, diff.run),
    "fetch": _Command(fetch.HELP, fetch.add_arguments, fetch.run),
}
COMMANDS = tuple(_COMMANDS)


def main(arguments: Sequence[str]) -> int:
    """Run a sub-command; the exit status."""
    _use_utf8(sys.stdout, sys.stderr)
    try:
        options = _parser().parse_args(arguments)
        status = _COMMANDS[options.command].run(options)
        sys.stdout.flush()
    except (MisuseError, RobotStudioError) as error:
        complain(str(error))
        return MISUSE
    except BrokenPipeError:  # the reader had enough, as `head` has; what is buffered still must go somewhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return _INTERRUPTED
    return status


def _use_utf8(*streams: TextIO) -> None:
    """What is printed must not depend on the locale, and never fail on a character."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


class _Parser(argparse.ArgumentParser):
    """One line instead of the whole usage where an option is wrong."""

    def error(self, message: str) -> NoReturn:
        raise MisuseError(f"{message}. See {self.prog} --help.")


def _parser() -> argparse.ArgumentParser:
    names = "{" + ",".join(COMMANDS) + "}"
    parser = _Parser(
        prog="robotstudio",
        usage=f"robotstudio [FILE ...] | robotstudio {names} ...",
        description="Write a robots.txt and see, while typing, what every crawler may fetch, and why.",
        epilog="Without a command the window opens, with FILE in it. A file that is named like a command: ./test",
    )
    parser.add_argument("--version", action="version", version=f"Robot Studio {robotstudio.__version__}")
    parsers = parser.add_subparsers(
        title="commands, without a window", required=True, metavar=names, prog="robotstudio", dest="command"
    )
    for name, command in _COMMANDS.items():
        command.add_arguments(parsers.add_parser(name, help=command.help))
    return parser
