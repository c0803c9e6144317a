"""The kinds of findings about a site: what each is called, how bad it is, why it matters, how to fix it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from robotstudio.lint.model import Severity
from robotstudio.text.language import Message


class SiteFindingKind(StrEnum):
    """Kinds of findings, worst first."""

    NEEDED_BUT_BLOCKED = "needed-but-blocked"  # a style or script that pages are rendered with
    NOINDEX_NOT_SEEN = "noindex-not-seen"  # blocked, so that no crawler reads its noindex
    BLOCKED_BUT_IN_SITEMAP = "blocked-but-in-sitemap"
    CANONICAL_BLOCKED = "canonical-blocked"
    HREFLANG_BLOCKED = "hreflang-blocked"
    CANONICAL_ERROR = "canonical-error"
    SITEMAP_ERROR = "sitemap-error"
    BROKEN_LINK = "broken-link"
    REDIRECT_LOOP = "redirect-loop"
    REDIRECT_ERROR = "redirect-error"  # redirects to an error
    REDIRECT_INTO_BLOCKED = "redirect-into-blocked"
    BLOCKED_BUT_LINKED = "blocked-but-linked"
    SOFT_404 = "soft-404"
    SITEMAP_REDIRECT = "sitemap-redirect"
    SITEMAP_NOINDEX = "sitemap-noindex"
    SITEMAP_CANONICALISED = "sitemap-canonicalised"
    SITEMAP_ORPHAN = "sitemap-orphan"  # no page links to it
    CANONICAL_REDIRECT = "canonical-redirect"
    CANONICAL_NOINDEX = "canonical-noindex"
    CANONICAL_CHAIN = "canonical-chain"
    HREFLANG_ERROR = "hreflang-error"
    HREFLANG_NO_RETURN = "hreflang-no-return"
    REDIRECT_CHAIN = "redirect-chain"
    DUPLICATE = "duplicate"  # the same text
    LOOKS_EMPTY = "looks-empty"  # a page with scripts and nearly no text, which a crawler may fetch
    WASTE = "waste"  # of crawl budget
    INDEX_PAGE = "index-page"  # the same page as its folder
    LETTER_CASE = "letter-case"  # the same page with other letter case
    DUPLICATE_TITLE = "duplicate-title"


BY_HREFLANG: Final = frozenset({SiteFindingKind.HREFLANG_BLOCKED, SiteFindingKind.HREFLANG_ERROR})
"""Kinds whose URLs other pages name by `hreflang`."""


class KindWords(NamedTuple):
    """The texts of a kind."""

    severity: Severity
    title: Message
    why: Message
    fix: Message


_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.INFORMATION
_Kind = SiteFindingKind
_KINDS: Final[Mapping[SiteFindingKind, KindWords]] = {
    _Kind.NEEDED_BUT_BLOCKED: KindWords(
        _ERROR,
        "Blocked style sheet or script that pages need",
        "Crawlers that render pages see them without the blocked files.",
        "Allow these files.",
    ),
    _Kind.NOINDEX_NOT_SEEN: KindWords(
        _ERROR,
        "Blocked, so its noindex is never seen",
        "Crawlers never read the noindex of a blocked page, so its URL can still be listed.",
        "Allow the page until it has left the index, or remove its noindex.",
    ),
    _Kind.BLOCKED_BUT_IN_SITEMAP: KindWords(
        _ERROR,
        "In the sitemap, but blocked",
        "The sitemap lists these URLs, but robots.txt blocks them.",
        "Remove the URLs from the sitemap, or allow them.",
    ),
    _Kind.CANONICAL_BLOCKED: KindWords(
        _ERROR,
        "Its canonical page is blocked",
        "The page names a canonical URL that is blocked.",
        "Allow the canonical page, or name another one.",
    ),
    _Kind.HREFLANG_BLOCKED: KindWords(
        _ERROR,
        "Named by hreflang, but blocked",
        "Crawlers cannot read the hreflang links of a blocked page, and ignore those that lead to it.",
        "Allow the page, or remove the hreflang links to it.",
    ),
    _Kind.CANONICAL_ERROR: KindWords(
        _ERROR,
        "Its canonical page is missing",
        "The canonical page has an error status or no content, so search engines ignore the link, or drop both pages.",
        "Name a page with status 200 as canonical.",
    ),
    _Kind.SITEMAP_ERROR: KindWords(
        _ERROR,
        "In the sitemap, but an error",
        "Crawlers request these URLs again and again, and trust the sitemap less.",
        "Remove the URLs from the sitemap, or restore the pages.",
    ),
    _Kind.BROKEN_LINK: KindWords(
        _ERROR,
        "Linked, but an error",
        "Visitors and crawlers follow these links to an error page.",
        "Correct the links, or redirect the URL to the page that replaces it.",
    ),
    _Kind.REDIRECT_LOOP: KindWords(
        _ERROR,
        "Redirect loop",
        "Browsers and crawlers give up without reaching a page.",
        "Redirect each of these URLs straight to a page with status 200.",
    ),
    _Kind.REDIRECT_ERROR: KindWords(
        _ERROR,
        "Redirects to an error",
        "The redirect leads to an error page, so the links to it are lost.",
        "Redirect to a page with status 200, or answer with status 410.",
    ),
    _Kind.REDIRECT_INTO_BLOCKED: KindWords(
        _WARNING,
        "Redirects to a blocked page",
        "The URL is allowed, but its redirect target is blocked.",
        "Allow the target, or redirect elsewhere.",
    ),
    _Kind.BLOCKED_BUT_LINKED: KindWords(
        _WARNING,
        "Blocked, but linked from open pages",
        "Pages link to these URLs, so they can be listed without their content.",
        "If the URLs must not be listed, use noindex instead of blocking. Otherwise, do nothing.",
    ),
    _Kind.SOFT_404: KindWords(
        _WARNING,
        "Missing page with status 200 (soft 404)",
        "The page says that it does not exist, but its status says that all is well. Crawlers keep requesting it.",
        "Answer with status 404 or 410.",
    ),
    _Kind.SITEMAP_REDIRECT: KindWords(
        _WARNING,
        "In the sitemap, but redirected",
        "A sitemap should list the pages themselves. Crawlers need two requests for each of these.",
        "List the redirect target instead.",
    ),
    _Kind.SITEMAP_NOINDEX: KindWords(
        _WARNING,
        "In the sitemap, but noindex",
        "The sitemap asks search engines to list the page, and the page asks them not to.",
        "Remove the URL from the sitemap, or the noindex from the page.",
    ),
    _Kind.SITEMAP_CANONICALISED: KindWords(
        _WARNING,
        "In the sitemap, but not canonical",
        "The page names another one as canonical, so search engines do not list it.",
        "List the canonical URL instead.",
    ),
    _Kind.SITEMAP_ORPHAN: KindWords(
        _WARNING,
        "In the sitemap, but no page links to it",
        "Visitors cannot find these pages, and search engines treat them as unimportant.",
        "Link to them from a page on the same subject, or remove them.",
    ),
    _Kind.CANONICAL_REDIRECT: KindWords(
        _WARNING,
        "Its canonical page is redirected",
        "Search engines may ignore a canonical link that leads to a redirect.",
        "Name the redirect target as canonical.",
    ),
    _Kind.CANONICAL_NOINDEX: KindWords(
        _WARNING,
        "Its canonical page is noindex",
        "Search engines may drop both pages.",
        "Remove the noindex from the canonical page, or name another page.",
    ),
    _Kind.CANONICAL_CHAIN: KindWords(
        _WARNING,
        "Its canonical page names another one",
        "Search engines may ignore a canonical link to a page that is not canonical itself.",
        "Name the last page of the chain as canonical everywhere.",
    ),
    _Kind.HREFLANG_ERROR: KindWords(
        _WARNING,
        "Named by hreflang, but an error or redirected",
        "Search engines ignore hreflang links to pages without status 200.",
        "Link to the page itself, or remove the hreflang links to it.",
    ),
    _Kind.HREFLANG_NO_RETURN: KindWords(
        _WARNING,
        "Its hreflang link is not returned",
        "Search engines ignore an hreflang link if the other page does not name this one as well.",
        "Add the hreflang link to the other page.",
    ),
    _Kind.REDIRECT_CHAIN: KindWords(
        _WARNING,
        "Redirect chain",
        "Each redirect costs time and requests. Googlebot gives up after ten.",
        "Redirect straight to the last target.",
    ),
    _Kind.DUPLICATE: KindWords(
        _WARNING,
        "The same text as another page",
        "Search engines list one of them, and may choose the wrong one.",
        "Name one page as canonical on all of them, or redirect to it. A block in robots.txt would hide the canonical.",
    ),
    _Kind.LOOKS_EMPTY: KindWords(
        _NOTE,
        "Looks empty without JavaScript",
        "Scripts load the text, so crawlers that do not run JavaScript see almost nothing.",
        "Send the text in the HTML.",
    ),
    _Kind.WASTE: KindWords(
        _NOTE,
        "Costs crawl budget",
        "Crawlers spend requests on these URLs and find little that is new.",
        "The rule would block all of them.",
    ),
    _Kind.INDEX_PAGE: KindWords(
        _NOTE,
        "Index page with the same content as its folder",
        "Two URLs for the same page. Crawlers fetch both.",
        "Redirect the index page to its folder, and link to the folder.",
    ),
    _Kind.LETTER_CASE: KindWords(
        _NOTE,
        "The same content at a different spelling",
        "Two spellings of the same URL. Crawlers fetch both.",
        "Redirect one spelling to the other, and link to that one.",
    ),
    _Kind.DUPLICATE_TITLE: KindWords(
        _NOTE,
        "The same title as another page",
        "Results with the same title look alike, and searchers cannot tell them apart.",
        "Give each page a title of its own.",
    ),
}
FINDING_WORDS: Final[Mapping[SiteFindingKind, Message]] = {kind: words.title for kind, words in _KINDS.items()}
EXPLAINED: Final[Mapping[SiteFindingKind, Message]] = {kind: words.why for kind, words in _KINDS.items()}
FIXES: Final[Mapping[SiteFindingKind, Message]] = {kind: words.fix for kind, words in _KINDS.items()}
SEVERITIES: Final[Mapping[SiteFindingKind, Severity]] = {kind: words.severity for kind, words in _KINDS.items()}
SEVERITY_WORDS: Final[Mapping[Severity, Message]] = {
    Severity.ERROR: "Error",
    Severity.WARNING: "Warning",
    Severity.INFORMATION: "Note",
}
