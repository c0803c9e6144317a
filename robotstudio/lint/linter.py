"""Runs the rules over a file. What was found in a line or a group is kept: after an edit only what changed is read."""

import re
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice
from operator import itemgetter

from robotstudio.engine import Robots
from robotstudio.engine.content import READ_BY_LINE, content_of, is_page_with_rules
from robotstudio.engine.tokens import Field, first_lines
from robotstudio.lazy_dataclasses import dataclass, replace
from robotstudio.lint.context import LintContext, Setting, raw_lines
from robotstudio.lint.facts import GroupFacts, LineFacts, line_facts
from robotstudio.lint.kept_proofs import KeptProofs
from robotstudio.lint.model import Finding, Found, GroupCheck, LintRule
from robotstudio.lint.rules import RULES

Hit = tuple[LintRule, Found]
PlacedHit = tuple[LintRule, Found, int]
"""A rule, what it found, and by how many lines that has to be moved: it is moved once, and only what is listed."""

MOST_LINES = 1_000_000  # no crawler reads as far; a list of more would take hundreds of megabytes
_MOST_LINES_KEPT, _MOST_GROUPS_KEPT = 65536, 65536
_MOST_GROUP_LINES_KEPT = 500_000  # each edit of a huge group leaves one more of it behind
_LONGEST_KEPT = 512
_MOST_OF_A_RULE = 1000  # a page of HTML has an error in every line: the first thousand tell as much as all

_IGNORE = re.compile(rb"#\s*studio-ignore(-file)?[:\s]\s*((?:[A-Z]{2}-?\d+[\s,]*)++)")
_CODE = re.compile(rb"([A-Z]{2})-?(\d+)")


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, in file order. `suppressed` counts what comments in the file silence; `capped` names the codes
    of which there are more than are listed, with how many there are.
    """

    findings: tuple[Finding, ...]
    suppressed: int
    capped: Mapping[str, int]


class Linter:
    """Checks one file again and again, as it is edited. Not safe to be used by two threads at once."""

    def __init__(self, rules: Mapping[str, LintRule] = RULES) -> None:
        self._line_rules = {
            (field, plain): [
                (rule, rule.line) for rule in rules.values() if rule.line and _is_for(rule, field, is_plain=plain)
            ]
            for field in Field
            for plain in (False, True)
        }
        self._group_rules = [(rule, rule.group, int(rule.needs)) for rule in rules.values() if rule.group]
        self._by_traits: dict[int, list[tuple[LintRule, GroupCheck]]] = {}
        self._file_rules = [rule for rule in rules.values() if rule.file]
        self._lines: dict[bytes, tuple[LineFacts, tuple[Hit, ...]]] = {}
        self._groups: dict[tuple[tuple[bytes, ...], bytes], tuple[int, tuple[Hit, ...], int | None]] = {}
        self._proofs = KeptProofs()
        self._group_lines = 0

    def check(
        self, body: bytes, setting: Setting | None = None, readings: Mapping[str, Robots] | None = None
    ) -> Report:
        """Look at a file. `readings` are those of its readings that are at hand, by the id of the dialect.

        Of more lines than a million only the first million are looked at; RS507 says that the file is too large.
        """
        return _report(*self._look_at(body, setting, readings))

    def codes(self, body: bytes) -> frozenset[str]:
        """The codes of all that `check` finds in a file. Once is enough: no rule looks for more than decides that."""
        hits, silence = self._look_at(body, None, None, enough=1)
        if not silence:
            return frozenset({rule.code for rule, _, _ in hits})
        return frozenset(
            {rule.code for rule, found, shift in hits if not silence.covers(rule.code, found.line + shift)}
        )

    def _look_at(
        self,
        body: bytes,
        setting: Setting | None,
        readings: Mapping[str, Robots] | None,
        enough: int | None = None,
    ) -> "tuple[list[PlacedHit], _Silence]":
        """All that is found, or as much of each rule in a group and in the file as is `enough`."""
        setting = replace(setting or Setting(), size=len(body))
        whole, body = body, first_lines(body, MOST_LINES)
        raws = raw_lines(body)
        content = content_of(body)
        if content not in READ_BY_LINE:
            return self._look_at_what_has_no_rules(body, raws, setting)
        known = [self._lines.get(raw) or self._look_at_line(raw) for raw in raws]
        at_hand = readings if readings and body is whole else {}
        context = LintContext(body, raws, [facts for facts, _ in known], at_hand, setting, self._proofs)
        context.content = content
        hits = [(rule, found, number) for number, (_, hits) in enumerate(known) if hits for rule, found in hits]
        if context.stray[0] or is_page_with_rules(body):
            hits = [hit for hit in hits if not hit[0].is_about_strays or hit[1].variant]
        explained = {found.line + shift for rule, found, shift in hits if rule.explains_line}
        silence = _Silence.of(context)
        if explained or silence:
            enough = None  # what comes first may be what is not said
        hits += self._look_at_groups(context, enough)
        hits += [
            (rule, found, 0) for rule in self._file_rules if rule.file for found in islice(rule.file(context), enough)
        ]
        if explained:
            hits = [hit for hit in hits if hit[0].explains_line or not _is_within(hit, explained)]
        return hits, silence

    def _look_at_what_has_no_rules(
        self, body: bytes, raws: list[bytes], setting: Setting
    ) -> "tuple[list[PlacedHit], _Silence]":
        """Only what is said of any file: an error in each line of a web page would help nobody."""
        context = LintContext(body, raws, [], {}, setting)
        hits = [
            (rule, found, 0)
            for rule in self._file_rules
            if rule.file and rule.is_about_any_content
            for found in rule.file(context)
        ]
        return hits, _Silence(frozenset(), {})

    def _look_at_line(self, raw: bytes) -> tuple[LineFacts, tuple[Hit, ...]]:
        facts = line_facts(raw)
        rules = self._line_rules[facts.field, facts.is_plain]
        hits = tuple([(rule, found) for rule, look_at in rules for found in look_at(facts)])
        if len(raw) <= _LONGEST_KEPT:
            if len(self._lines) >= _MOST_LINES_KEPT:
                self._lines.clear()
            self._lines[raw] = facts, hits
        return facts, hits

    def _look_at_groups(self, context: LintContext, enough: int | None) -> Iterable[PlacedHit]:
        groups = context.google.groups
        ends = [*(group.first_line for group in groups[1:]), len(context.lines) + 1]
        for group, end in zip(groups, ends, strict=False):  # a file without groups has an end all the same
            first = group.first_line
            key = context.key_of(group, end)
            known = self._groups.get(key)
            if known is None or known[2] not in {None, enough}:
                facts = context.facts_of(group, key[0])
                known = first, self._look_at_group(facts, enough), enough
                self._group_lines += len(facts.raws)
                if len(self._groups) >= _MOST_GROUPS_KEPT or self._group_lines > _MOST_GROUP_LINES_KEPT:
                    self._groups.clear()
                    self._group_lines = len(facts.raws)
                self._groups[key] = known
            then, hits, _ = known
            for rule, found in hits:
                yield rule, found, first - then

    def _look_at_group(self, facts: GroupFacts, enough: int | None) -> tuple[Hit, ...]:
        """What is found in a group, where it stands now; of each rule as much as is `enough`."""
        traits = facts.traits
        if traits not in self._by_traits:
            self._by_traits[traits] = [
                (rule, look_at) for rule, look_at, needs in self._group_rules if not needs & ~traits
            ]
        rules = self._by_traits[traits]
        return tuple([(rule, found) for rule, look_at in rules for found in islice(look_at(facts), enough)])


def _is_within(hit: PlacedHit, lines: AbstractSet[int]) -> bool:
    """Whether something was found in one of these lines alone."""
    _, found, shift = hit
    return found.line + shift in lines and found.last_line in {0, found.line}


def _is_for(rule: LintRule, field: Field, *, is_plain: bool) -> bool:
    """Whether a rule looks at lines of a field, plain or odd ones."""
    return (not rule.fields or field in rule.fields) and (rule.looks_at_plain or not is_plain)


@dataclass(frozen=True, slots=True)
class _Silence:
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


def _report(hits: Iterable[PlacedHit], silence: _Silence) -> Report:
    counts: dict[str, int] = {}
    listed: list[tuple[int, int, str, int, Finding]] = []
    suppressed = 0
    is_silent = bool(silence)
    for place, (rule, found, shift) in enumerate(hits):
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
