"""The columns of a whole set, side by side: found by name, with source and period in their title, and summed."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from robotstudio.engine.bulk.texts import Mask
from robotstudio.engine.sums import Sum
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import Message, Plural, Words, told_list
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.sources.exports import EXPORT_BY_ID, ROLES
from robotstudio.urls.url_set import Share, Source, UrlSet
from robotstudio.urls.value_columns import ColumnInfo, ColumnKind, Places, Value, ValueColumn, lean

_BEFORE: Final = "_before"
_REQUESTS: Final = "requests"
_MOST_NAMED: Final = 20
_STAKES: Final = (
    "clicks",
    "impressions",
    "traffic",
    "sessions",
    "visits",
    "pageviews",
    "crawler_requests",
    "requests",
    "linked_from",
)
"""Roles of what a URL brings, the most telling first."""

CLICKS: Final = "clicks"
"""The role of the clicks in search results."""

REQUESTS: Final = ("crawler_requests", "requests")
"""Roles of what a blocked crawler no longer asks for, the better known first."""

_ENGINES: Final[Mapping[str, str]] = MappingProxyType(
    {"Search Console": "Googlebot", "Bing Webmaster Tools": "bingbot"},
)
"""The crawler that the numbers of a tool depend on."""

_DAYS = Plural("{count} d", "{count} d")
_WITH_SOURCE: Message = "{column} ({source})"
_WITH_PERIOD: Message = "{column} ({source}, {first} – {last})"
_PERIOD_BEFORE: Message = "{column}, period before"
_NO_COLUMN: Message = "Unknown column “{name}”. Available: {columns}."
_NO_COLUMNS: Message = "There is no column “{name}”: no source has columns of values."
_SEVERAL: Message = "There are several columns “{name}”. Name one of them in full: {columns}."
_SUM: Message = "{column}: {total}"
_SUM_PARTLY = Plural(
    "{column}: {total}; unknown for {count} of {urls} URLs",
    "{column}: {total}; unknown for {count} of {urls} URLs",
)
_SUM_UNKNOWN: Message = "{column}: unknown"
_UNKNOWN: Message = "unknown"
_AT_LEAST: Message = "≥ {total}"


class UnknownColumnError(RobotStudioError):
    """A name stands for no column, or for several."""


class SetColumn(Struct, frozen=True, eq=False, dict=True):
    """A column of one source beside all URLs of a set."""

    source: Source
    share: Share
    column: ValueColumn
    size: int

    @property
    def info(self) -> ColumnInfo:
        return self.column.info

    @property
    def id(self) -> str:
        """Key among all columns of a set, the same after its source was read again."""
        return f"{self.source.id}:{self.info.role or self.info.name.casefold()}"

    @cached_property
    def values(self) -> ValueColumn:
        """The value of each URL of the set; unknown for those of other sources."""
        if len(self.share.rows) == self.size:
            return self.column
        return self.column.spread(self.share.rows, self.size)

    def value_of(self, urls: UrlSet, url: str) -> Value:
        """Return the value of a URL of the set, None if it is unknown or missing there."""
        place = urls.position(url)
        return None if place is None else self.values.value(place)


def columns_of(urls: UrlSet) -> tuple[SetColumn, ...]:
    """Return all columns of a set: those of each source, and what its lines count, such as requests."""
    found = []
    for share in urls.shares:
        columns = list(share.values)
        if counted := _counted(share.source):
            info = ColumnInfo(counted, ColumnKind.NUMBER, counted, adds=True)
            columns.insert(0, ValueColumn(info, lean(share.hits.astype(np.float64))))
        found += [SetColumn(share.source, share, column, len(urls)) for column in columns]
    return tuple(found)


def columns_beside(urls: UrlSet) -> tuple[SetColumn, ...]:
    """Return the columns of all sources but crawls, which have their own."""
    return tuple(each for each in columns_of(urls) if each.source.kind != FileKind.CRAWL.value)


def _counted(source: Source) -> str:
    """Return what each line of a source is one of: a request, a link."""
    export = EXPORT_BY_ID.get(source.export)
    return _REQUESTS if source.kind == FileKind.LOG.value else export.counted if export else ""


def find(columns: Sequence[SetColumn], name: str, words: Words) -> SetColumn:
    """Return the column of this role, name, title or full title. Raises UnknownColumnError."""
    places = _named(columns, name, words)
    if len(places) == 1:
        return columns[places[0]]
    if places:
        titles = full_titles(columns, words)
        raise UnknownColumnError(_SEVERAL, name=name, columns=told_list([f"“{titles[place]}”" for place in places]))
    if not columns:
        raise UnknownColumnError(_NO_COLUMNS, name=name)
    known = list(dict.fromkeys(each.info.role or f"“{each.info.name}”" for each in columns))
    raise UnknownColumnError(_NO_COLUMN, name=name[:60], columns=told_list(known[:_MOST_NAMED]))


def is_named(columns: Sequence[SetColumn], name: str, words: Words) -> bool:
    """Return True if a name stands for a column, or for several."""
    return bool(_named(columns, name, words))


def _named(columns: Sequence[SetColumn], name: str, words: Words) -> Sequence[int]:
    """Return the places of the columns that a name stands for."""
    wanted = name.strip().casefold()
    for place, title in enumerate(full_titles(columns, words)):
        if title.casefold() == wanted:
            return [place]
    places = [place for place, each in enumerate(columns) if each.info.role == wanted]
    if not places:
        names = [{each.info.name.casefold(), title_of(each.info, words).casefold()} for each in columns]
        places = [place for place, each in enumerate(names) if wanted in each]
    return places


def stakes_of(urls: UrlSet) -> tuple[SetColumn, ...]:
    """Return the columns that say what URLs bring: clicks, impressions, requests and the like."""
    found = [each for each in columns_of(urls) if each.info.role in _STAKES and each.info.adds]
    return tuple(sorted(found, key=lambda each: _STAKES.index(each.info.role)))


def had_clicks(urls: UrlSet) -> Mask:
    """Return the URLs for which a source counts a click."""
    found = np.zeros(len(urls), np.bool_)
    for share in urls.shares:
        for column in share.values:
            if column.info.role == CLICKS:
                found[share.rows[column.values > 0]] = True
    return found


def column_of(urls: UrlSet, column_id: str) -> SetColumn | None:
    """Return the column with an id, None if no source has it."""
    return next((each for each in columns_of(urls) if each.id == column_id), None)


def period_words(source: Source, words: Words) -> str:
    """Return how long its numbers were counted, such as “28 d”; "" if unknown."""
    days = days_of(source)
    return words.count(_DAYS, days) if days else ""


def days_of(source: Source) -> int:
    """Return for how many days its numbers were counted, 0 if unknown."""
    if source.period is None:
        return 0
    first, last = source.period
    return (last - first).days + 1


def title_of(info: ColumnInfo, words: Words) -> str:
    """Return what a column is called, without its source."""
    role = info.role.removesuffix(_BEFORE)
    title = words.message(ROLES[role].title) if role in ROLES else info.name
    return words.say(_PERIOD_BEFORE, column=title) if info.role.endswith(_BEFORE) else title


def full_titles(columns: Sequence[SetColumn], words: Words) -> list[str]:
    """Return the titles, each unique, with source and period: “Clicks (Search Console, 1 Oct 2026 – 28 Oct 2026)”."""
    titles = [_full_title(each, tool_of(each.source), words) for each in columns]
    names = unlike_names([each.source for each in columns])
    return unlike(
        title if titles.count(title) == 1 else _full_title(each, names[each.source.id], words)
        for title, each in zip(titles, columns, strict=True)
    )


def unlike_names(sources: Iterable[Source]) -> Mapping[str, str]:
    """Return a name for each source by its id: that of its file, of equal ones with the folder."""
    named = {source.id: source for source in sources}
    names = [source.name for source in named.values()]
    whole = (each.name if names.count(each.name) == 1 else _with_folder(each) for each in named.values())
    return dict(zip(named, unlike(whole), strict=True))


def _with_folder(source: Source) -> str:
    folder = Path(source.locations[0]).absolute().parent.name if source.locations else ""
    return f"{folder}/{source.name}" if folder else source.name


def unlike(names: Iterable[str]) -> list[str]:
    """Return names with a number after those that were given before, so that none hides another."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name} {number}" for number in count(2))
        found.append(name if name not in found else next(each for each in numbered if each not in found))
    return found


def tool_of(source: Source) -> str:
    """Return the program that a source is from, or else its name."""
    export = EXPORT_BY_ID.get(source.export)
    return export.tool if export else source.name


def engine_of(column: SetColumn) -> str:
    """Return the token of the only crawler that a column depends on, "" if there are others."""
    return "" if column.info.role in REQUESTS else _ENGINES.get(tool_of(column.source), "")


def export_words(source: Source, words: Words) -> str:
    """Return what a known export is, such as “Search Console, performance”; "" for other sources."""
    export = EXPORT_BY_ID.get(source.export)
    return words.with_fact(export.tool, words.message(export.report)) if export else ""


def _full_title(column: SetColumn, source: str, words: Words) -> str:
    title = title_of(column.info, words)
    if column.source.period is None:
        return words.say(_WITH_SOURCE, column=title, source=source)
    first, last = column.source.period
    return words.say(_WITH_PERIOD, column=title, source=source, first=first, last=last)


def sum_words(title: str, found: Sum, words: Words) -> str:
    """Return a sum with what it is of, and for how many URLs it is unknown."""
    if found.is_unknown:
        return words.say(_SUM_UNKNOWN, column=title)
    if found.unknown:
        total, urls = _total_words(found, words), words.number(found.urls)
        return words.count(_SUM_PARTLY, found.unknown, column=title, total=total, urls=urls)
    return words.say(_SUM, column=title, total=_total_words(found, words))


def short_sum_words(found: Sum, words: Words) -> str:
    """Return a sum for a cell: “1,240”, “≥ 1,240” if some URLs have no value, or “unknown”."""
    if found.is_unknown:
        return words.say(_UNKNOWN)
    total = _total_words(found, words)
    return words.say(_AT_LEAST, total=total) if found.unknown else total


def _total_words(found: Sum, words: Words) -> str:
    return words.number(found.total, 0 if float(found.total).is_integer() else 2)


def sum_of(values: ValueColumn, chosen: Mask | Places) -> Sum:
    """Return the sum over some rows, each once."""
    some = values.values[chosen]
    known = ~np.isnan(some)
    return Sum(float(some[known].sum(dtype=np.float64)), int(np.count_nonzero(known)), len(some))


def sums_of(values: ValueColumn, groups: NDArray[np.integer], count: int) -> list[Sum]:
    """Return the sum over each of `count` groups; `groups` has that of each row, a negative one for none."""
    rows = np.flatnonzero(groups >= 0)
    of_row, some = groups[rows], values.values[rows]
    known = ~np.isnan(some)
    totals = np.bincount(of_row[known], some[known], count)
    counts, urls = np.bincount(of_row[known], minlength=count), np.bincount(of_row, minlength=count)
    return [Sum(*each) for each in zip(totals.tolist(), counts.tolist(), urls.tolist(), strict=True)]
