"""Draft, matrix, explanation and status bar show one answer and one selection."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.engine.crawlers import crawler_for
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.robots_edit import RobotsEdit
from tests.ui.parts import body_of, copy_as, part_of, texts
from tests.ui.studios import Studios, act, click_cell, facts, has_keyboard, press, settle, type_text, verdicts


def marked_line(studio: Studio) -> int | None:
    """Return the line that the editor marks as deciding."""
    settle(studio)
    decision = part_of(studio.editor, RobotsEdit).decision
    return decision.line if decision else None


def said(studio: Studio) -> str:
    """Return the sentence of the explanation."""
    settle(studio)
    return body_of(studio.why).sentence.accessibleName()


def test_opened_file_is_evaluated(studio: Studio) -> None:
    assert verdicts(studio, "Googlebot") == {"/": (True, 0), "/private/a": (False, 2), "/private/open": (True, 3)}
    assert verdicts(studio, "GPTBot") == {"/": (False, 6), "/private/a": (False, 6), "/private/open": (False, 6)}


def test_typing_changes_the_cells_at_every_key(studio: Studio) -> None:
    studio.editor.place_caret(2)
    press(Qt.Key.Key_End)
    for _ in "private/":
        press(Qt.Key.Key_Backspace)
    assert facts(studio, "/", "Googlebot").line == 2
    type_text("a")
    assert facts(studio, "/", "Googlebot").line == 0
    act(studio, "edit.undo")
    act(studio, "edit.undo")
    assert verdicts(studio, "Googlebot")["/private/a"] == (False, 2)


def test_click_on_a_cell_marks_and_explains_the_line_that_decides(studio: Studio) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    assert studio.session.selected == Cell("/private/a", "Googlebot")
    assert marked_line(studio) == 2
    assert said(studio).startswith("Googlebot may not fetch this URL")
    assert "line 2" in said(studio)


def test_click_on_a_cell_reveals_the_line_and_leaves_the_caret(studio: Studio, tmp_path: Path) -> None:
    long = tmp_path / "long.txt"
    long.write_bytes(b"User-agent: *\n" + b"Disallow: /nothing\n" * 300 + b"Disallow: /private/\n")
    studio.document.open(long)
    click_cell(studio, "/private/a", "Googlebot")
    seen = [row.line for row in part_of(studio.editor, RobotsEdit).rows()]
    assert 302 in seen
    assert studio.editor.caret_line == 1


def test_caret_on_a_rule_marks_the_cells_that_it_decides(studio: Studio) -> None:
    studio.editor.place_caret(6)
    settle(studio)  # after the frame that shows the caret
    assert studio.simulation.view.highlights().line == 6
    press(Qt.Key.Key_Up)
    settle(studio)
    assert studio.simulation.view.highlights().line == 5


def test_enter_on_a_cell_puts_the_caret_on_its_rule(studio: Studio) -> None:
    click_cell(studio, "/private/open", "Googlebot")
    press(Qt.Key.Key_Return)
    assert studio.editor.caret_line == 3
    assert has_keyboard(studio.editor)


def test_command_puts_the_caret_on_the_winning_rule(studio: Studio) -> None:
    click_cell(studio, "/", "GPTBot")
    act(studio, "find.winner")
    assert studio.editor.caret_line == 6


def test_mark_and_explanation_follow_the_edited_text(studio: Studio) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    studio.editor.place_caret(1)
    type_text("# first\n")
    settle(studio)
    assert marked_line(studio) == 3
    assert "line 3" in said(studio)
    assert studio.session.selected == Cell("/private/a", "Googlebot")
    act(studio, "edit.select_all")
    press(Qt.Key.Key_Delete)
    settle(studio)
    assert marked_line(studio) is None
    assert said(studio).startswith("Googlebot and GPTBot may fetch this URL")


def test_selection_goes_with_its_url_and_with_its_crawler(studio: Studio) -> None:
    click_cell(studio, "/private/a", "GPTBot")
    studio.session.set_crawlers(studio.session.crawlers[:1])
    assert studio.session.selected is None
    assert marked_line(studio) is None
    click_cell(studio, "/private/a", "Googlebot")
    act(studio, "simulate.clear")
    assert studio.session.selected is None


def test_crawlers_that_share_the_group_are_named(studio: Studio) -> None:
    studio.session.set_crawlers((*studio.session.crawlers, crawler_for("bingbot")))
    click_cell(studio, "/private/a", "Googlebot")
    copy_as(studio.why, "Copy as text")
    explained = QGuiApplication.clipboard().text()
    assert "Bingbot" in explained
    assert "GPTBot" not in explained


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /\r\n", ("1 group, 1 rule", "UTF-8 · BOM · CRLF · 31 B")),
        (b"", ("0 groups, 0 rules", "UTF-8 · LF · 0 B")),
        (b"# \xff\n", ("0 groups, 0 rules", " · LF · 4 B")),
    ],
)
def test_status_bar_says_what_the_file_is(studio: Studio, tmp_path: Path, body: bytes, words: tuple[str, ...]) -> None:
    path = tmp_path / "other.txt"
    path.write_bytes(body)
    studio.document.open(path)
    settle(studio)
    bar = studio.window.status_bar
    assert bar.file.text().endswith(words[1])
    assert {words[0], f"{len(body)} B of 500 KiB"} <= set(bar.file.toolTip().split("\n"))
    assert "evaluated in" in bar.file.toolTip()
    assert bar.caret.text() == "Ln 1, Col 1"
    bar.file.click()
    assert studio.about_file.panel.isVisible()


def test_title_names_the_file_and_its_unsaved_changes(studio: Studio) -> None:
    assert studio.window.windowTitle() == "robots.txt[*] – Robot Studio"
    assert not studio.window.isWindowModified()
    studio.editor.place_caret(1)
    type_text("#")
    assert studio.window.isWindowModified()
    act(studio, "edit.undo")
    assert not studio.window.isWindowModified()


def test_answer_that_a_key_has_overtaken_is_dropped(qtbot: QtBot, studio: Studio, tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    large.write_bytes(b"User-agent: *\n" + b"Disallow: /private/\n" * 20_000)
    answers: list[Analysis] = []
    studio.session.analysis_changed.connect(answers.append)
    with qtbot.waitSignal(studio.session.analysis_changed, timeout=20_000):
        studio.document.open(large)
        for _ in range(5):
            type_text("#")
    assert len(answers) == 1
    assert answers[0].size == len(studio.editor.body())
    assert verdicts(studio, "Googlebot")["/private/a"][1] == 0


def test_start_page_says_by_what_is_judged_before_anything_is(studios: Studios) -> None:
    other = studios.start().tabs.begin()
    assert other.session.analysis is None
    assert other.page.status_bar.caret.text().startswith("Rules: RFC 9309 and ")


def test_explanation_names_the_crawlers_that_its_column_shows(studio: Studio) -> None:
    matrix, columns = studio.simulation.view.matrix, studio.simulation.view.columns
    studio.session.set_crawlers(tuple(map(crawler_for, ("Googlebot", "bingbot", "CCBot", "YandexBot"))))
    settle(studio)
    column = next(iter(matrix.merged))
    token, merged = matrix.columns[column].crawler.token, matrix.title(column)
    click_cell(studio, "/private/a", token)
    settle(studio)
    assert merged in texts(studio.why)
    columns.open_or_merge(column)
    assert merged not in texts(studio.why)
    columns.open_or_merge(column)
    assert merged in texts(studio.why)
