"""Changes if this file replaces another: on the loaded URLs, and for every URL."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from robotstudio.draft.at_risk import stake_of
from robotstudio.draft.changes.flip_table import VerdictFlip, flips_of
from robotstudio.draft.changes.unseen_urls import ReadersProof, limited_change, whole_change
from robotstudio.engine.changed_urls import (
    FIELDS_CHANGE,
    changed_words,
    no_other_words,
    only_words,
    together,
    whole_words,
)
from robotstudio.engine.changes import Change, Changes
from robotstudio.engine.proof import Result
from robotstudio.engine.risk import RiskId, risks_of
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.change_words import crawler_words, heading_words, risk_words, urls_words
from robotstudio.report.model import MOST_EXAMPLES, Block, Cell, CellKind, Prose, ReportColumn, ReportTable, plain
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, tr
from robotstudio.text.phrases import as_text
from robotstudio.urls.set_columns import full_titles, stakes_of, sum_words

_AGAINST: Message = "Compared with {baseline}."
_SAME_BYTES: Message = "The two files are identical, byte for byte."
_COUNTED = Plural("{flips} of {count} verdicts flip.", "{flips} of {count} verdicts flip.")
_CRAWLERS: Message = "Changes by crawler"
_LINES: Message = "Changes by line"
_UNSEEN: Message = "A short URL for each kind of change, for all possible URLs"
_MORE: Message = "There may be more: some cases were not decided within the limit."
_FLIPS: Message = "Every verdict that changes"
_BLOCKED = Plural("{count} URL becomes blocked", "{count} URLs become blocked")
_ALLOWED = Plural("{count} URL becomes allowed", "{count} URLs become allowed")
_WITH_SUMS: Message = "{said} – {sum}"
_OUTCOMES: Final[Mapping[Result, Message]] = {
    Result.EQUAL: "proven: no verdict changes, whatever the URL",
    Result.DIFFERS: "verdicts change",
    Result.UNDECIDED: "undecided: neither a proof nor a counterexample within the limit",
}


def has_baseline(found: Findings) -> bool:
    """Return True if there is something to compare with."""
    return found.subject.baseline is not None


def build(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """Say what changes for whom, by which line, and what is proven."""
    baseline, changes = found.subject.baseline, found.changes
    if baseline is None or changes is None:
        return
    yield Prose(plain(tr(_AGAINST, baseline=baseline.title)))
    if baseline.body == found.subject.body:
        yield Prose(plain(tr(_SAME_BYTES)))
        return
    risks = risks_of(FileVersion(baseline.body), FileVersion(found.subject.body), changes)
    if changes.cells and all(risk.id is not RiskId.MANY_FLIPS for risk in risks):  # that says so, too
        yield Prose(plain(ntr(_COUNTED, changes.cells, flips=changes.flips)))
    yield from (Prose(risk_words(risk, tr("This file"))) for risk in risks)
    yield from (Prose(plain(sentence)) for sentence in at_stake(found, changes))
    yield _by_crawler(found, changes)
    if changes.groups:
        yield _by_line(changes)
        yield ReportTable("flips", tr(_FLIPS), _flip_heads(), tuple(_flips(found, changes)), MOST_EXAMPLES)
    unseen = tuple(_unseen(found))
    if unseen:
        yield ReportTable("beyond", tr(_UNSEEN), _flip_heads(), unseen, MOST_EXAMPLES)
        yield Prose(plain(_changed_urls_words(found)))


def at_stake(found: Findings, changes: Changes) -> Iterator[str]:
    """Say what the URLs bring that change for a crawler that brings it, each counted once: blocked, then allowed."""
    columns = stakes_of(found.subject.urls)
    titles = full_titles(columns, WORDS)
    for change, message in ((Change.BLOCKED, _BLOCKED), (Change.ALLOWED, _ALLOWED)):
        rows = changes.rows_with(change)
        if len(rows) and columns:
            stakes = [stake_of(each, changes, change) for each in columns]
            sums = [sum_words(title, each.at_risk, WORDS) for title, each in zip(titles, stakes, strict=True)]
            said = tr(_WITH_SUMS, said=ntr(message, len(rows)), sum=WORDS.clauses(sums))
            yield WORDS.sentence(said)


def _changed_urls_words(found: Findings) -> str:
    """Say which URLs change, and for whom it is proven that no others do."""
    changed, count = together(proof.changed for proof in found.proofs), len(found.readers)
    names = [token for proof in found.proofs if proof.changed for token in proof.tokens]
    no_other = no_other_words(changed, names, count)
    if changed.is_whole:
        whole, limited = whole_change(found.proofs), limited_change(found.proofs)
        said = [whole_words(whole.changed, whole.tokens, count)]
        if limited.tokens:
            said.append(only_words(limited.changed, limited.tokens))
        return WORDS.sentences(said)
    if no_other:
        return WORDS.sentences((changed_words(changed), no_other))
    return tr(_MORE)


def _by_crawler(found: Findings, changes: Changes) -> ReportTable:
    proven = {token: proof for proof in found.proofs for token in proof.tokens}
    heads = (
        ReportColumn("crawler", tr("Crawler"), CellKind.CODE),
        ReportColumn("blocked", tr("Become blocked"), CellKind.NUMBER),
        ReportColumn("allowed", tr("Become allowed"), CellKind.NUMBER),
        ReportColumn("on_these", tr("On these URLs")),
        ReportColumn("on_all", tr("On every URL")),
    )
    rows = tuple(
        (
            each.token,
            each.blocked,
            each.allowed,
            as_text(crawler_words(each)) if changes.urls else "",
            _on_all(proven[each.token], each.token),
        )
        for each in changes.crawlers
    )
    return ReportTable("changes", tr(_CRAWLERS), heads, rows)


def _on_all(proof: ReadersProof, token: str) -> str:
    """Say what is known about every URL, and if something besides verdicts changes."""
    said = tr(_OUTCOMES[proof.found.outcome])
    is_partial = proof.found.outcome is Result.EQUAL and token in proof.fields_for
    return WORDS.sentences((WORDS.sentence(said), tr(FIELDS_CHANGE))) if is_partial else said


def _by_line(changes: Changes) -> ReportTable:
    heads = (
        ReportColumn("line", tr("Line"), CellKind.NUMBER),
        ReportColumn("what", tr(Meant("Change", "noun"))),
        ReportColumn("urls", tr("What changes")),
        ReportColumn("crawlers", tr("Crawlers")),
    )
    rows = tuple(
        (
            group.new_line or group.old_line or None,
            as_text(heading_words(group)),
            urls_words(group.blame.change, group.urls),
            WORDS.side_by_side(group.tokens),
        )
        for group in changes.groups
    )
    return ReportTable("changed_lines", tr(_LINES), heads, rows)


def _flip_heads() -> tuple[ReportColumn, ...]:
    return (
        ReportColumn("url", tr("URL"), CellKind.CODE),
        ReportColumn("crawler", tr("Crawler"), CellKind.CODE),
        ReportColumn("before", tr("Before"), CellKind.VERDICT),
        ReportColumn("line_before", tr("Line before"), CellKind.NUMBER),
        ReportColumn("after", tr("After"), CellKind.VERDICT),
        ReportColumn("line_after", tr("Line after"), CellKind.NUMBER),
    )


def _flips(found: Findings, changes: Changes) -> Iterator[tuple[Cell, ...]]:
    urls = found.subject.urls.urls
    return _cells(flips_of(changes, lambda row: urls[row]))


def _unseen(found: Findings) -> Iterator[tuple[Cell, ...]]:
    """Return a short URL for each pair of lines between which verdicts change, whatever URLs there are."""
    return _cells(
        VerdictFlip(each.url, token, (each.allowed_a, each.line_a), (each.allowed_b, each.line_b))
        for proof in found.proofs
        for token in proof.tokens
        for each in proof.found.classes
    )


def _cells(flips: Iterable[VerdictFlip]) -> Iterator[tuple[Cell, ...]]:
    return ((flip.url, flip.crawler, *flip.before, *flip.after) for flip in flips)
