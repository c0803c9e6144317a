"""Canonical URLs of a crawl: parsed as in a browser, with the escapes normalised as in RFC 3986 §6.2.2.

URLs with the same canonical form are one URL: case of the host, default port, dot segments, fragment and escapes of
unreserved characters make no difference. A pattern is what similar URLs have in common, by which endless ones are
detected.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

import ada_url

from robotstudio.urls.urls import origin_in

LONGEST: Final = 1_024
"""Longer URLs are logged and not fetched."""
_LONGEST_READ: Final = 8_192
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_WEB: Final = frozenset({"http", "https"})
_NOT_READ: Final = str.maketrans("", "", "\t\n\r")
_SIMPLE: Final = re.compile(r"(?:/(?!/)|[0-9A-Za-z_~-])[0-9A-Za-z._~/-]{0,1000}+(?:\?[0-9A-Za-z._~=&+,-]{1,1000}+)?")
"""A path, with or without a query, in which a parser would change nothing but dot segments: most need no parser."""
_OTHER_SCHEME: Final = re.compile(r"(?!https?:)[a-z][a-z0-9+.-]*+:", re.IGNORECASE)

_SESSION_NAMES: Final = "phpsessid jsessionid sessionid session_id sessid sess_id sid zenid oscsid cfid cftoken xtc_id"
_SESSIONS: Final = frozenset(_SESSION_NAMES.split())
_SESSION_PATH: Final = re.compile(r";jsessionid=[^/?;]*", re.IGNORECASE)
_SESSION_VALUE: Final = re.compile(r"[0-9A-Za-z._~%-]{12,}")
_SESSION_FOLDER: Final = re.compile(r"/\((?>(?:[A-Z]\([^()/]{8,}+\))+)\)(?=/)")
_MONTHS: Final = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec"
)
_MONTH: Final = re.compile(rf"(?<![a-z])(?:{_MONTHS})(?![a-z])", re.IGNORECASE)
_ID: Final = re.compile(r"(?<![0-9A-Za-z])(?=[A-Za-z]*+[0-9])(?=[0-9]*+[A-Za-z])[0-9A-Za-z]{16,}+")
_DIGITS: Final = re.compile(r"\d+")
_NUMBER, _TOKEN, _ANY = "{n}", "{id}", "{}"


class Canonical(NamedTuple):
    url: str
    origin: str
    path: str  # with its query

    @property
    def key(self) -> int:
        return key_of(self.url)


class LinkBase:
    """The URL that the addresses in a page are relative to: canonical itself."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._origin = origin_in(url)
        self._root = f"{self._origin}/"
        self._folder = url[len(self._origin) :].partition("?")[0].rpartition("/")[0] + "/"

    def resolve(self, written: str) -> Canonical | None:
        """Return `canonical(written, base)`."""
        if len(written) > LONGEST:
            return canonical.__wrapped__(written, self.url)  # a hostile page has megabytes of them: not cached
        if written[:1] == "/" or written.startswith(self._root):
            return _of_site(self._origin, written)
        plain = written.partition("#")[0]
        if not _is_simple(plain):
            return canonical(written, self.url)
        path = self._folder + plain
        return Canonical(self._origin + path, self._origin, path)


def _is_simple(path: str) -> bool:
    return _SIMPLE.fullmatch(path) is not None and "/." not in path


@lru_cache(maxsize=32_768)
def _of_site(origin: str, written: str) -> Canonical | None:
    """Return the canonical form of an address that is the same on all pages of a site: many pages link to it."""
    path = written.removeprefix(origin).partition("#")[0]
    return Canonical(origin + path, origin, path) if _is_simple(path) else canonical(written, f"{origin}/")


@lru_cache(maxsize=16_384)
def canonical(written: str, base: str = "") -> Canonical | None:
    """Return the canonical form of an address in a page at `base`; None unless it is http(s)."""
    if len(written) > _LONGEST_READ or not written.strip():
        return None
    try:
        href: str = ada_url.join_url(base, written) if base else ada_url.normalize_url(written)
    except ValueError:  # UnicodeEncodeError too
        return None
    scheme, _, rest = href.partition("#")[0].partition("://")
    authority, _, path = rest.partition("/")
    host = authority.rpartition("@")[2]
    if scheme not in _WEB or not host:
        return None
    if "%" in path:
        path = _ESCAPE.sub(_unescaped, path)
    origin, path = f"{scheme}://{host}", "/" + (path[:-1] if path.find("?") == len(path) - 1 >= 0 else path)
    return Canonical(origin + path, origin, path)


def too_long(written: str, base: str) -> str:
    """Return the beginning of an http(s) address that is too long to parse; "" for others."""
    start = written.translate(_NOT_READ).strip()[:LONGEST]
    if len(written) <= _LONGEST_READ or _OTHER_SCHEME.match(start):
        return ""
    found = canonical(start.rpartition("%")[0] if "%" in start[-2:] else start, base)
    return found.url[:LONGEST] if found else ""


def key_of(url: str) -> int:
    """Return a 64-bit hash of a URL; among a million URLs a collision has odds of 1 in 37 million."""
    return _key_of(url) if len(url) <= LONGEST else _key_of.__wrapped__(url)


@lru_cache(maxsize=32_768)
def _key_of(url: str) -> int:
    from hashlib import blake2b  # noqa: PLC0415  # brings OpenSSL; the window imports this module at the start

    return int.from_bytes(blake2b(url.encode("utf-8", "replace"), digest_size=8).digest(), "big", signed=True)


def _unescaped(found: re.Match[str]) -> str:
    letter = chr(int(found[1], 16))
    return letter if letter in _UNRESERVED else found[0].upper()


def without_session(url: str) -> str:
    """Remove session ids from a URL."""
    start, question, query = url.partition("?")
    if ";" in start:
        start = _SESSION_PATH.sub("", start)
    if "(" in start:
        start = _SESSION_FOLDER.sub("", start)
    if question:
        parts = query.split("&")
        query = "&".join(part for part in parts if not _is_session(*part.split("=", 1)))
    return f"{start}?{query}" if query else start


def _is_session(name: str, value: str = "") -> bool:
    """Return True for the id of a session; a short `sid` may as well be that of a story."""
    return name.lower() in _SESSIONS and _SESSION_VALUE.fullmatch(value) is not None


def pattern_of(path: str) -> str:
    """Replace numbers, months, ids and values in a path by placeholders."""
    start, question, query = path.partition("?")
    start = _DIGITS.sub(_NUMBER, _ID.sub(_TOKEN, _MONTH.sub(_NUMBER, start)))
    if not question:
        return start
    names = sorted({part.partition("=")[0] for part in query.split("&")})
    return start + "?" + "&".join(f"{_DIGITS.sub(_NUMBER, name)}={_ANY}" for name in names[:32])


def has_open_value(pattern: str) -> bool:
    """Return True if URLs of a pattern differ in query values or ids, which say nothing about the site's structure."""
    return "?" in pattern or _TOKEN in pattern


MOST_PARTS: Final = 40
_REPEATS: Final = 3


def repeated_period(path: str) -> int:
    """Return the period of parts of a path that repeat three times in a row: 1, 2 or 3; 0 if none do."""
    parts = path.partition("?")[0].strip("/").split("/")
    for period in (1, 2, 3):
        length = period * _REPEATS
        for start in range(len(parts) - length + 1):
            unit = parts[start : start + period]
            if any(unit) and parts[start : start + length] == unit * _REPEATS and not all(map(str.isdigit, unit)):
                return period
    return 0


def is_too_deep(path: str) -> bool:
    """Return True if a path has more parts than any site needs."""
    return path.partition("?")[0].count("/") > MOST_PARTS
