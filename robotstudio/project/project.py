"""What a project means: its environments, what of it has changed, and the way to and from what the window remembers."""

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

_NO_ENVIRONMENTS: Message = "The project has no environments, and so none called {name}."
_NO_ENVIRONMENT: Message = "The project has no environment called {name}. Known are {names}."
_HOUR = timedelta(hours=1)


class UnknownEnvironmentError(RobotStudioError):
    """A project has no environment of the name that was given."""


def environment_of(project: Project, name: str = "") -> Environment:
    """The environment of a name; without a name the project itself, as one whose text is that of the file."""
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
    """What an environment serves where the project's file holds `base`."""
    return overlaid(base, environment.overlay)


class ProjectUrls(Struct, frozen=True):
    """The typed URLs of an environment; those that are none, each with its number in the list."""

    urls: tuple[TestUrl, ...]
    rejected: tuple[tuple[int, Told], ...] = ()


def urls_of(project: Project, environment: Environment) -> ProjectUrls:
    """The typed URLs as an environment has them: paths are its own, and URLs of the project's site move to its site."""
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
    """True if there is something that a person would miss; how the window looks is saved by the way."""
    return replace(now, window=saved.window, schema=saved.schema) != saved


class OpenSite(Struct, frozen=True):
    """What a window works on beside what `State` remembers of it."""

    file: Path | None = None
    robots_url: str = ""
    baseline: Path | None = None
    """The file that the draft is compared with, where that was chosen."""
    scenario: HttpScenario = field(default_factory=HttpScenario)
    is_own_choice: bool = False
    """True if the person chose the answer that is supposed."""
    tab: str = ""
    selected_url: str = ""
    selected_crawler: str = ""


def project_of(state: State, site: OpenSite, folder: Path, before: Project | None = None) -> Project:
    """The project in a folder that keeps a window as it is; what the window knows nothing of is as it was `before`."""
    before = before or Project()
    return replace(
        before,
        site=_kept_site(site.robots_url, before.site),
        file=_reference(site.file, folder, before.file),
        baseline=_reference(site.baseline, folder, before.baseline),
        urls=tuple(map(_kept_url, state.urls)),
        sources=tuple(_kept_sources(state.sources, site.robots_url, folder, before)),
        crawlers=state.crawlers,
        scenario=_kept_scenario(site),
        window=ProjectView(
            site.tab,
            site.selected_url,
            site.selected_crawler,
            shows_reading=state.shows_reading,
            splitters=state.splitters,
        ),
    )


def moved(project: Project, before: Path, now: Path) -> Project:
    """The same project with its references from another folder."""

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
    """What a window remembers, with what the project keeps; settings of the person stay."""
    return replace(
        state,
        urls=project.urls,
        sources=sources_of(project, folder),
        crawlers=project.crawlers,
        splitters=project.window.splitters or state.splitters,
        shows_reading=project.window.shows_reading,
    )


def site_of(project: Project, folder: Path) -> OpenSite:
    """What a window is to open."""
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
    """What a list of projects says of one, without opening it."""

    path: Path
    sites: tuple[str, ...] = ()
    """The hosts: its own, and those of its environments."""
    problem: Told | None = None
    """Why it cannot be opened."""


def summary_of(path: Path) -> ProjectSummary:
    """The same, read from its file. Never raises."""
    try:
        project = load(path)
    except FileError as error:
        return ProjectSummary(path, problem=error.told)
    sites = (project.site, *(each.site for each in project.environments))
    hosts = (site_in(_origin(site)) for site in sites if site)
    return ProjectSummary(path, tuple(dict.fromkeys(hosts)))


def summary_of_file(path: Path) -> ProjectSummary:
    """The same of a robots.txt: whether it can be opened. Never raises."""
    try:
        with opened(path):
            return ProjectSummary(path)
    except FileError as error:
        return ProjectSummary(path, problem=error.told)


def scenario_of(project: Project) -> HttpScenario:
    """The answer of the server that the project supposes."""
    kept = project.scenario
    return HttpScenario(kept.answer, elapsed=kept.hours * _HOUR, has_copy=kept.has_copy, site_answers=kept.site_answers)


def sources_of(project: Project, folder: Path) -> tuple[Source, ...]:
    """The sources of URLs, to be read when the person asks for it. The same ones have the same ids."""
    return tuple(_source(each, folder) for each in project.sources)


def expectations_of(environment: Environment, file: str, folder: Path) -> Path | None:
    """Where the expectations of an environment are; the project's own are beside its file where none are named."""
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
    )


def _kind_of(place: str) -> str:
    """The kind of a source for which none is named; a file that cannot be read is said to be so when it is."""
    if is_address(place):
        return FileKind.SITEMAP.value
    try:
        return source_kind(Path(place)).value
    except FileError:
        return FileKind.LIST.value


def _kept_sources(sources: Iterable[Source], site: str, folder: Path, before: Project) -> Iterable[ProjectSource]:
    """Those that lie somewhere, in the order in which they were: what was pasted could not be read again."""
    known = {made.id: (made, kept) for made, kept in ((_source(each, folder), each) for each in before.sources)}
    references = [place for each in before.sources for place in each.locations]
    order = {source_id: number for number, source_id in enumerate(known)}
    for source in sorted((each for each in sources if each.locations), key=lambda each: order.get(each.id, len(order))):
        made, kept = known.get(source.id, (None, None))
        if made and kept and _ways(made) == _ways(source):
            yield kept
            continue
        yield ProjectSource(
            tuple(_kept_place(place, folder, references) for place in source.locations),
            source.kind,
            "" if [source.name] == [Path(place).name for place in source.locations] else source.name,
            source.column,
            source.hits_column,
            "" if _origin(source.base or "") == _origin(site) else source.base or "",
        )


def _ways(source: Source) -> tuple[object, ...]:
    """What a person may change of a source; the rest is found out when it is read."""
    return source.name, source.locations, source.column, source.hits_column


def _kept_place(place: str, folder: Path, known: Iterable[str]) -> str:
    return place if is_address(place) else reference_to(Path(place), folder, known)


def _reference(path: Path | None, folder: Path, before: str) -> str:
    return reference_to(path, folder, (before,)) if path else ""


def _kept_site(robots_url: str, before: str) -> str:
    """As it was written, where it is still the same site."""
    if before and robots_url == robots_address(before):
        return before
    return robots_url.removesuffix("/robots.txt")


def _kept_url(written: str) -> str:
    """A file of a project holds no NUL; the URL is requested without it too."""
    return normalise(written).url if "\0" in written else written


def _kept_scenario(site: OpenSite) -> ProjectScenario:
    """What was chosen; what a server answered is looked at anew, and what follows from that too."""
    now = site.scenario
    if not site.is_own_choice or now.choice in {DRAFT, FETCHED}:
        return ProjectScenario()
    return ProjectScenario(now.choice, now.elapsed // _HOUR, now.has_copy, now.site_answers)
