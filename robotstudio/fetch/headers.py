"""Parsers for the headers of a response. Each header is parsed here only, for the window, the crawl and the commands.

The text is untrusted, up to 128 KiB of it: it is cut, then scanned once from left to right, without regular
expressions. (`X-Robots-Tag` is in `index_tags`, `Location` in `address`.)
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import islice
from typing import Final, NamedTuple

_LONGEST: Final = 8_192
_LONGEST_LINKS: Final = 65_536
_LONGEST_DATE: Final = 100
_MOST_DIGITS: Final = 12
_LARGEST: Final = 10**11
_LONGEST_CHARSET: Final = 40
_MOST_LINKS: Final = 100
_IN_CHARSET: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:-")
_SPACE: Final = " \t\r\n\f"
_DIGITS: Final = "0123456789"
_MOST: Final = timedelta(days=365)


def number_in(value: str) -> int | None:
    """Parse a count of seconds or bytes, as in `Age` and `Content-Length`."""
    digits = value[:_LONGEST].strip().strip('"')
    return min(int(digits[:_MOST_DIGITS]), _LARGEST) if digits.isascii() and digits.isdigit() else None


def date_in(value: str) -> datetime | None:
    """Parse an HTTP date (RFC 9110 §5.6.7) or a mail date; aware."""
    try:
        at = parsedate_to_datetime(value.strip()[:_LONGEST_DATE])
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


def retry_seconds(value: str, now: datetime) -> float | None:
    """Return the seconds to wait of a `Retry-After`, given in seconds or as a date; never negative."""
    seconds = number_in(value)
    if seconds is not None:
        return float(seconds)
    until = date_in(value)
    return None if until is None else max((until - now).total_seconds(), 0.0)


def cache_directives(value: str) -> Mapping[str, str]:
    """Return the directives of a `Cache-Control` by lower-case name."""
    parts = (part.partition("=") for part in value[:_LONGEST].split(","))
    return {name.strip().lower(): argument.strip() for name, _, argument in reversed(tuple(parts))}


def lifetime(cache_control: str, expires: str, sent: datetime) -> timedelta | None:
    """Return how long a response may be cached: max-age, else from `sent` until Expires; None if neither is given."""
    seconds = number_in(cache_directives(cache_control).get("max-age", ""))
    if seconds is not None:
        return min(timedelta(seconds=seconds), _MOST)
    until = date_in(expires)
    return None if until is None else min(max(until - sent, timedelta()), _MOST)


def media_type(content_type: str) -> str:
    """Return the media type of a `Content-Type` in lower case, e.g. `text/html`."""
    return content_type[:_LONGEST].partition(";")[0].strip().lower()


def charset_in(text: str) -> str:
    """Return the charset named by a `Content-Type` or the start of a page, as written; "" if none."""
    low, at = text[:_LONGEST].lower(), 0
    while (at := low.find("charset", at)) >= 0:
        at += len("charset")
        rest = text[at : at + _LONGEST_CHARSET + 20].lstrip(_SPACE)
        if not rest.startswith("="):
            continue
        rest = rest[1:].lstrip(_SPACE)
        rest = rest[1:] if rest[:1] in {'"', "'"} else rest
        name = rest[: next((i for i, letter in enumerate(rest) if letter not in _IN_CHARSET), len(rest))]
        if name:
            return name[:_LONGEST_CHARSET]
    return ""


def content_codings(value: str) -> tuple[str, ...]:
    """Return the codings of a `Content-Encoding` in lower case, without `identity`."""
    codings = (part.strip().lower() for part in value[:_LONGEST].split(","))
    return tuple(coding for coding in codings if coding not in {"", "identity"})


class Refresh(NamedTuple):
    """The value of a `Refresh` header or `meta` element."""

    seconds: int
    target: str  # as written; "" for the same page again


def refresh_in(value: str) -> Refresh | None:
    """Parse `5; url=/next`; None if browsers would ignore the value."""
    text = value[:_LONGEST].strip()
    rest = text.lstrip(_DIGITS)
    digits = text[: len(text) - len(rest)][:_MOST_DIGITS]
    rest = rest.lstrip(_DIGITS + ".").lstrip()
    if not rest:
        return Refresh(int(digits), "") if digits else None
    if rest[0] not in ";,":
        return None
    rest = rest[1:].lstrip()
    after = rest[3:].lstrip()
    if rest[:3].lower() == "url" and after.startswith("="):
        rest = after[1:]
    return Refresh(int(digits or "0"), rest.strip(_SPACE + "\xa0'\""))


class HeaderLink(NamedTuple):
    target: str  # as written
    rels: tuple[str, ...]  # in lower case
    language: str = ""  # its `hreflang`
    type: str = ""  # the media type of its target, in lower case


def links_in(value: str) -> tuple[HeaderLink, ...]:
    """Return the links of a `Link` header (RFC 8288), the first hundred at most."""
    return tuple(islice(_links(value[:_LONGEST_LINKS]), _MOST_LINKS))


def _links(value: str) -> Iterator[HeaderLink]:
    for written in _parts(value, ","):
        target, closed, parameters = written.strip().partition(">")
        if closed and target.startswith("<"):
            rels, language = _parameter(parameters, "rel"), _parameter(parameters, "hreflang")
            yield HeaderLink(target[1:].strip(), tuple(rels.split()), language, _parameter(parameters, "type"))


def _parameter(parameters: str, wanted: str) -> str:
    """Return a value in lower case; "" if it is missing."""
    for parameter in _parts(parameters, ";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == wanted:
            return value.strip().strip('"').lower()
    return ""


def _parts(text: str, separator: str) -> Iterator[str]:
    """Split at a separator outside quotes and angle brackets."""
    begin, closes = 0, ""
    for at, letter in enumerate(text):
        if closes:
            closes = "" if letter == closes else closes
        elif letter in '"<':
            closes = '"' if letter == '"' else ">"
        elif letter == separator:
            yield text[begin:at]
            begin = at + 1
    yield text[begin:]
