"""Exports of known programs as rows: how each is recognised, and what its columns mean.

Search Console writes its tables in the language of the person, and so do others: a table is recognised by what its
columns hold and in which order, and only then by the words above them. A header in a known language beats the position.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from itertools import islice
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from robotstudio.text.language import Message, Told, told
from robotstudio.urls.sources.cells import WantedColumn, dates_in, form_of, is_unknown, numbers_in
from robotstudio.urls.value_columns import ColumnKind

_ANY: Final = "@"
ALL: Final = "*"
"""Stands for every column of a table."""
NONE: Final = "0"
"""Stands for no column, like the number of a column before the first."""
USUAL: Final = "+"
"""Stands for the usual columns, beside those that are named."""

_LONGEST_SHOWN: Final = 200
FIRSTS: Final = 3
"""Values of a column that are shown."""

CHOSEN: Message = "chosen"
BY_HEADER: Message = "named like that by {tool}"
_BY_SHAPE: Message = "in the order of {tool}"
KNOWN_NAME: Message = "recognised by its name"
BY_VALUES: Message = "recognised by its values"
NOT_NEEDED: Message = "not used"

_MOST_UNKNOWN: Final = 12
"""Columns kept of a table that is not known."""
_MOST_DAYS: Final = 20_000
_DAY: Final = re.compile(r"\b(20\d\d)-?(\d\d)-?(\d\d)\b", re.ASCII)
_STATUS: Final = re.compile(r"[1-5]\d\d|0", re.ASCII)
_ROUNDED: Final = 0.6
"""Most difference of a percentage from the computed one: some are rounded to whole numbers."""
_MOSTLY: Final = 0.8


class Role(Struct, frozen=True):
    """Meaning of a column, whatever program it is from."""

    title: Message
    names: str
    """Header names in lower case, with ` | ` between them."""
    adds: bool = False
    is_count: bool = False
    """True for numbers that are always whole."""
    kind: ColumnKind | None = None


def _summed_role(title: Message, names: str) -> Role:
    return Role(title, names, adds=True, is_count=True)


ROLES: Final[Mapping[str, Role]] = {
    "clicks": _summed_role(
        "Clicks",
        "clicks | url clicks | total clicks | gsc clicks | klicks | clics | clic | klikken | cliques"
        " | kliknięcia | клики"
        " | クリック数 | 点击次数 | 点击量 | 点击 | 點擊 | 클릭수 | tıklama sayısı | klik | kliknutí | klikk | การคลิก"
        " | לחיצות",
    ),
    "impressions": _summed_role(
        "Impressions",
        "impressions | total impressions | shows | impressionen | impresiones | impressioni | impressões | vertoningen"
        " | wyświetlenia | показы | 表示回数 | 展示 | 展现量 | 展现 | gsc impressions | 曝光 | 노출"
        " | gösterimler | tayangan | zobrazení"
        " | visningar | חשיפות",
    ),
    "ctr": Role("CTR", "ctr | avg. ctr | average ctr | url ctr | klickrate | taux de clics | 点击率 | ctr, % | ctr %"),
    "position": Role(
        "Position",
        "position | avg. position | average position | avg position | posición | posição | posizione | positie"
        " | pozycja | позиция | средняя позиция | 掲載順位 | 排名 | 게재 순위 | konum | מיקום",
    ),
    "last_crawled": Role(
        "Last crawled",
        "last crawled | last crawl | lastcrawltime | lastaccess | последнее посещение | 抓取时间"
        " | last crawl date | last crawled date | zuletzt gecrawlt | letztes crawling"
        " | último rastreo | dernière exploration | ultima scansione | último rastreamento"
        " | последнее сканирование | дата последнего обхода | 前回のクロール | 上次抓取日期 | 上次抓取时间"
        " | 마지막 크롤링",
    ),
    "status": Role(
        "Status code",
        "status code | http status code | httpcode | http status | http code | status_code | http response code"
        " | response code"
        " | statuscode | http-status | http code d'état | código de estado | code de statut | código http"
        " | statuscode http | код ответа | http-код | 状态码 | http-код ответа | ステータス コード",
    ),
    "indexability": Role(
        "Indexability",
        "indexability | is indexable | is indexable page | indexable status | indexable | indexierbarkeit",
    ),
    "indexability_status": Role("Indexability status", "indexability status | index status | reason not indexable"),
    "title": Role("Title", "title 1 | title | page title | page title and screen class", kind=ColumnKind.TEXT),
    "h1": Role("H1", "h1-1 | h1", kind=ColumnKind.TEXT),
    "canonical": Role(
        "Canonical", "canonical link element 1 | canonical url | canonical | canonical link", kind=ColumnKind.TEXT
    ),
    "redirect": Role("Redirect URL", "redirect url | redirects to", kind=ColumnKind.TEXT),
    "content_type": Role("Content type", "content type | content_type | mime type"),
    "depth": Role("Depth", "crawl depth | depth | page depth | level | distance from index | dfi"),
    "inlinks": _summed_role(
        "Inlinks",
        "inlinks | unique inlinks | no. of all inlinks | no. internal linking urls | follow_inlinks | nb_inlinks"
        " | internal links | incoming internal links",
    ),
    "linked_from": _summed_role(
        "Links to it", "incoming links | external links to page | backlinks | external backlinks"
    ),
    "linking_sites": Role("Linking sites", "linking sites | referring domains | ref. domains | domains"),
    "word_count": Role("Words", "word count | words | no. words | wordcount | word_count"),
    "response_time": Role(
        "Response time", "response time | response time (ms) | load time | load time (ms) | average response time (ms)"
    ),
    "size": Role("Size", "size (bytes) | file size (bytes) | size | page size"),
    "traffic": Role("Traffic", "traffic | organic traffic | current traffic | page traffic | est. traffic", adds=True),
    "keywords": Role("Keywords", "keywords | number of keywords | organic keywords | current # of keywords"),
    "sessions": _summed_role(
        "Sessions", "sessions | sitzungen | sesiones | sessioni | sessões | сеансы | 会话数 | セッション"
    ),
    "pageviews": _summed_role(
        "Page views",
        "pageviews | page views | views | nb_hits | seitenaufrufe | aufrufe | vistas | vues | visualizzazioni"
        " | visualizações | просмотры | просмотры страниц | 浏览量 | 浏览量(pv) | 表示回数 (ページ)",
    ),
    "visits": _summed_role(
        "Visits", "visits | unique pageviews | nb_visits | besuche | visitas | visites | визиты | visite"
    ),
    "users": Role(
        "Users",
        "users | active users | total users | unique visitors | nutzer | usuarios | пользователи | 用户数 | 访客数(uv)",
    ),
    "events": _summed_role("Events", "event count | events"),
    "last_changed": Role("Last change", "lastmod | last modified | last-modified | last change"),
    "coverage": Role("Coverage", "coverage | coverage state | coveragestate", kind=ColumnKind.STATE),
    "meta_robots": Role("Meta robots", "meta robots 1 | meta robots", kind=ColumnKind.TEXT),
    "found_on": Role("Found on", "found on | first parent url", kind=ColumnKind.TEXT),
    "link_text": Role("Link text", "link text", kind=ColumnKind.TEXT),
    "in_sitemap": Role("In a sitemap", "in a sitemap | in sitemap", kind=ColumnKind.STATE),
    "issue": Role("Reason", "issue | reason", kind=ColumnKind.STATE),
    "response": Role(
        "Response",
        "response | antwort | respuesta | réponse | risposta | resposta | ответ | レスポンス | 响应 | 抓取异常类型",
        kind=ColumnKind.STATE,
    ),
    "robots_state": Role("Crawl allowed", "crawl allowed | robots.txt state | robotstxtstate", kind=ColumnKind.STATE),
    "google_canonical": Role(
        "Canonical chosen by Google", "google-selected canonical | googlecanonical", kind=ColumnKind.TEXT
    ),
    "crawler_requests": _summed_role("Crawler requests", "crawler requests"),
    "requests": _summed_role(
        "Requests",
        "requests | hits | num events | crawls | bot hits | bot visits | crawl requests | anfragen | zugriffe",
    ),
}
"""Meanings by id."""


def _folded(name: str) -> str:
    return re.sub(r"\s+", " ", name.strip().casefold())


_BY_NAME: Final[Mapping[str, str]] = {
    name: role for role, row in reversed(list(ROLES.items())) for name in row.names.split(" | ")
}


_OTHER_SITES: Message = (
    "“{name}” lists pages of other sites that link to yours, but none of your own. Export the linked pages."
)


class Export(Struct, frozen=True):
    """A table of a known program, recognised by its header, or by what its columns hold."""

    id: str
    tool: str
    report: Message
    heads: str = ""
    """Header names that are all there, in lower case, with ` | ` between them; the first is the column of URLs.

    `@` stands for the first column that holds URLs, whatever its name.
    """
    also: str = ""
    """Roles of header names in this export only: `time=last_crawled | status=coverage`."""
    shape: str = ""
    """Content and role of each column, in any language; see `_fits`."""
    kept: str = ""
    """Roles to keep if nothing else is asked; "" for all that are known, `0` for none."""
    hits: str = ""
    """The role that counts as hits."""
    counted: str = ""
    """The role that each row is one of, such as a link to the URL: its other numbers are about that, not the URL."""
    refusal: Message = ""
    """Why none of its URLs is taken."""
    is_packed: bool = False
    """True if its shape says so only in an archive with other tables: a URL and a date alone may be anything."""


def _backlinks(export_id: str, tool: str, heads: str) -> Export:
    """Return an export of links from other sites: the URLs are their targets."""
    return Export(export_id, tool, "backlinks", heads, kept=NONE, counted="linked_from")


EXPORTS: Final = (
    Export("baidu-pages", "Baidu", "pages", "@ | 点击量 | 展现量", hits="clicks"),
    Export("baidu-errors", "Baidu", "crawl errors", "@ | 抓取异常类型"),
    Export(
        "yandex-pages",
        "Yandex Webmaster",
        "pages",
        "url | httpcode | lastaccess",
        also="status=coverage | target=redirect",
    ),
    Export(
        "yandex-pages",
        "Yandex Webmaster",
        "pages",
        "@ | http-код | дата последнего обхода",
        also="статус=coverage | заголовок=title | целевой url=redirect",
    ),
    Export(
        "yandex-pages",
        "Yandex Webmaster",
        "pages",
        "url страницы | статус | последнее посещение",
        also="статус=coverage | заголовок=title | целевой url=redirect",
    ),
    Export(
        "yandex-events",
        "Yandex Webmaster",
        "pages",
        "url | last_access | excluded_url_status",
        also="excluded_url_status=coverage | last_access=last_crawled | bad_http_status=status | target_url=redirect",
    ),
    Export("bing-issues", "Bing Webmaster Tools", "crawl errors", "url | issues | httpcode", also="issues=issue"),
    Export(
        "yandex-links",
        "Yandex Webmaster",
        "backlinks",
        "url страницы | url ссылающейся страницы",
        kept=NONE,
        counted="linked_from",
    ),
    Export(
        "jetoctopus",
        "JetOctopus",
        "pages",
        "@ | bot visits",
        also="status=status",
        kept="status indexability title depth inlinks requests clicks impressions",
        hits="requests",
    ),
    Export(
        "search-console-performance",
        "Search Console",
        "performance",
        shape="U:url N:clicks N:impressions P:ctr F:position",
        hits="clicks",
    ),
    Export(
        "search-console-performance-compared",
        "Search Console",
        "performance, two periods",
        shape="U:url N:clicks N:clicks_before N:impressions N:impressions_before P:ctr P:ctr_before F:position"
        " F:position_before",
        hits="clicks",
    ),
    Export(
        "search-console-discover",
        "Search Console",
        "Discover",
        shape="U:url N:clicks N:impressions P:ctr",
        hits="clicks",
    ),
    Export(
        "bing-pages",
        "Bing Webmaster Tools",
        "pages",
        shape="U:url N:impressions N:clicks P:ctr F:position",
        hits="clicks",
    ),
    Export(
        "search-console-indexing",
        "Search Console",
        "page indexing",
        "url | last crawled",
        shape="U:url D:last_crawled",
        is_packed=True,
    ),
    Export(
        "search-console-inspection",
        "Search Console",
        "URL inspection",
        "address | coverage | crawl allowed",
        kept="coverage last_crawled robots_state google_canonical",
    ),
    Export(
        "search-console-inspection",
        "Search Console",
        "URL inspection",
        "inspectionurl | coveragestate",
        kept="coverage last_crawled robots_state google_canonical",
    ),
    Export(
        "search-console-crawl-stats",
        "Search Console",
        "crawl stats",
        "url | time | response",
        also="time=last_crawled",
    ),
    Export("search-console-linked-pages", "Search Console", "linked pages", "target page | incoming links"),
    Export("search-console-linked-pages", "Search Console", "linked pages", "target page | internal links"),
    Export("search-console-linking-pages", "Search Console", "linking pages", "linking page", refusal=_OTHER_SITES),
    Export(
        "screaming-frog",
        "Screaming Frog",
        "internal",
        "address | status code | indexability",
        shape="U:url M:content_type S:status T: T:indexability T:indexability_status ...",
        kept="status indexability indexability_status title canonical inlinks depth content_type",
    ),
    Export(
        "screaming-frog-links",
        "Screaming Frog",
        "inlinks",
        "destination | type | source | status code | follow",
        kept="status",
        counted="inlinks",
    ),
    _backlinks("ahrefs-backlinks", "Ahrefs", "target url | referring page url | domain rating"),
    Export(
        "ahrefs-audit",
        "Ahrefs",
        "site audit",
        "url | pr | http status code | is indexable page",
        kept="status indexability title depth inlinks content_type",
    ),
    Export("ahrefs-top-pages", "Ahrefs", "top pages", "url | current traffic | ur"),
    _backlinks("semrush-backlinks", "Semrush", "target url | source url | page ascore"),
    Export("semrush-pages", "Semrush", "organic pages", "url | traffic (%) | number of keywords"),
    Export(
        "semrush-positions",
        "Semrush",
        "organic positions",
        "url | keyword | search volume",
        kept="traffic",
        counted="keywords",
    ),
    _backlinks("majestic-backlinks", "Majestic", "target url | source url | sourcetrustflow"),
    _backlinks("majestic-backlinks", "Majestic", "targeturl | sourceurl | sourcetrustflow"),
    Export(
        "sitebulb",
        "Sitebulb",
        "URLs",
        "url | http status code | no. internal linking urls",
        kept="status indexability title depth inlinks content_type",
    ),
    Export(
        "oncrawl",
        "Oncrawl",
        "pages",
        "url | status_code | follow_inlinks",
        kept="status title depth inlinks clicks word_count",
    ),
    Export(
        "ga4-pages",
        "Google Analytics",
        "pages",
        "page path and screen class | views",
        kept="pageviews sessions users events",
        hits="pageviews",
    ),
    Export("ga4-pages", "Google Analytics", "pages", "page path | views", kept="pageviews users", hits="pageviews"),
    Export(
        "ga4-landing",
        "Google Analytics",
        "landing pages",
        "landing page | sessions",
        kept="sessions users",
        hits="sessions",
    ),
    Export(
        "ga4-landing",
        "Google Analytics",
        "landing pages",
        "landing page + query string | sessions",
        kept="sessions users",
        hits="sessions",
    ),
    Export("matomo-pages", "Matomo", "pages", "metadata: url | label", kept="pageviews visits", hits="pageviews"),
    Export("matomo-pages", "Matomo", "pages", "url | label | nb_visits", kept="pageviews visits", hits="pageviews"),
)
"""Known exports; the first that fits is it."""

EXPORT_BY_ID: Final = {export.id: export for export in EXPORTS}


class ColumnUse(StrEnum):
    """Use of a column of a table."""

    URL = "url"
    VALUE = "value"  # kept beside the URL
    FIELD = "field"  # a part of each request of a log
    LEFT = "left"


class SeenColumn(Struct, frozen=True):
    """A column of a table, or a field of a log: its name and first values, what it is used as, and why."""

    table: str
    """The name of the file, or of the part of an archive."""
    name: str
    """As in the header; its number from 1 if that is how a choice names it."""
    firsts: tuple[str, ...]
    """The first values that say something."""
    use: ColumnUse
    why: Told
    role: str = ""
    """The role of a value, or of a field of a log."""
    is_guess: bool = False
    """True if nothing but its values says what it is."""
    is_hits: bool = False
    """True if its numbers count as hits."""
    is_fixed: bool = False
    """True if the format alone says what it is, so that nothing else can be chosen."""

    @property
    def first(self) -> str:
        return self.firsts[0] if self.firsts else ""


class Recognised(Struct, frozen=True):
    """A known export with the place of its URLs, and the roles of its other columns by their place."""

    export: Export
    url: int
    roles: Mapping[int, str]
    is_by_shape: bool = False
    """True if what the columns hold tells it, not the header."""


def role_of(name: str) -> str:
    """Return what a header means in any language that is known, "" otherwise."""
    return _BY_NAME.get(_folded(name), "")


def recognised(
    names: Sequence[str], rows: Sequence[Sequence[str]], url_columns: Iterable[int], *, is_packed: bool = False
) -> Recognised | None:
    """Return the known export that a table is, judged by its header and first rows."""
    folded = [_folded(name) for name in names]
    cells = [[row[place] for row in rows if place < len(row)] for place in range(len(names))]
    kinds: dict[int, frozenset[str]] = {}
    urls = frozenset(url_columns)
    for export in EXPORTS:
        heads = export.heads.split(" | ")
        if export.heads and all(head in folded for head in heads if head != _ANY):
            url = folded.index(heads[0]) if heads[0] != _ANY else min(urls, default=-1)
            if url in urls or (not rows and url >= 0):
                return Recognised(export, url, _roles(names, {url: "url", **_own_roles(export, folded)}))
        if export.shape and rows and (is_packed or not export.is_packed):
            places = _fits(export.shape, cells, urls, kinds)
            if places is not None and _agrees(names, places) and _is_plausible(names, places, cells):
                url = next(place for place, role in places.items() if role == "url")
                return Recognised(export, url, _roles(names, places), is_by_shape=True)
    return None


def _own_roles(export: Export, folded: Sequence[str]) -> Mapping[int, str]:
    """Return the roles that only this export gives to its headers."""
    pairs = (pair.partition("=") for pair in filter(None, export.also.split(" | ")))
    return {folded.index(name): role for name, _, role in pairs if name in folded}


def _roles(names: Sequence[str], places: Mapping[int, str]) -> Mapping[int, str]:
    """Return the role of each column, each role once: by its header, else by its place."""
    roles: dict[int, str] = {}
    for place, name in enumerate(names):
        role = places.get(place, "") or role_of(name)
        if role != "url" and role and role not in roles.values():
            roles[place] = role
    return roles


def _agrees(names: Sequence[str], places: Mapping[int, str]) -> bool:
    """Return True if no header is known to mean something else than its place does."""
    return all(
        role_of(names[place]) in ("", role.removesuffix("_before"))
        for place, role in places.items()
        if role and role != "url"
    )


def _is_plausible(names: Sequence[str], places: Mapping[int, str], cells: Sequence[Sequence[str]]) -> bool:
    """Return True if headers say what is counted; else if each percentage is that of clicks in impressions.

    If the columns are the other way round, it is not; nor if they hold something else.
    """
    by_role = {role: place for place, role in places.items()}
    if not {"clicks", "impressions", "ctr"} <= by_role.keys():
        return True
    if role_of(names[by_role["clicks"]]) and role_of(names[by_role["impressions"]]):
        return True
    clicks, impressions, rates = (_numbers(cells[by_role[role]]) for role in ("clicks", "impressions", "ctr"))
    size = min(len(clicks), len(impressions), len(rates))
    is_seen = impressions[:size] > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        is_near = np.abs(100 * clicks[:size] / impressions[:size] - rates[:size]) <= _ROUNDED
    seen = np.count_nonzero(is_seen)
    return bool(seen and np.count_nonzero(is_near & is_seen) >= _MOSTLY * seen)


def _numbers(cells: Sequence[str]) -> NDArray[np.float64]:
    form = form_of(cells)
    return np.full(len(cells), np.nan) if form is None else numbers_in(cells, form)[0]


def _fits(
    shape: str, cells: Sequence[Sequence[str]], urls: frozenset[int], kinds: dict[int, frozenset[str]]
) -> Mapping[int, str] | None:
    """Return the roles by place if the columns hold what the shape says, in this order.

    Letters: `U` URLs, `N` whole numbers, `F` any numbers, `P` percentages, `S` status codes, `D` dates, `M` media
    types, `T` texts. `...` at the end stands for any further columns.
    """
    parts = shape.split()
    is_open = parts[-1] == "..."
    parts = parts[:-1] if is_open else parts
    if len(cells) < len(parts) or (len(cells) > len(parts) and not is_open):
        return None
    roles = {}
    for place, part in enumerate(parts):
        letter, _, role = part.partition(":")
        if place not in kinds:
            kinds[place] = _letters(cells[place], is_url=place in urls)
        if letter not in kinds[place]:
            return None
        roles[place] = role
    return roles


def _letters(cells: Sequence[str], *, is_url: bool) -> frozenset[str]:
    if is_url:
        return frozenset("U")
    form = form_of(cells)
    if form is None:
        return frozenset("NFPSDMT")
    if form.kind is ColumnKind.DATE:
        return frozenset("D")
    filled = [cell.strip() for cell in cells if cell.strip()]
    letters = {"F"} if form.kind is ColumnKind.NUMBER else {"T"}
    if form.kind is not ColumnKind.NUMBER:
        if sum(cell.count("/") == 1 and cell.partition("/")[0].isalpha() for cell in filled) >= _MOSTLY * len(filled):
            letters.add("M")
    elif form.unit == "%":
        letters = {"P"}
    elif form.is_whole:
        letters.add("N")
        if sum(_STATUS.fullmatch(cell) is not None for cell in filled) >= _MOSTLY * len(filled):
            letters.add("S")
    return frozenset(letters)


def wanted_columns(
    names: Sequence[str], rows: Sequence[Sequence[str]], url: int, found: Recognised | None, asked: Sequence[str]
) -> list[WantedColumn]:
    """Return the columns to keep: those that were asked for by role, name or number, else the usual ones."""
    if NONE in asked:
        return []
    roles = found.roles if found else _roles(names, {url: "url"})
    places: Sequence[int] = range(len(names))
    if ALL not in asked:
        usual = _usual(names, rows, roles, found) if not asked or USUAL in asked else set()
        places = sorted(usual | _asked_places(names, roles, asked))
    wanted = (_wanted(place, names[place], roles.get(place, "")) for place in places if place != url)
    counts_rows = bool(found and found.export.counted)
    return [
        _without_sum(column) if not column.role and (counts_rows or _holds_statuses(rows, column)) else column
        for column in wanted
    ]


def _holds_statuses(rows: Sequence[Sequence[str]], column: WantedColumn) -> bool:
    """Return True if a column holds nothing but status codes, whose sum would say nothing."""
    cells = [row[column.place] for row in rows if column.place < len(row) and not is_unknown(row[column.place])]
    return bool(cells) and all(_STATUS.fullmatch(cell.strip()) for cell in cells)


def _without_sum(column: WantedColumn) -> WantedColumn:
    return replace(column, adds=False)


def seen_columns(
    table: str,
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    url: int,
    found: Recognised | None,
    wanted: Sequence[WantedColumn],
    *,
    is_chosen: bool,
    hits: int | None = None,
) -> Iterator[SeenColumn]:
    """Yield the columns of a table with what each is used as; `hits` is the place of the column of hits."""
    kept = {column.place: column for column in wanted}
    for place, name in enumerate(names):
        known_cells = (row[place] for row in rows if place < len(row) and not is_unknown(row[place]))
        first = tuple(cell[:_LONGEST_SHOWN] for cell in islice(known_cells, FIRSTS))
        known = kept.get(place)
        if place == url:
            is_known = is_chosen or found is not None
            why = told(CHOSEN) if is_chosen else _why(name, found, told(BY_VALUES))
            yield SeenColumn(table, name, first, ColumnUse.URL, why, is_guess=not is_known)
        elif known is None:
            yield SeenColumn(table, name, first, ColumnUse.LEFT, told(NOT_NEEDED), is_hits=place == hits)
        else:
            why = _why(name, found if known.role else None, told(BY_VALUES))
            is_guess = why.message == BY_VALUES or (found is not None and found.is_by_shape and not role_of(name))
            use = ColumnUse.VALUE
            yield SeenColumn(table, name, first, use, why, known.role, is_guess=is_guess, is_hits=place == hits)


def _why(name: str, found: Recognised | None, otherwise: Told) -> Told:
    if found is not None:
        return told(_BY_SHAPE if found.is_by_shape else BY_HEADER, tool=found.export.tool)
    return told(KNOWN_NAME) if role_of(name) else otherwise


def _asked_places(names: Sequence[str], roles: Mapping[int, str], asked: Iterable[str]) -> set[int]:
    """Return the columns of these roles, or else names or numbers: a header may be called like another's role."""
    by_role = {role: place for place, role in roles.items()}
    by_name = {_folded(name): place for place, name in reversed(list(enumerate(names)))}
    by_number = {str(place + 1): place for place in range(len(names))}
    found = (by_role.get(each, by_name.get(each, by_number.get(each))) for each in map(_folded, asked))
    return {place for place in found if place is not None}


def _usual(
    names: Sequence[str], rows: Sequence[Sequence[str]], roles: Mapping[int, str], found: Recognised | None
) -> set[int]:
    """Return the usual columns of a known export; else those of numbers, dates and states, or with a known header."""
    if found:
        kept = found.export.kept.split()
        return {place for place, role in roles.items() if not kept or role in kept}
    places = []
    for place in range(len(names)):
        form = form_of([row[place] for row in rows if place < len(row)])
        if form is not None and (place in roles or form.kind is not ColumnKind.TEXT):
            places.append(place)
    return set(sorted(places, key=lambda place: (place not in roles, place))[:_MOST_UNKNOWN])


def _wanted(place: int, name: str, role: str) -> WantedColumn:
    known = ROLES.get(role.removesuffix("_before"))
    if known is None:
        return WantedColumn(place, name, role)
    return WantedColumn(place, name, role, known.adds, known.kind, known.is_count)


def is_aggregate(rows: Sequence[Sequence[str]]) -> bool:
    """Return True for a table that counts something: its last filled column holds whole numbers."""
    width = max(map(len, rows), default=0)
    for place in reversed(range(width)):
        form = form_of([row[place] for row in rows if place < len(row)])
        if form is not None:
            return form.kind is ColumnKind.NUMBER
    return False


def days_of(cells: Sequence[str], rest: Iterable[str]) -> tuple[date, date] | None:
    """Return the first and the last day of a column of days, given its first cells; None if it is none."""
    form = form_of(cells)
    if form is None or form.kind is not ColumnKind.DATE:
        return None
    days = dates_in([*islice(rest, _MOST_DAYS)], form)[0]
    days = days[~np.isnat(days)]
    if not len(days):
        return None
    return days.min().astype("datetime64[D]").item(), days.max().astype("datetime64[D]").item()


def days_in(texts: Iterable[str]) -> tuple[date, date] | None:
    """Return the first and the last day named in the lines above a table: `# Start date: 20261001`."""
    days = []
    for year, month, day in (found.groups() for text in texts for found in _DAY.finditer(text)):
        try:
            days.append(date(int(year), int(month), int(day)))
        except ValueError:
            continue
    return (min(days), max(days)) if len(days) > 1 else None
