"""What the History tab says."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from robotstudio.engine.change_words import heading_words, urls_words
from robotstudio.engine.changes import Changes, FlipGroup
from robotstudio.engine.phrases import printable
from robotstudio.io.fetching.evidence import Outcome
from robotstudio.io.fetching.meanings import meaning
from robotstudio.io.fetching.words import FAILURES, sentence
from robotstudio.io.history.model import Entry, EntryMark, HostSummary, Usage
from robotstudio.ui.widgets.formats import format_count, format_size
from robotstudio.ui.widgets.tone import Tone

Translate = Callable[[str], str]

INTERVALS: Mapping[timedelta, str] = {
    timedelta(minutes=15): "Watch: every 15 minutes",
    timedelta(hours=1): "Watch: every hour",
    timedelta(hours=6): "Watch: every 6 hours",
    timedelta(days=1): "Watch: every day",
    timedelta(days=7): "Watch: every week",
}
NOT_WATCHED = "Not watched"

_TONES: Mapping[Outcome, Tone] = {
    Outcome.CLIENT_ERROR: Tone.NOTE,
    Outcome.NOT_A_REDIRECT: Tone.WARNING,
    Outcome.TOO_MANY_REDIRECTS: Tone.WARNING,
    Outcome.REDIRECT_REFUSED: Tone.WARNING,
}
_RULES_APPLY = "The rules in the file apply."
_FIRST, _SAME, _SAME_BY_304 = "first fetch", "unchanged", "unchanged, says the server"
_STATUS, _STATUS_WAS, _CONTENT, _CONTENT_BY = (
    "status changed",
    "was {status}",
    "content changed",
    "content changed, {by}",
)
_NO_STATUS = "read"  # FTP knows no status
_MOST_NAMED = 6
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def time_text(at: datetime, translate: Translate) -> str:
    """A local time: “20 Nov 2026 13:32”."""
    local = at.astimezone()
    month = translate(_MONTHS[local.month - 1])
    return f"{local.day} {month} {local.year} {local:%H:%M}"


def exact_text(at: datetime) -> str:
    """The time for a tooltip."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def status_text(entry: Entry, translate: Translate) -> str:
    """How the fetch ended, in a word or two."""
    if entry.status is not None and (entry.failure is None or entry.has_rules):
        return str(entry.status)
    return translate(FAILURES[entry.failure.kind].chip if entry.failure else _NO_STATUS)


def tone_of(entry: Entry) -> Tone:
    """How good or bad the answer was."""
    return Tone.ALLOWED if entry.has_rules else _TONES.get(entry.outcome, Tone.BLOCKED)


def mark_text(entry: Entry, before: Entry | None, good: Entry | None, translate: Translate) -> str:
    """What is new in a fetch; `before` is the one before it, `good` the last file before it."""
    if entry.marks & EntryMark.FIRST:
        return translate(_FIRST)
    said = []
    if entry.marks & EntryMark.STATUS:
        was = translate(_STATUS_WAS).format(status=status_text(before, translate)) if before else ""
        said.append(" ".join(filter(None, (translate(_STATUS), f"({was})" if was else ""))))
    if entry.marks & EntryMark.CONTENT:
        by = entry.size - good.size if good else 0
        signed = f"{'+' if by > 0 else '−'}{format_count(abs(by))} B"
        said.append(translate(_CONTENT_BY).format(by=signed) if by else translate(_CONTENT))
    if not said:
        return translate(_SAME_BY_304 if entry.is_unmodified else _SAME)
    return ", ".join(said)


def no_file_text(entry: Entry, translate: Translate) -> str:
    """Why there is nothing to compare."""
    what = sentence(entry.failure, translate) if entry.failure else f"HTTP {entry.status}."
    return f"{translate('This answer brought no file.')} {what} {meaning(entry, (), translate)}"


def host_text(summary: HostSummary, translate: Translate) -> str:
    """A host in the list of hosts."""
    fetches = translate("{count} fetch" if summary.entries == 1 else "{count} fetches")
    return f"{summary.host}  ·  {fetches.format(count=format_count(summary.entries))}"


def usage_text(usage: Usage, path: str, translate: Translate) -> str:
    """Where the history is and how large."""
    words = translate("{size} of at most {most} in {path}")
    return words.format(size=_large(usage.size), most=_large(usage.max_bytes), path=path)


def group_heading(group: FlipGroup, translate: Translate) -> str:
    """What happened to a line, and what follows."""
    what = "".join(piece.text for piece in heading_words(group, translate))
    return f"{what} · {urls_words(group.blame.change, group.urls, translate)}"


def names_text(tokens: tuple[str, ...], translate: Translate) -> str:
    """Crawlers by name, the first few."""
    shown = ", ".join(printable(token) for token in tokens[:_MOST_NAMED])
    more = len(tokens) - _MOST_NAMED
    return f"{shown} {translate('and {count} more').format(count=format_count(more))}" if more > 0 else shown


def flips_text(verdicts: Changes, translate: Translate) -> str:
    """How many verdicts flip."""
    if not verdicts.flips:
        return translate("No verdict flips: your test URLs are decided as before.")
    one = verdicts.flips == 1
    words = translate("{flips} of {cells} verdicts flips." if one else "{flips} of {cells} verdicts flip.")
    return words.format(flips=format_count(verdicts.flips), cells=format_count(verdicts.cells))


def since_text(rule: str, entry: Entry | None, translate: Translate) -> str:
    """Since when a rule stands."""
    shown = printable(rule.strip())[:60]
    if entry is None:
        return translate("“{rule}” is not in the newest file.").format(rule=shown)
    words = (
        "“{rule}” stands since {time}, or longer." if entry.marks & EntryMark.FIRST else "“{rule}” stands since {time}."
    )
    return translate(words).format(rule=shown, time=time_text(entry.fetched_at, translate))


def news_text(entry: Entry, verdicts: Changes | None, translate: Translate) -> str:
    """What changed on a watched host."""
    said = []
    if entry.marks & EntryMark.STATUS:
        words = translate("{host} answers otherwise than before: {status}.")
        said.append(words.format(host=entry.host, status=status_text(entry, translate)))
        said.append(translate(_RULES_APPLY) if entry.is_unmodified else meaning(entry, (), translate))
    if entry.marks & EntryMark.CONTENT:
        said.append(translate("The robots.txt of {host} has changed.").format(host=entry.host))
        if verdicts is not None:
            said.append(flips_text(verdicts, translate))
    return " ".join(said)


def _large(size: int) -> str:
    return format_size(size) if size < 1 << 20 else f"{size / (1 << 20):,.3g} MiB"
