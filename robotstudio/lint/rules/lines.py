"""RS10x: what is wrong with a line as such: its field name, its colon, what stands where a field should be."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache

from robotstudio import assets
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.directives import FIELDS
from robotstudio.engine.tokens import KNOWN_UNUSED, Field, LineFlag, parse_line
from robotstudio.lint.affected import heeding, others, read_alike, titles
from robotstudio.lint.draft import Draft, LineFacts
from robotstudio.lint.model import EVERY, NOBODY, Edit, Fix, Found, LintRule, Place, Severity, Value
from robotstudio.lint.rules.octets import invisible_character

_WRITTEN = {
    Field.USER_AGENT: b"User-agent",
    Field.ALLOW: b"Allow",
    Field.DISALLOW: b"Disallow",
    Field.SITEMAP: b"Sitemap",
}
_NAMES = {name.lower().decode(): name for name in _WRITTEN.values()}
_OTHER_SPELLINGS = frozenset({b"llm-txt"})
"""Not the names of fields, but so near to one that is known that nothing else can be meant."""
_KNOWN = KNOWN_UNUSED | _OTHER_SPELLINGS | {name.encode() for name in FIELDS}
_SIGNALS = ("content-signal", "content-usage", "license")
_MEANT = (
    *_NAMES,
    "useragent",
    "crawl-delay",
    "request-rate",
    "visit-time",
    "clean-param",
    "noindex",
    "host",
    *_SIGNALS,
)
_DIALECTS = tuple(DIALECTS.items())
_CLOSE_ENOUGH = 0.8
_LONGEST_NAME = 40
_FULL_WIDTH_COLON = "\N{FULLWIDTH COLON}".encode()
_WRONG_SEPARATOR = re.compile(
    rb"[ \t]*+(user-?agent|disallow|allow|sitemap|crawl-delay)[ \t]*+"
    rb"(=>|->|[;=,.]|-(?=[ \t])|\xe2\x80[\x93\x94])[ \t]*+([^#]*+)",
    re.IGNORECASE,
)
_VALUES_BEGIN = {b"u": rb"[A-Za-z*]", b"d": rb"[/*]", b"a": rb"[/*]", b"s": rb"/|https?:", b"c": rb"[0-9]"}


@cache
def _translated_fields() -> Mapping[bytes, bytes]:
    """The field that is meant, by its translated name in lower case (UTF-8)."""
    rows = json.loads(assets.path("translated-fields.json").read_bytes())
    return {name.casefold().encode(): right.encode() for right, names in rows.items() for name in names}


def unknown_field(line: LineFacts) -> Iterator[Found]:
    """A field name that no crawler known here reads; one that is nearly a known one is most likely a slip."""
    read = line.google
    key = read.key.lower()
    if not key or key in _KNOWN or _is_explained_elsewhere(line):
        return
    start, end = read.key_span
    right = _meant(key)
    if right:
        edit = Edit(Place(1, start), Place(1, end), right)
        fix = Fix("respell", (edit,), args={"right": right})
        raw = read.key.lower() + b": /x"
        readers = _readers(raw, right)
        args: dict[str, Value] = {"key": read.key, "right": right, "readers": titles(readers)}
        alike = read_alike(raw, right + b": /x")
        concerned = tuple(each for each in _having(right) if each not in alike or each not in readers)
        variant = "some" if readers else "meant"
        yield Found(1, start, end, args=args, fixes=(fix,), variant=variant, dialects=concerned)
    else:
        yield Found(1, start, end, args={"key": read.key}, severity=Severity.INFORMATION)


def _is_explained_elsewhere(line: LineFacts) -> bool:
    """Whether another rule says more precisely what is wrong with the field name."""
    key = line.google.key
    return (
        next(translated_field(line), None) is not None
        or _FULL_WIDTH_COLON in key
        or key.lower() in {b"http", b"https"}
        or line.takes_address_for_field
        or (key[:1] >= b"\x80" and next(invisible_character(line), None) is not None)
        or any(octet < 0x20 for octet in key)
    )


def _meant(key: bytes) -> bytes | None:
    """The field that somebody meant who wrote `key`."""
    if len(key) > _LONGEST_NAME or not key.isascii():
        return None
    if key.endswith(b" sitemap"):
        return _WRITTEN[Field.SITEMAP]  # Image Sitemap, Video Sitemap
    text = key.decode("ascii").replace("_", "-").replace(" ", "-")
    found = get_close_matches(text, _MEANT, 1, _CLOSE_ENOUGH)
    if not found:
        return None
    meant = "user-agent" if found[0] == "useragent" else found[0]
    return _NAMES.get(meant) or FIELDS[meant].title.encode()


def _having(field: bytes) -> tuple[str, ...]:
    """The dialects that have a field, one of the standard or another."""
    return EVERY if field in _NAMES.values() else heeding(field.lower().decode()) or EVERY


@lru_cache(maxsize=4096)
def _readers(raw: bytes, right: bytes) -> tuple[str, ...]:
    """The dialects for which a line has a field that is meant, whatever they take for its value."""
    meant = right + b": /x"
    if right not in _NAMES.values():
        return tuple(each for each in read_alike(raw, meant) if each in heeding(right.lower().decode()))
    fields = ((each, *(parse_line(line, dialect.lines).field for line in (raw, meant))) for each, dialect in _DIALECTS)
    return tuple(each for each, found, wanted in fields if found is wanted and wanted is not Field.UNKNOWN)


def google_typo(line: LineFacts) -> Iterator[Found]:
    """A misspelling that Google's parser accepts, and hardly anyone else (robots.cc, K4)."""
    read = line.google
    if read.flags & LineFlag.TYPO:
        yield _respelled(line)


def google_prefix(line: LineFacts) -> Iterator[Found]:
    """A name that only begins with one of the standard's: Google's parser compares no further (robots.cc, K3)."""
    read = line.google
    is_told = read.is_canonical or line.takes_address_for_field or read.flags & (LineFlag.TYPO | LineFlag.MISSING_COLON)
    if not is_told and next(wrong_separator(line), None) is None:
        yield _respelled(line)


def _respelled(line: LineFacts) -> Found:
    read = line.google
    start, end = read.key_span
    right = _WRITTEN[read.field]
    fix = Fix("respell", (Edit(Place(1, start), Place(1, end), right),), args={"right": right})
    raw = b"%b:%b/x" % (
        read.key.lower(),
        b" " * (line.raw[read.separator_span.end - 1 : read.separator_span.end] != b":"),
    )
    readers = _readers(raw, right)
    more = tuple(each for each in readers if each != "google")
    args: dict[str, Value] = {"key": read.key, "right": right, "readers": titles(more)}
    variant = "more" if more else ""
    return Found(
        1, start, end, args=args, fixes=(fix,), variant=variant, dialects=others(read_alike(raw, right + b": /x"))
    )


def missing_colon(line: LineFacts) -> Iterator[Found]:
    """No colon behind a known field name: Google reads two words as field and value, everybody else skips the line."""
    words = line.raw.partition(b"#")[0].split(None, 1)
    if line.takes_address_for_field:
        yield _address_without_colon(line, words[0])
        return
    if b":" in line.raw.partition(b"#")[0] or not words:
        return
    right = _NAMES.get(words[0].lower().decode("ascii", "replace"))
    if right is None:
        yield from _other_field_without_colon(line, words)
        return
    start = line.raw.index(words[0])
    end = start + len(words[0])
    fix = Fix("add-colon", (Edit(Place(1, end), Place(1, end), b":"),))
    count = min(len(line.raw.partition(b"#")[0].split()), 3)
    bare, whole = (right + colon + b" /x /y"[: 3 * (count - 1)] for colon in (b"", b":"))
    readers = _readers(bare, right)
    args: dict[str, Value] = {"key": words[0], "readers": titles(readers)}
    concerned = others(read_alike(bare, whole))
    yield Found(1, start, end, args=args, fixes=(fix,), variant="" if readers else "lost", dialects=concerned)


def _address_without_colon(line: LineFacts, key: bytes) -> Found:
    """The colon of an address is the first in the line: it ends a field name that nobody has, or that begins as one."""
    start, end = line.google.key_start, line.google.key_start + len(key)
    fix = Fix("add-colon", (Edit(Place(1, end), Place(1, end), b":"),))
    name = key.lower()
    alike = read_alike(name + b" https://e.com/x", name + b": https://e.com/x")
    args: dict[str, Value] = {"key": key, "readers": titles(alike)}
    variant = "address/some" if alike else "address"
    return Found(1, start, end, args=args, fixes=(fix,), variant=variant, dialects=others(alike))


def _other_field_without_colon(line: LineFacts, words: Sequence[bytes]) -> Iterator[Found]:
    """A known field beside the standard ones, and its value; one that is an English word may begin a sentence."""
    name = words[0].lower().decode("ascii", "replace")
    if name in FIELDS and "-" in name and len(words) == 2:
        start = line.raw.index(words[0])
        end = start + len(words[0])
        fix = Fix("add-colon", (Edit(Place(1, end), Place(1, end), b":"),))
        yield Found(1, start, end, args={"key": words[0]}, fixes=(fix,), variant="other")


def wrong_separator(line: LineFacts) -> Iterator[Found]:
    """Another sign where the colon should be. Google reads two words as field and value, whatever ends the first."""
    found = _WRONG_SEPARATOR.match(line.raw)
    if found is None or not re.match(_VALUES_BEGIN[found[1][:1].lower()], found[3], re.IGNORECASE):
        return
    edit = Edit(Place(1, found.end(1)), Place(1, found.start(3)), b": ")
    is_read = line.google.value == found[3].strip() and line.field in _FIELDS
    yield Found(
        1,
        *found.span(2),
        args={"sign": found[2], "key": found[1]},
        fixes=(Fix("add-colon", (edit,)),),
        dialects=_ALL_BUT_GOOGLE if is_read else tuple(DIALECTS),
        variant="" if is_read else "lost",
    )


def full_width_colon(line: LineFacts) -> Iterator[Found]:
    """A colon of a Chinese or Japanese keyboard: no crawler takes it for one."""
    head = line.raw.partition(b"#")[0]
    at = head.find(_FULL_WIDTH_COLON)
    if at < 0 or 0 <= head.find(b":") < at:
        return
    edit = Edit(Place(1, at), Place(1, at + len(_FULL_WIDTH_COLON)), b": ")
    yield Found(1, at, at + len(_FULL_WIDTH_COLON), fixes=(Fix("ascii-colon", (edit,)),))


def translated_field(line: LineFacts) -> Iterator[Found]:
    """A field name in another language, as translation programs leave it."""
    head = line.raw.partition(b"#")[0].replace(_FULL_WIDTH_COLON, b":", 1)
    key, colon, _ = head.partition(b":")
    name = key.strip().decode("utf-8", "replace").casefold()
    right = _translated_fields().get(name.encode())
    if not colon or right is None:
        return
    start = len(key) - len(key.lstrip())
    end = start + len(key.strip())
    fix = Fix("respell", (Edit(Place(1, start), Place(1, end), right),), args={"right": right})
    yield Found(1, start, end, args={"key": key.strip(), "right": right}, fixes=(fix,))


def line_continuation(draft: Draft) -> Iterator[Found]:
    """A backslash at the end with a line behind it that is none by itself: it joins lines in many files, not here."""
    for number, line in enumerate(draft.lines[:-1] if b"\\" in draft.body else (), 1):
        if line.google.key and _ends_in_backslash(line.raw) and _goes_on(draft.lines[number]):
            end = len(line.raw.rstrip())
            yield Found(number, end - 1, end)


def _ends_in_backslash(raw: bytes) -> bool:
    return raw.rstrip().endswith(b"\\")


def _goes_on(line: LineFacts) -> bool:
    """Whether a line says nothing by itself."""
    return line.field is Field.UNKNOWN and not line.is_empty and not line.is_comment


def line_without_field(line: LineFacts) -> Iterator[Found]:
    """Something that is neither a field with a value, nor a comment, nor empty."""
    if line.is_empty or line.is_comment or line.google.key or _FULL_WIDTH_COLON in line.raw:
        return
    head = line.raw.partition(b"#")[0]
    text = head.strip()
    if not text or any(next(check(line), None) for check in (missing_colon, wrong_separator, bare_path)):
        return
    start = head.index(text)
    edits = (Edit(Place(1, start), Place(1, start), b"# "),)
    yield Found(1, start, start + len(text), args={"text": text}, fixes=(Fix("comment-out", edits, is_safe=True),))


def bare_path(line: LineFacts) -> Iterator[Found]:
    """A path or an address alone in a line: whoever wrote it meant a rule or a sitemap."""
    text = line.raw.partition(b"#")[0].strip()
    is_address = line.google.key.lower() in {b"http", b"https"} and line.google.value.startswith(b"//")
    is_path = not line.google.key and text.startswith(b"/") and b" " not in text
    if not (is_path or is_address):
        return
    start = line.raw.index(text)
    field = b"Sitemap: " if is_address and text.lower().endswith((b".xml", b".xml.gz")) else b"Disallow: "
    if is_address and field == b"Disallow: ":
        yield Found(1, start, start + len(text), args={"text": text}, variant="address")
        return
    fix = Fix("add-field", (Edit(Place(1, start), Place(1, start), field),), args={"field": field.strip()})
    yield Found(1, start, start + len(text), args={"text": text}, fixes=(fix,))


def leading_blanks(line: LineFacts) -> Iterator[Found]:
    """Blanks before a field name: every crawler of today skips them, the documents of 1994 and 1996 do not say so."""
    start = line.google.key_start
    if line.google.key and start:
        fix = Fix("remove-blanks", (Edit(Place(1, 0), Place(1, start), b""),), is_safe=True)
        yield Found(1, 0, start, fixes=(fix,), dialects=NOBODY)


def comment_behind_value(line: LineFacts) -> Iterator[Found]:
    """A comment behind a value, which some very old crawlers read as part of it."""
    read = line.google
    if (
        read.key
        and read.value
        and read.comment_start > 0
        and line.raw[read.comment_start - 1 : read.comment_start] in b" \t"
    ):
        yield Found(1, *read.comment_span, dialects=NOBODY)


_FIELDS = frozenset({Field.USER_AGENT, Field.ALLOW, Field.DISALLOW, Field.SITEMAP})
_ALL_BUT_GOOGLE = tuple(name for name in DIALECTS if name != "google")
_RULES = frozenset({Field.ALLOW, Field.DISALLOW})
_UNKNOWN = frozenset({Field.UNKNOWN})

RULES = (
    LintRule("RS101", "unknown-field", Severity.ERROR, line=unknown_field, fields=_UNKNOWN, is_about_strays=True),
    LintRule("RS102", "google-typo", Severity.ERROR, line=google_typo, fields=_FIELDS),
    LintRule("RS103", "google-prefix", Severity.ERROR, line=google_prefix, fields=_FIELDS),
    LintRule("RS104", "missing-colon", Severity.ERROR, line=missing_colon),
    LintRule("RS105", "full-width-colon", Severity.ERROR, line=full_width_colon, fields=_UNKNOWN),
    LintRule("RS106", "translated-field", Severity.ERROR, line=translated_field, fields=_UNKNOWN),
    LintRule("RS107", "line-continuation", Severity.ERROR, file=line_continuation),
    LintRule(
        "RS108",
        "line-without-field",
        Severity.WARNING,
        line=line_without_field,
        fields=_UNKNOWN,
        is_about_strays=True,
    ),
    LintRule("RS109", "bare-path", Severity.ERROR, line=bare_path, fields=_UNKNOWN),
    LintRule("RS110", "leading-blanks", Severity.HINT, line=leading_blanks),
    LintRule("RS111", "comment-behind-value", Severity.HINT, line=comment_behind_value, fields=_FIELDS),
    LintRule("RS112", "wrong-separator", Severity.ERROR, line=wrong_separator),
)
