"""Whose work goes into what is given away, and whether its licence allows that: `python packaging/licences.py`.

What a person has accepted stands here; anything else is refused until somebody has read it. The LGPL is accepted where
a library lies as a file of its own, which whoever has the program can replace. The GPL would bind the whole program.
"""

from __future__ import annotations

import importlib.metadata
import re
import sys
import tomllib
from typing import TYPE_CHECKING, Final

import product

if TYPE_CHECKING:
    import payload as payloads

ACCEPTED: Final = frozenset(
    {
        *(
            "0BSD",
            "AFL-2.1",
            "Apache-2.0",
            "BSD",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "CC0-1.0",
            "FTL",
            "HPND-sell-variant",
        ),
        *("LGPL-2.1-or-later", "LGPL-3.0-only", "MIT", "MIT-0", "MPL-2.0", "PSF-2.0", "Zlib", "blessing"),
        *("bzip2-1.0.6", "libpng-2.0"),
        "GPL-2.0-or-later WITH Bootloader-exception",  # the start program of PyInstaller: for any program
        "GPL-3.0-or-later WITH GCC-exception-3.1",  # what compilers put into all that they make
    }
)
_MEANT: Final = {
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSFL": "PSF-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""Licences as packages say them that do not use the names of SPDX."""
_READ: Final = {"resvg_py": "MIT", "PyInstaller": "GPL-2.0-or-later WITH Bootloader-exception"}
"""Licences of packages whose text had to be read."""

_OF_THE_SYSTEM: Final = {
    "libbrotli1": "MIT",
    "libbsd0": "BSD-3-Clause",
    "libbz2-1.0": "bzip2-1.0.6",
    "libcap2": "BSD-3-Clause OR GPL-2.0-only",
    "libdbus-1-3": "AFL-2.1 OR GPL-2.0-or-later",
    "libexpat1": "MIT",
    "libffi8": "MIT",
    "libfontconfig1": "HPND-sell-variant",
    "libfreetype6": "FTL OR GPL-2.0-only",
    "libgcc-s1": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libgcrypt20": "LGPL-2.1-or-later",
    "libglib2.0-0": "LGPL-2.1-or-later",
    "libgpg-error0": "LGPL-2.1-or-later",
    "liblz4-1": "BSD-2-Clause",
    "liblzma5": "0BSD",
    "libmd0": "BSD-3-Clause",
    "libpcre2-8-0": "BSD-3-Clause",
    "libpng16-16": "libpng-2.0",
    "libsqlite3-0": "blessing",
    "libssl3": "Apache-2.0",
    "libstdc++6": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libsystemd0": "LGPL-2.1-or-later",
    "libuuid1": "BSD-3-Clause",
    "libzstd1": "BSD-3-Clause OR GPL-2.0-only",
    "zlib1g": "Zlib",
}
"""Of the library in a package of the system; its programs may be under another."""
_OF_X_AND_WAYLAND: Final = ("libx11-", "libxau", "libxcb-", "libxdmcp", "libxkbcommon", "libwayland-")
_NO_PACKAGE: Final = {"Python", "Qt and PySide6", "system"}
"""Folders of licences in a bundle that are not named after a package of Python; the first two are in the notices."""


class LicenceError(Exception):
    """Something may not be given away, or nobody looked; the message says what."""


def accepts(expression: str) -> bool:
    """Return True if an SPDX expression allows an accepted licence: one side of an OR, both sides of an AND."""
    joined = re.sub(r"(\S+) WITH (\S+)", lambda found: found[0].replace(" ", "\0"), expression)
    words = re.findall(r"[()]|[^\s()]+", joined)
    words.reverse()

    def either() -> bool:
        answers = [both()]
        while words and words[-1].upper() == "OR":
            words.pop()
            answers.append(both())
        return any(answers)

    def both() -> bool:
        answers = [one()]
        while words and words[-1].upper() == "AND":
            words.pop()
            answers.append(one())
        return all(answers)

    def one() -> bool:
        word = words.pop() if words else ""
        if word != "(":
            return word.replace("\0", " ") in ACCEPTED
        answer = either()
        return bool(words) and words.pop() == ")" and answer

    answer = either()
    return answer and not words


def said_by(package: str) -> str:
    """Return the SPDX name of the licence of an installed package, empty if it declares none."""
    if package in _READ:
        return _READ[package]
    about = importlib.metadata.metadata(package)
    if "License-Expression" in about:
        return about["License-Expression"]
    short: str = (about.get_all("License") or [""])[0]
    if short and "\n" not in short and len(short) < 80:
        return _MEANT.get(short, short)
    marks = [row.rpartition(" :: ")[2] for row in about.get_all("Classifier") or () if row.startswith("License")]
    return " AND ".join(_MEANT.get(mark, mark) for mark in marks)


def shipped() -> set[str]:
    """Return the Python packages that are installed with the program."""
    project = tomllib.loads((product.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [*project["dependencies"], f"{project['name']}[window]"]
    while waiting:
        requirement = waiting.pop()
        if requirement in seen:
            continue
        seen.add(requirement)
        name, extras = _parts(requirement)
        try:
            about = importlib.metadata.metadata(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # for another system, or another Python
        asked = {f'extra == "{extra}"' for extra in extras}
        rows = [row.replace("'", '"') for row in importlib.metadata.requires(name) or ()]
        waiting += [row for row in rows if "extra ==" not in row or any(extra in row for extra in asked)]
        found.add(about["Name"])
    return found - {project["name"]}


def _parts(requirement: str) -> tuple[str, list[str]]:
    """Return the package and the extras of a requirement, such as "httpx[http2]>=0.27"."""
    found = re.match(r"([\w.-]+)\s*(?:\[([^\]]*)\])?", requirement)
    if not found:
        raise LicenceError(f"“{requirement}” names no package")
    return found[1], [extra.strip() for extra in (found[2] or "").split(",") if extra.strip()]


def of_the_system(package: str) -> str:
    """Return the licence of the libraries in a package of Debian or Ubuntu, empty if nobody has checked it."""
    name = package.removesuffix("t64")
    return "MIT" if name.startswith(_OF_X_AND_WAYLAND) else _OF_THE_SYSTEM.get(name, "")


def faults(licences: dict[str, str]) -> list[str]:
    """Return a sentence for each part that must not be distributed."""
    found = []
    for name, licence in sorted(licences.items()):
        if not licence:
            found.append(f"nobody looked under which licence {name} is")
        elif not accepts(licence):
            found.append(f"{name} is under {licence}, which was not accepted")
    return found


def of_bundle(payload: payloads.Payload) -> dict[str, str]:
    """Return the parts of a bundle with their licences; fail if one must not be distributed."""
    folders = {path.name for path in (payload.folder / "_internal" / "licenses").iterdir() if path.is_dir()}
    parts = {name: said_by(name) for name in folders - _NO_PACKAGE}
    parts |= {package: of_the_system(package) for package in payload.system_libraries.values()}
    if found := faults(parts):
        raise LicenceError(f"this may not be given away: {'; '.join(found)}")
    return parts


def main() -> int:
    """Say whether all that is installed with the program may be; 1 where something may not."""
    packages = shipped()
    found = faults({package: said_by(package) for package in packages})
    for fault in found:
        print(f"licences: {fault}", file=sys.stderr)
    if not found:
        print(f"licences: {len(packages)} packages, each under a licence that was accepted")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
