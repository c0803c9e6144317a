"""The Problems tab."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from robotstudio.draft.fix_offers import FlipCount, Key, safe_findings
from robotstudio.draft.lint_result import LintResult
from robotstudio.lint.forecast import Forecast
from robotstudio.lint.rules import RULES
from robotstudio.text.language import WORDS, Plural, ntr, put_in, tr
from robotstudio.ui.language.language import native_keys, together
from robotstudio.ui.panels.problems.card_facts import CardFacts, ProblemActions, card_facts, offers_of
from robotstudio.ui.panels.problems.card_list import CardList
from robotstudio.ui.panels.problems.others import OthersView
from robotstudio.ui.panels.problems.tool_row import ProblemToolRow
from robotstudio.ui.panels.problems.words import LOOKS
from robotstudio.ui.widgets.empty_hint import EmptyHint
from robotstudio.ui.widgets.footer import Footer
from robotstudio.ui.widgets.grounds import TabPage, column_in

if TYPE_CHECKING:
    from robotstudio.lint.model import Fix

_OTHERS = 1
_LARGE = 100_000
_KEYS_FROM = 420
_SILENCED = Plural("1 finding is silenced", "{count} findings are silenced")


class ProblemsPanel(TabPage):
    """The findings in a draft, with their fixes."""

    def __init__(self, actions: ProblemActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self.checked: LintResult | None = None
        self._shown: LintResult | None = None
        self._flips: dict[Key, FlipCount] = {}
        self._facts: dict[int, CardFacts] = {}
        self.tools = ProblemToolRow(actions, self)
        self.list = CardList(actions, self.facts_of, self)
        self._empty = EmptyHint("", parent=self)
        self.others = OthersView(actions, self)
        keys = tr("{next} next problem · {fix} quick fix")
        keys = put_in(keys, {"next": native_keys("F8"), "fix": native_keys("Ctrl+.")})
        self.footer = Footer(self, remark=keys, remark_from=_KEYS_FROM)
        self._body = QStackedWidget(self)
        self._lay_out()
        self._connect()

    @property
    def shows_others(self) -> bool:
        """True if the reports of other validators are visible."""
        return self.isVisible() and self._body.currentWidget() is self.others

    @property
    def listed(self) -> Sequence[int]:
        """The numbers of the findings that the filter leaves: errors, warnings, notes, hints, each by line."""
        if self.checked is None:
            return ()
        findings = self.checked.findings
        severities, words = self.tools.severities, self.tools.search.text().strip().lower()
        numbers = [
            number
            for number, finding in enumerate(findings)
            if finding.severity in severities and (not words or words in self._text_of(number))
        ]
        return sorted(numbers, key=lambda number: LOOKS[findings[number].severity].rank)

    def show_checked(self, checked: LintResult) -> None:
        """Show the result of the linter; cards are filled only while they are visible."""
        self.checked = checked
        self._flips.clear()
        self._facts.clear()
        self._show()

    def show_flips(self, checked: LintResult, flips: Mapping[Key, FlipCount]) -> None:
        """Show flipped verdicts, if the findings are still the same."""
        if not checked.says_as(self.checked):
            return
        self._flips.update(flips)
        for number, _ in flips:
            self._facts.pop(number, None)
        self.list.refill()

    def show_others(self, checked: LintResult, said: Sequence[Forecast]) -> None:
        """Show what other validators will report."""
        self.others.show_forecast(said, checked.raws)

    def flips_of(self, key: Key) -> FlipCount | None:
        """Return the verdicts that a fix flips, None if not known yet."""
        return self._flips.get(key)

    def select(self, number: int) -> None:
        self.list.set_current(number)
        self._ask_for_flips()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.shows_others:
            self._actions.ask_others()

    def _lay_out(self) -> None:
        for part in (self.list, self._empty, self.others):
            self._body.addWidget(part)
        layout = column_in(self)
        layout.addWidget(self.tools)
        layout.addWidget(self._body, 1)
        layout.addWidget(self.footer)

    def _connect(self) -> None:
        self.tools.filter_changed.connect(self._on_filter_changed)
        self.tools.view_changed.connect(self._on_view_changed)
        self.list.current_changed.connect(self._on_current_changed)
        self.list.seen_changed.connect(self._on_seen_changed)
        self._empty.action_triggered.connect(self.tools.clear)

    def _show(self) -> None:
        checked = self.checked
        if checked is None:
            return
        current = self._same(self._shown, checked, self.list.current)
        self._shown = checked
        counts = Counter(finding.severity for finding in checked.findings)
        self.tools.show_counts(counts, len(safe_findings(checked.findings)))
        words = Plural("{count} check in {time}", "{count} checks in {time}")
        checks = ntr(words, len(RULES), time=WORDS.duration(checked.elapsed_ms))
        silenced = checked.report.suppressed
        self.footer.say(together(" · ", checks, ntr(_SILENCED, silenced) if silenced else ""))
        self._list(current)
        if self.shows_others:
            self._actions.ask_others()

    def _list(self, current: int) -> None:
        numbers = self.listed
        if self.checked is not None and self.checked.findings:
            self._empty.set_content(tr("No problem matches."), tr("Clear filters"))
        else:
            self._empty.set_content(tr("No problem was found."))
        if self._body.currentWidget() is not self.others:
            self._body.setCurrentWidget(self.list if numbers else self._empty)
        self.list.show_numbers(numbers, current)
        self._ask_for_flips()

    @staticmethod
    def _same(before: LintResult | None, now: LintResult, number: int) -> int:
        """Return the finding that corresponds to the former current one: the nearest of its rule."""
        if before is None or not 0 <= number < len(before.findings):
            return -1
        was = before.findings[number]
        alike = [place for place, finding in enumerate(now.findings) if finding.code == was.code]
        return min(alike, key=lambda place: abs(now.findings[place].line - was.line), default=-1)

    def facts_of(self, number: int) -> CardFacts:
        found = self._facts.get(number)
        if found is None and self.checked is not None:
            found = self._facts[number] = card_facts(self.checked, number, self._flips)
        if found is None:
            raise IndexError(number)
        return found

    def _text_of(self, number: int) -> str:
        checked = self.checked
        return f"{checked.findings[number].code} {checked.sentences[number]}".lower() if checked is not None else ""

    def _ask_for_flips(self) -> None:
        if self.checked is None:
            return
        # Applying each fix to a large file would take seconds.
        is_large = len(self.checked.body) > _LARGE
        wanted: dict[Key, Sequence[Fix]] = {
            offer.key: offer.fixes
            for number in self.list.seen
            if not is_large or number == self.list.current
            for offer in offers_of(self.checked, number, self._flips)
            if offer.flips is None
        }
        if wanted:
            self._actions.count_flips(wanted)

    def _on_current_changed(self, number: int) -> None:
        self._actions.show_current(number)
        self._ask_for_flips()

    def _on_filter_changed(self) -> None:
        self._list(self.list.current)

    def _on_view_changed(self, view: int) -> None:
        if view == _OTHERS:
            self._body.setCurrentWidget(self.others)
            self._actions.ask_others()
        else:
            self._body.setCurrentWidget(self.list)
            self._list(self.list.current)

    def _on_seen_changed(self) -> None:
        self._ask_for_flips()
