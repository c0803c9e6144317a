"""Rules that another one of their group makes needless: RS422."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from robotstudio.engine import DIALECTS
from robotstudio.engine.groups import Rule
from robotstudio.engine.language import Plural
from robotstudio.engine.patterns import Pattern, compile_pattern
from robotstudio.lint.affected import others, rules_close
from robotstudio.lint.context import GroupFacts
from robotstudio.lint.model import Found, LintRule, Severity, Value
from robotstudio.lint.rules.common import REMOVE_LINE, WHOLE_SITE, Prefixes, beginning, removal, share_paths

_MOST_COVERING, _MOST_COVERED, _MOST_AGAINST = 50, 1000, 200
_LONGEST_COMPARED = 500


def hidden_rule(facts: GroupFacts) -> Iterator[Found]:
    """A rule that another one of the same kind makes needless, where no rule of the other kind lies between.

    Said only where it is certain. No safe fix: Heritrix takes a longer rule for an exception from the shorter one.
    """
    if not facts.allows and not WHOLE_SITE.isdisjoint(facts.patterns):
        yield from _hidden_by_all(facts)
        return
    yield from _hidden_by_prefix(facts)
    if b"*" in facts.text or b"$" in facts.text:
        yield from _covered(facts, [rule for rule in facts.rules if not rule.allow and rule.written])
    if len(facts.allows) > 1:
        yield from _covered(facts, [rule for rule in facts.allows if rule.written])


HIDDEN_RULE = LintRule(
    "RS422",
    "hidden-rule",
    Severity.HINT,
    title="Rule covered by a shorter one",
    messages={
        "": (
            "{shorter} in line {by} already blocks all of this, and no Allow opens it. By the standard this line "
            "changes nothing."
        ),
        "begins-alike": (
            "{shorter} in line {by} already blocks all of this, since it matches everything that starts with it. If it "
            "means a directory, it needs a slash at its end."
        ),
        "allow": (
            "{shorter} in line {by} already allows all of this, and no Disallow closes it. By the standard this line "
            "changes nothing."
        ),
        "all": Plural(
            "{shorter} in line {by} already blocks the whole site. By the standard this line changes nothing.",
            "{shorter} in line {by} already blocks the whole site. By the standard the other rules of the group change "
            "nothing: {count}.",
        ),
    },
    fixes=REMOVE_LINE,
    group=hidden_rule,
)


def _hidden_by_all(facts: GroupFacts) -> Iterator[Found]:
    """The rules beside one that blocks the whole site, said once a group."""
    whole = next(rule for rule in facts.rules if rule.pattern in WHOLE_SITE)
    others_ = [rule for rule in facts.rules if rule.written and rule.pattern not in WHOLE_SITE]
    if others_:
        args: dict[str, Value] = {"shorter": whole.written, "by": (whole.line,), "count": len(others_)}
        yield Found(others_[0].line, args=args, variant="all", dialects=_hiding())


def _hidden_by_prefix(facts: GroupFacts) -> Iterator[Found]:
    """Disallow rules that a shorter one begins, both without wildcards."""
    by: dict[bytes, bytes] = {}
    shorter = b"\xff"
    for pattern in facts.blocked:
        if not pattern.startswith(shorter):
            shorter = pattern
        elif pattern != shorter:
            by[pattern] = shorter
    if not by:
        return
    against = [rule for rule in facts.allows if rule.written]
    exceptions = Prefixes(beginning(rule.pattern) for rule in against)
    compared = 0
    first_with = {rule.pattern: rule for rule in reversed(facts.disallows(set(by.values())))}
    for rule in facts.disallows(by.keys()):
        pattern, first = rule.pattern, first_with[by[rule.pattern]]
        if _is_cut(facts, first) or _is_lost_to_some(facts, rule, first):
            continue
        is_near = exceptions.share_paths_with(pattern)
        compared += is_near
        if not is_near or (compared <= _MOST_COVERED and not _may_decide(against, rule, first)):
            args: dict[str, Value] = {"by": (first.line,), "shorter": first.written}
            goes_on = pattern[len(first.pattern) : len(first.pattern) + 1].isalnum() and first.pattern[-1:].isalnum()
            variant = "begins-alike" if goes_on else ""
            dialects = _hiding()
            yield Found(rule.line, args=args, fixes=(removal(rule.line),), variant=variant, dialects=dialects)


class Reach(NamedTuple):
    """A rule and what it matches, to be asked which other rules match no more."""

    rule: Rule
    pattern: Pattern
    is_wild: bool

    @classmethod
    def of(cls, rule: Rule) -> "Reach":
        return cls(rule, compile_pattern(rule.pattern), b"*" in rule.pattern or rule.pattern.endswith(b"$"))

    def covers(self, other: Rule) -> bool:
        """Whether it matches all that another rule matches.

        A star of the other is looked for as a byte of a path: only a star of this one can stand for it.
        """
        text = other.pattern
        if self.pattern.needle not in text or (self.pattern.anchored and not text.endswith(b"$")):
            return False
        return self.pattern.matches(text.removesuffix(b"$"))


def _covered(facts: GroupFacts, rules: Sequence[Rule]) -> Iterator[Found]:
    """Rules of one kind that another one covers, where at least one of the two has wildcards or both allow."""
    first_with = {rule.pattern: rule for rule in reversed(rules) if not rule.rewritten}
    reaches = [Reach.of(rule) for rule in first_with.values() if len(rule.pattern) > 1]
    reaches.sort(key=lambda reach: reach.rule.line)
    wild = [reach for reach in reaches if reach.is_wild][:_MOST_COVERING]
    plain = Prefixes(reach.rule.pattern for reach in reaches if not reach.is_wild)
    against = _against(facts, rules[:1])
    needless: list[tuple[Rule, Rule]] = []
    for reach in reaches[:_MOST_COVERED]:
        rule = reach.rule
        head = plain.first_of(beginning(rule.pattern)) if reach.is_wild or rule.allow else b""
        by = first_with[head] if head and head != rule.pattern else None
        if by is None:
            by = next((each.rule for each in wild if each.rule is not rule and _covers_alone(each, reach)), None)
        if by is None or _is_cut(facts, by) or _is_lost_to_some(facts, rule, by) or _may_decide(against, rule, by):
            continue
        if rule.pattern.rstrip(b"*") == by.pattern:
            continue  # the star at its end is what is said of it
        if by.pattern in WHOLE_SITE and not by.allow:
            needless.append((by, rule))
            continue
        args: dict[str, Value] = {"by": (by.line,), "shorter": by.written}
        has_own_query = by.pattern.count(b"?") < rule.pattern.count(b"?")
        dialects = _telling_apart(by.allow, _kind(by.pattern), _kind(rule.pattern), has_own_query=has_own_query)
        variant = "allow" if rule.allow else ""
        yield Found(rule.line, args=args, fixes=(removal(rule.line),), variant=variant, dialects=dialects)
    if needless:
        by, rule = needless[0]
        args = {"shorter": by.written, "by": (by.line,), "count": len(needless)}
        yield Found(rule.line, args=args, variant="all", dialects=_hiding())


def _covers_alone(one: Reach, other: Reach) -> bool:
    """Whether a rule covers another and stays: of two that match the same, one without wildcards or the first does."""
    if len(other.rule.pattern) > _LONGEST_COMPARED or not one.covers(other.rule):
        return False
    return not other.covers(one.rule) or (other.is_wild and one.rule.line < other.rule.line)


def _against(facts: GroupFacts, rules: Sequence[Rule]) -> Sequence[Rule]:
    """The rules of the other kind than some."""
    return [rule for rule in facts.rules if rules and rule.allow != rules[0].allow and rule.written]


def _may_decide(against: Sequence[Rule], rule: Rule, by: Rule) -> bool:
    """Whether a rule of the other kind may win over `by` somewhere, and not over the rule that this covers.

    The longest rule wins, and an Allow over a Disallow as long as itself.
    """
    if len(against) > _MOST_AGAINST:
        return True
    least, most = len(by.pattern) + by.allow, len(rule.pattern) + rule.allow
    # For parsers that take the first match, what stands between the two decides before the second is read.
    rivals = (each for each in against if least <= len(each.pattern) < most or rule.line < each.line < by.line)
    start = beginning(rule.pattern)
    return any(share_paths(beginning(each.pattern), start) for each in rivals)


def _kind(pattern: bytes) -> str:
    return "wild" * (b"*" in pattern) + "end" * pattern.endswith(b"$")


_SAMPLES = {
    "": (b"/a/", b"/a/b/c/"),
    "wild": (b"/*/c/", b"/a/*/c/"),
    "end": (b"/a/b/c/$", b"/a/b/c/$"),
    "wildend": (b"/*/c/$", b"/a/*/c/$"),
    "query": (b"/*c=", b"/*?c="),
}
"""Patterns of each kind that cover others, and that are covered."""
_PROBES = ("/a/b/c/", "/a/b/c/c/", "/a/b/c/d", "/a/*/c/", "/*/b/", "/x/b/", "/a/b/c/$", "/*/c/$", "/a?c=1")


@cache
def _telling_apart(allow: bool, covering: str, covered: str, *, has_own_query: bool) -> tuple[str, ...]:
    """The dialects in which a rule that another covers changes something all the same."""
    field = b"Allow: " if allow else b"Disallow: "
    closed = b"\nDisallow: /" if allow else b""
    samples = [(_SAMPLES[covering][0], _SAMPLES[covered][1]), *[_SAMPLES["query"]] * has_own_query]
    found = set(_hiding())
    for by, rule in samples:
        for lines in ((by, rule), (rule, by)):
            body = b"\n".join(field + line for line in lines) + closed
            alone = field + by + closed
            found.update(*(set(rules_close(body, path)) ^ set(rules_close(alone, path)) for path in _PROBES))
    return tuple(each for each in DIALECTS if each in found)


def _is_cut(facts: GroupFacts, rule: Rule) -> bool:
    """Whether a rule is what a limit leaves of its line."""
    return facts.lines[rule.line - facts.first_line].google.value != rule.written


def _is_lost_to_some(facts: GroupFacts, rule: Rule, shorter: Rule) -> bool:
    """Whether an empty line is between them, so that parsers that end the group there read only the longer one."""
    empty = facts.empty_lines
    return rule.line < shorter.line and bisect_left(empty, rule.line) < bisect_left(empty, shorter.line)


def _hiding() -> tuple[str, ...]:
    """The dialects in which a longer rule takes something away from a shorter one."""
    return others(rules_close(b"Disallow: /a\nDisallow: /ab", "/ac"))
