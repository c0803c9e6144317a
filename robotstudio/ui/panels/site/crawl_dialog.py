"""The dialog for a new crawl: start, limits, rate, and whose rules are obeyed. It sends no requests."""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from robotstudio.crawl.insight.listing import SavedCrawl, saved_crawls
from robotstudio.crawl.plan import MOST_AT_ONCE, MOST_CONNECTIONS, CrawlPlan
from robotstudio.crawl.rendering.browser import find_browser
from robotstudio.fetch.words import ACCESS_NAMES
from robotstudio.store.errors import BadUrlError, RobotStudioError
from robotstudio.store.userinfo import without_typed_userinfo
from robotstudio.text.language import WORDS, Message, put_in, tr
from robotstudio.ui.panels.site import crawl_words
from robotstudio.ui.panels.site.actions import PlanActions
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import CheckBox, PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import Label, LinkLabel
from robotstudio.urls.urls import normalise, site_in

_ADD: Message = "add a password, cookies or a signature…"
_CHANGE: Message = "{kind}, change…"
_WIDTH, _GAP, _BOX = 620, 10, 170
_MOST_PAGES, _MOST_DEPTH, _MOST_RATE, _USUAL_PAGES = 1_000_000, 1_000, 1_000.0, 20_000


class CrawlDialog(PanelWindow):
    """Chooses a plan and its file; an existing crawl can be resumed or shown instead."""

    size_key = "crawl"

    def __init__(self, actions: PlanActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._runs: tuple[SavedCrawl, ...] = ()
        self._host = ""
        self._urls: Sequence[str] = ()
        self.setWindowTitle(tr("Crawl a site"))
        self.start = self._line(tr("Start at"), "example.com")
        self.sitemaps = self._check(tr("Also start from the sitemaps in its robots.txt"), is_on=True)
        self.listed = self._check(tr("Also start from the loaded test URLs"))
        self.pages = self._number(tr("Maximum pages"), _MOST_PAGES, _USUAL_PAGES)
        self.deepest = self._number(tr("Maximum depth in links"), _MOST_DEPTH, 0)
        self.rate = QDoubleSpinBox(self)
        self.rate.setRange(0, _MOST_RATE)
        self.rate.setDecimals(1)
        self.rate.setValue(1)
        self.rate.setSpecialValueText(tr("no limit"))
        self.rate.setAccessibleName(tr("Requests per second to each host"))
        self.rate.setToolTip(
            tr(
                "Measured from the start of one request to the start of the next. 0 means no limit. A host that "
                "answers 429 or 503 gets fewer."
            )
        )
        self.connections = self._count(tr("Connections per host"), MOST_CONNECTIONS, CrawlPlan().connections)
        self.connections.setToolTip(
            tr("Simultaneous requests to one host. A host that answers slower than before gets fewer.")
        )
        self.at_once = self._count(tr("Connections in total"), MOST_AT_ONCE, CrawlPlan().at_once)
        self.include = self._line(tr("Only URLs that match"), "/shop/ /*.html$")
        self.exclude = self._line(tr("Skip URLs that match"), "/search /*?sort=")
        self.elsewhere = self._check(tr("Follow links to other hosts"))
        self.rendering = self._rendering_check()
        self.mine = self._check("")
        self.runs = QComboBox(self)
        self.runs.setAccessibleName(tr("Earlier crawls"))
        self.said = Label("", self, px=12, color="text2")
        self.said.setWordWrap(True)
        self.crawl_button = PrimaryButton(tr("Crawl"), parent=self)
        self.resume_button = SecondaryButton(tr("Resume crawl"), parent=self)
        self.show_button = SecondaryButton(tr("Show results"), parent=self)
        self.close_button = SecondaryButton(tr("Cancel"), parent=self)
        self.at_once.setEnabled(False)
        self.elsewhere.toggled.connect(self.at_once.setEnabled)
        self._lay_out()
        self.start.textChanged.connect(self._on_start_changed)
        self.runs.currentIndexChanged.connect(self._show_kept)
        self.crawl_button.clicked.connect(self._on_crawl)
        self.resume_button.clicked.connect(self._on_resume)
        self.show_button.clicked.connect(self._on_show)
        fonts = theme.fonts
        for line in (self.start, self.include, self.exclude):
            line.setFont(fonts.mono(12))
        for box in (self.pages, self.deepest, self.rate, self.connections, self.at_once):
            box.setFont(fonts.ui(12))
            box.setFixedWidth(_BOX)
        self.runs.setFont(fonts.ui(12))
        for check in (self.sitemaps, self.listed, self.elsewhere, self.rendering, self.mine):
            check.setFont(fonts.ui(12))
        self.resize(_WIDTH, self.sizeHint().height())
        self._on_start_changed("")

    def offer(self, start: str, urls: Sequence[str]) -> None:
        """Open with a suggested start and the test URLs, of which those on its host can be crawled, too."""
        self._urls = urls
        self.listed.setEnabled(bool(urls))
        if start:
            self.start.setText(start)
        self._host = ""
        self._on_start_changed(self.start.text())
        self.bring_up()
        self.start.setFocus()
        self.start.selectAll()

    def show_access(self) -> None:
        """Show what is kept for the site, and sent to it."""
        plan = self.plan
        kind = self._actions.access_to(plan.starts[0]) if plan else None
        self.access.setEnabled(plan is not None)
        self.access.setText(tr(_CHANGE, kind=tr(ACCESS_NAMES[kind])) if kind else tr(_ADD))
        self.access.updateGeometry()

    @property
    def plan(self) -> CrawlPlan | None:
        """The chosen plan; None without the address of a site."""
        try:
            url = normalise(self.start.text())
        except BadUrlError:
            return None
        if url.host is None:
            return None
        host = site_in(url.url)
        listed = tuple(each for each in self._urls if site_in(each) == host)
        return CrawlPlan(
            starts=(url.url,),
            listed=listed if self.listed.isChecked() else (),
            follows_sitemaps=self.sitemaps.isChecked(),
            renders=self.rendering.isChecked(),
            other_hosts=self.elsewhere.isChecked(),
            max_pages=self.pages.value(),
            max_depth=self.deepest.value(),
            rate=self.rate.value(),
            connections=self.connections.value(),
            at_once=self.at_once.value(),
            include=tuple(self.include.text().split()),
            exclude=tuple(self.exclude.text().split()),
            mine=(host,) if self.mine.isChecked() else (),
        )

    def _on_start_changed(self, _text: str) -> None:
        plan = self.plan
        host = site_in(plan.starts[0]) if plan else ""
        self.crawl_button.setEnabled(bool(host))
        self.show_access()
        if host == self._host and host:
            return
        before, self._host = self._runs, host
        trouble = self._read_runs(host)
        mine = tr("{host} is my site: also fetch URLs that its robots.txt blocks")
        self.mine.setText(
            put_in(mine, {"host": host}) if host else tr("This is my site: also fetch URLs that its robots.txt blocks")
        )
        self.mine.setEnabled(bool(host))
        if not self._runs or not before or before[0].path != self._runs[0].path:
            self.mine.setChecked(False)
            if self._runs:
                self._take(self._runs[0].plan)
        self._show_kept()
        if trouble:
            self.said.setText(trouble)

    def _read_runs(self, host: str) -> str:
        """List the crawls of a host; return an error message if they cannot be read."""
        trouble = ""
        try:
            self._runs = saved_crawls(self._actions.file_of(host)) if host else ()
        except RobotStudioError as error:
            self._runs, trouble = (), WORDS.tell(error.told)
        with QSignalBlocker(self.runs):
            self.runs.clear()
            self.runs.addItems([crawl_words.run_words(run) for run in self._runs])
        return trouble

    @property
    def _kept(self) -> SavedCrawl | None:
        """The selected existing crawl."""
        row = self.runs.currentIndex()
        return self._runs[row] if 0 <= row < len(self._runs) else None

    def _show_kept(self, _row: int = 0) -> None:
        kept = self._kept
        self._form.setRowVisible(self.runs, len(self._runs) > 1)
        self.crawl_button.setText(tr("Crawl again") if kept else tr("Crawl"))
        self.said.setText(self._sentence())
        for button in (self.resume_button, self.show_button):
            button.setVisible(kept is not None)
        self.resume_button.setEnabled(kept is not None and kept.queued > 0)

    def _take(self, plan: CrawlPlan) -> None:
        """Suggest the plan of an existing crawl for the next one."""
        self.mine.setChecked(self._host in plan.mine)
        self.sitemaps.setChecked(plan.follows_sitemaps)
        self.elsewhere.setChecked(plan.other_hosts)
        self.rendering.setChecked(plan.renders and self.rendering.isEnabled())
        self.pages.setValue(plan.max_pages)
        self.deepest.setValue(plan.max_depth)
        self.rate.setValue(plan.rate)
        self.connections.setValue(plan.connections)
        self.at_once.setValue(plan.at_once)
        self.include.setText(" ".join(plan.include))
        self.exclude.setText(" ".join(plan.exclude))

    def _sentence(self) -> str:
        if "@" in self.start.text() and without_typed_userinfo(self.start.text()) != self.start.text():
            return tr("The user name and password in the address are ignored. Add them under Access.")
        if self._kept is None:
            return tr("URLs that the live robots.txt blocks for RobotStudio are not fetched.")
        news = tr("A new crawl downloads only pages that have changed since then.")
        return WORDS.sentences((crawl_words.kept_words(self._kept), news))

    def _on_access_activated(self, _with_control: bool) -> None:
        plan = self.plan
        if plan is not None:
            self._actions.ask_access(plan.starts[0])

    def _on_crawl(self) -> None:
        plan = self.plan
        if plan is not None:
            host = site_in(plan.starts[0])
            self._actions.begin(self._actions.file_of(host), plan, is_new=True)
            self.close()

    def _on_resume(self) -> None:
        kept = self._kept
        if kept is not None:
            plan = replace(
                kept.plan,
                max_pages=self.pages.value(),
                rate=self.rate.value(),
                connections=self.connections.value(),
                at_once=self.at_once.value(),
            )
            self._actions.begin(kept.path, plan, is_new=False)
            self.close()

    def _on_show(self) -> None:
        if self._kept is not None:
            self._actions.show_kept(self._kept.path)
            self.close()

    def _line(self, name: str, example: str) -> QLineEdit:
        line = QLineEdit(self)
        line.setProperty("role", "field")
        line.setAccessibleName(name)
        line.setPlaceholderText(example)
        return line

    def _check(self, text: str, *, is_on: bool = False) -> CheckBox:
        box = CheckBox(self)
        box.setText(text)
        box.setChecked(is_on)
        return box

    def _rendering_check(self) -> CheckBox:
        box = self._check(tr("Render pages with scripts, and follow the links that they add (slower)"))
        has_browser = find_browser() is not None
        box.setEnabled(has_browser)
        needed = tr("Needs Chromium, Google Chrome or Microsoft Edge on this computer.")
        box.setToolTip("" if has_browser else needed)
        return box

    def _number(self, name: str, most: int, value: int) -> QSpinBox:
        box = self._count(name, most, value)
        box.setMinimum(0)
        box.setSpecialValueText(tr("no limit"))
        box.setValue(value)
        return box

    def _count(self, name: str, most: int, value: int) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(1, most)
        box.setValue(value)
        box.setAccessibleName(name)
        return box

    def _lay_out(self) -> None:
        self._form = form = QFormLayout()
        form.setSpacing(_GAP)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows: tuple[QLineEdit | QSpinBox | QDoubleSpinBox | CheckBox | QComboBox, ...] = (
            *(self.start, self.runs, self.sitemaps, self.listed, self.pages, self.deepest, self.rate),
            *(self.connections, self.include, self.exclude, self.elsewhere, self.at_once, self.rendering, self.mine),
        )
        for field in rows:
            if isinstance(field, CheckBox):
                form.addRow("", field)
            else:
                label = Label(field.accessibleName(), self, px=12, color="text2")
                label.setBuddy(field)
                form.addRow(label, field)
        self.access = LinkLabel("", self)
        self.access.activated.connect(self._on_access_activated)
        form.addRow(Label(tr("Access"), self, px=12, color="text2"), self.access)
        column = QVBoxLayout()
        column.setSpacing(_GAP)
        column.addLayout(form)
        column.addWidget(self.said)
        column.addStretch(1)
        self.close_button.clicked.connect(self.close)
        right = (self.close_button, self.resume_button, self.crawl_button)
        self.frame(column, DialogFooter(self, right, (self.show_button,)))
