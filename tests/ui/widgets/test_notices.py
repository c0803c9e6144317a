"""What an empty place says, and what waits for an answer."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.empty_hint import EmptyHint
from robotstudio.ui.widgets.notice_bar import NoticeBar
from robotstudio.ui.widgets.tone import Tone


def test_empty_hint_offers_its_action(qtbot: QtBot, theme: Theme) -> None:
    hint = EmptyHint(theme, "No test URLs yet.", "Add URLs")
    qtbot.addWidget(hint)
    (button,) = hint.findChildren(QPushButton)
    with qtbot.waitSignal(hint.action_triggered):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_empty_hint_without_an_action_has_no_button(qtbot: QtBot, theme: Theme) -> None:
    hint = EmptyHint(theme, "No test URLs yet.", "Add URLs")
    qtbot.addWidget(hint)
    hint.set_content("No URL matches.")
    assert hint.findChildren(QPushButton)[0].isHidden()


def test_notice_is_answered_by_id_and_goes(qtbot: QtBot, theme: Theme) -> None:
    bar = NoticeBar(theme)
    qtbot.addWidget(bar)
    assert bar.isHidden()
    bar.show_notice("robots.txt was changed by another program.", [("reload", "Reload"), ("keep", "Keep mine")])
    assert bar.accessibleName() == "robots.txt was changed by another program."
    assert not bar.grab().isNull()
    button = bar.findChildren(QPushButton, "reload")[0]
    with qtbot.waitSignal(bar.action_chosen) as chosen:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert chosen.args == ["reload"]
    assert bar.isHidden()


def test_notice_can_be_closed_without_an_answer(qtbot: QtBot, theme: Theme) -> None:
    bar = NoticeBar(theme)
    qtbot.addWidget(bar)
    bar.show_notice("Line 4,001 is cut at 16 MiB.", tone=Tone.NOTE)
    (close,) = bar.findChildren(QPushButton)
    with qtbot.waitSignal(bar.closed):
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert bar.isHidden()
