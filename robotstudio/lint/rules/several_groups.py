"""Effects of groups on one another."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from robotstudio.engine import Group
from robotstudio.engine.groups import GLOBAL, Rule, UserAgentLine
from robotstudio.lint.affected import closed_by, finds_itself, others
from robotstudio.lint.context import LintContext
from robotstudio.lint.model import NOBODY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.blocking import SEARCH_TOKENS
from robotstudio.lint.rules.common import WHOLE_SITE, Prefixes, beginning
from robotstudio.lint.rules.groups import uses_global, written_name
from robotstudio.text.language import Plural

_MOST_COPIED = 20_000  # rules copied by all fixes of a file: many groups that each lack many rules would take forever
_FEWEST_NAMED = 10
_CLOSING_SOMETHING = 3
_NO_NAMES = frozenset({b"", b"http", b"https", b"mozilla"})  # what Google reads in addresses and whole headers


def identical_groups(context: LintContext) -> Iterator[Diagnostic]:
    """Report groups with the same rules under different names: their user-agent lines can be combined."""
    groups = [group for group in context.google.groups if group.rules]
    tokens = Counter(agent.token for group in groups for agent in group.agents)
    alike: dict[tuple[int, bytes, bytes], list[Group]] = {}
    for group in groups:
        if group.is_global or any(tokens[agent.token] > 1 for agent in group.agents):
            continue  # a merged group has more rules elsewhere
        key = len(group.rules), group.rules[0].written, group.rules[-1].written
        alike.setdefault(key, []).append(group)
    for some in alike.values():
        for same in _with_same_rules(some) if len(some) > 1 else ():
            first = same[0]
            names = tuple(agent.written.decode("utf-8", "replace") for group in same for agent in group.agents)
            args: dict[str, Value] = {
                "names": tuple(dict.fromkeys(names)),
                "lines": tuple(group.first_line for group in same),
            }
            yield Diagnostic(first.first_line, last_line=first.agents[-1].line, args=args, dialects=NOBODY)


IDENTICAL_GROUPS = LintRule(
    "RS601",
    "identical-groups",
    Severity.HINT,
    title="Groups with the same rules",
    messages={
        "": "The groups at lines {lines} have the same rules. Their User-agent lines could share one group: {names}.",
    },
    file=identical_groups,
)


def _with_same_rules(groups: list["Group"]) -> Iterator[list["Group"]]:
    found: dict[tuple[tuple[bool, bytes], ...], list[Group]] = {}
    for group in groups:
        found.setdefault(tuple((rule.allow, rule.written) for rule in group.rules), []).append(group)
    return (same for same in found.values() if len(same) > 1)


def no_global_group(context: LintContext) -> Iterator[Diagnostic]:
    """Report groups without one for `*`: unnamed crawlers may fetch everything."""
    groups = context.google.groups
    if groups and not any(group.is_global for group in groups):
        yield Diagnostic(groups[0].first_line, whom=("*",), readers=False)


NO_GLOBAL_GROUP = LintRule(
    "RS511",
    "no-global-group",
    Severity.INFORMATION,
    title="No group for all other crawlers",
    messages={
        "": "There is no group for *: crawlers without a group of their own may fetch everything.",
    },
    file=no_global_group,
)


def split_group(context: LintContext) -> Iterator[Diagnostic]:
    """Report a name in several groups: they are merged, but some parsers read only the first."""
    yield from _split(context, is_global=False)


SPLIT_GROUP = LintRule(
    "RS310",
    "split-group",
    Severity.INFORMATION,
    title="Several groups for one crawler",
    messages={
        "": (
            "There are groups for {names} at lines {lines}. Most crawlers merge them; older parsers read only the "
            "first."
        ),
        "contrary": (
            "The groups for {names} at lines {lines} contradict each other: line {disallow} blocks {path}, line "
            "{allow} allows it. Crawlers that merge groups follow the Allow; older parsers read only the first group."
        ),
    },
    fixes={"merge-groups": "Merge into lines {first}"},
    file=split_group,
)


def several_global_groups(context: LintContext) -> Iterator[Diagnostic]:
    """Report several groups for `*`: Google merges them; Yandex reports an error, older parsers read the first."""
    yield from _split(context, is_global=True)


SEVERAL_GLOBAL_GROUPS = LintRule(
    "RS311",
    "several-global-groups",
    Severity.WARNING,
    title="Several groups for *",
    messages={
        "": (
            "There are groups for * at lines {lines}. Google merges them; Yandex calls it an error, and Baidu and "
            "older parsers read only the first."
        ),
        "contrary": (
            "The groups for * at lines {lines} contradict each other: line {disallow} blocks {path}, line {allow} "
            "allows it. Google merges them and follows the Allow; Yandex calls it an error, and Baidu and older "
            "parsers read only the first."
        ),
    },
    fixes={"merge-groups": "Merge into lines {first}"},
    file=several_global_groups,
)


def _split(context: LintContext, *, is_global: bool) -> Iterator[Diagnostic]:
    if all(len(groups) == 1 for groups in context.named.values()):
        return
    groups_of: dict[bytes, list[Group]] = {}
    for group in context.google.groups:
        for token, name in dict.fromkeys((agent.token, _as_others_read(agent)) for agent in group.agents):
            if (token == GLOBAL) == is_global and token not in _NO_NAMES:
                groups_of.setdefault(name, []).append(group)
    told: set[tuple[int, ...]] = set()
    for groups in groups_of.values():
        lines = tuple(group.first_line for group in groups)
        if len(groups) < 2 or lines in told:
            continue
        told.add(lines)
        second = groups[1]
        fixes = (_merging(context, groups[0], second),) if _are_alike(groups[0], second) else ()
        names = tuple(dict.fromkeys(written_name(agent.written) for agent in second.agents))
        args: dict[str, Value] = {"names": names, "lines": lines, "first": lines[0]}
        dialects = _knowing_one(GLOBAL if is_global else b"Foo")
        variant, severity = "", None
        if (contrary := _contrary(groups)) is not None:
            blocked, allowed = contrary
            args |= {"path": blocked.written, "disallow": (blocked.line,), "allow": (allowed.line,)}
            variant, severity = "contrary", Severity.WARNING
        yield Diagnostic(
            second.first_line,
            last_line=second.last_line,
            args=args,
            fixes=fixes,
            dialects=dialects,
            variant=variant,
            severity=severity,
            whom=("*",) if is_global else names,
            readers=False,
        )


def _contrary(groups: Sequence[Group]) -> tuple[Rule, Rule] | None:
    """Return a Disallow and an Allow with one pattern in two groups."""
    blocked: dict[bytes, tuple[int, Rule]] = {}
    allowed: dict[bytes, tuple[int, Rule]] = {}
    for number, group in enumerate(groups):
        for rule in group.rules:
            own, others_ = (allowed, blocked) if rule.allow else (blocked, allowed)
            own.setdefault(rule.pattern, (number, rule))
            other = others_.get(rule.pattern)
            if rule.written and other and other[0] != number:
                return (other[1], rule) if rule.allow else (rule, other[1])
    return None


def _as_others_read(agent: UserAgentLine) -> bytes:
    """Return the name of a user-agent line: Google reads Web in Web Spider and in Web Copier, which differ."""
    written = agent.written.lower()
    return agent.token if written.partition(b"/")[0] == agent.token or agent.token == GLOBAL else written


def _knowing_one(name: bytes) -> tuple[str, ...]:
    """Return the dialects that do not merge two groups of one name."""
    body = b"User-agent: %b\nDisallow: /y\n\nUser-agent: %b\nDisallow: /x\n" % (name, name)
    return others(closed_by(body, "/x", "Foo"))


def _are_alike(one: Group, other: Group) -> bool:
    """Return True if two groups are for the same crawlers, and both have rules."""
    tokens = ({agent.token for agent in group.agents} for group in (one, other))
    first, second = tokens
    return first == second and bool(one.rules) and bool(other.rules)


def _merging(context: LintContext, first: Group, second: Group) -> Fix:
    """Return the fix that moves the rules of the second group to the end of the first."""
    start = second.agents[-1].line + 1
    moved = b"".join(raw + b"\n" for raw in context.raws[start - 1 : second.last_line])
    at = Place(first.last_line + 1, 0)
    edits = (Edit(at, at, moved), Edit(Place(second.first_line, 0), Place(second.last_line + 1, 0), b""))
    return Fix("merge-groups", edits, args={"first": (first.first_line, first.last_line)})


def replaces_global(context: LintContext) -> Iterator[Diagnostic]:
    """Report a named group that replaces the group for `*`: the rules there do not apply to its crawlers."""
    groups = context.google.groups
    everyone = [rule for group in groups if group.is_global for rule in group.rules if rule.written]
    if not everyone:
        return
    counts = Counter((rule.allow, rule.pattern) for rule in everyone)
    closed = [rule.pattern for rule in everyone if not rule.allow]
    is_closing = len(closed) >= _CLOSING_SOMETHING and WHOLE_SITE.isdisjoint(closed)
    budget = _MOST_COPIED
    for agents, parts in _by_tokens(groups):
        tokens = tuple(dict.fromkeys(agent.written for agent in agents))
        own = {(rule.allow, rule.pattern) for group in parts for rule in group.rules}
        count = len(everyone) - sum(counts[key] for key in own)
        if is_closing and _opens_all(own) and all(token.lower() in SEARCH_TOKENS for token in tokens):
            yield _opening_all(everyone, parts, _replacing(context, agents))
        if not count or _closes_all(own) or _opens_all(own):
            continue  # one rule for the whole site is certainly intended
        if all(pattern in WHOLE_SITE for _, pattern in counts.keys() - own):
            continue  # if the site is closed to all others, the group is there to let a crawler in
        names = _replacing(context, agents)
        if not names:
            continue
        lost = (rule for rule in everyone if (rule.allow, rule.pattern) not in own)
        is_small = count <= budget
        copied = _missed(list(lost), own) if is_small else list(islice(lost, _FEWEST_NAMED))
        budget -= min(count, budget)
        if not copied:
            continue
        count = len(copied) if is_small else count
        args: dict[str, Value] = {"names": names, "count": count, "lines": tuple(rule.line for rule in copied)}
        yield Diagnostic(
            parts[0].first_line,
            last_line=parts[0].agents[-1].line,
            args=args,
            fixes=(_copying(copied, behind=parts[-1]),) if len(copied) == count else (),
            whom=names,
        )


REPLACES_GLOBAL = LintRule(
    "RS312",
    "replaces-global",
    Severity.INFORMATION,
    title="Rules for * do not apply to this group",
    messages={
        "": Plural(
            "The rule of * in line {lines} does not apply to {names}: this group replaces it.",
            "The rules of * at lines {lines} ({count}) do not apply to {names}: this group replaces them.",
        ),
        "open": "{names} may fetch everything: their own group has none of the rules of * ({rules}).",
    },
    fixes={"copy-rules": "Copy the rules of * into this group"},
    file=replaces_global,
)


def _opens_all(own: set[tuple[bool, bytes]]) -> bool:
    """Return True if rules open the whole site and close nothing."""
    return all(not pattern or (allow and pattern in WHOLE_SITE) for allow, pattern in own)


def _opening_all(everyone: Sequence[Rule], parts: Sequence[Group], names: tuple[str, ...]) -> Diagnostic:
    """Make the finding for search engines that may fetch everything while all others may not."""
    args: dict[str, Value] = {"names": names, "rules": sum(not rule.allow for rule in everyone)}
    last_line = parts[0].agents[-1].line
    return Diagnostic(parts[0].first_line, last_line=last_line, args=args, variant="open")


def _copying(rules: Sequence[Rule], behind: Group) -> Fix:
    at = Place(behind.last_line + 1, 0)
    return Fix("copy-rules", (Edit(at, at, b"".join(map(_line_of, rules))),))


def _by_tokens(groups: Sequence[Group]) -> Iterator[tuple[Sequence[UserAgentLine], list[Group]]]:
    """Yield the named groups, combined for the same crawlers, with the lines that name them in the first."""
    found: dict[frozenset[bytes], list[Group]] = {}
    for group in groups:
        if not group.is_global and group.rules:
            found.setdefault(frozenset(agent.token for agent in group.agents), []).append(group)
    for parts in found.values():
        yield parts[0].agents, parts


def _replacing(context: LintContext, agents: Sequence[UserAgentLine]) -> tuple[str, ...]:
    """Return the names of the crawlers that follow a group and would follow `*` without it."""
    lines = [agent for agent in agents if finds_itself(context.raws[agent.line - 1], agent.written)]
    return tuple(dict.fromkeys(written_name(agent.written) for agent in lines if uses_global(agent.written)))


def _closes_all(own: set[tuple[bool, bytes]]) -> bool:
    return any(pattern in WHOLE_SITE for allow, pattern in own if not allow)


def _missed(lost: Sequence[Rule], own: set[tuple[bool, bytes]]) -> Sequence[Rule]:
    """Return the rules that would change a group: no Disallow for what it blocks, no Allow far from it."""
    closed = [pattern for allow, pattern in own if pattern and not allow]
    plain = (pattern.rstrip(b"*") for pattern in closed)
    covering = Prefixes(pattern for pattern in plain if b"*" not in pattern and not pattern.endswith(b"$"))
    missed = {rule.pattern for rule in lost if not rule.allow and not covering.begin(rule.pattern)}
    near = Prefixes(map(beginning, [*closed, *missed]))
    opening = (rule.pattern for rule in lost if rule.allow and rule.pattern not in WHOLE_SITE)
    opened = {pattern for pattern in opening if near.share_paths_with(beginning(pattern))}
    return [rule for rule in lost if rule.pattern in (opened if rule.allow else missed)]


def _line_of(rule: Rule) -> bytes:
    return (b"Allow: " if rule.allow else b"Disallow: ") + rule.written + b"\n"
