"""Fields beside user-agent and the rules: what they are, who heeds them, and what those of a file say."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import Dialect
from robotstudio.engine.directive_values import (
    Read,
    read_address,
    read_clean_param,
    read_host,
    read_hours,
    read_rate,
    read_seconds,
    read_signal,
    read_text,
    read_usage,
)
from robotstudio.engine.groups import Group
from robotstudio.engine.robots import Robots
from robotstudio.engine.tokens import Field, Line, LineFlag, parse_line
from robotstudio.lazy_dataclasses import dataclass


class Scope(StrEnum):
    """What a line speaks for."""

    GROUP = "group"
    FILE = "file"


class Status(StrEnum):
    """What became of a field."""

    CURRENT = "current"
    PROPOSAL = "proposal"
    DEAD = "dead"


@dataclass(frozen=True, slots=True)
class FieldFacts:
    """A known field: `read` parses its value; `source` is where it is written down, `checked_on` when that was read."""

    title: str
    scope: Scope
    status: Status
    read: Callable[[str], Read]
    source: str
    checked_on: str = "2026-11-22"

    @property
    def id(self) -> str:
        """The field name in lower case."""
        return self.title.lower()


_GOOGLE_LIST = "https://github.com/google/robotstxt/blob/22b355f/reporting_robots.cc"
_AIPREF = "https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/"
_NLWEB = "https://github.com/nlweb-ai/NLWeb"
_EXTENDED = "https://www.conman.org/people/spc/robots2.html"
_CANEL = "https://datatracker.ietf.org/doc/draft-canel-robots-ai-control/"
_NOINDEX = "https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt"
_LIST = "https://github.com/crawler-commons/crawler-commons/blob/8e14e27/CHANGES.txt"

_ROWS = (
    FieldFacts(
        "Sitemap", Scope.FILE, Status.CURRENT, read_address, "https://www.sitemaps.org/protocol.html#submit_robots"
    ),
    FieldFacts(
        "Crawl-delay",
        Scope.GROUP,
        Status.CURRENT,
        read_seconds,
        "https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question",
    ),
    FieldFacts("Request-rate", Scope.GROUP, Status.PROPOSAL, read_rate, _EXTENDED),
    FieldFacts("Visit-time", Scope.GROUP, Status.PROPOSAL, read_hours, _EXTENDED),
    FieldFacts("Host", Scope.FILE, Status.DEAD, read_host, "https://yandex.com/support/webmaster/en/"),
    FieldFacts(
        "Clean-param",
        Scope.FILE,
        Status.CURRENT,
        read_clean_param,
        "https://yandex.com/support/webmaster/en/robot-workings/clean-param",
    ),
    FieldFacts("Noindex", Scope.GROUP, Status.DEAD, read_text, _NOINDEX),
    FieldFacts("Nofollow", Scope.GROUP, Status.DEAD, read_text, _NOINDEX),
    FieldFacts("Noarchive", Scope.GROUP, Status.DEAD, read_text, _GOOGLE_LIST),
    FieldFacts("Content-Signal", Scope.GROUP, Status.PROPOSAL, read_signal, "https://contentsignals.org/"),
    FieldFacts("Content-Usage", Scope.GROUP, Status.PROPOSAL, read_usage, _AIPREF),
    FieldFacts("License", Scope.FILE, Status.PROPOSAL, read_address, "https://rslstandard.org/rsl"),
    FieldFacts("DisallowAITraining", Scope.GROUP, Status.DEAD, read_text, _CANEL),
    FieldFacts("AllowAITraining", Scope.GROUP, Status.DEAD, read_text, _CANEL),
    FieldFacts("Model-training", Scope.GROUP, Status.PROPOSAL, read_text, "https://weddige.eu/"),
    FieldFacts("Training-Usage", Scope.GROUP, Status.PROPOSAL, read_text, _LIST),
    FieldFacts("LLM-Policy", Scope.FILE, Status.PROPOSAL, read_text, _LIST),
    FieldFacts("Llms", Scope.FILE, Status.PROPOSAL, read_address, "https://llmstxt.org/"),
    FieldFacts("Llms-Full", Scope.FILE, Status.PROPOSAL, read_address, "https://llmstxt.org/"),
    FieldFacts("LLMs-txt", Scope.FILE, Status.PROPOSAL, read_address, "https://llmstxt.org/"),
    FieldFacts("Agentmap", Scope.FILE, Status.PROPOSAL, read_address, _LIST),
    FieldFacts("Schemamap", Scope.FILE, Status.PROPOSAL, read_address, _NLWEB),
    FieldFacts("Canonical", Scope.FILE, Status.PROPOSAL, read_address, _LIST),
    FieldFacts("Feed", Scope.FILE, Status.PROPOSAL, read_address, _LIST),
    FieldFacts("Domain", Scope.FILE, Status.DEAD, read_host, _GOOGLE_LIST),
    FieldFacts("Revisit-after", Scope.GROUP, Status.DEAD, read_text, _GOOGLE_LIST),
    FieldFacts("Robot-version", Scope.GROUP, Status.DEAD, read_text, _EXTENDED),
)

FIELDS: Mapping[str, FieldFacts] = MappingProxyType({row.id: row for row in _ROWS})
"""The known fields by their names in lower case."""

_SPELLINGS = {
    **dict.fromkeys(("crawl delay", "clawl-delay", "craw-delay", "crawl-deley"), "crawl-delay"),
    "request rate": "request-rate",
    "visit time": "visit-time",
}
"""Spellings that a dialect reads as a member of a group, where it does."""


@dataclass(frozen=True, slots=True)
class Directive:
    """A line with a known field: its value as written and as read, and the group it stands in, None outside of any."""

    line: int
    facts: FieldFacts
    written: str
    value: Read
    group: Group | None


def honours(crawler: Crawler, field: str) -> bool:
    """Whether a crawler is known to heed a field, by its name in lower case."""
    return field in crawler.honours


def directives_of(robots: Robots) -> tuple[Directive, ...]:
    """The lines with known fields beside the rules, as a dialect reads them, in file order."""
    found = []
    for number, line, group in grouped_lines(robots):
        facts = FIELDS.get(field_name(line))
        if facts is not None:
            written = line.value.decode("utf-8", "replace")
            found.append(Directive(number, facts, written, facts.read(written), group))
    return tuple(found)


def field_name(line: Line) -> str:
    """The name in lower case of the field that a line has for the crawler, empty where that is a group or a rule."""
    if line.field is Field.SITEMAP:
        return Field.SITEMAP.value
    if line.is_rule or line.field is Field.USER_AGENT:
        return ""
    name = line.key.decode("utf-8", "replace").lower()
    return _SPELLINGS.get(name, name) if line.field is Field.MEMBER else name


def grouped_lines(robots: Robots) -> Iterable[tuple[int, Line, Group | None]]:
    """The lines with their 1-based numbers, each with the group that it stands in."""
    starts: dict[int, list[Group]] = {}
    for group in robots.groups:
        starts.setdefault(group.first_line, []).append(group)
    ends_at_blank = blank_ends_group(robots.dialect)
    inside: Sequence[Group] = ()
    for number, line in robots.numbered_lines:
        inside = starts.get(number, inside)
        if ends_at_blank and line.flags & LineFlag.EMPTY:
            inside = ()
        yield number, line, _around(number, inside)


def _around(number: int, groups: Sequence[Group]) -> Group | None:
    return next((group for group in groups if number <= group.last_line), groups[-1] if groups else None)


@lru_cache(maxsize=64)
def blank_ends_group(dialect: Dialect) -> bool:
    """Whether an empty line ends a group for a dialect."""
    lines = [parse_line(raw, dialect.lines) for raw in (b"User-agent: a", b"Disallow: /", b"", b"Disallow: /b")]
    return all(len(group.rules) < 2 for group in dialect.collect(enumerate(lines, 1), dialect))
