"""The rules of the linter by code. A rule is a `LintRule` in the module of its topic, beside its check."""

from collections.abc import Iterable, Mapping

from robotstudio.lint.model import LintRule, table
from robotstudio.lint.rules import (
    agent_names,
    blocking,
    characters,
    comments,
    crawlers,
    directives,
    field_places,
    fields,
    file,
    groups,
    hidden_rules,
    idle_rules,
    known_paths,
    leftovers,
    lines,
    overlaps,
    paths,
    preferences,
    product_names,
    reach,
    rule_addresses,
    several_groups,
    sitemaps,
    unknown_fields,
    wildcards,
)

_TOPICS = (
    fields,
    unknown_fields,
    lines,
    characters,
    directives,
    field_places,
    preferences,
    sitemaps,
    groups,
    several_groups,
    agent_names,
    crawlers,
    product_names,
    paths,
    rule_addresses,
    wildcards,
    reach,
    leftovers,
    known_paths,
    overlaps,
    hidden_rules,
    idle_rules,
    blocking,
    comments,
    file,
)

RULES = table(rule for topic in _TOPICS for rule in vars(topic).values() if isinstance(rule, LintRule))


def rules_without(codes: Iterable[str]) -> Mapping[str, LintRule]:
    """Return the rules except some codes."""
    off = frozenset(codes)
    return {code: rule for code, rule in RULES.items() if code not in off} if off else RULES


__all__ = ["RULES", "rules_without"]
