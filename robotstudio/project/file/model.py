"""The model of a project: frozen, without Qt, and without user names and passwords in addresses.

A reference is a path with `/`, relative to the project's folder or absolute; that of a source may be an address.
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
"""The suffix of a project file."""

AS_DRAFT: Final = "200"
"""The default scenario: the draft itself."""

_MEANT_AS_ADDRESS = re.compile(r"\s*(?:(?:https?|ftp|wss?):|//)", re.IGNORECASE)  # a file may have an @ in its name

_P = TypeVar("_P", bound=PurePath)


class EditKind(StrEnum):
    """Edit of an overlay in the text of the project's file."""

    PREPEND = "prepend"  # add lines before it
    APPEND = "append"  # add lines after it
    REPLACE = "replace"  # replace all of it
    SITEMAPS = "sitemaps"  # replace its Sitemap lines by these addresses
    CLOSE = "close"  # block everything, in every group and for all other crawlers


class OverlayEdit(Struct, frozen=True):
    """One edit from the project's file to that of a host; valid whatever the file contains."""

    do: EditKind
    lines: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Strip credentials from addresses in the lines; rules stay as they are."""
        if any("@" in line for line in self.lines):
            force_setattr(self, "lines", tuple(map(self._bare, self.lines)))

    def _bare(self, line: str) -> str:
        if self.do is EditKind.SITEMAPS:
            return without_credentials(line)
        is_rule = parse_line(line.encode("utf-8", "surrogateescape")).is_rule
        return line if is_rule else _settled(without_any_userinfo, line)


class Environment(Struct, frozen=True):
    """A host that serves the project's file, or a text made from it."""

    name: str
    site: str = ""
    overlay: tuple[OverlayEdit, ...] = ()
    expectations: str = ""
    """Expectations of this host; the project's own do not apply to it."""
    baseline: str = ""
    """File that this host serves; "" for the project's baseline under the same overlay."""
    note: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "site", without_credentials(self.site))
        force_setattr(self, "note", _settled(without_any_userinfo, self.note))


class ProjectSource(Struct, frozen=True):
    """A source of URLs with its options, without its contents."""

    locations: tuple[str, ...]
    """References of files (several for a rotated log), or addresses."""
    kind: str = ""
    """A `FileKind`; "" to detect it."""
    name: str = ""
    column: str = ""
    hits_column: str = ""
    base: str = ""
    """The site of paths without a host; "" for that of the project."""
    columns: tuple[str, ...] = ()
    """The columns of values to keep; empty for the usual ones."""
    log_fields: str = ""
    """The fields of a log in JSON or separated values, such as `time=ts,url=request.uri`."""

    def __post_init__(self) -> None:
        places = (without_credentials(place) if _MEANT_AS_ADDRESS.match(place) else place for place in self.locations)
        force_setattr(self, "locations", tuple(places))
        force_setattr(self, "base", without_credentials(self.base))
        force_setattr(self, "name", _settled(without_any_userinfo, self.name))


class ProjectScenario(Struct, frozen=True):
    """The supposed answer: a row of `SUPPOSED_ANSWERS`, and how long it has been so."""

    answer: str = AS_DRAFT
    hours: int = 0
    has_copy: bool = False
    site_answers: bool = True


class ProjectView(Struct, frozen=True):
    """The state of the window. Changing it does not make a project unsaved."""

    tab: str = ""
    selected_url: str = ""
    selected_crawler: str = ""
    shows_reading: bool = True
    splitters: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        force_setattr(self, "selected_url", without_credentials(self.selected_url))


class ProjectReport(Struct, frozen=True):
    """Choices for the reports on a project: texts of the cover, a colour, and files."""

    title: str = ""
    client: str = ""
    author: str = ""
    agency: str = ""
    colour: str = ""
    logo: str = ""
    notes: str = ""
    """File with the notes of the auditor."""
    fonts: str = ""
    """Folder of fonts."""

    def __post_init__(self) -> None:
        for name in ("title", "client", "author", "agency", "colour"):
            force_setattr(self, name, _settled(without_any_userinfo, getattr(self, name)))


class Project(Struct, frozen=True):
    """A saved project; `Project()` is a new, empty one."""

    note: str = ""
    site: str = ""
    file: str = ""
    baseline: str = ""
    """A file that the project's file is compared with."""
    expectations: str = ""
    """"" for those beside the file, if there are any."""
    urls: tuple[str, ...] = ()
    """The typed test URLs, as written."""
    sources: tuple[ProjectSource, ...] = ()
    crawls: tuple[str, ...] = ()
    """References of crawl files, oldest first."""
    crawlers: tuple[str, ...] = ()
    """Empty for the default ones."""
    scenario: ProjectScenario = field(default_factory=ProjectScenario)
    environments: tuple[Environment, ...] = ()
    window: ProjectView = field(default_factory=ProjectView)
    report: ProjectReport = field(default_factory=ProjectReport)
    schema: str = ""
    """The file's `$schema`, for editors."""

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
    """Remove user names and passwords from a typed address, even repeated ones."""
    bare = _settled(without_typed_userinfo, typed)
    return bare if bare.strip() else ""


def _settled(clean: Callable[[str], str], text: str) -> str:
    """Apply `clean` until nothing changes, so that a written text is read back unchanged."""
    while "@" in text and (cleaned := clean(text)) != text:
        text = cleaned
    return text


def is_address(reference: str) -> bool:
    """Return True for an address, False for a file."""
    return reference[:8].lower().startswith(("http://", "https://"))


def resolved(reference: str, folder: _P) -> _P:
    """Resolve a reference against a folder; `..` is resolved lexically."""
    path, parts = folder / reference, list[str]()
    for part in path.parts:
        if part != ".." or not parts or parts[-1] == "..":
            parts.append(part)
        elif parts != [path.anchor]:
            parts.pop()
    return type(folder)(*parts)


def reference_to(path: _P, folder: _P, known: Iterable[str] = ()) -> str:
    """Return the reference to a path from a project's folder, both absolute.

    Relative inside this folder and the one above it, so that a project moves with its files; else absolute. A known
    reference to the same path is kept.
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
