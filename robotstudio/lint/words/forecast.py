"""What other validators say, in their own words where these are published."""

from robotstudio.engine.phrases import Translate, as_written
from robotstudio.lint.forecast import Said

SAYINGS = {
    "google/syntax": "Syntax not understood",
    "google/unknown": "Syntax not understood: the field is unknown, and the line is ignored",
    "google/unused": "Rule ignored by Googlebot",
    "google/typo": "Accepted, though misspelled",
    "google/missing-colon": "Accepted, though the colon is missing",
    "google/too-long": "Line too long; the rest of it is ignored",
    "google/no-user-agent": "No user-agent specified",
    "yandex/start": "Rule doesn't start with / or *",
    "yandex/several-globals": "Multiple 'User-agent: *' rules found",
    "yandex/too-many-rules": "Robots.txt file size limit exceeded",
    "yandex/no-user-agent": "No User-agent directive in front of rule",
    "yandex/too-long": "Rule is too long",
    "yandex/sitemap": "Invalid Sitemap file URL format",
    "yandex/clean-param": "Invalid Clean-param directive format",
    "yandex/unknown": "Unknown directive found",
    "yandex/syntax": "Syntax error",
    "lighthouse/syntax": "Syntax not understood",
    "lighthouse/unknown": "Unknown directive",
    "lighthouse/sitemap": "Invalid sitemap URL",
    "lighthouse/sitemap-scheme": "Invalid sitemap URL protocol",
    "lighthouse/no-user-agent": "No user-agent specified",
    "lighthouse/start": 'Pattern should either be empty, start with "/" or "*"',
    "lighthouse/dollar": '"$" should only be used at the end of the pattern',
}
"""By the id of what is said. Those of Google's report are ours where Google publishes no list."""


def saying(said: Said, translate: Translate = as_written) -> str:
    """The words of a validator."""
    return translate(SAYINGS[said.id])
