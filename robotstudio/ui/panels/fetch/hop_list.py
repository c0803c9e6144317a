"""The requests of a fetch as a list: status, address, source, and timing."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from robotstudio.fetch.evidence import Evidence, Hop
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.panels.fetch.full_table import show_in_full
from robotstudio.ui.panels.fetch.sentences import HopLine, hop_lines, steps_of, timing_text
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
_EDGES = {Tone.ALLOWED: "allowed_edge", Tone.BLOCKED: "blocked_edge", Tone.WARNING: "warning_edge"}


class StepSpan(NamedTuple):
    """A step by its index in `TIMING_STEPS`, from `start` to `end` on a time axis from 0 to 1."""

    place: int
    start: float
    end: float


def bar_width(width: int) -> int:
    """Return the width of the time bars in a list of this width."""
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
        self.marks_selection = False
        """True if the current hop is highlighted."""
        self._model = HopModel(self)
        self.setModel(self._model)
        _HopDelegate(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setUniformItemSizes(True)
        self.setAccessibleName(tr("Hops"))
        show_in_full(self)
        self.selectionModel().currentChanged.connect(self._on_current_changed)

    def set_evidence(self, evidence: Evidence) -> None:
        """Show the hops of other evidence; the last one becomes current."""
        self._model.set_evidence(evidence)
        self.setFixedHeight(len(evidence.hops) * ROW_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if evidence.hops else Qt.FocusPolicy.NoFocus)
        if evidence.hops:
            self.setCurrentIndex(self._model.index(len(evidence.hops) - 1, 0))

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

    def __init__(self, hops: HopList) -> None:
        super().__init__(hops, ROW_HEIGHT)
        self._hops = hops

    def paint_ground(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        is_selected = state.is_selected and index.model().rowCount() > 1 and self._hops.marks_selection
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
        track = QRectF(right - width, rect.center().y() - height / 2, width, height)
        painter.fillRect(track, theme.color("sunken"))
        if spans:
            left = track.left() + spans[0].start * width
            part = QRectF(left, track.top(), max((spans[-1].end - spans[0].start) * width, 1), height)
            painter.fillRect(part, theme.color("accent"))
        run = TextRun(WORDS.duration(hop.elapsed_ms), theme.fonts.ui(12, 600), theme.color("text"))
        left = rect.right() - SIZES.panel_inset - run.width
        draw_runs(painter, QRectF(left, rect.top(), run.width + 1, rect.height()), [run])


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
