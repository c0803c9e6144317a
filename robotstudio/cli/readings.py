"""`robotstudio test --readings`: which crawlers' verdicts differ from the first crawler's, whatever the URL."""

import argparse
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli.crawlers import AskedCrawler
from robotstudio.cli.output import FINDINGS, FINE, MisuseError, Output, answer_words, answering
from robotstudio.draft.agreement import (
    Agreement,
    DifferingCrawlers,
    UndecidedCrawlers,
    agreement,
    further_words,
    open_words,
    outcome_words,
    reason_words,
)
from robotstudio.engine.robots import FileVersion
from robotstudio.explain.change_words import verdict_words
from robotstudio.explain.words import crawler_name
from robotstudio.text.language import WORDS, Message, spoken, tr
from robotstudio.text.phrases import printable

_SECONDS = 10.0
_TOO_FEW: Message = "--readings compares crawlers with the first one: name at least two with --crawler."
_FORMATS: Message = "--readings prints text or JSON only."


class _Report(Struct, frozen=True):
    found: Agreement
    titles: Mapping[str, str]


def run(body: bytes, crawlers: Sequence[AskedCrawler], options: argparse.Namespace) -> int:
    """Print how the others read a file; return the exit status."""
    if options.format not in FORMATS:
        raise MisuseError(_FORMATS)
    if len(crawlers) < 2:
        raise MisuseError(_TOO_FEW)
    readers = [replace(each.crawler, dialect=each.dialect) for each in crawlers]
    with spoken(answer_words(options)), answering(options.output) as out:
        titles = {each.token: crawler_name(each, first=False) for each in readers}
        report = _Report(agreement(FileVersion(body), readers, _SECONDS), titles)
        FORMATS[options.format](report, out)
    return FINE if report.found.is_agreed else FINDINGS


def _write_text(report: _Report, out: Output) -> None:
    found = report.found
    out.line(outcome_words(found, report.titles))
    if further := further_words(found, report.titles):
        out.line(further)
    for row in found.parted:
        why = reason_words(row, found.first, report.titles)
        out.line(tr(_PARTED, crawlers=_names(row.tokens, report), why=why))
        out.line(f"  {_row(row, report)}")
    for undecided in found.undecided:
        what = open_words(undecided)
        out.line(tr(_OPEN, crawlers=_names(undecided.tokens, report), what=what))


_PARTED: Message = "{crawlers}: a different verdict ({why}), for example for this URL:"
_OPEN: Message = "{crawlers}: {what}."
_ROW: Message = "{url}: {ours} for {first}, {theirs} for {other}"


def _names(tokens: Sequence[str], report: _Report) -> str:
    return WORDS.side_by_side(report.titles[token] for token in tokens)


def _row(row: DifferingCrawlers, report: _Report) -> str:
    told = row.difference
    return tr(
        _ROW,
        url=printable(told.url),
        ours=verdict_words(told.allowed_a, told.line_a),
        theirs=verdict_words(told.allowed_b, told.line_b),
        first=report.titles[report.found.first],
        other=report.titles[row.tokens[0]],
    )


def _write_json(report: _Report, out: Output) -> None:
    found = report.found
    if found.alike:
        out.record({"first": found.first, "crawlers": list(found.alike), "outcome": "equal"})
    for row in found.parted:
        out.record(_record(row, found.first))
    for each in found.undecided:
        out.record(_open_record(each, found.first))


def _record(row: DifferingCrawlers, first: str) -> Mapping[str, object]:
    told = row.difference
    return {
        "first": first,
        "crawlers": list(row.tokens),
        "outcome": "differs",
        "url": told.url,
        "verdict_of_first": {"allowed": told.allowed_a, "line": told.line_a},
        "verdict": {"allowed": told.allowed_b, "line": told.line_b},
        "reason": row.parting.axis.value if row.parting else "group",
        "parts_from_rfc9309": row.parter,
        "only_escaped": row.is_plain,
        "only_robots_txt": row.is_own,
    }


def _open_record(row: UndecidedCrawlers, first: str) -> Mapping[str, object]:
    known = {"reason": row.reason.value, "equal_for_plain_urls": row.is_plain}
    return {"first": first, "crawlers": list(row.tokens), "outcome": "undecided", **known}


FORMATS: Mapping[str, Callable[[_Report, Output], None]] = {"text": _write_text, "json": _write_json}
