"""The only tokenizer: splits bytes into lines, and a line into a field, a value and a comment with spans.

Matching, highlighting, linting, completion and the Pygments lexer all use `parse_line`; what differs between crawlers
is data in a `LineSyntax`. `GOOGLE_LINES` does what google/robotstxt does (robots.cc, commit 22b355f); the marks L1–L9,
K1–K5 and R1–R6 in the tests name the statements one by one.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import IntFlag, StrEnum
from functools import lru_cache
from itertools import chain, islice, repeat
from typing import NamedTuple

from msgspec import Struct, field

LINE_END = re.compile(rb"\r\n|\r|\n")
UTF8_BOM = b"\xef\xbb\xbf"


class Field(StrEnum):
    """The meaning of a field name to the crawler that reads it."""

    USER_AGENT = "user-agent"
    ALLOW = "allow"
    DISALLOW = "disallow"
    SITEMAP = "sitemap"
    MEMBER = "member"  # ends a run of user-agent lines without being a rule: crawl-delay, for some crawlers
    UNUSED = "unused"  # known to the field's documents, without effect on verdicts: crawl-delay, host, noindex …
    UNKNOWN = "unknown"


class LineFlag(IntFlag):
    """Facts about one line, as Google's parsing reporter names them (reporting_robots.h)."""

    EMPTY = 1
    HAS_COMMENT = 2
    COMMENT_ONLY = 4
    DIRECTIVE = 8
    TYPO = 16
    TOO_LONG = 32
    MISSING_COLON = 64


class Span(NamedTuple):
    """A half-open range of bytes, counted from the start of the line."""

    start: int
    end: int


class Line(NamedTuple):
    """One line as a crawler reads it, with the byte offsets of its parts in the line as written.

    `key` and `value` are empty if the line has no field; `comment_start` is -1 if it has no comment.
    """

    field: Field
    key: bytes
    value: bytes
    flags: LineFlag
    key_start: int
    separator_start: int
    separator_end: int
    value_start: int
    comment_start: int
    comment_end: int

    @property
    def is_rule(self) -> bool:
        """True for an Allow or Disallow line."""
        return self.field is Field.ALLOW or self.field is Field.DISALLOW

    @property
    def is_canonical(self) -> bool:
        """True if the field name is spelled as in the standard, so that every crawler reads it alike."""
        return self.key.lower() == self.field.encode()

    @property
    def key_span(self) -> Span:
        return Span(self.key_start, self.key_start + len(self.key))

    @property
    def separator_span(self) -> Span:
        """Span of the colon, or of the blanks in its place."""
        return Span(self.separator_start, self.separator_end)

    @property
    def value_span(self) -> Span:
        return Span(self.value_start, self.value_start + len(self.value))

    @property
    def comment_span(self) -> Span:
        """Span of the comment with its `#`; empty if there is none."""
        return Span(self.comment_start, self.comment_end) if self.comment_start >= 0 else Span(0, 0)


class LineSyntax(Struct, frozen=True, eq=False):
    """The syntax by which one family of crawlers tokenizes a line.

    `blanks` are the bytes stripped around line, key and value; `max_bytes` cuts a line, None for no limit;
    `nul_ends_line` is literal; with `blank_separates` a missing colon is accepted between exactly two words. `names`
    maps the accepted field names to fields, compared as a prefix if `by_prefix`; `typos` are the accepted misspellings
    among them. `read` replaces the whole tokenizer for a crawler that works differently, and `also_ends` matches what
    ends a line besides LF, CR and CRLF. `known_lines` and `known_keys` are caches: a keystroke costs one line.
    """

    id: str
    blanks: bytes
    max_bytes: int | None
    nul_ends_line: bool
    blank_separates: bool
    by_prefix: bool
    names: tuple[tuple[bytes, Field], ...]
    typos: frozenset[bytes] = frozenset()
    unused: frozenset[bytes] = frozenset()
    read: Callable[[bytes, "LineSyntax"], Line] | None = None
    also_ends: re.Pattern[bytes] | None = None
    known_lines: dict[bytes, Line] = field(default_factory=dict)
    known_keys: dict[bytes, tuple[Field, bytes]] = field(default_factory=dict)


# reporting_robots.cc, kUnsupportedTags; compared whole, case-insensitively.
KNOWN_UNUSED = frozenset(
    {
        b"clean-param",
        b"content-signal",
        b"content-usage",
        b"crawl-delay",
        b"domain",
        b"host",
        b"noarchive",
        b"nofollow",
        b"noindex",
        b"request-rate",
        b"revisit-after",
        b"visit-time",
    }
)

_STANDARD_NAMES = (
    (b"user-agent", Field.USER_AGENT),
    (b"allow", Field.ALLOW),
    (b"disallow", Field.DISALLOW),
    (b"sitemap", Field.SITEMAP),
)

_GOOGLE_TYPOS = (
    (b"useragent", Field.USER_AGENT),
    (b"user agent", Field.USER_AGENT),
    (b"dissallow", Field.DISALLOW),
    (b"dissalow", Field.DISALLOW),
    (b"disalow", Field.DISALLOW),
    (b"diasllow", Field.DISALLOW),
    (b"disallaw", Field.DISALLOW),
    (b"site-map", Field.SITEMAP),
)

GOOGLE_LINES = LineSyntax(
    id="google",
    blanks=b" \t\v\f\r\n",
    max_bytes=2083 * 8 - 1,
    nul_ends_line=True,
    blank_separates=True,
    by_prefix=True,
    names=_STANDARD_NAMES + _GOOGLE_TYPOS,
    typos=frozenset(name for name, _ in _GOOGLE_TYPOS),
    unused=KNOWN_UNUSED,
)

RFC_LINES = LineSyntax(
    id="rfc9309",
    blanks=b" \t",
    max_bytes=None,
    nul_ends_line=False,
    blank_separates=False,
    by_prefix=False,
    names=_STANDARD_NAMES,
    unused=KNOWN_UNUSED,
)

_HASH, _CR = ord("#"), ord("\r")  # `in` is much faster for an int than for a one-byte string
_LONGEST_KEPT, _MOST_KEPT, _MOST_KEYS = 512, 65536, 256
_TWO_WORDS = re.compile(rb"[^ \t]++([ \t]++)[^ \t]++\Z")

# Plain integers: the members of an IntFlag take a microsecond to combine, and this runs for every line.
_EMPTY, _HAS_COMMENT, _COMMENT_ONLY = int(LineFlag.EMPTY), int(LineFlag.HAS_COMMENT), int(LineFlag.COMMENT_ONLY)
_DIRECTIVE, _DIRECTIVE_TYPO = int(LineFlag.DIRECTIVE), int(LineFlag.DIRECTIVE | LineFlag.TYPO)
_TOO_LONG, _MISSING_COLON = int(LineFlag.TOO_LONG), int(LineFlag.MISSING_COLON)


class _Flags(dict[int, LineFlag]):
    """Cache of flags by their bits: a file has few of the 128 combinations, and each is slow to make."""

    def __missing__(self, bits: int) -> LineFlag:
        return self.setdefault(bits, LineFlag(bits))


class _LinesWithoutField(dict[int, Line]):
    """Cache of lines without a field, by their flags."""

    def __missing__(self, bits: int) -> Line:
        return self.setdefault(bits, Line(Field.UNKNOWN, b"", b"", _FLAGS[bits], 0, 0, 0, 0, -1, -1))


_FLAGS, _WITHOUT_ANYTHING = _Flags(), _LinesWithoutField()
_PLAIN = _FLAGS[_DIRECTIVE]


def lines_in(body: bytes) -> int:
    """Count the lines that begin in some bytes; CR, LF and CR LF end one."""
    ends = body.count(b"\n") + body.count(b"\r") - body.count(b"\r\n")
    return ends + (1 if body and not body.endswith((b"\n", b"\r")) else 0)


def line_end_of(body: bytes) -> bytes:
    """Return the first line end of a file; LF if it has none."""
    found = LINE_END.search(body)
    return found[0] if found else b"\n"


def split_lines(body: bytes) -> list[bytes]:
    """Return the lines of a file without their ends: only LF, CR and CRLF end a line (RFC 9309 section 2.2, EOL).

    A file that ends in a line end has one more, empty, line.
    """
    return with_lf(body).split(b"\n")


def first_lines(body: bytes, most: int) -> bytes:
    """Return at most the first `most` lines with their ends; the same object if there are no more."""
    if len(body) < most or body.count(b"\n") + body.count(b"\r") < most:
        return body
    last = next(islice(LINE_END.finditer(body), most - 1, None), None)
    return body if last is None else body[: last.end()]


def with_lf(body: bytes) -> bytes:
    """Convert all line ends to LF."""
    return body.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if _CR in body else body


def split_further(raws: list[bytes], also_ends: re.Pattern[bytes], first: int = 1) -> tuple[list[bytes], Iterator[int]]:
    """Split lines at a crawler's additional line ends; also return the original line number of each part."""
    pieces = [also_ends.split(raw) for raw in raws]
    numbers = chain.from_iterable(map(repeat, range(first, first + len(raws)), map(len, pieces)))
    return list(chain.from_iterable(pieces)) if len(pieces) > 1 else pieces[0], numbers


def parse_line(raw: bytes, syntax: LineSyntax = GOOGLE_LINES) -> Line:
    """Tokenize one line, given without its line end. Never raises, whatever the bytes."""
    return syntax.known_lines.get(raw) or _parse(raw, syntax)


def parse_lines(raws: Iterable[bytes], syntax: LineSyntax) -> list[Line]:
    known = syntax.known_lines.get
    return [known(raw) or _parse(raw, syntax) for raw in raws]


Statement = tuple[int, Field, bytes]
"""A line that can affect groups: its 1-based number, its field and its value.

UNKNOWN stands for an empty line, which ends a record in some dialects.
"""


def statements(lines: Iterable[tuple[int, bytes]], syntax: LineSyntax) -> Iterator[Statement]:
    """Yield the statements among numbered lines, none of which is cut.

    A verdict needs nothing else, and the lines as `parse_line` returns them take three times as long.
    """
    user_agent, allow, disallow, member = Field.USER_AGENT, Field.ALLOW, Field.DISALLOW, Field.MEMBER
    known, blanks, starts = syntax.known_keys.get, syntax.blanks, _first_letters(syntax)
    for number, raw in lines:
        key, colon, value = raw.partition(b":")
        usual = known(key)
        if usual and colon and _HASH not in value:
            field = usual[0]
            if field is disallow or field is allow or field is user_agent or field is member:
                yield number, field, value.strip(blanks)
        elif not raw:
            yield number, Field.UNKNOWN, b""
        elif raw.lstrip(blanks)[:1] in starts:
            yield from statements_of(((number, parse_line(raw, syntax)),))


def statements_for(path: bytes, text: bytes, syntax: LineSyntax) -> Iterator[Statement]:
    """Yield the statements of a text that can affect a verdict on a path, numbered by the byte where their line begins.

    A run of rules that begin with another letter than the path is one MEMBER. For crawlers that read over empty lines
    and compare a path from its start; none of the lines is cut.
    """
    known, blanks, member, unused = syntax.known_keys.get, syntax.blanks, Field.MEMBER, Field.UNUSED
    for found in _lines_for(path[1:2], syntax).finditer(b"\n" + text):  # each begins with the end of the line before
        raw = found[1]
        if raw is None:
            yield found.start(), member, b""
            continue
        key, colon, value = raw.partition(b":")
        usual = known(key)
        if usual and colon and usual[0] is not unused and _HASH not in value:
            yield found.start(), usual[0], value.strip(blanks)
        else:
            yield from statements_of(((found.start(), parse_line(raw, syntax)),))


_LETTERS = b"abcdefghjklmnopqrstuvwxyzABCDEFGHJKLMNOPQRSTUVWXYZ0123456789_.?-"  # without i: /index.html may mean /


@lru_cache(maxsize=256)
def _lines_for(second: bytes, syntax: LineSyntax) -> re.Pattern[bytes]:
    """Return a pattern for the lines that matter to paths with this second byte, and for runs of rules that do not."""
    others = _LETTERS.replace(second, b"") if second else _LETTERS
    starts = b"".join({name[:1] + name[:1].upper() for name, field in syntax.names if field is not Field.SITEMAP})
    rule = rb"(?:Disallow|Allow|disallow|allow): ?/[%b][^\n]*+" % others
    return re.compile(rb"\n(?:(?>%b(?:\n%b){0,999})|([ \t\v\f\r]*+[%b][^\n]*+))" % (rule, rule, starts))


def statements_of(lines: Iterable[tuple[int, Line]]) -> Iterator[Statement]:
    """Yield the statements among numbered lines."""
    return ((number, line.field, line.value) for number, line in lines if _can_affect_groups(line))


def _can_affect_groups(line: Line) -> bool:
    field = line.field
    if field is Field.UNKNOWN:
        return bool(int.__and__(line.flags, _EMPTY))
    return field is not Field.UNUSED and field is not Field.SITEMAP


def _parse(raw: bytes, syntax: LineSyntax) -> Line:
    line = _read(raw, syntax) if syntax.read is None else syntax.read(raw, syntax)
    if len(raw) <= _LONGEST_KEPT:
        if len(syntax.known_lines) >= _MOST_KEPT:
            syntax.known_lines.clear()
        syntax.known_lines[raw] = line
    return line


def _read(raw: bytes, syntax: LineSyntax) -> Line:
    flags, text, comment_start, comment_end = 0, raw, -1, -1
    if _HASH in raw or 0 in raw or len(raw) > _LONGEST_KEPT:
        flags, text, comment_start, comment_end = _readable(raw, syntax)
    else:
        separator = raw.find(b":")
        known = syntax.known_keys.get(raw[:separator]) if separator > 0 else None
        if known:
            return _read_usual(raw, separator, known, syntax.blanks)
    blanks = syntax.blanks
    stripped = text.strip(blanks)
    if not stripped:
        return _without_field(flags | (_COMMENT_ONLY if comment_start >= 0 else _EMPTY), comment_start, comment_end)
    start = 0 if stripped is text else len(text) - len(text.lstrip(blanks))
    separator = stripped.find(b":")
    separator_end = separator + 1
    if separator < 0:
        separator, separator_end = _blank_separator(stripped) if syntax.blank_separates else (0, 0)
        flags |= _MISSING_COLON
    key = stripped[:separator].rstrip(blanks)
    if not key:
        return _without_field(flags & ~_MISSING_COLON, comment_start, comment_end)
    value = stripped[separator_end:].lstrip(blanks)
    meaning, is_typo = field_of(key, syntax)
    line_flags = _FLAGS[flags | (_DIRECTIVE_TYPO if is_typo else _DIRECTIVE)]
    is_usual = line_flags is _PLAIN and meaning is not Field.UNKNOWN and start == 0 and separator == len(key)
    if is_usual and len(syntax.known_keys) < _MOST_KEYS:
        syntax.known_keys[key] = (meaning, key)
    return Line(
        meaning,
        key,
        value,
        line_flags,
        start,
        start + separator,
        start + separator_end,
        start + len(stripped) - len(value),
        comment_start,
        comment_end,
    )


def _read_usual(raw: bytes, separator: int, known: tuple[Field, bytes], blanks: bytes) -> Line:
    """Read the most common line: no comment, and a field name seen before, directly before its colon."""
    meaning, key = known
    rest = raw[separator + 1 :]
    value = rest.strip(blanks)
    value_start = separator + 1 + (rest.find(value) if value else 0)
    parts = (meaning, key, value, _PLAIN, 0, separator, separator + 1, value_start, -1, -1)
    return tuple.__new__(Line, parts)  # twice as fast as Line(…), and called for every line


def _readable(raw: bytes, syntax: LineSyntax) -> tuple[int, bytes, int, int]:
    """Return (flags, the part before any comment, where a comment starts or -1, where it ends)."""
    flags, end = 0, len(raw)
    if syntax.max_bytes is not None and end > syntax.max_bytes:
        flags, end = _TOO_LONG, syntax.max_bytes
    if syntax.nul_ends_line:
        nul = raw.find(b"\0", 0, end)
        end = end if nul < 0 else nul
    comment = raw.find(b"#", 0, end)
    if comment < 0:
        return flags, raw[:end], -1, -1
    return flags | _HAS_COMMENT, raw[:comment], comment, end


def _without_field(flags: int, comment_start: int, comment_end: int) -> Line:
    if comment_start < 0:
        return _WITHOUT_ANYTHING[flags]
    return Line(Field.UNKNOWN, b"", b"", _FLAGS[flags], 0, 0, 0, 0, comment_start, comment_end)


def _blank_separator(text: bytes) -> tuple[int, int]:
    """Return the span of the blanks that replace the colon, if the line has exactly two words."""
    words = _TWO_WORDS.match(text)
    return words.span(1) if words else (0, 0)


@lru_cache(maxsize=64)
def _first_letters(syntax: LineSyntax) -> bytes:
    """Return the bytes with which a field can begin."""
    if syntax.read:
        return bytes(byte for byte in range(256) if byte != _HASH)
    letters = bytes({name[0] for name, _ in syntax.names})
    return letters + letters.upper()


_LONGEST_FIELD = 100
"""No field has as long a name; a cache keeps no longer ones, whose megabytes hostile files may have."""


def field_of(key: bytes, syntax: LineSyntax) -> tuple[Field, bool]:
    """Return what a field name means in a syntax, and True if it is one of its accepted misspellings."""
    return _field_of(key[:_LONGEST_FIELD], syntax)


@lru_cache(maxsize=1024)
def _field_of(key: bytes, syntax: LineSyntax) -> tuple[Field, bool]:
    lowered = key.lower()
    if key[:1] in _first_letters(syntax):
        for name, meaning in syntax.names:
            if lowered == name or (syntax.by_prefix and lowered.startswith(name)):
                return meaning, name in syntax.typos
    return (Field.UNUSED if lowered in syntax.unused else Field.UNKNOWN), False


_ONE_DIRECTIVE, _DIRECTIVE_AND_COMMENT = LineFlag.DIRECTIVE, LineFlag.DIRECTIVE | LineFlag.HAS_COMMENT
_COMMENT = LineFlag.HAS_COMMENT | LineFlag.COMMENT_ONLY
_NO_COMMENT = Span(-1, -1)


def uncommented(raw: bytes) -> tuple[bytes, Span]:
    """Return a line up to its first hash, and the span of the comment."""
    at = raw.find(b"#")
    return (raw, _NO_COMMENT) if at < 0 else (raw[:at], Span(at, len(raw)))


def without_field(comment: Span, *, is_empty: bool) -> Line:
    """Make a line without a field; `is_empty` for one that may end a record."""
    flags = LineFlag.EMPTY if is_empty else _COMMENT if comment.start >= 0 else LineFlag(0)
    return Line(Field.UNKNOWN, b"", b"", flags, 0, 0, 0, 0, *comment)


Part = tuple[int, bytes]
"""The byte at which a part of a line starts, and the part."""


def field_line(meaning: Field, key: Part, separator: Span, value: Part, comment: Span) -> Line:
    flags = _ONE_DIRECTIVE if comment.start < 0 else _DIRECTIVE_AND_COMMENT
    return Line(meaning, key[1], value[1], flags, key[0], *separator, value[0], *comment)
