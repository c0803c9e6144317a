"""The settings that a file is judged by: the nearest configuration, and the project that names it."""

from pathlib import Path

from msgspec import Struct

from robotstudio.cli.config import Config, config_near
from robotstudio.cli.crawlers import own_catalogue
from robotstudio.cli.lint import chosen_rules
from robotstudio.cli.output import MisuseError
from robotstudio.cli.projects import GivenProject  # noqa: TID253  # the server is loaded when it is asked for
from robotstudio.draft.expectations import path_beside
from robotstudio.engine.crawlers import DEFAULT_TOKENS, Catalogue, Crawler
from robotstudio.project.file.model import resolved
from robotstudio.project.file.project_file import load
from robotstudio.project.project import environment_of
from robotstudio.store.errors import RobotStudioError
from robotstudio.text.language import WORDS
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.url_set import UrlSet

_PROJECTS = "*.robotstudio"


class Surroundings(Struct, frozen=True):
    """The configuration, crawlers and URLs for a file, and what of them could not be read, in sentences.

    `address` is that of the robots.txt on its site, "" if it is unknown; `expectations` the path of its expectations.
    """

    config: Config
    catalogue: Catalogue
    crawlers: tuple[Crawler, ...]
    urls: UrlSet
    expectations: Path
    address: str = ""
    problems: tuple[str, ...] = ()


def surroundings_of(path: Path) -> Surroundings:
    """Read what a robots.txt is judged by. What cannot be read is told, and left out.

    A relative path is that of a document outside the file system: it has no surroundings.
    """
    problems: list[str] = []
    config, urls, address, expectations = Config(), UrlSet(), "", path_beside(path)
    tokens = tuple[str, ...]()
    if path.is_absolute():
        try:
            near = config_near(path.parent)
            chosen_rules(near)
            config = near
        except MisuseError as error:
            problems.append(WORDS.tell(error.told))
        try:
            project = _project_of(path, problems)
            if project is not None:
                tokens, address = tuple(project.crawlers), project.address or ""
                expectations = Path(project.expectations or expectations)
                urls = as_set(project.known_urls().urls)
        except RobotStudioError as error:
            problems.append(WORDS.tell(error.told))
    catalogue = own_catalogue()
    named = tokens or config.crawlers or DEFAULT_TOKENS
    crawlers = tuple(catalogue.crawler_for(token) for token in named)
    return Surroundings(config, catalogue, crawlers, urls, expectations, address, tuple(problems))


def _project_of(path: Path, problems: list[str]) -> GivenProject | None:
    """Return the project in the folder of a file, or above it, whose file it is; add what is wrong with others."""
    for folder in path.parents:
        for found in sorted(folder.glob(_PROJECTS)):
            try:
                project = load(found)
            except RobotStudioError as error:
                problems.append(WORDS.tell(error.told))
                continue
            if project.file and resolved(project.file, folder) == path:
                return GivenProject(str(found), project, environment_of(project, ""))
    return None
