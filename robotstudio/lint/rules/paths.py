"""Paths that match nothing, or something else than intended."""

import re
from collections.abc import Iterator

from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.engine.paths import ASCII, encoded
from robotstudio.engine.tokens import Field
from robotstudio.lint.affected import others, rules_close
from robotstudio.lint.facts import LineFacts
from robotstudio.lint.model import (
    EVERY,
    Diagnostic,
    Edit,
    Fix,
    LintRule,
    Place,
    Severity,
    Trait,
    Value,
)
from robotstudio.lint.rules.characters import INVISIBLE, once_encoded
from robotstudio.lint.rules.common import (
    ADDRESS_START,
    KEEP_PATH,
    ONE_PATH_A_LINE,
    RULE_FIELDS,
    WINDOWS_PATH,
    unless_written_right,
)
from robotstudio.lint.rules.wildcards import REGEX_SIGN

# The lookbehinds keep runs from being scanned twice.
_NEXT_PATH = re.compile(rb"(?:(?<![\s,;])[\s,;]++|\|)(?=/)")
_NEXT_PATH_SPACED = re.compile(rb"(?:(?<![,;])[,;]++\s++|(?<![,;\s])\s++|\|)(?=/|\*\.)")
"""Requires spaces around commas: /*,/k,* is one pattern of paths with commas."""
_BLANK_INSIDE = re.compile(rb"[\x00-\x20]|\xe2\x80[\xa8\xa9]")
_BAD_PERCENT = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_HOST = re.compile(rb"((?>(?:[A-Za-z0-9_-]++\.)+)([A-Za-z]{2,6}|[0-9]{1,3}))(?>(?::[0-9]{1,5})?)(/.*+)?+\Z")
_FILE_TYPES = frozenset(
    b"php html htm shtml asp aspx jsp do pl cgi js css xml txt pdf json gz zip png gif jpg jpeg ico svg map bak".split()
)
_TYPE_ALONE = re.compile(rb"\.[A-Za-z0-9]{2,5}\Z")
_TOP_LEVEL = frozenset(
    b"com org net edu gov info biz eu de at ch uk fr it es nl be ru cz se no dk fi jp cn br in au ca us".split()
)
_WORD = re.compile(rb"[\w.~-]++(?:/[\w.~-]*+)*+\Z")
_ANYWHERE = (b"?", b"&", b".", b"$")
_PARAMETER = re.compile(rb"[\w-]++=")
_QUOTES = (b'"', b"'", b"`")
_CRAWLER_NAMES = frozenset(token.lower().encode() for token in CRAWLERS if len(token) > 3)
_OLD_NAMES = frozenset({b"scooter", b"webcrawler", b"infoseek", b"lycos", b"slurp", b"all", b"none"})
_DOT_SEGMENT = re.compile(rb"/\.{1,2}(?=/|\$\Z)")  # at the end it may begin the name of a dot file


def begins_invisibly(value: bytes) -> bool:
    """Return True if the first character of a value is invisible; a space or a tab is never the first."""
    return (value[:1] >= b"\x7f" and INVISIBLE.match(value[:4].decode("utf-8", "replace")) is not None) or value[
        :1
    ] < b" "


def ends_invisibly(value: bytes) -> bool:
    """Return True if the last character of a value is invisible."""
    return INVISIBLE.search(value[-12:].decode("utf-8", "replace")[-1:]) is not None


def path_without_slash(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a path that begins with neither `/` nor `*`: no URL path does, so the rule matches nothing."""
    value = line.google.value
    if not value or value.startswith((b"/", b"*")) or _is_told_elsewhere(value):
        return
    start, end = line.google.value_span
    fixes: list[Fix] = []
    host = _HOST.match(value)
    if host and _is_host(host):
        path = host[3] or b""
        edit = Edit(Place(1, start), Place(1, end), path)
        fix = Fix("keep-path", (edit,), args={"path": path})
        yield Diagnostic(
            1, start, end, args={"value": value}, fixes=(fix,) * (path.strip(b"/*") != b""), variant="host"
        )
        return
    if _WORD.match(value) and not _TYPE_ALONE.match(value):
        prefix = Edit(Place(1, start), Place(1, start), b"/")
        fixes.append(Fix("add-slash", (prefix,), args={"path": b"/" + value}))
        if not value.endswith(b"/") and b"." not in value:
            behind = Edit(Place(1, end), Place(1, end), b"/")
            fixes.append(Fix("add-slash", (prefix, behind), args={"path": b"/" + value + b"/"}))
    elif value.startswith(_ANYWHERE) or _PARAMETER.match(value):
        anywhere = Edit(Place(1, start), Place(1, start), b"/*")
        fixes.append(Fix("add-slash", (anywhere,), args={"path": b"/*" + value}))
    yield Diagnostic(1, start, end, args={"value": value}, fixes=tuple(fixes))


PATH_WITHOUT_SLASH = LintRule(
    "RS401",
    "path-without-slash",
    Severity.ERROR,
    title="Path without a leading slash",
    messages={
        "": "{value} starts with neither / nor *, so the rule matches nothing.",
        "host": (
            "{value} starts with neither / nor *, so the rule matches nothing. It looks like a URL: rules take paths "
            "on the file's own site."
        ),
    },
    fixes=KEEP_PATH | {"add-slash": "Change to {path}"},
    line=path_without_slash,
    fields=RULE_FIELDS,
)


def _is_host(found: re.Match[bytes]) -> bool:
    """Return True if a value begins with the name of a host, not of a file."""
    dots = found[1].count(b".")
    is_name = found[2].lower() not in _FILE_TYPES and not found[2].isdigit()
    is_number = found[2].isdigit() and dots == 3
    is_site = found[3] is not None or dots > 1 or found[2].lower() in _TOP_LEVEL
    return is_number or (is_name and is_site)


def _is_told_elsewhere(value: bytes) -> bool:
    """Return True if another rule explains more precisely what is wrong with a value."""
    is_name = value.lower() in _CRAWLER_NAMES | _OLD_NAMES
    is_said = ADDRESS_START.match(value) or WINDOWS_PATH.match(value) or REGEX_SIGN.search(value)
    return is_name or begins_invisibly(value) or value.startswith(_QUOTES) or is_said is not None


def several_paths(line: LineFacts) -> Iterator[Diagnostic]:
    """Report several paths in one line: crawlers read them as one path with spaces or commas in it."""
    value = line.google.value
    if not value.startswith((b"/", b"*")) or b"(" in value:
        return
    if endings := _endings_in(line):
        yield endings
        return
    parts = [part for part in (_NEXT_PATH_SPACED if b"*" in value else _NEXT_PATH).split(value) if part]
    if len(parts) < 2 or any(_BLANK_INSIDE.search(part) for part in parts):
        return
    start, end = line.google.value_span
    field = line.google.key
    lines = (b"\n" + field + b": ").join(parts)
    fix = Fix("one-path-a-line", (Edit(Place(1, start), Place(1, end), lines),))
    is_wild = all(part.startswith(b"*") for part in parts)
    dialects = rules_close(b"Disallow: *.b", "/a.b") if is_wild else EVERY
    yield Diagnostic(1, start, end, args={"first": parts[0]}, fixes=(fix,), dialects=dialects)


_ENDINGS = re.compile(rb"(?P<head>[^*,;\s]*+)\*\.[A-Za-z0-9]{2,5}\$?(?:[,;]\*\.[A-Za-z0-9]{2,5}\$?)+\Z")


def _endings_in(line: LineFacts) -> Diagnostic | None:
    """Report several file extensions separated by commas, as in `/images/*.jpg,*.png`."""
    found = _ENDINGS.match(line.google.value)
    if found is None:
        return None
    start, end = line.google.value_span
    head = found["head"]
    parts = [head + part.removeprefix(head) for part in re.split(rb"[,;]", line.google.value)]
    lines = (b"\n" + line.google.key + b": ").join(parts)
    fix = Fix("one-path-a-line", (Edit(Place(1, start), Place(1, end), lines),))
    return Diagnostic(
        1, start, end, args={"first": parts[0]}, fixes=(fix,), dialects=rules_close(b"Disallow: /*.b", "/a.b")
    )


SEVERAL_PATHS = LintRule(
    "RS403",
    "several-paths",
    Severity.ERROR,
    title="Several paths in one line",
    messages={
        "": "Crawlers read this as one long path, not as {first} and others.",
    },
    fixes=ONE_PATH_A_LINE,
    line=several_paths,
    fields=RULE_FIELDS,
)


def crawler_as_path(line: LineFacts) -> Iterator[Diagnostic]:
    """Report the name of a crawler instead of a path: the two were swapped."""
    value = line.google.value
    if value.lower() in _CRAWLER_NAMES | _OLD_NAMES:
        variant = "words" if value.lower() in {b"all", b"none"} else ""
        yield Diagnostic(1, *line.google.value_span, args={"value": value}, variant=variant)


CRAWLER_AS_PATH = LintRule(
    "RS404",
    "crawler-as-path",
    Severity.ERROR,
    title="Name instead of a path",
    messages={
        "": "{value} is a crawler, not a path. The rule matches nothing.",
        "words": "{value} is not a path. The rule matches nothing.",
    },
    line=crawler_as_path,
    fields=RULE_FIELDS,
)


def blank_in_path(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a space in a path: URLs have `%20` there, so the rule matches nothing."""
    value = line.google.value
    if not value.startswith((b"/", b"*")) or not re.search(rb"[ \t]", value) or next(several_paths(line), None):
        return
    start = line.google.value_start
    spots = list(re.finditer(rb"[ \t]", value))
    edits = tuple(Edit(Place(1, start + s.start()), Place(1, start + s.end()), b"%20") for s in spots)
    at = start + spots[0].start()
    dialects = others(rules_close(b"Disallow: /a b", "/a%20b"))
    yield Diagnostic(1, at, at + 1, args={"value": value}, fixes=(Fix("encode-blanks", edits),), dialects=dialects)


BLANK_IN_PATH = LintRule(
    "RS409",
    "blank-in-path",
    Severity.ERROR,
    title="Space in a path",
    messages={
        "": (
            "URLs have %20 instead of a space. Google and most others compare the space literally: {value} matches "
            "nothing."
        ),
    },
    fixes={"encode-blanks": "Write %20"},
    group=unless_written_right(blank_in_path),
    needs=Trait.ODD_RULE,
)


def bad_percent(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a `%` without two hexadecimal digits: it encodes nothing, and crawlers treat it differently."""
    value = line.google.value
    at = _BAD_PERCENT.search(value)
    if at:
        start = line.google.value_start
        edits = tuple(
            Edit(Place(1, start + each.start()), Place(1, start + each.end()), b"%25")
            for each in _BAD_PERCENT.finditer(value)
        )
        place = start + at.start()
        fix = Fix("encode-percent", edits)
        dialects = others(rules_close(b"Disallow: /a%b", "/a%25b"))
        yield Diagnostic(1, place, min(place + 3, start + len(value)), fixes=(fix,), dialects=dialects)


BAD_PERCENT = LintRule(
    "RS410",
    "bad-percent",
    Severity.WARNING,
    title="% that encodes nothing",
    messages={
        "": (
            "The % is not followed by two hexadecimal digits, so it encodes nothing. Written %25 it means the same "
            "to all crawlers."
        ),
    },
    fixes={"encode-percent": "Write %25"},
    line=bad_percent,
    fields=RULE_FIELDS,
)


def path_not_ascii(line: LineFacts) -> Iterator[Diagnostic]:
    """Report non-ASCII letters: most crawlers encode them before comparing, some compare them as written."""
    value = line.google.value
    if value.isascii():
        return
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        return  # reported for the whole file
    if begins_invisibly(value) or ends_invisibly(value):
        return
    start, end = line.google.value_span
    meant = once_encoded(text)
    path = encoded((meant or text).encode(), ASCII)
    fix = Fix("encode-path", (Edit(Place(1, start), Place(1, end), path),), args={"path": path})
    dialects = EVERY if meant else others(rules_close("Disallow: /é".encode(), "/%C3%A9"))
    args: dict[str, Value] = {"encoded": encoded(value, ASCII), "meant": (meant or text).encode()}
    yield Diagnostic(1, start, end, args=args, fixes=(fix,), variant="twice" if meant else "", dialects=dialects)


PATH_NOT_ASCII = LintRule(
    "RS411",
    "path-not-ascii",
    Severity.WARNING,
    title="Non-ASCII characters in a path",
    messages={
        "": (
            "Most crawlers compare this as {encoded}. Some parsers compare it as written and find no match; Yandex is "
            "assumed to do so too."
        ),
        "twice": "{meant} was encoded twice here: most crawlers compare {encoded}, which hardly any URL contains.",
    },
    fixes={"encode-path": "Write {path}"},
    group=unless_written_right(path_not_ascii),
    needs=Trait.ODD_RULE,
)


def quoted_path(line: LineFacts) -> Iterator[Diagnostic]:
    """Report quotation marks around a path: they become part of it, and no URL begins with one."""
    value = line.google.value
    if len(value) < 2 or not value.startswith(_QUOTES):
        return
    start, end = line.google.value_span
    edits = [Edit(Place(1, start), Place(1, start + 1), b"")]
    if value.endswith(_QUOTES):
        edits.append(Edit(Place(1, end - 1), Place(1, end), b""))
    yield Diagnostic(1, start, end, args={"value": value}, fixes=(Fix("remove-quotes", tuple(edits)),))


QUOTED_PATH = LintRule(
    "RS412",
    "quoted-path",
    Severity.ERROR,
    title="Quotation marks around a path",
    messages={
        "": "The quotation marks become part of the path, so {value} matches nothing.",
    },
    fixes={"remove-quotes": "Remove the quotation marks"},
    line=quoted_path,
    fields=RULE_FIELDS,
)


def path_that_no_url_has(line: LineFacts) -> Iterator[Diagnostic]:
    """Report a path that is never requested: `/./` and `/../` are resolved before, a backslash becomes a slash."""
    value = line.google.value
    path = value.partition(b"?")[0]  # a query is requested as written
    segment = _DOT_SEGMENT.search(path) if path.startswith(b"/") and b"*" not in path else None
    backslash = path.find(b"\\") if path.startswith((b"/", b"*")) and not REGEX_SIGN.search(value) else -1
    start = line.google.value_start
    if segment:
        yield Diagnostic(1, start + segment.start(), start + segment.end(), args={"value": value})
    elif backslash >= 0:
        edits = tuple(
            Edit(Place(1, start + at), Place(1, start + at + 1), b"/")
            for at, byte in enumerate(path)
            if byte == ord("\\")
        )
        fix = Fix("use-slashes", edits)
        is_open = b"*" in path[:backslash]  # the star may reach into a query, where a backslash stays one
        variant, severity = ("query", Severity.WARNING) if is_open else ("backslash", None)
        place = start + backslash
        yield Diagnostic(1, place, place + 1, fixes=(fix,), variant=variant, severity=severity)


PATH_THAT_NO_URL_HAS = LintRule(
    "RS413",
    "path-that-no-url-has",
    Severity.ERROR,
    title="Path that no URL has",
    messages={
        "": "Dots between slashes are resolved before a URL is requested, so {value} matches nothing.",
        "backslash": "Browsers and crawlers turn a backslash into a slash, so the rule matches nothing.",
        "query": (
            "Browsers and crawlers turn a backslash in a path into a slash, so the rule can only match in a query."
        ),
    },
    fixes={"use-slashes": "Use slashes"},
    line=path_that_no_url_has,
    fields=RULE_FIELDS,
)


def empty_allow(line: LineFacts) -> Iterator[Diagnostic]:
    """Report an Allow line without a path: by the standard it changes nothing, for some parsers it opens the site."""
    if line.field is Field.ALLOW and not line.google.value:
        dialects = others(rules_close(b"Allow:\nDisallow: /x", "/x"))
        yield Diagnostic(1, *line.google.key_span, dialects=dialects)


EMPTY_ALLOW = LintRule(
    "RS414",
    "empty-allow",
    Severity.WARNING,
    title="Allow without a path",
    messages={
        "": (
            "Under RFC 9309, Allow without a path changes nothing. Baidu and other parsers that take the first match "
            "read it as permission for the whole site."
        ),
    },
    line=empty_allow,
    fields=RULE_FIELDS,
)
