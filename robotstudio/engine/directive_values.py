"""Parsers for the values of fields other than rules: each returns a frozen value, or why it cannot be read."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

_LONGEST_READ = 4096
_DAY = 86_400
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": _DAY}
_SECONDS = re.compile(r"[0-9]{1,9}+(?:\.[0-9]{0,9}+)?+|\.[0-9]{1,9}+")
_WHOLE = re.compile(r"[0-9]{1,9}+")
_RATE = re.compile(r"([0-9]{1,9}+)[ \t]*+/[ \t]*+([0-9]{1,9}+)([smhdSMHD]?+)(?>(?:[ \t]++(.+))?)")
_TIMES = re.compile(r"([0-9]{4})(?:[ \t]*+-[ \t]*+|[ \t]++)([0-9]{4})")
_PARAMETER = re.compile(r"[^\s&=/?]++")
_HOST = re.compile(r"(?>(?:https?://)?)[^\s/?#@]++/?+")
_ADDRESS = re.compile(r"https?://[^\s/]++\S*+", re.IGNORECASE)
_ITEM = re.compile(r"([a-z*][a-z0-9_.*-]*+)[ \t]*+=[ \t]*+([A-Za-z0-9_.-]++)[ \t]*+(?:;[ \t]*+(.*))?+")
_KEY = r"[a-z*][a-z0-9_.*-]*+"
_QUOTED = r'"(?>(?:[ !#-\[\]-~]|\\["\\])*)"'
_WORD = r"[A-Za-z*][A-Za-z0-9:/!#$%&'*+.^_`|~-]*+"
_BARE = rf"-?[0-9]{{1,15}}+(?>(?:\.[0-9]{{1,3}}+)?)|{_QUOTED}|\?[01]|:[A-Za-z0-9+/=]*+:|@-?[0-9]{{1,15}}+|{_WORD}"
_PARAMETERS = rf"(?>(?:;[ ]*+{_KEY}(?>(?:=(?:{_BARE}))?))*)"
_INNER = rf"\([ ]*+(?>(?:(?:{_BARE}){_PARAMETERS}(?:[ ]++|(?=\))))*)\)"
_MEMBER = re.compile(rf"({_KEY})(?>(?:=({_BARE}|{_INNER}))?)({_PARAMETERS})")
_COMMA = re.compile(r"[ \t]*+,[ \t]*+")
_MOST_CLEANED = 500

SIGNALS = {"search": ("yes", "no"), "ai-input": ("yes", "no"), "ai-train": ("yes", "no")}
"""The signals that contentsignals.org defines, with their values."""

USES = ("immediate", "reference", "full")
"""How fetched content may be used (Content-Signal `use=`), from the least to the most."""

USAGES = ("y", "n")
USAGE_LABELS = ("train-ai", "ai-use", "search")
"""The labels of draft-ietf-aipref-vocab-08; others, and those of earlier drafts, are ignored."""

RETIRED_LABELS = frozenset({"bots", "all", "tdm", "ai", "genai", "train-genai", "ai-output", "inference"})
"""Labels of earlier drafts of the vocabulary."""


class ValueTrouble(StrEnum):
    """Reason why a value cannot be read."""

    EMPTY = "empty"
    TOO_LONG = "too-long"
    NO_NUMBER = "no-number"
    NO_WHOLE_NUMBER = "no-whole-number"
    NO_RATE = "no-rate"
    NO_TIME = "no-time"
    NO_PARAMETER = "no-parameter"
    NO_PREFERENCE = "no-preference"
    NO_ADDRESS = "no-address"
    NO_HOST = "no-host"


class Unreadable(Struct, frozen=True):
    """A value that cannot be read, and why."""

    trouble: ValueTrouble


class Seconds(Struct, frozen=True):
    seconds: float


class Hours(Struct, frozen=True):
    """A time of day, in minutes from midnight (UTC); it may pass midnight."""

    start: int
    end: int


class Rate(Struct, frozen=True):
    """A maximum of requests in some seconds, during these hours."""

    requests: int
    seconds: int
    hours: Hours | None = None


class Cleaned(Struct, frozen=True):
    """Query parameters that do not change a page, below a path."""

    parameters: tuple[str, ...]
    path: str


class UsagePreference(NamedTuple):
    """One preference: `name=value` and the text after a semicolon; `value` is empty if there is none."""

    name: str
    value: str
    more: str = ""


class Preferences(Struct, frozen=True):
    """Preferences of a site for the use of its content; `path` is empty if they hold everywhere."""

    items: tuple[UsagePreference, ...]
    path: str = ""


class Address(Struct, frozen=True):
    """A URL; only an absolute one is valid wherever the file is read."""

    url: str
    is_absolute: bool


class TextValue(Struct, frozen=True):
    """A value of free text."""

    text: str


Value = Seconds | Hours | Rate | Cleaned | Preferences | Address | TextValue
Read = Value | Unreadable


def read_seconds(text: str) -> Read:
    return Seconds(float(text)) if _SECONDS.fullmatch(text) else Unreadable(_missing(text, ValueTrouble.NO_NUMBER))


def read_whole_seconds(text: str) -> Read:
    """Parse seconds without a fraction, as urllib.robotparser does."""
    return Seconds(int(text)) if _WHOLE.fullmatch(text) else Unreadable(_missing(text, ValueTrouble.NO_WHOLE_NUMBER))


def read_rate(text: str) -> Read:
    """Parse `1/10`, `1/10s`, `100/15m`, optionally followed by hours."""
    found = _RATE.fullmatch(text[:_LONGEST_READ])
    seconds = int(found[2]) * _UNITS[found[3].lower()] if found else 0
    if not found or not seconds or not int(found[1]):
        return Unreadable(_missing(text, ValueTrouble.NO_RATE))
    if found[4] is None:
        return Rate(int(found[1]), seconds)
    hours = read_hours(found[4])
    return Rate(int(found[1]), seconds, hours) if isinstance(hours, Hours) else Unreadable(ValueTrouble.NO_TIME)


def read_hours(text: str) -> Read:
    """Parse `0600-0845`, also with a blank between."""
    found = _TIMES.fullmatch(text[:_LONGEST_READ])
    start, end = (_minutes(found[1]), _minutes(found[2])) if found else (None, None)
    if start is None or end is None:
        return Unreadable(_missing(text, ValueTrouble.NO_TIME))
    return Hours(start, end)


def _minutes(text: str) -> int | None:
    hours, minutes = int(text[:2]), int(text[2:])
    return hours * 60 + minutes if (hours < 24 and minutes < 60) or (hours, minutes) == (24, 0) else None


def read_clean_param(text: str) -> Read:
    """Parse `p0[&p1&p2] [path]`: names of parameters, and the path below which they change nothing."""
    if len(text) > _MOST_CLEANED:
        return Unreadable(ValueTrouble.TOO_LONG)
    names, _, path = text.partition(" ")
    parameters = tuple(names.split("&"))
    if not text or not all(_PARAMETER.fullmatch(name) for name in parameters):
        return Unreadable(_missing(text, ValueTrouble.NO_PARAMETER))
    if " " in path.strip():
        return Unreadable(ValueTrouble.NO_PARAMETER)
    return Cleaned(parameters, path.strip() or "/")


def read_signal(text: str) -> Read:
    """Parse `search=yes, ai-train=no`: preferences of contentsignals.org."""
    return _preferences(text, "")


def read_usage(text: str) -> Read:
    """Parse `[/path] train-ai=n, search=y`: preferences of AIPREF, for a path or everywhere.

    A Dictionary of RFC 9651: one error makes the whole value unreadable. Parameters are ignored, and of two members
    with one key the last counts (draft-ietf-aipref-vocab-08, sections 6.4 and 6.5).
    """
    if len(text) > _LONGEST_READ:
        return Unreadable(ValueTrouble.TOO_LONG)
    path, rest = "", text
    if text.startswith("/"):
        path = re.split(r"[ \t]", text, maxsplit=1)[0]
        rest = text[len(path) :]
    rest = rest.strip(" \t")
    items: list[UsagePreference] = []
    at = 0
    while True:
        found = _MEMBER.match(rest, at)
        if found is None:
            return Unreadable(_missing(text, ValueTrouble.NO_PREFERENCE))
        items.append(UsagePreference(found[1], found[2] or "", found[3].lstrip("; ")))
        if found.end() == len(rest):
            return Preferences(tuple(items), path)
        comma = _COMMA.match(rest, found.end())
        if comma is None:
            return Unreadable(ValueTrouble.NO_PREFERENCE)
        at = comma.end()


def _preferences(text: str, path: str) -> Read:
    if len(text) > _LONGEST_READ:
        return Unreadable(ValueTrouble.TOO_LONG)
    found = [_ITEM.fullmatch(item.strip()) for item in text.split(",")]
    items = tuple(UsagePreference(item[1], item[2], item[3] or "") for item in found if item)
    if len(items) < len(found):
        return Unreadable(_missing(text, ValueTrouble.NO_PREFERENCE))
    return Preferences(items, path)


def read_address(text: str) -> Read:
    """Parse an absolute URL or a path."""
    if len(text) > _LONGEST_READ:
        return Unreadable(ValueTrouble.TOO_LONG)
    if not text or any(character.isspace() for character in text):
        return Unreadable(_missing(text, ValueTrouble.NO_ADDRESS))
    return Address(text, _ADDRESS.fullmatch(text) is not None)


def read_host(text: str) -> Read:
    """Parse a host name, with or without a scheme and a port."""
    is_host = len(text) <= _LONGEST_READ and _HOST.fullmatch(text)
    return TextValue(text) if is_host else Unreadable(_missing(text, ValueTrouble.NO_HOST))


def read_text(text: str) -> Read:
    """Accept anything that is not empty."""
    return TextValue(text[:_LONGEST_READ]) if text else Unreadable(ValueTrouble.EMPTY)


def stated(usage: Preferences) -> Mapping[str, str]:
    """Return y or n by label for a Content-Usage value; the last member of a key counts, even if it is neither."""
    last = {item.name: item.value for item in usage.items}
    return {name: value for name, value in last.items() if value in USAGES}


def _missing(text: str, trouble: ValueTrouble) -> ValueTrouble:
    return trouble if text.strip() else ValueTrouble.EMPTY
