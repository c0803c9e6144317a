"""If the system lacks a library that Qt needs, a message says so instead of Qt's abort."""

import json
import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import PySide6
import pytest

from robotstudio import assets
from robotstudio.ui.app import system

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems bring what Qt needs")
QT = Path(PySide6.__path__[0]) / "Qt"
OF_GLIBC = ("libc.", "libm.", "libpthread.", "libdl.", "librt.", "ld-linux")
LIBRARIES = json.loads(assets.path("system-libraries.json").read_text("utf-8"))


def test_nothing_is_in_the_way_of_this_very_suite() -> None:
    assert system.obstacle({"QT_QPA_PLATFORM": "offscreen"}) is None


def test_no_screen_is_said_before_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "library_missing_for", str)
    assert "no screen" in str(system.obstacle({}))


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"])
def test_any_screen_will_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "library_missing_for", lambda _name: "")
    monkeypatch.setattr(system, "answers", lambda _display: True)
    assert system.obstacle({name: "something"}) is None


@pytest.mark.skipif(bool(system.library_missing_for("libxcb.so.1")), reason="libxcb is not installed")
def test_screen_that_does_not_answer_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "library_missing_for", lambda _name: "")
    said = str(system.obstacle({"DISPLAY": ":99999"}))
    assert "DISPLAY is :99999, where nothing answers" in said
    assert system.obstacle({"DISPLAY": ":99999", "QT_QPA_PLATFORM": "offscreen"}) is None


@pytest.mark.parametrize(
    ("environ", "kinds"),
    [
        ({"DISPLAY": ":0"}, {"window", "x11"}),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, {"window"}),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, {"window"}),
        ({"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":0"}, {"window", "x11"}),
        ({"WAYLAND_DISPLAY": "wayland-0"}, {"window", "wayland"}),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "wayland"}, {"window", "wayland"}),
    ],
)
def test_every_library_that_is_missing_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], kinds: set[str]
) -> None:
    monkeypatch.setattr(system, "library_missing_for", str)
    words = str(system.obstacle(environ)).replace(",", " ").replace("`", " ").replace(". ", " ").split()
    expected = {**LIBRARIES["window"], **{name: package for kind in kinds for name, package in LIBRARIES[kind].items()}}
    for kind in ("window", "x11", "wayland"):
        for library, package in LIBRARIES[kind].items():
            assert (library in words) == (library in expected), library
            assert (package in words) == (package in expected.values()), package


def needed(library: Path) -> set[str]:
    """Return the names of the libraries that a library needs."""
    said = subprocess.run(["readelf", "--dynamic", str(library)], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"\(NEEDED\).*\[(.+)\]", said))


def loaded(start: Path) -> set[str]:
    """Return the system libraries that a library of Qt needs, directly or through other libraries of Qt."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for name in needed(waiting.pop()) - found:
            found.add(name)
            if (own := QT / "lib" / name).exists():
                waiting.append(own)
    return {name for name in found if not (QT / "lib" / name).exists() and not name.startswith(OF_GLIBC)}


@pytest.mark.skipif(shutil.which("readelf") is None, reason="readelf, of binutils, is not installed")
@pytest.mark.parametrize(("plugin", "kind"), [("libqxcb.so", "x11"), ("libqwayland.so", "wayland")])
def test_all_that_a_screen_loads_is_looked_for_before_qt_aborts_for_want_of_it(plugin: str, kind: str) -> None:
    file = QT / "plugins" / "platforms" / plugin
    if not file.exists():
        pytest.skip(f"this PySide6 has no {plugin}")
    by_import = loaded(QT / "lib" / "libQt6Widgets.so.6")  # the import itself reports a missing one of these
    assert "libX11.so.6" in loaded(file) or kind == "wayland"
    assert loaded(file) - by_import - {*LIBRARIES["window"], *LIBRARIES[kind]} == set()
    known = {name for group in LIBRARIES.values() if isinstance(group, dict) for name in group}
    assert by_import - known == set()


def test_library_that_only_others_need_is_told_once_and_not_those_that_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def load(name: str) -> None:
        if name.startswith(("libX11", "libxcb")):
            raise OSError("libXau.so.6: cannot open shared object file: No such file or directory")

    assert system.library_missing_for("libEGL.so.1", load) == ""
    assert system.library_missing_for("libX11.so.6", load) == "libXau.so.6"
    monkeypatch.setattr(system, "library_missing_for", partial(system.library_missing_for, load=load))
    said = str(system.obstacle({"DISPLAY": ":0"}))
    assert "lacks: libXau.so.6. On" in said
    assert "apt-get install libx11-6`" in said  # the package that contains it


def test_library_that_cannot_be_loaded_for_another_reason_is_told_itself() -> None:
    def load(_name: str) -> None:
        raise OSError("libGL.so.1: wrong ELF class: ELFCLASS32")

    assert system.library_missing_for("libGL.so.1", load) == "libGL.so.1"


def test_program_ends_with_the_sentence_and_status_2_where_a_library_is_missing() -> None:
    code = (
        "import sys; from robotstudio.ui.app import system\n"
        "system.library_missing_for = lambda name: 'libxcb-' in name and name\n"
        "sys.argv = ['robotstudio']\n"
        "from robotstudio.__main__ import main; sys.exit(main())"
    )
    environ = {name: value for name, value in os.environ.items() if name not in {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY"}}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environ | {"DISPLAY": ":99999"}
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("robotstudio: the window needs libraries that this system lacks: libxcb-cursor.so.0")
    assert "libxcb-cursor0" in done.stderr
