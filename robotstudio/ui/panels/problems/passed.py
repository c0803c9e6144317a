"""The end of the list: which checks found nothing."""

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from robotstudio.lint.messages import title
from robotstudio.lint.rules import RULES
from robotstudio.ui.panels.problems.words import lint_words
from robotstudio.ui.theme.glyphs import VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.labels import ElidedLabel, Label, LinkLabel

_FEW, _COLUMNS = 8, 2
_TEXT_AT, _SIGN_AT = 46, 20


class PassedChecks(QWidget):
    """How many checks passed, a few of them, and all where that is wanted."""

    unfolded = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._codes: Sequence[str] = ()
        self._is_unfolded = False
        self._labels: list[ElidedLabel] = []
        self.title = Label(theme, "", self, px=14, weight=600)
        self.more = LinkLabel(theme, "", self)
        self.more.hide()
        self._quiet = Label(theme, "", self, px=12, color="text3")
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addSpacing(12)
        head.addWidget(self.more)
        head.addStretch(1)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(3)
        for column in range(_COLUMNS):
            self._grid.setColumnStretch(column, 1)
        self._column = layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.fonts.px(_TEXT_AT), 14, 14, 20)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(self._grid)
        layout.addWidget(self._quiet)
        self.more.activated.connect(self._on_more)
        theme.changed.connect(self.update)

    @property
    def shown(self) -> list[str]:
        """The titles that can be seen."""
        return [label.text() for label in self._labels if not label.isHidden()]

    def show_checks(self, codes: Sequence[str], silenced: int) -> None:
        """Tell which checks passed, and how many findings comments in the file silence."""
        words = self.tr("1 other check passed") if len(codes) == 1 else self.tr("{count} other checks passed")
        self.title.setText(words.format(count=format_count(len(codes))))
        silent = self.tr("1 finding is") if silenced == 1 else self.tr("{count} findings are")
        sentence = self.tr("{findings} silenced by comments in the file.")
        self._quiet.setText(sentence.format(findings=silent.format(count=format_count(silenced))) if silenced else "")
        self._quiet.setVisible(bool(silenced))
        if codes != self._codes:
            self._codes = codes
            self._show()

    def height_for(self, _width: int) -> int:
        """How high it is."""
        return self._column.sizeHint().height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, px = QPainter(self), self._theme.fonts.px
        painter.fillRect(self.rect(), self._theme.color("surface"))
        side = px(11)
        box = QRectF(px(_SIGN_AT), self.title.geometry().center().y() - side / 2 + 1, side, side)
        paint_glyph(painter, Glyph.CHECK, box, self._theme.color("allowed"), VERDICT_STROKE * self._theme.fonts.scale)

    def _show(self) -> None:
        shown = self._codes if self._is_unfolded else self._codes[:_FEW]
        rows = ceil(len(shown) / _COLUMNS)
        while len(self._labels) < len(shown):
            label = ElidedLabel(self._theme, "", self, px=12, color="text2")
            self._labels.append(label)
        for place, label in enumerate(self._labels):
            label.setVisible(place < len(shown))
            if place < len(shown):
                label.setText(f"{shown[place]}  {title(RULES[shown[place]], lint_words)}")
                self._grid.addWidget(label, place % rows, place // rows)
        few = self.tr("Show all {count}").format(count=format_count(len(self._codes)))
        self.more.setText(self.tr("Show fewer") if self._is_unfolded else few)
        self.more.setVisible(len(self._codes) > _FEW)
        self.more.updateGeometry()

    def _on_more(self, _is_held: bool) -> None:
        self._is_unfolded = not self._is_unfolded
        self._show()
        self.unfolded.emit()
