"""A parsed robots.txt, and its verdicts on URLs and crawlers."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, compress, groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING

from msgspec import Struct

from robotstudio.engine.cancelling import Checkpoint, checkpoint_of, go_on, in_portions
from robotstudio.engine.dialects import DIALECTS, Dialect
from robotstudio.engine.groups import GLOBAL, Group, GroupIndex, Rule
from robotstudio.engine.names import Agent, AgentKey, NamedOnly, agent_key
from robotstudio.engine.paths import NO_PATH, bytes_of
from robotstudio.engine.revision import FileEdit, RuleChange, difference, find_rule_change
from robotstudio.engine.ruleset import RuleSet
from robotstudio.engine.skimming import can_skim, skim
from robotstudio.engine.tokens import (
    Field,
    Line,
    LineFlag,
    LineSyntax,
    Statement,
    parse_lines,
    split_further,
    statements,
    statements_of,
    with_lf,
)
from robotstudio.engine.verdict import GroupChoice, LineRange, Stranded, Verdict

if TYPE_CHECKING:
    from robotstudio.engine.bulk import Matrix, UrlTable

_MOST_CHOICES = 4096
_PORTION, _LARGE = 1 << 16, 1 << 20  # bytes
_TEXT_OF = itemgetter(1)
_MOST_EDITED = 256
"""Rules; if an edit changes more of a set, the set is built again."""


class Cut(Struct, frozen=True):
    """The place at which a crawler stops reading: the offset in bytes, and the 1-based line that contains it."""

    byte: int
    line: int


class _Text:
    """The part of a file that a crawler reads, with LF line ends; immutable.

    `has_inner_lines` is set if the crawler sees more line ends than a person does. The lines of a large file are
    tokenized on each pass until `keep_lines` is called: verdicts need the groups only.
    """

    def __init__(
        self,
        raw: bytes,
        syntax: LineSyntax,
        lines: list[Line] | None = None,
        cut: Cut | None = None,
        *,
        is_plain: bool = False,
    ) -> None:
        """`is_plain` skips the search for inner lines, which takes milliseconds in a large file."""
        self.raw = raw
        self.cut = cut
        self.has_inner_lines = not is_plain and bool(syntax.also_ends and syntax.also_ends.search(raw))
        self._syntax = syntax
        if lines is not None:
            self.lines = lines

    @cached_property
    def lines(self) -> list[Line]:
        return self._parsed(go_on)

    def keep_lines(self, checkpoint: Checkpoint) -> None:
        """Tokenize and keep the lines, unless the file is too large."""
        if self._is_kept and "lines" not in self.__dict__:
            self.lines = self._parsed(checkpoint)

    def _parsed(self, checkpoint: Checkpoint) -> list[Line]:
        lines: list[Line] = []
        for raws, _ in self._portions():
            checkpoint()
            lines += parse_lines(raws, self._syntax)
        return lines

    @cached_property
    def numbers(self) -> Sequence[int]:
        if not self.has_inner_lines:
            return range(1, len(self.lines) + 1)
        return [number for _, numbers in self._portions() for number in numbers]

    @property
    def numbered_lines(self) -> Iterator[tuple[int, Line]]:
        if self._is_kept:
            return zip(self.numbers, self.lines, strict=True)
        return chain.from_iterable(
            zip(numbers, parse_lines(raws, self._syntax), strict=True) for raws, numbers in self._portions()
        )

    def statements(self) -> Iterator[Statement]:
        """Return what groups depend on; of empty lines in a row, a large file may have the first only."""
        if self._has_lines_to_cut:
            return statements_of(self.numbered_lines)
        return chain.from_iterable(
            statements(self._telling_lines(raws, numbers), self._syntax) for raws, numbers in self._portions()
        )

    def _telling_lines(self, raws: list[bytes], numbers: Iterable[int]) -> Iterable[tuple[int, bytes]]:
        """Return the numbered lines; without most that are no statements, of which a large file may have millions."""
        lines = zip(numbers, raws, strict=True)
        if len(self.raw) <= _LARGE or 2 * len(different := set(raws)) > len(raws):
            return lines
        meanings = {raw: said[1] for raw in different for said in statements(((1, raw),), self._syntax)}
        telling = compress(lines, map(meanings.__contains__, raws))  # all of it in C
        return chain.from_iterable(
            islice(same, 1) if meanings[raw] is Field.UNKNOWN else same for raw, same in groupby(telling, _TEXT_OF)
        )

    @property
    def can_be_skimmed(self) -> bool:
        """True for a text of usual size in which no line is cut."""
        return len(self.raw) <= _LARGE and not self._has_lines_to_cut

    @property
    def _has_lines_to_cut(self) -> bool:
        limit, start, size = self._syntax.max_bytes, 0, len(self.raw)
        while limit is not None and size - start > limit:
            start = self.raw.rfind(b"\n", start, start + limit + 1) + 1
            if not start:
                return True
        return self._syntax.nul_ends_line and 0 in self.raw

    @property
    def _is_kept(self) -> bool:
        return "lines" in self.__dict__ or len(self.raw) <= _LARGE

    def _portions(self) -> Iterator[tuple[list[bytes], Iterable[int]]]:
        """Yield the lines as written with their numbers, a portion at a time."""
        start, number = 0, 1
        while start <= len(self.raw):
            end = self.raw.find(b"\n", start + _PORTION)
            end = len(self.raw) if end < 0 else end
            raws = self.raw[start:end].split(b"\n")
            if self.has_inner_lines and self._syntax.also_ends:
                yield split_further(raws, self._syntax.also_ends, number)
            else:
                yield raws, range(number, number + len(raws))
            start, number = end + 1, number + len(raws)


class Robots:
    """A robots.txt as one dialect reads it. Make it with `parse`; it never changes."""

    def __init__(
        self,
        dialect: Dialect,
        text: _Text,
        groups: tuple[Group, ...] | None = None,
        rule_sets: Mapping[tuple[Group, ...], RuleSet] | None = None,
    ) -> None:
        """Make it of a text and what else is known of it; use `parse` instead."""
        self.dialect = dialect
        self.cut = text.cut
        self.tokenized = text
        if groups is not None:
            self.groups = groups
        self._choices: dict[AgentKey, GroupChoice] = {}
        self._rule_sets = dict(rule_sets or {})
        self._is_new = True

    @property
    def lines(self) -> list[Line]:
        """The lines of the file, up to where the crawler stops reading."""
        return self.tokenized.lines

    @classmethod
    def parse(cls, body: bytes, dialect: str | Dialect = "google", beside: Iterable["Robots"] = ()) -> "Robots":
        """Read a file from its bytes. Never raises on content; an unknown dialect id raises KeyError.

        `beside` are other readings of the file: lines that one of them has tokenized alike are shared.
        """
        reading = DIALECTS[dialect] if isinstance(dialect, str) else dialect
        same_lines = (other for other in beside if other.dialect.lines.id == reading.lines.id)
        alike = [other.tokenized for other in same_lines if not other.has_inner_lines]
        return cls(reading, _tokenize(body, reading, alike))

    def revise(self, body: bytes, edit: FileEdit | None = None) -> "Robots":
        """Return the same as `parse(body)` in this dialect, at the cost of what changed.

        Editing rules costs those rules. Pass the same `FileEdit` to several readings of a file, so that lines are
        compared once.
        """
        reading, edit = self.dialect, edit or FileEdit()
        if self.has_inner_lines:
            return Robots(reading, _tokenize(body, reading))
        bytes_read, cut_at = _read(body, reading)
        change, lines = edit.revised(self.tokenized.raw, self.lines, bytes_read, reading.lines)
        if change is None:
            return Robots(reading, _tokenize(body, reading))
        cut = None if cut_at is None else Cut(cut_at, len(lines))
        text = _Text(bytes_read, reading.lines, lines, cut, is_plain=True)  # both the old text and the change are
        found = find_rule_change(self.groups, self.lines, change, reading, edit.checkpoint)
        if found is None:
            return Robots(reading, text)
        return Robots(reading, text, found.groups, self._revised_rule_sets(found, edit.checkpoint))

    def _revised_rule_sets(self, change: RuleChange, checkpoint: Checkpoint) -> dict[tuple[Group, ...], RuleSet]:
        revised: dict[tuple[Group, ...], RuleSet] = {}
        for groups, rules in self._rule_sets.items():
            if not any(group in change.replaced for group in groups):
                revised[groups] = rules
                continue
            checkpoint()
            now = tuple(change.replaced.get(group, group) for group in groups)
            removed, added = (change.removed, change.added) if change.edited in groups else ((), ())
            if self.dialect.filter_rules:
                before, after = _filtered(groups, self.dialect), _filtered(now, self.dialect)
                checkpoint()
                removed, added = difference(before, after, change.shift)
                checkpoint()
                if len(removed) + len(added) > _MOST_EDITED:
                    continue
            revised[now] = rules.edited(change.shift, self._readings(removed), self._readings(added))
        return revised

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups of the file, in file order."""
        return self._collect(go_on)

    def collect(self, checkpoint: Checkpoint) -> None:
        """Find the groups now, with checkpoints between the lines, instead of in one go on first use."""
        if "groups" not in self.__dict__:
            self.tokenized.keep_lines(checkpoint)
            self.groups = self._collect(checkpoint)

    def _collect(self, checkpoint: Checkpoint) -> tuple[Group, ...]:
        return self.dialect.collect(in_portions(self.tokenized.statements(), checkpoint), self.dialect)

    @property
    def has_inner_lines(self) -> bool:
        """True if the dialect sees several lines in one of those that a person sees."""
        return self.tokenized.has_inner_lines

    @property
    def numbered_lines(self) -> Iterator[tuple[int, Line]]:
        """The lines with their 1-based numbers; lines that only the dialect separates share a number."""
        return self.tokenized.numbered_lines

    @cached_property
    def _index(self) -> GroupIndex:
        return self.dialect.index(self.groups)

    def decide(self, url: str, agent: Agent) -> Verdict:
        """Decide whether a crawler may fetch a URL, given as the crawler would request it.

        `agent` is a product token, or a fallback chain of tokens: the first that a group names is used, then `*`, which
        a `NamedOnly` chain leaves out.
        """
        path = self.dialect.path_of(bytes_of(url))
        if path == NO_PATH or path in self.dialect.always_allowed:
            return Verdict(self.dialect, path, self.choose(agent), None)
        if self._is_new:
            self._is_new = False
            if "groups" not in self.__dict__ and can_skim(self.dialect) and self.tokenized.can_be_skimmed:
                rule = skim(self.tokenized.raw, path, self._names_of(agent_key(agent)), self.dialect)
                return Verdict(self.dialect, path, partial(self.choose, agent), rule)
        choice = self.choose(agent)
        return Verdict(self.dialect, path, choice, choice.rules.winner(path))

    def choose(self, agent: Agent) -> GroupChoice:
        """Find the groups that a crawler obeys."""
        key = agent_key(agent)
        choice = self._choices.get(key)
        if choice is None:
            if len(self._choices) >= _MOST_CHOICES:
                self._choices.clear()
            choice = self._choices[key] = self._choose(key)
        return choice

    def decide_all(
        self, table: "UrlTable", agents: Sequence[Agent], *, is_cancelled: Callable[[], bool] | None = None
    ) -> "Matrix":
        """Decide all URLs of a table for all agents: the same as `decide`, cell for cell.

        `is_cancelled` is called every few milliseconds; if it returns True, `Cancelled` is raised.
        """
        from robotstudio.engine.bulk import evaluate  # noqa: PLC0415  # numpy takes longer than a file

        choices = [(agent, self.choose(agent)) for agent in agents]
        return evaluate(self.dialect, table, choices, checkpoint_of(is_cancelled))

    def _choose(self, key: AgentKey) -> GroupChoice:
        everyone = self.dialect.default_groups(self._index)
        tried: list[str] = []
        for token in self._tokens_of(key):
            name = bytes_of(token)
            groups = self.dialect.select(self._index, name)
            if groups:
                ignored = tuple(group for group in everyone if group not in groups)
                return self._choice(token, groups, tried, ignored)
            if name == GLOBAL:
                break
            tried.append(token)
        if isinstance(key, NamedOnly):
            rules = self._rules_of(())
            return GroupChoice(None, (), tuple(tried), everyone, rules, uses_global=False, cut_line=self._cut_line)
        found = "*" if everyone else None
        return self._choice(found, everyone, tried)

    def _choice(
        self, token: str | None, groups: tuple[Group, ...], tried: Sequence[str], ignored: tuple[Group, ...] = ()
    ) -> GroupChoice:
        find = None
        if self.dialect.locality and self.dialect.locality.empty_ends:
            find = partial(_stranded, self.tokenized, groups)  # not a bound method: this object holds the choice
        rules = self._rules_of(groups)
        return GroupChoice(token, groups, tuple(tried), ignored, rules, cut_line=self._cut_line, find_stranded=find)

    @property
    def _cut_line(self) -> int | None:
        """The line in which the crawler stops reading, 0 if it reads nothing of a file that is too long."""
        return None if self.cut is None else self.cut.line if self.cut.byte else 0

    def _tokens_of(self, key: AgentKey) -> Sequence[str]:
        """Return the tokens to try, each followed by those that the dialect tries for it."""
        if isinstance(key, NamedOnly):
            return [token for token in key if token != "*"]
        chain, further = (key,) if isinstance(key, str) else key, self.dialect.fallback_tokens
        return list(dict.fromkeys(each for token in chain for each in (token, *further(token)))) if further else chain

    def _names_of(self, key: AgentKey) -> list[bytes]:
        """Return the tokens to try as they are compared, with `*` if it is one of them."""
        names = [bytes_of(token).lower() for token in self._tokens_of(key)]
        return names if isinstance(key, NamedOnly) else [*names, GLOBAL]

    def _rules_of(self, groups: tuple[Group, ...]) -> RuleSet:
        """Return the merged rules of groups, shared by every crawler that has these groups."""
        if groups not in self._rule_sets:
            self._rule_sets[groups] = merged_rules(groups, self.dialect)
        return self._rule_sets[groups]

    def _readings(self, rules: Sequence[Rule]) -> list[Rule]:
        return with_alternatives(rules, self.dialect)


def merged_rules(groups: Sequence[Group], dialect: Dialect) -> RuleSet:
    """Rank the rules of groups as one crawler reads them."""
    return RuleSet(with_alternatives(_filtered(groups, dialect), dialect), dialect.precedence, dialect.wildcards)


def _filtered(groups: Sequence[Group], dialect: Dialect) -> list[Rule]:
    rules = [rule for group in groups for rule in group.rules]
    return dialect.filter_rules(rules) if dialect.filter_rules else rules


def with_alternatives(rules: Sequence[Rule], dialect: Dialect) -> list[Rule]:
    """Add the alternatives that a dialect has for some of the rules."""
    further = dialect.alternatives
    return [*rules, *(again for rule in rules for again in further(rule))] if further else list(rules)


def _read(body: bytes, reading: Dialect) -> tuple[bytes, int | None]:
    """Return what a dialect reads of a file, with LF line ends, and where it stops before the end of the file."""
    limit = reading.max_bytes
    cut_at = reading.cut(body, limit) if limit is not None and len(body) > limit else None
    read = body if cut_at is None else body[:cut_at]
    read = reading.recode(read) if reading.recode else read
    return with_lf(read[reading.bom_length(read) :]), cut_at


def _stranded(text: _Text, groups: Sequence[Group]) -> Stranded | None:
    """Return the rules after the first empty line that ends a group and before the next user-agent line."""
    numbers = text.numbers
    for group in groups:
        blank, rules = 0, []
        for place in range(bisect_right(numbers, group.last_line), len(numbers)):
            line = text.lines[place]
            if line.field is Field.USER_AGENT:
                break
            if line.flags & LineFlag.EMPTY:
                blank = blank or numbers[place]
            elif blank and line.is_rule:
                rules.append(numbers[place])
        if rules:
            return Stranded(blank, LineRange(rules[0], rules[-1]))
    return None


def _tokenize(body: bytes, reading: Dialect, beside: Sequence[_Text] = ()) -> _Text:
    bytes_read, cut_at = _read(body, reading)
    if cut_at is None:
        alike = (text for text in beside if text.cut is None and text.raw == bytes_read)
        return next(alike, None) or _Text(bytes_read, reading.lines)
    return _Text(bytes_read, reading.lines, cut=Cut(cut_at, bytes_read.count(b"\n") + 1))


class FileVersion:
    """One version of a file, read once in each dialect that is needed."""

    def __init__(self, body: bytes, known: Mapping[str, Robots] | None = None) -> None:
        """`known` are the readings that exist already."""
        self.body = body
        self._readings = dict(known or {})

    def read_as(self, dialect: str) -> Robots:
        robots = self._readings.get(dialect)
        if robots is None:
            robots = self._readings[dialect] = Robots.parse(self.body, dialect, self._readings.values())
        return robots

    def revised(self, body: bytes) -> "FileVersion":
        """Return another version, at the cost of what differs."""
        return FileVersion(body, {dialect: robots.revise(body) for dialect, robots in self._readings.items()})
