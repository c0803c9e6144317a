"""The system libraries that Qt needs on Linux, checked before Qt aborts the program for want of one."""

import ctypes
import json
import os
import sys
from collections.abc import Callable, Mapping

from robotstudio import assets
from robotstudio.engine.language import Message, Told, told, told_list

_NO_SCREEN: Message = (
    "there is no screen to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). "
    "Start it in a graphical session, or use a command such as `robotstudio test`, which needs none."
)
_LACKING: Message = (
    "the window needs libraries that this system lacks: {libraries}. On Debian and Ubuntu, type "
    "`sudo apt-get install {packages}`, then start again. Commands such as `robotstudio test` work without."
)


def obstacle(environ: Mapping[str, str] = os.environ) -> Told | None:
    """Why no window can open here, and what to do about it; None where nothing is known to be in the way."""
    if sys.platform != "linux":
        return None
    if not any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        return told(_NO_SCREEN)
    missing = {name: package for name, package in _needs(environ).items() if not is_loadable(name)}
    if not missing:
        return None
    return told(_LACKING, libraries=told_list(tuple(missing)), packages=" ".join(sorted(missing.values())))


def _needs(environ: Mapping[str, str]) -> dict[str, str]:
    libraries = json.loads(assets.path("system-libraries.json").read_text("utf-8"))
    needs: dict[str, str] = libraries["window"]
    platform = environ.get("QT_QPA_PLATFORM", "")
    if environ.get("DISPLAY") and not environ.get("WAYLAND_DISPLAY") and platform in {"", "xcb"}:
        needs |= libraries["x11"]
    return needs


def is_loadable(name: str, load: Callable[[str], object] = ctypes.CDLL) -> bool:
    """Whether the system has this library."""
    try:
        load(name)
    except OSError:
        return False
    return True
