"""Write a report as Markdown. What comes from elsewhere goes through `escaped` or `_code`: none of it is mark-up."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from robotstudio.report.model import (
    Answers,
    AnswerTone,
    AuditReport,
    BarChart,
    Block,
    Cell,
    CellKind,
    FactList,
    FileText,
    FindingRemark,
    Notes,
    PatternChart,
    Picture,
    Prose,
    Recommendation,
    Recommendations,
    ReportColumn,
    ReportTable,
)
from robotstudio.report.texts import CODE_PIECES, TONE_SIGNS, cell_text, cut_words, shown, shown_rows
from robotstudio.text.language import WORDS
from robotstudio.text.phrases import Phrase, Piece, PieceKind, markdown_cell, markdown_code, markdown_text

_WITHOUT_VISITS: Final = 4
"""Columns of a table of patterns without visits."""


def write(report: AuditReport) -> bytes:
    """Return the whole file, in UTF-8."""
    return "".join(f"{line}\n" for line in _lines(report)).encode("utf-8", "replace")


def _lines(report: AuditReport) -> Iterator[str]:
    yield f"# {escaped(report.title)}"
    yield ""
    yield escaped(report.subtitle)
    if report.cover.lead:
        yield ""
        yield f"**{escaped(report.cover.lead)}** {escaped(report.cover.rest)}".rstrip()
    for section in report.sections:
        yield ""
        yield f"## {escaped(section.title)}"
        for block in section.blocks:
            yield ""
            yield from _WRITERS[type(block)](block)
    yield ""
    yield "---"
    yield ""
    yield escaped(report.footer)


def escaped(text: str) -> str:
    """Return a text as Markdown that is nothing but text."""
    return markdown_text(shown(text))


def _code(text: str) -> str:
    return markdown_code(shown(text)) if text else ""


def _phrase(phrase: Phrase) -> str:
    return "".join(map(_piece, phrase))


def _piece(piece: Piece) -> str:
    if piece.kind in CODE_PIECES:
        return _code(piece.text)
    return f"**{escaped(piece.text)}**" if piece.kind is PieceKind.STRONG else escaped(piece.text)


def _prose(block: Prose) -> Iterator[str]:
    said = _phrase(block.phrase)
    yield f"*{said}*" if block.quiet and "*" not in said else said


def _notes(block: Notes) -> Iterator[str]:
    if block.title:
        yield f"### {escaped(block.title)}"
        yield ""
    for is_item, lines in block.groups:
        for line in lines:
            said = _phrase(line.phrase)
            yield f"- {said}" if is_item else said + ("  " if said else "")
        if is_item:
            yield ""


def _answers(block: Answers) -> Iterator[str]:
    for number, line in enumerate(block.lines, 1):
        rest = f" {escaped(line.rest)}" if line.rest else ""
        sign = "" if line.tone is AnswerTone.PLAIN else f"{TONE_SIGNS[line.tone]} "  # its bullet is the number
        yield f"{number}. {sign}**{escaped(line.lead)}**{rest}"


def reasons(each: Recommendation) -> Iterator[str]:
    """Yield why something is recommended, the lines that change, and what is proven of it."""
    yield escaped(each.why)
    if each.lines:
        yield ""
        yield from fenced("diff", [f"{'+' if line.is_added else '-'} {shown(line.text)}" for line in each.lines])
    if each.certainty:
        yield ""
        yield escaped(each.certainty)
    yield ""


def _recommendations(block: Recommendations) -> Iterator[str]:
    for number, each in enumerate(block.items, 1):
        yield f"### {number}\\. {escaped(each.title)}"
        yield ""
        yield f"**{escaped(each.gain)} {escaped(each.unit)}** · {escaped(each.effort)} · {escaped(each.who)}"
        yield ""
        yield from reasons(each)
    if block.together:
        yield f"### {escaped(block.together_title)}"
        yield ""
        yield escaped(block.together)


def _patterns(block: PatternChart) -> Iterator[str]:
    yield f"**{escaped(block.caption)}**"
    yield ""
    yield _row([escaped(title) for title in block.titles])
    yield _row(["---", *["---:"] * (len(block.titles) - 2), "---"])
    for each in block.rows:
        numbers = [each.urls, each.blocked, *([each.visits] if len(block.titles) > _WITHOUT_VISITS else [])]
        cells = [WORDS.number(number) if number is not None else "–" for number in numbers]
        yield _row([markdown_cell(shown(each.pattern)), *cells, escaped(each.by)])


def _facts(block: FactList) -> Iterator[str]:
    for fact in block.facts:
        value = _code(fact.value) if fact.kind is CellKind.CODE else escaped(fact.value)
        yield f"- {WORDS.about(escaped(fact.title), value)}"


def _bars(block: BarChart) -> Iterator[str]:
    yield f"**{escaped(block.caption)}**"
    for group in block.groups:
        yield ""
        yield escaped(group.title)
        yield ""
        for bar in group.bars:
            yield f"- {WORDS.about(escaped(bar.title), WORDS.noted(WORDS.number(bar.count), bar.percent))}"


def _table(block: ReportTable) -> Iterator[str]:
    if rows := shown_rows(block):
        yield f"**{escaped(block.caption)}**"
        yield ""
        yield _row([escaped(column.title) for column in block.columns])
        yield _row(["---:" if column.kind in {CellKind.NUMBER, CellKind.SHARE} else "---" for column in block.columns])
    for row in rows:
        yield _row([_cell(cell, column) for cell, column in zip(row, block.columns, strict=True)])
    if cut := cut_words(block):
        yield ""
        yield escaped(cut)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell, column: ReportColumn) -> str:
    said = cell_text(cell, column)
    if column.kind is CellKind.CODE and cell not in {None, ""}:
        return markdown_cell(shown(said))
    return escaped(said)


def _file(block: FileText) -> Iterator[str]:
    """Return the lines as code, each with its number, followed by the findings as a list."""
    width = len(str(len(block.lines)))
    yield from fenced("text", [f"{line.number:>{width}}  {shown(line.text)}" for line in block.lines])
    found = [(line.number, remark) for line in block.lines for remark in line.remarks]
    if found:
        yield ""
        yield f"**{escaped(block.remarks_title)}**"
        yield ""
    for number, remark in found:
        yield _remark(f"{escaped(block.line_title)} {number}", remark)


def fenced(language: str, lines: Sequence[str]) -> Iterator[str]:
    """Yield lines of code between fences that are longer than any in them."""
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}{language}"
    yield from (line.rstrip() for line in lines)
    yield fence


def _remark(line: str, remark: FindingRemark) -> str:
    fix = f" **{escaped(remark.fix)}**" if remark.fix else ""
    place = WORDS.side_by_side((line, escaped(remark.severity_words), remark.code))
    return f"- {WORDS.about(place, f'**{escaped(remark.title)}** – {_phrase(remark.message)}{fix}')}"


def _picture(block: Picture) -> Iterator[str]:
    yield f"**{escaped(block.caption)}** {escaped(block.says)}"


_WRITERS: Final[Mapping[type[Block], Callable[..., Iterator[str]]]] = {
    Answers: _answers,
    BarChart: _bars,
    FactList: _facts,
    FileText: _file,
    Notes: _notes,
    PatternChart: _patterns,
    Picture: _picture,
    Prose: _prose,
    Recommendations: _recommendations,
    ReportTable: _table,
}
