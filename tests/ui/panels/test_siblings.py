"""The window of missing siblings: what it shows, and how its lines get into the draft."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.rule_coverage import audited_file
from robotstudio.draft.siblings import missing_siblings
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.siblings import Answer, SiblingsWindow
from robotstudio.urls.urls import parse_list
from tests.ui.panels.evaluated import evaluated
from tests.ui.parts import texts
from tests.ui.studios import act, settle

BODY = b"User-agent: *\nDisallow: /panel\nDisallow: /search/\n"
URLS = ["/Panel", "/tr/panel", "/de/panel", "/search", "/x"]


@pytest.fixture
def panel(qtbot: QtBot) -> Iterator[SiblingsWindow]:
    window = QWidget()
    qtbot.addWidget(window)
    panel = SiblingsWindow(window)
    panel.bring_up()
    yield panel
    panel.close()


def answer(*urls: str) -> Answer:
    subject = audited_file(evaluated(BODY, urls)[0])
    return Answer(1, missing_siblings(subject.version, subject.table, subject.readers), subject.titles)


def test_row_says_what_is_allowed_and_which_lines_block_it(panel: SiblingsWindow) -> None:
    panel.show_answer(answer(*URLS))
    assert panel.title.text() == "3 missing siblings of the rules"
    cells = [panel.table.cell(0, column).text for column in range(len(panel.table.columns))]
    assert cells == ["2", "Disallow: /panel", "Language or region prefix", "2", "/tr/panel", "/*/panel"]
    assert panel.examples.toPlainText() == "/tr/panel\n/de/panel"
    assert panel.lines.toPlainText() == "Disallow: /*/panel"
    assert panel.scope.text().startswith("Blocks these and no other of your URLs.")


def test_chosen_row_is_what_is_inserted(qtbot: QtBot, panel: SiblingsWindow) -> None:
    given = answer(*URLS)
    panel.show_answer(given)
    panel.table.select_row((3, 2))
    with qtbot.waitSignal(panel.insert_requested) as told:
        panel.insert_button.click()
    assert given.found is not None
    assert told.args == [given.found[2]]


def test_without_urls_the_window_says_where_to_get_some(qtbot: QtBot, panel: SiblingsWindow) -> None:
    panel.show_answer(Answer(1, None, {}))
    assert any(text.startswith("Add test URLs first") for text in texts(panel))
    assert not panel.insert_button.isEnabled()
    with qtbot.waitSignal(panel.urls_requested):
        panel.hint.action_triggered.emit()


def test_nothing_missing_is_told(panel: SiblingsWindow) -> None:
    panel.show_answer(answer("/x"))
    assert any(text.startswith("Nothing is missing") for text in texts(panel))
    assert not panel.table.isVisible()


def test_row_without_a_pattern_cannot_be_inserted(panel: SiblingsWindow) -> None:
    panel.show_answer(answer("https://a.example/", "https://a.example/x", "https://m.a.example/panel"))
    assert panel.table.cell(0, 5).text == "–"
    assert not panel.insert_button.isEnabled()


@pytest.fixture
def asked(studio: Studio, qtbot: QtBot) -> Studio:
    studio.editor.replace_body(BODY)
    studio.session.set_urls(parse_list("\n".join(URLS)).urls)
    settle(studio)
    act(studio, "simulate.siblings")
    qtbot.waitUntil(rows_are(studio, 3))
    return studio


def rows_are(studio: Studio, count: int) -> Callable[[], bool]:
    table, progress = studio.siblings.panel.table, studio.siblings.panel.progress
    return lambda: len(table.rows) == count and not progress.running


def test_rule_is_inserted_after_its_rule_as_one_step_and_is_missing_no_more(asked: Studio, qtbot: QtBot) -> None:
    asked.siblings.panel.insert_button.click()
    assert asked.editor.body() == BODY.replace(b"/panel\n", b"/panel\nDisallow: /*/panel\n")
    qtbot.waitUntil(rows_are(asked, 2))
    asked.editor.undo()
    assert asked.editor.body() == BODY
    qtbot.waitUntil(rows_are(asked, 3))


def test_answer_about_an_older_draft_is_not_inserted(asked: Studio) -> None:
    asked.editor.replace_body(b"# new\n" + BODY)
    row = asked.siblings.panel.table.current_row
    asked.siblings.panel.insert_requested.emit(row)
    assert asked.editor.body() == b"# new\n" + BODY


def test_f1_leads_to_the_section_of_the_guide(asked: Studio) -> None:
    asked.siblings.panel.table.setFocus()
    act(asked, "help.guide")
    place, browser = asked.help.panel.place, asked.help.panel.browser
    assert 0 <= browser.cursorRect().top() < browser.height() / 2
    asked.help.panel.close()
    assert place is not None
    assert (place.page, place.heading) == ("guide/many-urls", "find-what-rules-miss")
