"""RS12x: octets in a line that are not seen, or not what they seem."""

import re
from collections.abc import Iterator

from robotstudio.engine.tokens import GOOGLE_LINES, Field
from robotstudio.lint.draft import LineFacts
from robotstudio.lint.model import Edit, Fix, Found, LintRule, Place, Severity

_CONTROL = re.compile(rb"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]")
_INVISIBLE = re.compile(
    "[\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]"
)
_BLANK_LIKE = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_QUOTES = re.compile("[\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb]")
_LONGEST_LOOKED_AT = 16_384


def over_long_line(line: LineFacts) -> Iterator[Found]:
    """More octets than Google keeps of a line: what is behind them is dropped (robots.cc, L5)."""
    most = GOOGLE_LINES.max_octets
    if most is not None and len(line.raw) > most:
        yield Found(1, most, len(line.raw), args={"octets": len(line.raw), "most": most}, dialects=("google",))


def control_character(line: LineFacts) -> Iterator[Found]:
    """A control character in a field or a value: it becomes part of a path that no URL has."""
    end = _end_of_text(line)
    found = _CONTROL.search(line.raw, 0, end) if line.google.key or not line.is_comment else None
    if found:
        octets = line.raw[:end]
        spots = list(_CONTROL.finditer(octets))
        edits = tuple(Edit(Place(1, spot.start()), Place(1, spot.end()), b"") for spot in spots)
        yield Found(1, *found.span(), args={"code": f"U+{found[0][0]:04X}"}, fixes=(Fix("remove-characters", edits),))


def nul_octet(line: LineFacts) -> Iterator[Found]:
    """A NUL: Google stops reading the line there, others keep it in the path (robots.cc, L8)."""
    at = line.raw.find(b"\0")
    if at >= 0:
        edits = tuple(
            Edit(Place(1, spot.start()), Place(1, spot.end()), b"") for spot in re.finditer(rb"\x00+", line.raw)
        )
        yield Found(1, at, at + 1, fixes=(Fix("remove-characters", edits),))


def invisible_character(line: LineFacts) -> Iterator[Found]:
    """A character that nobody sees, such as a no-break space or a zero-width one: it belongs to the name or path."""
    head = line.raw[: _end_of_text(line)]
    if head.isascii() or line.is_comment:
        return
    text = head.decode("utf-8", "replace")
    spots = list(_INVISIBLE.finditer(text))
    if spots:
        edits = tuple(
            Edit(_place(text, spot.start()), _place(text, spot.end()), b" " if _BLANK_LIKE.match(spot[0]) else b"")
            for spot in spots
        )
        start, end = (_place(text, place).octet for place in spots[0].span())
        fix = Fix("remove-characters", edits) if "\ufffd" not in text else None
        code = f"U+{ord(spots[0][0]):04X}"
        yield Found(1, start, end, args={"code": code}, fixes=(fix,) if fix else ())


def smart_quotes(line: LineFacts) -> Iterator[Found]:
    """A quotation mark of a word processor: as a rule's value it is part of a path that no URL has."""
    value = line.google.value
    if value.isascii():
        return
    text = value.decode("utf-8", "replace")
    spots = list(_QUOTES.finditer(text))
    if spots and "\ufffd" not in text:
        base = line.google.value_start
        edits = tuple(
            Edit(Place(1, base + _place(text, s.start()).octet), Place(1, base + _place(text, s.end()).octet), b"")
            for s in spots
        )
        start, end = (base + _place(text, place).octet for place in spots[0].span())
        yield Found(1, start, end, args={"quote": spots[0][0]}, fixes=(Fix("remove-characters", edits),))


def hash_cuts_value(line: LineFacts) -> Iterator[Found]:
    """A `#` directly behind a path: it starts a comment, so the rule ends there. `/#*` is read as `/`."""
    read = line.google
    if read.comment_start <= 0 or line.raw[read.comment_start - 1 : read.comment_start] in b" \t":
        return
    rest = line.raw[read.comment_start : read.comment_end].rstrip()
    is_root = read.value in {b"/", b"/*", b"*"}
    if not read.value.startswith((b"/", b"*")) or rest[1:2] in {b" ", b"#"} or (len(rest) < 2 and not is_root):
        return
    variant = "root" if is_root else ""
    encoded = rest.replace(b"#", b"%23")
    fix = Fix("encode-hash", (Edit(Place(1, read.comment_start), Place(1, read.comment_start + len(rest)), encoded),))
    yield Found(
        1,
        read.comment_start,
        read.comment_start + len(rest),
        args={"value": read.value, "cut": rest},
        fixes=(fix,),
        variant=variant,
    )


def _end_of_text(line: LineFacts) -> int:
    """Where the comment starts, or the line ends, and no further than is worth looking at."""
    end = line.google.comment_start if line.google.comment_start >= 0 else len(line.raw)
    return min(end, _LONGEST_LOOKED_AT)


def _place(text: str, at: int) -> Place:
    return Place(1, len(text[:at].encode()))


_RULES = frozenset({Field.ALLOW, Field.DISALLOW})
_VALUES = _RULES | {Field.USER_AGENT, Field.SITEMAP}

RULES = (
    LintRule("RS120", "over-long-line", Severity.WARNING, line=over_long_line),
    LintRule("RS121", "control-character", Severity.ERROR, line=control_character),
    LintRule("RS122", "nul-octet", Severity.ERROR, line=nul_octet),
    LintRule("RS123", "invisible-character", Severity.ERROR, line=invisible_character),
    LintRule("RS124", "smart-quotes", Severity.ERROR, line=smart_quotes, fields=_VALUES),
    LintRule("RS125", "hash-cuts-value", Severity.ERROR, line=hash_cuts_value, fields=_RULES),
)
