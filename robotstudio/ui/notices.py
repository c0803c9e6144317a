"""What happened outside and what can be done about it: one notice at a time, which interrupts nothing."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from robotstudio.ui.widgets.notice_bar import NoticeBar
from robotstudio.ui.widgets.tone import Tone

Offer = tuple[str, Callable[[], object]]
"""What a button says, and what it does."""


class Notices(QObject):
    """Shows the newest notice until it is answered, closed, or withdrawn by its kind."""

    def __init__(self, bar: NoticeBar) -> None:
        """Notices in a bar."""
        super().__init__(bar)
        self.bar = bar
        self._kind = ""
        self._offers: dict[str, Callable[[], object]] = {}
        bar.action_chosen.connect(self._on_action_chosen)

    def show_notice(self, kind: str, sentence: str, offers: Sequence[Offer] = (), tone: Tone = Tone.WARNING) -> None:
        """Say a sentence with its offers; a notice of any kind gives way to it."""
        self._kind = kind
        self._offers = {str(number): act for number, (_, act) in enumerate(offers)}
        self.bar.show_notice(sentence, [(str(number), words) for number, (words, _) in enumerate(offers)], tone)

    def withdraw(self, kind: str) -> None:
        """Close the notice if it is of this kind: it no longer holds."""
        if kind == self._kind:
            self.bar.hide()

    def _on_action_chosen(self, number: str) -> None:
        act = self._offers.get(number)
        if act:
            act()
