"""A stack whose pages are made when they are first seen."""

from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget


class PanelOwner(Protocol):
    """Owns what a page shows."""

    @property
    def panel(self) -> QWidget:
        """The page, connected with its owner and showing all that there is to show: made when it is first asked for."""


class TabOwner(PanelOwner, Protocol):
    """Owns what a tab, or a page of one, shows."""

    @property
    def main_part(self) -> QWidget | None:
        """The part of the panel that F6 leads to.

        That is no focus proxy of the panel: with one, Tab would pass over the parts before it.
        """


class LateStack(QStackedWidget):
    """Shows one of its pages. In the place of one that was not in front yet lies an empty one.

    Nothing is told to a page before it is there: what it shows is its owner's, who is asked for it once. `filled` says
    in which place it is then.
    """

    filled = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._late: dict[int, PanelOwner] = {}

    def add_late(self, owner: PanelOwner) -> int:
        """Keep the next place for the panel of an owner."""
        place = self.addWidget(QWidget(self))
        self._late[place] = owner
        return place

    @property
    def in_front(self) -> QWidget:
        """What is in front; the stack itself, where there is nothing in it."""
        return self.currentWidget() or self

    def put_panel(self, place: int) -> None:
        """Have the panel of a place made and put there, unless it is."""
        owner = self._late.pop(place, None)
        if owner is None:
            return
        was_in_front, empty, panel = self.currentIndex() == place, self.widget(place), owner.panel
        self.insertWidget(place, panel)
        if was_in_front:
            self.setCurrentWidget(panel)
        if empty is not None:
            self.removeWidget(empty)
            empty.deleteLater()
        self.filled.emit(place)

    def bring_up(self, place: int) -> None:
        """Show the panel of a place."""
        self.put_panel(place)
        self.setCurrentIndex(place)

    def showEvent(self, event: QShowEvent) -> None:
        """Have the panel that is seen now."""
        self.put_panel(self.currentIndex())
        super().showEvent(event)
