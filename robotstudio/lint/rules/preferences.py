"""Content-Signal and Content-Usage."""

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
    Preferences,
    UsagePreference,
)
from robotstudio.engine.directives import FIELDS
from robotstudio.lint.facts import GroupFacts, LineFacts
from robotstudio.lint.model import Diagnostic, Fix, LintRule, Severity, Trait, Value
from robotstudio.lint.rules.common import OTHER_FIELDS, WHOLE_SITE, WRITE_VALUE
from robotstudio.lint.rules.directives import at_value, instead_of_value, is_field, read_value

_CLOSE_ENOUGH = 0.75
_AS_SIGNAL = {"train-ai": "ai-train", "ai-training": "ai-train", "ai-use": "ai-input", "ai": "ai-train"}
_AS_LABEL = {"ai-train": "train-ai", "ai-training": "train-ai", "ai-input": "ai-use"}
"""Names of the one vocabulary, or of neither, that stand for one of the other."""
_YES_NO = {"y": "yes", "n": "no", "true": "yes", "false": "no", "allow": "yes", "disallow": "no", "1": "yes", "0": "no"}
_LABEL_BEHIND = re.compile(rf"(?<![\w*-])(?:{'|'.join((*USAGE_LABELS, *SIGNALS))})=")
_LOW = Severity.INFORMATION


def content_signal_value(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a Content-Signal with a name or a value that its document does not define."""
    if not is_field(line, "content-signal"):
        return
    found = read_value(line)
    if not isinstance(found, Preferences):
        yield at_value(line)
        return
    for item in found.items:
        values = USES if item.name == "use" else SIGNALS.get(item.name)
        if values is None:
            yield from _unknown_signal(line, item)
        elif item.value not in values:
            right = _yes_or_no(item.value)
            args: dict[str, Value] = {"name": item.name, "value": item.value, "values": tuple(values)}
            yield at_value(line, args, variant="value", fixes=_respelled(line, item, item.name, right, values))
        elif (last := _last(found, item.name)).value != item.value:
            yield at_value(line, {"name": item.name, "value": item.value, "last": last.value}, variant="twice")
        elif item.more:
            yield at_value(line, {"name": item.name, "more": item.more}, variant="more", fixes=_with_commas(line))


CONTENT_SIGNAL_VALUE = LintRule(
    "RS211",
    "content-signal-value",
    Severity.WARNING,
    title="Undefined Content-Signal",
    messages={
        "": "{value} is not a list of signals. Write them as search=yes, ai-train=no.",
        "empty": "{key} has no value. Crawlers ignore the line.",
        "meant": "There is no signal {name}. Did you mean {meant}? As written, it has no effect.",
        "more": "Separate signals with commas: {more}, after the semicolon, is not read as a signal.",
        "name": "There is no signal {name}; the defined ones are search, ai-input, ai-train and use.",
        "twice": "{name} is set to {value} and to {last}. Which one counts is undefined.",
        "value": "{name} must be {values}, not {value}.",
    },
    fixes=WRITE_VALUE,
    line=content_signal_value,
    fields=OTHER_FIELDS,
)


def _last(found: Preferences, name: str) -> UsagePreference:
    return next(item for item in reversed(found.items) if item.name == name)


def _unknown_signal(line: LineFacts, item: UsagePreference) -> Iterator[Diagnostic]:
    meant = _AS_SIGNAL.get(item.name) or _nearest(item.name, (*SIGNALS, "use"))
    if meant is None:
        yield at_value(line, {"name": item.name}, variant="name")
        return
    values = USES if meant == "use" else SIGNALS[meant]
    value = _yes_or_no(item.value)
    fixes = _respelled(line, item, meant, value, values)
    yield at_value(line, {"name": item.name, "meant": meant}, variant="meant", fixes=fixes)


def content_usage_value(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a Content-Usage that cannot be read, or a preference in it without effect."""
    if not is_field(line, "content-usage"):
        return
    found = read_value(line)
    if not isinstance(found, Preferences):
        yield _unreadable_usage(line)
        return
    last = {item.name: item for item in found.items}
    for item in found.items:
        if item.name not in USAGE_LABELS:
            yield from _unknown_label(line, item)
        elif item is not last[item.name]:
            yield at_value(
                line, {"name": item.name, "last": last[item.name].value or "-"}, variant="twice", severity=_LOW
            )
        elif item.value not in USAGES:
            right = _yes_or_no(item.value)[:1]
            args: dict[str, Value] = {"name": item.name, "value": item.value}
            fixes = _respelled(line, item, item.name, right, USAGES)
            yield at_value(line, args, variant="value" if item.value else "bare", fixes=fixes)
        elif _LABEL_BEHIND.search(item.more):
            yield at_value(line, {"more": item.more}, variant="more", fixes=_with_commas(line))


CONTENT_USAGE_VALUE = LintRule(
    "RS212",
    "content-usage-value",
    Severity.WARNING,
    title="Undefined Content-Usage",
    messages={
        "": (
            "{value} is not a list of preferences. Write them as train-ai=n, with a path in front if they apply to "
            "part of the site."
        ),
        "empty": "{key} has no value. Crawlers ignore the line.",
        "bare": "{name} has neither y nor n, so it has no effect.",
        "label": "The draft has no label {name}, only {labels}; others are ignored.",
        "meant": "The draft has no label {name}. Did you mean {meant}? As written, it is ignored.",
        "more": "Separate preferences with commas: {more}, after the semicolon, is ignored.",
        "retired": "{name} was a label in an earlier draft; now there are only {labels}, and others are ignored.",
        "twice": "{name} appears again in this value, and the last one counts: {last}.",
        "value": "{name} must be y or n, not {value}: this preference has no effect.",
        "whole": (
            "{value} cannot be read: a capital letter in a label, or a comma at the end, makes the whole value invalid."
        ),
    },
    fixes=WRITE_VALUE,
    line=content_usage_value,
    fields=OTHER_FIELDS,
)


def _with_commas(line: LineFacts) -> tuple[Fix, ...]:
    """Return the fix that replaces semicolons by commas."""
    right = line.google.value.replace(b";", b",")
    return (Fix("write-value", (instead_of_value(line, right),), args={"value": right}),)


def _unreadable_usage(line: LineFacts) -> Diagnostic:
    """Report that the whole value is unreadable, with the usual reasons."""
    text = line.value_text
    lowered = re.sub(r",[ \t]*\Z", "", text.lower())
    is_fixed = lowered != text and isinstance(FIELDS["content-usage"].read(lowered), Preferences)
    right = lowered.encode()
    fix = Fix("write-value", (instead_of_value(line, right),), args={"value": right})
    return at_value(line, variant="whole" if is_fixed else "", fixes=(fix,) if is_fixed else ())


def _unknown_label(line: LineFacts, item: UsagePreference) -> Iterator[Diagnostic]:
    """Report a label that the vocabulary does not have: it is ignored."""
    meant = _AS_LABEL.get(item.name) or _nearest(item.name, USAGE_LABELS)
    args: dict[str, Value] = {"name": item.name, "labels": USAGE_LABELS}
    if item.name in RETIRED_LABELS:
        yield at_value(line, args, variant="retired", severity=_LOW)
    elif meant is None:
        yield at_value(line, args, variant="label", severity=Severity.HINT)
    else:
        value = _yes_or_no(item.value)[:1]
        args["meant"] = meant
        yield at_value(line, args, variant="meant", fixes=_respelled(line, item, meant, value, USAGES))


def _yes_or_no(value: str) -> str:
    """Translate a value to that of Content-Signal; any other value stays."""
    plain = value.strip('"').lower()
    return _YES_NO.get(plain, plain)


@lru_cache(maxsize=1024)
def _nearest(name: str, names: tuple[str, ...]) -> str | None:
    return next(iter(get_close_matches(name.replace("_", "-"), names, 1, _CLOSE_ENOUGH)), None)


def _respelled(line: LineFacts, item: UsagePreference, name: str, value: str, values: Iterable[str]) -> tuple[Fix, ...]:
    """Return the fix that corrects one preference, if the right form is known."""
    written = re.search(
        rf"(?<![\w*.-]){re.escape(item.name)}[ \t]*+(?:=[ \t]*+{re.escape(item.value)})?+", line.value_text
    )
    if value not in values or written is None:
        return ()
    text = line.value_text
    right = f"{text[: written.start()]}{name}={value}{text[written.end() :]}".encode()
    return (Fix("write-value", (instead_of_value(line, right),), args={"value": right}),)


def preference_without_content(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a preference that grants something in a group that may fetch nothing."""
    if len(facts.rules) > 50 or not any(not rule.allow and rule.pattern in WHOLE_SITE for rule in facts.rules):
        return
    if any(rule.allow and rule.written for rule in facts.rules):
        return
    for number, line in facts.others:
        granted = _granted(line)
        if granted:
            args: dict[str, Value] = {"key": line.google.key, "granted": granted}
            yield Diagnostic(number, *line.google.value_span, args=args)


PREFERENCE_WITHOUT_CONTENT = LintRule(
    "RS214",
    "preference-without-content",
    Severity.INFORMATION,
    title="Preference for blocked content",
    messages={
        "": "This group may not fetch anything, so {granted} grants nothing.",
    },
    group=preference_without_content,
    needs=Trait.OTHER_FIELD,
)


def _granted(line: LineFacts) -> str:
    """Return the first preference of a line that grants a use."""
    name = line.google.key.lower().decode("ascii", "replace")
    if name not in {"content-signal", "content-usage"}:
        return ""
    found = FIELDS[name].read(line.value_text)
    items = found.items if isinstance(found, Preferences) else ()
    return next((f"{item.name}={item.value}" for item in items if item.value in {"yes", "y"}), "")
