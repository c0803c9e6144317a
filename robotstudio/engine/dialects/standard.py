"""The standard, and the reading that most crawlers are measured by."""

from robotstudio.engine.dialects.model import Clause, Dialect, clauses, partial_bom, whole_bom
from robotstudio.engine.groups import Rule
from robotstudio.engine.names import google_tokens, lenient_tokens, select_equal
from robotstudio.engine.paths import (
    ROBOTS_TXT,
    escape,
    google_path_of,
    normalise_percent,
    normalised_path_of,
    written_specials,
)
from robotstudio.engine.tokens import GOOGLE_LINES, RFC_LINES

_GOOGLE = "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec"


def rfc_clause(section: str, *, assumed: bool = False) -> Clause:
    """A section of RFC 9309; assumed where a vendor is only taken to follow it, or where it leaves something open."""
    return Clause(f"RFC 9309 §{section}", f"https://www.rfc-editor.org/rfc/rfc9309#section-{section}", assumed)


def index_html_directory(rule: Rule) -> tuple[Rule, ...]:
    """Allow: /dir/index.htm… is also read as Allow: /dir/$."""
    slash = rule.pattern.rfind(b"/")
    if rule.allow and slash >= 0 and rule.pattern.startswith(b"/index.htm", slash):
        return (rule._replace(pattern=rule.pattern[: slash + 1] + b"$", rewritten=True),)
    return ()


def specials_in_the_url(rule: Rule) -> tuple[Rule, ...]:
    """A rule with %2A or %24 also stands for the `*` or `$` that a URL has there."""
    if b"%2" not in rule.pattern:
        return ()
    return tuple(rule._replace(pattern=again, rewritten=True) for again in written_specials(rule.pattern))


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
    readings=specials_in_the_url,
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
    readings=index_html_directory,
    clauses=clauses(
        Clause("google/robotstxt: robots.cc", "https://github.com/google/robotstxt/blob/22b355f/robots.cc"),
        group=Clause("Google: order of precedence for user agents", _GOOGLE + "#order-of-precedence-for-user-agents"),
        rules=Clause("Google: order of precedence for rules", _GOOGLE + "#order-of-precedence-for-rules"),
        wildcards=Clause("Google: URL matching", _GOOGLE + "#url-matching-based-on-path-values"),
        limit=Clause("Google: file size", _GOOGLE + "#file-size"),
        always=Clause("Google: robots.txt", _GOOGLE),
    ),
)
