"""The source line of a picture that leaves the program."""

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from robotstudio.text.language import Plural, ntr

_INPUTS = Plural("{first} and {count} more", "{first} and {count} more")
_MADE_OF = Plural("Source: {name}; {count} file, surveyed on {day}", "Source: {name}; {count} files, surveyed on {day}")
_LONGEST = 60


class Imprint(Struct, frozen=True):
    """The names of the inputs, the number of answers, and the day of the survey."""

    names: tuple[str, ...]
    answers: int
    day: date

    def said(self) -> str:
        """Format it as one line."""
        name = named(self.names)
        name = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
        return ntr(_MADE_OF, self.answers, name=name, day=self.day)


def named(names: Sequence[str]) -> str:
    """Name the first input, and count the others."""
    first, *more = names
    return ntr(_INPUTS, len(more), first=first) if more else first
