"""The versions that the draft can be compared with: the live file, kept ones by date, the saved file, other tabs."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from robotstudio.draft.changes.baseline import DISK, LIVE, Baseline
from robotstudio.fetch.history.model import Entry
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.jobs.watching import INTERVALS
from robotstudio.ui.panels.changes import history_words
from robotstudio.ui.panels.changes.history import SavedVersion
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton, SelectorButton
from robotstudio.ui.widgets.grounds import Bar, Page, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import Label, LinkLabel
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at, popup_below
from robotstudio.ui.widgets.painting import TextRun, draw_runs
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowList, RowWords

_WIDTH = 164
_ROW, _LINE, _TOP = 44, 18, 4
_LEFT_OUT = Plural("Show {count} older", "Show {count} older")
KEPT = "history:"
"""Prefix of the id of a kept version."""


class VersionActions(Protocol):
    """Choices among the versions, implemented by the controller of Changes."""

    def choose(self, baseline_id: str) -> None:
        """Compare with another version."""

    def choose_file(self) -> None:
        """Ask for a file to compare with."""


class HistoryActions(Protocol):
    """Requests about kept versions and their site, implemented by the controller of the history."""

    def choose_host(self, host: str) -> None:
        """Offer the versions of another site."""

    def open_version(self, entry: Entry) -> None:
        """Open a version in a tab."""

    def name_version(self, entry: Entry) -> None:
        """Ask for the name of a version."""

    def remove_version(self, entry: Entry) -> None:
        """Remove a version."""

    def export_host(self) -> None:
        """Write all fetches of the site to a file."""

    def forget_host(self) -> None:
        """Remove all fetches of the site."""

    def show_all(self) -> None:
        """Offer all versions of the site."""

    def watch(self, every: timedelta | None) -> None:
        """Watch the site, or no more."""

    def keep(self, is_kept: bool) -> None:
        """Keep what is fetched, or no more."""


class VersionRow(Struct, frozen=True):
    """A version to compare with, in two lines; `entry` is that of a kept one."""

    id: str
    title: str
    below: str = ""
    tip: str = ""
    entry: Entry | None = None

    @property
    def can_be_compared(self) -> bool:
        """False if the server gave no file."""
        return self.entry is None or self.entry.has_rules


class OfferedVersions(Struct, frozen=True):
    """The versions on offer, and what there is to know about their site."""

    rows: Sequence[VersionRow] = ()
    current: str = ""
    host: str = ""
    hosts: Sequence[str] = ()
    every: timedelta | None = None
    last: str = ""
    usage: str = ""
    is_kept: bool = True
    left_out: int = 0
    """How many older versions are not among the rows."""

    @property
    def title(self) -> str:
        """The title of the version that is compared."""
        return next((row.title for row in self.rows if row.id == self.current), tr("not chosen"))


def version_row(version: Baseline, live: Baseline | None = None, since: datetime | None = None) -> VersionRow:
    """Return the row of a version that was not kept; `live` is the live file, first seen at `since`, if it is known."""
    at = history_words.time_text(version.at) if version.at else ""
    if version.id == LIVE:
        tip = "\n".join(each for each in (at, version.site) if each)
        if version.at is None:
            return VersionRow(version.id, tr("Live"), "", tip)
        said = tr("fetched {time}", time=f"{version.at.astimezone():%H:%M}")
        if since is not None and since < version.at:
            said = tr("first seen {time}", time=history_words.day_text(since, version.at))
        return VersionRow(version.id, tr("Live"), said, tip)
    if version.id == DISK:
        is_live = live is not None and live.body == version.body
        return VersionRow(version.id, tr("Saved file"), tr("same as live") if is_live else version.title, version.title)
    return VersionRow(version.id, at, version.title) if at else VersionRow(version.id, version.title)


def kept_row(version: SavedVersion) -> VersionRow:
    """Return the row of a kept version: its date, and what was different."""
    entry, known = version.entry, version.difference
    at = history_words.time_text(entry.fetched_at)
    if not entry.has_rules:
        title = f"{at} · {history_words.status_text(entry)}"
        said = tr("no file")
        return VersionRow(f"{KEPT}{entry.id}", at, f"{history_words.status_text(entry)} · {said}", title, entry)
    said = history_words.difference_text(known) if known else tr("newest kept version") if version.is_newest else ""
    tip = "\n".join(each for each in (at, said, entry.final_url) if each)
    return VersionRow(f"{KEPT}{entry.id}", entry.name or at, said, tip, entry)


def left_out_words(count: int) -> str:
    """Return what shows the versions that are left out."""
    return ntr(_LEFT_OUT, count)


class VersionMenus:
    """The menus of the versions: about one, about their site, and how often it is watched."""

    def __init__(self, actions: VersionActions, history: HistoryActions, check: Callable[[], object]) -> None:
        """Connect with the controllers; `check` checks the live file."""
        self._actions = actions
        self.history = history
        self._check = check
        self.shown = OfferedVersions()

    def rows_of(self, row: VersionRow) -> list[MenuAction]:
        """Return what can be done with a version."""
        compare = MenuAction(
            tr("Compare with this version"), partial(self._actions.choose, row.id), is_enabled=row.can_be_compared
        )
        if row.entry is None:
            return [compare]
        history, entry = self.history, row.entry
        return [
            compare,
            MenuAction(tr("Open in a tab"), partial(history.open_version, entry), is_enabled=row.can_be_compared),
            MenuAction(tr("Name…"), partial(history.name_version, entry), is_enabled=row.can_be_compared),
            MenuAction(tr("Delete…"), partial(history.remove_version, entry), is_enabled=row.can_be_compared),
        ]

    def choices(self) -> list[MenuAction]:
        """Return all versions as rows to choose from."""
        return [
            MenuAction(
                WORDS.side_by_side([each for each in (row.title, row.below) if each]),
                partial(self._actions.choose, row.id),
                is_enabled=row.can_be_compared,
                is_checked=row.id == self.shown.current,
            )
            for row in self.shown.rows
        ] + self._show_all()

    def _show_all(self) -> list[MenuAction]:
        left_out = self.shown.left_out
        return [MenuAction(left_out_words(left_out), self.history.show_all)] if left_out else []

    def more(self) -> list[MenuAction]:
        """Return another file, other sites, and what can be done with the history."""
        shown, history = self.shown, self.history
        sites = [
            MenuAction(host, partial(history.choose_host, host), is_checked=host == shown.host) for host in shown.hosts
        ]
        is_of_history = shown.host in shown.hosts
        return [
            MenuAction(tr("Another file…"), self._actions.choose_file),
            *([MenuAction(tr("Versions of another site"), rows=sites)] if len(sites) > 1 or not is_of_history else []),
            MenuAction(),
            MenuAction(tr("Export this site's history…"), history.export_host, is_enabled=is_of_history),
            MenuAction(tr("Delete this site's history…"), history.forget_host, is_enabled=is_of_history),
            MenuAction(),
            MenuAction(
                tr("Save fetches"),
                partial(history.keep, not shown.is_kept),
                is_checked=shown.is_kept,
                is_alone=False,
            ),
            *([MenuAction(shown.usage, history.export_host, is_enabled=False)] if shown.usage else []),
        ]

    def watching(self) -> list[MenuAction]:
        """Return the check of the live file, and how often the site may be watched."""
        shown, watch = self.shown, self.history.watch
        can_watch = bool(shown.host) and shown.is_kept
        intervals = [
            MenuAction(
                history_words.interval_text(every),
                partial(watch, every),
                is_enabled=can_watch,
                is_checked=every == shown.every,
            )
            for every in (None, *INTERVALS)
        ]
        return [MenuAction(tr("Check now"), self._check), MenuAction(), *intervals]


class VersionList(RowList[VersionRow]):
    """The versions by title and difference."""

    def __init__(self, actions: VersionActions, menus: VersionMenus, parent: QWidget | None = None) -> None:
        super().__init__(parent, _ROW, inset=SIZES.panel_inset)
        self.setAccessibleName(tr("Compare with"))
        self._actions, self._menus, self._history = actions, menus, menus.history
        self._is_showing = False
        self.current_changed.connect(self._on_current_changed)

    def show_versions(self, shown: OfferedVersions) -> None:
        """Offer versions, and mark the one that is compared."""
        self._is_showing = True
        self.show_rows(shown.rows)
        self.choose(shown.current)
        self._is_showing = False

    def key(self, row: VersionRow) -> str:
        return row.id

    def is_title(self, row: VersionRow) -> bool:
        return not row.can_be_compared

    def words(self, row: VersionRow) -> RowWords:
        said = WORDS.side_by_side((row.title, row.below)) if row.below else row.title
        return RowWords(row.title, said, row.tip or said)

    def paint_row(self, painter: QPainter, rect: QRectF, row: VersionRow, _state: RowState) -> None:
        room = rect.adjusted(SIZES.panel_inset, 0, -6, 0)
        top = room.top() + _TOP if row.below else room.center().y() - _LINE / 2
        color = "text" if row.can_be_compared else "text2"
        title = TextRun(row.title, theme.fonts.ui(12, 600), theme.color(color))
        draw_runs(painter, QRectF(room.left(), top, room.width(), _LINE), [title])
        below = TextRun(row.below, theme.fonts.ui(11), theme.color("text2"))
        draw_runs(painter, QRectF(room.left(), top + _LINE, room.width(), _LINE), [below])

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        row = self.row_at(index) if index.isValid() else self.current
        self._open_menu(row, event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entry = self.current.entry if self.current else None
        if event.key() == Qt.Key.Key_Delete and entry is not None:
            self._history.remove_version(entry)
        elif event.key() == Qt.Key.Key_F2 and entry is not None:
            self._history.name_version(entry)
        else:
            super().keyPressEvent(event)

    def _open_menu(self, row: VersionRow | None, at: QPoint) -> None:
        about = [*self._menus.rows_of(row), MenuAction()] if row is not None else []
        popup_at(build_menu(self, [*about, *self._menus.more()]), at, self)

    def _on_current_changed(self, row: VersionRow | None) -> None:
        if row is not None and not self._is_showing:
            self._actions.choose(row.id)


def _more_button(menus: VersionMenus, parent: QWidget) -> GhostButton:
    """Return the button that opens the menu about the history."""
    button = GhostButton(glyph=Glyph.MORE, parent=parent)
    button.setAccessibleName(tr("History and other versions"))
    button.setToolTip(tr("History and other versions"))
    button.clicked.connect(lambda: popup_below(build_menu(button, menus.more()), button))
    return button


def _watch_button(menus: VersionMenus, parent: QWidget) -> SelectorButton:
    """Return the button that shows how often the site is watched, and opens the choices."""
    button = SelectorButton(tr("Watch live"), history_words.interval_text(None), parent)
    button.set_small()
    button.clicked.connect(lambda: popup_below(build_menu(button, menus.watching()), button))
    return button


class VersionPane(Page):
    """The list below its title, and below it how often the site is watched."""

    def __init__(self, actions: VersionActions, menus: VersionMenus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_WIDTH)
        self.list = VersionList(actions, menus, self)
        header = SectionHeader(tr("Compare with"), self)
        self.more_button = _more_button(menus, header)
        header.add_right(self.more_button)
        self.show_all = LinkLabel("", self)
        self.show_all.activated.connect(lambda _with_control: menus.history.show_all())
        below = QHBoxLayout()
        below.setContentsMargins(SIZES.panel_inset - 2, 6, 6, 6)
        below.addWidget(self.show_all)
        below.addStretch(1)
        self.watch_row = _WatchRow(self)
        self.watch_button = _watch_button(menus, self.watch_row)
        self.watch_button.setMaximumWidth(_WIDTH - 16)
        self.watch_title = Label(tr("Watch live"), self.watch_row, px=12, color="text2")
        self.last = Label("", self.watch_row, px=11, color="text2")
        self.last.setWordWrap(True)
        inner = QVBoxLayout(self.watch_row)
        inner.setContentsMargins(8, 8, 8, 8)
        inner.setSpacing(4)
        inner.addWidget(self.watch_title)
        inner.addWidget(self.watch_button)
        inner.addWidget(self.last)
        layout = column_in(self)
        layout.setContentsMargins(0, 0, 1, 0)
        layout.addWidget(header)
        layout.addWidget(self.list, 1)
        layout.addLayout(below)
        layout.addWidget(self.watch_row)

    def show_versions(self, shown: OfferedVersions) -> None:
        """Show the versions and the watch."""
        self.list.show_versions(shown)
        self.show_all.setText(left_out_words(shown.left_out) if shown.left_out else "")
        self.show_all.setVisible(bool(shown.left_out))
        self.watch_button.set_value(history_words.interval_text(shown.every))
        self.watch_title.setVisible(not self.watch_button.shows_label)
        self.last.setText(shown.last)
        self.last.setVisible(bool(shown.last) and shown.every is not None)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        edge = QRectF(self.rect()).adjusted(self.width() - 1, 0, 0, 0)
        QPainter(self).fillRect(edge, theme.color("border"))


class _WatchRow(Bar):
    """A bar with a line above it."""

    ground = "surface"
    is_lined_below = False


class VersionBar(Bar):
    """The same in one row, if there is no room for the list."""

    def __init__(self, menus: VersionMenus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(SIZES.tool_row)
        self.chooser = SelectorButton(tr("Compare with"), "", self)
        self.chooser.set_small()
        self.chooser.clicked.connect(lambda: popup_below(build_menu(self.chooser, menus.choices()), self.chooser))
        self.watch_button = _watch_button(menus, self)
        self.more_button = _more_button(menus, self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 0, 6, 1)
        layout.setSpacing(SIZES.between_controls)
        layout.addWidget(self.chooser)
        layout.addStretch(1)
        layout.addWidget(self.watch_button)
        layout.addWidget(self.more_button)

    def show_versions(self, shown: OfferedVersions) -> None:
        """Show the version that is compared, and the watch."""
        self.chooser.set_value(shown.title)
        self.watch_button.set_value(history_words.interval_text(shown.every))
