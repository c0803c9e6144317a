"""RS6xx: what could be said more simply."""

from robotstudio.lint.model import LintRule

RULES: tuple[LintRule, ...] = ()
