"""The crawlers that a finding concerns, according to the reading of each."""

from bisect import bisect_right
from collections.abc import Sequence

from robotstudio.engine import Robots
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.tokens import Field
from robotstudio.lint.affected import ANYBODY, is_named_in
from robotstudio.lint.context import raw_lines
from robotstudio.lint.facts import line_facts
from robotstudio.lint.fixing import apply
from robotstudio.lint.model import Finding


def is_about_file(finding: Finding) -> bool:
    """Return True if a finding is about the file as a whole and not about its first line."""
    found = finding.diagnostic
    return finding.rule.file is not None and (found.line, found.start, found.end) == (1, 0, 0)


def concerns(finding: Finding, crawler: Crawler, robots: Robots, raws: Sequence[bytes]) -> bool:
    """Return True if a finding concerns a crawler; `robots` is the file as it reads it, `raws` are the lines."""
    found = finding.diagnostic
    if crawler.dialect not in found.dialects:
        return False
    if not _is_meant(found.whom, crawler, robots):
        return _is_named_once_fixed(finding, crawler, robots, raws)
    is_sitemap = found.line <= len(raws) and line_facts(raws[found.line - 1]).field is Field.SITEMAP
    if found.readers is None or is_about_file(finding) or is_sitemap:
        return True
    if _reads_line(robots, crawler, found.line):
        return found.readers
    return not found.readers or _is_named_once_fixed(finding, crawler, robots, raws)


def _is_meant(whom: Sequence[str], crawler: Crawler, robots: Robots) -> bool:
    """Return True if a crawler is one of those named, as it would find itself in a user-agent line."""
    lines = [b"User-agent: " + name.encode() for name in whom if name not in {"", "*"}]
    return (
        not whom
        or is_named_in(lines, crawler.dialect, crawler.chain)
        or ("*" in whom and _follows_global(crawler, robots))
    )


def _follows_global(crawler: Crawler, robots: Robots) -> bool:
    """Return True if a crawler follows the group for `*`, or would if there were one."""
    choice = robots.choose(crawler.agent)
    return choice.uses_global and choice.token in {None, "*"}


def _reads_line(robots: Robots, crawler: Crawler, line: int) -> bool:
    """Return True if a line is in a group that a crawler obeys, or in none; a group extends up to the next."""
    place = bisect_right(robots.groups, line, key=lambda group: group.first_line) - 1
    chosen = {group.first_line for group in robots.choose(crawler.agent).groups}
    return place < 0 or robots.groups[place].first_line in chosen


def _is_named_once_fixed(finding: Finding, crawler: Crawler, robots: Robots, raws: Sequence[bytes]) -> bool:
    """Return True if a crawler finds itself in a user-agent line only once the line is fixed."""
    found = finding.diagnostic
    is_read = _reads_line(robots, crawler, found.line)
    if is_read or finding.rule.line is None or not found.fixes or found.line > len(raws):
        return False
    fixed = raw_lines(apply(raws[found.line - 1], [found.moved(1 - found.line).fixes[0]]).body)
    if is_named_in(fixed, crawler.dialect, [ANYBODY]):
        return _follows_global(crawler, robots)
    return is_named_in(fixed, crawler.dialect, crawler.chain)
