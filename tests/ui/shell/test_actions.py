"""The rows of the action table."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

import robotstudio.ui
from robotstudio.ui.shell.actions import ACTIONS, ActionRow, build_actions
from tests.ui.studios import Studios


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
    actions, menus = build_actions(window)
    for row_id, action in actions.items():
        action.triggered.connect(calls[row_id])
    for menu in menus:
        window.menuBar().addMenu(menu)
    return actions, calls, window


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


def test_tabs_stand_in_the_menu_in_their_order(studios: Studios) -> None:
    studio = studios.start()
    listed = [row.id.removeprefix("view.") for row in ACTIONS if row.id.startswith("view.") and row.is_listed]
    tabs = [tab.id for tab in studio.window.tabs if tab.id in listed]
    assert [view for view in listed if view in tabs] == tabs


def test_menus_have_few_entries_and_the_command_list_has_all(
    built: tuple[dict[str, QAction], dict[str, Calls], QMainWindow],
) -> None:
    _, menus = build_actions(built[2])
    entries = [action for menu in menus for action in menu.actions() if not action.isSeparator()]
    assert len(entries) + 1 <= 85  # and the recent files
    assert len(menus) == 8


_KEYS = re.compile(
    r"\b(?:(?:Ctrl|Alt|Shift)\+)+(?:F[0-9]{1,2}|[A-Z0-9]|Up|Down|Enter|[^\sA-Za-z0-9])(?![A-Za-z])|\bF[0-9]{1,2}\b"
)
_KEYS_OF_PARTS = {"Ctrl+Enter", "Shift+Enter", "Alt+Up", "Alt+Down"}
"""Keys that a field or a list handles itself; no action has them for another purpose."""


def test_every_shortcut_that_is_said_somewhere_is_one_of_the_table() -> None:
    known = {keys for row in ACTIONS for key in row.keys for keys in shortcut_words(key)}
    said = set()
    for path in Path(robotstudio.ui.__file__).parent.rglob("*.py"):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if _KEYS.search(text) else ():
            is_said = isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
                ("tr", "native_keys", "setToolTip")
            )
            for part in ast.walk(node) if is_said else ():
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    said |= {(path.name, keys) for keys in _KEYS.findall(part.value)}
    assert {"Ctrl+.", "Ctrl+D"} <= {keys for _, keys in said}
    assert {(name, keys) for name, keys in said if keys not in known | _KEYS_OF_PARTS} == set()


def shortcut_words(key: QKeySequence.StandardKey | str) -> list[str]:
    """Return the keys of a shortcut in portable form."""
    portable = QKeySequence.SequenceFormat.PortableText
    bindings = [QKeySequence(key)] if isinstance(key, str) else QKeySequence.keyBindings(key)
    return [each.toString(portable) for each in bindings]


def test_macos_takes_just_what_belongs_there_into_the_menu_of_the_program(
    built: tuple[dict[str, QAction], dict[str, Calls], QMainWindow],
) -> None:
    """Qt would put *About this file* there, too, because of its text."""
    roles = {name: action.menuRole() for name, action in built[0].items()}
    assert {name: role for name, role in roles.items() if role is not QAction.MenuRole.NoRole} == {
        "file.quit": QAction.MenuRole.QuitRole,
        "file.settings": QAction.MenuRole.PreferencesRole,
        "help.about": QAction.MenuRole.AboutRole,
    }
