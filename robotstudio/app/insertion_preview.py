"""A suggested rule as it would be inserted, and what it would change."""

from collections.abc import Mapping

from robotstudio.engine.changes import Changes
from robotstudio.engine.suggest import RulePlace, Suggestion
from robotstudio.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class InsertionChoice:
    """A suggestion as Disallow or Allow in a group."""

    suggestion: Suggestion
    place: RulePlace
    is_allow: bool

    @property
    def lines(self) -> tuple[str, ...]:
        """What is written into the file."""
        return self.place.lines(self.suggestion.lines(allow=self.is_allow))


@dataclass(frozen=True, slots=True, eq=False)
class InsertionPreview:
    """What would change if a choice were inserted."""

    choice: InsertionChoice
    changes: Changes
    titles: Mapping[str, str]
