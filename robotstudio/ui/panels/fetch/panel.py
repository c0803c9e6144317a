"""The Fetch tab: shows a fetch, its progress or what to enter, and calls its controller."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from robotstudio.draft.changes.text_comparison import TextComparison, compare_texts, difference_text, is_different
from robotstudio.draft.live_status import live_status
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.evidence import Evidence, FetchOutcome, FetchProgress
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.fetch.words import progress_text
from robotstudio.text.language import put_in, tr
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.fetch.answer_page import AnswerPage
from robotstudio.ui.panels.fetch.banner import Banner
from robotstudio.ui.panels.fetch.compare_view import CompareView
from robotstudio.ui.panels.fetch.options_popover import OptionsPopover
from robotstudio.ui.panels.fetch.sentences import (
    BannerFacts,
    banner_facts,
    can_be_loaded,
    can_be_repeated,
    can_be_trusted,
    fetched_text,
    is_guarded,
    plain_address,
    supposed_facts,
)
from robotstudio.ui.panels.fetch.what_if import WhatIfBar
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.progress import DELAY_MS, DimmingCover
from robotstudio.ui.widgets.tone import Tone

_COMPARE_AFTER_MS = 120


class FetchActions(Protocol):
    """Actions of the Fetch tab, implemented by the controller."""

    def type_address(self) -> None:
        """Let the user type an address."""

    def fetch_again(self) -> None:
        """Fetch the last address again."""

    def fetch_plain(self, address: str) -> None:
        """Fetch the http address instead of the https address that was refused."""

    def fetch_anyway(self, address: str) -> None:
        """Fetch an address without verifying its certificate."""

    def ask_access(self, address: str) -> None:
        """Ask for the access to the site of an address, then fetch again."""

    def cancel(self) -> None:
        """Cancel the fetch."""

    def load_answer(self, evidence: Evidence) -> None:
        """Load the fetched file into the editor."""

    def open_source(self, address: str) -> None:
        """Open the document in which an operator says what its crawlers do."""

    def show_draft(self) -> None:
        """Update the draft that the tab compares with."""


class FetchStartPage(Page):
    """A title, a text, and one action that depends on the state."""

    def __init__(self, actions: FetchActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._ask: Callable[[], None] = actions.type_address
        self.title = Label("", self, px=14, weight=600)
        self.text = Label("", self, px=12, color="text2")
        self.button = SecondaryButton(parent=self)
        self.options_button = GhostButton(tr("Fetch options…"), parent=self)
        self.button.clicked.connect(self._on_clicked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(8)
        layout.addStretch(1)
        for label in (self.title, self.text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            layout.addWidget(label)
        layout.addSpacing(8)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self.options_button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        self.invite()

    def invite(self) -> None:
        """Explain what a fetch does and which servers it contacts."""
        self._show_texts(
            tr("Nothing fetched yet"),
            tr(
                "Type a site, or any page of it: example.com becomes https://example.com/robots.txt.\nHere you "
                "see each response of the server, redirects included, and what crawlers do with it.\nOnly the "
                "sites that you fetch are contacted."
            ),
        )
        self._offer(tr("Type an address"), self._actions.type_address)

    def show_fetching(self, headline: str, phase: str) -> None:
        """Show that the first fetch is running."""
        self._show_texts(headline, phase)
        self._offer(tr("Cancel"), self._actions.cancel)

    def show_cancelled(self, address: str) -> None:
        """Show that there is no answer because the fetch was cancelled."""
        self._show_texts(
            tr("The fetch was cancelled"),
            tr("There is no answer from {address}. Nothing was changed.", address=address),
        )
        self._offer(tr("Try again"), self._actions.fetch_again)

    def _show_texts(self, title: str, text: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)

    def _offer(self, action: str, ask: Callable[[], None]) -> None:
        self._ask = ask
        self.button.setText(action)
        self.button.updateGeometry()

    def _on_clicked(self) -> None:
        self._ask()


class FetchPanel(QWidget):
    """Call `set_busy` and `show_evidence` around a fetch, `set_draft` after each change of the draft."""

    batches_outdated = Signal()  # they are of another address

    def __init__(self, actions: FetchActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self.evidence: Evidence | None = None
        self._draft, self._site, self._differing = b"", "", 0
        self._crawlers: tuple[Crawler, ...] = ()
        self._now = HttpScenario()
        self._busy = False
        self._is_of_another = False  # the answer shown is of another address than the last one requested
        self._address = ""
        self._phase = ""
        self.what_if = WhatIfBar(self)
        self.start_page = FetchStartPage(actions, self)
        self.banner = Banner(self)
        self.answer = AnswerPage(actions.open_source, self)
        self.compare_view = CompareView(self)
        self.options = OptionsPopover(self)
        self.variants, self.agents, self.pages = self.answer.variants, self.answer.agents, self.answer.pages
        self._comparisons = Background("comparison", self)
        self._late = QTimer(self, interval=DELAY_MS, singleShot=True)
        self._settling = QTimer(self, interval=_COMPARE_AFTER_MS, singleShot=True)
        self._lay_out()
        self._connect()

    @property
    def comparing(self) -> bool:
        """True if the comparison is open."""
        return self._views.currentWidget() is self.compare_view

    def set_busy(self, busy: bool, address: str = "") -> None:
        """Show that a fetch of `address` started or ended; the last answer stays, dimmed if the new one takes long."""
        self._busy, self._address, self._phase, self._is_of_another = busy, address, "", False
        if busy:
            self._late.start()
            self._show_phase()
            return
        self._late.stop()
        self._cover.set_dimming(False)
        self._show_answer()

    def show_progress(self, progress: FetchProgress) -> None:
        """Show the progress of the fetch."""
        if self._busy:
            self._phase = progress_text(progress)
            self._show_phase()

    def show_evidence(self, evidence: Evidence) -> None:
        """Show the result of a fetch. If it was cancelled, the previous answer stays."""
        is_cancelled = evidence.outcome is FetchOutcome.CANCELLED
        if not is_cancelled:
            if self.evidence is None or self.evidence.requested != evidence.requested:
                self._forget_batches()
            self.evidence, self._differing = evidence, 0
            self.answer.show_evidence(evidence)
            self.compare_view.clear()
            self._comparisons.cancel()
        self.set_busy(False)
        if is_cancelled:
            self._show_cancelled(evidence)
        elif self.comparing and not can_be_loaded(evidence):
            self.close_comparison()
        else:
            self._settling.start(0)

    def set_draft(self, draft: bytes, site: str = "") -> None:
        """Set the bytes of the draft for the comparison, and the address of its robots.txt, "" if unknown."""
        if (draft, site) != (self._draft, self._site):
            self._draft, self._site, self._differing = draft, site, 0
            self._settling.start(_COMPARE_AFTER_MS)

    def set_crawlers(self, crawlers: tuple[Crawler, ...]) -> None:
        self._crawlers = crawlers
        self.answer.set_crawlers(crawlers)
        self.options.set_crawlers(crawlers)
        if not (self._busy or self._is_of_another):
            self._show_answer()

    def show_scenario(self, now: HttpScenario) -> None:
        """Show by which answer the draft is judged."""
        self._now = now
        self.what_if.show_scenario(now)
        self.answer.show_scenario(now)
        if now.is_hypothetical and self.comparing:
            self.close_comparison()
        if not (self._busy or self._is_of_another):
            self._show_answer()

    def open_options(self) -> None:
        """Open the options of the next fetches."""
        buttons = self.answer.options_button, self.start_page.options_button
        self.options.popup_under(next((button for button in buttons if button.isVisible()), self.what_if.title))

    def show_comparison(self) -> None:
        """Open the comparison with the draft if there is a body."""
        if self.evidence is None or not can_be_loaded(self.evidence):
            return
        self._actions.show_draft()
        self._views.setCurrentWidget(self.compare_view)
        self.banner.set_comparing(True)
        self.compare_view.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self._ask_for_difference()

    def close_comparison(self) -> None:
        focused: QWidget | None = self.focusWidget()
        if focused is not None and self.compare_view.isAncestorOf(focused):
            self.answer.body.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self._views.setCurrentWidget(self.answer)
        self.compare_view.clear()
        self.banner.set_comparing(False)

    def close_threads(self) -> None:
        """End the threads, before the program exits."""
        self._settling.stop()
        self._comparisons.close()
        self.answer.close_threads()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._busy:
            self._actions.cancel()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.banner.set_room(self.width())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._settling.start(0)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._settling.stop()

    def _lay_out(self) -> None:
        self._views = QStackedWidget(self)
        self._views.addWidget(self.answer)
        self._views.addWidget(self.compare_view)
        self._cover = DimmingCover(self._views)
        result = QWidget(self)
        column = column_in(result)
        column.addWidget(self.banner)
        column.addWidget(self._views, 1)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.start_page)
        self._pages.addWidget(result)
        whole = column_in(self)
        whole.addWidget(self.what_if)
        whole.addWidget(self._pages, 1)

    def _connect(self) -> None:
        for button in (self.answer.options_button, self.start_page.options_button):
            button.clicked.connect(self.open_options)
        banner = self.banner
        banner.load_button.clicked.connect(self._on_load_clicked)
        banner.compare_button.clicked.connect(self._on_compare_clicked)
        banner.again_button.clicked.connect(self._actions.fetch_again)
        banner.anyway_button.clicked.connect(self._on_anyway_clicked)
        banner.plain_button.clicked.connect(self._on_plain_clicked)
        banner.access_button.clicked.connect(self._on_access_clicked)
        banner.cancel_button.clicked.connect(self._actions.cancel)
        banner.real_button.clicked.connect(self.what_if.ended)
        self.compare_view.closed.connect(self.close_comparison)
        self._comparisons.answered.connect(self._on_compared)
        self._late.timeout.connect(self._on_late)
        self._settling.timeout.connect(self._ask_for_difference)

    def _show_answer(self) -> None:
        """Show the answer as it is without a running fetch, or the supposed one."""
        if self.evidence is not None:
            self.answer.show_about(self._about_hops(self.evidence))
        if self._now.is_hypothetical:
            can_be_opened = self.evidence is not None and is_guarded(self.evidence)
            self.banner.show_supposed(*supposed_facts(self._now), can_be_opened=can_be_opened)
            self._pages.setCurrentIndex(1)
            return
        if self.evidence is None:
            self._pages.setCurrentIndex(0)
            self.start_page.invite()
            return
        evidence = self.evidence
        status = live_status(evidence, self._draft, self._site, self._differing)
        self.banner.show_facts(
            banner_facts(evidence, self._crawlers),
            can_load=can_be_loaded(evidence),
            can_repeat=can_be_repeated(evidence),
            can_trust=can_be_trusted(evidence),
            can_be_opened=is_guarded(evidence),
            can_be_plain=bool(plain_address(evidence)),
        )
        self.banner.show_live(status if status.state else None)
        self._pages.setCurrentIndex(1)

    def _about_hops(self, evidence: Evidence) -> str:
        return tr("the real ones, for comparison") if self._now.is_hypothetical else fetched_text(evidence)

    def _forget_batches(self) -> None:
        """Remove the results of batches, which are of another site."""
        self.batches_outdated.emit()
        for row in (self.variants, self.agents, self.pages):
            row.clear()

    def _show_cancelled(self, cancelled: Evidence) -> None:
        if self.evidence is None:
            self.start_page.show_cancelled(cancelled.requested)
        else:
            words = tr("The fetch was cancelled. This is the answer of {time}.")
            time = f"{self.evidence.fetched_at.astimezone():%H:%M:%S}"
            self.answer.show_about(put_in(words, {"time": time}))
            self._is_of_another = cancelled.requested != self.evidence.requested
        if self.evidence is not None and self._is_of_another:
            headline = tr("The fetch of {address} was cancelled", address=cancelled.requested)
            detail = tr("There is no answer. The answer of {address}, fetched {time}, is still shown below.")
            facts = BannerFacts(
                Tone.NEUTRAL, headline, put_in(detail, {"address": self.evidence.requested, "time": time})
            )
            self.banner.show_facts(facts, can_load=False, can_repeat=True)
            self._cover.set_dimming(True)

    def _show_phase(self) -> None:
        """Show the phase in the footer at once, and prominently only if it takes long."""
        phase = self._phase or tr("connecting…")
        if self.evidence is not None:
            self.answer.show_about(phase)
        if self._late.isActive():
            return
        headline = tr("Fetching {address}", address=self._address) if self._address else tr("Fetching")
        if self.evidence is None:
            self.start_page.show_fetching(headline, phase)
        else:
            self.banner.show_loading(headline, phase)

    def _ask_for_difference(self) -> None:
        if self.evidence is not None and can_be_loaded(self.evidence) and self.isVisible():
            self._comparisons.ask(partial(compare_texts, self.evidence.body, self._draft))

    def _on_late(self) -> None:
        self._cover.set_dimming(self.evidence is not None)
        self._show_phase()

    def _on_compared(self, comparison: TextComparison) -> None:
        self.answer.body.set_difference(difference_text(comparison), differs=is_different(comparison))
        self._differing = comparison.differing
        if not (self._busy or self._is_of_another):
            self._show_answer()
        if self.comparing:
            self.compare_view.show_comparison(comparison)

    def _on_load_clicked(self) -> None:
        if self.evidence is not None:
            self._actions.load_answer(self.evidence)

    def _on_anyway_clicked(self) -> None:
        if self.evidence is not None:
            self._actions.fetch_anyway(self.evidence.final_url)

    def _on_access_clicked(self) -> None:
        if self.evidence is not None:
            self._actions.ask_access(self.evidence.final_url)

    def _on_plain_clicked(self) -> None:
        if self.evidence is not None:
            self._actions.fetch_plain(plain_address(self.evidence))

    def _on_compare_clicked(self, opened: bool) -> None:
        if opened:
            self.show_comparison()
        else:
            self.close_comparison()
