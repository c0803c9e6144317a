"""Table columns of a crawl: its hosts, its traps, its URLs, its log."""

from collections.abc import Callable, Sequence
from functools import partial

from robotstudio.crawl.insight.listing import ListedPage
from robotstudio.crawl.model import (
    ENDED_WORDS,
    INDEXABILITY_WORDS,
    TRAPS,
    CrawledPage,
    CrawlLogLine,
    EndedBy,
    HostState,
    Indexability,
    NotFetched,
)
from robotstudio.draft.at_risk import telling_stakes
from robotstudio.fetch.headers import media_type
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.site import crawl_words
from robotstudio.ui.panels.site.broken_path import path_of
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.urls.set_columns import SetColumn, columns_beside, full_titles, title_of
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import site_in
from robotstudio.urls.value_columns import ColumnKind, value_words

_FIRST_ERROR, _MOST_NAMED = 400, 3
_WHEN_CHOSEN = 100_000
"""A width that no table has: the column is shown only if it is chosen."""
_STAKES_FROM = 900
IN_LINKS = "in_links"
"""The id of the column that opens the list of linking pages."""
_BLOCKED = Plural("{count} crawler", "{count} crawlers")
_YES: Message = "yes"


def host_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("crawl_host", tr("Host"), _host, is_code=True, least=120),
        TableColumn("rate", tr("Rate limit"), _now, width=72, is_number=True),
        TableColumn("rate_reason", tr("Reason"), _why, width=150, color="text2", hidden_below=400),
        TableColumn("queue", tr("Queue"), _queue, width=64, is_number=True),
    )


def unfetched_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("ended_because", tr("Reason"), _because, least=90),
        TableColumn("trap", tr("Pattern or example"), _pattern, is_code=True, least=80),
        TableColumn("ended", tr("URLs"), _ended, lambda one: one.not_fetched, width=70, is_number=True),
    )


def url_columns() -> tuple[TableColumn, ...]:
    """Return the columns of a crawl's URLs: how found, the response, the content, and for whom it is blocked."""
    blocked_for = TableColumn(
        "blocked_for", tr("Blocked by the draft for"), _blocked, lambda row: len(row.blocked_for), width=180
    )
    return (*_found_columns(), *_answer_columns(), *_page_columns(), *_chosen_columns(), blocked_for)


def source_columns(urls: UrlSet) -> tuple[TableColumn, ...]:
    """Return the columns of the sources for a crawl's URLs; that of what they bring is shown if there is room."""
    columns = columns_beside(urls)
    titles, shown = full_titles(columns, WORDS), {each.id for each in telling_stakes(urls)}
    return tuple(
        TableColumn(
            f"source:{each.id}",
            title_of(each.info, WORDS),
            partial(_source_cell, urls, each),
            partial(_source_key, urls, each),
            width=92 if each.info.kind is ColumnKind.NUMBER else 130,
            is_number=each.info.kind is ColumnKind.NUMBER,
            hidden_below=_STAKES_FROM if each.id in shown else _WHEN_CHOSEN,
            tip=title,
        )
        for each, title in zip(columns, titles, strict=True)
    )


def _source_cell(urls: UrlSet, column: SetColumn, row: ListedPage) -> TableCell:
    value = column.value_of(urls, row.page.url)
    said = "–" if value is None else f"{value_words(value, WORDS)}{column.info.unit}"
    return TableCell(said, "text" if value else "text3")


def _source_key(urls: UrlSet, column: SetColumn, row: ListedPage) -> tuple[bool, object]:
    value = column.value_of(urls, row.page.url)
    return value is not None, value.casefold() if isinstance(value, str) else value or 0


def _found_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("page", tr("URL"), _url, lambda row: row.page.url, is_code=True, least=200, share=2.0),
        TableColumn(
            "found_on",
            tr("Found on"),
            _found_on,
            lambda row: row.page.found_on or "",
            color="text2",
            is_code=True,
            least=110,
            hidden_below=760,
        ),
        TableColumn(
            "anchor",
            tr("Link text"),
            _anchor,
            lambda row: row.page.anchor,
            width=110,
            color="text2",
            hidden_below=1240,
        ),
        TableColumn("depth", tr("Depth"), _depth, lambda row: row.page.depth, width=58, is_number=True),
    )


def _answer_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("status", tr("Status"), _status, _by_status, width=120),
        TableColumn("type", tr("Type"), _type, lambda row: row.page.content_type, width=80, hidden_below=1000),
        TableColumn("size", tr("Size"), _size, lambda row: row.page.size, width=88, is_number=True, hidden_below=1080),
    )


def _page_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("title", tr("Title"), _title, lambda row: row.page.title, least=120, hidden_below=900),
        TableColumn(
            "indexability",
            tr("Indexability"),
            _indexability,
            lambda row: row.page.indexability,
            width=130,
            hidden_below=1160,
        ),
        TableColumn(
            "in_links",
            tr("In-links"),
            _links,
            lambda row: row.page.in_links or 0,
            width=70,
            is_number=True,
            hidden_below=700,
        ),
        TableColumn(
            "in_sitemap",
            tr("In a sitemap"),
            _in_sitemap,
            lambda row: not row.page.in_sitemap,
            width=90,
            hidden_below=1320,
        ),
        TableColumn(
            "canonical",
            tr("Canonical"),
            _canonical,
            lambda row: row.page.canonical,
            width=120,
            is_code=True,
            hidden_below=1400,
        ),
        TableColumn(
            "robots",
            tr("Meta robots"),
            _tags,
            lambda row: row.page.tags,
            width=110,
            is_code=True,
            hidden_below=1100,
        ),
    )


def _chosen_columns() -> tuple[TableColumn, ...]:
    """Return the columns that are shown only if they are chosen."""
    return (
        TableColumn(
            "response_time",
            tr("Response time"),
            _response_time,
            lambda row: row.page.elapsed_ms,
            width=90,
            is_number=True,
            hidden_below=_WHEN_CHOSEN,
        ),
        *(_chosen_column(name, title, of, tip, is_number=True) for name, title, of, tip in _chosen_numbers()),
        *(_chosen_column(name, title, of, tip, color="text2") for name, title, of, tip in _chosen_texts()),
        *(_chosen_column(name, title, of, tip, is_code=True) for name, title, of, tip in _chosen_urls()),
    )


_Chosen = tuple[str, str, Callable[[CrawledPage], str | int | None], str]
"""The id and title of a column, its value for a page, and its tooltip."""


def _chosen_numbers() -> Sequence[_Chosen]:
    return (
        ("words", tr("Words"), lambda page: page.words, tr("The number of words that people read.")),
        ("out_links", tr("Out-links"), lambda page: page.out_links, tr("The number of other pages that it links to.")),
        (
            "redirect_hops",
            tr("Redirects"),
            lambda page: len(page.redirect_chain),
            tr("The number of redirects in a row."),
        ),
        (
            "canonical_status",
            tr("Canonical’s status"),
            lambda page: page.canonical_status,
            tr("The status of its canonical page, if that is another one."),
        ),
    )


def _chosen_texts() -> Sequence[_Chosen]:
    return (
        ("h1", tr("H1"), lambda page: page.h1, tr("The first main heading.")),
        (
            "description",
            tr("Description"),
            lambda page: page.description,
            tr("The description that search results may show."),
        ),
        ("language", tr("Language"), lambda page: page.language, tr("The language that the page declares.")),
        (
            "hreflang",
            tr("Hreflang"),
            lambda page: side_by_side(language for language, _ in page.hreflang),
            tr("The languages of its other versions."),
        ),
        (
            "anchors",
            tr("Texts of links to it"),
            lambda page: side_by_side(page.anchors),
            tr("The most frequent texts of links to it."),
        ),
        ("x_robots", tr("X-Robots-Tag"), lambda page: page.x_robots, tr("The X-Robots-Tag headers of the answer.")),
        (
            "last_modified",
            tr("Last modified"),
            lambda page: page.last_modified,
            tr("When the page was changed, as the server says."),
        ),
    )


def _chosen_urls() -> Sequence[_Chosen]:
    return (
        (
            "redirect_target",
            tr("Redirect target"),
            lambda page: (page.redirect_chain or ("",))[-1],
            tr("Where its redirects end."),
        ),
        (
            "duplicate_of",
            tr("Duplicate of"),
            lambda page: page.same_text_as,
            tr("The first page with the same text."),
        ),
    )


def _chosen_column(
    name: str,
    title: str,
    of: Callable[[CrawledPage], str | int | None],
    tip: str,
    *,
    color: str = "text",
    is_number: bool = False,
    is_code: bool = False,
) -> TableColumn:
    def cell(row: ListedPage) -> TableCell:
        value = of(row.page)
        if value is None or isinstance(value, int):
            return TableCell("" if value is None else WORDS.number(value))
        return TableCell(path_of(value), spoken=value) if is_code else TableCell(value)

    def key(row: ListedPage) -> tuple[int, str]:
        value = of(row.page)
        return (0, value) if isinstance(value, str) else (value or 0, "")

    return TableColumn(
        name,
        title,
        cell,
        key,
        width=80 if is_number else 130,
        is_number=is_number,
        is_code=is_code,
        color=color,
        hidden_below=_WHEN_CHOSEN,
        tip=tip,
    )


def log_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("time", tr("Time"), _time, width=84, color="text2", is_code=True),
        TableColumn("answer", tr("Answer"), _answer, width=64, is_code=True),
        TableColumn("took", tr("Took"), _took, width=72, is_number=True, color="text2"),
        TableColumn("came_size", tr("Size"), _logged_size, width=88, is_number=True, color="text2"),
        TableColumn("asked", tr("URL"), _logged_url, is_code=True, least=160),
        TableColumn("came", tr("Result"), _what, least=120, color="text2"),
    )


def _host(host: HostState) -> TableCell:
    return TableCell(site_in(host.origin), weight=500 if host.queued else 0)


def _now(host: HostState) -> TableCell:
    return TableCell(crawl_words.rate_words(host))


def _why(host: HostState) -> TableCell:
    is_slower = host.gave_up is not None or host.why in {"halved", "retry-after"}
    said = crawl_words.pace_words(host)
    return TableCell(said, "warning", Glyph.WARNING) if is_slower else TableCell(said)


def _queue(host: HostState) -> TableCell:
    return TableCell(WORDS.number(host.queued))


def _because(one: NotFetched) -> TableCell:
    return TableCell(tr(ENDED_WORDS[one.rule]), "warning" if one.is_trap else "")


def _pattern(one: NotFetched) -> TableCell:
    written = one.pattern.replace("{n}", "*").replace("{}", "*")
    example = one.examples[0] if one.examples else one.origin
    return TableCell(written or path_of(example), spoken=f"{one.origin}{written}" if written else example)


def _ended(one: NotFetched) -> TableCell:
    return TableCell(WORDS.number(one.not_fetched))


def _url(row: ListedPage) -> TableCell:
    return TableCell(path_of(row.page.url), spoken=row.page.url)


def _found_on(row: ListedPage) -> TableCell:
    return TableCell(path_of(row.page.found_on or ""), spoken=row.page.found_on or "")


def _anchor(row: ListedPage) -> TableCell:
    return TableCell(row.page.anchor)


def _depth(row: ListedPage) -> TableCell:
    return TableCell(WORDS.number(row.page.depth))


def _status(row: ListedPage) -> TableCell:
    page, said = row.page, crawl_words.status_words(row.page)
    if page.ended_by in TRAPS or page.ended_by is EndedBy.SOFT_404:
        return TableCell(said, "warning")
    if page.status is None:
        return TableCell(said, "text2")
    if page.status >= _FIRST_ERROR:
        return TableCell(said, "warning", Glyph.WARNING)
    return TableCell(said, glyph=Glyph.CHECK if page.ended_by is None else None, glyph_color="allowed")


def _by_status(row: ListedPage) -> tuple[int, str]:
    return row.page.status or 0, row.page.ended_by or ""


def _type(row: ListedPage) -> TableCell:
    kind = media_type(row.page.content_type)
    return TableCell({"text/html": "HTML"}.get(kind, kind.rpartition("/")[2]), spoken=kind)


def _size(row: ListedPage) -> TableCell:
    return TableCell(WORDS.size(row.page.size) if row.page.size else "")


def _title(row: ListedPage) -> TableCell:
    return TableCell(row.page.title)


def _indexability(row: ListedPage) -> TableCell:
    found = row.page.indexability
    return TableCell(tr(INDEXABILITY_WORDS[found]), "" if found is Indexability.INDEXABLE else "text2")


def _response_time(row: ListedPage) -> TableCell:
    return TableCell(WORDS.duration(row.page.elapsed_ms) if row.page.elapsed_ms else "")


def _links(row: ListedPage) -> TableCell:
    count = row.page.in_links
    return TableCell("" if count is None else WORDS.number(count), "accent" if count else "text3")


def _in_sitemap(row: ListedPage) -> TableCell:
    return TableCell(tr(_YES) if row.page.in_sitemap else "")


def _canonical(row: ListedPage) -> TableCell:
    return TableCell(path_of(row.page.canonical), spoken=row.page.canonical)


def _tags(row: ListedPage) -> TableCell:
    return TableCell(row.page.tags)


def _blocked(row: ListedPage) -> TableCell:
    names = row.blocked_for
    if not names:
        return TableCell()
    named = side_by_side(names)
    said = named if len(names) <= _MOST_NAMED else ntr(_BLOCKED, len(names))
    return TableCell(said, "blocked", Glyph.CROSS, spoken=named)


def _time(line: CrawlLogLine) -> TableCell:
    return TableCell(crawl_words.clock_words(line.at))


def _answer(line: CrawlLogLine) -> TableCell:
    if line.status is None:
        return TableCell("–")
    return TableCell(str(line.status), "warning" if line.status >= _FIRST_ERROR else "allowed")


def _took(line: CrawlLogLine) -> TableCell:
    return TableCell(WORDS.duration(line.elapsed_ms) if line.elapsed_ms else "")


def _logged_size(line: CrawlLogLine) -> TableCell:
    return TableCell(WORDS.size(line.size) if line.size else "")


def _logged_url(line: CrawlLogLine) -> TableCell:
    return TableCell(path_of(line.url), spoken=line.url)


def _what(line: CrawlLogLine) -> TableCell:
    is_rule = line.what in ENDED_WORDS
    return TableCell(crawl_words.log_words(line), "warning" if is_rule else "")
