"""The list of responses that opens below its button."""

from collections.abc import Iterable
from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QRadioButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from robotstudio.fetch.http_scenario import DRAFT, FETCHED, SUPPOSED_ANSWERS, HttpScenario
from robotstudio.fetch.scenario_words import evidence_short, span, why_supposed
from robotstudio.text.language import Message, tr
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import CheckBox, GhostButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.popover import Popover
from robotstudio.ui.widgets.segmented import SegmentedControl

_WIDTH, _MARGIN, _GAP = 440, 14, 8
_NOTE_INDENT = 26
_COLUMNS = (
    ("404", "401", "403", "410", "429", "500", "503"),
    ("timeout", "dns", "loop", "redirects", "host", "html"),
)


class Band(Struct, frozen=True):
    """A period of constant results for all documented crawlers but Heritrix, which gives up after 30 minutes."""

    title: Message
    steps: tuple[timedelta, ...]


def _hours(*counts: int) -> tuple[timedelta, ...]:
    return tuple(timedelta(hours=count) for count in counts)


def _days(*counts: int) -> tuple[timedelta, ...]:
    return tuple(timedelta(days=count) for count in counts)


BANDS: tuple[Band, ...] = (
    Band("0–12 h", _hours(0, 1, 3, 6, 11)),
    Band("12 h–30 days", (*_hours(13, 24), *_days(3, 7, 14, 29))),
    Band("longer", _days(31, 60, 90)),
)


STEPS: tuple[timedelta, ...] = tuple(step for band in BANDS for step in band.steps)


def band_of(elapsed: timedelta) -> int:
    """Return the band of a duration."""
    return next((place for place, band in enumerate(BANDS) if elapsed <= band.steps[-1]), len(BANDS) - 1)


def step_of(elapsed: timedelta) -> int:
    """Return the last step that is not after a duration."""
    return max((place for place, step in enumerate(STEPS) if step <= elapsed), default=0)


def first_step(band: int) -> int:
    """Return the first step of a band."""
    return STEPS.index(BANDS[band].steps[0])


class ScenarioPopover(Popover):
    """Chooses the response, its duration, and whether a copy exists; every change is emitted at once."""

    chosen = Signal(object)
    reset_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Create the popup, hidden until `popup_under`."""
        super().__init__(parent)
        self._now = HttpScenario()
        self._is_showing = False
        self.answers = QButtonGroup(self)
        self._ids = (FETCHED, DRAFT, *(row for column in _COLUMNS for row in column))
        for number, choice in enumerate(self._ids):
            answer = QRadioButton(self)
            answer.setText(self._title(choice))
            self.answers.addButton(answer, number)
        self.reason = Label("", self, px=11, color="warning")
        self.reason.setWordWrap(True)
        self.reset = GhostButton(tr("Reset"), parent=self)
        self.bands = SegmentedControl([tr(band.title) for band in BANDS], self)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, len(STEPS) - 1)
        self.slider.setPageStep(3)
        self._length = Label("", self, px=12, weight=600)
        self._length_title = Label(tr("For how long"), self, px=12, color="text2")
        self.slider.setAccessibleName(self._length_title.text())
        self.copy = CheckBox(self)
        self.copy.setText(tr("There is a good copy from before"))
        self._copy_note = Label("", self, px=11, color="text3")
        self._copy_note.setWordWrap(True)
        self.site = CheckBox(self)
        self.site.setText(tr("The rest of the site answers"))
        self._build()
        self._connect()
        for part in (*self.answers.buttons(), self.copy, self.site):
            part.setFont(theme.fonts.ui(12))
        self.show_scenario(self._now)

    def show_scenario(self, now: HttpScenario) -> None:
        """Show a scenario without a signal."""
        self._now = now
        self._is_showing = True
        fetched = self.answers.button(0)
        fetched.setEnabled(now.fetched is not None)
        fetched.setText(self._fetched_title())
        self.answers.button(self._ids.index(FETCHED if now.is_as_fetched else now.choice)).setChecked(True)
        self.reason.setText(why_supposed(now))
        self.reason.setVisible(bool(self.reason.text()))
        self.slider.setValue(step_of(now.elapsed))
        self.bands.set_current(band_of(now.elapsed))
        self.copy.setChecked(now.has_copy)
        self.site.setChecked(now.site_answers)
        self._length.setText(self._length_words(now.elapsed))
        self._copy_note.setText(self._copy_words())
        for part in (self.bands, self.slider, self.copy, self.site, self._length, self._length_title, self._copy_note):
            part.setEnabled(now.may_last)
        self._is_showing = False

    def popup_under(self, anchor: QWidget) -> None:
        """Open below a button, with the keyboard focus on the chosen response."""
        self._length.setMinimumWidth(self._longest_length())
        self.show_under(anchor, max(_WIDTH, self.minimumSizeHint().width()))
        chosen: QAbstractButton | None = self.answers.checkedButton()
        if chosen:
            chosen.setFocus(Qt.FocusReason.PopupFocusReason)

    def _longest_length(self) -> int:
        """Return the width of the longest duration, so that the widgets beside it do not move."""
        metrics = QFontMetrics(self._length.font())
        return max(metrics.horizontalAdvance(self._length_words(step)) for step in STEPS)

    def _length_words(self, elapsed: timedelta) -> str:
        return span(elapsed) if elapsed else tr("just now")

    def _build(self) -> None:
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_MARGIN, _MARGIN - 4, _MARGIN, _MARGIN)
        rows.setSpacing(_GAP)
        head = QHBoxLayout()
        head.addWidget(Label(tr("What does robots.txt answer?"), self, px=13, weight=600))
        head.addStretch(1)
        head.addWidget(self.reset)
        rows.addLayout(head)
        rows.addWidget(self.reason)
        grid = QGridLayout()
        grid.setHorizontalSpacing(_GAP * 2)
        grid.setVerticalSpacing(1)
        grid.addWidget(self.answers.button(0), 0, 0)
        grid.addWidget(self.answers.button(1), 0, 1)
        for column, choices in enumerate(_COLUMNS):
            grid.setColumnStretch(column, 1)
            for row, choice in enumerate(choices, start=2):
                grid.addWidget(self.answers.button(self._ids.index(choice)), row, column)
        grid.setRowMinimumHeight(1, _GAP)
        rows.addLayout(grid)
        rows.addSpacing(_GAP // 2)
        length = QHBoxLayout()
        length.setSpacing(_GAP)
        length.addWidget(self._length_title)
        length.addWidget(self._length)
        length.addStretch(1)
        length.addWidget(self.bands)
        rows.addLayout(length)
        rows.addWidget(self.slider)
        rows.addWidget(self.copy)
        rows.addWidget(self._copy_note)
        self._copy_note.setIndent(_NOTE_INDENT)
        rows.addWidget(self.site)
        self._order([*self.answers.buttons(), self.bands, self.slider, self.copy, self.site, self.reset])

    def _order(self, parts: Iterable[QWidget]) -> None:
        before = None
        for part in parts:
            if before:
                QWidget.setTabOrder(before, part)
            before = part

    def _connect(self) -> None:
        self.answers.idToggled.connect(self._on_answer_toggled)
        self.bands.current_changed.connect(self._on_band_changed)
        self.slider.valueChanged.connect(self._on_step_changed)
        self.copy.toggled.connect(self._on_copy_toggled)
        self.site.toggled.connect(self._on_site_toggled)
        self.reset.clicked.connect(self.reset_requested)

    def _title(self, choice: str) -> str:
        return tr(SUPPOSED_ANSWERS[choice].title) if choice in SUPPOSED_ANSWERS else ""

    def _fetched_title(self) -> str:
        if self._now.fetched is None:
            return tr("As fetched (nothing yet)")
        return tr("As fetched ({answer})", answer=evidence_short(self._now.fetched))

    def _copy_words(self) -> str:
        copy = self._now.copy
        if copy is None:
            return tr("None was fetched in this session: the draft is taken as that copy.")
        time = f"{copy.fetched_at.astimezone():%H:%M}"
        return tr("It is {url} as fetched at {time}.", url=copy.url, time=time)

    def _tell(self, now: HttpScenario) -> None:
        if not self._is_showing and now != self._now:
            self.show_scenario(now)
            self.chosen.emit(now)

    def _on_answer_toggled(self, number: int, is_chosen: bool) -> None:
        if is_chosen:
            self._tell(replace(self._now, choice=self._ids[number]))

    def _on_band_changed(self, band: int) -> None:
        if band != band_of(self._now.elapsed):
            self._tell(replace(self._now, elapsed=STEPS[first_step(band)]))

    def _on_step_changed(self, step: int) -> None:
        self._tell(replace(self._now, elapsed=STEPS[step]))

    def _on_copy_toggled(self, is_checked: bool) -> None:
        self._tell(replace(self._now, has_copy=is_checked))

    def _on_site_toggled(self, is_checked: bool) -> None:
        self._tell(replace(self._now, site_answers=is_checked))


# No step is on the border of two bands: the sources do not say to which it would belong.
