"""Tests that no cell of the matrix shows: on other URLs or crawlers, on patterns, or unreadable."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.expectation_results import ExpectationRow, Results
from robotstudio.text.language import tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.panels.expectations.cells import ExpectationCells
from robotstudio.ui.panels.expectations.words import row_words, unlisted_words
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.painting import TextRun
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowContent, RowList, RowWords
from robotstudio.ui.widgets.search import SearchPopup
from robotstudio.urls.urls import parse_list

_WIDTH, _MOST_ROWS = 560, 12
_ROW, _INSET, _AROUND = 28, 10, 26


class UnlistedTests(Controller):
    """Counts these tests above the matrix while tests are listed, and offers to add them to it and to edit them."""

    def __init__(self, context: Context, cells: ExpectationCells, edit: Callable[[ExpectationRow], object]) -> None:
        super().__init__(context)
        self._cells = cells
        self._edit = edit
        self._results = Results()
        self.rows: Sequence[ExpectationRow] = ()
        context.matrix.explain_unlisted(self._offer)
        context.document.opened.connect(self._on_opened)

    def take_results(self, results: Results) -> None:
        self._results = results
        self._matrix.show_unlisted()

    def add_to_matrix(self) -> None:
        """Add the URLs and crawlers of these tests to the matrix, and select the first of their cells."""
        examples = [example for row in self.rows if (example := self._cells.example_of(row))]
        session = self._session
        tokens = dict.fromkeys(example.cell.token for example in examples)
        missing = [token for token in tokens if all(crawler.token != token for crawler in session.crawlers)]
        if missing:
            session.set_crawlers((*session.crawlers, *map(self._crawlers.catalogue.crawler_for, missing)))
        unknown = [example.written for example in examples if self._matrix.position_of(example.cell.url) is None]
        if unknown:
            self._urls.add(parse_list("\n".join(unknown), session.robots_url or None))
        self._matrix.select_once_listed(examples[0].cell if examples else None)

    def choose(self, row: ExpectationRow) -> None:
        """Edit a test, or remove a line that cannot be read."""
        if row.expectation:
            self._edit(row)
        else:
            self._cells.remove([row])

    def _offer(self, analysis: Analysis) -> tuple[str, Sequence[tuple[str, Callable[[], object]]]]:
        """Return a sentence on the tests that no cell of this analysis shows, and what can be done."""
        self.rows = [row for row in self._results.rows if not self._is_listed(row, analysis)]
        if not self.rows:
            return "", ()
        offers: list[tuple[str, Callable[[], object]]] = []
        if any(map(self._cells.example_of, self.rows)):
            offers.append((tr("Add to the table"), self.add_to_matrix))
        offers.append((tr("View tests…"), self._show_list))
        return unlisted_words(self.rows, elsewhere=len(self.rows) < len(self._results.rows)), offers

    def _show_list(self) -> None:
        popup = UnlistedPopup(self.rows, self._window)
        popup.chosen.connect(self.choose)
        popup.open_below(self._matrix.expecting)

    def _is_listed(self, row: ExpectationRow, analysis: Analysis) -> bool:
        example = self._cells.example_of(row)
        if example is None:
            return False
        return analysis.position(example.cell.url) is not None and analysis.column_of(example.cell.token) is not None

    def _on_opened(self) -> None:
        self._matrix.select_once_listed(None)


class _Tests(RowList[ExpectationRow]):
    def words(self, row: ExpectationRow) -> RowWords:
        return RowWords(row_words(row), tip=row_words(row))

    def content(self, row: ExpectationRow, _state: RowState) -> RowContent:
        return RowContent([TextRun(row_words(row), theme.fonts.ui(12), theme.color("text"))])


class UnlistedPopup(SearchPopup[ExpectationRow]):
    """All of some tests; `chosen` carries the one that was chosen."""

    def __init__(self, rows: Sequence[ExpectationRow], parent: QWidget) -> None:
        super().__init__(parent, _Tests(None, _ROW, inset=_INSET))
        self._rows = [(row_words(row).casefold(), row) for row in rows]
        self.set_names(tr("Tests"), tr("Find a test"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def open_below(self, part: QWidget) -> None:
        """Open below a part of the window, right-aligned with it."""
        height = min(len(self._rows), _MOST_ROWS) * _ROW + self.field.sizeHint().height() + _AROUND
        corner = part.mapToGlobal(part.rect().bottomRight())
        size = QSize(min(_WIDTH, part.width()), height)
        self.setFixedSize(size)
        self.move(corner.x() - size.width(), corner.y() + 1)
        self.open_list()

    def entries(self, text: str) -> Sequence[ExpectationRow]:
        words = text.casefold().split()
        return [row for said, row in self._rows if all(word in said for word in words)]
