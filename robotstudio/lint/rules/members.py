"""RS21x: fields beside the rules, and the groups in which they stand."""

from collections.abc import Iterator, Sequence

from robotstudio.engine.crawlers import CATALOGUE, Crawler
from robotstudio.engine.directive_values import Preferences
from robotstudio.engine.directives import FIELDS, Scope
from robotstudio.lint.affected import heeding
from robotstudio.lint.draft import Draft, GroupFacts, LineFacts
from robotstudio.lint.model import EVERY, NOBODY, Edit, Fix, Found, LintRule, Place, Severity, Value

_PACE = frozenset({b"crawl-delay", b"request-rate", b"visit-time"})
_DO_NOT_READ_PACE = frozenset({"google", "yandex"})
WHOLE_SITE = frozenset({b"/", b"/*", b"*"})


def member_outside_groups(draft: Draft) -> Iterator[Found]:
    """A field that speaks for a group, above the first user-agent line: no crawler reads it there."""
    groups = draft.google.groups
    first = groups[0].first_line if groups else len(draft.lines) + 1
    for number, line, facts in draft.directives:
        if number < first and facts.scope is Scope.GROUP:
            dialects = heeding(facts.id) or EVERY
            yield Found(number, *line.google.key_span, args={"key": line.google.key}, dialects=dialects)


def pace_for_others(facts: GroupFacts) -> Iterator[Found]:
    """A Crawl-delay in a group whose crawlers are documented not to read it."""
    lines = _pace_lines(facts)
    crawlers = [CATALOGUE.known(name) for name in _names(facts)] if lines else []
    if crawlers and all(crawler and _reads_no_pace(crawler) for crawler in crawlers):
        names = tuple(crawler.token for crawler in crawlers if crawler)
        variant = "control" if all(crawler and crawler.is_control for crawler in crawlers) else ""
        concerned = {crawler.dialect for crawler in crawlers if crawler}
        dialects = tuple(each for each in EVERY if each in concerned)
        for number, line in lines:
            args: dict[str, Value] = {"key": line.google.key, "names": names}
            yield Found(number, *line.google.key_span, args=args, variant=variant, dialects=dialects)


def _reads_no_pace(crawler: Crawler) -> bool:
    """Whether it is documented that a crawler does not read such fields; of most nothing is known."""
    if "crawl-delay" in crawler.honours:
        return False
    return crawler.is_control or (crawler.dialect in _DO_NOT_READ_PACE and not crawler.assumed)


def pace_before_rules(facts: GroupFacts) -> Iterator[Found]:
    """A Crawl-delay between the user-agent lines and the rules: old readers want the standard lines first."""
    rules = facts.rules
    for number, line in _pace_lines(facts) if rules else ():
        if facts.last_agent_line < number < rules[0].line:
            at, behind = Place(number, 0), Place(facts.group.last_line + 1, 0)
            edits = (Edit(at, Place(number + 1, 0), b""), Edit(behind, behind, line.raw + b"\n"))
            fix = Fix("move-behind-rules", edits, args={"key": line.google.key})
            yield Found(number, *line.google.key_span, args={"key": line.google.key}, fixes=(fix,), dialects=NOBODY)


def preference_without_content(facts: GroupFacts) -> Iterator[Found]:
    """A preference that grants something in a group that may fetch nothing."""
    if len(facts.rules) > 50 or not any(not rule.allow and rule.pattern in WHOLE_SITE for rule in facts.rules):
        return
    if any(rule.allow and rule.written for rule in facts.rules):
        return
    for number, line in facts.others:
        granted = _granted(line)
        if granted:
            args: dict[str, Value] = {"key": line.google.key, "granted": granted}
            yield Found(number, *line.google.value_span, args=args)


def _granted(line: LineFacts) -> str:
    """The first preference of a line that grants a use."""
    name = line.google.key.lower().decode("ascii", "replace")
    if name not in {"content-signal", "content-usage"}:
        return ""
    found = FIELDS[name].read(line.google.value.decode("utf-8", "replace"))
    items = found.items if isinstance(found, Preferences) else ()
    return next((f"{item.name}={item.value}" for item in items if item.value in {"yes", "y"}), "")


def _pace_lines(facts: GroupFacts) -> Sequence[tuple[int, LineFacts]]:
    return [(number, line) for number, line in facts.others if line.google.key.lower() in _PACE]


def _names(facts: GroupFacts) -> Sequence[str]:
    return list(dict.fromkeys(agent.written.decode("utf-8", "replace") for agent in facts.group.agents))


RULES = (
    LintRule("RS214", "preference-without-content", Severity.INFORMATION, group=preference_without_content),
    LintRule("RS215", "field-outside-groups", Severity.WARNING, file=member_outside_groups),
    LintRule("RS216", "field-for-others", Severity.INFORMATION, group=pace_for_others),
    LintRule("RS217", "field-before-rules", Severity.HINT, group=pace_before_rules),
)
