"""The program with a window, as a person starts it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.project.state import State, StateStore
from robotstudio.store.places import HOME_VARIABLE, Places
from robotstudio.ui.app import app
from robotstudio.ui.app.document_tabs import DocumentTabs
from tests.ui.studios import Studios

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def program(*arguments: str, home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    clean = {name: value for name, value in os.environ.items() if name not in SCREENS}
    return subprocess.run(
        [sys.executable, "-m", "robotstudio", *arguments],
        env={**clean, HOME_VARIABLE: str(home), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
def test_without_a_screen_it_says_what_to_do(tmp_path: Path) -> None:
    done = program(home=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "there is no screen" in done.stderr
    assert "robotstudio test" in done.stderr


def test_smoke_test_opens_the_window_evaluates_the_example_and_ends(tmp_path: Path) -> None:
    done = program(app.SMOKE_TEST, home=tmp_path, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0
    drawn, evaluated, passed = done.stdout.splitlines()
    assert drawn == "smoke test: the start page is drawn"
    assert evaluated.startswith("smoke test: the example is drawn, ")
    assert passed == "smoke test passed: guide icon PDF"
    assert (tmp_path / "state.json").exists()
    left = {path.name.partition("-")[2] for path in (tmp_path / "journal").glob("*.journal")}
    assert left <= {"tabs.journal", "carets.journal"}, "what was open, and nothing unsaved"


def test_smoke_test_of_a_file_types_a_letter_before_the_rest_is_made(tmp_path: Path) -> None:
    file = tmp_path / "robots.txt"
    file.write_bytes(b"User-agent: *\nDisallow: /a\n")
    done = program(app.SMOKE_TEST, str(file), home=tmp_path / "home", QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0
    typed, evaluated = done.stdout.splitlines()
    assert typed == "smoke test: the text is drawn"
    assert evaluated.startswith("smoke test: the file is drawn, ")
    assert file.read_bytes() == b"User-agent: *\nDisallow: /a\n"


def test_smoke_test_fails_where_a_part_is_not_as_it_should_be(tmp_path: Path) -> None:
    code = (
        "import sys; from robotstudio.ui.app import smoke_test; from robotstudio.__main__ import main\n"
        "smoke_test.PARTS = {**smoke_test.PARTS, 'guide': lambda studio: False}\n"
        "sys.argv = ['robotstudio', '--smoke-test']; sys.exit(main())"
    )
    environ = os.environ | {HOME_VARIABLE: str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "not as they should be: guide\nsmoke test failed: " in done.stdout


WITH_A_SCALE = """
import os, sys
from PySide6.QtCore import QTimer
from robotstudio.ui.app import app, smoke_test
from robotstudio.ui.theme.tokens import SIZES

def look(tabs, _first):
    studio = tabs.front
    studio.show_example()
    studio.window.resize(720, 450)
    studio.window.actions_by_id["view.simulation"].trigger()
    app.QApplication.processEvents()
    work, view = studio.window.work, studio.simulation.view
    print(studio.window.devicePixelRatio(), studio.window.size().toTuple(), work.is_single)
    print(view.viewport().height() // SIZES.matrix_row >= 5, os.environ.get("QT_SCALE_FACTOR"))
    QTimer.singleShot(0, app.QApplication.quit)

smoke_test.begin = lambda first: None
smoke_test.go_on = look
sys.exit(app.main(["--smoke-test"]))
"""


@pytest.mark.parametrize("factor", [None, "1.0"])
def test_chosen_size_scales_everything_on_top_of_the_factor_of_the_system(tmp_path: Path, factor: str | None) -> None:
    StateStore(Places.under(tmp_path).state).save(State(scale=200))
    screen = {"name": "one", "x": 0, "y": 0, "width": 1440, "height": 900}
    (tmp_path / "screens.json").write_text(json.dumps({"screens": [screen]}))
    environ = {name: value for name, value in os.environ.items() if name != "QT_SCALE_FACTOR"}
    environ |= {HOME_VARIABLE: str(tmp_path), "QT_QPA_PLATFORM": f"offscreen:configfile={tmp_path / 'screens.json'}"}
    environ |= {"QT_SCALE_FACTOR": factor} if factor else {}
    done = subprocess.run(
        [sys.executable, "-c", WITH_A_SCALE], env=environ, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.stdout.splitlines() == ["2.0 (720, 450) True", f"True {factor}"], done.stderr


def test_each_file_that_is_named_is_opened_in_a_tab_and_the_first_is_seen(studios: Studios, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.txt", "-b.txt")]
    for path in paths:
        path.write_text(f"# {path.name}\n")
    studio = studios.start()
    studio.tabs.open([paths[0], tmp_path / "none.txt", paths[1]])
    assert [each.document.path for each in studio.tabs.studios] == paths
    assert studio.tabs.front is studio
    assert "none.txt" in studio.page.notices.bar.accessibleName()


ENDED_BY_A_SIGNAL = """
import os, signal, sys
from PySide6.QtCore import QTimer
from robotstudio.ui.app import app
from robotstudio.ui.app.document_tabs import DocumentTabs

for name in ("SIGTERM", "SIGINT", "SIGHUP"):  # a job in the background, or below nohup, ignores some
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), signal.SIG_DFL)

def edit(tabs):
    tabs.front.editor.replace_body(b"# unsaved\\n")
    tabs.begin().document.new()
    tabs.front.editor.replace_body(b"# never saved\\n")
    if sys.argv[2] == "in a window of its own":
        tabs.move_to_own_window(tabs.front)
    if sys.argv[1] == "quit":
        app.QApplication.quit()
    else:
        os.kill(os.getpid(), getattr(signal, sys.argv[1]))

begin_with = DocumentTabs.begin_with
def begin(tabs, files):
    begin_with(tabs, files)
    QTimer.singleShot(0, lambda: edit(tabs))
DocumentTabs.begin_with = begin
sys.exit(app.main(sys.argv[3:]))
"""


@pytest.mark.parametrize("place", ["in a tab", "in a window of its own"])
@pytest.mark.parametrize("end", ["SIGTERM", "SIGINT", "SIGHUP", "quit"])
def test_unsaved_text_comes_back_if_the_system_ends_the_program(
    studios: Studios, file: Path, qtbot: QtBot, end: str, place: str
) -> None:
    """A desktop ends its programs by SIGTERM; macOS asks them to quit."""
    if sys.platform == "win32" and end != "quit":
        pytest.skip("Windows has no such signals")
    environ = os.environ | {HOME_VARIABLE: str(studios.places.state.parent), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", ENDED_BY_A_SIGNAL, end, place, str(file)],
        env=environ, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    tabs = studios.start().tabs
    qtbot.waitUntil(lambda: not tabs.is_reopening)
    assert [studio.editor.body() for studio in tabs.studios] == [b"# unsaved\n", b"# never saved\n"]
    assert [studio.page.notices.bar.isHidden() for studio in tabs.studios] == [True, True]


@pytest.mark.usefixtures("installed_theme")
def test_look_changes_while_the_window_is_open(tmp_path: Path) -> None:
    studio = DocumentTabs(Places.under(tmp_path)).front
    studio.show_example()
    studio.window.show()
    light = studio.window.grab().toImage()
    studio.window.actions_by_id["theme.dark"].trigger()
    dark = studio.window.grab().toImage()
    assert [image.pixelColor(200, 300).lightness() > 127 for image in (light, dark)] == [True, False]
    studio.window.close()
    studio.window.deleteLater()
    studio.deleteLater()


def test_desktop_knows_the_window_by_its_entry_also_in_flatpak() -> None:
    assert app.desktop_entry({}) == "robotstudio"
    assert app.desktop_entry({"FLATPAK_ID": "org.example.RobotStudio"}) == "org.example.RobotStudio"


OPENED_BY_A_CLICK = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent
from robotstudio.ui.app import app
from robotstudio.ui.app.document_tabs import DocumentTabs

def click(tabs):
    application = QCoreApplication.instance()
    address = QFileOpenEvent(QUrl("https://example.com/"))
    for event in (address, *(QFileOpenEvent(name) for name in sys.argv[1:])):
        QCoreApplication.sendEvent(application, event)
    for studio in tabs.studios:
        print(studio.document.path)
    application.quit()

begin_with = DocumentTabs.begin_with
def begin_and_click(tabs, files):
    begin_with(tabs, files)
    QTimer.singleShot(0, lambda: click(tabs))
DocumentTabs.begin_with = begin_and_click
sys.exit(app.main([]))
"""


def test_files_that_macos_has_opened_come_into_tabs(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.txt", "two.txt")]
    for file in files:
        file.write_text("User-agent: *\nDisallow: /private/\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", OPENED_BY_A_CLICK, *map(str, files)],
        env={**os.environ, HOME_VARIABLE: str(tmp_path / "home"), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == list(map(str, files))
