"""RS20x: what the values of the fields beside User-agent, Allow and Disallow say, line by line."""

import re
from collections.abc import Iterator

from robotstudio.engine.directive_values import (
    SIGNALS,
    USAGES,
    USES,
    Address,
    Preferences,
    Seconds,
    Trouble,
    Unreadable,
)
from robotstudio.engine.directives import FIELDS, FieldFacts, Status
from robotstudio.engine.tokens import Field
from robotstudio.lint.affected import heeding
from robotstudio.lint.draft import LineFacts, known_field
from robotstudio.lint.model import EVERY, Edit, Fix, Found, LintRule, Place, Severity, Value

_DAY = 86_400
_LONG_DELAY, _BAN = 30, 300  # from here on Nutch leaves pages out; crawler-commons reads more than this as a ban
_WITH_UNIT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?+)[ \t]*+(?:s|sec|secs|second|seconds)", re.IGNORECASE)
_WITH_COMMA = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")


def crawl_delay_value(line: LineFacts) -> Iterator[Found]:
    """A Crawl-delay that is no number of seconds: crawlers that read the field leave it out."""
    if _is(line, "crawl-delay") and isinstance(_read(line), Unreadable):
        text = _text(line)
        number = _WITH_UNIT.fullmatch(text) or _WITH_COMMA.fullmatch(text)
        fixes: tuple[Fix, ...] = ()
        if number:
            seconds = ".".join(number.groups()).encode()
            fixes = (Fix("write-value", (_instead(line, seconds),), args={"value": seconds}),)
        yield _at_value(
            line,
            fixes=fixes,
        )


def crawl_delay_long(line: LineFacts) -> Iterator[Found]:
    """A Crawl-delay so large that a crawl takes months, and that some crawlers read as a ban."""
    delay = _read(line) if _is(line, "crawl-delay") else None
    if isinstance(delay, Seconds) and delay.seconds > _LONG_DELAY:
        args: dict[str, Value] = {"pages": max(int(_DAY / delay.seconds), 1), "value": line.google.value}
        yield _at_value(line, args, variant="ban" if delay.seconds > _BAN else "")


def clean_param_value(line: LineFacts) -> Iterator[Found]:
    """A Clean-param that Yandex cannot read, or that is longer than it reads."""
    if _is(line, "clean-param"):
        found = FIELDS["clean-param"].read(_text(line).strip("&"))  # Yandex's own sites begin the list with &
        if isinstance(found, Unreadable):
            yield _at_value(line, variant="long" if found.trouble is Trouble.TOO_LONG else "")


def dead_field(line: LineFacts) -> Iterator[Found]:
    """A field that nobody reads any more."""
    facts = known_field(line)
    if facts is None or facts.status is not Status.DEAD:
        return
    variant = facts.id if facts.id in _DEAD_WITH_STORY else ""
    severity = Severity.WARNING if facts.id == "noindex" else None
    fix = Fix("remove-line", (Edit(Place(1, 0), Place(2, 0), b""),))
    args = {"key": line.google.key}
    yield Found(1, *line.google.key_span, args=args, fixes=(fix,), severity=severity, variant=variant)


def request_rate_value(line: LineFacts) -> Iterator[Found]:
    """A Request-rate that is not a number of requests, a slash and a time."""
    if _is(line, "request-rate") and isinstance(_read(line), Unreadable):
        yield _at_value(line)


def visit_time_value(line: LineFacts) -> Iterator[Found]:
    """A Visit-time that is not two times of day."""
    if _is(line, "visit-time") and isinstance(_read(line), Unreadable):
        yield _at_value(line)


def content_signal_value(line: LineFacts) -> Iterator[Found]:
    """A Content-Signal with a name or a value that its document does not define."""
    if not _is(line, "content-signal"):
        return
    found = _read(line)
    if not isinstance(found, Preferences):
        yield _at_value(line)
        return
    for item in found.items:
        values = USES if item.name == "use" else SIGNALS.get(item.name)
        if values is None:
            yield _at_value(line, {"name": item.name}, variant="name")
        elif item.value not in values:
            yield _at_value(
                line, {"name": item.name, "value": item.value, "values": " or ".join(values)}, variant="value"
            )


def content_usage_value(line: LineFacts) -> Iterator[Found]:
    """A Content-Usage that cannot be read, or whose value is neither y nor n."""
    if not _is(line, "content-usage"):
        return
    found = _read(line)
    if not isinstance(found, Preferences):
        yield _at_value(line)
        return
    for item in found.items:
        if item.value not in USAGES:
            yield _at_value(line, {"name": item.name, "value": item.value}, variant="value")


def license_address(line: LineFacts) -> Iterator[Found]:
    """A License that is no full address: whoever reads it cannot know which document is meant."""
    if _is(line, "license"):
        found = _read(line)
        if not isinstance(found, Address) or not found.is_absolute:
            yield _at_value(line)


_DEAD_WITH_STORY = frozenset({"noindex", "nofollow", "noarchive", "host"})


def _is(line: LineFacts, name: str) -> bool:
    return line.google.key.lower() == name.encode()


def _text(line: LineFacts) -> str:
    return line.google.value.decode("utf-8", "replace")


def _read(line: LineFacts) -> object:
    facts: FieldFacts = FIELDS[line.google.key.decode("ascii", "replace").lower()]
    return facts.read(_text(line))


def _instead(line: LineFacts, text: bytes) -> Edit:
    start, end = line.google.value_span
    return Edit(Place(1, start), Place(1, end), text)


def _at_value(
    line: LineFacts,
    args: dict[str, Value] | None = None,
    *,
    fixes: tuple[Fix, ...] = (),
    variant: str = "",
) -> Found:
    span = line.google.value_span if line.google.value else line.google.key_span
    if not line.google.value:
        variant = "empty"
    whole = {"key": line.google.key, "value": line.google.value} | (args or {})
    dialects = heeding(line.google.key.decode("ascii", "replace").lower()) or EVERY
    return Found(1, *span, args=whole, fixes=fixes, variant=variant, dialects=dialects)


_OTHERS = frozenset({Field.UNUSED, Field.UNKNOWN})

_ROWS = (
    ("RS201", "crawl-delay-value", Severity.ERROR, crawl_delay_value),
    ("RS202", "crawl-delay-long", Severity.WARNING, crawl_delay_long),
    ("RS203", "clean-param-value", Severity.ERROR, clean_param_value),
    ("RS208", "dead-field", Severity.INFORMATION, dead_field),
    ("RS209", "request-rate-value", Severity.ERROR, request_rate_value),
    ("RS210", "visit-time-value", Severity.ERROR, visit_time_value),
    ("RS211", "content-signal-value", Severity.WARNING, content_signal_value),
    ("RS212", "content-usage-value", Severity.WARNING, content_usage_value),
    ("RS213", "license-address", Severity.WARNING, license_address),
)

RULES = tuple(LintRule(code, name, severity, line=check, fields=_OTHERS) for code, name, severity, check in _ROWS)
