"""The bar at the head of the Fetch tab that supposes another answer of the server."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QWidget

from robotstudio.fetch.http_scenario import DRAFT, FETCHED, SUPPOSED_ANSWERS, HttpScenario, has_rules
from robotstudio.fetch.scenario_words import span
from robotstudio.fetch.words import chip
from robotstudio.text.language import Meant, tr
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton, SelectorButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_below
from robotstudio.ui.widgets.segmented import SegmentedControl

_HEIGHT, _HIGH = 44, 72
_LISTED: Final = ("404", "403", "429", "503", "timeout")
_OTHERS: Final = tuple(key for key in SUPPOSED_ANSWERS if key not in _LISTED and key != DRAFT)
_REAL, _OTHER = 0, len(_LISTED) + 1  # segments


def _hours(*counts: int) -> tuple[timedelta, ...]:
    return tuple(timedelta(hours=count) for count in counts)


def _days(*counts: int) -> tuple[timedelta, ...]:
    return tuple(timedelta(days=count) for count in counts)


BANDS: Final = (_hours(0, 1, 3, 6, 11), (*_hours(13, 24), *_days(3, 7, 14, 29)), _days(31, 60, 90))
"""Durations in periods of constant results for all documented crawlers but Heritrix, which gives up after 30 minutes.

None is on the border of two: the sources do not say to which it would belong.
"""


class WhatIfBar(Bar):
    """Chooses the answer, how long it has lasted, and what else matters; nothing is sent."""

    chosen = Signal(object)
    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._now = HttpScenario()
        self._is_showing = False
        self.title = Label(tr("What if the server answered…"), self, px=12, weight=600)
        self.answers = SegmentedControl(("", *(tr(SUPPOSED_ANSWERS[key].short) for key in _LISTED), ""), self)
        self.answers.setAccessibleName(self.title.text())
        for segment in range(1, _OTHER + 1):
            self.answers.set_warned(segment)
        self.other = GhostButton(tr("Other…"), parent=self)
        self.duration = SelectorButton(tr(Meant("for", "a duration")), "", self)
        self._nothing = Label(tr("nothing is sent"), self, px=12, color="text3")
        self._lay_out()
        self.answers.current_changed.connect(self._on_segment_changed)
        self.other.clicked.connect(self._on_other_clicked)
        self.duration.clicked.connect(self._on_duration_clicked)
        self.show_scenario(self._now)

    def show_scenario(self, now: HttpScenario) -> None:
        """Show a scenario without a signal."""
        self._now, self._is_showing = now, True
        self.answers.set_label(_REAL, self._real_words())
        choice = now.choice if now.is_hypothetical else FETCHED
        is_other = choice not in {FETCHED, *_LISTED}
        self.answers.set_label(_OTHER, tr(SUPPOSED_ANSWERS[choice].short) if is_other else "")
        segment = _OTHER if is_other else _REAL if choice == FETCHED else _LISTED.index(choice) + 1
        self.answers.set_current(segment)
        self.duration.setVisible(now.may_last)
        self.duration.set_value(span(now.elapsed) if now.elapsed else tr("less than 1 h"))
        self._is_showing = False
        self._fit()

    def take_keyboard(self) -> None:
        """Focus the chosen answer."""
        self.answers.take_keyboard()

    def other_rows(self) -> Iterator[MenuAction]:
        """Return the rows of the menu: the other answers, and what else the result may depend on."""
        now = self._now
        drafts = (DRAFT,) if now.fetched is not None and not has_rules(now.fetched) else ()
        for key in (*drafts, *_OTHERS):
            is_current = now.is_hypothetical and now.choice == key
            yield MenuAction(tr(SUPPOSED_ANSWERS[key].title), partial(self._choose, key), is_checked=is_current)
        yield MenuAction()
        yield MenuAction(
            tr("Crawlers have an earlier, valid copy"),
            self._toggle_copy,
            is_enabled=now.may_last,
            is_checked=now.has_copy,
            is_alone=False,
        )
        yield MenuAction(
            tr("The rest of the site answers"),
            self._toggle_site,
            is_enabled=now.may_last,
            is_checked=now.site_answers,
            is_alone=False,
        )

    def duration_rows(self) -> Iterator[MenuAction]:
        """Return the rows of the menu of durations."""
        for band in BANDS:
            if band is not BANDS[0]:
                yield MenuAction()
            for step in band:
                text = span(step) if step else tr("less than 1 h")
                yield MenuAction(text, partial(self._last, step), is_checked=step == self._now.elapsed)

    def sizeHint(self) -> QSize:
        return QSize(0, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        self._row.setSpacing(SIZES.between_controls)
        controls = QHBoxLayout()
        controls.setSpacing(4)
        for part in (self.answers, self.other, self.duration):
            controls.addWidget(part)
        controls.addStretch(1)
        self._row.addWidget(self.title)
        self._row.addLayout(controls, 1)
        self._row.addWidget(self._nothing)
        for before, after in ((self.answers, self.other), (self.other, self.duration)):
            self.setTabOrder(before, after)

    def _fit(self) -> None:
        """Put the title above the controls if there is no room beside them."""
        gap = SIZES.between_controls
        parts = (self.answers, self.other, *((self.duration,) if self._now.may_last else ()))
        needed = sum(part.sizeHint().width() + gap for part in (self.title, *parts)) + 2 * SIZES.panel_inset
        self._nothing.setVisible(needed + self._nothing.sizeHint().width() <= self.width())
        is_high = needed > self.width() > 0
        direction = QBoxLayout.Direction.TopToBottom if is_high else QBoxLayout.Direction.LeftToRight
        if self._row.direction() != direction:
            self._row.setDirection(direction)
            self._row.setContentsMargins(SIZES.panel_inset, 8 if is_high else 0, SIZES.panel_inset, 6 if is_high else 1)
            self.setFixedHeight(_HIGH if is_high else _HEIGHT)

    def _real_words(self) -> str:
        if self._now.fetched is None:
            return tr("200, with this file")
        return tr("as it did ({answer})", answer=chip(self._now.fetched).removeprefix("HTTP "))

    def _choose(self, choice: str) -> None:
        before = self._now
        has_copy = before.has_copy if before.is_hypothetical else before.copy is not None
        self._tell(replace(before, choice=choice, has_copy=has_copy))

    def _last(self, elapsed: timedelta) -> None:
        self._tell(replace(self._now, elapsed=elapsed))

    def _toggle_copy(self) -> None:
        self._tell(replace(self._now, has_copy=not self._now.has_copy))

    def _toggle_site(self) -> None:
        self._tell(replace(self._now, site_answers=not self._now.site_answers))

    def _tell(self, now: HttpScenario) -> None:
        if now != self._now:
            self.show_scenario(now)
            self.chosen.emit(now)

    def _on_segment_changed(self, segment: int) -> None:
        if self._is_showing:
            return
        if segment == _REAL:
            self.ended.emit()
        elif segment < _OTHER:
            self._choose(_LISTED[segment - 1])

    def _on_other_clicked(self) -> None:
        popup_below(build_menu(self, tuple(self.other_rows())), self.other)

    def _on_duration_clicked(self) -> None:
        popup_below(build_menu(self, tuple(self.duration_rows())), self.duration)
