"""Missing libraries, and how to install them.

Libraries of a Linux system come from packages of Debian and Ubuntu, which are named; of Python's modules, an
installation without the extras leaves out those of the window, of PDF and of figures.
"""

import json
import re
from collections.abc import Mapping

from robotstudio import assets
from robotstudio.text.language import Message, Told, told

_MISSING: Message = (
    "the system lacks the library {library}. On Debian and Ubuntu, run `sudo apt-get install {package}`, then start "
    "again."
)
_MISSING_ELSEWHERE: Message = (
    "the system lacks the library {library}. Install the package that contains it, then start again."
)
_NO_WINDOW: Message = (
    "this installation has only the commands, without the window. `robotstudio --help` lists them. For the window, "
    "install the extra “window”: robotstudio[window]."
)
_NOT_INSTALLED: Message = "this needs {module}, which is not installed. Run `pip install {module}`, then start again."
_OPTIONAL = frozenset({"resvg_py", "typst"})
"""Modules for reports as PDF, and for figures as PDF and PNG."""
_OF_THE_WINDOW = ("robotstudio.ui", "PySide6", "shiboken6", "pygments")
_GROUPS = ("bundle", "base", "window", "x11", "wayland")
_NOT_FOUND = re.compile(r"(lib[\w.+-]+\.so[\w.]*): cannot open shared object file")


def packages(group: str) -> Mapping[str, str]:
    """Return the libraries of a group with their packages: of a system, the window, a kind of screen, the bundle."""
    groups = json.loads(assets.path("system-libraries.json").read_text("utf-8"))
    found: Mapping[str, str] = groups.get(group, {})
    return found


def package_of(library: str) -> str:
    """Return the package of Debian and Ubuntu that contains a library; empty if unknown."""
    return next(filter(None, (packages(group).get(library) for group in _GROUPS)), "")


def library_in(error: OSError | ImportError) -> str:
    """Return the library that the system's loader did not find, which may be an indirect one; else empty.

    In the bundle, `ctypes` raises its own error, with the loader's as its cause.
    """
    found = _NOT_FOUND.search(str(error)) or _NOT_FOUND.search(str(error.__cause__))
    return found[1] if found else ""


def missing_library(error: ImportError) -> Told | None:
    """Describe what was missing when a module was imported; None if it failed for another reason."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        if error.name.startswith(_OF_THE_WINDOW):
            return told(_NO_WINDOW)
        return told(_NOT_INSTALLED, module=error.name) if error.name in _OPTIONAL else None
    if not (name := library_in(error)):
        return None
    if package := package_of(name):
        return told(_MISSING, library=name, package=package)
    return told(_MISSING_ELSEWHERE, library=name)
