"""RS20x: what the values of the fields beside User-agent, Allow and Disallow say, line by line."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache

from robotstudio.engine.directive_values import (
    RETIRED_LABELS,
    SIGNALS,
    USAGE_LABELS,
    USAGES,
    USES,
    Address,
    Preference,
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
_CLOSE_ENOUGH = 0.75
_AS_SIGNAL = {"train-ai": "ai-train", "ai-training": "ai-train", "ai-use": "ai-input", "ai": "ai-train"}
_AS_LABEL = {"ai-train": "train-ai", "ai-training": "train-ai", "ai-input": "ai-use"}
"""Names of the one vocabulary, or of neither, that stand for one of the other."""
_YES_NO = {"y": "yes", "n": "no", "true": "yes", "false": "no", "allow": "yes", "disallow": "no", "1": "yes", "0": "no"}
_LABEL_BEHIND = re.compile(rf"(?<![\w*-])(?:{'|'.join((*USAGE_LABELS, *SIGNALS))})=")
_LOW = Severity.INFORMATION
_COMMAS = re.compile(rb"(?<=[\w-])[ \t]*+,[ \t]*+(?=[\w-])")
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
        names, path = _COMMAS.sub(b"&", line.google.value), line.google.value.partition(b" ")[2].strip()
        if names != line.google.value and (not path.startswith((b"/", b"*")) or b"," in line.google.value.split()[0]):
            fix = Fix("write-value", (_instead(line, names),), args={"value": names})
            yield _at_value(line, fixes=(fix,), variant="comma")
        elif isinstance(found, Unreadable):
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
            yield from _unknown_signal(line, item)
        elif item.value not in values:
            right = _yes_or_no(item.value)
            args: dict[str, Value] = {"name": item.name, "value": item.value, "values": " or ".join(values)}
            yield _at_value(line, args, variant="value", fixes=_respelled(line, item, item.name, right, values))
        elif (last := _last(found, item.name)).value != item.value:
            yield _at_value(line, {"name": item.name, "value": item.value, "last": last.value}, variant="twice")
        elif item.more:
            yield _at_value(line, {"name": item.name, "more": item.more}, variant="more", fixes=_with_commas(line))


def _last(found: Preferences, name: str) -> Preference:
    return next(item for item in reversed(found.items) if item.name == name)


def _unknown_signal(line: LineFacts, item: Preference) -> Iterator[Found]:
    meant = _AS_SIGNAL.get(item.name) or _nearest(item.name, (*SIGNALS, "use"))
    if meant is None:
        yield _at_value(line, {"name": item.name}, variant="name")
        return
    values = USES if meant == "use" else SIGNALS[meant]
    value = _yes_or_no(item.value)
    fixes = _respelled(line, item, meant, value, values)
    yield _at_value(line, {"name": item.name, "meant": meant}, variant="meant", fixes=fixes)


def content_usage_value(line: LineFacts) -> Iterator[Found]:
    """A Content-Usage that cannot be read, or a preference in it that says nothing."""
    if not _is(line, "content-usage"):
        return
    found = _read(line)
    if not isinstance(found, Preferences):
        yield _unreadable_usage(line)
        return
    last = {item.name: item for item in found.items}
    for item in found.items:
        if item.name not in USAGE_LABELS:
            yield from _unknown_label(line, item)
        elif item is not last[item.name]:
            yield _at_value(
                line, {"name": item.name, "last": last[item.name].value or "-"}, variant="twice", severity=_LOW
            )
        elif item.value not in USAGES:
            right = _yes_or_no(item.value)[:1]
            args: dict[str, Value] = {"name": item.name, "value": item.value}
            fixes = _respelled(line, item, item.name, right, USAGES)
            yield _at_value(line, args, variant="value" if item.value else "bare", fixes=fixes)
        elif _LABEL_BEHIND.search(item.more):
            yield _at_value(line, {"more": item.more}, variant="more", fixes=_with_commas(line))


def _with_commas(line: LineFacts) -> tuple[Fix, ...]:
    """The value of the line with commas for its semicolons."""
    right = line.google.value.replace(b";", b",")
    return (Fix("write-value", (_instead(line, right),), args={"value": right}),)


def _unreadable_usage(line: LineFacts) -> Found:
    """The whole value is lost; the usual reasons are named."""
    text = _text(line)
    lowered = re.sub(r",[ \t]*\Z", "", text.lower())
    is_mended = lowered != text and isinstance(FIELDS["content-usage"].read(lowered), Preferences)
    right = lowered.encode()
    fix = Fix("write-value", (_instead(line, right),), args={"value": right})
    return _at_value(line, variant="whole" if is_mended else "", fixes=(fix,) if is_mended else ())


def _unknown_label(line: LineFacts, item: Preference) -> Iterator[Found]:
    """A label that the vocabulary does not have: it is ignored, whatever it was meant to say."""
    meant = _AS_LABEL.get(item.name) or _nearest(item.name, USAGE_LABELS)
    args: dict[str, Value] = {"name": item.name, "labels": USAGE_LABELS}
    if item.name in RETIRED_LABELS:
        yield _at_value(line, args, variant="retired", severity=_LOW)
    elif meant is None:
        yield _at_value(line, args, variant="label", severity=Severity.HINT)
    else:
        value = _yes_or_no(item.value)[:1]
        args["meant"] = meant
        yield _at_value(line, args, variant="meant", fixes=_respelled(line, item, meant, value, USAGES))


def _yes_or_no(value: str) -> str:
    """What a value stands for in the words of Content-Signal; one that is none stays."""
    plain = value.strip('"').lower()
    return _YES_NO.get(plain, plain)


@lru_cache(maxsize=1024)
def _nearest(name: str, names: tuple[str, ...]) -> str | None:
    return next(iter(get_close_matches(name.replace("_", "-"), names, 1, _CLOSE_ENOUGH)), None)


def _respelled(line: LineFacts, item: Preference, name: str, value: str, values: Iterable[str]) -> tuple[Fix, ...]:
    """The value of the line with one preference written right, where it is known what that is."""
    written = re.search(rf"(?<![\w*.-]){re.escape(item.name)}[ \t]*+(?:=[ \t]*+{re.escape(item.value)})?+", _text(line))
    if value not in values or written is None:
        return ()
    text = _text(line)
    right = f"{text[: written.start()]}{name}={value}{text[written.end() :]}".encode()
    return (Fix("write-value", (_instead(line, right),), args={"value": right}),)


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
    dialects: tuple[str, ...] = (),
    severity: Severity | None = None,
) -> Found:
    span = line.google.value_span if line.google.value else line.google.key_span
    if not line.google.value:
        variant = "empty"
    whole = {"key": line.google.key, "value": line.google.value} | (args or {})
    dialects = dialects or heeding(line.google.key.decode("ascii", "replace").lower()) or EVERY
    return Found(1, *span, args=whole, fixes=fixes, variant=variant, dialects=dialects, severity=severity)


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
