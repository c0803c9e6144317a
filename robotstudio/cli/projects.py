"""`--project`: what is not given on the command line is taken from a project, for one of its environments."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from robotstudio.cli.inputs import AskedUrls, first_rejected, no_urls, read_input
from robotstudio.cli.output import MisuseError
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.project.file.model import Environment, Project, is_address, resolved
from robotstudio.project.file.project_file import load
from robotstudio.project.file.reach import refuse_outside
from robotstudio.project.project import body_of, environment_of, expectations_of, scenario_of, urls_of
from robotstudio.store.files import read
from robotstudio.text.language import Message, Words, told
from robotstudio.urls.urls import robots_address

_NO_FILE: Message = "“{path}” names no file: give a robots.txt, or write one under “file” in the project."
_NO_BASELINE: Message = (
    "“{path}” names no file to compare with: give OLD, or write one under “baseline” in the project."
)
_NO_URL: Message = "{name}, {key}: {why}"


@dataclass(frozen=True, slots=True)
class GivenProject:
    """A project as a command uses it, for one of its environments; `path` as it was given."""

    path: str
    project: Project
    environment: Environment
    is_trusted: bool = False
    """The person says that it may name files anywhere."""

    @property
    def crawlers(self) -> Sequence[str]:
        return self.project.crawlers

    @property
    def scenario(self) -> HttpScenario:
        return scenario_of(self.project)

    @property
    def address(self) -> str | None:
        """The robots.txt that the environment serves, where its site is known."""
        return robots_address(self.environment.site) if self.environment.site else None

    @property
    def file(self) -> str:
        """The path of the project's file."""
        if not self.project.file:
            raise MisuseError(_NO_FILE, path=self.path)
        return self._path(self.project.file)

    @property
    def expectations(self) -> str | None:
        """The path of what is expected of the environment, None where nothing is."""
        found = expectations_of(self.environment, self.project.file, self._folder)
        return None if found is None else self._allowed(found)

    def name_of(self, file: str) -> str:
        """What a text is called that the environment serves: no file of that name has its lines where an overlay is."""
        return f"{file} ({self.environment.name})" if self.environment.overlay else file

    def served(self, body: bytes) -> bytes:
        """What the environment serves for the text of a file."""
        return body_of(body, self.environment)

    def draft(self, file: str | None = None) -> tuple[str, bytes]:
        """The file that was given, else that of the project, as the environment serves it: its name, and its bytes."""
        body = read_input(file) if file is not None else read(Path(self.file))
        return self.name_of(file or self.file), self.served(body)

    def read_baseline(self) -> bytes:
        """What the environment is compared with where nothing is given."""
        if self.environment.baseline:
            return read(Path(self._path(self.environment.baseline)))
        if not self.project.baseline:
            raise MisuseError(_NO_BASELINE, path=self.path)
        return self.served(read(Path(self._path(self.project.baseline))))

    def urls(self, options: argparse.Namespace, words: Words) -> AskedUrls:
        """The URLs that were typed, and those of the sources."""
        typed = urls_of(self.project, self.environment)
        rejected = (told(_NO_URL, name=self.path, key=f"urls {number}", why=why) for number, why in typed.rejected)
        remarks = list(first_rejected(rejected, len(typed.rejected), self.path))
        if not self.project.sources:
            if not typed.urls and not remarks:
                raise no_urls(options)
            return AskedUrls(typed.urls, None, remarks, is_misuse=bool(typed.rejected) or not typed.urls)
        from robotstudio.cli.url_files import read_sources  # noqa: PLC0415  # typed URLs are read without numpy

        sources = [(each, self._paths(each.locations)) for each in self.project.sources]
        found = read_sources(sources, typed.urls, self.environment.site, words)
        is_misuse = found.is_misuse or bool(typed.rejected)
        return AskedUrls(found.urls, found.table, [*remarks, *found.remarks], is_misuse=is_misuse)

    @property
    def source_paths(self) -> list[str]:
        """The files that its URLs are read from."""
        return [path for source in self.project.sources for path in self._paths(source.locations)]

    @property
    def _folder(self) -> Path:
        return Path(self.path).parent

    def _path(self, reference: str) -> str:
        return self._allowed(resolved(reference, self._folder))

    def _allowed(self, file: Path) -> str:
        """The file, if the project may have it read. Raises OutsideFileError."""
        if not self.is_trusted:
            refuse_outside(file, Path(self.path))
        return str(file)

    def _paths(self, references: Sequence[str]) -> list[str]:
        return [each if is_address(each) else self._path(each) for each in references]


def project_of(options: argparse.Namespace) -> GivenProject | None:
    """The project that the options name. Raises FileError."""
    if options.project is None:
        if options.environment is not None:
            raise MisuseError("--environment chooses one of the hosts of a project: name that with --project.")
        return None
    project = load(Path(options.project))
    environment = environment_of(project, options.environment or "")
    return GivenProject(options.project, project, environment, options.trust_project)
