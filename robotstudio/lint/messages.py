"""Where the ids and arguments of findings become words, in one place."""

from collections.abc import Mapping
from types import MappingProxyType

from robotstudio.engine.language import ENGLISH, Words
from robotstudio.engine.phrases import (
    Argument,
    Kind,
    Phrase,
    Piece,
    as_text,
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


def title(rule: LintRule, words: Words = ENGLISH) -> str:
    """What a rule is about, in a few words."""
    return words.say(rule.title)


def message(finding: Finding, words: Words = ENGLISH) -> Phrase:
    """What was found, and what follows from it."""
    template = finding.rule.messages[finding.found.variant]
    return words.phrase(template, **_arguments(finding.found.args, words))


def message_text(finding: Finding, words: Words = ENGLISH) -> str:
    """The same as plain text."""
    return as_text(message(finding, words))


def fix_words(fix: Fix, words: Words = ENGLISH) -> str:
    """What a fix does, for its button."""
    return as_text(words.phrase(FIXES[fix.id], **_arguments(fix.args, words)))


def _arguments(args: Mapping[str, Value], words: Words) -> dict[str, Argument]:
    return {key: _argument(value, words) for key, value in args.items()}


def _argument(value: Value, words: Words) -> Argument:
    if isinstance(value, bytes):
        return Piece(_shown(value.decode("utf-8", "replace")), Kind.URL)
    if isinstance(value, tuple):
        return words.listed([(_listed_piece(each),) for each in value], most=_MOST_LISTED)
    return value


def _listed_piece(value: str | int) -> Piece:
    return Piece(str(value), Kind.LINE, value) if isinstance(value, int) else Piece(_shown(value), Kind.TOKEN)


def _shown(text: str) -> str:
    text = printable(text)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
