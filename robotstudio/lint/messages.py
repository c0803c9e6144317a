"""Where the ids and arguments of findings become words, in one place and ready to be translated."""

from collections.abc import Mapping
from types import MappingProxyType

from robotstudio.engine.phrases import (
    Argument,
    Phrase,
    Piece,
    PieceKind,
    Translate,
    as_text,
    as_written,
    fill,
    listed,
    printable,
)
from robotstudio.lint.model import Finding, Fix, LintRule, Value
from robotstudio.lint.rules import RULES


def _fix_titles() -> Mapping[str, str]:
    """The titles of all fixes by their ids; one id in two senses is a mistake in the program."""
    titles: dict[str, str] = {}
    for rule in RULES.values():
        for fix, text in rule.fixes.items():
            if titles.setdefault(fix, text) != text:
                raise ValueError(f"{fix} of {rule.code} has two meanings")
    return MappingProxyType(titles)


FIXES = _fix_titles()
_MOST_LISTED = 5
_LONGEST_SHOWN = 120


def title(rule: LintRule, translate: Translate = as_written) -> str:
    """What a rule is about, in a few words."""
    return translate(rule.title)


def message(finding: Finding, translate: Translate = as_written) -> Phrase:
    """What was found, and what follows from it."""
    template = finding.rule.messages[finding.found.variant]
    return fill(translate(template), **_arguments(finding.found.args))


def message_text(finding: Finding, translate: Translate = as_written) -> str:
    return as_text(message(finding, translate))


def fix_words(fix: Fix, translate: Translate = as_written) -> str:
    """What a fix does, for its button."""
    return as_text(fill(translate(FIXES[fix.id]), **_arguments(fix.args)))


def _arguments(args: Mapping[str, Value]) -> dict[str, Argument]:
    return {key: _argument(value) for key, value in args.items()}


def _argument(value: Value) -> Argument:
    if isinstance(value, bytes):
        return Piece(_shown(value.decode("utf-8", "replace")), PieceKind.URL)
    if isinstance(value, tuple):
        return listed([(_listed_piece(each),) for each in value], most=_MOST_LISTED)
    return value


def _listed_piece(value: str | int) -> Piece:
    return Piece(str(value), PieceKind.LINE, value) if isinstance(value, int) else Piece(_shown(value), PieceKind.TOKEN)


def _shown(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
