"""Answers as rows for programs: the same names in every language."""

from collections.abc import Iterator, Mapping
from datetime import datetime, time
from typing import Final

from robotstudio.indexing.answers import IndexingReport, UrlAnswer

COLUMNS: Final = (
    *("url", "reason", "last_crawled", "line_now", "line_then", "answer", "since", "advice", "gap", "version_then"),
    *("status", "redirects_to", "noindex", "target", "target_line", "since_after"),
)


def record_of(answer: UrlAnswer, report: IndexingReport) -> Mapping[str, object]:
    """Return an answer by the names of its columns; None for what is unknown or does not apply."""
    facts = answer.facts
    then = report.versions[answer.version_then] if answer.version_then >= 0 else None
    values = (
        answer.row.url,
        answer.row.reason,
        written(answer.row.crawled),
        answer.line_now or None,
        answer.line_then or None,
        answer.answer.value,
        answer.since.date().isoformat() if answer.since else None,
        answer.advice.value,
        answer.gap.value if answer.gap else None,
        then.since.isoformat() if then else None,
        (facts.status or None) if facts else None,
        (facts.redirects_to or None) if facts else None,
        facts.has_noindex if facts else None,
        answer.target or None,
        answer.target_line or None,
        answer.since_after.date().isoformat() if answer.since_after else None,
    )
    return dict(zip(COLUMNS, values, strict=True))


def table_of(report: IndexingReport) -> Iterator[tuple[object, ...]]:
    """Yield the names of the columns, and a row for each answer."""
    yield COLUMNS
    for answer in report.answers:
        yield tuple(record_of(answer, report).values())


def written(moment: datetime | None) -> str | None:
    """Return a day, or a time if the hour is known."""
    if moment is None:
        return None
    return moment.date().isoformat() if moment.time() == time() else moment.isoformat()
