"""Where the program keeps its own files on this computer."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

HOME_VARIABLE = "ROBOTSTUDIO_HOME"
"""Names a directory for all of it: for tests, and for a copy of the program that is carried about."""


@dataclass(frozen=True, slots=True)
class Places:
    """The files and directories; they need not exist yet."""

    state: Path
    journal: Path
    crawlers: Path
    history: Path

    @classmethod
    def default(cls, environment: Mapping[str, str] = os.environ) -> "Places":
        """Where this system keeps such files, unless the environment names a directory."""
        home = environment.get(HOME_VARIABLE)
        if home:
            return cls.under(Path(home))
        config = platformdirs.user_config_path("robotstudio", appauthor=False)
        data = platformdirs.user_data_path("robotstudio", appauthor=False)
        return cls(config / "state.json", data / "journal", data / "crawlers.json", data / "history.sqlite")

    @classmethod
    def under(cls, directory: Path) -> "Places":
        """All of it in one directory."""
        names = ("state.json", "journal", "crawlers.json", "history.sqlite")
        return cls(*(directory / name for name in names))
