"""Read the command line, and explain it: `argparse` in the language of the run."""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final, NoReturn

from robotstudio.cli.output import MisuseError, standard_output
from robotstudio.store.did_you_mean import nearest
from robotstudio.text.language import WORDS, Message, Words, speak, told_list, tr
from robotstudio.text.locale import LANGUAGES, nearest_language, wanted_language, words_of
from robotstudio.text.text_columns import broken, is_wide, width_of

_USUAL_COLUMNS: Final = 80
LANGUAGE_OPTION: Final = "--lang"
COLOR_OPTION: Final = "--color"
_USAGE: Message = "usage: "
_HEADING: Message = "{heading}:"
_LANGUAGE: Message = "the language of the output, instead of the system's: {codes}"

_NEAR_CHOICE: Final = "invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"
_COLOR: Message = "use colours; auto, the default, means in a terminal unless the variable NO_COLOR is set"


class _Formatter(argparse.HelpFormatter):
    """Formatter as wide as the terminal; argparse's own asks `shutil`, which imports all archive formats."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)
        self._headings: list[str] = []

    def start_section(self, heading: str | None) -> None:
        super().start_section(heading)
        self._headings.append(heading or "")

    def format_help(self) -> str:
        """Replace the English colon that `argparse` puts after each heading."""
        text = super().format_help()
        for heading in self._headings:
            text = text.replace(f"\n{heading}:\n", f"\n{tr(_HEADING, heading=heading)}\n")
        return text

    def _format_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: "Iterable[argparse._MutuallyExclusiveGroup]",
        prefix: str | None,
    ) -> str:
        """Align the next lines below the name of the program: `argparse` counts letters, not columns."""
        said = tr(_USAGE) if prefix is None else prefix
        stand_in = "=" * width_of(said)
        return super()._format_usage(usage, actions, groups, stand_in).replace(stand_in, said, 1)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return list(broken(text, width)) if is_wide(text) else super()._split_lines(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(broken(text, width, indent)) if is_wide(text) else super()._fill_text(text, width, indent)


def _columns() -> int:
    """Find the width as `shutil.get_terminal_size` does."""
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


class Parser(argparse.ArgumentParser):
    """Prints one line instead of the whole usage if an option is wrong; help is printed like all output."""

    def __init__(self, **arguments: Any) -> None:  # noqa: ANN401 - as argparse has it
        """Make `argparse` speak this language too; its own `gettext` would read the environment, not `--lang`."""
        argparse._ = WORDS.message  # type: ignore[attr-defined]
        super().__init__(**arguments, formatter_class=partial(_Formatter))
        language_help = tr(_LANGUAGE, codes=WORDS.side_by_side(LANGUAGES))
        self.add_argument(LANGUAGE_OPTION, metavar="CODE", help=language_help)
        self.add_argument(COLOR_OPTION, choices=("auto", "always", "never"), default="auto", help=tr(_COLOR))

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with an option, and where to look."""
        raise MisuseError("{error}. See {prog} --help.", error=message, prog=self.prog)

    def _check_value(self, action: argparse.Action, value: Any) -> None:  # noqa: ANN401 - as argparse has it
        """Suggest the choice that was probably meant, as `argparse` does from Python 3.14 on."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            choices = [str(choice) for choice in action.choices or ()]
            near = nearest(str(value), choices)
            if not near:
                raise
            said = WORDS.message(_NEAR_CHOICE)
            facts = {"value": value, "closest": near, "choices": WORDS.side_by_side(map(repr, choices))}
            raise argparse.ArgumentError(action, said % facts) from error

    def usage_of_options(self) -> str:
        """Return how the program is called, without the word before it."""
        return self.format_usage().removeprefix(tr(_USAGE)).strip()

    def parse_known_intermixed_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - as argparse has it
        """Set the usage, which `argparse` otherwise cuts by the length of the English word."""
        self.usage = self.usage or self.usage_of_options().replace("%", "%%")
        return super().parse_known_intermixed_args(args, namespace)

    def option_names(self) -> list[str]:
        return [option for option in self._option_string_actions if option.startswith("--")]

    def has_format(self, name: str) -> bool:
        """Return True if the command can write a format."""
        action = self._option_string_actions.get("--format")
        return action is not None and name in (action.choices or ())

    def _print_message(self, message: str, _file: object = None) -> None:
        output = standard_output()  # `error` leaves nothing for the other
        output.document([message])
        output.flush()


def number(text: str) -> int:
    """Read a whole number of at least 1; `argparse` shows the function's name in its error."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def language_of(arguments: Sequence[str]) -> list[str]:
    """Speak the language that the option asks for, if it is there; return the arguments without the option."""
    code, rest = None, list(arguments)
    end = rest.index("--") if "--" in rest else len(rest)
    for at in reversed(range(end)):
        name, equals, value = rest[at].partition("=")
        if name != LANGUAGE_OPTION:
            continue
        values = [value] if equals else rest[at + 1 : min(at + 2, end)]
        if not values:
            raise MisuseError("argument {argument}: expected one argument", argument=LANGUAGE_OPTION)
        code = code or values[0]
        del rest[at : at + 1 + (not equals)]
        end -= 1 + (not equals)
    if code is not None:
        speak(words_for(code))
    return rest


def words_for(code: str | None) -> Words:
    """Return the words of a language; of the system's language if none is named."""
    if code is None:
        return words_of(wanted_language())
    found = nearest_language([code])
    if not found:
        codes = told_list(tuple(LANGUAGES))
        raise MisuseError("Unknown language {code}. Available: {codes}.", code=code, codes=codes)
    return words_of(found)
