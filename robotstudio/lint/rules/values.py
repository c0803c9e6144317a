"""RS4xx: the paths of rules."""

from robotstudio.lint.model import LintRule

RULES: tuple[LintRule, ...] = ()
