"""Restrict the files that an untrusted project may read without asking, since projects name paths.

Allowed are files in its own folder, or in the repository that contains the folder. Any other file needs the person's
consent: else a project could put a private file into a report, or make Windows log in to its author's server.
"""

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from robotstudio.project.file.model import Project, is_address, resolved
from robotstudio.store.errors import FileError
from robotstudio.store.files import exists
from robotstudio.text.language import Message

_REPOSITORY: Final = ".git"
_OUTSIDE: Message = (
    "“{path}” refers to a file outside its folder: “{file}”. If you trust the author of the project, add "
    "--trust-project; if not, name the file yourself."
)


class OutsideFileError(FileError):
    """A project names a file that it must not read without consent."""


def files_of(project: Project) -> Iterator[str]:
    """Iterate over all file references of a project."""
    yield from filter(None, (project.file, project.baseline, project.expectations))
    yield from filter(None, (project.report.logo, project.report.notes, project.report.fonts))
    for environment in project.environments:
        yield from filter(None, (environment.baseline, environment.expectations))
    for source in project.sources:
        yield from (place for place in source.locations if not is_address(place))


def outside_files(project: Project, path: Path) -> tuple[Path, ...]:
    """Return the files named by a project that need consent. Touches none of them."""
    folder = path.absolute().parent
    found = dict.fromkeys(resolved(reference, folder) for reference in files_of(project))
    return tuple(each for each in found if is_outside(each, folder))


def unapproved_files(project: Project, path: Path, trusted: Collection[str]) -> tuple[Path, ...]:
    """Return those of them that the person has not consented to yet."""
    return tuple(each for each in outside_files(project, path) if str(each) not in trusted)


def is_outside(file: Path, folder: Path) -> bool:
    """Return True if a file is outside the project's folder and repository, also through links.

    A path that is lexically outside is not touched: accessing one of another computer would log in there.
    """
    folder = Path(os.path.abspath(folder))  # noqa: PTH100 - a link in the folder's own path is the person's
    root = _root(folder)
    file = Path(os.path.abspath(file))  # noqa: PTH100 - as above
    if not file.is_relative_to(root):
        return True
    try:
        return not Path(os.path.realpath(file)).is_relative_to(os.path.realpath(root))
    except ValueError:  # no file can have such a name, as whoever reads it will say
        return False


def refuse_outside(file: Path, project: Path) -> None:
    """Raise OutsideFileError for a file that needs consent."""
    if is_outside(file, project.absolute().parent):
        raise OutsideFileError(_OUTSIDE, project, file=str(file))


def _root(folder: Path) -> Path:
    """Return the repository of a folder, else the folder itself; one with the home directory does not count."""
    home = Path(os.path.realpath(os.path.expanduser("~")))  # noqa: PTH111 - Path.home() raises if nobody knows it
    for each in (folder, *folder.parents):
        if exists(each / _REPOSITORY):
            is_project = each != Path(each.anchor) and not home.is_relative_to(os.path.realpath(each))
            return each if is_project else folder
    return folder
