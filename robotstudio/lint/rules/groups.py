"""Starts and ends of groups."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from robotstudio.engine import Group, Rule
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.groups import UserAgentLine
from robotstudio.engine.tokens import Field
from robotstudio.lint.affected import closed_by, finds_itself, others, read_alike, titles
from robotstudio.lint.context import LintContext, known_field
from robotstudio.lint.facts import GroupFacts, LineFacts
from robotstudio.lint.model import EVERY, NOBODY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Trait, Value
from robotstudio.lint.rules.common import REMOVE_LINE, WHOLE_SITE
from robotstudio.text.language import Plural

_PACE = frozenset({b"crawl-delay", b"request-rate"})
_OF_GROUPS = frozenset({b"crawl-delay", b"request-rate", b"visit-time", b"content-signal", b"content-usage"})
_MOST_NAMES = 100
_MOST_ABOVE = 2
_NAME_IN_COMMENT = re.compile(rb"[ \t]*+#[^:]{0,60}?\buser-agent[ \t]*+:[ \t]*+[\w*-]", re.IGNORECASE)


def rule_before_agent(context: LintContext) -> Iterator[Diagnostic]:
    """Report rules above the first user-agent line: they belong to no group, and no crawler reads them."""
    groups = context.google.groups
    first = groups[0].first_line if groups else len(context.lines) + 1
    head = context.fields[: first - 1]
    rules = [number for number, field in enumerate(head, 1) if field in (Field.ALLOW, Field.DISALLOW)]
    if rules:
        start, end = min(rules), max(rules)
        at = Place(start, 0)
        fix = Fix("add-global-agent", (Edit(at, at, b"User-agent: *\n"),))
        names = [line for line in context.lines[: end - 1] if line.google.key and line.field is Field.UNKNOWN]
        readers = {each for line in names[:_MOST_NAMES] for each in _reading_as_agent(line)}
        args: dict[str, Value] = {"rules": len(rules), "readers": titles([each for each in EVERY if each in readers])}
        variant = "some" if readers else ""
        dialects = others(readers)
        yield Diagnostic(
            start,
            0,
            -1,
            last_line=end,
            args=args,
            fixes=(fix,),
            variant=variant,
            dialects=dialects,
            whom=("*",),
            readers=None,
        )


RULE_BEFORE_AGENT = LintRule(
    "RS301",
    "rule-before-agent",
    Severity.ERROR,
    title="Rules outside any group",
    messages={
        "": (
            "There are rules before the first User-agent line: {rules}. They belong to no group, and no crawler reads "
            "them."
        ),
        "some": (
            "There are rules before the first User-agent line: {rules}. They belong to no group, except for {readers}, "
            "which read a misspelled line as User-agent."
        ),
    },
    fixes={"add-global-agent": "Insert User-agent: * above"},
    file=rule_before_agent,
)


def _reading_as_agent(line: LineFacts) -> tuple[str, ...]:
    """Return the dialects that read a misspelled field, unknown to Google, as User-agent."""
    return read_alike(line.google.key.lower() + b": x", b"user-agent: x")


def group_without_rules(context: LintContext) -> Iterator[Diagnostic]:
    """Report a group without rules: its crawlers may fetch everything, since it replaces the one for `*`."""
    groups = context.google.groups
    for group in groups:
        if group.rules or any(other.rules and _have_common_token(group, other) for other in groups):
            continue
        lost = sum(len(other.rules) for other in groups if other.is_global and other is not group)
        reading = [agent for agent in group.agents if finds_itself(context.raws[agent.line - 1], agent.written)]
        losing = [agent for agent in reading if uses_global(agent.written)] if lost else []
        names = tuple(dict.fromkeys(written_name(agent.written) for agent in losing or reading))
        if not names:
            continue
        args: dict[str, Value] = {"names": names, "rules": lost}
        if group.is_global:
            variant, severity = "global", Severity.INFORMATION
        else:
            variant, severity = ("", Severity.WARNING) if losing else ("alone", Severity.INFORMATION)
        behind = context.lines[group.first_line :]
        pace = b"Crawl-delay: 1\n" if any(line.google.key.lower() in _PACE for line in behind) else b""
        merging = () if variant else closed_by(b"User-agent: *\nDisallow: /\n\nUser-agent: Foo\n" + pace, "/x", "Foo")
        yield Diagnostic(
            group.first_line,
            last_line=group.last_line,
            args=args,
            variant=variant,
            severity=severity,
            dialects=others(merging),
            whom=() if group.is_global else names,
        )


GROUP_WITHOUT_RULES = LintRule(
    "RS302",
    "group-without-rules",
    Severity.WARNING,
    title="Group without rules",
    messages={
        "": (
            "{names} may fetch everything: this group has no rules, and replaces the group for *. Rules of * that do "
            "not apply: {rules}."
        ),
        "alone": "{names} may fetch everything: this group has no rules.",
        "global": "The group for * has no rules: crawlers without a group of their own may fetch everything.",
    },
    file=group_without_rules,
)


def blank_line_in_group(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report an empty line within a group: Google and RFC 9309 ignore it, older parsers end the group there."""
    rules, empty = facts.rules, facts.empty_lines
    if not rules or not empty:
        return
    above = bisect_left(empty, facts.last_agent_line)
    if above:
        agents, number = _standard_agents(facts), empty[0]
        earlier = tuple(dict.fromkeys(written_name(agent.written) for agent in agents if agent.line < number))
        later = tuple(dict.fromkeys(written_name(agent.written) for agent in agents if agent.line > number))
        args: dict[str, Value] = {"earlier": earlier, "later": later}
        fixes = (_without_lines(empty[:above]),)
        parted = others(_sharing(facts, number))
        dialects = tuple(each for each in _sharing(facts, number, is_blank_read=False) if each in parted)
        if dialects and any(earlier) and later:  # in other dialects something else ends the list of names
            lacking = max(agent.line for agent in agents if agent.line < number)
            yield Diagnostic(
                lacking,
                last_line=number,
                args=args,
                fixes=fixes,
                dialects=dialects,
                variant="names",
                whom=earlier,
                readers=None,
            )
    if above < len(empty):
        lost: dict[str, Value] = {"rules": sum(rule.line > empty[above] for rule in rules)}
        dialects = _losing_behind_blank(is_first=empty[above] < rules[0].line)
        names = tuple(dict.fromkeys(written_name(agent.written) for agent in facts.group.agents))
        if orphan := _first_orphan(facts, empty[above]):
            yield Diagnostic(
                empty[above],
                last_line=orphan.line,
                args=lost | {"names": names},
                variant="orphans",
                dialects=dialects,
                whom=names,
                readers=None,
            )
        else:
            fixes = (_without_lines(empty[above:]),)
            yield Diagnostic(empty[above], args=lost, fixes=fixes, dialects=dialects, whom=names, readers=None)


BLANK_LINE_IN_GROUP = LintRule(
    "RS303",
    "blank-line-in-group",
    Severity.WARNING,
    title="Empty line inside a group",
    messages={
        "": (
            "Google and RFC 9309 ignore the empty line. For older parsers the group ends here; Yandex and Baidu are "
            "assumed to read it so too. Rules that they lose: {rules}."
        ),
        "names": (
            "Google and RFC 9309 ignore the empty line: the rules below apply to {earlier} too. For older parsers they "
            "apply to {later} only; Yandex and Baidu are assumed to read it so too."
        ),
        "orphans": (
            "The rules below the empty line have no User-agent line of their own. Google and RFC 9309 apply them to "
            "{names}; older parsers ignore them, and Yandex and Baidu are assumed to. Rules that they lose: {rules}."
        ),
    },
    fixes={"remove-blank-lines": "Remove the empty lines"},
    group=blank_line_in_group,
)


def _standard_agents(facts: GroupFacts) -> Sequence[UserAgentLine]:
    """Return the user-agent lines that all crawlers read, without misspelled fields."""
    lines, first = facts.lines, facts.first_line
    return [agent for agent in facts.group.agents if lines[agent.line - first].rfc.field is Field.USER_AGENT]


def _first_orphan(facts: GroupFacts, empty: int) -> Rule | None:
    """Return the first rule below an empty line, if those above fully describe a named crawler by one rule."""
    above = [rule for rule in facts.rules[:_MOST_ABOVE] if rule.line < empty]
    below = facts.rules[len(above)] if len(above) < len(facts.rules) else None
    is_whole = len(above) == 1 and (not above[0].written or above[0].pattern in WHOLE_SITE)
    return below if is_whole and below and below.written and not facts.group.is_global else None


def _without_lines(numbers: Sequence[int]) -> Fix:
    return Fix("remove-blank-lines", tuple(map(_whole_line, numbers)))


def _losing_behind_blank(*, is_first: bool) -> tuple[str, ...]:
    """Return the dialects in which a rule after an empty line does not count, the first one or another."""
    first = b"" if is_first else b"Disallow: /y\n"
    return others(closed_by(b"User-agent: *\n" + first + b"\nDisallow: /x\n", "/x"))


def group_goes_on(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a line between user-agent lines that seems to end a group but does not: the names share the rules."""
    agents = _standard_agents(facts)
    yield from _commented_name(facts)
    between = [
        (number, line)
        for number, line in enumerate(facts.lines[: facts.last_agent_line + 1 - facts.first_line], facts.first_line)
        if line.google.key and line.field is not Field.USER_AGENT
    ]
    if not between:
        return
    number, line = between[0]
    earlier = tuple(dict.fromkeys(written_name(agent.written) for agent in agents if agent.line < number))
    later = tuple(dict.fromkeys(written_name(agent.written) for agent in agents if agent.line > number))
    if not later or not earlier or set(earlier) == set(later):
        return
    at = Place(number + 1, 0)
    fix = Fix("end-group", (Edit(at, at, b"Allow: /\n"),), args={"names": earlier})
    variant = "" if facts.group.rules else "no-rules"
    args: dict[str, Value] = {"key": line.google.key, "earlier": earlier, "later": later}
    fixes = (fix,) if not variant else ()
    paces = any(each.google.key.lower() in _PACE for _, each in between)
    severity = None if not variant else Severity.WARNING if paces else Severity.INFORMATION
    yield Diagnostic(
        number,
        *line.google.key_span,
        args=args,
        fixes=fixes,
        variant=variant,
        severity=severity,
        dialects=_sharing(facts, number),
        whom=earlier,
    )


GROUP_GOES_ON = LintRule(
    "RS304",
    "group-goes-on",
    Severity.ERROR,
    title="The group does not end here",
    messages={
        "": (
            "Under RFC 9309 and for Google, {key} does not end the list of names: the rules below apply to {earlier} "
            "too, not only to {later}."
        ),
        "no-rules": (
            "Under RFC 9309 and for Google, {key} does not end the list of names: {earlier} and {later} are one group."
        ),
        "commented": (
            "A User-agent line in a comment starts no group: the rules below it are for {names}, like those above it."
        ),
    },
    fixes={"end-group": "End the group of {names} with Allow: /"},
    group=group_goes_on,
)


def _commented_name(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a commented user-agent line between the rules above it and those that seem to be its own."""
    first = facts.rules[0].line if facts.rules else 0
    rules = {rule.line for rule in facts.rules}
    for number, raw in enumerate(facts.raws, facts.first_line):
        if b"#" in raw and first < number and number + 1 in rules and _NAME_IN_COMMENT.match(raw):
            names = tuple(dict.fromkeys(written_name(agent.written) for agent in facts.group.agents))
            yield Diagnostic(number, args={"names": names}, variant="commented", severity=Severity.WARNING)
            return


def _sharing(facts: GroupFacts, number: int, *, is_blank_read: bool = True) -> tuple[str, ...]:
    """Return the dialects in which the names above a line share the rules below it, with empty lines or without."""
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


def rules_behind_sitemap(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report rules after a Sitemap line that follows those of a named group: they still belong to that group."""
    rules = facts.rules
    if facts.group.is_global or not rules:
        return
    sitemaps = [
        number
        for number, line in enumerate(facts.lines, facts.first_line)
        if line.field is Field.SITEMAP and rules[0].line < number < rules[-1].line
    ]
    if not sitemaps:
        return
    behind = [rule.line for rule in rules if rule.line > sitemaps[0]]
    names = tuple(dict.fromkeys(written_name(agent.written) for agent in facts.group.agents))
    args: dict[str, Value] = {"names": names, "lines": tuple(behind), "count": len(behind)}
    blank = b"\n" * any(number < behind[0] for number in facts.empty_lines)
    body = b"User-agent: Foo\nDisallow: /y\n%bSitemap: https://www.example.com/s\nDisallow: /x\n" % blank
    yield Diagnostic(behind[0], args=args, dialects=closed_by(body, "/x", "Foo"))


RULES_BEHIND_SITEMAP = LintRule(
    "RS306",
    "rules-behind-sitemap",
    Severity.WARNING,
    title="Rules after a Sitemap line",
    messages={
        "": Plural(
            "Under RFC 9309 a Sitemap ends no group: this rule is still for {names}, and for no other crawler.",
            (
                "Under RFC 9309 a Sitemap ends no group: the rules at lines {lines} are still for {names}, and for "
                "no other crawler."
            ),
        ),
    },
    group=rules_behind_sitemap,
    needs=Trait.SEVERAL_RULES,
)


def field_behind_blank(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a Crawl-delay or the like, apart from and after the rules of a named group: it still belongs to it."""
    rules = facts.rules
    if facts.group.is_global or not rules:
        return
    apart = [
        number
        for number, line in enumerate(facts.lines, facts.first_line)
        if number > rules[-1].line and (line.is_empty or line.field is Field.SITEMAP)
    ]
    names = tuple(dict.fromkeys(written_name(agent.written) for agent in facts.group.agents))
    blank = b"\n" * any(facts.lines[number - facts.first_line].is_empty for number in apart)
    body = b"User-agent: Foo\nDisallow: /y\n%bSitemap: https://www.example.com/s\nDisallow: /x\n" % blank
    for number, line in facts.others if apart else ():
        if number > apart[0] and line.google.key.lower() in _OF_GROUPS:
            args: dict[str, Value] = {"key": line.google.key, "names": names}
            yield Diagnostic(number, *line.google.key_span, args=args, dialects=closed_by(body, "/x", "Foo"))


FIELD_BEHIND_BLANK = LintRule(
    "RS307",
    "field-behind-blank",
    Severity.WARNING,
    title="Field apart from its group",
    messages={
        "": (
            "Under RFC 9309 neither an empty line nor a Sitemap ends a group: {key} is still for {names}, and for no "
            "other crawler."
        ),
    },
    group=field_behind_blank,
    needs=Trait.OTHER_FIELD,
)


def repeated_agent(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report one name twice in a group."""
    first: dict[bytes, int] = {}
    for agent in facts.group.agents:
        name = agent.written.lower()
        line = first.setdefault(name, agent.line)
        if line != agent.line and name:
            fix = Fix("remove-line", (_whole_line(agent.line),), is_safe=_are_adjacent_copies(facts, line, agent.line))
            args: dict[str, Value] = {"name": agent.written, "first": (line,)}
            yield Diagnostic(agent.line, args=args, fixes=(fix,), dialects=NOBODY)


REPEATED_AGENT = LintRule(
    "RS305",
    "repeated-agent",
    Severity.HINT,
    title="Name repeated in a group",
    messages={
        "": "{name} is already in this group, in line {first}.",
    },
    fixes=REMOVE_LINE,
    group=repeated_agent,
    needs=Trait.SEVERAL_NAMES,
)


def _are_adjacent_copies(facts: GroupFacts, line: int, other: int) -> bool:
    """Return True if two lines are equal, with only user-agent lines between them."""
    one, another = facts.raws[line - facts.first_line], facts.raws[other - facts.first_line]
    behind = bisect_left(facts.not_agents, line)
    return one == another and (behind == len(facts.not_agents) or facts.not_agents[behind] > other)


def _whole_line(line: int) -> Edit:
    return Edit(Place(line, 0), Place(line + 1, 0), b"")


def _have_common_token(one: Group, other: Group) -> bool:
    return not {agent.token for agent in one.agents}.isdisjoint(agent.token for agent in other.agents)


def uses_global(written: bytes) -> bool:
    """Return True if a crawler would follow `*` if no group named it: some never do, and lose nothing by a group."""
    crawler = CATALOGUE.known(written_name(written))
    return crawler is None or (crawler.uses_global and not crawler.is_control)


def written_name(written: bytes) -> str:
    return written.decode("utf-8", "replace")
