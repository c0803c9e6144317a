"""The crawlers that a survey counts, and what a file does to each of them.

Being named, having a rule of one's own and being blocked are three things. A file may name a crawler to let it in, and
blocks most crawlers without naming them; published surveys differ mostly in which of the three they counted.
"""

import re
from collections.abc import Mapping
from enum import IntEnum
from functools import cached_property, lru_cache

from msgspec import Struct

from robotstudio.engine import CRAWLERS, DIALECTS, Robots
from robotstudio.engine.crawlers import Crawler, crawler_for
from robotstudio.engine.dialects.crawler_commons import runs_with_delays
from robotstudio.engine.groups import Group, runs_of_agents
from robotstudio.engine.names import leading
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.verdict import GroupChoice, Verdict

AI_TOKENS = (
    "GPTBot",
    "ChatGPT-User",
    "OAI-SearchBot",
    "ClaudeBot",
    "anthropic-ai",
    "Claude-Web",
    "CCBot",
    "Google-Extended",
    "Bytespider",
    "Amazonbot",
    "Applebot-Extended",
    "meta-externalagent",
    "FacebookBot",
    "PerplexityBot",
    "cohere-ai",
    "Diffbot",
    "omgili",
    "omgilibot",
    "ImagesiftBot",
    "YouBot",
)
"""AI crawlers that the published surveys count."""

SEARCH_TOKENS = ("Googlebot", "bingbot", "YandexBot", "Baiduspider", "DuckDuckBot", "Applebot", "Slurp", "msnbot")
SEO_TOKENS = ("AhrefsBot", "SemrushBot", "MJ12bot", "dotbot", "rogerbot", "BLEXBot", "DataForSeoBot")
OTHER_TOKENS = ("ia_archiver", "archive.org_bot", "Mediapartners-Google", "AdsBot-Google", "Twitterbot")
ANY_TOKEN = "*"
_ROOT = b"/"
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
USUAL_TOKENS = (*AI_TOKENS, *SEARCH_TOKENS, *SEO_TOKENS, *OTHER_TOKENS, ANY_TOKEN)

NAMED, RULED, BLOCKED, BY_OWN, SOME, ALL, FREED = 1, 2, 4, 8, 16, 32, 64
"""Bits of what a file does to a crawler: names it; has a Disallow with a path in the group naming it; blocks `/`; does
so by its own group; blocks anything; closes everything, without an Allow; names it and allows everything.
"""


class Extent(IntEnum):
    """Extent to which a file closes a site to a crawler."""

    NONE = 0
    SOME = 1
    ALL = 2


def extent_of(state: int) -> Extent:
    return Extent.ALL if state & ALL else Extent.SOME if state & SOME else Extent.NONE


class Surveyed(Struct, frozen=True, dict=True):
    """The crawlers to count, and the paths besides `/` to judge."""

    tokens: tuple[str, ...] = USUAL_TOKENS
    paths: tuple[str, ...] = ()

    @cached_property
    def crawlers(self) -> tuple[Crawler, ...]:
        return tuple(map(crawler_for, self.tokens))

    @cached_property
    def names(self) -> tuple[frozenset[bytes], ...]:
        """For each crawler the lower-case tokens that can select a group of its own in its dialect."""
        return tuple(map(_names_of, self.crawlers))

    @cached_property
    def is_ai(self) -> tuple[bool, ...]:
        return tuple(each.purpose.startswith("ai-") for each in self.crawlers)

    def named_by(self, token: bytes) -> frozenset[int]:
        """Return the indexes of crawlers whose group this token may name in some dialect; all others follow `*`.

        The token contains theirs, or vice versa.
        """
        return _named_by(token.lower(), self)

    def distinct_from(self, token: bytes) -> bool:
        """Return True if a token is a crawler's, or resembles none: then all dialects agree whose it is."""
        parts = {leading(token, _LETTERS)}  # as far as Google reads a name
        if not _USUAL_NAME.fullmatch(token):
            parts.update(_WORD.findall(token))
        return all(token in self.names[place] for place in self.named_by(token).union(*map(self.named_by, parts)))


def _names_of(crawler: Crawler) -> frozenset[bytes]:
    further = DIALECTS[crawler.dialect].fallback_tokens or (lambda _: ())
    tokens = {each for token in crawler.chain for each in (token, *further(token))}
    return frozenset(token.lower().encode() for token in tokens if token != ANY_TOKEN)


@lru_cache(maxsize=1 << 16)
def _named_by(token: bytes, surveyed: Surveyed) -> frozenset[int]:
    return frozenset(
        place for place, names in enumerate(surveyed.names) if any(token in each or each in token for each in names)
    )


_USUAL_NAME, _WORD = re.compile(rb"[a-z0-9_-]++"), re.compile(rb"[a-z]++")
_NOTE = rb"(?>(?:[ \t]*+\#[ -~\t]*+\n)*)"
_PLAIN_FILE = re.compile(
    rb"(?>(?:[ \t]*+\n|[ \t]*+\#[ -~\t]*+\n|sitemap:[ ]?[!-\"$-~]++[ \t]*+\n)*)"
    rb"(?>(?:"
    rb"(?>(?:user-agent:[ ]?+(?:\*[ \t]*+|[a-z][ -)+-~\t]*+)\n" + _NOTE + rb")+)"
    rb"(?>(?:(?:dis)?allow:[ ]?+(?:(?:\*/[a-z0-9]|/)[a-z0-9/._=?*&~+,:;@!()'-]*+)?[ \t]*+\n" + _NOTE + rb")+)"
    rb"(?>(?:[ \t]*+\n|sitemap:[ ]?[!-\"$-~]++[ \t]*+\n|[ \t]*+\#[ -~\t]*+\n)*)"
    rb")*)",
    re.IGNORECASE,
)
_AGENT_LINE = re.compile(rb"^user-agent:[ ]?([^\n]*\S)[ \t]*$", re.IGNORECASE | re.MULTILINE)
_EMPTY_LINES = re.compile(rb"\n[ \t\r\n]*\n")
_PASSING_OVER_EMPTY_LINES = frozenset({runs_of_agents, runs_with_delays})
"""Group strategies that ignore empty lines."""
_LARGEST_PLAIN = 500_000
"""In bytes; below the limit of any crawler in the catalogue."""


def is_plain(body: bytes, surveyed: Surveyed) -> bool:
    """Return True if all dialects of the surveyed crawlers read a file alike, as they do most files.

    Only then is one reading enough; tests compare it with all others on real files.
    """
    if len(body) > _LARGEST_PLAIN:
        return False
    text = body.replace(b"\r\n", b"\n")
    text = text if text.endswith(b"\n") else text + b"\n"
    if not _PLAIN_FILE.fullmatch(text) or b"/index.htm" in text.lower():  # some take that for the start page
        return False
    tokens = [token.lower() for token in _AGENT_LINE.findall(text)]
    named = [token for token in tokens if token != b"*"]
    return len(set(tokens)) == len(tokens) and all(map(surveyed.distinct_from, named))


def _is_clear(group: Group) -> bool:
    """Return True if all dialects agree whose group it is, and on `/`.

    They differ if both an Allow and a Disallow match `/`, and some read `/*`, `/?` or `//` differently.
    """
    about = {(rule.allow, rule.pattern) for rule in group.rules if not rule.pattern.strip(b"/*?;&#")}
    is_one = len(about) < 2 and all(pattern in {b"", _ROOT} for _, pattern in about)
    return is_one and not (group.is_global and len(group.agents) > 1)


@lru_cache(maxsize=1 << 14)
def states_of(body: bytes, surveyed: Surveyed) -> bytes:
    """Return a byte of bits for each crawler. Cached, since many files are equal once reduced."""
    first = Robots.parse(body, "rfc9309")
    is_alike = all(map(_is_clear, first.groups))
    if is_alike and is_plain(body, surveyed):
        return _states(dict.fromkeys((crawler.dialect for crawler in surveyed.crawlers), first), surveyed)
    # Without empty lines, which matter in few dialects, most files are plain.
    is_alike = is_alike and is_plain(_EMPTY_LINES.sub(b"\n", body), surveyed)
    readings = {"rfc9309": first}
    for dialect in {crawler.dialect: None for crawler in surveyed.crawlers}:
        if dialect not in readings:
            is_same = is_alike and DIALECTS[dialect].collect in _PASSING_OVER_EMPTY_LINES
            readings[dialect] = first if is_same else Robots.parse(body, dialect, readings.values())
    return _states(readings, surveyed)


def _states(readings: Mapping[str, Robots], surveyed: Surveyed) -> bytes:
    """Combine the readings; crawlers that no group names share one result."""
    by_reading = {id(robots): _named_in(robots, surveyed) for robots in {*readings.values()}}
    named = {dialect: by_reading[id(robots)] for dialect, robots in readings.items()}
    known: dict[tuple[object, ...], int] = {}
    states = bytearray()
    for place, crawler in enumerate(surveyed.crawlers):
        robots = readings[crawler.dialect]
        if place in named[crawler.dialect] or crawler.is_any_other:
            states.append(_state(robots, crawler))
            continue
        kind = id(robots), crawler.uses_global
        if kind not in known:
            known[kind] = _state(robots, crawler)
        states.append(known[kind])
    return bytes(states)


def _named_in(robots: Robots, surveyed: Surveyed) -> frozenset[int]:
    tokens = {agent.token for group in robots.groups for agent in group.agents}
    return frozenset().union(*(surveyed.named_by(token) for token in tokens if token != b"*"))


def _state(robots: Robots, crawler: Crawler) -> int:
    choice = robots.choose(crawler.agent)
    token = choice.token
    is_own = token is not None and (token == ANY_TOKEN) == crawler.is_any_other
    has_name = is_own and token is not None and (crawler.is_any_other or token.lower() == crawler.token.lower())
    return _treatment(choice, robots, is_own=is_own) | (NAMED if has_name else 0)


def _treatment(choice: GroupChoice, robots: Robots, *, is_own: bool) -> int:
    """Return the bits of the rules in the chosen groups, regardless of who is named."""
    rules = [rule for group in choice.groups for rule in group.rules if rule.written and rule.has_pattern]
    closing = sum(not rule.allow for rule in rules)
    # A rule without a pattern stands for, e.g., a Crawl-delay that is too long for the crawler.
    stays_away = not all(rule.has_pattern for rule in choice.rules.ranked)
    if not closing and not stays_away:
        return FREED if is_own else 0
    state = SOME | (RULED if is_own and closing else 0)
    if not Verdict(robots.dialect, _ROOT, choice, choice.rules.winner(_ROOT)).allowed:
        state |= BLOCKED | (BY_OWN if is_own else 0) | (ALL if stays_away or closing == len(rules) else 0)
    return state


def blocked_paths(body: bytes, surveyed: Surveyed) -> tuple[bytes, ...]:
    """Return for each given path a byte for each crawler: 1 if it is blocked."""
    if not surveyed.paths:
        return ()
    version, answers = FileVersion(body), []
    for path in surveyed.paths:
        row = bytearray()
        for crawler in surveyed.crawlers:
            row.append(not version.read_as(crawler.dialect).decide(path, crawler.agent).allowed)
        answers.append(bytes(row))
    return tuple(answers)


def is_known(token: str) -> bool:
    return token in _KNOWN


_KNOWN = frozenset(token.lower() for token in CRAWLERS)
