"""State remembered between runs, in files whose damage never prevents a start."""

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from robotstudio.project import preferences
from robotstudio.project.preferences import NO_POLICY, PREFERENCES, AdministratorPolicy, PreferencesError, load_policy
from robotstudio.project.settings import (
    BytesListSetting,
    BytesSetting,
    FlagSetting,
    NumberSetting,
    SettingKind,
    SizeTableSetting,
    SourcesSetting,
    TextListSetting,
    TextSetting,
)
from robotstudio.store.errors import FileAccessError, FileError, FileMissingError
from robotstudio.store.files import exists, make_directory, read, set_aside, write_atomic
from robotstudio.store.places import SETTINGS_FILE
from robotstudio.text.language import Message, Told, told, told_list

if TYPE_CHECKING:  # the start page is drawn before there are URLs
    from robotstudio.urls.url_set import Source

VERSION: Final = 1


class State(Struct, frozen=True):
    """Remembered state; `State()` is a first run."""

    urls: tuple[str, ...] = ()
    """The typed test URLs, as written."""
    sources: "tuple[Source, ...]" = ()
    """Sources of other URLs; they are read again on demand."""
    crawls: tuple[str, ...] = ()
    """The files of crawls that were made or opened, oldest first."""
    crawlers: tuple[str, ...] = ()
    """The tokens of the matrix, left to right; empty if never changed from the default."""
    own_tokens: tuple[str, ...] = ()
    """Tokens that the person added to the known crawlers."""
    recent_files: tuple[str, ...] = ()
    """Most recent first."""
    recent_projects: tuple[str, ...] = ()
    """Most recent first."""
    trusted_files: tuple[str, ...] = ()
    """Files outside of their folders that the person lets projects read."""
    geometry: bytes = b""
    """Geometry of the main window in Qt's form."""
    more_geometries: tuple[bytes, ...] = ()
    """Geometries of the further windows with documents."""
    splitters: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The sizes of the panes of each splitter, by name."""
    windows: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Width and height of tool windows, by name."""
    url_width: int = 0
    """The chosen width of the URL column at a scale of 100 %; 0 for automatic."""
    hidden_crawlers: tuple[str, ...] = ()
    """The tokens of hidden columns of the matrix."""
    crawlers_apart: tuple[str, ...] = ()
    """Crawlers with columns of their own although others have the same verdicts."""
    merges_columns: bool = True
    """True if crawlers with the same verdicts share a column."""
    frozen_crawler: str = ""
    """The token of the last frozen column of the matrix; "" if none."""
    crawl_columns: tuple[str, ...] = ()
    """The chosen columns for the URLs of a crawl; empty for the default."""
    matrix_facts: tuple[str, ...] = ()
    """The chosen crawl facts in the matrix."""
    shown_columns: tuple[str, ...] = ()
    """Ids of columns of sources that were chosen for the matrix."""
    hidden_columns: tuple[str, ...] = ()
    """Ids of columns of clicks that were hidden."""
    tour_was_offered: bool = False
    """True if the tour was taken or declined, or the person began without it."""
    beyond_folded: bool = False
    """True if the part about all other URLs, below the changes, is folded."""
    """True if the part about other readings, below the summary, is folded."""
    updates_asked_on: str = ""
    """The day of the last check for a newer version."""
    # Settings, in the order of `PREFERENCES`.
    language: str = PREFERENCES["language"].default
    """A language code; "" for the system's."""
    theme: str = PREFERENCES["theme"].default
    scale: int = PREFERENCES["scale"].default
    """The scale of the interface in percent, except for the editor's font."""
    asks_for_updates: bool = PREFERENCES["asks_for_updates"].default
    """True to check for a newer version once a day."""
    less_motion: bool = PREFERENCES["less_motion"].default
    """True to disable animations."""
    code_font: str = PREFERENCES["code_font"].default
    """The font of rules and URLs; "" for automatic."""
    zoom: int = PREFERENCES["zoom"].default
    """The font size of the editor, in pixels."""
    ruler: int = PREFERENCES["ruler"].default
    """The column after which the editor draws a ruler; 0 for none."""
    shows_reading: bool = PREFERENCES["shows_reading"].default
    """True if the editor shows the file as the selected crawler reads it."""
    default_crawlers: tuple[str, ...] = PREFERENCES["default_crawlers"].default
    """The default crawlers; empty for those of the program."""
    default_urls: tuple[str, ...] = PREFERENCES["default_urls"].default
    """The initial test URLs if there are no others."""
    most_flips: int = PREFERENCES["most_flips"].default
    """The percentage of verdicts that may flip without a warning."""
    user_agent: str = PREFERENCES["user_agent"].default
    sender: str = PREFERENCES["sender"].default
    """The From header."""
    answer_seconds: int = PREFERENCES["answer_seconds"].default
    redirects: int = PREFERENCES["redirects"].default
    uses_proxy: bool = PREFERENCES["uses_proxy"].default
    proxy: str = PREFERENCES["proxy"].default
    """The address of the proxy; "" for that of the system."""
    authorities: str = PREFERENCES["authorities"].default
    """A PEM file of additional certificate authorities."""
    hosts_at_once: int = PREFERENCES["hosts_at_once"].default
    fetches_per_host: int = PREFERENCES["fetches_per_host"].default
    fetches_per_second: int = PREFERENCES["fetches_per_second"].default
    checks_off: tuple[str, ...] = PREFERENCES["checks_off"].default
    """The codes of disabled lint rules."""
    keeps_history: bool = PREFERENCES["keeps_history"].default
    """True if fetches are stored in the history."""
    history_megabytes: int = PREFERENCES["history_megabytes"].default
    remembers_work: bool = PREFERENCES["remembers_work"].default
    """True if URLs, their sources and recent files are remembered."""

    @property
    def offers_tour(self) -> bool:
        """True if the start page offers the tour: only once, and only to new users."""
        return not (self.tour_was_offered or self.recent_files or self.recent_projects)


GEOMETRY: Final = BytesSetting(limit=65_536)
SETTINGS: Final[Mapping[str, SettingKind[Any]]] = {
    "urls": TextListSetting(),
    "sources": SourcesSetting(limit=100),
    "crawls": TextListSetting(limit=100),
    "crawlers": TextListSetting(),
    "own_tokens": TextListSetting(),
    "recent_files": TextListSetting(limit=10),
    "recent_projects": TextListSetting(limit=10),
    "trusted_files": TextListSetting(limit=1000),
    "geometry": GEOMETRY,
    "more_geometries": BytesListSetting(GEOMETRY, limit=10),
    "splitters": SizeTableSetting(NumberSetting(0, 100_000)),
    "windows": SizeTableSetting(NumberSetting(1, 100_000)),
    "url_width": NumberSetting(0, 100_000),
    "hidden_crawlers": TextListSetting(limit=1000),
    "crawlers_apart": TextListSetting(limit=1000),
    "merges_columns": FlagSetting(),
    "frozen_crawler": TextSetting(200, "", str.isprintable),
    "crawl_columns": TextListSetting(limit=100),
    "matrix_facts": TextListSetting(limit=100),
    "shown_columns": TextListSetting(limit=100),
    "hidden_columns": TextListSetting(limit=100),
    "tour_was_offered": FlagSetting(),
    "beyond_folded": FlagSetting(),
    "updates_asked_on": TextSetting(10, "", str.isprintable),
    **{name: row.kind for name, row in PREFERENCES.items()},
}
"""The kinds and bounds of the fields of `State`; their defaults are in the class."""

_SIZE_LIMIT = 256 * 1024 * 1024
_LONGEST_VERSION = 20

_UNREAD: Message = "{error} The settings start with their defaults. {where}"
_BROKEN: Message = "The settings could not be read and start with their defaults. {where}"
_NEWER: Message = "The settings are from a newer Robot Studio; unknown ones are left out. {where}"
_NOT_SAVED: Message = "The settings are not saved: “{path}” could not be read and would be lost. Move it away."


class LoadedState(Struct, frozen=True):
    """A state, with notices about what could not be read."""

    state: State
    notices: tuple[Told, ...] = ()
    policy: AdministratorPolicy = NO_POLICY


class StateStore:
    """Two files: the settings, which a person can edit, and the rest of the state.

    Values of a `policy` override the person's, and are never written over them.
    """

    def __init__(self, path: Path, policy: Path | None = None) -> None:
        """`path` is the file of the state."""
        self.path = path
        self.settings_path = path.with_name(SETTINGS_FILE)
        self._policy_path = policy
        self._policy = NO_POLICY
        self._unsaved: set[Path] = set()
        """Files that saving would overwrite."""
        self._own: Mapping[str, Any] = {}
        """The settings as last read or written, without the policy; empty before."""

    @cached_property
    def loaded(self) -> LoadedState:
        """Return what was saved when this was first asked for."""
        return self.load()

    def load(self) -> LoadedState:
        """Load the saved state. Never raises: unreadable files are set aside, and defaults are used."""
        loaded = self._load_remembered()
        own, notices = self._load_settings(loaded.state)
        self._own = {name: own.get(name, row.default) for name, row in PREFERENCES.items()}
        self._policy, complaints = load_policy(self._policy_path)
        state = replace(loaded.state, **{**self._own, **self._policy.values})
        return LoadedState(state, (*loaded.notices, *notices, *complaints), self._policy)

    def save(self, state: State) -> None:
        """Write the state; never over a file that could be neither read nor set aside. Raises FileError."""
        for path in sorted(self._unsaved):
            raise FileAccessError(_NOT_SAVED, path)
        self._save_settings(state)
        rows = {name: kind.write(getattr(state, name)) for name, kind in SETTINGS.items() if name not in PREFERENCES}
        content = json.dumps({"version": VERSION, **rows}, indent=1)
        make_directory(self.path.parent)
        write_atomic(self.path, content.encode(), private=True)

    def _load_remembered(self) -> LoadedState:
        try:
            rows = _rows(read(self.path, _SIZE_LIMIT))
        except FileMissingError:
            return LoadedState(State())
        except FileError as error:
            where = self._set_aside(self.path, "unread")
            return LoadedState(State(), (told(_UNREAD, error=error.told, where=where),))
        if rows is None:
            where = self._set_aside(self.path, "broken")
            return LoadedState(State(), (told(_BROKEN, where=where),))
        if rows["version"] > VERSION:
            number = str(rows["version"])
            where = self._set_aside(self.path, f"version-{number}" if len(number) <= _LONGEST_VERSION else "newer")
            return _from_rows(rows, (told(_NEWER, where=where),))
        return _from_rows(rows, ())

    def _load_settings(self, remembered: State) -> tuple[Mapping[str, Any], tuple[Told, ...]]:
        """Load the settings; older versions stored them with the rest of the state."""
        path = self.settings_path
        try:
            values, problems = preferences.load(path)
        except FileMissingError:
            return {name: getattr(remembered, name) for name in PREFERENCES}, ()
        except (FileError, PreferencesError) as error:
            where = self._set_aside(path, "unread" if isinstance(error, FileError) else "broken")
            return {}, (told(_UNREAD, error=error.told, where=where),)
        return values, tuple(problems)

    def _save_settings(self, state: State) -> None:
        """Write the settings if they changed: another window may have written meanwhile."""
        chosen = {
            name: self._own.get(name, row.default)
            if name in self._policy.values
            else row.kind.read(row.kind.write(getattr(state, name)))
            for name, row in PREFERENCES.items()
        }
        is_set = any(value != PREFERENCES[name].default for name, value in chosen.items())
        if chosen != self._own if exists(self.settings_path) else is_set:
            preferences.save(self.settings_path, self._with_what_others_set(chosen), private=True)
        self._own = chosen

    def _with_what_others_set(self, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        """Merge the changes of this window into the current file.

        A file with errors is kept beside the new one. Raises FileError if that fails.
        """
        now: Mapping[str, Any] = chosen
        try:
            now, problems = preferences.load(self.settings_path)
        except FileMissingError:
            return chosen
        except (FileError, PreferencesError):
            is_understood = False
        else:
            is_understood = not problems
        if not is_understood:
            set_aside(self.settings_path, "broken")
        changed = {name: value for name, value in chosen.items() if self._own.get(name, value) != value}
        return {**now, **(changed if self._own else chosen)}

    def _set_aside(self, path: Path, why: str) -> Told:
        """Rename a file, so that saving does not overwrite it; return the notice."""
        try:
            return told("The old file is kept as “{path}”.", path=str(set_aside(path, why)))
        except FileError as error:
            self._unsaved.add(path)
            return told("{error} Until you move it away, the settings of this session are not saved.", error=error.told)


def _rows(content: bytes) -> dict[str, Any] | None:
    """Parse a state file, or return None."""
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
        notices += (
            told(("Settings that could not be read start with their defaults: {names}."), names=told_list(strange)),
        )
    return LoadedState(State(**found), notices)
