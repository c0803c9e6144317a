"""A stack whose pages are made when they are first shown."""

from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget


class PanelOwner(Protocol):
    """Owns the content of a page."""

    @property
    def panel(self) -> QWidget:
        """The page, connected and with its full content; made on first use."""


class TabOwner(PanelOwner, Protocol):
    """Owns the content of a tab, or of one of its pages."""

    @property
    def main_part(self) -> QWidget | None:
        """The target of F6 in the panel.

        It is not the panel's focus proxy: Tab would then skip the parts before it.
        """


class LateStack(QStackedWidget):
    """Shows one of its pages. A page that was not in front yet has an empty placeholder.

    The content belongs to the owner, whose page is requested once. `filled` carries the index when it exists.
    """

    filled = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._late: dict[int, PanelOwner] = {}

    def add_late(self, owner: PanelOwner) -> int:
        """Reserve the next index for the panel of an owner."""
        place = self.addWidget(QWidget(self))
        self._late[place] = owner
        return place

    @property
    def in_front(self) -> QWidget:
        """The page in front; the stack itself if it is empty."""
        return self.currentWidget() or self

    def put_panel(self, place: int) -> None:
        """Replace a placeholder by its panel."""
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
        """Show the panel at an index."""
        self.put_panel(place)
        self.setCurrentIndex(place)

    def showEvent(self, event: QShowEvent) -> None:
        """Make the panel that is now visible."""
        self.put_panel(self.currentIndex())
        super().showEvent(event)
