"""What is known of a rule's use: how many verdicts it decides, how many URLs it matches, which rules come before it."""

from PySide6.QtCore import QCoreApplication

from robotstudio.lazy_dataclasses import dataclass
from robotstudio.ui.widgets.formats import format_count

_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class LineCoverage:
    """The use of the rule of one line; `shadowed_by` are the lines that decide what it matches, 1-based.

    `is_supposed` tells that not the rules decide now, but an answer of the server; `waiting` names the crawlers that
    wait by the line, which is a Crawl-delay then.
    """

    decides: int
    matches: int
    shadowed_by: tuple[int, ...]
    safe_to_delete: bool
    is_supposed: bool = False
    waiting: tuple[str, ...] = ()


def coverage_words(coverage: LineCoverage) -> str:
    """What the rule matches and why it decides nothing, as a sentence, and whether it can go."""
    translate = QCoreApplication.translate
    said = [_delay_words(coverage) if coverage.waiting else _matches_words(coverage)]
    if coverage.safe_to_delete:
        said.append(translate("Coverage", "Without it no verdict changes, and nothing else."))
    if coverage.is_supposed:
        said.append(translate("Coverage", "This is about the rules alone, not the supposed answer of the server."))
    return " ".join(said)


def _delay_words(coverage: LineCoverage) -> str:
    names = ", ".join(coverage.waiting[:_MOST_NAMED]) + ("…" if len(coverage.waiting) > _MOST_NAMED else "")
    return QCoreApplication.translate("Coverage", "Sets the delay for {crawlers}.").format(crawlers=names)


def _matches_words(coverage: LineCoverage) -> str:
    translate = QCoreApplication.translate
    count = format_count(coverage.matches)
    if not coverage.matches:
        return translate("Coverage", "Matches none of the URLs.")
    if coverage.decides or not coverage.shadowed_by:
        words = translate("Coverage", "Matches one URL." if coverage.matches == 1 else "Matches {count} URLs.")
        return words.format(count=count)
    if len(coverage.shadowed_by) == 1:
        line = coverage.shadowed_by[0]
        if coverage.matches == 1:
            return translate("Coverage", "Matches one URL, decided by line {line}.").format(line=line)
        return translate("Coverage", "Matches {count} URLs, all decided by line {line}.").format(count=count, line=line)
    lines = ", ".join(map(str, coverage.shadowed_by[:_MOST_NAMED]))
    lines += "…" if len(coverage.shadowed_by) > _MOST_NAMED else ""
    return translate("Coverage", "Matches {count} URLs, decided by lines {lines}.").format(count=count, lines=lines)
