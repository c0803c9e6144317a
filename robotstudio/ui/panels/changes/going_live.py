"""Four facts that should hold before going live, and the place to upload the file."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.draft.live_status import UNCHECKED, LiveState, LiveStatus, time_of_check
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.fetch.caching import reach_of
from robotstudio.fetch.evidence import Evidence
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import Page
from robotstudio.ui.widgets.labels import Label, LinkLabel
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.tone import Mark

WIDTH = 244
_LEAST_WIDTH, _MARK, _INSET = 200, 14, 14
_ERRORS = Plural("{count} error", "{count} errors")
_PASS = Plural("{passed} of {count} test passes", "{passed} of {count} tests pass")
_REVIEWED = Plural("{reviewed} of {count} so far", "{reviewed} of {count} so far")
_PICK_UP = Plural("{crawler} picks it up within {count} hour.", "{crawler} picks it up within {count} hours.")
_DIFFER = Plural("1 line differs", "{count} lines differ")
_READY = Plural("{ready} of {count} ready", "{ready} of {count} ready")


class Readiness(Struct, frozen=True):
    """Facts about a draft before it goes live; None is unknown."""

    errors: int | None = None
    tests: int = 0
    passing: int = 0
    changed: int | None = None
    reviewed: int = 0
    at_risk: str = ""
    """A sentence about what the URLs bring that become blocked."""
    live: LiveStatus = UNCHECKED


class Upload(Struct, frozen=True):
    """Address of the file, the name of the server that answered there, and when it is read; "" if unknown."""

    address: str = ""
    server: str = ""
    pick_up: str = ""


def pick_up_words(crawlers: Sequence[Crawler], fetched: Evidence | None) -> str:
    """Return how soon the first crawler with a documented cache time reads a change; "" if there is none."""
    for crawler in crawlers:
        reach = reach_of(crawler, datetime.now(UTC), fetched)
        if reach is not None and not reach.assumed:
            return ntr(_PICK_UP, math.ceil(reach.lifetime / timedelta(hours=1)), crawler=title_of(crawler))
    return ""


class Tick(NamedTuple):
    """A fact: True if it holds, None if it is open; `action` leads to what is missing."""

    title: str
    below: str
    holds: bool | None
    action: str = ""
    is_needed: bool = True


def ticks_of(known: Readiness) -> tuple[Tick, ...]:
    """Return the four facts: no errors, tests pass, changes reviewed, the live file is this one."""
    return _errors(known), _tests(known), _review(known), _live(known)


def ready_words(ticks: Sequence[Tick]) -> str:
    """Return how many facts hold."""
    needed = [tick.holds is True for tick in ticks if tick.is_needed]
    return ntr(_READY, len(needed), ready=WORDS.number(sum(needed)))


def _errors(known: Readiness) -> Tick:
    if known.errors:
        return Tick(ntr(_ERRORS, known.errors), "", holds=False, action=tr("Show"))
    return Tick(tr("No errors"), "", None if known.errors is None else True)


def _tests(known: Readiness) -> Tick:
    if not known.tests:
        return Tick(tr("No tests yet"), "", holds=None, is_needed=False)
    passes = known.passing == known.tests
    title = ntr(_PASS, known.tests, passed=WORDS.number(known.passing))
    return Tick(title, "", passes, "" if passes else tr("Show"))


def _review(known: Readiness) -> Tick:
    title, changed = tr("Changes reviewed"), known.changed
    if changed is None:
        return Tick(title, "", None)
    if not changed:
        is_known = known.live.state is not None  # else it was compared with another file, or with itself
        return Tick(title, tr("No URL changes."), True if is_known else None)
    if known.reviewed >= changed:
        return Tick(title, known.at_risk, holds=True)
    said = ntr(_REVIEWED, changed, reviewed=WORDS.number(known.reviewed))
    return Tick(title, "\n".join(filter(None, (said, known.at_risk))), None, tr("Review"))


def _live(known: Readiness) -> Tick:
    status = known.live
    if status.state is None or status.at is None:
        return Tick(tr("Live file not checked"), "", None, tr("Check"))
    time = tr("checked {time}", time=time_of_check(status.at))
    if status.state is LiveState.SAME_BYTES:
        return Tick(tr("This file is live"), time, holds=True)
    differ = ntr(_DIFFER, status.lines) if status.lines else ""
    return Tick(tr("Not live yet"), together(" · ", differ, time), None, tr("Check"))


class _TickRow(QWidget):
    """One fact, with the link that leads to what is missing."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._mark = Mark(self, _MARK)
        self.title = Label("", self, px=12, weight=500)
        self.below = Label("", self, px=11, color="text2")
        self.link = LinkLabel("", self)
        for label in (self.title, self.below):
            label.setWordWrap(True)
        self.link.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title, 1)
        head.addWidget(self.link, 0, Qt.AlignmentFlag.AlignTop)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addLayout(head)
        texts.addWidget(self.below)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(texts, 1)

    def show_tick(self, tick: Tick) -> None:
        glyph, color = Glyph.DASH, "text3"
        if tick.holds is not None:
            glyph, color = (Glyph.CHECK, "allowed") if tick.holds else (Glyph.CROSS, "blocked")
        self._mark.show_glyph(glyph, color)
        self.title.setText(tick.title)
        self.below.setText(tick.below)
        self.below.setVisible(bool(tick.below))
        self.link.setText(tick.action)
        self.link.setAccessibleName(WORDS.about(tick.title, tick.action) if tick.action else "")
        self.link.setVisible(bool(tick.action))


class _Card(QWidget):
    """A framed box."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_box(QPainter(self), QRectF(self.rect()), RADII.card, theme.color("surface"), theme.color("border_strong"))


class GoingLivePane(Page):
    """The four facts, and below where to upload."""

    ground = "window"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(_LEAST_WIDTH)
        card = _Card(self)
        self.title = Label("", card, px=13, weight=600)
        self.title.setWordWrap(True)
        self.rows = tuple(_TickRow(card) for _ in ticks_of(Readiness()))
        self.where = QWidget(self)
        self._to = Label(tr("To the root of the host, as robots.txt, in UTF-8:"), self.where, px=12, color="text2")
        self.address = Label("", self.where, px=12, weight=500)
        self.server = Label("", self.where, px=12, color="text2")
        self.pick_up = Label("", self.where, px=12, color="text2")
        self.copy_button = SecondaryButton(tr("Copy file"), parent=self.where)
        self.save_button = SecondaryButton(tr("Save as…"), parent=self.where)
        self.reaches = QWidget(self)
        self.reaches_said = Label("", self.reaches, px=12, color="text2")
        self.reach_rows: list[Label] = []
        self._reach_column = QVBoxLayout(self.reaches)
        self._lay_out(card)
        self.show_ticks(ticks_of(Readiness()))
        self.show_upload(Upload())

    def show_ticks(self, ticks: Sequence[Tick]) -> None:
        for row, tick in zip(self.rows, ticks, strict=True):
            row.show_tick(tick)
        is_ready = all(tick.holds for tick in ticks if tick.is_needed)
        self.title.setText(tr("Ready") if is_ready else tr("Before going live"))
        self.title.set_color("allowed" if is_ready else "text")

    def show_upload(self, upload: Upload) -> None:
        """Show where the file belongs."""
        self.address.setText(upload.address)
        self.server.setText(tr("The server calls itself {name}.", name=upload.server) if upload.server else "")
        self.address.setVisible(bool(upload.address))
        self.server.setVisible(bool(upload.server))
        self.pick_up.setText(upload.pick_up)
        self._show_pick_up()

    def show_reaches(self, said: str, rows: Sequence[tuple[str, str, str]]) -> None:
        """Show when crawlers have the live file: their names, the time, and where that is written."""
        self.reaches.setVisible(bool(rows))
        self._show_pick_up()
        self.reaches_said.setText(said)
        for label in self.reach_rows:
            self._reach_column.removeWidget(label)
            label.deleteLater()
        self.reach_rows = [
            Label(WORDS.about(names, when), self.reaches, px=12, color="text2") for names, when, _ in rows
        ]
        for label, (_, _, clause) in zip(self.reach_rows, rows, strict=True):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setToolTip(clause)
            self._reach_column.addWidget(label)

    def _show_pick_up(self) -> None:
        """Show when one crawler has a change, unless the times of all are listed."""
        self.pick_up.setVisible(bool(self.pick_up.text()) and self.reaches.isHidden())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(QRectF(0, 0, 1, self.height()), theme.color("border"))

    def _lay_out(self, card: QWidget) -> None:
        inner = QVBoxLayout(card)
        inner.setContentsMargins(_INSET, 12, _INSET, 12)
        inner.setSpacing(12)
        inner.addWidget(self.title)
        for row in self.rows:
            inner.addWidget(row)
        for label in (self._to, self.address, self.server, self.pick_up):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        where = QVBoxLayout(self.where)
        where.setContentsMargins(2, 0, 2, 0)
        where.setSpacing(8)
        where.addWidget(Label(tr("Where to upload"), self.where, px=12, weight=600))
        for part in (self._to, self.address, self.server, self.pick_up):
            where.addWidget(part)
        for button in (self.copy_button, self.save_button):  # side by side they are too wide in some languages
            button.set_small()
            where.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self._reach_column.setContentsMargins(2, 0, 2, 0)
        self._reach_column.setSpacing(6)
        self.reaches_said.setWordWrap(True)
        self._reach_column.addWidget(self.reaches_said)
        self.reaches.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_INSET, _INSET, _INSET, _INSET)
        layout.setSpacing(14)
        layout.addWidget(card)
        layout.addWidget(self.where)
        layout.addWidget(self.reaches)
        layout.addStretch(1)
