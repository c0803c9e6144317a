"""A project: its environments, unsaved changes, and conversion from and to the state of a window."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from robotstudio.draft.expectations import path_beside
from robotstudio.fetch.http_scenario import DRAFT, FETCHED, HttpScenario
from robotstudio.project.file.model import (
    Environment,
    Project,
    ProjectScenario,
    ProjectSource,
    ProjectView,
    is_address,
    reference_to,
    resolved,
)
from robotstudio.project.file.project_file import load
from robotstudio.project.overlays import overlaid
from robotstudio.project.state import State
from robotstudio.store.errors import BadUrlError, FileError, RobotStudioError
from robotstudio.store.files import exists, opened
from robotstudio.text.language import Message, Told, told_list
from robotstudio.urls.kinds import FileKind, source_kind
from robotstudio.urls.url_set import Source
from robotstudio.urls.urls import Normaliser, TestUrl, normalise, robots_address, site_in

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
        environments=tuple(environments),
        schema=reference(project.schema),
    )


def state_of(project: Project, folder: Path, state: State) -> State:
    """Merge the parts of a project into the state of a window; settings stay."""
    return replace(
        state,
        urls=project.urls,
        sources=sources_of(project, folder),
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
