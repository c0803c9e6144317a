"""Characters that are invisible, or not what they seem."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from robotstudio.engine.directives import FIELDS
from robotstudio.engine.tokens import GOOGLE_LINES, Field
from robotstudio.lint.affected import dialects_unaffected_by, found_under, others, place_in, titles
from robotstudio.lint.facts import LineFacts
from robotstudio.lint.model import Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.common import REMOVE_CHARACTERS, RULE_FIELDS, STANDARD_FIELDS
from robotstudio.text.language import Plural

_CONTROL = re.compile(rb"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]")
INVISIBLE = re.compile(
    "[\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]"
)
_BLANK_LIKE = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_QUOTES = re.compile("[\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb]")
_LOOKALIKES = {
    **dict(
        zip(
            "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458\u0501\u051b\u051d\u04bb",
            "aeopcyxisjdqwh",
            strict=True,
        )
    ),
    **dict(
        zip(
            "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0405\u0408",
            "ABEKMHOPCTXISJ",
            strict=True,
        )
    ),
    **dict(
        zip(
            "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf\u03bd\u03b1\u03c1\u03c7\u03c5\u03b9\u03ba",
            "ABEZHIKMNOPTYXovapxuik",
            strict=True,
        )
    ),
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if code != 0xFF1A},
    **dict.fromkeys("\u2044\u2215\u29f8", "/"),
    **dict.fromkeys("\u204e\u2217\u22c6\u2731\u2605\ufe61", "*"),
}
"""Characters that look like ASCII, and the ASCII ones: Cyrillic, Greek and full-width letters, and signs."""
_AS_ASCII = str.maketrans(_LOOKALIKES)
_LOOKALIKE = re.compile(f"[{re.escape(''.join(_LOOKALIKES))}]")
_LOOKALIKE_SIGN = re.compile(f"[{re.escape(''.join(odd for odd, sign in _LOOKALIKES.items() if not sign.isalnum()))}]")
_MIXED_WORD = re.compile(r"[^\W\d_]++")
_BEYOND_ASCII = re.compile("[^\x00-\x7f]+")
_WRITTEN = {Field.USER_AGENT: b"User-agent", Field.ALLOW: b"Allow", Field.SITEMAP: b"Sitemap"}
_FIELD_NAMES = frozenset(FIELDS) | {"user-agent", "allow", "disallow"}
_LONGEST_LOOKED_AT = 16_384


def over_long_line(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a line longer than Google reads: the rest is dropped (robots.cc)."""
    most = GOOGLE_LINES.max_bytes
    if most is not None and len(line.raw) > most:
        yield Diagnostic(1, most, len(line.raw), args={"count": len(line.raw), "most": most}, dialects=("google",))


OVER_LONG_LINE = LintRule(
    "RS120",
    "over-long-line",
    Severity.WARNING,
    title="Line longer than Google reads",
    messages={
        "": Plural(
            "The line has {count} byte. Google reads {most} and drops the rest.",
            "The line has {count} bytes. Google reads {most} and drops the rest.",
        ),
    },
    line=over_long_line,
)


def control_character(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a control character in a field or a value: it becomes part of a path that no URL has."""
    end = _end_of_text(line)
    found = _CONTROL.search(line.raw, 0, end) if line.google.key or not line.is_comment else None
    if found:
        spots = list(_CONTROL.finditer(line.raw[:end]))
        edits = tuple(Edit(Place(1, spot.start()), Place(1, spot.end()), b"") for spot in spots)
        args = {"code": f"U+{found[0][0]:04X}"}
        yield _hurting(line, Place(1, found.start()), found[0], b"", args, (Fix("remove-characters", edits),))


CONTROL_CHARACTER = LintRule(
    "RS121",
    "control-character",
    Severity.ERROR,
    title="Control character",
    messages={
        "": "The control character {code} becomes part of the field, name or path, which then no longer matches.",
        "line-end": (
            "The control character {code} becomes part of the field, name or path, which then no longer matches; "
            "Python's parsers end the line there."
        ),
        "some": (
            "The control character {code} becomes part of the field, name or path, which then no longer matches. It "
            "makes no difference here to {spared}."
        ),
    },
    fixes=REMOVE_CHARACTERS,
    line=control_character,
)


def nul_byte(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a NUL: Google stops reading the line there, others keep it in the path (robots.cc)."""
    at = line.raw.find(b"\0")
    if at >= 0:
        edits = tuple(
            Edit(Place(1, spot.start()), Place(1, spot.end()), b"") for spot in re.finditer(rb"\x00+", line.raw)
        )
        run = len(line.raw) - at - len(line.raw[at:].lstrip(b"\0"))
        found = _hurting(line, Place(1, at), b"\0" * run, b"", {}, (Fix("remove-characters", edits),))
        yield replace(found, end=at + 1)


NUL_BYTE = LintRule(
    "RS122",
    "nul-octet",
    Severity.ERROR,
    title="NUL byte",
    messages={
        "": "Google stops reading the line at the NUL; other crawlers read it as part of the text around it.",
        "some": (
            "Google stops reading the line at the NUL; other crawlers read it as part of the text around it. It makes "
            "no difference here to {spared}."
        ),
    },
    fixes=REMOVE_CHARACTERS,
    line=nul_byte,
)


def invisible_character(line: LineFacts) -> Iterator[Diagnostic]:
    """Report an invisible character, such as a no-break space: it belongs to the name or path."""
    head = line.raw[: _end_of_text(line)]
    if head.isascii() or line.is_comment:
        return
    text = head.decode("utf-8", "replace")
    spots = list(INVISIBLE.finditer(text))
    if spots:
        edits = tuple(
            Edit(_place(text, spot.start()), _place(text, spot.end()), b" " if _BLANK_LIKE.match(spot[0]) else b"")
            for spot in spots
        )
        fix = Fix("remove-characters", edits) if "\ufffd" not in text else None
        args = {"code": f"U+{ord(spots[0][0]):04X}"}
        sign, instead = spots[0][0], b" " if _BLANK_LIKE.match(spots[0][0]) else b""
        yield _hurting(line, _place(text, spots[0].start()), sign.encode(), instead, args, (fix,) if fix else ())


INVISIBLE_CHARACTER = LintRule(
    "RS123",
    "invisible-character",
    Severity.ERROR,
    title="Invisible character",
    messages={
        "": "The invisible character {code} becomes part of the field, name or path, which then no longer matches.",
        "line-end": (
            "The invisible character {code} becomes part of the field, name or path, which then no longer matches; "
            "Python's parsers end the line there."
        ),
        "some": (
            "The invisible character {code} becomes part of the field, name or path, which then no longer matches. It "
            "makes no difference here to {spared}."
        ),
    },
    fixes=REMOVE_CHARACTERS,
    line=invisible_character,
)


def _hurting(
    line: LineFacts, at: Place, sign: bytes, instead: bytes, args: dict[str, str], fixes: tuple[Fix, ...]
) -> Diagnostic:
    """Make the finding for a character that changes the meaning of a line, for the dialects in which it does."""
    start, end = at.offset, at.offset + len(sign)
    key = _WRITTEN.get(line.field, b"Disallow")
    spared = dialects_unaffected_by(sign[:4], place_in(line.raw[: _end_of_text(line)], start, end), key, instead)
    is_end = "python" not in spared and sign.decode("utf-8", "replace").splitlines() == [""]
    variant = "line-end" if is_end else "some" if spared else ""
    whole: dict[str, Value] = {**args, "spared": titles(spared)}
    return Diagnostic(1, start, end, args=whole, fixes=fixes, variant=variant, dialects=others(spared))


def smart_quotes(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a typographic quotation mark around a value: it is part of a path that no URL has, or of a name."""
    value = line.google.value
    if value.isascii():
        return
    text = value.decode("utf-8", "replace")
    spots = [] if "\ufffd" in text else list(_QUOTES.finditer(text))
    is_around = any(spot.start() == 0 or spot.end() == len(text) for spot in spots)  # inside, it may belong to the path
    if is_around and not any(map(once_encoded, _BEYOND_ASCII.findall(text))):
        base = line.google.value_start
        edits = tuple(
            Edit(Place(1, base + _place(text, s.start()).offset), Place(1, base + _place(text, s.end()).offset), b"")
            for s in spots
        )
        start, end = (base + _place(text, place).offset for place in spots[0].span())
        fixes = (Fix("remove-characters", edits),)
        name = _QUOTES.sub("", text)
        spared = found_under(value, name) if name and line.field is Field.USER_AGENT else ()
        yield Diagnostic(1, start, end, args={"quote": spots[0][0]}, fixes=fixes, dialects=others(spared))


SMART_QUOTES = LintRule(
    "RS124",
    "smart-quotes",
    Severity.ERROR,
    title="Curly quotation mark",
    messages={
        "": "The quotation mark {quote} becomes part of the value, so it does not match what was meant.",
    },
    fixes=REMOVE_CHARACTERS,
    line=smart_quotes,
    fields=STANDARD_FIELDS,
)


def once_encoded(text: str) -> str | None:
    """Decode text whose UTF-8 was read as Windows-1252 and encoded again; None if it was not."""
    try:
        meant = text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return None
    return meant if meant != text else None


def lookalike_character(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a letter or sign of another alphabet that looks like ASCII: in a field, a name or a path."""
    head = line.raw[: _end_of_text(line)]
    if head.isascii() or line.is_comment:
        return
    text = head.decode("utf-8", "replace")
    spots = [spot for spot in _lookalikes(text) if "\ufffd" not in text]
    if spots:
        edits = tuple(
            Edit(_place(text, spot.start()), _place(text, spot.end()), _LOOKALIKES[spot[0]].encode()) for spot in spots
        )
        args: dict[str, Value] = {
            "sign": spots[0][0],
            "code": f"U+{ord(spots[0][0]):04X}",
            "plain": _LOOKALIKES[spots[0][0]],
        }
        start, end = (_place(text, at).offset for at in spots[0].span())
        yield Diagnostic(1, start, end, args=args, fixes=(Fix("write-ascii", edits),))


LOOKALIKE_CHARACTER = LintRule(
    "RS126",
    "lookalike-character",
    Severity.ERROR,
    title="Character that only looks like another",
    messages={
        "": "{sign} ({code}) looks like {plain}, but is a different character to crawlers.",
    },
    fixes={"write-ascii": "Write plain characters"},
    line=lookalike_character,
    explains_line=True,
)


def _lookalikes(text: str) -> list[re.Match[str]]:
    """Find lookalikes of ASCII in a line: in a field or a name, and within words and paths."""
    key, colon, value = text.partition(":")
    field = key.strip().translate(_AS_ASCII).lower()
    if not colon or field not in _FIELD_NAMES:
        return []
    odd = list(_LOOKALIKE.finditer(key))
    start = len(key) + 1
    if field == "user-agent" and value.translate(_AS_ASCII).isascii():
        return [*odd, *_LOOKALIKE.finditer(text, start)]
    odd += _LOOKALIKE_SIGN.finditer(text, start)
    for word in _MIXED_WORD.finditer(text, start):  # a word of two alphabets is not a word
        if not word[0].isascii() and word[0].translate(_AS_ASCII).isascii() and _LOOKALIKE.sub("", word[0]):
            odd += _LOOKALIKE.finditer(text, *word.span())
    return sorted({spot.start(): spot for spot in odd}.values(), key=re.Match.start)


def hash_cuts_value(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a `#` directly after a path: it starts a comment, so the rule ends there. `/#*` is read as `/`."""
    read = line.google
    if path_in_comment(line):
        yield _whole_path_cut(line)
        return
    if read.comment_start <= 0 or line.raw[read.comment_start - 1 : read.comment_start] in b" \t":
        return
    rest = line.raw[read.comment_start : read.comment_end].rstrip()
    is_root = read.value in {b"/", b"/*", b"*"}
    if not read.value.startswith((b"/", b"*")) or rest[1:2] in {b" ", b"#"} or (len(rest) < 2 and not is_root):
        return
    variant = "root" if is_root else ""
    encoded = rest.replace(b"#", b"%23")
    fix = Fix("encode-hash", (Edit(Place(1, read.comment_start), Place(1, read.comment_start + len(rest)), encoded),))
    yield Diagnostic(
        1,
        read.comment_start,
        read.comment_start + len(rest),
        args={"value": read.value, "cut": rest},
        fixes=(fix,),
        variant=variant,
    )


HASH_CUTS_VALUE = LintRule(
    "RS125",
    "hash-cuts-value",
    Severity.ERROR,
    title="# starts a comment",
    messages={
        "": "The # starts a comment: the rule is {value}, without {cut}.",
        "whole": "The # turns the path into a comment: the rule has no path and changes nothing.",
        "root": "The # starts a comment: the rule is {value}, which means the whole site.",
    },
    fixes={"encode-hash": "Write it as %23", "remove-hash": "Remove the #"},
    line=hash_cuts_value,
    fields=RULE_FIELDS,
)


_PATH_IN_COMMENT = re.compile(rb"#(?:/|[ \t]++/\S*+[ \t]*+\Z)")


def path_in_comment(line: LineFacts) -> bool:
    """Return True if a `#` precedes the path of a rule, which therefore has none."""
    read = line.google
    return not read.value and read.comment_start >= 0 and bool(_PATH_IN_COMMENT.match(line.raw, read.comment_start))


def _whole_path_cut(line: LineFacts) -> Diagnostic:
    """Make the finding for a `#` before a path: the rule has none, and blocks nothing."""
    start = line.google.comment_start
    cut = line.raw[start : line.google.comment_end].rstrip()
    blanks = len(cut[1:]) - len(cut[1:].lstrip(b" \t"))
    fix = Fix("remove-hash", (Edit(Place(1, start), Place(1, start + 1 + blanks), b""),))
    args: dict[str, Value] = {"cut": cut}
    return Diagnostic(1, start, start + len(cut), args=args, fixes=(fix,), variant="whole", severity=Severity.WARNING)


def _end_of_text(line: LineFacts) -> int:
    """Return where the comment starts, or the line ends, within the length that is checked."""
    end = line.google.comment_start if line.google.comment_start >= 0 else len(line.raw)
    return min(end, _LONGEST_LOOKED_AT)


def _place(text: str, at: int) -> Place:
    return Place(1, len(text[:at].encode()))
