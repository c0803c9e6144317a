"""Many hosts: a window with a list as input and a table of results; nothing is fetched before a click."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QSpinBox, QVBoxLayout, QWidget

from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.hosts import HostLimits, HostResult, HostsState, export_hosts, parse_hosts
from robotstudio.fetch.http_scenario import policy_outcome_for
from robotstudio.fetch.meanings import effect_words
from robotstudio.fetch.policy import Effect
from robotstudio.fetch.words import FAILURES, sentence
from robotstudio.store import files, text
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.language.language import together
from robotstudio.ui.shell import dialogs
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.formats import exact_time
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow, Split
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.progress import ProgressRow
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import TONES, Tone

if TYPE_CHECKING:
    from robotstudio.ui.jobs.fetch_jobs import HostsJob


_WIDTH, _HEIGHT, _GAP, _LIST_WIDTH, _FOOTER, _BOX = 1240, 680, 8, 260, 22, 92
_MOST_AT_ONCE, _MOST_PER_HOST, _MOST_PER_SECOND = 50, 8, 100
_MOST_SAID = 3
_READ_AT_ONCE, _PAUSE_MS = 500, 250  # lines: a longer list takes more time than a key press may
_MORE_LINES = Plural("and {count} more line", "and {count} more lines")
_HOSTS = Plural("{count} host", "{count} hosts")
_LISTED_HOSTS = Plural("showing {listed} of {count} hosts", "showing {listed} of {count} hosts")
_GO_ON = Plural("Resume with {count}", "Resume with {count}")
_FETCH = Plural("Fetch {count} host", "Fetch {count} hosts")
_FETCH_AGAIN = Plural("Fetch {count} host again", "Fetch {count} hosts again")
_DONE = Plural("{done} of {count} hosts", "{done} of {count} hosts")
_NOTHING = TableCell("–", "text3")
_NEVER = datetime.min.replace(tzinfo=UTC)
_ERROR_PAGE: Message = "error page"


class HostRow(NamedTuple):
    """A host of the list, and its answer so far."""

    address: str
    result: HostResult | None
    place: int


class EffectLook(NamedTuple):
    """The colour and the icon of an effect."""

    tone: Tone
    glyph: Glyph | None


_EFFECTS: Mapping[Effect, EffectLook] = {
    Effect.PARSE: EffectLook(Tone.NEUTRAL, None),
    Effect.ALLOW_ALL: EffectLook(Tone.ALLOWED, Glyph.CHECK),
    Effect.DISALLOW_ALL: EffectLook(Tone.BLOCKED, Glyph.CROSS),
    Effect.LAST_GOOD_COPY: EffectLook(Tone.NOTE, None),
    Effect.DEFER: EffectLook(Tone.WARNING, Glyph.PAUSE),
    Effect.UNKNOWN: EffectLook(Tone.UNKNOWN, Glyph.QUESTION),
}  # fmt: skip
_KINDS: Mapping[Content, Message] = {
    Content.RULES: "robots.txt",
    Content.UTF16: "UTF-16",
    Content.TEXT: "text",
    Content.HTML: "HTML",
    Content.JSON: "JSON",
    Content.XML: "XML",
    Content.BINARY: "binary",
    Content.EMPTY: "empty",
}
_TONES: Mapping[FetchOutcome, Tone] = {
    FetchOutcome.SUCCESS: Tone.ALLOWED,
    FetchOutcome.NOT_A_REDIRECT: Tone.WARNING,
    FetchOutcome.CLIENT_ERROR: Tone.NOTE,
    FetchOutcome.TOO_MANY_REDIRECTS: Tone.WARNING,
    FetchOutcome.REDIRECT_REFUSED: Tone.WARNING,
    FetchOutcome.INVALID_ADDRESS: Tone.WARNING,
    FetchOutcome.CANCELLED: Tone.NEUTRAL,
}


def _effect_text(result: HostResult, crawler: Crawler) -> str:
    """Return the effect of the answer on a crawler."""
    return effect_words(policy_outcome_for(result, crawler).effect)


def body_words(result: HostResult) -> str:
    """Return the kind of body; the body of an error is never called a robots.txt."""
    is_file = result.outcome is FetchOutcome.SUCCESS or result.body_kind is not Content.RULES
    return tr(_KINDS[result.body_kind] if is_file else _ERROR_PAGE)


def _outcome_words(result: HostResult) -> str:
    """Return the result of the fetch in two or three words."""
    if result.error is not None:
        return tr(FAILURES[result.error.kind].chip)
    return str(result.status) if result.status is not None else result.outcome.value


def host_columns(crawler: Crawler | None) -> tuple[TableColumn, ...]:
    """Return the columns; one has the effect on the given crawler."""
    effect = () if crawler is None else (_effect_column(crawler),)
    return (
        TableColumn("host", tr("Host"), _host, _host_key, 0, is_code=True),
        TableColumn("outcome", tr("Answer"), _outcome, _outcome_key, 150),
        *effect,
        TableColumn("body", tr("Body"), _body, _body_key, 80),
        TableColumn("size", tr("Size"), _size, _size_key, 74, is_number=True),
        TableColumn("redirects", tr("Hops"), _redirects, _redirects_key, 50, is_number=True,
                    tip=tr("Redirects that were followed")),
        TableColumn("elapsed", tr("Took"), _elapsed, _elapsed_key, 68, is_number=True, hidden_below=760),
        TableColumn("final", tr("Final address"), _final, _final_key, 160, is_code=True, hidden_below=920),
        TableColumn("time", tr("At"), _time, _time_key, 76, hidden_below=1000),
    )  # fmt: skip


def _effect_column(crawler: Crawler) -> TableColumn:
    return TableColumn("effect", title_of(crawler), partial(_effect, crawler), partial(_effect_key, crawler), 146)


def row_text(row: HostRow, crawler: Crawler | None) -> str:
    """Return the text of a row, for filters."""
    result = row.result
    if result is None:
        return row.address.lower()
    words = [row.address, result.final_url, _outcome_words(result), body_words(result)]
    return " ".join([*words, _effect_text(result, crawler) if crawler else ""]).lower()


def _shown_host(address: str) -> str:
    """Remove the parts of a robots.txt address that are the same in all rows."""
    return address.removesuffix("/robots.txt")


def _host(row: HostRow) -> TableCell:
    return TableCell(_shown_host(row.address), weight=500)


def _host_key(row: HostRow) -> str:
    return row.address.partition("://")[2].lower()


def _outcome(row: HostRow) -> TableCell:
    if row.result is None:
        return TableCell(tr("not fetched yet"), "text3")
    look = TONES[_tone(row.result)]
    said = sentence(row.result.error) if row.result.error else ""
    return TableCell(_outcome_words(row.result), look.text, look.glyph, 500, spoken=said)


def _tone(result: HostResult) -> Tone:
    tone = _TONES.get(result.outcome, Tone.BLOCKED)
    is_odd = result.truncated or result.body_kind not in {Content.RULES, Content.EMPTY}
    return Tone.WARNING if tone is Tone.ALLOWED and is_odd else tone


def _outcome_key(row: HostRow) -> tuple[int, str]:
    if row.result is None:
        return (10_000, "")
    return (row.result.status or 1_000, _outcome_words(row.result))


def _body(row: HostRow) -> TableCell:
    if row.result is None or row.result.status is None:
        return _NOTHING
    return TableCell(body_words(row.result), "text2")


def _body_key(row: HostRow) -> str:
    return _body(row).text


def _size(row: HostRow) -> TableCell:
    if row.result is None or row.result.status is None:
        return _NOTHING
    if row.result.truncated:
        return TableCell(f"> {WORDS.size(row.result.size)}", "warning")
    return TableCell(WORDS.size(row.result.size))


def _size_key(row: HostRow) -> int:
    return row.result.size if row.result and row.result.status is not None else -1


def _redirects(row: HostRow) -> TableCell:
    return TableCell(WORDS.number(row.result.redirects)) if row.result else _NOTHING


def _redirects_key(row: HostRow) -> int:
    return row.result.redirects if row.result else -1


def _final(row: HostRow) -> TableCell:
    if row.result is None or row.result.final_url == row.result.requested:
        return _NOTHING
    return TableCell(row.result.final_url, "text2")


def _final_key(row: HostRow) -> str:
    return _final(row).text


def _elapsed(row: HostRow) -> TableCell:
    return TableCell(WORDS.duration(row.result.elapsed_ms), "text2") if row.result else _NOTHING


def _elapsed_key(row: HostRow) -> float:
    return row.result.elapsed_ms if row.result else -1.0


def _time(row: HostRow) -> TableCell:
    if row.result is None:
        return _NOTHING
    at = row.result.fetched_at
    return TableCell(f"{at.astimezone():%H:%M:%S}", "text2", spoken=exact_time(at))


def _time_key(row: HostRow) -> datetime:
    return row.result.fetched_at if row.result else _NEVER


def _effect(crawler: Crawler, row: HostRow) -> TableCell:
    if row.result is None:
        return _NOTHING
    look = _EFFECTS[policy_outcome_for(row.result, crawler).effect]
    return TableCell(_effect_text(row.result, crawler), TONES[look.tone].text, look.glyph)


def _effect_key(crawler: Crawler, row: HostRow) -> str:
    return _effect(crawler, row).text


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

    size_key = "hosts"
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
        self.at_once = self._number(tr("At the same time"), defaults.at_once, 1, _MOST_AT_ONCE)
        self.per_host = self._number(tr("Per host"), defaults.per_host, 1, _MOST_PER_HOST)
        self.per_second = self._number(tr("New per second"), round(defaults.per_second), 0, _MOST_PER_SECOND)
        self.per_second.setSpecialValueText(tr("no limit"))
        self.fetch_button = PrimaryButton(tr(Meant("Fetch", "verb")), parent=self)
        self.again_button = SecondaryButton(tr("Clear results"), parent=self)
        self.search = SearchField(tr("Filter by host, answer or effect"), self)
        self.crawler = QComboBox(self)
        self.crawler.setProperty("controlSize", "small")
        self.crawler.setAccessibleName(tr("Effect for"))
        self.export_button = SecondaryButton(tr("Export…"), parent=self)
        self.table = Table(tr("Hosts"), identity=_address_of, parent=self, nothing=tr("No hosts yet."))
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
        panes, sizes = (self._left(), self._right()), (_LIST_WIDTH, _WIDTH - _LIST_WIDTH)
        split = Split(Qt.Orientation.Horizontal, self, panes, sizes, (0, 1))
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


class HostsController(PanelController[HostsPanel]):
    """Connects the window of many hosts with its job, the history and the fetch of one host."""

    panel_of = "fetch.hosts"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._history = context.history
        self._fetcher = context.fetcher
        self._limits: tuple[int, int, int] | None = None
        context.session.crawlers_changed.connect(self._on_crawlers_changed)

    @cached_property
    def job(self) -> "HostsJob":
        """Fetches of a list."""
        from robotstudio.ui.jobs.fetch_jobs import HostsJob

        job = HostsJob(self, self._fetcher.usual)
        job.fetched.connect(self._history.record_one_of_many)
        job.progressed.connect(self._on_progressed)
        job.ended.connect(self._on_ended)
        return job

    def make_panel(self, kind: "Callable[..., HostsPanel]") -> HostsPanel:
        return kind(self, self._window)

    def connect_panel(self, panel: HostsPanel) -> None:
        panel.set_crawlers(self._session.crawlers)
        self._offer_limits(panel)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"fetch.hosts": self.open_window}

    def set_limits(self, at_once: int, per_host: int, per_second: int) -> None:
        """Offer these limits in the open window and in the next one."""
        self._limits = at_once, per_host, per_second
        if self.has_panel:
            self._offer_limits(self.panel)

    def _offer_limits(self, panel: HostsPanel) -> None:
        if self._limits is not None:
            panel.set_limits(*self._limits)

    def open_window(self) -> None:
        """Show the window; nothing is fetched yet."""
        self.panel.bring_up()

    def close(self) -> None:
        """Close the window and end the thread."""
        super().close()
        if self.has_panel:
            self.job.close()

    def _on_progressed(self, state: "HostsState") -> None:
        self.panel.show_state(state)

    def _on_ended(self, state: "HostsState") -> None:
        self.panel.show_end(state)
        self._history.refresh()

    def _on_crawlers_changed(self, _crawlers: object) -> None:
        if self.has_panel:
            self.panel.set_crawlers(self._session.crawlers)

    def fetch(self, state: "HostsState", limits: "HostLimits") -> None:
        self.job.fetch(state, limits)

    def cancel(self) -> None:
        self.job.cancel()

    def fetch_host(self, address: str) -> None:
        self._fetcher.fetch(address)

    def load_list(self) -> None:
        """Ask for a file, and show it as the list."""
        path = dialogs.ask_hosts_path(self.panel)
        if path is None:
            return
        try:
            self.panel.set_list(text.load(files.read(path)).text)
        except FileError as error:
            dialogs.show_error(self.panel, WORDS.tell(error.told))

    def export(self) -> None:
        """Ask for a file, and write the listed hosts there."""
        path = dialogs.ask_export_hosts_path(self.panel)
        if path is not None:
            self._export(path)

    def _export(self, path: Path) -> None:

        crawlers = self._session.crawlers
        try:
            export_hosts(path, self.panel.listed, [one.token for one in crawlers], partial(_effects, crawlers))
        except FileError as error:
            dialogs.show_error(self.panel, WORDS.tell(error.told))
        else:
            self._window.status_bar.show_message(tr("Hosts saved to {path}.", path=str(path)))


def _effects(crawlers: tuple[Crawler, ...], result: HostResult) -> list[str]:
    return [_effect_text(result, crawler) for crawler in crawlers]
