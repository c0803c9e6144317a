"""RS6xx: what could be said more simply."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from robotstudio.lint.draft import Draft
from robotstudio.lint.model import Found, LintRule, Severity

if TYPE_CHECKING:
    from robotstudio.engine import Group


def identical_groups(draft: Draft) -> Iterator[Found]:
    """Groups with the same rules under different names: their user-agent lines can stand together."""
    groups = [group for group in draft.google.groups if group.rules]
    tokens = Counter(agent.token for group in groups for agent in group.agents)
    first_with: dict[tuple[tuple[bool, bytes], ...], Group] = {}
    for group in groups:
        if any(tokens[agent.token] > 1 for agent in group.agents):
            continue  # merged with another group, so that its rules are not all
        rules = tuple((rule.allow, rule.written) for rule in group.rules)
        first = first_with.setdefault(rules, group)
        if first is not group and not first.is_global and not group.is_global:
            names = tuple(dict.fromkeys(agent.written.decode("utf-8", "replace") for agent in group.agents))
            yield Found(
                group.first_line, last_line=group.last_line, args={"names": names, "first": (first.first_line,)}
            )


RULES = (LintRule("RS601", "identical-groups", Severity.HINT, file=identical_groups),)
