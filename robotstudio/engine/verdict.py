"""A verdict and its explanation as data: ids and arguments, no words (`explain.words` makes those)."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from robotstudio.engine.dialects import Clause, Dialect
from robotstudio.engine.groups import Group, Rule, count_rules
from robotstudio.engine.paths import NO_PATH
from robotstudio.engine.patterns import FULL, Alignment, Wildcards, align
from robotstudio.engine.ruleset import RuleSet, compile_rule


class Reason(StrEnum):
    ALWAYS_ALLOWED = "always-allowed"  # the path is /robots.txt
    MALFORMED_URL = "malformed-url"  # the crawler cannot split the URL, and consults no rule
    NO_GROUP = "no-group"  # neither a group of this crawler nor one of `*`
    NO_RULES = "no-rules"  # its group has no rules
    NO_MATCH = "no-match"  # none of its rules matches
    EMPTY_RULE = "empty-rule"  # only a rule without a value matches: it has no effect
    ONLY_MATCH = "only-match"  # one rule matches
    LONGEST_MATCH = "longest-match"  # several match, one is longest
    TIE_ALLOW = "tie-allow"  # the longest are an Allow and a Disallow: Allow wins
    FIRST_OF_EQUALS = "first-of-equals"  # the longest are of one kind: the first line is named
    DELAY_TOO_LONG = "delay-too-long"  # the crawler refuses to wait that long, and fetches nothing
    FIRST_MATCH = "first-match"  # if the order of the file decides: the first that matches


class Outcome(StrEnum):
    """The outcome of one candidate rule."""

    WINS = "wins"
    SHORTER = "shorter"
    TIE_LOST = "tie-lost"  # as long as the winner, but a Disallow against an Allow
    SAME_AS_WINNER = "same-as-winner"  # as long and of the same kind, further down
    LATER = "later"  # matches, but is further down, and the first counts
    EMPTY = "empty"  # without a value: no effect
    OVERRULED = "overruled"  # matches a path that is always allowed
    UNSEEN = "unseen"  # might match, but the crawler leaves it out or does not get to it
    DROPPED = "dropped"  # read, but dropped with all others for a Crawl-delay that is too long
    NO_MATCH = "no-match"


class StepId(StrEnum):
    """The steps of an explanation, in order."""

    CUT = "cut"  # the file is longer than the crawler reads
    TOKEN_WITHOUT_GROUP = "token-without-group"
    ALWAYS_ALLOWED = "always-allowed"
    MALFORMED_URL = "malformed-url"
    NAMED_GROUP = "named-group"
    GLOBAL_GROUP = "global-group"
    NO_GROUP = "no-group"
    NEVER_GLOBAL = "never-global"
    MERGED = "merged"
    GLOBAL_IGNORED = "global-ignored"
    BLANK_ENDS = "blank-ends"  # an empty line ends the group, and rules after it belong to none
    UNREAD = "unread"  # rules of the group that the crawler leaves out
    DELAY_TOO_LONG = "delay-too-long"  # the delay that drops them all
    CANDIDATES = "candidates"
    RESULT = "result"


class LineRange(NamedTuple):
    """A closed range of 1-based lines."""

    first: int
    last: int


def line_ranges(lines: Iterable[int]) -> list[LineRange]:
    """Combine ascending lines into ranges of consecutive ones."""
    ranges: list[LineRange] = []
    for line in lines:
        if ranges and line == ranges[-1].last + 1:
            ranges[-1] = LineRange(ranges[-1].first, line)
        else:
            ranges.append(LineRange(line, line))
    return ranges


class Stranded(NamedTuple):
    """Rules that an empty line separates from their group: its line, and the first and last of theirs."""

    blank: int
    rules: LineRange


class Step(Struct, frozen=True):
    """One step: its id, the arguments for its text, the lines it refers to, and its source."""

    id: StepId
    args: Mapping[str, object]
    lines: tuple[LineRange, ...]
    clause: Clause


class Candidate(Struct, frozen=True):
    """A rule of the effective group, the path it was tried on, and why it won or lost."""

    rule: Rule
    outcome: Outcome
    path: bytes
    wildcards: Wildcards = FULL
    byte_count: int = 0  # by which a matching rule is compared; the length of any other

    @property
    def alignment(self) -> Alignment:
        """The rule aligned with the path."""
        return align(self.rule.pattern, self.path, self.wildcards)


class GroupChoice(Struct, frozen=True, eq=False, dict=True):
    """The groups that a chain of product tokens leads to.

    `token` is the one of the chain that was found, `*` for the global group, None if the file has neither; `tried` are
    the tokens before it that no group names; `ignored` the global groups that a named group replaces, or that the
    crawler never uses: then `uses_global` is False. `cut_line` is the line in which the crawler stops reading a file
    that is too long for it, 0 if nothing is read.
    """

    token: str | None
    groups: tuple[Group, ...]
    tried: tuple[str, ...]
    ignored: tuple[Group, ...]
    rules: RuleSet
    uses_global: bool = True
    cut_line: int | None = None
    find_stranded: Callable[[], "Stranded | None"] | None = None

    @property
    def parts(self) -> tuple[LineRange, ...]:
        """The line ranges of the merged groups, in file order."""
        return tuple(LineRange(group.first_line, group.last_line) for group in self.groups)

    @cached_property
    def stranded(self) -> "Stranded | None":
        """The rules after an empty line that ends one of the groups."""
        return self.find_stranded() if self.find_stranded else None

    @cached_property
    def rule_count(self) -> int:
        """Number of Allow and Disallow lines in the merged groups."""
        return count_rules(self.groups)


class Verdict:
    """The answer for a URL and a crawler, allowed or not; `reason`, `steps` and `candidates` are computed on use.

    `line` is the 1-based line of the winning rule, None if no rule decided; `rule` and `group` are that rule and the
    choice of groups; `path` the bytes that were compared.
    """

    __slots__ = ("_group", "_matching", "allowed", "dialect", "line", "path", "rule")

    def __init__(
        self, dialect: Dialect, path: bytes, group: GroupChoice | Callable[[], GroupChoice], rule: Rule | None
    ) -> None:
        """`path` is in the dialect's form; `group` may be found on use; `rule` is the winner."""
        self.dialect = dialect
        self.path = path
        self._group = group
        self.rule = rule
        self._matching: tuple[Rule, ...] | None = None
        self.line = rule.line if rule else None
        self.allowed = rule is None or rule.allow or not rule.written

    def __repr__(self) -> str:
        """Return the verdict in short, for a debugger."""
        return f"Verdict(allowed={self.allowed}, line={self.line}, reason={self.reason.value!r})"

    @property
    def group(self) -> GroupChoice:
        if not isinstance(self._group, GroupChoice):
            self._group = self._group()
        return self._group

    @property
    def is_always_allowed(self) -> bool:
        """True if the dialect allows this path whatever the rules say."""
        return self.path in self.dialect.always_allowed

    @property
    def matching(self) -> tuple[Rule, ...]:
        """The rules of the group that match, by precedence; a line that is read twice appears once."""
        if self._matching is None:
            by_line: dict[int, Rule] = {}
            for rule in self.group.rules.matching(self.path):
                by_line.setdefault(rule.line, rule)
            self._matching = tuple(by_line.values())
        return self._matching

    @property
    def matching_count(self) -> int:
        """Number of rules that match; one without a path counts only if no other does."""
        if self.group.rules.precedence.empty_counts:
            return len(self.matching)
        return sum(not rule.is_empty for rule in self.matching) or len(self.matching)

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """Every rule of the group with why it won or lost: those that match by precedence, then the others."""
        rules = self.group.rules
        matching = [(rule, self._outcome(rule)) for rule in self.matching]
        seen = {rule.line for rule, _ in matching}
        others = [(rule, self._missed(rule)) for rule in rules.ranked if rule.line not in seen and not rule.rewritten]
        dropped = self.unread if rules.is_whole else ()
        return (
            *(
                Candidate(rule, outcome, self.path, rules.wildcards, self.byte_count_of(rule))
                for rule, outcome in matching
            ),
            *(Candidate(rule, outcome, self.path, rules.wildcards, rule.priority) for rule, outcome in others),
            *(Candidate(rule, self.left_out, self.path, rules.wildcards, rule.priority) for rule in dropped),
        )

    @property
    def unread(self) -> tuple[Rule, ...]:
        """The rules of the group that the crawler leaves out."""
        if not self.dialect.filter_rules:
            return ()
        read = {rule.line for rule in self.group.rules.ranked}
        rules = (rule for group in self.group.groups for rule in group.rules)
        return tuple(rule for rule in rules if rule.has_pattern and rule.line not in read)

    @property
    def left_out(self) -> Outcome:
        """The outcome of the rules that the crawler leaves out."""
        return Outcome.UNSEEN if self.rule is None or self.rule.has_pattern else Outcome.DROPPED

    @property
    def overlooked(self) -> Rule | None:
        """The first rule that would match if it were not left out or hidden by another."""
        rules = self.group.rules
        hidden = (rule for rule in rules.ranked if rule.below is not None and self._missed(rule) is Outcome.UNSEEN)
        left_out = (rule for rule in self.unread if compile_rule(rule, rules.wildcards).matches(self.path))
        return next(hidden, None) or next(left_out, None)

    def byte_count_of(self, rule: Rule) -> int:
        """Return the length of a matching rule, as the dialect measures it."""
        return self.group.rules.weight(rule, self.path) or rule.priority

    def _outcome(self, rule: Rule) -> Outcome:
        """Return what became of a rule that matches."""
        winner, rules = self.rule, self.group.rules
        if rule.is_empty and not rules.precedence.empty_counts:
            return Outcome.EMPTY
        if winner is None:
            return Outcome.OVERRULED
        if rule == winner:
            return Outcome.WINS
        if rules.precedence.by_order:
            return Outcome.LATER
        if rules.weight(rule, self.path) < rules.weight(winner, self.path):
            return Outcome.SHORTER
        return Outcome.SAME_AS_WINNER if rule.allow == winner.allow else Outcome.TIE_LOST

    def _missed(self, rule: Rule) -> Outcome:
        """Return what became of a rule that does not match."""
        is_hidden = rule.below is not None and self.path.startswith(rule.pattern) and self.path >= rule.below
        return Outcome.UNSEEN if is_hidden else Outcome.NO_MATCH

    @property
    def reason(self) -> Reason:
        if self.is_always_allowed:
            return Reason.ALWAYS_ALLOWED
        if self.path == NO_PATH:
            return Reason.MALFORMED_URL
        if self.rule is None:
            if self.group.token is None:
                return Reason.NO_GROUP
            return Reason.NO_MATCH if self.group.rule_count else Reason.NO_RULES
        if self._outcome(self.rule) is Outcome.EMPTY:
            return Reason.EMPTY_RULE
        if not self.rule.has_pattern:
            return Reason.DELAY_TOO_LONG
        if self.group.rules.precedence.by_order:
            return Reason.FIRST_MATCH
        outcomes = {self._outcome(rule) for rule in self.matching}
        return next((reason for outcome, reason in _REASONS if outcome in outcomes), Reason.ONLY_MATCH)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The path from the crawler's tokens to the result."""
        clauses, choice = self.dialect.clauses, self.group
        steps = []
        if choice.cut_line is not None:
            args: dict[str, object] = {"limit": self.dialect.max_bytes, "dialect": self.dialect.title}
            lines = (LineRange(choice.cut_line, choice.cut_line),) if choice.cut_line else ()
            steps.append(Step(StepId.CUT, args, lines, clauses["limit"]))
        steps += [Step(StepId.TOKEN_WITHOUT_GROUP, {"token": token}, (), clauses["group"]) for token in choice.tried]
        steps += self._group_steps(clauses["group"])
        if self.is_always_allowed:
            steps.append(Step(StepId.ALWAYS_ALLOWED, {}, (), clauses["always"]))
        elif self.path == NO_PATH:
            steps.append(Step(StepId.MALFORMED_URL, {}, (), clauses["escapes"]))
        elif choice.token is not None:
            if choice.rules.is_whole:
                steps += self.unread_steps()
            if self.left_out is not Outcome.DROPPED:
                steps.append(self._candidates_step())
        return (*steps, self._result_step())

    def unread_steps(self) -> tuple[Step, ...]:
        """Return the step about rules that the crawler leaves out; nothing if it reads them all."""
        if self.left_out is Outcome.DROPPED:
            delay = (LineRange(self.line, self.line),) if self.line else ()
            args: dict[str, object] = {"rules": self.group.rule_count}
            return (Step(StepId.DELAY_TOO_LONG, args, delay, self.dialect.clauses["rules"]),)
        unread = self.unread
        if not unread:
            return ()
        lines = tuple(LineRange(rule.line, rule.line) for rule in unread)
        return (Step(StepId.UNREAD, {"rules": len(unread)}, lines, self.dialect.clauses["limit"]),)

    def _candidates_step(self) -> Step:
        unread = len(self.unread) if self.group.rules.is_whole else 0
        overlooked = None if self.matching else self.overlooked
        args: dict[str, object] = {
            "matching": self.matching_count,
            "rules": self.group.rule_count - unread,
            "unread": unread,
            "hidden": overlooked is not None and overlooked.below is not None,
            "precedence": self.group.rules.precedence.id,
            "reason": self.reason.value,
        }
        return Step(StepId.CANDIDATES, args, (), self.dialect.clauses["rules"])

    def _result_step(self) -> Step:
        reason = self.reason
        lines = (LineRange(self.line, self.line),) if self.line else ()
        args: dict[str, object] = {"allowed": self.allowed, "line": self.line, "reason": reason.value}
        return Step(StepId.RESULT, args, lines, self.dialect.clauses[AXIS_OF_REASON.get(reason, "rules")])

    def _group_steps(self, clause: Clause) -> list[Step]:
        choice = self.group
        if not choice.uses_global:
            return [self._step_about_ignored(StepId.NEVER_GLOBAL, clause)]
        if choice.token is None:
            return [Step(StepId.NO_GROUP, {}, (), clause)]
        found = StepId.GLOBAL_GROUP if choice.token == "*" else StepId.NAMED_GROUP
        steps = [Step(found, {"token": choice.token, "rules": choice.rule_count}, choice.parts, clause)]
        if len(choice.groups) > 1:
            steps.append(Step(StepId.MERGED, {"parts": len(choice.groups)}, choice.parts, clause))
        if choice.ignored:
            steps.append(self._step_about_ignored(StepId.GLOBAL_IGNORED, clause))
        if choice.stranded:
            blank, rules = choice.stranded
            records = self.dialect.clauses["records"]
            steps.append(Step(StepId.BLANK_ENDS, {"blank": blank}, (rules,), records))
        return steps

    def _step_about_ignored(self, step: StepId, clause: Clause) -> Step:
        ignored = self.group.ignored
        lines = tuple(LineRange(group.first_line, group.last_line) for group in ignored)
        return Step(step, {"rules": count_rules(ignored)}, lines, clause)


AXIS_OF_REASON: Mapping[Reason, str] = {
    Reason.NO_GROUP: "group",
    Reason.ALWAYS_ALLOWED: "always",
    Reason.MALFORMED_URL: "escapes",
}
"""The axis of the dialect that explains a result; every other reason is explained by precedence ("rules")."""

_REASONS = (
    (Outcome.TIE_LOST, Reason.TIE_ALLOW),
    (Outcome.SAME_AS_WINNER, Reason.FIRST_OF_EQUALS),
    (Outcome.SHORTER, Reason.LONGEST_MATCH),
)
