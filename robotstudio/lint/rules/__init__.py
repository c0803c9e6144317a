"""The rules of the linter, by their code: what RS1xx to RS6xx look at is in the module of that name."""

from robotstudio.lint.model import table
from robotstudio.lint.rules import (
    advice,
    blocking,
    crawlers,
    directives,
    file,
    groups,
    leftovers,
    lines,
    members,
    names,
    octets,
    paths,
    sitemaps,
    values,
)

RULES = table(
    lines.RULES,
    octets.RULES,
    directives.RULES,
    sitemaps.RULES,
    members.RULES,
    groups.RULES,
    names.RULES,
    crawlers.RULES,
    values.RULES,
    leftovers.RULES,
    paths.RULES,
    blocking.RULES,
    file.RULES,
    advice.RULES,
)

__all__ = ["RULES"]
