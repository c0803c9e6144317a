"""The way from the start of the program to a whole window."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.project.state import State, StateStore
from robotstudio.store.journal import Journal
from robotstudio.store.places import HOME_VARIABLE, Places
from robotstudio.ui.app import opening as module
from robotstudio.ui.app.opening import Opening
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.theme.theme import Mode, Theme
from tests.ui.studios import keyboard, settle


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.under(tmp_path)


@pytest.fixture
def opening(qapp: QApplication, places: Places) -> Iterator[Opening]:
    """A window on its start page, shown; nothing else was begun."""
    opening = Opening(Theme(parent=qapp), places)
    opening.window.show()
    opening.window.activateWindow()
    QTest.qWaitForWindowActive(opening.window)
    yield opening
    opening.close()
    opening.window.hide()
    opening.window.deleteLater()
    opening.deleteLater()


def test_start_page_is_there_before_the_rest(opening: Opening) -> None:
    assert opening.window.is_on_start_page
    assert opening.window.tabs == ()
    assert opening.window.findChildren(RobotsEdit) == []
    assert "…" in opening.window.top_bar.crawlers_button.text()


def test_the_rest_is_made_while_nobody_does_anything(qtbot: QtBot, opening: Opening) -> None:
    with qtbot.waitSignal(opening.made, timeout=60_000):
        opening.begin()
    assert opening.window.is_on_start_page
    assert len(opening.window.tabs) == 7
    studio = opening.finish()
    settle(studio)
    assert "Search" in studio.window.top_bar.crawlers_button.text()


@pytest.mark.parametrize("turns", [0, 1, 20, 25])
def test_key_finds_everything_made_however_early_it_comes(opening: Opening, turns: int) -> None:
    opening.begin()
    for _ in range(turns):
        QTest.qWait(0)
    QTest.keyClick(opening.window.windowHandle(), Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert not opening.window.is_on_start_page
    assert isinstance(keyboard(), RobotsEdit)


def test_click_finds_everything_made(opening: Opening) -> None:
    opening.begin()
    QTest.mouseClick(opening.window.status_bar, Qt.MouseButton.LeftButton)
    assert len(opening.window.tabs) == 7


def test_action_chosen_by_no_key_finds_everything_made(opening: Opening) -> None:
    opening.window.actions_by_id["file.new"].trigger()
    assert isinstance(keyboard(), RobotsEdit)
    assert opening.window.actions_by_id["file.save"].isEnabled()


def test_window_closed_at_once_leaves_nothing(opening: Opening, places: Places) -> None:
    opening.window.close()
    opening.close()
    assert not list(places.journal.glob("*"))


def test_what_a_crash_left_is_offered(opening: Opening, places: Places) -> None:
    with Journal(places.journal) as crashed:
        crashed.write("draft", None, b"User-agent: *\n")
    studio = opening.finish()
    assert studio.window.notices.bar.isVisible()


def test_end_that_nobody_asked_for_loses_no_text(opening: Opening, places: Places) -> None:
    opening.finish().document.load(b"# fetched\n", Origin(OriginKind.SITE))
    opening.close()
    with Journal(places.journal) as journal:
        assert b"# fetched\n" in [orphan.body for orphan in journal.orphans()]


def test_window_looks_as_it_was_left_before_the_rest_is_made(qapp: QApplication, places: Places) -> None:
    StateStore(places.state).save(State(theme="dark"))
    theme = Theme(parent=qapp)
    opening = Opening(theme, places)
    assert theme.mode is Mode.DARK
    assert opening.window.actions_by_id["theme.dark"].isChecked()
    opening.close()
    opening.window.deleteLater()
    opening.deleteLater()
    theme.deleteLater()


def test_events_of_the_system_make_nothing(opening: Opening) -> None:
    opening.begin()
    assert not opening.eventFilter(opening.window, QEvent(QEvent.Type.UpdateRequest))
    assert opening.window.tabs == ()


def test_what_cannot_be_made_is_told_and_not_used_half(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, opening: Opening
) -> None:
    def refuse(name: str) -> None:
        if name.startswith("robotstudio.ui."):
            raise ImportError(name)

    monkeypatch.setattr(module, "import_module", refuse)
    with qtbot.waitSignal(opening.failed), pytest.raises(ImportError):
        opening.finish()
    with pytest.raises(RuntimeError):
        opening.finish()


def in_a_process_of_its_own(code: str, home: Path) -> list[str]:
    """What a program prints that has no display."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", HOME_VARIABLE: str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


FIRST_FRAME = """
import sys
from robotstudio.store.places import Places
from robotstudio.ui.app import app
from robotstudio.ui.app.opening import Opening
from robotstudio.ui.theme.theme import Theme
application = app.make_application()
theme = Theme(parent=application)
theme.install(application)
opening = Opening(theme, Places.default())
opening.window.show()
opening.window.grab()
"""


def test_first_frame_needs_few_modules_and_widgets(tmp_path: Path) -> None:
    print_all = "print(len(application.allWidgets()), *sys.modules)"
    widgets, *modules = in_a_process_of_its_own(FIRST_FRAME + print_all, tmp_path)
    libraries = {"numpy", "httpx", "asyncio", "sqlite3", "pygments", "xml", "lxml", "ada_url", "csv", "ssl"}
    assert libraries & set(modules) == set()
    assert {
        name for name in modules if name.startswith(("robotstudio.lint", "robotstudio.draft", "robotstudio.report"))
    } == set()
    assert sum(name.startswith("robotstudio") for name in modules) <= 72
    assert int(widgets) <= 130


def test_text_of_a_file_needs_few_modules(tmp_path: Path) -> None:
    file = tmp_path / "robots.txt"
    file.write_bytes(b"User-agent: *\nDisallow: /caf\xc3\xa9\n")
    code = FIRST_FRAME.replace("Places.default()", f"Places.default(), file=Path({str(file)!r})")
    modules = in_a_process_of_its_own(f"from pathlib import Path\n{code}\nprint(*sys.modules)", tmp_path / "home")
    libraries = {"numpy", "httpx", "asyncio", "sqlite3", "xml", "lxml", "ada_url", "csv", "ssl", "html"}
    assert libraries & set(modules) == set()
    assert "robotstudio.ui.editor.pane" in modules
    deciding = {"robotstudio.engine.dialects", "robotstudio.engine.crawlers", "robotstudio.draft.analysis"}
    assert deciding & set(modules) == set()
    assert sum(name.startswith("robotstudio") for name in modules) <= 111


def test_imports_of_the_window_read_no_source(tmp_path: Path) -> None:
    code = (
        "import linecache, sys; sys.argv = ['robotstudio', '--smoke-test']; from robotstudio.__main__ import main\n"
        "main(); print(len(linecache.cache))"
    )
    *said, read = in_a_process_of_its_own(code, tmp_path)
    assert "passed:" in said
    assert int(read) <= 10


def test_slices_are_what_the_whole_window_imports_and_the_first_draft_needs(tmp_path: Path) -> None:
    modules = set(
        in_a_process_of_its_own(
            "import sys, robotstudio.ui.app.studio, robotstudio.draft.checking; print(*sys.modules)", tmp_path
        )
    )
    assert {name if name == "numpy" else f"robotstudio.{name}" for name in module._WITHOUT_QT} <= modules
    assert {f"robotstudio.ui.{name}" for name in module._WITH_QT} <= modules
    assert {name for name in modules if name.startswith(("robotstudio.help", "robotstudio.ui.panels.help."))} == {
        "robotstudio.ui.panels.help.controller"
    }


def test_what_few_use_is_loaded_when_it_is_first_used(tmp_path: Path) -> None:
    code = "\nstudio = opening.finish()\nfor _ in range(50): application.processEvents()\nprint(*sys.modules)"
    modules = set(in_a_process_of_its_own(FIRST_FRAME + code, tmp_path))
    libraries = {
        "lxml",
        "sqlite3",
        "httpx",
        "asyncio",
        "warcio",
        "babel",
        "hashlib",
        "PySide6.QtPrintSupport",
        "PySide6.QtSvg",
    }
    assert libraries & modules == set()
    few = ("survey", "crawl.insight", "policy", "compliance", "crawl.index", "crawl.store", "help")
    assert {name for name in modules if name.startswith(tuple(f"robotstudio.{each}" for each in few))} == set()
