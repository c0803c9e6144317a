"""The comparison of a document's crawls: chosen, computed in a thread while it is visible, exported."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from robotstudio.engine.cancelling import Cancelled
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.site import crawl_words
from robotstudio.ui.shell import dialogs
from robotstudio.ui.widgets.menus import MenuAction
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.set_columns import CLICKS, days_of, full_titles, stakes_of, title_of
from robotstudio.urls.url_set import Source, UrlSet

if TYPE_CHECKING:
    from robotstudio.crawl.comparison import ComparedUrl, Comparison, ComparisonReader
    from robotstudio.crawl.kept import KeptCrawl
    from robotstudio.engine.crawlers import CrawlerView
    from robotstudio.ui.panels.site.compare_page import ComparePage
    from robotstudio.ui.panels.site.compare_tables import Clicks
    from robotstudio.ui.panels.site.crawling import Crawling
    from robotstudio.ui.panels.site.in_matrix import UrlsInMatrix

_NOTICE = "comparison"
_MATRIX: Message = "Differences between crawls"
_EXPORTED = Plural("Exported {count} URL that differs.", "Exported {count} URLs that differ.")
_ALONE: Message = "Crawl again later to compare."
_NO_CRAWL: Message = "Crawl the site first."


class Comparing(Controller):
    """Connects the page of a comparison with the kept crawls, the sources and the draft."""

    def __init__(self, context: Context, crawling: "Crawling", in_matrix: "UrlsInMatrix") -> None:
        super().__init__(context)
        self._crawling, self._kept, self._in_matrix = crawling, crawling.kept, in_matrix
        self.before: Path | str | None = None
        """The file of a crawl, or the id of a source."""
        self.after: Path | None = None
        crawling.moved.connect(self.refresh)
        crawling.followed.connect(self.refresh)
        crawling.forgotten.connect(self._on_forgotten)

    @cached_property
    def page(self) -> "ComparePage":
        from robotstudio.ui.panels.site.compare_page import ComparePage  # noqa: PLC0415  # when it is first shown

        return ComparePage(self, self._window)

    @cached_property
    def _reader(self) -> "ComparisonReader":
        from robotstudio.crawl.comparison import ComparisonReader  # noqa: PLC0415  # as the page

        return ComparisonReader()

    @cached_property
    def background(self) -> Background:
        """Computes the comparison."""
        background = Background("comparison", self)
        background.answered.connect(self._on_compared)
        background.failed.connect(self._on_failed)
        return background

    @cached_property
    def _exporting(self) -> Background:
        exporting = Background("comparison export", self)
        exporting.answered.connect(self._on_exported)
        exporting.failed.connect(self._tell)
        return exporting

    def close(self) -> None:
        for name in ("background", "_exporting"):
            if name in vars(self):
                vars(self)[name].close()

    def choose(self, before: Path | str, after: Path) -> None:
        """Compare these two."""
        self.before, self.after = before, after
        self.refresh()

    def swap(self) -> None:
        """Compare the other way round."""
        if isinstance(self.before, Path) and self.after is not None:
            self.choose(self.after, self.before)

    def refresh(self) -> None:
        """Compare again, for another draft, other crawlers or another choice, if the page is visible."""
        if "page" not in vars(self) or not self.page.isVisible():
            return
        self._complete_choice()
        self._show_choice()
        before, after = self.before, self.after
        if before is None or after is None:
            self.background.cancel()
            self.page.say_waiting(tr(_ALONE if self._kept.readable else _NO_CRAWL))
            return
        self.page.set_stale()
        urls, session = self._urls.urls, self._session
        views = tuple(crawler.reader for crawler in session.crawlers)
        listed = self._source(before)
        one: Path | tuple[str, ...] = ()
        if isinstance(before, Path):
            one = before
        elif listed is not None:
            one = tuple(urls.urls[row] for row in urls.rows_of(listed).tolist())
        self.background.ask(partial(_compared, self._reader, (one, after, views, session.body), urls))

    def show_urls(self, rows: "Sequence[ComparedUrl]", *, wants_rules: bool) -> None:
        """List the URLs of rows in the matrix, and offer rules for them if wanted."""
        self._in_matrix.show(tr(_MATRIX), [row.url for row in rows], self.after, wants_rules=wants_rules)

    def show_line(self, line: int) -> None:
        self._editor.reveal_line(line)

    def export_rows(self, rows: "Sequence[ComparedUrl]") -> None:
        """Ask for a file, and write these rows there."""
        found = self.page.found
        path = None if found is None else dialogs.ask_export_comparison_path(self._window)
        if found is not None and path is not None:
            self._window.notices.withdraw(_NOTICE)
            self._exporting.ask(partial(_exported, path, found, tuple(rows)))

    def _source(self, source_id: Path | str | None) -> Source | None:
        return next((each for each in self._sources() if each.id == source_id), None)

    def _sources(self) -> tuple[Source, ...]:
        """Return the sources that a crawl can be compared with: not crawls, which are in the list themselves."""
        return tuple(each for each in self._urls.urls.sources if each.locations and each.kind != FileKind.CRAWL)

    def _complete_choice(self) -> None:
        """Choose the shown crawl and the one before it, unless others were chosen that are still there."""
        crawls = self._kept.readable
        paths = [crawl.path for crawl in crawls]
        if self.after not in paths:
            shown = self._crawling.path
            self.after = shown if shown in paths else paths[0] if paths else None
        if self.before == self.after or not (self.before in paths or self._source(self.before)):
            after = self._kept.crawl(self.after)
            older = [each.path for each in crawls if after and each.path != after.path and each.site == after.site]
            place = paths.index(self.after) if self.after in paths else 0
            earlier = [path for path in older if paths.index(path) > place]
            self.before = next(iter([*earlier, *older]), None)

    def _show_choice(self) -> None:
        before = self._source(self.before)
        chosen = before.name if before else self._title(self.before if isinstance(self.before, Path) else None)
        rows = self._rows_before(), self._rows_after()
        self.page.show_choice(chosen, self._title(self.after), rows)

    def _title(self, path: Path | None) -> str:
        crawl = self._kept.crawl(path)
        return crawl_words.kept_title(crawl) if crawl else tr("No crawl")

    def _rows_before(self) -> list[MenuAction]:
        after = self.after
        if after is None:
            return []
        rows = [
            self._row(crawl_words.kept_title(crawl), crawl, partial(self.choose, crawl.path, after), self.before)
            for crawl in self._kept.crawls
            if crawl.path != after
        ]
        sources = [
            MenuAction(source.name, partial(self.choose, source.id, after), is_checked=source.id == self.before)
            for source in self._sources()
        ]
        return [*rows, *([MenuAction()] if rows and sources else []), *sources]

    def _rows_after(self) -> list[MenuAction]:
        def choose(path: Path) -> None:
            before = self.after if path == self.before else self.before
            self.choose(before or path, path)

        return [
            self._row(crawl_words.kept_title(crawl), crawl, partial(choose, crawl.path), self.after)
            for crawl in self._kept.crawls
        ]

    def _row(self, text: str, crawl: "KeptCrawl", choose: Callable[[], None], chosen: object) -> MenuAction:
        return MenuAction(text, choose, is_enabled=crawl.trouble is None, is_checked=crawl.path == chosen)

    def _on_forgotten(self) -> None:
        self.before = self.after = None
        if vars(self).pop("page", None) is not None:
            self.background.cancel()

    def _on_compared(self, answer: "tuple[Comparison, Clicks] | None") -> None:
        if answer is not None:
            self.page.show_comparison(*answer)

    def _on_failed(self, error: RobotStudioError) -> None:
        self.page.say_waiting(WORDS.tell(error.told))

    def _on_exported(self, count: int) -> None:
        self._window.status_bar.show_message(ntr(_EXPORTED, count))

    def _tell(self, error: object) -> None:
        if isinstance(error, RobotStudioError):
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))


def _compared(
    reader: "ComparisonReader",
    asked: "tuple[Path | tuple[str, ...], Path, tuple[CrawlerView, ...], bytes]",
    urls: UrlSet,
    is_cancelled: Callable[[], bool],
) -> "tuple[Comparison, Clicks] | None":
    """Compare, and find the clicks of what differs; None if cancelled."""
    from robotstudio.crawl.comparison import ComparisonQuestion  # noqa: PLC0415  # as the page

    try:
        found = reader.compared(ComparisonQuestion(*asked), is_cancelled)
    except Cancelled:
        return None
    return found, _clicks_of(found, urls)


def _clicks_of(found: "Comparison", urls: UrlSet) -> "Clicks":
    """Return the clicks of the URLs that differ, by the first source that counts any."""
    from robotstudio.ui.panels.site.compare_tables import Clicks  # noqa: PLC0415  # as the page

    columns = [each for each in stakes_of(urls) if each.info.role == CLICKS]
    if not columns:
        return Clicks()
    column = columns[0]
    places = ((row.url, urls.position(row.url)) for row in found.rows)
    values = ((url, column.values.value(place)) for url, place in places if place is not None)
    clicks = {url: value for url, value in values if isinstance(value, float)}
    return Clicks(clicks, days_of(column.source), title_of(column.info, WORDS), full_titles(columns[:1], WORDS)[0])


def _exported(path: Path, found: "Comparison", rows: "Sequence[ComparedUrl]", _is_cancelled: Callable[[], bool]) -> int:
    """Write rows and return their number. Not cancellable, so that no half-written table stays."""
    from robotstudio.crawl.comparison import COMPARED, compared_rows  # noqa: PLC0415  # as the page

    COMPARED.write(path, tuple(compared_rows(found, rows)))
    return len(rows)
