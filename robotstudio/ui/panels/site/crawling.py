"""The crawl of a document: started, running, shown, and its URLs used as test URLs."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from robotstudio.crawl.model import UNREAD, CrawlProgress, CrawlState, NotFetched
from robotstudio.engine.crawlers import CrawlerView
from robotstudio.store.errors import FileError, RobotStudioError
from robotstudio.store.files import file_name, remove
from robotstudio.text.language import WORDS, Plural, Told, ntr, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.editor.line_marks import LineNote
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.site import crawl_words
from robotstudio.ui.panels.site.kept_crawls import KeptCrawls
from robotstudio.ui.shell import dialogs
from robotstudio.ui.widgets.menus import MenuAction
from robotstudio.urls.urls import origin_in, site_in

if TYPE_CHECKING:
    from robotstudio.crawl.insight.listing import CrawlListing, SavedCrawl
    from robotstudio.crawl.plan import CrawlPlan
    from robotstudio.fetch.evidence import AccessKind
    from robotstudio.ui.panels.site.crawl_dialog import CrawlDialog
    from robotstudio.ui.panels.site.crawl_job import CrawlJob, CrawlNews
    from robotstudio.ui.panels.site.crawl_page import CrawlPage
    from robotstudio.ui.panels.site.in_matrix import UrlsInMatrix
    from robotstudio.ui.panels.site.reach_page import ReachPage
    from robotstudio.ui.panels.site.search_page import SearchPage
    from robotstudio.ui.panels.site.url_sources import UrlSources

_NOTICE = "crawl"
_EXPORTED = Plural("Exported {count} URL of the crawl.", "Exported {count} URLs of the crawl.")
_LIST_EVERY_MS = 2_000
_MOST_BEGUN_AT, _MOST_MEANWHILE = 100_000, 300


class Crawling(Controller):
    """Owns the crawl of a document. `changed`: it started, ended or was paused; `moved`: it or the list has grown."""

    changed = Signal()
    moved = Signal()
    forgotten = Signal()
    followed = Signal()  # the draft has changed, or the crawl has more results

    def __init__(
        self, context: Context, sources: "UrlSources", in_matrix: "UrlsInMatrix", render: Callable[[str], None]
    ) -> None:
        super().__init__(context)
        self.render = render
        self._sources = sources
        self._in_matrix = in_matrix
        self._usual = context.fetcher.usual
        self.path: Path | None = None
        self.progress: CrawlProgress | None = None
        self._is_forgetting = False
        self._looked_for: tuple[str, tuple[Path, ...]] = "", ()
        self._noting: QWidget | None = None
        self.listing = Background("crawl", self)
        self.listing.answered.connect(self._on_listed)
        self.listing.failed.connect(self._on_failed)
        self._columns: tuple[str, ...] = ()
        self._exporting = Background("crawl export", self)
        self._exporting.answered.connect(self._on_exported)
        self._exporting.failed.connect(self._on_export_failed)
        self.kept = KeptCrawls(context, self._usual_file, self)
        self.kept.state_changed.connect(self.state_changed)
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self.list_urls)
        context.session.analysis_settled.connect(self._on_analysis_settled)

    @cached_property
    def job(self) -> "CrawlJob":
        from robotstudio.ui.panels.site.crawl_job import CrawlJob  # with the first crawl

        job = CrawlJob(self, self._usual)
        job.progressed.connect(self._on_progressed)
        job.ended.connect(self._on_ended)
        return job

    @cached_property
    def page(self) -> "CrawlPage":
        from robotstudio.ui.panels.site.crawl_page import CrawlPage  # when it is first shown

        page = CrawlPage(self, self._window)
        page.show_sources(self._session.urls)
        page.columns.choose(self._columns)
        page.columns.changed.connect(self.state_changed)
        return page

    @cached_property
    def reach(self) -> "ReachPage":
        from robotstudio.ui.panels.site.reach_page import ReachPage

        page = ReachPage(self, self._window)
        self._show_reach(page)
        return page

    @cached_property
    def finder(self) -> "SearchPage":
        from robotstudio.ui.panels.site.search_page import SearchPage

        page = SearchPage(self, self._window)
        page.show_crawl(self.path, self._session.crawlers, self._session.body)
        return page

    @cached_property
    def dialog(self) -> "CrawlDialog":
        from robotstudio.ui.panels.site.crawl_dialog import CrawlDialog

        dialog = CrawlDialog(self, self._window)
        self._tabs.window_sizes.follow(dialog)
        return dialog

    @property
    def is_running(self) -> bool:
        """True if a crawl is running, paused or not."""
        return "job" in vars(self) and self.job.busy

    @property
    def is_paused(self) -> bool:
        return self.is_running and self.job.is_paused

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "crawl.begin": self.ask,
            "crawl.open": self.open_crawl,
            "crawl.pause": self.pause_or_go_on,
            "crawl.stop": self.stop,
        }

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        def is_running() -> bool:
            return self.is_running

        return {"crawl.pause": is_running, "crawl.stop": is_running}

    def access_to(self, url: str) -> "AccessKind | None":
        site = self._context.access.kept.site_for(url)
        return site.kind if site else None

    def ask_access(self, url: str) -> None:
        self._context.access.ask(url, self.dialog.show_access)

    def ask(self) -> None:
        """Open the dialog for a crawl."""
        known = self._urls.urls
        urls = list(known.urls) if len(known) <= _MOST_BEGUN_AT else []
        self.dialog.offer(self._session.robots_url.removesuffix("robots.txt") or self._last_start(), urls)
        self.job.prepare()
        QTimer.singleShot(0, self, lambda: self.page)  # while the person reads: it takes a frame

    def _last_start(self) -> str:
        """Return the start of the last crawl, so that it can be resumed."""
        from robotstudio.crawl.insight.listing import newest_crawl  # noqa: PLC0415

        kept = newest_crawl(self._context.crawls)
        return kept.plan.starts[0] if kept is not None and kept.plan.starts else ""

    def pause_or_go_on(self) -> None:
        if self.is_paused:
            self.job.go_on()
        elif self.is_running:
            self.job.pause()
        self.changed.emit()

    def stop(self) -> None:
        """Stop without confirmation: the crawl can be resumed."""
        if self.is_running:
            self.job.stop()

    @property
    def searched_for(self) -> str:
        """The text of the search field, "" for none."""
        return self.finder.field.text().strip() if "finder" in vars(self) else ""

    def show_kept(self, path: Path) -> None:
        """Show the crawl in a file."""
        if self.is_running:
            self._window.notices.show_notice(_NOTICE, tr("A crawl is running. Stop it before you start another."))
            return
        kept = self._kept(path)
        if kept is not None:
            self.progress = None
            self._take(path, kept.plan)

    def find_kept(self) -> None:
        """Show the newest crawl of the document, or else of the draft's site, if none is shown."""
        wanted = site_in(self._session.robots_url), self.kept.paths
        if self.path is not None or not any(wanted) or wanted == self._looked_for:
            return
        from robotstudio.crawl.runs import latest_run  # noqa: PLC0415

        self._looked_for = wanted
        self.kept.read()
        usual = self._usual_file()
        for path in (*reversed(self.kept.paths), *([latest_run(usual)] if usual else ())):
            kept = self._kept(path) if path.exists() else None
            if kept is not None:
                self._show_crawl_of(path, kept.plan)
                return

    def take_crawls(self, paths: Sequence[str]) -> None:
        """Take the crawls that were saved with the document; one of another document is no longer shown."""
        self.kept.take(paths)
        if self.path is not None and str(self.path) not in paths and not self.is_running:
            self._drop()
            self.forgotten.emit()

    def open_crawl(self) -> None:
        """Ask for the file of a crawl, and show it."""
        path = dialogs.ask_open_crawl_path(self._window, self._context.crawls)
        if path is not None:
            self.show_kept(path)

    def choice(self) -> tuple[str, Sequence[MenuAction]]:
        """Return the title of the shown crawl, and the menu with the others and what can be done with it."""
        shown = self.kept.crawl(self.path)
        rows = [
            MenuAction(
                crawl_words.kept_title(crawl),
                partial(self.show_kept, crawl.path),
                is_enabled=crawl.trouble is None,
                is_checked=crawl.path == self.path,
            )
            for crawl in self.kept.crawls
        ]
        if not rows:
            return "", ()
        more = (MenuAction(), MenuAction(tr("Open crawl…"), self.open_crawl), *self.kept.menu_rows(self.path))
        return crawl_words.kept_title(shown) if shown else tr("No crawl"), (*rows, *more)

    def _kept(self, path: Path) -> "SavedCrawl | None":
        """Return the crawl in a file; None with a notice if it cannot be read."""
        from robotstudio.crawl.insight.listing import saved_crawl  # noqa: PLC0415

        try:
            return saved_crawl(path)
        except RobotStudioError as error:
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))
            return None

    def forget(self) -> None:
        """Remove all saved crawls and what is shown of one. A running crawl is stopped first."""
        self._is_forgetting = True
        if self.is_running:
            self.stop()
        else:
            self._remove()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns chosen for the URLs."""
        return self.page.columns.chosen if "page" in vars(self) else self._columns

    def take_columns(self, columns: tuple[str, ...]) -> None:
        """Show the columns that were chosen in another session."""
        self._columns = columns
        if "page" in vars(self):
            self.page.columns.choose(columns)

    def close(self) -> None:
        self._rest.stop()
        self.kept.close()
        self.listing.close()
        self._exporting.close()
        if "page" in vars(self):
            self.page.close_threads()
        if "reach" in vars(self):
            self.reach.close_threads()
        if "finder" in vars(self):
            self.finder.close_threads()
        if "job" in vars(self):
            self.job.close()

    def file_of(self, host: str) -> Path:
        """Return the file of the first crawl of a host; later runs are beside it."""
        return self._context.crawls / file_name(host, ".crawl", "_")

    def _usual_file(self) -> Path | None:
        """Return the file of the first crawl of the draft's site."""
        host = site_in(self._session.robots_url)
        return self.file_of(host) if host else None

    def begin(self, path: Path, plan: "CrawlPlan", *, is_new: bool) -> None:
        """Begin another crawl beside this file, or go on with the one in it."""
        if self.is_running:
            self._window.notices.show_notice(_NOTICE, tr("A crawl is running. Stop it before you start another."))
            return
        try:
            path = self.job.crawl(path, plan, is_new=is_new)
        except RobotStudioError as error:
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))
            return
        self._window.notices.withdraw(_NOTICE)
        self.progress = None
        self._take(path, plan)

    def follow(self, trap: NotFetched) -> None:
        """Resume the crawl without a trap."""
        kept = None if self.path is None else self._kept(self.path)
        if kept is None:
            return
        plan = kept.plan
        if trap.pattern:
            plan = replace(plan, open_patterns=(*plan.open_patterns, trap.pattern))
        else:
            plan = replace(plan, open_traps=(*plan.open_traps, trap.rule))
        self.begin(kept.path, plan, is_new=False)

    def _take(self, path: Path, plan: "CrawlPlan") -> None:
        if plan.starts and not self._session.robots_url:
            self._sources.set_base(origin_in(plan.starts[0]))  # so that the crawl is found again with the draft
        self.kept.add(path)
        self._show_crawl_of(path, plan)
        self.changed.emit()

    def _show_crawl_of(self, path: Path, plan: "CrawlPlan") -> None:
        self.path = path
        self.page.show_hosts(())
        self.page.show_plan(plan)
        for part in ("reach", "finder"):
            if self.is_running and part in vars(self):
                vars(self)[part].wait_for_crawl()
        self.list_urls()

    def _on_progressed(self, news: "CrawlNews") -> None:
        self._show(news)
        if not self._rest.isActive():
            self._rest.start(_LIST_EVERY_MS)
        self.moved.emit()

    def show_list(self) -> None:
        """Show the list of kept crawls."""
        self.moved.emit()

    def drop(self, path: Path) -> None:
        """Show another crawl than this one, which was deleted."""
        if path == self.path:
            self._drop()
            self.forgotten.emit()
            self.find_kept()
            if self.path is not None:
                self.changed.emit()

    def _drop(self) -> None:
        """Show no crawl."""
        self._rest.stop()
        self.listing.cancel()
        for name in ("reach", "finder"):
            shown = vars(self).pop(name, None)
            if shown is not None:
                shown.close_threads()
        self._columns = self.columns
        if "page" in vars(self):
            vars(self).pop("page").close_threads()
        self.path = self.progress = None
        self._looked_for = "", ()

    def _remove(self) -> None:
        self._is_forgetting = False
        self._drop()
        self.kept.take(())
        for file in self._context.crawls.glob("*.crawl*"):
            with suppress(FileError):  # open in another program
                remove(file)
        self.forgotten.emit()

    def _on_ended(self, result: "CrawlNews | Told | None") -> None:
        if self._is_forgetting:
            self._remove()
            return
        if isinstance(result, Told):
            self._window.notices.show_notice(_NOTICE, WORDS.tell(result))
        elif result is not None:
            self._show(result)
            self._tell_end(result.progress)
        self.kept.read()
        self.changed.emit()
        self.list_urls()
        self.moved.emit()

    def _tell_end(self, progress: CrawlProgress) -> None:
        said = tr("Crawl: {found}.", found=crawl_words.found_words(progress))
        self._window.status_bar.show_message(said)

    def _show(self, news: "CrawlNews") -> None:
        self.progress = news.progress
        self.page.show_hosts(news.hosts)
        self.page.show_progress(news.progress, is_running=news.progress.state is CrawlState.RUNNING)

    def _show_reach(self, page: "ReachPage") -> None:
        page.show_crawl(self.path, self._views, self._session.body, self._session.urls)

    def _show_others(self) -> None:
        """Update the other parts that exist for another draft or crawl."""
        if "reach" in vars(self):
            self._show_reach(self.reach)
        if "finder" in vars(self):
            self.finder.show_crawl(self.path, self._session.crawlers, self._session.body)
        self.followed.emit()

    @property
    def _views(self) -> tuple[CrawlerView, ...]:
        return tuple(crawler.reader for crawler in self._session.crawlers)

    def _on_analysis_settled(self) -> None:
        self._show_others()
        if "page" in vars(self):
            self.page.show_sources(self._session.urls)
        if self.path is not None and not self._rest.isActive() and self.page.isVisible():
            self.list_urls()

    def list_urls(self) -> None:
        """List the wanted URLs of the crawl."""
        if self.path is None or not self.path.exists():
            return
        from robotstudio.crawl.insight.listing import crawl_listing  # noqa: PLC0415

        wanted = self.page.wanted
        if self.is_running:
            wanted = replace(wanted, most=_MOST_MEANWHILE)
        elif not self.page.hosts.rows:
            wanted = replace(wanted, with_hosts=True)  # a crawl that ended here has more details than its file
        work = partial(crawl_listing, self.path, self._views, self._session.body, wanted)
        self.listing.ask(work)

    def _on_listed(self, listing: "CrawlListing | None") -> None:
        if self.path is None or listing is None:
            return
        self.page.show_listing(listing, self.path.name)
        if not self.is_running:
            self.progress = listing.progress
            self.page.show_progress(listing.progress, is_running=False)
            self.moved.emit()
            self._show_others()
        if listing.unread:
            self._window.notices.show_notice(_NOTICE, ntr(UNREAD, listing.unread))

    def _on_failed(self, error: RobotStudioError) -> None:
        said = WORDS.tell(error.told)
        self.page.urls.set_nothing(said)
        self._window.notices.show_notice(_NOTICE, said)

    def export_urls(self) -> None:
        """Ask for a file, and write the wanted URLs there."""
        path = None if self.path is None else dialogs.ask_export_urls_path(self._window)
        if self.path is None or path is None:
            return
        from robotstudio.crawl.insight.export import write_urls  # noqa: PLC0415  # few export

        self._window.notices.withdraw(_NOTICE)
        of_crawl = self.path, self._views, self._session.body, self.page.wanted
        work = partial(write_urls, path, *of_crawl, urls=self._session.urls)
        self._exporting.ask(work)

    def _on_exported(self, count: int | None) -> None:
        if count is not None:
            self._window.status_bar.show_message(ntr(_EXPORTED, count))

    def _on_export_failed(self, error: object) -> None:
        if isinstance(error, RobotStudioError):
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))

    def show_line(self, line: int) -> None:
        self._editor.reveal_line(line)

    def show_notes(self, part: QWidget, notes: Sequence[LineNote]) -> None:
        """Show a part's notes in the editor; a part that is hidden removes only its own."""
        if notes or self._noting is part:
            self._noting = part
            self._editor.show_notes(notes)

    def show_pattern(self, pattern: str, urls: Sequence[str]) -> None:
        """List the URLs of a path pattern in the matrix."""
        self._in_matrix.show(tr("URLs like {pattern}", pattern=pattern), urls, self.path)

    def export_map(self, write: Callable[[Path], None]) -> None:
        """Ask for a file, and write the map there as a picture or a table."""
        path = dialogs.ask_export_map_path(self._window)
        if path is None:
            return
        try:
            write(path)
        except RobotStudioError as error:
            self._on_export_failed(error)
        else:
            self._window.status_bar.show_message(tr("Saved to {path}.", path=str(path)))

    @property
    def found(self) -> int:
        """Number of URLs of the crawl that can be used as test URLs."""
        return self.progress.found if self.progress and self.path else 0

    def use_urls(self) -> None:
        """Add the URLs of the crawl to the test URLs."""
        if self.path is not None:
            self._sources.add_files([self.path])
