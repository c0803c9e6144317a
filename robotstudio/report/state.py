"""State of a site on the day of a report, as its JSON keeps it: figures, and what each recommendation is about.

The next report reads it back and decides by its own facts what was done.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from robotstudio.engine.bulk import Bools
from robotstudio.indexing.export import ReasonKind
from robotstudio.lint.context import raw_lines
from robotstudio.lint.model import Severity
from robotstudio.report.proposals import TRAINING, Proposal, ProposalKind
from robotstudio.store.errors import FileContentError
from robotstudio.store.files import read
from robotstudio.text.language import Message
from robotstudio.urls.set_columns import SetColumn, days_of, tool_of

if TYPE_CHECKING:
    from datetime import datetime

    from robotstudio.compliance.model import Compliance
    from robotstudio.indexing.answers import IndexingReport
    from robotstudio.report.subject import Findings

VERSION: Final = 1
MOST_URLS: Final = 500
"""So many of the URLs of a recommendation are kept, those with the most clicks."""
MOST_BYTES: Final = 1 << 28
_NOT_JSON: Message = "“{name}” is not a report as JSON. Write one with report --format json, or save it as JSON."
_NO_STATE: Message = "“{name}” is a report of an earlier version, without the facts to compare. Make it again as JSON."
_NEWER: Message = "“{name}” was written by a newer version of Robot Studio."


class SumState(Struct, frozen=True, omit_defaults=True):
    """A sum, the column that it is of, and in how many days it was counted: 0 if that is unknown."""

    total: float
    role: str
    source: str = ""
    days: int = 0


class RequestState(Struct, frozen=True, omit_defaults=True):
    """Requests of a crawler in access logs, and how many of them were for blocked URLs."""

    judged: int
    closed: int
    days: int = 0
    refused: int = 0
    """How many of these the server refused."""


class AdviceState(Struct, frozen=True, omit_defaults=True):
    """Facts about a recommendation; what does not apply to its kind is empty."""

    kind: ProposalKind
    rule: str = ""
    """Rule that blocks the pages."""
    is_removal: bool = field(default=False, name="removal")
    patterns: tuple[str, ...] = ()
    crawlers: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    count: int = 0
    """How many pages there were, kept or not."""
    visits: SumState | None = None
    """Sum over the kept URLs."""
    code: str = ""
    lines: tuple[str, ...] = ()
    """Lines with the finding."""
    sha256: str = ""
    """Hash of the file to publish."""
    is_risky: bool = field(default=False, name="risky")
    requests: RequestState | None = None
    closed: int = 0

    @property
    def key(self) -> str:
        """Name of the recommendation, the same in every report that makes it."""
        about = self.rule or self.code or (self.crawlers[0] if self.requests and self.crawlers else "")
        return f"{self.kind.value}:{about}" if about else self.kind.value


class ReportState(Struct, frozen=True, omit_defaults=True):
    """Facts of a report."""

    date: str
    sha256: str
    version: int = VERSION
    site: str = ""
    urls: int = 0
    blocked: Mapping[str, int] = {}
    """Blocked URLs of each crawler."""
    visits: SumState | None = None
    requests: Mapping[str, RequestState] = {}
    not_indexed: int | None = None
    """Pages that a search engine left out as blocked, None without an export."""
    errors: int = 0
    training: tuple[int, int] = (0, 0)
    """Blocked crawlers for AI training, and all of them."""
    advice: tuple[AdviceState, ...] = ()


class _Document(Struct):
    """The part of a report as JSON that is read back."""

    state: ReportState | None = None
    sections: list[msgspec.Raw] | None = None


def read_state(path: Path) -> ReportState:
    """Return what a report as JSON keeps. Raises FileError."""
    try:
        found = msgspec.json.decode(read(path, MOST_BYTES), type=_Document)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FileContentError(_NOT_JSON, path) from error
    if found.state is None:
        raise FileContentError(_NO_STATE if found.sections is not None else _NOT_JSON, path)
    if found.state.version > VERSION:
        raise FileContentError(_NEWER, path)
    return found.state


def state_of(found: "Findings", made_on: "datetime", site: str) -> ReportState:
    """Return the facts to keep."""
    subject, visits = found.subject, found.proposals.visits
    training = next((each for each in found.policy if each.id == TRAINING), None)
    return ReportState(
        f"{made_on:%Y-%m-%d}",
        found.digest,
        VERSION,
        site,
        len(subject.urls),
        {each.crawler.token: each.blocked_count for each in found.analysis.columns if each.is_known},
        None if visits is None else _sum_state(visits, float(np.nansum(visits.values.values))),
        {} if subject.compliance is None else requests_of(subject.compliance),
        None if subject.indexing is None else _left_out(subject.indexing),
        sum(each.severity is Severity.ERROR for each in found.lint),
        (0, 0) if training is None else (training.closed, len(training.rows)),
        tuple(advice_of(found, each) for each in found.proposals.items),
    )


def _sum_state(column: SetColumn, total: float) -> SumState:
    return SumState(total, column.info.role, tool_of(column.source), days_of(column.source))


def requests_of(compliance: "Compliance") -> Mapping[str, RequestState]:
    """Return the requests of each crawler that the logs judge."""
    days = (compliance.last - compliance.first).days + 1 if compliance.first and compliance.last else 0
    judged = (record for record in compliance.records if record.judged)
    return {record.crawler.token: RequestState(record.judged, record.closed, days, record.refused) for record in judged}


def _left_out(indexing: "IndexingReport") -> int:
    return sum(each.count for each in indexing.reasons if each.kind is ReasonKind.BLOCKED)


def advice_of(found: "Findings", each: Proposal) -> AdviceState:
    """Return the facts about a recommendation."""
    state, raws = AdviceState(each.kind), raw_lines(found.subject.body)
    if each.kind is ProposalKind.PUBLISH:
        is_risky = each.trial.is_risky or each.danger is not None
        return replace(state, sha256=found.digest, is_risky=is_risky, closed=each.trial.closed)
    if each.findings:
        numbers = dict.fromkeys(finding.line for finding in each.findings)
        lines = tuple(_text(raws[number - 1]) for number in numbers if 0 < number <= len(raws))
        return replace(state, code=each.findings[0].code, lines=lines, count=len(each.findings))
    if each.record is not None and found.subject.compliance is not None:
        token = each.record.crawler.token
        return replace(state, crawlers=(token,), requests=requests_of(found.subject.compliance).get(token))
    if each.training is not None:
        return replace(state, closed=each.training.closed, count=len(each.training.rows))
    if each.pages is None:
        return state
    urls, sums = _urls_of(found, each.pages)
    rule = _text(raws[each.blocking[0] - 1]) if each.blocking else ""
    return replace(
        state,
        rule=rule,
        is_removal=bool(each.removed),
        patterns=each.patterns,
        crawlers=each.tokens,
        urls=urls,
        count=each.urls,
        visits=sums,
    )


def _urls_of(found: "Findings", pages: Bools) -> tuple[tuple[str, ...], SumState | None]:
    """Return the pages with the most visits, and their sum if it is known."""
    rows, visits = np.flatnonzero(pages), found.proposals.visits
    if visits is None:
        kept = rows[:MOST_URLS]
        return tuple(found.subject.urls.urls[int(row)] for row in kept), None
    values = np.nan_to_num(visits.values.values)
    kept = rows[np.argsort(-values[rows], kind="stable")][:MOST_URLS]
    some = visits.values.values[kept]
    sums = None if np.isnan(some).all() else _sum_state(visits, float(np.nansum(some)))
    return tuple(found.subject.urls.urls[int(row)] for row in kept), sums


def _text(raw: bytes) -> str:
    return raw.strip().decode("utf-8", "replace")
