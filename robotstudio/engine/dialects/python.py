"""Python's urllib.robotparser: as it was up to 3.12, and rewritten for RFC 9309 (gh-138907)."""

import re

from robotstudio.engine.dialects.model import RULES_AND_MEMBERS, Clause, Dialect, clauses
from robotstudio.engine.groups import GLOBAL, Group, GroupIndex, Locality, blank_separated_when_closed
from robotstudio.engine.names import first_global, lowered_value
from robotstudio.engine.paths import NO_PATH, ROBOTS_TXT, decoded, decoded_text, encoded, mended
from robotstudio.engine.patterns import LITERAL
from robotstudio.engine.precedence import FIRST, FURTHEST
from robotstudio.engine.tokens import Field, Line, LineSyntax, Span, field_line, field_of, uncommented, without_field
from robotstudio.engine.unicode_text import ALSO_ENDS, lowered, stripped
from robotstudio.engine.urls import UrlParts, is_malformed, joined, split_url, without_empty_parts

_CLASSIC = "https://github.com/python/cpython/blob/v3.11.7/Lib/urllib/robotparser.py"
_REWRITTEN = "https://github.com/python/cpython/blob/055a953/Lib/urllib/robotparser.py"
_SLASH = b"/"

_STARS = re.compile(rb"\*{2,}")
_BEHIND_DOLLAR = re.compile(rb"\$[$*]+")
_NO_SPECIAL = re.compile(rb"[^*$]+")
_NO_SPECIAL_OR_DELIMITER = re.compile(rb"[^=&*$]+")
_NO_DELIMITER = re.compile(rb"[^=&]+")
_ANYTHING = re.compile(rb".+", re.DOTALL)


def read_python_line(raw: bytes, syntax: LineSyntax) -> Line:
    """A field name up to the first colon, exact but for its case; only a line without any byte is empty."""
    text, comment = uncommented(raw)
    at, line = stripped(text)
    name, colon, rest = line.partition(b":")
    if not colon:
        return without_field(comment, is_empty=not raw)
    key, (skipped, value) = stripped(name)[1], stripped(rest)
    separator = Span(at + len(name), at + len(name) + 1)
    return field_line(field_of(key, syntax)[0], (at, key), separator, (separator.end + skipped, value), comment)


def unquoted_value(value: bytes) -> tuple[bytes, ...]:
    """The value in lower case, with %xx decoded."""
    return (lowered(decoded_text(value)),)


def select_first_substring(index: GroupIndex, token: bytes) -> tuple[Group, ...]:
    """The first record of which a value is a part of the robot's name; one that names `*` is for all others only."""
    name = lowered(token.split(_SLASH, 1)[0])
    for group in index.groups:
        if not group.is_global and any(agent.token in name for agent in group.agents):
            return (group,)
    return ()


def select_exact_then_substring(index: GroupIndex, token: bytes) -> tuple[Group, ...]:
    """All groups of the whole name; else those of the first value whose first group names a part of it."""
    exact = index.by_token.get(lowered(token))
    if exact:
        return exact
    name = lowered(token.split(_SLASH, 1)[0])
    holders: dict[bytes, set[int]] = {}  # of each value, as written, that is a part of the name
    for group in index.groups:
        for agent in group.agents:
            if agent.written != GLOBAL and lowered(agent.written) in name:
                holders.setdefault(agent.written, set()).add(id(group))
    for groups in index.by_token.values() if holders else ():
        # Of groups that are merged, the values are left that stand in each.
        if any(all(id(group) in having for group in groups) for having in holders.values()):
            return groups
    return ()


def quoted_path_of(url: bytes) -> bytes:
    """Decoded before it is split, then encoded; a fragment belongs to it, an empty query does not."""
    parts = without_empty_parts(split_url(decoded_text(mended(url))))
    return encoded(joined(parts._replace(scheme=b"", host=None)), _SLASH) or _SLASH


def quoted_pattern(value: bytes) -> bytes:
    """Decoded, split and joined like a URL, then encoded: an empty query goes, and `*` and `$` are themselves."""
    return encoded(joined(without_empty_parts(split_url(decoded_text(value)))), _SLASH)


def requoted_path_of(url: bytes) -> bytes:
    """Split first, then path and query decoded and encoded apart, with the fragment; nothing if the host is wrong."""
    parts = split_url(url)
    if is_malformed(parts.host):
        return NO_PATH
    path = b"//" + parts.path if parts.path.startswith(b"//") else parts.path
    text = joined(UrlParts(b"", None, path, parts.query, parts.fragment))
    return _requoted(text, _ANYTHING, _NO_DELIMITER) or _SLASH


def requoted_pattern(value: bytes) -> bytes | None:
    """Decoded and encoded around `*` and `$`; a rule with a `$` anywhere but at its end is dropped."""
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

PYTHON = Dialect(
    id="python",
    title="Python up to 3.12",
    checked_on="2026-11-20",
    lines=_LINES,
    recode=mended,
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
    clauses=clauses(Clause("Python 3.11: urllib.robotparser", _CLASSIC)),
)

PYTHON_RFC9309 = Dialect(
    id="python-rfc9309",
    title="Python with RFC 9309",
    checked_on="2026-11-20",
    lines=_LINES,
    closing=RULES_AND_MEMBERS,
    tokens_of=lowered_value,
    select=select_exact_then_substring,
    path_of=requoted_path_of,
    pattern_of=requoted_pattern,
    precedence=FURTHEST,
    always_allowed=frozenset({ROBOTS_TXT}),
    clauses=clauses(Clause("Python: urllib.robotparser (gh-138907)", _REWRITTEN)),
)
