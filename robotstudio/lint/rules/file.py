"""The file as a whole: its content, encoding, line endings, size and name."""

import re
from collections.abc import Iterator
from itertools import islice

from robotstudio.engine.content import Content, finding_rules, is_page_with_rules
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.revision import count_line_ends
from robotstudio.engine.tokens import UTF8_BOM, Field
from robotstudio.lint.affected import closed_by, others, titles
from robotstudio.lint.context import LintContext, address_of
from robotstudio.lint.facts import LineFacts
from robotstudio.lint.model import NOBODY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.common import RULE_FIELDS
from robotstudio.text.language import Plural

_NAME = "robots.txt"
_YANDEX_RULES, _YANDEX_CHARACTERS = 2048, 1024
_ENDLESS = 1 << 62
_CODINGS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_SAMPLE = "User-agent: *\nDisallow: /x\n"
_RULES = frozenset({Field.ALLOW, Field.DISALLOW})
_NO_RULES = {Content.HTML, Content.XML, Content.JSON, Content.BINARY, Content.TEXT}


def no_rules_at_all(context: LintContext) -> Iterator[Diagnostic]:
    """Report a web page, a message or something else instead of rules: crawlers find few or none in it."""
    if context.content in _NO_RULES:
        readers = finding_rules(context.body)
        args: dict[str, Value] = {"readers": titles(readers)}
        kind = "" if context.content is Content.HTML else context.content.value
        yield Diagnostic(1, 0, 0, args=args, variant="some" if readers else kind, dialects=others(readers))
    elif is_page_with_rules(context.body):
        readers = finding_rules(context.body)
        args = {"readers": titles(readers)}
        yield Diagnostic(1, 0, 0, args=args, variant="mixed", severity=Severity.WARNING, dialects=others(readers))
    elif context.stray[0]:
        count, lines = context.stray
        has_rules = any(group.rules for group in context.google.groups)
        variant, severity = ("strays", Severity.WARNING) if has_rules else ("no-rules", None)
        yield Diagnostic(1, 0, 0, args={"strays": count, "count": lines}, variant=variant, severity=severity)


NO_RULES_AT_ALL = LintRule(
    "RS501",
    "no-rules-at-all",
    Severity.ERROR,
    title="Not a robots.txt file",
    messages={
        "": "This is a web page. Crawlers find no rules in it and may fetch everything.",
        "xml": "This is XML. Crawlers find no rules in it and may fetch everything.",
        "json": "This is JSON. Crawlers find no rules in it and may fetch everything.",
        "binary": "This is not text. Crawlers find no rules in it and may fetch everything.",
        "some": (
            "This is a web page. Rules in it are still found by {readers}; all other crawlers find none "
            "and may fetch everything."
        ),
        "mixed": "The file starts like a web page, but contains rules. They are still read by {readers}.",
        "strays": Plural(
            (
                "{strays} of {count} line is neither a comment nor a directive that crawlers know. They skip it and "
                "read the rest."
            ),
            (
                "{strays} of {count} lines are neither comments nor directives that crawlers know. They skip them "
                "and read the rest."
            ),
        ),
        "no-rules": Plural(
            (
                "{strays} of {count} line is neither a comment nor a directive that crawlers know, and no group has "
                "rules. This is probably not a robots.txt file."
            ),
            (
                "{strays} of {count} lines are neither comments nor directives that crawlers know, and no group has "
                "rules. This is probably not a robots.txt file."
            ),
        ),
        "text": "No line of this text is a directive that a crawler knows. Crawlers may fetch everything.",
    },
    file=no_rules_at_all,
    is_about_any_content=True,
)


def utf16(context: LintContext) -> Iterator[Diagnostic]:
    """Report text in UTF-16: crawlers read UTF-8, and find no field in it."""
    if context.content is Content.UTF16:
        coding = _CODINGS.get(context.body[:2])
        sample = context.body[:2] + _SAMPLE.encode(coding) if coding else _SAMPLE.encode("utf-16-le")
        readers = closed_by(sample, "/x")
        variant = "some" if readers else ""
        yield Diagnostic(1, 0, 0, args={"readers": titles(readers)}, variant=variant, dialects=others(readers))


UTF_16 = LintRule(
    "RS502",
    "utf-16",
    Severity.ERROR,
    title="Text in UTF-16",
    messages={
        "": "Crawlers read UTF-8. In UTF-16 they find no directives and may fetch everything.",
        "some": "Crawlers read UTF-8. In UTF-16 all but {readers} find no directives and may fetch everything.",
    },
    file=utf16,
    is_about_any_content=True,
)


def not_utf8(context: LintContext) -> Iterator[Diagnostic]:
    """Report invalid UTF-8: crawlers may ignore or misread it."""
    try:
        context.body.decode("utf-8")
    except UnicodeDecodeError as error:
        body = context.body
        line = len(re.findall(rb"\r\n|\r|\n", body[: error.start])) + 1
        start = max(body.rfind(b"\n", 0, error.start), body.rfind(b"\r", 0, error.start)) + 1
        offset = error.start - start - (len(UTF8_BOM) if line == 1 and body.startswith(UTF8_BOM) else 0)
        yield Diagnostic(line, offset, offset + 1, args={"byte": f"{body[error.start]:02X}"})


NOT_UTF_8 = LintRule(
    "RS503",
    "not-utf-8",
    Severity.WARNING,
    title="Not UTF-8",
    messages={
        "": "The byte {byte} is not valid UTF-8. Crawlers may ignore or misread it.",
    },
    file=not_utf8,
)


def byte_order_mark(context: LintContext) -> Iterator[Diagnostic]:
    """Report a byte order mark: Google and other engines skip it, some libraries lose the first line."""
    if context.body.startswith(UTF8_BOM):
        fix = Fix("remove-bom", (Edit(Place(1, -len(UTF8_BOM)), Place(1, 0), b""),))
        is_said = bool(context.lines and context.lines[0].google.key)
        losing = others(closed_by(UTF8_BOM + _SAMPLE.encode(), "/x"))
        if is_said:
            yield Diagnostic(1, 0, 0, fixes=(fix,), dialects=losing)
        else:
            yield Diagnostic(1, 0, 0, fixes=(fix,), variant="unsaid", severity=Severity.HINT, dialects=NOBODY)


BYTE_ORDER_MARK = LintRule(
    "RS504",
    "byte-order-mark",
    Severity.WARNING,
    title="Byte order mark",
    messages={
        "": (
            "Search engines skip the byte order mark. Some libraries read it as part of the first line, and then "
            "ignore that line."
        ),
        "unsaid": (
            "Search engines skip the byte order mark. Some libraries read it as part of the first line, which "
            "contains no directive here."
        ),
    },
    fixes={"remove-bom": "Remove the byte order mark"},
    file=byte_order_mark,
)


def line_ends(context: LintContext) -> Iterator[Diagnostic]:
    """Report line ends other than LF: CR alone, or several kinds in one file."""
    lf, crlf, cr = count_line_ends(context.body).values()
    if cr and not lf and not crlf:
        losing = others(closed_by(_SAMPLE.replace("\n", "\r").encode(), "/x"))
        yield Diagnostic(1, 0, 0, variant="cr", severity=Severity.WARNING if losing else None, dialects=losing)
    elif sum(map(bool, (crlf, lf, cr))) > 1:
        losing = others(closed_by(b"User-agent: *\r\nDisallow: /y\rDisallow: /x\n", "/x"))
        yield Diagnostic(1, 0, 0, args={"lf": lf, "crlf": crlf, "cr": cr}, dialects=losing)


LINE_ENDS = LintRule(
    "RS505",
    "line-ends",
    Severity.HINT,
    title="Unusual line endings",
    messages={
        "": (
            "The lines end in different ways: {lf} in LF, {crlf} in CRLF, {cr} in CR. Crawlers read all three; some "
            "editors and scripts do not."
        ),
        "cr": "All lines end in CR. Crawlers that follow RFC 9309 can read them; simple programs see one long line.",
    },
    file=line_ends,
)


def dos_line_ends(context: LintContext) -> Iterator[Diagnostic]:
    """Report CRLF throughout: every crawler of today reads it, as the documents of 1994 allow."""
    lf, crlf, cr = count_line_ends(context.body).values()
    if crlf and not lf and not cr:
        yield Diagnostic(1, 0, 0, dialects=others(closed_by(_SAMPLE.replace("\n", "\r\n").encode(), "/x")))


DOS_LINE_ENDS = LintRule(
    "RS506",
    "dos-line-ends",
    Severity.HINT,
    title="CRLF line endings",
    messages={
        "": "The lines end in CRLF. Every known crawler reads that.",
    },
    file=dos_line_ends,
)


def too_large(context: LintContext) -> Iterator[Diagnostic]:
    """Report more than 500 KiB: Google stops reading there, Yandex reads nothing of it."""
    limit = DIALECTS["google"].max_bytes
    size = max(context.setting.size, len(context.body))
    if limit is not None and size > limit:
        line = len(re.findall(rb"\r\n|\r|\n", context.body[:limit])) + 1
        args = {"count": size, "most": limit}
        losing = tuple(each for each, dialect in DIALECTS.items() if size > (dialect.max_bytes or _ENDLESS))
        yield Diagnostic(min(line, len(context.raws)), 0, args=args, dialects=losing)


TOO_LARGE = LintRule(
    "RS507",
    "too-large",
    Severity.ERROR,
    title="Larger than crawlers read",
    messages={
        "": Plural(
            (
                "The file has {count} byte. Google reads {most} and drops the rest, from here on; Yandex then reads "
                "nothing and treats everything as allowed."
            ),
            (
                "The file has {count} bytes. Google reads {most} and drops the rest, from here on; Yandex then reads "
                "nothing and treats everything as allowed."
            ),
        ),
    },
    file=too_large,
)


def yandex_limits(context: LintContext) -> Iterator[Diagnostic]:
    """Report more rules than Yandex reads."""
    rules = sum(map(context.fields.count, _RULES))
    if rules > _YANDEX_RULES:
        first_lost = next(
            islice((n for n, field in enumerate(context.fields, 1) if field in _RULES), _YANDEX_RULES, None)
        )
        yield Diagnostic(first_lost, args={"count": rules, "most": _YANDEX_RULES}, dialects=("yandex",))


YANDEX_LIMITS = LintRule(
    "RS508",
    "yandex-limits",
    Severity.WARNING,
    title="More rules than Yandex reads",
    messages={
        "": Plural(
            "The file has {count} rule. Yandex reads {most} and ignores the rest, from here on.",
            "The file has {count} rules. Yandex reads {most} and ignores the rest, from here on.",
        ),
    },
    file=yandex_limits,
)


def too_long_for_yandex(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a rule with more characters than Yandex reads."""
    value = line.google.value
    if len(value) > _YANDEX_CHARACTERS and len(value.decode("utf-8", "replace")) > _YANDEX_CHARACTERS:
        yield Diagnostic(1, *line.google.value_span, args={"count": _YANDEX_CHARACTERS}, dialects=("yandex",))


TOO_LONG_FOR_YANDEX = LintRule(
    "RS514",
    "too-long-for-yandex",
    Severity.WARNING,
    title="Rule longer than Yandex reads",
    messages={
        "": Plural(
            "Yandex ignores rules with more than {count} character.",
            "Yandex ignores rules with more than {count} characters.",
        ),
    },
    line=too_long_for_yandex,
    fields=RULE_FIELDS,
)


def empty_file(context: LintContext) -> Iterator[Diagnostic]:
    """Report an empty file: every crawler may fetch everything."""
    if not context.body.removeprefix(UTF8_BOM).strip():
        yield Diagnostic(1, 0, 0)


EMPTY_FILE = LintRule(
    "RS509",
    "empty-file",
    Severity.INFORMATION,
    title="Empty file",
    messages={
        "": "The file is empty. Every crawler may fetch everything.",
    },
    file=empty_file,
)


def comments_only(context: LintContext) -> Iterator[Diagnostic]:
    """Report a file of comments only, which is equivalent to an empty one."""
    if any(line.is_comment for line in context.lines) and all(
        line.is_comment or line.is_empty for line in context.lines
    ):
        yield Diagnostic(1, 0, 0)


COMMENTS_ONLY = LintRule(
    "RS510",
    "comments-only",
    Severity.INFORMATION,
    title="Only comments",
    messages={
        "": "The file contains only comments. Every crawler may fetch everything.",
    },
    file=comments_only,
)


def wrong_name(context: LintContext) -> Iterator[Diagnostic]:
    """Report a name or a place at which no crawler looks: it must be /robots.txt, in lower case."""
    if context.setting.address:
        path = address_of(context.setting.address).path.partition(b"?")[0]
        wanted = b"/" + _NAME.encode()
        if path != wanted:
            variant = "case" if path.lower() == wanted else "place"
            yield Diagnostic(1, 0, 0, args={"path": path}, variant=variant, severity=Severity.ERROR)
    elif context.setting.filename and context.setting.filename != _NAME:
        name = context.setting.filename
        if name.lower() == _NAME or name.lower() in {"robot.txt", "robots.text", "robots.txt.txt"}:
            yield Diagnostic(1, 0, 0, args={"name": name})


WRONG_NAME = LintRule(
    "RS512",
    "wrong-name",
    Severity.WARNING,
    title="Not where crawlers look",
    messages={
        "": "The file is named {name}, but crawlers ask only for /robots.txt.",
        "case": "Crawlers ask for /robots.txt in lower case; {path} is a different URL.",
        "place": "Crawlers ask only for /robots.txt; rules at {path} apply to no crawler.",
    },
    file=wrong_name,
    is_about_any_content=True,
)


def no_final_line_end(context: LintContext) -> Iterator[Diagnostic]:
    """Report a missing line end after the last line: all crawlers read that line anyway."""
    if context.body and context.raws[-1].strip():
        last = len(context.raws)
        at = Place(last, len(context.raws[-1]))
        fix = Fix("add-line-end", (Edit(at, at, b"\n"),), is_safe=True)
        yield Diagnostic(last, len(context.raws[-1]), fixes=(fix,), dialects=NOBODY)


NO_FINAL_LINE_END = LintRule(
    "RS513",
    "no-final-line-end",
    Severity.INFORMATION,
    title="No line break at the end",
    messages={
        "": "The last line does not end with a line break. Crawlers still read it.",
    },
    fixes={"add-line-end": "Add a line break"},
    file=no_final_line_end,
)
