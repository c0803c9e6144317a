"""The catalogue as a list: sections, and in them the crawlers that a search leaves, each with its check box."""

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from robotstudio.app.crawler_choice import CrawlerChoice
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.words import assumed_words, crawler_name
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.panels.crawlers.words import chain_words, dialect_title, flag_words, purpose_title
from robotstudio.ui.widgets.formats import format_count

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
"""The `Row` of an index."""


@dataclass(frozen=True, slots=True)
class Row:
    """A crawler, or without one the title of a section."""

    title: str
    crawler: Crawler | None = None
    is_own: bool = False


class CatalogueModel(QAbstractListModel):
    """The rows of a choice; `toggled` tells the crawler whose box was checked or unchecked."""

    toggled = Signal(object)

    def __init__(self, choice: CrawlerChoice, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice = choice
        self._wanted: tuple[str, ...] = ()
        self._purpose = ""
        self._rows: list[Row] = self._build()

    @property
    def crawlers(self) -> list[Crawler]:
        """The crawlers that are to be seen."""
        return [row.crawler for row in self._rows if row.crawler]

    def set_search(self, text: str) -> None:
        """Leave only crawlers that hold all these words in their title, operator, section or tokens."""
        wanted = tuple(text.casefold().split())
        if wanted != self._wanted:
            self._wanted = wanted
            self.refresh()

    def set_purpose(self, purpose: str) -> None:
        """Leave only crawlers for this purpose; all where it is empty."""
        if purpose != self._purpose:
            self._purpose = purpose
            self.refresh()

    def refresh(self) -> None:
        """Read the choice again; rows that stay keep what is selected in the views."""
        rows = self._build()
        if [row.crawler for row in rows] == [row.crawler for row in self._rows]:
            self._rows = rows
            self.dataChanged.emit(self.index(0), self.index(max(0, len(rows) - 1)))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row_of(self, crawler: Crawler) -> int:
        """The row of a crawler, -1 where a search leaves it out."""
        return next((at for at, row in enumerate(self._rows) if row.crawler == crawler), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
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
            notes = (crawler.user_agent, assumed_words(crawler), crawler.note)
            return "\n".join(note for note in notes if note)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            reads = assumed_words(crawler) or dialect_title(crawler)
            facts = (crawler_name(crawler), crawler.operator, chain_words(crawler), reads, flag_words(crawler))
            return ", ".join(fact for fact in facts if fact)
        return None

    def _build(self) -> list[Row]:
        rows: list[Row] = []
        listed: dict[str, list[Crawler]] = {purpose: [] for purpose in self._choice.purposes}
        for crawler in filter(self._is_wanted, self._choice.crawlers):
            listed.setdefault(crawler.purpose, []).append(crawler)
        own = {crawler.token for crawler in self._choice.own}
        chosen = {crawler.token for crawler in self._choice.chosen}
        for purpose, crawlers in listed.items():
            if crawlers:
                held = sum(crawler.token in chosen for crawler in crawlers)
                count = f"{format_count(held)} / {format_count(len(crawlers))}"
                rows.append(Row(f"{purpose_title(purpose, self._choice.catalogue)}  {count}"))
                rows += [Row(crawler_name(crawler), crawler, crawler.token in own) for crawler in crawlers]
        return rows

    def _is_wanted(self, crawler: Crawler) -> bool:
        if self._purpose and crawler.purpose != self._purpose:
            return False
        purpose = purpose_title(crawler.purpose, self._choice.catalogue)
        text = " ".join((crawler.title, crawler.operator, purpose, dialect_title(crawler), *crawler.chain))
        folded = text.casefold()
        return all(word in folded for word in self._wanted)
