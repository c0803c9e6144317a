"""Rule coverage in words, and the proof that a rule may be deleted."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from robotstudio.app.rule_coverage import DeletionProof
from robotstudio.engine.change_words import crawler_words
from robotstudio.engine.coverage import RuleCoverage, RuleState
from robotstudio.engine.phrases import Translate, as_text
from robotstudio.engine.side_effects import SideChange, SideEffect
from robotstudio.ui.widgets.formats import format_count

_translate: Translate = partial(QCoreApplication.translate, "Coverage")
_MOST_NAMED, _MOST_CRAWLERS = 3, 2


def state_words(state: RuleState) -> str:
    """A rule's state in a few words."""
    return {
        RuleState.DELAYS: _translate("sets a delay"),
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


def proof_words(proof: DeletionProof) -> str:
    """What would change without the line, as a sentence."""
    changes, line = proof.changes, proof.line
    if proof.is_safe:
        words = _translate("Without line {line}: proven, 0 of {cells} verdicts change, and nothing else.")
        return words.format(line=line, cells=format_count(changes.cells))
    if not changes.flips:
        words = _translate("Without line {line} no verdict on these URLs changes, but {what}.")
        others = "; ".join(_other_words(other, proof.subject.titles) for other in proof.deletion.others)
        return words.format(line=line, what=others)
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


def _other_words(other: SideChange, titles: Mapping[str, str]) -> str:
    """Something besides verdicts that changes without a line."""
    if other.effect is SideEffect.DELAY and not other.tokens:
        return _translate("a crawler that is not shown may wait by it")
    return _OTHERS[other.effect]().format(crawlers=_few([titles.get(each, each) for each in other.tokens], _MOST_NAMED))


def _groups_words() -> str:
    return _translate("as {crawlers} read it, groups would begin or end elsewhere, or have other rules")


def _delay_words() -> str:
    return _translate("it sets the delay for {crawlers}")


def _field_words() -> str:
    return _translate("another field of the file would be gone, or speak to other crawlers")


_OTHERS: Mapping[SideEffect, Callable[[], str]] = {
    SideEffect.GROUPS: _groups_words,
    SideEffect.DELAY: _delay_words,
    SideEffect.FIELD: _field_words,
}


def waiting_words(rule: RuleCoverage, titles: Mapping[str, str]) -> str:
    """Who waits by a crawl-delay: `Bingbot, ClaudeBot`."""
    return _few([titles.get(token, token) for token in rule.waiting], _MOST_NAMED)


def _few(names: Sequence[str], most: int) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" +{more}" if more > 0 else "")
