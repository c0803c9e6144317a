"""Where the program keeps its own files on this computer."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

HOME_VARIABLE = "ROBOTSTUDIO_HOME"
"""Names a directory for all of it: for tests, and for a copy of the program that is carried about."""

SETTINGS_FILE = "settings.toml"
_NAME = "robotstudio"


class Places(Struct, frozen=True):
    """The files and directories; they need not exist yet."""

    state: Path
    journal: Path
    crawlers: Path
    history: Path
    policy: Path | None = None
    """What an administrator may have laid down for everybody on this computer."""

    @property
    def settings(self) -> Path:
        """What the person set, in a file that can be read."""
        return self.state.with_name(SETTINGS_FILE)

    @property
    def documents(self) -> Path:
        """What belonged to files that were open before."""
        return self.state.with_name("documents.json")

    @property
    def crawls(self) -> Path:
        """The directory of the sites that were crawled, a file for each."""
        return self.history.with_name("crawls")

    @property
    def surveys(self) -> Path:
        """The directory of what is done of surveys that are not."""
        return self.history.with_name("surveys")

    @property
    def ranges(self) -> Path:
        """Addresses of crawlers that were fetched anew."""
        return self.history.with_name("ip-ranges.json")

    def make_private(self) -> None:
        """Take from others what they could read of it, also of files that an older version made. Never raises.

        A directory is closed only where it is the program's own: `ROBOTSTUDIO_HOME` may name one that holds more.
        """
        if sys.platform == "win32":  # where the user's own directories are closed to others
            return
        own = (self.journal, self.crawls, self.surveys)
        for directory in {*own, *(path.parent for path in (self.state, self.history, self.crawlers))}:
            if directory.name in {_NAME, *(each.name for each in own)} and not directory.is_symlink():
                with suppress(OSError):
                    directory.chmod(0o700)
        for path in (self.state, self.settings, self.documents, self.history):
            _close(path.parent, f"{path.stem}.*")
        _close(self.journal, "*")

    @classmethod
    def default(cls, environment: Mapping[str, str] = os.environ) -> "Places":
        """Where this system keeps such files, unless the environment names a directory."""
        home = environment.get(HOME_VARIABLE)
        policy = _of_everybody(environment) / "policy.toml"
        if home:
            return replace(cls.under(Path(home)), policy=policy)
        import platformdirs  # noqa: PLC0415  # who names a directory starts faster without

        config = platformdirs.user_config_path(_NAME, appauthor=False)
        data = platformdirs.user_data_path(_NAME, appauthor=False)
        return cls(config / "state.json", data / "journal", data / "crawlers.json", data / "history.sqlite", policy)

    @classmethod
    def under(cls, directory: Path) -> "Places":
        names = ("state.json", "journal", "crawlers.json", "history.sqlite")
        return cls(*(directory / name for name in names))


def _of_everybody(environment: Mapping[str, str]) -> Path:
    """Where only an administrator writes."""
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
