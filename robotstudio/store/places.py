"""Directories of the program's own files on this computer."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

HOME_VARIABLE = "ROBOTSTUDIO_HOME"
"""Names a directory for all files: for tests, and for a portable copy of the program."""

SETTINGS_FILE = "settings.toml"
_NAME = "robotstudio"


class Places(Struct, frozen=True):
    """The files and directories; they need not exist yet."""

    state: Path
    journal: Path
    crawlers: Path
    history: Path
    policy: Path | None = None
    """The administrator's policy for all users of this computer."""

    @property
    def settings(self) -> Path:
        """The user's settings, in a readable file."""
        return self.state.with_name(SETTINGS_FILE)

    @property
    def documents(self) -> Path:
        """The state of previously opened files."""
        return self.state.with_name("documents.json")

    @property
    def access(self) -> Path:
        """The origins of the sites for which the key ring has secrets."""
        return self.state.with_name("access.json")

    @property
    def crawls(self) -> Path:
        """The directory of crawled sites, a file for each."""
        return self.history.with_name("crawls")

    @property
    def surveys(self) -> Path:
        """The directory of unfinished surveys."""
        return self.history.with_name("surveys")

    @property
    def ranges(self) -> Path:
        """Refreshed IP ranges of crawlers."""
        return self.history.with_name("ip-ranges.json")

    @property
    def crawler_list(self) -> Path:
        """The signed list of crawlers that the person took."""
        return self.history.with_name("crawlers.signed")

    def make_private(self) -> None:
        """Make the files private, also those that an older version made. Never raises.

        A directory is closed only if it is the program's own: `ROBOTSTUDIO_HOME` may name one that contains more.
        """
        if sys.platform == "win32":  # where user directories are private anyway
            return
        own = (self.journal, self.crawls, self.surveys)
        for directory in {*own, *(path.parent for path in (self.state, self.history, self.crawlers))}:
            if directory.name in {_NAME, *(each.name for each in own)} and not directory.is_symlink():
                with suppress(OSError):
                    directory.chmod(0o700)
        for path in (self.state, self.settings, self.documents, self.access, self.history):
            _close(path.parent, f"{path.stem}.*")
        _close(self.journal, "*")

    @classmethod
    def default(cls, environment: Mapping[str, str] = os.environ) -> "Places":
        """Return the places of this system, unless the environment names a directory."""
        home = environment.get(HOME_VARIABLE)
        policy = _of_everybody(environment) / "policy.toml"
        if home:
            return replace(cls.under(Path(home)), policy=policy)
        import platformdirs  # who names a directory starts faster without

        config = platformdirs.user_config_path(_NAME, appauthor=False)
        data = platformdirs.user_data_path(_NAME, appauthor=False)
        return cls(config / "state.json", data / "journal", data / "crawlers.json", data / "history.sqlite", policy)

    @classmethod
    def under(cls, directory: Path) -> "Places":
        names = ("state.json", "journal", "crawlers.json", "history.sqlite")
        return cls(*(directory / name for name in names))


def _of_everybody(environment: Mapping[str, str]) -> Path:
    """Return the directory that only an administrator can write to."""
    if sys.platform == "win32":
        return Path(environment.get("PROGRAMDATA") or "C:/ProgramData") / _NAME
    if sys.platform == "darwin":
        return Path("/Library/Application Support") / _NAME
    return Path("/etc") / _NAME


def _close(directory: Path, pattern: str) -> None:
    with suppress(OSError):
        for path in directory.glob(pattern):
            with suppress(OSError):
                if path.is_file() and not path.is_symlink():
                    path.chmod(0o600)
