"""The row about pages: what the rules say to crawlers, beside what a client with their header gets from here."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from robotstudio.fetch.address import shown
from robotstudio.fetch.agreement import Agreement
from robotstudio.fetch.practice import OURSELVES, PRACTICE, Cell, Practice, practice_rows
from robotstudio.fetch.practice_words import AGREEMENTS, count_words, served_words, summary_words, verdict_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.panels.fetch.fold_row import FoldRow
from robotstudio.ui.panels.fetch.full_table import FullTable
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.table_model import TableCell, TableColumn, toned
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.urls import origin_in

_NOTHING: Message = "Not requested yet. Compares what the rules say about pages with what crawlers’ headers get."
_SO_FAR = Plural("{number} of {count} page requested…", "{number} of {count} pages requested…")
_CANCELLED: Message = "The requests were cancelled. Nothing was changed."
_WORST = (Agreement.INVITED, Agreement.CLOSED)
_TONES = {Agreement.AGREE: Tone.ALLOWED, Agreement.INVITED: Tone.WARNING, Agreement.CLOSED: Tone.NOTE}


class PagesRow(FoldRow):
    """Shows each answer when it comes; nothing is requested before the button is pressed and the question answered."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Pages"), parent)
        self._cells: list[Cell] = []
        self._pages = 0
        self.is_busy = False
        self.found: Practice | None = None
        columns = (
            TableColumn("page", tr("Page"), is_code=True, least=80),
            TableColumn("crawler", tr("Header of"), width=120, weight=500),
            TableColumn("rules", tr("The rules say"), least=110, hidden_below=720),
            TableColumn("answer", tr("Answer"), least=150, share=1.2),
            TableColumn("compared", tr("Compared"), least=200),
        )
        name = tr("Rules and answers, page by page")
        self.table = FullTable(name, columns, parent=self, is_multiple=True, nothing=tr("Nothing requested yet."))
        self.sentence = Label("", self, px=12)
        self.sentence.setWordWrap(True)
        self.sentence.setContentsMargins(SIZES.panel_inset, 8, SIZES.panel_inset, 8)
        self.export_button = GhostButton(tr("Export…"), parent=self)
        for part in (self.table, self.sentence):
            self.column.addWidget(part)
        self.column.addWidget(self.export_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.clear()

    def clear(self) -> None:
        """Remove the results, which are of another site."""
        self._show(None)
        self._set_busy(busy=False)
        self.set_result(tr(_NOTHING))

    def show_busy(self, pages: int) -> None:
        """Show that pages are being requested."""
        self._pages = pages
        self._show(None)
        self._set_busy(busy=True)
        self.set_open()
        self._tell_progress()

    def show_cell(self, cell: Cell) -> None:
        """Show an answer while others are still to come."""
        self._cells.append(cell)
        self.table.set_rows([_row(each) for each in self._cells])
        self._tell_progress()

    def show_practice(self, found: Practice) -> None:
        """Show all answers."""
        self._set_busy(busy=False)
        self._show(found)
        worst = next((each for each in _WORST if found.count(each)), Agreement.AGREE)
        self.set_result(count_words(found), _TONES[worst])

    def end(self) -> None:
        """End the requests without a result."""
        if self.is_busy:
            self._show(None)
            self.set_result(tr(_CANCELLED))
        self._set_busy(busy=False)

    def write(self, path: Path) -> None:
        """Write the results; the suffix selects the format. Raises FileError."""
        if self.found is not None:
            PRACTICE.write(path, tuple(practice_rows(self.found)))

    def _set_busy(self, *, busy: bool) -> None:
        self.is_busy = busy
        self.button.setEnabled(True)
        self.set_action(tr("Cancel") if busy else tr("Request pages…"))

    def _show(self, found: Practice | None) -> None:
        self.found = found
        self._cells = sorted(found.cells, key=_place) if found else []
        self.table.set_rows([_row(cell) for cell in self._cells], reset=True)
        self.sentence.setText(WORDS.sentences(summary_words(found)) if found else "")
        self.sentence.setVisible(found is not None)
        self.export_button.setVisible(found is not None)

    def _tell_progress(self) -> None:
        begun = len(dict.fromkeys(cell.url for cell in self._cells))
        self.set_result(ntr(_SO_FAR, self._pages, number=begun))


def _place(cell: Cell) -> int:
    """Put what contradicts the rules first; the rest stays in its order."""
    is_told = cell.crawler is not OURSELVES and cell.agreement in _WORST
    return _WORST.index(cell.agreement) if is_told else len(_WORST)


def _row(cell: Cell) -> Sequence[TableCell]:
    return (
        TableCell(shown(cell.url.removeprefix(origin_in(cell.url)))),
        TableCell(cell.crawler.title),
        TableCell(verdict_words(cell)),
        TableCell(served_words(cell)),
        toned(tr(AGREEMENTS[cell.agreement]), _TONES.get(cell.agreement, Tone.UNKNOWN)),
    )
