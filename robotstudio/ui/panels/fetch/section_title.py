"""The title of a part of an answer: on the ground of the part, without a line of its own."""

from PySide6.QtGui import QPainter, QPaintEvent

from robotstudio.ui.widgets.headers import SectionHeader


class SectionTitle(SectionHeader):
    """A section header that does not look like a bar: the column titles below it do."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface"))
