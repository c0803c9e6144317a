"""RS40x: what the value of a rule says by itself: paths that match nothing, or something else than was meant."""

import re
from collections.abc import Iterator
from dataclasses import replace

from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.engine.tokens import GOOGLE_LINES, Field, parse_line
from robotstudio.lint.affected import others, rules_close
from robotstudio.lint.draft import GroupFacts, LineFacts, is_plain
from robotstudio.lint.fixing import apply
from robotstudio.lint.model import (
    EVERY,
    NOBODY,
    Edit,
    Fix,
    Found,
    GroupCheck,
    LineCheck,
    LintRule,
    Place,
    Severity,
    Value,
)
from robotstudio.lint.rules.octets import begins_invisibly, ends_invisibly, once_encoded

_ADDRESS = re.compile(rb"(?:https?:)?//[^/?#\s]++", re.IGNORECASE)
# Looking behind, so that no run is read twice.
_NEXT_PATH = re.compile(rb"(?:(?<![\s,;])[\s,;]++|\|)(?=/)")
_NEXT_PATH_SPACED = re.compile(rb"(?:(?<![,;])[,;]++\s++|(?<![,;\s])\s++|\|)(?=/)")
"""/*,/k,* is one pattern of paths with commas in them."""
_BLANK_INSIDE = re.compile(rb"[\x00-\x20]|\xe2\x80[\xa8\xa9]")
_BAD_PERCENT = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_REGEX = re.compile(
    rb"^\^|\(\.\*\)|\\[./?+dws]|\[[a-z0-9]-[a-z0-9]\]|\[\^|\([^()]*\|[^()]*\)|\.\+|\.\*\$\Z"
    rb"|\{[0-9]++,[0-9]*+\}",
    re.IGNORECASE,
)
_FILES_OF_A_NAME = re.compile(rb"\*[^/]*\.\*\Z|\*/.*\.\*\Z|(?:index|default|main|home)\.\*\Z|\.\.\*\Z", re.IGNORECASE)
"""A star behind a dot that stands for a file extension: index.*, or where another star shows what stars are."""
_HOST = re.compile(rb"((?:[A-Za-z0-9_-]++\.)++([A-Za-z]{2,6}|[0-9]{1,3}))(?::[0-9]{1,5})?+(/.*+)?+\Z")
_FILE_TYPES = frozenset(
    b"php html htm shtml asp aspx jsp do pl cgi js css xml txt pdf json gz zip png gif jpg jpeg ico svg map bak".split()
)
_BRACES = re.compile(rb"\{([^{}/,]*+(?:,[^{}/,]*+)++)\}")
_MOST_ALTERNATIVES = 20
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
_DOT_SEGMENT = re.compile(rb"/\.{1,2}(?=/|\$\Z)")  # at the end, it is where the names of dot files begin
_MEANS_MORE_AT_THE_END = re.compile(rb"(?:\$|index\.html?|%[0-9A-Fa-f]?)\Z")


def path_without_slash(line: LineFacts) -> Iterator[Found]:
    """A path that begins with neither `/` nor `*`: no URL path does, so the rule matches nothing."""
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
        yield Found(1, start, end, args={"value": value}, fixes=(fix,) * (path.strip(b"/*") != b""), variant="host")
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
    yield Found(1, start, end, args={"value": value}, fixes=tuple(fixes))


def _is_host(found: re.Match[bytes]) -> bool:
    """Whether what begins a value is the name of a host, and no file."""
    dots = found[1].count(b".")
    is_name = found[2].lower() not in _FILE_TYPES and not found[2].isdigit()
    is_number = found[2].isdigit() and dots == 3
    is_site = found[3] is not None or dots > 1 or found[2].lower() in _TOP_LEVEL
    return is_number or (is_name and is_site)


def _is_told_elsewhere(value: bytes) -> bool:
    """Whether another rule says more precisely what is wrong with a value."""
    is_name = value.lower() in _CRAWLER_NAMES | _OLD_NAMES
    is_said = _ADDRESS.match(value) or _REGEX.search(value)
    return is_name or begins_invisibly(value) or value.startswith(_QUOTES) or is_said is not None


def full_address(line: LineFacts) -> Iterator[Found]:
    """A whole address: rules speak of paths on the site of the file, so this one matches nothing."""
    value = line.google.value
    head = _ADDRESS.match(value)
    if head is None or (value.startswith(b"//") and b"." not in head[0]) or line.takes_address_for_field:
        return
    start = line.google.value_start
    path = value[head.end() :] or b"/"
    edit = Edit(Place(1, start), Place(1, start + len(value)), path if path.startswith(b"/") else b"/" + path)
    fix = Fix("keep-path", (edit,), args={"path": path})
    yield Found(1, *line.google.value_span, args={"value": value}, fixes=(fix,) * _is_fit(line, path))


def _is_fit(line: LineFacts, path: bytes) -> bool:
    """Whether a rule may be offered: none that closes the whole site, which an address without a path never meant."""
    return line.field is Field.ALLOW or path.strip(b"/*") != b""


def several_paths(line: LineFacts) -> Iterator[Found]:
    """Several paths in one line: crawlers read them as one path with blanks or commas in it."""
    value = line.google.value
    if not value.startswith((b"/", b"*")) or b"(" in value:
        return
    parts = [part for part in (_NEXT_PATH_SPACED if b"*" in value else _NEXT_PATH).split(value) if part]
    if len(parts) < 2 or any(_BLANK_INSIDE.search(part) for part in parts):
        return
    start, end = line.google.value_span
    field = line.google.key
    lines = (b"\n" + field + b": ").join(parts)
    fix = Fix("one-path-a-line", (Edit(Place(1, start), Place(1, end), lines),))
    yield Found(1, start, end, args={"first": parts[0]}, fixes=(fix,))


def crawler_as_path(line: LineFacts) -> Iterator[Found]:
    """The name of a crawler where a path should be: the two were swapped."""
    value = line.google.value
    if value.lower() in _CRAWLER_NAMES | _OLD_NAMES:
        variant = "words" if value.lower() in {b"all", b"none"} else ""
        yield Found(1, *line.google.value_span, args={"value": value}, variant=variant)


def trailing_stars(facts: GroupFacts) -> Iterator[Found]:
    """Stars at the end: a rule matches every path that goes on anyway. Said once a group: it is a habit."""
    if not any(pattern.endswith((b"*", b"*$")) for pattern in facts.patterns):
        return
    alike: dict[str, list[Found]] = {}
    for rule in facts.rules:
        if rule.pattern.endswith((b"*", b"*$")):
            for found in _trailing_star(facts.lines[rule.line - facts.first_line]):
                alike.setdefault(found.variant, []).append(found.moved(rule.line - 1))
    for variant, some in alike.items():
        first = some[0]
        if len(some) > 1:
            count: dict[str, Value] = {"count": len(some), "lines": tuple(found.line for found in some)}
            edits = tuple(edit for found in some for edit in found.fixes[0].edits)
            dialects = tuple(each for each in EVERY if any(each in found.dialects for found in some))
            first = replace(
                first,
                args={**first.args, **count},
                fixes=(Fix("drop-stars", edits, args={"count": len(some)}),),
                variant=f"{variant}/several".strip("/"),
                dialects=dialects,
            )
        yield first


def _trailing_star(line: LineFacts) -> Iterator[Found]:
    value = line.google.value
    if value.endswith(b"*$"):
        yield from _star_before_dollar(line)
        return
    plain = value.rstrip(b"*")
    if (
        len(value) - len(plain) == 1
        and plain[:1] in {b"/", b"*"}
        and len(plain) > 1
        and not _MEANS_MORE_AT_THE_END.search(plain)
    ):
        _start, end = line.google.value_span
        fix = Fix("drop-star", (Edit(Place(1, end - 1), Place(1, end), b""),))
        is_kept = b"*" in plain
        dialects = NOBODY if is_kept else _literal(line.field)
        yield Found(1, end - 1, end, args={"plain": plain}, fixes=(fix,), variant="kept" * is_kept, dialects=dialects)


def _star_before_dollar(line: LineFacts) -> Iterator[Found]:
    """`*$` at the end: the star takes back what the `$` says."""
    plain = line.google.value[:-2]
    if plain[:1] in {b"/", b"*"} and len(plain) > 1 and not plain.endswith((b"*", b"$")):
        _start, end = line.google.value_span
        fix = Fix("drop-star-and-dollar", (Edit(Place(1, end - 2), Place(1, end), b""),))
        dialects = NOBODY if b"*" in plain else _literal(line.field, b"*$")
        yield Found(1, end - 2, end, args={"plain": plain}, fixes=(fix,), variant="dollar", dialects=dialects)


def _literal(field: Field, tail: bytes = b"*") -> tuple[str, ...]:
    """The dialects in which a star at the end of a rule is an octet as any other."""
    if field is Field.DISALLOW:
        return others(rules_close(b"Disallow: /a" + tail, "/ab"))
    opened, meant = (rules_close(b"Allow: %b\nDisallow: /" % path, "/ab") for path in (b"/a" + tail, b"/a"))
    return tuple(each for each in opened if each not in meant)


def double_star(line: LineFacts) -> Iterator[Found]:
    """`**` matches what `*` matches; it only makes the rule longer."""
    value = line.google.value
    at = value.find(b"**")
    if at >= 0:
        start = line.google.value_start
        run = len(value[at:]) - len(value[at:].lstrip(b"*"))
        fix = Fix("one-star", (Edit(Place(1, start + at), Place(1, start + at + run), b"*"),))
        yield Found(1, start + at, start + at + run, fixes=(fix,), dialects=_stars_apart(value))


def _stars_apart(value: bytes) -> tuple[str, ...]:
    """The dialects in which one star and several in its place part."""
    if value.strip(b"*"):
        return NOBODY
    one, several = (rules_close(b"Disallow: " + stars, "/a") for stars in (b"*", b"**"))
    return tuple(each for each in several if each not in one)


def dollar_inside(line: LineFacts) -> Iterator[Found]:
    """A `$` that is not the last octet: it stands for itself there, not for the end of the URL."""
    value = line.google.value
    at = value.find(b"$")
    if 0 <= at < len(value) - 1 and value.startswith((b"/", b"*")):
        start = line.google.value_start
        dialects = rules_close(b"Disallow: /a$b", "/a$b")
        yield Found(1, start + at, start + at + 1, args={"behind": value[at + 1 :]}, dialects=dialects)


def regular_expression(line: LineFacts) -> Iterator[Found]:
    """Signs of a regular expression: rules know `*` and a `$` at the end, everything else stands for itself."""
    value = line.google.value
    sign = _REGEX.search(value)
    start = line.google.value_start
    braces = _BRACES.search(value)
    if braces and not sign and value.startswith((b"/", b"*")):
        yield _list_in_braces(line, braces)
    elif sign and not _ADDRESS.match(value):
        yield Found(1, start + sign.start(), start + sign.end(), args={"sign": sign[0]})
    elif (at := value.find(b".*")) >= 0 and not _FILES_OF_A_NAME.search(value[: at + 2]):
        yield Found(1, start + at, start + at + 2, args={"value": value}, variant="dot", severity=Severity.HINT)


def _list_in_braces(line: LineFacts, braces: re.Match[bytes]) -> Found:
    """Alternatives as shells write them: `{pdf,doc}`."""
    value, start, end = line.google.value, *line.google.value_span
    paths = [value[: braces.start()] + each.strip() + value[braces.end() :] for each in braces[1].split(b",")]
    lines = (b"\n" + line.google.key + b": ").join(paths)
    fix = Fix("one-path-a-line", (Edit(Place(1, start), Place(1, end), lines),))
    is_short = len(paths) <= _MOST_ALTERNATIVES and _BRACES.search(lines) is None
    args: dict[str, Value] = {"sign": braces[0]}
    at, behind = start + braces.start(), start + braces.end()
    return Found(1, at, behind, args=args, fixes=(fix,) * is_short, variant="braces")


def blank_in_path(line: LineFacts) -> Iterator[Found]:
    """A blank in a path: URLs have `%20` there, so the rule matches nothing."""
    value = line.google.value
    if not value.startswith((b"/", b"*")) or not re.search(rb"[ \t]", value) or next(several_paths(line), None):
        return
    start = line.google.value_start
    spots = list(re.finditer(rb"[ \t]", value))
    edits = tuple(Edit(Place(1, start + s.start()), Place(1, start + s.end()), b"%20") for s in spots)
    at = start + spots[0].start()
    dialects = others(rules_close(b"Disallow: /a b", "/a%20b"))
    yield Found(1, at, at + 1, args={"value": value}, fixes=(Fix("encode-blanks", edits),), dialects=dialects)


def bad_percent(line: LineFacts) -> Iterator[Found]:
    """A `%` without two hexadecimal digits behind it: no encoded octet, and crawlers differ in what they make of it."""
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
        yield Found(1, place, min(place + 3, start + len(value)), fixes=(fix,), dialects=dialects)


def path_not_ascii(line: LineFacts) -> Iterator[Found]:
    """Letters beyond ASCII: most crawlers encode them before they compare, some compare them as they stand."""
    value = line.google.value
    if value.isascii():
        return
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        return  # the file as a whole says so
    if begins_invisibly(value) or ends_invisibly(value):
        return
    start, end = line.google.value_span
    meant = once_encoded(text)
    path = _percent_encoded((meant or text).encode())
    fix = Fix("encode-path", (Edit(Place(1, start), Place(1, end), path),), args={"path": path})
    dialects = EVERY if meant else others(rules_close("Disallow: /é".encode(), "/%C3%A9"))
    args: dict[str, Value] = {"encoded": _percent_encoded(value), "meant": (meant or text).encode()}
    yield Found(1, start, end, args=args, fixes=(fix,), variant="twice" if meant else "", dialects=dialects)


def _percent_encoded(value: bytes) -> bytes:
    return b"".join(bytes((byte,)) if byte < 0x80 else b"%%%02X" % byte for byte in value)


def quoted_path(line: LineFacts) -> Iterator[Found]:
    """Quotation marks around a path: they become part of it, and no URL begins with one."""
    value = line.google.value
    if len(value) < 2 or not value.startswith(_QUOTES):
        return
    start, end = line.google.value_span
    edits = [Edit(Place(1, start), Place(1, start + 1), b"")]
    if value.endswith(_QUOTES):
        edits.append(Edit(Place(1, end - 1), Place(1, end), b""))
    yield Found(1, start, end, args={"value": value}, fixes=(Fix("remove-quotes", tuple(edits)),))


def path_that_no_url_has(line: LineFacts) -> Iterator[Found]:
    """A path that is never requested: `/./` and `/../` are resolved before, a backslash becomes a slash."""
    value = line.google.value
    path = value.partition(b"?")[0]  # a query is requested as it is written
    segment = _DOT_SEGMENT.search(path) if path.startswith(b"/") and b"*" not in path else None
    backslash = path.find(b"\\") if path.startswith((b"/", b"*")) and not _REGEX.search(value) else -1
    start = line.google.value_start
    if segment:
        yield Found(1, start + segment.start(), start + segment.end(), args={"value": value})
    elif backslash >= 0:
        edits = tuple(
            Edit(Place(1, start + at), Place(1, start + at + 1), b"/")
            for at, octet in enumerate(path)
            if octet == ord("\\")
        )
        fix = Fix("use-slashes", edits)
        is_open = b"*" in path[:backslash]  # the star may reach into a query, where a backslash stays one
        variant, severity = ("query", Severity.WARNING) if is_open else ("backslash", None)
        place = start + backslash
        yield Found(1, place, place + 1, fixes=(fix,), variant=variant, severity=severity)


def empty_allow(line: LineFacts) -> Iterator[Found]:
    """An Allow line without a path: by the standard it changes nothing, for some readers it opens the site."""
    if line.field is Field.ALLOW and not line.google.value:
        dialects = others(rules_close(b"Allow:\nDisallow: /x", "/x"))
        yield Found(1, *line.google.key_span, dialects=dialects)


def unless_written_right(check: LineCheck) -> GroupCheck:
    """A check of rules for their groups, silent where the group says already what the first fix makes of a line."""

    def found_in(facts: GroupFacts) -> Iterator[Found]:
        written: frozenset[tuple[bool, bytes]] | None = None
        for rule in facts.rules:
            if is_plain(facts.raws[rule.line - facts.first_line]):
                continue
            line = facts.lines[rule.line - facts.first_line]
            for found in check(line):
                if written is None:
                    written = frozenset((each.allow, each.written) for each in facts.rules)
                right = parse_line(apply(line.raw, found.fixes[:1]).body, GOOGLE_LINES).value
                if not found.fixes or (rule.allow, right) not in written:
                    yield found.moved(rule.line - 1)

    found_in.__doc__ = check.__doc__
    return found_in


def sensitive_path(line: LineFacts) -> Iterator[Found]:
    """A path that tells strangers where to look: the file is public, and protects nothing."""
    value = line.google.value
    if line.field is Field.DISALLOW and (found := _SENSITIVE.search(value)) and not _PROGRAM.search(value):
        start, word = line.google.value_start, found.lastindex or 1
        yield Found(1, start + found.start(word), start + found.end(word), args={"word": found[word]}, dialects=NOBODY)


_SENSITIVE = re.compile(
    rb"/[_.]?((?:secret|private|confidential|backups?|dumps?|intranet|(?:db|sql|site|database)[_-](?:backups?|dumps?)"
    rb"|backups?[_-](?:db|sql|files?))(?=[/*$?]|\.(?:zip|sql|txt|gz|tar|bak|csv)|\Z))"
    rb"|[/_.-]((?:passwords|passwd|credentials?|phpmyadmin|\.git|\.env|\.svn|wp-config[\w.-]*+|id_rsa)"
    rb"(?=[/_.*$?-]|\Z))",
    re.IGNORECASE,
)
_PROGRAM = re.compile(rb"/(?:plugins|modules|wp-includes|themes|vendor|components)/", re.IGNORECASE)
"""Where the files of a program lie, which everybody can look up."""

_BOTH = frozenset({Field.ALLOW, Field.DISALLOW})

_ROWS = (
    ("RS401", "path-without-slash", Severity.ERROR, path_without_slash),
    ("RS402", "full-address", Severity.ERROR, full_address),
    ("RS403", "several-paths", Severity.ERROR, several_paths),
    ("RS404", "crawler-as-path", Severity.ERROR, crawler_as_path),
    ("RS406", "double-star", Severity.HINT, double_star),
    ("RS407", "dollar-inside", Severity.WARNING, dollar_inside),
    ("RS408", "regular-expression", Severity.ERROR, regular_expression),
    ("RS410", "bad-percent", Severity.WARNING, bad_percent),
    ("RS412", "quoted-path", Severity.ERROR, quoted_path),
    ("RS413", "path-that-no-url-has", Severity.ERROR, path_that_no_url_has),
    ("RS414", "empty-allow", Severity.WARNING, empty_allow),
)

RULES = (
    LintRule("RS405", "trailing-star", Severity.HINT, group=trailing_stars),
    LintRule("RS409", "blank-in-path", Severity.ERROR, group=unless_written_right(blank_in_path)),
    LintRule("RS411", "path-not-ascii", Severity.WARNING, group=unless_written_right(path_not_ascii)),
    *(LintRule(code, name, severity, line=check, fields=_BOTH) for code, name, severity, check in _ROWS),
    LintRule("RS415", "sensitive-path", Severity.INFORMATION, line=sensitive_path, fields=_BOTH, looks_at_plain=True),
)
