"""Body of the open panel: the sentence, the steps, the comparison."""

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.text.language import tr
from robotstudio.text.phrases import Phrase, Piece
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.why.actions import WhyActions
from robotstudio.ui.panels.why.comparison_view import ComparisonView
from robotstudio.ui.panels.why.steps import StepsView
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.keys import is_stray_arrow
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.piece_style import PieceStyle
from robotstudio.ui.widgets.progress import DimmingCover
from robotstudio.ui.widgets.rich_text import RichText

_HEIGHT, _CHEVRON, _TEXT_LEFT = 23, 10, 14


class FoldButton(QAbstractButton):
    """A title with a chevron; checked means open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._phrase: Phrase = ()
        self._style = PieceStyle(12, 400, "text2")
        self._is_hovered = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_phrase(self, phrase: Phrase) -> None:
        """Set the title."""
        self._phrase = phrase
        said = together("", *(piece.text for piece in phrase))
        self.setText(said)
        self.setShortcut(QKeySequence())  # an `&` in a rule is not a mnemonic
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(self._left() + runs_width(self._runs()) + 4), _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, _HEIGHT)

    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not is_stray_arrow(event):
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._set_hovered(hovered=True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hovered(hovered=False)
        super().leaveEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect, painter = QRectF(self.rect()), QPainter(self)
        side = _CHEVRON
        box = QRectF(0, rect.center().y() - side / 2, side, side)
        glyph = Glyph.CHEVRON_DOWN if self.isChecked() else Glyph.CHEVRON_RIGHT
        paint_glyph(painter, glyph, box, theme.color("text2"), 1.4)
        runs = self._runs()
        draw_runs(painter, rect.adjusted(self._left(), 0, 0, 0), runs)
        if self.hasFocus():
            width = min(rect.width(), self._left() + runs_width(runs) + 4)
            ring = QRectF(0, 1, width, rect.height() - 2)
            draw_focus_ring(painter, ring, 4, theme.color("accent"))

    def _runs(self) -> list[TextRun]:
        weighed = [(piece, self._style.font(piece), self._style.color(piece)) for piece in self._phrase]
        plain = theme.color("text" if self._is_hovered else "text2")
        return [TextRun(piece.text, font, plain if piece.is_link else color) for piece, font, color in weighed]

    def _left(self) -> int:
        return _TEXT_LEFT

    def _set_hovered(self, *, hovered: bool) -> None:
        self._is_hovered = hovered
        self.update()


class FoldingSection(QWidget):
    """A folding row with content; `opened` lets the owner fill the content only when it is visible."""

    opened = Signal()

    def __init__(self, content: QWidget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = FoldButton(self)
        self._content = content
        self._action: QWidget | None = None
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        self._row.addWidget(self.button, 1)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(2)
        self._rows.addLayout(self._row)
        if content:
            self._rows.addWidget(content)
            content.hide()
        self.button.toggled.connect(self._on_toggled)

    @property
    def is_open(self) -> bool:
        """True if the content is shown."""
        return self.button.isChecked()

    def set_action(self, action: QWidget) -> None:
        """Add a button beside the title, visible while the section is open."""
        self._action = action
        self._row.addWidget(action)
        action.setVisible(self.is_open)

    def set_content(self, content: QWidget | None) -> None:
        """Replace the content; the previous widget is removed from the layout."""
        if self._content is not None:
            self._rows.removeWidget(self._content)
        self._content = content
        if content is not None:
            self._rows.addWidget(content)
            content.setVisible(self.is_open)

    def _on_toggled(self, is_open: bool) -> None:
        for part in (self._content, self._action):
            if part is not None:
                part.setVisible(is_open)
        if is_open:
            self.opened.emit()


STEPS_FROM_WIDTH = 840
_INSET = 14
_NO_LIMIT = 16_777_215
_BOX = 26
_BOX_GLYPH = 10.5
_STEPS_WIDTH = 300
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


class Separator(QWidget):
    """A vertical line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.color("border"))


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
    """Scrolls vertically; if it is narrow, the steps move into a section below the comparison."""

    narrow_changed = Signal(bool)

    def __init__(self, actions: WhyActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_narrow = False
        """True if there is no space for the steps beside the comparison."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content = Ground(self)
        self.box = VerdictBox(self._content)
        self.sentence = RichText(self._content)
        self._left = QWidget(self._content)
        self.steps = StepsView(self._left)
        self.comparison = ComparisonView(actions.show_line, self._content)
        self.replaced_rules, self.sample_urls = RichText(self._content), RichText(self._content)
        self.replaced = FoldingSection(self.replaced_rules, self._content)
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
        for part in (self.sentence, self.steps, self.replaced_rules, self.sample_urls):
            part.line_activated.connect(actions.show_line)
            part.address_activated.connect(actions.open_page)
        self._fit_steps()

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
        """Put the steps beside the comparison, or in a section below it if the panel is narrow."""
        self._left.setVisible(not self.is_narrow)
        self.folded_steps.setVisible(self.is_narrow)
        if self.is_narrow:
            self._left_row.removeWidget(self.steps)
            self.folded_steps.set_content(self.steps)
        else:
            self.folded_steps.set_content(None)
            self._left_row.insertWidget(0, self.steps, 0, Qt.AlignmentFlag.AlignTop)
            self.steps.show()
        self._fit_steps()

    def _name_parts(self) -> None:
        self.replaced_rules.setAccessibleName(tr("Rules that are replaced"))
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
        columns = QHBoxLayout()
        columns.setSpacing(0)
        self._left_row = left = QHBoxLayout(self._left)
        left.setContentsMargins(0, 0, 20, 0)
        left.setSpacing(16)
        left.addWidget(self.steps, 0, Qt.AlignmentFlag.AlignTop)
        left.addWidget(Separator(self._left))
        columns.addWidget(self._left)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.comparison)
        for section in (self.replaced, self.samples, self.folded_steps):
            right.addWidget(section)
        right.addStretch(1)
        columns.addLayout(right, 1)
        rows = QVBoxLayout(self._content)
        rows.setContentsMargins(_INSET, 8, _INSET, 4)
        rows.setSpacing(9)
        rows.addLayout(top)
        rows.addLayout(columns)
        rows.addStretch(1)

    def _fit_steps(self) -> None:
        self.steps.setMinimumWidth(0 if self.is_narrow else _STEPS_WIDTH)
        self.steps.setMaximumWidth(_NO_LIMIT if self.is_narrow else _STEPS_WIDTH)
