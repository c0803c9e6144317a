"""The card that shows the idea of the program."""

from pytestqt.qtbot import QtBot

from robotstudio.ui.panels.welcome.demo import ANSWERS, LINES, Demo, example_text
from robotstudio.ui.theme.theme import Theme


def test_example_is_a_file_of_three_lines() -> None:
    assert example_text() == "User-agent: Googlebot\nDisallow: /cart/\nAllow: /cart/help\n"


def test_answers_name_lines_of_the_example() -> None:
    assert all(0 <= answer.line <= len(LINES) for answer in ANSWERS)


def test_answers_are_said_to_screen_readers(qtbot: QtBot, theme: Theme) -> None:
    demo = Demo(theme)
    qtbot.addWidget(demo)
    assert "Googlebot, /cart/pay, blocked by line 2" in demo.accessibleDescription()
    assert not demo.grab().isNull()
