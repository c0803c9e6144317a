"""Shortcuts of menus work wherever the keyboard focus is, and each letter of a menu opens one entry."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QGroupBox,
    QLabel,
    QMainWindow,
    QMenu,
    QTabBar,
    QWidget,
)

import robotstudio.ui
from robotstudio.text.language import ENGLISH, speak
from robotstudio.text.locale import LANGUAGES, words_of
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.language.language import WindowLanguage, key_sequence
from robotstudio.ui.shell.actions import ACTIONS, PANELS, distinct, letter_of
from robotstudio.ui.widgets.keys import is_delete
from tests.ui.studios import Studios, act, keyboard, press, settle
from tests.ui.walk import Walk

_KEYS_OF_X11 = {
    "Delete": {"Ctrl+D"},
    "DeleteEndOfLine": {"Ctrl+K"},
    "DeleteCompleteLine": {"Ctrl+U"},
    "MoveToEndOfLine": {"Ctrl+E"},
    "MoveToEndOfBlock": {"Ctrl+E"},
    "Underline": {"Ctrl+U"},
}
"""Standard keys that Qt has only on X11, which a test without a display does not see (QPlatformTheme)."""
_SAME_EVERYWHERE = {"edit.undo", "edit.redo", "edit.cut", "edit.copy", "edit.paste", "edit.select_all"}
"""These act on the focused widget, so that it may take their keys."""
_OWN = {"edit.move_up", "edit.move_down", "find.next_change", "find.previous_change"}
"""A list moves its row as the editor does its line; views of changes go to their own next one."""


@pytest.fixture(scope="module")
def whole(shared_studios: Studios) -> Studio:
    """Open a window in which every tab was in front once."""
    studio = shared_studios.start(begin=lambda studio: studio.show_example())
    settle(studio)
    for tab in studio.window.tabs:
        studio.window.show_tab(tab.id)
        settle(studio)
    for page in ("patterns", "urls"):
        studio.pages.show_page(page)
    act(studio, "view.rules")
    return studio


def test_no_part_takes_the_shortcut_of_a_menu_for_something_else(whole: Studio) -> None:
    shortcuts = [
        (row.id, cast("list[QKeyCombination]", key_sequence(keys))[0])  # the stubs lack its items
        for row in ACTIONS
        for keys in row.keys
        if row.id not in _SAME_EVERYWHERE | _OWN
    ]
    parts = [each for each in focusable(whole.window) if each.window() is whole.window]
    assert len(parts) > 40
    taken = {(type(part).__name__, row_id) for part in parts for row_id, keys in shortcuts if claims(part, keys)}
    assert taken == set()


def test_no_standard_key_of_the_code_is_the_shortcut_of_a_menu_on_x11() -> None:
    ours = {key_sequence(keys).toString(): row.id for row in ACTIONS for keys in row.keys}
    named = {name for path in Path(robotstudio.ui.__file__).parent.rglob("*.py") for name in standard_keys(path)}
    assert "Copy" in named
    assert [(name, ours[keys]) for name in sorted(named) for keys in _KEYS_OF_X11.get(name, ()) if keys in ours] == []


@pytest.mark.parametrize(
    ("key", "modifiers", "removes"),
    [
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier, True),
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.KeypadModifier, True),
        (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier, True),
        (Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier, False),
        (Qt.Key.Key_Backspace, Qt.KeyboardModifier.AltModifier, False),
    ],
)
def test_delete_and_backspace_alone_remove_a_row(key: Qt.Key, modifiers: Qt.KeyboardModifier, removes: bool) -> None:
    assert is_delete(QKeyEvent(QEvent.Type.KeyPress, key, modifiers)) == removes


def test_ctrl_1_brings_the_verdicts_back(whole: Studio) -> None:
    whole.window.show_tab("changes")
    whole.window.actions_by_id["view.simulation"].trigger()
    assert whole.pages.page == "urls"
    whole.pages.show_page("patterns")
    whole.window.actions_by_id["view.simulation"].trigger()
    assert whole.pages.page == "urls"


@pytest.mark.parametrize("key", [Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down])
def test_arrow_on_a_button_leaves_the_keyboard_in_its_pane(key: Qt.Key, whole: Studio) -> None:
    """The focus once moved from the chevron of Why to the editor, where Enter added a line."""
    left = []
    for tab in whole.window.tabs:
        whole.window.show_tab(tab.id)
        for pane, _ in whole.page.panes:
            buttons = [each for each in focusable(pane) if isinstance(each, QAbstractButton)]
            for each in buttons:
                each.setFocus()
                if keyboard() is each and not each.autoExclusive():
                    press(key)
                    if not pane.isAncestorOf(keyboard()):
                        left.append((tab.id, type(each).__name__, each.text(), type(keyboard()).__name__))
    assert left == []


def test_every_button_class_of_ours_keeps_the_arrow_keys() -> None:
    """A plain check box or push button of Qt treats an arrow as Tab."""
    plain = ("QCheckBox(", "QPushButton(", "QToolButton(")
    files = Path(robotstudio.ui.__file__).parent.rglob("*.py")
    found = [
        (path.name, line.strip())
        for path in files
        for line in path.read_text("utf-8").splitlines()
        if any(f" {name}" in line and "class " not in line for name in plain)
    ]
    assert found == []


@pytest.fixture
def _english_again() -> Iterator[None]:
    yield
    speak(ENGLISH)


@pytest.mark.usefixtures("_english_again")
@pytest.mark.parametrize("code", LANGUAGES)
def test_each_letter_of_a_menu_opens_one_entry(code: str, studios: Studios) -> None:
    speak(words_of(code))
    studio = studios.start()
    bar = studio.window.menuBar()
    repeated = {menu.title(): doubled(menu.actions()) for menu in menus_of(bar.actions())}
    assert len(repeated) > len(bar.actions()) == 8
    repeated["bar"] = doubled(bar.actions())
    assert {name: letters for name, letters in repeated.items() if letters} == {}
    shortcuts = {keys.toString() for action in studio.window.actions_by_id.values() for keys in action.shortcuts()}
    assert [each.text() for each in bar.actions() if f"Alt+{letter_of(each.text())}" in shortcuts] == []


class Letters:
    """The letters that open more than one part of a window, by its type and title."""

    def __init__(self) -> None:
        self.repeated: dict[str, list[str]] = {}
        self.seen: set[str] = set()

    def look(self, window: QWidget) -> None:
        self.seen.add(type(window).__name__)
        letters = Counter(filter(None, map(letter_of, accelerated(window))))
        found = [letter for letter, count in letters.items() if count > 1]
        if found:
            texts = [text for text in accelerated(window) if letter_of(text) in found]
            self.repeated[f"{type(window).__name__} {window.windowTitle()}"] = texts


def accelerated(window: QWidget) -> Iterator[str]:
    """Return the texts in a window that Qt reads an accelerator from."""
    if isinstance(window, QMenu):
        yield from (action.text() for action in window.actions() if not action.isSeparator())
        return
    if isinstance(window, QMainWindow):
        yield from (action.text() for action in window.menuBar().actions())
    for each in window.findChildren(QWidget):
        if each.window() is not window or not each.isVisible():
            continue
        if isinstance(each, QAbstractButton) or (isinstance(each, QLabel) and each.buddy() is not None):
            yield each.text()
        elif isinstance(each, QGroupBox):
            yield each.title()
        elif isinstance(each, QTabBar):
            yield from map(each.tabText, range(each.count()))


@pytest.fixture
def spoken(qapp: QApplication) -> Iterator[WindowLanguage]:
    language = WindowLanguage(qapp)
    yield language
    language.speak("en")


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_letter_of_a_dialog_or_context_menu_is_ambiguous(
    code: str, spoken: WindowLanguage, studios: Studios, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken.speak(code)
    letters = Letters()
    walk = Walk(studios.start(begin=lambda studio: studio.show_example()), monkeypatch, letters.look, hear_nothing)
    walk.through_tabs()
    walk.through_dialogs()
    for action in PANELS:
        act(walk.studio, action)
        settle(walk.studio)
        walk.look_at_all()
    for mode in (QFileDialog.AcceptMode.AcceptOpen, QFileDialog.AcceptMode.AcceptSave):
        dialog = QFileDialog(walk.studio.window, options=QFileDialog.Option.DontUseNativeDialog)
        dialog.setAcceptMode(mode)
        dialog.show()
        walk.look_at_all()
    assert {"MainWindow", "QMenu", "QMessageBox", "QFileDialog", "AiPolicyPanel"} <= letters.seen
    assert letters.repeated == {}


def hear_nothing(_text: str, _where: object) -> None:
    """Ignore texts outside of widgets."""


def test_entry_whose_letter_is_taken_gets_another_of_its_own() -> None:
    assert distinct(["&Save", "&Settings"]) == ["&Save", "S&ettings"]
    assert distinct(["&Open recent", "Move &on"]) == ["&Open recent", "&Move on"]
    assert distinct(["撤销(&U)", "上移行(&U)…"]) == ["撤销(&U)", "上移行(&A)…"]
    assert distinct(["&Rastreadores"], taken=["R"]) == ["R&astreadores"]
    assert distinct(["&A", "&a"]) == ["&A", "a"]
    assert distinct(["Black && &white", "&White"]) == ["Black && &white", "W&hite"]
    assert distinct(["Plain", "Plain"]) == ["Plain", "Plain"]


def focusable(whole: QWidget) -> list[QWidget]:
    """Return the parts that can take the keyboard focus."""
    return [
        each
        for each in whole.findChildren(QWidget)
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isEnabled() and each.focusProxy() is None
    ]


def claims(part: QWidget, keys: QKeyCombination) -> bool:
    """Return True if a part takes these keys before a shortcut of the window can."""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, keys.key(), keys.keyboardModifiers())
    event.ignore()
    QApplication.sendEvent(part, event)
    return event.isAccepted()


def standard_keys(path: Path) -> Iterator[str]:
    """Yield the names of Qt's standard keys in a module, except those of the menus themselves."""
    if path.name == "actions.py":
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in {
            "QKeySequence.StandardKey",
            "_Key",
            "_Standard",
        }:
            yield node.attr


def menus_of(actions: list[QAction]) -> Iterator[QMenu]:
    for action in actions:
        menu: QObject | None = action.menu()
        if isinstance(menu, QMenu):
            yield menu
            yield from menus_of(menu.actions())


def doubled(actions: list[QAction]) -> list[str]:
    letters = Counter(letter_of(action.text()) for action in actions if not action.isSeparator())
    return [letter for letter, count in letters.items() if letter and count > 1]
