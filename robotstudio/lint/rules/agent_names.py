"""Values of User-agent lines that are not product tokens. Only the most specific reason is reported."""

import re
from collections.abc import Iterator
from enum import StrEnum

from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.names import google_tokens, lenient_tokens
from robotstudio.lint.affected import ANYBODY, crawlers_in, found_under, others, titles
from robotstudio.lint.facts import GroupFacts, LineFacts
from robotstudio.lint.model import EVERY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.common import AGENT_FIELDS, DROP_STAR, WRITE_VALUE
from robotstudio.lint.rules.crawlers import nearest_crawler

_TOKEN = re.compile(rb"[A-Za-z_-]++\Z")
_VERSION = re.compile(rb"([^\s/,;()]++)/(?:[\w.+-]*+|[0-9]++(?>(?:,[0-9]++)+))\Z")
_WORD = re.compile(rb"[^\s,;]++")
_IP_ADDRESS = re.compile(
    rb"[0-9]{1,3}(?:\.(?:[0-9]{1,3}|\*)){1,3}(?:/[0-9]{1,2})?|[0-9a-f]{1,4}:[0-9a-f:]++(?:/[0-9]{1,3})?", re.IGNORECASE
)
_NO_LIST = re.compile(
    rb"\[[^\]]*+\]|&[a-z]{2,6};|\bwww,|,(?=[\w-]++\.(?:com|net|org|info|biz|de|uk|fr|ru|jp)\b)"
    rb"|,[ ]?(?:inc|ltd|llc|gmbh|corp|co|s\.?a)\b",
    re.IGNORECASE,
)
"""Commas and semicolons within one name: [NC,OR] of a rewrite rule, an entity, a mistyped domain, a company."""

_OTHER_SIGN = re.compile(rb"[ \t]*+[|/][ \t]*+|[ \t]++(?:(?:and|or|[&+])[ \t]++)?", re.IGNORECASE)
_BETWEEN = frozenset({b",", b";", b"|", b"/", b" "})
_LONGEST_LIST = 500
_SIGNS_AROUND = b"\"'`!{}=~^%"


class Shape(StrEnum):
    """The shape of the value of a user-agent line."""

    TOKEN = "token"
    EMPTY = "empty"
    HEADER = "header"
    LIST = "list"
    VERSION = "version"
    WILDCARD = "wildcard"
    PATH = "path"
    SPACES = "spaces"
    OTHER = "other"  # one word with digits, dots or other bytes


def shape_of(value: bytes) -> Shape:
    """Classify a value; `*` is a token too."""
    return Shape.OTHER if _IP_ADDRESS.fullmatch(value) else _shape_of_name(value)


def _shape_of_name(value: bytes) -> Shape:
    if value == b"*" or _TOKEN.match(value):
        return Shape.TOKEN
    if not value:
        return Shape.EMPTY
    if b"(" in value or value.lower().startswith(b"mozilla/") or b"+http" in value.lower():
        return Shape.HEADER
    if value.lower().startswith((b"/", b"http://", b"https://")):
        return Shape.PATH
    outside = _NO_LIST.sub(b"", value)
    if _names_in(value) or ((b"," in outside or b";" in outside) and not _VERSION.match(value)):
        return Shape.LIST
    if b"*" in value:
        return Shape.WILDCARD
    if _VERSION.match(value):
        return Shape.VERSION
    return Shape.SPACES if len(value.split()) > 1 else Shape.OTHER


def _read_by_google(value: bytes) -> bytes:
    """Return what Google's parser reads as the name, as written."""
    return value[: len(google_tokens(value)[0])] or b"-"


def agent_without_value(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a user-agent line without a name: the rules below hold for no crawler, or for every one."""
    for agent in facts.group.agents:
        if not agent.written:
            named = tuple(dict.fromkeys(other.written.decode("utf-8", "replace") for other in facts.group.agents))
            names = tuple(filter(None, named))
            everybody = found_under(b"", ANYBODY)
            span = facts.lines[agent.line - facts.first_line].google.key_span
            args: dict[str, Value] = {"names": names, "everybody": titles(everybody)}
            if names:
                variant, severity, dialects = "beside", Severity.WARNING, everybody
            else:
                variant, severity, dialects = "", None, EVERY
            yield Diagnostic(agent.line, *span, args=args, variant=variant, severity=severity, dialects=dialects)


AGENT_WITHOUT_VALUE = LintRule(
    "RS320",
    "agent-without-value",
    Severity.ERROR,
    title="User-agent without a name",
    messages={
        "": (
            "The line names no crawler. Under RFC 9309 the rules below apply to no crawler; for "
            "{everybody} they apply to every crawler."
        ),
        "beside": (
            "The line names no crawler. Beside {names} it has no effect under RFC 9309; for {everybody} "
            "the rules below apply to every crawler."
        ),
    },
    group=agent_without_value,
)


def full_header(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a whole User-Agent header: crawlers read its first word, which is not their name."""
    value = line.google.value
    if shape_of(value) is not Shape.HEADER:
        return
    args: dict[str, Value] = {"value": value, "read": _read_by_google(value)}
    span = line.google.value_span
    token = google_tokens(value)[0]
    if token and token != b"mozilla":
        concerned = others(found_under(value, lenient_tokens(value)[0].decode("ascii")))
        variant, severity = "first", Severity.WARNING
    else:
        concerned = others(found_under(b"Mozilla/5.0 (x; Foo/1.0)", "Foo"))
        variant, severity = "" if token else "nothing", None
    whom = tuple(crawler.token for crawler in crawlers_in(value))
    yield Diagnostic(
        1, *span, args=args, variant=variant, severity=severity, dialects=concerned, whom=whom, readers=not whom
    )


FULL_HEADER = LintRule(
    "RS321",
    "full-header",
    Severity.ERROR,
    title="Whole User-Agent header",
    messages={
        "": "Crawlers look for their product token, not for the header that they send. Google reads {read} here.",
        "nothing": (
            "Crawlers look for their product token, not for the header that they send. Google reads no name here."
        ),
        "first": (
            "A User-agent line takes a product token, not a whole header. Google reads {read} and ignores the rest; "
            "crawlers that compare the whole value do not find it."
        ),
    },
    line=full_header,
    fields=AGENT_FIELDS,
)


def _names_in(value: bytes) -> list[bytes]:
    """Return known crawlers separated by anything but commas; nothing if any part is unknown."""
    parts = _OTHER_SIGN.split(value[:_LONGEST_LIST])
    is_list = len(parts) > 1 and all(
        part != b"*" and CATALOGUE.known(part.decode("utf-8", "replace")) for part in parts
    )
    return parts if is_list else []


def list_of_tokens(line: LineFacts) -> Iterator[Diagnostic]:
    """Report several names in one line: crawlers read the first, each name needs a line of its own."""
    value = line.google.value
    if shape_of(value) is not Shape.LIST:
        return
    names = _names_in(value) or [name.strip() for name in re.split(rb"[,;]", value) if name.strip()]
    start, end = line.google.value_span
    fixes: tuple[Fix, ...] = ()
    if all(_WORD.fullmatch(name) for name in names):
        lines = b"\nUser-agent: ".join(names)
        fixes = (Fix("one-name-a-line", (Edit(Place(1, start), Place(1, end), lines),)),)
    sign = value[len(names[0]) : len(names[0]) + 1] if names else b","
    finding = found_under(b"Foo%b Bar" % (sign if sign in _BETWEEN else b","), "Bar")
    first = names[0] if names else b"-"
    args: dict[str, Value] = {"first": _read_by_google(value) if len(first.split()) > 1 else first}
    variant = "" if google_tokens(value)[0] else "nothing"
    if len(names) == 1:  # a sign after a name does not make a list
        variant = "one"
        fixes = tuple(Fix("write-value", fix.edits, args={"value": names[0]}) for fix in fixes)
        whole = found_under(value, names[0].decode("utf-8", "replace"))
        plain = found_under(value, names[0].partition(b"/")[0].decode("utf-8", "replace"))
        finding = tuple(each for each in plain if each in whole)
    whom = tuple(name.decode("utf-8", "replace") for name in names)
    dialects = others(finding)
    yield Diagnostic(
        1, start, end, args=args, fixes=fixes, variant=variant, dialects=dialects, whom=whom, readers=False
    )


LIST_OF_TOKENS = LintRule(
    "RS322",
    "list-of-tokens",
    Severity.ERROR,
    title="Several names in one line",
    messages={
        "": "Most crawlers read at most {first} here. Each name needs its own User-agent line.",
        "one": "The sign after {first} is not part of the name: crawlers that compare the whole value do not find it.",
        "nothing": "Google reads no name here. Each name needs its own User-agent line.",
    },
    fixes=WRITE_VALUE | {"one-name-a-line": "Put each name on its own line"},
    line=list_of_tokens,
    fields=AGENT_FIELDS,
)


def partial_wildcard(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a `*` in or after a name: only a `*` alone means all crawlers, names have no wildcards."""
    value = line.google.value
    if shape_of(value) is not Shape.WILDCARD:
        return
    start, end = line.google.value_span
    plain = value.rstrip(b"*").rstrip(b"-")
    fixes: tuple[Fix, ...] = ()
    if _TOKEN.match(plain):
        fixes = (Fix("drop-star", (Edit(Place(1, start + len(plain)), Place(1, end), b""),)),)
    token = google_tokens(value)[0]
    variant = "global" if token == b"*" else "" if token else "nothing"
    name = value.strip(b"*") if variant else plain if fixes else token
    finding = found_under(value, name.decode("utf-8", "replace")) if name and variant != "global" else ()
    args: dict[str, Value] = {"value": value, "read": _read_by_google(value), "name": name, "finding": titles(finding)}
    dialects = others(finding)
    variant = "found" if variant == "nothing" and finding else variant
    if not variant and "rfc9309" in dialects:  # Google reads only the start of a name with other signs
        variant = "google"
    whom = (name.decode("utf-8", "replace"),)
    yield Diagnostic(
        1, start, end, args=args, fixes=fixes, variant=variant, dialects=dialects, whom=whom, readers=False
    )


PARTIAL_WILDCARD = LintRule(
    "RS323",
    "partial-wildcard",
    Severity.WARNING,
    title="Wildcard in a name",
    messages={
        "": (
            "Names have no wildcards. Google and RFC 9309 read {value} as {read}; crawlers that compare the whole "
            "value look for exactly this name."
        ),
        "google": (
            "Names have no wildcards. Google reads {value} as {read}; under RFC 9309, and for crawlers that compare "
            "the whole value, it is a different name."
        ),
        "global": "Google reads {value} as a group for all crawlers; others look for a crawler with exactly this name.",
        "nothing": "Names have no wildcards. No crawler is called {value}, so the group applies to no crawler.",
        "found": (
            "Names have no wildcards. Google and RFC 9309 read no name in {value}; of the known parsers, only these "
            "find {name} in it: {finding}."
        ),
    },
    fixes=DROP_STAR,
    line=partial_wildcard,
    fields=AGENT_FIELDS,
)


def tokens_with_version(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report a version after a name: some crawlers cut it off, others compare the whole and find no match.

    Not reported if the group also names the crawler without it.
    """
    names = frozenset(agent.written.lower() for agent in facts.group.agents)
    for agent in facts.group.agents if b"/" in b"".join(names) else ():
        for found in _token_with_version(facts.lines[agent.line - facts.first_line]):
            if found.fixes[0].edits[0].text.lower() not in names:
                yield found.moved(agent.line - 1)


TOKEN_WITH_VERSION = LintRule(
    "RS324",
    "token-with-version",
    Severity.WARNING,
    title="Name with a version",
    messages={
        "": "Google and RFC 9309 read {name}; crawlers that compare the whole value do not find it in {value}.",
        "cut": (
            "RFC 9309 reads {name}, Google's parser {read}; crawlers that compare the whole value do not find it in "
            "{value}."
        ),
        "nothing": (
            "RFC 9309 reads {name}, Google's parser no name at all; crawlers that compare the whole value do not find "
            "it in {value}."
        ),
    },
    fixes={"drop-version": "Change to {name}"},
    group=tokens_with_version,
)


def _token_with_version(line: LineFacts) -> Iterator[Diagnostic]:
    value = line.google.value
    name = _VERSION.match(value) if shape_of(value) is Shape.VERSION else None
    if name:
        start, end = line.google.value_span
        plain = name[1].lstrip(b"+-~.\"'")  # as in headers: +http, +Baiduspider
        plain = plain if _TOKEN.match(plain) else name[1]
        fix = Fix("drop-version", (Edit(Place(1, start), Place(1, end), plain),), args={"name": plain})
        args: dict[str, Value] = {"value": value, "name": name[1], "read": _read_by_google(value)}
        concerned = others(found_under(value, plain.decode("utf-8", "replace")))
        variant = "" if _TOKEN.match(name[1]) else "cut" if google_tokens(value)[0] else "nothing"
        whom = (plain.decode("utf-8", "replace"),)
        yield Diagnostic(
            1, start, end, args=args, fixes=(fix,), variant=variant, dialects=concerned, whom=whom, readers=False
        )


def token_with_blanks(line: LineFacts) -> Iterator[Diagnostic]:
    """Report several words: a product token is one word, and crawlers differ in how much of the value they read."""
    value = line.google.value
    if shape_of(value) is Shape.SPACES:
        is_known = CATALOGUE.known(value.decode("utf-8", "replace")) is not None
        args = {"value": value, "read": _read_by_google(value)}
        severity = Severity.HINT if is_known else None
        variant = "known" if is_known else "" if google_tokens(value)[0] else "nothing"
        concerned = others(found_under(value, value.decode("utf-8", "replace"))) or EVERY
        span, whom = line.google.value_span, (value.decode("utf-8", "replace"),)
        yield Diagnostic(
            1, *span, args=args, severity=severity, variant=variant, dialects=concerned, whom=whom, readers=False
        )


TOKEN_WITH_BLANKS = LintRule(
    "RS325",
    "token-with-blanks",
    Severity.WARNING,
    title="Name with several words",
    messages={
        "nothing": "A product token is one word. Google reads no name here; crawlers that compare the whole value do.",
        "": (
            "A product token is one word. Google reads {read}; crawlers that compare the whole value read a different "
            "name."
        ),
        "known": (
            "The crawler really has this name, but under RFC 9309 a product token is one word. Google reads {read}."
        ),
    },
    line=token_with_blanks,
    fields=AGENT_FIELDS,
)


def path_as_name(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a path or an address instead of a crawler's name: the two were swapped."""
    value = line.google.value
    if shape_of(value) is Shape.PATH:
        everybody = found_under(value, ANYBODY)
        yield Diagnostic(1, *line.google.value_span, args={"value": value}, dialects=others(everybody))


PATH_AS_NAME = LintRule(
    "RS326",
    "path-as-name",
    Severity.ERROR,
    title="Path instead of a name",
    messages={
        "": "{value} is not a crawler. The rules of this group apply to no crawler.",
    },
    line=path_as_name,
    fields=AGENT_FIELDS,
)


def token_that_google_cuts(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a name with digits, dots or other characters: not a product token, and Google reads only its start."""
    value = line.google.value
    name = value.decode("utf-8", "replace")
    if shape_of(value) is Shape.OTHER and nearest_crawler(name) is None:
        is_known = CATALOGUE.known(name) is not None
        variant = "known" if is_known else "" if google_tokens(value)[0] else "nothing"
        args: dict[str, Value] = {"value": value, "read": _read_by_google(value)}
        severity = Severity.HINT if is_known else None
        fixes: tuple[Fix, ...] = ()
        concerned, whom = others(found_under(value, name)), name
        plain = value.strip(_SIGNS_AROUND)
        if _IP_ADDRESS.fullmatch(value):
            variant, severity = "address", Severity.WARNING
        elif plain != value and _TOKEN.match(plain):
            variant, severity, whom = "signs", Severity.ERROR, plain.decode()
            concerned = others(found_under(value, whom))
            args["name"] = plain
            start, end = line.google.value_span
            fixes = (Fix("write-value", (Edit(Place(1, start), Place(1, end), plain),), args={"value": plain}),)
        yield Diagnostic(
            1,
            *line.google.value_span,
            args=args,
            fixes=fixes,
            dialects=concerned,
            variant=variant,
            severity=severity,
            whom=(whom,),
            readers=False,
        )


TOKEN_WITH_OTHER_SIGNS = LintRule(
    "RS327",
    "token-with-other-signs",
    Severity.INFORMATION,
    title="Not a product token",
    messages={
        "": (
            "{value} has characters that a product token may not have. Google's parser reads {read}; whether the "
            "crawler finds its name depends on its own parser."
        ),
        "known": "The crawler really has this name, but under RFC 9309 a product token has only letters, _ and -.",
        "nothing": "A product token may not start like {value}. Google's parser reads no name in it.",
        "address": "{value} is an IP address. Crawlers look for product tokens; only the server can block addresses.",
        "signs": "The characters around {name} become part of the name: most crawlers do not find {name} in {value}.",
    },
    fixes=WRITE_VALUE,
    line=token_that_google_cuts,
    fields=AGENT_FIELDS,
)
