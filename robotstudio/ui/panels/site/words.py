"""Texts of the Site tab."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from robotstudio.draft.url_sources import name_of
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.urls.sources.reading import SourceReading
from robotstudio.urls.url_set import Source

_MOST_STATUSES = 6

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
_SHARED = Plural("{count} in several", "{count} in several")
_ADDED = Plural("1 URL added", "{count} URLs added")
_KNOWN = Plural("{count} already in the list", "{count} already in the list")


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
    parts = [tr("loaded again, {urls}", urls=urls_words(len(reading.urls)))]
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
