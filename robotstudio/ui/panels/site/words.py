"""The words of the Site tab."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from robotstudio.io.sources.reading import Reading
from robotstudio.io.url_set import Source
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.formats import format_count

translate = QCoreApplication.translate

_MOST_STATUSES = 6

KIND_GLYPHS = {
    "typed": Glyph.MORE,
    "list": Glyph.FILE,
    "table": Glyph.LAYOUT,
    "sitemap": Glyph.GLOBE,
    "log": Glyph.CLOCK,
}
"""How a kind of source looks; one that is not here looks like a list."""


def kind_words(kind: str) -> str:
    words = {
        "typed": translate("Sources", "typed"),
        "list": translate("Sources", "list"),
        "table": translate("Sources", "table"),
        "sitemap": translate("Sources", "sitemap"),
        "log": translate("Sources", "access log"),
    }
    return words.get(kind, kind)


def name_of(source: Source) -> str:
    """The name of a source; that of what was typed is the program's."""
    return translate("Sources", "Typed") if source.kind == "typed" else source.name


def location_words(source: Source) -> str:
    """Where a source is; of several files the first."""
    if not source.locations:
        return ""
    more = len(source.locations) - 1
    if not more:
        return source.locations[0]
    return translate("Sources", "{first} and {count} more").format(first=source.locations[0], count=format_count(more))


def time_words(source: Source) -> str:
    """When a source was read, in local time."""
    if source.loaded_at is None:
        return ""
    at = QDateTime.fromSecsSinceEpoch(int(source.loaded_at.timestamp()))
    is_today = at.date() == QDateTime.currentDateTime().date()
    return QLocale().toString(at.time() if is_today else at, QLocale.FormatType.ShortFormat)


def count_words(count: int, one: str, many: str) -> str:
    """`1 URL`, `1,204 URLs`."""
    return one if count == 1 else many.format(count=format_count(count))


def urls_words(count: int) -> str:
    """How many URLs."""
    return count_words(count, translate("Sources", "1 URL"), translate("Sources", "{count} URLs"))


def lines_words(count: int) -> str:
    """How many lines were not read."""
    return count_words(count, translate("Sources", "1 line not read"), translate("Sources", "{count} lines not read"))


def total_words(urls: int, sources: int, shared: int) -> str:
    """What all sources have together."""
    of = count_words(sources, translate("Sources", "1 source"), translate("Sources", "{count} sources"))
    said = translate("Sources", "{urls} of {sources}").format(urls=urls_words(urls), sources=of)
    if not shared:
        return said
    return f"{said} · {translate('Sources', '{count} in several').format(count=format_count(shared))}"


def added_words(reading: Reading, added: int) -> str:
    """What came of reading a source."""
    many = translate("Sources", "{count} URLs added")
    parts = [count_words(added, translate("Sources", "1 URL added"), many)]
    known = len(reading.urls) - added
    if known > 0:
        parts.append(translate("Sources", "{count} already in the list").format(count=format_count(known)))
    if reading.rejected_count:
        parts.append(lines_words(reading.rejected_count))
    sentence = f"{', '.join(parts)}."
    return " ".join((f"{reading.source.name}: {sentence}", *reading.notes))


def refreshed_words(reading: Reading) -> str:
    """What came of reading a source again."""
    parts = [translate("Sources", "loaded again, {urls}").format(urls=urls_words(len(reading.urls)))]
    if reading.rejected_count:
        parts.append(lines_words(reading.rejected_count))
    return " ".join((f"{reading.source.name}: {', '.join(parts)}.", *reading.notes))


def progress_words(name: str, found: int) -> str:
    """What is being read."""
    if not found:
        return translate("Sources", "Reading {name}…").format(name=name)
    return translate("Sources", "Reading {name}… {urls}").format(name=name, urls=urls_words(found))


def statuses_words(statuses: Sequence[tuple[int, int]]) -> str:
    """`200 × 1,204, 404 × 3`, the most frequent first."""
    ranked = sorted(statuses, key=lambda item: -item[1])
    said = [f"{status or '–'} × {format_count(count)}" for status, count in ranked[:_MOST_STATUSES]]
    return ", ".join([*said, "…"] if len(ranked) > _MOST_STATUSES else said)


def show_crawlers_words(count: int) -> str:
    """The offer to take the crawlers of a log into the matrix."""
    many = translate("Sources", "Show the {count} crawlers of this log")
    return count_words(count, translate("Sources", "Show the crawler of this log"), many)
