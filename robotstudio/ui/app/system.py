"""The system libraries that Qt needs on Linux, checked because Qt aborts without them."""

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
    """Return why no window can open here, and the remedy; None if no obstacle is known."""
    if sys.platform != "linux":
        return None
    if not any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        return told(_NO_SCREEN)
    missing: dict[str, str] = {}  # libraries may share a missing dependency: report it once
    for name, package in _needs(environ).items():
        if lacks := library_missing_for(name):
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
    """Return True if Wayland is the only option: if X also answers, Qt falls back to it."""
    platform = environ.get("QT_QPA_PLATFORM", "")
    return platform == "wayland" or (
        not platform and bool(environ.get("WAYLAND_DISPLAY")) and not environ.get("DISPLAY")
    )


def answers(display: str) -> bool:
    """Return True if an X server accepts a connection."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(os.fsencode(display), None))
    error = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not error


def library_missing_for(name: str, load: Callable[[str], object] = ctypes.CDLL) -> str:
    """Return the library that prevents loading this one: itself or a dependency; empty if it loads."""
    try:
        load(name)
    except OSError as error:
        return library_in(error) or name
    return ""
