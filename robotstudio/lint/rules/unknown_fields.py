"""Names of fields that no crawler reads."""

import re
import unicodedata
from collections.abc import Iterator
from difflib import get_close_matches

from robotstudio.engine.directives import FIELDS
from robotstudio.engine.tokens import KNOWN_UNUSED, Field
from robotstudio.lint.affected import dialects_obeying, read_alike, titles
from robotstudio.lint.facts import LineFacts
from robotstudio.lint.model import EVERY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.characters import invisible_character
from robotstudio.lint.rules.common import CONFLICT_MARKER, RESPELL, UNKNOWN_FIELDS
from robotstudio.lint.rules.crawlers import DASHES
from robotstudio.lint.rules.fields import (
    CANONICAL,
    NAMES,
    WIDE_COLON,
    readers_of,
    translated_field,
    with_value,
)

OTHER_SPELLINGS = frozenset({b"llm-txt"})
"""Fields that are none, but so near to one that is known that nothing else can be meant."""
_KNOWN = KNOWN_UNUSED | OTHER_SPELLINGS | {name.encode() for name in FIELDS}
_SIGNALS = ("content-signal", "content-usage", "license")
_MEANT = (
    *NAMES,
    "useragent",
    "crawl-delay",
    "request-rate",
    "visit-time",
    "clean-param",
    "noindex",
    "host",
    *_SIGNALS,
)
_CLOSE_ENOUGH = 0.8
_LONGEST_NAME = 40
_BOM_TWICE_ENCODED = "\N{BYTE ORDER MARK}".encode().decode("cp1252").encode()
_FIELD_BEHIND = re.compile(rb"(?:user-agent|disallow|allow|sitemap)(?=[ \t]*+:)", re.IGNORECASE)
_SPACED_OUT = re.compile(r"(?:\w[ ])+\w")
_COMMANDS = frozenset({"echo", "print", "printf", "add", "set", "write", "rule"})
_META_FIELDS = frozenset(
    {b"robots", b"meta", b"meta-robots", b"meta robots", b"x-robots-tag", b"robots-tag", b"googlebot-meta"}
)
_META_WORDS = frozenset(
    b"index follow noindex nofollow none noarchive nosnippet noimageindex notranslate noodp noai noimageai".split()
)
_IN_OTHER_WORDS = {
    **dict.fromkeys(("block", "deny", "exclude", "forbid", "ignore", "prohibit", "restrict", "hide"), "disallow"),
    **dict.fromkeys(("not allow", "not-allow", "dont-allow", "dont allow", "do not allow", "no-allow"), "disallow"),
    **dict.fromkeys(("permit", "accept", "enable", "grant"), "allow"),
    **dict.fromkeys(("agent", "robot", "bot", "crawler", "spider", "user", "client", "agent-user"), "user-agent"),
    **dict.fromkeys(("map", "xml", "sitemap-url", "xml-sitemap", "sitemapindex"), "sitemap"),
}
"""Names that people use for the fields, if the value fits."""
_VALUES = {
    "disallow": re.compile(rb"[/*]"),
    "allow": re.compile(rb"[/*]"),
    "user-agent": re.compile(rb"(?:\*|[A-Za-z][\w.-]*)\Z"),
    "sitemap": re.compile(rb"https?://", re.IGNORECASE),
}


def unknown_field(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a field name that no crawler known here reads; similarity to a known one suggests a typo."""
    read = line.google
    key = read.key.lower()
    if not key or key in _KNOWN or _is_explained_elsewhere(line):
        return
    start, end = read.key_span
    right = _meant(key) or _in_other_words(line)
    if _is_for_pages(line):
        yield Diagnostic(1, start, max(end, read.value_span.end), variant="meta")
    elif behind := _FIELD_BEHIND.match(read.value):
        edit = Edit(Place(1, start), Place(1, read.value_start), b"")
        fix = Fix("remove-before", (edit,), args={"key": read.key})
        yield Diagnostic(1, start, end, args={"key": read.key, "right": behind[0]}, fixes=(fix,), variant="before")
    elif right:
        edit = Edit(Place(1, start), Place(1, end), right)
        fix = Fix("respell", (edit,), args={"right": right})
        raw = with_value(key, right)
        readers = readers_of(raw, right)
        args: dict[str, Value] = {"key": read.key, "right": right, "readers": titles(readers)}
        alike = read_alike(raw, with_value(right, right))
        concerned = tuple(each for each in _dialects_knowing(right) if each not in alike or each not in readers)
        variant = "some" if readers else "meant"
        yield Diagnostic(1, start, end, args=args, fixes=(fix,), variant=variant, dialects=concerned)
    else:
        yield Diagnostic(1, start, end, args={"key": read.key}, severity=Severity.INFORMATION)


UNKNOWN_FIELD = LintRule(
    "RS101",
    "unknown-field",
    Severity.ERROR,
    title="Unknown field",
    messages={
        "": "No known crawler reads {key}. The line is skipped.",
        "before": "No known crawler reads {key}, and {right} counts only at the start of a line.",
        "meta": (
            "Robots meta tags and X-Robots-Tag values have no meaning here, where rules name paths. The line is "
            "skipped."
        ),
        "meant": "No known crawler reads {key}, so the line is skipped. Did you mean {right}?",
        "some": "{key} is read as {right} by {readers} only. All other crawlers skip the line.",
    },
    fixes=RESPELL | {"remove-before": "Remove {key} in front"},
    line=unknown_field,
    fields=UNKNOWN_FIELDS,
    is_about_strays=True,
)


def _is_explained_elsewhere(line: LineFacts) -> bool:
    """Return True if another rule explains more precisely what is wrong with the field name."""
    key = line.google.key
    return (
        next(translated_field(line), None) is not None
        or WIDE_COLON in key
        or key.lower() in {b"http", b"https"}
        or line.takes_address_for_field
        or (key[:1] >= b"\x80" and next(invisible_character(line), None) is not None)
        or any(byte < 0x20 for byte in key)
        or CONFLICT_MARKER.match(line.raw) is not None
    )


def _is_for_pages(line: LineFacts) -> bool:
    """Return True if a line is the content of a robots meta tag: its name, or only its words."""
    read = line.google
    if read.key.lower() in _META_FIELDS:
        return True
    words = re.split(rb"[\s,;]++", line.raw.partition(b"#")[0].strip().lower(), maxsplit=len(_META_WORDS))
    return b":" not in line.raw and len(words) > 1 and _META_WORDS.issuperset(filter(None, words))


def _meant(key: bytes) -> bytes | None:
    """Return the field that was intended by `key`."""
    key = key.removeprefix(_BOM_TWICE_ENCODED)
    if len(key) > _LONGEST_NAME:
        return None
    bare = _undecorated(key)
    if bare in NAMES:
        return NAMES[bare]
    plain = key.decode("utf-8", "replace").translate(DASHES)
    if plain in NAMES:
        return NAMES[plain]
    if not key.isascii():
        plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()  # Disállow
        return NAMES.get(plain)
    if key.endswith(b" sitemap"):
        return CANONICAL[Field.SITEMAP]  # Image Sitemap, Video Sitemap
    text = key.decode("ascii").replace("_", "-").replace(" ", "-")
    found = get_close_matches(text, _MEANT, 1, _CLOSE_ENOUGH)
    if not found:
        return None
    meant = "user-agent" if found[0] == "useragent" else found[0]
    return NAMES.get(meant) or FIELDS[meant].title.encode()


def _undecorated(key: bytes) -> str:
    """Remove signs around a field name, spaces between its letters, or a command in front."""
    text = key.decode("utf-8", "replace")
    if _SPACED_OUT.fullmatch(text):
        return text.replace(" ", "")
    first, _, last = text.rpartition(" ")
    if first and (not any(map(str.isalnum, first)) or first in _COMMANDS):
        text = last
    return re.sub(r"^[\W_]++|[\W_]++$", "", text)


def _dialects_knowing(field: bytes) -> tuple[str, ...]:
    """Return the dialects that have a field, a standard one or another."""
    return EVERY if field in NAMES.values() else dialects_obeying(field.lower().decode()) or EVERY


def _in_other_words(line: LineFacts) -> bytes | None:
    """Return the field intended by another word for it, if the value suits that field."""
    meant = _IN_OTHER_WORDS.get(line.google.key.decode("utf-8", "replace").lower(), "")
    return NAMES[meant] if meant and _VALUES[meant].match(line.google.value) else None
