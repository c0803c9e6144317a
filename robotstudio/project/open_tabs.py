"""The open documents with their contents and windows, serialised so that they survive a crash.

`DocumentMemory` stores what belongs to closed files.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import MsgspecError, Struct, convert, field
from msgspec.structs import replace

from robotstudio.project.file.kinds import ValuePlace
from robotstudio.project.file.model import Project
from robotstudio.project.file.project_file import PROJECT
from robotstudio.store.errors import FileError, FileMissingError
from robotstudio.store.files import make_directory, read, remove, set_aside, write_atomic

ROOT: Final = Path(Path.cwd().anchor)
"""The base folder of references in a tab's project: they are absolute, so that moving files does not matter."""
_FORMAT = 1
_MOST_FILES: Final = 200
_SIZE_LIMIT: Final = 256 * 1024 * 1024


class SavedTab(Struct, frozen=True):
    """A document with its text, unless a file or the journal has that, and its own state."""

    slot: str = ""
    """The id of its unsaved text in the journal."""
    name: str = ""
    kind: str = ""
    """The `OriginKind` of the text."""
    path: Path | None = None
    text: bytes | None = None
    is_unsaved: bool = False
    """True if the text was changed since it was opened or saved."""
    tests: bytes | None = None
    project: Project = field(default_factory=Project)
    """Site, URLs, sources, crawlers, scenario, baseline and view, as a project in `ROOT` would store them."""
    project_file: Path | None = None
    """The project file open with it."""
    environment: str = ""
    """The environment of that project whose text this is."""
    window: int = 0
    """Index of its window."""
    stamp: tuple[int, int] | None = None
    """The content of the file that its unsaved text changes. The list on disk leaves this to the journal."""
    tests_stamp: tuple[int, int] | None = None
    """Likewise for its tests."""

    @property
    def has_changes(self) -> bool:
        """True if its text or its tests have unsaved changes."""
        return self.is_unsaved or self.tests is not None


class SavedWindow(Struct, frozen=True):
    geometry: bytes = b""
    """Its geometry in Qt's form."""
    front: int = 0
    """The index of its front document, counting those of all windows."""


class SavedTabs(Struct, frozen=True):
    """The documents, window by window from the left."""

    tabs: tuple[SavedTab, ...] = ()
    front: int = 0
    """The index of the active document."""
    windows: tuple[SavedWindow, ...] = ()
    """The windows, main one first; empty if there was only one."""
    was_closed: bool = False
    """True after a regular exit: they are opened again without asking."""
    starts_again: bool = False
    """True if the program was closed only to start again."""


class _Carets(Struct):
    format: int
    carets: dict[str, tuple[int, ...]]


def bytes_of(kept: SavedTabs) -> bytes:
    """Serialise to JSON."""
    rows = [_row(tab) for tab in kept.tabs]
    windows = [{"geometry": b64encode(each.geometry).decode(), "front": each.front} for each in kept.windows]
    content = {"format": _FORMAT, "front": kept.front, "tabs": rows} | ({"windows": windows} if windows else {})
    content |= {name: True for name in ("was_closed", "starts_again") if getattr(kept, name)}
    return json.dumps(content).encode()


def parse(body: bytes) -> SavedTabs:
    """Parse the output of `bytes_of`; empty if that fails. Never raises."""
    try:
        rows = json.loads(body)
        if rows["format"] != _FORMAT:
            return SavedTabs()
        rows["tabs"] = [{**row, "project": _project(row["project"])} for row in rows["tabs"]]
        kept = convert(rows, SavedTabs, dec_hook=_path)
    except (MsgspecError, ValueError, TypeError, KeyError, RecursionError):
        return SavedTabs()
    return _in_windows(kept if 0 <= kept.front < len(kept.tabs) else replace(kept, front=0))


def bytes_of_carets(carets: Mapping[str, tuple[int, ...]]) -> bytes:
    """Serialise line and column of each slot's caret, and of the other end of its selection if there is one.

    Separate from the list, since they change with each key press.
    """
    return json.dumps({"format": _FORMAT, "carets": carets}).encode()


def parse_carets(body: bytes) -> Mapping[str, tuple[int, ...]]:
    """Parse the output of `bytes_of_carets`; empty if that fails. Never raises."""
    try:
        kept = convert(json.loads(body), _Carets)
    except (MsgspecError, ValueError, RecursionError):
        return {}
    carets = kept.carets if kept.format == _FORMAT else {}
    return {slot: places for slot, places in carets.items() if len(places) in {2, 4}}


def _in_windows(kept: SavedTabs) -> SavedTabs:
    """Move all documents to one window unless the windows are consistent."""
    homes = [tab.window for tab in kept.tabs]
    fronts = [each.front for each in kept.windows]
    is_whole = set(homes) == set(range(len(fronts))) and all(
        0 <= front < len(homes) and homes[front] == place for place, front in enumerate(fronts)
    )
    if len(fronts) > 1 and is_whole:
        return kept
    return replace(kept, tabs=tuple(replace(tab, window=0) for tab in kept.tabs), windows=())


def _row(tab: SavedTab) -> Mapping[str, object]:
    row: dict[str, object] = {"slot": tab.slot, "name": tab.name, "kind": tab.kind}
    row |= {key: str(path) for key, path in (("path", tab.path), ("project_file", tab.project_file)) if path}
    row |= {"environment": tab.environment} if tab.environment else {}
    row |= {"window": tab.window} if tab.window else {}
    texts = (("text", tab.text), ("tests", tab.tests))
    row |= {key: b64encode(text).decode() for key, text in texts if text is not None}
    return {**row, "is_unsaved": tab.is_unsaved, "project": PROJECT.write(tab.project)}


def _path(_kind: type, value: object) -> Path:
    if not isinstance(value, str):
        raise TypeError(value)
    return Path(value)


def _project(rows: object) -> Project:
    """Parse the project of a tab; if that fails, the tab keeps its text only."""
    with suppress(FileError):
        return PROJECT.read(rows, ValuePlace(ROOT))
    return Project()


def slots_of(kept: SavedTabs, keys: Sequence[str]) -> list[str]:
    """Return the slots of a crashed window in the order of its tabs, followed by slots found only in its journal."""
    known = [tab.slot for tab in kept.tabs]
    others = sorted({key.partition("_")[1] + key.partition("_")[2] for key in keys} - set(known))
    return [*known, *others]


class DocumentMemory:
    """One private file with the last closed documents, newest first. Several programs may write it in turn."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, file: Path) -> Project | None:
        """Return what the file had when it was last closed; None if unknown. Never raises."""
        wanted = file.resolve()
        return next((tab.project for tab in self._tabs() if tab.path and tab.path == wanted), None)

    def keep(self, documents: Iterable[tuple[Path, Project]]) -> None:
        """Store the state of these files, deleting those without any. Raises FileError."""
        given = {file.resolve(): _own(project) for file, project in documents}
        known = {tab.path: tab for tab in self._tabs() if tab.path}
        now = {path: SavedTab(path=path, project=project) for path, project in given.items() if project != Project()}
        now |= {path: tab for path, tab in known.items() if path not in given}
        if [*now.values()] != [*known.values()]:
            make_directory(self._path.parent)
            write_atomic(self._path, bytes_of(SavedTabs(tuple(now.values())[:_MOST_FILES])), private=True)

    def forget(self) -> None:
        """Delete everything. Raises FileError."""
        remove(self._path)

    def _tabs(self) -> tuple[SavedTab, ...]:
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
    """Return the parts of a project that belong to the file, without the view."""
    if not (project.urls or project.sources or project.crawls or project.crawlers):
        return Project()
    return Project(
        site=project.site,
        urls=project.urls,
        sources=project.sources,
        crawls=project.crawls,
        crawlers=project.crawlers,
    )
