"""The window for finding, previewing and opening an example."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.engine.crawlers import names_of
from robotstudio.project.templates import Lesson, lessons
from robotstudio.text.language import tr
from robotstudio.ui.panels.examples import ExamplesPanel
from tests.ui.parts import texts
from tests.ui.studios import press, type_text

LESSONS = lessons()


@pytest.fixture
def chosen() -> list[Lesson]:
    return []


@pytest.fixture
def panel(qtbot: QtBot, chosen: list[Lesson]) -> ExamplesPanel:
    panel = ExamplesPanel(LESSONS, chosen.append)
    qtbot.addWidget(panel)
    panel.bring_up()
    qtbot.waitActive(panel)
    return panel


def listed(panel: ExamplesPanel) -> list[str]:
    return [panel.list.words(row).text for row in panel.list.rows]


def shown(panel: ExamplesPanel) -> str:
    """Return the text of the preview, without word joiners."""
    return "\n".join(texts(panel.preview)).replace("\u2060", "")


def test_all_are_listed_under_their_topics(panel: ExamplesPanel) -> None:
    topics = list(dict.fromkeys(lesson.topic for lesson in LESSONS))
    assert [text for text in listed(panel) if text in topics] == topics
    assert [text for text in listed(panel) if text not in topics] == [lesson.title for lesson in LESSONS]
    assert panel.lesson == LESSONS[0]


def test_preview_says_what_is_learnt_and_shows_the_file_and_who_reads_it(panel: ExamplesPanel) -> None:
    lesson = next(lesson for lesson in LESSONS if lesson.answer)
    panel.show_lesson(lesson)
    said = shown(panel)
    for text in (
        lesson.title,
        lesson.see,
        lesson.change,
        *names_of(lesson.crawlers),
        "What if: 403 Forbidden",
        "2 test URLs",
    ):
        assert text in said
    assert panel.preview.code.toPlainText().encode() + b"\n" == lesson.body()


@pytest.mark.parametrize(
    ("words", "found"),
    [("lost RULES", "named-group"), ("noindex google", "blocked-but-indexed"), ("wget byte", "byte-order-mark")],
)
def test_words_are_looked_for_in_all_that_is_said(panel: ExamplesPanel, words: str, found: str) -> None:
    type_text(words)
    assert panel.lesson is not None
    assert panel.lesson.id == found
    assert len(listed(panel)) < len(LESSONS)


def test_lessons_name_the_choice_of_an_answer_as_the_window_does() -> None:
    said = " ".join(lesson.change for lesson in lessons())
    assert "As if" not in said
    assert said.count("In the Fetch tab, choose ") == 3
    assert tr("What if the server answered…") in said


def test_nothing_can_be_opened_where_nothing_is_found(panel: ExamplesPanel) -> None:
    type_text("no such words")
    assert listed(panel) == []
    assert panel.nothing.isVisible()
    assert not panel.open_button.isEnabled()
    press(Qt.Key.Key_Escape)
    assert panel.lesson == LESSONS[0]
    press(Qt.Key.Key_Escape)
    assert not panel.isVisible()


def test_keys_go_through_the_list_from_the_search_over_the_topics(panel: ExamplesPanel) -> None:
    for expected in LESSONS[1:6]:
        press(Qt.Key.Key_Down)
        assert panel.lesson == expected
    press(Qt.Key.Key_Up)
    assert panel.lesson == LESSONS[4]
    for _ in range(9):
        press(Qt.Key.Key_PageUp)
    assert panel.lesson == LESSONS[0]


@pytest.mark.parametrize("part", ["search", "list"])
def test_enter_opens_what_is_previewed_once(panel: ExamplesPanel, chosen: list[Lesson], part: str) -> None:
    getattr(panel, part).setFocus()
    panel.show_lesson(LESSONS[7])
    press(Qt.Key.Key_Return)
    assert chosen == [LESSONS[7]]


def test_double_click_opens_an_example_and_a_topic_opens_nothing(panel: ExamplesPanel, chosen: list[Lesson]) -> None:
    left = Qt.MouseButton.LeftButton
    for row in (0, 2):
        at = panel.list.visualRect(panel.list.model().index(row, 0)).center()
        QTest.mouseClick(panel.list.viewport(), left, pos=at)
        QTest.mouseDClick(panel.list.viewport(), left, pos=at)
    assert chosen == [LESSONS[1]]


def test_what_was_looked_for_last_is_still_there_and_the_one_asked_for_is_shown(panel: ExamplesPanel) -> None:
    type_text("noindex")
    panel.close()
    panel.bring_up()
    assert panel.search.text() == "noindex"
    panel.show_lesson(LESSONS[0])
    assert panel.lesson == LESSONS[0]
    assert panel.search.text() == ""


def test_heights_of_rows_do_not_depend_on_the_scroll_bar_which_comes_after_them(panel: ExamplesPanel) -> None:
    policy, view = Qt.ScrollBarPolicy, panel.list
    heights: dict[int, set[tuple[int, ...]]] = {}
    for width in range(140, 340, 4):
        view.setFixedWidth(width)
        for bar in (policy.ScrollBarAlwaysOff, policy.ScrollBarAlwaysOn):
            view.setVerticalScrollBarPolicy(bar)
            QApplication.processEvents()
            heights.setdefault(width, set()).add(tuple(map(view.sizeHintForRow, range(len(view.rows)))))
    assert all(len(found) == 1 for found in heights.values())
    assert len(set.union(*heights.values())) > 1
