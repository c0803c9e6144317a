"""Layout of the comparison: columns, rows, and clickable spots."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from robotstudio.draft.rule_alignment import PathColumns, RuleAlignment, all_columns, fold_columns
from robotstudio.text.language import WORDS
from robotstudio.text.phrases import Phrase
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import TextRun
from robotstudio.ui.widgets.rich_text import PieceStyle

CELL = 10
MOST_CELLS = 40

_RULER, _LANE, _PITCH = 19, 22, 23
_LINE, _NAME_GAP, _NAME = 19, 11, 82
_RESULT, _LEAST_RESULT, _MOST_RESULT, _RESULT_GAP = 150, 80, 230, 19
_BYTES_WIDTH, _BYTES_GAP, _BEHIND_GLYPH = 34, 10, 20
_LEAST_CELLS = 16
_CHEVRON = 14


class SpotKind(Enum):
    LINE = "line"  # leads to a line
    OTHERS = "others"  # shows more rules, or fewer
    PATH = "path"  # shows the whole path, or folds it
    PLAIN = "plain"  # only text


class ClickableSpot(Struct, frozen=True):
    """An area that pointer or keyboard can activate; `name` is its accessible name."""

    kind: SpotKind
    rect: QRectF
    name: str
    line: int = 0


class Tail(Struct, frozen=True):
    """A row below the rules, with its action and its text."""

    kind: SpotKind
    phrase: Phrase
    is_open: bool = False

    @property
    def glyph(self) -> Glyph | None:
        if self.kind is SpotKind.PLAIN:
            return None
        return Glyph.CHEVRON_DOWN if self.is_open else Glyph.CHEVRON_RIGHT


@dataclass(eq=False)
class Geometry:
    """One layout of a comparison for a width; replaced when either changes."""

    comparison: RuleAlignment
    tails: Sequence[Tail]
    width: int
    path_unfolded: bool
    columns: PathColumns = field(init=False)
    line_width: float = field(init=False)
    bytes_width: float = field(init=False)
    result_width: float = field(init=False)

    def __post_init__(self) -> None:
        """Measure the columns, and fold the path to what fits."""
        metrics = QFontMetricsF(theme.fonts.ui(12, 600))
        widest = max((metrics.horizontalAdvance(str(row.line)) for row in self.comparison.rows), default=0)
        self.line_width = max(_LINE, widest + 1)
        self.bytes_width = max(_BYTES_WIDTH, self._widest_count() + _BYTES_GAP)
        self.result_width = self._width_of_results()
        length = len(self.comparison.path)
        if self.path_unfolded:
            self.columns = all_columns(length)
        else:
            self.columns = fold_columns(length, self.most_cells, self.comparison.marks)

    def _widest_count(self) -> float:
        """Return the width of the longest byte count."""
        counts = [len(self.comparison.path), *(row.byte_count for row in self.comparison.rows)]
        metrics = QFontMetricsF(theme.fonts.ui(12, 600))
        return max(metrics.horizontalAdvance(WORDS.number(count)) for count in counts)

    def _width_of_results(self) -> float:
        """Return the width of the longest result as far as the path keeps its minimum; longer results are elided."""
        widest = 0.0
        for row in self.comparison.rows:
            metrics = QFontMetricsF(theme.fonts.ui(12, 600 if row.wins else 400))
            widest = max(widest, metrics.horizontalAdvance(row.result))
        least, most = _RESULT, _MOST_RESULT
        beside = self.name_x + (_NAME + _RESULT_GAP) + self.bytes_width + _LEAST_CELLS * self.cell
        wanted = max(least, min(most, widest + _BEHIND_GLYPH))
        return max(_LEAST_RESULT, min(wanted, self.width - beside))

    @property
    def most_cells(self) -> int:
        """Number of bytes that a folded path shows."""
        return min(MOST_CELLS, max(8, int(self.room.width() / self.cell)))

    @property
    def can_fold_path(self) -> bool:
        """True if the path is longer than what a folded one shows."""
        return len(self.comparison.path) > self.most_cells

    @property
    def cell(self) -> int:
        return CELL

    @property
    def name_x(self) -> float:
        """The left edge of the field names."""
        return self.line_width + _NAME_GAP

    @property
    def result_x(self) -> float:
        return self.width - self.result_width

    @property
    def bytes_right(self) -> float:
        return self.result_x - _RESULT_GAP

    @property
    def room(self) -> QRectF:
        """Visible area of the cells."""
        left = self.name_x + _NAME
        right = max(left + 80, self.bytes_right - self.bytes_width)
        return QRectF(left, 0, right - left, self.height)

    @property
    def overflow(self) -> int:
        """Pixels by which the cells are wider than their visible area."""
        return max(0, round((self.columns.cells + 1) * self.cell - self.room.width()))

    @property
    def ruler(self) -> QRectF:
        """Area of the titles and the byte numbers."""
        return QRectF(0, 0, self.width, _RULER - 2)

    @property
    def height(self) -> int:
        return _RULER + _PITCH * (1 + len(self.comparison.rows) + len(self.tails))

    def lane(self, row: int) -> QRectF:
        """Return the rectangle of a row: the path is row 0, the rules follow, then the tails."""
        return QRectF(0, _RULER + _PITCH * row, self.width, _LANE)

    def tail_lane(self, index: int) -> QRectF:
        return self.lane(1 + len(self.comparison.rows) + index)

    def tail_runs(self, tail: Tail, link: int | None) -> list[TextRun]:
        """Return the text runs of a tail; those that link to the line `link` are underlined."""
        style = PieceStyle(12, 400, "text2")
        runs = []
        for piece in tail.phrase:
            font = theme.fonts.ui(12) if piece.line else style.font(piece)
            font.setUnderline(bool(piece.line) and piece.line == link)
            runs.append(TextRun(piece.text, font, theme.color("text2")))
        return runs

    def spots(self) -> list[ClickableSpot]:
        found = [
            ClickableSpot(
                SpotKind.LINE,
                QRectF(0, self.lane(place).top(), self.line_width + 4, self.lane(place).height()),
                WORDS.about(str(row.line), side_by_side((row.words.text, row.result))),
                row.line,
            )
            for place, row in enumerate(self.comparison.rows, 1)
        ]
        for index, tail in enumerate(self.tails):
            found += self._tail_spots(tail, self.tail_lane(index))
        return found

    def tail_text_left(self, tail: Tail) -> float:
        """Return the left edge of a tail's text."""
        return _CHEVRON if tail.glyph else 0

    def _tail_spots(self, tail: Tail, lane: QRectF) -> list[ClickableSpot]:
        x = self.tail_text_left(tail)
        links = []
        for piece, run in zip(tail.phrase, self.tail_runs(tail, None), strict=True):
            if piece.line:
                links.append(
                    ClickableSpot(
                        SpotKind.LINE, QRectF(x, lane.top(), run.width, lane.height()), piece.text, piece.line
                    )
                )
            x += run.width
        if tail.kind is SpotKind.PLAIN:
            return links
        words = "".join(piece.text for piece in tail.phrase)
        return [ClickableSpot(tail.kind, QRectF(0, lane.top(), min(x, self.width), lane.height()), words), *links]
