"""About this file: facts about the draft as saving would write it, and what the selected crawlers make of it."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from robotstudio.draft.about_file import CrawlerFacts, FileFacts, facts_of_file
from robotstudio.engine.crawlers import title_of
from robotstudio.fetch.caching import ChangeReach
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_WIDTH, _HEIGHT, _MARGIN, _GAP = 760, 480, 16, 8
_LINES = Plural("{size} in {count} line", "{size} in {count} lines")
_BYTES = Plural("{count} byte", "{count} bytes")
_UNREAD = Plural("all but the last {count} byte", "all but the last {count} bytes")


class AboutFilePanel(PanelWindow):
    """Facts that can be copied, and a table of the selected crawlers."""

    size_key = "about-file"

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About this file"))
        self._names = (
            tr("File"),
            tr("Where"),
            tr("Size"),
            tr("SHA-256"),
            tr("Encoding"),
            tr("Byte order mark"),
            tr("Line endings"),
        )
        self.values = tuple(ElidedLabel("", self, px=12) for _ in self._names)
        self.crawlers = Table(tr("When each crawler reads a change"), _columns(), _token_of, self)
        self.copy_button = SecondaryButton(tr("Copy as text"), parent=self)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self._lay_out()
        self.copy_button.clicked.connect(self._on_copy)
        self.close_button.clicked.connect(self.close)
        self.resize(_WIDTH, _HEIGHT)

    def show_facts(self, facts: FileFacts) -> None:
        """Show the facts and bring the window to the front."""
        size = ntr(_LINES, facts.lines, size=_exact(facts.size))
        texts = (
            facts.name,
            facts.place or tr("not saved"),
            size,
            facts.sha256,
            tr(facts.form.encoding),
            tr("yes") if facts.form.has_bom else tr("none"),
            tr(facts.form.line_end),
        )
        for name, label, text in zip(self._names, self.values, texts, strict=True):
            label.setText(text)
            label.setAccessibleName(WORDS.about(name, text))
        self.crawlers.set_rows(facts.crawlers)
        self.bring_up()

    def as_text(self) -> str:
        """Return the facts, one per line."""
        facts = [WORDS.about(name, label.text()) for name, label in zip(self._names, self.values, strict=True)]
        rows = ["\t".join(cell(row).text for cell in _CELLS) for row in self.crawlers.rows]
        return "\n".join([*facts, "", *rows])

    def _lay_out(self) -> None:
        rows = QVBoxLayout()
        rows.setSpacing(_GAP)
        grid = QGridLayout()
        grid.setHorizontalSpacing(_MARGIN)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for place, (name, label) in enumerate(zip(self._names, self.values, strict=True)):
            grid.addWidget(Label(name, self, px=12, color="text2"), place, 0)
            grid.addWidget(label, place, 1)
        rows.addLayout(grid)
        rows.addWidget(self.crawlers, 1)
        self.frame(rows, DialogFooter(self, (self.close_button,), (self.copy_button,)))

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.as_text())


def _exact(size: int) -> str:
    text, short = ntr(_BYTES, size), WORDS.size(size)
    return text if WORDS.number(size) in short else WORDS.noted(text, short)


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("crawler", tr("Crawler"), _crawler, _token_of, 170),
        TableColumn("size", tr("What it reads"), _read, _unread_of, 170),
        TableColumn("reach", tr("Reads a change made now by"), _reach, _reach_key),
    )


def _token_of(row: CrawlerFacts) -> str:
    return row.crawler.token


def _unread_of(row: CrawlerFacts) -> int:
    return row.unread


def _reach_key(row: CrawlerFacts) -> tuple[bool, float]:
    return (row.reach is None, row.reach.at.timestamp() if row.reach else 0.0)


def _crawler(row: CrawlerFacts) -> TableCell:
    return TableCell(title_of(row.crawler), weight=500)


def _read(row: CrawlerFacts) -> TableCell:
    if not row.unread:
        return TableCell(tr("the whole file"), "text2")
    return TableCell(ntr(_UNREAD, row.unread), "warning")


def _reach(row: CrawlerFacts) -> TableCell:
    if row.reach is None:
        return TableCell(tr("not known"), "text3")
    return TableCell(_when(row.reach), spoken=WORDS.sentences((WORDS.sentence(_when(row.reach)), tr(row.reach.clause))))


def _when(reach: ChangeReach) -> str:
    time = WORDS.date_and_time(reach.at.astimezone())
    return tr("{time} (assumed)", time=time) if reach.assumed else time


_CELLS = (_crawler, _read, _reach)


class AboutFileController(PanelController[AboutFilePanel]):
    """Uses the draft as saving would write it, and the selected crawlers."""

    panel_of = "file.about"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.window.status_bar.file.clicked.connect(self.show_facts)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"file.about": self.show_facts}

    def show_facts(self) -> None:
        document, session = self._document, self._session
        facts = facts_of_file(
            document.name,
            str(document.path or ""),
            self._editor.body(),
            self._editor.form,
            session.crawlers,
            now=datetime.now(UTC),
            evidence=session.scenario.fetched,
        )
        self.panel.show_facts(facts)
