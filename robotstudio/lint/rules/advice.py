"""RS6xx: what could be said more simply."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from robotstudio.lint.draft import Draft, GroupFacts
from robotstudio.lint.model import NOBODY, Found, LintRule, Severity, Value
from robotstudio.lint.rules.paths import one_by_one

if TYPE_CHECKING:
    from robotstudio.engine import Group


def identical_groups(draft: Draft) -> Iterator[Found]:
    """Groups with the same rules under different names: their user-agent lines can stand together."""
    groups = [group for group in draft.google.groups if group.rules]
    tokens = Counter(agent.token for group in groups for agent in group.agents)
    alike: dict[tuple[int, bytes, bytes], list[Group]] = {}
    for group in groups:
        if group.is_global or any(tokens[agent.token] > 1 for agent in group.agents):
            continue  # a group that is merged with another has not all of its rules here
        key = len(group.rules), group.rules[0].written, group.rules[-1].written
        alike.setdefault(key, []).append(group)
    for some in alike.values():
        for same in _with_same_rules(some) if len(some) > 1 else ():
            first = same[0]
            names = tuple(agent.written.decode("utf-8", "replace") for group in same for agent in group.agents)
            args: dict[str, Value] = {
                "names": tuple(dict.fromkeys(names)),
                "lines": tuple(group.first_line for group in same),
                "count": len(same),
            }
            yield Found(first.first_line, last_line=first.agents[-1].line, args=args, dialects=NOBODY)


def _with_same_rules(groups: list["Group"]) -> Iterator[list["Group"]]:
    found: dict[tuple[tuple[bool, bytes], ...], list[Group]] = {}
    for group in groups:
        found.setdefault(tuple((rule.allow, rule.written) for rule in group.rules), []).append(group)
    return (same for same in found.values() if len(same) > 1)


def directories_one_by_one(facts: GroupFacts) -> Iterator[Found]:
    """Many directories within one, each in a rule of its own: one rule for the outer may be what is meant."""
    for outer, patterns in facts.crowds.items():
        yield from one_by_one(facts, outer, [pattern for pattern in patterns if pattern.endswith(b"/")])


RULES = (
    LintRule("RS601", "identical-groups", Severity.HINT, file=identical_groups),
    LintRule("RS602", "directories-one-by-one", Severity.HINT, group=directories_one_by_one),
)
