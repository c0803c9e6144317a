"""Where menus, cards and lists open: inside the window."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

import robotstudio.ui
from robotstudio.ui.widgets.menus import MenuAction, build_menu, place_beside, popup_at, popup_below, room_for

_SIZES = st.builds(QSize, st.integers(1, 500), st.integers(1, 300))
_ABOUT = st.builds(QRect, st.integers(-900, 900), st.integers(-900, 900), st.integers(1, 200), st.integers(1, 60))
ROOM = QRect(-100, 50, 500, 300)


@given(size=_SIZES, about=_ABOUT)
def test_what_fits_lies_wholly_in_the_room_wherever_that_is_which_it_is_about(size: QSize, about: QRect) -> None:
    assert ROOM.contains(QRect(place_beside(size, about, ROOM), size))


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.setGeometry(60, 40, 400, 300)
    with qtbot.waitExposed(window):
        window.show()
    return window


def _frame(window: QWidget) -> QRect:
    return QRect(window.mapToGlobal(QPoint()), window.size())


def test_room_is_the_window_or_the_screen_where_the_window_is_too_small(window: QWidget) -> None:
    part = QPushButton(window)
    assert room_for(QSize(400, 300), part) == _frame(window)
    assert room_for(QSize(401, 10), part) == window.screen().availableGeometry()


@pytest.mark.parametrize("corner", [QPoint(0, 0), QPoint(390, 0), QPoint(0, 290), QPoint(390, 290)])
def test_menu_opens_inside_the_window_from_each_of_its_corners(window: QWidget, corner: QPoint) -> None:
    button = QPushButton("b", window)
    button.setGeometry(QRect(corner, QSize(10, 10)))
    for is_below in (True, False):
        menu = build_menu(window, [MenuAction(f"row {number}", bool) for number in range(4)])
        if is_below:
            popup_below(menu, button)
        else:
            popup_at(menu, window.mapToGlobal(corner), window)
        assert _frame(window).contains(menu.geometry())
        if is_below:
            assert not menu.geometry().intersects(QRect(window.mapToGlobal(corner), button.size()))
        menu.close()


def test_no_menu_is_opened_elsewhere_by_a_way_of_its_own() -> None:
    """Code that opens something at a position uses `menus`, so that nothing leaves the window."""
    root = Path(robotstudio.ui.__file__).parent
    found = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in {"popup", "exec"} and len(node.args) == 1 and path.name != "menus.py"
    ]
    assert found == []
