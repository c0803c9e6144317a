"""Turns ids and arguments of findings into words."""

from collections.abc import Mapping
from types import MappingProxyType

from robotstudio.lint.model import Finding, Fix, LintRule, Value
from robotstudio.lint.rules import RULES
from robotstudio.text.language import AND, OR, WORDS, Message, Plural, tr
from robotstudio.text.phrases import (
    Argument,
    Phrase,
    Piece,
    PieceKind,
    as_text,
    printable,
)


def _fix_titles() -> Mapping[str, Message | Plural]:
    """Return the titles of all fixes by id; an id with two meanings is a bug."""
    titles: dict[str, Message | Plural] = {}
    for rule in RULES.values():
        for fix, text in rule.fixes.items():
            if titles.setdefault(fix, text) != text:
                raise ValueError(f"{fix} of {rule.code} has two meanings")
    return MappingProxyType(titles)


FIXES = _fix_titles()
_MESSAGES = frozenset({"why", "readers", "spared"})
"""Arguments that are messages themselves: reasons, and titles of dialects."""
_CHOICES = frozenset({"values"})
"""Arguments that are alternatives."""
_MOST_LISTED = 5
_LONGEST_SHOWN = 120


def title(rule: LintRule) -> str:
    """Return the title of a rule."""
    return tr(rule.title)


def message(finding: Finding) -> Phrase:
    """Describe a finding and its consequence."""
    return _said(finding.rule.messages[finding.diagnostic.variant], finding.diagnostic.args)


def message_text(finding: Finding) -> str:
    """Describe a finding as plain text."""
    return as_text(message(finding))


def fix_words(fix: Fix) -> str:
    """Return the label of a fix's button."""
    return as_text(_said(FIXES[fix.id], fix.args))


def _said(text: Message | Plural, args: Mapping[str, Value]) -> Phrase:
    arguments = {key: _argument(key, value) for key, value in args.items()}
    if not isinstance(text, Plural):
        return WORDS.phrase(text, **arguments)
    count = args["count"]
    return WORDS.counted_phrase(text, count if isinstance(count, int) else 0, **arguments)


def _argument(key: str, value: Value) -> Argument:
    if isinstance(value, bytes):
        return Piece(_shown(value.decode("utf-8", "replace")), PieceKind.URL)
    if isinstance(value, tuple):
        said = [WORDS.message(each) if key in _MESSAGES and isinstance(each, str) else each for each in value]
        last = OR if key in _CHOICES else AND
        return WORDS.listed([(_listed_piece(each),) for each in said], last, most=_MOST_LISTED)
    return WORDS.message(value) if key in _MESSAGES and isinstance(value, str) else value


def _listed_piece(value: str | int) -> Piece:
    return Piece(str(value), PieceKind.LINE, value) if isinstance(value, int) else Piece(_shown(value), PieceKind.TOKEN)


def _shown(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
