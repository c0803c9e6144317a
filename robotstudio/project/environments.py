"""The environments of a project for display: what each serves, its differences, and its failing tests."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.draft.changes.text_comparison import TextComparison, compare_texts
from robotstudio.draft.expectation_results import ExpectationState, Results, judged, rows_of
from robotstudio.draft.expectations import SUFFIX, ExpectationFile, load
from robotstudio.engine.cancelling import never
from robotstudio.engine.crawlers import Catalogue
from robotstudio.project.file.model import Environment, Project, reference_to, resolved
from robotstudio.project.project import body_of, environment_of, expectations_of, urls_of
from robotstudio.store.errors import FileError
from robotstudio.store.files import exists, file_name, read
from robotstudio.text.language import Told
from robotstudio.urls.urls import robots_address, site_in

BASE = ""
"""The name of the project's own host, which serves the file unchanged."""


class EnvironmentCheck(Struct, frozen=True, eq=False):
    """An environment, what it serves compared with the project's file, and its test results."""

    environment: Environment
    body: bytes
    comparison: TextComparison
    tests: Path | None = None
    """The file of its tests, if it names one."""
    results: Results = Results()  # frozen
    problem: Told | None = None
    """Why the tests cannot be read."""

    @property
    def name(self) -> str:
        return self.environment.name

    @property
    def fails(self) -> int:
        """Number of its tests that fail, cannot be read, or have no known result."""
        bad = (ExpectationState.FAILS, ExpectationState.UNREADABLE, ExpectationState.UNKNOWN)
        return sum(self.results.counts[state] for state in bad)


def all_of(project: Project) -> tuple[Environment, ...]:
    """Return the project itself, then its environments in order."""
    return (environment_of(project), *project.environments)


def host_of(environment: Environment) -> str:
    """Return the host of an environment; "" if unknown."""
    return site_in(robots_address(environment.site)) if environment.site else ""


def origins_of(project: Project) -> tuple[str, ...]:
    """Return the distinct origins of a project and its environments, as the history names hosts."""
    addresses = (robots_address(each.site) for each in all_of(project) if each.site)
    return tuple(dict.fromkeys(address.removesuffix("/robots.txt") for address in addresses))


def check(
    project: Project,
    folder: Path,
    base: bytes,
    catalogue: Catalogue,
    known: Mapping[str, ExpectationFile],
    is_cancelled: Callable[[], bool] = never,
) -> tuple[EnvironmentCheck, ...] | None:
    """Test what each environment serves for a text; `known` are the open expectation files, by environment.

    None if cancelled.
    """
    found = []
    for environment in all_of(project):
        if is_cancelled():
            return None
        body = body_of(base, environment)
        path, file, problem = expectations_of(environment, project.file, folder), known.get(environment.name), None
        if file is None and path is not None:
            try:
                file = load(path)
            except FileError as error:
                problem = error.told
        site = robots_address(environment.site) if environment.site else None
        rows = rows_of(file or ExpectationFile(), catalogue, site)
        results = judged(rows, body, {}, catalogue, is_cancelled)
        if results is None:
            return None
        found.append(
            EnvironmentCheck(environment, body, compare_texts(base, body, is_cancelled), path, results, problem)
        )
    return tuple(found)


def project_for(project: Project, environment: Environment) -> Project:
    """Return the state of a window for an environment: its site and URLs, with the crawlers of the project."""
    return Project(
        site=environment.site,
        baseline=environment.baseline,
        urls=tuple(url.written for url in urls_of(project, environment).urls),
        sources=project.sources,
        crawlers=project.crawlers,
        scenario=project.scenario,
        window=replace(project.window, tab="simulation", selected_url="", selected_crawler=""),
    )


def path_of_tests(project: Project, environment: Environment, folder: Path) -> Path:
    """Return the path of an environment's tests; a free path if it names none."""
    named = expectations_of(environment, project.file, folder)
    if named is not None:
        return named
    taken = {resolved(each.expectations, folder) for each in project.environments if each.expectations}
    number = 1
    while True:
        path = folder / file_name(environment.name, f"{f'-{number}' if number > 1 else ''}{SUFFIX}", "-")
        if path not in taken and not exists(path):
            return path
        number += 1


def with_tests(environments: Iterable[Environment], name: str, path: Path, folder: Path) -> tuple[Environment, ...]:
    """Set the tests of one environment."""
    reference = reference_to(path, folder)
    return tuple(replace(each, expectations=reference) if each.name == name else each for each in environments)


def new_name(taken: Sequence[str], wanted: str) -> str:
    """Return a name that no environment has yet."""
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    return name


def read_base(project: Project, folder: Path) -> bytes:
    """Return the saved text of the project's file. Raises FileError."""
    return read(resolved(project.file, folder)) if project.file else b""
