"""Export the URLs of a crawl, or the findings about them, for other programs: in English, as CSV, TSV, JSON or XLSX."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from msgspec import Struct

from robotstudio.crawl.insight.finding_kinds import EXPLAINED, FIXES
from robotstudio.crawl.insight.findings import FindingGroup
from robotstudio.crawl.insight.listing import CrawlQuery, listed_pages
from robotstudio.crawl.model import CrawledPage
from robotstudio.engine.cancelling import IsCancelled, never
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.store.tables import RowKind
from robotstudio.text.language import ENGLISH
from robotstudio.urls.set_columns import SetColumn, columns_beside, full_titles
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.value_columns import plain


class SourceColumns(Struct, frozen=True):
    """Columns of the sources of a set of URLs: clicks, titles and the like, for other programs."""

    names: Sequence[str] = ()
    columns: Sequence[SetColumn] = ()
    urls: UrlSet = UrlSet()

    @classmethod
    def of(cls, urls: UrlSet) -> "SourceColumns":
        columns = columns_beside(urls)
        return cls(full_titles(columns, ENGLISH), columns, urls)

    def values(self, url: str) -> Sequence[object]:
        """Return the values of a URL, None for what is unknown."""
        return [plain(each.value_of(self.urls, url)) for each in self.columns]

    def record(self, url: str) -> Mapping[str, object]:
        """Return the values of a URL by name, under a key of their own if there are any."""
        return {"columns": dict(zip(self.names, self.values(url), strict=True))} if self.names else {}


NO_COLUMNS = SourceColumns()


class UrlRow(NamedTuple):
    """The fields, in this order, are the keys of JSON and the columns of CSV."""

    url: str
    found_on: str | None
    link_text: str
    depth: int
    status: int | None
    content_type: str
    bytes: int
    canonical: str
    redirects_to: str
    meta_robots: str
    in_links: int | None
    in_sitemap: bool
    looks_empty: bool
    title: str
    h1: str
    description: str
    words: int | None
    language: str
    indexability: str
    response_ms: float
    x_robots_tag: str
    last_modified: str
    canonical_status: int | None
    redirect_chain: tuple[str, ...]
    hreflang: tuple[str, ...]  # each a language and a URL
    out_links: int
    anchors: tuple[str, ...]
    duplicate_of: str
    ended_by: str | None
    blocked_for: tuple[str, ...]


def write_urls(
    path: Path,
    crawl: Path,
    crawlers: Sequence[CrawlerView],
    draft: bytes | None,
    wanted: CrawlQuery,
    is_cancelled: IsCancelled = never,
    *,
    urls: UrlSet | None = None,
) -> int | None:
    """Write them in the format of the suffix, else as CSV; return their number, None if cancelled.

    The columns that the sources of `urls` have about them are added.

    Raises CrawlFileError and FileError.
    """
    rows = [url_row(each.page, each.blocked_for) for each in listed_pages(crawl, crawlers, draft, wanted)]
    if is_cancelled():
        return None
    _write_beside(path, _URLS, rows, urls)
    return len(rows)


def url_row(page: CrawledPage, blocked_for: tuple[str, ...]) -> UrlRow:
    return UrlRow(
        url=page.url,
        found_on=page.found_on,
        link_text=page.anchor,
        depth=page.depth,
        status=page.status,
        content_type=page.content_type,
        bytes=page.size,
        canonical=page.canonical,
        redirects_to=page.redirects_to,
        meta_robots=page.tags,
        in_links=page.in_links,
        in_sitemap=page.in_sitemap,
        looks_empty=page.looks_empty,
        title=page.title,
        h1=page.h1,
        description=page.description,
        words=page.words,
        language=page.language,
        indexability=page.indexability.value,
        response_ms=page.elapsed_ms,
        x_robots_tag=page.x_robots,
        last_modified=page.last_modified,
        canonical_status=page.canonical_status,
        redirect_chain=page.redirect_chain,
        hreflang=tuple(f"{language} {url}" for language, url in page.hreflang),
        out_links=page.out_links,
        anchors=page.anchors,
        duplicate_of=page.same_text_as,
        ended_by=page.ended_by.value if page.ended_by else None,
        blocked_for=blocked_for,
    )


def url_cells(row: UrlRow) -> dict[str, object]:
    """Flatten a row for a table: values in one cell are separated by bars, crawlers by spaces."""
    cells: dict[str, object] = row._asdict() | {"blocked_for": " ".join(row.blocked_for)}
    return {name: " | ".join(value) if isinstance(value, tuple) else value for name, value in cells.items()}


def _cells(row: UrlRow) -> tuple[object, ...]:
    return tuple(url_cells(row).values())


_WIDE = {"url", "found_on", "canonical", "redirects_to", "redirect_chain", "hreflang", "duplicate_of", "title"}
_URLS = RowKind("URLs", UrlRow._fields, _cells, frozenset(_WIDE))


class SiteFindingRow(NamedTuple):
    """A URL with a finding; the fields, in this order, are the keys of JSON and the columns of tables."""

    finding: str
    waste: str | None
    url: str
    crawlers: tuple[str, ...]
    lines: tuple[int, ...]
    pages: int | None  # that link to it or need it, None if the finding is not about that
    other: str | None  # the page at the other end
    new: bool  # under the draft, but not under the live file
    rules: tuple[str, ...]  # that would stop all of the waste
    stops_others: int | None
    severity: str
    why: str  # in English, as the keys
    fix: str


def finding_rows(groups: Iterable[FindingGroup]) -> Iterator[SiteFindingRow]:
    """Iterate over all URLs of all groups."""
    for group in groups:
        for found in group.found():
            yield SiteFindingRow(
                group.kind.value,
                group.waste and group.waste.value,
                found.url,
                found.crawlers,
                found.lines,
                found.pages or None,
                found.other or None,
                found.is_new,
                group.rules,
                group.others_changed,
                group.severity.value,
                EXPLAINED[group.kind],
                FIXES[group.kind],
            )


def as_cells(row: SiteFindingRow) -> tuple[object, ...]:
    """Flatten a row for a table: values in one cell are separated by spaces, rules by a bar."""
    lines, rules = " ".join(map(str, row.lines)), " | ".join(row.rules)
    cells = row._asdict() | {"crawlers": " ".join(row.crawlers), "lines": lines, "rules": rules}
    return tuple(cells.values())


def write_findings(path: Path, groups: Iterable[FindingGroup], urls: UrlSet | None = None) -> None:
    """Write them in the format of the suffix, else as CSV, with what the sources of `urls` have about their URLs.

    Raises FileError.
    """
    _write_beside(path, FINDINGS, tuple(finding_rows(groups)), urls)


FINDINGS = RowKind("Findings", SiteFindingRow._fields, as_cells, frozenset({"url", "other"}))

R = TypeVar("R", UrlRow, SiteFindingRow)


def _write_beside(path: Path, kind: RowKind[R], rows: Sequence[R], urls: UrlSet | None) -> None:
    """Write rows with the columns that the sources of `urls` have about them. Raises FileError."""
    beside = SourceColumns.of(urls or UrlSet())
    if beside.names:
        kind.write_beside(path, rows, beside.names, [beside.values(row.url) for row in rows])
    else:
        kind.write(path, rows)
