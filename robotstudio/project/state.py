"""What the program remembers between runs, in files that no damage can turn into an error at start."""

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
    trusted_files: tuple[str, ...] = ()
    """The files outside of their folders that the person lets projects name."""
    geometry: bytes = b""
    """Size and place of the main window, in Qt's form."""
    more_geometries: tuple[bytes, ...] = ()
    """The same of the windows of its own to which a document was moved, the first one first."""
    splitters: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The sizes of the panes at each splitter, by its name."""
    windows: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Width and height of the windows beside the main one, by their names."""
    url_width: int = 0
    """The width that the person gave the URLs of the matrix, at a scale of 100 %; 0 leaves it to the program."""
    hidden_crawlers: tuple[str, ...] = ()
    """The tokens of the matrix whose columns are hidden."""
    frozen_crawler: str = ""
    """The token of the last column of the matrix that does not scroll; none where it is empty."""
    crawl_columns: tuple[str, ...] = ()
    """The columns that the person chose for the URLs of a crawl; none leaves that to the program."""
    matrix_facts: tuple[str, ...] = ()
    """What the person wants to see in the matrix of URLs that come from a crawl."""
    tour_was_offered: bool = False
    """True if the tour was taken or declined, or the person began without it."""
    beyond_folded: bool = False
    """True if what is said of all other URLs, below the changes, is folded."""
    readings_folded: bool = False
    """The same of how the others read the file, below the summary."""
    updates_asked_on: str = ""
    """The day on which was last asked for a newer version."""
    # What a person sets follows, in the order of `PREFERENCES`.
    language: str = PREFERENCES["language"].default
    """The code of the language of the window; "" follows the system."""
    theme: str = PREFERENCES["theme"].default
    scale: int = PREFERENCES["scale"].default
    """The size of everything but the editor's letters, in percent."""
    asks_for_updates: bool = PREFERENCES["asks_for_updates"].default
    """True if to ask once a day for a newer version."""
    less_motion: bool = PREFERENCES["less_motion"].default
    """True if what shows that work is under way stands still."""
    code_font: str = PREFERENCES["code_font"].default
    """The family of the letters of rules and URLs; "" leaves it to the program."""
    zoom: int = PREFERENCES["zoom"].default
    """The size of the editor's letters, in pixels."""
    ruler: int = PREFERENCES["ruler"].default
    """Behind which column the editor draws a line; 0 draws none."""
    shows_reading: bool = PREFERENCES["shows_reading"].default
    """True if the editor shows the file as the selected crawler reads it."""
    default_crawlers: tuple[str, ...] = PREFERENCES["default_crawlers"].default
    """The tokens of the default set; none where it is that of the program."""
    default_urls: tuple[str, ...] = PREFERENCES["default_urls"].default
    """The test URLs to begin with where there are none."""
    most_flips: int = PREFERENCES["most_flips"].default
    """The share of verdicts, in percent, that may flip before one is warned."""
    user_agent: str = PREFERENCES["user_agent"].default
    sender: str = PREFERENCES["sender"].default
    """The From header."""
    answer_seconds: int = PREFERENCES["answer_seconds"].default
    redirects: int = PREFERENCES["redirects"].default
    uses_proxy: bool = PREFERENCES["uses_proxy"].default
    proxy: str = PREFERENCES["proxy"].default
    """The address of the proxy; "" for that of the system."""
    authorities: str = PREFERENCES["authorities"].default
    """More certificate authorities to trust, a PEM file."""
    hosts_at_once: int = PREFERENCES["hosts_at_once"].default
    fetches_per_host: int = PREFERENCES["fetches_per_host"].default
    fetches_per_second: int = PREFERENCES["fetches_per_second"].default
    checks_off: tuple[str, ...] = PREFERENCES["checks_off"].default
    """The codes of the rules of the linter that are not looked for."""
    keeps_history: bool = PREFERENCES["keeps_history"].default
    """True if fetches are kept in the history."""
    history_megabytes: int = PREFERENCES["history_megabytes"].default
    remembers_work: bool = PREFERENCES["remembers_work"].default
    """True if URLs, their sources and recent files are remembered."""

    @property
    def offers_tour(self) -> bool:
        """True if the start page offers the tour: once, and not to who has worked with the program before."""
        return not (self.tour_was_offered or self.recent_files or self.recent_projects)


GEOMETRY: Final = BytesSetting(limit=65_536)
SETTINGS: Final[Mapping[str, SettingKind[Any]]] = {
    "urls": TextListSetting(),
    "sources": SourcesSetting(limit=100),
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
    "frozen_crawler": TextSetting(200, "", str.isprintable),
    "crawl_columns": TextListSetting(limit=100),
    "matrix_facts": TextListSetting(limit=100),
    "tour_was_offered": FlagSetting(),
    "beyond_folded": FlagSetting(),
    "readings_folded": FlagSetting(),
    "updates_asked_on": TextSetting(10, "", str.isprintable),
    **{name: row.kind for name, row in PREFERENCES.items()},
}
"""The fields of `State`: their kinds and bounds. Their defaults are those of the class."""

_SIZE_LIMIT = 256 * 1024 * 1024
_LONGEST_VERSION = 20

_UNREAD: Message = "{error} The settings are those of a first run. {where}"
_BROKEN: Message = "The settings could not be read and start anew. {where}"
_NEWER: Message = "The settings are those of a newer Robot Studio; what this one does not know is left out. {where}"
_NOT_SAVED: Message = "The settings are not saved: “{path}” could not be read, and would be lost. Move it away."


class LoadedState(Struct, frozen=True):
    """A state, and what is to be told about what could not be read of it."""

    state: State
    notices: tuple[Told, ...] = ()
    policy: AdministratorPolicy = NO_POLICY


class StateStore:
    """Two files beside one another: what a person sets can be read and edited, what the program remembers need not.

    What a `policy` lays down takes the place of what the person chose, and is never written over it.
    """

    def __init__(self, path: Path, policy: Path | None = None) -> None:
        """`path` is the file of what is remembered."""
        self.path = path
        self.settings_path = path.with_name(SETTINGS_FILE)
        self._policy_path = policy
        self._policy = NO_POLICY
        self._unsaved: set[Path] = set()
        """The files that would be lost by saving."""
        self._own: Mapping[str, Any] = {}
        """What was set when it was last read or written, without what the policy says; nothing before that."""

    @cached_property
    def loaded(self) -> LoadedState:
        """What was saved when this was first asked for."""
        return self.load()

    def load(self) -> LoadedState:
        """What was saved last. Never raises: what cannot be read is set aside, and its defaults are used."""
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
        """What the person set; an older version kept that with what it remembered."""
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
        """Write what the person set, where that has changed: another window may have written meanwhile."""
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
        """What was set here since it was last read or written, over what the file says by now.

        A file of which something is not understood is kept beside the new one. Raises FileError if it cannot be.
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
        """Keep the file under another name, so that saving does not lose it; the sentence that says where."""
        try:
            return told("The old file is kept as “{path}”.", path=str(set_aside(path, why)))
        except FileError as error:
            self._unsaved.add(path)
            return told("{error} Until it is moved away, the settings of this run are not kept.", error=error.told)


def _rows(content: bytes) -> dict[str, Any] | None:
    """The rows of a state file, or None if it is none."""
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
