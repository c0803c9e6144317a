"""The rules to show beside a verdict: those that match, and those that miss the path most narrowly.

A group may have tens of thousands of rules, and aligning each with the path costs more than a keystroke may. So one
pass picks the few that start like the path or reach a `*`, and only those are aligned. If a crawler's own group
replaces that of `*`, the verdict of `*` is shown as well: people misread that most often.
"""

from collections.abc import Container, Iterable, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.cancelling import Checkpoint, go_on, in_portions
from robotstudio.engine.dialects import Dialect
from robotstudio.engine.groups import Group, Rule
from robotstudio.engine.paths import NO_PATH
from robotstudio.engine.patterns import SegmentKind, align
from robotstudio.engine.revision import common_start
from robotstudio.engine.robots import merged_rules
from robotstudio.engine.ruleset import compile_rule
from robotstudio.engine.verdict import Candidate, GroupChoice, LineRange, Step, StepId, Verdict

_STAR = ord("*")
_MOST_STARRED = 32
_MOST_OTHERS = 64
_MAX_BYTES_LAID_OVER = 20_000


class NearestRules(Struct, frozen=True, eq=False, dict=True):
    """A verdict with the few rules that explain it.

    `matching` are in order of precedence; `misses` are the rules that the crawler leaves out, then the others by the
    bytes they have in common with the path, most first. `verdict` is the same verdict in a group of only these rules:
    same line and reason, but quick to explain.
    """

    whole: Verdict
    verdict: Verdict
    matching: tuple[Candidate, ...]
    misses: tuple[Candidate, ...]
    matching_count: int

    @property
    def other_count(self) -> int:
        """Number of rules of the group that are in neither."""
        shown = sum(candidate.rule.has_pattern for candidate in (*self.matching, *self.misses))
        return self.whole.group.rule_count - shown

    @cached_property
    def others(self) -> tuple[Rule, ...]:
        """The rules of the group that are in neither, in file order."""
        shown = {candidate.rule.line for candidate in (*self.matching, *self.misses)}
        rules = (rule for group in self.whole.group.groups for rule in group.rules)
        return tuple(rule for rule in rules if rule.has_pattern and rule.line not in shown)

    def limited_to(self, rows: int) -> "NearestRules":
        """Keep at most `rows` rules, matching ones first."""
        matching = self.matching[:rows]
        return replace(self, matching=matching, misses=self.misses[: rows - len(matching)])

    @cached_property
    def others_differ_early(self) -> bool:
        """True if the others all differ within the first segment of the path; False if they are too many to check."""
        if self.matching_count > len(self.matching) or self.other_count > _MOST_OTHERS:
            return False
        path = self.whole.path
        early = len(first_segment(path))
        return all((align(rule.pattern, path).differs_at or 0) < early for rule in self.others)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the whole verdict."""
        steps = list(map(self._counted, self.verdict.steps))
        before = {StepId.CANDIDATES, StepId.RESULT}
        place = next((at for at, step in enumerate(steps) if step.id in before), len(steps))
        if self.whole.is_always_allowed or self.whole.path == NO_PATH:
            return tuple(steps)
        steps[place:place] = self.whole.unread_steps()
        return tuple(steps)

    def _counted(self, step: Step) -> Step:
        if step.id is not StepId.CANDIDATES:
            return step
        unread = len(self.whole.unread)
        counts = {
            "matching": self.whole.matching_count,
            "rules": self.whole.group.rule_count - unread,
            "unread": unread,
        }
        return replace(step, args={**step.args, **counts})


def nearest_rules(
    verdict: Verdict, matching: int = 100, misses: int = 20, checkpoint: Checkpoint = go_on
) -> NearestRules:
    """Return about `matching` of the rules that match, and the nearest of those that do not."""
    found = verdict.matching
    explaining = _explaining(found, verdict, matching)
    ranked = in_portions(verdict.group.rules.ranked, checkpoint)
    near = nearest_misses(ranked, verdict.path, {rule.line for rule in found}, misses)
    group = replace(verdict.group, rules=verdict.group.rules.among((*explaining, *near), is_whole=False))
    narrowed = Verdict(verdict.dialect, verdict.path, group, verdict.rule)
    by_line = {candidate.rule.line: candidate for candidate in narrowed.candidates}
    return NearestRules(
        verdict,
        narrowed,
        tuple(by_line[rule.line] for rule in explaining),
        (*_unread(verdict, misses), *(by_line[rule.line] for rule in near)),
        len(found),
    )


def _unread(verdict: Verdict, count: int) -> list[Candidate]:
    """Return the rules that the crawler leaves out, those that would match first."""
    rules = verdict.group.rules
    would = [rule for rule in verdict.unread if compile_rule(rule, rules.wildcards).matches(verdict.path)]
    others = [rule for rule in verdict.unread if rule not in would]
    return [
        Candidate(rule, verdict.left_out, verdict.path, rules.wildcards, rule.priority)
        for rule in (*would, *others)[:count]
    ]


def _explaining(found: Sequence[Rule], verdict: Verdict, count: int) -> list[Rule]:
    """Return the first rules that match, and those behind the reason: an equal of the other kind, a shorter one."""
    explaining, winner = list(found[:count]), verdict.rule
    if winner:
        later, byte_count = found[count:], verdict.byte_count_of(winner)
        equals = (rule for rule in later if verdict.byte_count_of(rule) == byte_count and rule.allow != winner.allow)
        shorter = (rule for rule in later if verdict.byte_count_of(rule) < byte_count)
        explaining += [rule for rule in (next(equals, None), next(shorter, None)) if rule]
    return explaining


def nearest_misses(rules: Iterable[Rule], path: bytes, matching: Container[int], count: int) -> list[Rule]:
    """Return the rules with most literal bytes in common with the path, without the lines in `matching`."""
    shared: dict[Rule, int] = {}
    byte_count = 0
    for rule in _field(rules, path, matching, count):
        byte_count += len(rule.pattern)
        if shared and byte_count > _MAX_BYTES_LAID_OVER:
            break
        shared[rule] = _shared_bytes(rule, path)
    return sorted(shared, key=shared.__getitem__, reverse=True)[:count]


def _field(rules: Iterable[Rule], path: bytes, matching: Container[int], count: int) -> list[Rule]:
    """Return the `count` rules with the longest start in common with the path, and some whose `*` it reaches."""
    alike: list[tuple[int, Rule]] = []
    starred: list[Rule] = []
    start = b""
    for rule in rules:
        pattern = rule.pattern
        if len(starred) < _MOST_STARRED and _STAR in pattern and path.startswith(pattern[: pattern.index(b"*")]):
            starred.append(rule)
        elif pattern.startswith(start) and rule.line not in matching and not rule.rewritten:
            alike.append((common_start(pattern, path), rule))
            if len(alike) > 2 * count:
                alike = sorted(alike, key=_length, reverse=True)[: count + 1]
                start = path[: alike[-1][0] + 1]
    alike = sorted(alike, key=_length, reverse=True)[:count]
    return [rule for _, rule in alike] + [rule for rule in starred if rule.line not in matching and not rule.rewritten]


def _length(entry: tuple[int, Rule]) -> int:
    return entry[0]


def _shared_bytes(rule: Rule, path: bytes) -> int:
    segments = align(rule.pattern, path).segments
    return sum(over.end - over.start for kind, _, over in segments if kind is SegmentKind.LITERAL)


def first_segment(path: bytes) -> bytes:
    """Return the path up to the slash after its first segment, or to its query."""
    slash, query = path.find(b"/", 1), path.find(b"?", 1)
    ends = [end for end in (slash + 1, query) if end > 0]
    return path[: min(ends)] if ends else path


def is_near(rule: Rule, path: bytes) -> bool:
    """Return True if a rule shares the first segment with the path, so its mismatch may surprise."""
    return _shared_bytes(rule, path) >= max(2, len(first_segment(path)))


class ReplacedRules(Struct, frozen=True, eq=False):
    """The rules of `*` that do not count for a crawler, in file order, and the verdict that they would give."""

    rules: tuple[Rule, ...]
    parts: tuple[LineRange, ...]
    verdict: Verdict

    @property
    def decisive(self) -> Rule | None:
        """The rule of `*` that would decide this path, if any."""
        rule = self.verdict.rule
        return rule if rule and not rule.is_empty else None


def replaced_by(verdict: Verdict) -> ReplacedRules | None:
    """Return the rules that the group of a verdict replaces; None if it replaces none."""
    if verdict.group.token is None:  # nothing replaces them: the crawler never follows `*`
        return None
    return _replaced(verdict.group.ignored, verdict.dialect, verdict.path)


@lru_cache(maxsize=4)  # sentence and list need the same; `*` may have tens of thousands of rules
def _replaced(ignored: tuple[Group, ...], dialect: Dialect, path: bytes) -> ReplacedRules | None:
    rules = tuple({rule.line: rule for group in ignored for rule in group.rules if rule.has_pattern}.values())
    if not rules:
        return None
    choice = GroupChoice("*", ignored, (), (), merged_rules(ignored, dialect))
    winner = None if path in dialect.never_asked else choice.rules.winner(path)
    return ReplacedRules(rules, choice.parts, Verdict(dialect, path, choice, winner))
