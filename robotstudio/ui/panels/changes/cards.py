"""Large counts of URLs that become blocked, become allowed or stay the same, and the same for each crawler."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.engine.changes import Change
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.panels.changes.change_painter import SIDE_LOOKS
from robotstudio.ui.theme.glyphs import VERDICT_BOX, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.painting import TextRun, advance, draw_box, draw_runs, runs_width

_CARD_HEIGHT, _CARD_HEIGHT_LOW = 70, 54
_COUNT_SIZES = (24, 20, 17, 14)
_DISC, _DISC_LEFT, _TEXT_LEFT = 30, 14, 58
_EDGES = {Change.BLOCKED: "blocked_edge", Change.ALLOWED: "allowed_edge", Change.SAME: "border"}
_TITLE, _BARS = 24, 46
_BAR, _BAR_GAP = 5, 16
_NARROWEST, _TRACK_LEAST = 80, 56
_MOST_TOLD = 20
_MORE = Plural("{count} more", "{count} more")
_BLOCKED = Plural("{count} blocked", "{count} blocked")
_ALLOWED = Plural("{count} allowed", "{count} allowed")


class CountCard(QWidget):
    """One count with its label and one more fact."""

    def __init__(self, change: Change, title: Plural, short: Plural, parent: QWidget | None = None) -> None:
        """Create a card; `title` and `short` are labels after the number."""
        super().__init__(parent)
        self._change = change
        self._words = title, short
        self._title = self._short = ""
        self._is_low = False
        self.count = ""
        self.fact = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_count(self, count: int, fact: str = "") -> None:
        self.count, self.fact = WORDS.number(count), fact
        self._title, self._short = (ntr(words, count) for words in self._words)
        said = together(" ", self.count, self._title)
        self.setAccessibleName(side_by_side((said, fact)) if fact else said)
        self.setToolTip(self.accessibleName())
        self.update()

    def set_low(self, is_low: bool) -> None:
        """Use less height."""
        if is_low != self._is_low:
            self._is_low = is_low
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(150, _CARD_HEIGHT_LOW if self._is_low else _CARD_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        rect = QRectF(self.rect())
        glyph, color, ground = SIDE_LOOKS[self._change]
        draw_box(painter, rect, RADII.card, theme.color(ground), theme.color(_EDGES[self._change]))
        disc = QRectF(_DISC_LEFT, rect.center().y() - _DISC / 2, _DISC, _DISC)
        draw_box(painter, disc, _DISC / 2, theme.color("raised"), theme.color(_EDGES[self._change]))
        side = 11
        box = QRectF(disc.center().x() - side / 2, disc.center().y() - side / 2, side, side)
        paint_glyph(painter, glyph, box, theme.color(color), 2)
        width = rect.width() - _TEXT_LEFT - 10
        middle = rect.center().y()
        upper = QRectF(_TEXT_LEFT, middle - 29, width, 32)
        said, below = self.lines(width)
        if not below:
            upper.moveTop(middle - upper.height() / 2)
        draw_runs(painter, upper, said)
        draw_runs(painter, QRectF(_TEXT_LEFT, middle + 4, width, 18), below)

    def lines(self, width: float) -> tuple[list[TextRun], list[TextRun]]:
        """Return the upper and lower line for a width in pixels; a label without room moves below its number."""
        color = theme.color("text2" if self._change is Change.SAME else SIDE_LOOKS[self._change][1])
        text, counts = (
            theme.color("text"),
            [TextRun(self.count, theme.fonts.ui(size, 600), color) for size in _COUNT_SIZES],
        )
        fact = [TextRun(self.fact, theme.fonts.ui(12), theme.color("text2"))] if self.fact else []
        for words, size in ((self._title, 13), (self._short, 13), (self._short, 11)):
            runs = [counts[0], TextRun(words, theme.fonts.ui(size, 600), text, 8 if size > 11 else 6)]
            if runs_width(runs) <= width:
                return runs, fact
        count = next((run for run in counts if runs_width([run]) <= width), counts[-1])
        if self.fact:
            fact = [TextRun(self.fact, theme.fonts.ui(12), theme.color("text2"), 6)]
        return [count], [TextRun(self._short, theme.fonts.ui(11, 600), text), *fact]


class CrawlerBar(Struct, frozen=True):
    """The changes of one crawler."""

    title: str
    blocked: int
    allowed: int

    @property
    def flips(self) -> int:
        """Number of URLs that flip."""
        return self.blocked + self.allowed


class CrawlerBars(QWidget):
    """A bar for each crawler, as long as its share of the flips; without room for all, only those that change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: Sequence[CrawlerBar] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_bars(self, bars: Sequence[CrawlerBar]) -> None:
        """Show other crawlers, in the order of the matrix."""
        self._bars = tuple(bars)
        said = [WORDS.about(bar.title, self._words(bar)) for bar in self._bars if bar.flips][:_MOST_TOLD]
        self.setAccessibleName(tr("By crawler"))
        self.setAccessibleDescription(WORDS.clauses(said))
        named = [WORDS.about(bar.title, self._words(bar) or tr("no change")) for bar in self._bars[:_MOST_TOLD]]
        self.setToolTip(together("\n", *named))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, _TITLE + _BARS)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def shown(self) -> tuple[Sequence[CrawlerBar], int]:
        """Return the crawlers that fit and the number of those left out."""
        most = max(1, int((self.width() + _BAR_GAP) // self._step_least()))
        if len(self._bars) <= most:
            return self._bars, 0
        by_flips = sorted(self._bars, key=lambda bar: -bar.flips)[: most - 1]
        return [bar for bar in self._bars if bar in by_flips], len(self._bars) - len(by_flips)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        title = [TextRun(tr("By crawler"), theme.fonts.ui(12, 600), theme.color("text"))]
        draw_runs(painter, QRectF(0, 0, self.width(), _TITLE), title)
        bars, more = self.shown()
        places = len(bars) + (more > 0)
        if not places:
            return
        rooms = self.rooms(bars, more)
        track, most = min(room.width() for room in rooms), max(bar.flips for bar in bars)
        for room, bar in zip(rooms, bars, strict=False):
            self._paint_bar(painter, room, track, bar, most)
        if more:
            room = QRectF(rooms[-1].topLeft(), QSizeF(rooms[-1].width(), 18))
            draw_runs(painter, room, [self._more_run(more)])

    def rooms(self, bars: Sequence[CrawlerBar], more: int) -> Sequence[QRectF]:
        """Return the rectangles of the bars and of the rest: side by side, wider if a name needs it."""
        gap, needed = _BAR_GAP, [self._name_run(bar).width + 1 for bar in bars]
        if more:
            needed.append(self._more_run(more).width + 1)
        even = min(170, (self.width() + gap) / len(needed)) - gap
        wide = [max(0.0, need - even) for need in needed]
        spare = sum(max(0.0, even - max(need, _TRACK_LEAST)) for need in needed)
        share = sum(wide) / spare if spare >= sum(wide) > 0 else 0.0
        rooms, x = [], 0.0
        for need in needed:
            width = need if share and need > even else even - share * max(0.0, even - max(need, _TRACK_LEAST))
            rooms.append(QRectF(x, _TITLE, width, _BARS))
            x += width + gap
        return rooms

    def _name_run(self, bar: CrawlerBar) -> TextRun:
        has_any = bar.flips > 0
        return TextRun(
            bar.title, theme.fonts.ui(12, 500 if has_any else 400), theme.color("text" if has_any else "text3")
        )

    def _more_run(self, more: int) -> TextRun:
        return TextRun(ntr(_MORE, more), theme.fonts.ui(12), theme.color("text3"))

    def _paint_bar(self, painter: QPainter, rect: QRectF, longest: float, bar: CrawlerBar, most: int) -> None:
        """Paint a bar; `longest` is the same for all, however wide their names, so that lengths compare."""
        draw_runs(painter, QRectF(rect.left(), rect.top(), rect.width(), 18), [self._name_run(bar)])
        track = QRectF(rect.left(), rect.top() + 21, longest, _BAR)
        draw_box(painter, track, _BAR / 2, theme.color("sunken"))
        x = track.left()
        for count, color in ((bar.blocked, "blocked"), (bar.allowed, "allowed")):
            if count and most:
                width = max(_BAR, 0.9 * track.width() * count / most)
                draw_box(painter, QRectF(x, track.top(), width, track.height()), _BAR / 2, theme.color(color))
                x += width + 1
        self._paint_words(painter, QRectF(rect.left(), rect.top() + 28, rect.width(), 18), bar)

    def _paint_words(self, painter: QPainter, room: QRectF, bar: CrawlerBar) -> None:
        if not bar.flips:
            draw_runs(painter, room, [TextRun(tr("no change"), theme.fonts.ui(11), theme.color("text3"))])
            return
        sign = (VERDICT_BOX) + 6
        has_room = advance(self._words(bar), theme.fonts.ui(11, 600)) + sign <= room.width()
        is_named = has_room and not (bar.blocked and bar.allowed)
        for count, change in ((bar.blocked, Change.BLOCKED), (bar.allowed, Change.ALLOWED)):
            if not count:
                continue
            glyph, token, _ = SIDE_LOOKS[change]
            words = self._words(bar) if is_named else WORDS.number(count)
            room = self._paint_count(painter, room, glyph, theme.color(token), words)

    def _paint_count(self, painter: QPainter, room: QRectF, glyph: Glyph, color: QColor, words: str) -> QRectF:
        side = VERDICT_BOX
        box = QRectF(room.left(), room.center().y() - side / 2, side, side)
        paint_glyph(painter, glyph, box, color, VERDICT_STROKE)
        runs = [TextRun(words, theme.fonts.ui(11, 600), color)]
        draw_runs(painter, room.adjusted(side + 6, 0, 0, 0), runs)
        return room.adjusted(side + 6 + runs_width(runs) + 10, 0, 0, 0)

    def _words(self, bar: CrawlerBar) -> str:
        parts = []
        if bar.blocked:
            parts.append(ntr(_BLOCKED, bar.blocked))
        if bar.allowed:
            parts.append(ntr(_ALLOWED, bar.allowed))
        return side_by_side(parts)

    def _step_least(self) -> int:
        return _NARROWEST + _BAR_GAP
