"""The filter pill: an icon, a word and a count."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from robotstudio.text.language import WORDS
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import DrawnButton
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs, runs_width

_INSET = 10
_GLYPH = 12
_VERDICT = 8.5
_GAP = 7
_CHEVRON, _CHEVRON_GAP = 9, 6
# Thinner than in the matrix: these accompany words and are not verdicts.
_STROKE = 1.2
_VERDICT_STROKE = 1.5
_VERDICT_GLYPHS = (Glyph.CHECK, Glyph.CROSS, Glyph.DASH, Glyph.QUESTION)


class Pill(DrawnButton):
    """A round button, checkable if it filters.

    Its tooltip shows its meaning, or else its label if the compact form hides that.
    """

    def __init__(
        self,
        label: str,
        glyph: Glyph | None = None,
        count: str = "",
        parent: QWidget | None = None,
        *,
        checkable: bool = True,
    ) -> None:
        super().__init__(parent)
        self._glyph = glyph
        self._count = count
        self._meaning = ""
        self._compact = self._opens_menu = self._is_dismissible = False
        self.setText(label)
        self.setCheckable(checkable)
        self._update_name()

    def set_count(self, count: str) -> None:
        """Set the count, already formatted."""
        if count == self._count:
            return
        self._count = count
        self._update_name()
        self.updateGeometry()
        self.update()

    def setText(self, text: str) -> None:
        super().setText(text)
        self._update_name()
        self.updateGeometry()

    def set_meaning(self, meaning: str) -> None:
        """Set the meaning in the tooltip, independent of label and count."""
        self._meaning = meaning
        self._update_name()

    def set_opens_menu(self) -> None:
        """Show that a click opens a menu, which then controls the check state."""
        self._opens_menu = True
        self.updateGeometry()

    def set_dismissible(self) -> None:
        """Show that a click ends the active filter."""
        self._is_dismissible = True
        self.setChecked(True)
        self.updateGeometry()

    def nextCheckState(self) -> None:
        """Keep the check state if a menu controls it, or the click ends it."""
        if not self._opens_menu and not self._is_dismissible:
            super().nextCheckState()

    def set_compact(self, compact: bool) -> None:
        """Show icon and count only."""
        self._compact = compact
        self._update_name()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        # Measured in the heavier weight of the checked state, so that a click moves nothing.
        width = (
            2 * _INSET
            + self._glyph_width()
            + runs_width(self._runs(QColor(), QColor(), 500 if self.isCheckable() else 400))
            + (_CHEVRON + _CHEVRON_GAP if self._end_glyph else 0)
        )
        return QSize(round(width + 0.5), SIZES.pill)

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect = QRectF(self.rect())
        radius = rect.height() / 2
        on = self.isChecked() or self.isDown()
        painter = QPainter(self)
        edge = "accent" if on else "field_outline" if self.underMouse() else "border_strong"
        draw_box(painter, rect, radius, theme.color("accent_tint" if on else "raised"), theme.color(edge))
        if self.hasFocus():
            draw_focus_ring(painter, rect, radius, theme.color("accent"))
        text = theme.color("accent" if on else "text" if self.isEnabled() else "text_disabled")
        count = theme.color("accent" if on else "text3" if self.isEnabled() else "text_disabled")
        if self._glyph is not None:
            side, stroke = self._glyph_look()
            box = QRectF(_INSET, rect.center().y() - side / 2, side, side)
            paint_glyph(painter, self._glyph, box, theme.color(self._sign_token(on=on)), stroke)
        left = _INSET + self._glyph_width()
        room = QRectF(left, 0, rect.width() - left - _INSET + 1, rect.height())
        draw_runs(painter, room, self._runs(text, count, 500 if on else 400))
        if self._end_glyph:
            side = _CHEVRON
            box = QRectF(rect.right() - _INSET - side, rect.center().y() - side / 2 + 0.5, side, side)
            paint_glyph(painter, self._end_glyph, box, text, _STROKE)

    @property
    def _end_glyph(self) -> Glyph | None:
        return Glyph.CHEVRON_DOWN if self._opens_menu else Glyph.CLOSE if self._is_dismissible else None

    def _sign_token(self, *, on: bool) -> str:
        if not self.isEnabled():
            return "text_disabled"
        return "accent" if on else "text2"

    def _glyph_look(self) -> tuple[float, float]:
        if self._glyph in _VERDICT_GLYPHS:
            return _VERDICT, _VERDICT_STROKE
        return _GLYPH, _STROKE

    def _glyph_width(self) -> float:
        if self._glyph is None:
            return 0
        return self._glyph_look()[0] + (_GAP if self._has_text() else 0)

    def _has_text(self) -> bool:
        return bool(self._count) if self._compact and self._glyph is not None else True

    def _runs(self, text: QColor, count: QColor, weight: int) -> list[TextRun]:
        fonts = theme.fonts
        if self._compact and self._glyph is not None:
            return [TextRun(self._count, fonts.ui(12, weight), text)] if self._count else []
        runs = [TextRun(self.text(), fonts.ui(12, weight), text)]
        if self._count:
            runs.append(TextRun(self._count, fonts.ui(11, weight), count, 8))
        return runs

    def _update_name(self) -> None:
        self.setAccessibleName(WORDS.with_fact(self.text(), self._count))
        self.setToolTip(self._meaning or (self.text() if self._compact else ""))
