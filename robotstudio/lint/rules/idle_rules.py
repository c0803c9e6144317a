"""Rules that change nothing."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from robotstudio.engine import Group
from robotstudio.engine.groups import Rule
from robotstudio.lint.affected import others, rules_close
from robotstudio.lint.context import LintContext
from robotstudio.lint.facts import GroupFacts
from robotstudio.lint.model import NOBODY, Diagnostic, LintRule, Severity, Trait, Value
from robotstudio.lint.rules.characters import path_in_comment
from robotstudio.lint.rules.common import WHOLE_SITE, beginning
from robotstudio.text.language import Plural

_LONGEST_ALLOW = 1000
_MOST_COMPARED = 100
_TYPE = re.compile(rb"/?\*+\.[A-Za-z0-9]{1,5}[*$]?")


def allow_that_opens_nothing(context: LintContext) -> Iterator[Diagnostic]:
    """Report an Allow that is proven to change no verdict by the standard, and why."""
    groups = [group for group in context.google.groups if group.rules]
    names = Counter(agent.token for group in groups for agent in group.agents)
    told: set[bytes] = set()
    for group in groups:
        allows = [rule for rule in group.rules if rule.allow and 1 < len(rule.pattern) <= _LONGEST_ALLOW]
        if allows and all(
            names[agent.token] == 1 for agent in group.agents
        ):  # else rules of other groups count as well
            disallows = [rule for rule in group.rules if not rule.allow and rule.written]
            if not disallows:
                yield from _restricting_nothing(group, allows)
                continue
            idle = {each.rule.line: each for each in context.idle_rules(group)}
            shut = [*_opening_nothing(allows, disallows, idle)]
            yield from shut
            said = {found.line for found in shut} | {line for line, each in idle.items() if each.by}
            open_ = [rule for rule in _not_named(allows, disallows) if rule.line in idle and rule.line not in said]
            open_ = [rule for rule in open_ if rule.pattern not in told]
            told.update(rule.pattern for rule in open_)
            yield from _opening_what_is_open(open_)


ALLOW_THAT_OPENS_NOTHING = LintRule(
    "RS426",
    "allow-that-opens-nothing",
    Severity.INFORMATION,
    title="Allow that opens nothing",
    messages={
        "": "{path} opens nothing: {longer} in line {line} is longer, and under RFC 9309 the longer rule wins.",
        "page": (
            "{path} is not an exception to {longer} in line {line}, which is longer: under RFC 9309 the longer rule "
            "wins."
        ),
        "alone": "The group has no Disallow: its crawlers may fetch everything, with or without this Allow for {path}.",
        "type": (
            "{path} opens nothing: every Disallow of the group is longer, such as {longer} in line {line}, and under "
            "RFC 9309 the longer rule wins."
        ),
        "open": Plural(
            "No Disallow of the group needs an exception for {path}: this Allow has no effect.",
            "No Disallow of the group needs the exceptions at lines {lines}: these lines have no effect.",
        ),
    },
    file=allow_that_opens_nothing,
)


def _not_named(allows: Sequence[Rule], disallows: Sequence[Rule]) -> Iterator[Rule]:
    """Yield the Allow rules that were not written with a Disallow in mind, such as the directory of a blocked path."""
    blocked = sorted(beginning(rule.pattern) for rule in disallows)
    for rule in allows:
        start = rule.pattern.rstrip(b"*$")
        at = bisect_left(blocked, start)
        is_named = at < len(blocked) and blocked[at].startswith(start)
        if rule.pattern.startswith(b"/") and not rule.rewritten and not is_named:
            yield rule


def _restricting_nothing(group: Group, allows: Sequence[Rule]) -> Iterator[Diagnostic]:
    """Report Allow rules in a group that closes nothing: they do not restrict what is open."""
    if all(rule.allow and rule.pattern not in WHOLE_SITE for rule in group.rules):
        first = allows[0]
        yield Diagnostic(first.line, args={"path": first.written}, variant="alone", dialects=NOBODY)


def _opening_what_is_open(idle: Sequence[Rule]) -> Iterator[Diagnostic]:
    """Report Allow rules for what nothing blocks, once per group."""
    if idle:
        args: dict[str, Value] = {
            "path": idle[0].written,
            "lines": tuple(rule.line for rule in idle),
            "count": len(idle),
        }
        yield Diagnostic(idle[0].line, args=args, variant="open", severity=Severity.HINT, dialects=NOBODY)


def _opening_nothing(allows: Sequence[Rule], disallows: Sequence[Rule], idle: Container[int]) -> Iterator[Diagnostic]:
    """Report Allow rules that lose to a longer Disallow, if they are idle."""
    lines = {rule.pattern: rule.line for rule in reversed(disallows)}
    starred = {pattern.rstrip(b"*"): pattern for pattern in lines if pattern.endswith(b"*")}
    others: list[Rule] = []
    for rule in allows:
        longer = starred.get(rule.pattern.rstrip(b"*"), b"")
        if len(longer) <= len(rule.pattern) or rule.line not in idle:
            others.append(rule)
            continue  # idle because of a longer starred Disallow
        args: dict[str, Value] = {"path": rule.written, "line": (lines[longer],), "longer": longer}
        dialects = _not_opened(b"/search/", is_first=rule.line < lines[longer], longer=b"/search/*")
        yield Diagnostic(rule.line, args=args, dialects=dialects)
    yield from _shorter(others, lines, idle)


def _shorter(allows: Sequence[Rule], lines: Mapping[bytes, int], idle: Container[int]) -> Iterator[Diagnostic]:
    """Report Allow rules that are shorter than every Disallow they may be meant against; `lines` are the Disallows'."""
    plain = sorted(pattern for pattern in lines if b"*" not in pattern and b"$" not in pattern)
    if not plain:
        return
    odd = sorted((pattern for pattern in lines if b"*" in pattern or b"$" in pattern), key=len)
    lengths = sorted({len(pattern) for pattern in plain})
    longest = max(plain, key=len)
    for rule in allows:
        pattern, longer, variant = rule.pattern, b"", ""
        rivals = bisect_right(odd, len(pattern), key=len)
        if _TYPE.fullmatch(pattern):
            variant = "type"
            longer = longest if not rivals and len(pattern) < lengths[0] else b""
        elif b"*" in pattern or b"$" in pattern or any(pattern[:length] in lines for length in lengths):
            continue
        elif not rivals:
            longer = _going_on(plain, pattern)
        elif rivals <= _MOST_COMPARED and pattern + b"/" in lines:
            variant = "page"
            longer = b"" if any(_may_close_page(each, pattern) for each in odd[:rivals]) else pattern + b"/"
        if longer and (variant == "page" or rule.line in idle):
            args: dict[str, Value] = {"path": rule.written, "line": (lines[longer],), "longer": longer}
            sample = b"/*.b" if variant == "type" else b"/sear"
            dialects = _not_opened(sample, is_first=rule.line < lines[longer])
            yield Diagnostic(rule.line, args=args, variant=variant, dialects=dialects)


def _may_close_page(pattern: bytes, path: bytes) -> bool:
    """Return True if a wildcard pattern may match a path, continued or with a query, or a directory of it."""
    head, star, behind = pattern.rstrip(b"$").partition(b"*")
    if head not in {b"", b"/"} or not star:
        return path.startswith(head) or (bool(star) and head.startswith(path))
    first = behind.lstrip(b"*").partition(b"*")[0]
    if not first.startswith(b"/") or head:
        return True
    tails = (path[at:] for at in range(min(len(path), _LONGEST_ALLOW)) if path[at : at + 1] == b"/")
    return any(tail.startswith(first) or first.startswith(tail) for tail in tails)


def _going_on(blocked: Sequence[bytes], pattern: bytes) -> bytes:
    """Return the first pattern of a sorted list that continues within the last word of another."""
    at = bisect_right(blocked, pattern)
    found = blocked[at] if at < len(blocked) else b""
    is_same_word = pattern[-1:].isalnum() and found[len(pattern) : len(pattern) + 1].isalnum()
    is_same_word = is_same_word or found == pattern + b"/"
    return found if is_same_word and found.startswith(pattern) else b""


def _not_opened(allow: bytes, *, is_first: bool, longer: bytes = b"/search/") -> tuple[str, ...]:
    """Return the dialects in which such an Allow, before a longer Disallow or after it, does not open its path."""
    lines = (b"Allow: " + allow, b"Disallow: " + longer)
    return rules_close(b"\n".join(lines if is_first else reversed(lines)), "/search/a.b")


def empty_disallow(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a Disallow without a path beside other rules: it has an effect only for first-match parsers."""
    empty = [rule for rule in facts.rules if not rule.allow and not rule.written and not rule.rewritten]
    empty = [rule for rule in empty if not path_in_comment(facts.lines[rule.line - facts.first_line])]
    paths = [rule for rule in facts.rules if not rule.allow and rule.written]
    if not empty or not paths:
        return
    first = empty[0]
    start, end = facts.lines[first.line - facts.first_line].google.key_span
    is_first = first.line < paths[-1].line
    dialects = others(rules_close(b"Disallow:\nDisallow: /x", "/x")) if is_first else NOBODY
    severity = None if is_first else Severity.HINT
    yield Diagnostic(first.line, start, end, dialects=dialects, variant="" if is_first else "last", severity=severity)


EMPTY_DISALLOW = LintRule(
    "RS427",
    "empty-disallow",
    Severity.WARNING,
    title="Empty Disallow beside other rules",
    messages={
        "": (
            "Under RFC 9309, an empty Disallow has no effect beside other rules. Parsers that take the first match "
            "read it as permission for the whole site."
        ),
        "last": "An empty Disallow opens nothing beside other rules: the lines above still count.",
    },
    group=empty_disallow,
    needs=Trait.SEVERAL_RULES,
)
