"""The explanation while nothing is selected: what a crawler may fetch, in plain words."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextLength,
    QTextTableFormat,
)
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from robotstudio.explain.access_words import MOST_RULES, PlainAccess, PlainList, PlainRule
from robotstudio.explain.words import line_piece
from robotstudio.text.language import Plural, ntr, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind, as_text, sentences
from robotstudio.ui.panels.why.actions import WhyActions
from robotstudio.ui.panels.why.body import Ground
from robotstudio.ui.panels.why.fold_button import FoldButton
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.progress import DimmingCover
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle, RichText, shortened

_SIDE_BY_SIDE_FROM, _ROOMY_FROM = 600, 760
_INSET, _BETWEEN, _TITLE = 14, 28, 20
_LINE, _PADDING = 18, 3
_GLYPH, _TITLE_LEFT = 9, 18
_SHAPE_SHARE, _MOST_COMPACT = 38, 150
_LONGEST_SHAPE = 80


class ListTitle(Label):
    """The title of a list of rules, with a check or a cross in its colour."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", parent, px=12, weight=600)
        self._glyph = Glyph.CROSS
        self.setContentsMargins(_TITLE_LEFT, 0, 0, 0)
        self.setFixedHeight(_TITLE)

    def set_title(self, title: str, *, allows: bool) -> None:
        self.setText(title)
        self._glyph = Glyph.CHECK if allows else Glyph.CROSS
        self.set_color("allowed" if allows else "blocked")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        box = QRectF(0, (self.height() - _GLYPH) / 2, _GLYPH, _GLYPH)
        paint_glyph(QPainter(self), self._glyph, box, self.palette().windowText().color(), 1.8)


class RuleTable(RichText):
    """Rules in plain words, one a row: the URL, which URLs that means, and a link to the line."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rules: tuple[PlainRule, ...] = ()
        self._is_compact = False

    def set_compact(self, is_compact: bool) -> None:
        """Give the URLs no more width than they need, and name the lines by their numbers alone."""
        if is_compact != self._is_compact:
            self._is_compact = is_compact
            self._rebuild()

    def set_rules(self, rules: Sequence[PlainRule]) -> None:
        if tuple(rules) != self._rules:
            self._rules = tuple(rules)
            self._rebuild()

    def _has_links(self) -> bool:
        return bool(self._rules)

    def _insert(self, cursor: QTextCursor) -> None:
        if not self._rules:
            return
        form = QTextTableFormat()
        form.setBorder(0)
        form.setCellPadding(_PADDING)
        form.setCellSpacing(0)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        line = QTextLength(QTextLength.Type.FixedLength, self._line_width())
        form.setColumnWidthConstraints([self._shape_length(), QTextLength(), line])
        thin = QTextBlockFormat()  # of the empty blocks before and after a table
        thin.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor.setBlockFormat(thin)
        table = cursor.insertTable(len(self._rules), 3, form)
        style = PieceStyle(12, 400, "text2")
        for row, rule in enumerate(self._rules):
            for column, phrase in enumerate(((_url_of(rule),), rule.which, (self._line_of(rule),))):
                at = table.cellAt(row, column).firstCursorPosition()
                self._insert_paragraph(at, Paragraph(phrase, style, _LINE))
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.setBlockFormat(thin)

    def _shape_length(self) -> QTextLength:
        if not self._is_compact:
            return QTextLength(QTextLength.Type.PercentageLength, _SHAPE_SHARE)
        metrics = QFontMetricsF(theme.fonts.mono(12))
        longest = max(metrics.horizontalAdvance(_url_of(rule).text) for rule in self._rules)
        return QTextLength(QTextLength.Type.FixedLength, min(longest + 2 * _PADDING + 2, _MOST_COMPACT))

    def _line_width(self) -> float:
        metrics = QFontMetricsF(theme.fonts.ui(12, 500))
        return max(metrics.horizontalAdvance(self._line_of(rule).text) for rule in self._rules) + 2 * _PADDING + 2

    def _line_of(self, rule: PlainRule) -> Piece:
        """Return the link to the line of a rule, which does not wrap."""
        piece = line_piece(rule.line)
        return piece._replace(text=str(rule.line) if self._is_compact else piece.text.replace(" ", "\u00a0"))


class RuleListView(QWidget):
    """A list of rules with its title."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = ListTitle(self)
        self.rules = RuleTable(self)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.title)
        table = QVBoxLayout()
        table.setContentsMargins(_TITLE_LEFT - _PADDING, 0, 0, 0)
        table.addWidget(self.rules)
        rows.addLayout(table)

    def show_list(self, shown: PlainList | None) -> None:
        self.setVisible(shown is not None)
        self.rules.set_rules(shown.rules if shown else ())
        if shown:
            self.title.set_title(shown.title, allows=shown.allows)
            self.rules.setAccessibleName(shown.title)
            self.rules.setAccessibleDescription("\n".join(as_text(rule.phrase) for rule in shown.rules))


class SummaryView(QScrollArea):
    """A sentence, the rules in two lists side by side, and notes; many rules fold to those that decide most URLs."""

    def __init__(self, actions: WhyActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.access = PlainAccess(())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content = Ground(self)
        self.sentence = RichText(self._content)
        self.lists = RuleListView(self._content), RuleListView(self._content)
        self.notes = RichText(self._content)
        self.notes.setAccessibleName(tr("Notes"))
        self.more = FoldButton(self._content)
        self._lay_out()
        self.setWidget(self._content)
        self._cover = DimmingCover(self.viewport())
        self.more.toggled.connect(self._on_more_toggled)
        for part in (self.sentence, self.notes, *(each.rules for each in self.lists)):
            part.line_activated.connect(actions.show_line)
            part.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def show_access(self, access: PlainAccess, *, is_same: bool) -> None:
        """Show what a crawler may fetch; what was unfolded stays if it `is_same` as before."""
        self.access = access
        if not is_same:
            self.more.setChecked(False)
            self.verticalScrollBar().setValue(0)
        said = sentences((access.sentence, (Piece(access.counts),)))
        self.sentence.set_paragraphs([Paragraph(said, PieceStyle(14), 22)])
        self.sentence.setAccessibleName(as_text(said))
        self._show_rules()
        style = PieceStyle(12, 400, "text2")
        self.notes.set_paragraphs(
            [Paragraph(note, style, 18, 2 if place else 0) for place, note in enumerate(access.notes)]
        )
        self.notes.setVisible(bool(access.notes))

    def set_stale(self, stale: bool) -> None:
        """Dim the content, or undim it."""
        self._cover.set_dimming(stale)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() >= _SIDE_BY_SIDE_FROM
        for view in self.lists:
            view.rules.set_compact(is_wide and self.width() < _ROOMY_FROM)
        direction = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        self._columns.setDirection(direction)

    def _show_rules(self) -> None:
        access = self.access
        hidden = access.rule_count - MOST_RULES
        self.more.setVisible(hidden > 0)
        self.more.set_phrase(_more_words(hidden, is_open=self.more.isChecked()))
        shown = access.lists if self.more.isChecked() else access.deciding_most()
        for place, view in enumerate(self.lists):
            view.show_list(shown[place] if place < len(shown) else None)

    def _lay_out(self) -> None:
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(_BETWEEN)
        left, right = QVBoxLayout(), QVBoxLayout()
        for column, parts in ((left, (self.lists[0], self.more)), (right, (self.lists[1], self.notes))):
            column.setSpacing(6)
            for part in parts:
                column.addWidget(part)
            column.addStretch(1)
            self._columns.addLayout(column, 1)
        rows = QVBoxLayout(self._content)
        rows.setContentsMargins(_INSET, 8, _INSET, 4)
        rows.setSpacing(6)
        rows.addWidget(self.sentence)
        rows.addLayout(self._columns)
        rows.addStretch(1)

    def _on_more_toggled(self, _is_open: bool) -> None:
        self._show_rules()


def _url_of(rule: PlainRule) -> Piece:
    return Piece(shortened(rule.shape, _LONGEST_SHAPE), PieceKind.URL)


def _more_words(count: int, *, is_open: bool) -> Phrase:
    return (Piece(tr("Show fewer rules") if is_open else ntr(Plural("{count} more", "{count} more"), count)),)
