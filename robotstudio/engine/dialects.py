"""Dialects: how each family of crawlers reads a file. A dialect is data plus small named strategies; it has no code."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from robotstudio.engine.groups import Group, GroupIndex, Rule, google_token, lenient_token, select_equal
from robotstudio.engine.paths import ROBOTS_TXT, escape, google_path_of, normalise_path, normalise_pattern, path_of
from robotstudio.engine.ruleset import RankKey, longest_first
from robotstudio.engine.tokens import GOOGLE_LINES, RFC_LINES, UTF8_BOM, Field, LineSyntax


@dataclass(frozen=True, slots=True)
class Clause:
    """Where a step of an explanation is written down; `assumed` where the vendor has not published it."""

    label: str
    url: str
    assumed: bool = False


@dataclass(frozen=True, eq=False)
class Dialect:
    """How a family of crawlers reads a file; see each strategy for what it does and where that is written.

    `bom_length` says how many octets at the start are a byte order mark; `max_octets` is where reading stops;
    `token_of` makes a product token of a user-agent value and `select` finds the groups of a token; `closing` are the
    fields that end a run of user-agent lines; `path_of` and `pattern_of` bring both sides into the form that is
    compared; `rank` orders rules by who wins; `second_reading` gives another pattern for a rule that the crawler tries
    too; `always_allowed` are paths that no rule can block. `clauses` names the source of each, `checked_on` the date.
    """

    id: str
    title: str
    checked_on: str
    lines: LineSyntax
    bom_length: Callable[[bytes], int]
    max_octets: int | None
    token_of: Callable[[bytes], bytes]
    select: Callable[[GroupIndex, bytes], tuple[Group, ...]]
    closing: frozenset[Field]
    path_of: Callable[[bytes], bytes]
    pattern_of: Callable[[bytes], bytes]
    rank: RankKey
    clauses: Mapping[str, Clause]
    second_reading: Callable[[Rule], Rule | None] | None = None
    always_allowed: frozenset[bytes] = frozenset()


def partial_bom(body: bytes) -> int:
    """How much of a UTF-8 byte order mark stands at the start: also its first one or two octets are skipped (L4)."""
    length = 0
    while length < 3 and body[length : length + 1] == UTF8_BOM[length : length + 1]:
        length += 1
    return length


def whole_bom(body: bytes) -> int:
    """The length of a complete UTF-8 byte order mark at the start."""
    return len(UTF8_BOM) if body.startswith(UTF8_BOM) else 0


def index_html_directory(rule: Rule) -> Rule | None:
    """Google's second reading of Allow: /dir/index.htm…, which also allows /dir/ itself (M9)."""
    slash = rule.pattern.rfind(b"/")
    if rule.allow and slash >= 0 and rule.pattern.startswith(b"/index.htm", slash):
        return rule._replace(pattern=rule.pattern[: slash + 1] + b"$", rewritten=True)
    return None


def _normalised_path_of(url: bytes) -> bytes:
    return normalise_path(path_of(url))


_RFC = "https://www.rfc-editor.org/rfc/rfc9309#section-"
_GOOGLE = "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec"
_RULES = frozenset({Field.ALLOW, Field.DISALLOW})

RFC9309 = Dialect(
    id="rfc9309",
    title="RFC 9309",
    checked_on="2026-11-20",
    lines=RFC_LINES,
    bom_length=whole_bom,
    max_octets=None,
    token_of=lenient_token,
    select=select_equal,
    closing=_RULES,
    path_of=_normalised_path_of,
    pattern_of=normalise_pattern,
    rank=longest_first,
    always_allowed=frozenset({ROBOTS_TXT}),
    clauses=MappingProxyType(
        {
            "group": Clause("RFC 9309 §2.2.1", _RFC + "2.2.1"),
            "rules": Clause("RFC 9309 §2.2.2", _RFC + "2.2.2"),
            "always": Clause("RFC 9309 §2.2.2", _RFC + "2.2.2"),
            "limit": Clause("RFC 9309 §2.5", _RFC + "2.5"),
            "token": Clause("RFC 9309 §2.2.1", _RFC + "2.2.1", assumed=True),
        }
    ),
)

GOOGLE = Dialect(
    id="google",
    title="Google",
    checked_on="2026-11-20",
    lines=GOOGLE_LINES,
    bom_length=partial_bom,
    max_octets=500 * 1024,
    token_of=google_token,
    select=select_equal,
    closing=_RULES,
    path_of=google_path_of,
    pattern_of=escape,
    rank=longest_first,
    second_reading=index_html_directory,
    clauses=MappingProxyType(
        {
            "group": Clause(
                "Google: order of precedence for user agents", _GOOGLE + "#order-of-precedence-for-user-agents"
            ),
            "rules": Clause("Google: order of precedence for rules", _GOOGLE + "#order-of-precedence-for-rules"),
            "always": Clause("Google: robots.txt", _GOOGLE),
            "limit": Clause("Google: file size", _GOOGLE + "#file-size"),
            "token": Clause(
                "google/robotstxt: robots.cc", "https://github.com/google/robotstxt/blob/22b355f/robots.cc"
            ),
        }
    ),
)

DIALECTS: Mapping[str, Dialect] = MappingProxyType({dialect.id: dialect for dialect in (RFC9309, GOOGLE)})
