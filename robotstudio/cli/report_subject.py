"""Collect what a report is about, from the options of `robotstudio report` and the project."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli.config import Config, own_settings
from robotstudio.cli.crawlers import asked_crawlers, own_catalogue
from robotstudio.cli.files import AskedUrls, is_standard_input, read_input
from robotstudio.cli.headers import with_kept_access
from robotstudio.cli.inputs import log_fields, read_urls
from robotstudio.cli.log_versions import crawler_requests, dated_versions, day_and_file, versions_in_history
from robotstudio.cli.meant import NOT_FULL
from robotstudio.cli.output import MisuseError, complain
from robotstudio.cli.search import newest_crawl
from robotstudio.compliance.judging import ComplianceInput, compliance_of
from robotstudio.compliance.model import version_of_file
from robotstudio.compliance.saved_ranges import lists_in_force
from robotstudio.crawl.index.index import searchable
from robotstudio.crawl.runs import latest_run
from robotstudio.crawl.store import CrawlStore
from robotstudio.draft.changes.baseline import DISK, LIVE, Baseline
from robotstudio.draft.expectations import expected_in
from robotstudio.fetch.address import origin_of
from robotstudio.fetch.client import fetch_now
from robotstudio.fetch.evidence import Failure, FetchOutcome
from robotstudio.fetch.history.store import History
from robotstudio.fetch.http_scenario import has_rules
from robotstudio.fetch.options import options_of
from robotstudio.fetch.variants import compare_variants, variants_of
from robotstudio.fetch.words import told_failure
from robotstudio.indexing.answers import IndexingInput, IndexingReport, index_answers
from robotstudio.indexing.export import read_exports
from robotstudio.indexing.page_facts import read_facts
from robotstudio.policy.meant import UseReport, gather_now, use_report
from robotstudio.report.state import read_state
from robotstudio.report.subject import Input, Subject
from robotstudio.store.places import Places
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import normalise, robots_address

if TYPE_CHECKING:
    from robotstudio.cli.projects import GivenProject
    from robotstudio.compliance.model import Compliance
    from robotstudio.fetch.history.model import Entry

_NO_VERSION: Message = (
    "It is unknown which robots.txt was live while {log} was written; the file of the report may be a draft. Name "
    "the live one with --file, --baseline, --history or --fetch."
)
_NO_LOG: Message = (
    "--file and --git name versions to check logs or exports against. Name these with --log or --indexing."
)


class SubjectBuilder(Struct, frozen=True, eq=False):
    """Collects all that is given."""

    options: argparse.Namespace
    project: "GivenProject | None"
    file: str
    config: Config
    comparison: ExitStack
    """Resources to close when the report is made."""

    def subject(self) -> tuple[Subject, AskedUrls]:
        """Return what the report is about, and the URLs with their remarks. Raises FileError."""
        options, project = self.options, self.project
        if project:
            name, body = project.draft()
        else:
            name, body = "robots.txt" if is_standard_input(self.file) else self.file, read_input(self.file)
        catalogue = own_catalogue()
        of_project = project.crawlers if project else ()
        crawlers = asked_crawlers(options, self.config, of_project, catalogue)
        urls = self._urls()
        subject = Subject(
            Path(name).name,
            body,
            tuple(replace(each.crawler, dialect=each.dialect) for each in crawlers),
            as_set(urls.urls),
            urls.table,
            self._address(),
            catalogue=catalogue,
            rules_off=self.config.off,
        )
        subject = self._with_fetched(self._with_files(subject))
        return replace(subject, inputs=tuple(self._inputs(subject))), urls

    def _urls(self) -> AskedUrls:
        """Return the URLs that are given; of a project its own. A report needs none."""
        options, project = self.options, self.project
        has_own = project is not None and bool(project.project.urls or project.project.sources)
        if not (options.url or options.urls or options.urls_column or has_own):
            return AskedUrls(())
        return read_urls(options, project)

    def _address(self) -> str:
        given = self.options.site or self.options.fetch
        if given:
            return robots_address(given if "://" in given else f"https://{given}")
        return (self.project.address or "") if self.project else ""

    def _with_files(self, subject: Subject) -> Subject:
        options, project = self.options, self.project
        if options.baseline:
            baseline = Baseline(DISK, Path(options.baseline).name, read_input(options.baseline))
            subject = replace(subject, baseline=baseline)
        elif project and (project.environment.baseline or project.project.baseline):
            kept = Path(project.environment.baseline or project.project.baseline).name
            subject = replace(subject, baseline=Baseline(DISK, kept, project.read_baseline()))
        expected = options.expect or (project.expectations if project else None)
        if expected:
            subject = replace(subject, expectations=expected_in(read_input(expected), Path(expected)))
        if project:
            subject = replace(subject, scenario=project.scenario)
        if options.crawl:
            crawl = newest_crawl(Path(options.crawl))
            with CrawlStore.reading(crawl):  # a file that is none is told before anything is written
                subject = replace(subject, crawl=crawl)
        if options.since:
            subject = replace(subject, earlier=read_state(Path(options.since)))
        if options.search:
            if subject.crawl is None:
                raise MisuseError("--search searches a crawl: name it with --crawl.")
            crawl = self.comparison.enter_context(searchable(subject.crawl))
            subject = replace(subject, crawl=crawl, searches=tuple(options.search))
        return subject

    def _with_fetched(self, subject: Subject) -> Subject:
        """Add what the network and this computer's own history tell; and logs."""
        if self.options.fetch:
            subject = self._fetched(subject)
        if self.options.history and subject.address:
            subject = replace(subject, history=_history_of(subject.address))
        if (self.options.file or self.options.git) and not (self.options.log or self.options.indexing):
            raise MisuseError(_NO_LOG)
        if self.options.log:
            subject = replace(subject, compliance=self._compliance(subject))
        if self.options.indexing:
            subject = replace(subject, indexing=self._indexing(subject))
        if self.options.meant:
            subject = replace(subject, meant=self._meant(subject))
        return subject

    def _meant(self, subject: Subject) -> UseReport:
        page = normalise(self.options.meant)
        if page.host is None:
            raise MisuseError(NOT_FULL, url=page.written)
        usual = with_kept_access(options_of(own_settings()), self.options)
        (gathered,) = gather_now([page.url], usual, subject.body)
        return use_report(gathered, subject.catalogue)

    def _fetched(self, subject: Subject) -> Subject:
        usual = with_kept_access(options_of(own_settings()), self.options)
        evidence = fetch_now(self.options.fetch, options=usual)
        if evidence.outcome is FetchOutcome.INVALID_ADDRESS and evidence.error is not None:
            raise MisuseError(told_failure(evidence.error))
        addresses = variants_of(evidence.requested)
        others = () if isinstance(addresses, Failure) else addresses[1:]
        variants = compare_variants([evidence, *(fetch_now(each, options=usual) for each in others)])
        subject = replace(subject, evidence=evidence, variants=variants)
        if subject.baseline is None and has_rules(evidence):
            live = Baseline(LIVE, tr("the live file"), evidence.body)
            subject = replace(subject, baseline=live)
        return subject

    def _compliance(self, subject: Subject) -> "Compliance":
        options, baseline = self.options, subject.baseline
        kept = versions_in_history(subject.address) if options.history and subject.address else ()
        versions = dated_versions(options, kept)
        if not versions and baseline is not None:
            versions = (version_of_file(baseline.body, "", baseline.title),)
        if not versions:
            raise MisuseError(_NO_VERSION, log=Path(options.log[0]).name)
        requests = crawler_requests(options.log, subject.catalogue, log_fields(options))
        for note in requests.notes:
            complain(WORDS.tell(note))
        lists = lists_in_force(Places.default().ranges).lists
        return compliance_of(ComplianceInput(requests, versions, subject.catalogue, lists, None))

    def _indexing(self, subject: Subject) -> IndexingReport:
        export = read_exports(map(Path, self.options.indexing))
        for note in export.notes:
            complain(WORDS.tell(note))
        kept = (
            versions_in_history(subject.address, with_missing=True) if self.options.history and subject.address else ()
        )
        versions = dated_versions(self.options, kept) or (version_of_file(subject.body, "", subject.name),)
        crawler = subject.catalogue.crawler_for(export.crawler)
        question = IndexingInput(export.urls, versions, crawler, export.counts, subject.address)
        if self.options.crawl:
            question = replace(question, facts=read_facts([latest_run(Path(self.options.crawl))], crawler))
        return index_answers(question)

    def _inputs(self, subject: Subject) -> Iterator[Input]:
        """List what the report was made from, besides the file itself."""
        if subject.baseline is not None:
            yield Input.of("baseline", subject.baseline.title, subject.baseline.body)
        if subject.evidence is not None and subject.evidence.body:
            yield Input.of("live", subject.evidence.final_url, subject.evidence.body)
        if subject.meant is not None:
            answers = [each for each in subject.meant.evidence if each.body]
            yield from (Input.of("page", each.final_url, each.body) for each in answers)
        project = self.project
        files: list[tuple[str, Sequence[str]]] = [
            ("project", [self.file] if project else []),
            ("urls", self.options.urls or (project.source_paths if project and not self.options.url else [])),
            ("expectations", [self.options.expect or (project.expectations if project else None) or ""]),
            ("crawl", [str(latest_run(Path(self.options.crawl)))] if self.options.crawl else []),
            ("log", self.options.log),
            ("indexing", self.options.indexing),
            ("earlier", [self.options.since or ""]),
            ("version", [day_and_file(text)[1] for text in self.options.file]),
        ]
        for what, names in files:
            for name in names:
                path = Path(name)
                if name and not is_standard_input(name) and path.is_file():
                    yield Input.of_file(what, path)
        typed = [url for group in self.options.url or () for url in group] or list(
            project.project.urls if project else ()
        )
        if typed and not self.options.urls:
            yield Input.of("urls", tr("typed"), "\n".join(typed).encode("utf-8", "surrogatepass"))


def _history_of(address: str) -> "tuple[Entry, ...]":
    """Return this computer's history of the host of an address; empty if there is none."""
    path = Places.default().history
    if not address or not path.exists():
        return ()
    with History.open(path) as history:
        return history.timeline(origin_of(address))
