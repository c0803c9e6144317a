"""Crawlers that the policy covers but its block does not name."""

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from robotstudio.engine.crawlers import Catalogue, Crawler, title_of
from robotstudio.policy.model import ALLOW, BLOCK
from robotstudio.policy.study import Study
from robotstudio.policy.words import choice_words
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_SINCE = Plural(
    "{count} crawler that the policy covers is not in the block of {day}.",
    "{count} crawlers that the policy covers are not in the block of {day}.",
)


class Missed(Struct, frozen=True):
    """A crawler, its purpose, and the choice that it gets when the block is rewritten."""

    crawler: Crawler
    purpose: str
    choice: str


class MissedPage(Page):
    """Lists them; `show_lines` shows the lines that would be written for them."""

    def __init__(self, show_lines: Callable[[], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.sentence = ElidedLabel("", self, px=12, color="text2")
        self.show_lines = SecondaryButton(tr("Show the lines"), parent=self)
        self.table = Table(tr("Crawlers missing from the policy"), _columns(), _token_of, self)
        self.hint = EmptyHint("", parent=self)
        self.show_lines.clicked.connect(show_lines)
        self._lay_out()

    def show_study(self, study: Study, catalogue: Catalogue) -> None:
        """Show the crawlers that the block does not name."""
        rows = [_missed(crawler, study, catalogue) for crawler in study.missed]
        self.table.set_rows(rows)
        self.show_lines.setEnabled(study.written is not None)
        if study.block is not None and rows:
            self.sentence.setText(ntr(_SINCE, len(rows), day=WORDS.day(study.block.made_on)))
        self.hint.set_content(
            tr("The file names every crawler that the policy covers.")
            if study.block is not None
            else tr("No AI policy in this file yet.")
        )
        self._pages.setCurrentIndex(bool(rows))

    def _lay_out(self) -> None:
        full = QWidget(self)
        bar = ToolRow(full)
        line = QHBoxLayout(bar)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.addWidget(self.sentence, 1)
        self.show_lines.set_small()
        line.addWidget(self.show_lines)
        column = column_in(full)
        column.addWidget(bar)
        column.addWidget(self.table, 1)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.hint)
        self._pages.addWidget(full)
        column_in(self).addWidget(self._pages)


def _missed(crawler: Crawler, study: Study, catalogue: Catalogue) -> Missed:
    choice = study.policy.choice_for(crawler)
    purpose = catalogue.purposes.get(crawler.purpose, "")
    return Missed(crawler, tr(purpose) if purpose else "", choice_words(choice) if choice else "")


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("missed", tr("Crawler"), _title, _title_of, 220),
        TableColumn("missed_operator", tr("Operator"), _operator, _operator_of, 180, color="text2"),
        TableColumn("missed_purpose", tr("Purpose"), _purpose, _purpose_of, least=140),
        TableColumn("missed_choice", tr("Choice"), _choice, _choice_of, 160, words=_words_of_choices()),
        TableColumn("checked", tr("Checked on"), _checked, _checked_of, 140, hidden_below=800),
    )


def _words_of_choices() -> tuple[str, ...]:
    return choice_words(ALLOW), choice_words(BLOCK)


def _token_of(row: Missed) -> str:
    return row.crawler.token


def _title_of(row: Missed) -> str:
    return title_of(row.crawler).casefold()


def _operator_of(row: Missed) -> str:
    return row.crawler.operator.casefold()


def _purpose_of(row: Missed) -> str:
    return row.purpose


def _choice_of(row: Missed) -> str:
    return row.choice


def _checked_of(row: Missed) -> str:
    return row.crawler.checked_on


def _title(row: Missed) -> TableCell:
    return TableCell(title_of(row.crawler), weight=500)


def _operator(row: Missed) -> TableCell:
    return TableCell(row.crawler.operator)


def _purpose(row: Missed) -> TableCell:
    return TableCell(row.purpose)


def _choice(row: Missed) -> TableCell:
    return TableCell(row.choice)


def _checked(row: Missed) -> TableCell:
    return TableCell(WORDS.day(row.crawler.checked_on))
