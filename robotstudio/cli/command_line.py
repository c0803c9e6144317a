"""The same answers without a window: `robotstudio test` and its siblings. No Qt, no display.

Exit status: 0 fine, 1 findings (an error in a file, a fetch that brought no file, a verdict that flips or is not
what was expected), 2 misuse, and where the answer could not be written; with one clear line on stderr.
"""

import argparse
import io
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn, Protocol, TextIO

import robotstudio
from robotstudio.cli.output import MISUSE, MisuseError, complain, give_up, standard_error, standard_output
from robotstudio.io.errors import RobotStudioError

_INTERRUPTED = 130
_HELP = "help"
_EXPLAIN = "--explain"
_ALIKE = 0.6
_USUAL_COLUMNS = 80

_COMMANDS: Mapping[str, str] = {
    "test": "say which crawler may fetch which URL, and which rule decides",
    "lint": "say what is wrong with a robots.txt, and mend what can be mended safely",
    "diff": "say which verdicts flip from one robots.txt to another",
    "fetch": "fetch the robots.txt of a site and say what its answer means",
    "rule": "explain what a code of lint means, and what to do",
}
COMMANDS = tuple(_COMMANDS)


class _Command(Protocol):
    """What the module of a command offers."""

    def add_arguments(self, parser: argparse.ArgumentParser, /) -> None: ...

    def run(self, options: argparse.Namespace, /) -> int: ...


def _command(name: str) -> _Command:
    """The module of a command; what the others need is not imported, so that each starts at once."""
    module: _Command = import_module(f"robotstudio.cli.{name}")
    return module


def main(arguments: Sequence[str]) -> int:
    """Run a sub-command; the exit status."""
    _use_utf8(sys.stdout, sys.stderr)
    try:
        status = _run(arguments)
    except (MisuseError, RobotStudioError) as error:
        complain(str(error))
        status = MISUSE
    except OSError as error:
        complain(f"The system says “{error.strerror or error}”.")
        status = MISUSE
    except KeyboardInterrupt:
        status = _INTERRUPTED
    give_up(sys.stdout, sys.stderr)
    return status


def _run(arguments: Sequence[str]) -> int:
    name, *rest = arguments or ("",)
    if name == _HELP:
        name, rest = (rest[0], ["--help"]) if rest and rest[0] in COMMANDS else ("--help", [])
    elif name == _EXPLAIN or name.startswith(f"{_EXPLAIN}="):
        name, rest = "rule", [*filter(None, [name.partition("=")[2]]), *rest]
    if name not in COMMANDS:
        _refuse(name, rest)
    command, parser = _command(name), _Parser(prog=f"robotstudio {name}")
    parser.set_defaults(prog=parser.prog)
    command.add_arguments(parser)
    options, unknown = parser.parse_known_intermixed_args(rest)
    if unknown:
        raise MisuseError(_unknown(unknown[0], parser))
    return command.run(options)


def _refuse(name: str, rest: Sequence[str]) -> NoReturn:
    """Say what is wrong with what is no command; or print the help or the version, if that is asked for."""
    parser = _program()
    if name in {"", "-h", "--help", "--version"}:
        parser.parse_args([name] if name else [])
    option = next((each for each in (name, *rest) if each.startswith("-")), "")
    if option and not name.startswith("-"):
        raise MisuseError(f"{option} is an option of a command: robotstudio {'|'.join(COMMANDS)} FILE {option} …")
    if option:
        raise MisuseError(_unknown(option, parser))
    near = _nearest(name, (*COMMANDS, _HELP))
    hint = f"Is {near} meant?" if near else f"The commands are {', '.join(COMMANDS)}."
    raise MisuseError(f"“{name}” is neither a command nor a file. {hint} See robotstudio --help.")


def _unknown(argument: str, parser: argparse.ArgumentParser) -> str:
    name = argument.partition("=")[0]
    if not name.startswith("-"):
        return f"“{argument}” is one argument too many. See {parser.prog} --help."
    known = parser._option_string_actions  # noqa: SLF001 - argparse has no other way to ask
    options = [option for option in known if option.startswith("--")]
    near = _nearest(name, options)
    hint = f" Is {near} meant?" if near else ""
    return f"There is no option {name}.{hint} See {parser.prog} --help."


def _nearest(name: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  # for slips of the finger only

    return next(iter(get_close_matches(name, known, n=1, cutoff=_ALIKE)), "")


def _use_utf8(*streams: TextIO | None) -> None:
    """What is printed must not depend on the locale, and never fail on a character."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


class _Formatter(argparse.HelpFormatter):
    """As wide as the terminal; `argparse` asks `shutil` for that, and with it imports all kinds of archives."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """As `shutil.get_terminal_size` finds them."""
    try:
        wanted = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        wanted = 0
    if wanted > 0:
        return wanted
    try:
        there = os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else 0
    except (AttributeError, ValueError, OSError):
        there = 0
    return there or _USUAL_COLUMNS


class _Parser(argparse.ArgumentParser):
    """One line instead of the whole usage where an option is wrong; help goes the way of all output."""

    def __init__(self, **arguments: Any) -> None:  # noqa: ANN401 - as argparse has it
        super().__init__(**arguments, formatter_class=_Formatter)

    def error(self, message: str) -> NoReturn:
        raise MisuseError(f"{message}. See {self.prog} --help.")

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - as argparse has it
        output = standard_error() if file is sys.stderr else standard_output()
        output.document([message])
        output.flush()


def _program() -> argparse.ArgumentParser:
    """What the program says of itself and its commands; each command reads its own options."""
    names = "{" + ",".join(COMMANDS) + "}"
    parser = _Parser(
        prog="robotstudio",
        usage=f"robotstudio [FILE ...] | robotstudio {names} ...",
        description="Write a robots.txt and see, while typing, what every crawler may fetch, and why.",
        epilog="Without a command the window opens, with FILE in it. A file that is named like a command: ./test",
    )
    parser.add_argument("--version", action="version", version=f"Robot Studio {robotstudio.__version__}")
    parser.add_argument(_EXPLAIN, metavar="CODE", help="explain a code of lint, such as RS102, as `rule` does")
    title = "commands, without a window"
    adding = parser.add_subparsers(title=title, required=True, metavar=names, prog="robotstudio", dest="command")
    for name, told in _COMMANDS.items():
        adding.add_parser(name, help=told)
    return parser
