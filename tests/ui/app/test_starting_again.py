"""The program starts again for another language or size, with everything that was open and unsaved."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from robotstudio.store.errors import FileAccessError
from robotstudio.store.journal import Journal
from robotstudio.store.places import HOME_VARIABLE
from robotstudio.text.language import WORDS
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.shell import dialogs
from robotstudio.urls.urls import parse_list
from tests.ui.parts import part_of, texts
from tests.ui.studios import Studios, act, settle

URLS = ("https://example.com/a", "https://example.com/b")


def reopened(studios: Studios, studio: Studio, qtbot: QtBot) -> tuple[Studio, ...]:
    """Return the documents after a restart of the program."""
    studio.tabs.start_again()
    assert studio.tabs.starts_again
    studios.end(studio)
    again = studios.start()
    qtbot.waitUntil(lambda: not again.tabs.is_reopening, timeout=60_000)
    for each in again.tabs.studios:
        settle(each)
    return again.tabs.studios


def edit(studio: Studio, text: str) -> None:
    """Type at the end of a document."""
    edit_of(studio).moveCursor(QTextCursor.MoveOperation.End)
    edit_of(studio).insertPlainText(text)


def edit_of(studio: Studio) -> RobotsEdit:
    return part_of(studio.editor, RobotsEdit)


def test_unsaved_texts_tabs_windows_and_selection_come_back(studios: Studios, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "robots.txt"
    file.write_bytes(b"User-agent: *\nDisallow: /a\n")
    first = studios.start(begin=lambda studio: studio.open(file))
    edit(first, "# unsaved\n")
    first.editor.put_caret_back(2, 4, 1, 3)
    assert edit_of(first).textCursor().selectedText()
    first.tabs.begin()
    second = first.tabs.front
    act(second, "file.new")
    edit(second, "# never saved\n")
    second.tabs.begin()
    third = second.tabs.front
    act(third, "file.new")
    edit(third, "# in another window\n")
    act(third, "view.own_window")
    selected = first.editor.selection, edit_of(first).textCursor().selectedText()
    bodies = [studio.editor.body() for studio in first.tabs.studios]
    again = reopened(studios, first, qtbot)
    assert [studio.editor.body() for studio in again] == bodies
    assert [studio.is_unsaved for studio in again] == [True, True, True]
    assert again[0].document.path == file
    assert file.read_bytes() == b"User-agent: *\nDisallow: /a\n"
    assert (again[0].editor.selection, edit_of(again[0]).textCursor().selectedText()) == selected
    assert [again[0].window is studio.window for studio in again] == [True, True, False]
    assert again[0].tabs.front is again[2]
    assert texts(again[0].page.notices.bar) == []


def test_project_and_what_is_unsaved_in_it_come_back(
    studios: Studios, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, project = tmp_path / "robots.txt", tmp_path / "shop.robotstudio"
    file.write_bytes(b"User-agent: *\nDisallow: /a\n")
    studio = studios.start(begin=lambda studio: studio.open(file))
    monkeypatch.setattr(dialogs, "ask_save_project_path", lambda *_: project)
    act(studio, "project.save")
    studio.urls.add(parse_list("\n".join(URLS)))
    settle(studio)
    edit(studio, "# unsaved\n")
    (again,) = reopened(studios, studio, qtbot)
    assert again.projects.path == project
    assert again.projects.is_unsaved
    assert {url.url for url in again.session.urls} >= set(URLS)
    assert again.editor.body().endswith(b"# unsaved\n")
    assert again.document.path == file


def test_single_document_without_changes_comes_back(studios: Studios, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "robots.txt"
    file.write_bytes(b"User-agent: *\n")
    studio = studios.start(begin=lambda studio: studio.open(file))
    (again,) = reopened(studios, studio, qtbot)
    assert (again.document.path, again.is_unsaved) == (file, False)


def test_nothing_closes_if_unsaved_text_cannot_be_kept(studios: Studios, monkeypatch: pytest.MonkeyPatch) -> None:
    studio = studios.start()
    act(studio, "file.new")
    edit(studio, "# unsaved\n")

    def refuse(_self: Journal, _key: str, path: Path | None, *_: object) -> None:
        raise FileAccessError("“{path}” is full.", path or Path("journal"))

    monkeypatch.setattr(Journal, "write", refuse)
    studio.tabs.start_again()
    assert not studio.tabs.starts_again
    assert studio.window.isVisible()
    assert studio.editor.body() == b"# unsaved\n"
    assert "is full" in studio.page.notices.bar.accessibleName()


@pytest.mark.parametrize(("name", "value"), [("language", "es"), ("scale", 150)])
def test_offer_is_there_until_the_choice_is_taken_back(studios: Studios, name: str, value: object) -> None:
    studio = studios.start()
    before = studio.settings.values()[name]
    studio.settings.choose(name, value)
    assert "Undo history is lost" in studio.page.notices.bar.accessibleName()
    assert WORDS.code == "en"
    studio.settings.choose(name, before)
    assert not studio.page.notices.bar.isVisible()


PROGRAM = """
import sys
from functools import partial
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from robotstudio.ui.app import app
from robotstudio.ui.app.document_tabs import DocumentTabs

def look(tabs, is_first):
    studio = tabs.front
    if tabs.is_reopening or (is_first and not studio.session.is_settled):
        QTimer.singleShot(50, partial(look, tabs, is_first))
    elif is_first:
        studio.editor.replace_body(b"# unsaved\\n")
        studio.settings.choose("language", "es")
        studio.settings.choose("scale", 150)
        tabs.start_again()
    else:
        menu = studio.window.menuBar().actions()[0].text()
        print(studio.editor.body(), studio.is_unsaved, menu, studio.window.devicePixelRatio(), flush=True)
        tabs.close()
        QApplication.quit()

begin_with = DocumentTabs.begin_with
def begin(tabs, files):
    begin_with(tabs, files)
    QTimer.singleShot(0, partial(look, tabs, bool(files)))

DocumentTabs.begin_with = begin
sys.exit(app.main(sys.argv[1:]))
"""


def test_program_starts_itself_again_in_the_language_and_size_that_were_chosen(tmp_path: Path) -> None:
    file = tmp_path / "robots.txt"
    file.write_bytes(b"User-agent: *\n")
    environ = {name: value for name, value in os.environ.items() if name != "QT_SCALE_FACTOR"}
    environ |= {HOME_VARIABLE: str(tmp_path / "home"), "QT_QPA_PLATFORM": "offscreen", "LANGUAGE": "en"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(file)],
        env=environ, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip  # it waits for the second program, which has the same pipe
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [r"b'# unsaved\n' True &Archivo 1.5"], done.stderr
