"""What the program remembers between runs: one JSON file, which no damage can turn into an error at start."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from robotstudio.engine.language import Message, Told, told, told_list
from robotstudio.io.errors import FileAccessError, FileError, FileMissingError
from robotstudio.io.files import make_directory, read, set_aside, write_atomic
from robotstudio.io.locale import LANGUAGES
from robotstudio.io.settings import Bytes, Choice, Flag, Number, SettingKind, SizeTable, Sources, TextList
from robotstudio.lazy_dataclasses import dataclass, field

if TYPE_CHECKING:  # the start page is drawn before there are URLs
    from robotstudio.io.url_set import Source

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class State:
    """What the program remembers; `State()` is a first run."""

    urls: tuple[str, ...] = ()
    """The test URLs that were typed, as written."""
    sources: "tuple[Source, ...]" = ()
    """Where other URLs came from; they are read again when the person asks for it."""
    crawlers: tuple[str, ...] = ()
    """The tokens of the matrix, from left to right; none where the usual ones were never changed."""
    own_tokens: tuple[str, ...] = ()
    """Tokens that the person added to the known crawlers."""
    recent_files: tuple[str, ...] = ()
    """The last one first."""
    recent_projects: tuple[str, ...] = ()
    """The same of projects."""
    geometry: bytes = b""
    """Size and place of the window, in Qt's form."""
    splitters: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The sizes of the panes at each splitter, by its name."""
    zoom: int = 13
    """The size of the editor's letters, in pixels."""
    theme: str = "system"
    language: str = ""
    """The code of the language of the window; "" follows the system."""
    most_flips: int = 10
    """The share of verdicts, in percent, that may flip before one is warned."""
    keeps_history: bool = True
    """Whether fetches are kept in the history."""
    shows_reading: bool = True
    """Whether the editor shows the file as the selected crawler reads it."""


SETTINGS: Final[Mapping[str, SettingKind[Any]]] = {
    "urls": TextList(),
    "sources": Sources(limit=100),
    "crawlers": TextList(),
    "own_tokens": TextList(),
    "recent_files": TextList(limit=10),
    "recent_projects": TextList(limit=10),
    "geometry": Bytes(limit=65_536),
    "splitters": SizeTable(Number(0, 100_000)),
    "zoom": Number(9, 28),
    "theme": Choice(("system", "light", "dark")),
    "language": Choice(("", *LANGUAGES), others_as=""),
    "most_flips": Number(0, 100),
    "keeps_history": Flag(),
    "shows_reading": Flag(),
}
"""The fields of `State`: their kinds and bounds. Their defaults are those of the class."""

_SIZE_LIMIT = 256 * 1024 * 1024
_LONGEST_VERSION = 20

_UNREAD: Message = "{error} The settings are those of a first run. {where}"
_BROKEN: Message = "The settings could not be read and start anew. {where}"
_NEWER: Message = "The settings are those of a newer Robot Studio; what this one does not know is left out. {where}"
_NOT_SAVED: Message = "The settings are not saved: “{path}” could not be read, and would be lost. Move it away."


@dataclass(frozen=True, slots=True)
class LoadedState:
    """A state, and what is to be told about what could not be read of it."""

    state: State
    notices: tuple[Told, ...] = ()


class StateStore:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._is_lost_by_saving = False

    def load(self) -> LoadedState:
        """What was saved last. Never raises: what cannot be read is set aside, and its defaults are used."""
        try:
            rows = _rows(read(self.path, _SIZE_LIMIT))
        except FileMissingError:
            return LoadedState(State())
        except FileError as error:
            where = self._set_aside("unread")
            return LoadedState(State(), (told(_UNREAD, error=error.told, where=where),))
        if rows is None:
            where = self._set_aside("broken")
            return LoadedState(State(), (told(_BROKEN, where=where),))
        if rows["version"] > VERSION:
            number = str(rows["version"])
            where = self._set_aside(f"version-{number}" if len(number) <= _LONGEST_VERSION else "newer")
            return _from_rows(rows, (told(_NEWER, where=where),))
        return _from_rows(rows, ())

    def save(self, state: State) -> None:
        """Write the state; never over a file that could be neither read nor set aside. Raises FileError."""
        if self._is_lost_by_saving:
            raise FileAccessError(_NOT_SAVED, self.path)
        rows = {name: kind.write(getattr(state, name)) for name, kind in SETTINGS.items()}
        content = json.dumps({"version": VERSION, **rows}, indent=1)
        make_directory(self.path.parent)
        write_atomic(self.path, content.encode(), private=True)

    def _set_aside(self, why: str) -> Told:
        """Keep the file under another name, so that saving does not lose it; the sentence that says where."""
        try:
            return told("The old file is kept as “{path}”.", path=str(set_aside(self.path, why)))
        except FileError as error:
            self._is_lost_by_saving = True
            return told("{error} Until it is moved away, the settings of this run are not kept.", error=error.told)


def _rows(content: bytes) -> dict[str, Any] | None:
    """The rows of a state file, or None where it is none."""
    try:
        rows = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return rows if isinstance(rows, dict) and isinstance(rows.get("version"), int) else None


def _from_rows(rows: Mapping[str, object], notices: tuple[Told, ...]) -> LoadedState:
    found: dict[str, Any] = {}
    strange = []
    for name, kind in SETTINGS.items():
        if name not in rows:
            continue
        try:
            found[name] = kind.read(rows[name])
        except (ValueError, TypeError):
            strange.append(f"“{name}”")
    if strange:
        notices += (told("Settings that could not be read start anew: {names}.", names=told_list(strange)),)
    return LoadedState(State(**found), notices)
