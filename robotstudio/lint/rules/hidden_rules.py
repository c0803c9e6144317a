"""Rules that another one of their group makes needless."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache

from robotstudio.engine import DIALECTS
from robotstudio.engine.groups import Rule
from robotstudio.lint.affected import others, rules_close
from robotstudio.lint.facts import GroupFacts
from robotstudio.lint.model import Diagnostic, LintRule, Severity, Trait, Value
from robotstudio.lint.rules.common import REMOVE_LINE, WHOLE_SITE, removal
from robotstudio.text.language import Plural


def hidden_rule(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a rule that another one of the same kind makes needless for every URL: proven, also for the first match.

    Not a safe fix: Heritrix treats a longer rule as an exception to the shorter one.
    """
    if not facts.allows and not WHOLE_SITE.isdisjoint(facts.patterns):
        yield from _hidden_by_all(facts)
        return
    needless: list[tuple[Rule, Rule]] = []
    for idle in facts.idle_rules:
        rule, by = idle.rule, next(iter(idle.by), None)
        if by is None or not idle.is_spare or _is_cut(facts, by) or _is_lost_to_some(facts, rule, by):
            continue
        if by.pattern in WHOLE_SITE and not by.allow:
            needless.append((by, rule))
        elif rule.pattern.rstrip(b"*") != by.pattern:  # else RS405 or RS420 reports it
            yield _covered(rule, by)
    if needless:
        by, rule = needless[0]
        args: dict[str, Value] = {"shorter": by.written, "by": (by.line,), "count": len(needless)}
        yield Diagnostic(rule.line, args=args, variant="all", dialects=_hiding())


HIDDEN_RULE = LintRule(
    "RS422",
    "hidden-rule",
    Severity.HINT,
    title="Rule covered by a shorter one",
    messages={
        "": (
            "{shorter} in line {by} already blocks all of this, and no Allow opens it. Under RFC 9309 this line has "
            "no effect."
        ),
        "begins-alike": (
            "{shorter} in line {by} already blocks all of this, since it matches everything that starts with it. If "
            "a directory was meant, it needs a trailing slash."
        ),
        "allow": (
            "{shorter} in line {by} already allows all of this, and no Disallow blocks it. Under RFC 9309 this line "
            "has no effect."
        ),
        "all": Plural(
            "{shorter} in line {by} already blocks the whole site. Under RFC 9309 this line has no effect.",
            (
                "{shorter} in line {by} already blocks the whole site. Under RFC 9309 the group's other rules have "
                "no effect: {count}."
            ),
        ),
    },
    fixes=REMOVE_LINE,
    group=hidden_rule,
    needs=Trait.SEVERAL_RULES,
)


def _hidden_by_all(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report the rules beside one that blocks the whole site, once per group."""
    several = [rule for rule in facts.rules if rule.pattern in WHOLE_SITE]
    whole = next(filter(facts.is_standard, several), several[0])
    beside = [idle.rule for idle in facts.idle_rules if idle.rule.written and idle.rule.pattern not in WHOLE_SITE]
    if beside:
        args: dict[str, Value] = {"shorter": whole.written, "by": (whole.line,), "count": len(beside)}
        yield Diagnostic(beside[0].line, args=args, variant="all", dialects=_hiding())


def _covered(rule: Rule, by: Rule) -> Diagnostic:
    has_own_query = by.pattern.count(b"?") < rule.pattern.count(b"?")
    dialects = _dialects_affected(by.allow, _kind(by.pattern), _kind(rule.pattern), has_own_query=has_own_query)
    is_plain = not by.allow and not _kind(by.pattern) and not _kind(rule.pattern)
    goes_on = is_plain and rule.pattern[len(by.pattern) : len(by.pattern) + 1].isalnum() and by.pattern[-1:].isalnum()
    variant = "allow" if rule.allow else "begins-alike" if goes_on else ""
    args: dict[str, Value] = {"by": (by.line,), "shorter": by.written}
    return Diagnostic(rule.line, args=args, fixes=(removal(rule.line),), variant=variant, dialects=dialects)


def _kind(pattern: bytes) -> str:
    return "wild" * (b"*" in pattern) + "end" * pattern.endswith(b"$")


_SAMPLES = {
    "": (b"/a/", b"/a/b/c/"),
    "wild": (b"/*/c/", b"/a/*/c/"),
    "end": (b"/a/b/c/$", b"/a/b/c/$"),
    "wildend": (b"/*/c/$", b"/a/*/c/$"),
    "query": (b"/*c=", b"/*?c="),
}
"""Pattern that covers another, and the covered one, by kind."""
_PROBES = ("/a/b/c/", "/a/b/c/c/", "/a/b/c/d", "/a/*/c/", "/*/b/", "/x/b/", "/a/b/c/$", "/*/c/$", "/a?c=1")


@cache
def _dialects_affected(allow: bool, covering: str, covered: str, *, has_own_query: bool) -> tuple[str, ...]:
    """Return the dialects in which a rule covered by another still changes something."""
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
    """Return True if a limit truncated the rule's line."""
    return facts.lines[rule.line - facts.first_line].google.value != rule.written


def _is_lost_to_some(facts: GroupFacts, rule: Rule, shorter: Rule) -> bool:
    """Return True if an empty line separates them, so that some parsers read only the longer one."""
    empty = facts.empty_lines
    return rule.line < shorter.line and bisect_left(empty, rule.line) < bisect_left(empty, shorter.line)


def _hiding() -> tuple[str, ...]:
    """Return the dialects in which a longer rule takes something away from a shorter one."""
    return others(rules_close(b"Disallow: /a\nDisallow: /ab", "/ac"))
