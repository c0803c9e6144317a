"""Write the tables of a report as CSV, one after another: each row begins with its section and its table.

Names of columns are the same in every language, so that programs can rely on them. A report of one section and one
table is a plain table.
"""

from collections.abc import Iterator, Sequence

from robotstudio.report.model import (
    Answers,
    AuditReport,
    BarChart,
    FactList,
    FileText,
    PatternChart,
    Recommendation,
    Recommendations,
    ReportSection,
    ReportTable,
)
from robotstudio.store.delimited import delimited
from robotstudio.text.phrases import as_text


def write(report: AuditReport) -> bytes:
    """Return the whole file, in UTF-8."""
    return "".join(delimited(_rows(report), line_end="\r\n")).encode("utf-8", "replace")


def _rows(report: AuditReport) -> Iterator[list[object]]:
    first = True
    for section in report.sections:
        for name, heads, rows in _tables(section):
            if not first:
                yield []
            first = False
            yield ["section", "table", *heads]
            for row in rows:
                yield [section.id, name, *row]


def recommendation_row(each: Recommendation) -> list[object]:
    """Return a recommendation as cells; the lines of the file have a sign before them."""
    lines = "\n".join(f"{'+' if line.is_added else '-'} {line.text}" for line in each.lines)
    return [
        *(each.id, each.title, each.why, lines, each.certainty, each.is_proven),
        *(each.effort, each.who, each.gain, each.unit),
    ]


def _tables(section: ReportSection) -> Iterator[tuple[str, list[str], Iterator[Sequence[object]]]]:
    for block in section.blocks:
        if isinstance(block, ReportTable):
            yield block.id, [column.id for column in block.columns], (list(row) for row in block.rows)
        elif isinstance(block, Answers):
            yield (
                "answers",
                ["tone", "answer", "more"],
                ([line.tone.value, line.lead, line.rest] for line in block.lines),
            )
        elif isinstance(block, Recommendations):
            heads = ["kind", "title", "why", "change", "certainty", "proven", "effort", "who", "gain", "unit"]
            yield "recommendations", heads, map(recommendation_row, block.items)
        elif isinstance(block, PatternChart):
            heads = ["pattern", "urls", "blocked", "visits", "by"]
            yield (
                "patterns",
                heads,
                ([each.pattern, each.urls, each.blocked, each.visits, each.by] for each in block.rows),
            )
        elif isinstance(block, FactList):
            yield "facts", ["fact", "value"], ([fact.id, fact.value] for fact in block.facts)
        elif isinstance(block, BarChart):
            bars = ([group.title, bar.title, bar.count] for group in block.groups for bar in group.bars)
            yield "bars", ["group", "name", "count"], bars
        elif isinstance(block, FileText):
            heads = ["line", "text", "field", "decides"]
            yield "lines", heads, ([line.number, line.text, line.field, line.decides] for line in block.lines)
            remarks = (
                [line.number, each.code, each.severity.value, each.title, as_text(each.message), each.fix]
                for line in block.lines
                for each in line.remarks
            )
            yield "findings", ["line", "code", "severity", "title", "message", "fix"], remarks
