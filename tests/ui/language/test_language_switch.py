"""The language of the window changes while one works: all is said anew, and nothing else happens."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QModelIndex, QObject, QTimer
from PySide6.QtGui import QAction, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel, QListView, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.expectations import parse
from robotstudio.draft.url_sources import name_of
from robotstudio.fetch.evidence import Evidence, FailureKind, FetchOutcome
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.project.state import State
from robotstudio.text.language import Marks, Words
from robotstudio.text.locale import words_of
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.bars import FindBar
from robotstudio.ui.editor.outline import OutlinePopup
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.language import language as ui_language
from robotstudio.ui.language.language import WORDS, WindowLanguage
from robotstudio.ui.panels.site.controller import CRAWL, REACHABILITY, SEARCH, SOURCES
from robotstudio.ui.shell.main_window import MainWindow
from robotstudio.ui.widgets.buttons import SecondaryButton
from tests.fetch.server import hang, response, serve, unused_port
from tests.ui.panels.fetch.evidences import SUCCESS, failed
from tests.ui.parts import part_of
from tests.ui.pseudo import Pseudo, marked, unmarked
from tests.ui.studios import Studios, act, bring_forward, click_cell, settle, type_text
from tests.ui.tables import texts_of as texts_of_table
from tests.ui.test_pseudo_language import Heard, data_of_the_example, painted

TABS = ("simulation", "fetch", "summary", "problems", "tests", "site", "history")
WINDOWS = (
    *("crawlers.choose", "simulate.as_if", "fetch.page", "fetch.hosts", "file.about", "file.report", "help.commands"),
    *("help.examples", "fetch.survey", "crawl.begin", "project.environments", "crawlers.policy", "crawlers.compliance"),
)
PAGES = ("view.rules", "simulate.changes", "simulate.group", "find.replace", "simulate.add")
PARTS_OF_SITE = (CRAWL, REACHABILITY, SEARCH, SOURCES)

__all__ = ["painted"]


@pytest.fixture(autouse=True)
def _english_afterwards(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Spanish is what is marked as translated; the language of the application is English again behind the test."""
    before = QLocale()
    marked = Words("en_XA", Marks(), Pseudo())
    monkeypatch.setattr(ui_language, "words_of", lambda code: marked if code == "es" else words_of(code))
    yield
    language = WindowLanguage(qapp)
    language.speak("en")
    QLocale.setDefault(before)
    language.deleteLater()


class HeardWhereSeen(Heard):
    """What cannot be seen now is said again when it is shown."""

    def hear(self, text: str | None, where: object) -> None:
        if not isinstance(where, QWidget) or where.isVisible():
            super().hear(text, where)


def at_rest(studio: Studio) -> None:
    """Wait for whatever is worked out beside the window."""
    settle(studio)
    timers = [timer for timer in studio.window.findChildren(QTimer) if timer.isSingleShot() and timer.interval() < 1000]
    works = studio.window.findChildren(Background)
    while any(timer.isActive() for timer in timers) or any(work.is_busy for work in works):
        QTest.qWait(1)
    settle(studio)


@pytest.fixture
def _real(monkeypatch: pytest.MonkeyPatch, _english_afterwards: None) -> None:
    """Spanish is Spanish, and there are fonts for all."""
    monkeypatch.setattr(ui_language, "words_of", words_of)
    monkeypatch.setattr(ui_language, "can_be_shown", lambda _code: True)


def contents_of(panel: QWidget) -> list[str]:
    """What a panel says in labels and tables; what has no room is said in a tooltip too, which depends on the room."""
    said = [each.text() for each in panel.findChildren(QLabel)]
    for view in panel.findChildren(QAbstractItemView):
        model, top = view.model(), QModelIndex()
        for row in range(model.rowCount(top)):
            columns = 1 if isinstance(view, QListView) else model.columnCount(top)
            said += [str(model.data(model.index(row, column))) for column in range(columns)]
    return said + [each.accessibleName() for each in panel.findChildren(QWidget)]


def texts_of(window: QWidget) -> list[str]:
    """Whatever a window says in labels, buttons, tooltips and menus, seen or not."""
    widgets = (window, *window.findChildren(QWidget))
    said = [text for each in widgets for text in (each.toolTip(), each.accessibleName(), each.windowTitle())]
    said += [each.text() for each in widgets if isinstance(each, QLabel | QAbstractButton)]
    return said + [text for action in window.findChildren(QAction) for text in (action.text(), action.toolTip())]


def begin_with_all(studios: Studios) -> Studio:
    """A window at work with the example, in which every tab and every window was opened before."""
    studio = studios.start()
    studio.show_example()
    settle(studio)
    for tab in TABS:
        studio.window.show_tab(tab)
        settle(studio)
    for part in PARTS_OF_SITE:
        studio.site.panel.show_part(part)
    for action in (*WINDOWS, *PAGES):
        act(studio, action)
        settle(studio)
        close_beside()
    bring_forward(studio)
    return studio


def close_beside() -> None:
    """Close all windows but those of documents."""
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and not isinstance(window, MainWindow):
            window.close()


@pytest.fixture
def studio(studios: Studios) -> Iterator[Studio]:
    """For a test that changes the draft, or what is known of it."""
    yield begin_with_all(studios)
    studios.end_all()


@pytest.fixture(scope="module")
def begun() -> list[Studio]:
    """The window that tests share, once there is one: it has to begin while a test has the language in its hands."""
    return []


@pytest.fixture
def shared(begun: list[Studio], shared_studios: Studios) -> Iterator[Studio]:
    """For a test that leaves the draft as it is: the window of the one before, in English again."""
    if not begun:
        begun.append(begin_with_all(shared_studios))
    (studio,) = begun
    bring_forward(studio)
    yield studio
    close_beside()
    speak(studio, "en")
    at_rest(studio)


@pytest.fixture
def _alone(begun: list[Studio], shared_studios: Studios) -> None:
    """No window that tests share is there to be looked at."""
    while begun:
        shared_studios.end(begun.pop())


PAGE = b"<html><meta name=robots content=noindex><script src=/js/a.js></script><img src=/logo.png>"
SITE = {
    "/page": response(200, PAGE, "Content-Type: text/html", "X-Robots-Tag: gptbot: nosnippet", "TDM-Reservation: 1"),
    "/robots.txt": response(200, b"User-agent: Googlebot\nDisallow: /page\nSitemap: /sitemap.xml\n"),
}
LOG = b'66.249.66.1 - - [10/Oct/2025:13:55:36 +0000] "GET /cart/1 HTTP/1.1" 200 2 "-" "Googlebot/2.1"\n' * 30
TESTS = "block Googlebot /cart/\nallow GPTBot /cart/\nblock Foo\n"
DATA = (
    *("127.0.0.1", "example.com", "HTTP", "X-Robots-Tag", "noindex", "nosnippet", "meta robots", "content-length"),
    *(
        "tdm-reservation",
        "TDM-Reservation",
        "connection",
        "close",
        "block",
        "allow",
        "gptbot",
        "Foo",
        "Nov",
        "access.log",
    ),
    *("missing.txt", "page=2&sort=price", "q=shoes", "sort=new", "sort=price", "step=2", "8ec6739"),
)
"""What is written in that, and not translated; the names of months have no letters in a language that is none."""


def fetch_site(qtbot: QtBot, studio: Studio) -> None:
    """Fetch the file of a site, those of several hosts, and check a page; their windows stay open."""
    with serve(SITE) as server:
        act(studio, "fetch.address")
        with qtbot.waitSignal(studio.fetcher.finished, timeout=600_000):
            type_text(f"{server.host}\n")
        act(studio, "fetch.is_live")
        qtbot.waitUntil(lambda: studio.live_check.panel.check is not None, timeout=600_000)
        act(studio, "fetch.hosts")
        studio.hosts.panel.per_second.setValue(0)
        studio.hosts.panel.set_list(f"{server.url}\nhttp://127.0.0.1:{unused_port()}")
        with qtbot.waitSignal(studio.hosts.job.ended, timeout=600_000):
            studio.hosts.panel.fetch_button.click()
        act(studio, "fetch.page")
        qtbot.waitUntil(studio.page_checks.panel.address.hasFocus)
        with qtbot.waitSignal(part_of(studio.page_checks, Background).answered, timeout=600_000):
            type_text(f"{server.url}/page\n")


def work(qtbot: QtBot, studio: Studio, folder: Path) -> None:
    """Do with every part of the window what it is for."""
    fetch_site(qtbot, studio)
    studio.tests.change(parse(TESTS))
    studio.site.sources.add_text("https://example.com/a\nhttps://example.com/b\nmailto:x\n")
    (folder / "access.log").write_bytes(LOG)
    studio.site.sources.add_files([folder / "access.log", folder / "missing.txt"])
    settle(studio)
    for tab in TABS:
        studio.window.show_tab(tab)
        at_rest(studio)
    studio.scenario.panel.chosen.emit(HttpScenario("503", elapsed=timedelta(hours=1)))
    at_rest(studio)
    act(studio, "simulate.as_fetched")
    body = studio.editor.body().replace(b"Disallow: /cart", b"Disallow: /car", 1)
    studio.editor.replace_body(body + b"Disalow: /x\nDisallow: x\n")
    at_rest(studio)
    for action in (*PAGES, "find.groups", "simulate.changes", "find.find"):
        act(studio, action)
        at_rest(studio)
    act(studio, "find.replace")
    bar = studio.window.findChildren(FindBar)[0]
    bar.expression_button.click()
    bar.find_field.setText("Disallow")
    at_rest(studio)
    qtbot.waitUntil(lambda: bar.message.text() != "", timeout=600_000)


@pytest.mark.usefixtures("_alone")
def test_nothing_stays_in_the_language_before(qtbot: QtBot, studio: Studio, painted: list[str], tmp_path: Path) -> None:
    work(qtbot, studio, tmp_path)
    act(studio, "language.es")
    at_rest(studio)
    assert WORDS.code == "en_XA"
    heard = HeardWhereSeen((*data_of_the_example(), *DATA))

    def look() -> None:
        look_at({studio.window, *filter(QWidget.isVisible, QApplication.topLevelWidgets())})

    def look_at(windows: set[QWidget]) -> None:
        for window in windows:
            painted.clear()  # what is measured before it is told what to show is not seen
            heard.walk(window)
            for text in painted:
                heard.hear(text.partition("…")[0] if text.endswith("…") else text, "painted")
            if window is not studio.window:
                window.close()

    look()
    for tab in TABS:
        studio.window.show_tab(tab)
        at_rest(studio)
        look()
    for action in PAGES:
        act(studio, action)
        at_rest(studio)
        look()
    act(studio, "view.site")
    for part in PARTS_OF_SITE:
        studio.site.panel.show_part(part)
        at_rest(studio)
        look()
    for action in WINDOWS:
        act(studio, action)
        at_rest(studio)
        look_at(set(filter(QWidget.isVisible, QApplication.topLevelWidgets())) - {studio.window})
    said = "\n".join(f"{text!r}: {sorted(places)}" for text, places in sorted(heard.english.items()))
    assert not said, said


@pytest.mark.usefixtures("_real")
def test_what_is_found_in_the_settings_is_found_in_the_new_language(studios: Studios) -> None:
    studio = studios.start()
    panel = studio.settings.panel
    studio.settings.open()
    panel.search.setText("прокси")
    assert panel.nothing.isVisible()
    studio.settings.choose("language", "ru")
    assert panel.lines["proxy"].isVisible()
    assert not panel.nothing.isVisible()


@pytest.mark.usefixtures("_real")
def test_keys_on_the_start_page_are_called_as_the_language_calls_them(studios: Studios) -> None:
    studio = studios.start()
    studio.files.restore(State(recent_files=("/x/robots.txt",)))
    speak(studio, "es")
    assert any("Ctrl+Mayús+P" in text for text in texts_of(studio.start_page))


def test_what_passes_by_is_closed(shared: Studio) -> None:
    act(shared, "find.groups")
    (popup,) = shared.window.findChildren(OutlinePopup)
    assert popup.isVisible()
    act(shared, "language.es")
    assert not popup.isVisible()


def speak(studio: Studio, choice: str) -> None:
    """Choose a language in the View menu."""
    act(studio, f"language.{choice}")
    settle(studio)


@pytest.mark.usefixtures("_real")
@pytest.mark.parametrize(("before", "after"), [("en", "ru"), ("ru", "zh_CN"), ("zh_CN", "es"), ("es", "en")])
def test_text_stays_with_caret_selection_scroll_and_undo(studios: Studios, before: str, after: str) -> None:
    studio = studios.start()
    speak(studio, before)
    studio.document.new()
    studio.editor.replace_body(b"".join(b"Disallow: /%d/\n" % number for number in range(400)))
    edit = studio.window.findChildren(RobotsEdit)[0]
    edit.textCursor().insertText("Allow: /\n")
    edit.undo()
    edit.place_caret(200, 4)
    edit.moveCursor(QTextCursor.MoveOperation.EndOfLine, QTextCursor.MoveMode.KeepAnchor)
    edit.verticalScrollBar().setValue(150)
    edit.setFocus()
    settle(studio)

    def seen() -> tuple[object, ...]:
        cursor, steps = edit.textCursor(), edit.document()
        undo = steps.availableUndoSteps(), steps.availableRedoSteps(), studio.editor.is_modified
        place = cursor.anchor(), cursor.position(), edit.verticalScrollBar().value()
        return studio.editor.body(), place, undo, QApplication.focusWidget(), studio.document.is_modified

    was, revision = seen(), studio.editor.revision
    speak(studio, after)
    assert seen() == was
    assert studio.editor.revision == revision
    assert edit.accessibleName() == words_of(after).say("robots.txt draft")
    edit.redo()
    assert b"Allow: /\n" in studio.editor.body()


def test_what_one_looks_at_stays(shared: Studio) -> None:
    click_cell(shared, "/cart/", "Googlebot")
    shared.window.show_tab("simulation")
    shared.simulation.tool_row.search.setText("cart")
    shared.editor.finder.open(replaces=False)
    find = shared.window.findChildren(FindBar)[0].find_field
    find.setText("Disallow")
    shared.window.work.setSizes([500, 900])
    shared.window.work.note_shares()
    at_rest(shared)

    def seen() -> tuple[object, ...]:
        view, filters = shared.simulation.view, shared.simulation.tool_row.filters
        shown = shared.window.current_tab, view.cell, filters, view.matrix.rowCount(), view.verticalScrollBar().value()
        return shown, find.text(), find.hasFocus(), shared.window.work.shares(), list(shared.session.urls)

    was, evaluated = seen(), shared.session.revision
    act(shared, "language.es")
    at_rest(shared)
    assert seen() == was
    assert shared.session.revision == evaluated  # nothing has to be worked out again for that


def test_fetch_that_is_under_way_ends_in_the_new_language(qtbot: QtBot, shared: Studio) -> None:
    with serve(hang) as server:
        act(shared, "fetch.address")
        type_text(f"{server.host}\n")
        assert shared.fetcher.busy
        act(shared, "language.es")
        assert shared.fetcher.busy
        assert shared.window.top_bar.fetch_button.text() == marked("Cancel")
        with qtbot.waitSignal(shared.fetcher.finished):
            act(shared, "fetch.cancel")
    at_rest(shared)
    assert shared.window.top_bar.fetch_button.text() == marked("Fetch")
    assert not unmarked(shared.window.top_bar.address.chip.text)


def test_hosts_that_are_fetched_go_on(qtbot: QtBot, shared: Studio) -> None:
    act(shared, "fetch.hosts")
    panel = shared.hosts.panel
    with serve(response(200, b"")) as server, serve(hang) as hung:
        panel.set_list(f"{server.url}\n{hung.url}")
        panel.fetch_button.click()
        qtbot.waitUntil(lambda: len(panel.state.results) == 1, timeout=600_000)
        act(shared, "language.es")
        assert panel.isVisible()
        assert panel.fetch_button.text() == marked("Cancel")
        with qtbot.waitSignal(shared.hosts.job.ended, timeout=600_000):
            panel.fetch_button.click()
    assert panel.state.remaining == (f"{hung.url}/robots.txt",)
    assert panel.fetch_button.text() == marked("Go on with {count}").format(count=1)
    assert panel.list.toPlainText() == f"{server.url}\n{hung.url}"
    panel.close()


def test_page_that_is_checked_and_urls_that_are_read_arrive(qtbot: QtBot, studio: Studio, tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_text("".join(f"/read/{number}\n" for number in range(20_000)))
    before = len(studio.session.urls)
    act(studio, "fetch.page")
    panel = studio.page_checks.panel
    qtbot.waitUntil(panel.address.hasFocus)
    with serve(SITE) as server, qtbot.waitSignal(part_of(studio.page_checks, Background).answered, timeout=600_000):
        type_text(f"{server.url}/page\n")
        studio.site.sources.add_files([tmp_path / "urls.txt"])
        assert studio.site.sources.loader.is_busy
        act(studio, "language.es")
    at_rest(studio)
    assert panel.address.text() == f"{server.url}/page"
    said = {text for row in texts_of_table(panel.crawlers) for text in row}
    assert (
        marked("noindex is there, but {crawler} may not fetch the page, so it will not see it.").format(
            crawler="Googlebot"
        )
        in said
    )
    assert len(studio.session.urls) == before + 20_000
    panel.close()


def test_draft_of_a_file_stays_that_of_the_file(studios: Studios, tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    path.write_bytes(b"User-agent: *\nDisallow: /\n")
    studio = studios.start()
    studio.open(path)
    settle(studio)
    studio.tests.change(parse(TESTS))
    studio.editor.replace_body(b"User-agent: *\nDisallow: /a\n")
    at_rest(studio)
    act(studio, "language.es")
    at_rest(studio)
    results = studio.expectations.panel.results.rows
    assert [row.text for row in results] == TESTS.splitlines()
    assert "robots.txt[*]" in studio.window.windowTitle()
    assert studio.window.isWindowModified()
    act(studio, "file.save")
    assert path.read_bytes() == b"User-agent: *\nDisallow: /a\n"
    assert not studio.window.isWindowModified()
    act(studio, "edit.undo")
    assert studio.editor.body() == b"User-agent: *\nDisallow: /\n"


@pytest.mark.parametrize("evidence", [SUCCESS, failed(FetchOutcome.TIMEOUT, FailureKind.READ_TIMEOUT, seconds=10.0)])
def test_answer_of_a_fetch_is_said_as_where_the_language_was_spoken_before(
    studios: Studios, evidence: Evidence
) -> None:
    def shown() -> tuple[Studio, list[str]]:
        studio = studios.start()
        studio.fetcher.finished.emit(evidence)
        studio.window.show_tab("fetch")
        at_rest(studio)
        return studio, contents_of(studio.fetch.panel)

    studio, before = shown()
    act(studio, "language.es")
    at_rest(studio)
    after = contents_of(studio.fetch.panel)
    assert after != before
    assert after == shown()[1]


def test_evaluation_that_is_under_way_is_shown_once_it_is_there(studio: Studio) -> None:
    studio.editor.replace_body(b"User-agent: *\n" + b"".join(b"Disallow: /%d\n" % number for number in range(9000)))
    QTest.qWait(1)
    act(studio, "language.es")
    at_rest(studio)
    assert studio.session.analysis is not None
    assert studio.session.analysis.draft_revision == studio.editor.revision
    assert studio.session.analysis.rule_count == 9000


def test_notice_is_said_again_with_what_it_offers(shared: Studio) -> None:
    done: list[str] = []
    words = WORDS.say("{name} was changed by another program.", name="a.txt")
    shared.window.notices.show_notice("disk", words, [(WORDS.say("Reload"), lambda: done.append("reloaded"))])
    act(shared, "language.es")
    bar = shared.window.notices.bar
    assert bar.accessibleName() == marked("{name} was changed by another program.").format(name="a.txt")
    (button,) = [button for button in bar.findChildren(SecondaryButton) if button.isVisible()]
    assert button.text() == marked("Reload")
    button.click()
    assert done == ["reloaded"]


def test_ten_switches_leave_nothing_behind(shared: Studio) -> None:
    def count() -> Counter[str]:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        held = [*shared.window.findChildren(QObject), *shared.findChildren(QObject), *QApplication.topLevelWidgets()]
        return Counter(type(each).__name__ for each in held)

    for choice in ("es", "en"):
        act(shared, f"language.{choice}")
        at_rest(shared)
    before = count()
    for choice in ("es", "en") * 5:
        act(shared, f"language.{choice}")
        at_rest(shared)
    assert count() == before


@pytest.mark.usefixtures("_real")
def test_card_of_an_example_and_the_list_of_them_are_said_again_where_they_are(studios: Studios) -> None:
    studio = studios.start()
    examples = studio.examples
    lesson = next(each for each in examples.lessons if each.id == "prefix")
    examples.open(lesson)
    examples.card.next_button.click()
    examples.show_examples()
    for code in ("ru", "en"):
        speak(studio, code)
        say = words_of(code).say
        card, panel = examples.card, examples.panel
        said = [label.text().replace("\u2060", "") for label in (card.title, card.see, card.change)]
        assert said == [say(lesson.title), say(lesson.see), say(lesson.change)]
        assert card.texts.currentWidget() is card.change
        assert panel.lesson == lesson
        listed = {panel.list.item(row).text() for row in range(panel.list.count())}
        assert listed == {say(text) for each in examples.lessons for text in (each.topic, each.title)}
        assert panel.preview.title.text() == say(lesson.title)
    panel.close()


CYRILLIC = re.compile("[\u0400-\u04ff]")
RUSSIAN = re.compile(rb"(?:[\xd0-\xd3][\x80-\xbf]){3}|\\u04[0-9a-f]{2}")
"""A word in UTF-8, or a letter as JSON has it; what is compressed can look like two letters."""


@pytest.mark.usefixtures("_real")
def test_what_was_kept_in_russian_is_not_russian_when_opened_in_spanish(
    qtbot: QtBot, studios: Studios, tmp_path: Path
) -> None:
    studio = studios.start()
    speak(studio, "ru")
    studio.show_example()
    settle(studio)
    work(qtbot, studio, tmp_path)
    sources = studio.simulation.url_list.urls.sources
    assert WORDS.say("Pasted") in {name_of(source, WORDS) for source in sources}
    assert WORDS.say("Pasted") != "Pasted"
    studio.editor.replace_body(b"User-agent: *\nDisallow: /\n")
    settle(studio)
    studios.end(studio)
    kept = [path for path in studios.places.state.parent.rglob("*") if path.is_file()]
    assert {studios.places.state, studios.places.history} <= set(kept)
    assert [path for path in kept if RUSSIAN.search(path.read_bytes())] == []
    again = studios.start()
    assert WORDS.code == "ru"
    settle(again)
    speak(again, "es")
    for tab in TABS:
        again.window.show_tab(tab)
        at_rest(again)
    assert {text for text in texts_of(again.window) if CYRILLIC.search(text)} == {"Русский"}
