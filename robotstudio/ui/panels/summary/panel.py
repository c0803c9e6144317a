"""The Summary tab: what each crawler may fetch, in plain words, what other lines there are, and who reads alike."""

from collections.abc import Sequence
from time import perf_counter

from msgspec import Struct
from PySide6.QtCore import QRectF, QTimer, Signal
from PySide6.QtGui import QAccessible, QGuiApplication, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.draft.analysis import Analysis
from robotstudio.engine.summary import Card, FieldLine, Overview, Reader, overview
from robotstudio.explain.summary_words import (
    card_words,
    field_words,
    more_lines_words,
    names_words,
    overview_text,
    status_words,
    written_words,
)
from robotstudio.explain.words import line_piece
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.text.phrases import Piece, PieceKind, as_text
from robotstudio.ui.panels.summary.agreement_pane import AgreementPane
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.empty_hint import EmptyHint
from robotstudio.ui.widgets.grounds import TabPage, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.menus import MenuAction, give_menu
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.piece_style import PieceStyle
from robotstudio.ui.widgets.rich_text import Paragraph, RichText

_MOST_CARDS, _MOST_NAMES = 60, 12
_QUICK_S, _LATER_MS = 0.008, 150
_INSET, _BETWEEN, _RADIUS = 14, 10, 6
_MOST_READABLE = 860
_ALIKE = Plural("all {count} crawlers alike", "all {count} crawlers alike")
_DIFFERENTLY = Plural("{count} crawler, {readings}", "{count} crawlers, {readings}")
_READINGS = Plural("{count} reading", "{count} readings")


class CardContent(Struct, frozen=True):
    """A box: its title, which may be empty, and what stands below. `section` is a heading above it."""

    title: str
    paragraphs: Sequence[Paragraph]
    section: str = ""


class CardBox(QWidget):
    line_activated = Signal(int, bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.section = Label("", self, px=12, weight=600, color="text2")
        self.title = Label("", self, px=13, weight=600)
        self.title.setWordWrap(True)
        self.text = RichText(self)
        self.text.setProperty("role", "clear")
        self.text.line_activated.connect(self.line_activated)
        self._frame = QVBoxLayout(self)
        self._frame.setContentsMargins(0, 0, 0, 0)
        self._frame.setSpacing(4)
        self._frame.addWidget(self.section)
        inner = QVBoxLayout()
        inner.setContentsMargins(_INSET, 10, _INSET, 12)
        inner.setSpacing(4)
        inner.addWidget(self.title)
        inner.addWidget(self.text)
        self._frame.addLayout(inner)
        # Neither `Fixed` nor `Minimum`: they would bound the height by what the width before needed.
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.text.setSizePolicy(policy)
        self.setSizePolicy(policy)

    def set_box(self, box: CardContent) -> None:
        self.section.setText(box.section)
        self.section.setVisible(bool(box.section))
        self.title.setText(box.title)
        self.title.setVisible(bool(box.title))
        self.text.setAccessibleName(box.title or box.section)
        self.text.set_paragraphs(box.paragraphs)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        top = self.section.geometry().bottom() + 5 if self.section.isVisible() else 0
        rect = QRectF(0.5, top + 0.5, self.width() - 1, self.height() - top - 1)
        draw_box(painter, rect, _RADIUS, theme.color("surface"), theme.color("border"))


class SummaryCards(QScrollArea):
    """Boxes, scrolled together."""

    accessible_role = QAccessible.Role.List

    line_activated = Signal(int, bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._cards: list[CardBox] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setAccessibleName(tr("Summary of what the crawlers may fetch"))
        self._page = QWidget(self)
        self.setProperty("role", "tray")
        self._page.setObjectName("page")
        # A row, for it bounds the width before it asks for the height; a column asks what the cards need unbounded.
        row = QHBoxLayout(self._page)
        row.setContentsMargins(SIZES.panel_inset, SIZES.panel_inset, SIZES.panel_inset, SIZES.panel_inset)
        self._bounded = QWidget(self._page)
        row.addWidget(self._bounded, 1)
        row.addStretch(0)
        self._column = QVBoxLayout(self._bounded)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(_BETWEEN)
        self._column.addStretch(1)
        self.setWidget(self._page)
        self._bounded.setMaximumWidth(_MOST_READABLE)

    @property
    def cards(self) -> Sequence[CardBox]:
        return [card for card in self._cards if not card.isHidden()]

    def show_boxes(self, boxes: Sequence[CardContent]) -> None:
        while len(self._cards) < len(boxes):
            card = CardBox(self._bounded)
            card.line_activated.connect(self.line_activated)
            self._column.insertWidget(len(self._cards), card)
            self._cards.append(card)
        for number, card in enumerate(self._cards):
            if number < len(boxes):
                card.set_box(boxes[number])
            card.setVisible(number < len(boxes))


class SummaryPanel(TabPage):
    """Cards for crawlers, those that read alike together; worked out only while it can be seen."""

    ground = "window"

    line_activated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._analysis: Analysis | None = None
        self._shown: Analysis | None = None
        self.overview: Overview | None = None
        self._is_quick = True
        # A file that takes long is read when the user stops typing.
        self._timer = QTimer(self, interval=_LATER_MS, singleShot=True)
        self._timer.timeout.connect(self._render)
        self._header = SectionHeader(tr("In plain words"), self, height=SIZES.tool_row)
        self._counts = ElidedLabel("", self, px=12, color="text2")
        self._copy = GhostButton(tr("Copy"), Glyph.COPY, self)
        self.cards = SummaryCards(self)
        self._hint = EmptyHint(tr("No crawler is chosen."), parent=self)
        self.agreement = AgreementPane(self)
        self._lay_out()
        self.cards.line_activated.connect(self._on_line_activated)
        theme.changed.connect(self._on_theme_changed)

    def show_analysis(self, analysis: Analysis) -> None:
        """Show the answer to a request, once the panel can be seen."""
        self._analysis = analysis
        if self.isVisible() and self._is_quick:
            self._render()
        elif self.isVisible():
            self._timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._analysis is not self._shown:
            self._render()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.agreement.set_room(self.height())

    def _lay_out(self) -> None:
        copies = (
            MenuAction(tr("Copy as text"), self._on_copy_text),
            MenuAction(tr("Copy as Markdown"), self._on_copy_markdown),
        )
        give_menu(self._copy, copies)
        self._copy.setAccessibleName(tr("Copy the summary"))
        self._header.add_left(self._counts, 1)
        self._header.add_right(self._copy)
        layout = column_in(self)
        layout.addWidget(self._header)
        layout.addWidget(self.cards, 1)
        layout.addWidget(self._hint, 1)
        layout.addWidget(self.agreement)
        self._hint.hide()

    def _render(self) -> None:
        analysis = self._analysis
        if analysis is None:
            return
        start = perf_counter()
        readers = [Reader(column.crawler, column.robots, column.choice) for column in analysis.columns]
        found = overview(readers, analysis.shown)
        self._shown, self.overview = analysis, found
        self.cards.show_boxes(self._boxes(found))
        self.cards.setVisible(bool(readers))
        self._hint.setVisible(not readers)
        self._copy.setEnabled(bool(readers))
        self._counts.setText(self._count_words(len(readers), len(found.cards)))
        self._is_quick = perf_counter() - start < _QUICK_S

    def _count_words(self, crawlers: int, readings: int) -> str:
        if readings == crawlers or not readings:
            return ""
        if readings > 1:
            return ntr(_DIFFERENTLY, crawlers, readings=ntr(_READINGS, readings))
        return ntr(_ALIKE, crawlers)

    def _boxes(self, found: Overview) -> list[CardContent]:
        boxes = [self._card_box(card) for card in found.cards[:_MOST_CARDS]]
        if found.lines:
            boxes.append(CardContent("", self._line_paragraphs(found), tr("Other lines of this file")))
        return boxes

    def _card_box(self, card: Card) -> CardContent:
        strong, plain = PieceStyle(13), PieceStyle(12, color="text2")
        paragraphs = [
            Paragraph(phrase, plain if number else strong, 18 if number else 20, above=5 if number else 0)
            for number, phrase in enumerate(card_words(card))
        ]
        return CardContent(as_text(names_words(card.crawlers, _MOST_NAMES)), paragraphs)

    def _line_paragraphs(self, found: Overview) -> Sequence[Paragraph]:
        style, plain = PieceStyle(12), PieceStyle(12, color="text2")
        paragraphs: list[Paragraph] = []
        for line in found.lines:
            paragraphs.append(Paragraph(self._line_title(line), style, 20, above=10 if paragraphs else 0))
            paragraphs.append(Paragraph(field_words(line), plain, 18, above=1))
        if found.left_out:
            paragraphs.append(Paragraph(more_lines_words(found.left_out), plain, 18, above=10))
        return paragraphs

    @staticmethod
    def _line_title(line: FieldLine) -> tuple[Piece, ...]:
        return WORDS.phrase(
            "{line}   {written}   {status}",
            line=line_piece(line.directive.line),
            written=Piece(written_words(line), PieceKind.URL),
            status=status_words(line),
        )

    def _on_line_activated(self, line: int, _place_caret: bool) -> None:
        self.line_activated.emit(line)

    def _on_copy_text(self) -> None:
        self._copy_all(markdown=False)

    def _on_copy_markdown(self) -> None:
        self._copy_all(markdown=True)

    def _copy_all(self, *, markdown: bool) -> None:
        if self.overview is not None:
            QGuiApplication.clipboard().setText(overview_text(self.overview, markdown=markdown))

    def _on_theme_changed(self) -> None:
        if not self.isVisible():
            self._shown = None  # in the other colours, once it is seen
        elif self.overview is not None:
            self.cards.show_boxes(self._boxes(self.overview))
        self.update()
