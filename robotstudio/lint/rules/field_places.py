"""Places and readers of fields other than rules."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from robotstudio.engine.crawlers import CATALOGUE, Crawler
from robotstudio.engine.directive_values import Preferences, Unreadable
from robotstudio.engine.directives import Scope
from robotstudio.lint.affected import dialects_obeying
from robotstudio.lint.context import LintContext
from robotstudio.lint.facts import GroupFacts, LineFacts
from robotstudio.lint.model import EVERY, NOBODY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Trait, Value
from robotstudio.lint.rules.directives import is_field, read_value

_PACE = frozenset({b"crawl-delay", b"request-rate", b"visit-time"})
_DO_NOT_READ_PACE = frozenset({"google", "yandex"})


def member_outside_groups(context: LintContext) -> Iterator[Diagnostic]:
    """Report a field of a group above the first user-agent line: no crawler reads it there."""
    groups = context.google.groups
    first = groups[0].first_line if groups else len(context.lines) + 1
    for number, line, facts in context.directives:
        if number < first and facts.scope is Scope.GROUP:
            dialects = dialects_obeying(facts.id) or EVERY
            yield Diagnostic(number, *line.google.key_span, args={"key": line.google.key}, dialects=dialects)


FIELD_OUTSIDE_GROUPS = LintRule(
    "RS215",
    "field-outside-groups",
    Severity.WARNING,
    title="Field outside any group",
    messages={
        "": "{key} applies to a group, but is above the first User-agent line: it belongs to no group.",
    },
    file=member_outside_groups,
)


def pace_for_others(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a Crawl-delay in a group whose crawlers are documented not to read it."""
    lines = _pace_lines(facts)
    crawlers = [_crawler(name) for name in _names(facts)] if lines else []
    if crawlers and all(crawler and _reads_no_pace(crawler) for crawler in crawlers):
        names = tuple(dict.fromkeys(crawler.token for crawler in crawlers if crawler))
        variant = "control" if all(crawler and crawler.is_control for crawler in crawlers) else ""
        concerned = {crawler.dialect for crawler in crawlers if crawler}
        dialects = tuple(each for each in EVERY if each in concerned)
        for number, line in lines:
            args: dict[str, Value] = {"key": line.google.key, "names": names}
            yield Diagnostic(number, *line.google.key_span, args=args, variant=variant, dialects=dialects)
    yield from _clean_params(facts)


FIELD_FOR_OTHERS = LintRule(
    "RS216",
    "field-for-others",
    Severity.INFORMATION,
    title="Field that this group's crawlers do not read",
    messages={
        "": "{key} has no effect here: it is not read by {names}.",
        "yandex": "Only Yandex reads {key}. It has no effect for {names}.",
        "control": ("{names}: these tokens fetch nothing, they only say how content may be used. {key} has no effect."),
    },
    group=pace_for_others,
    needs=Trait.OTHER_FIELD,
)


def _clean_params(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a Clean-param in a group that none of Yandex's crawlers follows: no other reads it."""
    lines = [(number, line) for number, line in facts.others if line.google.key.lower() == b"clean-param"]
    crawlers = [CATALOGUE.known(name) for name in _names(facts)] if lines else []
    if crawlers and all(
        crawler and crawler is not CATALOGUE.known("*") and crawler.dialect != "yandex" for crawler in crawlers
    ):
        names = tuple(crawler.token for crawler in crawlers if crawler)
        for number, line in lines:
            args: dict[str, Value] = {"key": line.google.key, "names": names}
            yield Diagnostic(number, *line.google.key_span, args=args, variant="yandex", dialects=NOBODY)


@lru_cache(maxsize=1024)
def _crawler(name: str) -> Crawler | None:
    """Return the crawler of a name, or the best known one that falls back to it: YandexBot looks for Yandex."""
    alike = [each for each in CATALOGUE.crawlers.values() if name.lower() in map(str.lower, each.chain)]
    return CATALOGUE.known(name) or min(alike, key=lambda each: each.assumed, default=None)


def _reads_no_pace(crawler: Crawler) -> bool:
    """Return True if a crawler is documented not to read such fields; for most nothing is known."""
    if "crawl-delay" in crawler.honours:
        return False
    return crawler.is_control or (crawler.dialect in _DO_NOT_READ_PACE and not crawler.assumed)


def pace_before_rules(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a Crawl-delay between the user-agent lines and the rules: old parsers want the standard lines first."""
    rules = facts.rules
    for number, line in _pace_lines(facts) if rules else ():
        if facts.last_agent_line < number < rules[0].line:
            at, behind = Place(number, 0), Place(facts.group.last_line + 1, 0)
            edits = (Edit(at, Place(number + 1, 0), b""), Edit(behind, behind, line.raw + b"\n"))
            fix = Fix("move-behind-rules", edits, args={"key": line.google.key})
            yield Diagnostic(
                number, *line.google.key_span, args={"key": line.google.key}, fixes=(fix,), dialects=NOBODY
            )


FIELD_BEFORE_RULES = LintRule(
    "RS217",
    "field-before-rules",
    Severity.HINT,
    title="Field before the rules",
    messages={
        "": (
            "{key} is between the User-agent lines and the rules. Modern crawlers read it; for older ones it belongs "
            "after the rules."
        ),
    },
    fixes={"move-behind-rules": "Move {key} after the rules"},
    group=pace_before_rules,
    needs=Trait.OTHER_FIELD,
)


def _pace_lines(facts: GroupFacts) -> Sequence[tuple[int, LineFacts]]:
    return [(number, line) for number, line in facts.others if line.google.key.lower() in _PACE]


def _names(facts: GroupFacts) -> Sequence[str]:
    return list(dict.fromkeys(agent.written.decode("utf-8", "replace") for agent in facts.group.agents))


def repeated_field(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a Crawl-delay or the like twice in a group: it is undefined which one counts."""
    first: dict[bytes, tuple[int, bytes]] = {}
    for number, line in _pace_lines(facts):
        if isinstance(read_value(line), Unreadable):
            continue  # reported elsewhere
        line_before, value = first.setdefault(line.google.key.lower(), (number, line.google.value))
        if line_before != number and number > facts.last_agent_line < line_before:
            args: dict[str, Value] = {"key": line.google.key, "first": (line_before,), "value": value}
            variant = "same" if value == line.google.value else ""
            severity = Severity.HINT if variant else None
            yield Diagnostic(number, *line.google.key_span, args=args, variant=variant, severity=severity)
    yield from _contrary_signals(facts)


REPEATED_FIELD = LintRule(
    "RS220",
    "repeated-field",
    Severity.WARNING,
    title="Field repeated in a group",
    messages={
        "": "Line {first} already sets {key} to {value} for this group. Which line counts is undefined.",
        "same": "Line {first} already sets this for the group.",
    },
    group=repeated_field,
    needs=Trait.OTHER_FIELD,
)


def _contrary_signals(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report two lines of a group that set one Content-Signal differently."""
    first: dict[str, tuple[int, str]] = {}
    for number, line in facts.others:
        found = read_value(line) if is_field(line, "content-signal") else None
        for item in found.items if isinstance(found, Preferences) else ():
            before, value = first.setdefault(item.name, (number, item.value))
            if before != number and value != item.value:
                args: dict[str, Value] = {"key": item.name, "first": (before,), "value": value}
                yield Diagnostic(number, *line.google.value_span, args=args)
