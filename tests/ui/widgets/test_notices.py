"""Empty hints and notices."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint
from robotstudio.ui.widgets.notice_bar import NoticeBar, Strip, StripNotice
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
    bar.show_notice("robots.txt changed on disk.", [("reload", "Reload"), ("keep", "Keep mine")])
    assert bar.accessibleName() == "robots.txt changed on disk."
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


def test_notice_is_as_wide_as_its_sentence_at_the_right_end_of_the_strip(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 300)
    page = QWidget(window)
    page.setGeometry(0, 34, 900, 266)
    strip = Strip(window)
    strip.setGeometry(0, 0, 900, 34)
    bar = StripNotice(page)
    with qtbot.waitExposed(window):
        window.show()
    bar.lie_over(strip)
    bar.show_notice("robots.txt was changed.", [("reload", "Reload")])
    bar.place()
    assert (bar.y(), bar.height(), bar.geometry().right()) == (3, 28, 891)
    assert bar.width() == bar.width_in_one_line() < 450
    bar.show_notice("robots.txt changed on disk. " * 6, [("reload", "Reload")])
    bar.place()
    assert bar.width() <= 900 - 2 * 8
    assert bar.height() == 28
    assert bar.findChildren(ElidedLabel)[0].toolTip().startswith("robots.txt changed on disk")
    bar.lie_over(None)
    assert bar.parent() is page
    assert not bar.isHidden()
