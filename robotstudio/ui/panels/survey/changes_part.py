"""Changes since an older survey: shares for each crawler, and the hosts that began or stopped blocking it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from robotstudio.survey.figures import FigureTable
from robotstudio.survey.figures.changes import BlockedShareChange, table_of
from robotstudio.survey.figures.model import Row
from robotstudio.text.language import Message, tr
from robotstudio.ui.panels.survey.actions import SurveyActions
from robotstudio.ui.panels.survey.question_part import columns_of
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.grounds import Bar, Page, Split, column_in
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint
from robotstudio.ui.widgets.table import Table

_ROW, _WIDTHS = 44, (800, 420)
_TURNS: tuple[Message, Message] = ("began to block", "stopped")


class ChangesPart(Page):
    """Requests an older survey, and shows the differences; Enter on a host opens its file."""

    def __init__(self, actions: SurveyActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._changes: dict[str, BlockedShareChange] = {}
        self.shown_table: FigureTable | None = None
        self.folder_button = SecondaryButton(tr("Older folder…"), parent=self)
        self.files_button = SecondaryButton(tr("Older archives or tables…"), parent=self)
        self.older = ElidedLabel("", self, px=12, weight=600)
        self.hint = EmptyHint(
            tr(
                "Choose an older survey of the same hosts to see, for each crawler, which hosts began or "
                "stopped blocking it. If the names of your inputs have dates, such as sites-2025-10, you can add "
                "several: the figures then show all of them over time."
            ),
            parent=self,
        )
        self.table = Table(tr("Changes"), parent=self, is_multiple=True)
        self.hosts = Table(tr("Hosts that changed"), parent=self)
        self.footer = Footer(self)
        self._lay_out()
        self.folder_button.clicked.connect(actions.read_older_folder)
        self.files_button.clicked.connect(actions.read_older_files)
        self.table.row_changed.connect(self._on_crawler_chosen)
        self.hosts.row_activated.connect(self._on_host_activated)
        self.hosts.left.connect(self.table.setFocus)

    def show_changes(self, changes: Sequence[BlockedShareChange], older: str) -> None:
        """Show the changes since the older survey of this name; without any, show how to choose one."""
        self._changes = {change.crawler: change for change in changes}
        self.older.setText(older if changes else "")
        self.shown_table = table_of(changes) if changes else None
        self._pages.setCurrentIndex(1 if changes else 0)
        if self.shown_table is not None:
            self.table.set_columns(columns_of(self.shown_table))
            self.table.set_rows(self.shown_table.rows, reset=True)
            self.footer.say(tr(self.shown_table.note))
            self.table.selectRow(0)

    def _on_crawler_chosen(self, row: Row | None) -> None:
        change = self._changes.get(str(row[0])) if row is not None else None
        turned = ((change.began, _TURNS[0]), (change.stopped, _TURNS[1])) if change else ()
        rows: tuple[Row, ...] = tuple((host, what) for hosts, what in turned for host in hosts)
        self.hosts.set_columns(columns_of(FigureTable(("host", "what"), rows or (("", ""),))))
        self.hosts.set_rows(rows, reset=True)

    def _on_host_activated(self, row: Row) -> None:
        self._actions.open_file(str(row[0]))

    def _lay_out(self) -> None:
        bar = Bar(self)
        bar.setFixedHeight(_ROW)
        line = QHBoxLayout(bar)
        line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        line.addWidget(self.folder_button)
        line.addWidget(self.files_button)
        line.addWidget(self.older, 1)
        split = Split(Qt.Orientation.Horizontal, self, (self.table, self.hosts), _WIDTHS, _WIDTHS)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.hint)
        self._pages.addWidget(split)
        layout = column_in(self)
        layout.addWidget(bar)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.footer)
