"""Verdicts that fixes flip and reports of other validators, computed in threads for visible findings only."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QTimer

from robotstudio.draft.fix_offers import FlipCount, Key, count_all
from robotstudio.draft.lint_result import LintResult
from robotstudio.lint.forecast import Forecast
from robotstudio.lint.model import Fix
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.problems.card_facts import CardFacts, ProblemActions
from robotstudio.ui.panels.problems.others import forecast_of
from robotstudio.ui.panels.problems.panel import ProblemsPanel
from robotstudio.ui.panels.problems.quick_fix import QuickFixMenu

_REST_MS = 200


class ProblemEffects(Controller):
    """Runs the counts for the tab and the quick fix menu; results for an outdated draft are dropped."""

    def __init__(
        self,
        context: Context,
        panel: ProblemsPanel,
        actions: ProblemActions,
        latest: Callable[[], LintResult | None],
    ) -> None:
        """Create it; `latest()` returns the latest result of the linter."""
        super().__init__(context)
        self._panel = panel
        self._latest = latest
        self._in_menu: Sequence[int] = ()
        self.menu = QuickFixMenu(actions, context.window)
        self._flips = Background("effects of fixes", self)
        self._others = Background("other validators", self)
        # During typing and scrolling nobody reads the counts, and the thread would slow both down.
        self._wanted: Mapping[Key, Sequence[Fix]] = {}
        self._timer = QTimer(self, interval=_REST_MS, singleShot=True)
        self._timer.timeout.connect(self._count)
        for end in (self._timer.stop, self._flips.cancel, self._others.cancel):
            context.session.draft_changed.connect(end)
        self._flips.answered.connect(self._on_flips)
        self._others.answered.connect(self._on_others)

    def close(self) -> None:
        self._timer.stop()
        self._flips.close()
        self._others.close()

    def open_menu(self, numbers: Sequence[int], facts: Sequence[CardFacts]) -> None:
        """Open the menu at the caret for these findings; the counts of flipped verdicts follow."""
        self._in_menu = numbers
        wanted = {offer.key: offer.fixes for each in facts for offer in each.offers if offer.flips is None}
        if wanted:
            self._wanted = wanted
            self._count()
        self.menu.open_for(facts, self._editor.caret_point)

    def count_flips(self, wanted: Mapping[Key, Sequence[Fix]]) -> None:
        """Count flipped verdicts after a short pause; the panel shows the results."""
        self._wanted = wanted
        self._timer.start()

    def _count(self) -> None:
        checked, wanted = self._latest(), self._wanted
        if checked is not None:
            self._flips.ask(partial(count_all, checked, wanted))

    def _on_flips(self, answer: tuple[LintResult, Mapping[Key, FlipCount]]) -> None:
        checked, flips = answer
        self._panel.show_flips(checked, flips)
        if self.menu.isVisible() and checked.is_same_as(self._latest()):
            self.menu.show_flips([self._panel.facts_of(number) for number in self._in_menu])

    def ask_others(self) -> None:
        """Compute what other validators will report; the panel shows it."""
        checked = self._latest()
        if checked is not None:
            self._others.ask(partial(forecast_of, checked))

    def _on_others(self, answer: tuple[LintResult, Sequence[Forecast]]) -> None:
        checked, said = answer
        if checked.is_same_as(self._latest()):
            self._panel.show_others(checked, said)
