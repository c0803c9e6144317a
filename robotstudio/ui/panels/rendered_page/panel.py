"""The window of a rendered page: two pictures side by side, and lists of what differs."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QScrollBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from robotstudio.crawl.rendering.renderer import Rendering, Request
from robotstudio.crawl.rendering.report import BlockedResource, Effect, RenderReport
from robotstudio.crawl.rendering.words import (
    difference_words,
    effect_words,
    failed_requests,
    kind_words,
    kinds_in_words,
    rule_words,
    state_words,
    summary_words,
)
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow, Split
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint, Label
from robotstudio.ui.widgets.progress import ThinProgress
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_WIDTH, _HEIGHT, _GAP = 1180, 760, 8
_PICTURES, _LISTS, _DETAILS = 520, 620, 128
_MOST_DETAILS: Final = 20
_USUAL: Final = "Googlebot"

_INTRODUCTION: Message = (
    "Type the address of a page. The Chromium, Chrome or Edge of this computer renders it twice: with only what the "
    "crawler may fetch, and with everything."
)
_SEEN: Message = "As {crawler} sees it"
_BY_DRAFT: Message = "{url}, by your draft, in {browser}"
_BY_LIVE: Message = "{url}, by the live robots.txt, in {browser}"
_IN_FILE: Message = "{rule} in {url}"
_NOTHING: Message = "nothing"
_WITH_OTHERS: Message = "with others: {what}"
_NOTHING_SEEN: Message = "{crawler} sees nothing of the page."
_NO_PICTURE: Message = "There is no picture."


class RenderActions(Protocol):
    """Requests of the window to its controller."""

    def render(self, address: str, crawler: Crawler) -> None:
        """Render a page, in place of one that is being rendered."""

    def cancel(self) -> None:
        """Stop rendering."""

    def show_rule(self, request: Request) -> None:
        """Show the line that blocks a resource, if it is one of the draft."""

    def save_pictures(self) -> None:
        """Ask for a folder, and write both pictures there."""


class FoundText(NamedTuple):
    """A URL or a line of text that rendering brings."""

    text: str
    is_seen: bool
    """False if the crawler does not see it."""


class RenderedPagePanel(PanelWindow):
    size_key = "rendered-page"
    enter_presses = False

    def __init__(self, actions: RenderActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._crawlers: tuple[Crawler, ...] = ()
        self._is_busy = self._is_following = False
        self.setWindowTitle(tr("Render a page"))
        self.address = QLineEdit(self)
        self.address.setAccessibleName(tr("Address of the page"))
        self.address.setPlaceholderText("https://example.com/page")
        self.crawler = QComboBox(self)
        self.crawler.setAccessibleName(tr("Crawler"))
        self.render_button = PrimaryButton(tr("Render"), parent=self)
        self.progress = ThinProgress(self)
        self.summary = Label("", self, px=13, weight=600)
        self.summary.setWordWrap(True)
        self.rules = ElidedLabel("", self, px=12, color="text2")
        self.seen, self.complete = _Picture(self), _Picture(self)
        self.lists = SegmentedControl([tr("Blocked"), tr("Links"), tr("Text"), tr("Not loaded")], self)
        self.blocked = Table(tr("Blocked"), blocked_columns(), _url_of_blocked, self, nothing=tr("Nothing is blocked."))
        none = tr("Rendering adds none.")
        self.links = Table(tr("Links"), link_columns(), _text_of, self, is_multiple=True, nothing=none)
        self.lines = Table(tr("Text"), line_columns(), _text_of, self, is_multiple=True, nothing=none)
        loaded = tr("Everything else was loaded.")
        self.failed = Table(tr("Not loaded"), failed_columns(), _url_of, self, is_multiple=True, nothing=loaded)
        self.details = QPlainTextEdit(self)
        self.details.setReadOnly(True)
        self.details.setTabChangesFocus(True)
        self.details.setProperty("role", "field")
        self.details.setAccessibleName(tr("What the resource changes"))
        self.details.setFont(theme.fonts.ui(12))
        self.details.setFixedHeight(_DETAILS)
        self.empty = EmptyHint(tr(_INTRODUCTION), parent=self)
        self.save_button = SecondaryButton(tr("Save pictures…"), parent=self)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self._lay_out()
        self._connect()
        for part in (self.address, self.crawler):
            part.setFont(theme.fonts.ui(13))
        self.resize(_WIDTH, _HEIGHT)
        self.show_report(None, "")

    def bring_up(self) -> None:
        """Bring the window to the front and focus the address."""
        super().bring_up()
        self.address.setFocus()
        self.address.selectAll()

    def offer(self, crawlers: Sequence[Crawler]) -> None:
        """Offer these crawlers; the chosen one stays, at first Googlebot."""
        before = self.chosen.token if self.chosen is not None else _USUAL
        self._crawlers = tuple(crawlers)
        tokens = [crawler.token for crawler in crawlers]
        with QSignalBlocker(self.crawler):
            self.crawler.clear()
            self.crawler.addItems([title_of(crawler) for crawler in crawlers])
            self.crawler.setCurrentIndex(tokens.index(before) if before in tokens else 0)

    @property
    def chosen(self) -> Crawler | None:
        place = self.crawler.currentIndex()
        return self._crawlers[place] if 0 <= place < len(self._crawlers) else None

    def render_page(self, address: str) -> None:
        self.address.setText(address)
        self._on_render()

    def set_busy(self, *, is_busy: bool) -> None:
        """Show that a page is being rendered, and offer to cancel it; what is shown stays."""
        self._is_busy = is_busy
        (self.progress.start if is_busy else self.progress.stop)()
        self.render_button.setText(tr("Cancel") if is_busy else tr("Render"))

    def show_error(self, sentence: str) -> None:
        self.show_report(None, "")
        self.empty.set_content(sentence)

    def show_report(self, report: RenderReport | None, draft_url: str) -> None:
        """Show a rendered page; `draft_url` is the address of the robots.txt that the draft replaced, "" if none."""
        self._found.setVisible(report is not None)
        self.empty.setVisible(report is None)
        self.empty.set_content(tr(_INTRODUCTION))
        self.save_button.setEnabled(report is not None and report.complete is not None)
        self.summary.setVisible(report is not None)
        self.rules.setVisible(report is not None)
        if report is None:
            return
        self.summary.setText(summary_words(report))
        source = _BY_DRAFT if draft_url and draft_url == report.decision.robots_url else _BY_LIVE
        self.rules.setText(tr(source, url=printable(report.evidence.final_url), browser=report.browser))
        crawler = title_of(report.crawler)
        self._seen_title.setText(tr(_SEEN, crawler=crawler))
        self.seen.show_rendering(report.seen, tr(_NOTHING_SEEN, crawler=crawler))
        self.complete.show_rendering(report.complete, tr(_NO_PICTURE))
        failed = failed_requests(report)
        self.blocked.set_rows(report.blocked)
        links = _found_texts(report.new_links, report.difference.links, is_seen=report.seen is not None)
        lines = _found_texts(report.new_lines, report.difference.lines, is_seen=report.seen is not None)
        self.links.set_rows(links)
        self.lines.set_rows(lines)
        self.failed.set_rows(failed)
        self._show_details(self.blocked.current_row)
        for place, rows in enumerate((report.blocked, links, lines, failed)):
            self.lists.set_count(place, WORDS.number(len(rows)) if rows else "")

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(_GAP)
        head.addWidget(self.address, 1)
        head.addWidget(self.crawler)
        head.addWidget(self.render_button)
        pictures, side = QWidget(self), QWidget(self)
        columns = QHBoxLayout(pictures)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(_GAP)
        self._seen_title = ElidedLabel("", self, px=12, weight=600)
        for title, picture in (
            (self._seen_title, self.seen),
            (ElidedLabel(tr("With everything"), self, px=12, weight=600), self.complete),
        ):
            column = QVBoxLayout()
            column.addWidget(title)
            column.addWidget(picture, 1)
            columns.addLayout(column, 1)
        self._stack = QStackedWidget(side)
        for table in (self.blocked, self.links, self.lines, self.failed):
            self._stack.addWidget(table)
        lists = QVBoxLayout(side)
        lists.setContentsMargins(_GAP, 0, 0, 0)
        lists.setSpacing(_GAP)
        lists.addWidget(self.lists, 0, Qt.AlignmentFlag.AlignLeft)
        lists.addWidget(self._stack, 1)
        lists.addWidget(self.details)
        self._found = Split(Qt.Orientation.Horizontal, self, (pictures, side), stretch=(1, 1))
        self._found.setSizes([_PICTURES, _LISTS])
        rows = QVBoxLayout()
        rows.setSpacing(_GAP)
        rows.addLayout(head)
        for part in (self.progress, self.summary, self.rules):
            rows.addWidget(part)
        rows.addWidget(self._found, 1)
        rows.addWidget(self.empty, 1)
        self.frame(rows, DialogFooter(self, (self.close_button,), (self.save_button,)))

    def _connect(self) -> None:
        self.address.returnPressed.connect(self._on_render)
        self.render_button.clicked.connect(self._on_clicked)
        self.lists.current_changed.connect(self._on_list_chosen)
        self.blocked.row_changed.connect(self._show_details)
        self.blocked.row_activated.connect(self._on_blocked_activated)
        self.save_button.clicked.connect(self._actions.save_pictures)
        self.close_button.clicked.connect(self.close)
        for table in (self.blocked, self.links, self.lines, self.failed):
            table.left.connect(self.close)
        seen, complete = self.seen.verticalScrollBar(), self.complete.verticalScrollBar()
        seen.valueChanged.connect(partial(self._follow, complete))
        complete.valueChanged.connect(partial(self._follow, seen))

    def _follow(self, other: QScrollBar, value: int) -> None:
        """Scroll the other picture, too; if that is shorter, its end does not hold this one back."""
        if not self._is_following:
            self._is_following = True
            other.setValue(value)
            self._is_following = False

    def _on_list_chosen(self, place: int) -> None:
        self._stack.setCurrentIndex(place)
        self._show_details(self.blocked.current_row)

    def _show_details(self, row: BlockedResource | None) -> None:
        """Show in full what a blocked resource changes."""
        is_shown = row is not None and self.lists.current == 0
        self.details.setVisible(is_shown)
        self.details.setPlainText("\n".join(_details_of(row)) if row is not None else "")

    def _on_clicked(self) -> None:
        if self._is_busy:
            self._actions.cancel()
        else:
            self._on_render()

    def _on_render(self) -> None:
        address = self.address.text().strip()
        if address and self.chosen is not None:
            self._actions.render(address, self.chosen)

    def _on_blocked_activated(self, row: BlockedResource) -> None:
        self._actions.show_rule(row.request)


class _Picture(QScrollArea):
    """A picture as wide as there is room, at most as wide as it is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheet = _Sheet(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setWidget(self._sheet)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self._sheet)

    @property
    def has_picture(self) -> bool:
        return not self._sheet.image.isNull()

    def show_rendering(self, rendering: Rendering | None, nothing: str) -> None:
        """Show the picture of a rendering, or a sentence."""
        picture = rendering.picture if rendering is not None else b""
        self._sheet.image = QImage.fromData(picture) if picture else QImage()
        self._sheet.setText("" if self.has_picture else nothing)
        self._sheet.setAccessibleName(nothing if not self.has_picture else tr("Picture of the page"))
        self._fit()
        self.verticalScrollBar().setValue(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room, image = self.viewport().size(), self._sheet.image
        if self.has_picture:
            width = min(room.width(), image.width())
            self._sheet.resize(width, round(image.height() * width / image.width()))
        else:
            self._sheet.resize(room)
        self._sheet.update()


class _Sheet(QLabel):
    """Paints only what can be seen of its image."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.image = QImage()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        return self.size()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme.color("sunken"))
        if not self.image.isNull():
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            shown, scale = event.rect(), self.image.width() / max(1, self.width())
            part = QRect(0, int(shown.top() * scale), self.image.width(), int(shown.height() * scale) + 1)
            painter.drawImage(QRect(0, shown.top(), self.width(), shown.height()), self.image, part)
        painter.end()
        if self.text():
            super().paintEvent(event)


def blocked_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("resource", tr("Blocked resource"), _blocked_url, _url_of_blocked, is_code=True, least=120,
                    tip=tr("Something that the page loads and the crawler may not fetch.")),
        TableColumn("type", tr("Type"), _blocked_kind, lambda row: row.request.kind, 90, hidden_below=560,
                    words=kinds_in_words(), tip=tr("The type of the resource.")),
        TableColumn("line", tr("Line"), _blocked_line, lambda row: row.request.decision.line or 0, 54, is_number=True,
                    tip=tr("The line of the robots.txt of its host. Double-click to go there.")),
        TableColumn("effect", tr("What it changes"), _blocked_effect, _effect_key, least=150, share=1.6,
                    tip=tr("The difference between the page with this resource and without it.")),
    )  # fmt: skip


def failed_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("resource", tr("Resource"), lambda row: _url_cell(row.url), _url_of, is_code=True,
                    tip=tr("Something that the page asked for and did not get.")),
        TableColumn("type", tr("Type"), lambda row: TableCell(kind_words(row), "text2"), lambda row: row.kind, 90,
                    words=kinds_in_words(), tip=tr("The type of the resource.")),
        TableColumn("reason", tr("Reason"), lambda row: TableCell(state_words(row), "warning"), lambda row: row.state,
                    190, tip=tr("Why it was not loaded.")),
    )  # fmt: skip


def link_columns() -> tuple[TableColumn, ...]:
    tip = tr("URLs that the page links to only once its scripts have run.")
    return (
        TableColumn("link", tr("Links only after rendering"), _link, _text_of, is_code=True, tip=tip),
        _seen_column(),
    )


def line_columns() -> tuple[TableColumn, ...]:
    tip = tr("Lines of text that are there only once the scripts have run.")
    return TableColumn("line", tr("Text only after rendering"), _line, _text_of, tip=tip), _seen_column()


def _seen_column() -> TableColumn:
    tip = tr("Whether the crawler sees it, although resources are blocked.")
    return TableColumn("seen", tr("For the crawler"), _seen, lambda row: row.is_seen, 130, tip=tip)


def _found_texts(new: Sequence[str], missing: Sequence[str], *, is_seen: bool) -> tuple[FoundText, ...]:
    found = [FoundText(text, is_seen) for text in new]
    return (*(FoundText(text, is_seen=False) for text in missing), *found)


def _details_of(row: BlockedResource) -> Iterator[str]:
    decision, changes = row.request.decision, row.changes
    yield printable(row.request.url)
    yield tr(_IN_FILE, rule=printable(rule_words(row.request)), url=printable(decision.robots_url))
    yield effect_words(row)
    yield from map(printable, (*changes.lines[:_MOST_DETAILS], *changes.links[:_MOST_DETAILS]))


def _text_of(row: FoundText) -> str:
    return row.text


def _link(row: FoundText) -> TableCell:
    return _url_cell(row.text)


def _line(row: FoundText) -> TableCell:
    return TableCell(printable(row.text))


def _seen(row: FoundText) -> TableCell:
    if row.is_seen:
        return TableCell(tr("seen"), "allowed", Glyph.CHECK)
    return TableCell(tr("not seen"), "blocked", Glyph.CROSS)


def _url_cell(url: str) -> TableCell:
    return TableCell(printable(url), spoken=url)


def _url_of(row: Request) -> str:
    return row.url


def _url_of_blocked(row: BlockedResource) -> str:
    return row.request.url


def _blocked_url(row: BlockedResource) -> TableCell:
    url = row.request.url
    _, _, rest = url.partition("://")
    return TableCell(printable("/" + rest.partition("/")[2]), spoken=url)


def _blocked_kind(row: BlockedResource) -> TableCell:
    return TableCell(kind_words(row.request), "text2")


def _blocked_line(row: BlockedResource) -> TableCell:
    return TableCell(str(row.request.decision.line or "–"), "blocked", spoken=rule_words(row.request))


def _blocked_effect(row: BlockedResource) -> TableCell:
    whole, short = effect_words(row), difference_words(row.changes)
    if row.effect is Effect.NOTHING:
        return TableCell(tr(_NOTHING), "text2", spoken=whole)
    if row.effect is Effect.UNKNOWN:
        return TableCell(whole, "unknown", Glyph.QUESTION)
    said = short if row.effect is Effect.ALONE else tr(_WITH_OTHERS, what=short)
    return TableCell(said, "warning", Glyph.WARNING, spoken=whole)


def _effect_key(row: BlockedResource) -> tuple[float, int, int]:
    return row.changes.pixels, len(row.changes.lines), len(row.changes.links)
