"""The menu at the caret: the fixes for the line, with the verdicts they flip."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from robotstudio.text.language import WORDS, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.panels.problems.card_facts import CardFacts, Offer, ProblemActions, effect_details, effect_words
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.formats import literal
from robotstudio.ui.widgets.menus import popup_at
from robotstudio.ui.widgets.rich_text import shortened

if TYPE_CHECKING:
    from robotstudio.draft.fix_offers import Key

_LONGEST_PREVIEW = 60


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
