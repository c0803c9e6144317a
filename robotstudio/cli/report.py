"""`robotstudio report`: what the program works out of a file, a project and all that belongs to it, as one document."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli.arguments import Parser
from robotstudio.cli.config import Config, add_config, config_of, own_settings
from robotstudio.cli.crawlers import add_crawlers, asked_crawlers, own_catalogue
from robotstudio.cli.files import AskedUrls, add_files, files_of, is_standard_input, read_input, refuse_second_stream
from robotstudio.cli.formats import add_output
from robotstudio.cli.headers import add_no_access, with_kept_access
from robotstudio.cli.inputs import (
    add_environment,
    add_urls,
    add_where,
    asked_project,
    complain_of_rejected,
    log_fields,
    read_urls,
)
from robotstudio.cli.log_versions import (
    add_versions,
    crawler_requests,
    dated_versions,
    day_and_file,
    versions_in_history,
)
from robotstudio.cli.meant import NOT_FULL
from robotstudio.cli.output import FINE, MISUSE, STREAM, MisuseError, answering, complain
from robotstudio.cli.search import newest_crawl, searchable
from robotstudio.compliance.judging import ComplianceInput, compliance_of
from robotstudio.compliance.model import version_of_file
from robotstudio.compliance.saved_ranges import lists_in_force
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
from robotstudio.project.file.model import SUFFIX
from robotstudio.report.formats import FORMATS, ReportFormat
from robotstudio.report.logo import read_logo
from robotstudio.report.sections import SECTIONS, report_of
from robotstudio.report.state import read_state
from robotstudio.report.style import ACCENT, read_colour, read_fonts
from robotstudio.report.subject import Audience, Input, ReportChoices, Subject
from robotstudio.store.did_you_mean import nearest
from robotstudio.store.places import Places
from robotstudio.text.language import WORDS, Message, told_list, tr
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import normalise, robots_address

if TYPE_CHECKING:
    from robotstudio.cli.projects import GivenProject
    from robotstudio.compliance.model import Compliance
    from robotstudio.fetch.history.model import Entry
_EPILOG: Message = (
    "Sections: {sections}. Sections without data are left out. Exit status: 0 the report was written, 2 usage or I/O "
    "error, also if a line of a list is not a URL."
)
_FILE: Message = "a project (*.robotstudio) or a robots.txt; - reads the latter from standard input"
_DATE: Message = "the date of the report, such as 2026-11-23; the same inputs and date give the same bytes"
_NOTES: Message = (
    "a text file with the author's notes; a heading (## …) that names a section puts them there, any other begins a "
    "section of its own"
)
_COLOUR: Message = "the colour of headings and numbers, dark enough to be read on white"
_FONTS: Message = "a folder with the fonts of the PDF; letters that they lack are in the program's own"
_SINCE: Message = "an earlier report as JSON: which of its recommendations were done, and what came of it"
_FETCH: Message = "also fetch this site: what the server answers, its other addresses, and the live file"
_LOG: Message = "an access log, to check which crawlers obeyed the file; repeatable"
_NO_VERSION: Message = (
    "It is unknown which robots.txt was live while {log} was written; the file of the report may be a draft. Name "
    "the live one with --file, --baseline, --history or --fetch."
)
_NO_LOG: Message = (
    "--file and --git name versions to check logs or exports against. Name these with --log or --indexing."
)
_HISTORY: Message = "use the fetch history of the site on this computer"


_WRITING: Message = "write the report to FILE instead of standard output"


def add_arguments(parser: Parser) -> None:
    """Add the options of `robotstudio report`."""
    description: Message = "Write a report on a robots.txt or a project."
    parser.description = tr(description)
    parser.epilog = tr(_EPILOG, sections=WORDS.side_by_side(SECTIONS))
    add_no_access(parser)
    add_crawlers(parser)
    add_urls(parser)
    add_where(parser)
    add_environment(parser)
    for name, metavar, said in (
        ("--site", "ADDRESS", tr("the site that serves the file, such as https://example.com")),
        ("--fetch", "ADDRESS", tr(_FETCH)),
        ("--baseline", "FILE", tr("the file to compare with. Default: the project's, or the live one")),
        ("--expect", "FILE", tr("a text file with one expectation per line; - for standard input")),
        ("--crawl", "FILE", tr("a crawl file of the site")),
        ("--title", "TEXT", tr("the title of the report")),
        ("--author", "TEXT", tr("the author of the report")),
        ("--client", "TEXT", tr("the client, for the cover")),
        ("--agency", "TEXT", tr("the agency, beside the logo")),
        ("--notes", "FILE", tr(_NOTES)),
        ("--logo", "FILE", tr("a logo above the title, PNG or JPEG")),
        ("--colour", "#RRGGBB", tr(_COLOUR)),
        ("--fonts", "FOLDER", tr(_FONTS)),
        ("--since", "FILE", tr(_SINCE)),
        ("--date", "DAY", tr(_DATE)),
    ):
        parser.add_argument(name, metavar=metavar, help=said)
    whom: Message = (
        "who reads it: the client (few pages, no jargon), the developer (lines, changes, tests), or the record "
        "(everything, the default)"
    )
    parser.add_argument("--for", dest="audience", choices=list(Audience), default=Audience.RECORD, help=tr(whom))
    searching = tr("search the crawl for these words, and show which crawlers cannot see the pages; repeatable")
    parser.add_argument("--search", metavar="WORDS", action="append", default=[], help=searching)
    parser.add_argument("--log", metavar="FILE", action="append", default=[], help=tr(_LOG))
    export_help = tr("an export of Page indexing from Search Console, or a folder of them; repeatable")
    parser.add_argument("--indexing", metavar="EXPORT", action="append", default=[], help=export_help)
    meant_help = tr("fetch this page and what its site says about its use, for the section on AI")
    parser.add_argument("--meant", metavar="URL", help=meant_help)
    add_versions(parser)
    parser.add_argument("--history", action="store_true", help=tr(_HISTORY))
    which = parser.add_mutually_exclusive_group()
    only = tr("only these sections, in the usual order; repeatable")
    which.add_argument("--only", metavar="SECTION", action="append", help=only)
    without = tr("all sections except these; repeatable")
    which.add_argument("--without", metavar="SECTION", action="append", help=without)
    add_output(parser, FORMATS, what=_WRITING, usual="md")
    add_config(parser)
    add_files(parser, "FILE", what=tr(_FILE))


def run(options: argparse.Namespace) -> int:
    """Write the report; return the exit status."""
    (file,) = files_of(options, "FILE")
    refuse_second_stream((file, options.baseline, options.expect, options.notes, *(options.urls or ())))
    form = _format(options)
    with ExitStack() as comparison:
        project = _project(file, options)
        _take_from_project(options, project)
        gathering = _SubjectBuilder(options, project, file, config_of(options), comparison)
        wanted = _wanted(options)
        subject, urls = gathering.subject()
        if options.urls and not urls.urls:
            complain_of_rejected(urls)
            return MISUSE

        with form.spoken():
            body = form.write(report_of(subject, form.choices(wanted)))
    with answering(options.output) as out:
        out.write_bytes(body)
    complain_of_rejected(urls)
    return MISUSE if urls.is_misuse else FINE


_NO_BINARY: Message = "{format} cannot be printed: name a file with -o."
_BINARY: Final = frozenset({"pdf", "xlsx"})
_WITH_FONTS: Final = frozenset({"html", "pdf"})
"""Formats that name fonts; the others need not read them, for which the extra `pdf` is needed."""


def _format(options: argparse.Namespace) -> ReportFormat:
    form = FORMATS[options.format]
    if form.id in _BINARY and options.output in {None, STREAM}:
        raise MisuseError(_NO_BINARY, format=tr(form.title))
    return form


def _project(file: str, options: argparse.Namespace) -> "GivenProject | None":
    """Return the project, if a file is one by its name. Raises FileError."""
    options.project = file if file.lower().endswith(SUFFIX) else None
    return asked_project(options)


def _take_from_project(options: argparse.Namespace, project: "GivenProject | None") -> None:
    """Take from the project what its reports say of themselves, if no option does. Raises FileError."""
    if project is None:
        return
    kept = project.project.report
    for name in ("title", "client", "author", "agency", "colour"):
        setattr(options, name, getattr(options, name) or getattr(kept, name))
    for name in ("logo", "notes", "fonts"):
        setattr(options, name, getattr(options, name) or project.path_of(getattr(kept, name)))


_NO_SECTION: Message = "Unknown section {name}. Available: {sections}."
_NEARLY_SECTION: Message = "Unknown section {name}. Did you mean {near}?"
_NO_DATE: Message = "“{text}” is not a date. Write it as 2026-10-01."


def _wanted(options: argparse.Namespace) -> ReportChoices:
    made_on = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    if options.date:
        try:
            made_on = datetime.strptime(options.date, "%Y-%m-%d")  # noqa: DTZ007 - a day is the same everywhere
        except ValueError as error:
            raise MisuseError(_NO_DATE, text=options.date) from error
    notes = read_input(options.notes).decode("utf-8", "replace") if options.notes else ""
    logo = read_logo(Path(options.logo)) if options.logo else None
    return ReportChoices(
        made_on,
        options.title or "",
        options.author or "",
        notes,
        logo,
        _sections(options),
        Audience(options.audience),
        options.client or "",
        options.agency or "",
        read_colour(options.colour) if options.colour else ACCENT,
        read_fonts(Path(options.fonts)) if options.fonts and options.format in _WITH_FONTS else None,
    )


def _sections(options: argparse.Namespace) -> tuple[str, ...] | None:
    named = [name for text in (options.only or options.without or ()) for name in text.split(",")]
    for name in named:
        if name not in SECTIONS:
            if near := nearest(name, tuple(SECTIONS)):
                raise MisuseError(_NEARLY_SECTION, name=name, near=near)
            raise MisuseError(_NO_SECTION, name=name, sections=told_list(tuple(SECTIONS)))
    if not named:
        return None
    return tuple(id_ for id_ in SECTIONS if (id_ in named) is bool(options.only))


class _SubjectBuilder(Struct, frozen=True, eq=False):
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
