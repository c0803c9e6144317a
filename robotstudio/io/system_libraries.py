"""The libraries that the program takes from a Linux system, and the packages of Debian and Ubuntu that have them."""

import json
import re
from collections.abc import Mapping

from robotstudio import assets
from robotstudio.engine.language import Message, Told, told

_LACKING: Message = (
    "this system lacks the library {library}. On Debian and Ubuntu, type `sudo apt-get install {package}`, then start"
    " again."
)
_LACKING_ELSEWHERE: Message = (
    "this system lacks the library {library}. Install the package that has it, then start again."
)
_NOT_FOUND = re.compile(r"(lib[\w.+-]+\.so[\w.]*): cannot open shared object file")


def packages(group: str) -> Mapping[str, str]:
    """The libraries of a group with their packages: of the window, of a kind of screen, or of the bundle itself."""
    groups = json.loads(assets.path("system-libraries.json").read_text("utf-8"))
    found: Mapping[str, str] = groups.get(group, {})
    return found


def lacking(error: ImportError) -> Told | None:
    """Which library a module did not find; None where it was not imported for another reason."""
    if not (found := _NOT_FOUND.search(str(error))):
        return None
    name = found[1]
    known = {**packages("bundle"), **packages("window"), **packages("x11"), **packages("wayland")}
    if package := known.get(name):
        return told(_LACKING, library=name, package=package)
    return told(_LACKING_ELSEWHERE, library=name)
