"""What a survey wants to know of a line. The same lines stand in most files of the web, so each is read once."""

import re
import sys
from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from hashlib import blake2b
from typing import Final, NamedTuple

from robotstudio.engine.directives import FIELDS, field_name
from robotstudio.engine.tokens import RFC_LINES, Field, Line, LineFlag, parse_line

_MOST_KEPT, _LONGEST_KEPT = 1 << 17, 256
_LONGEST_NAME = 64
_EMPTY, _COMMENT, _ONLY_COMMENT = int(LineFlag.EMPTY), int(LineFlag.HAS_COMMENT), int(LineFlag.COMMENT_ONLY)


class Kind(IntEnum):
    """What a line is, by RFC 9309."""

    EMPTY = 0
    COMMENT = 1
    AGENT = 2
    ALLOW = 3
    DISALLOW = 4
    OTHER = 5
    UNPARSED = 6


class Slip(StrEnum):
    """What is wrong with a line or a file, in the kinds that surveys have counted."""

    NO_AGENT = "rule above any User-agent line"
    NO_RULE = "User-agent line without a rule"
    SEVERAL_AGENTS = "several names in a User-agent line"
    EMPTY_LINE = "empty line inside a group"
    REPEATED = "rule that stands twice in a group"
    MISSPELLED = "misspelled field"
    UNKNOWN = "unknown field"
    NO_COLON = "line without a field"
    WHOLE_URL = "whole URL for a path"
    NO_SLASH = "path without a slash"
    SEVERAL_PATHS = "several paths in a line"
    LINE_ENDS = "line ends other than LF"
    BYTE_ORDER_MARK = "byte order mark"
    WEB_PAGE = "web page"


class LineFacts(NamedTuple):
    """Facts of a line. `field` is the name that is counted, `name` the value of a User-agent line as it is counted,
    `path` that of a Disallow line; `slip` is what is wrong with the line by itself;
    `piece` is what it says without comment and spaces, empty where that differs from host to host; `digest` is that of
    the piece. `plain` is a line that every crawler reads as this one where only `/` is asked for, and `repeats` says
    that two of them are as good as one.
    """

    kind: Kind
    has_comment: bool
    field: str
    name: str
    path: bytes
    slip: Slip | None
    piece: bytes
    digest: bytes
    plain: bytes
    repeats: bool


_KNOWN: dict[bytes, LineFacts] = {}


def facts_of_lines(raws: Iterable[bytes]) -> list[LineFacts]:
    """The facts of lines, given without their ends."""
    known = _KNOWN.get
    return [known(raw) or _read(raw) for raw in raws]


def _read(raw: bytes) -> LineFacts:
    facts = _facts_of(raw, parse_line(raw, RFC_LINES))
    if len(raw) <= _LONGEST_KEPT:
        if len(_KNOWN) >= _MOST_KEPT:
            _KNOWN.clear()
        _KNOWN[raw] = facts
    return facts


_KINDS = {Field.USER_AGENT: Kind.AGENT, Field.ALLOW: Kind.ALLOW, Field.DISALLOW: Kind.DISALLOW}
_OF_HOSTS = frozenset({"sitemap", "host", "license"})
"""Fields whose values are addresses of the host."""
OTHER_FIELD: Final = "other"


def _facts_of(raw: bytes, line: Line) -> LineFacts:
    flags = int(line.flags)
    kind = _kind_of(line, flags)
    field = _field_of(line) if line.key else ""
    value = line.value.lower() if kind is Kind.AGENT else line.value
    piece = b"" if not field or field in _OF_HOSTS else line.key.lower() + b":" + value
    plain, repeats = _plain(raw, kind)
    return LineFacts(
        kind,
        flags & _COMMENT > 0,
        field,
        shortened(value) if kind is Kind.AGENT else "",
        line.value if kind is Kind.DISALLOW else b"",
        _slip_of(line, kind, field),
        piece,
        short_digest(piece) if piece else b"",
        plain,
        repeats,
    )


def _kind_of(line: Line, flags: int) -> Kind:
    if flags & _EMPTY:
        return Kind.EMPTY
    if flags & _ONLY_COMMENT:
        return Kind.COMMENT
    return _KINDS.get(line.field, Kind.OTHER if line.key else Kind.UNPARSED)


def _field_of(line: Line) -> str:
    if line.is_rule or line.field is Field.USER_AGENT:
        return line.field.value
    name = field_name(line)
    return name if name in FIELDS else OTHER_FIELD


def shortened(value: bytes) -> str:
    """A value as text of a bounded length, in which no character makes a line of its own.

    The same text is the same object: it is counted over and over, also after it came from another process.
    """
    return sys.intern(" ".join(value[: 4 * _LONGEST_NAME].decode("utf-8", "replace").split())[:_LONGEST_NAME])


def _slip_of(line: Line, kind: Kind, field: str) -> Slip | None:
    if kind is Kind.AGENT:
        return Slip.SEVERAL_AGENTS if b"," in line.value or len(line.value.split()) > 1 else None
    if kind in {Kind.ALLOW, Kind.DISALLOW}:
        return _slip_of_path(line.value)
    if kind is Kind.UNPARSED:
        return Slip.NO_COLON
    if field == OTHER_FIELD:
        return Slip.MISSPELLED if _is_nearly_a_field(line.key) else Slip.UNKNOWN
    return None


def _slip_of_path(value: bytes) -> Slip | None:
    if len(value.split()) > 1:
        return Slip.SEVERAL_PATHS
    if b"://" in value[:9]:
        return Slip.WHOLE_URL
    return Slip.NO_SLASH if value[:1] not in {b"/", b"*", b"", b"$"} else None


_STANDARD = tuple(map(frozenset, (b"useragent", b"disallow", b"allow", b"sitemap")))


def _is_nearly_a_field(key: bytes) -> bool:
    """Whether a key has all but two of the letters of a field, and not many more."""
    letters = frozenset(key[:20].lower()) - frozenset(b" -_\t")
    return len(key) <= 14 and any(len(letters ^ each) <= 2 for each in _STANDARD)


_PLAIN_RULE = re.compile(
    rb"(?:(a)|(?:dis)a)llow:[ ]*+/(?!index\.htm)[a-z0-9_.-]([!\"&-)+-~]*+)([*$]?)[!-\"$-~]*+[ \t]*+",
    re.IGNORECASE,
)
_RULE_BELOW = re.compile(
    rb"(?:(a)|(?:dis)a)llow:[ ]*+(?:/[?&]|(/?)\*[/?&._-]?[a-z0-9])(?!ndex\.htm)[!-\"$-)+-~]*+[!-\"$-~]*+[ \t]*+",
    re.IGNORECASE,
)
_DELAY = re.compile(rb"Crawl-delay:[ ]?[0-9]{1,2}", re.IGNORECASE)
_PLAIN_COMMENT = re.compile(rb"[ \t]*+#[ -~]*+")
_PLAIN_SITEMAP = re.compile(rb"Sitemap:[ ]?[!-\"$-~]++[ \t]*+", re.IGNORECASE)


def _plain(raw: bytes, kind: Kind) -> tuple[bytes, bool]:
    """A line that stands for this one where only `/` is asked for, and whether two of it are as good as one: a rule for
    something below says nothing then but that there is one.
    """
    if kind is Kind.EMPTY and not raw.strip(b" \t"):
        return b"", True
    if kind is Kind.COMMENT and _PLAIN_COMMENT.fullmatch(raw):
        return b"#", True
    if kind in {Kind.ALLOW, Kind.DISALLOW} and (rule := _PLAIN_RULE.fullmatch(raw)):
        return (b"Allow: /x" if rule[1] else b"Disallow: /x") + (b"*y" if rule[3] else b""), True
    if kind in {Kind.ALLOW, Kind.DISALLOW} and (rule := _RULE_BELOW.fullmatch(raw)):
        return (b"Allow: " if rule[1] else b"Disallow: ") + (b"*/x" if rule[2] == b"" else b"/*x"), True
    if _DELAY.fullmatch(raw):
        return b"Crawl-delay: 1", False
    if _PLAIN_SITEMAP.fullmatch(raw):
        return b"Sitemap: https://example.com/x", True
    return raw, False


_UNORDERED = frozenset({Kind.ALLOW, Kind.DISALLOW, Kind.COMMENT})


def reduced(lines: Sequence[LineFacts]) -> bytes:
    """A file that treats every crawler alike where only `/` is asked for, and is the same for very many files.

    Of rules that stand together and match nothing but what is below, neither the order nor the number has a say.
    """
    kept: list[bytes] = []
    together: set[bytes] = set()
    for line in lines:
        if line.repeats and line.kind in _UNORDERED:
            together.add(line.plain)
            continue
        if together:
            kept += sorted(together)
            together.clear()
        if not (line.repeats and kept and kept[-1] == line.plain):
            kept.append(line.plain)
    return b"\n".join((*kept, *sorted(together)))


def short_digest(piece: bytes) -> bytes:
    """Eight bytes that two different pieces do not share."""
    return blake2b(piece, digest_size=8).digest()


def digest_of(body: bytes) -> int:
    """A number that two different bodies do not share."""
    return int.from_bytes(short_digest(body))
