"""The rows of the comparison as objects that a screen reader can go through; nothing of them is to be seen."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from robotstudio.engine.paths import path_text
from robotstudio.engine.phrases import as_text
from robotstudio.engine.words import octets_words
from robotstudio.ui.panels.why.geometry import Geometry
from robotstudio.ui.panels.why.words import translated
from robotstudio.ui.widgets.piece_style import shortened

_LONGEST_READ = 400


class ReadableRow(QLabel):
    """A row in words, lying where the row is painted."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def tell(self, words: str, description: str, lane: QRectF) -> None:
        """Say this, there."""
        self.setText(words)
        self.setAccessibleDescription(description)
        self.setGeometry(lane.toAlignedRect())
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """What it says is painted by the comparison."""


class ReadableRows:
    """A row for the path, one for each rule and each line below them."""

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent
        self._rows: list[ReadableRow] = []

    def arrange(self, geometry: Geometry, path_title: str) -> None:
        """Tell what is painted now."""
        comparison = geometry.comparison
        path = shortened(path_text(comparison.path), _LONGEST_READ)
        told = [(f"{path_title}: {path}, {octets_words(len(comparison.path), translated)}", "")]
        told += [(row.text(translated), row.laid_text(translated)) for row in comparison.rows]
        told += [(as_text(tail.phrase), "") for tail in geometry.tails]
        while len(self._rows) < len(told):
            self._rows.append(ReadableRow(self._parent))
        for place, (words, description) in enumerate(told):
            self._rows[place].tell(words, description, geometry.lane(place))
        for row in self._rows[len(told) :]:
            row.hide()
