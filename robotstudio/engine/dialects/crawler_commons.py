"""crawler-commons, the parser of Nutch and StormCrawler (and so of CCBot), with exact matching of names."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from robotstudio.engine.dialects.model import Clause, Dialect, clauses, whole_bom
from robotstudio.engine.groups import Group, GroupSyntax, Locality, NumberedLines, Rule, UserAgentLine, runs_of_agents
from robotstudio.engine.java import java_path_of, trimmed, without_tags
from robotstudio.engine.names import select_equal_text
from robotstudio.engine.paths import ROBOTS_TXT, decode_unreserved, escape, mended, path_of
from robotstudio.engine.patterns import EARLIEST
from robotstudio.engine.tokens import Field, Line, LineSyntax, Span, field_line, uncommented, without_field
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

_LONGEST_DELAY = 300
_MOST_PAIRS = 1_000  # of user-agent lines and crawl-delays between them: only a hostile file has more
_WHOLE = re.compile(rb"[+-]?[0-9]{1,9}")
_FRACTION = re.compile(rb"[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)")


def read_crawler_commons_line(raw: bytes, syntax: LineSyntax) -> Line:
    """A known field name, or one of many misspellings, with a colon or a blank behind it; no other line counts."""
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
    """UTF-16 with a byte order mark becomes UTF-8; tags are taken out of HTML, and HTML without groups is nothing."""
    encoding = _UTF16.get(body[:2])
    text = body[2:].decode(encoding, "replace").encode() if encoding else mended(body)
    if b"<" not in text or not _HTML.search(text):
        return text
    return without_tags(text) if _USER_AGENT_FIELD.search(text) else b""


def value_and_token(value: bytes) -> tuple[bytes, ...]:
    """The value in lower case; where it is no pure token, also the letters, `-` and `_` that it starts with."""
    name = lowered(value)
    token = _TOKEN.match(name)
    return (name, token[0]) if token and token[0] != name else (name,)


class Delay(Rule):
    """A crawl-delay: a Disallow for everything where it is too long."""

    __slots__ = ()

    @property
    def has_pattern(self) -> bool:
        """It speaks of no path."""
        return False

    def __str__(self) -> str:
        """The line as a person writes it."""
        return f"Crawl-delay: {self.written.decode('utf-8', 'replace')}"


def runs_with_delays(lines: NumberedLines, syntax: GroupSyntax) -> tuple[Group, ...]:
    """Runs of user-agent lines with what follows; a crawl-delay is kept, since a long one forbids everything."""
    delays: list[Delay] = []
    groups = runs_of_agents(_noting_delays(lines, delays), syntax)
    if not delays:
        return groups
    ends = [*(group.first_line for group in groups[1:]), delays[-1].line + 1]
    return tuple(part for group, end in zip(groups, ends, strict=False) for part in _with_delays(group, end, delays))


def _noting_delays(lines: NumberedLines, delays: list[Delay]) -> NumberedLines:
    """The lines one by one, for a file may have millions that are empty; the crawl-delays among them are kept."""
    for number, line in lines:
        if line.field is Field.MEMBER and _seconds(line.value) is not None:
            delays.append(Delay(number, allow=False, written=line.value, pattern=b""))
        yield number, line


def _with_delays(group: Group, end: int, delays: list[Delay]) -> Iterator[Group]:
    """A group with its crawl-delays; one between user-agent lines is only for those before it."""
    inside = delays[bisect_left(delays, group.first_line, key=_line_of) : bisect_left(delays, end, key=_line_of)]
    between = inside[: bisect_left(inside, group.agents[-1].line, key=_line_of)]
    if len(between) * len(group.agents) > _MOST_PAIRS:
        yield from _with_shortest(group.agents, between)
    else:
        for delay in between:
            yield Group(tuple(agent for agent in group.agents if agent.line < delay.line), (delay,))
    behind = [delay for delay in inside if delay.line >= group.agents[-1].line]
    yield Group(group.agents, tuple(sorted((*group.rules, *behind), key=_line_of))) if behind else group


def _with_shortest(agents: Sequence[UserAgentLine], delays: Sequence[Delay]) -> Iterator[Group]:
    """The user-agent lines up to each crawl-delay, with the shortest of those behind them: no other one counts."""
    shortest = list(delays)
    for at in range(len(delays) - 2, -1, -1):
        shortest[at] = min(delays[at], shortest[at + 1], key=_length_of)
    start = 0
    for delay, counting in zip(delays, shortest, strict=True):
        end = bisect_left(agents, delay.line, lo=start, key=_line_of)
        if end > start:
            yield Group(tuple(agents[start:end]), (counting,))
        start = end


def _line_of(line: Rule | UserAgentLine) -> int:
    return line.line


def _length_of(delay: Rule) -> float:
    return _seconds(delay.written) or 0


def _seconds(delay: bytes) -> float | None:
    known = (_FRACTION if b"." in delay else _WHOLE).fullmatch(delay)
    return float(delay) if known else None


def nothing_within_a_long_delay(rules: list[Rule]) -> list[Rule]:
    """A crawl-delay above 300 seconds drops all rules and forbids all."""
    if Delay not in set(map(type, rules)):
        return rules
    delays = [rule for rule in rules if isinstance(rule, Delay)]
    shortest = min(delays, key=_length_of)
    if _length_of(shortest) > _LONGEST_DELAY:
        return [shortest]
    return [rule for rule in rules if not isinstance(rule, Delay)]


def index_htm_directory(rule: Rule) -> tuple[Rule, ...]:
    """A rule ending in index.htm or index.html is also read as its directory with `$`, whether it allows or not."""
    if not rule.pattern.endswith((b"index.htm", b"index.html")):
        return ()
    start = rule.pattern.index(b"index.htm")
    return (rule._replace(pattern=rule.pattern[:start] + b"$", rewritten=True),)


def escaped_path_of(url: bytes) -> bytes:
    """As Java takes the URL apart, `/` where it refuses it; unreserved bytes decoded, unsafe ones, `*`, `$` escaped."""
    text = mended(url)
    path = (java_path_of(text) or _ROOT) if _ABSOLUTE.match(text) else path_of_site(text)
    return _SPECIAL.sub(_escaped, escaped_pattern(path))


def path_of_site(url: bytes) -> bytes:
    """The path of a URL without a scheme, as Java has it when the site is put before it."""
    _, hash_sign, fragment = url.partition(b"#")
    return java_path_of(_SITE + path_of(url) + hash_sign + fragment) or _ROOT


def escaped_pattern(value: bytes) -> bytes:
    """Unreserved bytes decoded, and those that no URL may have escaped."""
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
    locality=Locality(apart=frozenset({Field.USER_AGENT, Field.MEMBER})),
    clauses=clauses(Clause("crawler-commons: SimpleRobotRulesParser", _SOURCE)),
)
