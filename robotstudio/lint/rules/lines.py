"""The form of a line."""

import re
from collections.abc import Iterator

from robotstudio.engine.tokens import Field
from robotstudio.lint.context import LintContext
from robotstudio.lint.facts import LineFacts
from robotstudio.lint.model import NOBODY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.common import CONFLICT_MARKER, RULE_FIELDS, STANDARD_FIELDS, UNKNOWN_FIELDS
from robotstudio.lint.rules.fields import CANONICAL, WIDE_COLON, missing_colon, wrong_separator

_NEXT_LINE = re.compile(
    rb"(?P<sign>(?>(?:(?:\\r)?\\n|\\r|<br[ ]?/?>)*))[ \t]*+(?P<line>(?:user-agent[ \t]*+:[ \t]*+(?=[\w*])"
    rb"|(?:disallow|allow)[ \t]*+:[ \t]*+(?:(?=[/*])|\Z)|sitemap[ \t]*+:[ \t]*+(?=https?:)))",
    re.IGNORECASE,
)
"""A field within the value of another, where a line break was lost or is written as programs write it."""
_LONGEST_JOINED = 20_000
_LINE_IN_COMMENT = re.compile(
    rb"(?:(?:dis)?allow[ \t]*+:[ \t]*+[/*]|user-agent[ \t]*+:[ \t]*+[\w*]|sitemap[ \t]*+:[ \t]*+https?:)", re.IGNORECASE
)


def lines_joined(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a whole field within the value of another: the line break between them is missing."""
    value = line.google.value[:_LONGEST_JOINED]
    spots = list(_NEXT_LINE.finditer(value))
    base = line.google.value_start
    if spots and not spots[0].start("line") and CANONICAL[line.field].lower() == _key_of(spots[0]).lower():
        twice = Edit(Place(1, base), Place(1, base + spots[0].end()), b"")
        args: dict[str, Value] = {"key": line.google.key}
        fix = Fix("remove-field", (twice,), args={"field": _key_of(spots[0])})
        yield Diagnostic(1, base, base + spots[0].end(), args=args, fixes=(fix,), variant="twice")
        return
    if not spots:
        return
    edits = [Edit(Place(1, base + spot.start()), Place(1, base + spot.start("line")), b"\n") for spot in spots]
    first = spots[0]
    at, behind = base + (first.start() if first["sign"] else first.start("line")), base + first.end()
    args = {"key": line.google.key, "second": _key_of(first), "sign": first["sign"]}
    variant = "escaped" if first["sign"] else ""
    yield Diagnostic(1, at, behind, args=args, fixes=(Fix("break-lines", tuple(edits)),), variant=variant)


LINES_JOINED = LintRule(
    "RS113",
    "lines-joined",
    Severity.ERROR,
    title="Two lines in one",
    messages={
        "": "There is no line break before {second}: crawlers read everything as the value of {key}.",
        "escaped": "{sign} is not a line break here: crawlers read everything as the value of {key}.",
        "twice": "{key} appears twice: crawlers read the second one as part of the value.",
    },
    fixes={"break-lines": "Put each field on its own line", "remove-field": "Remove the second {field}"},
    line=lines_joined,
    fields=STANDARD_FIELDS,
    explains_line=True,
)


def _key_of(found: re.Match[bytes]) -> bytes:
    """Return the name of the field that was found in a value."""
    return found["line"].partition(b":")[0].strip()


def line_continuation(context: LintContext) -> Iterator[Diagnostic]:
    """Report a backslash at the end followed by a meaningless line: it joins lines in many formats, not here."""
    for number, line in enumerate(context.lines[:-1] if b"\\" in context.body else (), 1):
        if line.google.key and line.raw.rstrip().endswith(b"\\") and _is_meaningless(context.lines[number]):
            end = len(line.raw.rstrip())
            yield Diagnostic(number, end - 1, end)


LINE_CONTINUATION = LintRule(
    "RS107",
    "line-continuation",
    Severity.ERROR,
    title="Lines cannot be continued",
    messages={
        "": "The backslash is part of the value, and the next line is read on its own.",
    },
    file=line_continuation,
)


def _is_meaningless(line: LineFacts) -> bool:
    return line.field is Field.UNKNOWN and not line.is_empty and not line.is_comment


def line_without_field(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a line that is neither a field with a value, nor a comment, nor empty."""
    if CONFLICT_MARKER.match(line.raw):
        yield Diagnostic(1, args={"text": line.raw.strip()}, variant="conflict", severity=Severity.ERROR)
        return
    if line.is_empty or line.is_comment or line.google.key or WIDE_COLON in line.raw:
        return
    head = line.raw.partition(b"#")[0]
    text = head.strip()
    if not text or any(next(check(line), None) for check in (missing_colon, wrong_separator, bare_path)):
        return
    start = head.index(text)
    edits = (Edit(Place(1, start), Place(1, start), b"# "),)
    yield Diagnostic(1, start, start + len(text), args={"text": text}, fixes=(Fix("comment-out", edits, is_safe=True),))


LINE_WITHOUT_FIELD = LintRule(
    "RS108",
    "line-without-field",
    Severity.WARNING,
    title="Neither a directive nor a comment",
    messages={
        "": "{text} is neither a directive nor a comment. Crawlers skip it.",
        "conflict": "{text} is left over from a merge conflict. Crawlers read the lines of both versions.",
    },
    fixes={"comment-out": "Comment it out"},
    line=line_without_field,
    fields=UNKNOWN_FIELDS,
    is_about_strays=True,
)


def bare_path(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a path or an address alone in a line: a rule or a sitemap was meant."""
    text = line.raw.partition(b"#")[0].strip()
    is_address = line.google.key.lower() in {b"http", b"https"} and line.google.value.startswith(b"//")
    is_path = not line.google.key and text.startswith(b"/") and b" " not in text
    if not (is_path or is_address):
        return
    start = line.raw.index(text)
    field = b"Sitemap: " if is_address and text.lower().endswith((b".xml", b".xml.gz")) else b"Disallow: "
    if is_address and field == b"Disallow: ":
        yield Diagnostic(1, start, start + len(text), args={"text": text}, variant="address")
        return
    fix = Fix("add-field", (Edit(Place(1, start), Place(1, start), field),), args={"field": field.strip()})
    yield Diagnostic(1, start, start + len(text), args={"text": text}, fixes=(fix,))


BARE_PATH = LintRule(
    "RS109",
    "bare-path",
    Severity.ERROR,
    title="Path without a field",
    messages={
        "": "{text} has no field name before it, so crawlers skip the line.",
        "address": (
            "{text} has no field name before it. Crawlers read the scheme as an unknown field and skip the line."
        ),
    },
    fixes={"add-field": "Insert {field} in front"},
    line=bare_path,
    fields=UNKNOWN_FIELDS,
)


def leading_blanks(line: LineFacts) -> Iterator[Diagnostic]:
    """Report spaces before a field name: modern crawlers skip them, the documents of 1994 and 1996 do not say so."""
    start = line.google.key_start
    if line.google.key and start:
        fix = Fix("remove-blanks", (Edit(Place(1, 0), Place(1, start), b""),), is_safe=True)
        yield Diagnostic(1, 0, start, fixes=(fix,), dialects=NOBODY)


LEADING_BLANKS = LintRule(
    "RS110",
    "leading-blanks",
    Severity.HINT,
    title="Spaces before the field name",
    messages={
        "": (
            "All known crawlers skip spaces before a field name, but the documents of 1994 and 1996 do not "
            "mention them."
        ),
    },
    fixes={"remove-blanks": "Remove the spaces"},
    line=leading_blanks,
)


def comment_behind_value(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a comment after a value, which some very old crawlers read as part of it."""
    read = line.google
    if (
        read.key
        and read.value
        and read.comment_start > 0
        and (line.raw[read.comment_start - 1 : read.comment_start] in b" \t" or line.field not in RULE_FIELDS)
    ):
        start, end = read.comment_span
        hidden = _LINE_IN_COMMENT.search(line.raw, start, end)
        if hidden is None:
            yield Diagnostic(1, start, end, dialects=NOBODY)
            return
        at = hidden.start()
        is_rest = line.raw[start:at].strip(b"# \t") != b""
        edit = Edit(Place(1, at), Place(1, at), b"\n")
        args: dict[str, Value] = {"hidden": line.raw[at:end].strip()}
        severity = Severity.WARNING if is_rest else Severity.INFORMATION
        fixes = (Fix("break-lines", (edit,)),) * is_rest
        yield Diagnostic(1, at, end, args=args, fixes=fixes, variant="line", severity=severity)


COMMENT_BEHIND_VALUE = LintRule(
    "RS111",
    "comment-behind-value",
    Severity.HINT,
    title="Comment after a value",
    messages={
        "": "Modern crawlers end the value before the #. Some very old ones read the comment as part of it.",
        "line": "{hidden} is part of the comment, so no crawler reads it.",
    },
    fixes={"break-lines": "Put each field on its own line"},
    line=comment_behind_value,
    fields=STANDARD_FIELDS,
)
