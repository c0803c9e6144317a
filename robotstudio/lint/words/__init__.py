"""Where the codes and arguments of the linter become words, in one place and ready to be translated."""

from collections.abc import Mapping
from types import MappingProxyType

from robotstudio.engine.phrases import (
    Argument,
    Kind,
    Phrase,
    Piece,
    Translate,
    as_text,
    as_written,
    fill,
    listed,
    printable,
)
from robotstudio.lint.model import Finding, Fix, LintRule, Value
from robotstudio.lint.words import (
    advice,
    blocking,
    crawlers,
    directives,
    file,
    groups,
    leftovers,
    lines,
    names,
    paths,
    values,
)

_PARTS = (lines, directives, groups, names, crawlers, values, leftovers, paths, blocking, file, advice)


def _joined(*parts: Mapping[str, str]) -> Mapping[str, str]:
    words: dict[str, str] = {}
    for part in parts:
        for key, text in part.items():
            if words.setdefault(key, text) != text:
                raise ValueError(f"{key} has two meanings")
    return MappingProxyType(words)


TITLES = _joined(*(part.TITLES for part in _PARTS))
MESSAGES = _joined(*(part.MESSAGES for part in _PARTS))
FIXES = _joined(*(part.FIXES for part in _PARTS))
"""Templates by code, by code and variant (`RS101/known`), and by the id of a fix."""

_MOST_LISTED = 5
_LONGEST_SHOWN = 120


def title(rule: LintRule, translate: Translate = as_written) -> str:
    """What a rule is about, in a few words."""
    return translate(TITLES[rule.code])


def message(finding: Finding, translate: Translate = as_written) -> Phrase:
    """What was found, and what follows from it."""
    found = finding.found
    key = f"{finding.code}/{found.variant}" if found.variant else finding.code
    return fill(translate(MESSAGES[key]), **_arguments(found.args))


def message_text(finding: Finding, translate: Translate = as_written) -> str:
    """The same as plain text."""
    return as_text(message(finding, translate))


def fix_words(fix: Fix, translate: Translate = as_written) -> str:
    """What a fix does, for its button."""
    return as_text(fill(translate(FIXES[fix.id]), **_arguments(fix.args)))


def _arguments(args: Mapping[str, Value]) -> dict[str, Argument]:
    return {key: _argument(value) for key, value in args.items()}


def _argument(value: Value) -> Argument:
    if isinstance(value, bytes):
        return Piece(_shown(value.decode("utf-8", "replace")), Kind.URL)
    if isinstance(value, tuple):
        return listed([(_listed_piece(each),) for each in value], most=_MOST_LISTED)
    return value


def _listed_piece(value: str | int) -> Piece:
    return Piece(str(value), Kind.LINE, value) if isinstance(value, int) else Piece(_shown(value), Kind.TOKEN)


def _shown(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
