"""What there is to know of one answer to a request for a robots.txt. Pure: the same bytes give the same facts anywhere,
in this process, in another, or on a cluster.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Final

from robotstudio.engine.content import READ_BY_LINE, Content, content_of, is_page_with_rules
from robotstudio.engine.tokens import UTF8_BOM, split_lines
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.survey.agents import Surveyed, blocked_paths, states_of
from robotstudio.survey.lines import (
    OTHER_FIELD,
    Kind,
    LineFacts,
    Slip,
    digest_of,
    facts_of_lines,
    reduced,
    short_digest,
    shortened,
)
from robotstudio.survey.markers import disclosed_in, template_of

if TYPE_CHECKING:
    from robotstudio.lint.linter import Linter

USUAL: Final = Surveyed()
MOST_BYTES: Final = 5 * 1024 * 1024
"""Of a longer body the rest is not looked at; ten times what Google reads."""
MOST_LINTED: Final = 512 * 1024
_MOST_SHINGLES = 256
_MOST_SIGNALS = 4
_SURELY_READ, _RULES_SURELY_READ = 32 * 1024, 500
"""Bytes and rules; less than the limit of any crawler."""
_PAGES = frozenset({Content.HTML, Content.XML, Content.RULES, Content.TEXT})


class Outcome(StrEnum):
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
class FileFacts:
    """Facts of an answer. `states` and each of `blocked` have a byte for each of the surveyed crawlers; `fields` counts
    the lines of each known field, `rules_per_agent` the rules below each User-agent line; `exact` and `normal` are
    digests of the bytes, and of what is left without host, comments, sitemaps and order; `shingles` are digests of the
    different lines, at most so many, the smallest of them,
    each as four bytes, sorted.
    """

    outcome: Outcome
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
    Outcome.NO_CAPTURE,
    Outcome.FORBIDDEN,
    Outcome.DEFER,
    Outcome.ALLOW_ALL,
    Outcome.REDIRECT,
}


def facts_of(
    body: bytes,
    status: int | None = 200,
    content_type: str = "",
    host: str = "",
    surveyed: Surveyed = USUAL,
    linter: "Linter | None" = None,
) -> FileFacts:
    """The facts of a body that came with a status, None where no answer came."""
    outcome = _outcome_of(status)
    if outcome in _NO_BODY:
        return FileFacts(outcome, len(body), states=bytes(len(surveyed.tokens)), blocked=_none_blocked(surveyed))
    size, body = len(body), body[:MOST_BYTES]
    codes = _codes_of(body, linter)
    content = content_of(body, content_type) if _may_be_other(body) else Content.RULES
    if content not in READ_BY_LINE or (content is Content.RULES and is_page_with_rules(body)):
        return _facts_of_page(body, size, content, codes, surveyed)
    return _facts_of_rules(body, size, host, codes, surveyed)


_USUAL_START = re.compile(
    rb"(?:[ \t\r\n]|#[^<\0-\x08\x80-\xff]*?\n)*+(?:user-agent|disallow|allow|sitemap)[ \t]*+:", re.IGNORECASE
)


def _may_be_other(body: bytes) -> bool:
    """Whether a file has to be looked at to see that it is a robots.txt; most begin as one."""
    start = body[:2048]
    return b"<" in start or b"\0" in start or not _USUAL_START.match(start)


def _outcome_of(status: int | None) -> Outcome:
    if status is None or status < 200:
        return Outcome.NO_CAPTURE
    if status < 300:
        return Outcome.WITH_RULES
    if status < 400:
        return Outcome.REDIRECT
    if status in {401, 403}:
        return Outcome.FORBIDDEN
    return Outcome.DEFER if status == 429 or status >= 500 else Outcome.ALLOW_ALL


def _codes_of(body: bytes, linter: "Linter | None") -> tuple[str, ...]:
    if linter is None:
        return ()
    return tuple(sorted({finding.code for finding in linter.check(body[:MOST_LINTED]).findings}))


def _none_blocked(surveyed: Surveyed) -> tuple[bytes, ...]:
    return tuple(bytes(len(surveyed.tokens)) for _ in surveyed.paths)


def _facts_of_page(body: bytes, size: int, content: Content, codes: tuple[str, ...], surveyed: Surveyed) -> FileFacts:
    digest = digest_of(body)
    return FileFacts(
        Outcome.NOT_ROBOTS,
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


def _facts_of_rules(body: bytes, size: int, host: str, codes: tuple[str, ...], surveyed: Surveyed) -> FileFacts:
    raws = split_lines(body.removeprefix(UTF8_BOM))
    if not raws[-1]:
        raws.pop()  # what follows the last line end is no line
    lines = facts_of_lines(raws)
    kinds = Counter(line.kind for line in lines)
    rules = kinds[Kind.ALLOW] + kinds[Kind.DISALLOW]
    fields = Counter(line.field for line in lines if line.field)
    groups = _groups_of(lines)
    normal, shingles = _normal_form(groups, lines, host)
    signals = {shortened(line.piece.partition(b":")[2]) for line in lines if line.field == "content-signal"}
    return FileFacts(
        Outcome.WITH_RULES if rules else Outcome.NO_RULES,
        size,
        len(lines),
        sum(line.has_comment for line in lines),
        kinds[Kind.UNPARSED] + fields[OTHER_FIELD],
        rules,
        kinds[Kind.ALLOW],
        _encoding_of(body),
        tuple(sorted({line.name for line in lines if line.kind is Kind.AGENT})),
        tuple(len(group.rules) for group in groups for _ in group.agents),
        tuple(sorted(fields.items())),
        _said(fields),
        tuple(sorted(signals)[:_MOST_SIGNALS]),
        states_of(_to_decide(body, lines, rules), surveyed),
        blocked_paths(body, surveyed),
        tuple(sorted(_slips_of(body, lines, groups).items())),
        template.id if (template := template_of(body)) else "",
        disclosed_in(line.path for line in lines if line.path),
        codes,
        digest_of(body),
        normal,
        shingles,
    )


def _to_decide(body: bytes, lines: Sequence[LineFacts], rules: int) -> bytes:
    """What is asked for `/`: the file itself where it is so long that some crawler leaves a part of it."""
    if len(body) > _SURELY_READ or rules > _RULES_SURELY_READ or body.startswith(UTF8_BOM) or not _is_text(body):
        return body
    return reduced(lines)


def _is_text(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class _Group:
    """User-agent lines and what follows them, by RFC 9309."""

    __slots__ = ("agents", "rules")

    def __init__(self) -> None:
        self.agents: list[LineFacts] = []
        self.rules: list[LineFacts] = []


def _groups_of(lines: Iterable[LineFacts]) -> list[_Group]:
    groups: list[_Group] = []
    for line in lines:
        kind = line.kind
        if kind is Kind.AGENT:
            if not groups or groups[-1].rules:
                groups.append(_Group())
            groups[-1].agents.append(line)
        elif groups and (kind is Kind.DISALLOW or kind is Kind.ALLOW):
            groups[-1].rules.append(line)
    return groups


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


def _slips_of(body: bytes, lines: Sequence[LineFacts], groups: Iterable[_Group]) -> Counter[str]:
    found = Counter(line.slip.value for line in lines if line.slip)
    found.update(_slips_of_places(lines))
    for group in groups:
        found[Slip.NO_RULE.value] += not group.rules
        found[Slip.REPEATED.value] += len(group.rules) - len({line.digest for line in group.rules})
    found[Slip.LINE_ENDS.value] += b"\r" in body
    found[Slip.BYTE_ORDER_MARK.value] += body.startswith(UTF8_BOM)
    return +found


def _slips_of_places(lines: Iterable[LineFacts]) -> Counter[str]:
    """What is wrong only because of what stands above."""
    above = nowhere = 0
    has_agent = was_empty = False
    for line in lines:
        kind = line.kind
        if kind is Kind.AGENT:
            has_agent, was_empty = True, False
        elif kind is Kind.EMPTY:
            was_empty = has_agent
        elif kind is Kind.DISALLOW or kind is Kind.ALLOW:
            above += was_empty
            nowhere += not has_agent
            was_empty = False
    return Counter({Slip.EMPTY_LINE.value: above, Slip.NO_AGENT.value: nowhere})


def _normal_form(groups: Iterable[_Group], lines: Sequence[LineFacts], host: str) -> tuple[int, bytes]:
    """The digest of what the lines say, whatever the host, the comments, the sitemaps and the order of groups, names
    and rules are; and the smallest digests of the different lines.
    """
    own = host.lower().encode("utf-8", "replace")
    bare = own.removeprefix(b"www.")
    names_host = bool(bare) and any(bare in line.piece.lower() for line in lines)

    def digest(line: LineFacts) -> bytes:
        if not names_host or bare not in line.piece.lower():
            return line.digest
        return short_digest(line.piece.lower().replace(own, b"{host}").replace(bare, b"{host}"))

    apart = sorted(digest(line) for line in lines if line.kind is Kind.OTHER and line.piece)
    parts = [b"".join(apart)]
    different = set(apart)
    for group in groups:
        agents, rules = sorted(map(digest, group.agents)), sorted(map(digest, group.rules))
        different.update(agents, rules)
        parts.append(b"".join((*agents, b"|", *rules)))
    shingles = b"".join(sorted(piece[:4] for piece in different)[:_MOST_SHINGLES])
    return digest_of(b"\n".join((parts[0], *sorted(parts[1:])))), shingles
