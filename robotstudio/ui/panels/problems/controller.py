"""Runs the linter on each analysis; shows its findings in panel, editor and status bar, and applies fixes."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.fix_offers import safe_findings
from robotstudio.lint.concern import is_about_file
from robotstudio.lint.fixing import apply
from robotstudio.lint.model import Finding, Fix, Severity
from robotstudio.lint.proof import SafelyFixed, fix_safely, left_out_words
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.editor.line_marks import ProblemMark
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.problems.words import LOOKS, finding_words, page_of_rule, severity_counts, status_words
from robotstudio.ui.shell.document_window import Tab
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:
    from robotstudio.draft.fix_offers import Key
    from robotstudio.draft.lint_result import DraftLinter, LintResult
    from robotstudio.ui.panels.problems.card_facts import Offer
    from robotstudio.ui.panels.problems.panel import ProblemsPanel

_PANEL = "problems"
_TONES = {Severity.ERROR: Tone.BLOCKED, Severity.WARNING: Tone.WARNING}


class _Checking:
    """Checks in a thread, and imports the rules there with the first draft: the window need not wait."""

    def __init__(self, off: Sequence[str] = ()) -> None:
        self._off = off

    @cached_property
    def _checker(self) -> "DraftLinter":
        from robotstudio.draft.lint_result import DraftLinter  # noqa: PLC0415  # the rules, with the first draft
        from robotstudio.lint.rules import rules_without  # noqa: PLC0415  # the same

        return DraftLinter(finding_words, rules_without(self._off))

    def check(
        self,
        analysis: Analysis,
        filename: str | None,
        sitemap_answers: Mapping[str, str],
        is_cancelled: Callable[[], bool],
    ) -> "LintResult":
        return self._checker.check(analysis, filename, sitemap_answers, is_cancelled)


class ProblemsController(PanelController["ProblemsPanel"]):
    """Connects session, editor and panel. Drafts are checked in a thread; only the latest result is shown."""

    panel_of = "view.problems"

    checked = Signal(object)
    """Carries the result of a check."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._checked: LintResult | None = None
        self._has_fixed = False
        context.window.add_editor_panel(Tab(_PANEL, tr("Problems"), self))
        self._sitemap_answers: Mapping[str, str] = {}
        self._off: tuple[str, ...] = ()
        self._checking = _Checking()
        self._checks = Background("checks", self)
        self._fixing = Background("safe fixes", self)
        self._connect()

    def make_panel(self, kind: "Callable[..., ProblemsPanel]") -> "ProblemsPanel":
        return kind(self, self._window)

    def connect_panel(self, panel: "ProblemsPanel") -> None:
        from robotstudio.ui.panels.problems.effects import ProblemEffects  # when it is first shown

        self._effects = ProblemEffects(self._context, panel, self, self._latest)
        if self._checked is not None:
            panel.show_checked(self._checked)

    @property
    def main_part(self) -> QWidget:
        return self.panel.list

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "view.problems": self.show_panel,
            "problems.next": self.go_to_next,
            "problems.previous": self.go_to_previous,
            "problems.fix": self.show_quick_fixes,
            "problems.fix_safely": self.fix_safely,
        }

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        def has_findings() -> bool:
            checked = self._current()
            return checked is None or bool(checked.findings)

        return {
            "problems.next": has_findings,
            "problems.previous": has_findings,
            "problems.fix": lambda: bool(self._numbers_at(self._editor.caret_line)),
        }

    def take_sitemap_answers(self, answers: Mapping[str, str]) -> None:
        """Store the results of fetched sitemaps: a sentence by address, empty if all is well."""
        self._sitemap_answers = {**self._sitemap_answers, **answers}
        self._check()

    def set_off(self, codes: Sequence[str]) -> None:
        """Turn these rules off."""
        if tuple(codes) != self._off:
            self._off = tuple(codes)
            self._check_again()

    def _check_again(self) -> None:
        self._checking = _Checking(self._off)
        if self._checked is not None:
            self._check()

    def close(self) -> None:
        self._checks.close()
        self._fixing.close()
        if self.has_panel:
            self._effects.close()

    def go_to_next(self) -> None:
        self._go(1)

    def go_to_previous(self) -> None:
        self._go(-1)

    def page_at_caret(self) -> str:
        """Return the help page about the first finding on the caret's line, "" for none."""
        checked, numbers = self._current(), self._numbers_at(self._editor.caret_line)
        return page_of_rule(checked.findings[numbers[0]].code) if checked is not None and numbers else ""

    def show_quick_fixes(self) -> None:
        """Offer the fixes for the caret's line."""
        numbers = self._numbers_at(self._editor.caret_line)
        if not numbers:
            self._window.status_bar.show_message(tr("No problem in this line."))
            return
        facts = [self.panel.facts_of(number) for number in numbers]
        self._effects.open_menu(numbers, facts)

    def fix_safely(self) -> None:
        """Apply all safe fixes, once it is proven that no verdict changes."""
        checked = self._current()
        if checked is None or not safe_findings(checked.findings):
            self._window.status_bar.show_message(tr("None of these fixes is safe for every crawler."))
            return
        self._fixing.ask(partial(_fixed, checked))

    def show_panel(self) -> None:
        """Show the panel under the editor, with the keyboard in its list."""
        self._window.open_work()
        self._window.show_tab(_PANEL)
        self.panel.list.setFocus()

    def hide_panel(self) -> None:
        had_keyboard = self.has_keyboard
        self._window.work.hide_editor_panel()
        if had_keyboard:
            self._editor.setFocus()

    def _connect(self) -> None:
        self._session.analysis_settled.connect(self._on_analysis_settled)
        self._session.draft_changed.connect(self._checks.cancel)
        self._document.path_used.connect(self._on_path_used)
        self._checks.answered.connect(self._on_checked)
        self._editor.assistance.set_findings(self._sentences_at)
        self._fixing.answered.connect(self._on_fixed)
        self._window.status_bar.problems.clicked.connect(self.show_panel)
        self._session.stale_changed.connect(self._window.status_bar.problems.set_stale)

    def _on_analysis_settled(self, _analysis: Analysis) -> None:
        if self._document.is_open:
            self._check()

    def _on_path_used(self, _path: object) -> None:
        self._check()

    def _check(self) -> None:
        analysis, path = self._session.analysis, self._document.path
        if analysis is not None:
            name = path.name if path else None
            self._checks.ask(partial(self._checking.check, analysis, name, self._sitemap_answers))

    def _on_checked(self, checked: "LintResult") -> None:
        if checked.revision != self._session.revision:
            return
        counts = Counter(finding.severity for finding in checked.findings)
        worst = min(counts, key=lambda severity: LOOKS[severity].rank, default=None)
        tone = _TONES.get(worst, Tone.NOTE) if worst else Tone.ALLOWED
        glyph = LOOKS[worst].glyph if tone is Tone.BLOCKED and worst else None
        said, rest = status_words(counts)
        self._window.status_bar.problems.show_fact(said, tone, severity_counts(counts), glyph, rest=rest)
        self._checked = checked
        self.checked.emit(checked)
        if self.has_panel:
            self.panel.show_checked(checked)
        if self._has_fixed and not checked.findings and self.is_shown:
            self.hide_panel()
        self._has_fixed = False
        self._editor.show_problems(marks_of(checked))

    # For the panel

    def go_to_line(self, line: int, place_caret: bool) -> None:
        if place_caret:
            self._editor.place_caret(line)
        else:
            self._editor.reveal_line(line)

    def show_current(self, number: int) -> None:
        checked = self._checked
        if checked is not None:
            self._editor.reveal_line(checked.findings[number].line)

    def count_flips(self, wanted: "Mapping[Key, Sequence[Fix]]") -> None:
        self._effects.count_flips(wanted)

    def ask_others(self) -> None:
        self._effects.ask_others()

    def explain(self, code: str) -> None:
        self._context.help.explain_rule(code)

    def open_address(self, address: str) -> None:
        QDesktopServices.openUrl(QUrl(address))

    def apply_offer(self, offer: "Offer") -> None:
        self._apply(offer.fixes, tr("{words}: done.", words=offer.words))

    def keep(self, number: int) -> None:
        facts = self.panel.facts_of(number)
        if facts.keep is not None:
            self._apply((facts.keep,), tr("{code} is silenced here.", code=facts.finding.code))

    def _apply(self, fixes: Sequence[Fix], sentence: str) -> None:
        checked = self._current()
        if checked is None:
            self._window.status_bar.show_message(tr("The draft has changed. Choose the fix again."))
            return
        self._has_fixed = True
        self._editor.revise_body(apply(checked.body, fixes).body)
        self._window.status_bar.show_message(sentence, draft=self._editor.revision)

    def _on_fixed(self, answer: "tuple[LintResult, SafelyFixed]") -> None:
        checked, done = answer
        if not checked.is_same_as(self._current()):
            return
        self._has_fixed = True
        self._editor.revise_body(done.body)
        count = len(done.applied)
        said = [ntr(Plural("1 problem fixed.", "{count} problems fixed."), count)]
        if done.refused:
            said.append(left_out_words(done))
        self._window.status_bar.show_message(WORDS.sentences(said))

    def _latest(self) -> "LintResult | None":
        return self._checked

    def _current(self) -> "LintResult | None":
        """Return the result if it is for the draft in the editor."""
        checked = self._checked
        is_current = checked is not None and checked.analysis.draft_revision == self._editor.revision
        return checked if is_current else None

    def _sentences_at(self, line: int) -> list[str]:
        """Return the findings on a line as sentences, if they are for the draft in the editor."""
        checked = self._current()
        return [] if checked is None else [checked.sentences[number] for number in self._numbers_at(line)]

    def _numbers_at(self, line: int) -> list[int]:
        checked = self._current()
        findings = checked.findings if checked is not None else ()
        return [number for number, finding in enumerate(findings) if finding.line == line]

    def _go(self, step: int) -> None:
        checked = self._checked
        listed = sorted(self.panel.listed)  # by line, as they are in the text
        numbers = listed or (range(len(checked.findings)) if checked is not None else ())
        if checked is None or not numbers:
            self._window.status_bar.show_message(tr("No problem was found."))
            return
        number = self._next(checked.findings, numbers, step)
        finding = checked.findings[number]
        self._window.open_work()
        self._window.show_tab(_PANEL)
        self._editor.place_caret(finding.line, finding.diagnostic.start)
        self.panel.select(number)
        self._window.status_bar.show_message(checked.sentences[number])

    def _next(self, findings: Sequence[Finding], numbers: Sequence[int], step: int) -> int:
        """Return the finding after or before the current one, or the caret if that is on another line."""
        line, current = self._editor.caret_line, self.panel.list.current
        if current in numbers and findings[current].line == line:
            return numbers[(numbers.index(current) + step) % len(numbers)]
        if step > 0:
            return next((number for number in numbers if findings[number].line >= line), numbers[0])
        return next((number for number in reversed(numbers) if findings[number].line <= line), numbers[-1])


def marks_of(checked: "LintResult") -> list[ProblemMark]:
    """Return the findings as marks in the text."""
    return [_mark(finding, words) for finding, words in zip(checked.findings, checked.sentences, strict=True)]


def _mark(finding: Finding, words: str) -> ProblemMark:
    look, found = LOOKS[finding.severity], finding.diagnostic
    goes_on = found.last_line > found.line
    return ProblemMark(
        found.line,
        found.start,
        -1 if goes_on else found.end,
        look.color,
        look.glyph if look.has_sign else None,
        words,
        look.is_wavy,
        not is_about_file(finding),
    )


def _fixed(checked: "LintResult", _is_cancelled: object) -> "tuple[LintResult, SafelyFixed]":
    return checked, fix_safely(checked.body, checked.findings)
