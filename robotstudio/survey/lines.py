"""Facts of single lines, cached: the same lines are in most files of the web."""

import re
import sys
from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from hashlib import blake2b
from typing import Final, NamedTuple

from robotstudio.engine.directives import FIELDS, field_name
from robotstudio.engine.tokens import RFC_LINES, Field, Line, LineFlag, parse_line

_MOST_KEPT, _LONGEST_KEPT = 1 << 16, 256
_LONGEST_NAME = 64
_EMPTY, _COMMENT, _ONLY_COMMENT = int(LineFlag.EMPTY), int(LineFlag.HAS_COMMENT), int(LineFlag.COMMENT_ONLY)


class LineKind(IntEnum):
    """Kinds of lines by RFC 9309."""

    EMPTY = 0
    COMMENT = 1
    AGENT = 2
    ALLOW = 3
    DISALLOW = 4
    OTHER = 5
    UNPARSED = 6


class Mistake(StrEnum):
    """Mistakes in a line or a file, in the categories of published surveys."""

    NO_AGENT = "rule above any User-agent line"
    NO_RULE = "User-agent line without a rule"
    SEVERAL_AGENTS = "several names in a User-agent line"
    EMPTY_LINE = "empty line inside a group"
    REPEATED = "duplicate rule in a group"
    MISSPELLED = "misspelled field"
    UNKNOWN = "unknown field"
    NO_COLON = "line without a field"
    WHOLE_URL = "whole URL for a path"
    NO_SLASH = "path without a slash"
    SEVERAL_PATHS = "several paths in a line"
    LINE_ENDS = "line ends other than LF"
    BYTE_ORDER_MARK = "byte order mark"
    WEB_PAGE = "web page"


class Relevance(IntEnum):
    """Part of a file in which a line can affect what is blocked."""

    ANYWHERE = 0
    NOT_NEXT_TO_RULES = 1  # neither directly above nor below a rule
    NOWHERE = 2


class SurveyedLine(NamedTuple):
    """Facts of a line.

    `field` is the name to count, `name` the value of a User-agent line as counted, `path` that of a Disallow line;
    `slip` is a mistake in the line itself. `piece` is its content without comment and spaces, "" if that differs from
    host to host; `digest` is that of the piece. `plain` is an equivalent line for judging `/`, `repeats` means that
    repeating it has no effect, and `relevance` where crawlers use it.
    """

    kind: LineKind
    has_comment: bool
    field: str
    name: str
    path: bytes
    slip: Mistake | None
    piece: bytes
    digest: bytes
    plain: bytes
    repeats: bool
    relevance: Relevance


_KNOWN: dict[bytes, SurveyedLine] = {}


def facts_of_lines(raws: Iterable[bytes]) -> list[SurveyedLine]:
    """Return the facts of lines, which have no line ends."""
    known = _KNOWN.get
    return [known(raw) or _read(raw) for raw in raws]


def _read(raw: bytes) -> SurveyedLine:
    facts = _facts_of(raw, parse_line(raw, RFC_LINES))
    if len(raw) <= _LONGEST_KEPT:
        if len(_KNOWN) >= _MOST_KEPT:
            _KNOWN.clear()
        _KNOWN[raw] = facts
    return facts


_KINDS = {Field.USER_AGENT: LineKind.AGENT, Field.ALLOW: LineKind.ALLOW, Field.DISALLOW: LineKind.DISALLOW}
_OF_HOSTS = frozenset({"sitemap", "host", "license"})
"""Fields whose values contain the host."""
OTHER_FIELD: Final = "other"


def _facts_of(raw: bytes, line: Line) -> SurveyedLine:
    flags = int(line.flags)
    kind = _kind_of(line, flags)
    field = _field_of(line) if line.key else ""
    value = line.value.lower() if kind is LineKind.AGENT else line.value
    piece = b"" if not field or field in _OF_HOSTS else line.key.lower() + b":" + value
    plain, repeats = _plain(raw)
    return SurveyedLine(
        kind,
        flags & _COMMENT > 0,
        field,
        shortened(value) if kind is LineKind.AGENT else "",
        line.value if kind is LineKind.DISALLOW else b"",
        _mistake_of(line, kind, field),
        piece,
        short_digest(piece) if piece else b"",
        plain,
        repeats,
        _bearing_of(raw, kind),
    )


def _kind_of(line: Line, flags: int) -> LineKind:
    if flags & _EMPTY:
        return LineKind.EMPTY
    if flags & _ONLY_COMMENT:
        return LineKind.COMMENT
    return _KINDS.get(line.field, LineKind.OTHER if line.key else LineKind.UNPARSED)


def _field_of(line: Line) -> str:
    if line.is_rule or line.field is Field.USER_AGENT:
        return line.field.value
    name = field_name(line)
    return name if name in FIELDS else OTHER_FIELD


def shortened(value: bytes) -> str:
    """Decode a value as one line of bounded length.

    The result is interned: it is counted many times, also after it came from another process.
    """
    return sys.intern(" ".join(value[: 4 * _LONGEST_NAME].decode("utf-8", "replace").split())[:_LONGEST_NAME])


def _mistake_of(line: Line, kind: LineKind, field: str) -> Mistake | None:
    if kind is LineKind.AGENT:
        return Mistake.SEVERAL_AGENTS if b"," in line.value or len(line.value.split()) > 1 else None
    if kind in {LineKind.ALLOW, LineKind.DISALLOW}:
        return _path_mistake(line.value)
    if kind is LineKind.UNPARSED:
        return Mistake.NO_COLON
    if field == OTHER_FIELD:
        return Mistake.MISSPELLED if _is_nearly_a_field(line.key) else Mistake.UNKNOWN
    return None


def _path_mistake(value: bytes) -> Mistake | None:
    if len(value.split()) > 1:
        return Mistake.SEVERAL_PATHS
    if b"://" in value[:9]:
        return Mistake.WHOLE_URL
    return Mistake.NO_SLASH if value[:1] not in {b"/", b"*", b"", b"$"} else None


_STANDARD = tuple(map(frozenset, (b"useragent", b"disallow", b"allow", b"sitemap")))


def _is_nearly_a_field(key: bytes) -> bool:
    """Return True if a key has nearly the letters of a field, and few more."""
    letters = frozenset(key[:20].lower()) - frozenset(b" -_\t")
    return len(key) <= 14 and any(len(letters ^ each) <= 2 for each in _STANDARD)


_FIELD = re.compile(rb"(?:(a)llow|(d)isallow|user-agent):[ \t]*+", re.IGNORECASE)
_PATH_BELOW = re.compile(
    rb"/?+(?!index\.htm|i[a-z.]{0,9}%)[a-z0-9_.~-][ !\"%-)+-~\t]*+([*$]?)[ -~\t]*+|"
    rb"(?:/[?&][a-z0-9_]|(/?)\*[*/.:-]*+[a-z0-9?&_=])(?!ndex\.htm)[ -$&-)+-~\t]*+[ -~\t]*+",
    re.IGNORECASE,
)
_PRINTABLE = re.compile(rb"[\t -~]*+")
_ONE_LINE = re.compile(rb"(?>(?:[\t -~\x80-\xc1\xc3-\xe1\xe3-\xff]++|\xc2(?!\x85)|\xe2(?!\x80[\xa8\xa9]))*)")
_SAYS_NOTHING = re.compile(rb"[ \t]*+(?:sitemap|host):[ \t]*+[!-~][ -~\t]*+", re.IGNORECASE)
_SAYS_NOTHING_AT_RULES = re.compile(
    rb"(?:(?:request-rate|visit-time|noindex|clean-param|content-signal|content-usage):[ \t]*+[!-~][ -~\t]*+|"
    rb"crawl-delay:[ \t]*+[0-9]{1,2}[ \t]*+(?:#[ -~\t]*+)?+)",  # some stay away for a delay of minutes
    re.IGNORECASE,
)
_DELAY = re.compile(rb"crawl-delay:[ \t]*+[0-9]{1,2}", re.IGNORECASE)
_A_DELAY = re.compile(rb"c[rl]awl?[- ]del[ae]y", re.IGNORECASE)
_OF_NO_RULE = frozenset({LineKind.OTHER, LineKind.UNPARSED})


def _plain(raw: bytes) -> tuple[bytes, bool]:
    """Return an equivalent line for judging `/`, and whether repeating it has no effect.

    A rule for a path below `/` then matters only by its existence.
    """
    if not _PRINTABLE.fullmatch(raw):
        return raw, False
    text = raw.partition(b"#")[0].strip(b" \t")
    if not text:
        return raw[:1].replace(b"\t", b" "), True  # in some dialects a line with a space is not empty
    if field := _FIELD.match(text):
        return _plain_rule(field, text[field.end() :])
    if _DELAY.fullmatch(text):
        return b"Crawl-delay: 1", False
    return raw, False


_BELOW: Final = {
    (name, path): name + path for name in (b"Allow: ", b"Disallow: ") for path in (b"/x*y", b"/x", b"*/x", b"/*x")
}
"""The shared instances: nearly all lines are one of them, and very many are stored."""


def _plain_rule(field: re.Match[bytes], value: bytes) -> tuple[bytes, bool]:
    """Like `_plain`, for the field and value of a rule or a User-agent line."""
    if not field[1] and not field[2]:
        return b"User-agent: " + value, False
    name = b"Allow: " if field[1] else b"Disallow: "
    below = _PATH_BELOW.fullmatch(value)
    if not below:
        return name + value, False
    if below[1] is not None:
        return _BELOW[name, b"/x*y" if below[1] else b"/x"], True
    return _BELOW[name, b"*/x" if below[2] == b"" else b"/*x"], True


def _bearing_of(raw: bytes, kind: LineKind) -> Relevance:
    if kind is LineKind.COMMENT and _ONE_LINE.fullmatch(raw):
        return Relevance.NOWHERE
    if kind is not LineKind.OTHER:
        return Relevance.ANYWHERE
    if _SAYS_NOTHING.fullmatch(raw):
        return Relevance.NOWHERE
    return Relevance.NOT_NEXT_TO_RULES if _SAYS_NOTHING_AT_RULES.fullmatch(raw) else Relevance.ANYWHERE


_RULES = (b"Allow: ", b"Disallow: ")


def reduced(lines: Sequence[SurveyedLine]) -> bytes:
    """Return a short file with the same effect on `/` for every crawler; very many files reduce to the same one.

    Adjacent rules for paths below `/` are sorted and deduplicated.
    """
    kept: list[bytes] = []
    together: set[bytes] = set()
    waiting: list[bytes] = []
    is_below_rule = False
    nowhere = Relevance.NOWHERE if any(map(_may_keep_away, lines)) else None
    for line in lines:
        is_rule = line.plain.startswith(_RULES)
        if line.relevance and nowhere in {None, line.relevance}:  # a short delay may be the one that applies
            if line.relevance is Relevance.NOT_NEXT_TO_RULES and not is_below_rule:
                waiting.append(line.plain)
            continue
        if waiting:
            kept += () if is_rule else waiting
            waiting.clear()
        if is_rule and line.repeats:
            together.add(line.plain)
            is_below_rule = True
            continue
        if together:
            kept += sorted(together)
            together.clear()
        is_below_rule = is_rule or (is_below_rule and line.kind is LineKind.EMPTY)
        if not (line.repeats and kept and kept[-1] == line.plain):
            kept.append(line.plain)
    return b"\n".join((*kept, *sorted(together), *waiting))


def _may_keep_away(line: SurveyedLine) -> bool:
    """Return True for a Crawl-delay, however misspelled, that may be long."""
    return not line.relevance and line.kind in _OF_NO_RULE and _A_DELAY.search(line.plain) is not None


def short_digest(piece: bytes) -> bytes:
    """Return a digest of eight bytes."""
    return blake2b(piece, digest_size=8).digest()


def digest_of(body: bytes) -> int:
    """Return a digest as a number."""
    return int.from_bytes(short_digest(body))
