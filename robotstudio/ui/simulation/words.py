"""The words of the matrix: verdicts, groups and counts as a person reads them or hears them read."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QCoreApplication

from robotstudio.engine import DIALECTS, GroupChoice, LineRange
from robotstudio.engine.crawlers import Crawler
from robotstudio.io.urls import TestUrl
from robotstudio.ui.simulation.cell_state import CellState
from robotstudio.ui.widgets.formats import format_count, format_duration

translate = QCoreApplication.translate

_LONGEST_TOOLTIP = 1_000
_LONGEST_WORD = 80


def cell_word(state: CellState) -> str:
    """The word in a cell that shows no line number."""
    words = {
        CellState.NO_RULE: translate("Simulation", "no rule"),
        CellState.ALWAYS: translate("Simulation", "always"),
        CellState.ALL_BLOCKED: translate("Simulation", "all"),
        CellState.ALL_ALLOWED: translate("Simulation", "all"),
        CellState.UNKNOWN: translate("Simulation", "unknown"),
    }
    return words.get(state, "")


def verdict_words(state: CellState, line: int) -> str:
    """The verdict as a clause: "blocked by line 12"."""
    clauses = {
        CellState.BLOCKED: translate("Simulation", "blocked by line {line}"),
        CellState.ALLOWED: translate("Simulation", "allowed by line {line}"),
        CellState.NO_RULE: translate("Simulation", "no rule matches, so allowed"),
        CellState.ALWAYS: translate("Simulation", "always allowed: it is /robots.txt itself"),
        CellState.ALL_BLOCKED: translate("Simulation", "all blocked"),
        CellState.ALL_ALLOWED: translate("Simulation", "no file, so all allowed"),
        CellState.UNKNOWN: translate("Simulation", "this crawler does not say"),
    }
    return clauses[state].format(line=format_count(line))


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
    if choice.token == "*":  # noqa: S105 - a product token
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
    dialect = DIALECTS[crawler.dialect].title if crawler.dialect in DIALECTS else crawler.dialect
    reads = translate("Simulation", "reads as {dialect}")
    if crawler.assumed:
        reads = translate("Simulation", "reads as {dialect}: assumed")
    return "\n".join((title, _sentence(group_words(choice)), _sentence(reads.format(dialect=dialect))))


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


def size_words(listed: int, urls: int, crawlers: int) -> str:
    """The footer's beginning: how much is evaluated."""
    one, many = translate("Simulation", "1 URL"), translate("Simulation", "{count} URLs")
    some = one if urls == 1 else many.format(count=format_count(urls))
    if listed != urls:
        some = translate("Simulation", "{listed} of {urls}").format(listed=format_count(listed), urls=some)
    one, many = translate("Simulation", "1 crawler"), translate("Simulation", "{count} crawlers")
    return f"{some} × {one if crawlers == 1 else many.format(count=format_count(crawlers))}"


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
    """What was removed."""
    one, many = translate("Simulation", "1 URL removed."), translate("Simulation", "{count} URLs removed.")
    return one if removed == 1 else many.format(count=format_count(removed))


def restored_words(restored: int) -> str:
    """What came back."""
    one, many = translate("Simulation", "1 URL is back."), translate("Simulation", "{count} URLs are back.")
    return one if restored == 1 else many.format(count=format_count(restored))


def copied_words(copied: int, selected: int) -> str:
    """What was copied, and that it was not all where it was not."""
    if copied < selected:
        text = translate("Simulation", "The first {copied} of {selected} rows copied.")
        return text.format(copied=format_count(copied), selected=format_count(selected))
    one, many = translate("Simulation", "1 row copied."), translate("Simulation", "{count} rows copied.")
    return one if copied == 1 else many.format(count=format_count(copied))


def as_tooltip(text: str) -> str:
    """Text for a tooltip: nothing of it is markup, no word is wider than a screen, and it ends somewhere."""
    if len(text) > _LONGEST_TOOLTIP:
        text = f"{text[:_LONGEST_TOOLTIP]}…"
    lines = (" ".join(_breakable(word) for word in line.split(" ")) for line in text.split("\n"))
    return f"<p>{'<br>'.join(escape(line, quote=False) for line in lines)}</p>"


def _breakable(word: str) -> str:
    return "\u200b".join(word[at : at + _LONGEST_WORD] for at in range(0, len(word), _LONGEST_WORD))


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."
