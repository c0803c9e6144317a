"""RS30x and RS31x: where groups begin and end, and what they do to one another."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from robotstudio.engine import Group
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.groups import GLOBAL, Rule, UserAgentLine
from robotstudio.engine.tokens import Field
from robotstudio.lint.affected import closed_by, others, read_alike, titles
from robotstudio.lint.draft import Draft, GroupFacts, LineFacts, known_field
from robotstudio.lint.model import EVERY, NOBODY, Edit, Fix, Found, LintRule, Place, Severity, Value

_PACE = frozenset({b"crawl-delay", b"request-rate"})

_MOST_NAMES = 100
_MOST_COPIED = 20_000  # rules that the fixes of a file copy: many groups that each lack many rules would be endless
_FEWEST_NAMED = 10


def rule_before_agent(draft: Draft) -> Iterator[Found]:
    """Rules above the first user-agent line: they belong to no group, and no crawler reads them."""
    groups = draft.google.groups
    first = groups[0].first_line if groups else len(draft.lines) + 1
    head = draft.fields[: first - 1]
    rules = [number for number, field in enumerate(head, 1) if field in (Field.ALLOW, Field.DISALLOW)]
    if rules:
        start, end = min(rules), max(rules)
        at = Place(start, 0)
        fix = Fix("add-global-agent", (Edit(at, at, b"User-agent: *\n"),))
        names = [line for line in draft.lines[: end - 1] if line.google.key and line.field is Field.UNKNOWN]
        readers = {each for line in names[:_MOST_NAMES] for each in _taking_for_agent(line)}
        args: dict[str, Value] = {"rules": len(rules), "readers": titles([each for each in EVERY if each in readers])}
        variant = "some" if readers else ""
        yield Found(start, 0, -1, last_line=end, args=args, fixes=(fix,), variant=variant, dialects=others(readers))


def _taking_for_agent(line: LineFacts) -> tuple[str, ...]:
    """The dialects that know a misspelled field, unknown to Google, for User-agent."""
    return read_alike(line.google.key.lower() + b": x", b"user-agent: x")


def group_without_rules(draft: Draft) -> Iterator[Found]:
    """A group that has no rule: its crawlers may fetch everything, since the group replaces the one for `*`."""
    groups = draft.google.groups
    for group in groups:
        if group.rules or any(_shares(group, other) and other.rules for other in groups):
            continue
        lost = sum(len(other.rules) for other in groups if other.is_global and other is not group)
        names = tuple(dict.fromkeys(_name(agent.written) for agent in group.agents))
        args: dict[str, Value] = {"names": names, "rules": lost}
        if group.is_global:
            variant, severity = "global", Severity.INFORMATION
        else:
            variant, severity = ("", Severity.WARNING) if lost else ("alone", Severity.INFORMATION)
        behind = draft.lines[group.first_line :]
        pace = b"Crawl-delay: 1\n" if any(line.google.key.lower() in _PACE for line in behind) else b""
        merging = () if variant else closed_by(b"User-agent: *\nDisallow: /\n\nUser-agent: Foo\n" + pace, "/x", "Foo")
        yield Found(
            group.first_line,
            last_line=group.last_line,
            args=args,
            variant=variant,
            severity=severity,
            dialects=others(merging),
        )


def blank_line_in_group(facts: GroupFacts) -> Iterator[Found]:
    """A blank line between the lines of a group: Google and RFC 9309 ignore it, older readers end the group there."""
    rules, blanks = facts.rules, facts.blanks
    if not rules or not blanks:
        return
    above = bisect_left(blanks, facts.last_agent_line)
    if above:
        agents, number = facts.group.agents, blanks[0]
        earlier = tuple(dict.fromkeys(_name(agent.written) for agent in agents if agent.line < number))
        later = tuple(dict.fromkeys(_name(agent.written) for agent in agents if agent.line > number))
        args: dict[str, Value] = {"earlier": earlier, "later": later}
        fixes = (_without_lines(blanks[:above]),)
        parted = others(_sharing(facts, number))
        dialects = tuple(each for each in _sharing(facts, number, is_blank_read=False) if each in parted)
        if dialects:  # for others something else ends the list of names
            yield Found(number, args=args, fixes=fixes, dialects=dialects, variant="names")
    if above < len(blanks):
        lost = {"rules": sum(rule.line > blanks[above] for rule in rules)}
        is_first = blanks[above] < rules[0].line
        fixes = (_without_lines(blanks[above:]),)
        yield Found(blanks[above], args=lost, fixes=fixes, dialects=_losing_behind_blank(is_first=is_first))


def _without_lines(numbers: Sequence[int]) -> Fix:
    return Fix("remove-blank-lines", tuple(map(_whole_line, numbers)))


def _losing_behind_blank(*, is_first: bool) -> tuple[str, ...]:
    """The dialects in which a rule behind an empty line does not count, the first one or another."""
    first = b"" if is_first else b"Disallow: /y\n"
    return others(closed_by(b"User-agent: *\n" + first + b"\nDisallow: /x\n", "/x"))


def group_goes_on(facts: GroupFacts) -> Iterator[Found]:
    """A line between user-agent lines that looks like the end of a group and is none: the names share the rules."""
    agents = facts.group.agents
    between = [
        (number, line)
        for number, line in enumerate(facts.lines[: facts.last_agent_line + 1 - facts.first_line], facts.first_line)
        if line.google.key and line.field is not Field.USER_AGENT
    ]
    if not between:
        return
    number, line = between[0]
    earlier = tuple(dict.fromkeys(_name(agent.written) for agent in agents if agent.line < number))
    later = tuple(dict.fromkeys(_name(agent.written) for agent in agents if agent.line > number))
    if set(earlier) == set(later):
        return
    at = Place(number + 1, 0)
    fix = Fix("end-group", (Edit(at, at, b"Allow: /\n"),), args={"names": earlier})
    variant = "" if facts.group.rules else "no-rules"
    args: dict[str, Value] = {"key": line.google.key, "earlier": earlier, "later": later}
    fixes = (fix,) if not variant else ()
    paces = any(each.google.key.lower() in _PACE for _, each in between)
    severity = None if not variant else Severity.WARNING if paces else Severity.INFORMATION
    yield Found(
        number,
        *line.google.key_span,
        args=args,
        fixes=fixes,
        variant=variant,
        severity=severity,
        dialects=_sharing(facts, number),
    )


def _sharing(facts: GroupFacts, number: int, *, is_blank_read: bool = True) -> tuple[str, ...]:
    """The dialects in which the names above a line share the rules of those below it, with blank lines or without."""
    simple: list[bytes] = []
    for at, line in enumerate(facts.lines[: facts.last_agent_line + 1 - facts.first_line], facts.first_line):
        if line.field is Field.USER_AGENT:
            text = b"User-agent: Foo" if at < number else b"User-agent: Bar"
        elif line.google.key:
            known = known_field(line)
            value = b"1" if line.google.value[:1].isdigit() else b"x"
            text = (known.id.encode() if known else b"unknown") + b": " + value
        else:
            text = b"" if line.is_empty and is_blank_read else b"# "
        if not simple or simple[-1] != text:
            simple.append(text)
    return closed_by(b"\n".join([*simple[:_MOST_NAMES], b"User-agent: Bar", b"Disallow: /x"]), "/x", "Foo")


def repeated_agent(facts: GroupFacts) -> Iterator[Found]:
    """One name twice in a group."""
    first: dict[bytes, int] = {}
    for agent in facts.group.agents:
        name = agent.written.lower()
        line = first.setdefault(name, agent.line)
        if line != agent.line and name:
            fix = Fix("remove-line", (_whole_line(agent.line),), is_safe=_stand_alike(facts, line, agent.line))
            args: dict[str, Value] = {"name": agent.written, "first": (line,)}
            yield Found(agent.line, args=args, fixes=(fix,), dialects=NOBODY)


def _stand_alike(facts: GroupFacts, line: int, other: int) -> bool:
    """Whether two lines are written alike, and between them are user-agent lines only."""
    one, another = facts.raws[line - facts.first_line], facts.raws[other - facts.first_line]
    behind = bisect_left(facts.not_agents, line)
    return one == another and (behind == len(facts.not_agents) or facts.not_agents[behind] > other)


def _whole_line(line: int) -> Edit:
    return Edit(Place(line, 0), Place(line + 1, 0), b"")


_NO_NAMES = frozenset({b"", b"http", b"https", b"mozilla"})  # what Google reads of addresses and whole headers


def split_group(draft: Draft) -> Iterator[Found]:
    """A name that several groups have: they are merged, but some readers know the first only."""
    yield from _split(draft, is_global=False)


def several_global_groups(draft: Draft) -> Iterator[Found]:
    """Several groups for `*`: they are merged; Yandex and Baidu call it an error, older readers know the first only."""
    yield from _split(draft, is_global=True)


def _split(draft: Draft, *, is_global: bool) -> Iterator[Found]:
    groups_of: dict[bytes, list[Group]] = {}
    for group in draft.google.groups:
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
        fixes = (_merging(draft, groups[0], second),) if _are_alike(groups[0], second) else ()
        names = tuple(dict.fromkeys(_name(agent.written) for agent in second.agents))
        args: dict[str, Value] = {"names": names, "lines": lines, "first": lines[0]}
        dialects = _knowing_one(GLOBAL if is_global else b"Foo")
        yield Found(second.first_line, last_line=second.last_line, args=args, fixes=fixes, dialects=dialects)


def _as_others_read(agent: UserAgentLine) -> bytes:
    """The name of a user-agent line: Google reads Web in Web Spider and in Web Copier, which are two."""
    written = agent.written.lower()
    return agent.token if written.partition(b"/")[0] == agent.token or agent.token == GLOBAL else written


def _knowing_one(name: bytes) -> tuple[str, ...]:
    """The dialects that do not merge two groups of one name."""
    body = b"User-agent: %b\nDisallow: /y\n\nUser-agent: %b\nDisallow: /x\n" % (name, name)
    return others(closed_by(body, "/x", "Foo"))


def _are_alike(one: Group, other: Group) -> bool:
    """Whether two groups are for the same crawlers, and both have rules."""
    tokens = ({agent.token for agent in group.agents} for group in (one, other))
    first, second = tokens
    return first == second and bool(one.rules) and bool(other.rules)


def _merging(draft: Draft, first: Group, second: Group) -> Fix:
    """The lines of the second group behind the user-agent lines go to the end of the first."""
    start = second.agents[-1].line + 1
    moved = b"".join(raw + b"\n" for raw in draft.raws[start - 1 : second.last_line])
    at = Place(first.last_line + 1, 0)
    edits = (Edit(at, at, moved), Edit(Place(second.first_line, 0), Place(second.last_line + 1, 0), b""))
    return Fix("merge-groups", edits, args={"first": (first.first_line, first.last_line)})


def replaces_global(draft: Draft) -> Iterator[Found]:
    """A group with a name replaces the group for `*`: the rules there do not hold for its crawlers."""
    groups = draft.google.groups
    everyone = [rule for group in groups if group.is_global for rule in group.rules if rule.written]
    if not everyone:
        return
    counts = Counter((rule.allow, rule.pattern) for rule in everyone)
    budget = _MOST_COPIED
    for tokens, parts in _by_tokens(groups):
        own = {(rule.allow, rule.pattern) for group in parts for rule in group.rules}
        count = len(everyone) - sum(counts[key] for key in own)
        if not count or len(own) < 2 or _closes_or_opens_all(own):
            continue  # whoever writes one rule for the whole site for a crawler means no other
        names = tuple(name for name in map(_name, tokens) if _uses_global(name))
        if not names:
            continue
        lost = (rule for rule in everyone if (rule.allow, rule.pattern) not in own)
        copied = list(lost) if count <= budget else list(islice(lost, _FEWEST_NAMED))
        budget -= min(count, budget)
        args: dict[str, Value] = {"names": names, "rules": count, "lines": tuple(rule.line for rule in copied)}
        yield Found(
            parts[0].first_line,
            last_line=parts[0].agents[-1].line,
            args=args,
            fixes=(_copying(copied, behind=parts[-1]),) if len(copied) == count else (),
            variant="one" if count == 1 else "",
        )


def _copying(rules: Sequence[Rule], behind: Group) -> Fix:
    at = Place(behind.last_line + 1, 0)
    return Fix("copy-rules", (Edit(at, at, b"".join(map(_line_of, rules))),), args={"rules": len(rules)})


def _by_tokens(groups: Sequence[Group]) -> Iterator[tuple[tuple[bytes, ...], list[Group]]]:
    """The named groups, those for the same crawlers together, with the names as written."""
    found: dict[frozenset[bytes], list[Group]] = {}
    for group in groups:
        if not group.is_global and group.rules:
            found.setdefault(frozenset(agent.token for agent in group.agents), []).append(group)
    for parts in found.values():
        yield tuple(dict.fromkeys(agent.written for agent in parts[0].agents)), parts


def _uses_global(name: str) -> bool:
    """Whether a crawler would follow `*` if no group named it: some never do, and lose nothing by a group."""
    crawler = CATALOGUE.known(name)
    return crawler is None or (crawler.uses_global and not crawler.is_control)


def _closes_or_opens_all(own: set[tuple[bool, bytes]]) -> bool:
    return any(pattern in {b"/", b"/*", b"*"} for _, pattern in own)


def _shares(one: Group, other: Group) -> bool:
    return not {agent.token for agent in one.agents}.isdisjoint(agent.token for agent in other.agents)


def _line_of(rule: Rule) -> bytes:
    return (b"Allow: " if rule.allow else b"Disallow: ") + rule.written + b"\n"


def _name(written: bytes) -> str:
    return written.decode("utf-8", "replace")


RULES = (
    LintRule("RS301", "rule-before-agent", Severity.ERROR, file=rule_before_agent),
    LintRule("RS302", "group-without-rules", Severity.WARNING, file=group_without_rules),
    LintRule("RS303", "blank-line-in-group", Severity.WARNING, group=blank_line_in_group),
    LintRule("RS304", "group-goes-on", Severity.ERROR, group=group_goes_on),
    LintRule("RS305", "repeated-agent", Severity.HINT, group=repeated_agent),
    LintRule("RS310", "split-group", Severity.INFORMATION, file=split_group),
    LintRule("RS311", "several-global-groups", Severity.WARNING, file=several_global_groups),
    LintRule("RS312", "replaces-global", Severity.INFORMATION, file=replaces_global),
)
