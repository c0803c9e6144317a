"""What is said of a rule's use and of the proof that it may go."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from robotstudio.engine.change_words import crawler_words
from robotstudio.engine.coverage import RuleCoverage, RuleState
from robotstudio.engine.phrases import Translate, as_text
from robotstudio.ui.coverage.report import Proof
from robotstudio.ui.widgets.formats import format_count

_translate: Translate = partial(QCoreApplication.translate, "Coverage")
_MOST_NAMED, _MOST_CRAWLERS = 3, 2


def state_words(state: RuleState) -> str:
    """A rule's state in a few words."""
    return {
        RuleState.DECIDES: _translate("decides"),
        RuleState.SHADOWED: _translate("never decides"),
        RuleState.NO_MATCH: _translate("matches no URL"),
        RuleState.UNREAD: _translate("no crawler reads it"),
    }[state]


def shadows_words(rule: RuleCoverage) -> str:
    """The lines that decide what a rule matches: `14, 9 +2`."""
    lines = [str(shadow.line) if shadow.line else _translate("always allowed") for shadow in rule.shadows]
    return _few(lines, _MOST_NAMED)


def crawlers_words(titles: Sequence[str], asked: int) -> str:
    """For whom a rule decides: `all 9`, `5 crawlers`, `Googlebot, Bingbot`."""
    if len(titles) <= _MOST_CRAWLERS:
        return ", ".join(titles)
    return _translate("all {count}" if len(titles) == asked else "{count} crawlers").format(count=len(titles))


def proof_words(proof: Proof) -> str:
    """What would change without the line, as a sentence."""
    changes, line = proof.changes, proof.line
    if proof.is_safe:
        words = _translate("Without line {line}: proven, 0 of {cells} verdicts change.")
        return words.format(line=line, cells=format_count(changes.cells))
    flipped = [change for change in changes.crawlers if change.blocked or change.allowed]
    said = [
        f"{proof.subject.titles.get(change.token, change.token)}: {as_text(crawler_words(change, _translate))}"
        for change in flipped[:_MOST_NAMED]
    ]
    if len(flipped) > _MOST_NAMED:
        said.append(_translate("{count} more crawlers").format(count=len(flipped) - _MOST_NAMED))
    words = _translate("Without line {line}, {flips} of {cells} verdicts change: {what}.")
    counts = {"flips": format_count(changes.flips), "cells": format_count(changes.cells)}
    return words.format(line=line, what="; ".join(said), **counts)


def _few(names: Sequence[str], most: int) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" +{more}" if more > 0 else "")
