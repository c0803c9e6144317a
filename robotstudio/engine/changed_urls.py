"""URLs whose verdict changes from one version of a file to another: the patterns that all of them match."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from robotstudio.engine.access import Access, matches_everything, reach_of
from robotstudio.engine.groups import Rule
from robotstudio.engine.paths import ROBOTS_TXT
from robotstudio.engine.proof import Difference, Differences, Reading
from robotstudio.text.language import OR, WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import printable

_MOST_PATTERNS = 4
FIELDS_CHANGE: Message = "A delay, sitemap, signal or other field does change."
"""Follows the sentence that no verdict changes."""


class ChangeExtent(StrEnum):
    """The part of a site that may change."""

    NOTHING = "nothing"
    PATTERNS = "patterns"  # URLs that match one of the patterns
    BLOCKED = "blocked"  # everything that was allowed becomes blocked
    BUT_ROBOTS = "but-robots"  # the same, except /robots.txt, which is always allowed
    ALLOWED = "allowed"  # everything that was blocked becomes allowed
    ANYTHING = "anything"  # a rule that changed matches every URL


class ChangedUrls(Struct, frozen=True):
    """The URLs with a changed verdict. Each of them matches one of the patterns, as the crawler reads them.

    `closed` is set if nothing that was allowed stays so, except /robots.txt for `BUT_ROBOTS`.
    """

    extent: ChangeExtent
    patterns: tuple[str, ...] = ()
    closed: ChangeExtent | None = None

    @property
    def is_closed(self) -> bool:
        """True if nothing that was allowed stays so."""
        return self.extent in {ChangeExtent.BLOCKED, ChangeExtent.BUT_ROBOTS}

    @property
    def is_whole(self) -> bool:
        """True if no pattern limits what can change."""
        return self.extent not in {ChangeExtent.NOTHING, ChangeExtent.PATTERNS}

    def __or__(self, other: "ChangedUrls") -> "ChangedUrls":
        """Combine the changes for the crawlers of both."""
        if ChangeExtent.NOTHING in {self.extent, other.extent}:
            return other if self.extent is ChangeExtent.NOTHING else self
        patterns = tuple(dict.fromkeys((*self.patterns, *other.patterns)))
        closed = None
        if self.closed and other.closed:
            closed = self.closed if self.closed is other.closed else ChangeExtent.BUT_ROBOTS
        extent = self.extent if self.extent is other.extent else closed or ChangeExtent.ANYTHING
        return ChangedUrls(extent, patterns, closed)


def changed_urls(before: Reading, after: Reading, found: Differences) -> ChangedUrls | None:
    """Return the URLs that change for a crawler; None if not all of them are known."""
    if found.reason:
        return None
    if not found.classes:
        return ChangedUrls(ChangeExtent.NOTHING)
    rules = [rule for each in found.classes for rule in _narrowest(before, after, each)]
    is_limited = not any(_is_everything(rule, after) for rule in rules)
    was, now = (reach_of(each.robots.choose(each.agent).rules).access for each in (before, after))
    closed = _closed(after) if now is Access.NOTHING else None
    opened = ChangeExtent.ALLOWED if now is Access.EVERYTHING and was is not Access.EVERYTHING else None
    extent = ChangeExtent.PATTERNS if is_limited else closed or opened or ChangeExtent.ANYTHING
    return ChangedUrls(extent, tuple(dict.fromkeys(map(_text, rules))), closed)


def _closed(reading: Reading) -> ChangeExtent:
    return ChangeExtent.BUT_ROBOTS if ROBOTS_TXT in reading.robots.dialect.always_allowed else ChangeExtent.BLOCKED


def _narrowest(before: Reading, after: Reading, found: Difference) -> Sequence[Rule]:
    """Return the rules on one of the two deciding lines: both match each URL, so the longer is more specific."""
    both = [_on_line(before, found.line_a), _on_line(after, found.line_b)]
    return max(filter(None, both), key=lambda rules: min(map(_weight, rules)))


def _on_line(reading: Reading, line: int | None) -> list[Rule]:
    return [rule for rule in reading.robots.choose(reading.agent).rules.ranked if line and rule.line == line]


def _weight(rule: Rule) -> int:
    return len(rule.pattern) if rule.has_pattern else -1


def _is_everything(rule: Rule, reading: Reading) -> bool:
    return not rule.has_pattern or matches_everything(rule, reading.robots.dialect.wildcards)


def _text(rule: Rule) -> str:
    if not rule.has_pattern or rule.is_empty:
        return "/"
    return (rule.pattern if rule.rewritten else rule.written).decode("utf-8", "replace")


def together(found: Iterable[ChangedUrls | None]) -> ChangedUrls:
    """Combine the URLs that change for several crawlers, without those for which they are not all known."""
    whole = ChangedUrls(ChangeExtent.NOTHING)
    for each in found:
        whole = whole | each if each else whole
    return whole


_SENTENCES: Mapping[ChangeExtent, Message] = {
    ChangeExtent.NOTHING: "No verdict changes.",
    ChangeExtent.PATTERNS: "Only URLs that match {patterns} change.",
    ChangeExtent.BLOCKED: "Every URL that was allowed becomes blocked.",
    ChangeExtent.BUT_ROBOTS: "Every URL that was allowed becomes blocked; some crawlers may still fetch /robots.txt.",
    ChangeExtent.ALLOWED: "Every URL that was blocked becomes allowed.",
    ChangeExtent.ANYTHING: "Any URL can change: a rule that changed matches every URL.",
}
_FOR: Message = "For {crawlers}: {sentence}"
"""Limits a sentence about every URL that is not true for all of the crawlers."""
_NO_OTHER = Plural(
    "Proven: no other URL changes, for your crawler.", "Proven: no other URL changes, for any of your {count} crawlers."
)
_ONLY_FOR: Message = "Proven for {crawlers}: only URLs that match {patterns} change."
_NO_OTHER_FOR: Message = "Proven: no other URL changes, for {crawlers}."


def changed_words(changed: ChangedUrls) -> str:
    """Describe which URLs change, in a sentence."""
    return tr(_SENTENCES[changed.extent], patterns=patterns_text(changed))


def patterns_text(changed: ChangedUrls) -> str:
    """Return the first few of the patterns."""
    return WORDS.listed_text(list(map(printable, changed.patterns)), last=OR, most=_MOST_PATTERNS)


def whole_words(changed: ChangedUrls, names: Sequence[str], count: int) -> str:
    """Describe how any URL changes, and for which crawlers if these are not all that were asked about."""
    said = changed_words(changed)
    if len(names) == count:
        return said
    return tr(_FOR, crawlers=WORDS.side_by_side(names), sentence=said)


def no_other_words(changed: ChangedUrls, names: Sequence[str], count: int) -> str:
    """State that no other URL changes, for how many crawlers, or for which if not for all; "" if inapplicable."""
    if changed.extent is not ChangeExtent.PATTERNS or not names:
        return ""
    if len(names) == count:
        return ntr(_NO_OTHER, count)
    return tr(_NO_OTHER_FOR, crawlers=WORDS.side_by_side(names))


def only_words(changed: ChangedUrls, names: Sequence[str]) -> str:
    """State for which crawlers only URLs change that match the patterns."""
    return tr(_ONLY_FOR, crawlers=WORDS.side_by_side(names), patterns=patterns_text(changed))
