"""RFC 9309 and what came before it: the standard of 1994, the draft of 1996, and Rambler's reading."""

from msgspec.structs import replace

from robotstudio.engine.dialects.model import ANY, FIRST, Clause, Dialect, clauses, partial_bom, whole_bom
from robotstudio.engine.groups import Locality, Rule, blank_separated
from robotstudio.engine.names import (
    first_global,
    first_name,
    google_tokens,
    lenient_tokens,
    lowered_value,
    select_equal,
    select_name_in_value,
    select_value_in_name,
)
from robotstudio.engine.paths import (
    ROBOTS_TXT,
    as_written,
    decode_all_but_slash,
    decoded_path_of,
    escape,
    google_path_of,
    normalise_percent,
    normalised_path_of,
    path_of,
    written_specials,
)
from robotstudio.engine.patterns import LITERAL, STAR_ONLY
from robotstudio.engine.tokens import GOOGLE_LINES, RFC_LINES, Field

_GOOGLE = "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec"


def rfc_clause(section: str, *, assumed: bool = False) -> Clause:
    """Cite a section of RFC 9309; assumed if a vendor is only thought to follow it, or if it leaves something open."""
    return Clause(f"RFC 9309 §{section}", f"https://www.rfc-editor.org/rfc/rfc9309#section-{section}", assumed)


def index_html_directory(rule: Rule) -> tuple[Rule, ...]:
    """Read Allow: /dir/index.htm… also as Allow: /dir/$."""
    if not rule.allow or b"/index.htm" not in rule.pattern:
        return ()
    slash = rule.pattern.rfind(b"/")
    if rule.pattern.startswith(b"/index.htm", slash):
        return (replace(rule, pattern=rule.pattern[: slash + 1] + b"$", rewritten=True),)
    return ()


def specials_in_the_url(rule: Rule) -> tuple[Rule, ...]:
    """Let a rule with %2A or %24 also match a literal `*` or `$` in the URL."""
    if b"%2" not in rule.pattern:
        return ()
    return tuple(replace(rule, pattern=again, rewritten=True) for again in written_specials(rule.pattern))


RFC9309 = Dialect(
    id="rfc9309",
    title="RFC 9309",
    checked_on="2026-11-20",
    lines=RFC_LINES,
    bom_length=whole_bom,
    tokens_of=lenient_tokens,
    select=select_equal,
    path_of=normalised_path_of,
    pattern_of=normalise_percent,
    alternatives=specials_in_the_url,
    always_allowed=frozenset({ROBOTS_TXT}),
    clauses=clauses(
        rfc_clause("2.2.2"),
        lines=rfc_clause("2.2"),
        token=rfc_clause("2.2.1", assumed=True),
        records=rfc_clause("2.1"),
        group=rfc_clause("2.2.1"),
        wildcards=rfc_clause("2.2.3"),
        limit=rfc_clause("2.5"),
    ),
)

GOOGLE = Dialect(
    id="google",
    title="Google",
    checked_on="2026-11-20",
    lines=GOOGLE_LINES,
    max_bytes=500 * 1024,
    bom_length=partial_bom,
    tokens_of=google_tokens,
    select=select_equal,
    path_of=google_path_of,
    pattern_of=escape,
    alternatives=index_html_directory,
    clauses=clauses(
        Clause("google/robotstxt: robots.cc", "https://github.com/google/robotstxt/blob/22b355f/robots.cc"),
        group=Clause("Google: order of precedence for user agents", _GOOGLE + "#order-of-precedence-for-user-agents"),
        rules=Clause("Google: order of precedence for rules", _GOOGLE + "#order-of-precedence-for-rules"),
        wildcards=Clause("Google: URL matching", _GOOGLE + "#url-matching-based-on-path-values"),
        limit=Clause("Google: file size", _GOOGLE + "#file-size"),
        always=Clause("Google: robots.txt", _GOOGLE),
    ),
)


_ORIG = "https://www.robotstxt.org/orig.html"
_DRAFT = "https://www.robotstxt.org/norobots-rfc.txt"

LINES_1994 = replace(
    RFC_LINES,
    id="original1994",
    names=tuple((name, meaning) for name, meaning in RFC_LINES.names if meaning is not Field.ALLOW),
    known_lines={},
    known_keys={},
)

ORIGINAL1994 = Dialect(
    id="original1994",
    title="Original 1994",
    checked_on="2026-11-20",
    lines=LINES_1994,
    collect=blank_separated,
    tokens_of=first_name,
    select=select_value_in_name,
    default_groups=first_global,
    path_of=path_of,
    pattern_of=as_written,
    wildcards=LITERAL,
    precedence=ANY,
    locality=Locality(empty_ends=True),
    clauses=clauses(
        Clause("A Standard for Robot Exclusion (1994)", _ORIG),
        token=Clause("A Standard for Robot Exclusion (1994): User-agent", _ORIG, assumed=True),
        escapes=Clause("A Standard for Robot Exclusion (1994)", _ORIG, assumed=True),
        always=Clause("A Standard for Robot Exclusion (1994)", _ORIG, assumed=True),
    ),
)

DRAFT1996 = Dialect(
    id="draft1996",
    title="Draft of 1996",
    checked_on="2026-11-20",
    lines=RFC_LINES,
    collect=blank_separated,
    tokens_of=lowered_value,
    select=select_name_in_value,
    default_groups=first_global,
    path_of=decoded_path_of,
    pattern_of=decode_all_but_slash,
    wildcards=LITERAL,
    precedence=FIRST,
    always_allowed=frozenset({ROBOTS_TXT}),
    locality=Locality(empty_ends=True),
    clauses=clauses(
        Clause("draft-koster-robots-00 §3.2.2", _DRAFT),
        lines=Clause("draft-koster-robots-00 §3.3", _DRAFT),
        token=Clause("draft-koster-robots-00 §3.2.1", _DRAFT),
        records=Clause("draft-koster-robots-00 §3.2", _DRAFT),
        group=Clause("draft-koster-robots-00 §3.2.1", _DRAFT),
    ),
)

RAMBLER = replace(
    DRAFT1996,
    id="rambler",
    title="Rambler",
    path_of=path_of,
    pattern_of=as_written,
    wildcards=STAR_ONLY,
    clauses=clauses(Clause("Rambler: no longer published", _DRAFT, assumed=True)),
)
