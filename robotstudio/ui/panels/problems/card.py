"""A finding as a card: what, where, for whom, and its fixes."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.draft.fix_offers import DiffLine, shown
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.problems.card_facts import CardFacts, Offer, ProblemActions, flip_samples, flip_words
from robotstudio.ui.panels.problems.words import LOOKS
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.buttons import Button, DrawnButton, GhostButton, SecondaryButton
from robotstudio.ui.widgets.labels import ElidedLabel, Label, LinkLabel
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs
from robotstudio.ui.widgets.piece_style import PieceStyle, shortened
from robotstudio.ui.widgets.rich_text import Paragraph, RichText
from robotstudio.ui.widgets.tone_box import Mark

_DIFF_LINE, _DIFF_SIGN_AT, _DIFF_TEXT_AT = 24, 12, 28
_INSET, _HEIGHT = 7, 19
_MARK = 14
_TEXT_AT, _SIGN_AT, _SIGN = 46, 18, 15
_TOP, _BOTTOM, _BAR = 11, 13, 3
_BUTTONS = 206
_LONGEST_ON_BUTTON = 64
_SHARE_OF_BUTTONS = 0.45
_MOST_OFFERS = 4
_GAP_OF_PARTS, _GAP_OF_FACTS, _GAP_OF_LINES, _LEAST_AFFECTED = 6, 12, 2, 130
_Direction = QBoxLayout.Direction
_PUTS_CARET = True


class DiffBox(QWidget):
    """Removed lines struck through, added lines on the tint for allowed, each with its sign."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.lines: Sequence[DiffLine] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_lines(self, lines: Sequence[DiffLine]) -> None:
        """Show a change; hide the box if there is none."""
        self.lines = lines
        self.setVisible(bool(lines))
        said = [f"{'+' if line.is_added else '-'} {self._text(line)}" for line in lines]
        self.setAccessibleName(tr("Change: {lines}", lines=WORDS.clauses(said)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, 2 + _DIFF_LINE * len(self.lines))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        height = _DIFF_LINE
        draw_box(painter, QRectF(self.rect()), RADII.field, theme.color("surface"))
        for number, line in enumerate(self.lines):
            self._paint_line(painter, QRectF(1, 1 + number * height, self.width() - 2, height), line)
        draw_box(painter, QRectF(self.rect()), RADII.field, None, theme.color("border"))

    def _paint_line(self, painter: QPainter, rect: QRectF, line: DiffLine) -> None:
        if line.is_added:
            painter.fillRect(rect, theme.color("allowed_tint"))
        font = QFont(theme.fonts.mono(12))
        if not line.rest:
            sign = TextRun("+" if line.is_added else "-", font, theme.color("allowed" if line.is_added else "text3"))
            draw_runs(painter, rect.adjusted(_DIFF_SIGN_AT, 0, 0, 0), [sign])
            font.setStrikeOut(not line.is_added)
        color = theme.color("text" if line.is_added else "text2")
        draw_runs(painter, rect.adjusted(_DIFF_TEXT_AT, 0, -8, 0), [TextRun(self._text(line), font, color)])

    def _text(self, line: DiffLine) -> str:
        if line.rest:
            return ntr(Plural("{count} more line", "{count} more lines"), line.rest)
        return printable(shown(line.text).replace("\t", " "))


class CodeChip(DrawnButton):
    """A code that is copied when clicked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.clicked.connect(self._on_clicked)

    def set_code(self, code: str) -> None:
        self.setText(code)
        self.setAccessibleName(tr("Copy the code {code}", code=code))
        self.setToolTip(self.accessibleName())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        fonts = theme.fonts
        width = QFontMetricsF(fonts.mono(11)).horizontalAdvance(self.text()) + 2 * _INSET
        return QSize(round(width + 0.5), _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect = QRectF(self.rect())
        painter = QPainter(self)
        edge = theme.color("border_strong") if self.underMouse() else None
        draw_box(painter, rect, RADII.cell, theme.color("accent_tint" if self.isDown() else "sunken"), edge)
        if self.hasFocus():
            draw_focus_ring(painter, rect, RADII.cell, theme.color("accent"))
        room = rect.adjusted(_INSET, 0, 0, 0)
        draw_runs(painter, room, [TextRun(self.text(), theme.fonts.mono(11), theme.color("text2"))])

    def _on_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.text())


def _on_button(words: str) -> str:
    return shortened(words, _LONGEST_ON_BUTTON).replace("&", "&&")


class ProblemCard(QWidget):
    """One finding; the card can be reused for another one at any time."""

    accessible_role = QAccessible.Role.ListItem

    chosen = Signal(int)

    def __init__(self, actions: ProblemActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.facts: CardFacts | None = None
        self._is_current = False
        self._measured = 0, 0
        self._column = QVBoxLayout(self)
        self.title = ElidedLabel("", self, px=14, weight=600)
        self.place = LinkLabel("", self)
        self.code = CodeChip(self)
        self.message = RichText(self)
        self.message.setProperty("role", "clear")
        # Any other policy would limit the height to that for the previous width.
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.message.setSizePolicy(policy)
        self.message.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._affects = Label(tr("Affects"), self, px=12, color="text3")
        self.affected = ElidedLabel("", self, px=12, weight=500, color="text2")
        self._changes = Label(tr("Fix changes"), self, px=12, color="text3")
        self.flips = Label("", self, px=12, weight=500, color="text2")
        self.mark = Mark(self, _MARK)
        self.explain = LinkLabel(tr("Explain"), self)
        self.diff = DiffBox(self)
        self.buttons = [self._button(place) for place in range(_MOST_OFFERS)]
        self.keep = GhostButton(tr("Ignore"), parent=self)
        self.keep.setToolTip(tr("Adds a comment to the file that silences this check here."))
        self._lay_out()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._connect()

    def set_facts(self, facts: CardFacts) -> None:
        if facts == self.facts:
            return
        self.facts = facts
        self.title.setText(facts.title)
        self.place.setText(facts.place)
        self.place.setVisible(bool(facts.place))
        self.code.set_code(facts.finding.code)
        style = PieceStyle(13, color="text2")
        self.message.set_paragraphs([Paragraph(facts.message, style, 19)])
        self.message.setAccessibleName(facts.title)
        self.affected.setText(facts.affected)
        self._show_offers(facts)
        self.diff.set_lines(facts.diff)
        self.keep.setVisible(facts.keep is not None)
        self._place_buttons(self.width())
        self.setAccessibleName(facts.summary)
        self.explain.setAccessibleName(tr("Explain {code}", code=facts.finding.code))
        self._column.invalidate()
        self._measured = 0, 0
        self.update()

    def set_current(self, is_current: bool) -> None:
        """Mark the card as the current one."""
        if is_current != self._is_current:
            self._is_current = is_current
            self.update()

    def height_for(self, width: int) -> int:
        """Return the height of the card for a width."""
        if width != self._measured[0]:
            self._place_buttons(width)
            self.resize(width, self.height())
            self._column.activate()
            self.message.updateGeometry()  # its cached hint is for the previous width
            self._column.invalidate()
            self._measured = width, self._column.heightForWidth(width)
        return self._measured[1]

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.facts:
            self.chosen.emit(self.facts.number)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self.facts:
            self.chosen.emit(self.facts.number)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, theme.color("surface"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("border"))
        if self._is_current:
            painter.fillRect(QRectF(0, 0, _BAR, rect.height() - 1), theme.color("accent"))
        if self.facts is not None:
            look = LOOKS[self.facts.finding.severity]
            side = _SIGN if look.glyph is not Glyph.DOT else 8
            middle = self.title.geometry().center()
            center = _SIGN_AT + _SIGN / 2
            box = QRectF(center - side / 2, middle.y() - side / 2 + 1, side, side)
            paint_glyph(painter, look.glyph, box, theme.color(look.color), 1.4)
        if self.hasFocus():
            draw_focus_ring(painter, rect.adjusted(0, 0, 0, -1), 0, theme.color("accent"))

    def sizeHint(self) -> QSize:
        return QSize(SIZES.right_width_min, super().sizeHint().height())

    def _show_offers(self, facts: CardFacts) -> None:
        for button, offer in zip(self.buttons, facts.offers, strict=False):
            button.setText(_on_button(offer.words))
            button.setAccessibleName(offer.words)
            button.setToolTip(self._tooltip(offer))
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(facts.offers))
        has_offers = bool(facts.offers)
        self._changes.setVisible(has_offers)
        self.flips.setVisible(has_offers)
        self.mark.hide()
        if has_offers:
            first = facts.offers[0]
            self.flips.setText(flip_words(first))
            self.flips.setToolTip(flip_samples(first))
            self._mark_scope(first)
            self.flips.set_color("warning" if first.flips is not None and first.flips.count else "text2")

    def _mark_scope(self, offer: Offer) -> None:
        """Show one mark for safe fixes, which `safe_findings` counts, another for results on the loaded URLs only."""
        flips = offer.flips
        is_safe = flips is not None and flips.is_proven and offer.fixes[0].is_safe
        is_tried = flips is not None and not flips.is_proven and not flips.count and bool(flips.tried)
        self.mark.setVisible(is_safe or is_tried)
        self.mark.show_glyph(*((Glyph.PROVEN, "allowed") if is_safe else (Glyph.LOADED_ONLY, "text3")))

    def _place_buttons(self, width: int) -> None:
        """Put the buttons beside the change if their texts leave space for it, else below; as wide as their texts."""
        room = width - _TEXT_AT - SIZES.panel_inset
        wanted = {button: button.sizeHint().width() for button in (*self.buttons, self.keep) if not button.isHidden()}
        widest = max((_BUTTONS, *wanted.values()))
        is_beside = widest <= room * _SHARE_OF_BUTTONS
        for button, own in wanted.items():
            button.setFixedWidth(widest if is_beside else max(1, min(own, room)))
        self._below.setDirection(_Direction.LeftToRight if is_beside else _Direction.TopToBottom)
        self._place_facts(room)

    def _place_facts(self, room: int) -> None:
        """Put the affected crawlers on their own line if they do not fit beside the effect of the fix."""
        hint = self.affected.sizeHint().width()
        whom = self._affects.sizeHint().width() + min(hint, _LEAST_AFFECTED) + _GAP_OF_PARTS
        self._what.invalidate()  # its cached size is for the previous texts
        is_beside = whom + _GAP_OF_FACTS + self._what.sizeHint().width() <= room
        self._line.setDirection(_Direction.LeftToRight if is_beside else _Direction.TopToBottom)
        self._line.setSpacing(_GAP_OF_FACTS if is_beside else _GAP_OF_LINES)

    def _tooltip(self, offer: Offer) -> str:
        changes = tr("{words}. Changes {flips}.", words=offer.words, flips=flip_words(offer))
        return together("\n", changes, flip_samples(offer))

    def _button(self, place: int) -> Button:
        kind = SecondaryButton if not place else GhostButton
        button = kind("", None if place else Glyph.WAND, self)
        button.set_small()
        button.clicked.connect(partial(self._on_offer_clicked, place))
        return button

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(SIZES.between_controls)
        top.addWidget(self.title, 1)
        top.addWidget(self.place)
        top.addWidget(self.code)
        self.keep.set_small()
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._whom = _row(self._affects, self.affected)
        self._what = _row(self._changes, self.mark, self.flips, _GAP_OF_FACTS, self.explain)
        self._line.addLayout(self._whom)
        self._line.addLayout(self._what)
        self._line.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(1)
        for button in (*self.buttons, self.keep):
            column.addWidget(button)
        column.addStretch(1)
        self._below = below = QHBoxLayout()
        below.setSpacing(SIZES.between_controls)
        below.addWidget(self.diff, 1, Qt.AlignmentFlag.AlignTop)
        below.addStretch(0)
        below.addLayout(column)
        layout = self._column
        layout.setContentsMargins(_TEXT_AT, _TOP, SIZES.panel_inset, _BOTTOM)
        layout.setSpacing(3)
        layout.addLayout(top)
        layout.addWidget(self.message)
        layout.addLayout(self._line)
        layout.addSpacing(5)
        layout.addLayout(below)

    def _connect(self) -> None:
        theme.changed.connect(self._on_theme_changed)
        self.place.activated.connect(self._on_place_activated)
        self.message.line_activated.connect(self._actions.go_to_line)
        self.explain.activated.connect(self._on_explain_activated)
        self.keep.clicked.connect(self._on_keep_clicked)

    def _on_theme_changed(self) -> None:
        self._measured = 0, 0
        self.update()

    def _on_place_activated(self, _is_held: bool) -> None:
        if self.facts:
            self._actions.go_to_line(self.facts.finding.line, _PUTS_CARET)

    def _on_explain_activated(self, _is_held: bool) -> None:
        if self.facts:
            self._actions.explain(self.facts.finding.code)

    def _on_offer_clicked(self, place: int, _is_checked: bool = False) -> None:
        if self.facts:
            self._actions.apply_offer(self.facts.offers[place])

    def _on_keep_clicked(self) -> None:
        if self.facts:
            self._actions.keep(self.facts.number)


def _row(*parts: QWidget | int) -> QHBoxLayout:
    """Return the parts in a row; numbers are gaps."""
    row = QHBoxLayout()
    row.setSpacing(_GAP_OF_PARTS)
    for part in parts:
        if isinstance(part, int):
            row.addSpacing(part - 2 * _GAP_OF_PARTS)
        else:
            row.addWidget(part)
    row.addStretch(1)
    return row
