"""Rows that wrap."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.widgets.flow_layout import FlowLayout


def make(qtbot: QtBot, count: int) -> tuple[QWidget, FlowLayout, list[QWidget]]:
    page = QWidget()
    qtbot.addWidget(page)
    flow = FlowLayout(page, spacing=10)
    parts = []
    for _ in range(count):
        part = QWidget()
        part.setFixedSize(100, 20)
        flow.addWidget(part)
        parts.append(part)
    return page, flow, parts


def test_parts_wrap_where_the_width_ends(qtbot: QtBot) -> None:
    page, flow, parts = make(qtbot, 3)
    page.resize(210, 100)
    page.show()
    assert [(part.x(), part.y()) for part in parts] == [(0, 0), (110, 0), (0, 30)]
    assert flow.heightForWidth(210) == 50
    assert flow.heightForWidth(1000) == 20


def test_part_wider_than_the_row_still_has_its_place(qtbot: QtBot) -> None:
    page, flow, _ = make(qtbot, 2)
    assert page.layout() is flow
    assert flow.heightForWidth(30) == 50


def test_parts_can_be_taken_out_again(qtbot: QtBot) -> None:
    page, flow, _ = make(qtbot, 2)
    assert page.layout() is flow
    assert flow.takeAt(5) is None
    assert flow.takeAt(0) is not None
    assert flow.count() == 1
    assert flow.itemAt(1) is None
