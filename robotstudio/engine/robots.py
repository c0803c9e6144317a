"""A parsed robots.txt, and what it says about a URL and a crawler."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from robotstudio.engine.bulk import Matrix, UrlTable, evaluate
from robotstudio.engine.dialects import DIALECTS, Dialect
from robotstudio.engine.groups import GLOBAL, Group, Rule, collect_groups, index_by_token
from robotstudio.engine.paths import octets
from robotstudio.engine.revision import RuleChange, find_line_change, find_rule_change
from robotstudio.engine.ruleset import RuleSet
from robotstudio.engine.tokens import Line, parse_lines, with_lf
from robotstudio.engine.verdict import GroupChoice, Verdict

Agent = str | Sequence[str]
"""A product token, or a chain of tokens of which the first that a group names counts."""

_MOST_CHOICES = 4096


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a crawler stops reading: the offset in octets, and the 1-based line that it falls in."""

    octet: int
    line: int


class Robots:
    """A robots.txt as one dialect reads it. Make it with `parse`; it never changes."""

    def __init__(
        self,
        dialect: Dialect,
        text: bytes,
        lines: list[Line],
        cut: Cut | None,
        groups: tuple[Group, ...] | None = None,
        rule_sets: Mapping[tuple[Group, ...], RuleSet] | None = None,
    ) -> None:
        """A file from its text with LF line ends, its lines, and what else is known; `parse` is the usual way."""
        self.dialect = dialect
        self.lines = lines
        self.cut = cut
        self._text = text
        self._known_groups = groups
        self._choices: dict[Agent, GroupChoice] = {}
        self._rule_sets = dict(rule_sets or {})

    @classmethod
    def parse(cls, body: bytes, dialect: str | Dialect = "google") -> "Robots":
        """Read a file from its octets. Never raises on content; an unknown dialect id raises KeyError."""
        reading = DIALECTS[dialect] if isinstance(dialect, str) else dialect
        text = _text_of(body, reading)
        lines = parse_lines(text.split(b"\n"), reading.lines)
        return cls(reading, text, lines, _cut(body, lines, reading))

    def revise(self, body: bytes) -> "Robots":
        """The same as `parse(body)` in this dialect, at the cost of what changed: editing rules costs those rules."""
        reading = self.dialect
        text = _text_of(body, reading)
        change = find_line_change(self._text, text, reading.lines)
        lines = change.apply(self.lines)
        cut = _cut(body, lines, reading)
        found = find_rule_change(self.groups, self.lines, change, reading.closing, reading.pattern_of)
        if found is None:
            return Robots(reading, text, lines, cut)
        return Robots(reading, text, lines, cut, found.groups, self._revised_rule_sets(found))

    def _revised_rule_sets(self, change: RuleChange) -> dict[tuple[Group, ...], RuleSet]:
        revised: dict[tuple[Group, ...], RuleSet] = {}
        for groups, rules in self._rule_sets.items():
            if not any(group in change.replaced for group in groups):
                revised[groups] = rules
                continue
            now = tuple(change.replaced.get(group, group) for group in groups)
            is_edited = change.edited in groups
            removed, added = (change.removed, change.added) if is_edited else ((), ())
            moved = rules.moved(change.after, change.shift, self._readings(removed))
            revised[now] = moved.with_added(self._readings(added))
        return revised

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups of the file, in file order."""
        if self._known_groups is not None:
            return self._known_groups
        reading = self.dialect
        return collect_groups(self.lines, reading.token_of, reading.pattern_of, reading.closing)

    @cached_property
    def _index(self) -> dict[bytes, tuple[Group, ...]]:
        return dict(index_by_token(self.groups))

    def decide(self, url: str, agent: Agent) -> Verdict:
        """Whether a crawler may fetch a URL, given as the crawler would request it.

        `agent` is a product token, or a fallback chain of tokens: the first that a group names is used, then `*`.
        """
        choice = self.choose(agent)
        path = self.dialect.path_of(octets(url))
        if path in self.dialect.always_allowed:
            return Verdict(self.dialect, path, choice, None)
        return Verdict(self.dialect, path, choice, choice.rules.winner(path))

    def choose(self, agent: Agent) -> GroupChoice:
        """The groups that a crawler reads."""
        key = agent if isinstance(agent, str) else tuple(agent)
        choice = self._choices.get(key)
        if choice is None:
            if len(self._choices) >= _MOST_CHOICES:
                self._choices.clear()
            choice = self._choices[key] = self._choose((key,) if isinstance(key, str) else key)
        return choice

    def decide_all(self, table: UrlTable, agents: Sequence[Agent]) -> Matrix:
        """The verdicts on all URLs of a table for all agents: the same as `decide`, cell for cell."""
        return evaluate(self.dialect, table, [(agent, self.choose(agent)) for agent in agents])

    def _choose(self, chain: Sequence[str]) -> GroupChoice:
        everyone = self._index.get(GLOBAL, ())
        tried: list[str] = []
        for token in chain:
            if octets(token) == GLOBAL:
                break
            groups = self.dialect.select(self._index, octets(token))
            if groups:
                ignored = tuple(group for group in everyone if group not in groups)
                return GroupChoice(token, groups, tuple(tried), ignored, self._rules_of(groups))
            tried.append(token)
        return GroupChoice("*" if everyone else None, everyone, tuple(tried), (), self._rules_of(everyone))

    def _rules_of(self, groups: tuple[Group, ...]) -> RuleSet:
        """The merged rules of groups, shared by every crawler that they lead to."""
        if groups not in self._rule_sets:
            rules = self._readings([rule for group in groups for rule in group.rules])
            self._rule_sets[groups] = RuleSet(rules, self.dialect.rank)
        return self._rule_sets[groups]

    def _readings(self, rules: Sequence[Rule]) -> list[Rule]:
        """The rules, and the second readings that this dialect has for some of them."""
        second = self.dialect.second_reading
        return [*rules, *(again for rule in rules if (again := second(rule)))] if second else list(rules)


def _text_of(body: bytes, reading: Dialect) -> bytes:
    """What the dialect reads of a file: without a byte order mark, up to its limit, with LF line ends."""
    read = body if reading.max_octets is None else body[: reading.max_octets]
    return with_lf(read[reading.bom_length(read) :])


def _cut(body: bytes, lines: list[Line], reading: Dialect) -> Cut | None:
    limit = reading.max_octets
    return Cut(limit, len(lines)) if limit is not None and len(body) > limit else None
