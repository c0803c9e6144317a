"""The status bar."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.ui.shell.status_bar import StatusBar, StatusButton, StatusFacts
from robotstudio.ui.theme.tokens import LIGHT
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.tone import Tone

FACTS = StatusFacts(groups=4, rules=17, encoding="UTF-8", line_end="LF", bom=False, size=2143, evaluation_ms=3)


@pytest.fixture
def bar(qtbot: QtBot) -> StatusBar:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(1440, 25)
    bar.show()
    return bar


def shown(bar: StatusBar) -> list[str]:
    parts: list[Label | StatusButton] = [*bar.findChildren(Label), *bar.findChildren(StatusButton)]
    seen = [part for part in parts if part.isVisible() and part.text()]
    return [part.text() for part in sorted(seen, key=lambda part: part.x())]


def colour(label: Label) -> str:
    return label.palette().color(QPalette.ColorRole.WindowText).name().upper()


def test_one_button_shows_the_form_of_the_file_before_the_caret(bar: StatusBar) -> None:
    bar.set_facts(FACTS)
    bar.set_caret(33, 27)
    bar.grab()
    assert shown(bar) == ["UTF-8 · LF · 2,143 B", "Ln 33, Col 27"]
    details = ["About this file", "4 groups, 17 rules", "2,143 B of 500 KiB", "evaluated in 3 ms"]
    assert bar.file.toolTip().split("\n") == details


def test_one_group_and_one_rule_are_singular(bar: StatusBar) -> None:
    bar.set_facts(replace(FACTS, groups=1, rules=1, evaluation_ms=None, bom=True))
    assert bar.file.text() == "UTF-8 · BOM · LF · 2,143 B"
    assert "1 group, 1 rule" in bar.file.toolTip()
    assert "evaluated" not in bar.file.toolTip()


def test_size_over_the_limit_is_a_warning_in_words(bar: StatusBar) -> None:
    bar.set_facts(replace(FACTS, size=612_345))
    assert bar.file.text() == "UTF-8 · LF · 598.0 KiB, over 500 KiB"
    assert "Crawlers may ignore everything after the first 500 KiB." in bar.file.toolTip()
    warned = bar.file.grab().toImage()
    bar.set_facts(FACTS)
    assert bar.file.grab().toImage() != warned


def test_size_without_a_limit_stands_alone(bar: StatusBar) -> None:
    bar.set_facts(replace(FACTS, size_limit=None))
    assert "2,143 B" in bar.file.toolTip().split("\n")


def test_without_a_file_only_the_note_is_shown(bar: StatusBar) -> None:
    bar.set_facts(FACTS)
    bar.show_no_file("Rules: RFC 9309 and 41 crawler profiles")
    assert shown(bar) == ["Rules: RFC 9309 and 41 crawler profiles"]


def test_message_goes_after_its_time(qtbot: QtBot, bar: StatusBar) -> None:
    bar.show_message("Saved robots.txt, 2,143 B.", milliseconds=10)
    assert bar.message.text() == "Saved robots.txt, 2,143 B."
    qtbot.waitUntil(lambda: bar.message.text() == "", timeout=2000)


def test_message_without_a_time_stays_until_the_next(bar: StatusBar) -> None:
    bar.show_message("The file could not be read: permission denied.", Tone.BLOCKED, 0)
    assert colour(bar.message) == LIGHT.blocked
    bar.show_message("Ready.", milliseconds=0)
    assert (bar.message.text(), colour(bar.message)) == ("Ready.", LIGHT.text)
    bar.clear_message()


def test_bar_is_25_pixels_high_and_a_message_moves_nothing_at_the_right(bar: StatusBar) -> None:
    bar.set_facts(FACTS)
    bar.grab()
    before = bar.caret.x()
    bar.show_message("x" * 500, milliseconds=0)
    bar.grab()
    assert (bar.height(), bar.caret.x()) == (25, before)
    bar.clear_message()


def test_fact_is_hidden_while_there_is_none(qtbot: QtBot) -> None:
    button = StatusButton()
    qtbot.addWidget(button)
    button.show_fact("2 of 12 tests fail", Tone.WARNING)
    assert button.isVisible()
    assert button.accessibleName() == "2 of 12 tests fail"
    button.show_fact("", Tone.NEUTRAL)
    assert button.isHidden()


def test_every_tone_has_room_for_its_words_and_looks_its_own_way(qtbot: QtBot) -> None:
    button = StatusButton()
    qtbot.addWidget(button)
    button.resize(200, 23)
    pictures = []
    for tone in (Tone.NEUTRAL, Tone.ALLOWED, Tone.WARNING):
        button.show_fact("Tests 3/3", tone)
        pictures.append(button.grab().toImage())
        assert button.sizeHint().width() > button.fontMetrics().horizontalAdvance("Tests") // 2
    button.set_stale(is_stale=True)
    pictures.append(button.grab().toImage())
    assert all(one != other for place, one in enumerate(pictures) for other in pictures[:place])


def test_keys_press_it(qtbot: QtBot) -> None:
    button = StatusButton()
    qtbot.addWidget(button)
    button.show_fact("Tests 3/3", Tone.ALLOWED)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        with qtbot.waitSignal(button.clicked):
            QTest.keyClick(button, key)


def test_what_matters_least_goes_where_buttons_leave_no_room(bar: StatusBar) -> None:
    bar.set_facts(FACTS)
    bar.set_caret(33, 27)
    bar.resize(720, 25)
    for button, words in (
        (bar.project, "example.robotstudio, unsaved"),
        (bar.problems, "12 problems"),
        (bar.tests, "Tests 17/17"),
        (bar.crawl, "Crawl 38 %, 12,345 pages"),
    ):
        button.show_fact(words, Tone.NEUTRAL)
    bar.grab()
    labels = [label for label in bar.findChildren(Label) if label.isVisible() and label.text()]
    assert [label.text() for label in labels if label.width() < label.sizeHint().width()] == []
    assert bar.caret.isVisible()


def test_form_of_the_file_gives_way_to_a_sentence_for_its_time(bar: StatusBar) -> None:
    bar.resize(600, 25)
    bar.set_facts(FACTS)
    bar.set_caret(33, 27)
    bar.tests.show_fact("17 of 17 tests pass", Tone.ALLOWED)
    before = shown(bar)
    sentence = "Test added: Googlebot may not fetch /cart/checkout?step=2."
    bar.show_message(sentence)
    QApplication.processEvents()
    assert bar.message.elided_text() == sentence
    assert bar.file.text() not in shown(bar)
    bar.clear_message()
    QApplication.processEvents()
    assert shown(bar) == before


def test_what_was_said_of_a_draft_goes_with_it(bar: StatusBar) -> None:
    bar.show_message("Add a line break: done.", draft=7)
    bar.follow_draft(7)
    assert bar.message.text() == "Add a line break: done."
    bar.follow_draft(8)
    assert bar.message.text() == ""
    bar.show_message("Saved.")
    bar.follow_draft(9)
    assert bar.message.text() == "Saved."
