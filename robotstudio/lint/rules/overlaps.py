"""Rules of one group that repeat or contradict one another."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from robotstudio.engine.groups import Rule
from robotstudio.lint.affected import others, rules_close
from robotstudio.lint.facts import LEAST_OF_A_CROWD, GroupFacts
from robotstudio.lint.model import NOBODY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Trait, Value
from robotstudio.lint.rules.common import REMOVE_LINE, USE_DIRECTORY, WHOLE_SITE, removal
from robotstudio.text.language import Plural

_MOST_REPLACED = 200
_MOST_EXCEPTIONS = 200
_LEAST_SIBLINGS = 3
_DIRECTORY = re.compile(rb"^/[^/*?$\n]+/", re.MULTILINE)
_SECOND = re.compile(rb"^/[^/*?$\n]+(/[^/*?$\n]+(?:/|$))", re.MULTILINE)
_LEAST_ELSEWHERE = 5
_LONGEST_EXCEPTION = 200
_MOST_QUERY_RULES = 200


def directories_one_by_one(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report many directories within one, each in its own rule: one rule for the outer may be intended."""
    for outer, patterns in facts.crowds.items():
        yield from one_by_one(facts, outer, [pattern for pattern in patterns if pattern.endswith(b"/")])


DIRECTORIES_ONE_BY_ONE = LintRule(
    "RS602",
    "directories-one-by-one",
    Severity.HINT,
    title="Directories blocked one by one",
    messages={
        "": Plural(
            "{count} rules list directories in {directory} one by one, at lines {lines}.",
            "{count} rules list directories in {directory} one by one, at lines {lines}.",
        ),
        "many": Plural(
            "{count} rules list directories in {directory} one by one, the first and the last at lines {lines}.",
            "{count} rules list directories in {directory} one by one, the first and the last at lines {lines}.",
        ),
    },
    fixes=USE_DIRECTORY,
    group=directories_one_by_one,
    needs=Trait.CROWD,
)


def duplicate_rule(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report the same rule twice in a group. A pattern and its encoded form count as different."""
    if not facts.is_repetitive:
        return
    first: dict[tuple[bool, bytes], Rule] = {}
    for rule in facts.rules:
        if not rule.written or rule.rewritten:
            continue
        other = first.setdefault((rule.allow, rule.pattern), rule)
        line = other.line
        if not facts.is_standard(other) and facts.is_standard(rule):
            first[rule.allow, rule.pattern] = rule  # not all dialects that read this one read the other
        elif line != rule.line and (other.written == rule.written or other.written.isascii()):
            raws, start = facts.raws, facts.first_line
            is_safe = not facts.empty_lines and raws[line - start] == raws[rule.line - start]
            fix = removal(rule.line, is_safe=is_safe)
            yield Diagnostic(rule.line, args={"first": (line,)}, fixes=(fix,), dialects=NOBODY)


DUPLICATE_RULE = LintRule(
    "RS420",
    "duplicate-rule",
    Severity.HINT,
    title="Repeated rule",
    messages={
        "": "Line {first} is the same rule. Repeating it has no effect.",
    },
    fixes=REMOVE_LINE,
    group=duplicate_rule,
    needs=Trait.SEVERAL_RULES,
)


def conflicting_rules(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report an Allow and a Disallow with one pattern: by the standard Allow wins, for others the first match."""
    yield from _never_applied(facts)
    if not facts.is_repetitive:
        return
    kinds: dict[bytes, Rule] = {}
    told: set[bytes] = set()
    for rule in facts.rules:
        if rule.rewritten:
            continue
        other = kinds.setdefault(rule.pattern, rule)
        if other.allow != rule.allow and rule.written and rule.pattern not in told:
            told.add(rule.pattern)
            wins, loses = (rule, other) if rule.allow else (other, rule)
            args: dict[str, Value] = {"allow": (wins.line,), "disallow": (loses.line,), "first": (other.line,)}
            variant = "allow-first" if other.allow else ""
            severity = Severity.HINT if other.allow else None
            lines = (b"Allow: /x", b"Disallow: /x") if other.allow else (b"Disallow: /x", b"Allow: /x")
            dialects = rules_close(b"\n".join(lines), "/x")
            yield Diagnostic(rule.line, args=args, dialects=dialects, variant=variant, severity=severity)


CONFLICTING_RULES = LintRule(
    "RS421",
    "conflicting-rules",
    Severity.WARNING,
    title="Allow and Disallow for the same path",
    messages={
        "": (
            "Lines {allow} and {disallow} have the same path. Under RFC 9309 Allow wins; crawlers that take the "
            "first match follow line {first}, which disallows."
        ),
        "allow-first": "Lines {allow} and {disallow} have the same path. Allow wins, and comes first.",
        "never": (
            "{path} never applies: {longer} in line {allow} allows all of this and is at least as long, so under RFC "
            "9309 it wins."
        ),
    },
    group=conflicting_rules,
    needs=Trait.SEVERAL_RULES,
)


def _never_applied(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report Disallow rules that never decide, since an Allow that is not shorter covers each: proven."""
    for idle in facts.idle_rules:
        rule, by = idle.rule, next(iter(idle.by), None)
        if by and not idle.decides and not rule.allow and rule.written and by.allow and by.pattern != rule.pattern:
            args: dict[str, Value] = {"path": rule.written, "longer": by.written, "allow": (by.line,)}
            both = b"Allow: /a/*", b"Disallow: /a/"
            dialects = others(rules_close(b"\n".join(both if by.line < rule.line else reversed(both)), "/a/b"))
            yield Diagnostic(rule.line, args=args, dialects=dialects, variant="never")


def allow_all_first(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report an Allow for the whole site above Disallow rules: first-match parsers read no further."""
    first = next((rule for rule in facts.rules if rule.allow and rule.pattern in WHOLE_SITE), None)
    if first is None or not first.written:
        return
    closing = [rule for rule in facts.rules if not rule.allow and rule.written]
    behind = [rule for rule in closing if rule.line > first.line]
    if behind and any(idle.rule is first for idle in facts.idle_rules):  # else the Allow outranks some of them
        without_it, with_it = (rules_close(rules, "/x") for rules in (b"Disallow: /x", b"Allow: /\nDisallow: /x"))
        args: dict[str, Value] = {"path": first.written, "count": len(behind)}
        yield Diagnostic(first.line, args=args, dialects=tuple(each for each in without_it if each not in with_it))


ALLOW_ALL_FIRST = LintRule(
    "RS428",
    "allow-all-first",
    Severity.INFORMATION,
    title="Allow for everything before other rules",
    messages={
        "": (
            "Under RFC 9309 the longest rule wins, so Allow: {path} changes nothing. Baidu and other parsers that "
            "take the first match read it as permission for the whole site; rules below it: {count}."
        ),
    },
    group=allow_all_first,
    needs=Trait.SEVERAL_RULES,
)


def query_after_other(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a rule for a parameter after `?` without one after `&`: it misses URLs in which another comes first."""
    if b"*?" not in facts.text:
        return
    heads = [
        rule for rule in facts.rules if b"*?" in rule.pattern and not rule.allow and rule.pattern.count(b"?") == 1
    ][:_MOST_QUERY_RULES]
    written = frozenset(facts.patterns) if heads else frozenset()
    for rule in heads:
        before, _, parameter = rule.pattern.partition(b"?")
        name, equals, _ = parameter.partition(b"=")
        if not equals or not name or b"*" in name or b"&" in name:
            continue
        others = {before + b"&" + parameter, before + b"?*&" + parameter, before + b"?*" + parameter}
        if others.isdisjoint(written):
            at = Place(rule.line + 1, 0)
            line = b"Disallow: " + before + b"&" + parameter
            fix = Fix("add-ampersand-rule", (Edit(at, at, line + b"\n"),), args={"line": line})
            dialects = rules_close(b"Disallow: /*?a=", "/b?a=c")  # in other dialects it matches no URL
            yield Diagnostic(rule.line, args={"name": name}, fixes=(fix,), dialects=dialects)


QUERY_AFTER_OTHER = LintRule(
    "RS423",
    "query-after-other",
    Severity.HINT,
    title="Rule that misses the parameter after &",
    messages={
        "": "This misses URLs with another parameter before {name}.",
    },
    fixes={"add-ampersand-rule": "Add {line}"},
    group=query_after_other,
    needs=Trait.STAR,
)


def case_twins(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report rules that differ only in case: paths are case-sensitive, so both may be intended, or one is a typo."""
    yield from _exceptions_in_other_case(facts)
    yield from _odd_among_siblings(facts, _DIRECTORY, _LEAST_SIBLINGS, "sibling")
    yield from _odd_among_siblings(facts, _SECOND, _LEAST_ELSEWHERE, "segment")
    if not facts.is_repetitive:
        return
    first: dict[tuple[bool, bytes], Rule] = {}
    twins: list[tuple[Rule, Rule]] = []
    for rule in facts.rules:
        other = first.setdefault((rule.allow, rule.pattern.lower()), rule)
        if other.pattern != rule.pattern:
            twins.append((other, rule))
    if twins:
        other, rule = twins[0]
        args: dict[str, Value] = {
            "lines": tuple(twin.line for _, twin in twins),
            "first": (other.line,),
            "other": other.written,
            "count": len(twins),
        }
        yield Diagnostic(rule.line, args=args)


CASE_TWINS = LintRule(
    "RS424",
    "case-twins",
    Severity.HINT,
    title="Rules that differ only in case",
    messages={
        "": Plural(
            "Line {first} has {other}, in different case: paths are case-sensitive.",
            "The rules at lines {lines} differ from others of the group only in case, for example from {other} in line "
            "{first}: paths are case-sensitive.",
        ),
        "sibling": (
            "{path} differs in case from other rules of the group ({count}), which begin with {other}: paths are "
            "case-sensitive."
        ),
        "segment": (
            "{path} differs in case from other rules of the group ({count}), which have {other} there: paths are "
            "case-sensitive."
        ),
        "exception": "{path} is not an exception to {other} in line {first}, which is in different case.",
    },
    group=case_twins,
    needs=Trait.SEVERAL_RULES,
)


def _exceptions_in_other_case(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report an Allow below a directory that a Disallow writes in another case."""
    allows = [rule for rule in facts.allows if b"/" in rule.pattern[1:]][:_MOST_EXCEPTIONS]
    directories = [pattern for pattern in facts.blocked if pattern.endswith(b"/")] if allows else []
    lowered = {pattern.lower(): pattern for pattern in directories}
    blocked, written = frozenset(directories), frozenset(facts.patterns) if directories else frozenset()
    for rule in allows if lowered else ():
        ends = [found.end() for found in re.finditer(b"/", rule.pattern[:_LONGEST_EXCEPTION])][1:]
        heads = [rule.pattern[:end] for end in ends]
        other = next((lowered[head.lower()] for head in heads if head.lower() in lowered), None)
        is_said = other and other + rule.pattern[len(other) :] in written
        if other and not is_said and blocked.isdisjoint(heads):
            first = next(each for each in facts.rules if each.pattern == other and not each.allow)
            args: dict[str, Value] = {"path": rule.written, "other": first.written, "first": (first.line,)}
            yield Diagnostic(rule.line, args=args, variant="exception", severity=Severity.WARNING)


def _odd_among_siblings(facts: GroupFacts, part: re.Pattern[bytes], least: int, variant: str) -> Iterator[Diagnostic]:
    """Report a rule with a part of its path in another case than in several other rules."""
    if b"/" not in facts.text or facts.text.islower() or not _has_two_cases(part.findall(facts.text)):
        return
    rules = [rule for rule in facts.rules if rule.pattern.startswith(b"/") and not rule.rewritten]
    within = [(rule, found[found.lastindex or 0]) for rule in rules if (found := part.match(rule.pattern))]
    counts = Counter(head for _, head in within)
    by_lowered: dict[bytes, list[bytes]] = {}
    for head in counts:
        by_lowered.setdefault(head.lower(), []).append(head)
    odd = {
        few: many
        for spellings in by_lowered.values()
        if len(spellings) == 2
        for few, many in [sorted(spellings, key=counts.__getitem__)]
        if counts[few] == 1 and counts[many] >= least
    }
    written = {pattern for pattern, times in Counter(map(bytes.lower, facts.patterns)).items() if times > 1}
    for rule, head in within if odd else ():
        if head in odd and rule.pattern != head and rule.pattern.lower() not in written:
            other = odd[head]
            args: dict[str, Value] = {"path": rule.written, "other": other, "count": counts[other]}
            yield Diagnostic(rule.line, args=args, variant=variant, severity=Severity.INFORMATION)


def _has_two_cases(parts: Sequence[bytes]) -> bool:
    """Return True if any text occurs in two cases."""
    different = set(parts)
    return len(set(map(bytes.lower, different))) < len(different)


def files_one_by_one(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report many files of one directory, each in its own rule: one rule for the directory may be intended."""
    for directory, patterns in facts.crowds.items():
        files = [pattern for pattern in patterns if not pattern.endswith(b"/")]
        yield from one_by_one(facts, directory, [file for file in files if b"." in file[len(directory) :]])


FILES_ONE_BY_ONE = LintRule(
    "RS425",
    "files-one-by-one",
    Severity.HINT,
    title="Files of a directory blocked one by one",
    messages={
        "": Plural(
            "{count} rule lists files in {directory} one by one, at line {lines}.",
            "{count} rules list files in {directory} one by one, at lines {lines}.",
        ),
        "many": Plural(
            "{count} rules list files in {directory} one by one, the first and the last at lines {lines}.",
            "{count} rules list files in {directory} one by one, the first and the last at lines {lines}.",
        ),
    },
    fixes=USE_DIRECTORY,
    group=files_one_by_one,
    needs=Trait.CROWD,
)


def one_by_one(facts: GroupFacts, directory: bytes, patterns: Sequence[bytes]) -> Iterator[Diagnostic]:
    """Report patterns that list many entries of a directory."""
    if len(patterns) < LEAST_OF_A_CROWD:
        return
    rules = facts.disallows(frozenset(patterns))
    first, last = rules[0].line, rules[-1].line
    args: dict[str, Value] = {"count": len(patterns), "directory": directory}
    if len(patterns) <= _MOST_REPLACED:
        is_one_run = last - first == len(rules) - 1
        lines: dict[str, Value] = {"lines": tuple(rule.line for rule in rules)}
        fixes = (one_rule_for(directory, rules),)
        yield Diagnostic(first, last_line=last * is_one_run, args=args | lines, fixes=fixes, dialects=NOBODY)
    else:  # one rule would be too coarse for so many
        yield Diagnostic(first, args=args | {"lines": (first, last)}, variant="many", dialects=NOBODY)


def one_rule_for(directory: bytes, rules: Sequence[Rule]) -> Fix:
    """Return the fix that replaces rules by one for the directory, in the line of the first."""
    first, *others = rules
    edits = [Edit(Place(first.line, 0), Place(first.line + 1, 0), b"Disallow: " + directory + b"\n")]
    edits += [removal(rule.line).edits[0] for rule in others]
    return Fix("use-directory", tuple(edits), args={"directory": directory})
