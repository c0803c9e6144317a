"""Texts and table columns of the findings about a site."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from robotstudio.crawl.insight.finding_kinds import EXPLAINED, FINDING_WORDS, FIXES, SEVERITY_WORDS
from robotstudio.crawl.insight.findings import FindingGroup, FoundUrl
from robotstudio.crawl.insight.waste import WASTE_WORDS
from robotstudio.crawl.records import LeadingPage
from robotstudio.engine.crawlers import Crawler, names_of
from robotstudio.lint.model import Severity
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.panels.site.broken_path import path_of
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

_SIGNS: Mapping[Severity, tuple[Glyph, str]] = {
    Severity.ERROR: (Glyph.CROSS, "blocked"),
    Severity.WARNING: (Glyph.WARNING, "warning"),
    Severity.INFORMATION: (Glyph.NOTE, "text2"),
}
_MOST_NAMED, _MOST_LINES = 2, 3
_CRAWLERS = Plural("{count} crawler", "{count} crawlers")


def group_words(group: FindingGroup) -> str:
    """Word what was found."""
    return tr(WASTE_WORDS[group.waste] if group.waste else FINDING_WORDS[group.kind])


def why_words(group: FindingGroup) -> str:
    """Word why it matters, and how to fix it."""
    return f"{tr(EXPLAINED[group.kind])}\n{tr(FIXES[group.kind])}"


def group_columns(*, only_new: bool = False) -> tuple[TableColumn, ...]:
    """Return the columns of the findings; `only_new` counts only what the draft adds."""
    counted = _new_of if only_new else _count_of
    severities = tuple(map(tr, SEVERITY_WORDS.values()))
    return (
        TableColumn("finding", tr("Finding"), _finding, least=190, weight=500, share=1.6),
        TableColumn(
            "severity", tr("Severity"), _severity, _rank, width=84, color="text2", hidden_below=760, words=severities
        ),
        TableColumn("finding_urls", tr("URLs"), partial(_count, counted), counted, width=70, is_number=True),
        TableColumn("finding_live", tr("Live"), _live, width=84, is_number=True, color="text2"),
        TableColumn("finding_lines", tr("Lines"), _lines, width=104, color="accent", hidden_below=520),
        TableColumn("stopping", tr("robots.txt rule"), _rule, is_code=True, least=150),
        TableColumn("beyond", tr("Others changed"), _beyond, width=104, is_number=True, hidden_below=640),
    )


def url_columns(shown: Sequence[Crawler]) -> tuple[TableColumn, ...]:
    """Return the columns of a finding's URLs; `shown` are the crawlers of the window, with their names."""
    return (
        TableColumn("wrong_url", tr("URL"), _url, _url_key, is_code=True, least=150, share=1.6),
        TableColumn("other", tr("Points to"), _other, is_code=True, least=110),
        TableColumn("for_pages", tr("Pages"), _pages, _pages_key, width=64, is_number=True),
        TableColumn("wrong_for", tr("For"), partial(_crawlers, shown), width=128, hidden_below=380),
        TableColumn("wrong_line", tr("Lines"), _url_lines, width=84, color="accent"),
        TableColumn("is_new", tr("Draft"), _new, width=64, hidden_below=460),
    )


def leading_columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("leads_from", tr("Linking page"), _from, is_code=True, least=110),
        TableColumn("leads_by", tr("Link text"), _by, color="text2", width=110, hidden_below=240),
    )


def _finding(group: FindingGroup) -> TableCell:
    glyph, color = _SIGNS[group.severity]
    return TableCell(group_words(group), glyph=glyph, glyph_color=color if len(group.places) else "text3")


def _severity(group: FindingGroup) -> TableCell:
    return TableCell(tr(SEVERITY_WORDS[group.severity]))


def _rank(group: FindingGroup) -> int:
    return [*SEVERITY_WORDS].index(group.severity)


def _count(counted: Callable[[FindingGroup], int], group: FindingGroup) -> TableCell:
    count, changed = counted(group), len(group.places) != group.live_count
    return TableCell(WORDS.number(count), weight=600 if changed else 0, color="text" if count else "text3")


def _count_of(group: FindingGroup) -> int:
    return len(group.places)


def _new_of(group: FindingGroup) -> int:
    return group.new_count


def _live(group: FindingGroup) -> TableCell:
    return TableCell(WORDS.number(group.live_count))


def _named_lines(lines: tuple[int, ...]) -> TableCell:
    said = side_by_side(str(line) for line in lines[:_MOST_LINES])
    more = len(lines) > _MOST_LINES
    return TableCell(f"{said}…" if more else said, spoken=side_by_side(map(str, lines)))


def _lines(group: FindingGroup) -> TableCell:
    return _named_lines(group.lines)


def _rule(group: FindingGroup) -> TableCell:
    return TableCell("   ".join(group.rules), spoken="\n".join(group.rules))


def _beyond(group: FindingGroup) -> TableCell:
    count = group.others_changed
    if count is None:
        return TableCell()
    return TableCell(WORDS.number(count), "warning" if count else "text2", weight=600 if count else 0)


def _url(found: FoundUrl) -> TableCell:
    return TableCell(path_of(found.url), spoken=found.url)


def _url_key(found: FoundUrl) -> str:
    return found.url


def _other(found: FoundUrl) -> TableCell:
    return TableCell(path_of(found.other) if found.other else "", "text2", spoken=found.other)


def _pages(found: FoundUrl) -> TableCell:
    return TableCell(WORDS.number(found.pages) if found.pages else "")


def _pages_key(found: FoundUrl) -> int:
    return found.pages


def _crawlers(shown: Sequence[Crawler], found: FoundUrl) -> TableCell:
    names = side_by_side(names_of(found.crawlers, shown))
    is_short = len(found.crawlers) <= _MOST_NAMED
    return TableCell(names if is_short else ntr(_CRAWLERS, len(found.crawlers)), spoken=names)


def _url_lines(found: FoundUrl) -> TableCell:
    return _named_lines(found.lines)


def _new(found: FoundUrl) -> TableCell:
    return TableCell(tr("new") if found.is_new else "", "accent")


def _from(page: LeadingPage) -> TableCell:
    return TableCell(path_of(page.url), spoken=page.url)


def _by(page: LeadingPage) -> TableCell:
    return TableCell(page.anchor)
