"""The rows of the action table."""

from collections import Counter

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from robotstudio.ui.actions import ACTIONS, ActionRow, build_actions


class Calls:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


@pytest.fixture
def built(qtbot: QtBot) -> tuple[dict[str, QAction], dict[str, Calls], QMainWindow]:
    window = QMainWindow()
    qtbot.addWidget(window)
    calls = {row.id: Calls() for row in ACTIONS}
    return build_actions(window, window.menuBar(), calls), calls, window


def test_ids_are_unique() -> None:
    assert [row_id for row_id, count in Counter(row.id for row in ACTIONS).items() if count > 1] == []


def test_no_two_rows_share_a_shortcut(built: tuple[dict[str, QAction], dict[str, Calls], QMainWindow]) -> None:
    keys = Counter(keys.toString() for action in built[0].values() for keys in action.shortcuts())
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("row", ACTIONS, ids=lambda row: row.id)
def test_row_does_what_it_is_connected_with(
    row: ActionRow, built: tuple[dict[str, QAction], dict[str, Calls], QMainWindow]
) -> None:
    actions, calls, _ = built
    actions[row.id].trigger()
    assert calls[row.id].count == 1
    assert actions[row.id].text()
    assert all(not QKeySequence(keys).isEmpty() for keys in row.keys if isinstance(keys, str))
