"""The other releases of Python on this machine: those on PATH, and those of pyenv."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

Release = tuple[int, int, int]
OLDEST: Release = (3, 11, 0)

_NAME = re.compile(r"python3(\.\d+)?(\.exe)?")
_ASKED = "import sys; print(sys.implementation.name, *sys.version_info[:3])"


@cache
def other_pythons() -> dict[Release, Path]:
    """Return a program for each release of CPython except the one that is running."""
    found: dict[Release, Path] = {}
    for program in _programs():
        asked = subprocess.run([program, "-I", "-c", _ASKED], capture_output=True, text=True, check=False)
        name, *numbers = asked.stdout.split() if asked.returncode == 0 else ("",)
        if name == "cpython":
            major, minor, micro = map(int, numbers)
            found.setdefault((major, minor, micro), program)
    found.pop(sys.version_info[:3], None)
    return found


def _programs() -> Iterator[Path]:
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    seen = set()
    for folder in (*map(Path, os.get_exec_path()), *sorted(pyenv.glob("*/bin"))):
        for program in sorted(folder.glob("python3*")):
            real = program.resolve()
            if _NAME.fullmatch(program.name) and os.access(program, os.X_OK) and real not in seen:
                seen.add(real)
                yield program


def newest_for_the_program() -> Path | None:
    """Return the newest other Python that runs the program and can make an environment, None if there is none."""
    found = {release: program for release, program in other_pythons().items() if release >= OLDEST}
    for release in sorted(found, reverse=True):
        if release[:2] != sys.version_info[:2] and _can_make_venv(found[release]):
            return found[release]
    return None


def _can_make_venv(program: Path) -> bool:
    asked = subprocess.run([program, "-I", "-c", "import ensurepip, venv"], capture_output=True, check=False)
    return asked.returncode == 0


if __name__ == "__main__":  # for .ci/run, before anything is installed
    print(newest_for_the_program() or "", end="")
