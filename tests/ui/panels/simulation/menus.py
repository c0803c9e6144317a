"""The context menu of the selected cell."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from robotstudio.ui.panels.simulation.panel import SimulationPanel


def menu_of_cell(panel: SimulationPanel) -> dict[str, QAction]:
    """Return the actions by their texts, from the menu that the menu key opens."""
    at = panel.view.mapTo(panel, QPoint(400, 100))
    no_keys = Qt.KeyboardModifier.NoModifier
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, panel.mapToGlobal(at), no_keys)
    QApplication.sendEvent(panel, event)
    menu = panel.findChildren(QMenu)[-1]
    return {action.text(): action for action in menu.actions() if action.text()}
