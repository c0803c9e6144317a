"""The rules of the linter by their code. A rule is a `LintRule` in the module of its topic, beside its check."""

from robotstudio.lint.model import LintRule, table
from robotstudio.lint.rules import (
    agent_names,
    blocking,
    characters,
    crawlers,
    directives,
    fields,
    file,
    groups,
    idle_allows,
    leftovers,
    lines,
    overlaps,
    paths,
    preferences,
    product_names,
    reach,
    several_groups,
    sitemaps,
    wildcards,
)

_TOPICS = (
    fields,
    lines,
    characters,
    directives,
    preferences,
    sitemaps,
    groups,
    several_groups,
    agent_names,
    crawlers,
    product_names,
    paths,
    wildcards,
    reach,
    leftovers,
    overlaps,
    idle_allows,
    blocking,
    file,
)

RULES = table(rule for topic in _TOPICS for rule in vars(topic).values() if isinstance(rule, LintRule))

__all__ = ["RULES"]
