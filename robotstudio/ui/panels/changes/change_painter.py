"""Painting of the rows of the list of changes: groups, URLs with old and new verdict, and rows left out."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from robotstudio.draft.changes.outline import ListedGroup
from robotstudio.engine.changes import Change
from robotstudio.explain.change_words import side_words
from robotstudio.text.phrases import Piece, PieceKind
from robotstudio.ui.panels.changes import words
from robotstudio.ui.panels.changes.model import FlipCell, Side
from robotstudio.ui.theme.glyphs import ICON_STROKE, VERDICT_BOX, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs, runs_width
from robotstudio.ui.widgets.rich_text import PieceStyle, shortened
from robotstudio.ui.widgets.url_text import UrlPart, draw_url, fit

URL_INSET, FOUND_INSET, STAKE_INSET = 14, 8, 10
_CHEVRON, _CHEVRON_LEFT, _TITLE_LEFT = 12, 12, 30
_MORE_LEFT = 30
_CHIP_INSET, _CHIP_TOP = 4, 3
_WARNING = 13
_GLYPH_LEFT, _ARROW, _GAP = 12.5, 11, 6
_LONGEST_RULE = 60

SIDE_LOOKS: dict[Change, tuple[Glyph, str, str]] = {
    Change.BLOCKED: (Glyph.CROSS, "blocked", "blocked_tint"),
    Change.ALLOWED: (Glyph.CHECK, "allowed", "allowed_tint"),
    Change.SAME: (Glyph.DASH, "no_rule", "sunken"),
}
"""Glyph, colour token and background token for each kind of change."""


class ChangePainter:
    def __init__(self) -> None:
        pass

    def paint_group(self, painter: QPainter, rect: QRectF, group: ListedGroup, *, is_open: bool) -> None:
        """Paint the line that flips verdicts, with the number of URLs at the right."""
        painter.fillRect(rect.adjusted(0, 0, 0, -1), theme.color("window"))
        side = _CHEVRON
        box = QRectF(rect.left() + _CHEVRON_LEFT, rect.center().y() - side / 2, side, side)
        glyph = Glyph.CHEVRON_DOWN if is_open else Glyph.CHEVRON_RIGHT
        paint_glyph(painter, glyph, box, theme.color("text2"), ICON_STROKE)
        _, color, _ = SIDE_LOOKS[group.group.blame.change]
        count = [TextRun(words.group_count(group), theme.fonts.ui(12, 500), theme.color(color))]
        wide = runs_width(count)
        draw_runs(painter, QRectF(rect.right() - URL_INSET - wide, rect.top(), wide + 1, rect.height()), count)
        left = rect.left() + _TITLE_LEFT
        room = QRectF(left, rect.top(), rect.right() - URL_INSET - wide - 12 - left, rect.height())
        draw_runs(painter, room, self._heading_runs(group))

    def line_rect(self, rect: QRectF, group: ListedGroup) -> QRectF:
        """Return the rectangle of the link “Line 12”."""
        left = rect.left() + _TITLE_LEFT
        runs = self._heading_runs(group)
        return QRectF(left, rect.top(), runs_width(runs[:1]), rect.height())

    def paint_more(self, painter: QPainter, rect: QRectF, group: ListedGroup) -> None:
        """Paint the number of URLs of a group that are not shown."""
        is_link = len(group.rows) < len(group.group.rows) and group.more > 0
        color = theme.color("accent" if is_link else "text3")
        said = words.more_words(group, len(group.group.rows))
        room = rect.adjusted(_MORE_LEFT, 0, -URL_INSET, 0)
        draw_runs(painter, room, [TextRun(said, theme.fonts.ui(12, 500), color)])

    def paint_url(self, painter: QPainter, rect: QRectF, url: Sequence[UrlPart]) -> None:
        """Paint a URL as in the matrix: its query dimmed, its middle elided if there is no room."""
        room = rect.adjusted(URL_INSET, 0, -8, 0)
        draw_url(painter, room, fit(url, QFontMetricsF(theme.fonts.mono(12)), room.width()))

    def paint_stake(self, painter: QPainter, rect: QRectF, number: str) -> None:
        """Paint what a URL brings, at the right; a dash if that is not known."""
        run = TextRun(number or "–", theme.fonts.ui(12), theme.color("text" if number else "text3"))
        left = rect.right() - STAKE_INSET - run.width
        draw_runs(painter, QRectF(left, rect.top(), run.width + 1, rect.height() - 1), [run])

    def paint_found(self, painter: QPainter, rect: QRectF, kinds: Sequence[str], *, is_warning: bool) -> None:
        """Paint the sources that list a URL; with a warning if a sitemap lists it although it is blocked now."""
        color = theme.color("warning" if is_warning else "text2")
        room = rect.adjusted(FOUND_INSET, 0, -6, 0)
        if is_warning:
            side = _WARNING
            box = QRectF(room.left(), rect.center().y() - side / 2 - 0.5, side, side)
            paint_glyph(painter, Glyph.WARNING, box, color, ICON_STROKE)
            room.setLeft(box.right() + 5)
        draw_runs(painter, room, [TextRun(words.found_words(kinds), theme.fonts.ui(12), color)])

    def paint_flip(self, painter: QPainter, rect: QRectF, flip: FlipCell) -> None:
        """Paint the old and new verdict of a cell; only the new one if the line of the group does not flip it."""
        x = rect.left() + _GLYPH_LEFT
        if not flip.is_flipped or not flip.is_of_line:
            self._paint_side(painter, rect, x, flip.after, quiet=True)
            return
        _, _, ground = SIDE_LOOKS[Change.ALLOWED if flip.after[0] else Change.BLOCKED]
        chip = rect.adjusted(_CHIP_INSET, _CHIP_TOP, -_CHIP_INSET, -_CHIP_TOP - 1)
        draw_box(painter, chip, RADII.cell, theme.color(ground))
        glyph = _glyph(flip.before)
        self._paint_glyph(
            painter, QPointF(x, rect.center().y()), VERDICT_BOX, glyph, theme.color("text2"), VERDICT_STROKE
        )
        x += VERDICT_BOX + _GAP
        self._paint_glyph(painter, QPointF(x, rect.center().y()), _ARROW, Glyph.ARROW_RIGHT, theme.color("text2"), 1.2)
        x += _ARROW + _GAP
        self._paint_side(painter, rect, x, flip.after, quiet=False)

    def _paint_side(self, painter: QPainter, rect: QRectF, x: float, side: Side, *, quiet: bool) -> None:
        allowed, line = side
        _, token, _ = SIDE_LOOKS[Change.ALLOWED if allowed else Change.BLOCKED]
        color = theme.color("text3" if quiet else token)
        self._paint_glyph(painter, QPointF(x, rect.center().y()), VERDICT_BOX, _glyph(side), color, VERDICT_STROKE)
        text = str(line) if line else "" if allowed else side_words(allowed, 0)  # a dash is that no rule matches
        font = theme.fonts.ui(12 if line else 11, 400 if quiet else 600)
        left = x + (VERDICT_BOX + _GAP - 1)
        run, room = TextRun(text, font, color), QRectF(left, rect.top(), rect.right() - left - 6, rect.height() - 1)
        if line or run.width <= room.width():  # an elided word could be misread, the glyph is clear
            draw_runs(painter, room, [run])

    def _paint_glyph(
        self, painter: QPainter, at: QPointF, side: float, glyph: Glyph, color: QColor, stroke: float
    ) -> None:
        """Paint a glyph at its left edge and vertical centre."""
        box = QRectF(at.x(), at.y() - side / 2 - 0.5, side, side)
        paint_glyph(painter, glyph, box, color, stroke)

    def _heading_runs(self, group: ListedGroup) -> list[TextRun]:
        """Return the heading of a group; a removed rule is dimmed."""
        strong, style = PieceStyle(12, 600), PieceStyle(12, color="text2")
        runs = []
        for number, piece in enumerate(words.heading(group)):
            is_rule = piece.kind in {PieceKind.ALLOW, PieceKind.DISALLOW}
            look = strong if number == 0 else style
            color = theme.color("text") if number == 0 else style.color(piece)
            if is_rule and piece.text == _old_text(group) != _new_text(group):
                color = theme.color("text3")
            shown = Piece(shortened(piece.text, _LONGEST_RULE) if is_rule else piece.text, piece.kind)
            font = theme.fonts.ui(12, 600) if number == 0 else look.font(shown)
            runs.append(TextRun(shown.text, font, color))
        return runs


def _glyph(side: Side) -> Glyph:
    allowed, line = side
    if not allowed:
        return Glyph.CROSS
    return Glyph.CHECK if line else Glyph.DASH


def _old_text(group: ListedGroup) -> str:
    return group.group.old_text.strip().decode("utf-8", "replace")


def _new_text(group: ListedGroup) -> str:
    return group.group.new_text.strip().decode("utf-8", "replace")
