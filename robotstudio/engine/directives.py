"""Fields other than user-agent and the rules: what they mean, which crawlers obey them, and their values in a file.

For Crawl-delay also how long each crawler waits, and how many pages a day that leaves.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from msgspec import Struct

from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects.crawler_commons import Delay, shortest_delay
from robotstudio.engine.directive_values import (
    Read,
    Seconds,
    Unreadable,
    ValueTrouble,
    read_address,
    read_clean_param,
    read_host,
    read_hours,
    read_rate,
    read_seconds,
    read_signal,
    read_text,
    read_usage,
    read_whole_seconds,
)
from robotstudio.engine.groups import Group
from robotstudio.engine.reading import empty_line_ends_group
from robotstudio.engine.robots import Robots
from robotstudio.engine.tokens import Field, Line, LineFlag
from robotstudio.engine.verdict import GroupChoice


class Scope(StrEnum):
    """The scope of a line: a group, or the whole file."""

    GROUP = "group"
    FILE = "file"


class Status(StrEnum):
    CURRENT = "current"
    PROPOSAL = "proposal"
    DEAD = "dead"


class FieldFacts(Struct, frozen=True):
    """A known field: `read` parses its value; `source` documents it, and was last checked on `checked_on`."""

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
"""Spellings that some dialects read as a member of a group."""


class Directive(Struct, frozen=True):
    """A line with a known field: its value as written and as read, and its group, None outside of any."""

    line: int
    facts: FieldFacts
    written: str
    value: Read
    group: Group | None


def honours(crawler: Crawler, field: str) -> bool:
    """Return True if a crawler is known to obey a field, given by its name in lower case."""
    return field in crawler.honours


def directives_of(robots: Robots) -> tuple[Directive, ...]:
    """List the lines with known fields other than rules, as a dialect reads them, in file order."""
    found = []
    for number, line, group in grouped_lines(robots):
        facts = FIELDS.get(field_name(line))
        if facts is not None:
            written = line.value.decode("utf-8", "replace")
            found.append(Directive(number, facts, written, facts.read(written), group))
    return tuple(found)


def field_name(line: Line) -> str:
    """Return the lower-case field name of a line as the crawler reads it, empty for user-agent lines and rules."""
    if line.field is Field.SITEMAP:
        return Field.SITEMAP.value
    if line.is_rule or line.field is Field.USER_AGENT:
        return ""
    name = line.key.decode("utf-8", "replace").lower()
    return _SPELLINGS.get(name, name) if line.field is Field.MEMBER else name


def grouped_lines(robots: Robots) -> Iterable[tuple[int, Line, Group | None]]:
    """Yield the lines with their 1-based numbers and their groups."""
    starts: dict[int, list[Group]] = {}
    for group in robots.groups:
        starts.setdefault(group.first_line, []).append(group)
    of_delay = {group.rules[0].line: group for group in robots.groups if _is_of_a_delay(group)}
    ends_at_blank = empty_line_ends_group(robots.dialect)
    inside: Sequence[Group] = ()
    for number, line in robots.numbered_lines:
        if number in starts and not (inside and number <= inside[-1].agents[-1].line):
            inside = starts[number]
        if ends_at_blank and line.flags & LineFlag.EMPTY:
            inside = ()
        yield number, line, of_delay.get(number) or _around(number, inside)


def _is_of_a_delay(group: Group) -> bool:
    """Return True for the group made of some user-agent lines and the crawl-delay that only they have."""
    return len(group.rules) == 1 and not group.rules[0].has_pattern


def _around(number: int, groups: Sequence[Group]) -> Group | None:
    return next((group for group in groups if number <= group.last_line), groups[-1] if groups else None)


CRAWL_DELAY = "crawl-delay"
_DAY = 86_400


class DelayEffect(StrEnum):
    """The reaction of a crawler to its crawl-delay."""

    WAITS = "waits"
    IGNORES = "ignores"
    CANNOT_READ = "cannot-read"
    OUT_OF_RANGE = "out-of-range"  # outside of the documented range
    SKIPS = "skips"  # fetches no page of the site while the delay is so long
    FORBIDS = "forbids"  # acts as if everything were disallowed


class DelayReading(Struct, frozen=True):
    """Limits and units with which some crawlers read a crawl-delay.

    With `inherits`, that of `*` also holds for a crawler whose own group has none; with `whole`, fractions are refused.
    A value outside of `least` and `most` has the effect `beyond`.
    """

    inherits: bool = False
    whole: bool = False
    least: float = 0
    most: float | None = None
    beyond: DelayEffect = DelayEffect.OUT_OF_RANGE


PLAIN = DelayReading()
BY_DIALECT: Mapping[str, DelayReading] = MappingProxyType(
    {
        "bing": DelayReading(inherits=True, least=1, most=30),
        "python": DelayReading(whole=True),
        "python-rfc9309": DelayReading(whole=True),
        "crawler-commons": DelayReading(most=300, beyond=DelayEffect.FORBIDS),
    }
)
BY_TOKEN: Mapping[str, DelayReading] = MappingProxyType({"nutch": DelayReading(most=30, beyond=DelayEffect.SKIPS)})
"""Crawlers that differ from others of their dialect, by token in lower case."""


class CrawlDelay(Struct, frozen=True):
    """The crawl-delay of a crawler: its line, and its effect.

    `inherited` is set if it is in the group of `*` although the crawler follows another. `seconds` is None if the value
    cannot be read, `per_day` if the crawler does not obey it; `reading` is how it was read.
    """

    line: int
    written: str
    seconds: float | None
    effect: DelayEffect
    inherited: bool
    reading: DelayReading
    trouble: ValueTrouble | None = None

    @property
    def per_day(self) -> int | None:
        """Pages a day that a waiting crawler can fetch, None if there is no limit."""
        return int(_DAY / self.seconds) if self.effect is DelayEffect.WAITS and self.seconds else None

    @property
    def merge_key(self) -> object:
        """Key that is equal for crawl-delays with the same description."""
        told = self.effect in {DelayEffect.WAITS, DelayEffect.IGNORES, DelayEffect.CANNOT_READ}
        return self.line, self.effect, self.seconds, self.inherited, self.trouble, None if told else self.reading


def reading_of_delay(crawler: Crawler) -> DelayReading:
    return BY_TOKEN.get(crawler.token.lower()) or BY_DIALECT.get(crawler.dialect, PLAIN)


def delay_of(
    crawler: Crawler, choice: GroupChoice, directives: Sequence[Directive], everyone: Sequence[Group]
) -> CrawlDelay | None:
    """Return the crawl-delay in the groups of a crawler or, if it inherits, in those of `everyone`."""
    reading = reading_of_delay(crawler)
    counted = shortest_delay(rule for group in choice.groups for rule in group.rules)
    own = _first_in(directives, choice.groups, counted)
    found = own or (_first_in(directives, everyone) if reading.inherits else None)
    if found is None:
        return None
    value = read_whole_seconds(found.written) if reading.whole else read_seconds(found.written)
    seconds = value.seconds if isinstance(value, Seconds) else None
    trouble = value.trouble if isinstance(value, Unreadable) else None
    if counted:
        seconds, trouble = counted.milliseconds / 1000, None
    return CrawlDelay(
        found.line, found.written, seconds, _effect(crawler, reading, seconds), own is None, reading, trouble
    )


def _effect(crawler: Crawler, reading: DelayReading, seconds: float | None) -> DelayEffect:
    if not honours(crawler, CRAWL_DELAY):
        return DelayEffect.IGNORES
    if seconds is None:
        return DelayEffect.CANNOT_READ
    if seconds < reading.least or (reading.most is not None and seconds > reading.most):
        return reading.beyond
    return DelayEffect.WAITS


def _first_in(
    directives: Sequence[Directive], groups: Sequence[Group], counted: Delay | None = None
) -> Directive | None:
    """Return the first crawl-delay of some groups, or the one that counts if the dialect defines it."""
    delays = [one for one in directives if one.facts.id == CRAWL_DELAY and one.group in groups]
    return next((one for one in delays if counted and one.line == counted.line), delays[0] if delays else None)
