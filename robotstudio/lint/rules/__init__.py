"""The rules of the linter, by their code: what RS1xx to RS6xx look at is in the module of that name."""

from robotstudio.lint.model import table
from robotstudio.lint.rules import advice, directives, file, groups, lines, names, octets, paths, values

RULES = table(
    lines.RULES,
    octets.RULES,
    directives.RULES,
    groups.RULES,
    names.RULES,
    values.RULES,
    paths.RULES,
    file.RULES,
    advice.RULES,
)

__all__ = ["RULES"]
