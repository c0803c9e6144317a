"""Comparison of the draft with what its site served last."""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum

from msgspec import Struct

from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, tr


class LiveState(Enum):
    """Relation of the live file to the draft."""

    SAME_BYTES = "same bytes"
    SAME_VERDICTS = "same verdicts"  # of other bytes
    OTHER_VERDICTS = "other verdicts"
    OTHER_BYTES = "other bytes"  # and nothing to decide
    NO_ROBOTS = "no robots.txt"  # something else came, such as a page
    NO_FILE = "no file"  # the server says that it has none, or gives none
    NOT_KNOWN = "not known"  # no answer that says anything of the file


class LiveStatus(Struct, frozen=True):
    """The state by the answer of `at`, None if there is none; `lines` that differ, 0 if they were not counted."""

    state: LiveState | None = None
    at: datetime | None = None
    lines: int = 0


UNCHECKED = LiveStatus()
_READ_AS_RULES = frozenset({Content.RULES, Content.EMPTY})
_NOT_CHECKED: Message = "Not checked: fetch the live file to compare it with this draft."
_SENTENCES: Mapping[LiveState, Message] = {
    LiveState.SAME_BYTES: "This draft is live: the live file is the same, checked {time}.",
    LiveState.OTHER_BYTES: "This draft is not live: it differs from the live file, checked {time}.",
    LiveState.NO_ROBOTS: "This draft is not live: the server sends something other than a robots.txt, checked {time}.",
    LiveState.NO_FILE: "This draft is not live: the server has no robots.txt, checked {time}.",
    LiveState.NOT_KNOWN: "Not known: the live file could not be read, tried {time}.",
}
_LINES_DIFFER = Plural(
    "This draft is not live: 1 line differs from the live file, checked {time}.",
    "This draft is not live: {count} lines differ from the live file, checked {time}.",
)


def live_state(evidence: Evidence, body: bytes) -> LiveState:
    """Return how the file of an answer relates to the draft, without comparing verdicts."""
    if evidence.outcome is FetchOutcome.CLIENT_ERROR:
        return LiveState.NO_FILE
    if evidence.outcome is not FetchOutcome.SUCCESS:
        return LiveState.NOT_KNOWN
    if evidence.body == body and not evidence.truncated and evidence.error is None:
        return LiveState.SAME_BYTES
    return LiveState.OTHER_BYTES if evidence.body_kind in _READ_AS_RULES else LiveState.NO_ROBOTS


def live_status(evidence: Evidence | None, body: bytes, site: str, lines: int = 0) -> LiveStatus:
    """Return the status of a draft; an answer to a crawler's name or of another site says nothing about it."""
    if evidence is None or evidence.pretending or (site and evidence.requested != site):
        return UNCHECKED
    return LiveStatus(live_state(evidence, body), evidence.fetched_at, lines)


def time_of_check(at: datetime) -> str:
    """Return the time, with its date if that is not today's."""
    here = at.astimezone()
    is_today = here.date() == datetime.now(here.tzinfo).date()
    return f"{here:%H:%M}" if is_today else WORDS.date_and_time(here)


def live_sentence(status: LiveStatus) -> str:
    """Return whether the draft is live, and when that was checked."""
    if status.state is None or status.at is None:
        return tr(_NOT_CHECKED)
    time = time_of_check(status.at)
    if status.state is LiveState.OTHER_BYTES and status.lines:
        return ntr(_LINES_DIFFER, status.lines, time=time)
    return tr(_SENTENCES[status.state], time=time)


def live_word(status: LiveStatus) -> str:
    """Return “Live” or “Draft not live”; "" if that is not known."""
    if status.state is None or status.state is LiveState.NOT_KNOWN:
        return ""
    return (
        tr(Meant("Live", "the draft is on the site")) if status.state is LiveState.SAME_BYTES else tr("Draft not live")
    )
