"""Many hosts: a window with a list as input and a table of results; nothing is fetched before a click."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QSpinBox, QSplitter, QVBoxLayout, QWidget

from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.fetch.hosts import HostLimits, HostResult, HostsState, parse_hosts
from robotstudio.text.language import WORDS, Meant, Plural, ntr, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.hosts.columns import HostRow, host_columns, row_text
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.progress import ProgressRow
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.table import Table

_WIDTH, _HEIGHT, _GAP, _LIST_WIDTH, _FOOTER, _BOX = 1240, 680, 8, 260, 22, 92
_MOST_AT_ONCE, _MOST_PER_HOST, _MOST_PER_SECOND = 50, 8, 100
_MOST_SAID = 3
_READ_AT_ONCE, _PAUSE_MS = 500, 250  # lines: a longer list takes more time than a key press may
_MORE_LINES = Plural("and {count} more line", "and {count} more lines")
_HOSTS = Plural("{count} host", "{count} hosts")
_LISTED_HOSTS = Plural("{listed} of {count} hosts listed", "{listed} of {count} hosts listed")
_GO_ON = Plural("Go on with {count}", "Go on with {count}")
_FETCH = Plural("Fetch {count} host", "Fetch {count} hosts")
_FETCH_AGAIN = Plural("Fetch {count} host again", "Fetch {count} hosts again")
_DONE = Plural("{done} of {count} hosts", "{done} of {count} hosts")


class HostsActions(Protocol):
    """Requests of the window to its controller."""

    def fetch(self, state: HostsState, limits: HostLimits) -> None:
        """Fetch the hosts that remain."""

    def cancel(self) -> None:
        """Stop fetching."""

    def load_list(self) -> None:
        """Ask for a file, and show it as the list."""

    def export(self) -> None:
        """Ask for a file, and write the listed hosts there."""

    def fetch_host(self, address: str) -> None:
        """Show the robots.txt at an address in the Fetch tab."""


class HostsPanel(PanelWindow):
    """The list, the limits and the table; independent of threads."""

    kept_as = "hosts"
    enter_presses = False

    def __init__(self, actions: HostsActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.state = HostsState(())
        self._crawlers: tuple[Crawler, ...] = ()
        self._is_busy = False
        self._pause = QTimer(self, interval=_PAUSE_MS, singleShot=True)
        self.setWindowTitle(tr("Many hosts"))
        self.list = QPlainTextEdit(self)
        self.list.setProperty("role", "field")
        self.list.setTabChangesFocus(True)
        self.list.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.list.setAccessibleName(tr("Hosts, one a line"))
        self.list.setPlaceholderText(tr("example.com\nhttps://shop.example.com\n…"))
        self.load_button = SecondaryButton(tr("Load a list…"), parent=self)
        self.unread = Label("", self, px=11, color="warning")
        self.unread.setWordWrap(True)
        defaults = HostLimits()
        self.at_once = self._number(tr("At once"), defaults.at_once, 1, _MOST_AT_ONCE)
        self.per_host = self._number(tr("Per host"), defaults.per_host, 1, _MOST_PER_HOST)
        self.per_second = self._number(tr("New per second"), round(defaults.per_second), 0, _MOST_PER_SECOND)
        self.per_second.setSpecialValueText(tr("no limit"))
        self.fetch_button = PrimaryButton(tr(Meant("Fetch", "verb")), parent=self)
        self.again_button = SecondaryButton(tr("Forget the answers"), parent=self)
        self.search = SearchField(tr("Filter by host, answer or effect"), self)
        self.crawler = QComboBox(self)
        self.crawler.setProperty("controlSize", "small")
        self.crawler.setAccessibleName(tr("Effect for"))
        self.export_button = SecondaryButton(tr("Export…"), parent=self)
        self.table = Table(tr("Hosts"), identity=_address_of, parent=self, nothing=tr("No host is listed yet."))
        self.counts = ElidedLabel("", self, px=11, color="text2")
        self.progress = ProgressRow(self)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self._lay_out()
        self._connect()
        self.list.setFont(theme.fonts.mono(12))
        self.crawler.setFont(theme.fonts.ui(12, 500))
        for box in (self.at_once, self.per_host, self.per_second):
            box.setFont(theme.fonts.ui(12))
            box.setFixedWidth(_BOX)
        self.progress.setFixedHeight(_FOOTER)
        self.resize(_WIDTH, _HEIGHT)
        self._on_list_changed()

    @property
    def limits(self) -> HostLimits:
        """Limits that protect the servers."""
        return HostLimits(self.at_once.value(), self.per_host.value(), float(self.per_second.value()))

    def set_limits(self, at_once: int, per_host: int, per_second: int) -> None:
        """Offer these limits."""
        self.at_once.setValue(at_once)
        self.per_host.setValue(per_host)
        self.per_second.setValue(per_second)

    @property
    def listed(self) -> tuple[HostResult, ...]:
        """Results in the table, in its order."""
        return tuple(row.result for row in self.table.rows if row.result is not None)

    def bring_up(self) -> None:
        """Bring the window to the front."""
        super().bring_up()
        self.list.setFocus()

    def set_list(self, text: str) -> None:
        self.list.setPlainText(text)

    def set_crawlers(self, crawlers: Sequence[Crawler]) -> None:
        """Offer these crawlers; keep the selection if it is among them."""
        chosen = self._chosen_crawler()
        self._crawlers = tuple(crawlers)
        tokens = [crawler.token for crawler in crawlers]
        with QSignalBlocker(self.crawler):
            self.crawler.clear()
            self.crawler.addItems([tr("Effect for {crawler}", crawler=title_of(one)) for one in crawlers])
            if chosen is not None and chosen.token in tokens:
                self.crawler.setCurrentIndex(tokens.index(chosen.token))
        self._on_crawler_chosen()

    def show_state(self, state: HostsState) -> None:
        """Show the results so far."""
        self.state = state
        self._show_rows()
        done, total = len(state.addresses) - len(state.remaining), len(state.addresses)
        self.progress.show_progress(ntr(_DONE, total, done=done), done / max(1, total))

    def show_end(self, state: HostsState) -> None:
        """Show the end of the job, complete or cancelled."""
        self.state = state
        self._set_busy(is_busy=False)
        self._show_rows()

    def _number(self, name: str, value: int, least: int, most: int) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(least, most)
        box.setValue(value)
        box.setAccessibleName(name)
        return box

    def _lay_out(self) -> None:
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        split.addWidget(self._left())
        split.addWidget(self._right())
        split.setStretchFactor(1, 1)
        split.setSizes([_LIST_WIDTH, _WIDTH - _LIST_WIDTH])
        rows = QVBoxLayout()
        rows.addWidget(split, 1)
        said = QWidget(self)
        line = QHBoxLayout(said)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.progress)
        line.addWidget(self.counts, 1)
        right = (self.close_button, self.fetch_button)
        self.frame(rows, DialogFooter(self, right, (self.export_button, self.again_button), said))

    def _left(self) -> QWidget:
        side = QWidget(self)
        rows = QVBoxLayout(side)
        rows.setContentsMargins(0, 0, _GAP, 0)
        rows.setSpacing(_GAP)
        rows.addWidget(Label(tr("Hosts, one a line"), side, px=12, weight=600))
        rows.addWidget(self.list, 1)
        rows.addWidget(self.unread)
        rows.addWidget(self.load_button)
        for box in (self.at_once, self.per_host, self.per_second):
            line = QHBoxLayout()
            line.addWidget(Label(box.accessibleName(), side, px=12, color="text2"), 1)
            line.addWidget(box)
            rows.addLayout(line)
        return side

    def _right(self) -> QWidget:
        side = QWidget(self)
        head = QHBoxLayout()
        head.setSpacing(_GAP)
        head.addWidget(self.search, 1)
        head.addWidget(self.crawler)
        rows = QVBoxLayout(side)
        rows.setContentsMargins(_GAP, 0, 0, 0)
        rows.setSpacing(_GAP)
        rows.addLayout(head)
        rows.addWidget(self.table, 1)
        return side

    def _connect(self) -> None:
        self.list.textChanged.connect(self._on_list_changed)
        self._pause.timeout.connect(self._read_list)
        self.load_button.clicked.connect(self._actions.load_list)
        self.fetch_button.clicked.connect(self._on_fetch_clicked)
        self.again_button.clicked.connect(self._on_again_clicked)
        self.progress.cancel_requested.connect(self._actions.cancel)
        self.search.textChanged.connect(self._show_rows)
        self.search.left.connect(self.table.setFocus)
        self.crawler.currentIndexChanged.connect(self._on_crawler_chosen)
        self.export_button.clicked.connect(self._actions.export)
        self.table.row_activated.connect(self._on_row_activated)
        self.table.left.connect(self.close)
        self.close_button.clicked.connect(self.close)

    def _on_list_changed(self) -> None:
        """Read a short list at once, a long one when the user pauses."""
        if self.list.blockCount() <= _READ_AT_ONCE:
            self._read_list()
        else:
            self._pause.start()

    def _read_list(self) -> None:
        """Read the list again; keep the results of hosts that are still listed."""
        self._pause.stop()
        state, rejected = parse_hosts(self.list.toPlainText())
        listed = set(state.addresses)
        self.state = state.with_results(result for result in self.state.results if result.address in listed)
        said = [WORDS.about(str(one.line), WORDS.tell(one.why)) for one in rejected[:_MOST_SAID]]
        if len(rejected) > _MOST_SAID:
            said.append(ntr(_MORE_LINES, len(rejected) - _MOST_SAID))
        self.unread.setText(together("\n", *said))
        self.unread.setVisible(bool(said))
        self._show_rows()

    def _on_fetch_clicked(self) -> None:
        if self._is_busy:
            self._actions.cancel()
            return
        if self._pause.isActive():
            self._read_list()
        if not self.state.remaining:
            self.state = HostsState(self.state.addresses)  # all are done, so the click fetches all of them again
        if self.state.remaining:
            self._set_busy(is_busy=True)
            self.show_state(self.state)
            self._actions.fetch(self.state, self.limits)

    def _on_again_clicked(self) -> None:
        self.state = HostsState(self.state.addresses)
        self._show_rows()

    def _on_row_activated(self, row: HostRow) -> None:
        self._actions.fetch_host(row.address)

    def _on_crawler_chosen(self, _index: int = 0) -> None:
        self.table.set_columns(host_columns(self._chosen_crawler()))
        self._show_rows()

    def _chosen_crawler(self) -> Crawler | None:
        index = self.crawler.currentIndex()
        return self._crawlers[index] if 0 <= index < len(self._crawlers) else None

    def _set_busy(self, *, is_busy: bool) -> None:
        self._is_busy = is_busy
        self.list.setReadOnly(is_busy)
        for part in (self.load_button, self.at_once, self.per_host, self.per_second):
            part.setEnabled(not is_busy)
        self.progress.setVisible(is_busy)

    def _show_rows(self, _changed: object = None) -> None:
        known = {result.address: result for result in self.state.results}
        rows = [HostRow(url, known.get(url), place) for place, url in enumerate(self.state.addresses)]
        wanted = self.search.text().lower().split()
        if wanted:
            crawler = self._chosen_crawler()
            rows = [row for row in rows if all(map(partial(_has, row_text(row, crawler)), wanted))]
        self.table.set_rows(rows)
        self._show_counts(len(rows))

    def _show_counts(self, listed: int) -> None:
        total, left = len(self.state.addresses), len(self.state.remaining)
        self.counts.setText(ntr(_HOSTS if listed == total else _LISTED_HOSTS, total, listed=listed))
        if self._is_busy:
            words = tr("Cancel")
        elif left and left < total:
            words = ntr(_GO_ON, left)
        else:
            words = tr(Meant("Fetch", "verb"))
            if total:
                words = ntr(_FETCH if left else _FETCH_AGAIN, left or total)
        self.fetch_button.setText(words)
        self.fetch_button.updateGeometry()
        self.fetch_button.setEnabled(self._is_busy or bool(total))
        self.again_button.setEnabled(not self._is_busy and bool(self.state.results))
        self.export_button.setEnabled(bool(self.state.results))


def _address_of(row: HostRow) -> str:
    return row.address


def _has(text: str, word: str) -> bool:
    return word in text
