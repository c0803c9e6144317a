"""Remains of another syntax, a template or an address in a value."""

import re
from collections.abc import Iterator
from html import unescape

from robotstudio.engine import DIALECTS
from robotstudio.engine.paths import ASCII, encoded
from robotstudio.engine.tokens import Field
from robotstudio.lint.facts import GroupFacts, LineFacts
from robotstudio.lint.model import EVERY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Trait, Value
from robotstudio.lint.rules.common import (
    KEEP_PATH,
    RULE_FIELDS,
    STANDARD_FIELDS,
    WRITE_VALUE,
    open_for,
    unless_written_right,
)

_SIGN_AT_END = re.compile(
    rb"(?<=[A-Za-z0-9/_$-])(?:[;,]++|(?<=/):++|(?<=[\w-]/)\.(?=\Z)|[\"'`]++|\.{3,}+|\xe2\x80\xa6)\Z"
)
_ENTITY = re.compile(rb"&(?:amp|lt|gt|quot|apos|nbsp);", re.IGNORECASE)
_TAG = re.compile(rb"</?(?:p|br|li|ul|a|div|span|td|tr|code|pre|b|i|strong|em)(?:[ \t][^<>]{0,200})?/?>", re.IGNORECASE)
_SLASHES_ALONE = re.compile(rb"//+\**")
_DOUBLE_SLASH = re.compile(rb"//(?=[\w%-])(?![^/]*\.)")
_SLASHES_INSIDE = re.compile(rb"(?<=[^/*:])//+")
_PLACE_IN_QUERY = re.compile(rb"(?<==)\{[A-Za-z_][\w-]*+\}")
TEMPLATE = re.compile(
    rb"\{\{[^{}]*+\}\}|\{%[^%]*+%\}|<\?(?:php|=)?[^?]*+\?>|<%[^%]*+%>|\$\{[^{}]*+\}|%[A-Z][A-Z0-9_]{3,}+%|\[%[^%]*+%\]"
    rb"|\{[A-Z][A-Z0-9_ ]++\}|<[a-z][a-z _.-]*+(?<=url|ain|ite|ost)>"
)
_ROUTE = re.compile(
    rb"(?<=/)(?:\{[A-Za-z_]\w*+\}|:[A-Za-z_]\w*+|\[(?:\.\.\.)?[A-Za-z_][\w-]*+\]|<(?:\w++:)?[\w-]++>)(?=/|\Z)"
)
_UNSET = re.compile(rb"/(undefined|null|NaN|\[object%20Object\]|%5Bobject%20Object%5D)(?=[/?]|\Z)")
_ENCODED_TWICE = re.compile(rb"%25([0-9A-Fa-f]{2})")
_ENCODED_SIGN = re.compile(rb"%2A|%24\Z|%26(?=[\w-]++=)", re.IGNORECASE)
_ENCODED_EQUALS = re.compile(rb"(?<=.)[?&][A-Za-z_][\w.-]*+(%3D)", re.IGNORECASE)
_MEANT = {b"%3D": (b"/a?b%3D", "/a?b=1"), b"%26": (b"/a?b=1%26c=", "/a?b=1&c=2"), b"%2F": (b"/a%2F", "/a/")}
"""Signs that some crawlers decode before comparing: a pattern, and a path that it does not match in the others."""
_ENCODED_PLAIN = re.compile(rb"%(?:4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A]|3[0-9]|2[DE]|5F)", re.IGNORECASE)
_LATIN_LETTER = re.compile(
    rb"(?<=[A-Za-z/_-])%([C-F][0-9A-F])(?=[A-Za-z/.-])", re.IGNORECASE
)  # in UTF-8 such a byte never stands alone
_ENCODED = re.compile(
    rb"%3F(?=[\w.-]*+(?:=|%3D))|(?<=\.php)%3F|(?<=\.asp)%3F|(?<=\.aspx)%3F|(?<=\.jsp)%3F|(?<=\.html)%3F", re.IGNORECASE
)


def sign_at_end(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a semicolon, a comma, a quotation mark or dots at the end of a path: they become part of it."""
    value = line.google.value
    found = _SIGN_AT_END.search(value) if value.startswith(b"/") and b"*" not in value else None
    if found and found[0] not in value[: found.start()] and _html_in(value) is None:
        start = line.google.value_start
        edit = Edit(Place(1, start + found.start()), Place(1, start + found.end()), b"")
        path = value[: found.start()]
        fix = Fix("keep-path", (edit,), args={"path": path})
        dialects = open_for(b"/a/" + found[0][:1], "/a/")
        args: dict[str, Value] = {"sign": found[0], "path": path}
        is_parameter = found[0] == b";" and not path.endswith(b"/")
        variant, severity = ("parameter", Severity.HINT) if is_parameter else ("", None)
        place = start + found.start(), start + found.end()
        yield Diagnostic(1, *place, args=args, fixes=(fix,), dialects=dialects, variant=variant, severity=severity)


SIGN_AT_END = LintRule(
    "RS416",
    "sign-at-end",
    Severity.WARNING,
    title="Stray character at the end of a path",
    messages={
        "": "The {sign} at the end becomes part of the path: {path} without it is not affected.",
        "parameter": (
            "The rule matches only URLs that continue with a ; as in ;jsessionid=: {path} without it is not affected."
        ),
    },
    fixes=KEEP_PATH,
    line=sign_at_end,
    fields=RULE_FIELDS,
)


def html_in_value(line: LineFacts) -> Iterator[Diagnostic]:
    """Report HTML in a value: an entity such as `&amp;` or a tag is literal, whatever a browser would show."""
    value = line.google.value
    found = _html_in(value)
    if found is None:
        return
    start, end = line.google.value_span
    plain = _without_html(value)
    fix = Fix("write-value", (Edit(Place(1, start), Place(1, end), plain),), args={"value": plain})
    args: dict[str, Value] = {"sign": found[0], "value": value, "plain": plain}
    variant = "sitemap" if line.field is Field.SITEMAP else ""
    is_tag = found[0].startswith(b"<") and not variant
    dialects = open_for(b"/a/<br>", "/a/") if is_tag else tuple(DIALECTS)  # Heritrix removes tags
    at, behind = start + found.start(), start + found.end()
    is_whole = plain.startswith((b"/", b"*", b"http"))  # of a link, only its text may remain
    is_sought = value[found.start() - 1 : found.start()] == b"*"  # perhaps it is meant to match broken links
    severity = Severity.HINT if is_sought else None
    fixes = (fix,) * is_whole
    yield Diagnostic(1, at, behind, args=args, fixes=fixes, variant=variant, dialects=dialects, severity=severity)


HTML_IN_VALUE = LintRule(
    "RS417",
    "html-in-value",
    Severity.WARNING,
    title="HTML in a value",
    messages={
        "": "{sign} is HTML. Here it is taken literally: the rule matches only URLs that contain it.",
        "sitemap": "{sign} is HTML. Crawlers request a URL that contains it.",
    },
    fixes=WRITE_VALUE,
    line=html_in_value,
    fields=RULE_FIELDS | {Field.SITEMAP},
)


def _html_in(value: bytes) -> re.Match[bytes] | None:
    return _ENTITY.search(value) or _TAG.search(value)


def _without_html(value: bytes) -> bytes:
    text = _TAG.sub(b"", value)
    text = _ENTITY.sub(lambda found: unescape(found[0].decode("ascii").lower()).encode(), text)
    return text.decode("utf-8", "replace").strip("\u00a0 ").replace("\u00a0", "%20").encode()


def double_slash(line: LineFacts) -> Iterator[Diagnostic]:
    """Report two slashes at the start: paths have one, unless a link is wrong."""
    value = line.google.value
    if _DOUBLE_SLASH.match(value) and not line.takes_address_for_field:
        start = line.google.value_start
        fix = Fix("keep-path", (Edit(Place(1, start), Place(1, start + 1), b""),), args={"path": value[1:]})
        dialects = open_for(b"//a/", "/a/")
        yield Diagnostic(1, start, start + 2, args={"value": value, "path": value[1:]}, fixes=(fix,), dialects=dialects)
    elif _SLASHES_ALONE.fullmatch(value):
        args: dict[str, Value] = {"value": value, "path": b"/"}
        severity = Severity.INFORMATION
        yield Diagnostic(1, *line.google.value_span, args=args, variant="alone", severity=severity)


DOUBLE_SLASH = LintRule(
    "RS418",
    "double-slash",
    Severity.WARNING,
    title="Two leading slashes",
    messages={
        "": "Paths start with one slash: {value} matches only URLs from broken links, not {path}.",
        "alone": "{value} matches only paths that start with two slashes, as in broken links, not {path}.",
    },
    fixes=KEEP_PATH,
    line=double_slash,
    fields=RULE_FIELDS,
)


def double_slash_inside(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report two slashes in a row inside a path, but not after a `*`, which looks for broken links, or in a URL."""
    if b"//" not in facts.text:
        return
    written = {(rule.allow, rule.written) for rule in facts.rules}
    for rule in facts.rules:
        value = facts.lines[rule.line - facts.first_line].google.value
        path, question_mark, query = value.partition(b"?")
        slashes = _SLASHES_INSIDE.search(path)
        right = _SLASHES_INSIDE.sub(b"/", path) + question_mark + query
        if slashes is None or (rule.allow, right) in written:
            continue
        start, end = facts.lines[rule.line - facts.first_line].google.value_span
        fix = Fix("write-value", (Edit(Place(rule.line, start), Place(rule.line, end), right),), args={"value": right})
        yield Diagnostic(
            rule.line,
            start + slashes.start(),
            start + slashes.end(),
            args={"value": value, "path": right},
            fixes=(fix,),
            dialects=open_for(b"/a//b", "/a/b"),
        )


DOUBLE_SLASH_INSIDE = LintRule(
    "RS451",
    "double-slash-inside",
    Severity.INFORMATION,
    title="Two slashes inside a path",
    messages={
        "": "Crawlers compare paths byte for byte: {value} matches only URLs that have both slashes, not {path}.",
    },
    fixes=WRITE_VALUE,
    group=double_slash_inside,
    needs=Trait.PATH,
)


def template_left(line: LineFacts) -> Iterator[Diagnostic]:
    """Report an unfilled placeholder of a template, or of a route as programs write it."""
    value = line.google.value
    unset = _UNSET.search(value)
    if line.is_plain and not unset:  # the other signs have letters that a plain line has not
        return
    found = TEMPLATE.search(value) or _PLACE_IN_QUERY.search(value)
    start, end = line.google.value_span
    if unset and line.field is not Field.USER_AGENT and b"*" not in value:
        yield Diagnostic(
            1,
            start + unset.start(1),
            start + unset.end(1),
            args={"sign": unset[1]},
            variant="unset",
            severity=Severity.INFORMATION,
        )
    elif found and value[: found.start()][-1:] != b"*":  # after a star it is meant to match broken links
        yield Diagnostic(1, start + found.start(), start + found.end(), args={"sign": found[0]})
    elif not found and value.startswith(b"/") and b"*" not in value and (route := _ROUTE.search(value)):
        right = _ROUTE.sub(b"*", value)
        fix = Fix("write-value", (Edit(Place(1, start), Place(1, end), right),), args={"value": right})
        at, behind = start + route.start(), start + route.end()
        if right.strip(b"/*"):
            yield Diagnostic(1, at, behind, args={"sign": route[0], "right": right}, fixes=(fix,), variant="route")
        else:  # a rule for everything with a slash or two would close the site
            yield Diagnostic(1, at, behind, args={"sign": route[0]}, variant="all")


TEMPLATE_LEFT = LintRule(
    "RS441",
    "template-left",
    Severity.WARNING,
    title="Unfilled placeholder",
    messages={
        "": "{sign} is a template placeholder that was not filled in.",
        "unset": "{sign} is what programs write for a missing value.",
        "route": (
            "{sign} is how programs write a variable part of a path. In a rule it is taken literally; use a star: "
            "{right}."
        ),
        "all": (
            "{sign} is how programs write a variable part of a path. In a rule it is taken literally, so the rule "
            "matches no real URL."
        ),
    },
    fixes=WRITE_VALUE,
    line=template_left,
    fields=STANDARD_FIELDS,
    in_plain=_UNSET.pattern,
)


def encoded_query(line: LineFacts) -> Iterator[Diagnostic]:
    """Report an encoded question mark before a parameter: it starts no query, so the rule misses URLs with one."""
    value = line.google.value
    found = _ENCODED.search(value) if b"%" in value else None
    if found and b"?" not in value:
        start, end = line.google.value_span
        head, tail = value[: found.start()], value[found.start() :]
        right = head + re.sub(
            rb"%(?:3F|3D|26)", lambda sign: bytes.fromhex(sign[0][1:].decode()), tail, flags=re.IGNORECASE
        )
        fix = Fix("write-value", (Edit(Place(1, start), Place(1, end), right),), args={"value": right})
        args: dict[str, Value] = {"value": value, "right": right}
        at = start + found.start()
        yield Diagnostic(1, at, at + 3, args=args, fixes=(fix,), dialects=open_for(b"/a%3Fb=", "/a?b=1"))


ENCODED_QUERY = LintRule(
    "RS442",
    "encoded-query",
    Severity.HINT,
    title="Encoded question mark",
    messages={
        "": "An encoded question mark does not start a query: {value} does not match {right}.",
    },
    fixes=WRITE_VALUE,
    group=unless_written_right(encoded_query),
    needs=Trait.ODD_RULE,
)


def odd_encoding(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a path encoded twice, or not in UTF-8: nearly all sites encode URLs once, in UTF-8."""
    value = line.google.value
    start = line.google.value_start
    if b"%" not in value:
        return
    if found := _ENCODED_TWICE.search(value):
        right = _ENCODED_TWICE.sub(rb"%\1", value)
        edit = Edit(Place(1, start), Place(1, start + len(value)), right)
        fix = Fix("write-value", (edit,), args={"value": right})
        args: dict[str, Value] = {"sign": found[0], "once": b"%" + found[1], "right": right}
        yield Diagnostic(1, start + found.start(), start + found.end(), args=args, fixes=(fix,))
    elif found := _ENCODED_SIGN.search(value) or _ENCODED_EQUALS.search(value) or _encoded_in_path(value):
        at, behind = found.span(found.lastindex or 0)
        sign = value[at:behind]
        args = {"sign": sign, "letter": bytes.fromhex(sign[1:].decode())}
        dialects = open_for(*_MEANT[sign.upper()]) if sign.upper() in _MEANT else EVERY
        yield Diagnostic(1, start + at, start + behind, args=args, variant="sign", dialects=dialects)
    elif found := _ENCODED_PLAIN.search(value):
        right = _ENCODED_PLAIN.sub(lambda each: bytes.fromhex(each[0][1:].decode()), value)
        fix = Fix("write-value", (Edit(Place(1, start), Place(1, start + len(value)), right),), args={"value": right})
        args = {"sign": found[0], "letter": bytes.fromhex(found[0][1:].decode())}
        place = start + found.start(), start + found.end()
        yield Diagnostic(1, *place, args=args, fixes=(fix,), variant="plain", dialects=open_for(b"/%62a/", "/ba/"))
    elif found := _LATIN_LETTER.search(value):
        letter = bytes.fromhex(found[1].decode()).decode("latin-1").encode()
        in_utf8 = encoded(letter, ASCII)
        path = value[: found.start()] + in_utf8 + value[found.end() :]
        fix = Fix("write-value", (Edit(Place(1, start), Place(1, start + len(value)), path),), args={"value": path})
        args = {"sign": found[0], "letter": letter, "encoded": in_utf8}
        yield Diagnostic(1, start + found.start(), start + found.end(), args=args, fixes=(fix,), variant="latin")


def _encoded_in_path(value: bytes) -> re.Match[bytes] | None:
    """Find an encoded # in a plain path, or a slash at its end; in a query they may be intended."""
    path = value.partition(b"?")[0]
    return re.search(rb"%23|(?<=[\w-])%2[Ff]\Z", path) if b"*" not in path else None


ODD_ENCODING = LintRule(
    "RS444",
    "odd-encoding",
    Severity.INFORMATION,
    title="Unusual encoding in a path",
    messages={
        "": "{sign} is an encoded %, so it matches only URLs that were encoded twice. Encoded once, it is {once}.",
        "sign": "{sign} is the literal character {letter}, without its special meaning in rules and queries.",
        "plain": "{sign} is {letter}. Some crawlers, such as Google, compare it as written and find no match.",
        "latin": "{sign} is {letter} in Latin-1. Browsers and crawlers encode URLs in UTF-8: {encoded}.",
    },
    fixes=WRITE_VALUE,
    group=unless_written_right(odd_encoding),
    needs=Trait.ODD_RULE,
)
