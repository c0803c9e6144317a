"""What a header of an answer means for a robots.txt, in two or three words: one row a header.

Values are a stranger's: whatever they are, the answer is words or nothing.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from robotstudio.io.fetching.evidence import Evidence
from robotstudio.io.fetching.words import Translate, as_written
from robotstudio.ui.widgets.formats import format_count, format_size

Note = tuple[str, dict[str, str]]

_NOTHING: Note = ("", {})
_LONGEST_NUMBER = 12
_UTF8 = frozenset({"", "utf-8", "utf8", "us-ascii", "ascii"})
_DAY = 86_400
_SPANS = ((_DAY, "{count} days"), (3600, "{count} h"), (60, "{count} min"))


def header_note(name: str, value: str, evidence: Evidence, *, is_last: bool, translate: Translate = as_written) -> str:
    """What the header says, "" where it has no part in reading a robots.txt; `is_last`: it came with the last hop."""
    rule = (_LAST_HOP if is_last else _REDIRECT_HOP).get(name)
    if rule is None:
        return ""
    template, arguments = rule(value, evidence)
    return translate(template).format(**arguments)


def _content_type(value: str, _evidence: Evidence) -> Note:
    kind, _, parameters = value.partition(";")
    charset = parameters.lower().partition("charset=")[2].partition(";")[0].strip(" \"'")
    if kind.strip().lower() != "text/plain":
        return "not text/plain", {}
    return ("as required", {}) if charset in _UTF8 else ("read as UTF-8 all the same", {})


def _content_length(value: str, evidence: Evidence) -> Note:
    length = _number(value)
    if length is None:
        return "not a number", {}
    if length == evidence.wire_size:
        return "body complete", {}
    return "{size} came", {"size": format_size(evidence.wire_size)}


def _content_encoding(_value: str, evidence: Evidence) -> Note:
    if evidence.size and evidence.wire_size != evidence.size:
        return "decoded to {size}", {"size": format_size(evidence.size)}
    return _NOTHING


def _cache_control(value: str, _evidence: Evidence) -> Note:
    directives = {
        name.strip().lower(): number for name, _, number in (part.partition("=") for part in value.split(","))
    }
    if "no-store" in directives or "no-cache" in directives:
        return "not to be kept", {}
    seconds = _number(directives.get("max-age", ""))
    return ("kept up to {span}", {"span": span(seconds)}) if seconds else _NOTHING


def _age(value: str, _evidence: Evidence) -> Note:
    seconds = _number(value)
    if seconds is None:
        return _NOTHING
    return ("in a cache for {span}", {"span": span(seconds)}) if seconds else ("from the origin", {})


def _last_modified(value: str, evidence: Evidence) -> Note:
    at = _date(value)
    if at is None:
        return "not a date", {}
    seconds = (evidence.fetched_at - at).total_seconds()
    return ("in the future", {}) if seconds < -60 else ("{span} ago", {"span": span(max(0, round(seconds)))})


def _retry_after(value: str, _evidence: Evidence) -> Note:
    seconds = _number(value)
    return _NOTHING if seconds is None else ("in {span}", {"span": span(seconds)})


def _followed(_value: str, _evidence: Evidence) -> Note:
    return "followed", {}


def _not_followed(_value: str, _evidence: Evidence) -> Note:
    return "not followed", {}


def _no_part(_value: str, _evidence: Evidence) -> Note:
    return "no effect on this file", {}


Rule = Callable[[str, Evidence], Note]

_ANY_HOP: Mapping[str, Rule] = {"cache-control": _cache_control, "age": _age, "retry-after": _retry_after}
_REDIRECT_HOP: Mapping[str, Rule] = {**_ANY_HOP, "location": _followed}
_LAST_HOP: Mapping[str, Rule] = {
    **_ANY_HOP,
    "content-type": _content_type,
    "content-length": _content_length,
    "content-encoding": _content_encoding,
    "last-modified": _last_modified,
    "location": _not_followed,
    "x-robots-tag": _no_part,
}


def span(seconds: int) -> str:
    """“45 s”, “90 min”, “1 h”, “12 days”: the largest unit of which there are two, rounded down, or exactly one."""
    for unit, template in _SPANS:
        if seconds >= 2 * unit or (seconds == unit and unit < _DAY):
            return template.format(count=format_count(min(seconds // unit, 2**31 - 1)))
    return f"{seconds} s"


def _number(text: str) -> int | None:
    digits = text.strip().strip('"')
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST_NUMBER else None


def _date(text: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)
