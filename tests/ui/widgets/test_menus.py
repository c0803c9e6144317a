"""Menus that are described as rows."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.widgets.menus import MenuAction, build_menu, fill_menu, give_menu, popup_below


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    return parent


def escape(menu: QMenu) -> None:
    QTest.keyClick(menu, Qt.Key.Key_Escape)


def choose_first(menu: QMenu) -> None:
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)


@pytest.mark.parametrize(("leave", "count"), [(escape, 0), (choose_first, 1)])
def test_menu_that_was_popped_up_goes_when_it_is_left(
    parent: QWidget, leave: Callable[[QMenu], None], count: int
) -> None:
    chosen: list[str] = []
    menu = build_menu(parent, [MenuAction("a", lambda: chosen.append("a"))])
    menu.popup(QPoint(0, 0))
    leave(menu)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert parent.findChildren(QMenu) == []
    assert len(chosen) == count


def test_text_of_others_marks_no_key(parent: QWidget) -> None:
    menu = build_menu(parent, [MenuAction("R&D\tx", bool), MenuAction("A&B", rows=[MenuAction("c", bool)])])
    assert [action.text() for action in menu.actions()] == ["R&&D x", "A&&B"]
    menu.deleteLater()


def test_one_of_the_rows_with_a_check_is_chosen(parent: QWidget) -> None:
    rows = [MenuAction("a", bool, is_checked=True), MenuAction(), MenuAction("b", bool, is_checked=False)]
    menu = build_menu(parent, rows)
    first, line, second = menu.actions()
    assert line.isSeparator()
    second.trigger()
    assert (first.isChecked(), second.isChecked()) == (False, True)
    menu.deleteLater()


def test_keys_are_named_and_not_listened_to(parent: QWidget) -> None:
    menu = build_menu(parent, [MenuAction("a", bool, Qt.Key.Key_Delete, is_enabled=False)])
    (action,) = menu.actions()
    assert action.shortcutContext() is Qt.ShortcutContext.WidgetShortcut
    assert not action.isEnabled()
    menu.deleteLater()


def test_menu_of_a_button_is_filled_again_and_leaves_nothing_behind(qtbot: QtBot) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    menu = give_menu(button)
    rows = [MenuAction("a", bool, is_checked=True), MenuAction("b", rows=[MenuAction("c", bool, is_checked=False)])]
    for _ in range(5):
        fill_menu(menu, rows)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert button.menu() is menu
    assert [action.text() for action in menu.actions()] == ["a", "b"]
    assert (len(menu.findChildren(QMenu)), len(menu.findChildren(QActionGroup))) == (1, 2)


def test_row_that_fills_its_own_menu_again_is_no_crash(parent: QWidget) -> None:
    menu = QMenu(parent)

    def again() -> None:
        fill_menu(menu, [MenuAction("b", again)])
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    fill_menu(menu, [MenuAction("a", again)])
    menu.actions()[0].trigger()
    assert [action.text() for action in menu.actions()] == ["b"]


@pytest.mark.parametrize("x", [0, 150, 330])
def test_menu_below_a_button_stays_within_its_window(parent: QWidget, x: int) -> None:
    parent.resize(400, 300)
    button = QPushButton("of", parent)
    button.setGeometry(x, 10, 60, 20)
    button.show()
    menu = build_menu(button, [MenuAction("a text that is wider than the button", parent.update)])
    popup_below(menu, button)
    at = parent.mapFromGlobal(menu.pos())
    assert at.x() == min(x, parent.width() - menu.sizeHint().width())
    assert at.y() >= button.geometry().bottom()
    escape(menu)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
