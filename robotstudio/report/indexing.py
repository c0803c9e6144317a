"""The pages that a search engine left out, by its export and the versions of the file."""

from collections.abc import Iterator
from typing import Final

from robotstudio.indexing.answers import Answer, IndexingReport
from robotstudio.indexing.words import day_words, full_words, reason_words, validation_words
from robotstudio.report.model import Block, Cell, CellKind, Prose, ReportColumn, ReportTable, plain
from robotstudio.report.subject import Findings, ReportChoices
from robotstudio.text.language import Message, Plural, ntr, tr

_SHOWN: Final = 20
_ORDER: Final = (
    Answer.NOINDEX_UNSEEN,
    Answer.WAS_BLOCKED,
    Answer.STILL_BLOCKED,
    Answer.UNKNOWN,
    Answer.NEVER_BLOCKED,
)
_REASONS: Message = "Why {crawler} left pages out"
_URLS: Message = "URL by URL"
_BASIS = Plural(
    "Based on {count} version of the robots.txt of {site}, and on the day of {crawler}’s last visit to each URL.",
    "Based on {count} versions of the robots.txt of {site}, and on the day of {crawler}’s last visit to each URL.",
)


def has_export(found: Findings) -> bool:
    """Return True if there is an export of page indexing."""
    return found.subject.indexing is not None


def build(found: Findings, _wanted: ReportChoices) -> Iterator[Block]:
    """Build the reasons, and the answer about each URL."""
    report = found.subject.indexing
    if report is None:
        return
    crawler = report.crawler.title
    yield Prose(plain(ntr(_BASIS, len(report.versions), site=report.site, crawler=crawler)))
    yield _reasons(report, crawler)
    heads = (
        ReportColumn("url", tr("URL"), CellKind.CODE),
        ReportColumn("reason", tr("Reason")),
        ReportColumn("last_crawled", tr("Last crawled")),
        ReportColumn("answer", tr("Answer")),
    )
    answers = sorted(report.answers, key=lambda answer: _ORDER.index(answer.answer))
    rows: list[tuple[Cell, ...]] = [
        (
            answer.row.url,
            reason_words(answer.row.reason),
            day_words(answer.row.crawled) if answer.row.crawled else "–",
            full_words(answer, report),
        )
        for answer in answers
    ]
    if rows:
        yield ReportTable("not-indexed", tr(_URLS), heads, tuple(rows), _SHOWN)


def _reasons(report: IndexingReport, crawler: str) -> ReportTable:
    heads = (
        ReportColumn("reason", tr("Reason")),
        ReportColumn("urls", tr("URLs"), CellKind.NUMBER),
        ReportColumn("blocked", tr("Blocked"), CellKind.NUMBER),
        ReportColumn("validate", tr("Validate fix")),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            reason_words(summary.reason),
            summary.count,
            None if summary.is_counted_only else summary.blocked,
            validation_words(summary),
        )
        for summary in report.reasons
    ]
    return ReportTable("reasons", tr(_REASONS, crawler=crawler), heads, tuple(rows))
