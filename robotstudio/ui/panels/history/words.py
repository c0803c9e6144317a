"""The texts of the History tab."""

from collections.abc import Mapping
from datetime import datetime

from robotstudio.engine.changes import Changes, FlipGroup
from robotstudio.engine.crawlers import names_of
from robotstudio.explain.change_words import heading_words, urls_words
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.history.model import Entry, EntryMark, HostSummary, Usage
from robotstudio.fetch.meanings import meaning
from robotstudio.fetch.words import FAILURES, sentence
from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.widgets.tone import Tone

_TONES: Mapping[FetchOutcome, Tone] = {
    FetchOutcome.CLIENT_ERROR: Tone.NOTE,
    FetchOutcome.NOT_A_REDIRECT: Tone.WARNING,
    FetchOutcome.TOO_MANY_REDIRECTS: Tone.WARNING,
    FetchOutcome.REDIRECT_REFUSED: Tone.WARNING,
}
_RULES_APPLY: Message = "The rules in the file apply."
_FIRST: Message = "first fetch"
_SAME: Message = "unchanged"
_SAME_BY_304: Message = "unchanged, says the server"
_STATUS: Message = "status changed"
_STATUS_WAS: Message = "status changed (was {status})"
_CONTENT: Message = "content changed"
_CONTENT_BY: Message = "content changed, {by}"
_NO_STATUS = Meant("read", "of a file that came by FTP, which knows no status")
_FETCHES = Plural("{count} fetch", "{count} fetches")
_FLIPS = Plural("{count} of {cells} verdicts flips.", "{count} of {cells} verdicts flip.")
_FOR: Message = "For: {crawlers}."
_MOST_NAMED = 6


def time_text(at: datetime) -> str:
    """Return a local time: “20 Nov 2026, 13:32”."""
    return WORDS.date_and_time(at.astimezone())


def status_text(entry: Entry) -> str:
    """Return the result of a fetch in a word or two."""
    if entry.status is not None and (entry.failure is None or entry.has_rules):
        return str(entry.status)
    return tr(FAILURES[entry.failure.kind].chip if entry.failure else _NO_STATUS)


def tone_of(entry: Entry) -> Tone:
    return Tone.ALLOWED if entry.has_rules else _TONES.get(entry.outcome, Tone.BLOCKED)


def mark_text(entry: Entry, before: Entry | None, good: Entry | None) -> str:
    """Return what changed in a fetch; `before` is the previous fetch, `good` the previous file."""
    if entry.marks & EntryMark.FIRST:
        return tr(_FIRST)
    said = []
    if entry.marks & EntryMark.STATUS:
        said.append(tr(_STATUS_WAS, status=status_text(before)) if before else tr(_STATUS))
    if entry.marks & EntryMark.CONTENT:
        by = entry.size - good.size if good else 0
        signed = f"{'+' if by > 0 else '−'}{WORDS.size(abs(by))}"
        said.append(tr(_CONTENT_BY, by=signed) if by else tr(_CONTENT))
    if not said:
        return tr(_SAME_BY_304 if entry.is_unmodified else _SAME)
    return side_by_side(said)


def no_file_text(entry: Entry) -> str:
    """Return why there is nothing to compare."""
    what = sentence(entry.failure) if entry.failure else f"HTTP {entry.status}."
    return WORDS.sentences((tr("This answer brought no file."), what, meaning(entry, ())))


def host_text(summary: HostSummary) -> str:
    """Return the text of a host in the list of hosts."""
    return together("  ·  ", summary.host, ntr(_FETCHES, summary.entries))


def usage_text(usage: Usage, path: str) -> str:
    """Return size, limit and path of the history."""
    sizes = {"size": WORDS.size(usage.size), "most": WORDS.size(usage.max_bytes)}
    return tr("{size} of at most {most} in {path}", **sizes, path=path)


def group_heading(group: FlipGroup) -> str:
    """Return what happened to a line, and its effect."""
    what = "".join(piece.text for piece in heading_words(group))
    return together(" · ", what, urls_words(group.blame.change, group.urls))


def names_text(tokens: tuple[str, ...]) -> str:
    """Return the names of the first few crawlers."""
    shown = side_by_side(map(printable, names_of(tokens[:_MOST_NAMED])))
    more = len(tokens) - _MOST_NAMED
    words = Plural("{names} and {count} more", "{names} and {count} more")
    return ntr(words, more, names=shown) if more > 0 else shown


def flips_text(verdicts: Changes) -> str:
    """Return how many verdicts flip."""
    if not verdicts.flips:
        return tr("No verdict flips: your test URLs are decided as before.")
    return ntr(_FLIPS, verdicts.flips, cells=verdicts.cells)


def _for_whom(verdicts: Changes) -> str:
    """Return the crawlers for which verdicts flip; "" for none."""
    tokens = tuple(each.token for each in verdicts.crawlers if each.blocked or each.allowed)
    return tr(_FOR, crawlers=names_text(tokens)) if tokens else ""


def since_text(rule: str, entry: Entry | None) -> str:
    """Return since when a rule exists."""
    shown = printable(rule.strip())[:60]
    if entry is None:
        return tr("“{rule}” is not in the newest file.", rule=shown)
    time = time_text(entry.fetched_at)
    if entry.marks & EntryMark.FIRST:
        return tr("“{rule}” stands since {time}, or longer.", rule=shown, time=time)
    return tr("“{rule}” stands since {time}.", rule=shown, time=time)


def news_text(entry: Entry, verdicts: Changes | None) -> str:
    """Return what changed on a watched host."""
    said = []
    if entry.marks & EntryMark.STATUS:
        words: Message = "{host} answers otherwise than before: {status}."
        said.append(tr(words, host=entry.host, status=status_text(entry)))
        said.append(tr(_RULES_APPLY) if entry.is_unmodified else meaning(entry, ()))
    if entry.marks & EntryMark.CONTENT:
        said.append(tr("The robots.txt of {host} has changed.", host=entry.host))
        if verdicts is not None:
            said += [flips_text(verdicts), _for_whom(verdicts)]
    return WORDS.sentences(said)
