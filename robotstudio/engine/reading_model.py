"""Data classes for a file as one crawler reads it; `reading` makes them."""

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:  # the editor shows a text before the engine is loaded
    from robotstudio.engine.verdict import LineRange


class Treatment(StrEnum):
    """A crawler's treatment of a line; of several lines that it sees in one, the first of these counts."""

    RULE = "rule"  # a rule of its effective group
    AGENT = "agent"  # a user-agent line of its effective group
    MEMBER = "member"  # another line that belongs to its effective group
    SITEMAP = "sitemap"  # belongs to no group: read by every crawler
    DROPPED = "dropped"  # a rule of its group that it does not use, because of a limit or an unknown form
    REPLACED = "replaced"  # in a `*` group that its own group replaces
    OTHER = "other"  # in a group for other crawlers
    STRAY = "stray"  # a rule or a user-agent line that belongs to no group
    SKIPPED = "skipped"  # an unknown or unused field, or no field at all
    CUT = "cut"  # after the place where it stops reading
    COMMENT = "comment"
    BLANK = "blank"


class TrapKind(StrEnum):
    """Reason why a group ends elsewhere than it seems to."""

    FIELD_INSIDE = "field-inside"  # another field does not end a list of user-agent lines
    BLANK_INSIDE = "blank-inside"  # nor does an empty line
    FIELD_ENDS = "field-ends"  # another field ends it: the names before it have no rules in common with those after
    BLANK_ENDS = "blank-ends"  # an empty line does so
    BLANK_STRANDS = "blank-strands"  # an empty line ends the group, and the rules after it belong to none


class Trap(NamedTuple):
    """A line at which a group ends or does not end, against appearances.

    `field` is the name as written, empty for an empty line; `lines` are those of the one group, of the user-agent lines
    that are cut off, or of the rules that belong to none.
    """

    line: int
    kind: TrapKind
    field: str
    lines: "LineRange"


class Role(StrEnum):
    """The role of a group for the crawler."""

    OWN = "own"
    REPLACED = "replaced"
    OTHER = "other"


class GroupPart(NamedTuple):
    """A group as the crawler delimits it; `number` counts its own from 1 if several are merged, else it is 0."""

    first: int
    last: int
    role: Role
    number: int


class CrawlerReading(Struct, frozen=True):
    """One crawler's treatment of each line of a file; lines are 1-based."""

    treatments: tuple[Treatment, ...]
    parts: tuple[GroupPart, ...]
    traps: tuple[Trap, ...]
    is_cut: bool = False

    def treatment(self, line: int) -> Treatment:
        if 0 < line <= len(self.treatments):
            return self.treatments[line - 1]
        return Treatment.CUT if self.is_cut else Treatment.BLANK
