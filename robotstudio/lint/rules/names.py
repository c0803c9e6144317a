"""RS32x: values of user-agent lines that are no product tokens. Only the reason that explains most is given."""

import re
from collections.abc import Iterator
from enum import StrEnum

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.names import google_tokens
from robotstudio.engine.tokens import Field
from robotstudio.lint.draft import LineFacts
from robotstudio.lint.model import Edit, Fix, Found, LintRule, Place, Severity

_TOKEN = re.compile(rb"[A-Za-z_-]++\Z")
_VERSION = re.compile(rb"([^\s/,;()]++)/[\w.+-]*+\Z")
_WORD = re.compile(rb"[^\s,;]++")


class Shape(StrEnum):
    """What the value of a user-agent line looks like."""

    TOKEN = "token"  # noqa: S105 - a product token
    EMPTY = "empty"
    HEADER = "header"
    LIST = "list"
    VERSION = "version"
    WILDCARD = "wildcard"
    PATH = "path"
    BLANKS = "blanks"
    OTHER = "other"  # one word with digits, dots or other octets


def shape_of(value: bytes) -> Shape:
    """What a value looks like; `*` is a token too."""
    if value == b"*" or _TOKEN.match(value):
        return Shape.TOKEN
    if not value:
        return Shape.EMPTY
    if b"(" in value or value.lower().startswith(b"mozilla/"):
        return Shape.HEADER
    if value.lower().startswith((b"/", b"http://", b"https://")):
        return Shape.PATH
    if b"," in value or b";" in value:
        return Shape.LIST
    if b"*" in value:
        return Shape.WILDCARD
    if _VERSION.match(value):
        return Shape.VERSION
    return Shape.BLANKS if len(value.split()) > 1 else Shape.OTHER


def _read_by_google(value: bytes) -> bytes:
    """What Google's parser takes for the name, as it is written."""
    return value[: len(google_tokens(value)[0])] or b"-"


def agent_without_value(line: LineFacts) -> Iterator[Found]:
    """A user-agent line that names nobody: the rules below hold for no crawler."""
    if not line.google.value:
        yield Found(1, *line.google.key_span)


def full_header(line: LineFacts) -> Iterator[Found]:
    """A whole User-Agent header: crawlers read its first word, which is not their name."""
    value = line.google.value
    if shape_of(value) is Shape.HEADER:
        yield Found(1, *line.google.value_span, args={"value": value, "read": _read_by_google(value)})


def list_of_tokens(line: LineFacts) -> Iterator[Found]:
    """Several names in one line: crawlers read the first, each name needs a line of its own."""
    value = line.google.value
    if shape_of(value) is not Shape.LIST:
        return
    names = [name.strip() for name in re.split(rb"[,;]", value) if name.strip()]
    start, end = line.google.value_span
    fixes: tuple[Fix, ...] = ()
    if all(_WORD.fullmatch(name) for name in names):
        lines = b"\nUser-agent: ".join(names)
        fixes = (Fix("one-name-a-line", (Edit(Place(1, start), Place(1, end), lines),)),)
    yield Found(1, start, end, args={"first": names[0] if names else b"-"}, fixes=fixes)


def partial_wildcard(line: LineFacts) -> Iterator[Found]:
    """A `*` inside or behind a name: only a `*` alone stands for all crawlers, names have no wildcards."""
    value = line.google.value
    if shape_of(value) is not Shape.WILDCARD:
        return
    start, end = line.google.value_span
    plain = value.rstrip(b"*")
    fixes: tuple[Fix, ...] = ()
    if _TOKEN.match(plain):
        fixes = (Fix("drop-star", (Edit(Place(1, start + len(plain)), Place(1, end), b""),)),)
    token = google_tokens(value)[0]
    variant = "global" if token == b"*" else "" if token else "nothing"
    yield Found(1, start, end, args={"value": value, "read": _read_by_google(value)}, fixes=fixes, variant=variant)


def token_with_version(line: LineFacts) -> Iterator[Found]:
    """A version behind the name: some crawlers cut it off, others compare the whole and find no match."""
    value = line.google.value
    name = _VERSION.match(value) if shape_of(value) is Shape.VERSION else None
    if name:
        start, end = line.google.value_span
        fix = Fix("drop-version", (Edit(Place(1, start + len(name[1])), Place(1, end), b""),), args={"name": name[1]})
        others = ("python", "python-rfc9309", "protego", "heritrix")
        yield Found(1, start, end, args={"value": value, "name": name[1]}, fixes=(fix,), dialects=others)


def token_with_blanks(line: LineFacts) -> Iterator[Found]:
    """Several words: a product token is one word, and crawlers differ in how much of the value they read."""
    value = line.google.value
    if shape_of(value) is Shape.BLANKS:
        is_known = CATALOGUE.known(value.decode("utf-8", "replace")) is not None
        args = {"value": value, "read": _read_by_google(value)}
        severity, variant = (Severity.HINT, "known") if is_known else (None, "")
        yield Found(1, *line.google.value_span, args=args, severity=severity, variant=variant)


def path_as_name(line: LineFacts) -> Iterator[Found]:
    """A path or an address where a crawler's name should be: the two were swapped."""
    value = line.google.value
    if shape_of(value) is Shape.PATH:
        yield Found(1, *line.google.value_span, args={"value": value})


def token_that_google_cuts(line: LineFacts) -> Iterator[Found]:
    """A name with digits, dots or other signs: no product token by the standard, and Google reads its start."""
    value = line.google.value
    if shape_of(value) is Shape.OTHER:
        is_known = CATALOGUE.known(value.decode("utf-8", "replace")) is not None
        variant = "known" if is_known else "" if google_tokens(value)[0] else "nothing"
        args = {"value": value, "read": _read_by_google(value)}
        severity = Severity.HINT if is_known else None
        yield Found(1, *line.google.value_span, args=args, dialects=("google",), variant=variant, severity=severity)


_ROWS = (
    ("RS320", "agent-without-value", Severity.ERROR, agent_without_value),
    ("RS321", "full-header", Severity.ERROR, full_header),
    ("RS322", "list-of-tokens", Severity.ERROR, list_of_tokens),
    ("RS323", "partial-wildcard", Severity.WARNING, partial_wildcard),
    ("RS324", "token-with-version", Severity.WARNING, token_with_version),
    ("RS325", "token-with-blanks", Severity.WARNING, token_with_blanks),
    ("RS326", "path-as-name", Severity.ERROR, path_as_name),
    ("RS327", "token-with-other-signs", Severity.INFORMATION, token_that_google_cuts),
)

RULES = tuple(
    LintRule(code, name, severity, line=check, fields=frozenset({Field.USER_AGENT}))
    for code, name, severity, check in _ROWS
)
