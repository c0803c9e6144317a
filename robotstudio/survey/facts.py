"""What there is to know of one answer to a request for a robots.txt. Pure: the same bytes give the same facts anywhere,
in this process, in another, or on a cluster.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Final, Protocol

from robotstudio.engine import DIALECTS
from robotstudio.engine.content import READ_BY_LINE, Content, content_of, is_page_with_rules
from robotstudio.engine.tokens import UTF8_BOM, split_lines
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.survey.agents import Surveyed, blocked_paths, states_of
from robotstudio.survey.lines import (
    OTHER_FIELD,
    LineKind,
    Slip,
    SurveyedLine,
    digest_of,
    facts_of_lines,
    reduced,
    short_digest,
    shortened,
)
from robotstudio.survey.markers import disclosed_in, template_of

USUAL: Final = Surveyed()
MOST_BYTES: Final = 5 * 1024 * 1024
"""Of a longer body the rest is not looked at; ten times what Google reads."""
MOST_LINTED: Final = 512 * 1024
_MOST_SHINGLES = 256
_MOST_SIGNALS = 4
_SURELY_READ = 500_000
"""Bytes; less than the limit of any crawler."""
_PAGES = frozenset({Content.HTML, Content.XML, Content.RULES, Content.TEXT})


class CodeFinder(Protocol):
    """What tells which rules of the linter find something in a body: the linter, or what remembers what it said."""

    def codes(self, body: bytes) -> frozenset[str]: ...


class AnswerOutcome(StrEnum):
    """What an answer comes to, as the robotstxt experiments of Common Crawl part them; in the order of the chart."""

    NO_CAPTURE = "no capture"
    FORBIDDEN = "forbidden"
    DEFER = "defer"
    ALLOW_ALL = "allow all"
    REDIRECT = "redirect unresolved"
    NOT_ROBOTS = "not robots"
    NO_RULES = "no rules"
    WITH_RULES = "with rules"


class Scheme(IntEnum):
    """Bits of what else a file says."""

    SITEMAP = 1
    CRAWL_DELAY = 2
    CONTENT_SIGNAL = 4
    CONTENT_USAGE = 8
    LICENSE = 16
    LLMS = 32


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """Facts of an answer. `states` and each of `blocked` have a byte for each of the surveyed crawlers; `fields` counts
    the lines of each known field, `rules_per_agent` the rules below each User-agent line; `exact` and `normal` are
    digests of the bytes, and of what is left without host, comments, sitemaps and order; `shingles` are digests of the
    different lines, at most so many, the smallest of them,
    each as four bytes, sorted.
    """

    outcome: AnswerOutcome
    size: int = 0
    lines: int = 0
    comments: int = 0
    unparsed: int = 0
    rules: int = 0
    allows: int = 0
    encoding: str = ""
    agents: tuple[str, ...] = ()
    rules_per_agent: tuple[int, ...] = ()
    fields: tuple[tuple[str, int], ...] = ()
    says: int = 0
    signals: tuple[str, ...] = ()
    states: bytes = b""
    blocked: tuple[bytes, ...] = ()
    slips: tuple[tuple[str, int], ...] = ()
    template: str = ""
    disclosed: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    exact: int = 0
    normal: int = 0
    shingles: bytes = b""


_NO_BODY = {
    AnswerOutcome.NO_CAPTURE,
    AnswerOutcome.FORBIDDEN,
    AnswerOutcome.DEFER,
    AnswerOutcome.ALLOW_ALL,
    AnswerOutcome.REDIRECT,
}


def facts_of(
    body: bytes,
    status: int | None = 200,
    content_type: str = "",
    host: str = "",
    surveyed: Surveyed = USUAL,
    linter: CodeFinder | None = None,
) -> AnswerFacts:
    """The facts of a body that came with a status, None if no answer came."""
    outcome = _outcome_of(status)
    if outcome in _NO_BODY:
        return AnswerFacts(outcome, len(body), states=bytes(len(surveyed.tokens)), blocked=_none_blocked(surveyed))
    size, body = len(body), body[:MOST_BYTES]
    codes = _codes_of(body, linter)
    content = content_of(body, content_type) if _may_be_other(body) else Content.RULES
    if content not in READ_BY_LINE or (content is Content.RULES and is_page_with_rules(body)):
        return _facts_of_page(body, size, content, codes, surveyed)
    return _facts_of_rules(body, size, host, codes, surveyed)


_USUAL_START = re.compile(
    rb"(?>(?:[ \t\r\n]|#[^<\0-\x08\x80-\xff]*?\n)*)(?:user-agent|disallow|allow|sitemap)[ \t]*+:", re.IGNORECASE
)


def _may_be_other(body: bytes) -> bool:
    """True if a file has to be looked at to see that it is a robots.txt; most begin as one."""
    start = body[:2048]
    return b"<" in start or b"\0" in start or not _USUAL_START.match(start)


def _outcome_of(status: int | None) -> AnswerOutcome:
    if status is None or status < 200:
        return AnswerOutcome.NO_CAPTURE
    if status < 300:
        return AnswerOutcome.WITH_RULES
    if status < 400:
        return AnswerOutcome.REDIRECT
    if status in {401, 403}:
        return AnswerOutcome.FORBIDDEN
    return AnswerOutcome.DEFER if status == 429 or status >= 500 else AnswerOutcome.ALLOW_ALL


def _codes_of(body: bytes, linter: CodeFinder | None) -> tuple[str, ...]:
    if linter is None:
        return ()
    return tuple(sorted(linter.codes(body[:MOST_LINTED])))


def _none_blocked(surveyed: Surveyed) -> tuple[bytes, ...]:
    return tuple(bytes(len(surveyed.tokens)) for _ in surveyed.paths)


def _facts_of_page(body: bytes, size: int, content: Content, codes: tuple[str, ...], surveyed: Surveyed) -> AnswerFacts:
    digest = digest_of(body)
    return AnswerFacts(
        AnswerOutcome.NOT_ROBOTS,
        size,
        lines=len(split_lines(body)),
        encoding=_encoding_of(body),
        states=bytes(len(surveyed.tokens)),
        blocked=_none_blocked(surveyed),
        slips=((Slip.WEB_PAGE.value, 1),) if content in _PAGES else (),
        codes=codes,
        exact=digest,
        normal=digest,
    )


def _facts_of_rules(body: bytes, size: int, host: str, codes: tuple[str, ...], surveyed: Surveyed) -> AnswerFacts:
    raws = split_lines(body.removeprefix(UTF8_BOM))
    if not raws[-1]:
        raws.pop()  # what follows the last line end is no line
    lines = facts_of_lines(raws)
    seen = _Seen(lines)
    rules = seen.kinds[LineKind.ALLOW] + seen.kinds[LineKind.DISALLOW]
    normal, shingles = _normal_form(seen, host)
    return AnswerFacts(
        AnswerOutcome.WITH_RULES if rules else AnswerOutcome.NO_RULES,
        size,
        len(lines),
        seen.comments,
        seen.kinds[LineKind.UNPARSED] + seen.fields[OTHER_FIELD],
        rules,
        seen.kinds[LineKind.ALLOW],
        _encoding_of(body),
        tuple(sorted(seen.names)),
        tuple(len(group.rules) for group in seen.groups for _ in group.agents),
        tuple(sorted(seen.fields.items())),
        _said(seen.fields),
        tuple(sorted({shortened(piece.partition(b":")[2]) for piece in seen.signals})[:_MOST_SIGNALS]),
        _states_of(body, lines, surveyed),
        blocked_paths(body, surveyed),
        tuple(sorted(_slips_of(body, seen).items())),
        template.id if (template := template_of(body)) else "",
        disclosed_in(seen.paths),
        codes,
        digest_of(body),
        normal,
        shingles,
    )


class _Group:
    """User-agent lines and what follows them, by RFC 9309."""

    __slots__ = ("agents", "rules")

    def __init__(self) -> None:
        self.agents: list[SurveyedLine] = []
        self.rules: list[SurveyedLine] = []


_KIND, _HAS_COMMENT, _SLIP = attrgetter("kind"), attrgetter("has_comment"), attrgetter("slip")
_NAME, _PATH = attrgetter("name"), attrgetter("path")


class _Seen:
    """What the lines of a file are, gathered in one pass: most of the time of a survey goes by here. Lines of a kind
    that follow one another are taken together.
    """

    def __init__(self, lines: Iterable[SurveyedLine]) -> None:
        self.kinds = [0] * len(LineKind)
        self.comments = 0
        self.fields: Counter[str] = Counter()
        self.slips: Counter[str] = Counter()
        self.names: set[str] = set()
        self.paths: list[bytes] = []
        self.signals: list[bytes] = []
        self.apart: list[SurveyedLine] = []
        self.groups: list[_Group] = []
        self._was_empty = False
        for kind, same in groupby(lines, _KIND):
            run = list(same)
            self.kinds[kind] += len(run)
            if kind is LineKind.EMPTY:
                self._was_empty = True
                continue
            self.comments += sum(map(_HAS_COMMENT, run))
            for slip in filter(None, map(_SLIP, run)):
                self.slips[slip.value] += 1
            self._take(kind, run)

    def _take(self, kind: LineKind, run: list[SurveyedLine]) -> None:
        if kind is LineKind.DISALLOW or kind is LineKind.ALLOW:
            self._take_rules(run)
        elif kind is LineKind.AGENT:
            self.fields[run[0].field] += len(run)
            if not self.groups or self.groups[-1].rules:
                self.groups.append(_Group())
            self.groups[-1].agents += run
            self.names.update(map(_NAME, run))
            self._was_empty = False
        elif kind is LineKind.OTHER:
            for line in run:
                self.fields[line.field] += 1
                if line.piece:
                    self.apart.append(line)
                    if line.field == "content-signal":
                        self.signals.append(line.piece)

    def _take_rules(self, run: list[SurveyedLine]) -> None:
        self.fields[run[0].field] += len(run)
        if self.groups:
            self.groups[-1].rules += run
            if self._was_empty:
                self.slips[Slip.EMPTY_LINE.value] += 1
        else:
            self.slips[Slip.NO_AGENT.value] += len(run)
        self.paths += filter(None, map(_PATH, run))
        self._was_empty = False


def _states_of(body: bytes, lines: Sequence[SurveyedLine], surveyed: Surveyed) -> bytes:
    """What is done to each crawler, asked of a shorter file that does the same."""
    if not _is_text(body):
        return states_of(body, surveyed)
    short = reduced(lines)
    if body.startswith(UTF8_BOM):  # some take it for a part of the first line
        short = b"\n".join((split_lines(body)[0], reduced(lines[1:])))
    states = states_of(short, surveyed)
    return states if len(body) <= _SURELY_READ else _states_of_long(body, states, surveyed)


def _states_of_long(body: bytes, states: bytes, surveyed: Surveyed) -> bytes:
    """The same, but for the crawlers that leave the rest of so long a file."""
    cut: dict[str, bytes] = {}
    treated = bytearray(states)
    for place, crawler in enumerate(surveyed.crawlers):
        dialect = DIALECTS[crawler.dialect]
        if dialect.max_bytes is None or len(body) <= dialect.max_bytes:
            continue
        if crawler.dialect not in cut:
            read = body[: dialect.cut(body, dialect.max_bytes)]
            cut[crawler.dialect] = states_of(reduced(facts_of_lines(split_lines(read))), surveyed)
        treated[place] = cut[crawler.dialect][place]
    return bytes(treated)


def _is_text(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


_SAYING = {
    "sitemap": Scheme.SITEMAP,
    "crawl-delay": Scheme.CRAWL_DELAY,
    "content-signal": Scheme.CONTENT_SIGNAL,
    "content-usage": Scheme.CONTENT_USAGE,
    "license": Scheme.LICENSE,
    "llms": Scheme.LLMS,
    "llms-full": Scheme.LLMS,
    "llms-txt": Scheme.LLMS,
}


def _said(fields: Iterable[str]) -> int:
    return sum({int(_SAYING[name]) for name in fields if name in _SAYING})


def _encoding_of(body: bytes) -> str:
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    if body.isascii():
        return "ASCII"
    if not _is_text(body):
        return "other"
    return "UTF-8 with BOM" if body.startswith(UTF8_BOM) else "UTF-8"


def _slips_of(body: bytes, seen: _Seen) -> dict[str, int]:
    found = seen.slips
    found[Slip.NO_RULE.value] = sum(not group.rules for group in seen.groups)
    found[Slip.REPEATED.value] = sum(
        len(group.rules) - len({line.digest for line in group.rules}) for group in seen.groups if len(group.rules) > 1
    )
    found[Slip.LINE_ENDS.value] = int(b"\r" in body)
    found[Slip.BYTE_ORDER_MARK.value] = int(body.startswith(UTF8_BOM))
    return {slip: count for slip, count in found.items() if count}


def _normal_form(seen: _Seen, host: str) -> tuple[int, bytes]:
    """The digest of what the lines say, whatever the host, the comments, the sitemaps and the order of groups, names
    and rules are; and the smallest digests of the different lines.
    """
    apart = sorted(_digests(seen.apart, host))
    parts = [b"".join(apart)]
    different = set(apart)
    for group in seen.groups:
        agents, rules = sorted(_digests(group.agents, host)), sorted(_digests(group.rules, host))
        different.update(agents, rules)
        parts.append(b"".join((*agents, b"|", *rules)))
    shingles = b"".join(sorted([piece[:4] for piece in different])[:_MOST_SHINGLES])
    return digest_of(b"\n".join((parts[0], *sorted(parts[1:])))), shingles


def _digests(lines: Iterable[SurveyedLine], host: str) -> list[bytes]:
    """Those of the lines, in which the host is not told from others; it is "" if the file does not name it."""
    own = host.lower().encode("utf-8", "replace")
    bare = own.removeprefix(b"www.")
    if not bare:
        return [line.digest for line in lines]
    return [
        short_digest(line.piece.lower().replace(own, b"{host}").replace(bare, b"{host}"))
        if bare in line.piece.lower()
        else line.digest
        for line in lines
    ]
