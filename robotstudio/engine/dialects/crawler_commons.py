"""crawler-commons, the parser of Nutch and StormCrawler (and so of CCBot), with exact matching of names."""

import math
import re
from bisect import bisect_left
from collections.abc import Iterable

from msgspec.structs import replace

from robotstudio.engine.dialects.model import Clause, Dialect, clauses, whole_bom
from robotstudio.engine.groups import Group, GroupSyntax, Locality, Rule, Statements, UserAgentLine, runs_of_agents
from robotstudio.engine.java import java_path_of, trimmed, without_tags
from robotstudio.engine.names import select_equal_text
from robotstudio.engine.paths import ROBOTS_TXT, decode_unreserved, escape, path_of, valid_utf8
from robotstudio.engine.patterns import EARLIEST
from robotstudio.engine.tokens import UTF8_BOM, Field, Line, LineSyntax, Span, field_line, uncommented, without_field
from robotstudio.engine.unicode_text import lowered

_SOURCE = "https://github.com/crawler-commons/crawler-commons/tree/8e14e27/src/main/java/crawlercommons/robots"

_USER_AGENT = (
    *(b"user-agent", b"useragent", b"useg-agent", b"ser-agent", b"users-agent"),
    *(b"user agent", b"user-agnet", b"user-agents"),
)
_DISALLOW = (
    *(b"disallow", b"desallow", b"dissallow", b"dissalow", b"disalow", b"dssalow", b"dsallow"),
    *(b"diasllow", b"disallaw", b"diallow", b"disallows", b"disllow"),
)
_DELAY = (b"crawl-delay", b"crawl delay", b"clawl-delay", b"craw-delay", b"crawl-deley")
_NAMES = (
    *((name, Field.USER_AGENT) for name in _USER_AGENT),
    *((name, Field.DISALLOW) for name in _DISALLOW),
    (b"allow", Field.ALLOW),
    *((name, Field.MEMBER) for name in _DELAY),
    *((name, Field.SITEMAP) for name in (b"sitemap", b"sitemaps")),
)
_COLON = re.compile(rb"[ \t]*:[ \t]*")
_BLANKS = re.compile(rb"[ \t]+")

_UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_HTML = re.compile(rb"<(?:html|head|body)\s*>", re.IGNORECASE)
_USER_AGENT_FIELD = re.compile(rb"user-agent:", re.IGNORECASE)
_TOKEN = re.compile(rb"[a-z_-]+")

_UNSAFE = re.compile(rb"""[\x00-\x20"#<>\[\]^`{|}\x7f-\xff]|%(?![0-9A-Fa-f]{2})""")
_SPECIAL = re.compile(rb"[*$]")
_ABSOLUTE = re.compile(rb"[^/?#]*://")
_SITE, _ROOT = b"http://site", b"/"

_LONGEST_DELAY = 300_000  # milliseconds
_LARGEST_INT, _LARGEST_LONG = 2**31 - 1, 2**63 - 1
_WHOLE = re.compile(r"[+-]?0*\d{1,10}")
_FRACTION = re.compile(r"([+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[fFdD]?")


def read_crawler_commons_line(raw: bytes, syntax: LineSyntax) -> Line:
    """Read a line: a known field name, or one of many misspellings, and then a colon or a blank."""
    text, comment = uncommented(raw)
    at, line = trimmed(text)
    beginning = line[:16].lower()
    for name, meaning in syntax.names:
        if beginning.startswith(name):
            end = len(name)
            found = _COLON.match(line, end) or _BLANKS.match(line, end)
            if found:
                skipped, value = trimmed(line[found.end() :])
                separator = Span(at + end, at + found.end())
                return field_line(meaning, (at, line[:end]), separator, (separator.end + skipped, value), comment)
    return without_field(comment, is_empty=not line and comment.start < 0)


def bridged_encoding(body: bytes) -> bytes:
    """Recode UTF-16 as UTF-8 with its byte order mark; strip tags from HTML, which is empty without groups."""
    encoding = _UTF16.get(body[:2])
    text = UTF8_BOM + body[2:].decode(encoding, "replace").encode() if encoding else valid_utf8(body)
    if b"<" not in text or not _HTML.search(text):
        return text
    return without_tags(text) if _USER_AGENT_FIELD.search(text) else b""


def value_and_token(value: bytes) -> tuple[bytes, ...]:
    """Return the value in lower case and, unless it is a plain token, also the letters, `-` and `_` at its start."""
    name = lowered(value)
    token = _TOKEN.match(name)
    return (name, token[0]) if token and token[0] != name else (name,)


class Delay(Rule, frozen=True, gc=False):
    """A Crawl-delay line; it acts as a Disallow for everything if it is too long."""

    @property
    def has_pattern(self) -> bool:
        """Always False: it applies to all paths."""
        return False

    @property
    def milliseconds(self) -> int:
        """The delay, rounded as Java does."""
        return _milliseconds(self.written) or 0

    def __str__(self) -> str:
        """Format the line as a person would write it."""
        return f"Crawl-delay: {self.written.decode('utf-8', 'replace')}"


def shortest_delay(rules: Iterable[Rule]) -> Delay | None:
    """Return the shortest crawl-delay, which is the one that counts; None if there is none."""
    return min((rule for rule in rules if isinstance(rule, Delay)), key=lambda delay: delay.milliseconds, default=None)


def runs_with_delays(lines: Statements, syntax: GroupSyntax) -> tuple[Group, ...]:
    """Collect runs of user-agent lines; each of these lines takes the first crawl-delay after it."""
    delays: list[Delay] = []
    groups = runs_of_agents(_noting_delays(lines, delays), syntax)
    if not delays:
        return groups
    ends = [*(group.first_line for group in groups[1:]), delays[-1].line + 1]
    return tuple(part for group, end in zip(groups, ends, strict=False) for part in _with_delays(group, end, delays))


def _noting_delays(lines: Statements, delays: list[Delay]) -> Statements:
    """Yield the lines, of which there may be millions, one by one, and append the crawl-delays to `delays`."""
    for line in lines:
        number, meaning, value = line
        if meaning is Field.MEMBER:
            delays.append(Delay(number, allow=False, written=value, pattern=b""))
        yield line


def _with_delays(group: Group, end: int, delays: list[Delay]) -> list[Group]:
    """Attach crawl-delays to a group: each user-agent line takes the first one after it, even an unreadable one."""
    inside = delays[bisect_left(delays, group.first_line, key=_line_of) : bisect_left(delays, end, key=_line_of)]
    parts: list[Group] = []
    rules, start = group.rules, 0
    for delay in inside:
        stop = bisect_left(group.agents, delay.line, lo=start, key=_line_of)
        agents, start = group.agents[start:stop], stop
        if not agents or _milliseconds(delay.written) is None:
            continue
        if len(agents) == len(group.agents):
            rules = tuple(sorted((*group.rules, delay), key=_line_of))
        else:
            parts.append(Group(agents, (delay,)))
    return sorted((*parts, Group(group.agents, rules)), key=_first_line_of)


def _first_line_of(group: Group) -> int:
    return group.first_line


def _line_of(line: Rule | UserAgentLine) -> int:
    return line.line


def _milliseconds(delay: bytes) -> int | None:
    """Parse as Java's `Integer.parseInt` does, or `Double.parseDouble` if there is a dot; None if that throws."""
    text = delay.decode("utf-8", "replace")
    if "." in text:
        fraction = _FRACTION.fullmatch(text)
        return math.floor(min(float(fraction[1]) * 1000, _LARGEST_LONG) + 0.5) if fraction else None
    return int(text) * 1000 if _WHOLE.fullmatch(text) and abs(int(text)) <= _LARGEST_INT else None


def nothing_within_a_long_delay(rules: list[Rule]) -> list[Rule]:
    """Replace all rules by a crawl-delay above 300 seconds, which forbids everything; the shortest counts."""
    if Delay not in set(map(type, rules)):
        return rules
    shortest = shortest_delay(rules)
    if shortest and shortest.milliseconds > _LONGEST_DELAY:
        return [shortest]
    return [rule for rule in rules if not isinstance(rule, Delay)]


def index_htm_directory(rule: Rule) -> tuple[Rule, ...]:
    """Read a rule ending in index.htm or index.html also as its directory with `$`, for Allow and Disallow alike."""
    if not rule.pattern.endswith((b"index.htm", b"index.html")):
        return ()
    start = rule.pattern.index(b"index.htm")
    return (replace(rule, pattern=rule.pattern[:start] + b"$", rewritten=True),)


def escaped_path_of(url: bytes) -> bytes:
    """Split the URL as Java does (`/` if that fails), decode unreserved bytes, escape unsafe ones, `*` and `$`."""
    text = valid_utf8(url)
    path = (java_path_of(text) or _ROOT) if _ABSOLUTE.match(text) else path_of_site(text)
    return _SPECIAL.sub(_escaped, escaped_pattern(path))


def path_of_site(url: bytes) -> bytes:
    """Return the path of a URL without a scheme, as Java has it once a site is put before it."""
    _, hash_sign, fragment = url.partition(b"#")
    return java_path_of(_SITE + path_of(url) + hash_sign + fragment) or _ROOT


def escaped_pattern(value: bytes) -> bytes:
    """Decode unreserved bytes and escape those that no URL may have."""
    return _UNSAFE.sub(_escaped, decode_unreserved(escape(value)))


def _escaped(found: re.Match[bytes]) -> bytes:
    return b"%%%02X" % found[0][0]


CRAWLER_COMMONS = Dialect(
    id="crawler-commons",
    title="crawler-commons (Nutch, StormCrawler)",
    checked_on="2026-11-20",
    lines=LineSyntax(
        id="crawler-commons",
        blanks=b" \t",
        max_bytes=None,
        nul_ends_line=False,
        blank_separates=True,
        by_prefix=False,
        names=_NAMES,
        read=read_crawler_commons_line,
        also_ends=re.compile(rb"\xc2\x85|\xe2\x80[\xa8\xa9]"),
    ),
    bom_length=whole_bom,
    recode=bridged_encoding,
    collect=runs_with_delays,
    tokens_of=value_and_token,
    select=select_equal_text,
    path_of=escaped_path_of,
    pattern_of=escaped_pattern,
    alternatives=index_htm_directory,
    filter_rules=nothing_within_a_long_delay,
    wildcards=EARLIEST,
    always_allowed=frozenset({ROBOTS_TXT}),
    locality=Locality(apart=frozenset({Field.USER_AGENT, Field.MEMBER}), may_overlap=True),
    clauses=clauses(Clause("crawler-commons: SimpleRobotRulesParser", _SOURCE)),
)
