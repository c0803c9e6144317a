"""Texts of the matrix, for display and for screen readers: verdicts, groups and counts."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from robotstudio.draft.cell_state import CellState
from robotstudio.draft.listing.marks import WAS_ALLOWED, WAS_BLOCKED, Expected
from robotstudio.engine import DIALECTS, GroupChoice, LineRange
from robotstudio.engine.crawlers import Crawler, title_of
from robotstudio.engine.scope import governing_robots_url
from robotstudio.fetch import meanings
from robotstudio.fetch.caching import reach_of
from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.policy import Effect, PolicyOutcome
from robotstudio.fetch.scenario_words import reach_in_utc, reach_words
from robotstudio.text.language import AND, WORDS, Meant, Message, Plural, ntr, tr
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.urls.urls import TestUrl

_CELLS: Mapping[CellState, Message] = {
    CellState.NO_RULE: "no rule",
    CellState.ALWAYS: "always",
    CellState.ALL_BLOCKED: Meant("all", "blocked"),
    CellState.ALL_ALLOWED: Meant("all", "allowed"),
    CellState.UNKNOWN: "unknown",
    CellState.DEFERRED: Meant("later", "a crawler tries again"),
    CellState.COPY_BLOCKED: Meant("copy", "noun: the last good one of the file"),
    CellState.COPY_ALLOWED: Meant("copy", "noun: the last good one of the file"),
}
_CLAUSES: Mapping[CellState, Message] = {
    CellState.BLOCKED: "blocked by line {line}",
    CellState.ALLOWED: "allowed by line {line}",
    CellState.NO_RULE: "no rule matches, so allowed",
    CellState.ALWAYS: "always allowed: it is /robots.txt itself",
    CellState.ALL_BLOCKED: "all blocked",
    CellState.ALL_ALLOWED: "all allowed",
    CellState.UNKNOWN: "unknown: not documented for this crawler",
    CellState.DEFERRED: "not fetched for now: tries later",
    CellState.COPY_BLOCKED: "blocked by the last good copy",
    CellState.COPY_ALLOWED: "allowed by the last good copy",
}
_BEFORE: Mapping[int, Message] = {WAS_ALLOWED: "was allowed", WAS_BLOCKED: "was blocked"}
_EXPECTED: Mapping[Expected, Message] = {
    Expected.SHOULD_ALLOW: "expected allowed",
    Expected.SHOULD_BLOCK: "expected blocked",
    Expected.OTHER_LINE: "expected by another line",
    Expected.PASSES: "as expected",
}
_OUTSIDE = Plural("{count} outside the scope", "{count} outside the scope")
_TOTALS = Plural("Blocked, of {count}", "Blocked, of {count}")
_TOTALS_SHOWN = Plural("Blocked, of {count} shown", "Blocked, of {count} shown")
_URLS = Plural("1 URL", "{count} URLs")
_LISTED_URLS = Plural("{listed} of 1 URL", "{listed} of {count} URLs")
_CRAWLERS = Plural("1 crawler", "{count} crawlers")
_VERDICTS_IN = Plural("1 verdict in {time}", "{count} verdicts in {time}")
_SOME_COPIED = Plural("The first {copied} of {count} rows copied.", "The first {copied} of {count} rows copied.")
_SEVERAL = 2


def cell_word(state: CellState) -> str:
    """Return the word in a cell without a line number."""
    return tr(_CELLS.get(state, ""))


def verdict_words(state: CellState, line: int, reason: str = "") -> str:
    """Word a verdict as a clause: "blocked by line 12"; `reason` is the server's behaviour if that decides."""
    said = tr(_CLAUSES[state], line=line)
    return WORDS.about(said, reason)


def mark_words(was: int, expected: Expected | None) -> tuple[str, ...]:
    """Word the marks on a cell: that its verdict has changed, and that it is not the expected one."""
    marks = (_BEFORE.get(was, ""), _EXPECTED[expected] if expected else "")
    return tuple(tr(mark) for mark in marks if mark)


def effect_words(effect: Effect) -> str:
    """Word the effect of the fetch outcome on a whole column, shown in place of its group."""
    return "" if effect is Effect.PARSE else meanings.effect_words(effect)


def outside_words(url: str, robots_url: str) -> str:
    """Word which other robots.txt governs a URL."""
    governing = governing_robots_url(url)
    if governing is None:
        return tr("outside {robots}", robots=robots_url)
    return tr("outside {robots}: governed by {governing}", robots=robots_url, governing=governing)


def outside_count_words(count: int) -> str:
    """Word how many URLs another robots.txt governs."""
    return ntr(_OUTSIDE, count)


def scenario_words(policy_outcome: PolicyOutcome) -> str:
    """Word the source of a fetch outcome for the tooltip."""
    clause = tr(policy_outcome.clause)
    return tr("{clause} (assumed)", clause=clause) if policy_outcome.assumed else clause


def group_agents(choice: GroupChoice) -> tuple[str, ...]:
    """Return the tokens that the groups of a choice name, each once, as written in the file."""
    written: dict[bytes, str] = {}
    for group in choice.groups:
        for agent in group.agents:
            if agent.token:
                name = agent.written[: len(agent.token)].decode("utf-8", "replace")
                written.setdefault(agent.token, name)
    return tuple(written.values())


def followed_words(choice: GroupChoice, *, shared: bool) -> str:
    """Word the group of a crawler for the header; `shared` if another crawler of the matrix follows it, too."""
    if choice.token is None:
        return tr("no group")
    if choice.token == "*":
        return "*"
    names = group_agents(choice)
    if names[1:]:
        return f"{names[0]} +{WORDS.number(len(names) - 1)}"
    is_of_another = shared or bool(choice.tried)  # found by a token that it falls back to
    return names[0] if is_of_another and names else tr("own group")


def range_words(ranges: Sequence[LineRange]) -> str:
    """Word line ranges: "line 4" or "lines 9–15 and 31–33"."""
    parts = [str(part.first) if part.first == part.last else f"{part.first}–{part.last}" for part in ranges]
    if sum(part.last - part.first + 1 for part in ranges) < _SEVERAL:
        return tr("line {line}", line=parts[0])
    return tr("lines {lines}", lines=WORDS.listed_text(parts, AND, len(parts)))


def group_words(choice: GroupChoice) -> str:
    """Word the effective group as a sentence without its full stop: its tokens and its lines."""
    if choice.token is None:
        return tr("no group in the file applies to this crawler")
    names = side_by_side(group_agents(choice)) or "*"
    return tr("group {names}, {lines}", names=names, lines=range_words(choice.parts))


def crawler_words(crawler: Crawler, choice: GroupChoice) -> str:
    """Word the tooltip of a crawler's header."""
    title = WORDS.noted(title_of(crawler), crawler.operator)
    return "\n".join((title, _sentence(group_words(choice)), _sentence(reads_words(crawler))))


def reads_words(crawler: Crawler) -> str:
    """Word how a crawler reads a file, and whether that is assumed."""
    dialect = DIALECTS[crawler.dialect].title if crawler.dialect in DIALECTS else crawler.dialect
    if crawler.assumed:
        return tr("reads as {dialect}: assumed", dialect=dialect)
    return tr("reads as {dialect}", dialect=dialect)


def reach_line(crawler: Crawler, evidence: Evidence | None, now: datetime) -> str:
    """Word when a crawler learns of a change, for its tooltip."""
    reach = reach_of(crawler, now, evidence)
    if reach is None:
        return tr("It is not documented when this crawler picks up a change.")
    source = WORDS.clauses((reach_in_utc(reach), tr(reach.clause)))
    return _sentence(WORDS.noted(reach_words(reach, now), source))


def url_words(url: TestUrl) -> str:
    """Word the tooltip of a URL: its text and, if it differs, the requested URL."""
    return f"{url.written}\n{WORDS.tell(url.note)}" if url.note else url.url


def totals_words(listed: int, *, filtered: bool) -> str:
    """Word what the totals row counts."""
    return ntr(_TOTALS_SHOWN if filtered else _TOTALS, listed)


def size_words(listed: int, urls: int, crawlers: int, outside: int = 0) -> str:
    """Word how much is evaluated, and how much of it is outside this site."""
    some = ntr(_URLS, urls) if listed == urls else ntr(_LISTED_URLS, urls, listed=listed)
    size = together(" × ", some, ntr(_CRAWLERS, crawlers))
    return together(" · ", size, outside_count_words(outside) if outside else "")


def supposed_words(short: str) -> str:
    """Mark a scenario as assumed, so that nobody mistakes it for the real state."""
    return tr("what if: {short}", short=short)


def time_words(verdicts: int, elapsed_ms: float) -> str:
    """Word how many verdicts were reached, and in what time."""
    return ntr(_VERDICTS_IN, verdicts, time=WORDS.duration(elapsed_ms))


def updating_words() -> str:
    """Word that newer verdicts are being computed."""
    return tr("updating…")


def copied_words(copied: int, selected: int) -> str:
    """Word how many rows were copied, and whether that is all."""
    if copied < selected:
        return ntr(_SOME_COPIED, selected, copied=copied)
    return ntr(Plural("1 row copied.", "{count} rows copied."), copied)


def exporting_words(share: float) -> str:
    """Word the progress of an export."""
    return tr("Exporting… {percent}", percent=WORDS.percent(int(share * 100) / 100))


def exported_words(count: int, name: str) -> str:
    """Word the result of an export."""
    return ntr(Plural("1 row written to {name}.", "{count} rows written to {name}."), count, name=name)


def export_cancelled_words() -> str:
    """Word that an export was cancelled."""
    return tr("Cancelled. No file was changed.")


def _sentence(clause: str) -> str:
    return WORDS.sentence(clause[:1].upper() + clause[1:])
