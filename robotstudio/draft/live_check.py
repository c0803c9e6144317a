"""Compare the live file with what saving would write: bytes, verdicts, and when it takes effect."""

from collections.abc import Callable

from msgspec import Struct

from robotstudio.draft.changes.text_comparison import TextComparison, VerdictScope, version_changes
from robotstudio.draft.live_status import LiveState, live_state
from robotstudio.engine.changes import Changes
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.caching import ChangeReach, reach_of
from robotstudio.fetch.evidence import Evidence

_COMPARED = frozenset({LiveState.SAME_BYTES, LiveState.SAME_VERDICTS, LiveState.OTHER_VERDICTS, LiveState.OTHER_BYTES})


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
    state = live_state(evidence, body)
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
