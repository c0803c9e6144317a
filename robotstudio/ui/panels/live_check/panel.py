"""The window that shows if the live file is this draft, and when each crawler has it at the latest."""

from collections.abc import Sequence
from datetime import UTC, datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from robotstudio.draft.live_check import CrawlerReach, LiveCheck, LiveState
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.fetch import words as fetch_words
from robotstudio.fetch.caching import ChangeReach
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.live_check.words import answer_of
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.buttons import PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.progress import ThinProgress
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import Tone
from robotstudio.ui.widgets.tone_box import ToneBox

_WIDTH, _HEIGHT, _MARGIN, _GAP = 780, 500, 16, 8


class LiveCheckPanel(PanelWindow):
    """Shows one check at a time; while the next one runs, the last one stays visible and is marked as such."""

    kept_as = "live-check"

    again_requested = Signal()
    cancel_requested = Signal()
    differences_requested = Signal()
    answer_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Is the live file this draft?"))
        self.check: LiveCheck | None = None
        """Check shown."""
        self._crawlers: Sequence[Crawler] = ()
        self._box = ToneBox(self)
        self.headline = Label("", self, px=14, weight=600)
        self.meaning = Label("", self, px=12, color="text2")
        self.state = ElidedLabel("", self, px=12, color="text2")
        self.reaches_said = Label("", self, px=12, color="text2")
        self._names = tr("Live file"), tr("Bytes"), tr("Verdicts")
        self._name_labels = tuple(Label(name, self, px=12, color="text2") for name in self._names)
        self.values = tuple(ElidedLabel("", self, px=12) for _ in self._names)
        self.crawlers = Table(tr("When each crawler has a change"), _columns(), _token_of, self)
        self.copy_button = SecondaryButton(tr("Copy as text"), parent=self)
        self.again_button = SecondaryButton(tr("Check again"), Glyph.REFRESH, self)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self.show_button = PrimaryButton(tr("Show the differences"), parent=self)
        self._progress = ThinProgress(self)
        self._rows = QVBoxLayout()
        self._lay_out()
        self._connect()
        self.resize(_WIDTH, _HEIGHT)

    def show_asking(self, url: str) -> None:
        """Show that a check is running and can be cancelled."""
        self._progress.start()
        self.state.setText(tr("Fetching {address}", address=url))
        self.again_button.setText(tr("Cancel"))
        self.again_button.set_glyph(None)
        if self.check is None:
            self._box.set_tone(Tone.NEUTRAL, Glyph.REFRESH)
            self.headline.setText(tr("Asking the site…"))
        self._show_parts()
        self.bring_up()

    def show_check(self, check: LiveCheck, crawlers: Sequence[Crawler]) -> None:
        """Show the result of a check for these crawlers."""
        self.check, self._crawlers = check, tuple(crawlers)
        self._end_asking()
        self._show_check()
        self._fit()

    def show_cancelled(self) -> None:
        """Show that the check was cancelled; the earlier result stays."""
        self._end_asking()
        self.state.setText(tr("The fetch was cancelled."))
        if self.check is None:
            self.headline.setText(tr("Not known: the live file could not be read."))
            self._box.set_tone(Tone.UNKNOWN)

    def show_edited(self) -> None:
        """Show that the draft was edited after the comparison."""
        if self.check is not None and not self._progress.running:
            self.state.setText(tr("The draft was edited after this check."))

    def _show_check(self) -> None:
        check = self.check
        if check is None:
            return
        answer = answer_of(check, self._crawlers)
        self._box.set_tone(answer.tone)
        self.headline.setText(answer.headline)
        self.meaning.setText(answer.meaning)
        evidence = check.evidence
        live = together(" · ", evidence.requested, fetch_words.chip(evidence), _clock(evidence.fetched_at))
        for name, label, said in zip(
            self._names, self.values, (live, answer.bytes_said, answer.verdicts_said), strict=True
        ):
            label.setText(said)
            label.setAccessibleName(WORDS.about(name, said))
        self.reaches_said.setText(answer.reaches_said)
        self.crawlers.set_columns(_columns())
        self.crawlers.set_rows(check.reaches, anew=True)
        self.show_button.setText(tr("Show the differences") if check.is_compared else tr("Show the answer"))
        self.setAccessibleDescription(answer.headline)
        self._show_parts()

    def as_text(self) -> str:
        """Return the result as lines, followed by the crawlers."""
        facts = [
            WORDS.about(name, label.text())
            for name, label in zip(self._names, self.values, strict=True)
            if label.text()
        ]
        rows = ["\t".join(cell(row).text for cell in _CELLS) for row in self.crawlers.rows]
        said = [self.headline.text(), self.meaning.text(), *facts]
        return "\n".join(said + (["", self.reaches_said.text(), *rows] if rows else []))

    def _show_parts(self) -> None:
        """Show only parts that have content; the space below stays empty."""
        check = self.check
        for name, label in zip(self._name_labels, self.values, strict=True):
            name.setVisible(bool(label.text()))
            label.setVisible(bool(label.text()))
        has_rows = check is not None and bool(check.reaches)
        self.meaning.setVisible(bool(self.meaning.text()))
        self.reaches_said.setVisible(has_rows)
        self.crawlers.setVisible(has_rows)
        self.show_button.setVisible(check is not None and not _is_same(check))
        self.copy_button.setEnabled(check is not None)

    def _fit(self) -> None:
        """Fit the height to the table, or to the text if there is none."""
        high = _HEIGHT
        has_rows = not self.crawlers.isHidden()
        self._rows.activate()  # parts that were just hidden still take up space
        least = self._rows.totalHeightForWidth(self.width()) + self._footer.height()
        self.resize(self.width(), max(self.height(), high) if has_rows else least)

    def _end_asking(self) -> None:
        self._progress.stop()
        self.state.setText("")
        self.again_button.setText(tr("Check again"))
        self.again_button.set_glyph(Glyph.REFRESH)

    def _lay_out(self) -> None:
        rows = self._rows
        rows.setSpacing(_GAP + 4)
        top, said = QHBoxLayout(), QVBoxLayout()
        top.setSpacing(12)
        said.setSpacing(4)
        for label in (self.headline, self.meaning, self.reaches_said):
            label.setWordWrap(True)
        said.addWidget(self.headline)
        said.addWidget(self.meaning)
        top.addWidget(self._box)
        top.addLayout(said, 1)
        top.setAlignment(self._box, Qt.AlignmentFlag.AlignTop)
        rows.addLayout(top)
        grid = QGridLayout()
        grid.setHorizontalSpacing(_MARGIN)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for place, (name, label) in enumerate(zip(self._name_labels, self.values, strict=True)):
            grid.addWidget(name, place, 0)
            grid.addWidget(label, place, 1)
        rows.addLayout(grid)
        rows.addWidget(self.reaches_said)
        rows.addWidget(self.crawlers, 1)
        rows.addStretch()
        rows.addWidget(self._progress)
        ways_out = (self.again_button, self.close_button, self.show_button)
        self._footer = DialogFooter(self, ways_out, (self.copy_button,), self.state)
        self.frame(rows, self._footer)

    def _connect(self) -> None:
        self.copy_button.clicked.connect(self._on_copy)
        self.again_button.clicked.connect(self._on_again)
        self.close_button.clicked.connect(self.close)
        self.show_button.clicked.connect(self._on_show)

    def _on_again(self) -> None:
        (self.cancel_requested if self._progress.running else self.again_requested).emit()

    def _on_show(self) -> None:
        is_compared = self.check is not None and self.check.is_compared
        (self.differences_requested if is_compared else self.answer_requested).emit()

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.as_text())


def _is_same(check: LiveCheck) -> bool:
    return check.state is LiveState.SAME_BYTES


def _clock(at: datetime) -> str:
    return WORDS.date_and_time(at.astimezone())


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("crawler", tr("Crawler"), _crawler, _title_of, 150),
        TableColumn("reach", tr("Has it by, at the latest"), _reach, _reach_key, 150, words=_usual()),
        TableColumn("clause", tr("Source"), _clause),
    )


def _token_of(row: CrawlerReach) -> str:
    return row.crawler.token


def _title_of(row: CrawlerReach) -> str:
    return title_of(row.crawler).lower()


def _reach_key(row: CrawlerReach) -> tuple[bool, float]:
    return (row.reach is None, row.reach.at.timestamp() if row.reach else 0.0)


def _crawler(row: CrawlerReach) -> TableCell:
    return TableCell(title_of(row.crawler), weight=500)


def _reach(row: CrawlerReach) -> TableCell:
    if row.reach is None:
        return TableCell(tr("not known"), "text3")
    return TableCell(_when(row.reach))


def _when(reach: ChangeReach) -> str:
    time = WORDS.date_and_time(reach.at.astimezone())
    return tr("{time} (assumed)", time=time) if reach.assumed else time


def _usual() -> tuple[str, ...]:
    """Return sample texts as wide as most contents."""
    return (tr("{time} (assumed)", time=WORDS.date_and_time(datetime(2026, 12, 22, 22, 22, tzinfo=UTC))),)


def _clause(row: CrawlerReach) -> TableCell:
    return TableCell(tr(row.reach.clause) if row.reach else "", "text2")


_CELLS = (_crawler, _reach, _clause)
