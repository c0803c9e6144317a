"""The same answers without a window: `robotstudio test` and its siblings. No Qt, no display.

Exit status: 0 fine, 1 findings (an error in a file, a fetch that brought no file, a verdict that flips or is not
what was expected), 2 misuse, and where the answer could not be written; with one clear line on stderr. 141 if what
reads the answer has ended, without a line.
"""

import argparse
import contextlib
import io
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn, Protocol, TextIO

import robotstudio
from robotstudio.cli import ALIASES, COMMANDS, HELP
from robotstudio.cli.arguments import COLOR_OPTION, LANGUAGE_OPTION, Parser, language_of, words_for
from robotstudio.cli.formats import decide_format, refuse_input_as_output
from robotstudio.cli.output import (
    MISUSE,
    READER_GONE,
    MisuseError,
    ReaderGoneError,
    Ticking,
    can_show_progress,
    choose_color,
    complain,
    give_up,
)
from robotstudio.store.did_you_mean import nearest
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import ENGLISH, WORDS, Message, speak, told_list, tr

_INTERRUPTED = 130
_EXPLAIN = "--explain"
_EPILOG: Message = "Without a command, the window opens with FILE. For a file named like a command, write ./test"


class _Command(Protocol):
    """Interface of the module of a command."""

    def add_arguments(self, parser: Parser, /) -> None: ...

    def run(self, options: argparse.Namespace, /) -> int: ...


def _command(name: str) -> _Command:
    """Import the module of a command, and no other, so that each starts at once."""
    module: _Command = import_module(f"robotstudio.cli.{name}")
    return module


def main(arguments: Sequence[str]) -> int:
    """Run a sub-command in the language of the system, or that of `--lang`; return the exit status."""
    _use_utf8(sys.stdout, sys.stderr)
    before = WORDS.now
    speak(ENGLISH)  # until it is known which
    try:
        status = _status(arguments)
    finally:
        speak(before)
    give_up(sys.stdout, sys.stderr)
    return status


def _status(arguments: Sequence[str]) -> int:
    try:
        speak(words_for(None))
        rest = language_of(arguments)
        return _run(rest, has_option=len(rest) < len(arguments))
    except RobotStudioError as error:
        complain(WORDS.tell(error.told))
    except OSError as error:
        complain(tr("System error: {said}.", said=str(error.strerror or error)))
    except ReaderGoneError:
        return READER_GONE
    except KeyboardInterrupt:
        return _INTERRUPTED
    return MISUSE


def _run(arguments: Sequence[str], *, has_option: bool) -> int:
    name, *rest = _behind_command(arguments) or ("",)
    if name == HELP:
        name, rest = (rest[0], ["--help"]) if rest and rest[0] in COMMANDS else ("--help", [])
    elif name == _EXPLAIN or name.startswith(f"{_EXPLAIN}="):
        name, rest = "rule", [*filter(None, [name.partition("=")[2]]), *rest]
    name = ALIASES.get(name, name)
    if name not in COMMANDS:
        _refuse(name, rest, has_option=has_option)
    parser = parser_of(name)
    options, unknown = parser.parse_known_intermixed_args(rest)
    if unknown:
        raise _unknown(unknown[0], parser)
    decide_format(options)
    refuse_input_as_output(options)
    choose_color(options.color)
    if options.lang:
        speak(words_for(options.lang))
    if name in _OWN_PROGRESS or not can_show_progress():
        return _command(name).run(options)
    with Ticking(name):
        return _command(name).run(options)


def _behind_command(arguments: Sequence[str]) -> Sequence[str]:
    """Move the option for colours, which may stand before a command, behind it."""
    size = 1 if arguments and arguments[0].startswith(f"{COLOR_OPTION}=") else 2
    if len(arguments) <= size or arguments[0].partition("=")[0] != COLOR_OPTION:
        return arguments
    return [arguments[size], *arguments[:size], *arguments[size + 1 :]]


_OWN_PROGRESS: Final = frozenset({"survey", "lsp", "mcp"})
"""Commands that say themselves how far they are, or have no end."""


def parser_of(name: str) -> Parser:
    """Return the parser of a command; the man page and the completions of shells are made from it, too."""
    parser = Parser(prog=f"robotstudio {name}")
    parser.set_defaults(prog=parser.prog)
    _command(name).add_arguments(parser)
    return parser


def _refuse(name: str, rest: Sequence[str], *, has_option: bool) -> NoReturn:
    """Say what is wrong with what is no command; or print the help or the version, if that is asked for."""
    parser = parser_of_program()
    if name in {"", "-h", "--help", "-V", "--version"}:
        parser.parse_args([name or "--help"] if name or has_option else [])
    option = next((each for each in (name, *rest) if each.startswith("-")), "")
    if option and (not name.startswith("-") or name == COLOR_OPTION):
        raise MisuseError(_OPTION_OF_A_COMMAND, option=option, commands="|".join(COMMANDS))
    if option:
        raise _unknown(option, parser)
    if near := nearest(name, (*COMMANDS, HELP)):
        raise MisuseError(_NEARLY_A_COMMAND, name=name, near=near)
    if has_option:
        raise MisuseError(_OPTION_OF_A_COMMAND, option=LANGUAGE_OPTION, commands="|".join(COMMANDS))
    raise MisuseError(_NO_COMMAND, name=name, commands=told_list([*COMMANDS]))


_OPTION_OF_A_COMMAND: Message = "{option} belongs to a command: robotstudio {commands} FILE {option} …"
_NO_COMMAND: Message = "“{name}” is neither a command nor a file. Commands: {commands}. See robotstudio --help."
_NEARLY_A_COMMAND: Message = "“{name}” is neither a command nor a file. Did you mean {near}? See robotstudio --help."
_ONE_TOO_MANY: Message = "Unexpected argument “{argument}”. See {prog} --help."


def _unknown(argument: str, parser: Parser) -> MisuseError:
    name = argument.partition("=")[0]
    if not name.startswith("-"):
        return MisuseError(_ONE_TOO_MANY, argument=argument, prog=parser.prog)
    if near := _nearest_option(name.lstrip("-"), parser):
        message: Message = "Unknown option {name}. Did you mean {near}? See {prog} --help."
        return MisuseError(message, name=name, near=f"--{near}", prog=parser.prog)
    return MisuseError("Unknown option {name}. See {prog} --help.", name=name, prog=parser.prog)


def _nearest_option(word: str, parser: Parser) -> str:
    """Return the option that was probably meant, without its hyphens; empty if none is near."""
    options = [option.lstrip("-") for option in parser.option_names()]
    if word in _NAMES_OF_A_CRAWLER:
        return "crawler" if "crawler" in options else ""
    return f"format {word}" if parser.has_format(word) else nearest(word, options)


_NAMES_OF_A_CRAWLER: Final = frozenset({"agent", "user-agent", "useragent", "ua", "bot", "robot"})
"""What other tools call the option that names a crawler."""


def _use_utf8(*streams: TextIO | None) -> None:
    """Make output independent of the locale, and unable to fail on a character."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError):  # it first writes what is left in it; that this fails is told later
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def parser_of_program() -> Parser:
    """Return the parser of the program itself; each command reads its own options."""
    parser = Parser(
        prog="robotstudio",
        usage="robotstudio [FILE ...] | robotstudio COMMAND ...",
        description=tr("Edit robots.txt and see, as you type, what every crawler may fetch, and which line decides."),
        epilog=tr(_EPILOG),
    )
    version = f"Robot Studio {robotstudio.__version__}"
    version_help = tr("show program's version number and exit")
    parser.add_argument("-V", "--version", action="version", version=version, help=version_help)
    explaining = tr("explain a lint rule such as RS102, like `rule`")
    parser.add_argument(_EXPLAIN, metavar="CODE", help=explaining)
    title = tr("commands (no window)")
    adding = parser.add_subparsers(title=title, required=True, metavar="COMMAND", prog="robotstudio", dest="command")
    for name, what in COMMANDS.items():
        adding.add_parser(name, help=tr(what))
    return parser
