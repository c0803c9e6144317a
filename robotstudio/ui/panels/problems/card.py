"""A finding as a card: what, where, for whom, and what can be done."""

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.ui.panels.problems.code_chip import CodeChip
from robotstudio.ui.panels.problems.diff_box import DiffBox
from robotstudio.ui.panels.problems.facts import CardFacts, Offer, flip_samples, flip_words
from robotstudio.ui.panels.problems.severities import LOOKS
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import Button, GhostButton, SecondaryButton
from robotstudio.ui.widgets.labels import ElidedLabel, Label, LinkLabel
from robotstudio.ui.widgets.painting import draw_focus_ring
from robotstudio.ui.widgets.piece_style import PieceStyle, shortened
from robotstudio.ui.widgets.rich_text import Paragraph, RichText

_TEXT_AT, _SIGN_AT, _SIGN = 46, 18, 15
_TOP, _BOTTOM, _BAR = 11, 13, 3
_BUTTONS = 206
_LONGEST_ON_BUTTON = 30
_MOST_OFFERS = 4
_PUTS_CARET = True


class ProblemCard(QWidget):
    """One finding; it can be filled with another one at any time."""

    chosen = Signal(int)
    line_activated = Signal(int, bool)
    offer_chosen = Signal(object)
    keep_chosen = Signal(int)
    explain_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._facts: CardFacts | None = None
        self._is_current = False
        self._measured = 0, 0
        self._column = QVBoxLayout(self)
        self.title = ElidedLabel(theme, "", self, px=14, weight=600)
        self.place = LinkLabel(theme, "", self)
        self.code = CodeChip(theme, self)
        self.message = RichText(theme, self)
        self.message.setProperty("role", "clear")
        # Any other policy would bound the height by what the width before needed.
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.message.setSizePolicy(policy)
        self.message.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._affects = Label(theme, self.tr("Affects"), self, px=12, color="text3")
        self.affected = ElidedLabel(theme, "", self, px=12, weight=500, color="text2")
        self._changes = Label(theme, self.tr("Fix changes"), self, px=12, color="text3")
        self.flips = Label(theme, "", self, px=12, weight=500, color="text2")
        self.explain = LinkLabel(theme, self.tr("Explain"), self)
        self.diff = DiffBox(theme, self)
        self.buttons = [self._button(place) for place in range(_MOST_OFFERS)]
        self.keep = GhostButton(theme, self.tr("Keep, do not warn"), parent=self)
        self.keep.setToolTip(self.tr("Adds a comment to the file that silences this check here."))
        self._lay_out()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._connect()

    @property
    def facts(self) -> CardFacts | None:
        """What is shown."""
        return self._facts

    def set_facts(self, facts: CardFacts) -> None:
        """Show a finding."""
        if facts == self._facts:
            return
        self._facts = facts
        self.title.setText(facts.title)
        self.place.setText(facts.place)
        self.place.setVisible(bool(facts.place))
        self.code.set_code(facts.finding.code)
        style = PieceStyle(self._theme, 13, color="text2")
        self.message.set_paragraphs([Paragraph(facts.message, style, 19)])
        self.message.setAccessibleName(facts.title)
        self.affected.setText(facts.affected)
        self._show_offers(facts)
        self.diff.set_lines(facts.diff)
        self.keep.setVisible(facts.keep is not None)
        self.setAccessibleName(facts.summary)
        self.explain.setAccessibleName(self.tr("Explain {code}").format(code=facts.finding.code))
        self._column.invalidate()
        self._measured = 0, 0
        self.update()

    def set_current(self, is_current: bool) -> None:
        """Mark the card as the one where the person is."""
        if is_current != self._is_current:
            self._is_current = is_current
            self.update()

    def height_for(self, width: int) -> int:
        """How high the card is where it is so wide."""
        if width != self._measured[0]:
            self.resize(width, self.height())
            self._column.activate()
            self.message.updateGeometry()  # what the layout keeps of it is for the width before
            self._column.invalidate()
            self._measured = width, self._column.heightForWidth(width)
        return self._measured[1]

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._facts:
            self.chosen.emit(self._facts.number)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if self._facts:
            self.chosen.emit(self._facts.number)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme, rect = QPainter(self), self._theme, QRectF(self.rect())
        px = theme.fonts.px
        painter.fillRect(rect, theme.color("surface"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("border"))
        if self._is_current:
            painter.fillRect(QRectF(0, 0, _BAR, rect.height() - 1), theme.color("accent"))
        if self._facts is not None:
            look = LOOKS[self._facts.finding.severity]
            side = px(_SIGN) if look.glyph is not Glyph.DOT else px(8)
            middle = self.title.geometry().center()
            center = px(_SIGN_AT) + px(_SIGN) / 2
            box = QRectF(center - side / 2, middle.y() - side / 2 + 1, side, side)
            paint_glyph(painter, look.glyph, box, theme.color(look.color), 1.4 * theme.fonts.scale)
        if self.hasFocus():
            draw_focus_ring(painter, rect.adjusted(0, 0, 0, -1), 0, theme.color("accent"))

    def sizeHint(self) -> QSize:
        return QSize(self._theme.fonts.px(SIZES.right_width_min), super().sizeHint().height())

    def _show_offers(self, facts: CardFacts) -> None:
        for button, offer in zip(self.buttons, facts.offers, strict=False):
            button.setText(shortened(offer.words, _LONGEST_ON_BUTTON).replace("&", "&&"))
            button.setAccessibleName(offer.words)
            button.setToolTip(self._tooltip(offer))
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(facts.offers))
        has_offers = bool(facts.offers)
        self._changes.setVisible(has_offers)
        self.flips.setVisible(has_offers)
        if has_offers:
            first = facts.offers[0]
            self.flips.setText(flip_words(first))
            self.flips.setToolTip(flip_samples(first))
            self.flips.set_color("warning" if first.flips is not None and first.flips.count else "text2")

    def _tooltip(self, offer: Offer) -> str:
        changes = self.tr("{words}. Changes {flips}.").format(words=offer.words, flips=flip_words(offer))
        return f"{changes}\n{flip_samples(offer)}".strip()

    def _button(self, place: int) -> Button:
        kind = SecondaryButton if not place else GhostButton
        button = kind(self._theme, "", None if place else Glyph.WAND, self)
        button.set_small()
        button.clicked.connect(partial(self._on_offer_clicked, place))
        return button

    def _lay_out(self) -> None:
        px = self._theme.fonts.px
        top = QHBoxLayout()
        top.setSpacing(SIZES.between_controls)
        top.addWidget(self.title, 1)
        top.addWidget(self.place)
        top.addWidget(self.code)
        self.keep.set_small()
        line = QHBoxLayout()
        line.setSpacing(6)
        parts: tuple[tuple[QWidget, int], ...] = (
            (self._affects, 0),
            (self.affected, 12),
            (self._changes, 0),
            (self.flips, 12),
            (self.explain, 0),
        )
        for part, gap in parts:
            line.addWidget(part)
            if gap:
                line.addSpacing(gap)
        line.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(1)
        for button in (*self.buttons, self.keep):
            button.setMinimumWidth(px(_BUTTONS))
            column.addWidget(button)
        column.addStretch(1)
        below = QHBoxLayout()
        below.setSpacing(SIZES.between_controls)
        below.addWidget(self.diff, 1, Qt.AlignmentFlag.AlignTop)
        below.addStretch(0)
        below.addLayout(column)
        layout = self._column
        layout.setContentsMargins(px(_TEXT_AT), _TOP, SIZES.panel_inset, _BOTTOM)
        layout.setSpacing(3)
        layout.addLayout(top)
        layout.addWidget(self.message)
        layout.addLayout(line)
        layout.addSpacing(5)
        layout.addLayout(below)

    def _connect(self) -> None:
        self._theme.changed.connect(self._on_theme_changed)
        self.place.activated.connect(self._on_place_activated)
        self.message.line_activated.connect(self.line_activated)
        self.explain.activated.connect(self._on_explain_activated)
        self.keep.clicked.connect(self._on_keep_clicked)

    def _on_theme_changed(self) -> None:
        self._measured = 0, 0
        self.update()

    def _on_place_activated(self, _is_held: bool) -> None:
        if self._facts:
            self.line_activated.emit(self._facts.finding.line, _PUTS_CARET)

    def _on_explain_activated(self, _is_held: bool) -> None:
        if self._facts:
            self.explain_chosen.emit(self._facts.finding.code)

    def _on_offer_clicked(self, place: int, _is_checked: bool = False) -> None:
        if self._facts:
            self.offer_chosen.emit(self._facts.offers[place])

    def _on_keep_clicked(self) -> None:
        if self._facts:
            self.keep_chosen.emit(self._facts.number)
