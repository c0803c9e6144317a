"""Checks for a newer version: once a day if enabled, and on request; never otherwise."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QTimer

import robotstudio
from robotstudio.fetch.options import FetchOptions, options_of
from robotstudio.project.state import State
from robotstudio.text.language import WORDS, Message, Told, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:
    from robotstudio.fetch.updates import Release

_NOTICE: Final = "updates"
_AFTER_START_MS: Final = 20_000
"""Later than all work at the start of the program."""

_NO_ADDRESS: Message = "This build cannot check for updates."
_NEWER: Message = "Robot Studio {version} of {day} is available. Nothing was downloaded."
_NEWEST: Message = "You have the newest version, {version}."


def _newest(usual: FetchOptions, _is_cancelled: Callable[[], bool]) -> "Release | Told":
    """Return the newest version, or why it is unknown."""
    from robotstudio.fetch import updates  # noqa: PLC0415  # when it is asked

    try:
        return updates.ask(usual)
    except updates.UpdateError as error:
        return error.told


class UpdateController(Controller):
    """The update check and the day of the last one."""

    def __init__(self, context: Context, settings: Callable[[], Mapping[str, Any]]) -> None:
        """Start without a last day; `settings` returns the settings by the fields of `State`."""
        super().__init__(context)
        self._settings = settings
        self._asked_on = ""
        self._is_by_hand = False

    @cached_property
    def _background(self) -> Background:
        background = Background("newest version", self)
        background.answered.connect(self._on_answered)
        return background

    @cached_property
    def _rest(self) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=_AFTER_START_MS)
        timer.timeout.connect(self.ask_today)
        return timer

    @property
    def is_asking(self) -> bool:
        """True if an answer is pending."""
        return "_background" in vars(self) and self._background.is_busy

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"help.updates": self.ask_now}

    def state(self) -> Mapping[str, object]:
        return {"updates_asked_on": self._asked_on}

    def restore(self, state: State) -> None:
        self._asked_on = state.updates_asked_on

    def set_wanted(self, is_wanted: bool) -> None:
        """Enable the daily check, first when the program is idle today."""
        if is_wanted:
            self._rest.start()

    def take_day(self, day: str) -> None:
        """Take the day of the last check, perhaps by another document."""
        self._asked_on = day

    def ask_today(self) -> None:
        """Check once today if enabled; one document checks for all."""
        from robotstudio.fetch import updates  # noqa: PLC0415  # when it is asked

        today = datetime.now(UTC).date().isoformat()
        is_front = self._tabs.front.updates is self
        if updates.ADDRESS and is_front and self._settings()["asks_for_updates"] and self._asked_on != today:
            self._ask(is_edited=False)

    def ask_now(self, _is_checked: bool = False) -> None:
        """Check on the user's request."""
        from robotstudio.fetch import updates  # noqa: PLC0415  # when it is asked

        if updates.ADDRESS:
            self._ask(is_edited=True)
        else:
            self._window.notices.show_notice(_NOTICE, tr(_NO_ADDRESS), tone=Tone.NOTE)

    def close(self) -> None:
        if "_rest" in vars(self):
            self._rest.stop()
        if "_background" in vars(self):
            self._background.close()

    def _ask(self, *, is_edited: bool) -> None:
        today = datetime.now(UTC).date().isoformat()
        for studio in self._tabs.studios:
            studio.updates.take_day(today)
        self.state_changed.emit()
        self._is_by_hand = is_edited
        usual = options_of(self._settings())
        self._background.ask(partial(_newest, usual))

    def _on_answered(self, answer: "Release | Told") -> None:
        """Show a newer version; report anything else only on request, since the daily check runs again tomorrow."""
        notices = self._window.notices
        if isinstance(answer, Told):
            if self._is_by_hand:
                notices.show_notice(_NOTICE, WORDS.tell(answer))
        elif answer.is_newer_than(robotstudio.__version__):
            said = tr(_NEWER, version=answer.version, day=answer.day)
            offer = (tr("What's new"), partial(self._context.help.show_release, answer))
            notices.show_notice(_NOTICE, said, [offer], Tone.NOTE)
        elif self._is_by_hand:
            notices.show_notice(_NOTICE, tr(_NEWEST, version=robotstudio.__version__), tone=Tone.NOTE)
