"""The panel of problems under the editor, with the button that applies all safe fixes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from robotstudio.draft.fix_offers import FlipCount, Key, safe_findings
from robotstudio.draft.lint_result import LintResult
from robotstudio.lint.forecast import Forecast
from robotstudio.lint.model import Severity
from robotstudio.lint.rules import RULES
from robotstudio.text.language import WORDS, Plural, ntr, put_in, tr
from robotstudio.ui.language.language import native_keys, together
from robotstudio.ui.panels.problems.card_facts import CardFacts, ProblemActions, card_facts, offers_of
from robotstudio.ui.panels.problems.card_list import CardList
from robotstudio.ui.panels.problems.others import OthersView
from robotstudio.ui.panels.problems.words import LOOKS, severity_counts
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import EmptyHint, Label
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_below

if TYPE_CHECKING:
    from robotstudio.lint.model import Fix

_LARGE = 100_000
_MIN_HEIGHT = 120
_SILENCED = Plural("1 finding is silenced", "{count} findings are silenced")


class _SafeButton(GhostButton):
    """Applies all safe fixes; an icon and their number if space is short."""

    def _text_token(self) -> str:
        return "accent"


class ProblemsHeader(SectionHeader):
    """The title with the number of findings at the left, what can be done with all of them at the right."""

    def __init__(self, actions: ProblemActions, parent: QWidget) -> None:
        super().__init__(tr("Problems"), parent, height=SIZES.why_folded)
        self._safe = self._total = 0
        self._counts = ""
        self.back = self.add_back(tr("Back to the problems"))
        self.count = Label("", self, px=12, color="text3")
        self.safe = _SafeButton("", parent=self)
        self.safe.set_small()
        self.filter = self._icon_button(Glyph.FILTER, tr("Filter problems"))
        self.filter.setCheckable(True)
        self.close_button = self._icon_button(Glyph.CLOSE, tr("Close the problems"))
        keys = tr("{next} next problem · {fix} quick fix")
        self.title.setToolTip(put_in(keys, {"next": native_keys("F8"), "fix": native_keys("Ctrl+.")}))
        self.back.hide()
        self.safe.hide()
        self.add_left(self.count)
        for button in (self.safe, self.filter, self.close_button):
            self.add_right(button)
        self.safe.clicked.connect(actions.fix_safely)
        self.close_button.clicked.connect(actions.hide_panel)

    def show_counts(self, counts: Mapping[Severity, int], safe: int, details: str) -> None:
        """Show the findings of each severity, and how many have a safe fix; `details` is the tooltip of the counts."""
        self._counts, self._total, self._safe = severity_counts(counts), sum(counts.values()), safe
        self.count.setToolTip(details)
        self.count.setAccessibleDescription(details)
        self._fit()

    def show_others(self, *, is_shown: bool) -> None:
        """Show the title of the other validators, and a way back from them."""
        self.title.setText(tr("Other validators") if is_shown else tr("Problems"))
        self.back.setVisible(is_shown)
        self.count.setVisible(not is_shown)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def _fit(self) -> None:
        """Show the counts of each severity, and the button for all safe fixes with its words, if there is room."""
        whole = ntr(Plural("Apply 1 safe fix", "Apply {count} safe fixes"), self._safe)
        others = [part for part in (self.title, self.filter, self.close_button) if not part.isHidden()]
        taken = sum(part.sizeHint().width() + SIZES.between_controls for part in others) + 2 * SIZES.panel_inset
        least = self.safe.width_for(WORDS.number(self._safe), Glyph.WAND) + SIZES.between_controls if self._safe else 0
        self.count.setText(self._counts)
        if taken + self.count.sizeHint().width() + least > self.width():
            self.count.setText(WORDS.number(self._total))
        taken += self.count.sizeHint().width() + SIZES.between_controls
        has_room = taken + self.safe.width_for(whole, None) <= self.width()
        self.safe.setVisible(bool(self._safe) and self.back.isHidden())
        self.safe.setText(whole if has_room else WORDS.number(self._safe))
        self.safe.set_glyph(None if has_room else Glyph.WAND)
        self.safe.setAccessibleName(whole)
        tip = tr("{words}: no verdict of any crawler changes. One step to undo.")
        self.safe.setToolTip(put_in(tip, {"words": whole}))

    def _icon_button(self, glyph: Glyph, name: str) -> GhostButton:
        button = GhostButton(glyph=glyph, parent=self)
        button.set_small()
        button.setAccessibleName(name)
        button.setToolTip(name)
        return button


class ProblemsPanel(Page):
    """The findings in a draft, with their fixes."""

    def __init__(self, actions: ProblemActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self.checked: LintResult | None = None
        self._shown: LintResult | None = None
        self._flips: dict[Key, FlipCount] = {}
        self._facts: dict[int, CardFacts] = {}
        self._hidden: set[Severity] = set()
        self._counts: Counter[Severity] = Counter()
        self.header = ProblemsHeader(actions, self)
        self.list = CardList(actions, self.facts_of, self)
        self._empty = EmptyHint("", parent=self)
        self.others = OthersView(actions, self)
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
        numbers = [number for number, finding in enumerate(findings) if finding.severity not in self._hidden]
        return sorted(numbers, key=lambda number: LOOKS[findings[number].severity].rank)

    def show_checked(self, checked: LintResult) -> None:
        """Show the result of the linter; cards are filled only while they are visible."""
        self.checked = checked
        self._flips.clear()
        self._facts.clear()
        self._show()

    def show_flips(self, checked: LintResult, flips: Mapping[Key, FlipCount]) -> None:
        """Show flipped verdicts, if the findings are still the same."""
        if not checked.is_same_as(self.checked):
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

    def filter_rows(self) -> list[MenuAction]:
        """Return the rows of the filter: the severities that were found, and the other validators."""
        rows = [
            MenuAction(
                WORDS.with_fact(tr(look.title), WORDS.number(self._counts[severity])),
                partial(self._switch_severity, severity),
                is_checked=severity not in self._hidden,
                is_alone=False,
            )
            for severity, look in LOOKS.items()
            if self._counts[severity] or severity in self._hidden
        ]
        are_others = self._body.currentWidget() is self.others
        others = MenuAction(tr("Other validators"), self._switch_view, is_checked=are_others, is_alone=False)
        return [*rows, MenuAction(), others] if rows else [others]

    def show_view(self, *, others: bool) -> None:
        """Show the reports of other validators, or the findings."""
        self.header.show_others(is_shown=others)
        self._body.setCurrentWidget(self.others if others else self.list)
        if others:
            self._actions.ask_others()
        else:
            self._list(self.list.current)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, _MIN_HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._actions.hide_panel()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.shows_others:
            self._actions.ask_others()

    def _lay_out(self) -> None:
        for part in (self.list, self._empty, self.others):
            self._body.addWidget(part)
        layout = column_in(self)
        layout.addWidget(self.header)
        layout.addWidget(self._body, 1)

    def _connect(self) -> None:
        self.header.filter.clicked.connect(self._on_filter_clicked)
        self.header.back.clicked.connect(self._on_back_clicked)
        self.list.current_changed.connect(self._on_current_changed)
        self.list.seen_changed.connect(self._on_seen_changed)
        self._empty.action_triggered.connect(self._clear_filter)

    def _show(self) -> None:
        checked = self.checked
        if checked is None:
            return
        is_first = self._shown is None or not self._shown.findings
        is_folded = not is_first and self.list.current < 0  # by the person: it stays so
        current = self._same(self._shown, checked, self.list.current)
        self._shown = checked
        self._counts = Counter(finding.severity for finding in checked.findings)
        checks = Plural("{count} check in {time}", "{count} checks in {time}")
        said = ntr(checks, len(RULES), time=WORDS.duration(checked.elapsed_ms))
        silenced = checked.report.suppressed
        details = together(" · ", said, ntr(_SILENCED, silenced) if silenced else "")
        self.header.show_counts(self._counts, len(safe_findings(checked.findings)), details)
        if is_first:
            self.list.opens_first = True
        elif current < 0 and not is_folded:
            current = next(iter(self.listed), -1)
        self._list(current)
        if self.shows_others:
            self._actions.ask_others()

    def _list(self, current: int) -> None:
        numbers = self.listed
        if self.checked is not None and self.checked.findings:
            self._empty.set_content(tr("No problem matches."), tr("Clear filters"))
        else:
            self._empty.set_content(tr("No problems."))
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

    def _on_filter_clicked(self) -> None:
        menu = build_menu(self, self.filter_rows())
        popup_below(menu, self.header.filter)
        self._show_filter()

    def _on_back_clicked(self) -> None:
        self.show_view(others=False)

    def _switch_severity(self, severity: Severity) -> None:
        self._hidden ^= {severity}
        self._show_filter()
        self._list(self.list.current)

    def _switch_view(self) -> None:
        self.show_view(others=self._body.currentWidget() is not self.others)

    def _clear_filter(self) -> None:
        self._hidden.clear()
        self._show_filter()
        self._list(self.list.current)

    def _show_filter(self) -> None:
        self.header.filter.setChecked(bool(self._hidden))

    def _on_seen_changed(self) -> None:
        self._ask_for_flips()
