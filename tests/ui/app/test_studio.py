"""The whole window: started, used, closed and started again."""

import itertools
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QFileSystemWatcher, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.engine.crawlers import DEFAULT_TOKENS
from robotstudio.project.templates import Template, templates
from robotstudio.text.language import ENGLISH, speak
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.overview_ruler import OverviewRuler
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.actions import ACTIONS, ActionRow
from robotstudio.ui.shell.command_list import CommandList
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.labels import Label
from robotstudio.urls.urls import parse_list
from tests.conformance import corpus_files
from tests.fetch.server import hang, serve
from tests.ui.parts import body_of, offers, part_of
from tests.ui.studios import (
    ROBOTS,
    Studios,
    act,
    bring_forward,
    click_cell,
    forget_session,
    has_keyboard,
    journal_entries,
    keyboard,
    press,
    settle,
    type_text,
)

TAKEN_BY_THE_EDITOR = {f"edit.{name}" for name in ("undo", "redo", "cut", "copy", "paste", "select_all")}

CRASHING = """
import sys
from pathlib import Path
from PySide6.QtTest import QTest
from robotstudio.store.places import Places
from robotstudio.ui.app.app import make_application
from robotstudio.ui.jobs.interpreter import Interpreter
from robotstudio.ui.app.document_tabs import DocumentTabs
from tests.ui.parts import body_of

application = make_application()
interpreter = Interpreter(application)
studio = DocumentTabs(Places.under(Path(sys.argv[1]))).front
studio.window.show()
studio.open(Path(sys.argv[2]))
QTest.keyClicks(studio.editor.focusProxy(), "# unsaved")
application.exec()
"""


class Answers:
    """Answers the questions of the window in the person's place, and records them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.save_changes = SaveChoice.CANCEL
        self.overwrite = False
        self.save_path: Path | None = None
        self.open_path: Path | None = None
        self.printer = None
        self.source_paths: list[Path] = []
        for name, answer in (
            ("ask_save_changes", "save_changes"),
            ("ask_overwrite_changed", "overwrite"),
            ("ask_save_path", "save_path"),
            ("ask_open_path", "open_path"),
        ):
            monkeypatch.setattr(dialogs, name, self._asking(name, answer))
        monkeypatch.setattr(dialogs, "ask_source_paths", self._asking("ask_source_paths", "source_paths"))
        for name in ("ask_tests_path", "ask_open_project_path", "ask_open_crawl_path"):
            monkeypatch.setattr(dialogs, name, self._asking(name, "open_path"))
        for name in ("ask_save_tests_path", "ask_save_project_path"):
            monkeypatch.setattr(dialogs, name, self._asking(name, "save_path"))
        monkeypatch.setattr(dialogs, "ask_export_path", self._asking("ask_export_path", "open_path"))
        monkeypatch.setattr(dialogs, "ask_printer", self._asking("ask_printer", "printer"))
        monkeypatch.setattr(dialogs, "open_outside", self._asking("open_outside", "overwrite"))

    def _asking(self, name: str, answer: str) -> object:
        def ask(*_: object, **__: object) -> object:
            self.asked.append(name)
            return getattr(self, answer)

        return ask


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    """Restore English for the next test, whichever command ran."""
    yield
    speak(ENGLISH)


@pytest.fixture(autouse=True)
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """Answer dialogs, so that no test waits for one."""
    return Answers(monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_bytes(ROBOTS)
    return path


@pytest.fixture
def studio(studios: Studios, file: Path) -> Studio:
    """Open a file in a window."""
    studio = studios.start()
    studio.open(file)
    return studio


@pytest.fixture(scope="module")
def begun_before() -> list[Studio]:
    return []


@pytest.fixture
def begun(shared_studios: Studios, begun_before: list[Studio]) -> Iterator[Studio]:
    """Return a window on its start page: that of the test before, unless a draft was started there."""
    if begun_before and not is_untouched(begun_before[0]):
        shared_studios.end(begun_before.pop())
        forget_session(shared_studios)
    if not begun_before:
        begun_before.append(shared_studios.start())
    (studio,) = begun_before
    bring_forward(studio)
    yield studio
    for window in QApplication.topLevelWidgets():
        if window is not studio.window:
            window.close()


def is_untouched(studio: Studio) -> bool:
    """Return True if the window is still as after its start."""
    has_draft = studio.window.actions_by_id["file.save"].isEnabled()
    return studio.window.isVisible() and studio.window.is_on_start_page and not has_draft


# The first run


def test_first_run_offers_ways_to_begin(studios: Studios) -> None:
    studio = studios.start()
    assert studio.window.is_on_start_page
    assert studio.window.status_bar.file.isHidden()
    assert [crawler.token for crawler in studio.session.crawlers] == list(DEFAULT_TOKENS)
    assert not studio.window.actions_by_id["file.save"].isEnabled()
    assert not studio.window.recent_menu.isEnabled()
    assert has_keyboard(studio.window.top_bar)


def test_card_to_fetch_leads_to_the_address(begun: Studio) -> None:
    begun.start_page.example_card.setFocus()
    QTest.mouseClick(begun.start_page.fetch_card, Qt.MouseButton.LeftButton)
    assert begun.window.top_bar.address.hasFocus()


def test_card_to_open_a_file_asks_which(studios: Studios, answers: Answers, file: Path) -> None:
    studio = studios.start()
    answers.open_path = file
    QTest.mouseClick(studio.start_page.open_card, Qt.MouseButton.LeftButton)
    assert studio.editor.body() == ROBOTS
    assert not studio.window.is_on_start_page


def test_example_comes_with_verdicts_to_look_at(studios: Studios) -> None:
    studio = studios.start()
    QTest.mouseClick(studio.start_page.example_card, Qt.MouseButton.LeftButton)
    assert len(studio.session.urls) > 20
    settle(studio)
    assert studio.simulation.view.matrix.rowCount() == len(studio.session.urls)
    click_cell(studio, "/cart/", "Googlebot")
    assert body_of(studio.why).sentence.accessibleName().startswith("Googlebot and Applebot may not fetch this URL.")


def test_example_adds_its_urls_to_those_that_are_there(studios: Studios) -> None:
    studio = studios.start()
    studio.session.set_urls(parse_list("/mine\n/cart/").urls)
    studio.show_example()
    assert [url.url for url in studio.session.urls[:3]] == ["/mine", "/cart/", "/"]
    assert studio.session.urls.position("/products/widget-3000") is not None


@pytest.mark.parametrize("template", templates(), ids=lambda template: template.id)
def test_template_begins_a_draft_of_its_own(studios: Studios, answers: Answers, template: Template) -> None:
    studio = studios.start()
    pill = next(pill for pill in studio.start_page.pills if pill.objectName() == template.id)
    QTest.mouseClick(pill, Qt.MouseButton.LeftButton)
    assert studio.editor.body() == template.body()
    assert studio.document.path is None
    act(studio, "file.save")
    assert answers.asked == ["ask_save_path"]


def test_new_draft_is_empty_and_takes_the_keyboard(studios: Studios) -> None:
    studio = studios.start()
    act(studio, "file.new")
    settle(studio)
    assert studio.window.status_bar.file.text() == "UTF-8 · LF · 0 B"
    assert studio.window.status_bar.caret.text() == "Ln 1, Col 1"
    type_text("User-agent: *\nDisallow: /")
    assert studio.editor.body() == b"User-agent: *\nDisallow: /"


# Every command


def test_commands_for_a_draft_wait_for_one(studios: Studios) -> None:
    studio = studios.start()
    actions = studio.window.actions_by_id
    assert [row.id for row in ACTIONS if actions[row.id].isEnabled() is row.needs_draft] == []
    act(studio, "file.new")
    assert [row.id for row in ACTIONS if not actions[row.id].isEnabled()] == []


@pytest.mark.parametrize("row", [row for row in ACTIONS if not row.needs_draft], ids=lambda row: row.id)
def test_command_runs_on_the_start_page(begun: Studio, row: ActionRow) -> None:
    assert begun.window.is_on_start_page
    run(begun, row)
    assert begun.window.isVisible() is (row.id != "file.quit")


def test_commands_run_one_after_another_in_any_order(studios: Studios, file: Path) -> None:
    studio = studios.start()
    studio.show_example()
    studio.open(file)
    click_cell(studio, "/cart/", "Googlebot")
    rows = [row for row in ACTIONS if row.id != "file.quit"]
    for row in (*rows, *reversed(rows)):
        run(studio, row)
    assert studio.window.isVisible()


def test_keys_reach_their_command_from_the_editor(qtbot: QtBot, studio: Studio, answers: Answers) -> None:
    answers.save_changes = SaveChoice.DISCARD
    rows = [row for row in ACTIONS if row.id not in TAKEN_BY_THE_EDITOR]
    for row in (*(row for row in rows if row.id != "file.quit"), *(row for row in rows if row.id == "file.quit")):
        for keys in studio.window.actions_by_id[row.id].shortcuts():
            act(studio, "view.editor")
            front = studio.tabs.front
            with qtbot.waitSignal(studio.window.actions_by_id[row.id].triggered, timeout=1000):
                QTest.keySequence(keyboard(), keys)
            close_popups(front)
    assert not studio.window.isVisible()


def run(studio: Studio, row: ActionRow) -> None:
    studio.window.actions_by_id[row.id].trigger()
    QTest.qWait(0)
    if row.id not in {"file.close_tab", "file.quit"}:  # they end it
        close_popups(studio)


def close_popups(studio: Studio) -> None:
    menu = QApplication.activePopupWidget()
    commands = studio.window.findChild(CommandList)
    for popup in (
        menu,
        commands,
        studio.crawlers.panel,
        studio.editor.assistance.outline,
    ):
        if popup:
            popup.close()


# Saving


def test_edited_file_is_saved_with_its_bytes(studio: Studio, file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /\xff\r\n")
    studio.open(file)
    type_text("#\n")
    act(studio, "file.save")
    assert file.read_bytes() == b"\xef\xbb\xbf#\r\nUser-agent: *\r\nDisallow: /\xff\r\n"
    assert not studio.editor.is_modified


def test_file_saved_under_another_name_is_edited_from_then_on(
    studio: Studio, answers: Answers, file: Path, tmp_path: Path
) -> None:
    answers.save_path = tmp_path / "other.txt"
    type_text("#")
    act(studio, "file.save_as")
    assert answers.save_path.read_bytes() == b"#" + ROBOTS
    assert file.read_bytes() == ROBOTS
    assert studio.document.path == answers.save_path
    assert "other.txt" in studio.window.windowTitle()


@pytest.mark.parametrize(
    ("choice", "is_closed", "saved"),
    [
        (SaveChoice.CANCEL, False, ROBOTS),
        (SaveChoice.DISCARD, True, ROBOTS),
        (SaveChoice.SAVE, True, b"#" + ROBOTS),
    ],
)
def test_closing_asks_about_unsaved_changes_that_would_be_lost(
    studio: Studio, answers: Answers, file: Path, choice: SaveChoice, *, is_closed: bool, saved: bytes
) -> None:
    studio.settings.choose("remembers_work", value=False)
    studio.editor.setFocus()
    type_text("#")
    answers.save_changes = choice
    assert studio.window.close() is is_closed
    assert answers.asked == ["ask_save_changes"]
    assert file.read_bytes() == saved


def test_closing_without_changes_asks_nothing(studio: Studio, answers: Answers) -> None:
    type_text("#")
    act(studio, "edit.undo")
    assert studio.window.close()
    assert answers.asked == []


def test_save_that_fails_on_closing_keeps_the_window(studio: Studio, answers: Answers, file: Path) -> None:
    studio.settings.choose("remembers_work", value=False)
    studio.editor.setFocus()
    type_text("#")
    answers.save_changes, answers.overwrite = SaveChoice.SAVE, True
    file.unlink()
    file.mkdir()
    assert not studio.window.close()
    assert studio.window.notices.bar.isVisible()
    assert studio.editor.body() == b"#" + ROBOTS


def test_change_by_another_program_is_read_again_as_one_step_and_told(qtbot: QtBot, studio: Studio, file: Path) -> None:
    bar = studio.window.notices.bar
    file.write_bytes(b"# theirs\n")
    qtbot.waitUntil(bar.isVisible)
    assert bar.accessibleName() == "robots.txt changed on disk and was reloaded."
    assert studio.editor.body() == b"# theirs\n"
    assert not studio.editor.is_modified
    act(studio, "edit.undo")
    assert studio.editor.body() == ROBOTS
    act(studio, "edit.redo")
    QTest.mouseClick(offers(bar)[0], Qt.MouseButton.LeftButton)
    assert studio.editor.body() == ROBOTS


def test_document_that_was_closed_follows_no_file(studio: Studio, file: Path) -> None:
    watchers = studio.findChildren(QFileSystemWatcher)
    assert str(file) in [each for watcher in watchers for each in watcher.files()]
    studio.close()
    assert [[*watcher.files(), *watcher.directories()] for watcher in watchers] == [[]] * len(watchers)


def test_real_files_opened_and_saved_are_the_same_bytes(studios: Studios, tmp_path: Path) -> None:
    studio = studios.start()
    copy = tmp_path / "copy.txt"
    for body in itertools.islice(corpus_files(), 0, None, 40):
        copy.write_bytes(body)
        assert studio.open(copy)
        copy.unlink()
        act(studio, "file.save")
        assert copy.read_bytes() == body


def splitter_of(part: QWidget) -> QSplitter:
    """Return the nearest splitter around a part."""
    around = part.parentWidget()
    while not isinstance(around, QSplitter):
        assert around is not None
        around = around.parentWidget()
    return around


# Remembered state


def test_everything_chosen_is_there_again(studios: Studios, file: Path) -> None:
    first = studios.start()
    first.open(file)
    act(first, "simulate.add")
    type_text("/typed?ü\nhttps://example.com/x")
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    first.own_crawlers.take_tokens(("GPTBot", "MyBot", "Googlebot"))
    first.crawlers.panel.set_own_tokens(("MyBot", "Another"))
    act(first, "theme.dark")
    act(first, "view.zoom_in")
    settle(first)  # the explanation unfolds with the first analysis
    first.window.resize(1024, 740)  # wider than the screen in tests
    splitter_of(splitter_of(first.why)).setSizes([420, 604])
    QTest.qWait(0)
    sizes = first.window.work.shares()
    studios.end(first)

    second = studios.start()
    assert [url.written for url in second.session.urls] == ["/typed?ü", "https://example.com/x"]
    assert [crawler.title for crawler in second.session.crawlers] == ["GPTBot", "MyBot", "Googlebot"]
    assert second.crawlers.panel.own_tokens == ("MyBot", "Another")
    assert theme.mode is Mode.DARK
    assert second.window.actions_by_id["theme.dark"].isChecked()
    assert second.editor.zoom == 14
    assert (second.window.width(), second.window.height()) == (second.window.screen().availableSize().width(), 740)
    assert [action.text() for action in second.window.recent_menu.actions()] == [str(file)]
    second.window.recent_menu.actions()[0].trigger()
    assert second.editor.body() == ROBOTS
    QTest.qWait(0)
    assert second.window.work.shares() == sizes


def test_sizes_outlast_a_run_that_only_saw_the_start_page(studios: Studios, file: Path) -> None:
    first = studios.start((1024, 700))
    first.open(file)
    settle(first)  # the explanation unfolds with the first analysis
    splitter_of(splitter_of(first.why)).setSizes([420, 604])
    splitter_of(first.why).setSizes([300, 272])
    QTest.qWait(0)
    sizes = first.window.work.shares()
    studios.end(first)
    studios.end(studios.start())
    third = studios.start()
    third.open(file)
    QTest.qWait(0)
    assert third.window.work.shares() == sizes


def test_explanation_has_its_height_again_after_a_run_that_ended_in_the_fetch_tab(studios: Studios, file: Path) -> None:
    first = studios.start((1024, 700))
    first.open(file)
    splitter_of(first.why).setSizes([300, 272])
    QTest.qWait(0)
    height = first.why.height()
    splitter_of(first.why).splitterMoved.emit(300, 1)
    act(first, "view.fetch")
    QTest.qWait(0)
    assert first.why.height() < 40
    studios.end(first)
    second = studios.start()
    second.open(file)
    QTest.qWait(0)
    assert second.why.height() == height


def test_what_was_remembered_is_written_soon_after_a_change(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    part_of(studio.tabs.memory, QTimer).setInterval(0)
    act(studio, "theme.dark")
    qtbot.waitUntil(studios.places.state.exists)
    assert 'theme = "dark"' in studios.places.settings.read_text("utf-8")


def test_broken_memory_is_told_and_begins_anew(studios: Studios) -> None:
    studios.places.state.parent.mkdir(parents=True)
    studios.places.state.write_bytes(b"\xff{")
    studio = studios.start()
    assert studio.window.notices.bar.isVisible()
    assert "settings" in studio.window.notices.bar.accessibleName()
    assert [crawler.token for crawler in studio.session.crawlers] == list(DEFAULT_TOKENS)


def test_recent_file_that_is_gone_is_told(studios: Studios, file: Path) -> None:
    studio = studios.start()
    studio.open(file)
    act(studio, "file.close_tab")
    file.unlink()
    studio.window.recent_menu.actions()[0].trigger()
    assert "does not exist" in studio.window.notices.bar.accessibleName()
    assert studio.window.is_on_start_page


# After a crash


def test_unsaved_text_of_a_killed_program_is_offered(
    qtbot: QtBot, studios: Studios, answers: Answers, file: Path
) -> None:
    home = studios.places.journal.parent
    with subprocess.Popen([sys.executable, "-c", CRASHING, str(home), str(file)]) as program:
        qtbot.waitUntil(lambda: "draft.journal" in journal_entries(studios), timeout=30_000)  # not only the caret
        program.kill()
    studio = studios.start()
    assert studio.window.is_on_start_page
    assert "robots.txt from " in studio.window.notices.bar.accessibleName()
    QTest.mouseClick(offers(studio.window.notices.bar)[0], Qt.MouseButton.LeftButton)
    assert studio.editor.body() == b"# unsaved" + ROBOTS
    assert studio.editor.is_modified
    assert file.read_bytes() == ROBOTS
    assert not studio.window.notices.bar.isVisible()
    act(studio, "file.save")
    assert file.read_bytes() == b"# unsaved" + ROBOTS
    assert answers.asked == []
    qtbot.waitUntil(lambda: not list(studios.places.journal.glob("*.journal")))


def test_two_windows_do_not_offer_each_other_their_text(qtbot: QtBot, studios: Studios, file: Path) -> None:
    first = studios.start()
    first.open(file)
    type_text("# unsaved")
    qtbot.waitUntil(lambda: any(studios.places.journal.glob("*-draft.journal")))
    second = studios.start()
    assert not second.window.notices.bar.isVisible()


# Ends


def names_of_threads() -> set[str]:
    return {thread.name for thread in threading.enumerate()}


def test_closing_during_a_fetch_ends_its_thread(studios: Studios) -> None:
    studio = studios.start()
    with serve(hang) as server:
        act(studio, "fetch.address")
        type_text(server.host)
        press(Qt.Key.Key_Return)
        QTest.qWait(1)
        assert "fetch" in names_of_threads()
        assert studio.window.close()
        assert "fetch" not in names_of_threads()


def test_closing_during_an_evaluation_ends_its_thread(studios: Studios, tmp_path: Path, qtbot: QtBot) -> None:
    studio = studios.start()
    studio.show_example()
    large = tmp_path / "large.txt"
    large.write_bytes(b"User-agent: *\n" + b"Disallow: /private/*a*b\n" * 20_000)
    studio.open(large)
    qtbot.waitUntil(lambda: "evaluation" in names_of_threads())
    assert studio.window.close()
    assert "evaluation" not in names_of_threads()


def test_the_keys_on_the_start_page_are_those_of_the_actions(begun: Studio) -> None:
    welcome, actions = begun.start_page, begun.window.actions_by_id
    cards = {
        "fetch.address": welcome.fetch_card,
        "file.open": welcome.open_card,
        "file.new_from_template": welcome.template_card,
    }
    form = QKeySequence.SequenceFormat.NativeText
    assert {name: card.keys for name, card in cards.items()} == {
        name: actions[name].shortcut().toString(form) for name in cards
    }


def test_saving_is_told_and_a_saved_file_is_no_draft(studios: Studios, tmp_path: Path) -> None:
    studio = studios.start()
    path = tmp_path / "robots.txt"
    path.write_bytes(ROBOTS)
    studio.open(path)
    draft = next(label for label in studio.editor.findChildren(Label) if label.text() == "draft")
    assert draft.isHidden()
    type_text("#")
    assert not draft.isHidden()
    act(studio, "file.save")
    assert draft.isHidden()
    assert studio.window.status_bar.message.text() == "Saved robots.txt."


def test_a_new_file_begins_with_its_own_caret_on_the_ruler(studios: Studios) -> None:
    studio = studios.start()
    studio.editor.set_body(b"a\n" * 40)
    studio.editor.place_caret(40)
    studio.editor.set_body(b"")
    assert [ruler._caret_line for ruler in studio.editor.findChildren(OverviewRuler)] == [1]


def test_what_one_can_look_through_has_a_name(studios: Studios) -> None:
    studio = studios.start()
    studio.show_example()
    tabs = ("simulation", "rules", "fetch", "problems", "site", "history")
    for tab in tabs:
        act(studio, f"view.{tab}")
        unnamed = [
            widget
            for widget in studio.window.findChildren(QWidget)
            if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            if not widget.accessibleName() and not (isinstance(widget, QAbstractButton) and widget.text())
        ]
        assert unnamed == [], tab
