"""The window of the help: contents and search at the left, a page at the right, and navigation."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.help.library import CONTENTS, SECTIONS, HelpLibrary, HelpPage, HelpSection
from robotstudio.help.search import HelpHit, HelpSearch
from robotstudio.text.language import WORDS, Plural, ntr, put_in, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.help.browser import PageBrowser
from robotstudio.ui.panels.help.made_pages import REPORT, report_in
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.grounds import PanelWindow, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import EmptyHint, Label
from robotstudio.ui.widgets.notice_bar import NoticeBar
from robotstudio.ui.widgets.painting import TextRun, draw_runs
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowContent, RowList, RowWords
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.tone import Tone

_HEAD, _ROW, _HIT, _INSET = 34, 26, 46, 12
_WIDTH, _HEIGHT, _LEAST_WIDTH, _LEAST_HEIGHT, _SIDE = 1040, 740, 760, 400, 272
_MOST_REMEMBERED: Final = 100
_PAGES = Plural("{count} page found", "{count} pages found")


class ContentsEntry(NamedTuple):
    """A page with its search hit, or the title of a section, which has no page."""

    title: str
    page: str = ""
    heading: str = ""
    context: str = ""


class ContentsList(RowList[ContentsEntry]):
    """Arrow keys only move, Enter chooses."""

    def __init__(self, open_page: Callable[[str, str], None], parent: QWidget | None = None) -> None:
        """Create it; `open_page` gets a page and a heading."""
        super().__init__(parent, _ROW, inset=_INSET, is_boxed=True)
        self._open_page = open_page
        self.setMouseTracking(True)
        self.setProperty("role", "clear")
        self.clicked.connect(self._choose)

    def show_contents(self, library: HelpLibrary) -> None:
        """List all pages by section."""
        self.setAccessibleName(tr("Contents"))
        rows: list[ContentsEntry] = []
        for section in HelpSection:
            pages = library.in_section(section)
            if pages:
                rows += self._rows_of(tr(SECTIONS[section]), pages, library.language)
        self._show(rows)

    def show_hits(self, hits: Sequence[HelpHit]) -> None:
        """List search results."""
        self.setAccessibleName(tr("Found pages"))
        self._show([ContentsEntry(hit.title, hit.page, hit.heading, hit.context) for hit in hits])

    def mark(self, page: str) -> None:
        """Select the row of a page without opening it."""
        row = next((row for row, entry in enumerate(self.rows) if entry.page == page), -1)
        self.set_current_row(row)
        if row == 1:
            self.scrollToTop()  # shows the section title, too
        elif row >= 0:
            self.scrollTo(self.currentIndex())

    def choose_first(self) -> None:
        """Open the first page listed, if any."""
        self.set_current_row(next((row for row, entry in enumerate(self.rows) if entry.page), -1))
        self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._choose()
        else:
            super().keyPressEvent(event)

    def _rows_of(self, title: str, pages: Sequence[HelpPage], code: str) -> Iterator[ContentsEntry]:
        """Yield a section; English-only content is marked at its title, or at single pages if others are translated."""
        are_english = [page.language != code for page in pages]
        in_english = tr("{title} (in English)")
        yield ContentsEntry(put_in(in_english, {"title": title}) if all(are_english) else title)
        for page, is_english in zip(pages, are_english, strict=True):
            says_so = is_english and not all(are_english)
            yield ContentsEntry(put_in(in_english, {"title": page.title}) if says_so else page.title, page.id)

    def words(self, row: ContentsEntry) -> RowWords:
        tip = together("\n", row.title, row.context)
        return RowWords(row.title, WORDS.about(row.title, row.context), tip)

    def is_title(self, row: ContentsEntry) -> bool:
        return not row.page

    def height_of(self, row: ContentsEntry) -> int:
        return _HIT if row.context else _ROW if row.page else _HEAD

    def content(self, row: ContentsEntry, _state: RowState) -> RowContent | None:
        fonts, color = theme.fonts, theme.color
        if not row.page:
            return RowContent([TextRun(row.title, fonts.ui(11, 600), color("text2"))])
        return RowContent([TextRun(row.title, fonts.ui(12), color("text"))])

    def paint_row(self, painter: QPainter, rect: QRectF, row: ContentsEntry, state: RowState) -> None:
        """Paint a title, and below it the matching line."""
        if not row.page:
            rect = rect.adjusted(0, 8, 0, 0)
        if not row.context:
            super().paint_row(painter, rect, row, state)
            return
        upper = QRectF(rect.left(), rect.top() + 4, rect.width(), 20)
        super().paint_row(painter, upper, row, state)
        lower = upper.translated(0, 18).adjusted(_INSET, 0, -_INSET, 0)
        found = TextRun(row.context, theme.fonts.ui(11), theme.color(state.quiet_color))
        draw_runs(painter, lower, [found])

    def _show(self, rows: Sequence[ContentsEntry]) -> None:
        self.show_rows(rows)
        self.scrollToTop()

    def _choose(self) -> None:
        entry = self.current
        if entry is not None and entry.page:
            self._open_page(entry.page, entry.heading)


class HelpPlace(NamedTuple):
    """An entry of the navigation history: a page, a heading, and the scroll position."""

    page: str
    heading: str = ""
    scrolled: int = 0


class HelpPanel(PanelWindow):
    """A separate window."""

    size_key = "help"

    def __init__(
        self,
        library: HelpLibrary,
        made: Mapping[str, Callable[[], HelpPage]],
        open_address: Callable[[str], None],
    ) -> None:
        """Create the window; for `library` and `made` see `set_pages`. `open_address` opens the browser."""
        super().__init__()
        self._open_address = open_address
        self.setWindowFlags(Qt.WindowType.Window)
        self.setWindowTitle(tr("Help"))
        self._library, self._made = library, made
        self._search = HelpSearch(library.pages.values())
        self._places: list[HelpPlace] = []
        self._at = -1
        self._address = ""
        self.search = SearchField(tr("Search the help"), self)
        self.contents = ContentsList(self.show_page, self)
        self.found = Label("", self, px=11, color="text2")
        self.nothing = EmptyHint(tr("No page has these words."), tr("Clear"), self)
        self.header = SectionHeader("", self, height=SIZES.tool_row)
        self.back_button = self._button(Glyph.CHEVRON_LEFT, tr("Back"))
        self.forward_button = self._button(Glyph.CHEVRON_RIGHT, tr("Forward"))
        self.copy_button = SecondaryButton(tr("Copy the report"), Glyph.COPY, self)
        self.copy_button.set_small()
        self.remark = Label("", self, px=12, color="text2")
        self.browser = PageBrowser(self._on_link_activated, self)
        self.link_bar = NoticeBar(self)
        self._left = QStackedWidget(self)
        self._side = QWidget(self)
        self._lay_out()
        self._connect()
        self._list()
        self.resize(QSize(_WIDTH, _HEIGHT))

    @property
    def place(self) -> HelpPlace | None:
        """Current place."""
        return self._places[self._at] if 0 <= self._at < len(self._places) else None

    def set_pages(self, library: HelpLibrary, made: Mapping[str, Callable[[], HelpPage]]) -> None:
        """Replace the pages, e.g. after a change of the language; keep the place.

        Pages of `made` are generated each time they are shown.
        """
        self._library, self._made = library, made
        self._search = HelpSearch(library.pages.values())
        self._list()
        place = self.place
        if place is not None:
            self._show(place._replace(heading="", scrolled=0))

    def open_page(self, page: str, heading: str = "") -> None:
        """Show a page and bring the window to the front; Back returns to the previous place."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.bring_up()  # before: where a heading is depends on the width
        self.show_page(page, heading)
        self.browser.setFocus()

    def show_page(self, page: str, heading: str = "") -> None:
        """Go to a page; if it does not exist, to the contents of the guide."""
        place = HelpPlace(page if page in self._library.pages else CONTENTS, self._library.heading_of(page, heading))
        before = self.place
        if before is not None:
            self._places[self._at] = before._replace(scrolled=self.browser.verticalScrollBar().value())
        if before is None or (before.page, before.heading) != (place.page, place.heading):
            self._places[self._at + 1 :] = [place]
            del self._places[:-_MOST_REMEMBERED]
            self._at = len(self._places) - 1
        self._show(place)

    def go(self, steps: int) -> None:
        """Go back or forward in the history."""
        before, wanted = self.place, self._at + steps
        if before is None or not 0 <= wanted < len(self._places):
            return
        self._places[self._at] = before._replace(scrolled=self.browser.verticalScrollBar().value())
        self._at = wanted
        self._show(self._places[wanted])

    def _button(self, glyph: Glyph, words: str) -> GhostButton:
        button = GhostButton(glyph=glyph, parent=self)
        button.setAccessibleName(words)
        button.setToolTip(words)
        return button

    def _lay_out(self) -> None:
        self.setMinimumSize(_LEAST_WIDTH, _LEAST_HEIGHT)
        side = QVBoxLayout(self._side)
        side.setContentsMargins(8, 8, 4, 8)
        side.setSpacing(6)
        side.addWidget(self.search)
        self.found.setContentsMargins(8, 0, 0, 0)
        side.addWidget(self.found)
        self._left.addWidget(self.contents)
        self._left.addWidget(self.nothing)
        side.addWidget(self._left, 1)
        self.header.add_lead(self.forward_button)
        self.header.add_lead(self.back_button)
        self.header.add_right(self.remark)
        self.header.add_right(self.copy_button)
        right = QWidget(self)
        column = column_in(right)
        for widget, stretch in ((self.header, 0), (self.browser, 1), (self.link_bar, 0)):
            column.addWidget(widget, stretch)
        both = QHBoxLayout(self)
        both.setContentsMargins(0, 0, 0, 0)
        both.setSpacing(0)
        both.addWidget(self._side)
        both.addWidget(right, 1)
        self._side.setFixedWidth(_SIDE)

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_search_changed)
        self.search.returnPressed.connect(self.contents.choose_first)
        self.search.left.connect(self.browser.setFocus)
        self.nothing.action_triggered.connect(self.search.clear)
        self.link_bar.action_chosen.connect(self._on_link_action)
        self.back_button.clicked.connect(self._on_back)
        self.forward_button.clicked.connect(self._on_forward)
        self.copy_button.clicked.connect(self._on_copy)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.search.setFocus)
        QShortcut(QKeySequence("Alt+Left"), self, self._on_back)
        QShortcut(QKeySequence("Alt+Right"), self, self._on_forward)

    def _show(self, place: HelpPlace) -> None:
        page = self._page(place.page)
        self.browser.show_page(page, place.heading, self.search.text().split())
        if place.scrolled:
            self.browser.verticalScrollBar().setValue(place.scrolled)
        self.header.title.setText(page.title)
        is_foreign = page.language != WORDS.code and not page.is_plain
        self.remark.setText(tr("This page is in English only.") if is_foreign else "")
        self.copy_button.setVisible(page.id == REPORT)
        self.back_button.setEnabled(self._at > 0)
        self.forward_button.setEnabled(self._at + 1 < len(self._places))
        self.link_bar.hide()
        if not self.search.text():
            self.contents.mark(page.id)

    def _page(self, page: str) -> HelpPage:
        """Return a page; generate it if it is about the current state."""
        make = self._made.get(page)
        return make() if make else self._library.pages[page]

    def _list(self) -> None:
        wanted = self.search.text()
        hits = self._search.find(wanted)
        if wanted.strip():
            self.contents.show_hits(hits)
            self.found.setText(ntr(_PAGES, len(hits)))
        else:
            self.contents.show_contents(self._library)
            self.contents.mark(self.place.page if self.place else "")
        self.found.setVisible(bool(wanted.strip() and hits))
        self._left.setCurrentWidget(self.nothing if wanted.strip() and not hits else self.contents)

    def _on_search_changed(self, _text: str) -> None:
        self._list()

    def _on_link_activated(self, link: str) -> None:
        place = self.place
        target = self._library.target(place.page if place else CONTENTS, link)
        if target.address:
            self._address = target.address
            actions = (("open", tr("Open in the browser")), ("copy", tr("Copy address")))
            self.link_bar.show_notice(target.address, actions, Tone.NEUTRAL)
        elif target.page:
            self.show_page(target.page, target.heading)

    def _on_link_action(self, action: str) -> None:
        self.link_bar.hide()
        if action == "open":
            self._open_address(self._address)
        else:
            QGuiApplication.clipboard().setText(self._address)
        self.browser.setFocus()

    def _on_back(self) -> None:
        self.go(-1)

    def _on_forward(self) -> None:
        self.go(1)

    def _on_copy(self) -> None:
        page = self.browser.page
        if page is not None:
            QGuiApplication.clipboard().setText(report_in(page))
