"""Logs in the Site tab: select logs and versions, see who kept to the file, with the evidence."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.compliance.budget import CrawlerBudget
from robotstudio.compliance.model import Compliance, Conduct, DatedVersion, Identity
from robotstudio.compliance.url_joins import UrlJoins
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.compliance.actions import ComplianceActions
from robotstudio.ui.panels.compliance.budget_page import BudgetPage, JoinsPage
from robotstudio.ui.panels.compliance.crawlers_page import CrawlersPage
from robotstudio.ui.panels.compliance.days_part import OTHER_VIEW
from robotstudio.ui.panels.compliance.rows import open_columns
from robotstudio.ui.panels.compliance.versions_page import VersionsPage
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.progress import ProgressRow
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table

CRAWLERS, VERSIONS, OPEN, BUDGET, JOINS = range(5)
_SITE_WIDTH, _NARROW, _ROW = 190, 860, 22
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
            "The last version blocks these paths, but the server delivers them to everybody, and they look "
            "confidential. robots.txt protects nothing; it shows where to look."
        )
        self.reminder = Label(reminder, self, px=12, color="text2")
        self.reminder.setWordWrap(True)
        self.table = Table(tr("Blocked but public"), open_columns(), parent=self, is_multiple=True)
        self.table.set_nothing(tr("No such path was found."))
        column = column_in(self)
        rows = QVBoxLayout()
        rows.setContentsMargins(SIZES.panel_inset, SIZES.between_controls, SIZES.panel_inset, SIZES.between_controls)
        rows.addWidget(self.reminder)
        column.addLayout(rows)
        column.addWidget(self.table, 1)


class CompliancePanel(Page):
    """Shows results; independent of threads."""

    def __init__(self, actions: ComplianceActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        views = (tr("Crawlers"), tr("Versions"), tr("Blocked but public"), tr("Budget"), tr("Joined lists"))
        self.view = SegmentedControl(views, self)
        self.view.setAccessibleName(tr("View"))
        self.logs = ElidedLabel("", self, px=12, weight=600)
        self.site = QComboBox(self)
        self.site.setProperty("controlSize", "small")
        self.site.setAccessibleName(tr("Site of the log"))
        self.did_not = Pill(tr("Did not obey"), Glyph.CROSS, "0", self)
        self.spoofed = Pill(tr("Spoofed"), Glyph.WARNING, "0", self)
        self.progress = ProgressRow(self)
        self.crawlers = CrawlersPage(self)
        self.versions = VersionsPage(actions, self)
        self.open_paths = OpenPage(self)
        self.budget, self.joins = BudgetPage(self), JoinsPage(self)
        self.state = ElidedLabel("", self, px=11, color="text2")
        self.refresh_button = SecondaryButton(tr("Refresh ranges"), Glyph.REFRESH, self)
        self.refresh_button.setToolTip(
            tr("Downloads the IP ranges that the operators of these crawlers publish, and saves them.")
        )
        self.names_button = SecondaryButton(tr("Verify by DNS"), parent=self)
        self.names_button.setToolTip(tr("Looks up the host names of addresses outside the published ranges."))
        self.export_button = SecondaryButton(tr("Export…"), parent=self)
        self.add_button = SecondaryButton(tr("Add logs…"), Glyph.PLUS, self)
        self.add_button.setAccessibleName(tr("Add logs…"))
        self.add_button.setToolTip(tr("Add logs…"))
        self.setFocusProxy(self.add_button)
        self._lay_out()
        self._connect()
        self.progress.setFixedHeight(_ROW)
        self.show_nothing(tr("Add an access log to see which crawlers obeyed robots.txt."))

    @property
    def shows_replay(self) -> bool:
        """True if a page is shown that depends on the draft."""
        return self.view.current in {BUDGET, JOINS}

    @property
    def has_verdicts(self) -> bool:
        """True if verdicts are shown."""
        return self.refresh_button.isEnabled()

    def show_budgets(self, budgets: Sequence[CrawlerBudget], before: str) -> None:
        """Show what the draft would avoid; `before` names the file with which it is compared."""
        self.budget.show_budgets(budgets, before)
        self._enable_export()

    def show_joins(self, joins: UrlJoins) -> None:
        """Show the joined lists."""
        self.joins.show_joins(joins)
        self._enable_export()

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

    def event(self, event: QEvent) -> bool:
        # Elsewhere in the window, Alt+T opens a menu.
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_for_days(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_for_days(event):
            self.crawlers.days.switch_view()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._actions.take_known()
        if self.shows_replay:
            self._actions.replay()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the texts of buttons out if there is no space for them."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        room = self.width() - (0 if self.site.isHidden() else _SITE_WIDTH)
        self.add_button.setText("" if room < _NARROW else tr("Add logs…"))
        for pill in (self.did_not, self.spoofed):
            pill.set_compact(room < _NARROW)

    def _show_sites(self, found: Compliance, site: str) -> None:
        with QSignalBlocker(self.site):
            self.site.clear()
            self.site.addItem(tr("all sites of the log"), "")
            for name, count in found.requests.sites:
                self.site.addItem(ntr(_SITE, count, site=name), name)
            self.site.setCurrentIndex(max(0, self.site.findData(site)))
        self.site.setVisible(len(found.requests.sites) > 1 or bool(site))
        self._make_room()

    def _enable(self, *, is_there: bool) -> None:
        for part in (self.refresh_button, self.names_button, self.did_not, self.spoofed):
            part.setEnabled(is_there)
        self.setFocusProxy(self.crawlers.table if is_there else self.add_button)
        self._show_pills()
        self._enable_export()

    def _enable_export(self, _view: int = 0) -> None:
        """Enable the export if the page that is shown has something to write."""
        rows = {BUDGET: self.budget.budgets, JOINS: self.joins.shown_rows}.get(self.view.current)
        is_there = self.has_verdicts if rows is None else bool(rows)
        self.export_button.setEnabled(is_there)
        self._bottom_row.setVisible(self.has_verdicts or is_there)

    def _connect(self) -> None:
        self.view.current_changed.connect(self._on_view_chosen)
        self.site.activated.connect(self._on_site_chosen)
        self.did_not.toggled.connect(self._on_narrowed)
        self.spoofed.toggled.connect(self._on_narrowed)
        self.progress.cancel_requested.connect(self._actions.cancel)
        self.add_button.clicked.connect(self._actions.ask_logs)
        self.refresh_button.clicked.connect(self._actions.refresh_ranges)
        self.names_button.clicked.connect(self._actions.look_up_names)
        self.export_button.clicked.connect(self._on_export)
        self.joins.lists.current_changed.connect(self._enable_export)

    def _is_for_days(self, event: QKeyEvent) -> bool:
        return self.view.current == CRAWLERS and QKeySequence(event.keyCombination()) == OTHER_VIEW

    def _on_view_chosen(self, view: int) -> None:
        self._pages.setCurrentIndex(view)
        self._show_pills()
        self._enable_export()
        if self.shows_replay:
            self._actions.replay()

    def _on_export(self) -> None:
        if self.view.current == BUDGET:
            self._actions.export_budgets(self.budget.budgets)
        elif self.view.current == JOINS:
            self._actions.export_joined(self.joins.shown_rows)
        else:
            self._actions.export_verdicts()

    def _show_pills(self) -> None:
        for part in (self.did_not, self.spoofed):
            part.setVisible(self.has_verdicts and self.view.current == CRAWLERS)

    def _on_site_chosen(self, place: int) -> None:
        self._actions.choose_site(str(self.site.itemData(place) or ""))

    def _on_narrowed(self, _is_checked: bool) -> None:
        self.crawlers.narrow(did_not=self.did_not.isChecked(), spoofed=self.spoofed.isChecked())

    def _lay_out(self) -> None:
        self._pages = QStackedWidget(self)
        for page in (self.crawlers, self.versions, self.open_paths, self.budget, self.joins):
            self._pages.addWidget(page)
        self.site.setFixedWidth(_SITE_WIDTH)
        self.site.hide()
        tools, self._bottom_row = ToolRow(self), ToolRow(self)
        self._bottom_row.is_lined_below = False
        head = (self.view, self.logs, self.progress, self.site, self.did_not, self.spoofed)
        bottom = (self.state, self.refresh_button, self.names_button, self.export_button, self.add_button)
        for row, parts in ((tools, head), (self._bottom_row, bottom)):
            line = QHBoxLayout(row)
            line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
            line.setSpacing(SIZES.between_controls)
            for part in parts:
                line.addWidget(part, 1 if part in {self.logs, self.progress, self.state} else 0)
        column = column_in(self)
        column.addWidget(tools)
        column.addWidget(self._pages, 1)
        column.addWidget(self._bottom_row)
