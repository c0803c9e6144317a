"""RS3xx: which crawlers a group is for, and what belongs to it."""

from robotstudio.lint.model import LintRule

RULES: tuple[LintRule, ...] = ()
