"""The catalogue as a list: sections with the crawlers that match the search, each with a check box."""

from msgspec import Struct
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QModelIndex, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyleOptionViewItem, QWidget

from robotstudio.draft.crawler_choice import CrawlerChoice
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.explain.words import assumed_words, crawler_name
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.panels.crawlers.words import chain_words, dialect_title, flag_words, purpose_title
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.keys import is_delete
from robotstudio.ui.widgets.painting import TextRun, draw_box, draw_runs, runs_width
from robotstudio.ui.widgets.row_delegate import Index, RowDelegate, RowState

_ROW, _SECTION = 38, 28
_INSET, _BOX, _TEXT = 10, 15, 36
_SIGN, _GAP, _REMOVE = 9, 8, 28
ROW = Qt.ItemDataRole.UserRole
"""Role of the `CatalogueRow` of an index."""
_ROOT = QModelIndex()


class CatalogueRow(Struct, frozen=True):
    """A crawler, or the title of a section if there is none."""

    title: str
    crawler: Crawler | None = None
    is_own: bool = False


class CatalogueModel(QAbstractListModel):
    """The rows of a choice; `toggled` carries the crawler whose box was clicked."""

    toggled = Signal(object)

    def __init__(self, choice: CrawlerChoice, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice = choice
        self._wanted: tuple[str, ...] = ()
        self._purpose = ""
        self._rows: list[CatalogueRow] = self._build()

    @property
    def crawlers(self) -> list[Crawler]:
        return [row.crawler for row in self._rows if row.crawler]

    def set_search(self, text: str) -> None:
        """List only crawlers with all these words in their title, operator, section or tokens."""
        wanted = tuple(text.casefold().split())
        if wanted != self._wanted:
            self._wanted = wanted
            self.refresh()

    def set_purpose(self, purpose: str) -> None:
        """List only crawlers for this purpose; all if it is empty."""
        if purpose != self._purpose:
            self._purpose = purpose
            self.refresh()

    def refresh(self) -> None:
        """Read the choice again; selected rows that remain stay selected."""
        rows = self._build()
        if [row.crawler for row in rows] == [row.crawler for row in self._rows]:
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(max(0, len(rows) - 1)))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row_of(self, crawler: Crawler) -> int:
        """Return the row of a crawler, -1 if the search hides it."""
        return next((at for at, row in enumerate(self._rows) if row.crawler == crawler), -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        return self._crawler_data(row.crawler, role) if row.crawler else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or index.row() >= len(self._rows) or self._rows[index.row()].crawler is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def setData(self, index: Index, _value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid() or index.row() >= len(self._rows):
            return False
        crawler = self._rows[index.row()].crawler
        if crawler is None:
            return False
        self.toggled.emit(crawler)
        return True

    def _crawler_data(self, crawler: Crawler, role: int) -> object:
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if self._choice.holds(crawler) else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.ToolTipRole:
            notes = (crawler.user_agent, assumed_words(crawler), tr(crawler.note))
            return "\n".join(note for note in notes if note)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            reads = assumed_words(crawler) or dialect_title(crawler)
            facts = (crawler_name(crawler), crawler.operator, chain_words(crawler), reads, flag_words(crawler))
            return side_by_side(fact for fact in facts if fact)
        return None

    def _build(self) -> list[CatalogueRow]:
        rows: list[CatalogueRow] = []
        listed: dict[str, list[Crawler]] = {purpose: [] for purpose in self._choice.purposes}
        for crawler in filter(self._is_wanted, self._choice.crawlers):
            listed.setdefault(crawler.purpose, []).append(crawler)
        own = {crawler.token for crawler in self._choice.own}
        chosen = {crawler.token for crawler in self._choice.chosen}
        for purpose, crawlers in listed.items():
            if crawlers:
                held = sum(crawler.token in chosen for crawler in crawlers)
                count = together(" / ", WORDS.number(held), WORDS.number(len(crawlers)))
                rows.append(CatalogueRow(together("  ", purpose_title(purpose, self._choice.catalogue), count)))
                rows += [CatalogueRow(crawler_name(crawler), crawler, crawler.token in own) for crawler in crawlers]
        return rows

    def _is_wanted(self, crawler: Crawler) -> bool:
        if self._purpose and crawler.purpose != self._purpose:
            return False
        purpose = purpose_title(crawler.purpose, self._choice.catalogue)
        text = " ".join((title_of(crawler), crawler.operator, purpose, dialect_title(crawler), *crawler.chain))
        folded = text.casefold()
        return all(word in folded for word in self._wanted)


class CatalogueView(QListView):
    """A list in which a click, Space or Enter toggles; Delete removes a token added by the user.

    `current_changed` carries the current crawler, None if there is none.
    """

    removed = Signal(object)
    current_changed = Signal(object)

    def __init__(self, model: CatalogueModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        delegate = _CrawlerDelegate(self, is_boxed=True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Crawlers"))
        delegate.remove_clicked.connect(self.removed)

    def move_current(self, step: int) -> None:
        """Move to a crawler below or above, skipping titles."""
        rows = [row for row in range(self.model().rowCount()) if self._crawler_at(row)]
        if not rows:
            return
        current = self.currentIndex().row()
        place = rows.index(current) + step if current in rows else 0
        self.setCurrentIndex(self.model().index(rows[max(0, min(place, len(rows) - 1))], 0))

    def toggle_current(self) -> None:
        """Check or uncheck the current crawler."""
        index = self.currentIndex()
        if index.isValid():
            self.model().setData(index, None, Qt.ItemDataRole.CheckStateRole)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.current_changed.emit(self.current_crawler)

    @property
    def current_crawler(self) -> Crawler | None:
        return self._crawler_at(self.currentIndex().row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.toggle_current()
        elif is_delete(event):
            self._remove_current()
        else:
            super().keyPressEvent(event)

    def _remove_current(self) -> None:
        row = self.currentIndex().data(ROW)
        if isinstance(row, CatalogueRow) and row.is_own:
            self.removed.emit(row.crawler)

    def _crawler_at(self, row: int) -> Crawler | None:
        found = self.model().index(row, 0).data(ROW)
        return found.crawler if isinstance(found, CatalogueRow) else None


class _CrawlerDelegate(RowDelegate):
    """Paints rows and handles clicks."""

    remove_clicked = Signal(object)

    def height_of(self, index: Index) -> int:
        return _ROW if index.data(ROW).crawler else _SECTION

    def paint_ground(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        if index.data(ROW).crawler:
            super().paint_ground(painter, rect, index, state)

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, _state: RowState) -> None:
        row: CatalogueRow = index.data(ROW)
        if row.crawler is None:
            self._paint_section(painter, row.title, rect)
            return
        is_checked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        paint_check_box(painter, self._box(rect), is_checked)
        self._paint_crawler(painter, row, rect)

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        row = index.data(ROW)
        is_click = isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonRelease
        if not (is_click and isinstance(row, CatalogueRow) and row.crawler) or not isinstance(event, QMouseEvent):
            return False
        if event.button() is not Qt.MouseButton.LeftButton:
            return False
        if row.is_own and self._remove(QRectF(option.rect)).contains(event.position()):
            self.remove_clicked.emit(row.crawler)
            return True
        return model.setData(index, None, Qt.ItemDataRole.CheckStateRole)

    def _paint_section(self, painter: QPainter, title: str, rect: QRectF) -> None:
        run = TextRun(title, theme.fonts.ui(11, 600), theme.color("text3"))
        draw_runs(painter, rect.adjusted(_INSET, 6, 0, 0), [run])

    def _paint_crawler(self, painter: QPainter, row: CatalogueRow, rect: QRectF) -> None:
        crawler = row.crawler
        if crawler is None:
            return
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


def paint_check_box(painter: QPainter, rect: QRectF, is_checked: bool) -> None:
    if not is_checked:
        draw_box(painter, rect, 3, theme.color("surface"), theme.color("field_outline"))
        return
    draw_box(painter, rect, 3, theme.color("accent_fill"))
    inset = rect.width() * 0.22
    check = rect.adjusted(inset, inset, -inset, -inset)
    paint_glyph(painter, Glyph.CHECK, check, theme.color("accent_fill_text"), 1.8)
