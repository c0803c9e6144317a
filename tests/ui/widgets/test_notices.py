"""Empty hints and notices."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.shell.status_bar import StatusBar
from robotstudio.ui.widgets.empty_hint import EmptyHint
from robotstudio.ui.widgets.notice_bar import NoticeBar, NoticeLayer
from robotstudio.ui.widgets.tone import Tone


def test_empty_hint_offers_its_action(qtbot: QtBot) -> None:
    hint = EmptyHint("No test URLs yet.", "Add URLs")
    qtbot.addWidget(hint)
    (button,) = hint.findChildren(QPushButton)
    with qtbot.waitSignal(hint.action_triggered):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_empty_hint_without_an_action_has_no_button(qtbot: QtBot) -> None:
    hint = EmptyHint("No test URLs yet.", "Add URLs")
    qtbot.addWidget(hint)
    hint.set_content("No URL matches.")
    assert hint.findChildren(QPushButton)[0].isHidden()


def test_notice_is_answered_by_id_and_goes(qtbot: QtBot) -> None:
    bar = NoticeBar()
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


def test_notice_can_be_closed_without_an_answer(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    bar.show_notice("Line 4,001 is cut at 16 MiB.", tone=Tone.NOTE)
    (close,) = bar.findChildren(QPushButton)
    with qtbot.waitSignal(bar.closed):
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert bar.isHidden()


def test_notice_whose_actions_leave_no_room_has_them_below_its_sentence(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    bar.show_notice("This draft blocks the whole site.", [("show", "Show what changes"), ("go", "Go to line 2")])
    (button,) = bar.findChildren(QPushButton, "go")
    for width, is_below in ((800, False), (360, True), (800, False)):
        bar.resize(width, bar.heightForWidth(width))
        settle_layout(bar)
        assert (button.y() > bar.height() / 3) is is_below
        assert bar.rect().contains(button.geometry())


def settle_layout(bar: NoticeBar) -> None:
    """Lay the widget out until it requests no more; fail if it never stops."""
    for _ in range(5):
        QCoreApplication.sendPostedEvents(bar, QEvent.Type.LayoutRequest)
    asked = LayoutRequests()
    bar.installEventFilter(asked)
    QCoreApplication.sendPostedEvents(bar, QEvent.Type.LayoutRequest)
    assert asked.count == 0


class LayoutRequests(QObject):
    """Counts layout requests."""

    count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.LayoutRequest
        return False


def test_notice_of_a_line_covers_the_status_bar_and_nothing_above(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 300)
    status_bar = StatusBar(window)
    status_bar.setGeometry(0, 300 - status_bar.sizeHint().height(), 900, status_bar.sizeHint().height())
    layer = NoticeLayer(window, status_bar)
    bar = NoticeBar(window)
    layer.add(bar)
    with qtbot.waitExposed(window):
        window.show()
    bar.show_notice("robots.txt was changed by another program.", [("reload", "Reload")])
    layer.place()
    assert layer.geometry() == status_bar.geometry()
    bar.show_notice("robots.txt was changed by another program. " * 6, [("reload", "Reload")])
    layer.place()
    assert layer.geometry().bottom() == status_bar.geometry().bottom()
    assert layer.height() > status_bar.height(), "a long sentence is read to its end"
    bar.hide()
    layer.place()
    assert layer.size().isEmpty()
