"""The test URLs, their sources and the crawlers of files that were open before, each known by its path."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from robotstudio.io.errors import FileError, FileMissingError
from robotstudio.io.files import make_directory, read, remove, set_aside, write_atomic
from robotstudio.io.open_tabs import KeptTab, KeptTabs, bytes_of, parse
from robotstudio.io.projects.model import Project

_MOST_FILES: Final = 200
_SIZE_LIMIT: Final = 256 * 1024 * 1024


class DocumentMemory:
    """One private file with the last documents, the newest first. Several programs may write it, one after another."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, file: Path) -> Project | None:
        """What the file had when it was closed last; None if that is not known. Never raises."""
        wanted = file.resolve()
        return next((tab.project for tab in self._tabs() if tab.path and tab.path == wanted), None)

    def keep(self, documents: Iterable[tuple[Path, Project]]) -> None:
        """Remember these files, and forget those of them that have nothing. Raises FileError."""
        given = {file.resolve(): _own(project) for file, project in documents}
        known = {tab.path: tab for tab in self._tabs() if tab.path}
        now = {path: KeptTab(path=path, project=project) for path, project in given.items() if project != Project()}
        now |= {path: tab for path, tab in known.items() if path not in given}
        if [*now.values()] != [*known.values()]:
            make_directory(self._path.parent)
            write_atomic(self._path, bytes_of(KeptTabs(tuple(now.values())[:_MOST_FILES])), private=True)

    def forget(self) -> None:
        """Remember no file. Raises FileError."""
        remove(self._path)

    def _tabs(self) -> tuple[KeptTab, ...]:
        try:
            body = read(self._path, _SIZE_LIMIT)
        except FileMissingError:
            return ()
        except FileError:
            body = b""
        tabs = parse(body).tabs
        if not tabs:
            with suppress(FileError):
                set_aside(self._path, "broken")
        return tabs


def _own(project: Project) -> Project:
    """What belongs to the file itself: how the window looked does not."""
    if not (project.urls or project.sources or project.crawlers):
        return Project()
    return Project(site=project.site, urls=project.urls, sources=project.sources, crawlers=project.crawlers)
