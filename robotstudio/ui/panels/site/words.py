"""Texts of the Site tab."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from robotstudio.draft.source_columns import HITS, LEFT, URL, VALUE
from robotstudio.draft.url_sources import SourceEntry, name_of
from robotstudio.project.file.model import is_address
from robotstudio.text.language import WORDS, Message, Plural, Told, ntr, tr
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.urls.logs.fields import Role
from robotstudio.urls.set_columns import export_words
from robotstudio.urls.sources.exports import ColumnUse
from robotstudio.urls.sources.reading import SourceReading
from robotstudio.urls.url_set import Source
from robotstudio.urls.urls import RejectedLine
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind

_MOST_STATUSES = 6
_LONGEST_LINE = 60

KIND_GLYPHS = {
    "typed": Glyph.MORE,
    "list": Glyph.FILE,
    "table": Glyph.LAYOUT,
    "sitemap": Glyph.GLOBE,
    "log": Glyph.CLOCK,
    "crawl": Glyph.TREE,
    "archive": Glyph.LAYOUT,
}
"""Icons by kind of source; others look like a list."""

_KINDS: Mapping[str, Message] = {
    "typed": "typed",
    "list": "list",
    "table": "table",
    "sitemap": "sitemap",
    "log": "access log",
    "crawl": "crawl",
    "archive": "archive",
    "har": "HAR file",
    "rules": "made from the rules",
}
_AND_MORE = Plural("{first} and {count} more", "{first} and {count} more")
_URLS = Plural("1 URL", "{count} URLs")
_LINES_REJECTED = Plural("1 line not read", "{count} lines not read")
_SOURCES = Plural("1 source", "{count} sources")
_SHARED = Plural("{count} in several sources", "{count} in several sources")
_ADDED = Plural("1 URL added", "{count} URLs added")
_KNOWN = Plural("{count} already in the list", "{count} already in the list")


_TAKEN = Plural("Taken: {count} line", "Taken: {count} lines")
_TO_CHECK = Plural("check {count} field below", "check {count} fields below")
_HITS = Plural("{count} hit", "{count} hits")
_OF_CRAWLERS = Plural("{count} known crawler", "{count} known crawlers")
_LEFT_ROWS = Plural("{count} line", "{count} lines")
_LEFT_COLUMNS = Plural("{count} column", "{count} columns")
_LEFT_PARTS = Plural("{count} part", "{count} parts")

USES: Mapping[str, Message] = {
    URL: "URL",
    VALUE: "Kept",
    HITS: "Kept, counts as hits",
    LEFT: "Not used",
    Role.TIME: "Time",
    Role.ADDRESS: "IP address",
    Role.FORWARDED: "Forwarded address",
    Role.HOST: "Host",
    Role.SCHEME: "Scheme",
    Role.METHOD: "Method",
    Role.PATH: "Path",
    Role.QUERY: "Query",
    Role.REQUEST: "Request line",
    Role.STATUS: "Status code",
    Role.AGENT: "User-Agent",
    Role.SIGNATURE: "Signature-Agent",
}
"""What a column of a source is read as."""

TYPES: Mapping[ColumnKind, Message] = {
    ColumnKind.NUMBER: "number",
    ColumnKind.DATE: "date",
    ColumnKind.TEXT: "text",
    ColumnKind.STATE: "state",
}


def source_words(source: Source, reading: SourceReading | None) -> tuple[str, str]:
    """Word a source in two lines: what it is or what the person called it, and where it is from."""
    name, files = name_of(source), [Path(place).name for place in source.locations if not is_address(place)]
    known, period = export_words(source, WORDS), period_words(source)
    is_renamed = bool(source.name) and source.name not in {*files[:1], ""} and not source.name.endswith("*")
    if known and not is_renamed:
        return known, together(" · ", period, _files_words(files))
    what = known or format_words(source, reading)
    where = location_words(source) if is_renamed or not files else _files_words(files[1:]) and _files_words(files)
    return name, together(" · ", what, period, where)


def _files_words(files: Sequence[str]) -> str:
    if len(files) < 2:
        return "".join(files)
    return ntr(_AND_MORE, len(files) - 1, first=files[0])


def format_words(source: Source, reading: SourceReading | None) -> str:
    """Word the kind of a source, of a log its format."""
    if reading is not None and reading.log_format:
        return tr(reading.log_format)
    return kind_words(source.kind)


def period_words(source: Source) -> str:
    """Word the days that a source counts, "" if it does not say."""
    if source.period is None:
        return ""
    first, last = source.period
    if first == last:
        return WORDS.date(first)
    return tr("{first} – {last}", first=WORDS.date(first), last=WORDS.date(last))


def left_words(reading: SourceReading) -> str:
    """Word how much of a source was left: lines, columns, parts of an archive."""
    lines = sum(count for _, count in reading.left)
    columns = sum(column.use is ColumnUse.LEFT for column in reading.seen)
    parts = [part for part in reading.parts if part.left is not None]
    said = [ntr(_LEFT_ROWS, lines)] if lines else []
    said += [ntr(_LEFT_COLUMNS, columns)] if columns else []
    said += [parts[0].name if len(parts) == 1 else ntr(_LEFT_PARTS, len(parts))] if parts else []
    return side_by_side(said) if said else tr("nothing")


def guessed_words(count: int) -> str:
    """Word how many fields of a log were guessed."""
    return ntr(_TO_CHECK, count)


def type_words(info: ColumnInfo) -> str:
    """Word the type of a column with its unit."""
    said = tr(TYPES[info.kind])
    return tr("{type} in {unit}", type=said, unit=info.unit) if info.unit else said


def read_words(entry: SourceEntry) -> str:
    """Word when a source was read, and how many of its URLs others have, too."""
    if not entry.is_loaded:
        return tr("not loaded")
    at = time_words(entry.source)
    shared = ntr(_SHARED, entry.shared) if entry.shared else ""
    return together(" · ", tr("read {time}", time=at) if at else "", shared)


def taken_title(reading: SourceReading) -> str:
    """Word how many lines or rows were taken."""
    return ntr(_TAKEN, reading.taken)


def taken_words(entry: SourceEntry, reading: SourceReading) -> Sequence[str]:
    """Word what the lines brought."""
    hits = ntr(_HITS, entry.hits) if entry.hits != entry.urls else ""
    crawlers = len(reading.crawlers)
    said = [together(" · ", urls_words(entry.urls), hits)]
    return [*said, ntr(_OF_CRAWLERS, crawlers)] if crawlers else said


def left_title(reading: SourceReading) -> str:
    """Word how much of a source was left, as a title."""
    return tr("Left out: {what}", what=left_words(reading))


def reasons(reading: SourceReading) -> Sequence[str]:
    """Word why lines and parts were left, the most frequent reason first."""
    ranked = sorted(reading.left, key=lambda each: -each[1])
    first = {line.why.message: line for line in reversed(reading.rejected)}
    lines = [_reason(count, why, first.get(why.message)) for why, count in ranked]
    parts = [WORDS.about(part.name, WORDS.tell(part.left)) for part in reading.parts if part.left is not None]
    return [*lines, *parts]


def _reason(count: int, why: Told, first: RejectedLine | None) -> str:
    """Word why so many lines were left, with the first of them."""
    said = f"{WORDS.number(count)} × {WORDS.tell(why)}"
    if first is None or not first.text:
        return said
    text = first.text if len(first.text) <= _LONGEST_LINE else f"{first.text[:_LONGEST_LINE]}…"
    return WORDS.sentences((said, tr("Line {line}: {text}", line=WORDS.number(first.number), text=text)))


def kind_words(kind: str) -> str:
    """Word the kind of a source."""
    return tr(_KINDS[kind]) if kind in _KINDS else kind


def all_kinds() -> tuple[str, ...]:
    """Return the names of all kinds."""
    return tuple(map(kind_words, _KINDS))


def location_words(source: Source) -> str:
    """Word the location of a source; of several files the first."""
    if not source.locations:
        return ""
    more = len(source.locations) - 1
    if not more:
        return source.locations[0]
    return ntr(_AND_MORE, more, first=source.locations[0])


def time_words(source: Source) -> str:
    """Word when a source was read, in local time."""
    if source.loaded_at is None:
        return ""
    at = source.loaded_at.astimezone()
    return f"{at:%H:%M}" if at.date() == datetime.now().astimezone().date() else WORDS.date_and_time(at)


def urls_words(count: int) -> str:
    """Word a number of URLs."""
    return ntr(_URLS, count)


def lines_words(count: int) -> str:
    """Word how many lines were not read."""
    return ntr(_LINES_REJECTED, count)


def total_words(urls: int, sources: int, shared: int) -> str:
    """Word the totals of all sources."""
    said = tr("{urls} of {sources}", urls=urls_words(urls), sources=ntr(_SOURCES, sources))
    return together(" · ", said, ntr(_SHARED, shared) if shared else "")


def added_words(reading: SourceReading, added: int) -> str:
    """Word the result of reading a source."""
    parts = [ntr(_ADDED, added)]
    known = len(reading.urls) - added
    if known > 0:
        parts.append(ntr(_KNOWN, known))
    if reading.rejected_count:
        parts.append(lines_words(reading.rejected_count))
    sentence = tr("{name}: {facts}.", name=name_of(reading.source), facts=side_by_side(parts))
    return WORDS.sentences((sentence, *map(WORDS.tell, reading.notes)))


def refreshed_words(reading: SourceReading) -> str:
    """Word the result of reading a source again."""
    parts = [tr("reloaded, {urls}", urls=urls_words(len(reading.urls)))]
    if reading.rejected_count:
        parts.append(lines_words(reading.rejected_count))
    sentence = tr("{name}: {facts}.", name=name_of(reading.source), facts=side_by_side(parts))
    return WORDS.sentences((sentence, *map(WORDS.tell, reading.notes)))


def progress_words(name: str, found: int) -> str:
    """Word the progress of reading a source."""
    if not found:
        return tr("Reading {name}…", name=name)
    return tr("Reading {name}… {urls}", name=name, urls=urls_words(found))


def statuses_words(statuses: Sequence[tuple[int, int]]) -> str:
    """Word statuses like `200 × 1,204, 404 × 3`, the most frequent first."""
    ranked = sorted(statuses, key=lambda item: -item[1])
    said = [f"{status or '–'} × {WORDS.number(count)}" for status, count in ranked[:_MOST_STATUSES]]
    return side_by_side([*said, "…"] if len(ranked) > _MOST_STATUSES else said)


def show_crawlers_words(count: int) -> str:
    """Word the offer to show the crawlers of a log in the matrix."""
    return ntr(Plural("Show the crawler of this log", "Show the {count} crawlers of this log"), count)
