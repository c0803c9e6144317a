"""The words of what changes, as a user reads them or hears them read."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from robotstudio.app.changes.baseline import Baseline
from robotstudio.app.changes.compared import Compared
from robotstudio.app.changes.outline import MOST_SEARCHED, ListedGroup
from robotstudio.app.changes.text_comparison import TextComparison
from robotstudio.engine import change_words
from robotstudio.engine.changes import Change, Changes, CrawlerChange
from robotstudio.engine.phrases import Phrase, as_text
from robotstudio.engine.risk import Risk, RiskId
from robotstudio.ui.widgets.formats import format_count, format_duration

translate = partial(QCoreApplication.translate, "changes")


def urls_words(change: Change, count: int) -> str:
    """“29 URLs become blocked”."""
    return change_words.urls_words(change, count, translate)


def heading(group: ListedGroup) -> Phrase:
    """What happened to the line."""
    return change_words.heading_words(group.group, translate)


def group_count(group: ListedGroup) -> str:
    """How many URLs the line flips, and how many of them were found."""
    said = urls_words(group.group.blame.change, group.group.urls)
    if not group.is_searched:
        return said
    found = translate("{found} found").format(found=format_count(len(group.rows) + group.more))
    return f"{found} · {said}"


def more_words(group: ListedGroup, kept: int) -> str:
    """The row that stands for what is not listed."""
    if len(group.rows) >= kept:
        return translate("{count} more, not listed here").format(count=format_count(group.more))
    return translate("{count} more").format(count=format_count(group.more))


def side_words(allowed: bool, line: int | None) -> str:
    """One of the two verdicts of a change."""
    if not line:
        return translate("no rule") if allowed else translate("blocked as a whole")
    template = translate("allowed by line {line}") if allowed else translate("blocked by line {line}")
    return template.format(line=format_count(line))


def found_words(kinds: Sequence[str]) -> str:
    """Where a URL was found: “sitemap, log”; that it was also typed says nothing beside that."""
    words = {
        "sitemap": translate("sitemap"),
        "log": translate("log"),
        "table": translate("table"),
        "list": translate("list"),
        "typed": translate("typed"),
    }
    return ", ".join(words[kind] for kind in kinds if kind != "typed" or len(kinds) == 1)


def sitemap_words(count: int) -> str:
    """How many URLs of a change a sitemap names."""
    if not count:
        return translate("none is in a sitemap")
    one, many = translate("1 is in a sitemap"), translate("{count} are in a sitemap")
    return one if count == 1 else many.format(count=format_count(count))


def flip_words(before: tuple[bool, int], after: tuple[bool, int]) -> str:
    """A cell that changes: “was no rule, now blocked by line 12”."""
    return translate("was {before}, now {after}").format(before=side_words(*before), after=side_words(*after))


def crawler_words(change: CrawlerChange) -> str:
    """What becomes of one crawler."""
    return as_text(change_words.crawler_words(change, translate))


def size_words(compared: Compared, changes: Changes) -> str:
    """“37 of 1,204 URLs change · 74 of 9,632 verdicts · compared in 4 ms”."""
    urls = translate("{changed} of {urls} URLs change")
    verdicts = translate("{flips} of {cells} verdicts")
    took = translate("compared in {time}")
    parts = (
        urls.format(changed=format_count(changes.changed_urls), urls=format_count(changes.urls)),
        verdicts.format(flips=format_count(changes.flips), cells=format_count(changes.cells)),
        took.format(time=format_duration(compared.elapsed_ms)),
    )
    return " · ".join(parts)


def left_out_words(groups: int) -> str:
    """How many lines are not listed, "" for none."""
    return translate("{count} further lines not listed").format(count=format_count(groups)) if groups else ""


def searched_words(*, is_cut: bool) -> str:
    """That a search did not look at everything, "" where it did."""
    said = translate("searched the first {count} URLs; Export has all")
    return said.format(count=format_count(MOST_SEARCHED)) if is_cut else ""


def outcome_words(compared: Compared) -> str:
    """That rules are compared, where something else decides what crawlers may fetch now; "" where they decide."""
    if all(column.is_by_rules for column in compared.analysis.columns):
        return ""
    return translate("compares the rules; for some crawlers the answer of the server decides now")


def no_change_words(baseline: Baseline, lines: TextComparison | None) -> str:
    said = translate("No verdict changes against {name}.").format(name=baseline.name)
    if lines is None or not lines.differing:
        return said
    return f"{said} {lines_words(lines)}"


def lines_words(lines: TextComparison) -> str:
    """How many lines differ."""
    if lines.differing == 1:
        return translate("1 line differs.")
    return translate("{count} lines differ.").format(count=format_count(lines.differing))


def note_words(lines: TextComparison | None, baseline: Baseline | None) -> str:
    """What the header of the editor says: “3 lines differ from live”; "" where nothing does."""
    if lines is None or baseline is None or not lines.differing:
        return ""
    one, many = translate("1 line differs from {name}"), translate("{count} lines differ from {name}")
    return (one if lines.differing == 1 else many).format(count=format_count(lines.differing), name=baseline.title)


def risk_sentence(risk: Risk, against: Baseline | None) -> str:
    """One sentence about a risk, and against what."""
    said = as_text(change_words.risk_words(risk, translate))
    if risk.id is RiskId.BLOCKS_ALL or against is None:
        return said
    return translate("{sentence} Compared with {name}.").format(sentence=said, name=against.name)
