"""Heritrix, the crawler of the Internet Archive."""

import re
from itertools import pairwise

from msgspec.structs import replace

from robotstudio.engine.dialects.model import RULES, RULES_AND_MEMBERS, Clause, Dialect, before_the_limit, clauses
from robotstudio.engine.groups import (
    GLOBAL,
    Group,
    GroupIndex,
    GroupSyntax,
    Locality,
    Rule,
    Statements,
    UserAgentLine,
)
from robotstudio.engine.java import trimmed, without_tags
from robotstudio.engine.names import lowered_value
from robotstudio.engine.paths import path_of, valid_utf8
from robotstudio.engine.patterns import EARLIEST
from robotstudio.engine.tokens import Field, Line, LineSyntax, Span, field_line, field_of, uncommented, without_field
from robotstudio.engine.unicode_text import lowered

_SOURCE = "https://github.com/internetarchive/heritrix3/tree/5ada2a7/modules/src/main/java/org/archive/modules/net"

_NO_DOT = re.compile(rb"\xc2\x85|\xe2\x80[\xa8\xa9]")
"""Line separators that Java's `.` does not match: a line that contains one is never read as a field."""

_NUMBER = re.compile(rb"(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?![0-9.])")


def read_heritrix_line(raw: bytes, syntax: LineSyntax) -> Line:
    """Read a known field and its colon, without U+0085, U+2028 or U+2029; a crawl-delay needs a number."""
    text, comment = uncommented(raw)
    at, line = trimmed(text)
    key, colon, rest = line.partition(b":")
    skipped, value = trimmed(rest)
    meaning = field_of(key, syntax)[0] if colon else Field.UNKNOWN
    if (meaning is Field.MEMBER and not _NUMBER.match(value)) or _NO_DOT.search(rest):
        meaning = Field.UNKNOWN
    if meaning is Field.UNKNOWN:
        return without_field(comment, is_empty=not line and comment.start < 0)
    separator = Span(at + len(key), at + len(key) + 1)
    return field_line(meaning, (at, key), separator, (separator.end + skipped, value), comment)


def valid_utf8_without_tags(body: bytes) -> bytes:
    """Remove anything between angle brackets."""
    return without_tags(valid_utf8(body))


def select_first_in_header(index: GroupIndex, token: bytes) -> tuple[Group, ...]:
    """Return the groups of the first value in the file that is a substring of the crawler's own name."""
    name = lowered(token)
    for value, groups in index.by_token.items():
        if value != GLOBAL and value in name:
            return groups
    return ()


class _Directives:
    """The rules that some names share, in one or more parts of the file."""

    __slots__ = ("is_used", "number")

    def __init__(self, number: int) -> None:
        self.is_used = False
        self.number = number


class _Stretch:
    """User-agent lines and the rules after them, up to the next directives."""

    __slots__ = ("agents", "directives", "rules")

    def __init__(self, directives: _Directives) -> None:
        self.directives = directives
        self.agents: list[UserAgentLine] = []
        self.rules: list[Rule] = []


def shared_directives(lines: Statements, syntax: GroupSyntax) -> tuple[Group, ...]:
    """Collect groups; the names of one run share their rules, so a later group of any of them adds to the rules of all.

    In such a later group only the name known from before counts: other user-agent lines beside it do not join.
    """
    bound: dict[bytes, _Directives] = {}
    stretches: list[_Stretch] = []
    for number, meaning, value in lines:
        if meaning is Field.USER_AGENT:
            _join(stretches, bound, UserAgentLine(number, value, syntax.tokens_of(value)[0]))
        elif stretches and meaning in syntax.closing:
            stretches[-1].directives.is_used = True
            pattern = syntax.pattern_of(value) if meaning in RULES else None
            if pattern is not None:
                stretches[-1].rules.append(Rule(number, meaning is Field.ALLOW, value, pattern))
    return tuple(Group(tuple(stretch.agents), tuple(stretch.rules), stretch.directives.number) for stretch in stretches)


def _join(stretches: list[_Stretch], bound: dict[bytes, _Directives], agent: UserAgentLine) -> None:
    known, current = bound.get(agent.token), stretches[-1].directives if stretches else None
    if known and known.is_used:
        stretches.append(_Stretch(known))
    elif current is None or current.is_used:
        stretches.append(_Stretch(_Directives(len(stretches))))
    stretches[-1].agents.append(agent)
    bound[agent.token] = stretches[-1].directives


def index_by_pool(groups: tuple[Group, ...]) -> GroupIndex:
    """Map each token to all groups that share their rules with the last group that names it."""
    pools: dict[int | None, list[Group]] = {}
    for group in groups:
        pools.setdefault(group.pool, []).append(group)
    whole = {pool: tuple(found) for pool, found in pools.items()}
    return GroupIndex(groups, {agent.token: whole[group.pool] for group in groups for agent in group.agents})


def without_star_at_end(value: bytes) -> bytes | None:
    """Remove one star at the end; drop a rule that is nothing else."""
    return None if value == b"*" else value.removesuffix(b"*")


def hidden_by_the_next(rules: list[Rule]) -> list[Rule]:
    """Bound each literal rule by the next longer one of its kind, which hides it on all paths that sort after.

    With /a and /ab, the path /ac sorts after /ab, which does not match it; Heritrix then never tries /a.
    """
    below: dict[tuple[bool, bytes], bytes] = {}
    for allow in (True, False):
        texts = sorted({rule.pattern for rule in rules if rule.allow is allow and _is_literal(rule.pattern)})
        for text, following in pairwise(texts):
            if following.startswith(text):
                below[allow, text] = following
    return [replace(rule, below=below.get((rule.allow, rule.pattern))) for rule in rules]


def _is_literal(pattern: bytes) -> bool:
    return bool(pattern) and b"*" not in pattern and not pattern.endswith(b"$")


HERITRIX = Dialect(
    id="heritrix",
    title="Heritrix (Internet Archive)",
    checked_on="2026-11-20",
    lines=LineSyntax(
        id="heritrix",
        blanks=b" \t",
        max_bytes=None,
        nul_ends_line=False,
        blank_separates=False,
        by_prefix=False,
        names=(
            (b"user-agent", Field.USER_AGENT),
            (b"disallow", Field.DISALLOW),
            (b"crawl-delay", Field.MEMBER),
            (b"allow", Field.ALLOW),
        ),
        read=read_heritrix_line,
    ),
    max_bytes=500 * 1024,
    cut=before_the_limit,
    recode=valid_utf8_without_tags,
    collect=shared_directives,
    index=index_by_pool,
    closing=RULES_AND_MEMBERS,
    tokens_of=lowered_value,
    select=select_first_in_header,
    path_of=path_of,
    pattern_of=without_star_at_end,
    wildcards=EARLIEST,
    filter_rules=hidden_by_the_next,
    locality=Locality(names_join=True),
    clauses=clauses(Clause("Heritrix 3: Robotstxt and RobotsDirectives", _SOURCE)),
)
