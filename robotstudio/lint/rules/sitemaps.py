"""Addresses of sitemaps, and whether they may be fetched."""

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches

from robotstudio.engine.crawlers import CATALOGUE, Crawler
from robotstudio.engine.paths import normalise_percent
from robotstudio.engine.ruleset import compiled
from robotstudio.engine.tokens import Field
from robotstudio.lint.context import LintContext, address_of, resolved
from robotstudio.lint.facts import LineFacts, Numbered
from robotstudio.lint.model import EVERY, NOBODY, Diagnostic, Edit, Fix, LintRule, Place, Severity, Value
from robotstudio.lint.rules.blocking import LARGEST_ENGINES, SEARCH_ENGINES
from robotstudio.lint.rules.common import REMOVE_LINE, WRITE_VALUE, Prefixes
from robotstudio.lint.rules.leftovers import TEMPLATE
from robotstudio.text.language import Plural

_MOST_SITEMAPS = 20
_MOST_LOOKED_AT = 1000
_SIGN_AT_END = re.compile(r"(?:(?<=[a-z])\.(?!\.)|[,;>)\]}'\"`]|%22|%27|…|\.\.\.|(?<=\.xml)[?$])+\Z")
_LONGEST_SIGN = 40
_NEARLY = 0.9
_NEXT_ADDRESS = re.compile(r"(?<![,;|])[,;|]++(?=https?://)", re.IGNORECASE)
_NOT_PUBLIC = re.compile(
    r"localhost|127(?:\.[0-9]{1,3}){3}|10(?:\.[0-9]{1,3}){3}|192\.168(?:\.[0-9]{1,3}){2}|172\.(?:1[6-9]|2[0-9]|3[01])(?:\.[0-9]{1,3}){2}|169\.254(?:\.[0-9]{1,3}){2}|\[::1\]|[^.]+"
    r"|.*\.(?:xml|local|localhost|test|invalid|internal|lan|home|corp|docker)|.*[^\w.:\[\]-].*|(?:www\.)?(?:your|my)-?(?:site|domain|website)\.[a-z]{2,6}"
)
_OF_A_TEST = re.compile(
    r"(?:.*[.-])?(?:staging|stage|stg|dev|develop|test|testing|preview|preprod|beta|uat|qa|demo|sandbox)[0-9]*[.-].*"
    r"|.*\.(?:vercel\.app|netlify\.app|pages\.dev|herokuapp\.com|azurewebsites\.net|onrender\.com|fly\.dev|web\.app"
    r"|ngrok\.io|ngrok-free\.app|myshopify\.com|wpengine\.com|pantheonsite\.io|cloudfront\.net)"
)
_UNSET = re.compile(r"(?:undefined|null|none|nan)(?=/)", re.IGNORECASE)
_PAGE = re.compile(rb"(?!.*(?:xml|feed|rss|atom))[^?]*\.html?\Z", re.IGNORECASE)
_NO_MAP = re.compile(
    rb"[^?]*\.(?:x[lm]?m?|xm[ln][a-z]|xnl|xnml|xlm[a-z]?|mxl|xslt?|xsd|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|css|js|json"
    rb"|zip|md|sql|csv|tsv)\Z",
    re.IGNORECASE,
)
"""File extensions that are not a sitemap's, or misspellings of .xml."""
_SLIP_IN_NAME = re.compile(
    rb"[^?]*/(?:stiemap|sietmap|sitmeap|siteamp|sitempa|sitmap|sietmap|sitemp|stemap|sitema|siteap|sitmaps|sitemapp|ssitemap"
    rb"|sittemap|sitteemap|siteemap|sitemmap|sitemaap|sitenap|sitemep|siremap|sitwmap|sitemao|sutemap|sitemsp|sirtmap)s?"
    rb"(?:[_-][^/?]*)?\.(?:xml|txt|php)[^/]*\Z",
    re.IGNORECASE,
)
_OTHER_FILES = {b"/": "page", b"/robots.txt": "robots", b"/llms.txt": "llms", b"/llms-full.txt": "llms"}
_SCHEMES = frozenset({"http", "https"})
_LIKE_WWW = re.compile(r"(?:w|ww|wwww+|wvw|vww|wwv|wew|eww|qww|wwe|wqw)\.")


def blocked_sitemap(context: LintContext) -> Iterator[Diagnostic]:
    """Report sitemaps that the file lists and blocks: search engines that may fetch the site cannot read them."""
    sitemaps = [
        (number, address_of(line.value_text)) for number, line in context.lines_of(Field.SITEMAP)[:_MOST_SITEMAPS]
    ]
    hosts = {address.host for _, address in sitemaps}
    own = address_of(context.setting.address).host if context.setting.address else next(iter(hosts), "")
    if not own or (not context.setting.address and len(hosts) > 1):
        return
    named = _named(context, {each.path for _, each in sitemaps if each.host == own})
    blocked: dict[int, list[tuple[Crawler, int]]] = {}
    for crawler in map(CATALOGUE.crawler_for, SEARCH_ENGINES) if named else ():
        reading = context.reading(crawler.dialect)
        if not reading.decide(f"https://{own}/", crawler.agent).allowed:
            continue  # a site closed to a crawler closes its sitemaps too
        for number, each in sitemaps:
            if each.host == own and each.path in named:
                verdict = reading.decide(f"https://{own}{each.path.decode('ascii', 'replace')}", crawler.agent)
                if verdict.rule is not None and not verdict.allowed:
                    blocked.setdefault(number, []).append((crawler, verdict.rule.line))
    alike: dict[tuple[tuple[str, int], ...], list[int]] = {}
    for number in sorted(blocked):
        alike.setdefault(tuple((crawler.token, line) for crawler, line in blocked[number]), []).append(number)
    for numbers in alike.values():
        yield _blocked_alike(context, numbers, blocked[numbers[0]])


BLOCKED_SITEMAP = LintRule(
    "RS434",
    "blocked-sitemap",
    Severity.WARNING,
    title="Blocked sitemap",
    messages={
        "": Plural(
            "{path} in line {line} blocks this sitemap for {names}.",
            "{path} in line {line} blocks {count} sitemaps for {names}, at lines {lines}.",
        ),
        "rules": Plural(
            "Rules at lines {line} block this sitemap for {names}.",
            "Rules at lines {line} block {count} sitemaps for {names}, at lines {lines}.",
        ),
    },
    file=blocked_sitemap,
)


def _blocked_alike(context: LintContext, numbers: Sequence[int], by: Sequence[tuple[Crawler, int]]) -> Diagnostic:
    """Make the finding for sitemaps that the same rules block for the same crawlers."""
    lines = tuple(sorted({line for _, line in by}))
    args: dict[str, Value] = {
        "line": lines,
        "path": context.lines[lines[0] - 1].google.value,
        "names": tuple(crawler.title for crawler, _ in by),
        "lines": tuple(numbers),
        "count": len(numbers),
    }
    concerned = {crawler.dialect for crawler, _ in by}
    variant = "rules" if len(lines) > 1 else ""
    return Diagnostic(
        numbers[0],
        *context.lines[numbers[0] - 1].google.value_span,
        args=args,
        variant=variant,
        dialects=tuple(each for each in EVERY if each in concerned),
        severity=None if any(crawler.token in LARGEST_ENGINES for crawler, _ in by) else Severity.INFORMATION,
        whom=tuple(crawler.token for crawler, _ in by),
        readers=None,
    )


def _named(context: LintContext, paths: Collection[bytes]) -> frozenset[bytes]:
    """Return the paths that some Disallow of some group matches: only these are worth checking.

    Each rule is tried once, however many paths there are, and only if a path contains a part of it. If no Allow opens
    the home page, a rule for the whole site closes that, too, for every crawler for which it closes a sitemap.
    """
    written = [rule for group in context.google.groups for rule in group.rules if rule.written]
    rules = {rule.pattern for rule in written if not rule.allow}
    if not any(rule.allow and _may_open_home(rule.pattern) for rule in written):
        rules.discard(b"/")
    rules.update([normalise_percent(pattern) for pattern in rules if b"%" in pattern])  # as some dialects read it
    wild = [pattern for pattern in rules if b"*" in pattern or b"$" in pattern] if paths else []
    begins = Prefixes(rules.difference(wild))
    text = b"\n".join(paths)
    able = [compiled(pattern) for pattern in wild if max(re.split(rb"[*$]", pattern), key=len) in text]
    return frozenset(path for path in paths if begins.begin(path) or any(pattern.matches(path) for pattern in able))


def _may_open_home(pattern: bytes) -> bool:
    """Return True if a pattern may match the home page; for some dialects, index.html is the same."""
    return b"index" in pattern.lower() or compiled(pattern).matches(b"/")


def has_template(value: bytes) -> bool:
    """Return True if a value contains a placeholder of a template."""
    return TEMPLATE.search(value) is not None


def sitemap_address(context: LintContext) -> Iterator[Diagnostic]:
    """Report a sitemap without a full address: crawlers need scheme and host, and ignore the line."""
    for number, line in _sitemaps(context):
        address = line.value_text
        if line.takes_address_for_field:
            continue  # reported as a missing colon
        if not address:
            yield Diagnostic(number, *line.google.key_span, variant="empty")
            continue
        scheme, host, _ = address_of(address)
        if (scheme in _SCHEMES and host and " " not in address) or has_template(line.google.value):
            continue
        span = line.google.value_span
        if scheme and scheme not in _SCHEMES:
            yield Diagnostic(number, *span, args={"scheme": scheme}, variant="scheme")
        elif " " in address:
            yield Diagnostic(number, *span, args={"value": line.google.value}, variant="space")
        else:
            args: dict[str, Value] = {"value": line.google.value}
            yield Diagnostic(number, *span, args=args, fixes=_full(context, number, line, address))


SITEMAP_ADDRESS = LintRule(
    "RS204",
    "sitemap-address",
    Severity.ERROR,
    title="Sitemap without a full URL",
    messages={
        "": "A sitemap needs a full URL, with https:// and the host. Crawlers ignore {value}.",
        "space": ("There is a space in {value}. Each sitemap needs its own line; inside a URL, write a space as %20."),
        "empty": "The line has no URL.",
        "scheme": "Crawlers fetch sitemaps only over HTTP and HTTPS, not {scheme}.",
    },
    fixes=WRITE_VALUE,
    file=sitemap_address,
)


def _full(context: LintContext, number: int, line: LineFacts, address: str) -> tuple[Fix, ...]:
    """Return the fix that completes the address, if the site of the file is known."""
    if not context.setting.address or address.lower().startswith(("http:", "https:")):
        return ()
    address = _UNSET.sub("", address)
    first = address.partition("/")[0]
    is_host = "." in first and not address.startswith("/") and first not in {".", ".."} and "/" in address
    full = f"https://{address}" if is_host else resolved(address, context.setting.address)
    start, end = line.google.value_span
    edit = Edit(Place(number, start), Place(number, end), full.encode())
    return (Fix("write-value", (edit,), args={"value": full.encode()}),)


def sitemap_elsewhere(context: LintContext) -> Iterator[Diagnostic]:
    """Report a sitemap on another host or with another scheme than the file: allowed, but easily a mistake."""
    if not context.setting.address:
        return
    own = address_of(context.setting.address)[:2]
    for number, line in _sitemaps(context):
        scheme, host, _ = address_of(line.value_text)
        if scheme not in _SCHEMES or not host or (scheme, host) == own:
            continue
        args: dict[str, Value] = {"host": host, "scheme": scheme, "own": own[1]}
        variant = _elsewhere(host, own[1])
        severity = Severity.WARNING if variant in {"test", "near"} else None
        yield Diagnostic(number, *line.google.value_span, args=args, variant=variant, severity=severity)


SITEMAP_ELSEWHERE = LintRule(
    "RS205",
    "sitemap-elsewhere",
    Severity.INFORMATION,
    title="Sitemap on another site",
    messages={
        "": "The sitemap is on {host}, not on the host of this file. That is allowed.",
        "scheme": "The sitemap uses {scheme}; this file does not.",
        "near": "The sitemap is on {host}, which resembles {own}, the host of this file, but is a different one.",
        "test": "The sitemap is on {host}, which looks like a test host, not on the host of this file.",
    },
    file=sitemap_elsewhere,
)


def _elsewhere(host: str, own: str) -> str:
    """Return how the host of a sitemap differs from that of the file."""
    if host == own:
        return "scheme"
    if _OF_A_TEST.fullmatch(host) and not _OF_A_TEST.fullmatch(own):
        return "test"
    plain, other = (each.removeprefix("www.") for each in (host, own))
    if _LIKE_WWW.sub("", host, count=1) == other != plain:
        return "near"
    is_near = plain != other and not host.endswith(f".{other}") and not other.endswith(f".{plain}")
    return "near" if is_near and get_close_matches(host, (own,), 1, _NEARLY) else ""


_OF_A_MANUAL = re.compile(
    r"(?:[\w-]+\.)?(?:(?:your|my)-?(?:own)?-?(?:web)?-?(?:domain|site|store|shop|company|host|blog)(?:-?name)?\.[a-z]{2,5}"
    r"|(?:domain|domainname|sitename|website|example|site)\.(?:com|org|net|tld|xyz)|[\w-]+\.(?:tld|example|invalid))"
)
_EXAMPLE = re.compile(r"example\.(?:com|org|net)\Z")


def no_sitemap(context: LintContext) -> Iterator[Diagnostic]:
    """Report a full address that is hardly a sitemap's: a sign at its end, two of them, a page, or no public host."""
    own = address_of(context.setting.address or "").host
    for number, line in _sitemaps(context):
        address = line.value_text
        scheme, host, path = address_of(address)
        if scheme not in _SCHEMES or not host or " " in address:
            continue
        start, end = line.google.value_span
        args: dict[str, Value] = {"value": line.google.value, "host": host}
        sign = _SIGN_AT_END.search(address, max(len(address) - _LONGEST_SIGN, 0))
        if _NEXT_ADDRESS.search(address):
            lines = b"\nSitemap: ".join(each.encode() for each in _NEXT_ADDRESS.split(address))
            fix = Fix("one-sitemap-a-line", (Edit(Place(number, start), Place(number, end), lines),))
            yield Diagnostic(number, start, end, args=args, fixes=(fix,), variant="several")
        elif sign:
            right = address[: sign.start()].encode()
            args["sign"] = sign[0].encode()
            fix = Fix("write-value", (Edit(Place(number, start), Place(number, end), right),), args={"value": right})
            yield Diagnostic(number, start, end, args=args, fixes=(fix,), variant="sign")
        elif host in _SCHEMES:
            right = address.partition("://")[2].encode()
            fix = Fix("write-value", (Edit(Place(number, start), Place(number, end), right),), args={"value": right})
            yield Diagnostic(number, start, end, args=args, fixes=(fix,), variant="scheme")
        elif "@" in address.partition("://")[2].partition("/")[0]:
            right = (address.partition("://")[0] + "://" + address.rpartition("@")[2]).encode()
            fix = Fix("write-value", (Edit(Place(number, start), Place(number, end), right),), args={"value": right})
            yield Diagnostic(number, start, end, args=args, fixes=(fix,), variant="user")
        elif variant := _no_map_at(host, path, own):
            args["ending"] = path.rpartition(b".")[2]
            severity = Severity.INFORMATION if variant == "slashes" else None
            yield Diagnostic(number, start, end, args=args, variant=variant, severity=severity)


def _no_map_at(host: str, path: bytes, own: str) -> str:
    """Return why no sitemap can be at an address; empty if one can."""
    is_own = host.removeprefix("www.") == own.removeprefix("www.")
    if _OF_A_MANUAL.fullmatch(host) and not is_own and (not _EXAMPLE.search(host) or not _EXAMPLE.search(own or host)):
        return "manual"
    if _NOT_PUBLIC.fullmatch(host.partition(":")[0]):
        return "host"
    if path in _OTHER_FILES:
        return _OTHER_FILES[path]
    if _PAGE.match(path):
        return "html"
    if path.startswith(b"//"):
        return "slashes"
    if _SLIP_IN_NAME.match(path):
        return "name"
    return "star" if b"*" in path else "ending" if _NO_MAP.match(path) else ""


NO_SITEMAP = LintRule(
    "RS218",
    "no-sitemap",
    Severity.WARNING,
    title="URL that is not a sitemap",
    messages={
        "several": "These are several URLs. Crawlers read them as one; each sitemap needs its own line.",
        "sign": "The {sign} at the end becomes part of the URL that crawlers request.",
        "scheme": "The scheme is written twice: crawlers look for a host called {host}.",
        "host": "{host} is not on the Internet: crawlers cannot fetch this sitemap.",
        "manual": "{host} is an example host from a manual. Replace it with your own.",
        "html": "This looks like an HTML page. Crawlers read sitemaps as XML, plain text or feeds.",
        "name": "This looks like a typo for sitemap. If so, crawlers find nothing at this URL.",
        "page": "This is the URL of the home page, not of a sitemap.",
        "llms": "This is the URL of a text for language models, not of a sitemap.",
        "robots": "This is the URL of a robots.txt file, not of a sitemap.",
        "slashes": "Two slashes follow the host: crawlers request the URL with both.",
        "star": "URLs have no wildcards: crawlers request one with a literal *. Each sitemap needs its own line.",
        "ending": "The URL ends in .{ending}. Crawlers read sitemaps as XML, plain text or feeds.",
        "user": "The URL contains a user name or password, and everybody can read this file.",
    },
    fixes=WRITE_VALUE | {"one-sitemap-a-line": "Put each sitemap on its own line"},
    file=no_sitemap,
)


def duplicate_sitemap(context: LintContext) -> Iterator[Diagnostic]:
    """Report the same sitemap twice."""
    first: dict[bytes, int] = {}
    for number, line in _sitemaps(context):
        value = line.google.value
        other = first.setdefault(value, number)
        if other != number and value:
            is_safe = context.raws[other - 1] == context.raws[number - 1] and _is_after_copy(context, number)
            fix = Fix("remove-line", (Edit(Place(number, 0), Place(number + 1, 0), b""),), is_safe=is_safe)
            yield Diagnostic(number, args={"first": (other,)}, fixes=(fix,), dialects=NOBODY)


DUPLICATE_SITEMAP = LintRule(
    "RS206",
    "duplicate-sitemap",
    Severity.HINT,
    title="Sitemap listed twice",
    messages={
        "": "Line {first} lists the same sitemap.",
    },
    fixes=REMOVE_LINE,
    file=duplicate_sitemap,
)


def _is_after_copy(context: LintContext, number: int) -> bool:
    """Return True if the line above is the same Sitemap line, so that removing this one ends no group."""
    return number > 1 and context.raws[number - 2] == context.raws[number - 1]


def sitemap_not_fetched(context: LintContext) -> Iterator[Diagnostic]:
    """Report a sitemap that could not be fetched when that was tried."""
    for number, line in _sitemaps(context) if context.setting.sitemap_answers else ():
        answer = (context.setting.sitemap_answers or {}).get(line.value_text)
        if answer:
            yield Diagnostic(number, *line.google.value_span, args={"answer": answer})


SITEMAP_NOT_FETCHED = LintRule(
    "RS207",
    "sitemap-not-fetched",
    Severity.ERROR,
    title="Sitemap that cannot be fetched",
    messages={
        "": "The sitemap could not be fetched: {answer}.",
    },
    file=sitemap_not_fetched,
)


def _sitemaps(context: LintContext) -> list[Numbered]:
    return list(context.lines_of(Field.SITEMAP)[:_MOST_LOOKED_AT])
