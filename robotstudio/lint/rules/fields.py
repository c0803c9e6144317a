"""The name of a field and its colon."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from robotstudio import assets
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.directives import FIELDS
from robotstudio.engine.tokens import Field, LineFlag, parse_line
from robotstudio.lint.affected import dialects_obeying, others, read_alike, titles
from robotstudio.lint.facts import LineFacts
from robotstudio.lint.model import Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.common import ADD_COLON, RESPELL, STANDARD_FIELDS, UNKNOWN_FIELDS

CANONICAL = {
    Field.USER_AGENT: b"User-agent",
    Field.ALLOW: b"Allow",
    Field.DISALLOW: b"Disallow",
    Field.SITEMAP: b"Sitemap",
}
NAMES = {name.lower().decode(): name for name in CANONICAL.values()}
_DIALECTS = tuple(DIALECTS.items())
WIDE_COLON = "\N{FULLWIDTH COLON}".encode()
_WRONG_SEPARATOR = re.compile(
    rb"[ \t]*+(user-?agent|disallow|allow|sitemap|crawl-delay)[ \t]*+"
    rb"(=>|->|[;=,.]|-(?=[ \t])|\xe2\x80[\x93\x94]|\xe2(?:\x86\x92|\x87\x92|\x88\xb6)|\xef(?:\xb9\x95|\xb8\x93)"
    rb"|\xea\x9e\x89|\xcb\x90)[ \t]*+([^#]*+)",
    re.IGNORECASE,
)
_VALUES_BEGIN = {b"u": rb"[A-Za-z*]", b"d": rb"[/*]", b"a": rb"[/*]", b"s": rb"/|https?:", b"c": rb"[0-9]"}
_FIELDS = frozenset({Field.USER_AGENT, Field.ALLOW, Field.DISALLOW, Field.SITEMAP})
_ALL_BUT_GOOGLE = tuple(name for name in DIALECTS if name != "google")


def with_value(key: bytes, right: bytes) -> bytes:
    """Make a line of a field name and a value that suits the field; some dialects ignore any other."""
    return key + (b": /x" if right in NAMES.values() else b": 1")


@lru_cache(maxsize=4096)
def readers_of(raw: bytes, right: bytes) -> tuple[str, ...]:
    """Return the dialects in which a line has the intended field, whatever its value."""
    meant = with_value(right, right)
    read = [(each, parse_line(raw, dialect.lines), parse_line(meant, dialect.lines)) for each, dialect in _DIALECTS]
    if right in NAMES.values():
        return tuple(each for each, line, as_meant in read if line.field is as_meant.field is not Field.UNKNOWN)
    alike = {*read_alike(raw, meant)}.intersection(dialects_obeying(right.lower().decode()))
    return tuple(each for each, line, _ in read if line.key and each in alike)  # meaningless lines are alike, too


def google_typo(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a misspelling that Google's parser accepts, and hardly any other (robots.cc)."""
    read = line.google
    if read.flags & LineFlag.TYPO:
        yield _respelled(line)


GOOGLE_TYPO = LintRule(
    "RS102",
    "google-typo",
    Severity.ERROR,
    title="Misspelled field name",
    messages={
        "": "Only Google reads {key} as {right}. All others that know {right} skip the line.",
        "more": "{key} is read as {right} by Google, and by {readers}. All others that know {right} skip the line.",
    },
    fixes=RESPELL,
    line=google_typo,
    fields=STANDARD_FIELDS,
)


def google_prefix(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a name that only begins with a standard one: Google's parser compares no further (robots.cc)."""
    read = line.google
    is_told = read.is_canonical or line.takes_address_for_field or read.flags & (LineFlag.TYPO | LineFlag.MISSING_COLON)
    if not is_told and next(wrong_separator(line), None) is None:
        yield _respelled(line)


GOOGLE_PREFIX = LintRule(
    "RS103",
    "google-prefix",
    Severity.ERROR,
    title="Field name that only Google accepts",
    messages={
        "": (
            "Only Google reads {key} as {right}, because it starts with it. All others that know {right} skip the line."
        ),
        "more": (
            "{key} is read as {right} by Google, because it starts with it, and by {readers}. All others that "
            "know {right} skip the line."
        ),
    },
    fixes=RESPELL,
    line=google_prefix,
    fields=STANDARD_FIELDS,
)


def _respelled(line: LineFacts) -> Diagnostic:
    read = line.google
    start, end = read.key_span
    right = CANONICAL[read.field]
    fix = Fix("respell", (Edit(Place(1, start), Place(1, end), right),), args={"right": right})
    raw = b"%b:%b/x" % (
        read.key.lower(),
        b" " * (line.raw[read.separator_span.end - 1 : read.separator_span.end] != b":"),
    )
    readers = readers_of(raw, right)
    more = tuple(each for each in readers if each != "google")
    args: dict[str, Value] = {"key": read.key, "right": right, "readers": titles(more)}
    variant = "more" if more else ""
    return Diagnostic(
        1, start, end, args=args, fixes=(fix,), variant=variant, dialects=others(read_alike(raw, right + b": /x"))
    )


def missing_colon(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a missing colon after a field name: Google reads two words as field and value, others skip the line."""
    words = line.raw.partition(b"#")[0].split(None, 1)
    if line.takes_address_for_field:
        yield _address_without_colon(line, words[0])
        return
    if b":" in line.raw.partition(b"#")[0] or not words:
        return
    right = NAMES.get(words[0].lower().decode("ascii", "replace"))
    if right is None:
        yield from _prefix_without_colon(line, words) or _other_field_without_colon(line, words)
        return
    start = line.raw.index(words[0])
    end = start + len(words[0])
    fix = Fix("add-colon", (Edit(Place(1, end), Place(1, end), b":"),))
    count = min(len(line.raw.partition(b"#")[0].split()), 3)
    bare, whole = (right + colon + b" /x /y"[: 3 * (count - 1)] for colon in (b"", b":"))
    readers = readers_of(bare, right)
    args: dict[str, Value] = {"key": words[0], "readers": titles(readers)}
    concerned = others(read_alike(bare, whole))
    yield Diagnostic(1, start, end, args=args, fixes=(fix,), dialects=concerned)


MISSING_COLON = LintRule(
    "RS104",
    "missing-colon",
    Severity.ERROR,
    title="Missing colon",
    messages={
        "": (
            "There is no colon after {key}. Of all known crawlers, only these still read the line: {readers}. All "
            "others that know the field skip it."
        ),
        "address": (
            "There is no colon after {key}, so crawlers take the colon of the URL for it. Only these still read the "
            "whole URL: {readers}."
        ),
        "prefix": "There is no colon after {key}. Only these crawlers still read it, as {right}: {readers}.",
        "other": "Without a colon after {key}, most crawlers skip the line.",
    },
    fixes=ADD_COLON,
    line=missing_colon,
)


def _address_without_colon(line: LineFacts, key: bytes) -> Diagnostic:
    """Make the finding for an address whose colon is the first in the line, so that it ends a field name."""
    start, end = line.google.key_start, line.google.key_start + len(key)
    fix = Fix("add-colon", (Edit(Place(1, end), Place(1, end), b":"),))
    name = key.lower()
    alike = read_alike(name + b" https://e.com/x", name + b": https://e.com/x")
    args: dict[str, Value] = {"key": key, "readers": titles(alike)}
    return Diagnostic(1, start, end, args=args, fixes=(fix,), variant="address", dialects=others(alike))


def _prefix_without_colon(line: LineFacts, words: Sequence[bytes]) -> Sequence[Diagnostic]:
    """Report a word that only begins with a field, and a value: Google reads even that."""
    read = line.google
    is_read = read.field in _FIELDS and bool(read.flags & LineFlag.MISSING_COLON) and not read.flags & LineFlag.TYPO
    if not is_read or WIDE_COLON in line.raw or next(wrong_separator(line), None) is not None:
        return ()
    start, end = read.key_span
    right = CANONICAL[read.field]
    fix = Fix("add-colon", (Edit(Place(1, start), Place(1, end), right + b":"),))
    readers = read_alike(words[0].lower() + b" /x", right + b": /x")
    args: dict[str, Value] = {"key": words[0], "right": right, "readers": titles(readers)}
    return (Diagnostic(1, start, end, args=args, fixes=(fix,), variant="prefix", dialects=others(readers)),)


def _other_field_without_colon(line: LineFacts, words: Sequence[bytes]) -> Iterator[Diagnostic]:
    """Report a known non-standard field and its value; an English word may begin a sentence instead."""
    name = words[0].lower().decode("ascii", "replace")
    if name in FIELDS and "-" in name and len(words) == 2:
        start = line.raw.index(words[0])
        end = start + len(words[0])
        fix = Fix("add-colon", (Edit(Place(1, end), Place(1, end), b":"),))
        yield Diagnostic(1, start, end, args={"key": words[0]}, fixes=(fix,), variant="other")


def wrong_separator(line: LineFacts) -> Iterator[Diagnostic]:
    """Report another sign instead of the colon. Google reads two words as field and value in any case."""
    found = _WRONG_SEPARATOR.match(line.raw)
    if found is None or not re.match(_VALUES_BEGIN[found[1][:1].lower()], found[3], re.IGNORECASE):
        return
    edit = Edit(Place(1, found.end(1)), Place(1, found.start(3)), b": ")
    is_read = line.google.value == found[3].strip() and line.field in _FIELDS
    yield Diagnostic(
        1,
        *found.span(2),
        args={"sign": found[2], "key": found[1]},
        fixes=(Fix("add-colon", (edit,)),),
        dialects=_ALL_BUT_GOOGLE if is_read else tuple(DIALECTS),
        variant="" if is_read else "lost",
    )


WRONG_SEPARATOR = LintRule(
    "RS112",
    "wrong-separator",
    Severity.ERROR,
    title="Wrong character instead of a colon",
    messages={
        "": (
            "There is a {sign} where the colon should be. Google still reads {key}, because the line has exactly two "
            "words; all others skip it."
        ),
        "lost": "There is a {sign} where the colon should be, so no crawler reads {key} here.",
    },
    fixes=ADD_COLON,
    line=wrong_separator,
)


def colon_twice(line: LineFacts) -> Iterator[Diagnostic]:
    """Report two colons after a field: the second one is part of the value."""
    read = line.google
    if read.value.startswith(b":") and read.key and read.is_canonical:
        start = read.value_start
        rest = read.value.lstrip(b": \t")
        space = b" " * (line.raw[start - 1 : start] == b":")
        edit = Edit(Place(1, start), Place(1, start + len(read.value) - len(rest)), space)
        fix = Fix("remove-colon", (edit,))
        yield Diagnostic(1, start, start + 1, args={"key": read.key, "value": read.value}, fixes=(fix,))


COLON_TWICE = LintRule(
    "RS114",
    "colon-twice",
    Severity.ERROR,
    title="Two colons",
    messages={
        "": "The second colon after {key} is part of the value: crawlers read {value}.",
    },
    fixes={"remove-colon": "Remove the second colon"},
    line=colon_twice,
    fields=STANDARD_FIELDS,
)


def full_width_colon(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a full-width colon of a Chinese or Japanese keyboard, which no crawler accepts."""
    head = line.raw.partition(b"#")[0]
    at = head.find(WIDE_COLON)
    if at < 0 or 0 <= head.find(b":") < at:
        return
    edit = Edit(Place(1, at), Place(1, at + len(WIDE_COLON)), b": ")
    is_read = line.field in _FIELDS  # two words, the first of which begins with a field
    variant, dialects = ("google", _ALL_BUT_GOOGLE) if is_read else ("", tuple(DIALECTS))
    yield Diagnostic(
        1, at, at + len(WIDE_COLON), fixes=(Fix("ascii-colon", (edit,)),), variant=variant, dialects=dialects
    )


FULL_WIDTH_COLON = LintRule(
    "RS105",
    "full-width-colon",
    Severity.ERROR,
    title="Full-width colon",
    messages={
        "": "This is a full-width colon; crawlers expect a plain one. All of them skip the line.",
        "google": (
            "This is a full-width colon; crawlers expect a plain one. Google still reads the line, because it has "
            "exactly two words; all others skip it."
        ),
    },
    fixes={"ascii-colon": "Use a plain colon"},
    line=full_width_colon,
)


def translated_field(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a field name in another language, as translation programs leave it."""
    head = line.raw.partition(b"#")[0].replace(WIDE_COLON, b":", 1)
    key, colon, _ = head.partition(b":")
    name = key.strip().decode("utf-8", "replace").casefold()
    right = _translated_fields().get(name)
    if not colon or right is None:
        return
    start = len(key) - len(key.lstrip())
    end = start + len(key.strip())
    fix = Fix("respell", (Edit(Place(1, start), Place(1, end), right),), args={"right": right})
    yield Diagnostic(1, start, end, args={"key": key.strip(), "right": right}, fixes=(fix,))


@cache
def _translated_fields() -> Mapping[str, bytes]:
    """Return the intended fields by their translated names in lower case."""
    rows = json.loads(assets.path("translated-fields.json").read_bytes())
    return {name.casefold(): right.encode() for right, names in rows.items() for name in names}


TRANSLATED_FIELD = LintRule(
    "RS106",
    "translated-field",
    Severity.ERROR,
    title="Translated field name",
    messages={
        "": "{key} means {right}, but crawlers know only the English names. All of them skip the line.",
    },
    fixes=RESPELL,
    line=translated_field,
    fields=UNKNOWN_FIELDS,
)
