"""The window of compliance: select logs and versions, see verdicts with their evidence."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.compliance.model import Compliance, Conduct, DatedVersion, Identity
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.compliance.actions import ComplianceActions
from robotstudio.ui.panels.compliance.crawlers_page import CrawlersPage
from robotstudio.ui.panels.compliance.rows import open_columns
from robotstudio.ui.panels.compliance.versions_page import VersionsPage
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, Page, PanelWindow, column_in
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.progress import ProgressRow
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table

CRAWLERS, VERSIONS, OPEN = range(3)
_WIDTH, _HEIGHT, _SITE_WIDTH, _COMPACT_BELOW, _ROW = 1240, 780, 190, 1100, 22
_LINES = Plural("{count} line read", "{count} lines read")
_REQUESTS = Plural("{count} request of a crawler", "{count} requests of crawlers")
_OLD = Plural(
    "{count} list of addresses is older than a month (the oldest of {day})",
    "{count} lists of addresses are older than a month (the oldest of {day})",
)
_SITE = Plural("{site} ({count} request)", "{site} ({count} requests)")


class OpenPage(Page):
    """Blocked paths that everybody can fetch although they look private."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        reminder = tr(
            "The last version closes these paths, everybody who asks gets them, and they look as if nobody should."
            " robots.txt protects nothing: it tells where to look."
        )
        self.reminder = Label(reminder, self, px=12, color="text2")
        self.reminder.setWordWrap(True)
        self.table = Table(tr("Closed, and open to all"), open_columns(), parent=self, is_multiple=True)
        self.table.set_nothing(tr("No such path was found."))
        column = column_in(self)
        rows = QVBoxLayout()
        rows.setContentsMargins(SIZES.panel_inset, SIZES.between_controls, SIZES.panel_inset, SIZES.between_controls)
        rows.addWidget(self.reminder)
        column.addLayout(rows)
        column.addWidget(self.table, 1)


class CompliancePanel(PanelWindow):
    """Shows results; independent of threads."""

    kept_as = "compliance"

    def __init__(self, actions: ComplianceActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.setWindowTitle(tr("Who kept to it"))
        views = (tr("Crawlers"), tr("Versions"), tr("Closed, and open to all"))
        self.view = SegmentedControl(views, self)
        self.view.setAccessibleName(tr("View"))
        self.logs = ElidedLabel("", self, px=12, weight=600)
        self.site = QComboBox(self)
        self.site.setProperty("controlSize", "small")
        self.site.setAccessibleName(tr("Site of the log"))
        self.did_not = Pill(tr("Did not"), Glyph.CROSS, "0", self)
        self.spoofed = Pill(tr("Spoofed"), Glyph.WARNING, "0", self)
        self.progress = ProgressRow(self)
        self.crawlers = CrawlersPage(self)
        self.versions = VersionsPage(actions, self)
        self.open_paths = OpenPage(self)
        self.state = ElidedLabel("", self, px=11, color="text2")
        self.refresh_button = SecondaryButton(tr("Refresh ranges"), Glyph.REFRESH, self)
        self.refresh_button.setToolTip(
            tr("Fetches the addresses of these crawlers from where their operators publish them, and keeps them.")
        )
        self.names_button = SecondaryButton(tr("Verify by DNS"), parent=self)
        self.names_button.setToolTip(tr("Looks up the host names of addresses that are in no published range."))
        self.export_button = SecondaryButton(tr("Export…"), parent=self)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self.add_button = PrimaryButton(tr("Add logs…"), parent=self)
        self._lay_out()
        self._connect()
        self.progress.setFixedHeight(_ROW)
        self.resize(_WIDTH, _HEIGHT)
        self.show_nothing(tr("Add an access log to see who kept to it."))

    @property
    def has_verdicts(self) -> bool:
        """True if verdicts are shown."""
        return self.export_button.isEnabled()

    def show_logs(self, names: Sequence[str]) -> None:
        """Show which logs are read."""
        self.logs.setText(WORDS.listed_text(names))

    def show_versions(self, versions: Sequence[DatedVersion], chosen: DatedVersion | None = None) -> None:
        """Show the versions of the file, oldest first, with an optional selection."""
        self.versions.show_versions(versions, chosen)
        self.view.set_count(VERSIONS, WORDS.number(len(versions)))

    def show_nothing(self, sentence: str) -> None:
        """Show that there are no results, and what is needed for some."""
        self.show_stopped(sentence)
        self.crawlers.show_hint(sentence)
        self._enable(is_there=False)

    def show_progress(self, words: str, share: float) -> None:
        """Show the progress."""
        self.progress.show_progress(words, share)

    def show_stopped(self, sentence: str) -> None:
        """Show why a check failed; earlier results stay."""
        self.progress.hide()
        self.state.setText(sentence)
        self.state.setToolTip(sentence)

    def show_found(self, found: Compliance, site: str, stale: Sequence[str], notes: Sequence[str] = ()) -> None:
        """Show verdicts; `stale` has the days of outdated address lists."""
        self.progress.hide()
        self._enable(is_there=True)
        self.crawlers.show_found(found)
        self.open_paths.table.set_rows(found.open_paths)
        self.view.set_count(OPEN, WORDS.number(len(found.open_paths)) if found.open_paths else "")
        broke = [record for record in found.records if record.conduct is Conduct.DID_NOT]
        borrowed = [record for record in found.records if record.identities.get(Identity.SPOOFED)]
        self.did_not.set_count(WORDS.number(len(broke)))
        self.spoofed.set_count(WORDS.number(len(borrowed)))
        self._show_sites(found, site)
        requests = found.requests
        said = [ntr(_LINES, requests.lines_read), ntr(_REQUESTS, len(requests.moments))]
        said += [ntr(_OLD, len(stale), day=WORDS.day(min(stale)))] if stale else []
        self.state.setText(WORDS.clauses(said))
        told = "\n".join((*notes, *map(WORDS.tell, requests.notes)))
        self.state.setToolTip(told or self.state.text())

    def bring_up(self) -> None:
        """Bring the window to the front."""
        super().bring_up()
        (self.crawlers.table if self.has_verdicts else self.add_button).setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_compact = self.width() < _COMPACT_BELOW
        for pill in (self.did_not, self.spoofed):
            pill.set_compact(is_compact)

    def _show_sites(self, found: Compliance, site: str) -> None:
        with QSignalBlocker(self.site):
            self.site.clear()
            self.site.addItem(tr("all sites of the log"), "")
            for name, count in found.requests.sites:
                self.site.addItem(ntr(_SITE, count, site=name), name)
            self.site.setCurrentIndex(max(0, self.site.findData(site)))
        self.site.setVisible(len(found.requests.sites) > 1 or bool(site))

    def _enable(self, *, is_there: bool) -> None:
        for part in (self.export_button, self.refresh_button, self.names_button, self.did_not, self.spoofed):
            part.setEnabled(is_there)

    def _connect(self) -> None:
        self.view.current_changed.connect(self._on_view_chosen)
        self.site.activated.connect(self._on_site_chosen)
        self.did_not.toggled.connect(self._on_narrowed)
        self.spoofed.toggled.connect(self._on_narrowed)
        self.progress.cancel_requested.connect(self._actions.cancel)
        self.add_button.clicked.connect(self._actions.ask_logs)
        self.refresh_button.clicked.connect(self._actions.refresh_ranges)
        self.names_button.clicked.connect(self._actions.look_up_names)
        self.export_button.clicked.connect(self._actions.export_verdicts)
        self.close_button.clicked.connect(self.close)
        self.crawlers.table.left.connect(self.close)

    def _on_view_chosen(self, view: int) -> None:
        self._pages.setCurrentIndex(view)
        for part in (self.did_not, self.spoofed):
            part.setVisible(view == CRAWLERS)

    def _on_site_chosen(self, place: int) -> None:
        self._actions.choose_site(str(self.site.itemData(place) or ""))

    def _on_narrowed(self, _is_checked: bool) -> None:
        self.crawlers.narrow(did_not=self.did_not.isChecked(), spoofed=self.spoofed.isChecked())

    def _lay_out(self) -> None:
        self._pages = QStackedWidget(self)
        for page in (self.crawlers, self.versions, self.open_paths):
            self._pages.addWidget(page)
        self.site.setFixedWidth(_SITE_WIDTH)
        self.site.hide()
        head = QHBoxLayout()
        head.setSpacing(SIZES.between_controls)
        head.addWidget(self.view)
        head.addWidget(self.logs, 1)
        head.addWidget(self.progress, 2)
        for part in (self.site, self.did_not, self.spoofed):
            head.addWidget(part)
        rows = QVBoxLayout()
        rows.setSpacing(SIZES.between_controls)
        rows.addLayout(head)
        rows.addWidget(self._pages, 1)
        left = (self.refresh_button, self.names_button, self.export_button)
        self.frame(rows, DialogFooter(self, (self.close_button, self.add_button), left, self.state))
