"""Timeline in the Site tab: versions, crawlers and counts on one axis, as a chart and as tables."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QWidget

from robotstudio.engine.crawlers import called
from robotstudio.indexing.site_drawing import AXIS_LEFT, AXIS_RIGHT, drawing_of_site
from robotstudio.indexing.site_time_line import SiteEvent, SiteTimeLine, Track
from robotstudio.indexing.site_words import event_detail, kind_words, moment_words, reaction_cells, summary_words
from robotstudio.survey.charts.items import Drawing
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.site.actions import VersionActions, version_rows
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import Button, GhostButton, SecondaryButton, SelectorButton
from robotstudio.ui.widgets.chart import DrawingView
from robotstudio.ui.widgets.grounds import Bar, Page, column_in
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.menus import MenuAction, fill_menu, give_menu
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

CHART, EVENTS, REACTIONS = range(3)
_ZOOM: Final = 1.4
_LEAST_S: Final = 3 * 3_600.0
_PAN: Final = 0.2
_ZOOMS: Final = {
    Qt.Key.Key_Plus: 1 / _ZOOM,
    Qt.Key.Key_Equal: 1 / _ZOOM,
    Qt.Key.Key_Minus: _ZOOM,
}
_PANS: Final = {Qt.Key.Key_Left: -_PAN, Qt.Key.Key_Right: _PAN}
_CHOSEN = Plural("{count} of {all} crawlers", "{count} of {all} crawlers")


class SiteLineActions(VersionActions, Protocol):
    """Requests of the page to its controller."""

    def export_line(self) -> None:
        """Ask for a file, and write the timeline there, as a picture or as a table."""

    def add_counts(self) -> None:
        """Ask for exports with crawl statistics or index counts."""

    def add_release(self) -> None:
        """Ask for a release of the site."""


class SiteLineView(DrawingView):
    """The drawing; plus and minus zoom, Shift and an arrow key move it, and a double click shows all."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._line: SiteTimeLine | None = None
        self._shown = 0.0, 1.0

    @property
    def shown(self) -> tuple[float, float]:
        """The time that is shown, in seconds since 1970."""
        return self._shown

    def show_line(self, line: SiteTimeLine) -> None:
        """Show a timeline; the zoom stays if its axis does."""
        before, self._line = self._line, line
        if before is None or (before.begin, before.end) != (line.begin, line.end):
            self._shown = line.begin, line.end
        self.show_drawn(partial(self._draw, line))

    def zoom(self, by: float, around: float | None = None) -> None:
        """Show more time or less; `around` stays where it is."""
        if self._line is None:
            return
        begin, end = self._shown
        middle = (begin + end) / 2 if around is None else around
        by = max(by, _LEAST_S / (end - begin))
        begin, end = middle - (middle - begin) * by, middle + (end - middle) * by
        self._shown = max(begin, self._line.begin), min(end, self._line.end)
        self.lay_out()

    def pan(self, share: float) -> None:
        """Move to later or earlier by a share of the time that is shown."""
        if self._line is None:
            return
        begin, end = self._shown
        step = min(max(share * (end - begin), self._line.begin - begin), self._line.end - end)
        self._shown = begin + step, end + step
        self.lay_out()

    def show_all(self) -> None:
        """Show the whole time."""
        self.zoom(1e6)

    def picture(self) -> Drawing | None:
        """Return what is shown."""
        return self.drawing

    def _draw(self, line: SiteTimeLine, width: int) -> Drawing:
        return drawing_of_site(line, width, *self._shown)

    def _time_at(self, point: QPointF) -> float:
        begin, end = self._shown
        share = (point.x() - AXIS_LEFT) / max(1.0, self.width() - AXIS_RIGHT - AXIS_LEFT)
        return begin + min(max(share, 0.0), 1.0) * (end - begin)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, as in a browser; else what is around scrolls."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom(1 / _ZOOM if event.angleDelta().y() > 0 else _ZOOM, self._time_at(event.position()))
            event.accept()
        else:
            event.ignore()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.show_all()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in _ZOOMS:
            self.zoom(_ZOOMS[key])
        elif key == Qt.Key.Key_0:
            self.show_all()
        elif is_shifted and key in _PANS:
            self.pan(_PANS[key])
        else:
            super().keyPressEvent(event)


class _EventRow(NamedTuple):
    place: int
    event: SiteEvent
    crawler: str
    title: str
    detail: str


class SiteLinePage(Page):
    """The chart, its events and the reaction times, each as a view; crawlers can be left out of all."""

    def __init__(self, actions: SiteLineActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._line: SiteTimeLine | None = None
        self._hidden: frozenset[str] = frozenset()
        self.views = SegmentedControl((tr("Chart"), tr("Events"), tr("Reaction times")), self)
        self.views.setAccessibleName(tr("Chart or table"))
        self.crawlers = SelectorButton(tr("Crawlers"), parent=self)
        self.crawlers.set_label_shown(False)
        self._menu = give_menu(self.crawlers)
        self.search = SearchField(tr("Filter events"), self)
        self.zoom_out = self._zoom_button(Glyph.MINUS, tr("Zoom out"))
        self.zoom_in = self._zoom_button(Glyph.PLUS, tr("Zoom in"))
        self.all = GhostButton(tr("Show all"), parent=self)
        self.add = SecondaryButton(tr("Add"), parent=self)
        self.export = GhostButton(tr("Export…"), parent=self)
        self.summary = Label("", self, px=12, color="text2")
        self.summary.setWordWrap(True)
        self.chart = SiteLineView(self)
        self.events = Table(tr("Events"), _event_columns(), _place_of, self)
        self.events.set_nothing(tr("No event fits the filter."))
        self.reactions = Table(tr("Reaction times"), _reaction_columns(), _token_of, self)
        self.reactions.set_nothing(tr("No crawler of the log reacted to a change of the file."))
        self._lay_out()
        self._connect()

    @property
    def line(self) -> SiteTimeLine | None:
        """What is shown: without the crawlers that are left out."""
        if self._line is None:
            return None
        return self._line.only(track.token for track in self._line.tracks if track.token not in self._hidden)

    def show_line(self, line: SiteTimeLine, note: str = "") -> None:
        """Show another timeline; `note` says what is missing."""
        self._line = line
        self.summary.setText(WORDS.sentences(filter(None, (WORDS.sentence(summary_words(line)), note))))
        self._show()

    def _show(self) -> None:
        line = self.line
        if self._line is None or line is None:
            return
        self._show_crawlers(self._line)
        self.chart.show_line(line)
        wanted = self.search.text().strip().casefold()
        rows = [_row(place, event, line) for place, event in enumerate(line.events)]
        self.events.set_rows([row for row in rows if wanted in f"{row.crawler} {row.title} {row.detail}".casefold()])
        self.reactions.set_rows([track for track in line.tracks if track.reactions])

    def _show_crawlers(self, line: SiteTimeLine) -> None:
        tokens = [track.token for track in line.tracks]
        shown = [token for token in tokens if token not in self._hidden]
        count = {"all": WORDS.number(len(tokens))}
        self.crawlers.set_value(ntr(_CHOSEN, len(shown), **count) if self._hidden else tr("All crawlers"))
        self.crawlers.setVisible(len(tokens) > 1)
        rows = [MenuAction(tr("All crawlers"), partial(self._choose, frozenset())), MenuAction()]
        rows += [
            MenuAction(
                called(token, line.titles),
                partial(self._choose, self._hidden ^ {token}),
                is_checked=token in shown,
                is_alone=False,
            )
            for token in tokens
        ]
        fill_menu(self._menu, rows)

    def _choose(self, hidden: frozenset[str]) -> None:
        """Leave these crawlers out."""
        self._hidden = hidden
        self._show()

    def _on_view_chosen(self, view: int) -> None:
        self._pages.setCurrentIndex(view)
        for button in (self.zoom_in, self.zoom_out, self.all):
            button.setVisible(view == CHART)
        self.search.setVisible(view == EVENTS)

    def _on_filter_changed(self, _text: str) -> None:
        self._show()

    def _zoom_button(self, glyph: Glyph, name: str) -> Button:
        button = GhostButton("", glyph, self)
        button.setAccessibleName(name)
        button.setToolTip(name)
        return button

    def _connect(self) -> None:
        self.views.current_changed.connect(self._on_view_chosen)
        self.search.textChanged.connect(self._on_filter_changed)
        self.zoom_in.clicked.connect(partial(self.chart.zoom, 1 / _ZOOM))
        self.zoom_out.clicked.connect(partial(self.chart.zoom, _ZOOM))
        self.all.clicked.connect(self.chart.show_all)
        self.export.clicked.connect(self._actions.export_line)
        rows = (
            MenuAction(tr("Crawl statistics or index counts…"), self._actions.add_counts),
            *version_rows(self._actions),
            MenuAction(tr("Release…"), self._actions.add_release),
        )
        give_menu(self.add, rows)

    def _lay_out(self) -> None:
        inset = SIZES.panel_inset
        bar = Bar(self)
        tools = QHBoxLayout(bar)
        tools.setContentsMargins(inset, 5, inset, 6)
        tools.setSpacing(SIZES.between_controls)
        tools.addWidget(self.views)
        tools.addWidget(self.crawlers)
        tools.addWidget(self.search, 1)
        tools.addStretch(1)
        tools.addWidget(self.add)
        tools.addWidget(self.export)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self.chart)
        self._pages = QStackedWidget(self)
        for page in (scroll, self.events, self.reactions):
            self._pages.addWidget(page)
        said = QHBoxLayout()
        said.setContentsMargins(inset, 2, inset, 2)
        said.addWidget(self.summary, 1)
        for button in (self.zoom_out, self.zoom_in, self.all):
            said.addWidget(button)
        column = column_in(self)
        column.addWidget(bar)
        column.addLayout(said)
        column.addWidget(self._pages, 1)
        self.search.hide()


def _row(place: int, event: SiteEvent, line: SiteTimeLine) -> _EventRow:
    crawler = called(event.crawler, line.titles) if event.crawler else ""
    return _EventRow(place, event, crawler, kind_words(event), event_detail(event, line))


def _place_of(row: _EventRow) -> int:
    return row.place


def _token_of(track: Track) -> str:
    return track.token


def _event_columns() -> Sequence[TableColumn]:
    return (
        TableColumn("event_time", tr("Time (UTC)"), _time, _place_of, width=150),
        TableColumn("crawler", tr("Crawler"), _crawler, _crawler_key, width=120),
        TableColumn("event", tr("Event"), _title, _title_key, width=210),
        TableColumn("event_details", tr("Details"), _detail, _detail_key, least=160),
    )


def _time(row: _EventRow) -> TableCell:
    return TableCell(moment_words(row.event.at, is_day=row.event.is_day))


def _crawler(row: _EventRow) -> TableCell:
    return TableCell(row.crawler)


def _crawler_key(row: _EventRow) -> str:
    return row.crawler.casefold()


def _title(row: _EventRow) -> TableCell:
    return TableCell(row.title, weight=0 if row.crawler else 600)


def _title_key(row: _EventRow) -> str:
    return row.title


def _detail(row: _EventRow) -> TableCell:
    return TableCell(row.detail, "text2")


def _detail_key(row: _EventRow) -> str:
    return row.detail


def _reaction_columns() -> Sequence[TableColumn]:
    return (
        TableColumn("crawler", tr("Crawler"), _track, _token_of, width=120),
        TableColumn(
            "read_after", tr("Read the change after"), partial(_reaction, 0), partial(_reaction_key, "read"), 190
        ),
        TableColumn(
            "stopped_after", tr("Stopped after"), partial(_reaction, 1), partial(_reaction_key, "stopped"), 190
        ),
        TableColumn("began_after", tr("Began after"), partial(_reaction, 2), partial(_reaction_key, "began"), 190),
        TableColumn("documented", tr("Documented"), partial(_reaction, 3), _documented_key, least=120),
    )


def _track(track: Track) -> TableCell:
    return TableCell(track.record.crawler.title)


def _reaction(place: int, track: Track) -> TableCell:
    text = reaction_cells(track)[place]
    return TableCell(text or "–", "text" if text else "text3", spoken="" if text else tr("not known"))


def _reaction_key(name: str, track: Track) -> float:
    known = [getattr(each, name).total_seconds() for each in track.reactions if getattr(each, name) is not None]
    return sorted(known)[len(known) // 2] if known else -1.0


def _documented_key(track: Track) -> float:
    lifetime = track.record.cache_lifetime
    return lifetime.total_seconds() if lifetime else -1.0
