"""A finding in the list: one line, which unfolds to what it means, for whom, and its fixes."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.draft.fix_offers import DiffLine, shown
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.problems.card_facts import CardFacts, Offer, ProblemActions, effect_details, effect_words
from robotstudio.ui.panels.problems.words import LOOKS
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.buttons import Button, GhostButton, PrimaryButton
from robotstudio.ui.widgets.labels import ElidedLabel, Label, LinkLabel
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_focus_ring, draw_runs
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle, RichText, shortened
from robotstudio.ui.widgets.tone import Mark

_DIFF_LINE, _DIFF_SIGN_AT, _DIFF_TEXT_AT = 24, 12, 28
_MARK = 14
HEAD = 30
"""The height of a folded card."""
_CHEVRON_AT, _CHEVRON, _SIGN_AT, _SIGN, _TITLE_AT, _TEXT_AT = 10, 11, 30, 15, 53, 38
_TOP, _BOTTOM = 5, 12
_LONGEST_ON_BUTTON = 64
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


def _on_button(words: str) -> str:
    return shortened(words, _LONGEST_ON_BUTTON).replace("&", "&&")


class CardOwner(Protocol):
    """The list of a card."""

    def choose(self, number: int) -> None:
        """Unfold the card of a finding, and fold the other one."""

    def fold(self) -> None:
        """Fold all cards."""


class ProblemCard(QWidget):
    """One finding, folded unless it is the current one; the card can be reused for another one at any time."""

    accessible_role = QAccessible.Role.ListItem

    def __init__(self, actions: ProblemActions, owner: CardOwner, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._owner = owner
        self.facts: CardFacts | None = None
        self._is_current = False
        self._measured = 0, 0
        self._head = QWidget(self)
        self.title = ElidedLabel("", self._head, px=13, weight=500)
        self.place = LinkLabel("", self._head)
        self.body = QWidget(self)
        self._column = QVBoxLayout(self.body)
        self.message = RichText(self.body)
        self.message.setProperty("role", "clear")
        # Any other policy would limit the height to that for the previous width.
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.message.setSizePolicy(policy)
        self.message.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._affects = Label(tr("Affects"), self.body, px=12, color="text3")
        self.affected = ElidedLabel("", self.body, px=12, weight=500, color="text2")
        self.explain = LinkLabel(tr("Explain"), self.body)
        self.diff = DiffBox(self.body)
        self.buttons = [self._button(place) for place in range(_MOST_OFFERS)]
        self.keep = GhostButton(tr("Ignore"), parent=self.body)
        self.keep.setToolTip(tr("Adds a comment to the file that silences this check here."))
        self.mark = Mark(self.body, _MARK)
        self.effect = Label("", self.body, px=12, weight=500, color="text2")
        self.body.hide()
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
        self.setToolTip(facts.finding.code)
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
        """Unfold the card as the current one, or fold it."""
        if is_current != self._is_current:
            self._is_current = is_current
            self._measured = 0, 0
            self.body.setVisible(is_current)
            self.update()

    def height_for(self, width: int) -> int:
        """Return the height of the card for a width."""
        if not self._is_current:
            return HEAD
        if width != self._measured[0]:
            self._place_buttons(width)
            self.body.resize(width, self.body.height())
            self._column.activate()
            self.message.updateGeometry()  # its cached hint is for the previous width
            self._column.invalidate()
            self._measured = width, HEAD + self._column.heightForWidth(width)
        return self._measured[1]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._head.setGeometry(0, 0, self.width(), HEAD - 1)
        self.body.setGeometry(0, HEAD, self.width(), max(0, self.height() - HEAD - 1))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.facts:
            self._owner.choose(self.facts.number)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Unfold the card; a click on the head of an unfolded one folds it."""
        super().mousePressEvent(event)
        if self._is_current and event.position().y() < HEAD and event.button() is Qt.MouseButton.LeftButton:
            self._owner.fold()
        elif self.facts:
            self._owner.choose(self.facts.number)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the fixes, the page about the rule, and its code."""
        facts = self.facts
        if facts is None:
            return
        code = facts.finding.code
        rows = [MenuAction(offer.words, partial(self._actions.apply_offer, offer)) for offer in facts.offers]
        if facts.keep is not None:
            rows.append(MenuAction(tr("Ignore"), self._on_keep_clicked))
        rows.append(MenuAction(tr("Explain {code}", code=code), partial(self._actions.explain, code)))
        rows.append(MenuAction(tr("Copy the code {code}", code=code), self.copy_code))
        popup_at(build_menu(self, rows), event.globalPos(), self)

    def copy_code(self) -> None:
        """Copy the code of the rule."""
        if self.facts:
            QGuiApplication.clipboard().setText(self.facts.finding.code)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, theme.color("surface"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("border"))
        head = QRectF(0, 0, rect.width(), HEAD - 1)
        if self._is_current:
            painter.fillRect(head, theme.color("selected"))
        middle = head.center().y()
        chevron = QRectF(_CHEVRON_AT, middle - _CHEVRON / 2, _CHEVRON, _CHEVRON)
        glyph = Glyph.CHEVRON_DOWN if self._is_current else Glyph.CHEVRON_RIGHT
        paint_glyph(painter, glyph, chevron, theme.color("text2"), 1.4)
        if self.facts is not None:
            look = LOOKS[self.facts.finding.severity]
            side = _SIGN if look.glyph is not Glyph.DOT else 8
            center = _SIGN_AT + _SIGN / 2
            box = QRectF(center - side / 2, middle - side / 2, side, side)
            paint_glyph(painter, look.glyph, box, theme.color(look.color), 1.4)
        if self.hasFocus():
            draw_focus_ring(painter, rect.adjusted(0, 0, 0, -1), 0, theme.color("accent"))

    def _show_offers(self, facts: CardFacts) -> None:
        for button, offer in zip(self.buttons, facts.offers, strict=False):
            button.setText(_on_button(offer.words))
            button.setAccessibleName(offer.words)
            button.setToolTip(self._tooltip(offer))
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(facts.offers))
        has_offers = bool(facts.offers)
        self.effect.setVisible(has_offers)
        self.mark.hide()
        if has_offers:
            first = facts.offers[0]
            self.effect.setText(effect_words(first))
            self.effect.setToolTip(effect_details(first))
            self._show_scope(first)

    def _show_scope(self, offer: Offer) -> None:
        """Show one mark for safe fixes, which `safe_findings` counts, another for results on the loaded URLs only."""
        flips, is_safe = offer.flips, offer.is_safe
        is_tried = flips is not None and not flips.is_proven and not flips.count and bool(flips.tried)
        self.mark.setVisible(is_safe or is_tried)
        self.mark.show_glyph(*((Glyph.PROVEN, "allowed") if is_safe else (Glyph.LOADED_ONLY, "text3")))
        has_flips = flips is not None and bool(flips.count)
        self.effect.set_color("allowed" if is_safe else "warning" if has_flips else "text2")

    def _place_buttons(self, width: int) -> None:
        """Put the buttons side by side if they fit, else one below the other; the effect beside or below them."""
        room = width - _TEXT_AT - SIZES.panel_inset
        wanted = {button: button.sizeHint().width() for button in (*self.buttons, self.keep) if not button.isHidden()}
        for button, own in wanted.items():
            button.setFixedWidth(max(1, min(own, room)))
        taken = sum(wanted.values()) + self._row.spacing() * len(wanted)
        self._row.setDirection(_Direction.LeftToRight if taken <= room else _Direction.TopToBottom)
        self._effect.invalidate()  # its cached size is for the previous texts
        is_beside = taken + self._effect.sizeHint().width() <= room
        self._end.setDirection(_Direction.LeftToRight if is_beside else _Direction.TopToBottom)
        self._end.setSpacing(0 if is_beside else _GAP_OF_PARTS)
        self._place_facts(room)

    def _place_facts(self, room: int) -> None:
        """Put the link below the affected crawlers if they do not fit side by side."""
        hint = self.affected.sizeHint().width()
        whom = self._affects.sizeHint().width() + min(hint, _LEAST_AFFECTED) + _GAP_OF_PARTS
        is_beside = whom + _GAP_OF_FACTS + self.explain.sizeHint().width() <= room
        self._line.setDirection(_Direction.LeftToRight if is_beside else _Direction.TopToBottom)
        self._line.setSpacing(_GAP_OF_FACTS if is_beside else _GAP_OF_LINES)

    def _tooltip(self, offer: Offer) -> str:
        return together("\n", WORDS.about(offer.words, effect_words(offer)), effect_details(offer))

    def _button(self, place: int) -> Button:
        kind = GhostButton if place else PrimaryButton
        button = kind("", parent=self.body)
        button.set_small()
        button.clicked.connect(partial(self._on_offer_clicked, place))
        return button

    def _lay_out(self) -> None:
        head = QHBoxLayout(self._head)
        head.setContentsMargins(_TITLE_AT, 0, SIZES.panel_inset, 0)
        head.setSpacing(SIZES.between_controls)
        head.addWidget(self.title, 1)
        head.addWidget(self.place)
        self.keep.set_small()
        self._line = QBoxLayout(_Direction.LeftToRight)
        self._line.addLayout(_row(self._affects, self.affected))
        self._line.addWidget(self.explain)
        self._line.addStretch(1)
        self._row = QBoxLayout(_Direction.LeftToRight)
        self._row.setSpacing(SIZES.between_controls)
        for button in (*self.buttons, self.keep):
            self._row.addWidget(button)
        self._row.addStretch(1)
        self._effect = _row(self.mark, self.effect)
        self._end = QBoxLayout(_Direction.LeftToRight)
        self._end.addLayout(self._row, 1)
        self._end.addLayout(self._effect)
        layout = self._column
        layout.setContentsMargins(_TEXT_AT, _TOP, SIZES.panel_inset, _BOTTOM)
        layout.setSpacing(3)
        layout.addWidget(self.message)
        layout.addLayout(self._line)
        layout.addSpacing(5)
        layout.addWidget(self.diff)
        layout.addSpacing(4)
        layout.addLayout(self._end)

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


def _row(*parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(_GAP_OF_PARTS)
    for part in parts:
        row.addWidget(part)
    return row
