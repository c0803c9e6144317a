"""Runs the rules over a file. Results for lines and groups are cached: after an edit only what changed is checked."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from operator import itemgetter
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine import Robots
from robotstudio.engine.cancelling import Checkpoint, IsCancelled, checkpoint_of, go_on, in_portions
from robotstudio.engine.content import READ_BY_LINE, content_of, is_page_with_rules
from robotstudio.engine.tokens import Field, first_lines
from robotstudio.lint.context import LintContext, Setting, raw_lines
from robotstudio.lint.facts import GroupFacts, LineFacts, line_facts
from robotstudio.lint.idle import ProofCache
from robotstudio.lint.model import Diagnostic, Finding, GroupCheck, LineCheck, LintRule
from robotstudio.lint.rules import RULES

Hit = tuple[LintRule, Diagnostic]
PlacedHit = tuple[LintRule, Diagnostic, int]
"""A rule, its finding, and by how many lines to move it: only listed findings are moved, once."""

GroupKey = tuple[bytes, bytes]

MOST_LINES = 1_000_000  # no crawler reads that far; more would take hundreds of megabytes
_MOST_LINES_CACHED, _MOST_GROUPS_CACHED = 65536, 65536
_MOST_GROUP_BYTES_CACHED = 10_000_000  # each edit of a huge group adds another entry
_LONGEST_CACHED = 512
_MOST_OF_A_RULE = 1000  # enough: a page of HTML has an error in every line

_IGNORE = re.compile(rb"#\s*studio-ignore(-file)?[:\s]\s*((?>(?:[A-Z]{2}-?\d+[\s,]*)+))")
_CODE = re.compile(rb"([A-Z]{2})-?(\d+)")


class Report(Struct, frozen=True):
    """The findings, in file order.

    `suppressed` counts those silenced by comments in the file; `capped` has the total for codes with more findings than
    are listed.
    """

    findings: tuple[Finding, ...]
    suppressed: int
    capped: Mapping[str, int]


class Linter:
    """Checks one file repeatedly while it is edited. Not thread-safe."""

    def __init__(self, rules: Mapping[str, LintRule] = RULES) -> None:
        self._checks = _all_checks() if rules is RULES else _Checks(rules)
        self._lines: dict[bytes, tuple[LineFacts, tuple[Hit, ...]]] = {}
        self._groups = _GroupCache[tuple[int, tuple[Hit, ...]]]()
        self._codes = _GroupCache[frozenset[str]]()
        self._proofs = ProofCache()

    def check(
        self,
        body: bytes,
        setting: Setting | None = None,
        readings: Mapping[str, Robots] | None = None,
        *,
        is_cancelled: IsCancelled | None = None,
    ) -> Report:
        """Check a file. `readings` are existing readings of it, by dialect id.

        Of more than a million lines only the first million are checked; RS507 reports that the file is too large.
        """
        checkpoint = checkpoint_of(is_cancelled)
        context, hits = self._look_at_lines(body, setting or Setting(), readings or {}, checkpoint)
        return _report(self._look_further(context, hits, checkpoint), _Silence.of(context), checkpoint)

    def of_line(self, raw: bytes, lines_before: int) -> list[Finding]:
        """Return what is found in a line by itself: nothing that depends on others, and nothing that hides it."""
        _, hits = self._lines.get(raw) or self._look_at_line(raw)
        return [Finding(rule, found.moved(lines_before)) for rule, found in hits if not rule.is_about_strays]

    def codes(self, body: bytes) -> frozenset[str]:
        """Return the codes of all that `check` finds in a file. Each rule stops at its first finding."""
        context, hits = self._look_at_lines(body, Setting(), {})
        silence, explained = _Silence.of(context), _explained_by(hits)
        if silence or explained or context.content not in READ_BY_LINE:  # the first finding may be one that is dropped
            hits = self._look_further(context, hits)
            return frozenset(
                {rule.code for rule, found, shift in hits if not silence.covers(rule.code, found.line + shift)}
            )
        found_in_file = (rule.code for rule in self._checks.of_files if rule.file and _finds(rule.file(context)))
        return frozenset({rule.code for rule, _, _ in hits}).union(found_in_file, *self._codes_of_groups(context))

    def _look_at_lines(
        self, body: bytes, setting: Setting, readings: Mapping[str, Robots], checkpoint: Checkpoint = go_on
    ) -> tuple[LintContext, list[PlacedHit]]:
        """Return the file, without lines if it has no rules, and what is found in single lines."""
        setting = replace(setting, size=len(body))
        whole, body = body, first_lines(body, MOST_LINES)
        raws = raw_lines(body)
        content = content_of(body)
        is_read = content in READ_BY_LINE  # an error in each line of a web page would not help
        lines = in_portions(raws, checkpoint) if is_read else ()
        known = [self._lines.get(raw) or self._look_at_line(raw) for raw in lines]
        at_hand = readings if is_read and body is whole else {}
        context = LintContext(
            body, raws, [facts for facts, _ in known], at_hand, setting, self._proofs, checkpoint=checkpoint
        )
        context.content = content
        hits = [(rule, found, number) for number, (_, hits) in enumerate(known) if hits for rule, found in hits]
        if hits and (context.stray[0] or is_page_with_rules(body)):
            hits = [hit for hit in hits if not hit[0].is_about_strays or hit[1].variant]
        return context, hits

    def _look_further(
        self, context: LintContext, hits: list[PlacedHit], checkpoint: Checkpoint = go_on
    ) -> list[PlacedHit]:
        """Add what is found in groups and in the file."""
        if context.content not in READ_BY_LINE:
            rules = [rule for rule in self._checks.of_files if rule.is_about_any_content]
            return [(rule, found, 0) for rule in rules if rule.file for found in rule.file(context)]
        explained = _explained_by(hits)
        hits = [*hits, *self._look_at_groups(context, checkpoint)]
        for rule in self._checks.of_files:
            checkpoint()
            if rule.file:
                hits += [(rule, found, 0) for found in rule.file(context)]
        if explained:
            hits = [hit for hit in hits if hit[0].explains_line or not _is_within(hit, explained)]
        return hits

    def _look_at_line(self, raw: bytes) -> tuple[LineFacts, tuple[Hit, ...]]:
        facts = line_facts(raw)
        hits = tuple([(rule, found) for rule, look_at in self._checks.for_line(facts) for found in look_at(facts)])
        if len(raw) <= _LONGEST_CACHED:
            if len(self._lines) >= _MOST_LINES_CACHED:
                self._lines.clear()
            self._lines[raw] = facts, hits
        return facts, hits

    def _look_at_groups(self, context: LintContext, checkpoint: Checkpoint) -> Iterable[PlacedHit]:
        for group, raws in context.groups():
            checkpoint()
            first, key = group.first_line, context.key_of(group, raws)
            known = self._groups.get(key)
            if known is None:
                facts = context.facts_of(group, raws)
                found: list[Hit] = []
                for rule, look_at in self._checks.for_group(facts):
                    checkpoint()
                    found += [(rule, each) for each in look_at(facts)]
                known = first, tuple(found)
                self._groups.put(key, known)
            then, hits = known
            for rule, each in hits:
                yield rule, each, first - then

    def _codes_of_groups(self, context: LintContext) -> Iterable[frozenset[str]]:
        for group, raws in context.groups():
            key = context.key_of(group, raws)
            known = self._codes.get(key)
            if known is None:
                facts = context.facts_of(group, raws)
                known = frozenset(
                    [rule.code for rule, look_at in self._checks.for_group(facts) if _finds(look_at(facts))]
                )
                self._codes.put(key, known)
            yield known


class _Checks:
    """Rules by what they look at."""

    def __init__(self, rules: Mapping[str, LintRule]) -> None:
        lines = [(rule, rule.line) for rule in rules.values() if rule.line]
        self._of_odd = {
            field: [each for each in lines if not each[0].fields or field in each[0].fields] for field in Field
        }
        self._of_plain = {
            field: [each for each in several if each[0].in_plain is not None] for field, several in self._of_odd.items()
        }
        self._signs = {
            field: re.compile(b"|".join(b"(?:%b)" % (rule.in_plain or b"") for rule, _ in several))
            for field, several in self._of_plain.items()
            if several
        }
        self.of_files = [rule for rule in rules.values() if rule.file]
        self._of_groups = [(rule, rule.group, int(rule.needs)) for rule in rules.values() if rule.group]
        self._by_traits: dict[int, list[tuple[LintRule, GroupCheck]]] = {}

    def for_line(self, facts: LineFacts) -> Sequence[tuple[LintRule, LineCheck]]:
        """Return the rules that may find something in a line."""
        if not facts.is_plain:
            return self._of_odd[facts.field]
        sign = self._signs.get(facts.field)
        return self._of_plain[facts.field] if sign and sign.search(facts.google.value) else ()

    def for_group(self, facts: GroupFacts) -> list[tuple[LintRule, GroupCheck]]:
        """Return the rules that may find something in a group."""
        traits = facts.traits
        if traits not in self._by_traits:
            self._by_traits[traits] = [
                (rule, look_at) for rule, look_at, needs in self._of_groups if not needs & ~traits
            ]
        return self._by_traits[traits]


@cache
def _all_checks() -> _Checks:
    """Sort all rules once: a linter for each file would spend a sixth of its time on it."""
    return _Checks(RULES)


T = TypeVar("T")


class _GroupCache(Generic[T]):
    """Per-group results, cached by the group's lines and by the other groups for the same crawlers."""

    def __init__(self) -> None:
        self._known: dict[GroupKey, T] = {}
        self._bytes = 0

    def get(self, key: GroupKey) -> T | None:
        return self._known.get(key)

    def put(self, key: GroupKey, known: T) -> None:
        size = len(key[0])
        self._bytes += size
        if len(self._known) >= _MOST_GROUPS_CACHED or self._bytes > _MOST_GROUP_BYTES_CACHED:
            self._known.clear()
            self._bytes = size
        self._known[key] = known


def _finds(found: Iterable[Diagnostic]) -> bool:
    """Return True if a rule finds anything, stopping at the first."""
    return next(iter(found), None) is not None


def _explained_by(hits: Iterable[PlacedHit]) -> AbstractSet[int]:
    """Return the lines that one finding explains completely."""
    return {found.line + shift for rule, found, shift in hits if rule.explains_line}


def _is_within(hit: PlacedHit, lines: AbstractSet[int]) -> bool:
    """Return True if something was found only in one of these lines."""
    _, found, shift = hit
    return found.line + shift in lines and found.last_line in {0, found.line}


class _Silence(Struct, frozen=True):
    """The codes that comments of a file silence: everywhere, and by line."""

    everywhere: AbstractSet[str]
    by_line: Mapping[int, AbstractSet[str]]

    @classmethod
    def of(cls, context: LintContext) -> "_Silence":
        everywhere: set[str] = set()
        by_line: dict[int, set[str]] = {}
        if b"studio-ignore" not in context.body:
            return cls(everywhere, by_line)
        for number, line in enumerate(context.lines, 1):
            wish = _IGNORE.search(line.raw) if b"studio-ignore" in line.raw else None
            if wish:
                codes = {(letters + digits).decode("ascii") for letters, digits in _CODE.findall(wish[2])}
                if wish[1]:
                    everywhere |= codes
                else:
                    by_line.setdefault(number + line.is_comment, set()).update(codes)
        return cls(everywhere, by_line)

    def __bool__(self) -> bool:
        return bool(self.everywhere or self.by_line)

    def covers(self, code: str, line: int) -> bool:
        return code in self.everywhere or code in self.by_line.get(line, ())


_PLACE: Callable[[tuple[int, int, str, int, Finding]], tuple[int, int, str, int]] = itemgetter(0, 1, 2, 3)


def _report(hits: Iterable[PlacedHit], silence: _Silence, checkpoint: Checkpoint) -> Report:
    counts: dict[str, int] = {}
    listed: list[tuple[int, int, str, int, Finding]] = []
    suppressed = 0
    is_silent = bool(silence)
    for place, (rule, found, shift) in enumerate(in_portions(hits, checkpoint)):
        line = found.line + shift
        if is_silent and silence.covers(rule.code, line):
            suppressed += 1
            continue
        count = counts[rule.code] = counts.get(rule.code, 0) + 1
        if count <= _MOST_OF_A_RULE:
            listed.append((line, found.start, rule.code, place, Finding(rule, found.moved(shift))))
    listed.sort(key=_PLACE)
    capped = {code: count for code, count in counts.items() if count > _MOST_OF_A_RULE}
    return Report(tuple(row[-1] for row in listed), suppressed, capped)
