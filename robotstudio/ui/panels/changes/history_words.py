"""The texts about kept versions: their rows, what the server answered, and news of a watched site."""

from datetime import datetime, timedelta

from robotstudio.draft.changes.version_difference import VersionDifference
from robotstudio.engine.changes import Changes
from robotstudio.engine.crawlers import names_of
from robotstudio.fetch.history.model import Entry, EntryMark, Since, Usage
from robotstudio.fetch.meanings import meaning
from robotstudio.fetch.words import FAILURES, sentence
from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.jobs.watching import INTERVALS, NOT_WATCHED
from robotstudio.ui.language.language import side_by_side

_RULES_APPLY: Message = "The rules in the file apply."
_NO_STATUS = Meant("read", "of a file that came by FTP, which knows no status")
_FLIPS = Plural("{count} of {cells} verdicts flips.", "{count} of {cells} verdicts flip.")
_FOR: Message = "For: {crawlers}."
_LINES = Plural("{count} line differed", "{count} lines differed")
_MORE = Plural("{said}, {count} more", "{said}, {count} more")
_MOST_NAMED, _LONGEST_LINE = 6, 60


def time_text(at: datetime) -> str:
    """Return a local time: “20 Nov 2026, 13:32”."""
    return WORDS.date_and_time(at.astimezone())


def day_text(at: datetime, now: datetime) -> str:
    """Return a local day, such as “20 Nov 2026”; of the day of `now` the time."""
    here = at.astimezone()
    return f"{here:%H:%M}" if here.date() == now.astimezone().date() else WORDS.date(here)


def difference_text(known: VersionDifference) -> str:
    """Return what a version decided otherwise than the one after it."""
    if known.pattern:
        was_open: Message = "{path} was open"
        was_blocked: Message = "{path} was blocked"
        said = tr(was_open if known.was_open else was_blocked, path=printable(known.pattern))
        return ntr(_MORE, known.more, said=said) if known.more else said
    return ntr(_LINES, known.lines) if known.lines else tr("the same lines")


def status_text(entry: Entry) -> str:
    """Return the result of a fetch in a word or two."""
    if entry.status is not None and (entry.failure is None or entry.has_rules):
        return str(entry.status)
    return tr(FAILURES[entry.failure.kind].chip if entry.failure else _NO_STATUS)


def last_text(entry: Entry) -> str:
    """Return when a site was last fetched, and what it answered."""
    said = tr("unchanged") if entry.has_rules and not entry.marks else tr("changed") if entry.has_rules else ""
    return side_by_side([each for each in (time_text(entry.fetched_at), status_text(entry), said) if each])


def no_file_text(entry: Entry) -> str:
    """Return why a version cannot be compared with."""
    what = sentence(entry.failure) if entry.failure else f"HTTP {entry.status}."
    said = tr("There is nothing to compare with: {host} sent no file.", host=entry.host)
    return WORDS.sentences((said, what, meaning(entry, ())))


def interval_text(every: timedelta | None) -> str:
    """Return how often a site is watched."""
    if every is None:
        return tr(NOT_WATCHED)
    return tr(INTERVALS[every]) if every in INTERVALS else tr("on")


def usage_text(usage: Usage, path: str) -> str:
    """Return size, limit and path of the history."""
    sizes = {"size": WORDS.size(usage.size), "most": WORDS.size(usage.max_bytes)}
    return tr("{size} of at most {most} in {path}", **sizes, path=path)


def nothing_kept_text(host: str) -> str:
    """Return that the history has no file of a site."""
    return tr("No file of {host} is kept.", host=host) if host else tr("No file is kept yet.")


def since_text(rule: bytes, since: Since) -> str:
    """Return since when the newest kept file has had a line."""
    shown = printable(rule.strip().decode("utf-8", "replace"))[:_LONGEST_LINE]
    if since.first is None:
        return tr("“{rule}” is not in the newest kept file.", rule=shown)
    time = time_text(since.first.fetched_at)
    if since.is_from_the_start:
        return tr("“{rule}” has been there since at least {time}.", rule=shown, time=time)
    return tr("“{rule}” has been there since {time}.", rule=shown, time=time)


def news_text(entry: Entry, verdicts: Changes | None) -> str:
    """Return what changed on a watched host."""
    said = []
    if entry.marks & EntryMark.STATUS:
        words: Message = "{host} now answers {status}."
        said.append(tr(words, host=entry.host, status=status_text(entry)))
        said.append(tr(_RULES_APPLY) if entry.is_unmodified else meaning(entry, ()))
    if entry.marks & EntryMark.CONTENT:
        said.append(tr("The robots.txt of {host} has changed.", host=entry.host))
        if verdicts is not None:
            said += [_flips_text(verdicts), _crawlers_changed(verdicts)]
    return WORDS.sentences(said)


def _names_text(tokens: tuple[str, ...]) -> str:
    """Return the names of the first few crawlers."""
    shown = side_by_side(map(printable, names_of(tokens[:_MOST_NAMED])))
    more = len(tokens) - _MOST_NAMED
    words = Plural("{names} and {count} more", "{names} and {count} more")
    return ntr(words, more, names=shown) if more > 0 else shown


def _flips_text(verdicts: Changes) -> str:
    """Return how many verdicts flip."""
    if not verdicts.flips:
        return tr("No verdict flips: your test URLs get the same verdicts.")
    return ntr(_FLIPS, verdicts.flips, cells=verdicts.cells)


def _crawlers_changed(verdicts: Changes) -> str:
    """Return the crawlers for which verdicts flip; "" for none."""
    tokens = tuple(each.token for each in verdicts.crawlers if each.blocked or each.allowed)
    return tr(_FOR, crawlers=_names_text(tokens)) if tokens else ""
