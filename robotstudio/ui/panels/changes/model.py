"""The Qt model of changes: groups, and below each its URLs and a row for those that are not shown."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt

from robotstudio.draft.analysis import Cell, Column
from robotstudio.draft.at_risk import Stake
from robotstudio.draft.changes.outline import ListedGroup, Outline
from robotstudio.engine.changes import FlipGroup
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.engine.rule_classes import ClassVerdicts
from robotstudio.explain.change_words import side_words
from robotstudio.text.language import WORDS, tr
from robotstudio.text.phrases import as_text
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.changes import words
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.url_text import UrlPart, common_site, url_parts
from robotstudio.urls.urls import TestUrl

AnyIndex = QModelIndex | QPersistentModelIndex
Side = tuple[bool, int]
_Role = Qt.ItemDataRole


class ChangeActions(Protocol):
    """Actions of the page, implemented by the controller."""

    def select(self, cell: Cell) -> None:
        """Select a cell in all views."""

    def go_to_line(self, line: int) -> None:
        """Show a line of the draft."""

    def choose_file(self) -> None:
        """Ask for a file to compare with."""

    def add_urls(self) -> None:
        """Ask for test URLs."""

    def choose_crawlers(self) -> None:
        """Ask for crawlers."""

    def copy(self, form: str) -> None:
        """Copy the changes in a format such as CSV."""

    def export(self) -> None:
        """Ask for a file, and write the changes to it."""

    def put_back(self, group: FlipGroup) -> None:
        """Put the line of a group back to what it was."""

    def tell_since(self, group: FlipGroup) -> None:
        """Say since when the newest kept file has the line of a group."""

    def leave(self) -> None:
        """Go back to the editor."""


class FlipCell(Struct, frozen=True):
    """True if the crawler may fetch the URL, and the deciding line or 0, before and after."""

    before: Side
    after: Side
    is_of_line: bool = True
    """False if it is another line that flips the verdict, under whose group the URL is listed as well."""

    @property
    def is_flipped(self) -> bool:
        """True if the verdict becomes the opposite."""
        return self.before[0] != self.after[0]


_HEADS = frozenset({_Role.DisplayRole, _Role.AccessibleTextRole, _Role.ToolTipRole})


class ChangeModel(QAbstractItemModel):
    """The first column has groups and URLs, the others the crawlers with changes. `show` replaces everything."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.outline = Outline(None, ())
        self._sited: object = None
        self._site = ""
        self.columns: tuple[Column, ...] = ()
        """The first of equal crawlers with changes, from the second column on."""
        self.crawlers: tuple[tuple[Crawler, ...], ...] = ()
        """The crawlers that each of these columns shows."""
        self._classes: tuple[tuple[ClassVerdicts, ClassVerdicts], ...] = ()

    def shown_url(self, url: TestUrl) -> tuple[UrlPart, ...]:
        """Return the parts of a URL; the host only if it differs from the main site."""
        return url_parts(url, self._site)

    def show(self, outline: Outline) -> bool:
        """Show another outline; return True if rows or columns were added or removed."""
        same = _shape(outline) == _shape(self.outline)
        if not same:
            self.beginResetModel()
        self.outline = outline
        found = (
            {} if outline.compared is None else {each.crawler.token: each for each in outline.compared.analysis.columns}
        )
        groups = outline.compared.columns if outline.compared else ()
        self.columns = tuple(found[tokens[0]] for tokens in groups)
        self.crawlers = tuple(tuple(found[token].crawler for token in tokens) for tokens in groups)
        several = [outline.changes.of(tokens[0]) for tokens in groups] if outline.changes else []
        self._classes = tuple((each.before, each.after) for each in several)
        if outline.compared is not None and outline.compared.analysis.urls is not self._sited:
            self._sited = outline.compared.analysis.urls
            self._site = common_site(outline.compared.analysis.urls)
        if not same:
            self.endResetModel()
        elif outline.groups:
            last = self.index(len(outline.groups) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)
        return not same

    def title(self, column: int, room: float = 0, measure: Callable[[str], float] = len) -> str:
        """Return the crawlers of a column by name, all of them if they fit, else the first and how many more."""
        titles = [title_of(crawler) for crawler in self.crawlers[column]]
        both = side_by_side(titles)
        if len(titles) == 1 or (room and measure(both) <= room):
            return both
        return tr("{crawler} + {count}", crawler=titles[0], count=str(len(titles) - 1))

    def column_of(self, token: str) -> int:
        """Return the column that shows a crawler, 0 if none does."""
        return next(
            (n for n, some in enumerate(self.crawlers, 1) if any(crawler.token == token for crawler in some)), 0
        )

    @property
    def stakes(self) -> Sequence[Stake]:
        """Sums of columns over the URLs."""
        return self.outline.compared.stakes if self.outline.compared else ()

    def stakes_at(self, index: AnyIndex) -> Sequence[str]:
        """Return what the URL of a row brings; "" if that is not known."""
        place = self.place_at(index)
        if place is None:
            return ()
        values = (each.column.values.value(place) for each in self.stakes)
        return [words.stake_number(value) if isinstance(value, float) else "" for value in values]

    def group_at(self, index: AnyIndex) -> ListedGroup | None:
        """Return the group of a row, or of the URL in the row."""
        if not index.isValid():
            return None
        place = (index.internalId() or index.row() + 1) - 1
        return self.outline.groups[place] if place < len(self.outline.groups) else None

    def is_group(self, index: AnyIndex) -> bool:
        return index.isValid() and not index.internalId()

    def is_more(self, index: AnyIndex) -> bool:
        """Return True for a row that stands for URLs not shown."""
        group = self.group_at(index)
        return group is not None and not self.is_group(index) and index.row() >= len(group.rows)

    def url_at(self, index: AnyIndex) -> TestUrl | None:
        """Return the URL of a row, None if the row has none."""
        place = self.place_at(index)
        return None if place is None else self.outline.urls[place]

    def place_at(self, index: AnyIndex) -> int | None:
        """Return the row in the URL table for the URL of a row."""
        group = self.group_at(index)
        if group is None or self.is_group(index) or index.row() >= len(group.rows):
            return None
        return group.rows[index.row()]

    def found_at(self, index: AnyIndex) -> tuple[str, ...]:
        """Return the kinds of sources that list the URL of a row."""
        place, compared = self.place_at(index), self.outline.compared
        return compared.found.kinds(place) if compared is not None and place is not None else ()

    @property
    def shows_sources(self) -> bool:
        """True if the sources of the URLs are worth showing."""
        compared = self.outline.compared
        return compared is not None and compared.found.is_telling

    def flip_at(self, index: AnyIndex, column: int) -> FlipCell | None:
        """Return the change of a cell; columns count from 1, as in the model."""
        place = self.place_at(index)
        if place is None or not 1 <= column <= len(self._classes):
            return None
        before, after = self._classes[column - 1]
        group = self.group_at(index)
        tokens = group.group.tokens if group else ()
        is_of_line = any(crawler.token in tokens for crawler in self.crawlers[column - 1])
        return FlipCell(_side(before, place), _side(after, place), is_of_line)

    def cell_at(self, index: AnyIndex) -> Cell | None:
        """Return the cell at an index; in the URL column, the first crawler whose verdict flips."""
        url = self.url_at(index)
        if url is None:
            return None
        column = index.column() or self.first_flipped(index)
        return Cell(url.url, self.columns[column - 1].crawler.token) if column else None

    def first_flipped(self, index: AnyIndex) -> int:
        """Return the first column flipped by the line of its group, else the first flipped one, else 0."""
        flipped = [
            (not flip.is_of_line, number)
            for number in range(1, len(self.crawlers) + 1)
            if (flip := self.flip_at(index, number)) and flip.is_flipped
        ]
        return min(flipped)[1] if flipped else 0

    # Qt overrides

    def index(self, row: int, column: int, parent: AnyIndex | None = None) -> QModelIndex:
        if not self.hasIndex(row, column, parent or QModelIndex()):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent is not None and parent.isValid() else 0)

    def parent(self, child: AnyIndex | None = None) -> QModelIndex:  # type: ignore[override]  # Qt overloads it
        if child is None or not child.isValid() or not child.internalId():
            return QModelIndex()
        return self.createIndex(child.internalId() - 1, 0, 0)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        if parent is None or not parent.isValid():
            return len(self.outline.groups)
        group = self.group_at(parent)
        if group is None or not self.is_group(parent) or parent.column():
            return 0
        return len(group.rows) + (group.more > 0)

    def columnCount(self, parent: AnyIndex | None = None) -> int:  # noqa: ARG002 - all rows have the same
        return 1 + len(self.columns)

    def data(self, index: AnyIndex, role: int = _Role.DisplayRole) -> object:
        if role == _Role.SizeHintRole:
            return QSize(0, SIZES.matrix_row)
        if not index.isValid() or role not in {_Role.DisplayRole, _Role.AccessibleTextRole, _Role.ToolTipRole}:
            return None
        if index.column() == 0:
            return self._first_words(index, is_full=role != _Role.DisplayRole)
        flip, url = self.flip_at(index, index.column()), self.url_at(index)
        if flip is None or url is None:
            return None
        said = words.flip_words(flip.before, flip.after) if flip.is_flipped else side_words(*flip.after)
        if role == _Role.AccessibleTextRole:
            names = side_by_side(title_of(crawler) for crawler in self.crawlers[index.column() - 1])
            return side_by_side((names, url.display, said))
        return said

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or role not in _HEADS:
            return None
        if section == 0:
            return None if role == _Role.ToolTipRole else tr("URLs by changed line")
        if section > len(self.columns):
            return None
        return side_by_side(title_of(crawler) for crawler in self.crawlers[section - 1])

    def _first_words(self, index: AnyIndex, *, is_full: bool) -> str | None:
        group = self.group_at(index)
        if group is None:
            return None
        if self.is_group(index):
            return side_by_side((as_text(words.heading(group)), words.group_count(group)))
        url = self.url_at(index)
        if url is None:
            return words.more_words(group, len(group.group.rows))
        found = words.found_words(self.found_at(index)) if is_full and self.shows_sources else ""
        said = tr("{url}, found in: {sources}", url=url.display, sources=found) if found else url.display
        if not is_full:
            return said
        brings = zip(self.stakes, self.stakes_at(index), strict=True)
        return side_by_side(
            (said, *(WORDS.about(words.stake_title(each), number) for each, number in brings if number))
        )


def _side(rule_class: ClassVerdicts, place: int) -> Side:
    return bool(rule_class.allowed[place]), int(rule_class.lines[place])


def _shape(outline: Outline) -> object:
    """Return everything that must be equal to keep rows and columns."""
    urls = outline.urls
    groups = tuple((each.key, tuple(urls[row].url for row in each.rows), each.more > 0) for each in outline.groups)
    return groups, outline.compared.columns if outline.compared else ()
