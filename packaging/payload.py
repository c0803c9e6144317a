"""Make the bundle, the folder that every installer wraps: the same bytes from the same sources, and not too many.

PyInstaller puts the folder together (`robotstudio.spec`). Then what only debuggers read is stripped, and every file
gets the time of the last change of the sources: SOURCE_DATE_EPOCH, or the last commit.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import qt_icu

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT: Final = Path(__file__).resolve().parents[1]
BUNDLE: Final = ROOT / "dist" / "robotstudio"
WORK: Final = ROOT / "build"
MOST_MEGABYTES: Final = 240

_NOT_STRIPPED: Final = {"numpy.libs"}
"""Their segments were moved, which `strip` does not keep: numpy would no longer load them."""


class PayloadError(Exception):
    """The bundle was not made; the message says why."""


class Payload(NamedTuple):
    """A bundle that is ready to be wrapped."""

    folder: Path
    system_libraries: dict[str, str]
    """Files copied from the system that built it, by place in `_internal`, with the package that each comes from."""

    @property
    def size(self) -> int:
        """The bytes of all its files."""
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file() and not file.is_symlink())


def epoch() -> int:
    """Return the time of everything that is built, in seconds: when the sources were last changed."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    asked = ["git", "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        done = None
    if done and done.returncode == 0 and done.stdout.strip():
        return int(done.stdout)
    return int((ROOT / "CHANGELOG.md").stat().st_mtime)  # an unpacked source archive keeps the times of its files


def make(folder: Path = BUNDLE, work: Path = WORK) -> Payload:
    """Make the bundle anew."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    command += ["--distpath", str(folder.parent), "--workpath", str(work), str(ROOT / "packaging" / "robotstudio.spec")]
    environment = os.environ | {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": str(epoch())}
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode != 0:
        raise PayloadError("PyInstaller made no bundle; the reason is above.")
    payload = there(folder, work)
    if sys.platform == "linux":
        for library in sorted(folder.glob("_internal/PySide6/Qt/lib/libicudata.so.*")):
            qt_icu.trim(library, _languages())
        _strip(folder)
        _forget_the_builder(folder)
    tidy(folder)
    return payload


def there(folder: Path = BUNDLE, work: Path = WORK) -> Payload:
    """Return the bundle that was made before."""
    listed = work / "robotstudio" / "system-libraries.json"
    if not (folder.is_dir() and listed.is_file()):
        raise PayloadError(f"there is no bundle in {folder}; `python3 dev.py build` makes it.")
    return Payload(folder, json.loads(listed.read_text("utf-8")))


def _languages() -> set[str]:
    """Return the languages of the program by their ICU names, without the country."""
    codes = (path.name for path in (ROOT / "resources" / "locale").iterdir() if path.is_dir())
    return {"en", *(code.partition("_")[0] for code in codes)}


def _strip(folder: Path) -> None:
    """Take out what only a debugger reads."""
    libraries = [file for file in sorted(folder.rglob("*.so*")) if file.is_file() and not file.is_symlink()]
    wanted = [str(file) for file in libraries if not _NOT_STRIPPED & set(file.parts)]
    if subprocess.run(["strip", "--strip-unneeded", *wanted], check=False).returncode != 0:
        raise PayloadError("strip, of binutils, failed; the reason is above.")


def _forget_the_builder(folder: Path) -> None:
    """Take out the places on this machine in which the libraries look for others: elsewhere, they may be anybody's."""
    for file in sorted(folder.rglob("*.so*")):
        if file.is_file() and not file.is_symlink():
            said = subprocess.run(
                ["readelf", "--dynamic", str(file)], capture_output=True, text=True, check=False
            ).stdout
            places = re.findall(r"\(R(?:UN)?PATH\).*\[(.*)\]", said)
            if any(not each.startswith("$ORIGIN") for place in places for each in place.split(":")):
                subprocess.run(["chrpath", "--delete", str(file)], check=True, stdout=subprocess.DEVNULL)


def tidy(folder: Path) -> None:
    """Let nothing of the one who builds show: whose umask it was, and when it was made."""
    when = epoch()
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            is_program = path.is_dir() or (path.parent == folder and path.suffix in {"", ".exe"})
            path.chmod(0o755 if is_program else 0o644)
        os.utime(path, (when, when), follow_symlinks=False)


def leave_to_the_system(inside: Path, libraries: Mapping[str, str]) -> None:
    """Take libraries out of `_internal`, and have the program say by their packages which of them a system lacks."""
    for library in libraries:
        (inside / library).unlink()
    listed = inside / "robotstudio" / "resources" / "system-libraries.json"
    said = json.loads(listed.read_text("utf-8"))
    said["bundle"] = {Path(library).name: package for library, package in libraries.items()}
    listed.write_text(json.dumps(said, indent=2), "utf-8")


def report(payload: Payload) -> None:
    """Say how large it is; too large is a failure."""
    megabytes = payload.size / 1e6
    print(f"{megabytes:8.1f} MB  {payload.folder}")
    is_for_linux = sys.platform == "linux" and not (payload.folder / "robotstudio.exe").exists()
    if is_for_linux and megabytes > MOST_MEGABYTES:
        raise PayloadError(f"the bundle has grown to more than {MOST_MEGABYTES} MB; find out what came in.")


FAILURES: Final = (PayloadError, qt_icu.TrimError, subprocess.CalledProcessError, OSError)
"""Error while making a bundle, with a message for people."""


def main() -> int:
    """Make it and say how large it is; 1 with the reason where that fails."""
    try:
        report(make())
    except FAILURES as error:
        print(f"payload: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
