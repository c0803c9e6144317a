"""One way to begin, as a large button."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import Run, draw_box, draw_focus_ring, draw_runs, wrapped_lines

_HEIGHT = 88
_INSET = 16
_TILE = 36
_TEXT_LEFT = 66
_TITLE_TOP = 17
_SUMMARY_TOP = 39
_LINE = 18


class Card(QAbstractButton):
    """A title, a sentence, a glyph and the keys that do the same; Enter and Space choose it."""

    def __init__(
        self,
        theme: Theme,
        glyph: Glyph,
        title: str,
        summary: str,
        shortcut: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._glyph, self._summary, self.keys = theme, glyph, summary, shortcut
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(summary)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self._on_theme_changed)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        px = self._theme.fonts.px
        room = width - px(_TEXT_LEFT) - px(_INSET)
        lines = len(wrapped_lines(self._summary, self._theme.fonts.ui(12), room))
        return max(px(_HEIGHT), px(_SUMMARY_TOP) + lines * px(_LINE) + px(_INSET) - px(4))

    def sizeHint(self) -> QSize:
        px = self._theme.fonts.px
        return QSize(px(356), self.heightForWidth(px(356)))

    def minimumSizeHint(self) -> QSize:
        px = self._theme.fonts.px
        return QSize(px(220), px(_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px, rect = self._theme, self._theme.fonts.px, QRectF(self.rect())
        painter = QPainter(self)
        edge = "accent" if self.isDown() else "field_outline" if self.underMouse() else "border_strong"
        draw_box(painter, rect, RADII.card, theme.color("raised"), theme.color(edge))
        if self.hasFocus():
            draw_focus_ring(painter, rect, RADII.card, theme.color("accent"))
        self._paint_tile(painter)
        right = rect.right() - px(_INSET)
        badge_width = self._paint_shortcut(painter, rect)
        title = Run(self.text(), theme.fonts.ui(14, 600), theme.color("text"))
        left = px(_TEXT_LEFT)
        draw_runs(painter, QRectF(left, px(_TITLE_TOP), right - left - badge_width, px(20)), [title])
        font, color = theme.fonts.ui(12), theme.color("text2")
        for row, line in enumerate(wrapped_lines(self._summary, font, right - left)):
            box = QRectF(left, px(_SUMMARY_TOP) + row * px(_LINE), right - left + 1, px(_LINE))
            draw_runs(painter, box, [Run(line, font, color)])

    def _paint_tile(self, painter: QPainter) -> None:
        theme, px = self._theme, self._theme.fonts.px
        tile = QRectF(px(_INSET), px(_INSET + 2), px(_TILE), px(_TILE))
        draw_box(painter, tile, RADII.field, theme.color("accent_tint"))
        inset = px(9)
        box = tile.adjusted(inset, inset, -inset, -inset)
        paint_glyph(painter, self._glyph, box, theme.color("accent"), 1.4 * theme.fonts.scale)

    def _paint_shortcut(self, painter: QPainter, rect: QRectF) -> float:
        """Draw the keys at the right and tell how much room they take."""
        if not self.keys:
            return 0
        theme, px = self._theme, self._theme.fonts.px
        run = Run(self.keys, theme.fonts.ui(11), theme.color("text3"))
        width = run.width + px(12)
        box = QRectF(rect.right() - px(12) - width, px(_INSET), width, px(19))
        draw_box(painter, box, RADII.cell, theme.color("sunken"))
        draw_runs(painter, box.adjusted(px(6), 0, 0, 0), [run])
        return width + px(6)

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()
