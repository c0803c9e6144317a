"""The draft as bytes, with invisible characters and the point at which a crawler stops reading."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QSizePolicy, QWidget

from robotstudio.draft.file_bytes import ByteFacts, ByteLimits, ByteLook, FileBytes, Stretch, facts_of
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import draw_box, draw_focus_ring

if TYPE_CHECKING:  # the text is shown before it is parsed
    from robotstudio.engine import Dialect

_ROW, _TEXT_PX, _SIGN_PX, _NUMBER_PX = 20, 13, 10, 11
_LEFT, _GAP, _SIGN_PAD, _RADIUS = 8, 14, 4, 3
_AFTER_EDIT_MS = 80
_LOOKS = {
    ByteLook.TEXT: ("text", None),
    ByteLook.BLANK: ("text3", None),
    ByteLook.SIGN: ("warning", "warning_tint"),
    ByteLook.BYTE: ("blocked", "blocked_tint"),
    ByteLook.END: ("text3", "sunken"),
    ByteLook.CUT: ("blocked", "blocked_tint"),
}


class ByteLines(QAbstractScrollArea):
    """Rows of bytes; only visible ones are read."""

    accessible_role = QAccessible.Role.Document

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.file = FileBytes(b"", ByteLimits())
        self._widest = 0.0
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Bytes of the draft"))
        theme.changed.connect(self._on_theme_changed)

    def set_bytes(self, file: FileBytes) -> None:
        """Show these bytes; the scroll position stays."""
        self.file = file
        self._widest = 0.0
        self._update_bars()
        self.viewport().update()

    def reveal_line(self, line: int) -> None:
        """Scroll to a line, counted from 1."""
        seen = max(1, self.viewport().height() // self._row_height)
        self.verticalScrollBar().setValue(max(0, line - 1 - seen // 2))

    def rows_in_sight(self) -> Iterator[int]:
        """Return the visible rows, counted from 0."""
        first = self.verticalScrollBar().value()
        count = self.viewport().height() // self._row_height + 1
        yield from range(first, min(len(self.file), first + count))

    @property
    def _row_height(self) -> int:
        return _ROW

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme.color("surface"))
        numbers = self._numbers_width()
        painter.fillRect(QRectF(0, 0, numbers, self.viewport().height()), theme.color("gutter"))
        height, first, widest = self._row_height, self.verticalScrollBar().value(), self._widest
        for row in self.rows_in_sight():
            top = (row - first) * height
            self._paint_number(painter, row, QRectF(0, top, numbers, height))
            painter.save()
            painter.setClipRect(QRectF(numbers + 1, top, self.viewport().width(), height))
            widest = max(widest, self._paint_row(painter, row, QRectF(numbers, top, 0, height)))
            painter.restore()
        painter.fillRect(QRectF(numbers, 0, 1, self.viewport().height()), theme.color("border"))
        if self.hasFocus():
            draw_focus_ring(painter, QRectF(self.viewport().rect()), 0, theme.color("accent"))
        painter.end()
        if widest > self._widest:
            self._widest = widest
            self._update_bars()

    def _paint_number(self, painter: QPainter, row: int, rect: QRectF) -> None:
        font, color = theme.fonts.mono(_NUMBER_PX), theme.color("text3")
        painter.setFont(font)
        painter.setPen(color)
        text = f"{row + 1}  {WORDS.number(self.file.start(row))}"
        painter.drawText(
            rect.adjusted(_LEFT, 0, -_LEFT, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text
        )

    def _paint_row(self, painter: QPainter, row: int, rect: QRectF) -> float:
        """Paint the pieces of a line, and return their width."""
        text_font, sign_font = theme.fonts.mono(_TEXT_PX), theme.fonts.mono(_SIGN_PX, 600)
        text_metrics, sign_metrics = QFontMetricsF(text_font), QFontMetricsF(sign_font)
        start = rect.left() + _GAP - self.horizontalScrollBar().value()
        x, right = start, self.viewport().width()
        for stretch in self.file.stretches(row):
            is_text = stretch.look in {ByteLook.TEXT, ByteLook.BLANK}
            metrics = text_metrics if is_text else sign_metrics
            pad = 0 if is_text else _SIGN_PAD
            width = metrics.horizontalAdvance(stretch.text) + 2 * pad
            if x < right and x + width > rect.left():
                painter.setFont(text_font if is_text else sign_font)
                base = rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) / 2
                self._paint_stretch(
                    painter, stretch, QRectF(x, rect.top(), width, rect.height()), QPointF(x + pad, base)
                )
            x += width + (0 if is_text else 2)
        return x - start

    def _paint_stretch(self, painter: QPainter, stretch: Stretch, rect: QRectF, base: QPointF) -> None:
        color, ground = _LOOKS[stretch.look]
        if stretch.look is ByteLook.CUT:
            painter.setPen(QPen(theme.color("blocked"), 2, Qt.PenStyle.DashLine))
            painter.drawLine(rect.topLeft(), rect.bottomLeft())
        if ground:
            draw_box(painter, rect.adjusted(0, 3, 0, -3), _RADIUS, theme.color(ground))
        painter.setPen(theme.color(color if stretch.is_read else "text_disabled"))
        painter.drawText(base, stretch.text)

    def _numbers_width(self) -> float:
        metrics = QFontMetricsF(theme.fonts.mono(_NUMBER_PX))
        last = f"{len(self.file)}  {WORDS.number(len(self.file.body))}"
        return metrics.horizontalAdvance(last) + 2 * _LEFT

    def _update_bars(self) -> None:
        seen = max(1, self.viewport().height() // self._row_height)
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, len(self.file) - seen))
        bar.setPageStep(seen)
        room = self.viewport().width() - self._numbers_width() - 2 * _GAP
        across = self.horizontalScrollBar()
        across.setRange(0, max(0, round(self._widest - room)))
        across.setPageStep(max(1, round(room)))
        across.setSingleStep(20)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_bars()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        places = {Qt.Key.Key_Home: bar.minimum(), Qt.Key.Key_End: bar.maximum()}
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif Qt.Key(event.key()) in places:
            bar.setValue(places[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _on_theme_changed(self) -> None:
        self._widest = 0.0
        self._update_bars()
        self.viewport().update()


class ByteView(QWidget):
    """The lines, with remarks above them on the file as one crawler sees it."""

    def __init__(self, parent: QWidget) -> None:
        """Hidden until `show_body`."""
        super().__init__(parent)
        self._body, self._title = b"", ""
        self._dialect: Dialect | None = None
        self._summary = Label("", self, px=12, color="text2")
        self._summary.setWordWrap(True)
        self._summary.setContentsMargins(14, 6, 14, 6)
        self._summary.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.lines = ByteLines(self)
        rows = column_in(self)
        rows.addWidget(self._summary)
        rows.addWidget(self.lines, 1)
        self.setFocusProxy(self.lines)
        self._timer = QTimer(self, interval=_AFTER_EDIT_MS, singleShot=True)
        self._timer.timeout.connect(self._refresh)
        self.hide()

    @property
    def summary(self) -> str:
        """The remarks on the file."""
        return self._summary.text()

    def set_reader(self, dialect: "Dialect", title: str) -> None:
        """Show the file as this crawler sees it."""
        if (dialect, title) != (self._dialect, self._title):
            self._dialect, self._title = dialect, title
            self._refresh()

    def show_body(self, body: bytes) -> None:
        """Show these bytes at once."""
        self._body = body
        self._refresh()

    def set_body(self, body: bytes) -> None:
        """Show these bytes after a pause in typing."""
        self._body = body
        self._timer.start()

    def sizeHint(self) -> QSize:
        return self.lines.sizeHint()

    def _refresh(self) -> None:
        self._timer.stop()
        cuts = ByteLimits.of(self._body, self._dialect) if self._dialect else ByteLimits()
        file = FileBytes(self._body, cuts)
        self.lines.set_bytes(file)
        words = self._words(facts_of(file), cuts)
        self._summary.setText(words)
        self.lines.setAccessibleDescription(words)

    def _words(self, facts: ByteFacts, cuts: ByteLimits) -> str:
        ends = side_by_side(together(" × ", WORDS.number(count), name) for name, count in facts.ends)
        said = [ntr(_SIZE, facts.size, title=self._title)]
        said.append(tr("Line endings: {ends}.", ends=ends or tr("none")))
        said.append(tr("Byte order mark at the start.") if facts.has_bom else tr("No byte order mark."))
        if facts.hidden:
            said.append(ntr(_HIDDEN, len(facts.hidden), lines=_listed(facts.hidden)))
        if facts.cut_lines:
            said.append(ntr(_LINES_CUT, cuts.line or 0, lines=_listed(facts.cut_lines)))
        if facts.file_cut_line is not None:
            said.append(ntr(_FILE_CUT, cuts.file or 0, line=str(facts.file_cut_line)))
        return WORDS.sentences(said)


_SIZE = Plural("{count} byte as {title} reads it.", "{count} bytes as {title} reads them.")
_HIDDEN = Plural("Hidden bytes in line {lines}.", "Hidden bytes in lines {lines}.")
_LINES_CUT = Plural("Lines cut after {count} byte: {lines}.", "Lines cut after {count} bytes: {lines}.")
_FILE_CUT = Plural(
    "Reading stops in line {line}, after {count} byte.", "Reading stops in line {line}, after {count} bytes."
)


def _listed(lines: tuple[int, ...]) -> str:
    return side_by_side(map(str, lines))
