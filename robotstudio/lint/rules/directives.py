"""Fields other than rules and their values."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from robotstudio.engine import Group
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.directive_values import (
    Address,
    Seconds,
    Unreadable,
    ValueTrouble,
)
from robotstudio.engine.directives import FIELDS, FieldFacts, Status
from robotstudio.lint.affected import dialects_obeying
from robotstudio.lint.context import LintContext, known_field
from robotstudio.lint.facts import LineFacts
from robotstudio.lint.model import EVERY, NOBODY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.common import OTHER_FIELDS, REMOVE_LINE, WRITE_VALUE
from robotstudio.text.language import Plural

_DAY = 86_400
_LONG_DELAY, _BAN = 30, 300  # above these, Nutch skips pages, and crawler-commons reads a ban
_WITH_UNIT = re.compile(r"([0-9]{1,9}(?>(?:\.[0-9]{1,9})?))[ \t]*+(?:s|sec|secs|second|seconds)", re.IGNORECASE)
_COMMAS = re.compile(rb"(?<=[\w-])[ \t]*+[,;|][ \t]*+(?=[\w-])")
_WITH_COMMA = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
_DEAD_WITH_STORY = frozenset({"noindex", "nofollow", "noarchive", "host"})
_PACE_NAMES = ("request-rate", "visit-time")
_PREFERENCES = ("content-signal", "content-usage", "license")


def crawl_delay_value(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a Crawl-delay that is not a number of seconds: crawlers that read the field ignore it."""
    if is_field(line, "crawl-delay") and isinstance(read_value(line), Unreadable):
        text = line.value_text
        if text.isascii() and text.isdecimal():
            yield at_value(line, variant="huge")
            return
        number = _WITH_UNIT.fullmatch(text) or _WITH_COMMA.fullmatch(text)
        fixes: tuple[Fix, ...] = ()
        if number:
            seconds = ".".join(number.groups()).encode()
            fixes = (Fix("write-value", (instead_of_value(line, seconds),), args={"value": seconds}),)
        yield at_value(
            line,
            fixes=fixes,
        )


CRAWL_DELAY_VALUE = LintRule(
    "RS201",
    "crawl-delay-value",
    Severity.ERROR,
    title="Crawl-delay is not a number",
    messages={
        "": "{value} is not a number of seconds. Crawlers that read {key} ignore the line.",
        "huge": "{value} seconds are many years. Crawlers ignore the line, or fetch one page only.",
        "empty": "{key} has no value. Crawlers ignore the line.",
    },
    fixes=WRITE_VALUE,
    line=crawl_delay_value,
    fields=OTHER_FIELDS,
)


def crawl_delay_long(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a Crawl-delay so large that a crawl takes months, and that some crawlers read as a ban."""
    delay = read_value(line) if is_field(line, "crawl-delay") else None
    if isinstance(delay, Seconds) and not delay.seconds:
        yield at_value(line, variant="zero", severity=Severity.HINT)
    elif isinstance(delay, Seconds) and delay.seconds > _LONG_DELAY:
        args: dict[str, Value] = {"count": max(int(_DAY / delay.seconds), 1), "value": line.google.value}
        yield at_value(line, args, variant="ban" if delay.seconds > _BAN else "")


CRAWL_DELAY_LONG = LintRule(
    "RS202",
    "crawl-delay-long",
    Severity.WARNING,
    title="Very long Crawl-delay",
    messages={
        "": Plural(
            "With {value} seconds between requests, a crawler can fetch at most one page a day. Bing goes up to 30 "
            "seconds; Nutch skips pages above that.",
            "With {value} seconds between requests, a crawler can fetch at most {count} pages a day. Bing goes up to "
            "30 seconds; Nutch skips pages above that.",
        ),
        "zero": "0 asks for no pause between requests.",
        "ban": Plural(
            "With {value} seconds between requests, a crawler can fetch at most one page a day. Crawlers built on "
            "crawler-commons treat more than 300 seconds as a ban on the whole site.",
            "With {value} seconds between requests, a crawler can fetch at most {count} pages a day. Crawlers built on "
            "crawler-commons treat more than 300 seconds as a ban on the whole site.",
        ),
    },
    line=crawl_delay_long,
    fields=OTHER_FIELDS,
)


def clean_param_value(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a Clean-param that Yandex cannot read, or that is longer than it reads."""
    if is_field(line, "clean-param"):
        found = FIELDS["clean-param"].read(line.value_text.strip("&"))  # Yandex's own sites start the list with &
        names, path = _COMMAS.sub(b"&", line.google.value), line.google.value.partition(b" ")[2].strip()
        if names != line.google.value and (
            not path.startswith((b"/", b"*")) or re.search(rb"[,;|]", line.google.value.split()[0])
        ):
            fix = Fix("write-value", (instead_of_value(line, names),), args={"value": names})
            yield at_value(line, fixes=(fix,), variant="comma")
        elif path and not path.startswith((b"/", b"*")):
            yield at_value(line, {"path": path}, variant="path")
        elif isinstance(found, Unreadable):
            yield at_value(line, variant="long" if found.trouble is ValueTrouble.TOO_LONG else "")


CLEAN_PARAM_VALUE = LintRule(
    "RS203",
    "clean-param-value",
    Severity.ERROR,
    title="Unreadable Clean-param",
    messages={
        "": "{value} is not a list of parameters. Write it as p1&p2 /path; Yandex ignores the line.",
        "path": "The path in {key} must begin with a slash; {path} does not.",
        "comma": "Separate parameters with &: Yandex reads {value} as one parameter, or ignores the line.",
        "empty": "{key} has no value. Crawlers ignore the line.",
        "long": "Yandex reads at most 500 characters of {key}.",
    },
    fixes=WRITE_VALUE,
    line=clean_param_value,
    fields=OTHER_FIELDS,
)


def dead_field(line: LineFacts) -> Iterator[Diagnostic]:
    """Report an obsolete field."""
    facts = known_field(line)
    if facts is None or facts.status is not Status.DEAD:
        return
    variant = facts.id if facts.id in _DEAD_WITH_STORY else ""
    severity = Severity.WARNING if facts.id == "noindex" else None
    fix = Fix("remove-line", (Edit(Place(1, 0), Place(2, 0), b""),))
    args = {"key": line.google.key}
    yield Diagnostic(1, *line.google.key_span, args=args, fixes=(fix,), severity=severity, variant=variant)


DEAD_FIELD = LintRule(
    "RS208",
    "dead-field",
    Severity.INFORMATION,
    title="Obsolete field",
    messages={
        "": "No known crawler reads {key} any more.",
        "host": "Yandex read {key} until 2018; no other crawler did. Redirect to the main host instead.",
        "noarchive": "{key} has no meaning here. Use a robots meta tag or an X-Robots-Tag header.",
        "nofollow": "{key} has no meaning here. Use a robots meta tag or an X-Robots-Tag header.",
        "noindex": (
            "Google stopped reading {key} here in September 2019, and no other crawler reads it. Use a robots meta tag "
            "or an X-Robots-Tag header."
        ),
    },
    fixes=REMOVE_LINE,
    line=dead_field,
    fields=OTHER_FIELDS,
)


def unread_field(context: LintContext) -> Iterator[Diagnostic]:
    """Report a proposed field that no crawler is known to read, or none that the group is for."""
    groups = context.google.groups
    starts = [group.first_line for group in groups]
    for number, line, facts in context.directives:
        args: dict[str, Value] = {"key": line.google.key}
        if _is_unread(facts):
            yield Diagnostic(number, *line.google.key_span, args=args, dialects=NOBODY)
        elif facts.id in _PACE_NAMES and not isinstance(read_value(line), Unreadable):
            at = bisect_right(starts, number) - 1
            if at < 0 or not _is_honoured(groups[at], facts.id):
                yield Diagnostic(number, *line.google.key_span, args=args, variant="pace", dialects=NOBODY)


def _is_honoured(group: Group, field: str) -> bool:
    crawlers = (CATALOGUE.known(agent.written.decode("utf-8", "replace")) for agent in group.agents)
    return any(crawler is not None and field in crawler.honours for crawler in crawlers)


def _is_unread(facts: FieldFacts) -> bool:
    has_own_check = facts.id in _PACE_NAMES or facts.id in _PREFERENCES
    return facts.status is Status.PROPOSAL and not has_own_check and not dialects_obeying(facts.id)


UNREAD_FIELD = LintRule(
    "RS219",
    "unread-field",
    Severity.INFORMATION,
    title="Field that is only proposed",
    messages={
        "": "{key} is only a proposal. No operator of a known crawler says that it reads it.",
        "pace": "{key} was proposed in 1996 and never adopted. Google, Bing, Yandex and Baidu do not read it.",
    },
    file=unread_field,
)


def request_rate_value(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a Request-rate that is not a number of requests, a slash and a time."""
    if is_field(line, "request-rate") and isinstance(read_value(line), Unreadable):
        yield at_value(line)


REQUEST_RATE_VALUE = LintRule(
    "RS209",
    "request-rate-value",
    Severity.ERROR,
    title="Unreadable Request-rate",
    messages={
        "": "{value} is not a rate. Write it as 1/10: requests, a slash and seconds. Crawlers ignore the line.",
        "empty": "{key} has no value. Crawlers ignore the line.",
    },
    line=request_rate_value,
    fields=OTHER_FIELDS,
)


def visit_time_value(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a Visit-time that is not two times of day."""
    if is_field(line, "visit-time") and isinstance(read_value(line), Unreadable):
        yield at_value(line)


VISIT_TIME_VALUE = LintRule(
    "RS210",
    "visit-time-value",
    Severity.ERROR,
    title="Unreadable Visit-time",
    messages={
        "": "{value} is not a time of day. Write it as 0600-0845, in UTC. Crawlers ignore the line.",
        "empty": "{key} has no value. Crawlers ignore the line.",
    },
    line=visit_time_value,
    fields=OTHER_FIELDS,
)


def license_address(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a License that is not a full address: readers cannot know which document is meant."""
    if is_field(line, "license"):
        found = read_value(line)
        if not isinstance(found, Address) or not found.is_absolute:
            yield at_value(line)


LICENSE_ADDRESS = LintRule(
    "RS213",
    "license-address",
    Severity.WARNING,
    title="License without a full URL",
    messages={
        "": "{value} is not a full URL: it needs https:// and a host.",
        "empty": "{key} has no value. Crawlers ignore the line.",
    },
    line=license_address,
    fields=OTHER_FIELDS,
)


def is_field(line: LineFacts, name: str) -> bool:
    return line.google.key.lower() == name.encode()


def read_value(line: LineFacts) -> object:
    facts: FieldFacts = FIELDS[line.google.key.decode("ascii", "replace").lower()]
    return facts.read(line.value_text)


def instead_of_value(line: LineFacts, text: bytes) -> Edit:
    start, end = line.google.value_span
    return Edit(Place(1, start), Place(1, end), text)


def at_value(
    line: LineFacts,
    args: dict[str, Value] | None = None,
    *,
    fixes: tuple[Fix, ...] = (),
    variant: str = "",
    severity: Severity | None = None,
) -> Diagnostic:
    span = line.google.value_span if line.google.value else line.google.key_span
    if not line.google.value:
        variant = "empty"
    whole = {"key": line.google.key, "value": line.google.value} | (args or {})
    dialects = dialects_obeying(line.google.key.decode("ascii", "replace").lower()) or EVERY
    return Diagnostic(1, *span, args=whole, fixes=fixes, variant=variant, dialects=dialects, severity=severity)
