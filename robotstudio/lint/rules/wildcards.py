"""Stars, dollars and what looks like them."""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from robotstudio.engine.tokens import Field
from robotstudio.lint.affected import others, rules_close
from robotstudio.lint.facts import GroupFacts, LineFacts
from robotstudio.lint.model import (
    EVERY,
    NOBODY,
    Diagnostic,
    Edit,
    Fix,
    LintRule,
    Place,
    Severity,
    Trait,
    Value,
)
from robotstudio.lint.rules.common import (
    ADDRESS_START,
    DROP_STAR,
    ONE_PATH_A_LINE,
    RULE_FIELDS,
    WINDOWS_PATH,
    WRITE_VALUE,
    open_for,
)
from robotstudio.text.language import Plural

_EXTENSION = re.compile(
    rb"(?:/|(?:/[\w~%-]++)+/)(?=\.(?:pdf|docx?|xlsx?|pptx?|odt|csv|txt|php[0-9]?|aspx?|jsp|cgi|pl|html?|xml|json|css|js|mjs|jpe?g|png|gif|webp|svg"
    rb"|ico|mp[34]|avi|mov|zip|rar|gz|tgz|tar|7z|exe|dmg|iso|swf|ics|rss|atom|bmp|tiff?|psd|eps|webm|mkv|flv|ogg|wav|apk|jar"
    rb"|bak|sql|log|old|orig|md|rtf|ods|odp|pps|epub|tpl|inc|cfm|ashx|axd|asmx|phtml|shtml|xhtml)[$*?]?\Z)",
    re.IGNORECASE,
)
REGEX_SIGN = re.compile(
    rb"^/?\^|\(\.\*\)|\\[./?+dws]|\[[a-z0-9]-[a-z0-9]\]|\[\^|\([^()]*\|[^()]*\)|\.\+|(?<!\*)\.\*\$\Z"
    rb"|\{[0-9]++,[0-9]*+\}",
    re.IGNORECASE,
)
_ALTERNATIVES = re.compile(
    rb"[^?=&|]*\w(\|)\.?\w|[^?=&\[]*\w(\[\w{2,6}\])(?=[/*$.-]|\Z)"
)  # in a query it may be literal
_FILES_OF_A_NAME = re.compile(rb"\*[^/]+\.\*\Z|\*/.*\.\*\Z|(?:index|default|main|home)\.\*\Z|\.\.\*\Z", re.IGNORECASE)
"""A star for a file extension: index.*, or beside another star that is clearly a wildcard."""
_BRACES = re.compile(rb"\{([^{}/,]*+(?:,[^{}/,]*+)++)\}")
_MOST_ALTERNATIVES = 20
_MEANS_MORE_AT_THE_END = re.compile(rb"(?:\$|index\.html?|%[0-9A-Fa-f]?)\Z")


def extension_without_star(line: LineFacts) -> Iterator[Diagnostic]:
    """Report `/.pdf`, which is one file of that name: an extension needs a star before it, in a directory too."""
    value = line.google.value
    if directory := _EXTENSION.match(value):
        start, end = line.google.value_span
        right = directory[0] + b"*" + value[directory.end() :].removesuffix(b"*")
        fix = Fix("write-value", (Edit(Place(1, start), Place(1, end), right),), args={"value": right})
        args: dict[str, Value] = {"value": value, "right": right, "plain": value.rstrip(b"$*")}
        yield Diagnostic(1, start, end, args=args, fixes=(fix,), dialects=open_for(b"/.b", "/a.b"))


EXTENSION_WITHOUT_STAR = LintRule(
    "RS419",
    "extension-without-star",
    Severity.WARNING,
    title="File extension without a star",
    messages={
        "": "{value} matches only paths that start with {plain}. For files with this extension, write {right}.",
    },
    fixes=WRITE_VALUE,
    line=extension_without_star,
    fields=RULE_FIELDS,
)


def star_alone(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a star alone: the whole site for parsers with wildcards, nothing for the others."""
    if line.google.value == b"*":
        start, end = line.google.value_span
        fix = Fix("write-value", (Edit(Place(1, start), Place(1, end), b"/"),), args={"value": b"/"})
        severity = Severity.HINT if line.field is Field.ALLOW else None
        yield Diagnostic(1, start, end, fixes=(fix,), dialects=open_for(b"*", "/a"), severity=severity)


STAR_ALONE = LintRule(
    "RS440",
    "star-alone",
    Severity.WARNING,
    title="Only a star as the path",
    messages={
        "": (
            "Crawlers that support wildcards read this as the whole site; to others it matches no path. A single "
            "slash means the same to all."
        ),
    },
    fixes=WRITE_VALUE,
    line=star_alone,
    fields=RULE_FIELDS,
)


def star_at_start(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report paths that begin with a star: by the standard a path begins with a slash. Once per group."""
    if b"*" not in facts.text:
        return
    odd = [rule for rule in facts.rules if rule.written.startswith(b"*") and rule.written.strip(b"*")]
    if odd:
        first = odd[0]
        places = [_value_start(facts, rule.line) for rule in odd]
        fix = Fix("add-slashes", tuple(Edit(place, place, b"/") for place in places), args={"count": len(odd)})
        is_same = not any(
            rule.written.lstrip(b"*").startswith(b"/") for rule in odd
        )  # */a matches /a, but /*/a does not
        lines = tuple(rule.line for rule in odd)
        args: dict[str, Value] = {"path": first.written, "count": len(odd), "lines": lines}
        yield Diagnostic(first.line, args=args, fixes=(fix,) * is_same, dialects=NOBODY)


STAR_AT_START = LintRule(
    "RS446",
    "star-at-start",
    Severity.HINT,
    title="Leading star",
    messages={
        "": Plural(
            "Under RFC 9309 a path begins with a slash. Crawlers with wildcards read {path} all the same.",
            (
                "{count} rules of the group begin with a star, at lines {lines}. Under RFC 9309 a path begins with a "
                "slash; crawlers with wildcards read {path} all the same."
            ),
        ),
    },
    fixes={"add-slashes": Plural("Add a slash in front", "Add a slash in front of {count} rules")},
    group=star_at_start,
    needs=Trait.STAR,
)


def _value_start(facts: GroupFacts, line: int) -> Place:
    return Place(line, facts.lines[line - facts.first_line].google.value_start)


def trailing_stars(facts: GroupFacts) -> Iterator[Diagnostic]:
    """Report stars at the end: a rule matches every longer path anyway. Once per group."""
    if not any(pattern.endswith((b"*", b"*$")) for pattern in facts.patterns):
        return
    alike: dict[str, list[Diagnostic]] = {}
    for rule in facts.rules:
        if rule.pattern.endswith((b"*", b"*$")):
            line = facts.lines[rule.line - facts.first_line]
            value, end = line.google.value, line.google.value_span.end
            look_at = _usual_trailing_star if len(value) <= _LONGEST_USUAL else _trailing_star
            for found in look_at(value, end, line.field):
                alike.setdefault(found.variant, []).append(found.moved(rule.line - 1))
    for some in alike.values():
        count: dict[str, Value] = {"count": len(some), "lines": tuple(found.line for found in some)}
        first = replace(some[0], args={**some[0].args, **count})
        if len(some) > 1:
            edits = tuple(edit for found in some for edit in found.fixes[0].edits)
            dialects = tuple(each for each in EVERY if any(each in found.dialects for found in some))
            fix = Fix("drop-stars", edits, args={"count": len(some)})
            first = replace(first, fixes=(fix,), dialects=dialects)
        yield first


TRAILING_STAR = LintRule(
    "RS405",
    "trailing-star",
    Severity.HINT,
    title="Trailing star",
    messages={
        "": Plural(
            "{plain} matches the same URLs, even in old parsers, which take the star literally.",
            "{count} rules of the group end in a star, at lines {lines}. Without it they match the same URLs, such as "
            "{plain} here, and work in old parsers too, which take the star literally.",
        ),
        "kept": Plural(
            "{plain} matches the same URLs.",
            (
                "{count} rules of the group end in an unnecessary star, at lines {lines}. Without it they match the "
                "same URLs, as {plain} does here."
            ),
        ),
        "dollar": Plural(
            "{plain} matches the same URLs: after a star, the $ at the end has no effect.",
            "{count} rules of the group end in *$, at lines {lines}. Without it they match the same URLs, as {plain} "
            "does here: after a star, the $ has no effect.",
        ),
    },
    fixes=DROP_STAR
    | {
        "drop-star-and-dollar": "Remove the *$",
        "drop-stars": Plural("Remove the * from {count} rule", "Remove the * from {count} rules"),
    },
    group=trailing_stars,
    needs=Trait.STAR,
)


def _trailing_star(value: bytes, end: int, field: Field) -> tuple[Diagnostic, ...]:
    """Return the finding at the end of a value, given its end in the line, as if in line 1 of the file."""
    if value.endswith(b"*$"):
        return _star_before_dollar(value, end, field)
    plain = value.rstrip(b"*")
    if (
        len(value) - len(plain) == 1
        and plain[:1] in {b"/", b"*"}
        and len(plain) > 1
        and not _MEANS_MORE_AT_THE_END.search(plain)
    ):
        fix = Fix("drop-star", (Edit(Place(1, end - 1), Place(1, end), b""),))
        is_kept = b"*" in plain
        dialects = NOBODY if is_kept else _literal(field)
        variant = "kept" * is_kept
        return (Diagnostic(1, end - 1, end, args={"plain": plain}, fixes=(fix,), variant=variant, dialects=dialects),)
    return ()


_LONGEST_USUAL = 200
_usual_trailing_star = lru_cache(maxsize=1 << 11)(_trailing_star)


def _star_before_dollar(value: bytes, end: int, field: Field) -> tuple[Diagnostic, ...]:
    """Return the finding for `*$` at the end: the star cancels the `$`."""
    plain = value[:-2]
    if plain[:1] not in {b"/", b"*"} or len(plain) < 2 or plain.endswith((b"*", b"$")):
        return ()
    fix = Fix("drop-star-and-dollar", (Edit(Place(1, end - 2), Place(1, end), b""),))
    dialects = NOBODY if b"*" in plain else _literal(field, b"*$")
    return (Diagnostic(1, end - 2, end, args={"plain": plain}, fixes=(fix,), variant="dollar", dialects=dialects),)


def _literal(field: Field, tail: bytes = b"*") -> tuple[str, ...]:
    """Return the dialects in which a star at the end of a rule is literal."""
    if field is Field.DISALLOW:
        return others(rules_close(b"Disallow: /a" + tail, "/ab"))
    opened, meant = (rules_close(b"Allow: %b\nDisallow: /" % path, "/ab") for path in (b"/a" + tail, b"/a"))
    return tuple(each for each in opened if each not in meant)


def double_star(line: LineFacts) -> Iterator[Diagnostic]:
    """Report `**`, which matches what `*` matches and only makes the rule longer."""
    value = line.google.value
    at = value.find(b"**")
    if at >= 0:
        start = line.google.value_start
        run = len(value[at:]) - len(value[at:].lstrip(b"*"))
        fix = Fix("one-star", (Edit(Place(1, start + at), Place(1, start + at + run), b"*"),))
        yield Diagnostic(1, start + at, start + at + run, fixes=(fix,), dialects=_stars_apart(value))


DOUBLE_STAR = LintRule(
    "RS406",
    "double-star",
    Severity.HINT,
    title="Two stars in a row",
    messages={
        "": "One star matches the same URLs. More only make the rule longer.",
    },
    fixes={"one-star": "Keep one star"},
    line=double_star,
    fields=RULE_FIELDS,
)


def _stars_apart(value: bytes) -> tuple[str, ...]:
    """Return the dialects in which one star and several differ."""
    if value.strip(b"*"):
        return NOBODY
    one, several = (rules_close(b"Disallow: " + stars, "/a") for stars in (b"*", b"**"))
    return tuple(each for each in several if each not in one)


def dollar_inside(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a `$` that is not the last byte: it is literal there, not the end of the URL."""
    value = line.google.value
    at = value.find(b"$")
    if 0 <= at < len(value) - 1 and value.startswith((b"/", b"*")):
        start = line.google.value_start
        dialects = rules_close(b"Disallow: /a$b", "/a$b")
        yield Diagnostic(1, start + at, start + at + 1, args={"behind": value[at + 1 :]}, dialects=dialects)


DOLLAR_INSIDE = LintRule(
    "RS407",
    "dollar-inside",
    Severity.WARNING,
    title="$ inside a path",
    messages={
        "": "A $ means the end of the URL only as the last character. Here, before {behind}, it is taken literally.",
    },
    line=dollar_inside,
    fields=RULE_FIELDS,
)


def regular_expression(line: LineFacts) -> Iterator[Diagnostic]:
    """Report signs of a regular expression: rules know `*` and a `$` at the end, everything else is literal."""
    value = line.google.value
    if WINDOWS_PATH.match(value):
        return
    sign = REGEX_SIGN.search(value)
    start = line.google.value_start
    braces = _BRACES.search(value)
    if braces and not sign and value.startswith((b"/", b"*")):
        yield _list_in_braces(line, braces)
    elif sign and not ADDRESS_START.match(value):
        yield Diagnostic(1, start + sign.start(), start + sign.end(), args={"sign": sign[0]})
    elif alternatives := _ALTERNATIVES.match(value):
        kind = alternatives.lastindex or 1
        place = start + alternatives.start(kind), start + alternatives.end(kind)
        yield Diagnostic(1, *place, args={"sign": alternatives[kind]})
    elif (at := value.find(b".*")) >= 0 and _is_of_a_regex(value, at):
        yield Diagnostic(1, start + at, start + at + 2, args={"value": value}, variant="dot", severity=Severity.HINT)


REGULAR_EXPRESSION = LintRule(
    "RS408",
    "regular-expression",
    Severity.ERROR,
    title="Regular expression",
    messages={
        "": "{sign} is regular expression syntax. In a rule only * and a $ at the end have a special meaning.",
        "braces": (
            "{sign} is a list in shell syntax. In a rule, braces are taken literally; each alternative needs its own "
            "line."
        ),
        "dot": "The dot is taken literally: {value} requires a dot, followed by anything or nothing.",
    },
    fixes=ONE_PATH_A_LINE,
    line=regular_expression,
    fields=RULE_FIELDS,
)


def _is_of_a_regex(value: bytes, at: int) -> bool:
    """Return True if a dot and a star at a place are hardly literal: /shop.*, but not index.* or a.*.html."""
    behind = value[at + 2 :]
    is_one = value.count(b"*") == 1 and not behind.startswith(b".")
    is_of_dos = value.startswith((b"*.*", b"/*.*")) or behind in {b"", b"$"}
    return (is_one or is_of_dos) and not _FILES_OF_A_NAME.search(value[: at + 2])


def _list_in_braces(line: LineFacts, braces: re.Match[bytes]) -> Diagnostic:
    """Make the finding for alternatives as shells write them: `{pdf,doc}`."""
    value, start, end = line.google.value, *line.google.value_span
    paths = [value[: braces.start()] + each.strip() + value[braces.end() :] for each in braces[1].split(b",")]
    lines = (b"\n" + line.google.key + b": ").join(paths)
    fix = Fix("one-path-a-line", (Edit(Place(1, start), Place(1, end), lines),))
    is_short = len(paths) <= _MOST_ALTERNATIVES and _BRACES.search(lines) is None
    args: dict[str, Value] = {"sign": braces[0]}
    at, behind = start + braces.start(), start + braces.end()
    return Diagnostic(1, at, behind, args=args, fixes=(fix,) * is_short, variant="braces")
