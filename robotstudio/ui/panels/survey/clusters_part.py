"""Farms in the window: groups of similar files, their common lines, and the lines in which each member differs."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from robotstudio.survey.cluster_comparison import ClusterComparison, ClusterMember
from robotstudio.survey.clusters import HostCluster
from robotstudio.survey.figures import FigureTable
from robotstudio.survey.result import Survey
from robotstudio.text.language import Plural, ntr, tr
from robotstudio.ui.panels.survey.actions import SurveyActions
from robotstudio.ui.panels.survey.question_part import columns_of
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.grounds import Page, Split, column_in
from robotstudio.ui.widgets.table import Table

_WIDTHS = (530, 300, 410)
_SHOWN_COLUMNS = 3
_CLUSTERS = Plural("{count} farm of similar files", "{count} farms of similar files")
_SHARED = Plural(
    "{count} line is in more than half of the {files} files.",
    "{count} lines are in more than half of the {files} files.",
)


class ClustersPart(Page):
    """Lists farms; requests a comparison of the chosen one's files."""

    def __init__(self, actions: SurveyActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._clusters: tuple[HostCluster, ...] = ()
        self._wanted: HostCluster | None = None
        self._kinship: ClusterComparison | None = None
        self.shown_table: FigureTable | None = None
        self.clusters = Table(tr("Farms of similar files"), parent=self)
        self.members = Table(tr("Members of the farm"), parent=self)
        self.lines = Table(tr("Lines of the member"), parent=self, is_multiple=True)
        self.footer = Footer(self)
        views = (self.clusters, self.members, self.lines)
        split = Split(Qt.Orientation.Horizontal, self, views, _WIDTHS, _WIDTHS)
        layout = column_in(self)
        layout.addWidget(split, 1)
        layout.addWidget(self.footer)
        self.clusters.row_changed.connect(self._on_cluster_chosen)
        self.members.row_changed.connect(self._on_member_chosen)
        self.members.row_activated.connect(self._on_member_activated)
        self.members.left.connect(self.clusters.setFocus)
        self.lines.left.connect(self.members.setFocus)

    def show_survey(self, survey: Survey) -> None:
        """List the farms of a survey, the largest first; their files are requested when the list is visible."""
        self._clusters = survey.clusters
        rows = tuple(
            (cluster.name, cluster.kind.value, cluster.size, cluster.files, cluster.least) for cluster in self._clusters
        )
        table = self.shown_table = FigureTable(("farm", "kind", "hosts", "different files", "least alike"), rows)
        self._wanted = self._kinship = None
        self.clusters.set_columns(columns_of(table)[:_SHOWN_COLUMNS])
        self.clusters.set_rows(table.rows, reset=True)
        self.members.set_rows((), reset=True)
        self.lines.set_rows((), reset=True)
        self.footer.say(ntr(_CLUSTERS, len(rows)))
        if rows:
            self.clusters.selectRow(0)
        self._request_comparison()

    def show_none(self, why: str) -> None:
        """Show why no farms are listed."""
        self._clusters, self.shown_table, self._wanted, self._kinship = (), None, None, None
        for view in (self.clusters, self.members, self.lines):
            view.set_rows((), reset=True)
        self.footer.say(why)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._request_comparison()

    def show_kinship(self, kinship: ClusterComparison) -> None:
        """Show the common lines of the chosen farm, and its members with the most different first."""
        self._kinship = kinship
        table = kinship.members_table
        self.members.set_columns(columns_of(table))
        self.members.set_rows(table.rows, reset=True)
        self.members.set_stale(False)
        self.lines.set_stale(False)
        self.footer.say(ntr(_SHARED, len(kinship.shared), files=len(kinship.members)))
        if kinship.members:
            self.members.selectRow(0)
        else:
            self.lines.set_rows((), reset=True)

    def _on_cluster_chosen(self, _row: object) -> None:
        self._request_comparison()

    def _request_comparison(self) -> None:
        """Request a comparison of the chosen farm, once and only while visible."""
        row = self.clusters.current_row
        cluster = next((cluster for cluster in self._clusters if _key(cluster) == row), None)
        if cluster is not None and cluster is not self._wanted and self.isVisible():
            self._wanted = cluster
            self.members.set_stale(True)
            self.lines.set_stale(True)
            self._actions.compare_cluster(cluster)

    def _on_member_chosen(self, row: tuple[str, int] | None) -> None:
        member = self._member_of(row)
        if member is not None and self._kinship is not None:
            table = self._kinship.lines_of(member)
            self.lines.set_columns(columns_of(table))
            self.lines.set_rows(table.rows, reset=True)

    def _on_member_activated(self, row: tuple[str, int]) -> None:
        self._actions.open_file(row[0])

    def _member_of(self, row: tuple[str, int] | None) -> ClusterMember | None:
        members = self._kinship.members if self._kinship is not None and row is not None else ()
        return next((member for member in members if row is not None and member.host == row[0]), None)


def _key(cluster: HostCluster) -> tuple[str, str, int, int, float]:
    return cluster.name, cluster.kind.value, cluster.size, cluster.files, cluster.least
