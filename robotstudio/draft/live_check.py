"""Compare the live file with what saving would write: bytes, verdicts, and when it takes effect."""

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from robotstudio.draft.changes.text_comparison import TextComparison, VerdictScope, version_changes
from robotstudio.engine.changes import Changes
from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.caching import ChangeReach, reach_of
from robotstudio.fetch.evidence import Evidence, FetchOutcome


class LiveState(Enum):
    """Relation of the live file to the draft."""

    SAME_BYTES = "same bytes"
    SAME_VERDICTS = "same verdicts"  # of other bytes
    OTHER_VERDICTS = "other verdicts"
    OTHER_BYTES = "other bytes"  # and nothing to decide
    NO_ROBOTS = "no robots.txt"  # something else came, such as a page
    NO_FILE = "no file"  # the server says that it has none, or gives none
    NOT_KNOWN = "not known"  # no answer that says anything of the file


_COMPARED = frozenset({LiveState.SAME_BYTES, LiveState.SAME_VERDICTS, LiveState.OTHER_VERDICTS, LiveState.OTHER_BYTES})
_READ_AS_RULES = frozenset({Content.RULES, Content.EMPTY})


class CrawlerReach(Struct, frozen=True):
    """The latest time at which a crawler has the live file; None if unknown."""

    crawler: Crawler
    reach: ChangeReach | None


class LiveCheck(Struct, frozen=True, eq=False):
    """Result; `lines` and `changes` lead from the live file to the draft, and are None if these were not compared."""

    evidence: Evidence
    body: bytes
    state: LiveState
    lines: TextComparison | None
    changes: Changes | None
    reaches: tuple[CrawlerReach, ...]

    @property
    def is_compared(self) -> bool:
        """Return True if there is a live file to show beside the draft."""
        return self.state in _COMPARED


def check_live(evidence: Evidence, body: bytes, subject: VerdictScope, is_cancelled: Callable[[], bool]) -> LiveCheck:
    """Compare the fetched file with the draft. Times count from the fetch, when the live file was seen."""
    state = _state_of(evidence, body)
    if state not in _COMPARED:
        return LiveCheck(evidence, body, state, None, None, ())
    reaches = tuple(
        CrawlerReach(crawler, reach_of(crawler, evidence.fetched_at, evidence)) for crawler in subject.crawlers
    )
    compared = version_changes(evidence.body, body, subject, is_cancelled)
    changes = compared.verdicts
    if state is LiveState.OTHER_BYTES and changes is not None:
        state = LiveState.OTHER_VERDICTS if changes.flips else LiveState.SAME_VERDICTS
    return LiveCheck(evidence, body, state, compared.text, changes, reaches)


def _state_of(evidence: Evidence, body: bytes) -> LiveState:
    if evidence.outcome is FetchOutcome.CLIENT_ERROR:
        return LiveState.NO_FILE
    if evidence.outcome is not FetchOutcome.SUCCESS:
        return LiveState.NOT_KNOWN
    if evidence.body == body and not evidence.truncated and evidence.error is None:
        return LiveState.SAME_BYTES
    return LiveState.OTHER_BYTES if evidence.body_kind in _READ_AS_RULES else LiveState.NO_ROBOTS
