"""RS2xx: fields beside User-agent, Allow and Disallow."""

from robotstudio.lint.model import LintRule

RULES: tuple[LintRule, ...] = ()
