"""Several documents in one window: each has its own state, and nothing leaks into another."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QLocale, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.project.file.model import Project
from robotstudio.project.file.project_file import save
from robotstudio.project.open_tabs import parse
from robotstudio.store.files import write_atomic
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.ui.shell.document_bar import DocumentBar, DocumentLabel, told_apart
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import parse_list
from tests.crawl.site import crawled, site
from tests.ui.panels.fetch.evidences import SUCCESS
from tests.ui.parts import click, part_of
from tests.ui.pieces import PIECES, fill, pieces, said
from tests.ui.studios import Studios, act, click_cell, drop_files, journal_entries, keyboard, settle, type_text

LANGUAGES = ("en", "zh_CN", "es", "ru")


@pytest.fixture(params=LANGUAGES)
def _spoken(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    """Speak each language, and English again after the test."""
    before = QLocale()
    language = WindowLanguage(qapp)
    language.speak(request.param)
    yield
    language.speak("en")
    language.deleteLater()
    QLocale.setDefault(before)


@pytest.mark.usefixtures("_spoken")
def test_document_keeps_all_that_is_its_own_and_shows_nothing_of_another(studios: Studios, tmp_path: Path) -> None:
    first = studios.start()
    words = ("zebra", "ibex")
    kept = {first: fill(first, words[0], tmp_path)}
    second = first.tabs.begin()
    assert [text for text in said(first.window) if words[0] in text.lower()] == []
    kept[second] = fill(second, words[1], tmp_path)
    assert {name for name in PIECES if kept[first][name] == kept[second][name]} == {"title", "message"}
    for studio, other in ((first, words[1]), (second, words[0]), (first, words[1])):
        first.tabs.bring_to_front(studio)
        settle(studio)
        assert pieces(studio) == kept[studio]
        for tab in studio.page.tabs:
            studio.page.show_tab(tab.id)
            settle(studio)
            offered = {row.title for row in studio.changes.panel.versions.list.rows}  # the other one, to compare with
            assert [text for text in said(first.window) if other in text.lower() and text not in offered] == []
        PIECES["tab"][0](studio, words[studio is second], tmp_path)
        PIECES["message"][0](studio, words[studio is second], tmp_path)


def test_walk_finds_what_is_shown(studios: Studios, tmp_path: Path) -> None:
    studio = studios.start()
    fill(studio, "zebra", tmp_path)
    assert sum("zebra" in text for text in said(studio.window)) > 8


def test_undo_of_each_document_is_its_own(studio: Studio) -> None:
    before = studio.editor.body()
    studio.editor.setFocus()
    type_text("x")
    other = studio.tabs.begin()
    act(other, "view.editor")
    type_text("y")
    act(other, "view.previous_tab")
    act(studio, "edit.undo")
    assert (studio.editor.body(), other.editor.body()) == (before, b"y")


def test_keyboard_is_where_it_was(studio: Studio) -> None:
    studio.editor.setFocus()
    was = keyboard()
    act(studio, "file.new_tab")
    assert keyboard() is studio.tabs.front.page.top_bar.address
    act(studio, "view.next_tab")
    assert keyboard() is was


def test_going_to_a_document_evaluates_nothing(studio: Studio) -> None:
    other = studio.tabs.begin()
    other.show_example()
    settle(other)
    was = studio.session.analysis, studio.session.revision, other.session.analysis, other.session.revision
    for _ in range(4):
        act(studio, "view.next_tab")
        QTest.qWait(0)
    assert (studio.session.analysis, studio.session.revision, other.session.analysis, other.session.revision) == was


# Which document a text comes into


def test_untouched_document_takes_what_is_opened(studios: Studios, file: Path) -> None:
    studio = studios.start()
    assert studio.open(file)
    assert studio.tabs.studios == (studio,)
    assert part_of(studio.window, DocumentBar).tabs.count() == 1


@pytest.mark.parametrize("command", ["file.new", "help.example"])
def test_document_with_a_text_stays_and_another_tab_is_opened(studio: Studio, command: str) -> None:
    text = studio.editor.body()
    act(studio, command)
    assert len(studio.tabs.studios) == 2
    assert studio.tabs.front is not studio
    assert studio.editor.body() == text
    act(studio, "file.new")
    assert len(studio.tabs.studios) == (2 if command == "file.new" else 3)


def test_template_and_history_and_site_open_tabs(studio: Studio) -> None:
    studio.files.open_template("staging")
    assert studio.tabs.front.editor.body().startswith(b"#") or b"User-agent" in studio.tabs.front.editor.body()
    evidence = replace(SUCCESS, requested="https://www.example.com/robots.txt")
    studio.fetcher.finished.emit(evidence)
    studio.tabs.bring_to_front(studio)
    act(studio, "fetch.load")
    loaded = studio.tabs.front
    assert loaded.editor.body() == evidence.body
    assert loaded.session.robots_url == "https://www.example.com/robots.txt"
    assert loaded.page.top_bar.address.text() == "https://www.example.com/robots.txt"
    assert loaded.fetch.panel.evidence == evidence
    assert len(studio.tabs.studios) == 3


def test_file_that_is_open_is_gone_to(studio: Studio, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_bytes(b"# other\n")
    studio.open(other)
    assert len(studio.tabs.studios) == 2
    studio.tabs.front.open(file)
    assert studio.tabs.front is studio
    assert len(studio.tabs.studios) == 2


def test_files_that_are_dropped_open_a_tab_each(studios: Studios, tmp_path: Path) -> None:
    studio = studios.start()
    paths = [tmp_path / f"{name}.txt" for name in ("one", "two", "three")]
    for path in paths:
        path.write_text(f"User-agent: *\nDisallow: /{path.stem}\n")
    drop_files(studio.window, paths)
    assert [each.document.path for each in studio.tabs.studios] == paths


def test_file_that_cannot_be_read_opens_no_tab(studio: Studio, tmp_path: Path) -> None:
    assert not studio.open(tmp_path / "none.txt")
    assert studio.tabs.studios == (studio,)
    assert "does not exist" in studio.page.notices.bar.accessibleName()


# The strip


def bar_of(studio: Studio) -> DocumentBar:
    return part_of(studio.window, DocumentBar)


def names(studio: Studio) -> list[str]:
    tabs = bar_of(studio).tabs
    return [tabs.accessibleTabName(place) for place in range(tabs.count())]


def test_strip_is_always_there_so_that_nothing_moves(studio: Studio) -> None:
    top = studio.page.mapTo(studio.window, QPoint())
    other = studio.tabs.begin()
    assert studio.tabs.close_tab(other)
    assert bar_of(studio).isVisible()
    assert studio.page.mapTo(studio.window, QPoint()) == top


def test_strip_says_what_is_unsaved(studio: Studio) -> None:
    act(studio, "file.new_tab")
    assert names(studio) == ["robots.txt", "New tab"]
    act(studio, "view.next_tab")
    studio.editor.setFocus()
    type_text("#")
    settle(studio)
    assert names(studio) == ["robots.txt, unsaved changes", "New tab"]
    assert studio.window.isWindowModified()
    act(studio, "view.next_tab")
    assert not studio.window.isWindowModified()


def test_click_on_a_tab_brings_it_to_the_front_and_the_middle_button_closes_it(studio: Studio) -> None:
    act(studio, "file.new_tab")
    tabs = bar_of(studio).tabs
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(0).topLeft() + QPoint(20, 12))
    assert studio.tabs.front is studio
    QTest.mouseClick(tabs, Qt.MouseButton.MiddleButton, pos=tabs.tabRect(1).center())
    assert studio.tabs.studios == (studio,)


def test_cross_closes_a_tab(studio: Studio) -> None:
    act(studio, "file.new_tab")
    tabs = bar_of(studio).tabs
    right = tabs.tabRect(1)
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=QPoint(right.right() - 16, right.center().y() + 1))
    assert studio.tabs.studios == (studio,)


def test_tab_is_dragged_to_another_place(studio: Studio) -> None:
    act(studio, "file.new_tab")
    QTest.qWait(0)
    other, tabs = studio.tabs.front, bar_of(studio).tabs
    start, end = tabs.tabRect(1).center(), tabs.tabRect(0).topLeft() + QPoint(4, 12)
    QTest.mousePress(tabs, Qt.MouseButton.LeftButton, pos=start)
    for at in (start - QPoint(12, 0), end):
        drag(tabs, at)
    QTest.mouseRelease(tabs, Qt.MouseButton.LeftButton, pos=end)
    assert studio.tabs.studios == (other, studio)
    assert studio.tabs.front is other
    act(studio, "view.move_tab_right")
    assert studio.tabs.studios == (studio, other)


def drag(widget: QWidget, at: QPoint) -> None:
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(
        widget, QMouseEvent(QEvent.Type.MouseMove, QPointF(at), widget.mapToGlobal(QPointF(at)), left, left, none)
    )


@pytest.mark.parametrize(
    ("labels", "details"),
    [
        ([("robots.txt", "a.example", None), ("robots.txt", "b.example", None)], ["a.example", "b.example"]),
        ([("robots.txt", "", "/shop/live"), ("robots.txt", "", "/shop/test")], ["live", "test"]),
        ([("robots.txt", "", "/a/web"), ("robots.txt", "", "/b/web")], ["a/web", "b/web"]),
        ([("robots.txt", "h", "/a"), ("robots.txt", "h", "/b"), ("x.txt", "h", "/c")], ["a", "b", "h"]),
        ([("robots.txt", "", "/live"), ("robots.txt", "b.example", "/test")], ["live", "b.example"]),
        ([("New tab", "", None), ("New tab", "", None)], ["1", "2"]),
        ([("robots.txt", "", "/a"), ("robots.txt", "", None)], ["a", ""]),
    ],
)
def test_equal_names_are_told_apart(labels: list[tuple[str, str, str | None]], details: list[str]) -> None:
    made = [DocumentLabel(name, host, Path(folder) / name if folder else None) for name, host, folder in labels]
    assert told_apart(made) == details


# Comparing


def test_document_is_compared_with_another_tab(studio: Studio, tmp_path: Path) -> None:
    path = tmp_path / "staging" / "robots.txt"
    path.parent.mkdir()
    path.write_bytes(b"User-agent: *\nDisallow: /\n")
    studio.open(path)
    staging = studio.tabs.front
    studio.tabs.bring_to_front(studio)
    act(studio, "simulate.compare_tab")
    baseline = studio.changes.baselines.current
    assert baseline is not None
    assert (baseline.title, baseline.body) == ("robots.txt staging", path.read_bytes())
    assert studio.page.current_tab == "changes"
    studio.tabs.bring_to_front(staging)
    staging.editor.replace_body(b"# open\n")
    settle(staging)
    studio.tabs.bring_to_front(studio)
    baseline = studio.changes.baselines.current
    assert baseline is not None
    assert baseline.body == b"# open\n"
    studio.tabs.bring_to_front(staging)
    staging.editor.replace_body(path.read_bytes())
    staging.editor.set_unmodified()
    assert studio.tabs.close_tab(staging)
    assert studio.changes.baselines.current is None or studio.changes.baselines.current.id == "disk"


def test_which_tab_to_compare_with_is_asked_where_there_are_several(studio: Studio, tmp_path: Path) -> None:
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text(f"# {name}\n")
        studio.open(tmp_path / name)
    studio.tabs.bring_to_front(studio)
    act(studio, "simulate.compare_tab")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == ["one.txt", "two.txt"]
    menu.actions()[1].trigger()
    menu.close()
    baseline = studio.changes.baselines.current
    assert baseline is not None
    assert baseline.body == b"# two.txt\n"


def test_document_alone_says_that_there_is_none_to_compare_with(studio: Studio) -> None:
    act(studio, "simulate.compare_tab")
    assert studio.page.status_bar.message.text() == "No other document is open to compare with."


# Closing


def test_unsaved_document_is_asked_about_where_it_can_be_seen(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    studio.editor.setFocus()
    type_text("#")
    act(studio, "file.new_tab")
    seen: list[Studio] = []

    def ask(*_: object) -> SaveChoice:
        seen.append(studio.tabs.front)
        return SaveChoice.CANCEL

    monkeypatch.setattr(dialogs, "ask_save_changes", ask)
    assert not studio.tabs.close_tab(studio)
    assert seen == [studio]
    assert len(studio.tabs.studios) == 2


def test_window_that_forgets_its_documents_asks_about_them_before_it_closes(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.editor.setFocus()
    type_text("#")
    studio.settings.choose("remembers_work", value=False)
    monkeypatch.setattr(dialogs, "ask_save_changes", lambda *_: SaveChoice.CANCEL)
    studio.window.close()
    assert studio.window.isVisible()
    monkeypatch.setattr(dialogs, "ask_save_changes", lambda *_: SaveChoice.DISCARD)
    studio.window.close()
    assert not studio.window.isVisible()


def test_closing_the_only_document_leaves_an_empty_one(studio: Studio) -> None:
    tabs = studio.tabs
    act(studio, "file.close_tab")
    assert len(tabs.studios) == 1
    assert tabs.front is not studio
    assert tabs.window.is_on_start_page


def test_document_that_was_closed_comes_back_as_it_was(
    studio: Studio, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_save_changes", lambda *_: SaveChoice.DISCARD)
    studio.editor.setFocus()
    type_text("# thrown away\n")
    studio.site.sources.set_base("https://www.example.com")
    studio.urls.change(as_set(parse_list("/one\n/two\n").urls))
    studio.own_crawlers.take_tokens(("GPTBot",))
    studio.session.set_scenario(HttpScenario("404"), is_own_choice=True)
    settle(studio)
    text, tabs = studio.editor.body(), studio.tabs
    act(studio, "file.new_tab")
    assert tabs.close_tab(studio)
    assert tabs.reopen()
    again = tabs.front
    assert (again.document.path, again.editor.body(), again.editor.is_modified) == (file, text, True)
    assert [url.written for url in again.session.urls] == ["/one", "/two"]
    assert [crawler.token for crawler in again.session.crawlers] == ["GPTBot"]
    assert again.session.robots_url == "https://www.example.com/robots.txt"
    assert again.session.scenario.choice == "404"
    assert not tabs.reopen()


def test_threads_of_a_closed_document_end_and_an_answer_for_it_is_dropped(studio: Studio) -> None:
    act(studio, "help.example")
    other = studio.tabs.front
    other.session.evaluate()
    assert studio.tabs.close_tab(other)
    QTest.qWait(10)
    assert studio.tabs.front is studio
    assert studio.window.isVisible()


def test_nothing_is_begun_any_more_once_the_last_document_has_ended(studio: Studio) -> None:
    """The window may be there for a while yet: a timer that runs out then would ask for the document in front."""
    act(studio, "help.example")
    first, last = studio.tabs.studios
    last.editor.setFocus()
    type_text("# typed a moment before")
    window, pages = studio.window, (first.page, last.page)
    last.page.status_bar.show_message("said a moment before")
    studio.tabs.close()
    assert running(window) == []
    theme.changed.emit()
    for page in pages:
        page.title_changed.emit()
    QApplication.processEvents()
    assert running(window) == []


def running(window: QWidget) -> list[tuple[QObject | None, int]]:
    """Return the active timers of a window with connected slots, by owner."""
    heard = (timer for timer in window.findChildren(QTimer) if timer.isActive() and not timer.signalsBlocked())
    return [(timer.parent(), timer.interval()) for timer in heard]


# What all of them share


def test_settings_and_recent_files_are_those_of_the_whole_window(studio: Studio, tmp_path: Path) -> None:
    other = studio.tabs.begin()
    act(other, "view.editor")
    act(other, "theme.dark")
    act(other, "view.zoom_in")
    other.settings.choose("most_flips", 25)
    other.settings.choose("checks_off", ("RS101",))
    path = tmp_path / "recent.txt"
    write_atomic(path, b"# recent\n")
    other.document.open(path)
    studio.tabs.bring_to_front(studio)
    assert studio.editor.zoom == other.editor.zoom
    assert studio.changes.share == 25
    assert studio.settings.values()["checks_off"] == ("RS101",)
    assert studio.window.actions_by_id["theme.dark"].isChecked()
    assert theme.mode is Mode.DARK
    assert studio.window.recent_menu.actions()[0].text() == str(path)
    studio.settings.reset("checks_off")
    act(studio, "theme.light")
    studio.tabs.bring_to_front(other)
    assert other.settings.values()["checks_off"] == ()


def test_windows_beside_a_document_go_and_come_with_it(studio: Studio) -> None:
    act(studio, "fetch.hosts")
    assert studio.hosts.panel.isVisible()
    act(studio, "file.new_tab")
    assert not studio.hosts.panel.isVisible()
    act(studio, "view.next_tab")
    assert studio.hosts.panel.isVisible()
    studio.hosts.panel.close()


# After a crash

CRASHING = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from robotstudio.store.places import Places
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import parse_list
from robotstudio.ui.app.app import make_application
from robotstudio.ui.jobs.interpreter import Interpreter
from robotstudio.ui.app.document_tabs import DocumentTabs

application = make_application()
interpreter = Interpreter(application)
studio = DocumentTabs(Places.under(Path(sys.argv[1]))).front
studio.window.show()
studio.open(Path(sys.argv[2]))
studio.urls.change(as_set(parse_list("/of/the/first").urls))
second = studio.tabs.begin()
second.open(Path(sys.argv[3]))
second.site.sources.set_base("https://staging.example.com")
second.editor.replace_body(b"# changed\\n")
second.editor.put_caret_back(1, 5)
third = studio.tabs.begin()
third.document.new()
third.editor.replace_body(b"# without a file\\n")
studio.tabs.bring_to_front(second)
application.exec()
"""


CRAWLING = """
import sys
from pathlib import Path
from robotstudio.store.places import Places
from robotstudio.ui.app.app import make_application
from robotstudio.ui.app.document_tabs import DocumentTabs
from robotstudio.ui.jobs.interpreter import Interpreter

application = make_application()
interpreter = Interpreter(application)
studio = DocumentTabs(Places.under(Path(sys.argv[1]))).front
studio.window.show()
studio.window.open_work()
studio.site.crawling.show_kept(Path(sys.argv[2]))
application.exec()
"""


def test_tab_with_nothing_but_a_crawl_finds_it_after_a_crash(studios: Studios, tmp_path: Path) -> None:
    crawl = tmp_path / "site.crawl"
    with site({"/": "home"}) as place:
        crawled(Crawl(crawl, CrawlPlan(starts=(place.url,), rate=0)))
    code = [sys.executable, "-c", CRAWLING, str(tmp_path / "home"), str(crawl)]
    with subprocess.Popen(code, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, cwd=Path.cwd()) as program:
        while crawl.name.encode() not in journal_entries(studios).get("tabs.journal", b""):
            assert program.poll() is None
            QTest.qWait(20)
        program.send_signal(signal.SIGKILL)
    tabs = studios.start().tabs
    click(tabs.front.page.notices.bar, "Open them")
    settle(tabs.front)
    tabs.front.window.show_tab("site")
    assert tabs.front.site.crawling.path == crawl


def test_all_tabs_come_back_after_a_crash(studios: Studios, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.txt" for name in ("one", "two")]
    for path in files:
        path.write_bytes(b"# saved\n")
    code = [sys.executable, "-c", CRASHING, str(tmp_path / "home"), *map(str, files)]
    with subprocess.Popen(code, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, cwd=Path.cwd()) as program:
        while not is_kept(studios):
            assert program.poll() is None
            QTest.qWait(20)
        program.send_signal(signal.SIGKILL)
    studio = studios.start()
    bar = studio.page.notices.bar
    assert bar.accessibleName().startswith("3 documents that were open at")
    click(bar, "Open them")
    tabs = studio.tabs
    settle(tabs.front)
    assert [each.document.path for each in tabs.studios] == [*files, None]
    assert [each.editor.body() for each in tabs.studios] == [b"# saved\n", b"# changed\n", b"# without a file\n"]
    assert [each.editor.is_modified for each in tabs.studios] == [False, True, True]
    assert [each.editor.caret for each in tabs.studios] == [(1, 1), (1, 5), (1, 1)]
    assert [[url.written for url in each.session.urls] for each in tabs.studios] == [["/of/the/first"], [], []]
    assert tabs.front is tabs.studios[1]
    assert tabs.front.session.robots_url == "https://staging.example.com/robots.txt"
    assert not bar.isVisible()


def is_kept(studios: Studios) -> bool:
    """Return True if the journal has both texts and the list of all tabs."""
    entries = journal_entries(studios)
    keys = {"draft_2.journal", "draft_3.journal", "tabs.journal", "carets.journal"}
    are_listed = keys <= entries.keys() and b'"slot": "_3"' in entries["tabs.journal"]
    return are_listed and b'"_2": [1, 5]' in entries["carets.journal"]


def test_one_document_comes_back_as_it_was_with_what_is_beside_its_text(studios: Studios) -> None:
    studio = fetched(studios, "# of the site\nUser-agent: *\n")
    studio.urls.change(as_set(parse_list("/a\n/b").urls))
    studio.editor.put_caret_back(2, 6)
    studios.crash(studio)
    again = studios.start()
    bar = again.page.notices.bar
    assert bar.accessibleName().startswith("“robots.txt from www.example.com” from")
    click(bar, "Recover")
    settle(again)
    assert again.editor.body() == b"# of the site\nUser-agent: *\n"
    assert again.editor.is_modified
    assert again.document.name == "robots.txt from www.example.com"
    assert again.session.robots_url == "https://www.example.com/robots.txt"
    assert [url.written for url in again.session.urls] == ["/a", "/b"]
    assert again.editor.caret == (2, 6)
    assert not bar.isVisible()


def test_document_of_a_project_comes_back_with_the_tab_and_the_cell_that_were_seen(
    studios: Studios, tmp_path: Path
) -> None:
    (tmp_path / "robots.txt").write_bytes(b"User-agent: *\nDisallow: /b\n")
    save(tmp_path / "shop.robotstudio", Project(file="robots.txt", urls=("/a", "/b")))
    studio = studios.start()
    studio.open(tmp_path / "shop.robotstudio")
    studio.editor.replace_body(b"User-agent: *\nDisallow: /a\n")
    click_cell(studio, "/b", "Googlebot")
    act(studio, "view.fetch")
    selected = studio.session.selected
    studios.crash(studio)
    again = studios.start()
    click(again.page.notices.bar, "Recover")
    settle(again)
    assert again.projects.name == "shop"
    assert again.editor.body() == b"User-agent: *\nDisallow: /a\n"
    assert again.page.current_tab == "fetch"
    assert again.session.selected == selected


def test_one_document_that_is_dropped_is_not_offered_again(studios: Studios) -> None:
    studios.crash(fetched(studios, "# of the site\n"))
    bar = studios.start().page.notices.bar
    click(bar, "Discard")
    assert not bar.isVisible()
    assert journal_entries(studios) == {}


@pytest.mark.parametrize("remembers_work", [True, False])
def test_what_is_open_comes_back_if_the_desktop_ends_the_program(studios: Studios, remembers_work: bool) -> None:
    """It is offered if nothing was to be remembered, since it was not given up either."""
    studio = fetched(studios, "# of the site\n")
    second = studio.tabs.begin()
    second.document.begin()
    type_text("# typed just now")
    second.settings.choose("remembers_work", value=remembers_work)
    studio.tabs.close(was_asked=False)
    again = studios.start()
    if not remembers_work:
        click(again.page.notices.bar, "Open them")
    again.tabs._keeper.bring_back_rest()
    assert again.page.notices.bar.isHidden()
    assert [each.editor.body() for each in again.tabs.studios] == [b"# of the site\n", b"# typed just now"]


def test_what_is_open_comes_back_if_the_desktop_kills_the_program(studios: Studios) -> None:
    """Windows does so after it has said that it ends the session."""
    studio = fetched(studios, "# of the site\n")
    studio.tabs.begin().document.load(b"# another\n", Origin(OriginKind.CRASH))
    studio.tabs.keep_session()
    entries = {path: path.read_bytes() for path in studios.places.journal.glob("*.journal")}
    studio.editor.replace_body(b"# the session went on\n")
    studios.crash(studio)
    bar = studios.start().page.notices.bar
    assert bar.accessibleName().startswith("2 documents that were open")
    click(bar, "Drop them")
    for path, body in entries.items():
        path.write_bytes(body)
    again = studios.start()
    again.tabs._keeper.bring_back_rest()
    assert again.page.notices.bar.isHidden()
    assert [each.editor.body() for each in again.tabs.studios] == [b"# of the site\n", b"# another\n"]


def test_what_came_back_is_kept_before_what_was_left_goes(studios: Studios) -> None:
    studio = fetched(studios, "# of the site\n")
    studio.urls.change(as_set(parse_list("/a\n/b").urls))
    studio.tabs.begin().document.load(b"# another\n", Origin(OriginKind.CRASH))
    studios.crash(studio)
    before = journal_entries(studios)
    again = studios.start()
    again.page.notices.bar.action_chosen.emit("0")  # and killed at once
    now = journal_entries(studios)
    assert now.keys() == before.keys()
    kept = [parse(entries["tabs.journal"].partition(b"\n")[2]) for entries in (before, now)]
    assert [[(tab.name, tab.project.site, tab.project.urls) for tab in each.tabs] for each in kept] == [
        [("robots.txt from www.example.com", "https://www.example.com", ("/a", "/b")), ("robots.txt", "", ())]
    ] * 2


def test_nothing_is_offered_where_it_was_not_wanted_when_the_window_closed(
    studios: Studios, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_save_changes", lambda *_: SaveChoice.DISCARD)
    studio = fetched(studios, "# of the site\n")
    studio.settings.choose("remembers_work", value=False)
    studio.tabs.quit()
    studio.tabs.close(was_asked=False)
    assert journal_entries(studios) == {}


def test_text_that_was_to_be_dropped_stays_kept_while_it_is_open(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = [SaveChoice.DISCARD, SaveChoice.CANCEL]
    monkeypatch.setattr(dialogs, "ask_save_changes", lambda *_: choices.pop(0))
    studio = fetched(studios, "# of the site\n")
    studio.settings.choose("remembers_work", value=False)
    studio.tabs.begin().document.load(b"# another\n", Origin(OriginKind.CRASH))
    qtbot.waitUntil(lambda: {"draft.journal", "draft_2.journal"} <= journal_entries(studios).keys())
    studio.tabs.quit()
    assert choices == []
    assert {"draft.journal", "draft_2.journal"} <= journal_entries(studios).keys()


def fetched(studios: Studios, text: str) -> Studio:
    """Open a window with a file that was fetched from a site and edited."""
    studio = studios.start()
    origin = Origin(OriginKind.SITE, "robots.txt from www.example.com")
    studio.document.load(b"", origin, site="https://www.example.com")
    studio.editor.replace_body(text.encode())
    settle(studio)
    return studio
