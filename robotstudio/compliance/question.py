"""Answers the compliance panel: reads logs once, and judges them again when versions, ranges or the site change."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from robotstudio.compliance.ip_ranges import RangeList
from robotstudio.compliance.judging import ComplianceInput, compliance_of
from robotstudio.compliance.log_requests import LogRequests, read_log_requests
from robotstudio.compliance.model import Compliance, CrawlerRecord, DatedVersion, Identity
from robotstudio.compliance.reverse_dns import NameCheck
from robotstudio.engine.crawlers import Catalogue
from robotstudio.engine.user_agents import UserAgents
from robotstudio.urls.sources.task import Task

_TITLES = (
    *("crawler", "operator", "verdict", "why", "requests", "before", "since", "closed", "reads", "last read"),
    *("until", "real", "spoofed", "unknown", "ranges of", "ranges are old"),
)


class ComplianceQuestion(Struct, frozen=True, eq=False):
    """Logs and the versions of the file; `read` is what was already read of these logs and this site."""

    paths: tuple[Path, ...]
    site: str
    versions: tuple[DatedVersion, ...]
    catalogue: Catalogue
    lists: tuple[RangeList, ...]
    names: NameCheck | None = None
    read: LogRequests | None = None


def answer(asked: ComplianceQuestion, task: Task) -> Compliance:
    """Return who kept to the file. Raises FileError, and Cancelled if asked to."""
    requests = asked.read or requests_in(asked.paths, asked.catalogue, task, asked.site)
    question = ComplianceInput(requests, asked.versions, asked.catalogue, asked.lists, asked.names)
    return compliance_of(question, task.is_cancelled)


def requests_in(paths: Sequence[Path], catalogue: Catalogue, task: Task, site: str) -> LogRequests:
    """Read the requests of known crawlers. Raises FileError, and Cancelled if asked to."""
    find = UserAgents(catalogue).find

    def tokens(header: str) -> tuple[str, ...]:
        return tuple(crawler.token for crawler in find(header))

    return read_log_requests(paths, tokens, task, site=site)


def table_of(records: Sequence[CrawlerRecord]) -> Iterator[tuple[object, ...]]:
    """Return the verdicts as rows of a table, below their titles."""
    yield _TITLES
    for record in records:
        yield (
            record.crawler.token,
            record.crawler.operator,
            record.conduct.value,
            record.why and record.why.value,
            record.requests,
            record.before,
            record.since,
            record.closed,
            record.reads.count,
            record.reads.last and record.reads.last.isoformat(),
            record.until and record.until.isoformat(),
            *(record.identities.get(kind, 0) for kind in (Identity.REAL, Identity.SPOOFED, Identity.UNKNOWN)),
            record.ranges_dated or None,
            record.ranges_are_old,
        )
