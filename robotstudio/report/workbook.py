"""Write a report as XLSX: a sheet for each table, and the answer in front (`store/spreadsheet` writes them)."""

from collections.abc import Iterator
from io import BytesIO
from typing import Final

from robotstudio.report.model import (
    Answers,
    AuditReport,
    BarChart,
    Cell,
    CellKind,
    FactList,
    FileText,
    Notes,
    PatternChart,
    Prose,
    Recommendations,
    ReportColumn,
    ReportSection,
    ReportTable,
)
from robotstudio.report.texts import cell_text
from robotstudio.store.spreadsheet import URL_WIDTH, Book, Look, SheetColumn, safe, workbook
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import as_text

_WIDTHS: Final = {
    CellKind.NUMBER: 12,
    CellKind.SHARE: 12,
    CellKind.FLAG: 12,
    CellKind.VERDICT: 22,
    CellKind.TEXT: 28,
    CellKind.CODE: 44,
}

_LOOKS: Final = {CellKind.VERDICT: Look.VERDICT, CellKind.NUMBER: Look.BAR}
_VERDICTS: Final[Message] = "Verdicts"


def write(report: AuditReport) -> bytes:
    """Return the whole file; the same report gives the same bytes."""
    buffer = BytesIO()
    with workbook(buffer) as sheets:
        sheets.book.set_properties(
            {
                "title": safe(report.title),
                "author": safe(report.author),
                "created": report.made_on.replace(tzinfo=None),
            }
        )
        _front(sheets, report)
        if report.verdicts:
            columns = report.verdicts.columns
            heads = [SheetColumn(each.title, _width(each), _LOOKS.get(each.kind, Look.PLAIN)) for each in columns]
            sheets.add_table(tr(_VERDICTS), heads, report.verdicts.rows(), frozen=1)
        for section in report.sections:
            for name, columns, rows in _tables(section):
                heads = [SheetColumn(each.title, _width(each)) for each in columns]
                sheets.add_table(name, heads, (_cells(row, columns) for row in rows))
    return buffer.getvalue()


def _front(sheets: Book, report: AuditReport) -> None:
    """Write the sentences, section by section."""
    book = sheets.book
    large, strong = book.add_format({"bold": True, "font_size": 16}), book.add_format({"bold": True})
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    name = report.sections[0].title if report.sections else report.title
    sheet = book.add_worksheet(sheets.sheet_name(name))
    sheet.set_column(0, 0, 100)
    sheet.write_string(0, 0, safe(report.title), large)
    sheet.write_string(1, 0, safe(report.subtitle))
    at = 3
    if report.cover.lead:
        sheet.write_string(at, 0, safe(WORDS.sentences((report.cover.lead, report.cover.rest))), strong)
        at += 2
    for section in report.sections:
        texts = list(_sentences(section))
        if not texts:
            continue
        sheet.write_string(at, 0, safe(section.title), strong)
        for text in texts:
            at += 1
            sheet.write_string(at, 0, safe(text), wrapped)
        at += 2
    sheet.write_string(at, 0, safe(report.footer), wrapped)


def _sentences(section: ReportSection) -> Iterator[str]:
    for block in section.blocks:
        if isinstance(block, Prose):
            yield as_text(block.phrase)
        elif isinstance(block, Answers):
            yield from (WORDS.sentences((line.lead, line.rest)) for line in block.lines)
        elif isinstance(block, FactList):
            yield from (WORDS.about(fact.title, fact.value) for fact in block.facts)
        elif isinstance(block, Notes):
            yield from filter(None, (block.title,))
            yield from (f"• {as_text(line.phrase)}" if line.is_item else as_text(line.phrase) for line in block.lines)


_Rows = Iterator[tuple[Cell, ...]]


def _tables(section: ReportSection) -> Iterator[tuple[str, tuple[ReportColumn, ...], _Rows]]:
    tables = [block for block in section.blocks if isinstance(block, ReportTable)]
    for block in section.blocks:
        if isinstance(block, ReportTable):
            yield (section.title if len(tables) == 1 else block.caption), block.columns, iter(block.rows)
        elif isinstance(block, FileText):
            yield section.title, *_file(block)
        elif isinstance(block, Recommendations):
            yield section.title, *_recommended(block)
        elif isinstance(block, PatternChart):
            yield section.title, *_patterns(block)
        elif isinstance(block, BarChart):
            heads = (
                ReportColumn("purpose", tr("Purpose")),
                ReportColumn("crawler", tr("Crawler")),
                ReportColumn("blocked", block.caption, CellKind.NUMBER),
            )
            bars: _Rows = ((group.title, bar.title, bar.count) for group in block.groups for bar in group.bars)
            yield block.caption, heads, bars


def _recommended(block: Recommendations) -> tuple[tuple[ReportColumn, ...], _Rows]:
    heads = (
        ReportColumn("title", tr("Recommendation")),
        ReportColumn("why", tr("Why"), CellKind.CODE),
        ReportColumn("change", tr("What to change"), CellKind.CODE),
        ReportColumn("certainty", tr("Proof"), CellKind.CODE),
        ReportColumn("gain", tr("Gain")),
        ReportColumn("effort", tr("Effort")),
        ReportColumn("who", tr("Who")),
    )
    rows: _Rows = (
        (
            each.title,
            each.why,
            "\n".join(f"{'+' if line.is_added else '-'} {line.text}" for line in each.lines),
            each.certainty,
            f"{each.gain} {each.unit}",
            each.effort,
            each.who,
        )
        for each in block.items
    )
    return heads, rows


def _patterns(block: PatternChart) -> tuple[tuple[ReportColumn, ...], _Rows]:
    first, *numbers, by = block.titles
    heads = (
        ReportColumn("pattern", first, CellKind.CODE),
        *(ReportColumn("count", title, CellKind.NUMBER) for title in numbers),
        ReportColumn("by", by),
    )
    rows: _Rows = (
        (each.pattern, *(each.urls, each.blocked, each.visits)[: len(numbers)], each.by) for each in block.rows
    )
    return heads, rows


def _file(block: FileText) -> tuple[tuple[ReportColumn, ...], _Rows]:
    heads = (
        ReportColumn("line", block.line_title, CellKind.NUMBER),
        ReportColumn("text", block.text_title, CellKind.CODE),
        ReportColumn("decides", block.decides_title, CellKind.NUMBER),
        ReportColumn("findings", block.remarks_title, CellKind.CODE),
    )
    rows: _Rows = (
        (
            line.number,
            line.text,
            line.decides,
            "\n".join(
                WORDS.about(f"{each.severity_words} {each.code}", WORDS.sentences((as_text(each.message), each.fix)))
                for each in line.remarks
            ),
        )
        for line in block.lines
    )
    return heads, rows


def _width(column: ReportColumn) -> int:
    return URL_WIDTH if column.id == "url" else _WIDTHS[column.kind]


def _cells(row: tuple[Cell, ...], columns: tuple[ReportColumn, ...]) -> tuple[str | int | None, ...]:
    return tuple(_cell(cell, column) for cell, column in zip(row, columns, strict=True))


def _cell(cell: Cell, column: ReportColumn) -> str | int | None:
    """Keep numbers as numbers; say all else in words."""
    is_number = isinstance(cell, int) and not isinstance(cell, bool)
    return cell if cell is None or is_number or isinstance(cell, str) else cell_text(cell, column)
