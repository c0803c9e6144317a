"""The explanation of the selected cell, or of a crawler while none is selected, and the lines marked in the editor."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices

from robotstudio.draft.analysis import Analysis, Cell, Column
from robotstudio.draft.columns import UniformVerdicts
from robotstudio.draft.outcome_verdict import OutcomeVerdict
from robotstudio.engine.cancelling import checkpoint_of
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.engine.paths import bytes_of
from robotstudio.engine.scope import governing_robots_url
from robotstudio.engine.summary import Reader, overview, summarise
from robotstudio.explain.access_words import NO_RULE, PlainAccess, blocked_words, plain_access
from robotstudio.explain.nearest import NearestRules, nearest_rules
from robotstudio.explain.summary_words import overview_text
from robotstudio.explain.words import crawler_name
from robotstudio.fetch.caching import reach_of
from robotstudio.fetch.http_scenario import policy_of
from robotstudio.fetch.policy import Effect, PolicyOutcome
from robotstudio.fetch.scenario_words import (
    OriginStep,
    origin_of_rules,
    outcome_detail,
    outcome_sentence,
    outside_detail,
    reach_words,
)
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.why.panel import LOOKED_AT, WhyPanel
from robotstudio.urls.set_columns import short_sum_words, stakes_of, sum_of
from robotstudio.urls.set_columns import title_of as title_of_column

_BY_OUTCOME: Mapping[Effect, Message] = {
    Effect.ALLOW_ALL: "May fetch <b>everything</b>: the server’s answer decides, and no rule is read.",
    Effect.DISALLOW_ALL: "May fetch <b>nothing</b>: the server’s answer decides, and no rule is read.",
    Effect.DEFER: "Fetches <b>nothing for now</b>: the server’s answer decides, and no rule is read.",
    Effect.LAST_GOOD_COPY: "An <b>earlier copy</b> decides, not this file.",
    Effect.UNKNOWN: "<b>Not documented</b>: how it treats such an answer is unknown.",
}
_SCOPE = "https://www.rfc-editor.org/rfc/rfc9309#section-2.3"


def outcome_subject(
    analysis: Analysis, column: Column, cell: Cell, shown_url: str, outcome: PolicyOutcome
) -> OutcomeVerdict:
    """Describe a cell that the outcome of the fetch decides."""
    is_allowed = column.allows(cell.url)
    now, name = analysis.scenario, crawler_name(column.crawler)
    detail = outcome_detail(outcome, now)
    if column.copy is not None:
        line = column.copy.decide(cell.url, column.crawler.agent).line
        said = tr("Its line {line} decides.", line=str(line)) if line else tr("None of its rules matches.")
        detail = WORDS.sentences((detail, said))
    if analysis.is_outside(cell.url):
        detail = WORDS.sentences((outside_detail(governing_robots_url(cell.url)), detail))
    family = policy_of(column.crawler)
    return OutcomeVerdict(
        crawler=column.crawler,
        shown_url=shown_url,
        allowed=is_allowed if column.is_known else None,
        sentence=outcome_sentence(outcome, now, name, shown_url, allowed=is_allowed),
        detail=detail,
        clause="" if outcome.effect is Effect.UNKNOWN else _clause_of(column.crawler, outcome),
        source=family.source if family else column.crawler.source,
        assumed=outcome.assumed,
        verdict=column.robots.decide(cell.url, column.crawler.agent),
        is_deferred=outcome.effect is Effect.DEFER,
    )


def origin_for(analysis: Analysis, column: Column, cell: Cell) -> OriginStep:
    """Describe where the rules come from, whether they govern the URL, and when a change reaches the crawler."""
    origin = origin_of_rules(column.policy_outcome, analysis.scenario)
    if analysis.is_outside(cell.url):
        detail = outside_detail(governing_robots_url(cell.url))
        short = tr("another robots.txt applies")
        return OriginStep(tr("Outside the scope of this file"), detail, "RFC 9309 §2.3", _SCOPE, short)
    now = datetime.now(UTC)
    family = policy_of(column.crawler)
    source = origin.source or (family.source if family and origin.clause else "")
    reach = reach_of(column.crawler, now, analysis.scenario.fetched)
    if reach is None:
        return replace(origin, source=source)
    words = reach_words(reach, now)
    detail = WORDS.sentences((origin.detail, WORDS.sentence(f"{words[:1].upper()}{words[1:]}")))
    return OriginStep(origin.title, detail, origin.clause, source, origin.short)


def _clause_of(crawler: Crawler, outcome: PolicyOutcome) -> str:
    """Word the source of an outcome: the heading on a vendor's page means little without the vendor."""
    is_plain = "§" in outcome.clause or not crawler.operator
    clause = tr(outcome.clause)
    return clause if is_plain else WORDS.about(crawler.operator, clause)


_MOST_RULES_AT_ONCE = 1000  # explained in a few milliseconds
_MOST_SUMMARISED_AT_ONCE = 100  # the same for a summary, which compares each rule with the others
_REST_MS = 150
_FOLDED_AT_FIRST = frozenset({"fetch", "changes", "site"})


class WhyController(Controller):
    """Explains the selected cell; each page of the window remembers whether the explanation is folded there."""

    def __init__(self, context: Context, panel: WhyPanel) -> None:
        super().__init__(context)
        self._why = panel
        self._page = ""
        self._is_tiny = self._is_room_scarce = self._is_wanted = self._is_folding = False
        self._explanations = Background("explanation", self)
        self._explanations.answered.connect(self._on_explained)
        self._folded_in = set(_FOLDED_AT_FIRST)
        self._pointed = self._shown_crawler = ""
        self._rest = QTimer(self, interval=_REST_MS, singleShot=True)
        self._rest.timeout.connect(self._on_pointer_rested)
        session, why = context.session, panel
        session.analysis_settled.connect(self._on_analysis_settled)  # an explanation takes longer than all verdicts
        session.stale_changed.connect(why.set_stale)
        session.selection_changed.connect(self._on_selection_changed)
        self._window.work.set_lower_folded(why.is_one_line)
        self._window.work.tiny_changed.connect(self._on_tiny_changed)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            "find.winner": self.place_caret_on_winner,
            "simulate.why": self.toggle_folded,
            "view.summary": self.show_summary,
        }

    def close(self) -> None:
        self._rest.stop()
        self._explanations.close()

    def place_caret_on_winner(self) -> None:
        """Put the caret on the rule that decides the selected cell."""
        line = self._winning_line()
        if line:
            self.place_caret(line)

    def toggle_folded(self) -> None:
        self._why.set_folded(not self._why.is_folded)

    def show_summary(self) -> None:
        """Show in plain words what a crawler may fetch."""
        self._window.open_work()
        self._window.show_tab("simulation")
        self._session.select(None)
        self._why.set_folded(False)

    def point_at(self, token: str) -> None:
        """Summarise the file for this crawler once the pointer rests on its column; "" if it is on none."""
        self._pointed = token
        if token and token != self._shown_crawler:
            self._rest.start()
        else:
            self._rest.stop()

    def file_in_words(self, *, markdown: bool) -> str:
        """Return the whole file in plain words, for all crawlers."""
        analysis = self._session.analysis
        if analysis is None:
            return ""
        readers = [Reader(column.crawler, column.robots, column.choice) for column in analysis.columns]
        return overview_text(overview(readers, analysis.shown), markdown=markdown)

    def _on_pointer_rested(self) -> None:
        self._shown_crawler = self._pointed
        if self._session.selected is None:
            self._show_selected()

    def show_page(self, page: str) -> None:
        """Fold or unfold the explanation as it was last left on this page."""
        self._page = page
        self._fold_as_left()

    def _on_tiny_changed(self, is_tiny: bool) -> None:
        self._is_tiny = is_tiny
        self._look_at_room()

    def _look_at_room(self) -> None:
        """Fold the explanation while there is no room for it, or no URL; the person can still open it."""
        is_scarce = self._is_tiny or not self._session.urls
        if is_scarce is not self._is_room_scarce:
            self._is_room_scarce, self._is_wanted = is_scarce, False
            self._fold_as_left()

    def _fold_as_left(self) -> None:
        self._is_folding = True
        self._why.set_folded(self._page in self._folded_in or (self._is_room_scarce and not self._is_wanted))
        self._is_folding = False

    def note_folded(self, is_folded: bool) -> None:
        """Remember whether the person folded the explanation on this page."""
        if not self._is_folding:
            self._is_wanted = not is_folded
            (self._folded_in.add if is_folded else self._folded_in.discard)(self._page)
        self._window.actions_by_id["simulate.why"].setChecked(is_folded)

    def _on_analysis_settled(self, _analysis: Analysis) -> None:
        self._look_at_room()
        self._show_selected()

    def _on_selection_changed(self, _cell: Cell | None) -> None:
        self._show_selected()
        line = self._winning_line()
        if line:
            self._editor.reveal_line(line)

    def show_line(self, line: int, place_caret: bool) -> None:
        """Show a line, and move the caret there if `place_caret`."""
        if place_caret:
            self.place_caret(line)
        else:
            self._editor.reveal_line(line)

    def open_page(self, address: str) -> None:
        """Open a page in the browser."""
        QDesktopServices.openUrl(QUrl(address))

    def place_caret(self, line: int) -> None:
        """Put the caret on a line, and give the keyboard to the editor."""
        self._editor.place_caret(line)
        self._editor.setFocus()

    def _winning_line(self) -> int:
        """Return the line that decides the selected cell, 0 for none."""
        cell, analysis = self._session.selected, self._session.analysis
        column = analysis.column_of(cell.token) if cell and analysis else None
        if analysis is None or cell is None or column is None:
            return 0
        position = analysis.position(cell.url)
        return 0 if position is None else int(column.at([position])[1][0])

    def _show_selected(self) -> None:
        """Explain the selected cell, and mark its winning line and its group in the editor."""
        self._explanations.cancel()
        cell, analysis = self._session.selected, self._session.analysis
        column = analysis.column_of(cell.token) if cell and analysis else None
        if analysis is None or cell is None or column is None:
            self._summarise(analysis)
            self._show_no_rule()
            return
        if not column.is_by_rules:
            if column.policy_outcome:
                shown = _shown(analysis, cell)
                self._why.show_outcome(outcome_subject(analysis, column, cell, shown, column.policy_outcome))
            self._show_no_rule()
            return
        position = analysis.position(cell.url)
        if position is not None:
            [allowed], [line] = (found.tolist() for found in column.at([position]))
            self._editor.show_decision(line or None, allowed=allowed)
        self._editor.show_group(column.choice.groups)
        if sum(len(group.rules) for group in column.choice.groups) > _MOST_RULES_AT_ONCE:
            self._explanations.ask(partial(_explained, analysis, cell, column))
        else:
            self._on_explained(_explained(analysis, cell, column))

    def _summarise(self, analysis: Analysis | None) -> None:
        """Show what the crawler of the column last pointed at may fetch, or else the first."""
        if analysis is None or not analysis.columns:
            self._why.show_nothing()
            return
        column = analysis.column_of(self._shown_crawler) or analysis.columns[0]
        if not column.is_by_rules:
            self._on_explained(ColumnSummary(column, outcome_access(analysis, column)))
        elif not analysis.body.strip():
            self._why.show_nothing(WORDS.phrase(NO_RULE[column.crawler.is_control]))
        elif column.choice.rule_count > _MOST_SUMMARISED_AT_ONCE:
            self._explanations.ask(partial(_summarised, analysis, column))
        else:
            self._on_explained(_summarised(analysis, column))

    def _on_explained(self, answer: "Explanation | ColumnSummary") -> None:
        if isinstance(answer, ColumnSummary):
            if self._session.selected is None:
                self._why.show_access(answer.column.crawler, answer.access)
            return
        analysis, cell, column, close = answer
        if cell == self._session.selected:
            origin, sharers = origin_for(analysis, column, cell), _sharers(analysis, column)
            shown = _shown(analysis, cell)
            self._why.show_verdict(close.whole, column.crawler, shown, sharers, origin, close)

    def _show_no_rule(self) -> None:
        self._editor.show_decision(None, allowed=True)
        self._editor.show_group(None)


class ColumnSummary(NamedTuple):
    """Access of the crawler of a column."""

    column: Column
    access: PlainAccess


def _summarised(analysis: Analysis, column: Column, _is_cancelled: Callable[[], bool] | None = None) -> ColumnSummary:
    """Summarise a file for the crawler of a column; slow for thousands of rules."""
    verdicts = column.verdicts
    decided = {} if isinstance(verdicts, UniformVerdicts) else verdicts.decided_by_line()
    counts = blocked_words(column.blocked_count, column.size, *_blocked_stake(analysis, column))
    summary = summarise(column.robots, column.crawler, column.choice)
    return ColumnSummary(column, plain_access(summary, column.choice, decided, counts))


def _blocked_stake(analysis: Analysis, column: Column) -> tuple[str, str]:
    """Return what is counted for the URLs, such as clicks, and how many the blocked ones have; "" if none are."""
    stake = next(iter(stakes_of(analysis.urls)), None)
    if stake is None or not column.blocked_count:
        return "", ""
    found = sum_of(stake.values, ~column.allowed)
    return title_of_column(stake.info, WORDS), short_sum_words(found, WORDS)


def outcome_access(analysis: Analysis, column: Column) -> PlainAccess:
    """Describe what a crawler may fetch if the outcome of the fetch decides."""
    outcome = column.policy_outcome
    if outcome is None:
        return PlainAccess(())
    detail = outcome_detail(outcome, analysis.scenario)
    return PlainAccess(WORDS.phrase(_BY_OUTCOME[column.effect]), detail)


Explanation = tuple[Analysis, Cell, Column, NearestRules]


def _explained(
    analysis: Analysis, cell: Cell, column: Column, is_cancelled: Callable[[], bool] | None = None
) -> Explanation:
    """Return the verdict on a cell and the rules nearest to it; slow for thousands of rules."""
    checkpoint = checkpoint_of(is_cancelled)
    path = column.robots.dialect.path_of(bytes_of(cell.url))
    column.choice.rules.matching(path, checkpoint)  # cached there: the verdict and the nearest rules need it
    close = nearest_rules(column.robots.decide(cell.url, column.crawler.agent), LOOKED_AT, LOOKED_AT, checkpoint)
    checkpoint()
    for verdict in (close.whole, close.verdict):
        _ = verdict.group.rule_count  # counted here, in the thread: the texts need it
    return analysis, cell, column, close


def _shown(analysis: Analysis, cell: Cell) -> str:
    """Return the URL of a cell as the matrix shows it."""
    position = analysis.position(cell.url)
    return cell.url if position is None else analysis.urls[position].display


def _sharers(analysis: Analysis, column: Column) -> list[str]:
    """Return the other crawlers that follow the same groups; none if there is no group."""
    if not column.choice.groups:
        return []
    others = (other for other in analysis.columns if other is not column and other.is_by_rules)
    return [title_of(other.crawler) for other in others if other.choice.parts == column.choice.parts]
