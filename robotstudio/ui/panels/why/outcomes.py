"""What the explanation says of the answer of the server: in the place of rules, or as their first step."""

from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtCore import QCoreApplication

from robotstudio.app.analysis import Analysis, Cell, Column
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.scope import governing_robots_url
from robotstudio.engine.words import crawler_name
from robotstudio.io.fetching.caching import reach_of
from robotstudio.io.fetching.http_scenario import policy_of
from robotstudio.io.fetching.policy import Effect, PolicyOutcome
from robotstudio.io.fetching.scenario_words import (
    Origin,
    origin_of_rules,
    outcome_detail,
    outcome_sentence,
    outside_detail,
    reach_words,
)
from robotstudio.ui.panels.why.outcome import OutcomeSubject

_SCOPE = "https://www.rfc-editor.org/rfc/rfc9309#section-2.3"


def translated(text: str) -> str:
    """The words about answers in the language of the window."""
    return QCoreApplication.translate("words", text)


def outcome_subject(
    analysis: Analysis, column: Column, cell: Cell, shown_url: str, outcome: PolicyOutcome
) -> OutcomeSubject:
    """What to say of a cell that the outcome of the fetch decides."""
    is_allowed = column.allows(cell.url)
    now, name = analysis.scenario, crawler_name(column.crawler, translated)
    detail = outcome_detail(outcome, now, translated)
    if column.copy is not None:
        line = column.copy.decide(cell.url, column.crawler.agent).line
        said = "Its line {line} decides." if line else "No rule of it matches."
        detail = f"{detail} {translated(said).format(line=line)}"
    if analysis.is_outside(cell.url):
        detail = f"{outside_detail(governing_robots_url(cell.url), translated)} {detail}"
    family = policy_of(column.crawler)
    return OutcomeSubject(
        crawler=column.crawler,
        shown_url=shown_url,
        allowed=is_allowed if column.is_known else None,
        sentence=outcome_sentence(outcome, now, name, shown_url, allowed=is_allowed, translate=translated),
        detail=detail,
        clause="" if outcome.effect is Effect.UNKNOWN else _clause_of(column.crawler, outcome),
        source=family.source if family else column.crawler.source,
        assumed=outcome.assumed,
        verdict=column.robots.decide(cell.url, column.crawler.agent),
        is_deferred=outcome.effect is Effect.DEFER,
    )


def origin_for(analysis: Analysis, column: Column, cell: Cell) -> Origin:
    """Where the rules come from, whether they govern the URL at all, and when a change of them is known."""
    origin = origin_of_rules(column.policy_outcome, analysis.scenario, translated)
    if analysis.is_outside(cell.url):
        detail = outside_detail(governing_robots_url(cell.url), translated)
        return Origin(translated("Outside the scope of this file"), detail, "RFC 9309 §2.3", _SCOPE)
    now = datetime.now(UTC)
    family = policy_of(column.crawler)
    source = origin.source or (family.source if family and origin.clause else "")
    reach = reach_of(column.crawler, now, analysis.scenario.fetched)
    if reach is None:
        return replace(origin, source=source)
    words = reach_words(reach, now, translated)
    detail = f"{origin.detail} {words[:1].upper()}{words[1:]}."
    return Origin(origin.title, detail, origin.clause, source)


def _clause_of(crawler: Crawler, outcome: PolicyOutcome) -> str:
    """Where it is written: the heading of a vendor's page says little without the vendor."""
    is_plain = "§" in outcome.clause or not crawler.operator
    return outcome.clause if is_plain else f"{crawler.operator}: {outcome.clause}"
