"""RS5xx: the file as a whole: its content, encoding, line ends, size and name."""

import re
from collections.abc import Iterator
from itertools import islice

from robotstudio.engine.content import Content, finding_rules, is_page_with_rules
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.tokens import UTF8_BOM, Field
from robotstudio.lint.addresses import address_of
from robotstudio.lint.affected import closed_by, others, titles
from robotstudio.lint.draft import Draft, LineFacts
from robotstudio.lint.model import NOBODY, Edit, Fix, Found, LintRule, Place, Severity, Value

_NAME = "robots.txt"
_YANDEX_RULES, _YANDEX_CHARACTERS = 2048, 1024
_ENDLESS = 1 << 62
_CODINGS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_SAMPLE = "User-agent: *\nDisallow: /x\n"
_RULES = frozenset({Field.ALLOW, Field.DISALLOW})
_NO_RULES = {Content.HTML, Content.XML, Content.JSON, Content.BINARY, Content.TEXT}


def no_rules_at_all(draft: Draft) -> Iterator[Found]:
    """A web page, a message or something else where the rules should be: crawlers find no rule in it, or few."""
    if draft.content in _NO_RULES:
        readers = finding_rules(draft.body)
        args: dict[str, Value] = {"readers": titles(readers)}
        kind = "" if draft.content is Content.HTML else draft.content.value
        yield Found(1, 0, 0, args=args, variant="some" if readers else kind, dialects=others(readers))
    elif is_page_with_rules(draft.body):
        readers = finding_rules(draft.body)
        args = {"readers": titles(readers)}
        yield Found(1, 0, 0, args=args, variant="mixed", severity=Severity.WARNING, dialects=others(readers))
    elif draft.stray[0]:
        count, lines = draft.stray
        has_rules = any(group.rules for group in draft.google.groups)
        variant, severity = ("strays", Severity.WARNING) if has_rules else ("no-rules", None)
        yield Found(1, 0, 0, args={"count": count, "lines": lines}, variant=variant, severity=severity)


def utf16(draft: Draft) -> Iterator[Found]:
    """Text in UTF-16: crawlers read UTF-8, and find no field in it."""
    if draft.content is Content.UTF16:
        coding = _CODINGS.get(draft.body[:2])
        sample = draft.body[:2] + _SAMPLE.encode(coding) if coding else _SAMPLE.encode("utf-16-le")
        readers = closed_by(sample, "/x")
        variant = "some" if readers else ""
        yield Found(1, 0, 0, args={"readers": titles(readers)}, variant=variant, dialects=others(readers))


def not_utf8(draft: Draft) -> Iterator[Found]:
    """Octets that are no UTF-8: what they stand for is not said, so that crawlers may ignore or misread them."""
    try:
        draft.body.decode("utf-8")
    except UnicodeDecodeError as error:
        body = draft.body
        line = len(re.findall(rb"\r\n|\r|\n", body[: error.start])) + 1
        start = max(body.rfind(b"\n", 0, error.start), body.rfind(b"\r", 0, error.start)) + 1
        octet = error.start - start - (len(UTF8_BOM) if line == 1 and body.startswith(UTF8_BOM) else 0)
        yield Found(line, octet, octet + 1, args={"octet": f"{body[error.start]:02X}"})


def byte_order_mark(draft: Draft) -> Iterator[Found]:
    """A byte order mark at the start: Google and the search engines skip it, some libraries lose the first line."""
    if draft.body.startswith(UTF8_BOM):
        fix = Fix("remove-bom", (Edit(Place(1, -len(UTF8_BOM)), Place(1, 0), b""),))
        is_said = bool(draft.lines and draft.lines[0].google.key)
        losing = others(closed_by(UTF8_BOM + _SAMPLE.encode(), "/x"))
        if is_said:
            yield Found(1, 0, 0, fixes=(fix,), dialects=losing)
        else:
            yield Found(1, 0, 0, fixes=(fix,), variant="unsaid", severity=Severity.HINT, dialects=NOBODY)


def line_ends(draft: Draft) -> Iterator[Found]:
    """Line ends that are not LF: CR alone, several kinds in one file, or those of DOS."""
    body = draft.body
    crlf = body.count(b"\r\n")
    lf, cr = body.count(b"\n") - crlf, body.count(b"\r") - crlf
    if cr and not lf and not crlf:
        losing = others(closed_by(_SAMPLE.replace("\n", "\r").encode(), "/x"))
        yield Found(1, 0, 0, variant="cr", severity=Severity.WARNING if losing else None, dialects=losing)
    elif sum(map(bool, (crlf, lf, cr))) > 1:
        losing = others(closed_by(b"User-agent: *\r\nDisallow: /y\rDisallow: /x\n", "/x"))
        yield Found(1, 0, 0, args={"lf": lf, "crlf": crlf, "cr": cr}, dialects=losing)


def dos_line_ends(draft: Draft) -> Iterator[Found]:
    """CRLF throughout: every crawler of today reads it, the documents of 1994 were written for LF, CR and CRLF too."""
    crlf = draft.body.count(b"\r\n")
    if crlf and crlf == draft.body.count(b"\n") == draft.body.count(b"\r"):
        yield Found(1, 0, 0, dialects=others(closed_by(_SAMPLE.replace("\n", "\r\n").encode(), "/x")))


def too_large(draft: Draft) -> Iterator[Found]:
    """More than 500 KiB: Google stops reading there, Yandex reads nothing of it."""
    limit = DIALECTS["google"].max_octets
    size = max(draft.setting.size, len(draft.body))
    if limit is not None and size > limit:
        line = len(re.findall(rb"\r\n|\r|\n", draft.body[:limit])) + 1
        args = {"octets": size, "most": limit}
        losing = tuple(each for each, dialect in DIALECTS.items() if size > (dialect.max_octets or _ENDLESS))
        yield Found(min(line, len(draft.raws)), 0, args=args, dialects=losing)


def yandex_limits(draft: Draft) -> Iterator[Found]:
    """More rules than Yandex reads."""
    rules = sum(map(draft.fields.count, _RULES))
    if rules > _YANDEX_RULES:
        first_lost = next(
            islice((n for n, field in enumerate(draft.fields, 1) if field in _RULES), _YANDEX_RULES, None)
        )
        yield Found(first_lost, args={"rules": rules, "most": _YANDEX_RULES}, dialects=("yandex",))


def too_long_for_yandex(line: LineFacts) -> Iterator[Found]:
    """A rule with more characters than Yandex reads."""
    value = line.google.value
    if len(value) > _YANDEX_CHARACTERS and len(value.decode("utf-8", "replace")) > _YANDEX_CHARACTERS:
        yield Found(1, *line.google.value_span, args={"most": _YANDEX_CHARACTERS}, dialects=("yandex",))


def empty_file(draft: Draft) -> Iterator[Found]:
    """Nothing in it: every crawler may fetch everything."""
    if not draft.body.removeprefix(UTF8_BOM).strip():
        yield Found(1, 0, 0)


def comments_only(draft: Draft) -> Iterator[Found]:
    """Comments and nothing else: the same as an empty file."""
    if any(line.is_comment for line in draft.lines) and all(line.is_comment or line.is_empty for line in draft.lines):
        yield Found(1, 0, 0)


def no_global_group(draft: Draft) -> Iterator[Found]:
    """Groups, but none for `*`: crawlers that no group names may fetch everything."""
    groups = draft.google.groups
    if groups and not any(group.is_global for group in groups):
        yield Found(groups[0].first_line)


def wrong_name(draft: Draft) -> Iterator[Found]:
    """A name or a place at which no crawler looks: it must be /robots.txt, in lower case."""
    if draft.setting.address:
        path = address_of(draft.setting.address).path.partition(b"?")[0]
        wanted = b"/" + _NAME.encode()
        if path != wanted:
            variant = "case" if path.lower() == wanted else "place"
            yield Found(1, 0, 0, args={"path": path}, variant=variant, severity=Severity.ERROR)
    elif draft.setting.filename and draft.setting.filename != _NAME:
        name = draft.setting.filename
        if name.lower() == _NAME or name.lower() in {"robot.txt", "robots.text", "robots.txt.txt"}:
            yield Found(1, 0, 0, args={"name": name})


def no_final_line_end(draft: Draft) -> Iterator[Found]:
    """No line end behind the last line: all crawlers read that line all the same."""
    if draft.body and draft.raws[-1].strip():
        last = len(draft.raws)
        at = Place(last, len(draft.raws[-1]))
        fix = Fix("add-line-end", (Edit(at, at, b"\n"),), is_safe=True)
        yield Found(last, len(draft.raws[-1]), fixes=(fix,), dialects=NOBODY)


RULES = (
    LintRule("RS501", "no-rules-at-all", Severity.ERROR, file=no_rules_at_all, is_about_any_content=True),
    LintRule("RS502", "utf-16", Severity.ERROR, file=utf16, is_about_any_content=True),
    LintRule("RS503", "not-utf-8", Severity.WARNING, file=not_utf8),
    LintRule("RS504", "byte-order-mark", Severity.WARNING, file=byte_order_mark),
    LintRule("RS505", "line-ends", Severity.HINT, file=line_ends),
    LintRule("RS506", "dos-line-ends", Severity.HINT, file=dos_line_ends),
    LintRule("RS507", "too-large", Severity.ERROR, file=too_large),
    LintRule("RS508", "yandex-limits", Severity.WARNING, file=yandex_limits),
    LintRule("RS509", "empty-file", Severity.INFORMATION, file=empty_file),
    LintRule("RS510", "comments-only", Severity.INFORMATION, file=comments_only),
    LintRule("RS511", "no-global-group", Severity.INFORMATION, file=no_global_group),
    LintRule("RS512", "wrong-name", Severity.WARNING, file=wrong_name, is_about_any_content=True),
    LintRule(
        "RS514", "too-long-for-yandex", Severity.WARNING, line=too_long_for_yandex, fields=_RULES, looks_at_plain=False
    ),
    LintRule("RS513", "no-final-line-end", Severity.INFORMATION, file=no_final_line_end),
)
