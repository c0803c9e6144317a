"""A popover is below its button and within the window."""

import pytest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.widgets.popover import Popover


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.mark.parametrize(("wanted", "width"), [(200, 200), (1000, 384)])
def test_popover_is_as_wide_as_the_window_lets_it(window: QWidget, wanted: int, width: int) -> None:
    button = QPushButton(window)
    button.setGeometry(300, 10, 90, 20)
    popover = Popover(window)
    popover.show_under(button, wanted)
    corner = button.mapToGlobal(button.rect().bottomRight())
    assert popover.width() == width
    assert popover.y() > corner.y()
    assert popover.x() >= window.mapToGlobal(window.rect().topLeft()).x()


def test_popover_with_bounds_ends_within_the_window(window: QWidget) -> None:
    button = QPushButton(window)
    button.setGeometry(300, 10, 90, 20)
    popover = Popover(window)
    popover.show_under(button, 200, 100, 1000)
    assert popover.geometry().bottom() < window.mapToGlobal(window.rect().bottomRight()).y()
    popover.show_under(button, 200, 290, 1000)
    assert popover.height() == 290
