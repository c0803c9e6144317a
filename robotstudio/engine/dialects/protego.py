"""Protego 0.7, the parser that Scrapy uses."""

from msgspec.structs import replace

from robotstudio.engine.dialects.model import RULES_AND_MEMBERS, Clause, Dialect, clauses
from robotstudio.engine.groups import GLOBAL, Group, GroupIndex, Rule
from robotstudio.engine.paths import ROBOTS_TXT, decoded, encoded, valid_utf8
from robotstudio.engine.tokens import Field, Line, LineSyntax, Span, field_line, uncommented, without_field
from robotstudio.engine.unicode_text import ALSO_ENDS, lowered, stripped, words
from robotstudio.engine.urls import split_url

_SOURCE = "https://github.com/scrapy/protego/tree/81f1b35/src/protego"

_DISALLOW = (b"disallow", b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw")
_MEMBERS = (b"crawl-delay", b"crawl delay", b"request-rate", b"request rate", b"visit-time", b"visit time")
_NAMES = (
    *((name, Field.USER_AGENT) for name in (b"user-agent", b"useragent", b"user agent")),
    (b"allow", Field.ALLOW),
    *((name, Field.DISALLOW) for name in _DISALLOW),
    *((name, Field.SITEMAP) for name in (b"sitemap", b"sitemaps", b"site-map")),
    *((name, Field.MEMBER) for name in _MEMBERS),
    (b"host", Field.UNUSED),
)
_FIELDS = dict(_NAMES)
_MOST_WORDS = 2
_WITH_PARAMETERS = frozenset(
    b" ftp hdl prospero http imap https shttp rtsp rtsps rtspu sip sips mms sftp tel".split(b" ")
)
"""Schemes for which `urlparse`, which Protego calls, removes `;…` from the path."""


def read_protego_line(raw: bytes, _syntax: LineSyntax) -> Line:
    """Read a known field before the first colon or in the first words; an unknown field ends a run too."""
    text, comment = uncommented(raw)
    at, line = stripped(text)
    if not line:
        return without_field(comment, is_empty=comment.start < 0)
    name, colon, rest = line.partition(b":")
    key, (skipped, value) = stripped(name)[1], stripped(rest)
    separator = Span(at + len(name), at + len(name) + len(colon))
    meaning = _FIELDS.get(lowered(key)) if colon else None
    if meaning is None and not (colon and (skipped or not rest)):
        in_words = _read_words(line, at, comment)
        if in_words or not colon:
            return in_words or without_field(comment, is_empty=False)
    return field_line(meaning or Field.MEMBER, (at, key), separator, (separator.end + skipped, value), comment)


def _read_words(line: bytes, at: int, comment: Span) -> Line | None:
    """Read a line that starts with the words of a known field."""
    split = words(line)
    for count in range(1, _MOST_WORDS + 1):
        key, value = b" ".join(split[:count]), b" ".join(split[count:])
        meaning = _FIELDS.get(lowered(key))
        if meaning:
            end = line.index(split[count - 1], len(key) - len(split[count - 1])) + len(split[count - 1])
            start = line.index(split[count], end) if value else len(line)
            return field_line(meaning, (at, line[:end]), Span(at + end, at + start), (at + start, value), comment)
    return None


def with_and_without_stars(value: bytes) -> tuple[bytes, ...]:
    """Return the value in lower case and, if it has stars but is not `*`, also without them."""
    name = lowered(value)
    if name == GLOBAL or b"*" not in name:
        return (name,)
    return tuple(filter(None, (name, name.replace(b"*", b""))))


def select_longest_at_boundary(index: GroupIndex, token: bytes) -> tuple[Group, ...]:
    """Return the groups of the longest value that follows a word boundary in the name; `*` has length 1."""
    name = _text(lowered(stripped(token)[1]))
    best, longest = GLOBAL, 0
    for value in index.by_token:
        length = 1 if value == GLOBAL else _length_at_boundary(_text(value), name)
        if length > longest:
            best, longest = value, length
    return () if best == GLOBAL else index.by_token[best]


def _length_at_boundary(value: str, name: str) -> int:
    at = name.find(value) if value else -1
    while at > 0 and (name[at - 1].isalnum() or name[at - 1] in "-_"):
        at = name.find(value, at + 1)
    return len(value) if at >= 0 else 0


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def protego_path_of(url: bytes) -> bytes:
    """Decode every %xx of path and query but %2F and %25, then encode; robots.txt with any query is robots.txt."""
    parts = split_url(valid_utf8(url).partition(b"#")[0])
    bare = _without_parameters(parts.path) if parts.scheme in _WITH_PARAMETERS else parts.path
    if ROBOTS_TXT in url and bare == ROBOTS_TXT:
        return ROBOTS_TXT
    path = parts.path if parts.query is None else parts.path + b"?" + parts.query
    path = encoded(decoded_but(path, b"/%"), b"/%=")
    path = path if path.startswith(b"/") else b"/" + path
    return b"/robots%2Etxt" if path == ROBOTS_TXT else path  # spelled in another way, which Protego does not recognise


def protego_pattern(value: bytes) -> bytes:
    """Decode and encode like a path, except `*` and a `$` at the end; a whole URL becomes a path."""
    if value.startswith((b"http://", b"https://")):
        value = b"/" + value
    anchor = b"$" if value.endswith(b"$") else b""
    return encoded(decoded_but(value.removesuffix(b"$"), b"/%*"), b"/%=*") + anchor


def decoded_but(text: bytes, kept: bytes) -> bytes:
    """Decode every %xx except those of the bytes in `kept`."""
    return valid_utf8(decoded(text, kept))


def _without_parameters(path: bytes) -> bytes:
    at = path.find(b";", max(path.rfind(b"/"), 0))
    return path if at < 0 else path[:at]


def literal_dollar_and_index_html(rule: Rule) -> tuple[Rule, ...]:
    """Read a rule with `$` also with a literal `$`, and Allow: …/index.html also as its directory."""
    further = []
    literal = protego_pattern(rule.written.replace(b"$", b"%24"))
    if literal != rule.pattern:
        further.append(replace(rule, pattern=literal, rewritten=True))
    if rule.allow and rule.pattern.endswith(b"/index.html"):
        further.append(replace(rule, pattern=rule.pattern.removesuffix(b"index.html") + b"$", rewritten=True))
    return tuple(further)


_LINES = LineSyntax(
    id="protego",
    blanks=b" \t",
    max_bytes=None,
    nul_ends_line=False,
    blank_separates=True,
    by_prefix=False,
    names=_NAMES,
    read=read_protego_line,
    also_ends=ALSO_ENDS,
)

PROTEGO = Dialect(
    id="protego",
    title="Protego (Scrapy)",
    checked_on="2026-11-20",
    lines=_LINES,
    recode=valid_utf8,
    closing=RULES_AND_MEMBERS,
    tokens_of=with_and_without_stars,
    select=select_longest_at_boundary,
    path_of=protego_path_of,
    pattern_of=protego_pattern,
    alternatives=literal_dollar_and_index_html,
    always_allowed=frozenset({ROBOTS_TXT}),
    clauses=clauses(Clause("Protego 0.7.0", _SOURCE)),
)
