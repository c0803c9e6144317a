"""The pages that a search engine left out, and the timeline of the site: from exports, the history, and the logs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, time
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtGui import QGuiApplication

from robotstudio.compliance.model import DatedVersion, moment_of, version_of_file, versions_of, versions_until
from robotstudio.compliance.question import requests_in
from robotstudio.compliance.saved_ranges import lists_in_force
from robotstudio.compliance.version_files import (
    day_in_name,
    left_out,
    not_yet_live,
    tags_in_git,
    versions_in_folder,
    versions_in_git,
)
from robotstudio.compliance.words import reaction_words
from robotstudio.draft.analysis import Cell
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.fetch.address import origin_of
from robotstudio.indexing.answers import IndexingInput, IndexingReport, index_answers
from robotstudio.indexing.day_counts import DayCounts, counts_in, in_order
from robotstudio.indexing.export import GOOGLE, IndexingExport, day_of_exports, export_shares, exports_in
from robotstudio.indexing.log_reads import reads_of, record_of
from robotstudio.indexing.page_facts import PageFacts, read_facts
from robotstudio.indexing.site_time_line import Release, SiteTimeLine, TimeLineInput, site_time_line
from robotstudio.indexing.site_words import COLUMNS, rows_of
from robotstudio.indexing.table import table_of
from robotstudio.store.delimited import delimited
from robotstudio.store.errors import RobotStudioError
from robotstudio.store.files import read, status_of, write_atomic
from robotstudio.survey.charts.items import LIGHT
from robotstudio.survey.charts.svg import png_of, svg_of
from robotstudio.text.language import WORDS, Plural, Told, ntr, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.shell import dialogs
from robotstudio.urls.sources.task import Task
from robotstudio.urls.url_set import UrlSet

if TYPE_CHECKING:
    from robotstudio.compliance.ip_ranges import RangeList
    from robotstudio.compliance.log_requests import LogRequests
    from robotstudio.compliance.model import CrawlerRecord
    from robotstudio.fetch.history.store import History
    from robotstudio.ui.panels.site.not_indexed_page import NotIndexedPage
    from robotstudio.ui.panels.site.site_line_page import SiteLinePage

_NOTICE = "not indexed"
_LOG = "log"
_CONSOLES = {GOOGLE: "https://search.google.com/search-console"}
_COPIED = Plural("{count} URL was copied.", "{count} URLs were copied.")


class _Asked(Struct, frozen=True):
    """Everything that the answers depend on."""

    urls: UrlSet
    versions: tuple[DatedVersion, ...]
    site: str
    logs: tuple[Path, ...]
    catalogue: Catalogue
    ranges: Path
    crawl: tuple[Path, int] | None = None
    """A crawl of the site, and when it was written last."""
    counted: tuple[Path, ...] = ()
    """Exports that may have counts by day."""
    releases: tuple[Release, ...] = ()
    parts: tuple[bool, bool] = (True, False)
    """Whether the page of answers and the timeline of the site are wanted."""


class _Found(Struct, frozen=True, eq=False):
    asked: _Asked
    report: IndexingReport
    reads: tuple[float, ...] | None
    export: IndexingExport
    requests: "LogRequests | None"
    record: "CrawlerRecord | None" = None
    facts: Mapping[str, PageFacts] | None = None
    problem: str = ""
    """Why the log or the crawl could not be read."""
    counts: tuple[DayCounts, ...] | None = None
    line: SiteTimeLine | None = None


class NotIndexed(Controller):
    """Connects the page with the sources, the history and the editor."""

    def __init__(self, context: Context, select_cell: Callable[[Cell], None], crawl: Callable[[], Path | None]) -> None:
        """Create it; `select_cell` selects a verdict in the matrix if it is there, `crawl` names the shown crawl."""
        super().__init__(context)
        self._crawl = crawl
        self._select_cell = select_cell
        self._kept: tuple[DatedVersion, ...] = ()
        self._added: tuple[DatedVersion, ...] = ()
        self._site = ""
        self._has_page = self._has_line = False
        self._counted: tuple[Path, ...] = ()
        self._releases: tuple[Release, ...] = ()
        self._asked: _Asked | None = None
        self._found: _Found | None = None
        context.session.analysis_settled.connect(self._on_settled)
        context.history.recorded.connect(self._on_recorded)

    @cached_property
    def page(self) -> "NotIndexedPage":
        from robotstudio.ui.panels.site.not_indexed_page import NotIndexedPage  # when it is first shown

        page = NotIndexedPage(self, self._window)
        self._has_page = True
        self.take_history()
        return page

    @cached_property
    def line_page(self) -> "SiteLinePage":
        from robotstudio.ui.panels.site.site_line_page import SiteLinePage  # when it is first shown

        page = SiteLinePage(self, self._window)
        self._has_line = True
        self.take_history()
        return page

    @property
    def _is_shown(self) -> bool:
        return self._has_page or self._has_line

    @cached_property
    def answers(self) -> Background:
        """Thread that answers."""
        answers = Background("not indexed", self)
        answers.answered.connect(self._on_answered)
        answers.failed.connect(self._on_failed)
        return answers

    def close(self) -> None:
        for name in ("answers", "_recorded"):
            if name in vars(self):
                getattr(self, name).close()

    @property
    def report(self) -> IndexingReport | None:
        """The answers that are shown."""
        return self._found.report if self._found else None

    def take_history(self) -> None:
        """Read the versions of the draft's site again, and answer."""
        url = self._session.robots_url
        self._site = origin_of(url) if url else ""
        if not url or not self._context.history.path.exists():
            self._kept = ()
            self._ask()
            return
        self._context.history.ask(partial(_kept_versions, self._site), self._on_history_read)

    def _on_history_read(self, versions: tuple[DatedVersion, ...]) -> None:
        self._kept = versions
        self._ask()

    def _on_recorded(self, _entry: object) -> None:
        if self._is_shown:
            self.take_history()

    def _on_settled(self, _analysis: object) -> None:
        """Answer again if the site is another one, or if the draft is the only version."""
        if not self._is_shown:
            return
        url = self._session.robots_url
        if self._site != (origin_of(url) if url else ""):
            self.take_history()
        else:
            self._ask()

    def _versions(self) -> tuple[DatedVersion, ...]:
        """Return what is kept of the site; the draft is the file of now if nothing is."""
        if self._kept:
            return (*self._kept, *self._added)
        if not self._added:
            return (version_of_file(self._session.body, "", tr("the file in the editor")),)
        last = max(version.since for version in self._added)
        now = max(self._today(), last)
        return (*self._added, DatedVersion(now, self._session.body, tr("the file in the editor"), last))

    def _today(self) -> datetime:
        """Return the end of the day of the export, or of today."""
        day = day_of_exports(self._session.urls) or datetime.now(UTC).date()
        return datetime.combine(day, time(23, 59, 59), UTC)

    def _ask(self) -> None:
        urls = self._session.urls
        logs = tuple(Path(place) for source in urls.sources if source.kind == _LOG for place in source.locations)
        path, catalogue, ranges = self._crawl(), self._crawlers.catalogue, self._context.ranges
        status = status_of(path) if path is not None else None
        crawl = (path, status.st_mtime_ns) if path is not None and status is not None else None
        has_line = self._has_line
        named = (Path(place) for share in export_shares(urls) for place in share.source.locations)
        counted = (*named, *self._counted) if has_line else ()
        asked = _Asked(
            urls,
            self._versions(),
            self._site,
            logs,
            catalogue,
            ranges,
            crawl,
            counted,
            self._releases if has_line else (),
            (self._has_page, has_line),
        )
        if asked != self._asked:
            self._asked, found = asked, self._found
            requests = found.requests if found and found.asked.logs == logs else None
            facts = found.facts if found and found.asked.crawl == crawl else None
            counts = found.counts if found and found.asked.counted == counted else None
            self.answers.ask(partial(_answered, asked, requests, facts, counts))

    def _on_answered(self, found: "_Found | None") -> None:
        if found is None:
            return
        self._found = found
        if self._has_page:
            self._show_answers(found)
        if found.line is not None:
            self.line_page.show_line(found.line, WORDS.sentences(filter(None, (self._missing(found), found.problem))))

    def _missing(self, found: "_Found") -> str:
        """Return what would make the timeline fuller."""
        if len(found.report.versions) == 1 and not self._kept:
            return tr("No older version of the file is known: only what holds now.")
        return "" if found.requests is not None else tr("With an access log in Sources, crawlers are shown, too.")

    def _show_answers(self, found: "_Found") -> None:
        source = tr("Export of {day}", day=WORDS.date(found.export.day)) if found.export.day else ""
        has_past = len(found.report.versions) > 1 or bool(self._kept)
        note = "" if has_past else tr("No older version of the file is known: only what holds now.")
        self.page.show_report(
            found.report, self._today(), found.reads, source, WORDS.sentences(filter(None, (note, found.problem)))
        )
        measured = tuple(reaction_words(found.record)) if found.record is not None else ()
        self.page.show_reaction(found.report.crawler.title, WORDS.sentences(measured))

    def _on_failed(self, error: object) -> None:
        self._asked = None
        if isinstance(error, RobotStudioError):
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))

    def show_rule(self, line: int) -> None:
        """Show the rule in the draft, and the URL in the matrix; the draft may have it in another line."""
        answer, found = self.page.answer, self._found
        if found is None or answer is None:
            return
        here = _line_in(self._session.body, found.report.versions[-1].body, line)
        if not here:
            self._window.status_bar.show_message(tr("The draft does not have this rule any more."))
            return
        self._editor.reveal_line(here)
        self._select(answer.row.url, found.report.crawler)

    def _select(self, url: str, crawler: Crawler) -> None:
        self._select_cell(Cell(url, crawler.token))

    def inspect(self, url: str) -> None:
        """Copy a URL, and open the search engine's console in the browser."""
        QGuiApplication.clipboard().setText(url)
        found = self._found
        address = _CONSOLES.get(found.report.crawler.token if found else "")
        if address:
            dialogs.open_address(address)
        self._window.status_bar.show_message(ntr(_COPIED, 1))

    def copy_urls(self, urls: Sequence[str]) -> None:
        QGuiApplication.clipboard().setText("\n".join(urls))
        self._window.status_bar.show_message(ntr(_COPIED, len(urls)))

    def export(self) -> None:
        """Ask for a file, and write all answers there as a table, or the timeline as a picture."""
        path = dialogs.ask_export_indexing_path(self._window) if self._found else None
        if path is None or self._found is None:
            return
        is_picture = path.suffix.lower() == ".png"
        body = self.page.line.picture() if is_picture else "".join(delimited(table_of(self._found.report))).encode()
        try:
            write_atomic(path, body)
        except RobotStudioError as error:
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))
        else:
            self._window.status_bar.show_message(tr("Saved to {path}.", path=str(path)))

    def export_line(self) -> None:
        """Ask for a file, and write the timeline there: what is shown as a picture, or all of it as a table."""
        line, drawing = self.line_page.line, self.line_page.chart.picture()
        path = dialogs.ask_export_timeline_path(self._window) if line is not None else None
        if path is None or line is None or drawing is None:
            return
        kind = path.suffix.lower()
        try:
            if kind == ".svg":
                body = svg_of(drawing, LIGHT).encode()
            elif kind == ".png":
                body = png_of(drawing, LIGHT)
            else:
                body = "".join(delimited([COLUMNS, *rows_of(line)])).encode()
            write_atomic(path, body)
        except RobotStudioError as error:
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))
        else:
            self._window.status_bar.show_message(tr("Saved to {path}.", path=str(path)))

    def add_counts(self) -> None:
        """Ask for exports with crawl statistics or index counts."""
        paths = dialogs.ask_source_paths(self._window)
        try:
            without = [path.name for path in paths if not counts_in(path)]
        except RobotStudioError as error:
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))
            return
        if without:
            names = WORDS.listed_text(without)
            self._window.notices.show_notice(_NOTICE, tr("No counts by day: {names}.", names=names))
        self._counted = tuple(dict.fromkeys((*self._counted, *paths)))
        self._ask()

    def add_release(self) -> None:
        """Ask for the name of a release, and for its day."""
        name = dialogs.ask_release_name(self._window)
        written = dialogs.ask_version_day(self._window, name) if name else None
        while written is not None:
            try:
                since = moment_of(written)
            except ValueError:
                written = dialogs.ask_version_day(self._window, name or "", written)
                continue
            self._releases = (*self._releases, Release(since, name or ""))
            self._ask()
            return

    def add_versions(self) -> None:
        """Ask for an older file, and for its day unless its name has one."""
        path = dialogs.ask_open_path(self._window)
        if path is not None and path.is_dir():
            self._add_folder(path)
        elif path is not None:
            with self._telling():
                self._add(self._dated(path))

    def add_folder(self) -> None:
        """Ask for a folder of files with days in their names, and add them."""
        path = dialogs.ask_versions_folder(self._window)
        if path is not None:
            self._add_folder(path)

    def _add_folder(self, path: Path) -> None:
        with self._telling():
            self._add(versions_in_folder(path), left_out(path))

    def add_git(self) -> None:
        """Ask for a file in a Git repository, and add its versions; the tags of the repository are releases."""
        path = dialogs.ask_open_path(self._window)
        if path is not None:
            self._recorded.ask(partial(_in_git, path))

    @cached_property
    def _recorded(self) -> Background:
        """Thread that asks Git."""
        recorded = Background("versions in Git", self)
        recorded.answered.connect(self._on_git_read)
        recorded.failed.connect(self._on_failed)
        return recorded

    def _on_git_read(self, found: tuple[tuple[DatedVersion, ...], tuple[Release, ...]]) -> None:
        versions, releases = found
        self._releases = tuple(dict.fromkeys((*self._releases, *releases)))
        self._add(versions)

    def _add(self, fresh: Iterable[DatedVersion], remark: Told | None = None) -> None:
        """Add versions, and tell what was left out."""
        past, later = versions_until(fresh, datetime.now(UTC))
        remarks = [not_yet_live(later[0]) if later else None, remark]
        if any(remarks):
            self._window.notices.show_notice(_NOTICE, WORDS.sentences(map(WORDS.tell, filter(None, remarks))))
        self._added = tuple(dict.fromkeys((*self._added, *past)))
        self._ask()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Tell why something could not be read."""
        try:
            yield
        except RobotStudioError as error:
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))

    def _dated(self, path: Path) -> tuple[DatedVersion, ...]:
        body, since = read(path), day_in_name(path.name)
        if since is not None:
            return (DatedVersion(since, body, path.name),)
        written = dialogs.ask_version_day(self._window, path.name)
        while written is not None:
            try:
                return (version_of_file(body, written, path.name),)
            except ValueError:
                written = dialogs.ask_version_day(self._window, path.name, written)
        return ()


def _in_git(path: Path, _is_cancelled: Callable[[], bool]) -> tuple[tuple[DatedVersion, ...], tuple[Release, ...]]:
    """Return the versions of a file, and the tags since the first of them. Raises FileError."""
    versions = versions_in_git(path)
    tags = (Release(since, name) for since, name in tags_in_git(path) if since >= versions[0].since)
    return versions, tuple(tags)


def _kept_versions(host: str, history: "History") -> tuple[DatedVersion, ...]:
    return versions_of(history.timeline(host), history.body, with_missing=True)


def _answered(
    asked: _Asked,
    requests: "LogRequests | None",
    facts: Mapping[str, PageFacts] | None,
    counts: tuple[DayCounts, ...] | None,
    is_cancelled: Callable[[], bool],
) -> _Found | None:
    """Answer by the versions, and by the logs and a crawl if there are any. None if that is not wanted any more."""
    export = exports_in(asked.urls)
    crawler = asked.catalogue.crawler_for(export.crawler)
    question = IndexingInput(export.urls, asked.versions, crawler, export.counts, asked.site)
    problems: list[str] = []
    record = None
    try:
        if asked.logs and requests is None:
            with _told(problems):
                requests = requests_in(asked.logs, asked.catalogue, Task(is_cancelled=is_cancelled), "")
        if asked.crawl is not None and facts is None:
            with _told(problems):
                facts = read_facts([asked.crawl[0]], crawler, is_cancelled)
        if requests is not None:
            lists: tuple[RangeList, ...] = lists_in_force(asked.ranges).lists
            record = record_of(question, requests, lists, asked.catalogue, is_cancelled)
            question = reads_of(question, requests, lists)
        report = index_answers(replace(question, facts=facts or {}), is_cancelled)
        line = None
        if asked.parts[1]:
            if counts is None:
                with _told(problems):
                    counts = in_order(count for path in asked.counted for count in counts_in(path))
            line = _line(asked, question, requests, counts or (), is_cancelled)
    except Cancelled:
        return None
    reads = tuple(question.reads) if requests is not None else None
    return _Found(asked, report, reads, export, requests, record, facts, WORDS.sentences(problems), counts, line)


def _line(
    asked: _Asked,
    question: IndexingInput,
    requests: "LogRequests | None",
    counts: tuple[DayCounts, ...],
    is_cancelled: Callable[[], bool],
) -> SiteTimeLine:
    """Return the timeline of the site, by the URLs of the exports and of the logs."""
    urls = [row.url for row in question.urls]
    lists = lists_in_force(asked.ranges).lists
    return site_time_line(
        TimeLineInput(asked.versions, asked.catalogue, question.crawler, urls, requests, lists, counts, asked.releases),
        is_cancelled,
    )


@contextmanager
def _told(problems: list[str]) -> Iterator[None]:
    """Collect why a file could not be read; the answers need none of them."""
    try:
        yield
    except RobotStudioError as error:
        problems.append(WORDS.tell(error.told))


def _line_in(draft: bytes, version: bytes, line: int) -> int:
    """Return the line of the draft that is the same rule, 0 if there is none; the nearest of several."""
    if draft == version:
        return line
    wanted = version.split(b"\n")[line - 1].strip()
    places = [place for place, text in enumerate(draft.split(b"\n"), 1) if text.strip() == wanted]
    return min(places, key=lambda place: abs(place - line), default=0)
