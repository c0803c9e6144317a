"""Drafts that were checked, for the tests of the Problems tab."""

from robotstudio.draft.analysis import Analysis, Request, analyse
from robotstudio.draft.lint_result import DraftLinter, LintResult
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.ui.panels.problems.words import finding_words
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import parse_list

URLS = "/\n/tmp/x\n/private/a\n"
TOKENS = ("Googlebot", "GPTBot", "bingbot")
BODY = b"""User-agent: *
Disalow: /tmp/
Disallow: private

User-agent: GPTBot
Disallow: /

Sitemap: /sitemap.xml
"""


def checked_of(body: bytes = BODY, tokens: tuple[str, ...] = TOKENS, urls: str = URLS) -> LintResult:
    """Lint a draft, with its test URLs and crawlers."""
    return DraftLinter(finding_words).check(analysis_of(body, tokens, urls), None, {}, never)


def analysis_of(body: bytes, tokens: tuple[str, ...] = TOKENS, urls: str = URLS) -> Analysis:
    """Evaluate a draft for these crawlers and URLs."""
    found = as_set(parse_list(urls).urls)
    crawlers = tuple(CRAWLERS[token] for token in tokens)
    return analyse(Request(1, body, found, UrlTable(url.url for url in found), crawlers))


def never() -> bool:
    """Every answer is still wanted."""
    return False


def number_of(checked: LintResult, code: str) -> int:
    """Return the number of the first finding of a rule."""
    return next(number for number, finding in enumerate(checked.findings) if finding.code == code)
