"""Verdicts on crawlers' conduct in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from robotstudio.compliance.model import Conduct, CrawlerRecord, Identity, LoggedLine, NoVerdictReason, OpenPath
from robotstudio.compliance.reaction import spread_of
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

_KEPT: Message = "{crawler} obeyed it."
_OLDER: Message = "{crawler} obeyed an older version until {time}."
_DID_NOT: Message = "{crawler} did not obey it."
_CANNOT_SAY: Message = "It cannot be determined whether {crawler} obeyed it: {why}"
_SHORT: Final[Mapping[Conduct, Message]] = {
    Conduct.KEPT: "obeyed it",
    Conduct.DID_NOT: "did not",
    Conduct.OLDER: "obeyed an older version",
    Conduct.CANNOT_SAY: "cannot say",
}
_OLDER_UNTIL: Message = "obeyed an older version until {time}"
_CANNOT_SAY_WHY: Message = "cannot say: {why}"
_SUMMARY: Message = "{crawlers}: did not obey it."
_ALL_KEPT: Message = "No crawler is known to have violated it."
_COUNTS = Plural(
    "Of {count} crawler, {kept} obeyed it, {older} obeyed an older version, {unsaid} cannot be judged.",
    "Of {count} crawlers, {kept} obeyed it, {older} obeyed an older version, {unsaid} cannot be judged.",
)
_WHY: Final[Mapping[NoVerdictReason, Message]] = {
    NoVerdictReason.NO_REQUESTS: "it requested no page, or only under a spoofed name.",
    NoVerdictReason.NO_VERSION: "the file at that time, or what it had read of it, is unknown.",
    NoVerdictReason.NOTHING_CLOSED: "the file blocked nothing for it.",
    NoVerdictReason.NOT_PROVEN: "it could not be proven that the file blocked anything for it.",
    NoVerdictReason.NO_FILE: "the server told it that there is no file.",
}
_REQUESTS = Plural(
    "{closed} of {count} request was for something that the file blocked for it then.",
    "{closed} of {count} requests were for something that the file blocked for it then.",
)
_READS = Plural(
    "It read the file {count} time, the last on {last}.", "It read the file {count} times, the last on {last}."
)
_NO_READ: Message = "It did not read the file in these logs."
_COPY: Message = "Its copy was {age} old then."
_TOO_OLD: Message = "Its copy was {age} old then; its operator says that it keeps one for {kept}."
_TOO_OLD_ASSUMED: Message = "Its copy was {age} old then; RFC 9309 asks for {kept} at most."
_SPOOFED = Plural(
    "{count} request was spoofed and is not counted: the operator publishes other addresses (as of {day}).",
    "{count} requests were spoofed and are not counted: the operator publishes other addresses (as of {day}).",
)
_OLD_RANGES: Message = (
    "The published addresses are from {day}, more than a month before the logs: genuine and spoofed requests may be "
    "confused."
)
_UNKNOWN: Message = "It is unknown whether these requests are its own: its operator publishes no addresses."
_NOT_ALL: Message = (
    "It is unknown whether these requests are its own: its operator does not say that it publishes all its addresses."
)
_NO_ADDRESS: Message = (
    "It is unknown whether these requests are its own: the log does not have the addresses of the clients."
)
_DAYS = Plural("{count} day", "{count} days")
_HOURS = Plural("{count} hour", "{count} hours")
_MINUTES = Plural("{count} minute", "{count} minutes")
_READ_AFTER = Plural(
    "It read the change after {time}.",
    "It read {count} changes after {time} (median; {shortest} to {longest}).",
)
_STOPPED_AFTER = Plural(
    "It last requested what the change blocked after {time}.",
    "It last requested what {count} changes blocked after {time} (median; {shortest} to {longest}).",
)
_BEGAN_AFTER = Plural(
    "It first requested what the change allowed after {time}.",
    "It first requested what {count} changes allowed after {time} (median; {shortest} to {longest}).",
)
_DOCUMENTED: Message = "Documented: it keeps its copy for {time} at most."
_UNDOCUMENTED: Message = "Its operator documents nothing; RFC 9309 asks for {time} at most."
_UNSURE: Message = "The time of a change is known only to within {time}."
_LINE: Message = "{file}, line {line}: {time}, {address}, {target}, answer {status}; blocked by line {rule}"
_OPEN: Message = (
    "{target} is blocked by line {rule}, but the server sends it to anybody: {kinds}. robots.txt protects nothing."
)
_DAY_SECONDS: Final = 86_400
_HOUR_SECONDS: Final = 3_600


def time_words(moment: datetime) -> str:
    """Return a time to the minute, in UTC."""
    return tr("{time} UTC", time=WORDS.date_and_time(moment))


def conduct_words(record: CrawlerRecord) -> str:
    """Return the verdict on a crawler, as a sentence."""
    crawler = record.crawler.title
    if record.conduct is Conduct.OLDER and record.until:
        return tr(_OLDER, crawler=crawler, time=time_words(record.until))
    if record.conduct is Conduct.CANNOT_SAY and record.why:
        return tr(_CANNOT_SAY, crawler=crawler, why=tr(_WHY[record.why]))
    return tr(_KEPT if record.conduct is Conduct.KEPT else _DID_NOT, crawler=crawler)


def short_words(record: CrawlerRecord) -> str:
    """Return the verdict on a crawler in a few words."""
    if record.conduct is Conduct.OLDER and record.until:
        return tr(_OLDER_UNTIL, time=time_words(record.until))
    if record.conduct is Conduct.CANNOT_SAY and record.why:
        return tr(_CANNOT_SAY_WHY, why=tr(_WHY[record.why]))
    return tr(_SHORT[record.conduct])


def summary_words(records: Sequence[CrawlerRecord]) -> tuple[str, str]:
    """Return who did not keep to it, and how many of all did what."""
    count = Counter(record.conduct for record in records)
    broke = [record.crawler.title for record in records if record.conduct is Conduct.DID_NOT]
    said = tr(_SUMMARY, crawlers=WORDS.listed_text(broke)) if broke else tr(_ALL_KEPT)
    numbers = {"kept": count[Conduct.KEPT], "older": count[Conduct.OLDER], "unsaid": count[Conduct.CANNOT_SAY]}
    return said, ntr(_COUNTS, len(records), **{name: WORDS.number(each) for name, each in numbers.items()})


def detail_words(record: CrawlerRecord) -> Iterator[str]:
    """Return what the verdict rests on, a sentence each."""
    if record.judged:
        yield ntr(_REQUESTS, record.judged, closed=WORDS.number(record.closed))
    if record.reads.last:
        yield ntr(_READS, record.reads.count, last=time_words(record.reads.last))
    elif record.requests:
        yield tr(_NO_READ)
    if record.copy_age is not None:
        yield _copy(record, record.copy_age)
    yield from reaction_words(record)
    yield from spoofed_words(record)
    if record.identities.get(Identity.REAL, 0) and not record.spoofed.count:
        yield from _old_ranges(record)
    if record.conduct in {Conduct.DID_NOT, Conduct.OLDER} and not record.identities.get(Identity.REAL, 0):
        why = _NO_ADDRESS if record.are_addresses_hidden else _NOT_ALL if record.ranges_dated else _UNKNOWN
        yield tr(why)


def reaction_words(record: CrawlerRecord) -> Iterator[str]:
    """Return how soon it reacted to changes of the file, as measured, and then what is documented."""
    reactions = record.reactions
    measured = (
        (_READ_AFTER, spread_of([each.read for each in reactions])),
        (_STOPPED_AFTER, spread_of([each.stopped for each in reactions])),
        (_BEGAN_AFTER, spread_of([each.began for each in reactions])),
    )
    for message, spread in measured:
        if spread is not None:
            times = (spread.median, spread.shortest, spread.longest)
            middle, shortest, longest = map(delay_words, times)
            yield ntr(message, spread.count, time=middle, shortest=shortest, longest=longest)
    if not any(spread for _, spread in measured):
        return
    unsure = max(each.unsure_by for each in reactions)
    if unsure:
        yield tr(_UNSURE, time=delay_words(unsure))
    if record.cache_lifetime is not None:
        yield tr(_UNDOCUMENTED if record.is_lifetime_assumed else _DOCUMENTED, time=delay_words(record.cache_lifetime))


def delay_words(length: timedelta) -> str:
    """Return a length of time in minutes, hours, or days if it is longer than two of them."""
    seconds = length.total_seconds()
    if seconds > 2 * _DAY_SECONDS:
        return ntr(_DAYS, round(seconds / _DAY_SECONDS))
    if seconds >= 2 * _HOUR_SECONDS:
        return ntr(_HOURS, round(seconds / _HOUR_SECONDS))
    return ntr(_MINUTES, round(seconds / 60))


def spoofed_words(record: CrawlerRecord) -> tuple[str, ...]:
    """Return how many requests were spoofed, if any, and how that is known."""
    count = record.spoofed.count
    if not count:
        return ()
    return ntr(_SPOOFED, count, day=WORDS.day(record.ranges_dated)), *_old_ranges(record)


def _old_ranges(record: CrawlerRecord) -> tuple[str, ...]:
    return (tr(_OLD_RANGES, day=WORDS.day(record.ranges_dated)),) if record.ranges_are_old else ()


def _copy(record: CrawlerRecord, age: timedelta) -> str:
    if not record.is_copy_too_old or record.cache_lifetime is None:
        return tr(_COPY, age=length_words(age))
    message = _TOO_OLD_ASSUMED if record.is_lifetime_assumed else _TOO_OLD
    return tr(message, age=length_words(age), kept=length_words(record.cache_lifetime))


def length_words(length: timedelta) -> str:
    """Return a length of time in days, or in hours if it is less than two days."""
    seconds = int(length.total_seconds())
    if seconds >= 2 * _DAY_SECONDS:
        return ntr(_DAYS, seconds // _DAY_SECONDS)
    return ntr(_HOURS, seconds // _HOUR_SECONDS)


def line_words(line: LoggedLine) -> str:
    """Return a request that proves a verdict."""
    return tr(
        _LINE,
        file=line.file,
        line=WORDS.number(line.line),
        time=time_words(line.moment),
        address=line.address,
        target=line.target,
        status=str(line.status or "–"),
        rule=str(line.rule_line),
    )


def open_words(found: OpenPath) -> str:
    """Return a sentence on a closed target that everybody gets."""
    return tr(_OPEN, target=found.target, rule=str(found.rule_line), kinds=WORDS.side_by_side(found.kinds))
