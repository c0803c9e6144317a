"""The requests of a fetch as a list: status, address, source, and timing."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from robotstudio.fetch.evidence import Evidence, Hop
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.fetch.sentences import TIMING_STEPS, HopLine, hop_lines, steps_of, timing_text
from robotstudio.ui.theme.palette import qcolor
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs
from robotstudio.ui.widgets.row_delegate import Index, RowDelegate, RowState
from robotstudio.ui.widgets.tone import TONES, Tone

ROW_HEIGHT = 40

_ROOT = QModelIndex()
_HOP_ROLE = Qt.ItemDataRole.UserRole
_CHIP_WIDTH, _CHIP_HEIGHT = 40, 20
_TEXT_GAP = 12
_BAR_HEIGHT = 8
_TIME_WIDTH = 62
_LEGEND_GAP = 26
_STEP_GROUPS = (0, 2, 1, 4)  # group colour of each step: grey, violet, blue, teal
_EDGES = {Tone.ALLOWED: "allowed_edge", Tone.BLOCKED: "blocked_edge", Tone.WARNING: "warning_edge"}


class StepSpan(NamedTuple):
    """A step by its index in `TIMING_STEPS`, from `start` to `end` on a time axis from 0 to 1."""

    place: int
    start: float
    end: float


def bar_width(width: int) -> int:
    """Return the width of the time bars in a list of this width; the legend is aligned to it."""
    return 206 if width >= 780 else 120


def bar_right(width: int) -> int:
    return width - SIZES.panel_inset - _TIME_WIDTH


class HopModel(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._hops: tuple[Hop, ...] = ()
        self._lines: tuple[HopLine, ...] = ()
        self._timeline: tuple[tuple[StepSpan, ...], ...] = ()

    def set_evidence(self, evidence: Evidence) -> None:
        self.beginResetModel()
        self._hops = evidence.hops
        self._lines = hop_lines(evidence)
        self._timeline = timeline(evidence.hops)
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._hops)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._hops):
            return None
        hop, line = self._hops[index.row()], self._lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{line.status} {line.url}"
        if role in {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            time = WORDS.about(WORDS.duration(hop.elapsed_ms), timing_text(hop))
            return "\n".join((f"{line.status} {line.url}", line.detail, time))
        return (hop, line, self._timeline[index.row()]) if role == _HOP_ROLE else None


class HopList(QListView):
    """One hop is current; `hop_selected` carries its index."""

    hop_selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows_shown = 2
        self._model = HopModel(self)
        self.setModel(self._model)
        _HopDelegate(self, ROW_HEIGHT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setUniformItemSizes(True)
        self.setAccessibleName(tr("Hops"))
        self.selectionModel().currentChanged.connect(self._on_current_changed)

    def set_evidence(self, evidence: Evidence) -> None:
        """Show the hops of other evidence; the last one becomes current."""
        self._model.set_evidence(evidence)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if evidence.hops else Qt.FocusPolicy.NoFocus)
        if evidence.hops:
            self.setCurrentIndex(self._model.index(len(evidence.hops) - 1, 0))
            self.scrollToBottom()

    def sizeHint(self) -> QSize:
        return QSize(0, self._rows_shown * ROW_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, ROW_HEIGHT)

    def set_rows_shown(self, count: int) -> None:
        """Set the height to a number of rows."""
        self._rows_shown = count
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy) and self.currentIndex().isValid():
            QGuiApplication.clipboard().setText(str(self.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)))
            return
        super().keyPressEvent(event)

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.hop_selected.emit(current.row())


class _HopDelegate(RowDelegate):
    """Paints the status on a chip, the address and its source, and the time bar."""

    def paint_ground(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        # A single hop is always selected, so the selection is not worth painting.
        is_selected = state.is_selected and index.model().rowCount() > 1
        super().paint_ground(painter, rect, index, RowState(is_selected, is_hovered=False))

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, _state: RowState) -> None:
        hop, line, spans = index.data(_HOP_ROLE)
        self._paint_links(painter, rect, index.row(), index.model().rowCount() - 1)
        self._paint_chip(painter, rect, line)
        self._paint_words(painter, rect, line)
        self._paint_time(painter, rect, hop, spans)

    def _paint_links(self, painter: QPainter, rect: QRectF, row: int, last: int) -> None:
        """Paint the line that connects the chips."""
        color = theme.color("border_strong")
        x = SIZES.panel_inset + _CHIP_WIDTH / 2
        half = _CHIP_HEIGHT / 2
        if row:
            painter.fillRect(QRectF(x, rect.top(), 1, rect.height() / 2 - half), color)
        if row < last:
            top = rect.center().y() + half
            painter.fillRect(QRectF(x, top, 1, rect.bottom() - top), color)

    def _paint_chip(self, painter: QPainter, rect: QRectF, line: HopLine) -> None:
        look = TONES[line.tone]
        width, height = _CHIP_WIDTH, _CHIP_HEIGHT
        box = QRectF(SIZES.panel_inset, rect.center().y() - height / 2, width, height)
        edge = theme.color(_EDGES.get(line.tone, "border_strong"))
        draw_box(painter, box, RADII.cell, theme.color(look.ground), edge)
        run = TextRun(line.status, theme.fonts.ui(12, 600), theme.color(look.text))
        left = box.left() + (box.width() - run.width) / 2
        draw_runs(painter, QRectF(left, box.top(), run.width + 1, box.height()), [run])

    def _paint_words(self, painter: QPainter, rect: QRectF, line: HopLine) -> None:
        left = SIZES.panel_inset + _CHIP_WIDTH + _TEXT_GAP
        right = bar_right(round(rect.width())) - bar_width(round(rect.width())) - _TEXT_GAP
        place = QRectF(left, rect.top() + 3, right - left, 18)
        draw_runs(painter, place, [TextRun(line.url, theme.fonts.mono(12, 500), theme.color("text"))])
        place.translate(0, 16)
        draw_runs(painter, place, [TextRun(line.detail, theme.fonts.ui(11), theme.color("text2"))])

    def _paint_time(self, painter: QPainter, rect: QRectF, hop: Hop, spans: tuple[StepSpan, ...]) -> None:
        width, right = bar_width(round(rect.width())), bar_right(round(rect.width()))
        height = _BAR_HEIGHT
        track = QRectF(right - width, rect.top() + 8, width, height)
        painter.fillRect(track, theme.color("sunken"))
        for span in spans:
            left = track.left() + span.start * width
            part = QRectF(left, track.top(), max((span.end - span.start) * width - 1, 1), height)
            painter.fillRect(part, step_color(span.place))
        run = TextRun(WORDS.duration(hop.elapsed_ms), theme.fonts.ui(12, 600), theme.color("text"))
        left = rect.right() - SIZES.panel_inset - run.width
        draw_runs(painter, QRectF(left, rect.top() + 3, run.width + 1, 18), [run])


def step_color(place: int) -> QColor:
    return qcolor(theme.tokens.group(_STEP_GROUPS[place]))


class TimingLegend(QWidget):
    """The colours of the steps, above the bars."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = side_by_side(tr(word) for _, word in TIMING_STEPS)
        self.setAccessibleName(tr("Time: {steps}", steps=words))

    def fit(self, width: int) -> None:
        """Align with the bars of a list of this width."""
        self.setFixedSize(max(self._words_width(), bar_width(width) + _TIME_WIDTH), 18)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        x, middle = 0.0, self.height() / 2
        for place, (_, word) in enumerate(TIMING_STEPS):
            painter.fillRect(QRectF(x, middle - 4, 8, 8), step_color(place))
            run = self._run(word)
            draw_runs(painter, QRectF(x + 13, 0, run.width + 1, self.height()), [run])
            x += run.width + _LEGEND_GAP

    def _words_width(self) -> int:
        return round(sum(self._run(word).width + _LEGEND_GAP for _, word in TIMING_STEPS))

    def _run(self, word: str) -> TextRun:
        return TextRun(tr(word), theme.fonts.ui(11), theme.color("text2"))


def timeline(hops: Sequence[Hop]) -> tuple[tuple[StepSpan, ...], ...]:
    """Return the spans of each hop; the axis starts with the first hop and ends with the last."""
    begin = min((hop.started_ms for hop in hops), default=0.0)
    whole = max((hop.started_ms + hop.elapsed_ms - begin for hop in hops), default=0.0)
    if not math.isfinite(whole) or whole <= 0:
        return tuple(() for _ in hops)
    return tuple(_spans(hop, begin, whole) for hop in hops)


def _spans(hop: Hop, begin: float, whole: float) -> tuple[StepSpan, ...]:
    """Return spans that end with the hop: time outside the steps comes first, e.g. waiting for a free connection."""
    steps = steps_of(hop.timings)
    known = sum(milliseconds for _, _, milliseconds in steps)
    at = hop.started_ms - begin + max(0.0, hop.elapsed_ms - known)
    spans = []
    for place, _, milliseconds in steps:
        spans.append(StepSpan(place, min(at / whole, 1.0), min((at + milliseconds) / whole, 1.0)))
        at += milliseconds
    return tuple(spans)
