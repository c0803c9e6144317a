"""The catalogue as a list: sections with the crawlers that match the search, each with a check box."""

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from robotstudio.draft.crawler_choice import CrawlerChoice
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.explain.words import assumed_words, crawler_name
from robotstudio.lint.rules.crawlers import tokens_of_product
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.panels.crawlers.words import chain_words, dialect_title, flag_words, purpose_title
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.keys import is_delete
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs, runs_width
from robotstudio.ui.widgets.row_delegate import Index, RowState
from robotstudio.ui.widgets.row_list import RowList, RowWords

_ROW, _SECTION = 38, 28
_INSET, _BOX, _TEXT = 10, 15, 36
_SIGN, _GAP, _REMOVE = 9, 8, 28


class CatalogueRow(Struct, frozen=True):
    """A crawler, or the title of a section if there is none."""

    title: str
    crawler: Crawler | None = None
    is_chosen: bool = False
    is_own: bool = False


class CatalogueList(RowList[CatalogueRow]):
    """The crawlers of a choice, in which a click, Space or Enter toggles; Delete removes a token added by the user."""

    def __init__(
        self,
        choice: CrawlerChoice,
        toggle: Callable[[Crawler], None],
        remove: Callable[[Crawler], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, _ROW, is_boxed=True)
        self._choice = choice
        self._toggle = toggle
        self._remove_own = remove
        self._wanted: tuple[str, ...] = ()
        self._for_product: frozenset[str] = frozenset()
        self._purpose = ""
        self._released_at = QPointF()
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Crawlers"))
        self.clicked.connect(self._on_clicked)
        self.refresh()

    @property
    def current_crawler(self) -> Crawler | None:
        return self.current.crawler if self.current else None

    def set_search(self, text: str) -> None:
        """List only crawlers with all these words in their title, operator, section or tokens, or of that product."""
        self._wanted = tuple(text.casefold().split())
        self._for_product = tokens_of_product(text.strip())
        self.refresh()

    def set_purpose(self, purpose: str) -> None:
        """List only crawlers for this purpose; all if it is empty."""
        self._purpose = purpose
        self.refresh()

    def refresh(self) -> None:
        """Read the choice again."""
        listed: dict[str, list[Crawler]] = {purpose: [] for purpose in self._choice.purposes}
        for crawler in filter(self._is_wanted, self._choice.crawlers):
            listed.setdefault(crawler.purpose, []).append(crawler)
        own = {crawler.token for crawler in self._choice.own}
        chosen = {crawler.token for crawler in self._choice.chosen}
        rows = list[CatalogueRow]()
        for purpose, crawlers in listed.items():
            if crawlers:
                held = sum(crawler.token in chosen for crawler in crawlers)
                count = together(" / ", WORDS.number(held), WORDS.number(len(crawlers)))
                rows.append(CatalogueRow(together("  ", purpose_title(purpose, self._choice.catalogue), count)))
                rows += [
                    CatalogueRow(crawler_name(crawler), crawler, self._choice.holds(crawler), crawler.token in own)
                    for crawler in crawlers
                ]
        self.show_rows(rows)

    def toggle_current(self) -> None:
        """Check or uncheck the current crawler."""
        if self.current_crawler:
            self._toggle(self.current_crawler)

    def key(self, row: CatalogueRow) -> Crawler | None:
        return row.crawler

    def is_title(self, row: CatalogueRow) -> bool:
        return row.crawler is None

    def height_of(self, row: CatalogueRow) -> int:
        return _ROW if row.crawler else _SECTION

    def words(self, row: CatalogueRow) -> RowWords:
        crawler = row.crawler
        if crawler is None:
            return RowWords(row.title)
        notes = (crawler.user_agent, assumed_words(crawler), tr(crawler.note))
        reads = assumed_words(crawler) or dialect_title(crawler)
        facts = (row.title, crawler.operator, chain_words(crawler), reads, flag_words(crawler))
        return RowWords(row.title, side_by_side(filter(None, facts)), "\n".join(filter(None, notes)), row.is_chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.toggle_current()
        elif is_delete(event):
            self._remove_current()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._released_at = event.position()
        super().mouseReleaseEvent(event)

    def paint_row(self, painter: QPainter, rect: QRectF, row: CatalogueRow, _state: RowState) -> None:
        if row.crawler is None:
            self._paint_section(painter, row.title, rect)
            return
        paint_check_box(painter, self._box(rect), row.is_chosen)
        self._paint_crawler(painter, row, row.crawler, rect)

    def _paint_section(self, painter: QPainter, title: str, rect: QRectF) -> None:
        run = TextRun(title, theme.fonts.ui(11, 600), theme.color("text3"))
        draw_runs(painter, rect.adjusted(_INSET, 6, 0, 0), [run])

    def _paint_crawler(self, painter: QPainter, row: CatalogueRow, crawler: Crawler, rect: QRectF) -> None:
        right = -(_REMOVE if row.is_own else _INSET) - (_SIGN + 4)
        half = rect.height() / 2
        upper = QRectF(rect.left() + _TEXT, rect.top() + 2, rect.width() - _TEXT + right, half)
        lower = upper.translated(0, half - 3)
        name = TextRun(row.title, theme.fonts.ui(12, 500), theme.color("text"))
        operator = TextRun(crawler.operator, theme.fonts.ui(12), theme.color("text2"), 8)
        upper = self._paint_dialect(painter, crawler, upper)
        lower = self._paint_right(painter, flag_words(crawler), lower)
        draw_runs(painter, upper, [name, operator] if crawler.operator else [name])
        draw_runs(painter, lower, [TextRun(chain_words(crawler), theme.fonts.mono(11), theme.color("text3"))])
        if row.is_own:
            cross = self._remove(rect)
            inset = 8
            box = cross.adjusted(inset, inset, -inset, -inset)
            paint_glyph(painter, Glyph.CLOSE, box, theme.color("text2"), 1.3)

    def _paint_dialect(self, painter: QPainter, crawler: Crawler, rect: QRectF) -> QRectF:
        """Paint the dialect at the right, with an icon if it is assumed; return the remaining rectangle."""
        if crawler.assumed:
            side = _SIGN
            sign = QRectF(rect.right() + 4, rect.center().y() - side / 2, side, side)
            paint_glyph(painter, Glyph.QUESTION, sign, theme.color("unknown"), 1.5)
        return self._paint_right(painter, dialect_title(crawler), rect)

    def _paint_right(self, painter: QPainter, text: str, rect: QRectF) -> QRectF:
        """Paint a short text at the right; return the remaining rectangle."""
        if not text:
            return rect
        run = TextRun(text, theme.fonts.ui(11), theme.color("text2"))
        left = max(rect.left(), rect.right() - runs_width([run]))
        draw_runs(painter, QRectF(left, rect.top(), rect.right() - left + 1, rect.height()), [run])
        return rect.adjusted(0, 0, left - rect.right() - _GAP, 0)

    def _box(self, rect: QRectF) -> QRectF:
        side = _BOX
        return QRectF(rect.left() + _INSET, rect.center().y() - side / 2, side, side)

    def _remove(self, rect: QRectF) -> QRectF:
        side = _REMOVE
        return QRectF(rect.right() - side, rect.center().y() - side / 2, side, side)

    def _is_wanted(self, crawler: Crawler) -> bool:
        if self._purpose and crawler.purpose != self._purpose:
            return False
        purpose = purpose_title(crawler.purpose, self._choice.catalogue)
        text = " ".join((title_of(crawler), crawler.operator, purpose, dialect_title(crawler), *crawler.chain))
        folded = text.casefold()
        return all(word in folded for word in self._wanted) or crawler.token in self._for_product

    def _remove_current(self) -> None:
        row = self.current
        if row and row.is_own and row.crawler:
            self._remove_own(row.crawler)

    def _on_clicked(self, index: Index) -> None:
        cross = self._remove(QRectF(self.visualRect(index)))
        if self.row_at(index).is_own and cross.contains(self._released_at):
            self._remove_current()
        else:
            self.toggle_current()


def paint_check_box(painter: QPainter, rect: QRectF, is_checked: bool) -> None:
    if not is_checked:
        draw_box(painter, rect, 3, theme.color("surface"), theme.color("field_outline"))
        return
    draw_box(painter, rect, 3, theme.color("accent_fill"))
    inset = rect.width() * 0.22
    check = rect.adjusted(inset, inset, -inset, -inset)
    paint_glyph(painter, Glyph.CHECK, check, theme.color("accent_fill_text"), 1.8)
