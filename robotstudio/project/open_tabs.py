"""Which documents are open, each with what belongs to it and in which window, as bytes that outlive a crash.

`DocumentMemory` keeps what belongs to files that were closed.
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
"""The folder from which the references of a tab's project lead: they are absolute, whatever is moved meanwhile."""
_FORMAT = 1
_MOST_FILES: Final = 200
_SIZE_LIMIT: Final = 256 * 1024 * 1024


class KeptTab(Struct, frozen=True):
    """A document: its text, where no file and no entry of the journal has that, and all that is its own."""

    slot: str = ""
    """How the journal parts what is unsaved in it from that of others."""
    name: str = ""
    kind: str = ""
    """Where the text came from, as `OriginKind` names it."""
    path: Path | None = None
    text: bytes | None = None
    is_unsaved: bool = False
    """True if the text was changed since it was opened or saved."""
    tests: bytes | None = None
    project: Project = field(default_factory=Project)
    """Site, URLs, sources, crawlers, scenario, baseline and view, as a project in `ROOT` would keep them."""
    project_file: Path | None = None
    """The project that is open with it."""
    environment: str = ""
    """Whose text it is, where it is one of that project's environments."""
    window: int = 0
    """In which of the windows it is."""


class KeptWindow(Struct, frozen=True):
    """One of several windows."""

    geometry: bytes = b""
    """Its size and place, in Qt's form."""
    front: int = 0
    """The place of the document that is seen in it, among those of all windows."""


class KeptTabs(Struct, frozen=True):
    """The documents, window by window from the left."""

    tabs: tuple[KeptTab, ...] = ()
    front: int = 0
    """The place of the one that was worked on."""
    windows: tuple[KeptWindow, ...] = ()
    """Of several windows each, the main one first; none where there was only one."""
    was_closed: bool = False
    """True if the program ended as it should: they are opened again without a question."""
    starts_again: bool = False
    """True if the program was closed only to start again: sources of URLs are read again, too."""


class _Carets(Struct):
    format: int
    carets: dict[str, tuple[int, ...]]


def bytes_of(kept: KeptTabs) -> bytes:
    """All of it as JSON."""
    rows = [_row(tab) for tab in kept.tabs]
    windows = [{"geometry": b64encode(each.geometry).decode(), "front": each.front} for each in kept.windows]
    content = {"format": _FORMAT, "front": kept.front, "tabs": rows} | ({"windows": windows} if windows else {})
    content |= {name: True for name in ("was_closed", "starts_again") if getattr(kept, name)}
    return json.dumps(content).encode()


def parse(body: bytes) -> KeptTabs:
    """What `bytes_of` has written; nothing if that cannot be read. Never raises."""
    try:
        rows = json.loads(body)
        if rows["format"] != _FORMAT:
            return KeptTabs()
        rows["tabs"] = [{**row, "project": _project(row["project"])} for row in rows["tabs"]]
        kept = convert(rows, KeptTabs, dec_hook=_path)
    except (MsgspecError, ValueError, TypeError, KeyError, RecursionError):
        return KeptTabs()
    return _in_windows(kept if 0 <= kept.front < len(kept.tabs) else replace(kept, front=0))


def bytes_of_carets(carets: Mapping[str, tuple[int, ...]]) -> bytes:
    """Line and column of the caret in the document of each slot, and of the other end of the selection if there is one.

    They change with each key, and the list does not.
    """
    return json.dumps({"format": _FORMAT, "carets": carets}).encode()


def parse_carets(body: bytes) -> Mapping[str, tuple[int, ...]]:
    """What `bytes_of_carets` has written; nothing if that cannot be read. Never raises."""
    try:
        kept = convert(json.loads(body), _Carets)
    except (MsgspecError, ValueError, RecursionError):
        return {}
    carets = kept.carets if kept.format == _FORMAT else {}
    return {slot: places for slot, places in carets.items() if len(places) in {2, 4}}


def _in_windows(kept: KeptTabs) -> KeptTabs:
    """The same, where each document is in a window that there was, and each window shows one that is in it."""
    homes = [tab.window for tab in kept.tabs]
    fronts = [each.front for each in kept.windows]
    is_whole = set(homes) == set(range(len(fronts))) and all(
        0 <= front < len(homes) and homes[front] == place for place, front in enumerate(fronts)
    )
    if len(fronts) > 1 and is_whole:
        return kept
    return replace(kept, tabs=tuple(replace(tab, window=0) for tab in kept.tabs), windows=())


def _row(tab: KeptTab) -> Mapping[str, object]:
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
    """What belongs to a tab; one that has more than a project may hold comes back without it, and with its text."""
    with suppress(FileError):
        return PROJECT.read(rows, ValuePlace(ROOT))
    return Project()


def slots_of(kept: KeptTabs, keys: Sequence[str]) -> list[str]:
    """The slots of a crashed window in the order of its tabs; those that only the keys of its journal know follow."""
    known = [tab.slot for tab in kept.tabs]
    others = sorted({key.partition("_")[1] + key.partition("_")[2] for key in keys} - set(known))
    return [*known, *others]


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
