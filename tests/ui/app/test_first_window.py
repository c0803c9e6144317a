"""The first frame, which is drawn before the rest of the program is imported, and its transition to the full window."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from robotstudio.crawl.store import CrawlStore
from robotstudio.project.state import State, StateStore
from robotstudio.store.journal import Journal
from robotstudio.store.places import HOME_VARIABLE, Places
from robotstudio.ui.app.document_tabs import DocumentTabs
from robotstudio.ui.app.first_window import FirstWindow
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.panels.welcome.panel import WelcomePage
from robotstudio.ui.theme.theme import Mode, theme
from tests.ui.studios import Studios, act, bring_forward, keyboard, settle

BODY = b"User-agent: *\nDisallow: /a\n"


class Start:
    """A start of the program in two parts: the first frame, and all the rest."""

    def __init__(self, places: Places, files: tuple[Path, ...]) -> None:
        self.places, self.files = places, files
        self.first = FirstWindow(places, file=files[0] if files else None)
        self.first.draw()
        self.tabs: DocumentTabs | None = None

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Queue a key press, as if pressed while the rest is being made."""
        text = chr(key).lower() if key < Qt.Key.Key_Escape and not modifiers else ""
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QCoreApplication.postEvent(self.first.window.windowHandle(), QKeyEvent(kind, key, modifiers, text))

    def finish(self) -> Studio:
        """Make the rest, then process the queued events."""
        self.tabs = DocumentTabs(self.places, self.first)
        self.tabs.begin_with(self.files)
        studio = self.tabs.front
        bring_forward(studio)
        QCoreApplication.processEvents()
        return studio

    def end(self) -> None:
        """End the program without questions."""
        if self.tabs:
            self.tabs.close(was_asked=False)
        self.first.window.hide()
        self.first.window.deleteLater()


Starts = Callable[..., Start]


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.under(tmp_path / "home")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_bytes(BODY)
    return path


@pytest.fixture
def start(qapp: QApplication, places: Places) -> Iterator[Starts]:
    """Return a function that starts the program, with files or without, up to the first frame."""
    del qapp
    started: list[Start] = []

    def begin(*files: Path) -> Start:
        started.append(Start(places, files))
        return started[-1]

    yield begin
    for each in started:
        each.end()


def edit_of(start: Start) -> RobotsEdit:
    [edit] = start.first.window.findChildren(RobotsEdit)
    return edit


def words_of(start: Start) -> list[str]:
    """Return the texts of the visible labels."""
    return [label.text() for label in start.first.page.findChildren(QLabel) if label.isVisible()]


# The start page


def test_start_page_is_there_before_the_rest(start: Starts) -> None:
    first = start().first
    assert first.window.is_on_start_page
    assert first.window.tabs == ()
    assert first.window.findChildren(RobotsEdit) == []
    assert "…" in first.window.top_bar.crawlers_button.text()


def test_start_page_stays_while_the_rest_is_made(start: Starts) -> None:
    studio = start().finish()
    assert studio.window.is_on_start_page
    assert len(studio.window.tabs) == 4
    settle(studio)
    assert "Search" in studio.window.top_bar.crawlers_button.text()


def test_key_that_is_pressed_while_the_rest_is_made_comes_after(start: Starts) -> None:
    begun = start()
    begun.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    studio = begun.finish()
    assert not studio.window.is_on_start_page
    assert isinstance(keyboard(), RobotsEdit)
    assert studio.window.actions_by_id["file.save"].isEnabled()


def test_start_page_that_is_drawn_first_is_the_one_that_the_document_has(start: Starts) -> None:
    """Each click on it has one effect."""
    begun = start()
    [shown] = begun.first.window.findChildren(WelcomePage)
    studio = begun.finish()
    assert studio.page.findChildren(WelcomePage) == [shown] == [studio.start_page]
    [pill] = (pill for pill in shown.pills if pill.objectName() == "staging")
    QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
    settle(studio)
    assert len(studio.tabs.studios) == 1
    assert not studio.window.is_on_start_page


def test_start_page_lists_what_was_open_last(studios: Studios, file: Path) -> None:
    studio = studios.start()
    studio.open(file)
    act(studio, "file.start")
    assert [row.text() for row in studio.start_page.recent.files.rows] == ["robots.txt"]
    assert studio.window.is_on_start_page
    assert studio.start_page.tour_offer.isHidden()  # a person who opens a file needs none
    act(studio, "file.new_tab")
    begun = studio.tabs.front
    assert begun is not studio
    assert begun.start_page.isVisible()
    assert [row.text() for row in begun.start_page.recent.files.rows] == ["robots.txt"]


def test_start_page_is_there_where_nothing_is_open(studios: Studios) -> None:
    studio = studios.start()
    assert studio.window.is_on_start_page
    assert studio.start_page.isVisible()
    assert studio.start_page.tour_offer.isVisible()


def test_what_a_crash_left_is_offered(start: Starts, places: Places) -> None:
    begun = start()
    with Journal(places.journal) as crashed:
        crashed.write("draft", None, b"User-agent: *\n")
    assert begun.finish().window.notices.bar.isVisible()


def test_end_that_nobody_asked_for_loses_no_text(start: Starts, places: Places) -> None:
    begun = start()
    studio = begun.finish()
    studio.document.load(b"# fetched\n", Origin(OriginKind.SITE))
    studio.editor.replace_body(b"# fetched and edited\n")
    begun.end()
    with Journal(places.journal) as journal:
        assert b"# fetched and edited\n" in [orphan.body for orphan in journal.orphans()]


def test_window_that_is_closed_without_a_word_leaves_nothing(start: Starts, places: Places) -> None:
    begun = start()
    begun.finish().window.close()
    assert not list(places.journal.glob("*"))


def test_window_looks_as_it_was_left_before_the_rest_is_made(start: Starts, places: Places) -> None:
    StateStore(places.state).save(State(theme="dark"))
    begun = start()
    assert theme.mode is Mode.DARK
    assert begun.first.window.actions_by_id["theme.dark"].isChecked()


# Files named on the command line


def test_text_is_there_before_the_rest(start: Starts, file: Path) -> None:
    begun = start(file)
    assert edit_of(begun).toPlainText() == BODY.decode()
    assert edit_of(begun).isVisible()
    assert begun.first.window.windowTitle() == "robots.txt[*] – Robot Studio"
    assert begun.first.window.tabs == ()
    assert not begun.first.window.is_on_start_page


def test_nothing_is_said_of_the_text_before_it_is_known(start: Starts, file: Path) -> None:
    begun = start(file)
    begun.first.window.resize(1280, 800)
    assert "Evaluating…" in words_of(begun)
    assert "No file open" not in words_of(begun)
    studio = begun.finish()
    assert "Evaluating…" not in words_of(begun)
    settle(studio)
    assert studio.window.work.tab_strip.isVisible()


def test_keys_that_are_pressed_while_the_rest_is_made_come_to_the_text(start: Starts, file: Path) -> None:
    begun = start(file)
    begun.press(Qt.Key.Key_X)
    begun.press(Qt.Key.Key_Return)
    studio = begun.finish()
    settle(studio)
    assert edit_of(begun).toPlainText() == "x\n" + BODY.decode()
    assert studio.editor.body() == studio.session.body == b"x\n" + BODY
    assert studio.document.is_modified
    assert studio.document.saved == BODY
    assert studio.editor.caret == (2, 1)
    studio.editor.undo()
    studio.editor.undo()
    assert studio.editor.body() == BODY
    assert not studio.document.is_modified


def test_document_is_that_of_the_file(start: Starts, file: Path) -> None:
    studio = start(file).finish()
    settle(studio)
    assert studio.document.path == file
    assert not studio.document.is_modified
    assert str(file) in studio.remembered().recent_files
    assert studio.window.actions_by_id["file.save"].isEnabled()


def test_what_is_typed_first_is_saved(qtbot: QtBot, start: Starts, file: Path) -> None:
    begun = start(file)
    begun.press(Qt.Key.Key_NumberSign)
    begun.press(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    studio = begun.finish()
    assert file.read_bytes() == b"#" + BODY
    timers = studio.document.findChildren(QTimer)
    qtbot.waitUntil(lambda: not any(timer.isActive() for timer in timers))


def test_text_typed_first_outlives_an_end_that_nobody_asked_for(start: Starts, file: Path, places: Places) -> None:
    begun = start(file)
    begun.press(Qt.Key.Key_X)
    begun.finish()
    begun.end()
    with Journal(places.journal) as journal:
        assert b"x" + BODY in [orphan.body for orphan in journal.orphans()]


def test_what_is_no_text_is_opened_behind_the_whole_window(start: Starts, tmp_path: Path) -> None:
    project = tmp_path / "shop.robotstudio"
    project.write_bytes(b"{}")
    for path in (project, tmp_path / "missing.txt", tmp_path):
        first = start(path).first
        assert first.editor is None
        assert first.window.is_on_start_page


def test_file_that_is_gone_by_then_is_told_over_the_start_page(start: Starts, file: Path) -> None:
    begun = start(file)
    file.unlink()
    studio = begun.finish()
    assert studio.window.is_on_start_page
    assert not studio.document.is_open
    assert "robots.txt" in studio.page.notices.bar.accessibleName()


def test_crawl_that_is_named_at_the_start_is_shown_and_not_edited(start: Starts, tmp_path: Path) -> None:
    crawl = tmp_path / "site.crawl"
    with CrawlStore.open(crawl) as store:
        store.begin()
        store.keep_fact("name", "of a site")
        store.commit()
    begun = start(crawl)
    assert begun.first.editor is None
    studio = begun.finish()
    settle(studio)
    assert (studio.document.path, studio.site.crawling.path) == (None, crawl)


@pytest.mark.parametrize("width", [800, 1440])
def test_editor_stays_where_it_is(start: Starts, file: Path, places: Places, width: int) -> None:
    StateStore(places.state).save(
        State(urls=("https://a.example/a",), splitters={"columns": (700, 740), "lower": (9, 9)})
    )
    begun = start(file)
    begun.first.window.resize(width, 700)
    QTest.qWait(0)
    edit = edit_of(begun)
    place = edit.mapTo(begun.first.window, edit.rect().topLeft())
    settle(begun.finish())
    QTest.qWait(0)
    assert edit.mapTo(begun.first.window, edit.rect().topLeft()) == place
    assert edit.isVisible()


def test_start_page_is_behind_the_text(start: Starts, file: Path) -> None:
    studio = start(file).finish()
    settle(studio)
    studio.window.show_start_page()
    assert studio.window.is_on_start_page
    assert studio.start_page.isVisible()


# Imports, and when they happen


def in_a_process_of_its_own(code: str, home: Path) -> list[str]:
    """Run code in a process without a display; return the words it prints."""
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
from robotstudio.ui.app.first_window import FirstWindow
from robotstudio.ui.theme.theme import theme
application = app.make_application()
theme.install(application)
first = FirstWindow(Places.default())
first.draw()
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


def test_what_few_use_is_loaded_when_it_is_first_used(tmp_path: Path) -> None:
    code = (
        "\nfrom robotstudio.ui.app.document_tabs import DocumentTabs\n"
        "tabs = DocumentTabs(Places.default(), first); tabs.begin_with()\n"
        "for _ in range(50): application.processEvents()\n"
        "print(*sys.modules)"
    )
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


def test_what_cannot_be_made_ends_the_program_with_the_reason(tmp_path: Path) -> None:
    code = (
        "import sys; from robotstudio.ui.app import document_tabs; from robotstudio.__main__ import main\n"
        "document_tabs.DocumentTabs.begin_with = lambda *_: 1 / 0; sys.argv = ['robotstudio']; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", HOME_VARIABLE: str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr
