"""Write the recommendations of a report as CSV for the import of Jira: a row for each ticket.

The descriptions are wiki markup. What strangers wrote cannot be any: each sign of it is escaped, and code cannot end.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from robotstudio.report.model import AuditReport, Recommendation
from robotstudio.report.texts import shown
from robotstudio.report.tickets import KEY, facts_of, recommendations_in
from robotstudio.store.delimited import delimited
from robotstudio.text.language import WORDS, tr

_HEADS: Final = ("Summary", "Issue Type", "Priority", "Labels", "Description", "External ID")
_PRIORITIES: Final[Mapping[str, str]] = {
    "replace": "Highest",
    "serve": "Highest",
    "open": "High",
    "publish": "High",
    "refuse": "Medium",
    "decide": "Medium",
    "fix": "Low",
}
_MARKS: Final = frozenset("\\{}[]!*_+^~|#-?")
_LONGEST_SUMMARY: Final = 250
"""Jira refuses a summary of more than 255 characters."""


def write(report: AuditReport) -> bytes:
    """Return the table, in UTF-8; the names of its columns are those that Jira knows."""
    return "".join(delimited(_rows(report), line_end="\r\n", has_lines=True)).encode("utf-8", "replace")


def _rows(report: AuditReport) -> Iterator[list[object]]:
    yield list(_HEADS)
    for each in recommendations_in(report):
        summary = shown(WORDS.about(report.site or report.title, each.title))[:_LONGEST_SUMMARY]
        yield [summary, "Task", _PRIORITIES[each.id], "robots.txt", _description(each), shown(each.key)]


def _description(each: Recommendation) -> str:
    parts = [_escaped(each.why)]
    if each.lines:
        changed = "\n".join(f"{'+' if line.is_added else '-'} {shown(line.text)}" for line in each.lines)
        parts.append(f"{{code}}\n{changed.replace('{code', '{ code')}\n{{code}}")
    if each.certainty:
        parts.append(_escaped(each.certainty))
    facts = [*facts_of(each), (tr(KEY), each.key)]
    parts.append("\n".join(f"* {WORDS.about(_escaped(name), _escaped(value))}" for name, value in facts))
    return "\n\n".join(parts)


def _escaped(text: str) -> str:
    """Escape each sign of wiki markup."""
    return "".join(f"\\{letter}" if letter in _MARKS else letter for letter in shown(text))
