"""RS5xx: the file as a whole: encoding, size, name."""

from robotstudio.lint.model import LintRule

RULES: tuple[LintRule, ...] = ()
