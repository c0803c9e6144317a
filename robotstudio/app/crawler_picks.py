"""What the person is about to insert, and what it would change: frozen. No Qt here."""

from collections.abc import Mapping

from robotstudio.engine.changes import Changes
from robotstudio.engine.insertion import RulePlace
from robotstudio.engine.suggest import Suggestion
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A suggestion as Disallow or Allow in a group."""

    suggestion: Suggestion
    place: RulePlace
    is_allow: bool

    @property
    def lines(self) -> tuple[str, ...]:
        """What is written into the file."""
        return self.place.lines(self.suggestion.lines(allow=self.is_allow))


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """What would change if a choice were inserted."""

    choice: Choice
    changes: Changes
    titles: Mapping[str, str]
