"""Ways to deal with a finding: its fixes, all fixes of a kind, a comment that silences it.

Also what each changes, and how many verdicts flip.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from robotstudio.draft.changes.comparison import flips_after
from robotstudio.engine.content import READ_BY_LINE
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.line_diff import diff_lines
from robotstudio.engine.robots import FileVersion
from robotstudio.lint.concern import is_about_file
from robotstudio.lint.context import raw_lines
from robotstudio.lint.fixing import apply
from robotstudio.lint.model import Edit, Finding, Fix, Place
from robotstudio.lint.proof import is_proven_for

if TYPE_CHECKING:
    from robotstudio.draft.lint_result import LintResult


KEEP = "keep"
_IGNORE_ALONE = re.compile(rb"\s*#\s*studio-ignore[:\s][^#]*\Z")
_MOST_SHOWN, _LONGEST_SHOWN = 6, 300


class DiffLine(NamedTuple):
    """A line of the change that a fix makes: removed or added; `rest` counts lines that are not shown."""

    text: str
    is_added: bool
    rest: int = 0


def safe_findings(findings: Sequence[Finding]) -> list[Finding]:
    """Return those whose first fix changes no verdict of any crawler."""
    return [finding for finding in findings if finding.diagnostic.fixes and finding.diagnostic.fixes[0].is_safe]


def fixes_of_kind(checked: "LintResult", like: Finding) -> Sequence[Fix]:
    """Return the first fixes of all findings of the same rule with the same kind of fix."""
    return checked.kinds[like.code, like.diagnostic.fixes[0].id] if like.diagnostic.fixes else ()


def keep(checked: "LintResult", finding: Finding) -> Fix | None:
    """Return the comment that silences a finding; None if comments are not read, and in an empty file."""
    if checked.content not in READ_BY_LINE or not any(map(bytes.strip, checked.raws)):
        return None
    code = finding.code.encode()
    if is_about_file(finding):
        return _line_above(1, b"# studio-ignore-file " + code)
    above = checked.raws[finding.line - 2 : finding.line - 1] if finding.line > 1 else []
    if above and _IGNORE_ALONE.match(above[0]):
        end = Place(finding.line - 1, len(above[0].rstrip()))
        return Fix(KEEP, (Edit(end, end, b", " + code),), is_safe=True)
    return _line_above(finding.line, b"# studio-ignore " + code)


def _line_above(line: int, comment: bytes) -> Fix:
    return Fix(KEEP, (Edit(Place(line, 0), Place(line, 0), comment + b"\n"),), is_safe=True)


def diff_of(checked: "LintResult", fix: Fix) -> tuple[DiffLine, ...]:
    """Return the lines that a fix removes and adds, a few of them; none if only line ends or the BOM change."""
    first = max(1, min((edit.start.line for edit in fix.edits), default=1) - 1)
    last = max((edit.end.line for edit in fix.edits), default=1) + 1
    part = b"\n".join(checked.raws[first - 1 : last])
    changed = apply(part, [fix.moved(1 - first)]).body
    before, after = ([raw.decode("utf-8", "replace") for raw in raw_lines(each)] for each in (part, changed))
    lines = [
        line
        for change in diff_lines(before, after)
        for line in (
            *(DiffLine(text, is_added=False) for text in before[change.old_start : change.old_end]),
            *(DiffLine(text, is_added=True) for text in after[change.new_start : change.new_end]),
        )
    ]
    if len(lines) <= _MOST_SHOWN:
        return tuple(lines)
    rest = len(lines) - _MOST_SHOWN + 1
    return (*lines[: _MOST_SHOWN - 1], DiffLine("", is_added=False, rest=rest))


def shown(text: str) -> str:
    """Return a line of a diff as it is shown."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


_MOST_SAMPLES = 6

Key = tuple[int, int]
"""A fix by the number of its finding, and its own number there; -1 stands for all fixes of its kind."""


class Flip(Struct, frozen=True):
    crawler: Crawler
    url: str
    is_allowed: bool


class FlipCount(Struct, frozen=True):
    """Number of verdicts that flip, and samples of them; `tried` is the number examined.

    If it `is_proven`, no verdict flips for any of the crawlers, whatever the URL, and nothing else changes for them.
    """

    count: int
    samples: tuple[Flip, ...]
    tried: int
    is_proven: bool = False


def count_flips(checked: "LintResult", fixes: Sequence[Fix]) -> FlipCount:
    """Count the flips if these fixes are applied, without crawlers for which the outcome of the fetch decides."""
    by_token = {column.crawler.token: column.crawler for column in checked.analysis.columns}
    body = apply(checked.body, fixes).body
    found, tried = flips_after(checked.analysis, body)
    urls = checked.analysis.urls
    samples = [
        Flip(by_token[each.reader.token], urls[int(row)].display, bool(is_allowed))
        for each in found
        for row, is_allowed in zip(each.rows[:_MOST_SAMPLES], each.allowed[:_MOST_SAMPLES], strict=True)
    ]
    is_proven = not found and _is_proven(checked, body)
    return FlipCount(sum(each.rows.size for each in found), tuple(samples[:_MOST_SAMPLES]), tried, is_proven)


def _is_proven(checked: "LintResult", body: bytes) -> bool:
    """Return True if it is proven that nothing changes for the chosen crawlers with another text."""
    readers = [column.crawler.reader for column in checked.analysis.columns if column.is_by_rules]
    before = FileVersion(checked.body, checked.analysis.readings)
    return bool(readers) and is_proven_for(readers, before, before.revised(body))


def count_all(
    checked: "LintResult",
    wanted: Mapping[Key, Sequence[Fix]],
    is_cancelled: Callable[[], bool],
) -> tuple["LintResult", Mapping[Key, FlipCount]]:
    """Count the flips of several ways to fix the file, until the answer is not wanted any more."""
    counted: dict[Key, FlipCount] = {}
    for key, fixes in wanted.items():
        if is_cancelled():
            break
        counted[key] = count_flips(checked, fixes)
    return checked, counted
