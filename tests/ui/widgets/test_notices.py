"""What an empty place says, and what waits for an answer."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.empty_hint import EmptyHint
from robotstudio.ui.widgets.notice_bar import NoticeBar, NoticeLayer
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


def test_notice_whose_actions_leave_no_room_has_them_below_its_sentence(qtbot: QtBot, theme: Theme) -> None:
    bar = NoticeBar(theme)
    qtbot.addWidget(bar)
    bar.show_notice("This draft blocks the whole site.", [("show", "Show what changes"), ("go", "Go to line 2")])
    (button,) = bar.findChildren(QPushButton, "go")
    for width, is_below in ((800, False), (360, True), (800, False)):
        bar.resize(width, bar.heightForWidth(width))
        settle_layout(bar)
        assert (button.y() > bar.height() / 3) is is_below
        assert bar.rect().contains(button.geometry())


def settle_layout(bar: NoticeBar) -> None:
    """Lay it out until nothing asks for it any more; one that asks for ever fails."""
    for _ in range(5):
        QCoreApplication.sendPostedEvents(bar, QEvent.Type.LayoutRequest)
    asked = LayoutRequests()
    bar.installEventFilter(asked)
    QCoreApplication.sendPostedEvents(bar, QEvent.Type.LayoutRequest)
    assert asked.count == 0


class LayoutRequests(QObject):
    """Counts how often it is asked for."""

    count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.LayoutRequest
        return False


@pytest.mark.parametrize("place", range(0, 60, 7))
def test_notice_over_lines_of_text_covers_each_whole_or_not_at_all(qtbot: QtBot, theme: Theme, place: int) -> None:
    """Wherever a label or a row of a list lies, the upper edge of the notice never goes through it."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(500, 300)
    label = QLabel("a line of text of a footer", window)
    label.setGeometry(12, 300 - 20 - place, 300, 18)
    rows = QListWidget(window)
    rows.setGeometry(320, 0, 180, 300)
    rows.addItems([f"row {number}" for number in range(30)])
    layer = NoticeLayer(theme, window)
    bar = NoticeBar(theme, window)
    layer.add(bar)
    with qtbot.waitExposed(window):
        window.show()
    bar.show_notice("robots.txt was changed by another program.", [("reload", "Reload")])
    layer.place()
    top = layer.geometry().top()
    assert not label.geometry().top() < top <= label.geometry().bottom()
    for number in range(rows.count()):
        row = rows.visualItemRect(rows.item(number)).translated(rows.viewport().mapTo(window, QPoint()))
        assert not row.top() < top <= row.bottom()
    assert bar.geometry().height() == layer.height()
