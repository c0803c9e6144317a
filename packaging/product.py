"""What the program is called and where it is to be had: the one table of which every installer and list is told.

Name, licence, version and addresses stand where Python's own tools look for them, in `pyproject.toml` and in the
package. The project has no address yet, and names nobody else's: `.invalid` belongs to none (RFC 2606). Who
publishes it fills in `[project.urls]` and `ID`; until then nothing is published (`python packaging/product.py` says
so, and the release workflow asks it).
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robotstudio import __version__

ROOT: Final = Path(__file__).resolve().parents[1]
_PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

NAME: Final[str] = _PROJECT["name"]
VERSION: Final = __version__
TITLE: Final = "Robot Studio"
DEVELOPERS: Final = "The Robot Studio developers"
LICENCE: Final[str] = _PROJECT["license"]
KEYWORDS: Final[tuple[str, ...]] = tuple(_PROJECT["keywords"])
ID: Final = "invalid.robotstudio.RobotStudio"
HOME: Final[str] = _PROJECT["urls"]["Homepage"]

PROJECT_SUFFIX: Final = "robotstudio"
"""Of the files that are ours alone: projects."""
PROJECT_KIND: Final = "RobotStudio.Project"
"""What Windows calls them."""
PROGRAM_OF_WINDOWS: Final = "robotstudio.exe"
WINDOW_OF_WINDOWS: Final = "robotstudio-window.exe"
APP_OF_MACOS: Final = f"{TITLE}.app"
OLDEST_MACOS: Final = ("14.0", "sonoma")
"""That of the wheels of Qt and numpy which are bundled."""

_FILES: Final = {
    "deb": "robotstudio_{version}-1_{arch}.deb",
    "appimage": "RobotStudio-{version}-{arch}.AppImage",
    "archive": "robotstudio-{version}-linux-{arch}.tar.xz",
    "nsis": "RobotStudio-{version}-setup.exe",
    "msi": "RobotStudio-{version}.msi",
    "sbom": "robotstudio-{version}-{arch}.cdx.json",
    "dmg": "RobotStudio-{version}-{arch}.dmg",
}


def file_name(kind: str, arch: str = "", version: str = VERSION) -> str:
    """Return the name of a file of a kind, with the processor as its system calls it."""
    return _FILES[kind].format(version=version, arch=arch)


def address(file: str, version: str = VERSION) -> str:
    """Where a file of a release is downloaded: where GitHub puts what the release workflow uploads."""
    return f"{HOME}/releases/download/v{version}/{file}"


def missing() -> list[str]:
    """Return what must be filled in before anything is published."""
    faults = []
    if not (urlsplit(HOME).hostname or "").partition("/")[0] or f".{urlsplit(HOME).hostname}".endswith(".invalid"):
        faults.append(f"the project has no address: [project.urls] in pyproject.toml says {HOME}")
    if ID.startswith("invalid."):
        faults.append(f"the project has no domain of its own to be known by: ID in packaging/product.py says {ID}")
    return faults


def main() -> int:
    """Say what is missing; 1 where something is."""
    faults = missing()
    for fault in faults:
        print(f"product: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
