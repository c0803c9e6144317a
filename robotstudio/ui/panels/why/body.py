"""Body of the open panel: the sentence, the steps, the comparison."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.text.language import tr
from robotstudio.text.phrases import Piece
from robotstudio.ui.panels.why.actions import WhyActions
from robotstudio.ui.panels.why.comparison_view import ComparisonView
from robotstudio.ui.panels.why.fold_button import FoldingSection
from robotstudio.ui.panels.why.steps import StepsRow
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.progress import DimmingCover
from robotstudio.ui.widgets.rich_text import RichText

STEPS_FROM_WIDTH = 840
_INSET = 14
_BOX = 26
_BOX_GLYPH = 10.5
_BESIDE_BOX = _BOX + _INSET
_GROUNDS = {Glyph.DASH: ("sunken", "border_strong"), Glyph.QUESTION: ("unknown_tint", "unknown")}


class VerdictBox(QWidget):
    """The verdict as a glyph on its ground."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_allowed: bool | None = True
        self._is_by_rule = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_verdict(self, *, allowed: bool | None, by_rule: bool) -> None:
        """Show a cross, a check, a dash if no rule decided, or a question mark for None."""
        if (allowed, by_rule) != (self._is_allowed, self._is_by_rule):
            self._is_allowed, self._is_by_rule = allowed, by_rule
            self.update()

    @property
    def look(self) -> tuple[Glyph, str]:
        """The glyph, and the prefix of its colour tokens."""
        if self._is_allowed is None:
            return Glyph.QUESTION, "unknown"
        if not self._is_allowed:
            return Glyph.CROSS, "blocked"
        return (Glyph.CHECK, "allowed") if self._is_by_rule else (Glyph.DASH, "no_rule")

    def sizeHint(self) -> QSize:
        side = _BOX
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        glyph, color = self.look
        ground, edge = _GROUNDS.get(glyph, (f"{color}_tint", f"{color}_edge"))
        draw_box(painter, rect, RADII.field, theme.color(ground), theme.color(edge))
        side = _BOX_GLYPH
        box = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
        paint_glyph(painter, glyph, box, theme.color(color), 2.2)


class Ground(QWidget):
    """The content widget; as high as its layout needs for the width of the viewport."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)

    def minimumSizeHint(self) -> QSize:
        # The height of the narrowest layout would leave empty space below any other.
        return QSize(0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), theme.color("surface"))


class WhyBody(QScrollArea):
    """Scrolls vertically; if it is narrow, the steps move into a section below the comparison.

    What is written is copied from the menu of the panel, wherever it is opened.
    """

    narrow_changed = Signal(bool)

    def __init__(self, actions: WhyActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_narrow = False
        """True if there is no space for the row of steps."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content = Ground(self)
        self.box = VerdictBox(self._content)
        self.sentence = RichText(self._content)
        self.steps = StepsRow(actions.show_line, self._content)
        self.comparison = ComparisonView(actions.show_line, self._content)
        self.sample_urls = RichText(self._content)
        self.samples = FoldingSection(self.sample_urls, self._content)
        self.add_urls = GhostButton(tr("Add to test URLs"), Glyph.PLUS, self.samples)
        self.add_urls.set_small()
        self.samples.set_action(self.add_urls)
        self.folded_steps = FoldingSection(None, self._content)
        self.folded_steps.hide()
        self._name_parts()
        self._lay_out()
        self.setWidget(self._content)
        self._cover = DimmingCover(self.viewport())
        for part in (self.sentence, self.steps.text, self.sample_urls):
            part.line_activated.connect(actions.show_line)
            part.address_activated.connect(actions.open_page)
            part.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    @property
    def is_stale(self) -> bool:
        """True if the content is dimmed."""
        return self._cover.is_dimming

    def set_stale(self, stale: bool) -> None:
        """Dim the content, or undim it."""
        self._cover.set_dimming(stale)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow = self.width() < STEPS_FROM_WIDTH
        if is_narrow != self.is_narrow:
            self.is_narrow = is_narrow
            self._place_steps()
            self.narrow_changed.emit(is_narrow)

    def _place_steps(self) -> None:
        """Put the steps below the sentence, or in a section below the comparison if the panel is narrow."""
        self.folded_steps.setVisible(self.is_narrow)
        self.steps.set_stacked(self.is_narrow)
        if self.is_narrow:
            self._rows.removeWidget(self.steps)
            self.folded_steps.set_content(self.steps)
        else:
            self.folded_steps.set_content(None)
            self._rows.insertWidget(0, self.steps)
            self.steps.show()
        self._rows.setContentsMargins(0 if self.is_narrow else _BESIDE_BOX, 0, 0, 0)

    def _name_parts(self) -> None:
        self.sample_urls.setAccessibleName(tr("Sample URLs"))
        self.folded_steps.button.set_phrase((Piece(tr("How it was decided, step by step")),))

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(_INSET)
        box = QVBoxLayout()
        box.addSpacing(3)
        box.addWidget(self.box)
        box.addStretch(1)
        top.addLayout(box)
        top.addWidget(self.sentence, 1)
        self._rows = QVBoxLayout()
        self._rows.setContentsMargins(_BESIDE_BOX, 0, 0, 0)
        self._rows.setSpacing(0)
        for part in (self.steps, self.comparison, self.samples, self.folded_steps):
            self._rows.addWidget(part)
        rows = QVBoxLayout(self._content)
        rows.setContentsMargins(_INSET, 8, _INSET, 4)
        rows.setSpacing(5)
        rows.addLayout(top)
        rows.addLayout(self._rows)
        rows.addStretch(1)
