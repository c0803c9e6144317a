"""The facts of one answer to a request for a robots.txt. Pure and deterministic, in any process or cluster."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Final, Protocol

from msgspec import Struct

from robotstudio.engine import DIALECTS
from robotstudio.engine.content import READ_BY_LINE, Content, content_of, is_page_with_rules
from robotstudio.engine.tokens import UTF8_BOM, split_lines
from robotstudio.survey.agents import Surveyed, blocked_paths, states_of
from robotstudio.survey.lines import (
    OTHER_FIELD,
    LineKind,
    Mistake,
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
"""The rest of a longer body is ignored; ten times what Google reads."""
MOST_LINTED: Final = 512 * 1024
_MOST_SHINGLES = 256
_MOST_SIGNALS = 4
_SURELY_READ = 500_000
"""In bytes; below the limit of any crawler."""
_PAGES = frozenset({Content.HTML, Content.XML, Content.RULES, Content.TEXT})


class CodeFinder(Protocol):
    """Returns the codes of the lint rules with findings in a body: the linter, or a cache of it."""

    def codes(self, body: bytes) -> frozenset[str]: ...


class AnswerOutcome(StrEnum):
    """The outcome of an answer as in Common Crawl's robotstxt experiments; in the order of the chart."""

    NO_CAPTURE = "no capture"
    FORBIDDEN = "forbidden"
    DEFER = "defer"
    ALLOW_ALL = "allow all"
    REDIRECT = "redirect unresolved"
    NOT_ROBOTS = "not robots"
    NO_RULES = "no rules"
    WITH_RULES = "with rules"


class Scheme(IntEnum):
    """Bits of what else a file contains."""

    SITEMAP = 1
    CRAWL_DELAY = 2
    CONTENT_SIGNAL = 4
    CONTENT_USAGE = 8
    LICENSE = 16
    LLMS = 32


class AnswerFacts(Struct, frozen=True):
    """The facts of an answer.

    `states` and each of `blocked` have a byte for each surveyed crawler. `fields` counts the lines of each known field,
    `rules_per_agent` the rules below each User-agent line. `exact` and `normal` are digests of the bytes, and of the
    content without host, comments, sitemaps and order. `shingles` are digests of the distinct lines, four bytes each,
    sorted: at most so many, the smallest of them.
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
    """Return the facts of a body with its status, None if no answer came."""
    outcome = _outcome_of(status)
    if outcome in _NO_BODY:
        return AnswerFacts(outcome, len(body), states=bytes(len(surveyed.tokens)), blocked=_none_blocked(surveyed))
    size, body = len(body), body[:MOST_BYTES]
    codes = tuple(sorted(linter.codes(body[:MOST_LINTED]))) if linter else ()
    content = content_of(body, content_type) if _may_be_other(body) else Content.RULES
    if content not in READ_BY_LINE or (content is Content.RULES and is_page_with_rules(body)):
        return _facts_of_page(body, size, content, codes, surveyed)
    return _facts_of_rules(body, size, host, codes, surveyed)


_USUAL_START = re.compile(
    rb"(?>(?:[ \t\r\n]|#[^<\0-\x08\x80-\xff]*?\n)*)(?:user-agent|disallow|allow|sitemap)[ \t]*+:", re.IGNORECASE
)


def _may_be_other(body: bytes) -> bool:
    """Return True if detecting a robots.txt needs a closer look; most are obvious from their start."""
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
        slips=((Mistake.WEB_PAGE.value, 1),) if content in _PAGES else (),
        codes=codes,
        exact=digest,
        normal=digest,
    )


def _facts_of_rules(body: bytes, size: int, host: str, codes: tuple[str, ...], surveyed: Surveyed) -> AnswerFacts:
    raws = split_lines(body.removeprefix(UTF8_BOM))
    if not raws[-1]:
        raws.pop()  # the empty rest after the last line end
    lines = facts_of_lines(raws)
    summary = _LineSummary(lines)
    rules = summary.kinds[LineKind.ALLOW] + summary.kinds[LineKind.DISALLOW]
    normal, shingles = _normal_form(summary, host)
    return AnswerFacts(
        AnswerOutcome.WITH_RULES if rules else AnswerOutcome.NO_RULES,
        size,
        len(lines),
        summary.comments,
        summary.kinds[LineKind.UNPARSED] + summary.fields[OTHER_FIELD],
        rules,
        summary.kinds[LineKind.ALLOW],
        _encoding_of(body),
        tuple(sorted(summary.names)),
        tuple(len(group.rules) for group in summary.groups for _ in group.agents),
        tuple(sorted(summary.fields.items())),
        _said(summary.fields),
        tuple(sorted({shortened(piece.partition(b":")[2]) for piece in summary.signals})[:_MOST_SIGNALS]),
        _states_of(body, lines, surveyed),
        blocked_paths(body, surveyed),
        tuple(sorted(_slips_of(body, summary).items())),
        template.id if (template := template_of(body)) else "",
        disclosed_in(summary.paths),
        codes,
        digest_of(body),
        normal,
        shingles,
    )


class _Group:
    """User-agent lines and their rules, by RFC 9309."""

    __slots__ = ("agents", "rules")

    def __init__(self) -> None:
        self.agents: list[SurveyedLine] = []
        self.rules: list[SurveyedLine] = []


_KIND, _HAS_COMMENT, _SLIP = attrgetter("kind"), attrgetter("has_comment"), attrgetter("slip")
_NAME, _PATH = attrgetter("name"), attrgetter("path")


class _LineSummary:
    """A summary of the lines of a file in one pass, in which a survey spends most of its time.

    Consecutive lines of one kind are handled together.
    """

    def __init__(self, lines: Sequence[SurveyedLine]) -> None:
        self.kinds = Counter(map(_KIND, lines))
        self.comments = sum(map(_HAS_COMMENT, lines))
        self.fields: Counter[str] = Counter()
        self.slips = Counter({slip.value: count for slip, count in Counter(map(_SLIP, lines)).items() if slip})
        self.names: set[str] = set()
        self.paths: list[bytes] = []
        self.signals: list[bytes] = []
        self.apart: list[SurveyedLine] = []
        self.groups: list[_Group] = []
        self._was_empty = False
        empty, comment = LineKind.EMPTY, LineKind.COMMENT
        for kind, same in groupby(lines, _KIND):
            if kind is empty:
                self._was_empty = True
            elif kind is not comment:
                self._take(kind, list(same))

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
                self.slips[Mistake.EMPTY_LINE.value] += 1
        else:
            self.slips[Mistake.NO_AGENT.value] += len(run)
        self.paths += filter(None, map(_PATH, run))
        self._was_empty = False


def _states_of(body: bytes, lines: Sequence[SurveyedLine], surveyed: Surveyed) -> bytes:
    """Return the bits for each crawler, computed from a shorter file with the same effect."""
    if not _is_text(body):
        return states_of(body, surveyed)
    short = reduced(lines)
    if body.startswith(UTF8_BOM):  # some dialects read it as part of the first line
        short = b"\n".join((split_lines(body)[0], reduced(lines[1:])))
    states = states_of(short, surveyed)
    return states if len(body) <= _SURELY_READ else _states_of_long(body, states, surveyed)


def _states_of_long(body: bytes, states: bytes, surveyed: Surveyed) -> bytes:
    """Correct the bits of crawlers whose limit cuts off part of so long a file."""
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


def _slips_of(body: bytes, summary: _LineSummary) -> dict[str, int]:
    found = summary.slips
    found[Mistake.NO_RULE.value] = sum(not group.rules for group in summary.groups)
    found[Mistake.REPEATED.value] = sum(
        len(group.rules) - len({line.digest for line in group.rules})
        for group in summary.groups
        if len(group.rules) > 1
    )
    found[Mistake.LINE_ENDS.value] = int(b"\r" in body)
    found[Mistake.BYTE_ORDER_MARK.value] = int(body.startswith(UTF8_BOM))
    return {slip: count for slip, count in found.items() if count}


def _normal_form(summary: _LineSummary, host: str) -> tuple[int, bytes]:
    """Return the digest of all lines, and the smallest digests of the distinct lines.

    Host, comments, sitemaps and the order of groups, names and rules are disregarded.
    """
    apart = sorted(_digests(summary.apart, host))
    parts = [b"".join(apart)]
    different = set(apart)
    for group in summary.groups:
        agents, rules = sorted(_digests(group.agents, host)), sorted(_digests(group.rules, host))
        different.update(agents, rules)
        parts.append(b"".join((*agents, b"|", *rules)))
    shingles = b"".join(sorted([piece[:4] for piece in different])[:_MOST_SHINGLES])
    return digest_of(b"\n".join((parts[0], *sorted(parts[1:])))), shingles


def _digests(lines: Iterable[SurveyedLine], host: str) -> list[bytes]:
    """Return the digests of lines with the host replaced by a placeholder; `host` is "" if no line names it."""
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
