"""Messages about what a robots.txt says, beside what a client with a crawler's header got."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from robotstudio.fetch.agreement import Agreement
from robotstudio.fetch.practice import OURSELVES, Cell, Practice, Served, rows_of
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr

SERVED: Final[Mapping[Served, Message]] = MappingProxyType(
    {
        Served.SAME: "same page",
        Served.OTHER: "other content",
        Served.ELSEWHERE: "redirected elsewhere",
        Served.REFUSED: "refused",
        Served.CHALLENGE: "challenge",
        Served.PAYMENT: "payment required",
        Served.MISSING: "not found",
        Served.UNKNOWN: "unknown",
    }
)
AGREEMENTS: Final[Mapping[Agreement, Message]] = MappingProxyType(
    {
        Agreement.AGREE: "agree",
        Agreement.INVITED: "invited but refused",
        Agreement.CLOSED: "blocked but served",
        Agreement.UNKNOWN: "unknown",
    }
)
_SUMMARIES: Final[Mapping[Agreement, Plural]] = {
    Agreement.AGREE: Plural("{count} answer is as the rules say.", "{count} answers are as the rules say."),
    Agreement.INVITED: Plural(
        "{count} answer refuses a page that the rules allow.", "{count} answers refuse pages that the rules allow."
    ),
    Agreement.CLOSED: Plural(
        "{count} answer serves a page that the rules block: robots.txt asks, it does not enforce.",
        "{count} answers serve pages that the rules block: robots.txt asks, it does not enforce.",
    ),
    Agreement.UNKNOWN: Plural("{count} answer is unknown.", "{count} answers are unknown."),
}
CAVEAT: Final[Message] = (
    "This is what a client that sends these headers gets from here. Servers also recognise crawlers by IP address, so "
    "the crawlers themselves may get other answers; other content may change with every request."
)
STOPPED: Final[Message] = "The site asked to slow down, so the rest was not requested."
OWN_SITE_ONLY: Final[Message] = (
    "Requested with the header of Robot Studio only. Those of crawlers are sent only to your own site (--own-site)."
)
_ALLOWED: Message = "allowed"
_BLOCKED: Message = "blocked"
_BLOCKED_BY: Message = "blocked by line {line}"
_UNKNOWN: Message = "verdict unknown"


def verdict_words(cell: Cell) -> str:
    """Name what the rules say."""
    if cell.allowed is None:
        return tr(_UNKNOWN)
    if cell.allowed:
        return tr(_ALLOWED)
    return tr(_BLOCKED_BY, line=str(cell.line)) if cell.line else tr(_BLOCKED)


def served_words(cell: Cell) -> str:
    """Name what was got, with its status, and its price."""
    facts = (str(cell.status or ""), cell.price, cell.final_url if cell.served is Served.ELSEWHERE else "")
    return WORDS.noted(tr(SERVED[cell.served]), WORDS.side_by_side(filter(None, facts)))


_COUNTS: Final[Mapping[Agreement, Plural]] = {
    Agreement.INVITED: Plural("{count} invited but refused", "{count} invited but refused"),
    Agreement.CLOSED: Plural("{count} blocked but served", "{count} blocked but served"),
}
_ALL_AGREE: Message = "No answer contradicts the rules."


def count_words(found: Practice) -> str:
    """Count the answers that are not as the rules say, in a few words."""
    counts = {each: found.count(each) for each in _COUNTS}
    said = [ntr(_COUNTS[each], count) for each, count in counts.items() if count]
    return WORDS.side_by_side(said) or tr(_ALL_AGREE)


def summary_words(found: Practice) -> Iterator[str]:
    """Count the answers to crawlers' headers, and say what they do not mean."""
    if all(cell.crawler is OURSELVES for cell in found.cells):
        yield tr(OWN_SITE_ONLY)
    else:
        counts = {each: found.count(each) for each in _SUMMARIES}
        yield from (ntr(_SUMMARIES[each], count) for each, count in counts.items() if count)
        yield tr(CAVEAT)
    if found.is_stopped:
        yield tr(STOPPED)


def report_lines(found: Practice) -> Iterator[str]:
    """Iterate over the lines of a report, indented by their depth."""
    for url, cells in rows_of(found).items():
        yield url
        for cell in cells:
            said = WORDS.side_by_side((verdict_words(cell), served_words(cell)))
            line = WORDS.about(cell.crawler.title, said)
            is_quiet = cell.agreement in {Agreement.AGREE, Agreement.UNKNOWN}
            yield f"  {line if is_quiet else WORDS.noted(line, tr(AGREEMENTS[cell.agreement]))}"
    yield from summary_words(found)
