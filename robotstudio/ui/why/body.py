"""What the panel shows while it is open: the sentence, the steps, the comparison."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.why.comparison_view import ComparisonView
from robotstudio.ui.why.steps import StepsView
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.rich_text import RichText

STEPS_FROM_WIDTH = 840
_INSET = 14
_BOX = 26
_BOX_GLYPH = 10.5
_STEPS_WIDTH = 276


class VerdictBox(QWidget):
    """The verdict as a glyph on its ground."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_allowed, self._is_by_rule = True, False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    def set_verdict(self, *, allowed: bool, by_rule: bool) -> None:
        """Show a cross, a check, or a dash where no rule decided."""
        if (allowed, by_rule) != (self._is_allowed, self._is_by_rule):
            self._is_allowed, self._is_by_rule = allowed, by_rule
            self.update()

    @property
    def look(self) -> tuple[Glyph, str]:
        """The glyph, and the token that its colours are named after."""
        if not self._is_allowed:
            return Glyph.CROSS, "blocked"
        return (Glyph.CHECK, "allowed") if self._is_by_rule else (Glyph.DASH, "no_rule")

    def sizeHint(self) -> QSize:
        side = self._theme.fonts.px(_BOX)
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        glyph, color = self.look
        ground, edge = ("sunken", "border_strong") if glyph is Glyph.DASH else (f"{color}_tint", f"{color}_edge")
        draw_box(painter, rect, RADII.field, self._theme.color(ground), self._theme.color(edge))
        side = _BOX_GLYPH * self._theme.fonts.scale
        box = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
        paint_glyph(painter, glyph, box, self._theme.color(color), 2.2 * self._theme.fonts.scale)


class Separator(QWidget):
    """A line from top to bottom."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedWidth(1)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("border"))


class Ground(QWidget):
    """The ground that everything stands on; as high as its layout needs in the width of the viewport."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        theme.changed.connect(self.update)

    def minimumSizeHint(self) -> QSize:
        # The height of the narrowest layout would leave room below any other.
        return QSize(0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), self._theme.color("surface"))


class _Veil(QWidget):
    """Dims what lies under it to 60 %."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface", 0.4))


class WhyBody(QScrollArea):
    """Scrolls up and down; where it is narrow the steps give way to the comparison."""

    line_activated = Signal(int, bool)
    narrow_changed = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_narrow = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content = Ground(theme, self)
        self.box = VerdictBox(theme, self._content)
        self.sentence = RichText(theme, self._content)
        self._left = QWidget(self._content)
        self.steps = StepsView(theme, self._left)
        self.comparison = ComparisonView(theme, self._content)
        self._lay_out()
        self.setWidget(self._content)
        self._veil = _Veil(theme, self.viewport())
        for part in (self.sentence, self.steps, self.comparison):
            part.line_activated.connect(self.line_activated)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def is_narrow(self) -> bool:
        """Whether there is no room for the steps."""
        return self._is_narrow

    @property
    def is_stale(self) -> bool:
        """Whether what is shown is dimmed."""
        return not self._veil.isHidden()

    def set_stale(self, stale: bool) -> None:
        """Dim what is shown, or show it clearly."""
        self._veil.setVisible(stale)
        self._veil.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._veil.setGeometry(self.viewport().rect())
        is_narrow = self.width() < self._theme.fonts.px(STEPS_FROM_WIDTH)
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._left.setVisible(not is_narrow)
            self.narrow_changed.emit(is_narrow)

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
        left = QHBoxLayout(self._left)
        left.setContentsMargins(0, 0, 20, 0)
        left.setSpacing(16)
        left.addWidget(self.steps, 0, Qt.AlignmentFlag.AlignTop)
        left.addWidget(Separator(self._theme, self._left))
        columns.addWidget(self._left)
        columns.addWidget(self.comparison, 1, Qt.AlignmentFlag.AlignTop)
        rows = QVBoxLayout(self._content)
        rows.setContentsMargins(_INSET, 8, _INSET, 4)
        rows.setSpacing(9)
        rows.addLayout(top)
        rows.addLayout(columns)
        rows.addStretch(1)

    def _on_theme_changed(self) -> None:
        self.steps.setFixedWidth(self._theme.fonts.px(_STEPS_WIDTH))
