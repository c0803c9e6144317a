"""The card that shows the idea of the program."""

from pytestqt.qtbot import QtBot

from robotstudio.engine import Robots
from robotstudio.ui.panels.welcome.demo import ANSWERS, LINES, Demo


def test_answers_are_those_of_the_engine() -> None:
    body = "".join(f"{line.directive}: {line.value}\n" for line in LINES).encode()
    for answer in ANSWERS:
        verdict = Robots.parse(body).decide(f"https://www.example.com{answer.path}", answer.crawler)
        assert (verdict.allowed, verdict.line or 0) == (answer.allowed, answer.line)


def test_answers_are_said_to_screen_readers(qtbot: QtBot) -> None:
    demo = Demo()
    qtbot.addWidget(demo)
    assert "Googlebot, /cart/pay, blocked by line 2" in demo.accessibleDescription()
    assert not demo.grab().isNull()
