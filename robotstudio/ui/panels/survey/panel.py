"""A survey in its own window: a list of figures, the chosen one as a chart, and its table below."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.survey.charts.layout import drawing_of, named
from robotstudio.survey.figure_hosts import COUNT_COLUMNS, hosts_of_row
from robotstudio.survey.figures import FIGURES, Figure, FigurePart, FigureTable
from robotstudio.survey.figures.model import UNDATED, Row
from robotstudio.survey.reading.running import SurveyProgress
from robotstudio.survey.result import Survey
from robotstudio.text.language import WORDS, Message, Plural, Told, ntr, put_in, tr
from robotstudio.ui.panels.survey.actions import SurveyActions
from robotstudio.ui.panels.survey.changes_part import ChangesPart
from robotstudio.ui.panels.survey.clusters_part import ClustersPart
from robotstudio.ui.panels.survey.job import SurveyResult
from robotstudio.ui.panels.survey.question_part import QuestionPart, columns_of
from robotstudio.ui.widgets.buttons import PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.chart import DrawingView
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow, Split
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint
from robotstudio.ui.widgets.progress import ProgressRow
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_WIDTH, _HEIGHT, _LIST_WIDTH, _GAP, _ROW = 1240, 760, 360, 8, 22
_CHART_HEIGHT, _TABLE_HEIGHT, _HOSTS_WIDTH = 430, 220, 260
_PART_WIDTH, _WITH_PARTS = 150, 420
_FIRST: Final = "W-F2"
_PARTS: Mapping[FigurePart, Message] = {
    FigurePart.ADOPTION: "Adoption",
    FigurePart.FORM: "Size and form",
    FigurePart.CRAWLERS: "Crawlers",
    FigurePart.AI: "AI crawlers",
    FigurePart.ERRORS: "Errors",
    FigurePart.SHARING: "Farms and systems",
    FigurePart.TRENDS: "Trends",
}
_FILES = Plural("{count} file, {distinct} different", "{count} files, {distinct} different")
_HOSTS = Plural("{count} host", "{count} hosts")
_SEVERAL: Message = "Changes since {period}. Figures show {periods}."
_READ = Plural("{count} file read", "{count} files read")
_UNREAD = Plural("{count} item could not be read", "{count} items could not be read")


class SurveyPanel(PanelWindow):
    """Shows a survey and requests inputs; has no threads of its own."""

    size_key = "survey"

    def __init__(self, actions: SurveyActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._result: SurveyResult | None = None
        self._older = ""
        self._offers_clusters = False
        self.setWindowTitle(tr("Survey of many files"))
        self.figures = Table(tr("Figures"), self._figure_columns(), _id_of, self)
        self.chart = DrawingView(self)
        self.table = Table(tr("Table of the figure"), parent=self, is_multiple=True)
        self.hosts = Table(tr("Hosts in this row"), parent=self)
        self.inputs = ElidedLabel("", self, px=12, weight=600)
        self.state = ElidedLabel("", self, px=11, color="text2")
        self.progress = ProgressRow(self)
        self.hint = EmptyHint("", parent=self)
        self.folder_button = PrimaryButton(tr("Read a folder…"), parent=self)
        self.files_button = SecondaryButton(tr("Read archives or tables…"), parent=self)
        self.export_button = SecondaryButton(tr("Export…"), parent=self)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self.questions = QuestionPart(actions, self)
        self.clusters = ClustersPart(actions, self)
        self.changes = ChangesPart(actions, self)
        views = [tr("Figures"), tr("Questions"), tr("Farms"), tr("Changes")]
        self.view = SegmentedControl(views, self)
        self._lay_out()
        self._connect()
        self.progress.setFixedHeight(_ROW)
        self.resize(_WIDTH, _HEIGHT)
        self.figures.set_rows(tuple(FIGURES.values()))
        self.figures.select_row(_FIRST, quietly=True)
        self._show_nothing()

    @property
    def figure(self) -> Figure:
        row = self.figures.current_row
        return row if isinstance(row, Figure) else FIGURES[_FIRST]

    @property
    def is_asking(self) -> bool:
        """True if questions are shown."""
        return self.view.current == 1

    @property
    def is_figure(self) -> bool:
        """True if a figure is shown; the other views have only a table."""
        return self.view.current == 0

    @property
    def shown_table(self) -> FigureTable | None:
        """The table of the current figure or view, None before there is one."""
        if not self.is_figure:
            return (self.questions, self.clusters, self.changes)[self.view.current - 1].shown_table
        return self._result.tables.get(self.figure.id) if self._result else None

    def bring_up(self) -> None:
        super().bring_up()
        (self.figures if self._result else self.folder_button).setFocus()

    def offer(self, paths: Sequence[Path]) -> None:
        """Offer to resume an unfinished survey of these inputs; nothing without inputs."""
        if not paths:
            return
        self._offers_clusters = False
        sentence = tr("The survey of “{inputs}” is not finished. Resume it to read only the rest.")
        self.hint.set_content(put_in(sentence, {"inputs": _named(paths)}), tr("Resume"))

    def show_begin(self, paths: Sequence[Path]) -> None:
        """Show that these inputs are being read; former results stay until there are new ones."""
        self.inputs.setText(_named(paths))
        self._show_what_can_be_read()
        self.show_begin_of_older()

    def show_begin_of_older(self, paths: Sequence[Path] = ()) -> None:
        """Show that inputs for a comparison are being read."""
        self._older = WORDS.side_by_side([path.name or str(path) for path in paths])
        self.state.setText("")
        self.progress.show_progress(tr("Reading…"), 0.0)

    def show_progress(self, progress: SurveyProgress) -> None:
        """Show how many files were read."""
        share = progress.done / max(1, progress.shards)
        self.progress.show_progress(ntr(_READ, progress.files), share)

    def show_counted(self, result: SurveyResult) -> None:
        """Show the figures; those about farms follow with the result."""
        self._result = result
        self.progress.show_progress(tr("Looking for farms…"), 1.0)
        self._show_figure()
        self._front().setFocus()

    def show_result(self, result: SurveyResult) -> None:
        """Show the result; the current figure stays as it is if it was shown already."""
        before, self._result = self._result, result
        is_shown = before is not None and before.survey is result.survey and self.figure.id in before.tables
        self.progress.hide()
        rows = result.survey.rows
        texts = [ntr(_FILES, result.survey.files, distinct=rows.distinct)]
        if result.troubles:
            texts.append(ntr(_UNREAD, len(result.troubles)))
        self.state.setText(WORDS.clauses(texts))
        self.state.setToolTip(_listed(result.troubles))
        self._open_views(result)
        self.clusters.show_survey(result.survey)
        self._enable_export()
        if not is_shown:
            self._show_figure()
            self._front().setFocus()

    def show_stopped(self, sentence: str) -> None:
        """Show why a survey stopped; if only its farms are missing, show the rest completely."""
        self.progress.hide()
        self.state.setText(sentence)
        if self._result is None:
            return
        if not self.view.isEnabled():
            self._open_views(self._result)
            self.clusters.show_none(self._no_clusters_text())
        if self.figure.id not in self._result.tables:
            self._show_figure()

    def _open_views(self, result: SurveyResult) -> None:
        self.questions.show_survey(result.survey)
        self.changes.show_changes(result.changes, _older_words(result.survey, self._older))
        self.view.setEnabled(True)

    def _enable_export(self) -> None:
        """Enable the export if there is a table; answers to questions follow a little later."""
        self.export_button.setEnabled(self.is_asking or self.shown_table is not None)

    def _no_clusters_text(self) -> str:
        return tr("The search for farms was stopped.")

    def _figure_columns(self) -> tuple[TableColumn, ...]:
        return (
            TableColumn("figure", tr("Figure"), _title, least=160),
            TableColumn("part", tr("About"), _part, None, _PART_WIDTH, color="text3", hidden_below=_WITH_PARTS),
        )

    def _lay_out(self) -> None:
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self.chart)
        tables, widths = (self.table, self.hosts), (_WIDTH, _HOSTS_WIDTH)
        below = Split(Qt.Orientation.Horizontal, self, tables, widths, (1, 0))
        heights = (_CHART_HEIGHT, _TABLE_HEIGHT)
        self._parts = Split(Qt.Orientation.Vertical, self, (scroll, below), heights, (1, 0))
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.hint)
        self._pages.addWidget(self._parts)
        self._views = QStackedWidget(self)
        panes, sizes = (self.figures, self._pages), (_LIST_WIDTH, _WIDTH - _LIST_WIDTH)
        split = Split(Qt.Orientation.Horizontal, self, panes, sizes, (0, 1))
        self._views.addWidget(split)
        for part in (self.questions, self.clusters, self.changes):
            self._views.addWidget(part)
        head = QHBoxLayout()
        head.setSpacing(_GAP)
        head.addWidget(self.inputs)
        head.addWidget(self.state, 1)
        head.addWidget(self.progress, 1)
        head.addWidget(self.view)
        rows = QVBoxLayout()
        rows.setSpacing(_GAP)
        rows.addLayout(head)
        rows.addWidget(self._views, 1)
        left = (self.export_button, self.files_button)
        self.frame(rows, DialogFooter(self, (self.close_button, self.folder_button), left))

    def _connect(self) -> None:
        self.figures.row_changed.connect(self._on_figure_chosen)
        self.figures.left.connect(self.close)
        self.table.left.connect(self.figures.setFocus)
        self.table.row_changed.connect(self._on_row_chosen)
        self.hosts.left.connect(self.table.setFocus)
        self.hosts.row_activated.connect(self._actions.open_file)
        self.view.current_changed.connect(self._on_view_changed)
        self.hint.action_triggered.connect(self._on_hint_action)
        self.folder_button.clicked.connect(self._actions.read_folder)
        self.files_button.clicked.connect(self._actions.read_files)
        self.export_button.clicked.connect(self._actions.export)
        self.progress.cancel_requested.connect(self._actions.cancel)
        self.close_button.clicked.connect(self.close)

    def _on_view_changed(self, index: int) -> None:
        self._views.setCurrentIndex(index)
        self._enable_export()
        self._front().setFocus()

    def _front(self) -> QWidget:
        """Return the widget that takes the keyboard focus in the current view."""
        changes = self.changes.table if self.changes.shown_table else self.changes.folder_button
        return (self.figures, self.questions.field, self.clusters.clusters, changes)[self.view.current]

    def _on_figure_chosen(self, _row: object) -> None:
        if self._result is not None:
            self._show_figure()

    def _on_row_chosen(self, row: Row | None) -> None:
        """List the hosts that a row counts; hide the list for figures without hosts."""
        figure, result = self.figure.id, self._result
        self.hosts.setVisible(figure in COUNT_COLUMNS)
        is_counted = result is not None and row is not None and _is_of(result.survey, result.tables[figure], row)
        hosts = (
            hosts_of_row(result.survey, figure, row) if is_counted and result is not None and row is not None else ()
        )
        title = ntr(_HOSTS, len(hosts))
        self.hosts.set_columns(
            (TableColumn("host", title, _host, is_code=True, tip=tr("Open a host to see its file")),)
        )
        self.hosts.set_rows(hosts, reset=True)

    def _show_nothing(self) -> None:
        self._show_what_can_be_read()
        self._pages.setCurrentWidget(self.hint)
        self.view.setEnabled(False)
        self.export_button.setEnabled(False)

    def _show_what_can_be_read(self) -> None:
        self._offers_clusters = False
        self.hint.set_content(
            tr(
                "Choose a folder of robots.txt files named after their hosts, such as example.com.txt, or "
                "archives of them, WARC files or tables. Everything is counted on this computer."
            )
        )

    def _show_figure(self) -> None:
        figure = self.figure
        if self._result is None:
            return
        table = self._result.tables.get(figure.id)
        if table is None:
            self._show_that_clusters_are_missing()
            return
        self._pages.setCurrentWidget(self._parts)
        self._enable_export()
        self.chart.show_drawn(partial(drawing_of, figure, table))
        self.table.set_columns(columns_of(table))
        self.table.sort_by("")
        self.table.set_rows(table.rows, reset=True)
        self.table.select_row(0, quietly=True)
        self._on_row_chosen(self.table.current_row)

    def _show_that_clusters_are_missing(self) -> None:
        self._offers_clusters = self.progress.isHidden()
        if self._offers_clusters:
            self.hint.set_content(self._no_clusters_text(), tr("Resume"))
        else:
            self.hint.set_content(tr("Looking for farms…"))
        self._pages.setCurrentWidget(self.hint)
        self._enable_export()

    def _on_hint_action(self) -> None:
        (self._actions.find_clusters if self._offers_clusters else self._actions.resume)()


def _is_of(survey: Survey, table: FigureTable, row: Row) -> bool:
    """Return False for a row of an older survey, whose hosts are not kept."""
    return not table.bases or row[table.columns.index("period")] == survey.period


def _older_words(survey: Survey, name: str) -> str:
    """Return the name of the older survey; of several, with which one the survey is compared."""
    if len(survey.snapshots) < 2 or survey.older is None:
        return name
    periods = WORDS.side_by_side(each.period or UNDATED for each in (*survey.snapshots, survey))
    return tr(_SEVERAL, period=survey.older.period, periods=periods)


def _named(paths: Sequence[Path]) -> str:
    """Return the first of the inputs, and how many more there are."""
    return named([path.name or str(path) for path in paths])


def _host(host: str) -> TableCell:
    return TableCell(host)


def _id_of(figure: Figure) -> str:
    return figure.id


def _title(figure: Figure) -> TableCell:
    return TableCell(tr(figure.title))


def _part(figure: Figure) -> TableCell:
    return TableCell(tr(_PARTS[figure.part]))


def _listed(troubles: Sequence[Told], most: int = 20) -> str:
    return "\n".join(WORDS.tell(trouble) for trouble in troubles[:most])
