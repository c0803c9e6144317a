"""Verdicts, changes or rules: one place for views of the same URLs, each with the switch in its tool row."""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.segmented import SegmentedControl

VERDICTS, CHANGES, RULES = range(3)


class ViewSwitch(SegmentedControl):
    """The choice between the views."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        words = [QCoreApplication.translate("ViewSwitch", text) for text in ("Verdicts", "Changes", "Rules")]
        super().__init__(theme, words, parent)
        self.setAccessibleName(self.tr("View"))


class Views(QStackedWidget):
    """Shows one of them, and keeps their switches alike. `view_changed` says which is in front."""

    view_changed = Signal(int)

    def __init__(self, verdicts: QWidget, changes: QWidget, switches: tuple[ViewSwitch, ViewSwitch]) -> None:
        super().__init__()
        self._switches = list(switches)
        self.addWidget(verdicts)
        self.addWidget(changes)
        for switch in switches:
            switch.current_changed.connect(self.show_view)
        self.currentChanged.connect(self._on_current_changed)

    def add_view(self, view: QWidget, switch: ViewSwitch) -> None:
        """Add the next view, with the switch in its tool row."""
        switch.set_current(self.currentIndex())
        switch.current_changed.connect(self.show_view)
        self._switches.append(switch)
        self.addWidget(view)

    @property
    def shows_changes(self) -> bool:
        """Whether the changes are in front."""
        return self.currentIndex() == CHANGES

    def show_view(self, view: int) -> None:
        """Bring a view to the front; the keyboard stays at the switch where it was there."""
        had_keyboard = self._switches[self.currentIndex()].has_keyboard
        self.setCurrentIndex(view)
        if had_keyboard:
            self._switches[view].take_keyboard()

    def set_count(self, count: str) -> None:
        """Say how many URLs change, "" where that is not known."""
        for switch in self._switches:
            switch.set_count(CHANGES, count)

    def _on_current_changed(self, view: int) -> None:
        for switch in self._switches:
            switch.set_current(view)
        self.view_changed.emit(view)
