"""One operand of a comparison: the rules of a reading as globs, by precedence."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.dialects import Dialect
from robotstudio.engine.groups import Rule
from robotstudio.engine.names import Agent
from robotstudio.engine.paths import NO_PATH
from robotstudio.engine.patterns import Pattern
from robotstudio.engine.proof.budget import Budget
from robotstudio.engine.proof.forms import Form, form_of
from robotstudio.engine.proof.globs import EVERYTHING, STAR, filler_for, glob_of, meet
from robotstudio.engine.proof.pattern_index import PrefixIndex
from robotstudio.engine.robots import Robots, with_alternatives
from robotstudio.engine.ruleset import RuleSet, compile_rule

_SLASH, _OTHERWISE = "/", "otherwise"
_AT_ONCE = 5
"""2 ** 5 pieces of rules tried one by one count as a step."""


class Reading(Struct, frozen=True, eq=False):
    """One crawler's reading of a file; with a `form`, only for the paths that have it."""

    robots: Robots
    agent: Agent
    form: Form | None = None


class GlobEntry:
    """The reason that decides some paths: a rule, an always allowed path, or the default if no rule matches."""

    __slots__ = ("allowed", "key", "pattern", "place", "rule")

    def __init__(self, place: int, pattern: Pattern, key: object, rule: Rule | None = None) -> None:
        """`place` counts by precedence; entries with the same `key` are equivalent."""
        self.place = place
        self.pattern = pattern
        self.allowed = rule is None or rule.allow or not rule.written
        self.key = key
        self.rule = rule

    @property
    def line(self) -> int | None:
        return self.rule.line or None if self.rule else None

    @property
    def start(self) -> str:
        """The literal start of each path that it matches."""
        return self.pattern.prefix.decode("latin-1") or _SLASH

    @property
    def is_special(self) -> bool:
        """True if it matches less than its glob: it is bounded, or takes the first place for its end."""
        pattern = self.pattern
        return pattern.below is not None or (pattern.earliest and pattern.anchored and pattern.tail is not None)

    @property
    def glob(self) -> str:
        return glob_of(self.pattern)


class Operand:
    """The entries of a set of rules, as a dialect reads them."""

    def __init__(self, rules: RuleSet, dialect: Dialect, form: Form | None = None) -> None:
        self.rules = rules
        self.dialect = dialect
        self.form: Form = form or form_of(dialect)
        self._known: dict[bytes, GlobEntry] = {}

    @classmethod
    def of(cls, reading: Reading) -> "Operand":
        return cls(reading.robots.choose(reading.agent).rules, reading.robots.dialect, reading.form)

    @cached_property
    def entries(self) -> list[GlobEntry]:
        """Entries by precedence; of rules that match the same paths only the first, the only one that counts."""
        seen: set[object] = set()
        entries = []
        for entry in self.all_entries:
            mark = (entry.pattern, entry.key) if self.goes_by_reach else entry.pattern
            if mark not in seen or entry.rule is None:
                seen.add(mark)
                entries.append(entry)
        return entries

    @cached_property
    def all_entries(self) -> list[GlobEntry]:
        """The same with all rules."""
        fixed = [path for path in sorted(self.dialect.always_allowed) if path != NO_PATH]
        entries = [
            GlobEntry(at - len(fixed), Pattern(path, (), None, anchored=True), path) for at, path in enumerate(fixed)
        ]
        entries += [self.entry_of(place, rule) for place, rule in enumerate(self.rules.ranked)]
        entries.append(self.otherwise)
        return entries

    def entry_of(self, place: int, rule: Rule) -> GlobEntry:
        """Make the entry of a rule with a given rank."""
        key = rule.pattern, rule.below, rule.allow or not rule.written
        return GlobEntry(place, compile_rule(rule, self.rules.wildcards), key, rule)

    @cached_property
    def otherwise(self) -> GlobEntry:
        """The default: everything that no rule matches is allowed."""
        return GlobEntry(len(self.rules.ranked), Pattern(b"", (), None, anchored=False), _OTHERWISE)

    @cached_property
    def _by_rule(self) -> dict[int, GlobEntry]:
        return {id(entry.rule): entry for entry in self.entries if entry.rule}

    @cached_property
    def is_special(self) -> bool:
        """True if any entry matches less than its glob."""
        special = self.rules.wildcards.earliest or any(rule.below is not None for rule in self.rules.ranked)
        return special and any(entry.is_special for entry in self.entries)

    def without(self, line: int) -> "Operand":
        """Return the operand without the rule on a line."""
        dialect = self.dialect
        left = [replace(rule, below=None) for rule in self.rules.ranked if rule.line != line and not rule.rewritten]
        rules = with_alternatives(dialect.filter_rules(left) if dialect.filter_rules else left, dialect)
        return Operand(RuleSet(rules, dialect.precedence, dialect.wildcards), dialect, self.form)

    @property
    def goes_by_reach(self) -> bool:
        """True if the path decides which of two rules wins."""
        return self.rules.precedence.reach is not None

    @cached_property
    def cost(self) -> int:
        """The steps that it takes to find what decides a path."""
        ranked = self.rules.ranked
        tried = ranked if self.goes_by_reach else [rule for rule in ranked if b"*" in rule.pattern or rule.below]
        return 1 + (sum(1 + rule.pattern.count(b"*") for rule in tried) >> _AT_ONCE)

    def winner(self, path: bytes) -> GlobEntry:
        """Return what decides a path, according to the engine itself."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = self._winner(path)
        return known

    def _winner(self, path: bytes) -> GlobEntry:
        if path in self.dialect.always_allowed:
            return next(entry for entry in self.entries if entry.key == path)
        rule = self.rules.winner(path)
        if rule is None:
            return self.otherwise
        return self._by_rule[id(rule)]

    def globs(self, entry: GlobEntry, budget: Budget, letters: str = "") -> list[str]:
        """Return what an entry matches among all paths, as globs; a bound needs all `letters` used by any rule."""
        glob = entry.glob
        if entry.pattern.below is not None:
            found = sorted_before(entry.pattern.prefix, entry.pattern.below, letters, budget)
        elif glob.startswith(_SLASH):
            found = [glob]
        elif glob.startswith(STAR):
            ways = meet(glob, EVERYTHING, budget, every=self.goes_by_reach)
            found = [EVERYTHING] if glob == STAR else sorted(ways, key=len)
        else:
            found = []
        return [each for each in found if self.is_possible(each)]

    def is_possible(self, glob: str) -> bool:
        """Return True if a path may contain what is between the stars."""
        return self.form.can_hold(glob) and not self.form.is_impossible(glob)

    def parts_outside(self, entry: GlobEntry, glob: str, budget: Budget, letters: str) -> list[str]:
        """Return the parts of a glob that a special entry does not match, though its own glob covers them."""
        pattern = entry.pattern
        if pattern.below is not None:
            others = sorted_behind(pattern.prefix, pattern.below, letters, budget)
        else:
            others = [entry.glob + STAR]
        return sorted({part for other in others for part in meet(glob, other, budget)}, key=len)


def sorted_before(prefix: bytes, bound: bytes, letters: str, budget: Budget) -> list[str]:
    """Return globs for the paths with a prefix that sort before a text with that prefix."""
    return _beside(prefix, bound, letters, budget, str.__lt__, closed=True)


def sorted_behind(prefix: bytes, bound: bytes, letters: str, budget: Budget) -> list[str]:
    """Return globs for the paths with a prefix that do not sort before such a text."""
    return [bound.decode("latin-1") + STAR, *_beside(prefix, bound, letters, budget, str.__gt__, closed=False)]


def _beside(
    prefix: bytes, bound: bytes, letters: str, budget: Budget, is_there: Callable[[str, str], bool], *, closed: bool
) -> list[str]:
    found = []
    for at in range(len(prefix), len(bound)):
        start = bound[:at].decode("latin-1")
        if closed:
            found.append(start)
        found += [start + letter + STAR for letter in letters if is_there(letter, chr(bound[at]))]
        budget.spend(len(letters))
    return found


def letters_of(operands: Sequence[Operand]) -> str:
    """Return all letters of the rules of some operands, and one for each run of letters between them."""
    used = set[int]().union(*(rule.pattern for operand in operands for rule in operand.rules.ranked))
    letters, found, in_run = operands[0].form.letters, [], False
    for byte in range(256):
        is_free = byte not in used
        if not (is_free and (in_run or chr(byte) not in letters)):
            found.append(byte)
        in_run = is_free and (in_run or chr(byte) in letters)
    return bytes(found).decode("latin-1")


def with_ends(globs: Iterable[str]) -> list[str]:
    """Return globs, and each that ends with a star also without it: then the star stands for at least one byte."""
    return [each for glob in globs for each in ((glob, glob[:-1]) if glob.endswith(STAR) else (glob,))]


def by_start(entries: Iterable[GlobEntry]) -> PrefixIndex[str, GlobEntry]:
    """Index entries by what their paths begin with."""
    return PrefixIndex((entry.start, entry) for entry in entries)


def filler_of(operands: Sequence[Operand]) -> str | None:
    """Return a word that none of the patterns of some operands touches, None if none is found."""
    fillers = operands[0].form.fillers
    for letters in {operand.form.letters for operand in operands[1:]}:
        fillers = "".join(letter for letter in fillers if letter in letters)
    rules = [rule.pattern for operand in operands for rule in operand.rules.ranked]
    used = frozenset(b"".join((*rules, *(path for operand in operands for path in operand.dialect.always_allowed))))
    free = next((letter for letter in fillers if ord(letter) not in used), None)
    return free or filler_for((entry.glob for operand in operands for entry in operand.entries), fillers)
