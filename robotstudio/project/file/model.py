"""What a project is: frozen, without Qt, and without the user name and password of any address.

A reference is a path with `/`, relative to the folder of the project, or an absolute one; a source may have an address.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from pathlib import PurePath
from typing import Final, TypeVar

from msgspec import Struct, field
from msgspec.structs import force_setattr

from robotstudio.engine.tokens import parse_line
from robotstudio.store.userinfo import without_any_userinfo, without_typed_userinfo

SUFFIX: Final = ".robotstudio"
"""How the name of a project ends."""

AS_DRAFT: Final = "200"
"""The answer that is supposed where none is chosen: the draft itself."""

_MEANT_AS_ADDRESS = re.compile(r"\s*(?:(?:https?|ftp|wss?):|//)", re.IGNORECASE)  # a file may have an @ in its name

_P = TypeVar("_P", bound=PurePath)


class EditKind(StrEnum):
    """What an overlay does to the text of the project's file."""

    PREPEND = "prepend"  # lines in front of it
    APPEND = "append"  # lines behind it
    REPLACE = "replace"  # lines in place of all of it
    SITEMAPS = "sitemaps"  # these addresses in place of its Sitemap lines
    CLOSE = "close"  # every group blocks everything, and all other crawlers too


class OverlayEdit(Struct, frozen=True):
    """One step from the text of the project's file to that of a host; it holds whatever the file says."""

    do: EditKind
    lines: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """An address in a line is kept bare; a rule keeps what it matches."""
        if any("@" in line for line in self.lines):
            force_setattr(self, "lines", tuple(map(self._bare, self.lines)))

    def _bare(self, line: str) -> str:
        if self.do is EditKind.SITEMAPS:
            return without_credentials(line)
        is_rule = parse_line(line.encode("utf-8", "surrogateescape")).is_rule
        return line if is_rule else _settled(without_any_userinfo, line)


class Environment(Struct, frozen=True):
    """A host that serves the project's file, or another text that is made from it."""

    name: str
    site: str = ""
    overlay: tuple[OverlayEdit, ...] = ()
    expectations: str = ""
    """Of this host; those of the project are not held against it."""
    baseline: str = ""
    """What this host serves; empty for the project's baseline under the same overlay."""
    note: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "site", without_credentials(self.site))
        force_setattr(self, "note", _settled(without_any_userinfo, self.note))


class ProjectSource(Struct, frozen=True):
    """Where URLs come from, and how they are read; not what is in it."""

    locations: tuple[str, ...]
    """References of files, those of one rotated log together, or addresses."""
    kind: str = ""
    """As `FileKind` names it; empty if the content decides."""
    name: str = ""
    column: str = ""
    hits_column: str = ""
    base: str = ""
    """The site of paths without a host; empty for that of the project."""

    def __post_init__(self) -> None:
        places = (without_credentials(place) if _MEANT_AS_ADDRESS.match(place) else place for place in self.locations)
        force_setattr(self, "locations", tuple(places))
        force_setattr(self, "base", without_credentials(self.base))
        force_setattr(self, "name", _settled(without_any_userinfo, self.name))


class ProjectScenario(Struct, frozen=True):
    """The answer of the server that is supposed: a row of `SUPPOSED_ANSWERS`, and for how long it has been so."""

    answer: str = AS_DRAFT
    hours: int = 0
    has_copy: bool = False
    site_answers: bool = True


class ProjectView(Struct, frozen=True):
    """How the window looked. To change it is nothing that a person would be asked to save."""

    tab: str = ""
    selected_url: str = ""
    selected_crawler: str = ""
    shows_reading: bool = True
    splitters: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        force_setattr(self, "selected_url", without_credentials(self.selected_url))


class Project(Struct, frozen=True):
    """All that is kept; `Project()` is a new one, of which nothing is known."""

    note: str = ""
    site: str = ""
    file: str = ""
    baseline: str = ""
    """A file that the project's file is compared with."""
    expectations: str = ""
    """Empty for those beside the file, if there are any."""
    urls: tuple[str, ...] = ()
    """The test URLs that were typed, as written."""
    sources: tuple[ProjectSource, ...] = ()
    crawlers: tuple[str, ...] = ()
    """Empty for the usual ones."""
    scenario: ProjectScenario = field(default_factory=ProjectScenario)
    environments: tuple[Environment, ...] = ()
    window: ProjectView = field(default_factory=ProjectView)
    schema: str = ""
    """What the file says for editors under `$schema`."""

    def __post_init__(self) -> None:
        force_setattr(self, "site", without_credentials(self.site))
        force_setattr(self, "note", _settled(without_any_userinfo, self.note))
        force_setattr(self, "schema", without_credentials(self.schema))
        if any("@" in url for url in self.urls):
            force_setattr(self, "urls", tuple(map(without_credentials, self.urls)))

    @property
    def environment_names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.environments)


def without_credentials(typed: str) -> str:
    """What was typed for an address, without user name and password, also where there are several."""
    bare = _settled(without_typed_userinfo, typed)
    return bare if bare.strip() else ""


def _settled(clean: Callable[[str], str], text: str) -> str:
    """Cleaned until nothing is left to be removed: a text that was written must be read as it is."""
    while "@" in text and (cleaned := clean(text)) != text:
        text = cleaned
    return text


def is_address(reference: str) -> bool:
    """True if a location is an address, and no file."""
    return reference[:8].lower().startswith(("http://", "https://"))


def resolved(reference: str, folder: _P) -> _P:
    """The path that a reference leads to from the folder of a project; `..` goes back in what is written."""
    path, parts = folder / reference, list[str]()
    for part in path.parts:
        if part != ".." or not parts or parts[-1] == "..":
            parts.append(part)
        elif parts != [path.anchor]:
            parts.pop()
    return type(folder)(*parts)


def reference_to(path: _P, folder: _P, known: Iterable[str] = ()) -> str:
    """How a project in a folder refers to a path, both absolute.

    Relative in this folder and the one above it, so that a project and what it names can be moved together; else
    absolute. A reference that the project has already for this path stays as it is.
    """
    for reference in known:
        if reference and not is_address(reference) and resolved(reference, folder) == path:
            return reference
    if path.is_relative_to(folder):
        return path.relative_to(folder).as_posix()
    above = folder.parent
    if above not in {folder, above.parent} and path.is_relative_to(above):
        return f"../{path.relative_to(above).as_posix()}"
    return path.as_posix()
