"""A project: its environments, unsaved changes, and conversion from and to the state of a window.

The robots.txt of a host can be made from that of another by the edits of an overlay. An edit is independent of
positions, so that it survives changes of the text.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from robotstudio.draft.expectations import path_beside
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.tokens import LINE_END, UTF8_BOM, Field, LineSyntax, line_end_of, parse_line, split_lines
from robotstudio.fetch.http_scenario import DRAFT, FETCHED, HttpScenario
from robotstudio.project.file.model import (
    EditKind,
    Environment,
    OverlayEdit,
    Project,
    ProjectReport,
    ProjectScenario,
    ProjectSource,
    ProjectView,
    is_address,
    reference_to,
    resolved,
)
from robotstudio.project.file.project_file import load
from robotstudio.project.state import State
from robotstudio.store.errors import BadUrlError, FileError, RobotStudioError
from robotstudio.store.files import exists, opened
from robotstudio.text.language import Message, Told, told_list
from robotstudio.urls.kinds import FileKind, source_kind
from robotstudio.urls.url_set import Source
from robotstudio.urls.urls import Normaliser, TestUrl, normalise, robots_address, site_in

_SYNTAXES = tuple({dialect.lines.id: dialect.lines for dialect in DIALECTS.values()}.values())
"""The distinct line syntaxes of all dialects."""


def overlaid(body: bytes, overlay: Iterable[OverlayEdit]) -> bytes:
    """Apply all edits in order, keeping byte order mark and line ends."""
    for edit in overlay:
        mark = UTF8_BOM if body.startswith(UTF8_BOM) else b""
        text, end = body.removeprefix(UTF8_BOM), line_end_of(body)
        lines = [line.encode("utf-8", "surrogateescape") for line in edit.lines]
        body = mark + _EDITS[edit.do](text, lines, end)
    return body


def _joined(lines: Sequence[bytes], end: bytes) -> bytes:
    return b"".join(line + end for line in lines)


def _ended(body: bytes, end: bytes) -> bytes:
    return body if not body or body.endswith((b"\n", b"\r")) else body + end


def _with_first(body: bytes, lines: Sequence[bytes], end: bytes) -> bytes:
    return _joined((*lines, b"") if body and lines else lines, end) + body


def _with_last(body: bytes, lines: Sequence[bytes], end: bytes) -> bytes:
    """Append lines after an empty line; first close an open group at the end with a rule that blocks nothing.

    Else the crawlers it names would follow the first group added. That rule follows an empty line, so that readers
    which drop a group without rules there, as Python's urllib does, assign it to none.
    """
    if not lines or not body:
        return body + _joined(lines, end)
    names_crawlers = any(parse_line(line).field is Field.USER_AGENT for line in lines)
    before = (b"", b"Disallow:", b"") if names_crawlers and _ends_in_open_group(body) else (b"",)
    return _ended(body, end) + _joined((*before, *lines), end)


def _ends_in_open_group(body: bytes) -> bool:
    """Return True if the text ends in a group without rules in any dialect."""
    lines = split_lines(body)
    return any(_ends_in_open_group_as(lines, syntax) for syntax in _SYNTAXES)


def _ends_in_open_group_as(lines: Sequence[bytes], syntax: LineSyntax) -> bool:
    for raw in reversed(lines):
        line = parse_line(raw, syntax)
        if line.is_rule or line.field is Field.USER_AGENT:
            return not line.is_rule
    return False


def _replaced(_body: bytes, lines: Sequence[bytes], end: bytes) -> bytes:
    return _joined(lines, end)


def _with_sitemaps(body: bytes, lines: Sequence[bytes], end: bytes) -> bytes:
    kept, at = [], 0
    for found in LINE_END.finditer(body):
        kept.append(body[at : found.end()])
        at = found.end()
    kept.append(body[at:])
    rest = b"".join(each for each in kept if parse_line(each.rstrip(b"\r\n")).field is not Field.SITEMAP)
    return _with_last(rest, [b"Sitemap: " + line for line in lines], end)


def _closed(body: bytes, _lines: Sequence[bytes], end: bytes) -> bytes:
    """Block everything for all crawlers, and for each crawler named in the text in any dialect."""
    names: dict[bytes, bytes] = {}
    for raw in split_lines(body):
        for line in (parse_line(raw, syntax) for syntax in _SYNTAXES):
            if line.field is Field.USER_AGENT and line.value and line.value != b"*":
                names.setdefault(line.value.lower(), line.value)
    named = [b"", *(b"User-agent: " + name for name in names.values()), b"Disallow: /"] if names else []
    return _joined([b"User-agent: *", b"Disallow: /", *named], end)


_EDITS: Mapping[EditKind, Callable[[bytes, Sequence[bytes], bytes], bytes]] = {
    EditKind.PREPEND: _with_first,
    EditKind.APPEND: _with_last,
    EditKind.REPLACE: _replaced,
    EditKind.SITEMAPS: _with_sitemaps,
    EditKind.CLOSE: _closed,
}


_NO_ENVIRONMENTS: Message = "The project has no environments, so none is called {name}."
_NO_ENVIRONMENT: Message = "Unknown environment {name}. Available: {names}."
_HOUR = timedelta(hours=1)


class UnknownEnvironmentError(RobotStudioError):
    """The project has no environment of that name."""


def environment_of(project: Project, name: str = "") -> Environment:
    """Return an environment by name; without a name the project itself, as an environment without overlay."""
    if not name:
        return Environment("", project.site, expectations=project.expectations, baseline=project.baseline)
    for environment in project.environments:
        if environment.name == name:
            return environment
    names = project.environment_names
    if not names:
        raise UnknownEnvironmentError(_NO_ENVIRONMENTS, name=name)
    raise UnknownEnvironmentError(_NO_ENVIRONMENT, name=name, names=told_list(names))


def body_of(base: bytes, environment: Environment) -> bytes:
    """Return what an environment serves if the project's file is `base`."""
    return overlaid(base, environment.overlay)


class ProjectUrls(Struct, frozen=True):
    """The typed URLs of an environment, and its invalid ones with their number in the list."""

    urls: tuple[TestUrl, ...]
    rejected: tuple[tuple[int, Told], ...] = ()


def urls_of(project: Project, environment: Environment) -> ProjectUrls:
    """Return the typed URLs for an environment: paths are resolved, and URLs of the project's site move to its site."""
    read, before, now = Normaliser(environment.site or None), _origin(project.site), _origin(environment.site)
    moves = bool(before and now and before != now)
    found, rejected = [], []
    for number, written in enumerate(project.urls, 1):
        try:
            url = read(written)
            is_moved = moves and url.url.startswith(f"{before}/")
            found.append(normalise(now + url.path) if is_moved else url)
        except BadUrlError as error:
            rejected.append((number, error.told))
    return ProjectUrls(tuple(found), tuple(rejected))


def _origin(site: str) -> str:
    return robots_address(site).removesuffix("/robots.txt") if site else ""


def is_unsaved(saved: Project, now: Project) -> bool:
    """Return True if there are changes to save; the state of the window does not count."""
    return replace(now, window=saved.window, schema=saved.schema) != saved


class OpenSite(Struct, frozen=True):
    """The work of a window, besides its `State`."""

    file: Path | None = None
    robots_url: str = ""
    baseline: Path | None = None
    """The chosen file that the draft is compared with."""
    scenario: HttpScenario = field(default_factory=HttpScenario)
    is_own_choice: bool = False
    """True if the person chose the scenario."""
    tab: str = ""
    selected_url: str = ""
    selected_crawler: str = ""


def project_of(state: State, site: OpenSite, folder: Path, before: Project | None = None) -> Project:
    """Make the project of a window for a folder; everything else stays as in `before`."""
    before = before or Project()
    return replace(
        before,
        site=_saved_site(site.robots_url, before.site),
        file=_reference(site.file, folder, before.file),
        baseline=_reference(site.baseline, folder, before.baseline),
        urls=tuple(map(_saved_url, state.urls)),
        sources=tuple(_saved_sources(state.sources, site.robots_url, folder, before)),
        crawls=tuple(reference_to(Path(path), folder, before.crawls) for path in state.crawls),
        crawlers=state.crawlers,
        scenario=_saved_scenario(site),
        window=ProjectView(
            site.tab,
            site.selected_url,
            site.selected_crawler,
            shows_reading=state.shows_reading,
            splitters=state.splitters,
        ),
    )


def moved(project: Project, before: Path, now: Path) -> Project:
    """Rebase the references of a project to another folder."""

    def reference(text: str) -> str:
        return reference_to(resolved(text, before), now) if text and not is_address(text) else text

    environments = (
        replace(each, expectations=reference(each.expectations), baseline=reference(each.baseline))
        for each in project.environments
    )
    return replace(
        project,
        file=reference(project.file),
        baseline=reference(project.baseline),
        expectations=reference(project.expectations),
        sources=tuple(replace(each, locations=tuple(map(reference, each.locations))) for each in project.sources),
        crawls=tuple(map(reference, project.crawls)),
        environments=tuple(environments),
        report=_with_files(project.report, reference),
        schema=reference(project.schema),
    )


def report_of(project: Project, folder: Path) -> ProjectReport:
    """Return what the reports on a project say of themselves, with absolute paths."""
    return _with_files(project.report, lambda text: str(resolved(text, folder)) if text else "")


def with_report(project: Project, report: ProjectReport, folder: Path) -> Project:
    """Set what the reports on a project say of themselves, given with absolute paths."""
    kept = project.report
    known = kept.logo, kept.notes, kept.fonts
    return replace(
        project,
        report=_with_files(report, lambda text: reference_to(Path(text), folder, known) if text else ""),
    )


def _with_files(report: ProjectReport, reference: Callable[[str], str]) -> ProjectReport:
    return replace(report, logo=reference(report.logo), notes=reference(report.notes), fonts=reference(report.fonts))


def state_of(project: Project, folder: Path, state: State) -> State:
    """Merge the parts of a project into the state of a window; settings stay."""
    return replace(
        state,
        urls=project.urls,
        sources=sources_of(project, folder),
        crawls=tuple(str(resolved(each, folder)) for each in project.crawls),
        crawlers=project.crawlers,
        splitters=project.window.splitters or state.splitters,
        shows_reading=project.window.shows_reading,
    )


def site_of(project: Project, folder: Path) -> OpenSite:
    """Return what a window has to open."""
    view = project.window
    return OpenSite(
        file=resolved(project.file, folder) if project.file else None,
        robots_url=robots_address(project.site) if project.site else "",
        baseline=resolved(project.baseline, folder) if project.baseline else None,
        scenario=scenario_of(project),
        is_own_choice=project.scenario != ProjectScenario(),
        tab=view.tab,
        selected_url=view.selected_url,
        selected_crawler=view.selected_crawler,
    )


class ProjectSummary(Struct, frozen=True):
    """An entry in a list of projects, read without opening it."""

    path: Path
    sites: tuple[str, ...] = ()
    """The hosts of the project and its environments."""
    problem: Told | None = None
    """Why it cannot be opened."""


def summary_of(path: Path) -> ProjectSummary:
    """Read the summary of a project file. Never raises."""
    try:
        project = load(path)
    except FileError as error:
        return ProjectSummary(path, problem=error.told)
    sites = (project.site, *(each.site for each in project.environments))
    hosts = (site_in(_origin(site)) for site in sites if site)
    return ProjectSummary(path, tuple(dict.fromkeys(hosts)))


def summary_of_file(path: Path) -> ProjectSummary:
    """Like `summary_of`, for a robots.txt. Never raises."""
    try:
        with opened(path):
            return ProjectSummary(path)
    except FileError as error:
        return ProjectSummary(path, problem=error.told)


def scenario_of(project: Project) -> HttpScenario:
    """Return the scenario of a project."""
    kept = project.scenario
    return HttpScenario(kept.answer, elapsed=kept.hours * _HOUR, has_copy=kept.has_copy, site_answers=kept.site_answers)


def sources_of(project: Project, folder: Path) -> tuple[Source, ...]:
    """Return the sources of URLs, which are read on demand. Equal ones have equal ids."""
    return tuple(_source(each, folder) for each in project.sources)


def expectations_of(environment: Environment, file: str, folder: Path) -> Path | None:
    """Return the expectations file of an environment; the project's own defaults to one beside its file."""
    if environment.expectations:
        return resolved(environment.expectations, folder)
    if environment.name or not file:
        return None
    beside = path_beside(resolved(file, folder))
    return beside if exists(beside) else None


def _source(kept: ProjectSource, folder: Path) -> Source:
    from hashlib import sha256  # noqa: PLC0415  # brings OpenSSL; the window imports this module at the start

    places = [place if is_address(place) else str(resolved(place, folder)) for place in kept.locations]
    return Source(
        sha256(repr((kept, places)).encode("utf-8", "surrogatepass")).hexdigest()[:16],
        kept.name or Path(places[0]).name,
        kept.kind or _kind_of(places[0]),
        tuple(places),
        column=kept.column,
        base=kept.base or None,
        hits_column=kept.hits_column,
        columns=kept.columns,
        log_fields=kept.log_fields,
    )


def _kind_of(place: str) -> str:
    """Detect the kind of a source; unreadable files fail later, when they are read."""
    if is_address(place):
        return FileKind.SITEMAP.value
    try:
        return source_kind(Path(place)).value
    except FileError:
        return FileKind.LIST.value


def _saved_sources(sources: Iterable[Source], site: str, folder: Path, before: Project) -> Iterable[ProjectSource]:
    """Return the sources that can be read again, in their earlier order; pasted ones cannot."""
    known = {made.id: (made, kept) for made, kept in ((_source(each, folder), each) for each in before.sources)}
    references = [place for each in before.sources for place in each.locations]
    order = {source_id: number for number, source_id in enumerate(known)}
    for source in sorted((each for each in sources if each.locations), key=lambda each: order.get(each.id, len(order))):
        made, kept = known.get(source.id, (None, None))
        if made and kept and _ways(made) == _ways(source):
            yield kept
            continue
        yield ProjectSource(
            tuple(_saved_place(place, folder, references) for place in source.locations),
            source.kind,
            "" if [source.name] == [Path(place).name for place in source.locations] else source.name,
            source.column,
            source.hits_column,
            "" if _origin(source.base or "") == _origin(site) else source.base or "",
            source.columns,
            source.log_fields,
        )


def _ways(source: Source) -> tuple[object, ...]:
    """Return what a person may change of a source; the rest is detected on reading."""
    return source.name, source.locations, source.column, source.hits_column, source.columns, source.log_fields


def _saved_place(place: str, folder: Path, known: Iterable[str]) -> str:
    return place if is_address(place) else reference_to(Path(place), folder, known)


def _reference(path: Path | None, folder: Path, before: str) -> str:
    return reference_to(path, folder, (before,)) if path else ""


def _saved_site(robots_url: str, before: str) -> str:
    """Keep the site as written if it is still the same."""
    if before and robots_url == robots_address(before):
        return before
    return robots_url.removesuffix("/robots.txt")


def _saved_url(written: str) -> str:
    """Remove NUL, which a project file cannot store, and a request never has."""
    return normalise(written).url if "\0" in written else written


def _saved_scenario(site: OpenSite) -> ProjectScenario:
    """Return the chosen scenario; a fetched answer is not stored, but fetched again."""
    now = site.scenario
    if not site.is_own_choice or now.choice in {DRAFT, FETCHED}:
        return ProjectScenario()
    return ProjectScenario(now.choice, now.elapsed // _HOUR, now.has_copy, now.site_answers)
