"""Non-modal notices with offers, one at a time."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer

from robotstudio.ui.widgets.notice_bar import NoticeBar
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

Offer = tuple[str, Callable[[], object]]
"""The text of a button, and its action."""


_SHOWN_MS, _SHORT, _MS_PER_LETTER = 6_000, 80, 50


class Notice(Struct, frozen=True):
    """A sentence of a kind, with possible actions."""

    kind: str
    sentence: str
    offers: tuple[Offer, ...]
    tone: Tone
    draft: int | None = None
    """The revision of the draft that it is about; another one makes it obsolete."""


class Notices(QObject):
    """Shows the newest notice until it is answered, closed, or withdrawn by kind; then the one that it covered.

    Only notices with offers come back: others are removed for good, and disappear after enough time to read them.
    """

    def __init__(self, bar: NoticeBar) -> None:
        super().__init__(bar)
        self.bar = bar
        self._open: list[Notice] = []
        self._leaving = QTimer(self, singleShot=True)
        self._leaving.timeout.connect(self._on_read)
        bar.action_chosen.connect(self._on_action_chosen)
        bar.closed.connect(self._on_closed)

    def show_notice(
        self,
        kind: str,
        sentence: str,
        offers: Sequence[Offer] = (),
        tone: Tone = Tone.WARNING,
        *,
        draft: int | None = None,
    ) -> None:
        """Show a sentence with its offers, replacing an older one of its kind; `draft` is the revision it is about."""
        self._open = [notice for notice in self._open if notice.offers and notice.kind != kind]
        self._open.append(Notice(kind, sentence, tuple(offers), tone, draft))
        self._show_newest()

    def has(self, kind: str) -> bool:
        """Return True if a notice of this kind is shown, or covered by another one."""
        return any(notice.kind == kind for notice in self._open)

    def withdraw(self, kind: str) -> None:
        """Close the obsolete notice of this kind."""
        if self.has(kind):
            self._open = [notice for notice in self._open if notice.kind != kind]
            self._show_newest()

    def follow_draft(self, revision: int) -> None:
        """Remove notices about earlier revisions of the draft."""
        left = [notice for notice in self._open if notice.draft in {None, revision}]
        if len(left) < len(self._open):
            self._open = left
            self._show_newest()

    def _show_newest(self) -> None:
        self._leaving.stop()
        if not self._open:
            self.bar.hide()
            return
        notice = self._open[-1]
        if not notice.offers:
            self._leaving.start(_SHOWN_MS + _MS_PER_LETTER * max(0, len(notice.sentence) - _SHORT))
        offers = [(str(number), words) for number, (words, _) in enumerate(notice.offers)]
        self.bar.show_notice(notice.sentence, offers, notice.tone)

    def _on_read(self) -> None:
        """Close a notice without offers, unless the user is at it, or in another program."""
        bar, window = self.bar, self.bar.window()
        focused: QWidget | None = window.focusWidget()  # PySide's stubs omit None
        is_reached = bar.underMouse() or (focused is not None and bar.isAncestorOf(focused))
        if is_reached or not window.isActiveWindow():
            self._leaving.start(_SHOWN_MS)
        else:
            self._on_closed()

    def _on_action_chosen(self, number: str) -> None:
        notice = self._open.pop()
        _, act = notice.offers[int(number)]
        act()
        self._show_newest()

    def _on_closed(self) -> None:
        self._open.pop()
        self._show_newest()
