"""Projects, files of URLs and assumed answers, as commands take them: read the same way as in the window."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.cli.crawlers import AskedCrawler, own_catalogue
from robotstudio.cli.files import AskedUrls, is_standard_input, no_urls, read_input
from robotstudio.cli.output import MisuseError, complain
from robotstudio.crawl.url_source import add_crawl
from robotstudio.engine import Reason, UrlTable, Verdict
from robotstudio.engine.user_agents import UserAgents
from robotstudio.fetch.http_scenario import DRAFT, SUPPOSED_ANSWERS, HttpScenario
from robotstudio.fetch.policy import Effect
from robotstudio.fetch.scenario_words import observed
from robotstudio.project.file.file_access import refuse_outside
from robotstudio.project.file.model import Environment, Project, ProjectSource, is_address, resolved
from robotstudio.project.file.project_file import load
from robotstudio.project.project import body_of, environment_of, expectations_of, scenario_of, urls_of
from robotstudio.store.did_you_mean import nearest, shortened
from robotstudio.store.errors import FileError
from robotstudio.store.files import is_stream, read
from robotstudio.text.language import PLAIN, WORDS, Message, Plural, Told, told, told_list, tr
from robotstudio.urls.kinds import FileKind
from robotstudio.urls.logs.fields import LogFields, fields_from
from robotstudio.urls.sources.exports import ALL, USUAL
from robotstudio.urls.sources.log_columns import UnclearFieldsError
from robotstudio.urls.sources.reading import ReadOptions, SourceReading, files_in, grouped, read_bytes, read_source
from robotstudio.urls.sources.tables import UnclearColumnError
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.url_set import OF_SITE, UrlSet, joined_to_one_site
from robotstudio.urls.urls import LIST_LIMIT, TestUrl, robots_address

_NO_FILE: Message = "“{path}” names no file. Give a robots.txt, or set “file” in the project."
_NO_BASELINE: Message = "“{path}” names no file to compare with. Give OLD, or set “baseline” in the project."
_NO_URL: Message = "{name}, {key}: {why}"
_NO_ANSWER: Message = "Unknown answer “{name}”. Available: {answers}."
_ALLOWED: Mapping[Effect, bool | None] = {
    Effect.ALLOW_ALL: True,
    Effect.DISALLOW_ALL: False,
    Effect.DEFER: False,
    Effect.UNKNOWN: None,
}
"""The verdict on each URL; the other effects leave it to the rules. A cached copy is assumed to say the same."""


class GivenProject(Struct, frozen=True):
    """A project as a command uses it, for one of its environments; `path` is as it was given."""

    path: str
    project: Project
    environment: Environment
    is_trusted: bool = False
    """True if the person allows it to name files anywhere."""

    @property
    def crawlers(self) -> Sequence[str]:
        return self.project.crawlers

    @property
    def scenario(self) -> HttpScenario:
        return scenario_of(self.project)

    @property
    def address(self) -> str | None:
        """Return the address of the robots.txt that the environment serves, if its site is known."""
        return robots_address(self.environment.site) if self.environment.site else None

    @property
    def file(self) -> str:
        """Return the path of the project's file."""
        if not self.project.file:
            raise MisuseError(_NO_FILE, path=self.path)
        return self._path(self.project.file)

    @property
    def expectations(self) -> str | None:
        """Return the path of the environment's expectations, None if there are none."""
        found = expectations_of(self.environment, self.project.file, self._folder)
        return None if found is None else self._allowed(found)

    def name_of(self, file: str) -> str:
        """Return the name of a text that the environment serves: an overlay makes it differ from the file."""
        return f"{file} ({self.environment.name})" if self.environment.overlay else file

    def served(self, body: bytes) -> bytes:
        """Return what the environment serves for the text of a file."""
        return body_of(body, self.environment)

    def draft(self, file: str | None = None) -> tuple[str, bytes]:
        """Return the file that was given, else the project's, as the environment serves it: its name, and its bytes."""
        body = read_input(file) if file is not None else read(Path(self.file))
        return self.name_of(file or self.file), self.served(body)

    def read_baseline(self) -> bytes:
        """Return what the environment is compared with if nothing is given."""
        if self.environment.baseline:
            return read(Path(self._path(self.environment.baseline)))
        if not self.project.baseline:
            raise MisuseError(_NO_BASELINE, path=self.path)
        return self.served(read(Path(self._path(self.project.baseline))))

    def urls(self, options: argparse.Namespace, columns: Sequence[str] = ()) -> AskedUrls:
        """Return the URLs, with these columns beside their own. Raises MisuseError if there are none."""
        found = self.known_urls(columns)
        if not self.project.sources and not found.urls and not found.remarks:
            raise no_urls(options)
        return found

    def known_urls(self, columns: Sequence[str] = ()) -> AskedUrls:
        """Return the URLs that were typed, and those of the sources, with these columns beside their own."""
        typed = urls_of(self.project, self.environment)
        rejected = (told(_NO_URL, name=self.path, key=f"urls {number}", why=why) for number, why in typed.rejected)
        remarks = list(_first_rejected(rejected, len(typed.rejected), self.path))
        if not self.project.sources:
            return AskedUrls(typed.urls, None, remarks, is_misuse=bool(typed.rejected) or not typed.urls)
        sources = [(each, self._paths(each.locations)) for each in self.project.sources]
        found = _read_sources(sources, typed.urls, self.environment.site, columns)
        is_misuse = found.is_misuse or bool(typed.rejected)
        return AskedUrls(found.urls, found.table, [*remarks, *found.remarks], is_misuse=is_misuse)

    @property
    def source_paths(self) -> list[str]:
        """Return the files that its URLs are read from."""
        return [path for source in self.project.sources for path in self._paths(source.locations)]

    @property
    def _folder(self) -> Path:
        return Path(self.path).parent

    def path_of(self, reference: str) -> str:
        """Return the path of a file that the project names, "" for none. Raises OutsideFileError."""
        return self._path(reference) if reference else ""

    def _path(self, reference: str) -> str:
        return self._allowed(resolved(reference, self._folder))

    def _allowed(self, file: Path) -> str:
        """Return the file, if the project may have it read. Raises OutsideFileError."""
        if not self.is_trusted:
            refuse_outside(file, Path(self.path))
        return str(file)

    def _paths(self, references: Sequence[str]) -> list[str]:
        return [each if is_address(each) else self._path(each) for each in references]


def project_of(options: argparse.Namespace) -> GivenProject | None:
    """Return the project that the options name. Raises FileError."""
    if options.project is None:
        if options.environment is not None:
            raise MisuseError("--environment selects a host of a project. Name the project with --project.")
        return None
    project = load(Path(options.project))
    environment = environment_of(project, options.environment or "")
    return GivenProject(options.project, project, environment, options.trust_project)


class AssumedAnswer(Struct, frozen=True):
    """An assumed answer of the server."""

    scenario: HttpScenario

    def outcome(self, crawler: AskedCrawler, verdict: Verdict) -> tuple[bool | None, Effect] | None:
        """Return if a crawler may fetch a URL (None: that is not documented), and why; None if the rules decide."""
        policy = self.scenario.policy_outcome(crawler.crawler)
        if policy is None or policy.effect not in _ALLOWED:
            return None
        if policy.effect is Effect.DISALLOW_ALL and verdict.reason is Reason.ALWAYS_ALLOWED:
            return None
        return _ALLOWED[policy.effect], policy.effect

    def why(self) -> str:
        return observed(self.scenario)


def assumed_answer(name: str | None, project: GivenProject | None) -> AssumedAnswer | None:
    """Return the answer of this name, else that of the project; None if it is the file itself."""
    scenario = project.scenario if project else HttpScenario()
    if name is not None:
        if name not in SUPPOSED_ANSWERS:
            if near := nearest(name, SUPPOSED_ANSWERS):
                raise MisuseError("Unknown answer “{name}”. Did you mean {near}?", name=shortened(name), near=near)
            raise MisuseError(_NO_ANSWER, name=name, answers=WORDS.listed_text(list(SUPPOSED_ANSWERS), PLAIN, most=99))
        scenario = HttpScenario(name)
    return AssumedAnswer(scenario) if scenario.choice != DRAFT else None


_MADE_TO_BE_READ = frozenset({FileKind.LIST, FileKind.TABLE})


def read_url_files(
    names: Sequence[str], column: str, fields: LogFields, columns: Sequence[str] = (), base: str | None = None
) -> AskedUrls:
    """Read the URLs of files, with columns of values; those of a rotated log are one source.

    `base` is the site of paths without a host.

    Complains about a file that cannot be read, and reads the others. A list or a table must hold nothing but URLs; a
    log, or what a site publishes, may.
    """
    chosen = ReadOptions(
        column=column, columns=tuple(columns), base=base, fields=fields, find_tokens=_tokens, add_crawl=add_crawl
    )
    reads = [partial(_read_source, group, chosen) for group in _groups(names)]
    return _asked(reads, UrlSet(), _CHOOSE_BY_OPTION, _MAP_BY_OPTION)


def _read_sources(
    sources: Iterable[tuple[ProjectSource, Sequence[str]]], typed: Sequence[TestUrl], site: str, columns: Sequence[str]
) -> AskedUrls:
    """Read the URLs of a project: the typed ones, then those of its sources, each with the paths of its files."""
    reads, not_fetched = [], []
    for source, paths in sources:
        if any(map(is_address, source.locations)):
            not_fetched.append(told(_NOT_FETCHED, name=source.name or source.locations[0]))
            continue
        kind = FileKind(source.kind) if source.kind else None
        base = source.base or site or None
        further = [name for name in columns if name not in {USUAL, ALL}]
        asked = (*source.columns, *further) if source.columns else tuple(columns)
        fields = fields_from(source.log_fields)
        options = ReadOptions(
            kind, source.column, source.hits_column, asked, base, fields, _tokens, add_crawl=add_crawl
        )
        reads.append(partial(read_source, [Path(path) for path in paths], options))
    found = _asked(reads, as_set(typed), _CHOOSE_IN_PROJECT, _MAP_IN_PROJECT)
    return replace(found, remarks=[*not_fetched, *found.remarks])


def _asked(
    reads: Iterable[Callable[[], SourceReading]], typed: UrlSet, choosing: Message, mapping: Message
) -> AskedUrls:
    """Read all sources; `choosing` and `mapping` say how to choose a column of URLs, or a field of a log."""
    readings, is_incomplete = [], False
    for read_one in reads:
        try:
            reading = read_one()
        except UnclearColumnError as error:
            complain(WORDS.sentences((WORDS.tell(error.told), tr(choosing))))
            is_incomplete = True
        except UnclearFieldsError as error:
            complain(WORDS.sentences((WORDS.tell(error.told), tr(mapping, example=_EXAMPLE))))
            is_incomplete = True
        except FileError as error:
            complain(WORDS.tell(error.told))
            is_incomplete = True
        else:
            readings.append(reading)
            is_incomplete = is_incomplete or not reading.is_whole or not reading.urls
    sets, site = joined_to_one_site([reading.urls for reading in readings])
    urls = UrlSet.combined((typed, *sets))
    wrong = any(reading.rejected_count for reading in readings if reading.source.kind in _MADE_TO_BE_READ)
    remarks = [remark for reading in readings for remark in _remarks(reading)]
    if bare := [each.source.name for each, now in zip(readings, sets, strict=True) if each.urls is not now]:
        remarks.append(told(OF_SITE, names=told_list([f"“{name}”" for name in bare]), site=site))
    table = UrlTable.from_buffer(urls.urls.joined, urls.urls.starts)
    return AskedUrls(urls, table, remarks, is_misuse=is_incomplete or wrong or not urls)


def _tokens(header: str) -> tuple[str, ...]:
    return _agents().tokens(header)


@cache
def _agents() -> UserAgents:
    return UserAgents(own_catalogue())


def _groups(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Group names of files, those of one rotated log together; a stream is always alone."""
    streams = [name for name in names if is_standard_input(name) or is_stream(Path(name))]
    files = grouped(files_in(Path(name) for name in names if name not in streams))
    return [*(tuple(map(str, group)) for group in files), *((name,) for name in streams)]


def _read_source(names: Sequence[str], options: ReadOptions) -> SourceReading:
    if len(names) == 1 and (is_standard_input(names[0]) or is_stream(Path(names[0]))):
        called = tr("standard input") if is_standard_input(names[0]) else names[0]
        return read_bytes(read_input(names[0], LIST_LIMIT), called, options)
    return read_source([Path(name) for name in names], options)


_CHOOSE_BY_OPTION: Message = "Give its name or number with --urls-column."
_CHOOSE_IN_PROJECT: Message = "Set “column” of this source in the project to its name or number."
_MAP_BY_OPTION: Message = "Name it with --log-fields, such as {example}."
_MAP_IN_PROJECT: Message = "Name it in “log_fields” of this source in the project, such as {example}."
_EXAMPLE: Final = "url=request.uri"
_NOT_FETCHED: Message = (
    "“{name}” is a URL, which this command does not fetch: its URLs are left out. Download it and name the file in "
    "the project."
)
_INDEX = Plural(
    "{name} is an index of {count} sitemap. Download it and give its file.",
    "{name} is an index of {count} sitemaps. Download them and give their files.",
)


def _remarks(reading: SourceReading) -> Iterator[Told]:
    """Return remarks on a file: the lines that are no URLs, and what else was not read."""
    name = reading.source.name
    yield from reading.notes
    message: Message = "{name}, line {line}: {why}"
    rejected = (told(message, name=name, line=str(each.number), why=each.why) for each in reading.rejected)
    yield from _first_rejected(rejected, reading.rejected_count, name)
    if reading.sitemaps:
        yield told(_INDEX, name=name, count=len(reading.sitemaps))
    left: dict[str, tuple[Told, list[str]]] = {}
    for part in reading.parts:
        if part.left is not None:
            left.setdefault(str(part.left), (part.left, []))[1].append(part.name)
    for why, parts in left.values():
        yield told(_LEFT_OUT, name=name, parts=told_list(parts[:_SHOWN_REJECTIONS]), why=why)


_LEFT_OUT: Message = "{name}: left out {parts}: {why}."
_MORE_LINES = Plural("{name}: one more line is not a URL.", "{name}: {count} more lines are not URLs.")
_SHOWN_REJECTIONS: Final = 10


def _first_rejected(remarks: Iterable[Told], count: int, name: str) -> Iterator[Told]:
    """Return the first of so many remarks about what is no URL, and how many more there are."""
    yield from islice(remarks, _SHOWN_REJECTIONS)
    if count > _SHOWN_REJECTIONS:
        yield told(_MORE_LINES, name=name, count=count - _SHOWN_REJECTIONS)
