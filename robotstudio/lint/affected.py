"""The dialects that a finding affects, found by running the dialects and never written down.

Each question is a pair of small texts that differ only in the fault, and is answered once: a file may have the same
fault in 20,000 lines.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.crawlers import CATALOGUE, Crawler
from robotstudio.engine.dialects import Dialect
from robotstudio.engine.directives import field_name
from robotstudio.engine.groups import Group, GroupIndex, UserAgentLine
from robotstudio.engine.names import lenient_tokens
from robotstudio.engine.tokens import Field, parse_line
from robotstudio.engine.user_agents import UserAgents
from robotstudio.lint.model import EVERY, NOBODY

ANYBODY = "Unheard-of"
"""A crawler name that is in no file."""

_STANDARD = frozenset({Field.USER_AGENT, Field.ALLOW, Field.DISALLOW, Field.SITEMAP})
_SITE = "https://www.example.com"
_RULES = b"User-agent: *\n%s\n"


def others(dialects: Collection[str]) -> tuple[str, ...]:
    """Return all dialects except some."""
    return tuple(dialect for dialect in EVERY if dialect not in dialects)


def titles(dialects: Collection[str]) -> tuple[str, ...]:
    """Return the titles of some dialects, for a message."""
    return tuple(DIALECTS[dialect].title for dialect in dialects)


@lru_cache(maxsize=1024)
def closed_by(body: bytes, path: str, name: str = ANYBODY) -> tuple[str, ...]:
    """Return the dialects in which a file blocks a path for a crawler."""
    url = _SITE + path
    return tuple(each for each, reading in _readings_of(body).items() if not reading.decide(url, name).allowed)


@lru_cache(maxsize=64)
def _readings_of(body: bytes) -> Mapping[str, Robots]:
    """Parse a small file in all dialects; cached, since many paths are checked."""
    return {each: Robots.parse(body, each) for each in DIALECTS}


def rules_close(rules: bytes, path: str) -> tuple[str, ...]:
    """Return the dialects in which some rules block a path for everybody."""
    return closed_by(_RULES % rules, path)


@lru_cache(maxsize=4096)
def read_alike(raw: bytes, meant: bytes) -> tuple[str, ...]:
    """Return the dialects that read two lines alike."""
    return tuple(each for each, dialect in DIALECTS.items() if _said(raw, each) == _said(meant, dialect.id))


def _said(raw: bytes, dialect: str) -> tuple[object, ...]:
    syntax = DIALECTS[dialect].lines
    line = parse_line(raw, syntax)
    if line.field in _STANDARD:
        return line.field, line.value
    is_named = any(name == line.key.lower() for name, _ in syntax.names)
    return line.field, field_name(line) if is_named else line.key.lower(), line.value


@lru_cache(maxsize=4096)
def found_under(value: bytes, name: str) -> tuple[str, ...]:
    """Return the dialects in which a crawler finds a group by a user-agent value."""
    return tuple(each for each, index in _indexes(value).items() if _finds(DIALECTS[each], index, name))


def is_named_in(raws: Sequence[bytes], dialect: str, names: Sequence[str]) -> bool:
    """Return True if a crawler with some names and a dialect finds a group by one of these lines."""
    index = _index_of(tuple(raws), dialect)
    return index is not None and any(_finds(DIALECTS[dialect], index, name) for name in names)


def _finds(dialect: Dialect, index: GroupIndex, name: str) -> bool:
    tokens = (name, *(dialect.fallback_tokens(name) if dialect.fallback_tokens else ()))
    return any(dialect.select(index, token.encode()) for token in tokens) or bool(dialect.default_groups(index))


@lru_cache(maxsize=64)
def _index_of(raws: tuple[bytes, ...], dialect: str) -> GroupIndex | None:
    """Index a group with the user-agent lines among these; None if there are none."""
    reading = DIALECTS[dialect]
    lines = (parse_line(raw, reading.lines) for raw in raws)
    values = [line.value for line in lines if line.field is Field.USER_AGENT]
    agents = tuple(UserAgentLine(1, value, token) for value in values for token in reading.tokens_of(value))
    return reading.index((Group(agents, ()),)) if values else None


def crawler_in(written: bytes) -> Crawler | None:
    """Return the crawler named by a user-agent value, as the standard reads it; None if there is none."""
    known = CATALOGUE.known(written.decode("utf-8", "replace"))
    token = lenient_tokens(written)[0].decode("ascii")
    return known or (CATALOGUE.crawler_for(token) if token else None)


def crawlers_in(header: bytes) -> tuple[Crawler, ...]:
    """Return the crawlers whose tokens are in a whole User-Agent header."""
    return _user_agents().find(header.decode("utf-8", "replace"))


@cache
def _user_agents() -> UserAgents:
    return UserAgents(CATALOGUE)


@lru_cache(maxsize=4096)
def finds_itself(raw: bytes, written: bytes) -> bool:
    """Return True if the crawler that a user-agent line means finds the group by it, in its own dialect."""
    crawler = crawler_in(written)
    return crawler is not None and is_named_in((raw,), crawler.dialect, crawler.chain)


@lru_cache(maxsize=64)
def _indexes(value: bytes) -> Mapping[str, GroupIndex]:
    """Index a file with one user-agent line, by dialect."""
    lines = {
        each: tuple(UserAgentLine(1, value, token) for token in dialect.tokens_of(value))
        for each, dialect in DIALECTS.items()
    }
    return {each: DIALECTS[each].index((Group(agents, ()),)) for each, agents in lines.items()}


@cache
def dialects_obeying(field: str) -> tuple[str, ...]:
    """Return the dialects that define a field other than a rule, and those of crawlers known to obey it."""
    own = {each for each, dialect in DIALECTS.items() for name, _ in dialect.lines.names if name == field.encode()}
    own |= {crawler.dialect for crawler in CATALOGUE.crawlers.values() if field in crawler.honours}
    return tuple(each for each in EVERY if each in own) or NOBODY


_PLACES = {
    "before": b"%(sign)s%(key)s: x",
    "name": b"%(start)s%(sign)s%(rest)s: x",
    "colon": b"%(key)s%(sign)s: x",
    "value": b"%(key)s:%(sign)sx",
    "inside": b"%(key)s: x%(sign)sy",
    "end": b"%(key)s: x%(sign)s",
}
"""Places for a character in a line, and a line that has it there."""


@lru_cache(maxsize=4096)
def dialects_unaffected_by(sign: bytes, place: str, key: bytes, instead: bytes) -> tuple[str, ...]:
    """Return the dialects in which a character at a place makes no difference to the line."""
    words = {b"key": key, b"start": key[:1], b"rest": key[1:]}
    with_it, without_it = (_PLACES[place] % (words | {b"sign": each}) for each in (sign, instead))
    following = b"\nUser-agent: x\nDisallow: /z\n"
    return tuple(
        each
        for each in DIALECTS
        if _outline(Robots.parse(with_it + following, each)) == _outline(Robots.parse(without_it + following, each))
    )


def _outline(robots: Robots) -> list[object]:
    """Return the groups of a file without their lines, and its other fields."""
    groups = [
        ([agent.token for agent in group.agents], [(rule.allow, rule.pattern) for rule in group.rules])
        for group in robots.groups
    ]
    fields = [(line.field, line.value) for _, line in robots.numbered_lines if line.key]
    return [groups, fields]


def place_in(raw: bytes, start: int, end: int) -> str:
    """Return where in a line some bytes are, as a key of `_PLACES`."""
    head, tail = raw[:start], raw[end:].strip()
    if b":" in head:
        is_first = not head.partition(b":")[2].strip()
        return "value" if is_first and tail else "inside" if tail else "end"
    return "before" if not head.strip() else "colon" if tail.startswith(b":") else "name"
