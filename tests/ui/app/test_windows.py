"""Documents in several windows: each closes by itself, and shared objects live as long as one of them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.crawl.model import CrawlState
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.project.state import StateStore
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.ui.shell.document_bar import DocumentBar
from robotstudio.ui.shell.main_window import MainWindow
from robotstudio.ui.theme.theme import Mode, theme
from tests.crawl.site import Asked, Reply, html, site
from tests.fetch.server import hang, serve
from tests.ui.panels.fetch.evidences import SUCCESS
from tests.ui.parts import click, part_of
from tests.ui.pieces import fill, pieces, said
from tests.ui.studios import (
    Studios,
    act,
    bring_forward,
    draw_tab,
    drop_files,
    journal_entries,
    keyboard,
    press,
    settle,
    type_text,
)


@pytest.fixture
def other(studio: Studio, tmp_path: Path) -> Studio:
    """Open a second document in its own window."""
    path = tmp_path / "other.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /other\n")
    studio.open(path)
    other = studio.tabs.front
    act(other, "view.own_window")
    settle(other)
    assert other.window is not studio.window
    return other


@pytest.fixture
def in_english(qapp: QApplication) -> Iterator[None]:
    """Restore English after the test."""
    before = QLocale()
    yield
    language = WindowLanguage(qapp)
    language.speak("en")
    language.deleteLater()
    QLocale.setDefault(before)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the documents in the questions about unsaved changes, and discard the changes."""
    names: list[str] = []

    def ask(_window: QWidget, name: str) -> SaveChoice:
        names.append(name)
        return SaveChoice.DISCARD

    monkeypatch.setattr(dialogs, "ask_save_changes", ask)
    return names


def change(studio: Studio) -> None:
    """Make an unsaved change in a document."""
    studio.editor.replace_body(b"# changed\n")


def names(studio: Studio) -> list[str]:
    """Return the titles of the tabs in a window."""
    tabs = part_of(studio.window, DocumentBar).tabs
    return [tabs.accessibleTabName(place) for place in range(tabs.count())]


# There and back


def test_document_goes_to_a_window_of_its_own_and_back_as_it_was(studios: Studios, tmp_path: Path) -> None:
    first = studios.start()
    kept = {first: fill(first, "zebra", tmp_path)}
    second = first.tabs.begin()
    kept[second] = fill(second, "ibex", tmp_path)
    tabs, main = first.tabs, first.window
    act(second, "view.own_window")
    settle(second)
    assert second.window is not main
    assert {studio: pieces(studio) for studio in kept} == kept
    assert [text for text in said(second.window) if "zebra" in text.lower()] == []
    assert [text for text in said(main) if "ibex" in text.lower()] == []
    assert sum("ibex" in text for text in said(second.window)) > 8
    act(second, "view.main_window")
    settle(second)
    assert (second.window, tabs.studios, tabs.front) == (main, (first, second), second)
    assert {studio: pieces(studio) for studio in kept} == kept
    assert [window for window in visible_windows() if isinstance(window, MainWindow)] == [main]


def test_undo_caret_and_keyboard_go_along(studio: Studio) -> None:
    other = studio.tabs.begin()
    act(other, "view.editor")
    other.editor.setFocus()
    type_text("User-agent: *\nDisallow: /x\n")
    was = keyboard()
    act(other, "view.own_window")
    bring_forward(other)
    assert keyboard() is was
    type_text("# more")
    act(other, "edit.undo")
    assert b"more" not in other.editor.body()
    assert part_of(other.editor, RobotsEdit).textCursor().blockNumber() == 2
    for _ in range(20):
        act(other, "edit.undo")
    assert other.editor.body() == b""
    assert studio.editor.body() != b""


def test_going_to_another_window_evaluates_nothing(studio: Studio) -> None:
    other = studio.tabs.begin()
    other.show_example()
    settle(other)
    was = studio.session.analysis, studio.session.revision, other.session.analysis, other.session.revision
    for action in ("view.own_window", "view.main_window") * 2:
        act(other, action)
        QTest.qWait(0)
    assert (studio.session.analysis, studio.session.revision, other.session.analysis, other.session.revision) == was


def test_fetch_that_runs_goes_on(qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    other = studio.tabs.begin()
    answers: list[Evidence] = []
    other.fetcher.finished.connect(answers.append)
    with serve(hang) as server:
        with qtbot.waitSignal(other.fetcher.progressed, timeout=300_000):
            other.fetcher.fetch(server.url)
        act(other, "view.own_window")
        assert other.fetcher.busy
        act(other, "view.main_window")
        assert other.fetcher.busy
        with qtbot.waitSignal(other.fetcher.finished, timeout=300_000):
            act(other, "fetch.cancel")
    assert [answer.outcome for answer in answers] == [FetchOutcome.CANCELLED]


def test_crawl_that_runs_goes_on(qtbot: QtBot, studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    other = studio.tabs.begin()
    act(other, "view.site")
    crawling = other.site.crawling
    with site(forty_pages) as place:
        crawling.ask()
        crawling.dialog.start.setText(f"{place.url}/")
        crawling.dialog.rate.setValue(20)
        with qtbot.waitSignal(crawling.listing.answered, timeout=300_000):
            crawling.dialog.crawl_button.click()
        for action in ("view.own_window", "view.main_window", "view.own_window"):
            act(other, action)
            assert crawling.is_running
        with qtbot.waitSignal(
            crawling.listing.answered, timeout=300_000, check_params_cb=lambda _: not crawling.is_running
        ):
            pass
    assert crawling.progress is not None
    assert (crawling.progress.state, crawling.progress.fetched) == (CrawlState.FINISHED, 41)


def forty_pages(asked: Asked) -> Reply:
    if asked.path == "/robots.txt":
        return Reply("User-agent: *\nDisallow: /none\n", content_type="text/plain")
    return Reply(html(*(f"/{number}" for number in range(40)), text=asked.path))


def test_windows_beside_a_document_go_along(studio: Studio) -> None:
    other = studio.tabs.begin()
    act(other, "fetch.hosts")
    act(other, "view.own_window")
    panel = other.hosts.panel
    assert panel.isVisible()
    assert panel.windowHandle().transientParent() is other.window.windowHandle()
    act(studio, "view.editor")
    assert panel.isVisible()
    panel.close()


def test_document_that_is_alone_stays(studio: Studio, other: Studio) -> None:
    for each, action, words in (
        (other, "view.own_window", "This document already has its own window."),
        (studio, "view.own_window", "This document already has its own window."),
        (studio, "view.main_window", "This document is already in the main window."),
    ):
        act(each, action)
        assert each.page.status_bar.message.text() == words
    assert len(studio.tabs.windows.in_use) == 2


def test_window_whose_document_has_gone_is_used_again(other: Studio) -> None:
    window = other.window
    for _ in range(3):
        act(other, "view.main_window")
        assert not window.isVisible()
        act(other, "view.own_window")
    assert other.window is window
    assert window.isVisible()


# State of a window


def test_each_window_has_the_tabs_the_title_and_the_menus_of_its_own_documents(studio: Studio, other: Studio) -> None:
    third = studio.tabs.begin()
    assert third.window is other.window
    assert (names(studio), names(other)) == (["robots.txt"], ["other.txt", "New tab"])
    studio.tabs.bring_to_front(other)
    assert (studio.window.windowTitle()[:10], other.window.windowTitle()[:9]) == ("robots.txt", "other.txt")
    bring_forward(other)
    press(Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert other.window.document is third.page
    assert studio.window.document is studio.page
    bring_forward(studio)
    press(Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert names(studio) == ["robots.txt", "New tab"]
    assert studio.tabs.front.window is studio.window


def test_text_comes_to_the_window_in_which_it_was_asked_for(studio: Studio, other: Studio, tmp_path: Path) -> None:
    path = tmp_path / "third.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /third\n")
    bring_forward(studio)
    drop_files(other.window, [path])
    third = studio.tabs.with_file(path)
    assert third is not None
    assert third.window is other.window
    studio.files.open_template("staging")
    assert studio.tabs.front.window is studio.window


def test_file_that_is_open_in_another_window_is_gone_to(studio: Studio, other: Studio, file: Path) -> None:
    assert other.open(file)
    assert studio.tabs.front is studio
    assert QTest.qWaitForWindowActive(studio.window)
    assert len(studio.tabs.studios) == 2


def test_tab_offers_to_move(studio: Studio, other: Studio) -> None:
    act(other, "file.new_tab")
    tabs = part_of(other.window, DocumentBar).tabs
    at = tabs.tabRect(0).center()
    QApplication.sendEvent(tabs, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, tabs.mapToGlobal(at)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == [
        "Close tab",
        "",
        "Move to a new window",
        "Move to the main window",
    ]
    menu.actions()[3].trigger()
    menu.close()
    assert names(studio) == ["robots.txt", "other.txt"]


# Dragged by the mouse


def test_tab_that_is_drawn_out_of_its_strip_has_a_window_of_its_own_there(studio: Studio) -> None:
    other = studio.tabs.begin()
    studio.window.setGeometry(0, 0, 800, 600)
    bar = part_of(studio.window, DocumentBar)
    draw_tab(studio, 1, bar.mapToGlobal(QPoint(300, 150)))
    assert other.window is not studio.window
    assert other.window.isVisible()
    assert not any(widget.windowType() is Qt.WindowType.ToolTip for widget in visible_windows())
    assert studio.window.document is studio.page


def test_tab_that_is_drawn_onto_the_strip_of_another_window_comes_to_its_place_there(
    studio: Studio, other: Studio
) -> None:
    studio.window.setGeometry(0, 0, 800, 600)
    other.window.setGeometry(0, 160, 800, 600)
    strip = part_of(other.window, DocumentBar)
    settle(other)
    drawn = strip.mapToGlobal(strip.tabs.geometry().topLeft() + QPoint(8, 14))
    draw_tab(studio, 0, drawn)
    assert (studio.window, names(other)) == (other.window, ["robots.txt", "other.txt"])
    assert len(studio.tabs.windows.in_use) == 1


def test_tab_stays_that_is_drawn_back_or_given_up(studio: Studio) -> None:
    other = studio.tabs.begin()
    bar = part_of(studio.window, DocumentBar)
    outside = bar.mapToGlobal(QPoint(300, 200))
    draw_tab(studio, 1, outside, is_let_go=False)
    assert [widget for widget in visible_windows() if widget.windowType() is Qt.WindowType.ToolTip]
    QTest.keyClick(keyboard(), Qt.Key.Key_Escape)
    assert [widget for widget in visible_windows() if widget.windowType() is Qt.WindowType.ToolTip] == []
    QTest.mouseRelease(bar.tabs, Qt.MouseButton.LeftButton, pos=bar.tabs.mapFromGlobal(outside))
    assert studio.tabs.studios == (studio, other)
    assert other.window is studio.window


def test_only_tab_of_the_only_other_window_stays_where_nothing_takes_it(other: Studio) -> None:
    window = other.window
    draw_tab(other, 0, part_of(window, DocumentBar).mapToGlobal(QPoint(300, 200)))
    assert other.window is window


def visible_windows() -> list[QWidget]:
    return [window for window in QApplication.topLevelWidgets() if window.isVisible()]


# Shared state


def test_setting_is_taken_by_all_windows_at_once(studio: Studio, other: Studio) -> None:
    act(other, "theme.dark")
    act(other, "view.zoom_in")
    other.settings.choose("most_flips", 25)
    other.settings.choose("checks_off", ("RS101",))
    assert studio.editor.zoom == other.editor.zoom
    assert studio.changes.share == 25
    assert studio.settings.values() == other.settings.values()
    assert studio.window.actions_by_id["theme.dark"].isChecked()
    assert theme.mode is Mode.DARK
    bring_forward(studio)
    studio.settings.reset("checks_off")
    assert other.settings.values()["checks_off"] == ()


def test_setting_holds_that_is_made_for_a_window_behind_the_one_that_is_worked_in(
    studio: Studio, other: Studio
) -> None:
    act(other, "file.settings")
    bring_forward(studio)
    other.settings.choose("most_flips", 25)
    assert studio.settings.values()["most_flips"] == 25
    bring_forward(other)
    bring_forward(studio)
    assert [each.settings.values()["most_flips"] for each in (studio, other)] == [25, 25]
    other.settings.panel.close()


@pytest.mark.usefixtures("in_english")
def test_language_is_that_of_all_windows(studio: Studio, other: Studio) -> None:
    act(other, "language.ru")
    for each in (studio, other):
        assert each.window.actions_by_id["language.ru"].isChecked()
    act(studio, "file.new_tab")
    third = studio.tabs.front
    act(third, "view.own_window")
    assert [action.text() for action in third.window.menuBar().actions()] == [
        action.text() for action in other.window.menuBar().actions()
    ]


def test_room_of_the_panes_is_that_of_each_window(studio: Studio, other: Studio) -> None:
    other.window.resize(1024, 700)
    settle(other)
    shares = studio.page.work.shares(), other.page.work.shares()
    bring_forward(studio)
    bring_forward(other)
    assert (studio.page.work.shares(), other.page.work.shares()) == shares


def test_only_the_document_that_is_worked_on_looks_after_the_watch_list(
    qtbot: QtBot, studio: Studio, other: Studio
) -> None:
    with qtbot.waitSignal(studio.history.recorded, timeout=300_000):
        studio.fetcher.finished.emit(SUCCESS)
    watchers = studio.histories.watcher, other.histories.watcher
    bring_forward(studio)
    bring_forward(other)
    assert [watcher.is_resting for watcher in watchers] == [True, False]
    bring_forward(studio)
    assert [watcher.is_resting for watcher in watchers] == [False, True]


def test_document_is_compared_with_one_of_another_window(studio: Studio, other: Studio) -> None:
    act(studio, "simulate.compare_tab")
    baseline = studio.changes.baselines.current
    assert baseline is not None
    assert (baseline.title, baseline.body) == ("other.txt", other.editor.body())


# Closing


def test_window_that_closes_leaves_the_others(studio: Studio, other: Studio, asked: list[str]) -> None:
    change(other)
    change(studio)
    gone, tabs = other.window, studio.tabs
    gone.close()
    assert asked == ["other.txt"]
    assert (gone.isVisible(), studio.window.isVisible()) == (False, True)
    assert (tabs.studios, tabs.front) == ((studio,), studio)
    assert tabs.reopen()
    assert [each.document.name for each in tabs.studios] == ["robots.txt", "other.txt"]
    assert tabs.front.editor.body() == b"# changed\n"


def test_main_window_that_closes_leaves_the_others(studio: Studio, other: Studio, asked: list[str]) -> None:
    third = studio.tabs.begin()
    tabs = other.tabs
    assert third.window is other.window
    change(studio)
    studio.window.close()
    assert asked == ["robots.txt"]
    assert (tabs.studios, tabs.front, tabs.window) == ((other, third), third, other.window)
    act(third, "view.main_window")
    assert third.page.status_bar.message.text() == "This document is already in the main window."
    act(third, "view.own_window")
    assert third.window is not other.window
    change(other)
    settle(other)
    assert other.window.isVisible()


def test_window_stays_where_something_is_to_be_kept(
    studio: Studio, other: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_save_changes", lambda *_: SaveChoice.CANCEL)
    change(studio)
    studio.settings.choose("remembers_work", value=False)
    other.window.close()
    assert not other.window.isVisible()
    act(studio, "file.quit")
    assert studio.window.isVisible()
    assert studio.tabs.studios == (studio,)


def test_quit_asks_nothing_and_closes_all_windows(studio: Studio, other: Studio, asked: list[str]) -> None:
    windows = studio.window, other.window
    change(studio)
    change(other)
    act(studio, "file.quit")
    assert asked == []
    assert [window.isVisible() for window in windows] == [False, False]
    assert studio.tabs.studios == ()


def test_quit_asks_once_about_each_document_that_would_be_lost(studio: Studio, other: Studio, asked: list[str]) -> None:
    windows = studio.window, other.window
    studio.settings.choose("remembers_work", value=False)
    change(studio)
    change(other)
    act(studio, "file.quit")
    assert asked == ["robots.txt", "other.txt"]
    assert [window.isVisible() for window in windows] == [False, False]
    assert studio.tabs.studios == ()


def test_last_tab_of_a_window_closes_it(studio: Studio, other: Studio) -> None:
    window = other.window
    act(other, "file.close_tab")
    assert not window.isVisible()
    assert studio.tabs.front is studio
    assert studio.tabs.window is studio.window
    assert QTest.qWaitForWindowActive(studio.window)


def test_window_that_had_many_tabs_is_used_again_for_one(studio: Studio, other: Studio) -> None:
    window = other.window
    for _ in range(3):
        studio.tabs.begin(studio.tabs.windows.of(other))
    QTest.qWait(0)
    window.close()
    more = studio.tabs.begin()
    act(more, "view.own_window")
    QTest.qWait(0)
    assert more.window is window
    assert (names(more), names(studio)) == (["New tab"], ["robots.txt"])


def test_main_window_is_worked_in_once_the_other_has_gone(studio: Studio, other: Studio) -> None:
    bring_forward(other)
    act(other, "view.main_window")
    assert QTest.qWaitForWindowActive(studio.window)
    assert studio.window.document is other.page


# Geometry


def test_window_of_its_own_comes_where_one_was_last(studios: Studios, file: Path) -> None:
    first = studios.start()
    first.open(file)
    second = first.tabs.begin()
    act(second, "view.own_window")
    second.window.setGeometry(3, 90, 800, 620)
    y = second.window.y()
    first.window.setGeometry(3, 40, 800, 640)
    studios.end(first)
    again = studios.start()
    assert again.window.geometry() == QRect(3, 40, 800, 640)
    again.open(file)
    more = again.tabs.begin()
    act(more, "view.own_window")
    assert (more.window.y(), more.window.size().toTuple()) == (y, (800, 620))


def test_windows_lie_on_a_screen_that_is_there(studios: Studios, file: Path) -> None:
    first = studios.start()
    first.open(file)
    second = first.tabs.begin()
    act(second, "view.own_window")
    second.window.setGeometry(9000, 7000, 900, 650)
    studios.end(first)
    again = studios.start()
    again.open(file)
    more = again.tabs.begin()
    act(more, "view.own_window")
    screen = more.window.screen().availableGeometry()
    assert screen.contains(more.window.geometry().topLeft())
    assert screen.contains(more.window.geometry().center())
    third = again.tabs.begin()
    more.window.move(screen.bottomRight() - QPoint(20, 20))
    act(third, "view.own_window")
    assert screen.contains(third.window.geometry().center())


def test_state_names_a_place_for_each_window(studios: Studios, studio: Studio, other: Studio) -> None:
    other.tabs.memory.close()
    state = StateStore(studios.places.state).load().state
    windows = (studio.window, other.window)
    assert (state.geometry, *state.more_geometries) == tuple(bytes(each.saveGeometry().data()) for each in windows)


# After a crash

CRASHING = """
import sys
from pathlib import Path
from robotstudio.store.places import Places
from robotstudio.ui.app.app import make_application
from robotstudio.ui.jobs.interpreter import Interpreter
from robotstudio.ui.app.document_tabs import DocumentTabs

application = make_application()
interpreter = Interpreter(application)
first = DocumentTabs(Places.under(Path(sys.argv[1]))).front
first.window.show()
tabs = first.tabs
first.open(Path(sys.argv[2]))
made = []
for path in sys.argv[3:]:
    made.append(tabs.begin())
    made[-1].open(Path(path))
tabs.move_to(made[1], tabs.windows.open(first.window))
tabs.move_to(made[2], tabs.windows.of(made[1]))
fifth = tabs.begin()
fifth.document.new()
fifth.editor.replace_body(b"# without a file\\n")
tabs.move_to(fifth, tabs.windows.open(first.window))
for studio, place in ((first, (3, 30, 800, 610)), (made[1], (3, 60, 800, 650)), (fifth, (3, 90, 800, 620))):
    studio.window.setGeometry(*place)
made[1].editor.replace_body(b"# changed\\n")
first.editor.replace_body(b"# also changed\\n")
tabs.bring_to_front(made[1])
tabs.bring_to_front(first)
application.exec()
"""


def test_all_windows_come_back_after_a_crash_and_nothing_is_offered_twice(studios: Studios, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.txt" for name in ("one", "two", "three", "four")]
    for path in files:
        path.write_bytes(b"# saved\n")
    crash(studios, *files)
    studio = studios.start()
    bar = studio.page.notices.bar
    assert bar.accessibleName().startswith("5 documents that were open at")
    click(bar, "Open them")
    tabs = studio.tabs
    settle(tabs.front)
    assert [[each.document.path for each in home.studios] for home in tabs.windows] == [files[:2], files[2:], [None]]
    assert [each.editor.body() for each in tabs.studios] == [
        b"# also changed\n",
        b"# saved\n",
        b"# changed\n",
        b"# saved\n",
        b"# without a file\n",
    ]
    assert [each.editor.is_modified for each in tabs.studios] == [True, False, True, False, True]
    assert [home.studios.index(home.front) for home in tabs.windows] == [0, 0, 0]
    assert tabs.front is studio
    assert [home.window.geometry().getRect() for home in tabs.windows] == [
        (3, 30, 800, 610),
        (3, 60, 800, 650),
        (3, 90, 800, 620),
    ]
    assert all(home.window.isVisible() for home in tabs.windows)
    assert [len(home.window.menuBar().actions()) for home in tabs.windows] == [8, 8, 8]
    assert [home.window.windowTitle().partition("[")[0] for home in tabs.windows] == [
        "one.txt",
        "three.txt",
        "robots.txt",
    ]
    assert [each.page.notices.bar.isVisible() for each in tabs.studios] == [False] * 5
    studios.end(studio)
    assert not studios.start().page.notices.bar.isVisible()


def test_window_that_was_worked_in_has_the_keyboard_again_though_others_come_up_later(
    qtbot: QtBot, studios: Studios, tmp_path: Path
) -> None:
    files = [tmp_path / f"{name}.txt" for name in ("one", "two", "three", "four")]
    for path in files:
        path.write_bytes(b"# saved\n")
    crash(studios, *files)
    studio = studios.start()
    click(studio.page.notices.bar, "Open them")
    tabs = studio.tabs
    tabs.bring_to_front(tabs.studios[2])  # as a window manager does when it first sees the window
    qtbot.waitUntil(lambda: tabs.front is studio)


def test_window_that_was_closed_is_not_offered_after_a_crash(
    qtbot: QtBot, studios: Studios, studio: Studio, other: Studio, asked: list[str]
) -> None:
    third = studio.tabs.begin()
    third.editor.replace_body(b"# third\n")
    change(other)
    other.window.close()
    assert len(asked) == 2
    change(studio)
    qtbot.waitUntil(partial(is_of_one, studios), timeout=300_000)


def crash(studios: Studios, *files: Path) -> None:
    """Kill a program with three windows once everything is saved in the journal."""
    code = [sys.executable, "-c", CRASHING, str(studios.places.state.parent), *map(str, files)]
    with subprocess.Popen(code, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, cwd=Path.cwd()) as program:
        while not is_kept(studios):
            assert program.poll() is None
            QTest.qWait(20)
        program.send_signal(signal.SIGKILL)


def is_of_one(studios: Studios) -> bool:
    """Return True if the journal has only entries of one document."""
    entries = journal_entries(studios)
    is_listed_alone = entries.get("tabs.journal", b"").count(b'"slot"') == 1
    return entries.keys() == {"draft.journal", "tabs.journal", "carets.journal"} and is_listed_alone


def is_kept(studios: Studios) -> bool:
    """Return True if the journal has all texts, and a list of all the windows."""
    entries = journal_entries(studios)
    keys = {"draft.journal", "draft_3.journal", "draft_5.journal", "tabs.journal"}
    return keys <= entries.keys() and b'"window": 2' in entries["tabs.journal"]
