"""Menus, described as rows: texts of others are shown literally, and what is popped up goes when it is closed."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.widgets.formats import literal


@dataclass(frozen=True, slots=True)
class MenuAction:
    """A row of a menu; without a slot it is a line between groups, with `rows` a menu of its own.

    Of the rows in one menu that have a check or none, one is chosen, unless they are not `is_alone`.
    """

    text: str = ""
    slot: Callable[[], object] | None = None
    key: QKeySequence | QKeySequence.StandardKey | Qt.Key | None = None
    is_enabled: bool = True
    is_checked: bool | None = None
    rows: Sequence["MenuAction"] = ()
    is_alone: bool = True


def build_menu(parent: QWidget, rows: Sequence[MenuAction]) -> QMenu:
    """A menu to be popped up once. Its keys are named only: the widget itself listens to them."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    fill_menu(menu, rows)
    return menu


def give_menu(button: QPushButton, rows: Sequence[MenuAction] = ()) -> QMenu:
    """A menu that a button opens; it stays as long as the button."""
    menu = QMenu(button)
    fill_menu(menu, rows)
    button.setMenu(menu)
    return menu


def fill_menu(menu: QMenu, rows: Sequence[MenuAction]) -> None:
    """Put other rows into a menu; what was in it goes."""
    menu.clear()
    for kind in (QMenu, QActionGroup):
        for held in menu.findChildren(kind, options=Qt.FindChildOption.FindDirectChildrenOnly):
            held.deleteLater()
    choice = QActionGroup(menu)
    for row in rows:
        if row.rows:
            inner = menu.addMenu("")
            inner.setTitle(literal(row.text))
            fill_menu(inner, row.rows)
        elif row.slot is None:
            menu.addSeparator()
        else:
            _add(menu, row, row.slot, choice)


def _add(menu: QMenu, row: MenuAction, slot: Callable[[], object], choice: QActionGroup) -> None:
    action = menu.addAction("")
    action.setText(literal(row.text))
    action.triggered.connect(partial(_call, slot))
    action.setEnabled(row.is_enabled)
    if row.is_checked is not None:
        action.setCheckable(True)
        action.setChecked(row.is_checked)
        if row.is_alone:
            choice.addAction(action)
    if row.key is not None:
        action.setShortcut(QKeySequence(row.key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)


def _call(slot: Callable[[], object], _is_checked: bool = False) -> None:
    slot()
