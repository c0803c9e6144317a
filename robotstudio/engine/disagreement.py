"""Causes of a crawler's verdict that differs from the standard's: the first strategy that makes the difference.

A dialect differs from RFC 9309 in some of its strategies. They are replaced by the standard's one after another, in the
order in which a file is read: the one that changes the verdict is the proven reason.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import DIALECTS, Dialect
from robotstudio.engine.robots import Robots
from robotstudio.engine.tokens import Field, LineFlag
from robotstudio.engine.verdict import GroupChoice

STANDARD = DIALECTS["rfc9309"]


class Axis(StrEnum):
    """Aspects in which dialects differ, as far as one verdict is concerned."""

    NAMED_ONLY = "named-only"  # never follows `*`
    ALWAYS = "always"  # whether /robots.txt itself can be disallowed
    LIMIT = "limit"  # how much of the file is read
    BYTES = "bytes"  # byte order marks, encodings, tags
    LINES = "lines"  # which lines are fields, and which spellings are known
    RECORDS = "records"  # where a group ends
    NAMES = "names"  # which group is found
    FURTHER = "further"  # further readings of a rule: index.html
    DROPPED = "dropped"  # rules that are dropped, or filtered together
    ESCAPES = "escapes"
    WILDCARDS = "wildcards"
    PRECEDENCE = "precedence"


_STRATEGIES: tuple[tuple[Axis, tuple[str, ...]], ...] = (
    (Axis.ALWAYS, ("always_allowed",)),
    (Axis.LIMIT, ("max_bytes", "cut")),
    (Axis.BYTES, ("bom_length", "recode")),
    (Axis.LINES, ("lines",)),
    (Axis.RECORDS, ("collect", "closing", "index")),
    (Axis.NAMES, ("tokens_of", "select", "fallback_tokens", "default_groups")),
    (Axis.FURTHER, ("alternatives",)),
    (Axis.DROPPED, ("filter_rules",)),
    (Axis.ESCAPES, ("path_of", "pattern_of")),
    (Axis.WILDCARDS, ("wildcards",)),
    (Axis.PRECEDENCE, ("precedence",)),
)
"""The strategies of a dialect by axis, in the order in which they are used."""


class Divergence(Struct, frozen=True):
    """Reason why a crawler's verdict on a URL differs from RFC 9309's.

    `detail` refines the axis: how precedence or wildcards are read, or what it was about the lines or the groups.
    """

    axis: Axis
    detail: str
    allowed: bool


class Divergences:
    """Finds out why crawlers diverge on a file, and caches the readings in between."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._readings: dict[tuple[str, Axis | None], Robots] = {}

    def reason(self, url: str, crawler: Crawler) -> Divergence | None:
        """Return why a crawler decides a URL differently from RFC 9309, None if both agree."""
        dialect = DIALECTS[crawler.dialect]
        ours = self._read(dialect, None).decide(url, crawler.agent)
        standard = self._read(STANDARD, None).decide(url, crawler.chain)
        if ours.allowed == standard.allowed:
            return None
        if self._read(dialect, None).decide(url, crawler.chain).allowed != ours.allowed:
            return Divergence(Axis.NAMED_ONLY, "", ours.allowed)
        before = self._read(dialect, None)
        for axis in self._axes(dialect):
            after = self._read(dialect, axis)
            if after.decide(url, crawler.chain).allowed != ours.allowed:
                change = _Change(before, after, url, crawler)
                named = Axis.WILDCARDS if axis is Axis.ESCAPES and change.is_about_dollar else axis
                return Divergence(named, _detail(named, change), ours.allowed)
            before = after
        return None

    def between(self, url: str, one: Crawler, other: Crawler) -> tuple[Crawler, Divergence] | None:
        """Return which of two crawlers diverges from RFC 9309 on a URL for which they disagree, and why.

        None if the file itself treats them differently: the other crawler's parser would give the first the same
        verdict.
        """
        reasons = [(each, divergence) for each in (other, one) if (divergence := self.reason(url, each))]
        for each in reasons:
            if each[1].axis is Axis.NAMED_ONLY:
                return each
        theirs = self._read(DIALECTS[other.dialect], None)
        if theirs.decide(url, one.chain).allowed != theirs.decide(url, other.chain).allowed:
            return None
        return reasons[0] if reasons else None

    def _axes(self, dialect: Dialect) -> Sequence[Axis]:
        return [axis for axis, names in _STRATEGIES if any(_differs(dialect, name) for name in names)]

    def _read(self, dialect: Dialect, up_to: Axis | None) -> Robots:
        """Read the file in a dialect that follows the standard in all axes up to one."""
        known = self._readings.get((dialect.id, up_to))
        if known is None:
            mixed = dialect if up_to is None else standardised(dialect, up_to)
            known = self._readings[dialect.id, up_to] = Robots.parse(self._body, mixed)
        return known


def standardised(dialect: Dialect, up_to: Axis) -> Dialect:
    """Make a dialect follow the standard in all axes up to and including one."""
    taken: dict[str, object] = {}
    for axis, names in _STRATEGIES:
        taken.update({name: getattr(STANDARD, name) for name in names})
        if axis is up_to:
            break
    make: Callable[..., Dialect] = replace
    return make(dialect, locality=None, **taken)


def _differs(dialect: Dialect, name: str) -> bool:
    return bool(getattr(dialect, name) != getattr(STANDARD, name))


class _Change(Struct, frozen=True):
    """Two readings between which a verdict changes; the first is closer to the crawler's."""

    before: Robots
    after: Robots
    url: str
    crawler: Crawler

    @property
    def is_about_dollar(self) -> bool:
        """True if `$` is a literal for the crawler; the axis of escapes would then be misleading."""
        rule = self.before.decide(self.url, self.crawler.chain).rule
        return rule is not None and rule.written.endswith(b"$") and not self.before.dialect.wildcards.dollar

    @property
    def choices(self) -> tuple[GroupChoice, GroupChoice]:
        """The groups that the crawler's chain leads to in both."""
        chain = self.crawler.chain
        return self.before.choose(chain), self.after.choose(chain)


def _detail(axis: Axis, change: _Change) -> str:
    """Return an id for what the crawler does differently in an axis."""
    detail = _DETAILS.get(axis)
    return detail(change) if detail else ""


def _precedence_detail(change: _Change) -> str:
    return change.before.dialect.precedence.id


def _glob_detail(change: _Change) -> str:
    wildcards = change.before.dialect.wildcards
    if not wildcards.star:
        return "none"
    return "earliest" if wildcards.dollar else "no-anchor"


def _record_detail(change: _Change) -> str:
    """Distinguish a group that loses rules at its end from one that loses user-agent lines after another line."""
    ours, theirs = change.choices
    same_start = {group.first_line for group in ours.groups} <= {group.first_line for group in theirs.groups}
    return "blank" if same_start and ours.rule_count < theirs.rule_count else "names"


def _name_detail(change: _Change) -> str:
    ours, theirs = change.choices
    if ours.parts and set(ours.parts) < set(theirs.parts):
        return "first"
    return "fallback_tokens" if ours.token not in {None, "*", *change.crawler.chain} else "other"


def _line_detail(change: _Change) -> str:
    """Distinguish an accepted misspelling or missing colon from an unknown line."""
    theirs = dict(change.after.numbered_lines)
    for number, line in change.before.numbered_lines:
        other = theirs.get(number)
        if other is None or line.field is other.field or not {line.field, other.field} & _DECIDING:
            continue
        if line.field not in _DECIDING:
            return "no-allow" if other.field is Field.ALLOW else "unknown"
        return "colon" if other.flags & LineFlag.MISSING_COLON or not other.key else "spelling"
    members = [line.key.lower() for line in change.before.lines if line.field is Field.MEMBER]
    if not members:
        return "other"
    return "member" if any(b"delay" in key for key in members) else "field"


def _further_detail(change: _Change) -> str:
    """Distinguish a `$` that is also literal from the directory of an index file."""
    rule = change.before.decide(change.url, change.crawler.chain).rule
    return "dollar" if rule and rule.written.endswith(b"$") else ""


def _escape_detail(change: _Change) -> str:
    ours, theirs = change.choices
    return "dropped" if ours.rule_count < theirs.rule_count else ""


_DECIDING = frozenset({Field.USER_AGENT, Field.ALLOW, Field.DISALLOW})
_DETAILS: dict[Axis, Callable[[_Change], str]] = {
    Axis.PRECEDENCE: _precedence_detail,
    Axis.WILDCARDS: _glob_detail,
    Axis.RECORDS: _record_detail,
    Axis.NAMES: _name_detail,
    Axis.LINES: _line_detail,
    Axis.FURTHER: _further_detail,
    Axis.ESCAPES: _escape_detail,
}
