"""Forecasts of what other validators report for a file, line by line: ids, and their own words for them."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

import ada_url
from msgspec import Struct

from robotstudio.engine.content import READ_BY_LINE
from robotstudio.engine.directive_values import Unreadable, read_clean_param
from robotstudio.engine.groups import GLOBAL
from robotstudio.engine.tokens import Field, LineFlag, split_lines
from robotstudio.lint.context import LintContext, address_of
from robotstudio.lint.model import Severity
from robotstudio.text.language import Message, tr


class Validator(Struct, frozen=True):
    """A program that others use to check a robots.txt; `version` is what was read, on `checked_on`."""

    id: str
    name: str
    version: Message
    source: str
    checked_on: str
    reports_of: "Callable[[LintContext], Iterator[ValidatorReport]]"


class ValidatorReport(NamedTuple):
    """A validator's report on a 1-based line: the id of its words."""

    line: int
    id: str
    severity: Severity


class Forecast(NamedTuple):
    """A report of one validator on one line."""

    validator: Validator
    report: ValidatorReport


def forecast(context: LintContext) -> tuple[Forecast, ...]:
    """Return all reports in file order. Nothing is forecast for files without rules."""
    if context.content not in READ_BY_LINE:
        return ()
    found = [Forecast(one, said) for one in VALIDATORS.values() for said in one.reports_of(context)]
    return tuple(sorted(found, key=lambda each: each.report.line))


def _google(context: LintContext) -> Iterator[ValidatorReport]:
    """Yield the reports of the open parser on each line (GOOGLE.md R1 to R6), as Search Console shows them."""
    groups = context.google.groups
    first = groups[0].first_line if groups else len(context.google.lines) + 1
    for number, line in context.google.numbered_lines:
        flags = line.flags
        if flags & LineFlag.TOO_LONG:
            yield ValidatorReport(number, "google/too-long", Severity.WARNING)
        if not flags & LineFlag.DIRECTIVE:
            if not flags & (LineFlag.EMPTY | LineFlag.COMMENT_ONLY):
                yield ValidatorReport(number, "google/syntax", Severity.ERROR)
            continue
        yield from (ValidatorReport(number, said, severity) for said, severity in _of_directive(line.field, flags))
        if line.is_rule and number < first:
            yield ValidatorReport(number, "google/no-user-agent", Severity.ERROR)


def _of_directive(field: Field, flags: LineFlag) -> Iterator[tuple[str, Severity]]:
    if field is Field.UNUSED:
        yield "google/unused", Severity.WARNING
    elif field is Field.UNKNOWN:
        yield "google/unknown", Severity.ERROR
    if flags & LineFlag.TYPO:
        yield "google/typo", Severity.INFORMATION
    if flags & LineFlag.MISSING_COLON:
        yield "google/missing-colon", Severity.INFORMATION


_YANDEX_FIELDS = frozenset({"user-agent", "allow", "disallow", "sitemap", "clean-param", "crawl-delay", "host"})
_YANDEX_RULES, _YANDEX_CHARACTERS = 2048, 1024


def _yandex(context: LintContext) -> Iterator[ValidatorReport]:
    """Yield the errors and warnings of Yandex's dictionary."""
    yandex = context.reading("yandex")
    grouped = {rule.line for group in yandex.groups for rule in group.rules}
    stars = [group.first_line for group in yandex.groups if any(agent.token == GLOBAL for agent in group.agents)]
    yield from (ValidatorReport(line, "yandex/several-globals", Severity.ERROR) for line in stars[1:])
    rules = 0
    for number, line in enumerate(context.lines, 1):
        read = line.rfc
        key, value = read.key.decode("utf-8", "replace").lower(), read.value.decode("utf-8", "replace")
        if key in {"allow", "disallow"}:
            rules += 1
            if rules == _YANDEX_RULES + 1:
                yield ValidatorReport(number, "yandex/too-many-rules", Severity.ERROR)
            yield from (ValidatorReport(number, said, Severity.ERROR) for said in _yandex_rule(value))
            if number not in grouped and rules <= _YANDEX_RULES and value.startswith(("/", "*")):
                yield ValidatorReport(number, "yandex/no-user-agent", Severity.ERROR)
        elif key == "sitemap" and not address_of(value).host:
            yield ValidatorReport(number, "yandex/sitemap", Severity.ERROR)
        elif key == "clean-param" and isinstance(read_clean_param(value.strip("&")), Unreadable):
            yield ValidatorReport(number, "yandex/clean-param", Severity.ERROR)
        elif key and key not in _YANDEX_FIELDS:
            yield ValidatorReport(number, "yandex/unknown", Severity.WARNING)
        elif not key and not (line.is_empty or line.is_comment):
            yield ValidatorReport(number, "yandex/syntax", Severity.WARNING)


def _yandex_rule(value: str) -> Iterator[str]:
    if value and not value.startswith(("/", "*")):
        yield "yandex/start"
    if len(value) > _YANDEX_CHARACTERS:
        yield "yandex/too-long"


_BLANKS = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_RULES = frozenset({"allow", "disallow"})
_LIGHTHOUSE_FIELDS = _RULES | {
    "user-agent",
    "sitemap",
    "crawl-delay",
    "clean-param",
    "host",
    "request-rate",
    "visit-time",
    "noindex",
    "content-signal",
}
_LIGHTHOUSE_SCHEMES = frozenset({"https:", "http:", "ftp:"})


def _lighthouse(context: LintContext) -> Iterator[ValidatorReport]:
    """Yield the errors of the audit “robots.txt is valid”: one of its own for a line, or one for a missing group."""
    is_in_group = False
    for number, raw in enumerate(split_lines(context.body), 1):
        text = raw.decode("utf-8", "replace").partition("#")[0].strip(_BLANKS)
        if not text:
            continue
        name, colon, rest = text.partition(":")
        field, value = name.strip(_BLANKS).lower(), rest.strip(_BLANKS)
        said = _of_lighthouse(field, value) if colon else "syntax"
        if said:
            yield ValidatorReport(number, f"lighthouse/{said}", Severity.ERROR)
        elif field == "user-agent":
            is_in_group = True
        elif field in _RULES and not is_in_group:
            yield ValidatorReport(number, "lighthouse/no-user-agent", Severity.ERROR)


def _of_lighthouse(field: str, value: str) -> str:
    """Return the error in a line with a colon, empty if there is none."""
    if field not in _LIGHTHOUSE_FIELDS:
        return "unknown"
    if field == "sitemap":
        return _of_sitemap(value)
    if field == "user-agent" and not value:
        return "no-user-agent"
    if field in _RULES:
        if value and not value.startswith(("/", "*")):
            return "start"
        if 0 <= value.find("$") < len(value) - 1:
            return "dollar"
    return ""


def _of_sitemap(value: str) -> str:
    try:
        return "" if ada_url.URL(value).protocol in _LIGHTHOUSE_SCHEMES else "sitemap-scheme"
    except ValueError:
        return "sitemap"


VALIDATORS: Mapping[str, Validator] = MappingProxyType(
    {
        each.id: each
        for each in (
            Validator(
                "google",
                "Google Search Console",
                "google/robotstxt 22b355f (2026-04-01), which reports the same errors",
                "https://github.com/google/robotstxt/blob/22b355f/reporting_robots.cc",
                "2026-11-22",
                _google,
            ),
            Validator(
                "yandex",
                "Yandex Webmaster",
                "error list of November 2026",
                "https://yandex.com/support/webmaster/en/error-dictionary/robots-txt",
                "2026-11-22",
                _yandex,
            ),
            Validator(
                "lighthouse",
                "Lighthouse",
                "robots-txt audit in 13.0.2 to 13.4.1 (2026-07-20)",
                "https://github.com/GoogleChrome/lighthouse/blob/v13.4.1/core/audits/seo/robots-txt.js",
                "2026-11-22",
                _lighthouse,
            ),
        )
    }
)


SAYINGS: Mapping[str, Message] = {
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
"""The words by id. For Google's report some are ours, since Google publishes no list."""


def validator_words(said: ValidatorReport) -> str:
    return tr(SAYINGS[said.id])
