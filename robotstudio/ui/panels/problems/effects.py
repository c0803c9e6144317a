"""Verdicts that fixes flip and reports of other validators, for visible findings only; and the menu of quick fixes."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from robotstudio.draft.fix_offers import FlipCount, Key, count_all
from robotstudio.draft.lint_result import LintResult
from robotstudio.lint.forecast import Forecast
from robotstudio.lint.model import Fix
from robotstudio.text.language import WORDS, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.problems.card_facts import CardFacts, Offer, ProblemActions, effect_details, effect_words
from robotstudio.ui.panels.problems.others import forecast_of
from robotstudio.ui.panels.problems.panel import ProblemsPanel
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.formats import literal
from robotstudio.ui.widgets.menus import popup_at
from robotstudio.ui.widgets.rich_text import shortened

_LONGEST_PREVIEW = 60
_REST_MS = 200


class QuickFixMenu(QMenu):
    """Opened with the findings of one line; the counts of flipped verdicts may follow later."""

    def __init__(self, actions: ProblemActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._by_key: dict[Key, QAction] = {}
        self._choices: dict[QAction, Callable[[], None]] = {}
        self.triggered.connect(self._on_triggered)
        self.setToolTipsVisible(True)
        self.setAccessibleName(tr("Quick fix"))

    def open_for(self, findings: Sequence[CardFacts], where: QPoint) -> None:
        """Offer the fixes for these findings, with the first one selected."""
        self.clear()
        self._by_key.clear()
        self._choices.clear()
        for facts in findings:
            self._add(facts)
        usable = [action for action in self.actions() if action.isEnabled() and not action.isSeparator()]
        popup_at(self, where, self.parentWidget() or self)
        if usable:
            self.setActiveAction(usable[0])

    def show_flips(self, findings: Sequence[CardFacts]) -> None:
        """Update the counts of flipped verdicts."""
        for facts in findings:
            for place, offer in enumerate(facts.offers):
                action = self._by_key.get(offer.key)
                if action is not None:
                    self._fill(action, facts, place, offer)

    def _add(self, facts: CardFacts) -> None:
        if self.actions():
            self.addSeparator()
        head = self.addAction(literal(f"{facts.title}  {facts.finding.code}"))
        head.setEnabled(False)
        for place, offer in enumerate(facts.offers):
            action = self.addAction(literal(offer.words))
            action.setIcon(theme.icon(Glyph.WAND, "accent"))
            self._by_key[offer.key] = action
            self._fill(action, facts, place, offer)
            self._choices[action] = partial(self._actions.apply_offer, offer)
        if facts.keep is not None:
            keep = self.addAction(tr("Ignore"))
            self._choices[keep] = partial(self._actions.keep, facts.number)
        explain = self.addAction(tr("Explain {code}", code=facts.finding.code))
        self._choices[explain] = partial(self._actions.explain, facts.finding.code)

    def _fill(self, action: QAction, facts: CardFacts, place: int, offer: Offer) -> None:
        added = [line.text for line in facts.diff if line.is_added] if not place else []
        preview = shortened(printable(added[0]), _LONGEST_PREVIEW) if added and not added[1:] else ""
        words = WORDS.about(offer.words, preview)
        action.setText(literal(WORDS.noted(words, effect_words(offer))))
        action.setToolTip(effect_details(offer))

    def _on_triggered(self, action: QAction) -> None:
        if action in self._choices:
            self._choices[action]()


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
