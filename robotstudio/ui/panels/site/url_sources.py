"""Typed and imported test URLs of a document, and loading them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, Signal

from robotstudio.crawl.url_source import add_crawl
from robotstudio.draft.url_sources import SourceLog, SourceProblem, name_of
from robotstudio.fetch.address import redirect_target
from robotstudio.project.file.model import is_address
from robotstudio.text.language import Message, Plural, ntr, put_in, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.site import words
from robotstudio.ui.panels.site.actions import SourceOffers
from robotstudio.ui.panels.site.loader import (
    Job,
    LoadedSource,
    Refused,
    SourceLoader,
    again_job,
    files_job,
    site_of,
    sitemap_answers,
    sitemaps_job,
    sitemaps_of,
    text_job,
    tokens_finder,
)
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.notices import Offer
from robotstudio.ui.widgets.progress import ProgressRow
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.sources.reading import ReadOptions, SourceReading, files_in, grouped
from robotstudio.urls.url_builder import TYPED, as_set
from robotstudio.urls.url_set import Source, UrlSet
from robotstudio.urls.urls import parse_list, robots_address

_NOTICE, _WAITING = "urls", "urls of the last time"
_PROGRESS_AFTER_MS = 300
_MOST_NAMES = 3
_WAITING_URLS = Plural(
    "The URLs of {names} were loaded last time.", "The URLs of {count} sources were loaded last time: {names}."
)
_NO_SITE: Message = "“{value}” in the Sitemap line is not a full URL. Enter the address of the site at the top."
FETCH_SITEMAPS = Plural("Fetch its sitemap", "Fetch its {count} sitemaps")


class UrlSources(Controller):
    """Connects the session's URLs with the loader and the views.

    `waiting` are sources of an earlier run that are not loaded; `book` has the readers' other results.
    """

    sources_changed = Signal()
    sitemaps_answered = Signal(object)

    def __init__(self, context: Context, actions: SourceOffers) -> None:
        super().__init__(context)
        self._actions = actions
        self._usual = context.fetcher.usual
        self._base: str | None = None
        self._rows: list[ProgressRow] = []
        self._told = ("", 0.0)
        self.book = SourceLog()
        self._asked: dict[str, Callable[[Source], Job]] = {}
        """Jobs that read sources whose columns have to be chosen first."""
        self.waiting: tuple[Source, ...] = ()
        self._typed: tuple[UrlSet, tuple[str, ...]] = UrlSet(), ()
        self.loader = SourceLoader(self, self)
        self._delay = QTimer(self, interval=_PROGRESS_AFTER_MS, singleShot=True)
        self._delay.timeout.connect(self._show_progress)
        context.document.opened.connect(self._on_opened)
        self._connect()

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "simulate.load": self.load_urls,
            "simulate.sitemaps": self.fetch_sitemaps,
            "simulate.sources": self.load_all_again,
        }

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        return {
            "simulate.sitemaps": lambda: bool(self.sitemaps()),
            "simulate.sources": lambda: bool(self.remembered()),
        }

    def load_urls(self) -> None:
        """Ask for files and add their URLs."""
        self.add_files(dialogs.ask_source_paths(self._window))

    def add_files(self, paths: Sequence[Path]) -> None:
        """Add the URLs of lists, tables, sitemaps and logs, and of those in folders.

        The parts of a rotated log become one source.
        """
        found = files_in(paths)
        for folder in (path for path in paths if path.is_dir()):
            if not any(path.parent == folder for path in found):
                self._tell_refusal(tr("The folder “{name}” has no files.", name=folder.name))
        for group in grouped(found):
            self._show()
            self.loader.load(files_job(group, self._options()))

    def add_text(self, text: str) -> None:
        """Add the URLs in pasted or dropped text, whatever kind of list it is."""
        self._show()
        self.loader.load(text_job(text, tr("Pasted"), self._options()))

    def add_samples(self, paths: Sequence[str]) -> None:
        """Add sample URLs of a rule, on the site of the selected URL, or else of the draft or the first URL."""
        cell, analysis = self._session.selected, self._session.analysis
        first = analysis.urls[0].url if analysis and analysis.urls else ""
        places = (cell.url if cell else "", self._base or "", first)
        base = next((place for place in places if "://" in place), None)
        self._urls.add(parse_list("\n".join(paths), base))

    def fetch_sitemaps(self) -> None:
        """Fetch the sitemaps that the draft names; those without a site are on the site of the draft."""
        addresses = [self._full(each) for each in self.sitemaps()]
        lone = next((each for each in addresses if "://" not in each), None)
        if lone is not None:
            self._tell_refusal(tr(_NO_SITE, value=lone))
        elif addresses:
            self._fetch(addresses)
        else:
            self._tell_refusal(tr("This file has no Sitemap line."))

    def load_again(self, source: Source) -> None:
        """Read a source again with its options; one from a server is fetched again."""
        self._show()
        choose = self._asked.get(source.id)
        self.loader.load(choose(source) if choose else again_job(source, self._options(), self._usual.options))

    def load_waiting(self) -> None:
        """Read the sources of the last run again."""
        for source in self.waiting:
            self.load_again(source)

    def load_all_again(self) -> None:
        """Read every source with a location again."""
        for source in self.remembered():
            self.load_again(source)

    def set_base(self, base: str | None) -> None:
        """Set the site of the draft, to which paths without a host belong; None if it is not known."""
        self._session.set_robots_url(robots_address(base) if base else "")
        self._base = base
        self._matrix.set_base(base)

    def restore_urls(self, typed: Sequence[str], sources: Sequence[Source]) -> None:
        """Restore URLs that were typed, and offer to load the sources of others."""
        self._urls.change(as_set(parse_list("\n".join(typed)).urls))
        self.waiting = tuple(sources)
        self._offer_waiting(sources)
        self.sources_changed.emit()

    def load_waiting_files(self) -> None:
        """Read those sources of the last run again that are on this computer; the others stay offered."""
        files = [source for source in self.waiting if not any(map(is_address, source.locations))]
        for source in files:
            self.load_again(source)
        self._offer_waiting([source for source in self.waiting if source not in files])

    def _offer_waiting(self, sources: Sequence[Source]) -> None:
        if not sources:
            self._window.notices.withdraw(_WAITING)
            return
        shown = (tr("“{name}”", name=name_of(source)) for source in sources[:_MOST_NAMES])
        names = side_by_side(shown) + ("…" if len(sources) > _MOST_NAMES else "")
        said = ntr(_WAITING_URLS, len(sources), names=names)
        offers = [(tr("Reload"), self.load_waiting)]
        self._window.notices.show_notice(_WAITING, said, offers, Tone.NOTE)

    def forget(self) -> None:
        """Remove all URLs, sources and offers for good."""
        self.restore_urls((), ())

    def typed(self) -> tuple[str, ...]:
        """Return the URLs that were typed, for the saved state."""
        urls = self._urls.urls
        if urls is not self._typed[0]:
            self._typed = urls, tuple(urls[row].written for row in urls.rows_of(TYPED).tolist())
        return self._typed[1]

    def remembered(self) -> tuple[Source, ...]:
        """Return the sources that can be read again, loaded or not."""
        loaded = tuple(source for source in self._urls.urls.sources if source.locations)
        known = {source.id for source in loaded}
        return (*loaded, *(source for source in self.waiting if source.locations and source.id not in known))

    def add_progress(self, row: ProgressRow) -> None:
        """Show the progress of reading in one more row."""
        self._rows.append(row)
        row.cancel_requested.connect(self.loader.cancel)

    def close(self) -> None:
        self._delay.stop()
        self.loader.close()

    def _options(self) -> ReadOptions:
        from robotstudio.compliance.client_addresses import proxies_in  # noqa: PLC0415  # most read no log at the start

        find_tokens = tokens_finder(self._crawlers.catalogue)
        return ReadOptions(base=self._base, find_tokens=find_tokens, find_proxies=proxies_in, add_crawl=add_crawl)

    def _fetch(self, addresses: Sequence[str]) -> None:
        self._show()
        site = site_of(addresses, self._base or "")
        self.loader.load(sitemaps_job(addresses, site, tr("the sitemaps"), self._usual.options))

    def _full(self, address: str) -> str:
        base = self._session.robots_url
        found = redirect_target(address, base, 0) if base else address
        return found if isinstance(found, str) else address

    def sitemaps(self) -> tuple[str, ...]:
        """Return the sitemaps that the draft names."""
        analysis = self._session.analysis
        return sitemaps_of(analysis.shown) if analysis else ()

    def _show(self) -> None:
        self._window.open_work()
        if self._window.current_tab != "site":
            self._window.show_tab("simulation")

    def _connect(self) -> None:
        self._session.urls_changed.connect(self._on_urls_changed)
        self.add_progress(self._matrix.progress)

    def _on_opened(self) -> None:
        self.set_base(None)  # a file on disk does not name its site

    def _on_urls_changed(self, _urls: object) -> None:
        self.sources_changed.emit()

    def current_urls(self) -> UrlSet:
        return self._urls.urls

    def show_reading(self, name: str, share: float, found: int) -> None:
        """Show the progress of reading, as soon as it takes long."""
        self._told = (words.progress_words(name, found), share)
        if not all(row.isHidden() for row in self._rows):
            self._show_progress()
        elif not self._delay.isActive():
            self._delay.start()

    def _show_progress(self) -> None:
        for row in self._rows:
            row.show_progress(*self._told)

    def end_reading(self) -> None:
        """Hide the progress."""
        self._delay.stop()
        for row in self._rows:
            row.hide()

    def take_loaded(self, loaded: LoadedSource) -> None:
        """Take the URLs of a source, and say what it brought."""
        reading, added = loaded.reading, len(loaded.urls) - len(loaded.before)
        self.book.keep(reading)
        answers = sitemap_answers(reading)
        if answers:
            self.sitemaps_answered.emit(answers)
        self.waiting = tuple(source for source in self.waiting if source.id != reading.source.id)
        if not self.waiting:
            self._window.notices.withdraw(_WAITING)
        said = words.refreshed_words(reading) if loaded.job.replaces else words.added_words(reading, added)
        self._asked.pop(reading.source.id, None)
        self._urls.change(loaded.urls)
        self.book.forget_others((*loaded.urls.sources, *self.waiting))
        self._window.status_bar.show_message(said)
        offers = self._offers(reading)
        if offers or reading.notes:
            self._window.notices.show_notice(f"{_NOTICE} {reading.source.id}", said, offers, Tone.NOTE)

    def _offers(self, reading: SourceReading) -> list[Offer]:
        source, offers = reading.source, list[Offer]()
        if reading.rejected_count:
            offers.append((tr("Show the lines"), partial(self._actions.show_rejected, source)))
        if reading.log is not None and reading.log.tokens:
            text = words.show_crawlers_words(len(reading.log.tokens))
            offers.append((text, partial(self._actions.take_crawlers, reading.log.tokens)))
        if reading.log is not None:
            offers.append((tr("What crawlers requested"), partial(self._actions.show_requests, source)))
        if reading.sitemaps:
            text = ntr(FETCH_SITEMAPS, len(reading.sitemaps))
            offers.append((text, partial(self._fetch, reading.sitemaps)))
        return offers

    def tell_refused(self, refused: Refused) -> None:
        """Tell why a source was not read, or ask for its columns."""
        source = refused.source
        if source is None or refused.job.choose is None:
            self._tell_refusal(refused.sentence)
            if refused.job.replaces is not None:
                self.book.keep_problem(refused.job.replaces, SourceProblem(refused.sentence))
                self.sources_changed.emit()
            return
        self._asked[source.id] = refused.job.choose
        self.book.keep_problem(source, SourceProblem(refused.sentence, refused.seen))
        if not any(each.id == source.id for each in (*self._urls.urls.sources, *self.waiting)):
            self.waiting = (*self.waiting, source)
        self.sources_changed.emit()
        self._actions.show_columns(source)

    def _tell_refusal(self, sentence: str) -> None:
        self._window.notices.show_notice(_NOTICE, sentence)

    def tell_cancelled(self, name: str) -> None:
        said = tr("Reading {name} was cancelled. The list of URLs is unchanged.")
        self._window.status_bar.show_message(put_in(said, {"name": name}))
