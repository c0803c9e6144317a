"""The words of the matrix: verdicts, groups and counts as a user reads them or hears them read."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from robotstudio.app.cell_state import CellState
from robotstudio.app.listing.marks import WAS_ALLOWED, WAS_BLOCKED, Expected
from robotstudio.engine import DIALECTS, GroupChoice, LineRange
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.scope import governing_robots_url
from robotstudio.io.fetching import meanings
from robotstudio.io.fetching.caching import reach_of
from robotstudio.io.fetching.evidence import Evidence
from robotstudio.io.fetching.policy import Effect, PolicyOutcome
from robotstudio.io.fetching.scenario_words import reach_in_utc, reach_words
from robotstudio.io.urls import TestUrl
from robotstudio.ui.widgets.formats import format_count, format_duration

translate = QCoreApplication.translate


def _translated(text: str) -> str:
    return translate("words", text)


def cell_word(state: CellState) -> str:
    """The word in a cell that shows no line number."""
    words = {
        CellState.NO_RULE: translate("Simulation", "no rule"),
        CellState.ALWAYS: translate("Simulation", "always"),
        CellState.ALL_BLOCKED: translate("Simulation", "all"),
        CellState.ALL_ALLOWED: translate("Simulation", "all"),
        CellState.UNKNOWN: translate("Simulation", "unknown"),
        CellState.DEFERRED: translate("Simulation", "later"),
        CellState.COPY_BLOCKED: translate("Simulation", "copy"),
        CellState.COPY_ALLOWED: translate("Simulation", "copy"),
    }
    return words.get(state, "")


def verdict_words(state: CellState, line: int, reason: str = "") -> str:
    """The verdict as a clause: "blocked by line 12"; `reason` is what the server does where that decides."""
    clauses = {
        CellState.BLOCKED: translate("Simulation", "blocked by line {line}"),
        CellState.ALLOWED: translate("Simulation", "allowed by line {line}"),
        CellState.NO_RULE: translate("Simulation", "no rule matches, so allowed"),
        CellState.ALWAYS: translate("Simulation", "always allowed: it is /robots.txt itself"),
        CellState.ALL_BLOCKED: translate("Simulation", "all blocked"),
        CellState.ALL_ALLOWED: translate("Simulation", "all allowed"),
        CellState.UNKNOWN: translate("Simulation", "unknown, this crawler does not say"),
        CellState.DEFERRED: translate("Simulation", "not fetched for now: tries later"),
        CellState.COPY_BLOCKED: translate("Simulation", "blocked by the last good copy"),
        CellState.COPY_ALLOWED: translate("Simulation", "allowed by the last good copy"),
    }
    said = clauses[state].format(line=format_count(line))
    return f"{said}: {reason}" if reason else said


def mark_words(was: int, expected: Expected | None) -> tuple[str, ...]:
    """What is marked on a cell: that its verdict was another, and that it is not the expected one."""
    before = {WAS_ALLOWED: translate("Simulation", "was allowed"), WAS_BLOCKED: translate("Simulation", "was blocked")}
    wanted = {
        Expected.SHOULD_ALLOW: translate("Simulation", "expected allowed"),
        Expected.SHOULD_BLOCK: translate("Simulation", "expected blocked"),
        Expected.OTHER_LINE: translate("Simulation", "expected by another line"),
        Expected.PASSES: translate("Simulation", "as expected"),
    }
    marks = (before.get(was), wanted[expected] if expected else None)
    return tuple(mark for mark in marks if mark)


def effect_words(effect: Effect) -> str:
    """What the outcome of the fetch makes of a whole column, in the place of its group."""
    return "" if effect is Effect.PARSE else meanings.effect_words(effect, _translated)


def outside_words(url: str, robots_url: str) -> str:
    """That another robots.txt governs a URL, and which."""
    governing = governing_robots_url(url)
    if governing is None:
        return translate("Simulation", "outside {robots}").format(robots=robots_url)
    text = translate("Simulation", "outside {robots}: governed by {governing}")
    return text.format(robots=robots_url, governing=governing)


def outside_count_words(count: int) -> str:
    """How many URLs another robots.txt governs."""
    return translate("Simulation", "{count} outside the scope").format(count=format_count(count))


def scenario_words(policy_outcome: PolicyOutcome) -> str:
    """The tooltip's line on where it is written."""
    text = translate("Simulation", "{clause} (assumed)") if policy_outcome.assumed else "{clause}"
    return text.format(clause=policy_outcome.clause)


def group_agents(choice: GroupChoice) -> tuple[str, ...]:
    """The tokens that the groups of a choice name, each once, as they are written in the file."""
    written: dict[bytes, str] = {}
    for group in choice.groups:
        for agent in group.agents:
            if agent.token:
                name = agent.written[: len(agent.token)].decode("utf-8", "replace")
                written.setdefault(agent.token, name)
    return tuple(written.values())


def followed_words(choice: GroupChoice, *, shared: bool) -> str:
    """Which group a crawler follows, in the words of the header; `shared` if another crawler of the matrix does too."""
    if choice.token is None:
        return translate("Simulation", "no group")
    if choice.token == "*":
        return "*"
    names = group_agents(choice)
    if len(names) > 1:
        return f"{names[0]} +{len(names) - 1}"
    return names[0] if shared and names else translate("Simulation", "own group")


def range_words(ranges: Sequence[LineRange]) -> str:
    """Line ranges as "line 4" or "lines 9–15 and 31–33"."""
    parts = [str(part.first) if part.first == part.last else f"{part.first}–{part.last}" for part in ranges]
    if len(parts) == 1 and ranges[0].first == ranges[0].last:
        return translate("Simulation", "line {line}").format(line=parts[0])
    listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {translate('Simulation', 'and')} {parts[-1]}"
    return translate("Simulation", "lines {lines}").format(lines=listed)


def group_words(choice: GroupChoice) -> str:
    """The effective group in a sentence without its full stop: its tokens and its lines."""
    if choice.token is None:
        return translate("Simulation", "no group of the file is for this crawler")
    names = ", ".join(group_agents(choice)) or "*"
    return translate("Simulation", "group {names}, {lines}").format(names=names, lines=range_words(choice.parts))


def crawler_words(crawler: Crawler, choice: GroupChoice) -> str:
    """The tooltip of a crawler's header."""
    title = f"{crawler.title} ({crawler.operator})" if crawler.operator else crawler.title
    return "\n".join((title, _sentence(group_words(choice)), _sentence(reads_words(crawler))))


def reads_words(crawler: Crawler) -> str:
    """How a crawler reads a file, and whether that is assumed."""
    dialect = DIALECTS[crawler.dialect].title if crawler.dialect in DIALECTS else crawler.dialect
    reads = translate("Simulation", "reads as {dialect}")
    if crawler.assumed:
        reads = translate("Simulation", "reads as {dialect}: assumed")
    return reads.format(dialect=dialect)


def reach_line(crawler: Crawler, evidence: Evidence | None, now: datetime) -> str:
    """The line of a crawler's tooltip on when a change is known to it."""
    reach = reach_of(crawler, now, evidence)
    if reach is None:
        return translate("Simulation", "When a change reaches it is not documented.")
    return _sentence(f"{reach_words(reach, now)} ({reach_in_utc(reach)}; {reach.clause})")


def url_words(url: TestUrl) -> str:
    """The tooltip of a URL: what was written and, where it differs, what is requested."""
    return f"{url.written}\n{url.note}" if url.note else url.url


def totals_words(listed: int, *, filtered: bool) -> str:
    """What the totals row counts."""
    text = (
        translate("Simulation", "Blocked, of {count} shown")
        if filtered
        else translate("Simulation", "Blocked, of {count}")
    )
    return text.format(count=format_count(listed))


def size_words(listed: int, urls: int, crawlers: int, outside: int = 0) -> str:
    """The footer's beginning: how much is evaluated, and how much of it is not of this site."""
    one, many = translate("Simulation", "1 URL"), translate("Simulation", "{count} URLs")
    some = one if urls == 1 else many.format(count=format_count(urls))
    if listed != urls:
        some = translate("Simulation", "{listed} of {urls}").format(listed=format_count(listed), urls=some)
    one, many = translate("Simulation", "1 crawler"), translate("Simulation", "{count} crawlers")
    size = f"{some} × {one if crawlers == 1 else many.format(count=format_count(crawlers))}"
    return f"{size} · {outside_count_words(outside)}" if outside else size


def supposed_words(short: str) -> str:
    """What is supposed, so that no one takes it for the real state."""
    return translate("Simulation", "as if: {short}").format(short=short)


def time_words(verdicts: int, elapsed_ms: float) -> str:
    """The footer's end: what was found, and in which time."""
    one, many = translate("Simulation", "1 verdict in {time}"), translate("Simulation", "{count} verdicts in {time}")
    return (one if verdicts == 1 else many).format(count=format_count(verdicts), time=format_duration(elapsed_ms))


def updating_words() -> str:
    """The footer's end while newer verdicts are on their way."""
    return translate("Simulation", "updating…")


def added_words(added: int, repeated: int, rejected: int) -> str:
    """What came of adding URLs."""
    one, many = translate("Simulation", "1 URL added"), translate("Simulation", "{count} URLs added")
    parts = [one if added == 1 else many.format(count=format_count(added))]
    if repeated:
        parts.append(translate("Simulation", "{count} already in the list").format(count=format_count(repeated)))
    if rejected:
        parts.append(translate("Simulation", "{count} not read").format(count=format_count(rejected)))
    return f"{', '.join(parts)}."


def removed_words(removed: int) -> str:
    one, many = translate("Simulation", "1 URL removed."), translate("Simulation", "{count} URLs removed.")
    return one if removed == 1 else many.format(count=format_count(removed))


def restored_words(restored: int) -> str:
    one, many = translate("Simulation", "1 URL is back."), translate("Simulation", "{count} URLs are back.")
    return one if restored == 1 else many.format(count=format_count(restored))


def copied_words(copied: int, selected: int) -> str:
    """What was copied, and that it was not all where it was not."""
    if copied < selected:
        text = translate("Simulation", "The first {copied} of {selected} rows copied.")
        return text.format(copied=format_count(copied), selected=format_count(selected))
    one, many = translate("Simulation", "1 row copied."), translate("Simulation", "{count} rows copied.")
    return one if copied == 1 else many.format(count=format_count(copied))


def exporting_words(share: float) -> str:
    """How far an export is."""
    return translate("Simulation", "Exporting… {percent} %").format(percent=int(share * 100))


def exported_words(count: int, name: str) -> str:
    one = translate("Simulation", "1 row written to {name}.")
    many = translate("Simulation", "{count} rows written to {name}.")
    return (one if count == 1 else many).format(count=format_count(count), name=name)


def export_cancelled_words() -> str:
    """That nothing was written."""
    return translate("Simulation", "Cancelled. No file was changed.")


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."
