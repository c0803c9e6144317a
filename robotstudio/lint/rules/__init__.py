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
    leftovers,
    lines,
    overlaps,
    paths,
    preferences,
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
    paths,
    wildcards,
    leftovers,
    overlaps,
    blocking,
    file,
)

RULES = table(rule for topic in _TOPICS for rule in vars(topic).values() if isinstance(rule, LintRule))

__all__ = ["RULES"]
