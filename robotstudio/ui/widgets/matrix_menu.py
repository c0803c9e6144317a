"""The menus of the Simulation tab: the same actions as its keys and headers, for the pointer and the Menu key."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from robotstudio.ui.widgets.formats import literal


@dataclass(frozen=True, slots=True)
class MenuAction:
    """A row of the menu; without a slot it is a line between groups."""

    text: str = ""
    slot: Callable[[], object] | None = None
    key: QKeySequence | QKeySequence.StandardKey | Qt.Key | None = None
    is_enabled: bool = True


def build_menu(parent: QWidget, actions: Sequence[MenuAction]) -> QMenu:
    """A menu that goes when it is closed. Its keys are named only: the matrix itself listens to them."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for row in actions:
        if row.slot is None:
            menu.addSeparator()
            continue
        action = menu.addAction(literal(row.text))
        action.triggered.connect(row.slot)
        action.setEnabled(row.is_enabled)
        if row.key is not None:
            action.setShortcut(QKeySequence(row.key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    return menu
