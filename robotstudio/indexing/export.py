"""Read exports of page indexing: Search Console's, in any language, and those of Bing and Yandex.

The reason and the day of the last crawl are found by shape and position, as `urls.sources.exports` does it.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from robotstudio.store.delimited import delimited
from robotstudio.store.errors import FileContentError, NothingReadError
from robotstudio.store.files import read
from robotstudio.text.language import Message, Told, told
from robotstudio.urls.kinds import FileKind, source_kind
from robotstudio.urls.sources.cells import is_repeat, repeat_name
from robotstudio.urls.sources.collector import OnlyCountsError
from robotstudio.urls.sources.exports import days_in
from robotstudio.urls.sources.reading import ReadOptions, SourceReading, read_bytes, read_source
from robotstudio.urls.url_set import Share, UrlSet
from robotstudio.urls.value_columns import ColumnKind, ValueColumn

_REASON_ROLES: Final = ("issue", "coverage", "indexability_status", "response")
_LAST_CRAWLED: Final = "last_crawled"
_TABLES: Final = frozenset({FileKind.TABLE, FileKind.ARCHIVE})
_PACKED: Final = frozenset({".zip", ".xlsx"})
_MOST_TABLES: Final = 20
_WHOLE: Final = "search-console-indexing"
_BING: Final = "bing-issues"
_EXPORTS: Final = frozenset({_WHOLE, "search-console-inspection", "yandex-pages", "yandex-events", _BING})
_STATUS: Final = re.compile(r"(?<!\d)[45](?:\d\d|xx)(?!\d)", re.ASCII)
_MOST_REPEATS: Final = 9
_ENGINES: Final = (("yandex", "YandexBot"), ("bing", "bingbot"))
_BLOCKED: Final = ("robots.txt", "robotstxt", "robots_")
_NOINDEX: Final = ("noindex", "no_index")
_FETCHED: Final = ("http_error", "redirect_notsearchable")
_INDEXED_STATES: Final = frozenset({"searchable", "indexed_searchable", "none", "0"})
"""Reasons of Yandex and of Bing that are none: the page is in search, or nothing is wrong with it."""
_BING_ISSUES: Final = (
    "Code301",
    "Code302",
    "Code4xx",
    "Code5xx",
    "BlockedByRobotsTxt",
    "ContainsMalware",
    "ImportantUrlBlockedByRobotsTxt",
    "DnsErrors",
    "TimeOutErrors",
)
"""The bits of Bing's `Issues`, lowest first (Microsoft.Bing.Webmaster.Api.Interfaces.UrlWithCrawlIssues)."""
GOOGLE: Final = "Googlebot"

_NO_EXPORT: Message = (
    "“{name}” is not an export of page indexing: no column has reasons or days of the last crawl. In Search Console, "
    "open a reason under Page indexing and export its pages."
)
_INDEXED: Message = (
    "“{name}” names no reason: it may list pages that are indexed. In Search Console, open a reason under Page "
    "indexing and export its pages."
)
_UNDATED: Message = "“{name}” does not say when its URLs were last crawled."
_NO_TABLE: Message = "The folder “{name}” contains no exports: no ZIP, XLSX or CSV file."


class ReasonKind(StrEnum):
    """Meaning of a reason for the last crawl, in every language."""

    BLOCKED = "blocked"  # the crawler's copy of the robots.txt blocked the URL
    NOINDEX = "noindex"  # the page was fetched, and asked not to be indexed
    FETCHED = "fetched"  # the server answered with an error, so it was asked
    OTHER = "other"

    @property
    def is_fetched(self) -> bool:
        return self in {ReasonKind.NOINDEX, ReasonKind.FETCHED}


class ExportedUrl(Struct, frozen=True):
    """A row of an export: a URL, why it is not indexed, and when the crawler last came."""

    url: str
    reason: str = ""
    crawled: datetime | None = None
    """In UTC; midnight if only the day is known."""

    @property
    def is_day(self) -> bool:
        """Return True if only the day of the last crawl is known."""
        return self.crawled is not None and self.crawled.time() == time()


class IndexingExport(Struct, frozen=True):
    """Contents of several exports together."""

    urls: tuple[ExportedUrl, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    """Reasons with their number of pages, of which no export has the URLs."""
    crawler: str = GOOGLE
    """The token of the search engine's crawler."""
    notes: tuple[Told, ...] = ()
    day: date | None = None
    """The day of the newest export, as its name says."""


def kind_of(reason: str) -> ReasonKind:
    """Return what a reason means by what stays the same in all languages: a file's name, a tag, a status."""
    text = reason.casefold()
    if any(word in text for word in _BLOCKED):
        return ReasonKind.BLOCKED
    if any(word in text for word in _NOINDEX):
        return ReasonKind.NOINDEX
    is_fetched = text in _FETCHED or _STATUS.search(text)
    return ReasonKind.FETCHED if is_fetched else ReasonKind.OTHER


def read_exports(paths: Iterable[Path]) -> IndexingExport:
    """Read exports and folders of them. Raises FileError; a file that is no such export is one."""
    rows: dict[tuple[str, str], ExportedUrl] = {}
    counts: dict[str, int] = {}
    notes: list[Told] = []
    crawler = GOOGLE
    days: list[date] = []
    for path, reading in _readings(paths):
        days += days_in([path.name, path.name]) or ()
        if isinstance(reading, OnlyCountsError):
            counts.update(reading.counts)
            continue
        notes += reading.notes
        named = next((token for word, token in _ENGINES if word in f"{reading.source.export} {path.name}".lower()), "")
        crawler = named or crawler
        found = _urls_of(reading, path)
        if not any(row.crawled for row in found):
            notes.append(told(_UNDATED, name=path.name))
        _add_newest(rows, found)
    reasons = {row.reason for row in rows.values()}
    left = tuple((reason, count) for reason, count in counts.items() if reason not in reasons)
    return IndexingExport(tuple(rows.values()), left, crawler, tuple(notes), max(days, default=None))


def _add_newest(rows: dict[tuple[str, str], ExportedUrl], found: Iterable[ExportedUrl]) -> None:
    """Add rows; of several with the same URL and reason the newest is kept."""
    for row in found:
        known = rows.get((row.url, row.reason))
        if known is None or _is_newer(row, known):
            rows[row.url, row.reason] = row


def _is_newer(row: ExportedUrl, known: ExportedUrl) -> bool:
    return row.crawled is not None and (known.crawled is None or row.crawled > known.crawled)


def _readings(paths: Iterable[Path]) -> Iterator[tuple[Path, SourceReading | OnlyCountsError]]:
    for path in paths:
        for each, body in _files_of(path):
            try:
                if body is not None:
                    yield each, read_bytes(body, each.name, ReadOptions(kind=FileKind.ARCHIVE))
                elif each.suffix.lower() == ".json":
                    yield each, read_bytes(table_of_json(read(each), each), each.name, ReadOptions(kind=FileKind.TABLE))
                elif source_kind(each) in _TABLES:
                    yield each, read_source([each])
                else:
                    raise FileContentError(_NO_EXPORT, each)
            except OnlyCountsError as error:
                if not error.counts:
                    raise
                yield each, error


def _files_of(path: Path) -> Iterator[tuple[Path, bytes | None]]:
    """Yield the exports of a path: itself, or those in a folder; the tables of an unpacked one are packed again."""
    if not path.is_dir():
        yield path, None
        return
    files = sorted(each for each in path.iterdir() if each.is_file() and not each.name.startswith("."))
    packed = [each for each in files if each.suffix.lower() in _PACKED]
    tables = [each for each in files if each.suffix.lower() == ".csv"][:_MOST_TABLES]
    if not packed and not tables:
        raise NothingReadError(_NO_TABLE, path)
    for each in packed:
        yield each, None
    known = {each: _reasons_of(each) for each in tables}
    whole = [each for each in tables if known[each]]
    parts = tables
    if len(whole) > 1:  # packed together, one would hide the rows of another
        yield from ((each, None) for each in whole)
        parts = [each for each in tables if not known[each]] if False in known.values() else []
    if len(parts) == 1:
        yield parts[0], None
    elif parts:
        body = io.BytesIO()
        with zipfile.ZipFile(body, "w") as archive:
            for each in parts:
                archive.writestr(each.name, read(each))
        yield path, body.getvalue()


def _reasons_of(path: Path) -> bool | None:
    """Return whether a table of URLs has their reasons; None if it has no URLs."""
    try:
        return _reasons(read_source([path]).urls.shares[0].values) is not None
    except FileContentError:
        return None


def _urls_of(reading: SourceReading, path: Path) -> list[ExportedUrl]:
    """Return the rows of a reading. Raises FileContentError if it has neither reasons nor days."""
    share = reading.urls.shares[0]
    if _reasons(share.values) is None and _crawled(share.values) is None:
        raise FileContentError(_NO_EXPORT, path)
    if _is_of_indexed(share):
        raise FileContentError(_INDEXED, path)
    return _rows_of(reading.urls, share)


def exports_in(urls: UrlSet) -> IndexingExport:
    """Return what the exports among the sources of a set say; no URLs if there is none."""
    rows: dict[tuple[str, str], ExportedUrl] = {}
    crawler = GOOGLE
    for share in export_shares(urls):
        named = f"{share.source.export} {share.source.name}".lower()
        crawler = next((token for word, token in _ENGINES if word in named), crawler)
        _add_newest(rows, _rows_of(urls, share))
    return IndexingExport(tuple(rows.values()), crawler=crawler, day=day_of_exports(urls))


def export_shares(urls: UrlSet) -> list[Share]:
    """Return the shares of the sources that are exports of page indexing."""
    return [
        share
        for share in urls.shares
        if (share.source.export in _EXPORTS and not _is_of_indexed(share))
        or (_reasons(share.values) and _crawled(share.values))
    ]


def _is_of_indexed(share: Share) -> bool:
    """Return True for an export of Search Console in whole that names no issue."""
    is_whole = share.source.export == _WHOLE and share.source.kind == FileKind.ARCHIVE.value
    return is_whole and _reasons(share.values) is None


def day_of_exports(urls: UrlSet) -> date | None:
    """Return the day of the newest export, as its name says."""
    names = [share.source.name for share in export_shares(urls)]
    return max((day for name in names for day in days_in([name, name]) or ()), default=None)


def _rows_of(urls: UrlSet, share: Share) -> list[ExportedUrl]:
    """Return a row for each reason of a URL; one that has come back into search since has none."""
    found: list[ExportedUrl] = []
    in_search: dict[str, ExportedUrl] = {}
    for reasons, crawled in _columns_of(share.values):
        for place, row in enumerate(share.rows.tolist()):
            reason = reasons.value(place) if reasons is not None else None
            moment = crawled.value(place) if crawled is not None else None
            day = moment if isinstance(moment, datetime) else None
            if reason is None and reasons is not None and is_repeat(reasons.info.name):
                continue
            for each in _reasons_in(str(reason).strip() if reason else "", share.source.export):
                exported = ExportedUrl(urls[row].url, each, day)
                if each.casefold() not in _INDEXED_STATES:
                    found.append(exported)
                elif each and _is_newer(exported, in_search.get(exported.url, ExportedUrl(""))):
                    in_search[exported.url] = exported
    return [row for row in found if row.url not in in_search or _is_newer(row, in_search[row.url])]


def _columns_of(columns: Sequence[ValueColumn]) -> Iterator[tuple[ValueColumn | None, ValueColumn | None]]:
    """Yield the columns of reasons and of last crawls, and those of URLs that came again in the same table."""
    reasons, crawled = _reasons(columns), _crawled(columns)
    yield reasons, crawled
    by_name = {column.info.name: column for column in columns}
    for number in range(2, _MOST_REPEATS):
        again = by_name.get(repeat_name(reasons.info.name, number)) if reasons is not None else None
        if again is None:
            return
        yield again, by_name.get(repeat_name(crawled.info.name, number)) if crawled is not None else None


def _reasons_in(reason: str, export: str) -> Sequence[str]:
    """Return the reasons of a cell: one, but for Bing, which adds several up or writes them beside each other."""
    if export != _BING or not reason:
        return (reason,)
    found: list[str] = []
    for each in filter(None, map(str.strip, reason.replace("|", ",").split(","))):
        bits = int(each) if each.isdecimal() else 0
        found += [name for place, name in enumerate(_BING_ISSUES) if bits >> place & 1] or [each]
    return found


def table_of_json(body: bytes, path: Path) -> bytes:
    """Return the rows of an answer of Bing's or Yandex's interface as CSV. Raises FileContentError for anything else.

    Yandex keeps the last reason beside a page that has come back into search, so the event decides.
    """
    try:
        found = msgspec.json.decode(body)
        rows = next(each for each in (found.get("d"), found.get("samples"), found.get("urls")) if each)
        names = list(dict.fromkeys(name for row in rows for name in row.keys() if not name.startswith("__")))  # noqa: SIM118  # a text has none
    except (msgspec.DecodeError, AttributeError, TypeError, StopIteration) as error:
        raise FileContentError(_NO_EXPORT, path) from error
    for row in rows:
        if row.get("event") == "APPEARED_IN_SEARCH":
            row["excluded_url_status"] = "SEARCHABLE"
    cells = ([_cell(row.get(name)) for name in names] for row in rows)
    return "".join(delimited([names, *cells])).encode()


def _cell(value: object) -> object:
    """Return a value of JSON for a table.

    Bing writes moments as milliseconds since 1970, and Yandex the days of Moscow as its midnights.
    """
    if not isinstance(value, str):
        return value if isinstance(value, int | float) else ""
    if value.startswith("/Date(") and (written := value.removeprefix("/Date(")[:13]).isdecimal():
        return datetime.fromtimestamp(int(written) / 1000, UTC).isoformat()
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return value
    try:
        return moment.date().isoformat() if moment.time() == time() else moment.astimezone(UTC).isoformat()
    except (ValueError, OverflowError):  # the first and the last day that there is, as another word for never
        return ""


def _reasons(columns: Sequence[ValueColumn]) -> ValueColumn | None:
    by_role = {column.info.role: column for column in columns if column.info.role}
    return next((by_role[role] for role in _REASON_ROLES if role in by_role), None)


def _crawled(columns: Sequence[ValueColumn]) -> ValueColumn | None:
    """Return the column of the last crawls: by its role, else the only one of days."""
    days = [column for column in columns if column.info.kind is ColumnKind.DATE and not is_repeat(column.info.name)]
    named = [column for column in days if column.info.role == _LAST_CRAWLED]
    return named[0] if named else days[0] if len(days) == 1 and not days[0].info.role else None
