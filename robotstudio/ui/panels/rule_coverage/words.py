"""Texts of rule coverage: what is proven for every URL, and what holds for the loaded ones only."""

from collections.abc import Mapping, Sequence

from robotstudio.draft.rule_coverage import DeletionProof
from robotstudio.draft.rule_proofs import LineProof
from robotstudio.engine.coverage import RuleCoverage, RuleState
from robotstudio.engine.crawlers import called
from robotstudio.engine.proof import Use
from robotstudio.engine.side_effects import SideChange, SideEffect
from robotstudio.explain.change_words import crawler_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import as_text
from robotstudio.ui.language.language import side_by_side

_MOST_NAMED, _MOST_CRAWLERS = 3, 2
_STATES: Mapping[RuleState, Message] = {
    RuleState.DELAYS: "sets a delay",
    RuleState.DECIDES: "decides",
}
_UNREAD = Plural("your crawler does not read it", "none of your {count} crawlers reads it")
_LOADED: Mapping[RuleState, Plural] = {
    RuleState.SHADOWED: Plural("does not decide the {count} loaded", "decides none of the {count} loaded"),
    RuleState.NO_MATCH: Plural("does not match the {count} loaded", "matches none of the {count} loaded"),
}
_NEVER: Message = "never decides, for any URL"
_TWICE: Message = "duplicate, for any URL"
_NOT_NEEDED: Message = "not needed, for any URL"
_NEVER_BY: Message = "Line {line} never decides, for any URL: {covers}. Proven: deleting it changes no verdict."
_NEEDLESS: Message = "Line {line} is not needed, for any URL. Proven: deleting it changes no verdict."
_COVERS = Plural("line {lines} overrides it ({crawlers})", "lines {lines} override it ({crawlers})")
_OTHERS: Mapping[SideEffect, Message] = {
    SideEffect.GROUPS: "for {crawlers}, groups would start or end elsewhere or have other rules",
    SideEffect.DELAY: "it sets the delay for {crawlers}",
    SideEffect.FIELD: "another field would disappear or apply to other crawlers",
}
_ALL = Plural("all {count}", "all {count}")
_CRAWLERS = Plural("{count} crawler", "{count} crawlers")
_MORE_CRAWLERS = Plural("{count} more crawler", "{count} more crawlers")
_LOADED_ONLY = Plural(
    "Without line {line}, 0 of {count} verdict on the loaded URLs changes, and no delay or other field.",
    "Without line {line}, 0 of {count} verdicts on the loaded URLs change, and no delay or other field.",
)
_CHANGES = Plural(
    "Without line {line}, {flips} of {count} verdicts change: {what}.",
    "Without line {line}, {flips} of {count} verdicts change: {what}.",
)


def state_words(state: RuleState, urls: int, crawlers: int) -> str:
    """Word a rule's state for the loaded URLs and the chosen crawlers; others may read the rule."""
    if state is RuleState.UNREAD:
        return ntr(_UNREAD, crawlers)
    return ntr(_LOADED[state], urls) if state in _LOADED else tr(_STATES[state])


def proven_words(proof: LineProof, *, is_written_twice: bool) -> str:
    """Word the state of a rule that no URL needs."""
    if proof.use is Use.NOT_NEEDED:
        return tr(_NOT_NEEDED)
    return tr(_TWICE if is_written_twice else _NEVER)


def needless_words(proof: LineProof, titles: Mapping[str, str]) -> str:
    """Word that no URL needs a rule, and which line overrides it for which crawlers, as a sentence."""
    if proof.use is Use.NOT_NEEDED:
        return tr(_NEEDLESS, line=str(proof.line))
    return tr(_NEVER_BY, line=str(proof.line), covers=WORDS.clauses(_covers(proof, titles)))


def _covers(proof: LineProof, titles: Mapping[str, str]) -> list[str]:
    return [
        ntr(
            _COVERS,
            len(cover.lines),
            lines=_few(_lines(cover.lines), _MOST_NAMED),
            crawlers=_few([called(token, titles) for token in cover.tokens], _MOST_NAMED),
        )
        for cover in proof.covers[:_MOST_NAMED]
    ]


def covered_words(proof: LineProof) -> str:
    """List the lines that override a rule for every URL."""
    return _few(_lines(proof.covered_by), _MOST_NAMED)


def _lines(lines: Sequence[int]) -> list[str]:
    return [str(line) if line else tr("always allowed") for line in lines]


def shadows_words(rule: RuleCoverage) -> str:
    """List the lines that decide what a rule matches: `14, 9 +2`."""
    return _few(_lines([shadow.line or 0 for shadow in rule.shadows]), _MOST_NAMED)


def crawlers_words(titles: Sequence[str], asked: int) -> str:
    """Word for which crawlers a rule decides: `all 9`, `5 crawlers`, `Googlebot, Bingbot`."""
    if len(titles) <= _MOST_CRAWLERS:
        return side_by_side(titles)
    return ntr(_ALL if len(titles) == asked else _CRAWLERS, len(titles))


def proof_words(proof: DeletionProof) -> str:
    """Word what would change without the line, as a sentence."""
    changes, line = proof.changes, proof.line
    if proof.is_safe:
        return ntr(_LOADED_ONLY, changes.cells, line=str(line))
    if not changes.flips:
        others = WORDS.clauses(_other_words(other, proof.subject.titles) for other in proof.deletion.others)
        return tr("Without line {line} no verdict on these URLs changes, but {what}.", line=str(line), what=others)
    flipped = [change for change in changes.crawlers if change.blocked or change.allowed]
    said = [
        WORDS.about(called(change.token, proof.subject.titles), as_text(crawler_words(change)))
        for change in flipped[:_MOST_NAMED]
    ]
    if len(flipped) > _MOST_NAMED:
        said.append(ntr(_MORE_CRAWLERS, len(flipped) - _MOST_NAMED))
    return ntr(_CHANGES, changes.cells, line=str(line), flips=changes.flips, what=WORDS.clauses(said))


def _other_words(other: SideChange, titles: Mapping[str, str]) -> str:
    """Word a change other than of verdicts that deleting a line causes."""
    if other.effect is SideEffect.DELAY and not other.tokens:
        return tr("a crawler that is not shown may use it as a delay")
    crawlers = _few([called(each, titles) for each in other.tokens], _MOST_NAMED)
    return tr(_OTHERS[other.effect], crawlers=crawlers)


def waiting_words(rule: RuleCoverage, titles: Mapping[str, str]) -> str:
    """List the crawlers that follow a crawl-delay: `Bingbot, ClaudeBot`."""
    return _few([called(token, titles) for token in rule.waiting], _MOST_NAMED)


def _few(names: Sequence[str], most: int) -> str:
    more = len(names) - most
    return side_by_side(names[:most]) + (f" +{more}" if more > 0 else "")
