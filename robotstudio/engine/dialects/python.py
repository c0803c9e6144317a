"""Python's urllib.robotparser in its four readings, and which release of Python has which.

Two changes made them: since gh-67693 `urllib.parse` joins a path that starts with two slashes differently, and
gh-138907 rewrote the parser for RFC 9309. Each was made on several branches, so a higher version can have an older
reading.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from types import MappingProxyType

from msgspec.structs import replace

from robotstudio.engine.dialects.model import FIRST, FURTHEST, RULES_AND_MEMBERS, Clause, Dialect, clauses
from robotstudio.engine.groups import GLOBAL, Group, GroupIndex, Locality, blank_separated_when_closed
from robotstudio.engine.names import first_global, lowered_value
from robotstudio.engine.paths import NO_PATH, ROBOTS_TXT, decoded, decoded_text, encoded, valid_utf8
from robotstudio.engine.patterns import LITERAL
from robotstudio.engine.tokens import Field, Line, LineSyntax, Span, field_line, field_of, uncommented, without_field
from robotstudio.engine.unicode_text import ALSO_ENDS, lowered, stripped
from robotstudio.engine.urls import (
    UrlParts,
    is_malformed,
    joined,
    joined_with_empty_host,
    split_url,
    without_empty_parts,
)

_SOURCE = "https://github.com/python/cpython/blob/{tag}/Lib/urllib/robotparser.py"
_SLASH = b"/"

_CLASSIC, _SLASHES, _NO_EMPTY_QUERY, _REWRITTEN = "python", "python-3.12.4", "python-3.13.14", "python-rfc9309"
READINGS: Mapping[tuple[int, int], Mapping[int, str]] = MappingProxyType(
    {
        (3, 8): {0: _CLASSIC, 20: _SLASHES},
        (3, 9): {0: _CLASSIC, 20: _SLASHES},
        (3, 10): {0: _CLASSIC, 15: _SLASHES},
        (3, 11): {0: _CLASSIC, 10: _SLASHES},
        (3, 12): {0: _CLASSIC, 4: _SLASHES},
        (3, 13): {0: _SLASHES, 14: _NO_EMPTY_QUERY},
        (3, 14): {0: _SLASHES, 5: _REWRITTEN},
        (3, 15): {0: _REWRITTEN},
    }
)
"""The dialects of each branch of Python, by the first micro release that reads them (Misc/NEWS.d)."""


def dialect_of_release(major: int, minor: int, micro: int) -> str | None:
    """Return the dialect of a Python release: that of the newest branch for newer ones, None before 3.8."""
    newest = max(READINGS)
    branch = READINGS[newest] if (major, minor) > newest else READINGS.get((major, minor))
    return next((dialect for first, dialect in reversed([*branch.items()]) if micro >= first), None) if branch else None


def releases_of(dialect: str) -> str:
    """List the releases that read this dialect, such as `3.12.4+, 3.13.0–3.13.13`."""
    return ", ".join(_ranges(dialect))


def _ranges(dialect: str) -> Iterator[str]:
    for (major, minor), readings in READINGS.items():
        for first, following in zip_longest(readings, list(readings)[1:]):
            if readings[first] == dialect:
                last = "+" if following is None else f"–{major}.{minor}.{following - 1}"
                yield f"{major}.{minor}.{first}{last}"


_STARS = re.compile(rb"\*{2,}")
_BEHIND_DOLLAR = re.compile(rb"\$[$*]+")
_NO_SPECIAL = re.compile(rb"[^*$]+")
_NO_SPECIAL_OR_DELIMITER = re.compile(rb"[^=&*$]+")
_NO_DELIMITER = re.compile(rb"[^=&]+")
_ANYTHING = re.compile(rb".+", re.DOTALL)


def read_python_line(raw: bytes, syntax: LineSyntax) -> Line:
    """Read a field name up to the first colon, exact but for case; only a line of no bytes at all is empty."""
    text, comment = uncommented(raw)
    at, line = stripped(text)
    name, colon, rest = line.partition(b":")
    if not colon:
        return without_field(comment, is_empty=not raw)
    key, (skipped, value) = stripped(name)[1], stripped(rest)
    separator = Span(at + len(name), at + len(name) + 1)
    return field_line(field_of(key, syntax)[0], (at, key), separator, (separator.end + skipped, value), comment)


def unquoted_value(value: bytes) -> tuple[bytes, ...]:
    """Return the value in lower case, with %xx decoded."""
    return (lowered(decoded_text(value)),)


def select_first_substring(index: GroupIndex, token: bytes) -> tuple[Group, ...]:
    """Return the first record with a value that is a substring of the name, unless it also names `*`."""
    name = lowered(token.split(_SLASH, 1)[0])
    for group in index.groups:
        if not group.is_global and any(agent.token in name for agent in group.agents):
            return (group,)
    return ()


def select_exact_then_substring(index: GroupIndex, token: bytes) -> tuple[Group, ...]:
    """Return all groups of the whole name, or those of the first value whose first group names a substring of it."""
    exact = index.by_token.get(lowered(token))
    if exact:
        return exact
    name = lowered(token.split(_SLASH, 1)[0])
    holders: dict[bytes, set[int]] = {}  # ids of groups by value, as written, for substrings of the name
    for group in index.groups:
        for agent in group.agents:
            if agent.written != GLOBAL and lowered(agent.written) in name:
                holders.setdefault(agent.written, set()).add(id(group))
    for groups in index.by_token.values() if holders else ():
        # A merged group keeps only the values that all of its parts contain.
        if any(all(id(group) in having for group in groups) for having in holders.values()):
            return groups
    return ()


def quoted_path_of(url: bytes) -> bytes:
    """Decode the URL before splitting it, then encode; a fragment is kept, an empty query is not."""
    return _quoted_path(url, joined)


def quoted_path_with_empty_host(url: bytes) -> bytes:
    """Like `quoted_path_of`, but two slashes at the start become four."""
    return _quoted_path(url, joined_with_empty_host)


def _quoted_path(url: bytes, join: Callable[[UrlParts], bytes]) -> bytes:
    parts = without_empty_parts(split_url(decoded_text(valid_utf8(url))))
    return encoded(join(parts._replace(scheme=b"", host=None)), _SLASH) or _SLASH


def quoted_pattern(value: bytes) -> bytes:
    """Decode, split and join like a URL, then encode: an empty query goes, and `*` and `$` are literal."""
    return encoded(joined(_pattern_parts(value)), _SLASH)


def quoted_pattern_with_empty_host(value: bytes) -> bytes:
    """Like `quoted_pattern`, but four slashes at the start stay four."""
    return encoded(joined_with_empty_host(_pattern_parts(value)), _SLASH)


def _pattern_parts(value: bytes) -> UrlParts:
    return without_empty_parts(split_url(decoded_text(value)))


def requoted_path_of(url: bytes) -> bytes:
    """Split, then decode and encode path and query separately, with the fragment; empty if the host is malformed."""
    return _requoted_path(split_url(url))


def requoted_path_without_empty_query(url: bytes) -> bytes:
    """Like `requoted_path_of`, but a `?` or `#` with nothing after it is dropped."""
    parts = split_url(url)
    return _requoted_path(parts._replace(query=parts.query or None, fragment=parts.fragment or None))


def _requoted_path(parts: UrlParts) -> bytes:
    if is_malformed(parts.host):
        return NO_PATH
    return _requoted(joined_with_empty_host(parts._replace(scheme=b"", host=None)), _ANYTHING, _NO_DELIMITER) or _SLASH


def requoted_pattern(value: bytes) -> bytes | None:
    """Decode and encode around `*` and `$`; drop a rule with a `$` anywhere but at its end."""
    text = _BEHIND_DOLLAR.sub(b"$", _STARS.sub(b"*", value))
    text = _requoted(text, _NO_SPECIAL, _NO_SPECIAL_OR_DELIMITER)
    return None if b"$" in text[:-1] else text


def _requoted(text: bytes, in_path: re.Pattern[bytes], in_query: re.Pattern[bytes]) -> bytes:
    path, question_mark, query = text.partition(b"?")
    return in_path.sub(_requote, path) + question_mark + in_query.sub(_requote, query)


def _requote(found: re.Match[bytes]) -> bytes:
    return encoded(decoded(found[0]), _SLASH)


_LINES = LineSyntax(
    id="python",
    blanks=b" \t",
    max_bytes=None,
    nul_ends_line=False,
    blank_separates=False,
    by_prefix=False,
    names=(
        (b"user-agent", Field.USER_AGENT),
        (b"allow", Field.ALLOW),
        (b"disallow", Field.DISALLOW),
        (b"sitemap", Field.SITEMAP),
        (b"crawl-delay", Field.MEMBER),
        (b"request-rate", Field.MEMBER),
    ),
    read=read_python_line,
    also_ends=ALSO_ENDS,
)


def _clause(dialect: str, tag: str) -> Clause:
    return Clause(f"urllib.robotparser of Python {releases_of(dialect)}", _SOURCE.format(tag=tag))


PYTHON = Dialect(
    id=_CLASSIC,
    title="Python up to 3.12.3",
    checked_on="2026-11-24",
    lines=_LINES,
    recode=valid_utf8,
    collect=blank_separated_when_closed,
    closing=RULES_AND_MEMBERS,
    tokens_of=unquoted_value,
    select=select_first_substring,
    default_groups=first_global,
    path_of=quoted_path_of,
    pattern_of=quoted_pattern,
    wildcards=LITERAL,
    precedence=FIRST,
    locality=Locality(empty_ends=True),
    clauses=clauses(_clause(_CLASSIC, "v3.11.7")),
)

PYTHON_3_12_4 = replace(
    PYTHON,
    id=_SLASHES,
    title="Python 3.12.4 to 3.14.4",
    path_of=quoted_path_with_empty_host,
    pattern_of=quoted_pattern_with_empty_host,
    clauses=clauses(_clause(_SLASHES, "v3.13.5")),
)

PYTHON_RFC9309 = Dialect(
    id=_REWRITTEN,
    title="Python 3.14.5 and later (RFC 9309)",
    checked_on="2026-11-28",
    lines=_LINES,
    closing=RULES_AND_MEMBERS,
    tokens_of=lowered_value,
    select=select_exact_then_substring,
    path_of=requoted_path_of,
    pattern_of=requoted_pattern,
    precedence=FURTHEST,
    always_allowed=frozenset({ROBOTS_TXT}),
    clauses=clauses(_clause(_REWRITTEN, "v3.14.8")),
)

PYTHON_3_13_14 = replace(
    PYTHON_RFC9309,
    id=_NO_EMPTY_QUERY,
    title="Python 3.13.14 and later 3.13 (RFC 9309)",
    checked_on="2026-11-24",
    path_of=requoted_path_without_empty_query,
    clauses=clauses(_clause(_NO_EMPTY_QUERY, "v3.13.15")),
)
