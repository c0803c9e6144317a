"""A file that is named at the start: its text is there, and takes keys, before anything else is made."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from robotstudio.crawl.store import CrawlStore
from robotstudio.project.state import State, StateStore
from robotstudio.store.journal import Journal
from robotstudio.store.places import Places
from robotstudio.ui.app.app import open_files
from robotstudio.ui.app.opening import Opening
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.theme.theme import Theme
from tests.ui.studios import settle

BODY = b"User-agent: *\nDisallow: /a\n"

Open = Callable[..., Opening]


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places.under(tmp_path / "home")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_bytes(BODY)
    return path


@pytest.fixture
def open_file(qapp: QApplication, places: Places) -> Iterator[Open]:
    """Opens a window with a file, as the program does; nothing else is made yet."""
    openings: list[Opening] = []

    def opened(file: Path) -> Opening:
        opening = Opening(Theme(parent=qapp), places, file=file)
        openings.append(opening)
        opening.window.show()
        opening.window.activateWindow()
        QTest.qWaitForWindowActive(opening.window)
        return opening

    yield opened
    for opening in openings:
        opening.close()
        opening.window.hide()
        opening.window.deleteLater()
        opening.deleteLater()


def edit_of(opening: Opening) -> RobotsEdit:
    [edit] = opening.window.findChildren(RobotsEdit)
    return edit


def words_of(opening: Opening) -> list[str]:
    """What the labels say that can be seen."""
    return [label.text() for label in opening.window.document.findChildren(QLabel) if label.isVisible()]


def test_text_is_there_before_the_rest(open_file: Open, file: Path) -> None:
    opening = open_file(file)
    assert edit_of(opening).toPlainText() == BODY.decode()
    assert edit_of(opening).isVisible()
    assert opening.window.windowTitle() == "robots.txt[*] – Robot Studio"
    assert opening.window.tabs == ()
    assert not opening.window.is_on_start_page


def test_nothing_is_said_of_the_text_before_it_is_known(open_file: Open, file: Path) -> None:
    opening = open_file(file)
    opening.window.resize(1280, 800)
    assert "The verdicts follow…" in words_of(opening)
    assert "No file open" not in words_of(opening)
    said = []

    def look(_answer: object) -> None:
        said.append(words_of(opening))

    studio = opening.finish()
    assert "The verdicts follow…" in words_of(opening)
    studio.session.analysis_changed.connect(look)
    settle(studio)
    assert ["The verdicts follow…" in words for words in said] == [False] * len(said) != []
    assert studio.window.work.tab_strip.isVisible()


@pytest.mark.parametrize("turns", [0, 3, 12, 20])
def test_key_is_typed_at_once_and_stays(open_file: Open, file: Path, turns: int) -> None:
    opening = open_file(file)
    opening.begin()
    for _ in range(turns):
        QTest.qWait(0)
    made_before = bool(opening.window.tabs)
    QTest.keyClick(opening.window.windowHandle(), Qt.Key.Key_X)
    QTest.keyClick(opening.window.windowHandle(), Qt.Key.Key_Return)
    assert edit_of(opening).toPlainText() == "x\n" + BODY.decode()
    if not made_before:
        assert opening.window.tabs == ()
    studio = opening.finish()
    settle(studio)
    assert studio.editor.body() == studio.session.body == b"x\n" + BODY
    assert studio.document.is_modified
    assert studio.document.saved == BODY
    assert studio.editor.caret == (2, 1)
    studio.editor.undo()
    studio.editor.undo()
    assert studio.editor.body() == BODY
    assert not studio.document.is_modified


def test_document_is_that_of_the_file(open_file: Open, file: Path) -> None:
    studio = open_file(file).finish()
    settle(studio)
    assert studio.document.path == file
    assert not studio.document.is_modified
    assert str(file) in studio.remembered().recent_files
    assert studio.window.actions_by_id["file.save"].isEnabled()


def test_what_was_typed_first_is_saved(qtbot: QtBot, open_file: Open, file: Path) -> None:
    opening = open_file(file)
    opening.begin()
    QTest.keyClick(opening.window.windowHandle(), Qt.Key.Key_NumberSign)
    QTest.keyClick(opening.window.windowHandle(), Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert file.read_bytes() == b"#" + BODY
    timers = opening.finish().document.findChildren(QTimer)
    qtbot.waitUntil(lambda: not any(timer.isActive() for timer in timers))


def test_what_is_no_key_of_the_text_finds_everything_made(open_file: Open, file: Path) -> None:
    opening = open_file(file)
    opening.begin()
    QTest.keyClick(opening.window.windowHandle(), Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert len(opening.window.tabs) == 7


def test_click_finds_everything_made(open_file: Open, file: Path) -> None:
    opening = open_file(file)
    opening.begin()
    QTest.mouseClick(opening.window.status_bar, Qt.MouseButton.LeftButton)
    assert len(opening.window.tabs) == 7


def test_text_typed_first_outlives_an_end_that_nobody_asked_for(open_file: Open, file: Path, places: Places) -> None:
    opening = open_file(file)
    QTest.keyClick(opening.window.windowHandle(), Qt.Key.Key_X)
    opening.close()
    with Journal(places.journal) as journal:
        assert b"x" + BODY in [orphan.body for orphan in journal.orphans()]


def test_what_is_no_text_is_opened_behind_the_whole_window(open_file: Open, tmp_path: Path) -> None:
    project = tmp_path / "shop.robotstudio"
    project.write_bytes(b"{}")
    for path in (project, tmp_path / "missing.txt", tmp_path):
        opening = open_file(path)
        assert opening.text is None
        assert opening.window.is_on_start_page


def test_crawl_that_is_named_at_the_start_is_shown_and_not_edited(open_file: Open, tmp_path: Path) -> None:
    crawl = tmp_path / "site.crawl"
    CrawlStore.open(crawl).close()
    opening = open_file(crawl)
    assert opening.text is None
    studio = opening.finish()
    open_files(studio, [crawl])
    settle(studio)
    assert (studio.document.path, studio.site.crawling.path) == (None, crawl)


@pytest.mark.parametrize("width", [800, 1440])
def test_editor_stays_where_it_was(open_file: Open, file: Path, places: Places, width: int) -> None:
    StateStore(places.state).save(
        State(urls=("https://a.example/a",), splitters={"columns": (700, 740), "lower": (9, 9)})
    )
    opening = open_file(file)
    opening.window.resize(width, 700)
    QTest.qWait(0)
    place = edit_of(opening).mapTo(opening.window, edit_of(opening).rect().topLeft())
    settle(opening.finish())
    QTest.qWait(0)
    assert edit_of(opening).mapTo(opening.window, edit_of(opening).rect().topLeft()) == place
    assert edit_of(opening).isVisible()


def test_start_page_is_behind_the_text(open_file: Open, file: Path) -> None:
    studio = open_file(file).finish()
    settle(studio)
    studio.window.show_start_page()
    assert studio.window.is_on_start_page
    assert studio.start_page.page.isVisible()
