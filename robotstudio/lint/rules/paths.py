"""RS42x: the rules of one group taken together: repeated, hidden, contradicting, or more than they need to be."""

from collections.abc import Iterator, Mapping, Sequence

from robotstudio.engine.groups import Rule
from robotstudio.lint.draft import GroupFacts
from robotstudio.lint.model import Edit, Fix, Found, LintRule, Place, Severity, Value

_LEAST_FILES = 12
_MOST_QUERY_RULES = 200
_MOST_LENGTHS = 2000


def duplicate_rule(facts: GroupFacts) -> Iterator[Found]:
    """The same rule twice in a group."""
    first: dict[tuple[bool, bytes], int] = {}
    for rule in facts.group.rules:
        if not rule.written:
            continue
        line = first.setdefault((rule.allow, rule.pattern), rule.line)
        if line != rule.line:
            fix = _removal(rule.line, is_safe=not _has_blank_lines(facts))
            yield Found(rule.line, args={"first": (line,)}, fixes=(fix,))


def conflicting_rules(facts: GroupFacts) -> Iterator[Found]:
    """Allow and Disallow with one pattern: the standard lets Allow win, readers that take the first match do not."""
    kinds: dict[bytes, Rule] = {}
    told: set[bytes] = set()
    for rule in facts.group.rules:
        other = kinds.setdefault(rule.pattern, rule)
        if other.allow != rule.allow and rule.written and rule.pattern not in told:
            told.add(rule.pattern)
            wins, loses = (rule, other) if rule.allow else (other, rule)
            args: dict[str, Value] = {"allow": (wins.line,), "disallow": (loses.line,), "first": (other.line,)}
            variant = "allow-first" if other.allow else ""
            yield Found(rule.line, args=args, dialects=("draft1996", "baidu", "python"), variant=variant)


def hidden_rule(facts: GroupFacts) -> Iterator[Found]:
    """A rule that a shorter one of the same kind makes needless, where no rule of the other kind lies between.

    Said only of rules without wildcards, for which it is certain.
    """
    rules = [rule for rule in facts.group.rules if rule.written]
    literals = {rule.pattern: rule for rule in reversed(rules) if not rule.allow and _is_literal(rule.pattern)}
    lengths = sorted({len(pattern) for pattern in literals})
    if len(literals) < 2 or len(lengths) > _MOST_LENGTHS:
        return
    allows = [rule.pattern.split(b"*", 1)[0].rstrip(b"$") for rule in rules if rule.allow]
    is_safe = not _has_blank_lines(facts)
    for pattern, rule in literals.items():
        shorter = _shorter(pattern, literals, lengths)
        if shorter and not any(pattern.startswith(head) or head.startswith(pattern) for head in allows):
            args: dict[str, Value] = {"by": (shorter.line,), "shorter": shorter.written}
            yield Found(rule.line, args=args, fixes=(_removal(rule.line, is_safe=is_safe),))


def _shorter(pattern: bytes, literals: Mapping[bytes, Rule], lengths: Sequence[int]) -> Rule | None:
    """The shortest of some literal patterns that a longer one begins with."""
    for length in lengths:
        if length >= len(pattern):
            return None
        if shorter := literals.get(pattern[:length]):
            return shorter
    return None


def _has_blank_lines(facts: GroupFacts) -> bool:
    """Whether older readers see more than one record here, so that no rule is like another for them."""
    return any(line.is_empty for line in facts.lines[: facts.group.last_line])


def query_after_other(facts: GroupFacts) -> Iterator[Found]:
    """A rule for a parameter behind `?` and none for it behind `&`: it misses URLs in which another comes first."""
    rules = [rule for rule in facts.group.rules if not rule.allow]
    written = {rule.pattern for rule in rules}
    heads = [rule for rule in rules if b"*?" in rule.pattern and rule.pattern.count(b"?") == 1][:_MOST_QUERY_RULES]
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
            yield Found(rule.line, args={"name": name}, fixes=(fix,))


def case_twins(facts: GroupFacts) -> Iterator[Found]:
    """Two rules that differ in case only: paths are compared with their case, so both may be meant, or one is a slip."""
    first: dict[tuple[bool, bytes], Rule] = {}
    for rule in facts.group.rules:
        other = first.setdefault((rule.allow, rule.pattern.lower()), rule)
        if other.pattern != rule.pattern:
            yield Found(rule.line, args={"first": (other.line,), "other": other.written})


def files_one_by_one(facts: GroupFacts) -> Iterator[Found]:
    """Many files of one directory, each in a rule of its own: one rule for the directory may be what is meant."""
    by_directory: dict[bytes, list[Rule]] = {}
    for rule in facts.group.rules:
        if not rule.allow and _is_literal(rule.pattern) and rule.pattern.count(b"/") > 1:
            directory = rule.pattern[: rule.pattern.rfind(b"/") + 1]
            if b"." not in rule.pattern[len(directory) :]:
                continue
            by_directory.setdefault(directory, []).append(rule)
    for directory, rules in by_directory.items():
        if len(rules) >= _LEAST_FILES:
            first = rules[0]
            edits = [Edit(Place(first.line, 0), Place(first.line + 1, 0), b"Disallow: " + directory + b"\n")]
            edits += [_removal(rule.line).edits[0] for rule in rules[1:]]
            fix = Fix("use-directory", tuple(edits), args={"directory": directory})
            args: dict[str, Value] = {"count": len(rules), "directory": directory}
            yield Found(first.line, last_line=rules[-1].line, args=args, fixes=(fix,))


def _is_literal(pattern: bytes) -> bool:
    return b"*" not in pattern and b"$" not in pattern and len(pattern) > 1


def _removal(line: int, *, is_safe: bool = False) -> Fix:
    return Fix("remove-line", (Edit(Place(line, 0), Place(line + 1, 0), b""),), is_safe=is_safe)


RULES = (
    LintRule("RS420", "duplicate-rule", Severity.HINT, group=duplicate_rule),
    LintRule("RS421", "conflicting-rules", Severity.WARNING, group=conflicting_rules),
    LintRule("RS422", "hidden-rule", Severity.HINT, group=hidden_rule),
    LintRule("RS423", "query-after-other", Severity.HINT, group=query_after_other),
    LintRule("RS424", "case-twins", Severity.HINT, group=case_twins),
    LintRule("RS425", "files-one-by-one", Severity.HINT, group=files_one_by_one),
)
