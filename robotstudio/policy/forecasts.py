"""Forecasts of what two popular checks say about a site: Lighthouse's audit of llms.txt, and isitagentready.com.

Only what follows from a robots.txt and an llms.txt is forecast. Neither check says whether anybody obeys or reads them.
"""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from robotstudio.engine import Robots
from robotstudio.engine.content import READ_BY_LINE, content_of
from robotstudio.engine.directives import directives_of
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.text.language import Message, tr


class Check(StrEnum):
    """A check of another program, by its own id."""

    LLMS_TXT = "lighthouse/llms-txt"
    ROBOTS_TXT = "isitagentready/robotsTxt"
    AI_RULES = "isitagentready/robotsTxtAiRules"
    CONTENT_SIGNALS = "isitagentready/contentSignals"


class Result(StrEnum):
    """A forecast result."""

    PASS = "pass"
    FAIL = "fail"
    NOT_APPLICABLE = "not-applicable"


class Reason(StrEnum):
    """Reason for which a check would fail."""

    NO_ANSWER = "no-answer"
    SERVER_ERROR = "server-error"
    NO_HEADING = "no-heading"
    NO_LINK = "no-link"
    SHORT = "short"
    NO_RULES = "no-rules"
    NO_AGENT = "no-agent"
    NO_SIGNAL = "no-signal"


class Forecast(Struct, frozen=True):
    check: Check
    result: Result
    reasons: tuple[Reason, ...] = ()


_LONGEST, _SHORT = 1_000_000, 50


def forecast_llms(body: bytes | None, answer: Evidence | None = None) -> Forecast:
    """Forecast the audit “llms.txt follows recommendations” of Lighthouse; `body` is a local file's.

    core/audits/agentic/llms-txt.js, main, read on 28 November 2026: it looks for a heading and a link, wherever they
    are, and does not check the format of llmstxt.org. A 4xx is “not applicable”.
    """
    if answer is not None and answer.status is None:
        return Forecast(Check.LLMS_TXT, Result.FAIL, (Reason.NO_ANSWER,))
    if answer is not None and (answer.status or 0) >= 500:
        return Forecast(Check.LLMS_TXT, Result.FAIL, (Reason.SERVER_ERROR,))
    if answer is not None and answer.outcome is not FetchOutcome.SUCCESS:
        return Forecast(Check.LLMS_TXT, Result.NOT_APPLICABLE)
    text = (body or b"")[:_LONGEST].decode("utf-8", "replace")
    reasons = (
        *(() if _HEADING.search(text) else (Reason.NO_HEADING,)),
        *(() if _has_link(text) else (Reason.NO_LINK,)),
        *((Reason.SHORT,) if len(text) < _SHORT else ()),
    )
    return Forecast(Check.LLMS_TXT, Result.FAIL if reasons else Result.PASS, reasons)


_HEADING = re.compile(r"(?:\A|[\n\r\u2028\u2029])[^\S\n\r\u2028\u2029]*+#\s[\n\r\u2028\u2029]*+[^\n\r\u2028\u2029]")
r"""`/^\s*#\s+.+/m` of JavaScript, in linear time; what follows the sign may be on a later line, and blank."""


def _has_link(text: str) -> bool:
    r"""Return True if `/\[.+\]\(.+\)/` is found, in linear time."""
    for line in text.split("\n"):
        opening = line.find("[")
        middle = line.find("](", opening + 2) if opening >= 0 else -1
        if middle >= 0 and line.rfind(")") > middle + 2:
            return True
    return False


def forecast_robots(body: bytes) -> tuple[Forecast, ...]:
    """Forecast three checks of isitagentready.com for a robots.txt that is served with 200 as text/plain.

    By a public summary of its repair texts and of its answers, 19 September 2026: a secondary source. A group for `*`
    passed the check of rules for AI crawlers, although the repair text asks for named ones.
    """
    robots = Robots.parse(body, "rfc9309")
    has_rules = content_of(body) in READ_BY_LINE and any(group.rules for group in robots.groups)
    has_signal = any(found.facts.id == "content-signal" for found in directives_of(robots))
    rows = (
        (Check.ROBOTS_TXT, has_rules, Reason.NO_RULES),
        (Check.AI_RULES, bool(robots.groups), Reason.NO_AGENT),
        (Check.CONTENT_SIGNALS, has_signal, Reason.NO_SIGNAL),
    )
    return tuple(
        Forecast(check, Result.PASS) if passes else Forecast(check, Result.FAIL, (reason,))
        for check, passes, reason in rows
    )


_RESULTS: Final[Mapping[Result, Message]] = {
    Result.PASS: "Forecast of {check}: passes.",
    Result.FAIL: "Forecast of {check}: fails.",
    Result.NOT_APPLICABLE: "Forecast of {check}: not applicable.",
}
_REASONS: Final[Mapping[Reason, Message]] = {
    Reason.NO_ANSWER: "The server did not answer.",
    Reason.SERVER_ERROR: "The server answered with an error.",
    Reason.NO_HEADING: "There is no heading such as “# Name”.",
    Reason.NO_LINK: "There is no link such as [Start](/start.md).",
    Reason.SHORT: "The file is shorter than 50 characters.",
    Reason.NO_RULES: "There is no group with a rule.",
    Reason.NO_AGENT: "There is no User-agent line.",
    Reason.NO_SIGNAL: "There is no Content-Signal line.",
}
_ONLY_LINES: Message = "It counts that a line exists, not what it says, and not whether anybody reads it."
MEANINGS: Final[Mapping[Check, Message]] = MappingProxyType(
    {
        Check.LLMS_TXT: (
            "It says nothing about search: Google says that Search does not use llms.txt. The format itself is not "
            "checked."
        ),
        **dict.fromkeys((Check.ROBOTS_TXT, Check.AI_RULES, Check.CONTENT_SIGNALS), _ONLY_LINES),
    }
)
"""Limit of what a result means."""


def forecast_words(found: Forecast) -> Iterator[str]:
    """Say what a check would report, why, and what that does not mean."""
    yield tr(_RESULTS[found.result], check=found.check.value)
    yield from (tr(_REASONS[reason]) for reason in found.reasons)
    yield tr(MEANINGS[found.check])
