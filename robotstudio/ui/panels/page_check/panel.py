"""The window of the page check; it fetches only on request."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from robotstudio.draft.page_report import PageSummary, ResourceRow, as_text, blockers_words, facts_of
from robotstudio.engine.crawlers import title_of
from robotstudio.fetch.page import ResourceKind
from robotstudio.fetch.page_check import Indexing, PageCheckRow, indexing_words
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import CheckBox, PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow, Split
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint, Label
from robotstudio.ui.widgets.progress import ThinProgress
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import TONES, Tone
from robotstudio.urls.urls import site_in

_TONES: Mapping[Indexing, Tone] = {
    Indexing.NOINDEX_UNSEEN: Tone.WARNING,
    Indexing.NOINDEX_SEEN: Tone.NOTE,
    Indexing.CANONICAL_UNSEEN: Tone.WARNING,
    Indexing.BLOCKED: Tone.BLOCKED,
    Indexing.ALLOWED: Tone.ALLOWED,
    Indexing.UNKNOWN: Tone.UNKNOWN,
}
_KINDS: Mapping[ResourceKind, Message] = {
    ResourceKind.SCRIPT: "script",
    ResourceKind.STYLE: "style sheet",
    ResourceKind.IMAGE: "image",
    ResourceKind.FONT: "font",
    ResourceKind.FRAME: "frame",
    ResourceKind.MEDIA: "media",
}

_LOADS = Plural(
    "The page loads {count} file from {hosts}; {blocked} blocked for some crawler",
    "The page loads {count} files from {hosts}; {blocked} blocked for some crawler",
)
_HOSTS = Plural("{count} host", "{count} hosts")


def crawler_columns() -> tuple[TableColumn, ...]:
    """Return columns for each crawler: access to the page, the effect, and the number of blocked resources."""
    return (
        TableColumn("crawler", tr("Crawler"), _crawler, _crawler_key, 150),
        TableColumn("page", tr("The page"), _page, _page_key, 130),
        TableColumn("finding", tr("Result"), _finding, _indexing_key, 0),
        TableColumn("blocked", tr("Blocked"), _blocked, _blocked_key, 84, is_number=True,
                    tip=tr("How many of the files that the page loads are blocked for this crawler")),
        TableColumn("unknown", tr("Not known"), _unknown, _unknown_key, 90, is_number=True, hidden_below=960),
    )  # fmt: skip


def resource_columns() -> tuple[TableColumn, ...]:
    """Return columns for the resources, by the host whose robots.txt applies."""
    return (
        TableColumn("host", tr("Host"), _host, _place, 190, is_code=True),
        TableColumn("rules", tr("Its robots.txt"), _rules, _rules_key, 116, hidden_below=760),
        TableColumn("kind", tr("Kind"), _kind, _kind_key, 84),
        TableColumn("url", tr("Address"), _url, _url_key, 0, is_code=True),
        TableColumn("blockers", tr("Blocked for"), _blockers, _blockers_key, 270),
    )


def crawler_of(row: PageCheckRow) -> str:
    """Return the row key of the first table."""
    return row.crawler.token


def place_of(row: ResourceRow) -> int:
    """Return the row key of the second table."""
    return row.place


def _crawler(row: PageCheckRow) -> TableCell:
    return TableCell(title_of(row.crawler), weight=500)


def _crawler_key(row: PageCheckRow) -> str:
    return title_of(row.crawler).lower()


def _page(row: PageCheckRow) -> TableCell:
    if row.page.allowed is None:
        return TableCell(tr("not known"), "unknown", Glyph.QUESTION)
    if row.page.allowed:
        return TableCell(tr("may fetch"), "allowed", Glyph.CHECK)
    words = tr("blocked, line {line}", line=str(row.page.line)) if row.page.line else tr("blocked")
    return TableCell(words, "blocked", Glyph.CROSS, 600)


def _page_key(row: PageCheckRow) -> tuple[int, int]:
    return (-1 if row.page.allowed is None else int(row.page.allowed), row.page.line or 0)


def _finding(row: PageCheckRow) -> TableCell:
    return TableCell(indexing_words(row), TONES[_TONES[row.indexing]].text)


def _indexing_key(row: PageCheckRow) -> str:
    return row.indexing.value


def _blocked(row: PageCheckRow) -> TableCell:
    count = len(row.blocked)
    return TableCell(WORDS.number(count), "blocked" if count else "text2", weight=600 if count else 400)


def _blocked_key(row: PageCheckRow) -> int:
    return len(row.blocked)


def _unknown(row: PageCheckRow) -> TableCell:
    return TableCell(WORDS.number(row.unknown), "unknown" if row.unknown else "text2")


def _unknown_key(row: PageCheckRow) -> int:
    return row.unknown


def _host(row: ResourceRow) -> TableCell:
    return TableCell(site_in(row.host), spoken=row.host)


def _place(row: ResourceRow) -> int:
    return row.place


def _rules(row: ResourceRow) -> TableCell:
    return TableCell(row.rules, "text2")


def _rules_key(row: ResourceRow) -> str:
    return row.rules


def _kind(row: ResourceRow) -> TableCell:
    return TableCell(tr(_KINDS[row.resource.kind]), "text2")


def _kind_key(row: ResourceRow) -> str:
    return row.resource.kind.value


def _url(row: ResourceRow) -> TableCell:
    shown = row.resource.url.removeprefix(row.host)
    return TableCell(shown, spoken=row.resource.url)


def _url_key(row: ResourceRow) -> str:
    return row.resource.url


def _blockers(row: ResourceRow) -> TableCell:
    if not row.blockers:
        return TableCell("–", "text3", spoken=tr("none of these crawlers"))
    return TableCell(blockers_words(row), "blocked", Glyph.CROSS, 500)


def _blockers_key(row: ResourceRow) -> int:
    return len(row.blockers)


_WIDTH, _HEIGHT, _MARGIN, _GAP = 1080, 700, 16, 8
_FACTS = 5


class PageCheckPanel(PanelWindow):
    """An address, the indexing directives of the page, and two tables."""

    size_key = "page-check"
    enter_presses = False

    check_requested = Signal(str)
    cancel_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._summary: PageSummary | None = None
        self._is_busy = False
        self.setWindowTitle(tr("Check a page"))
        self.address = QLineEdit(self)
        self.address.setAccessibleName(tr("Address of the page"))
        self.address.setPlaceholderText("https://example.com/page")
        self.check_button = PrimaryButton(tr("Check"), parent=self)
        self.progress = ThinProgress(self)
        self.facts = tuple((Label("", self, px=12, color="text2"), ElidedLabel("", self, px=12)) for _ in range(_FACTS))
        self.crawlers = Table(tr("The page by crawler"), identity=crawler_of, parent=self)
        self.crawlers.set_columns(crawler_columns())
        self.resources = Table(tr("What the page loads"), identity=place_of, parent=self)
        self.resources.set_columns(resource_columns())
        self.counts = ElidedLabel("", self, px=12, weight=600)
        self.empty = EmptyHint(
            tr(
                "Nothing checked yet. Type the address of a page: the page is fetched, and the robots.txt of its hosts."
            ),
            parent=self,
        )
        self.only_blocked = CheckBox(self)
        self.only_blocked.setText(tr("Only files blocked for some crawler"))
        self.copy_button = SecondaryButton(tr("Copy as text"), parent=self)
        self.markdown_button = SecondaryButton(tr("Copy as Markdown"), parent=self)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self._lay_out()
        self._connect()
        fonts = theme.fonts
        self.address.setFont(fonts.ui(13))
        self.only_blocked.setFont(fonts.ui(12))
        self._show_summary()
        self.resize(_WIDTH, _HEIGHT)

    def bring_up(self) -> None:
        """Bring the window to the front and focus the address."""
        super().bring_up()
        self.address.setFocus()
        self.address.selectAll()

    def check(self, address: str) -> None:
        self.address.setText(address)
        self._on_check()

    def show_summary(self, summary: PageSummary) -> None:
        """Show the result of a check; the busy state stays the same."""
        self._summary = summary
        self._show_summary()

    def set_busy(self, *, is_busy: bool) -> None:
        """Show the progress of a check and offer to cancel it; earlier results stay visible."""
        self._is_busy = is_busy
        (self.progress.start if is_busy else self.progress.stop)()
        self.check_button.setText(tr("Cancel") if is_busy else tr("Check"))

    def _lay_out(self) -> None:
        rows = QVBoxLayout()
        rows.setSpacing(_GAP)
        head = QHBoxLayout()
        head.setSpacing(_GAP)
        head.addWidget(self.address, 1)
        head.addWidget(self.check_button)
        rows.addLayout(head)
        rows.addWidget(self.progress)
        facts = QGridLayout()
        facts.setHorizontalSpacing(_MARGIN)
        facts.setVerticalSpacing(4)
        facts.setColumnStretch(1, 1)
        for place, (name, text) in enumerate(self.facts):
            facts.addWidget(name, place, 0)
            facts.addWidget(text, place, 1)
        rows.addLayout(facts)
        self._found = Split(Qt.Orientation.Vertical, self, (self.crawlers, self._lower()), stretch=(0, 1))
        rows.addWidget(self._found, 1)
        rows.addWidget(self.empty, 1)
        copies = (self.copy_button, self.markdown_button)
        self.frame(rows, DialogFooter(self, (self.close_button,), copies))

    def _lower(self) -> QWidget:
        side = QWidget(self)
        rows = QVBoxLayout(side)
        rows.setContentsMargins(0, _GAP, 0, 0)
        rows.setSpacing(_GAP)
        head = QHBoxLayout()
        head.addWidget(self.counts, 1)
        head.addWidget(self.only_blocked)
        rows.addLayout(head)
        rows.addWidget(self.resources, 1)
        return side

    def _connect(self) -> None:
        self.address.returnPressed.connect(self._on_check)
        self.check_button.clicked.connect(self._on_clicked)
        self.only_blocked.toggled.connect(self._show_summary)
        self.copy_button.clicked.connect(self._on_copy)
        self.markdown_button.clicked.connect(self._on_copy_markdown)
        self.close_button.clicked.connect(self.close)
        self.crawlers.left.connect(self.close)
        self.resources.left.connect(self.close)

    def _show_summary(self, _changed: object = None) -> None:
        summary = self._summary
        pairs = facts_of(summary) if summary else ()
        for place, (name, text) in enumerate(self.facts):
            name.setText(pairs[place][0] if place < len(pairs) and pairs[place][1] else "")
            text.setText(pairs[place][1] if place < len(pairs) else "")
            for label in (name, text):
                label.setVisible(bool(text.text()))
        rows = summary.resources if summary else ()
        blocked = [row for row in rows if row.blockers]
        self.crawlers.set_rows(summary.report.rows if summary else ())
        self.resources.set_rows(blocked if self.only_blocked.isChecked() else rows)
        hosts = ntr(_HOSTS, len({row.host for row in rows}))
        self.counts.setText(ntr(_LOADS, len(rows), hosts=hosts, blocked=len(blocked)) if summary else "")
        self._found.setVisible(summary is not None)
        self.empty.setVisible(summary is None)
        for button in (self.copy_button, self.markdown_button):
            button.setEnabled(summary is not None)

    def _on_clicked(self) -> None:
        if self._is_busy:
            self.cancel_requested.emit()
        else:
            self._on_check()

    def _on_check(self) -> None:
        if self.address.text().strip():
            self.check_requested.emit(self.address.text().strip())

    def _on_copy(self) -> None:
        self._copy(is_markdown=False)

    def _on_copy_markdown(self) -> None:
        self._copy(is_markdown=True)

    def _copy(self, *, is_markdown: bool) -> None:
        if self._summary is not None:
            QGuiApplication.clipboard().setText(as_text(self._summary, is_markdown=is_markdown))
