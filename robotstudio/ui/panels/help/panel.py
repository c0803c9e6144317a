"""The window of the help: contents and search at the left, a page at the right, and navigation."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.help.library import CONTENTS, HelpLibrary, HelpPage
from robotstudio.help.search import HelpSearch
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.help.browser import PageBrowser
from robotstudio.ui.panels.help.contents import ContentsList
from robotstudio.ui.panels.help.made_pages import REPORT, report_in
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.grounds import PanelWindow, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import EmptyHint, Label
from robotstudio.ui.widgets.notice_bar import NoticeBar
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.tone import Tone

_WIDTH, _HEIGHT, _LEAST_WIDTH, _LEAST_HEIGHT, _SIDE = 1040, 740, 760, 400, 272
_MOST_REMEMBERED: Final = 100
_PAGES = Plural("{count} page found", "{count} pages found")


class HelpPlace(NamedTuple):
    """An entry of the navigation history: a page, a heading, and the scroll position."""

    page: str
    heading: str = ""
    scrolled: int = 0


class HelpPanel(PanelWindow):
    """A separate window."""

    kept_as = "help"

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
