"""The system libraries that Qt needs on Linux, checked before Qt aborts the program for want of one."""

import ctypes
import os
import sys
from collections.abc import Callable, Mapping

from robotstudio.store.missing_libraries import library_in, package_of, packages
from robotstudio.text.language import Message, Told, told, told_list

_NO_SCREEN: Message = (
    "there is no screen to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). "
    "Start it in a graphical session, or use a command such as `robotstudio test`, which needs none."
)
_NO_ANSWER: Message = (
    "there is no screen to open a window on (DISPLAY is {display}, where nothing answers). "
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
    missing: dict[str, str] = {}  # a library may lack one that it needs itself: that one is told, once
    for name, package in _needs(environ).items():
        if lacks := lacked_by(name):
            missing.setdefault(lacks, package_of(lacks) or package)
    if not missing:
        display = environ.get("DISPLAY", "")
        return told(_NO_ANSWER, display=display) if _is_for_x11(environ) and not answers(display) else None
    return told(_LACKING, libraries=told_list(tuple(missing)), packages=" ".join(sorted(set(missing.values()))))


def _needs(environ: Mapping[str, str]) -> dict[str, str]:
    screen = "x11" if _is_for_x11(environ) else "wayland" if _is_for_wayland(environ) else ""
    return {**packages("window"), **packages(screen)}


def _is_for_x11(environ: Mapping[str, str]) -> bool:
    platform = environ.get("QT_QPA_PLATFORM", "")
    return bool(environ.get("DISPLAY")) and not environ.get("WAYLAND_DISPLAY") and platform in {"", "xcb"}


def _is_for_wayland(environ: Mapping[str, str]) -> bool:
    """Whether there is no other way: where X answers too, Qt takes that for want of a library."""
    platform = environ.get("QT_QPA_PLATFORM", "")
    return platform == "wayland" or (
        not platform and bool(environ.get("WAYLAND_DISPLAY")) and not environ.get("DISPLAY")
    )


def answers(display: str) -> bool:
    """Whether an X server lets this program in."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(os.fsencode(display), None))
    error = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not error


def lacked_by(name: str, load: Callable[[str], object] = ctypes.CDLL) -> str:
    """Which library keeps this one from being loaded: itself, or one that it needs; empty where it is there."""
    try:
        load(name)
    except OSError as error:
        return library_in(error) or name
    return ""
