"""Whose work is in the bundle, and where the texts of its licences are: what has none is not given away.

A package of Python brings its own. What is compiled into it is of others again: their texts are in `packaging/notices`,
in a folder that bears the name of the package.
"""

from __future__ import annotations

import json
import re
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, distribution, files, packages_distributions, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from importlib.metadata import PackagePath

ROOT: Final = Path(__file__).resolve().parents[1]
NOTICES: Final = ROOT / "packaging" / "notices"
QT: Final = "Qt and PySide6"
PYTHON: Final = "Python"
_OF_QT: Final = {"PySide6_Essentials", "shiboken6"}
_STARTER: Final = "pyinstaller"
_TITLES: Final = {_STARTER: "PyInstaller"}
_BEGIN: Final = ("LICEN", "COPYING", "NOTICE", "AUTHORS")
_COMPILED: Final = {"PySide6_Essentials": QT}
"""Where what a package holds of others is not under its own name."""
_SHARED: Final = {Path("/usr"), Path("/usr/local")}
"""Where an interpreter lies among all else that is installed."""

Row = tuple[str, str]
"""A file, and the folder of the bundle that it goes to."""


class LicenceError(Exception):
    """A text is missing; the message says whose."""


def texts(module_names: Iterable[str]) -> list[Row]:
    """Our own licence texts, those of Qt, and those of the packages that these modules belong to."""
    rows = [(str(ROOT / name), "licenses") for name in ("LICENSE", "THIRD_PARTY_NOTICES.md")]
    rows += [(str(file), f"licenses/{QT}") for file in sorted((ROOT / "packaging" / "licenses").iterdir())]
    rows.append((_of_python(), f"licenses/{PYTHON}"))
    owners = packages_distributions()
    packages = {owner for name in module_names for owner in owners.get(name.partition(".")[0], ())}
    for package in sorted({_STARTER, *packages} - {"robotstudio"}):
        rows += of_package(package)
    return rows + [(str(file), f"licenses/{PYTHON}") for file in sorted((NOTICES / PYTHON).iterdir())]


def of_package(package: str) -> list[Row]:
    """Return the licence texts of a package, names occurring twice, and those of what is compiled into it."""
    folder = _TITLES.get(package, package)
    rows = [(str(file.locate()), _below(folder, file)) for file in files(package) or () if _is_licence(file)]
    if not rows and package not in _OF_QT:
        raise LicenceError(f"the package {package} brings no text of its licence")
    notices = NOTICES / _COMPILED.get(package, package)
    rows += [(str(file), f"licenses/{notices.name}") for file in sorted(notices.glob("*.txt"))]
    written = "".join(file.read_text("utf-8") for file in notices.glob("*.txt"))
    if missing := [
        name for name in compiled_into(package) if not re.search(rf"^{re.escape(name)} ", written, re.MULTILINE)
    ]:
        raise LicenceError(f"{package} holds {', '.join(missing)}, of which packaging/notices has no text")
    if package in _OF_QT and not written_for(version(package)):
        raise LicenceError(f"packaging/notices is not of Qt {version(package)}; packaging/qt_notices.py writes it anew")
    return rows


def compiled_into(package: str) -> list[str]:
    """Return what a package declares as compiled into it, as wheels of Rust do."""
    found = []
    for file in files(package) or ():
        if "sboms" in file.parts and file.suffix == ".json":
            listed = json.loads(Path(str(file.locate())).read_text("utf-8"))["components"]
            found += [each["name"] for each in listed if each.get("scope") != "excluded"]
    return found


def written_for(qt: str) -> bool:
    """Whether what is written down of Qt's parts is of this minor version."""
    head = (NOTICES / QT / "third-party.txt").read_text("utf-8").partition("\n")[0]
    return f" Qt {'.'.join(qt.split('.')[:2])}." in head


def of_nobody(binaries: Iterable[Row], from_system: Mapping[str, str]) -> list[str]:
    """Those of the bundle's libraries (its place in it, and where it is taken from) that no owner is known of."""
    owners = packages_distributions()
    places = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}
    return sorted(
        destination
        for destination, source in binaries
        if destination not in from_system
        and not _is_owned(Path(source), places, owners)
        and not _is_of_python(Path(source))
    )


def _is_owned(source: Path, places: Iterable[Path], owners: Mapping[str, list[str]]) -> bool:
    """Whether an installed package has it, or the folder of libraries that goes with one."""
    for place in places:
        if source.resolve().is_relative_to(place):
            top = source.resolve().relative_to(place).parts[0]
            return bool(owners.get(top.partition(".")[0])) or _is_installed(top.removesuffix(".libs"))
    return False


def _is_installed(package: str) -> bool:
    try:
        distribution(package)
    except PackageNotFoundError:
        return False
    return True


def _is_of_python(source: Path) -> bool:
    """Whether it belongs to the interpreter: what lies beside one of a distribution is not its own."""
    places = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib")}
    base = Path(sys.base_prefix).resolve()
    places |= {base} - _SHARED
    is_its = source.name.lower().startswith(("libpython", "python", "vcruntime"))
    own = source.resolve()
    return is_its or (any(map(own.is_relative_to, places)) and "site-packages" not in source.parts)


def _of_python() -> str:
    """Return the licence of the interpreter, from its own build or Debian's."""
    debian = f"python{sys.version_info.major}.{sys.version_info.minor}"
    own = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    for place in (own, Path(sys.base_prefix) / "LICENSE.txt", Path(f"/usr/share/doc/{debian}/copyright")):
        if place.is_file():
            return str(place)
    raise LicenceError("the text of Python's licence was not found")


def _is_licence(file: PackagePath) -> bool:
    return "dist-info" in file.parts[0] and file.name.upper().startswith(_BEGIN)


def _below(folder: str, file: PackagePath) -> str:
    inside = Path(*file.parts[1:-1]).as_posix().removeprefix("licenses").lstrip("/.")
    return f"licenses/{folder}/{inside}".rstrip("/")
