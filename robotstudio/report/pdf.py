"""Write a report as tagged PDF (PDF/UA-1), and its pages as pictures: Typst sets `resources/report/report.typ`.

Whatever strangers wrote reaches the template as JSON and is set as text; it is never markup.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from robotstudio import assets
from robotstudio.report.model import (
    Answers,
    AuditReport,
    BarChart,
    Block,
    Cell,
    CellKind,
    FactList,
    FileLine,
    FileText,
    Notes,
    PatternChart,
    Picture,
    Prose,
    Recommendations,
    ReportColumn,
    ReportTable,
)
from robotstudio.report.texts import CODE_PIECES, CONTENTS, TONE_SIGNS, cell_text, cut_words, shown, shown_rows
from robotstudio.survey.charts.items import THEMES
from robotstudio.survey.charts.pdf import fonts
from robotstudio.survey.charts.svg import svg_of
from robotstudio.text.language import ENGLISH, WORDS, Message, tr
from robotstudio.text.locale import LANGUAGES
from robotstudio.text.phrases import Phrase, PieceKind, is_wide

if TYPE_CHECKING:
    import typst

MOST_ON_PAPER: Final = 200
"""Rows of a table in the PDF."""
FRONT: Final = "answer"
"""Section that is on the cover."""
_LANGUAGES: Final = {"zh_CN": ("zh", "CN")}
_STANDARD: Final = "ua-1"
_ATTACHED: Message = "attached as robots-new.txt"
_PAGE, _PAGES = "{page}", "{pages}"
"""Typst puts the numbers in."""
_PIECES: Final[Mapping[PieceKind, str]] = {PieceKind.STRONG: "strong", **dict.fromkeys(CODE_PIECES, "code")}
_SHORT: Final = frozenset({CellKind.NUMBER, CellKind.SHARE, CellKind.FLAG, CellKind.VERDICT})
_LETTERS: Final = {CellKind.CODE: (0.58, 0.0), CellKind.NUMBER: (0.6, 0.0), CellKind.VERDICT: (0.55, 1.4)}
"""Width in ems of a letter in the cells of a kind, and of the sign before them."""
_MOST_FIXED: Final = 10.5
_MOST_FIXED_IN_ALL: Final = 42.0
_PADDING: Final = 1.3
_LEAST_SHARE, _MOST_SHARE = 6.0, 60.0
_Record = dict[str, Any]


def write(report: AuditReport) -> bytes:
    """Return the PDF; the same report gives the same bytes."""
    moment = int(report.made_on.replace(tzinfo=UTC).timestamp())
    made = _compiled(report, format="pdf", timestamp=moment, pdf_standards=[_STANDARD])
    return b"".join(made)


def pages_of(report: AuditReport, dots: float) -> tuple[bytes, ...]:
    """Return each page as PNG, with so many dots to an inch."""
    return _compiled(report, format="png", ppi=dots)


def _compiled(report: AuditReport, **wanted: Any) -> tuple[bytes, ...]:  # noqa: ANN401 - arguments of Typst
    """Compile as wanted, a PDF or pages; if that fails, without the standard, then without the logo.

    The standard forbids letters that no font has, and a logo may turn out to be damaged.
    """
    import typst

    try:
        made = _compiler(report).compile(**wanted)
    except typst.TypstError:
        if wanted.pop("pdf_standards", None):
            return _compiled(report, **wanted)
        if report.logo is None:
            raise
        return _compiled(replace(report, logo=None), **wanted)
    return (made,) if isinstance(made, bytes) else tuple(made or ())


def _compiler(report: AuditReport) -> "typst.Compiler":
    import typst

    template = assets.path("report/report.typ").read_bytes()
    return typst.Compiler(
        template,
        font_paths=fonts(report.fonts.folder if report.fonts else None),
        sys_inputs={"report": json.dumps(_document(report))},
    )


def _document(report: AuditReport) -> _Record:
    language, region = _LANGUAGES.get(WORDS.code, (WORDS.code if WORDS.code in LANGUAGES else ENGLISH.code, None))
    front = [block for section in report.sections if section.id == FRONT for block in section.blocks]
    return {
        "lang": language,
        "region": region,
        "accent": report.accent,
        "font": report.fonts.family if report.fonts else "",
        "title": shown(report.title),
        "subtitle": shown(report.subtitle),
        "author": shown(report.author),
        "date": [report.made_on.year, report.made_on.month, report.made_on.day],
        "day": report.day,
        "logo": list(report.logo.data) if report.logo else [],
        "agency": shown(report.cover.agency),
        "kicker": tr("Audit of robots.txt"),
        "running": shown(report.site or report.title),
        "name": shown(report.cover.name or report.title),
        "byline": shown(report.cover.byline),
        "lead": shown(report.cover.lead),
        "rest": shown(report.cover.rest),
        "figures": [
            {"value": each.value, "title": shown(each.title), "note": shown(each.note), "tone": each.tone.value}
            for each in report.cover.figures
        ],
        "front": [_WRITERS[type(block)](block) for block in front],
        "sections": [
            {
                "title": section.title,
                "hint": section.hint,
                "blocks": [_WRITERS[type(each)](each) for each in section.blocks],
            }
            for section in report.sections
            if section.id != FRONT
        ],
        "chapters-start-pages": report.chapters_start_pages,
        "contents": tr(CONTENTS),
        "attached": tr(_ATTACHED),
        "contents-page": tr("page {page}", page=_PAGE),
        "page-of": tr("Page {page} of {pages}", page=_PAGE, pages=_PAGES),
        "stamp": shown(report.footer),
    }


def _prose(block: Prose) -> _Record:
    return {"kind": "prose", "quiet": block.quiet, "phrase": _phrase(block.phrase)}


def _phrase(phrase: Phrase) -> list[_Record]:
    return [{"kind": _PIECES.get(piece.kind, "text"), "text": shown(piece.text)} for piece in phrase]


def _notes(block: Notes) -> _Record:
    groups = [{"items": is_item, "lines": [_phrase(line.phrase) for line in lines]} for is_item, lines in block.groups]
    return {"kind": "notes", "title": shown(block.title), "groups": groups}


def _answers(block: Answers) -> _Record:
    lines = [
        {"tone": each.tone.value, "sign": TONE_SIGNS[each.tone], "lead": shown(each.lead), "rest": shown(each.rest)}
        for each in block.lines
    ]
    return {"kind": "answers", "lines": lines}


def _recommendations(block: Recommendations) -> _Record:
    items = [
        {
            "title": shown(each.title),
            "why": shown(each.why),
            "lines": [{"text": shown(line.text), "added": line.is_added} for line in each.lines],
            "certainty": shown(each.certainty),
            "proven": each.is_proven,
            "effort": each.effort,
            "who": each.who,
            "gain": each.gain,
            "unit": shown(each.unit),
            "share": each.share,
        }
        for each in block.items
    ]
    together = {"title": block.together_title, "text": shown(block.together)} if block.together else None
    new_file = list(block.new_file) if together else []
    return {"kind": "recommendations", "items": items, "together": together, "new-file": new_file}


def _patterns(block: PatternChart) -> _Record:
    most = max((each.urls for each in block.rows), default=1)
    rows = [
        {
            "pattern": shown(each.pattern),
            "urls": WORDS.number(each.urls),
            "blocked": WORDS.number(each.blocked) if each.blocked else "–",
            "visits": "–" if each.visits is None else WORDS.number(each.visits),
            "by": shown(each.by),
            "stopped": each.blocked / most,
            "open": (each.urls - each.blocked) / most,
        }
        for each in block.rows
    ]
    return {
        "kind": "patterns",
        "caption": shown(block.caption),
        "titles": list(map(shown, block.titles)),
        "blocked": shown(block.blocked_title),
        "open": block.open_title,
        "rows": rows,
        "note": shown(block.note),
    }


def _facts(block: FactList) -> _Record:
    facts = [{"title": shown(each.title), "value": shown(each.value), "kind": each.kind.value} for each in block.facts]
    return {"kind": "facts", "facts": facts}


def _bars(block: BarChart) -> _Record:
    groups = [
        {
            "title": shown(group.title),
            "bars": [
                {
                    "title": shown(bar.title),
                    "share": bar.count / block.whole,
                    "percent": bar.percent,
                    "number": WORDS.number(bar.count),
                }
                for bar in group.bars
            ],
        }
        for group in block.groups
    ]
    return {"kind": "bars", "caption": shown(block.caption), "groups": groups, "note": shown(block.note)}


def _table(block: ReportTable) -> _Record:
    rows = shown_rows(block, MOST_ON_PAPER)
    texts = [[shown(cell_text(cell, head)) for cell, head in zip(row, block.columns, strict=True)] for row in rows]
    return {
        "kind": "table",
        "caption": shown(block.caption),
        "heads": _heads(block.columns, texts),
        "rows": [
            [_cell(*each) for each in zip(row, said, block.columns, strict=True)]
            for row, said in zip(rows, texts, strict=True)
        ],
        "cut": shown(cut_words(block, MOST_ON_PAPER)),
    }


def _cell(cell: Cell, said: str, head: ReportColumn) -> str | _Record:
    if head.kind is CellKind.VERDICT and cell is not None:
        return {"sign": "✓" if cell else "✕", "tone": "fine" if cell else "wrong", "text": said}
    return said


def _heads(columns: Sequence[ReportColumn], texts: Sequence[Sequence[str]]) -> list[_Record]:
    """Return the headings, and the width of each column: fixed in ems for short cells, else a share of the rest."""
    heads: list[_Record] = []
    for place, head in enumerate(columns):
        longest = max((_width(row[place], head.kind) for row in texts), default=0.0)
        word = max((_width(part, CellKind.TEXT) for part in shown(head.title).split()), default=0.0)
        heads.append({
            "title": shown(head.title),
            "kind": head.kind.value,
            "fixed": max(longest, word) + _PADDING if head.kind in _SHORT or longest <= _MOST_FIXED else 0.0,
            "share": min(max(longest, _LEAST_SHARE), _MOST_SHARE),
        })  # fmt: skip
    while sum(float(each["fixed"]) for each in heads) > _MOST_FIXED_IN_ALL:
        max(heads, key=lambda each: float(each["fixed"]))["fixed"] = 0.0
    return heads


def _width(text: str, kind: CellKind) -> float:
    """Estimate a width in ems."""
    letter, sign = _LETTERS.get(kind, (0.55, 0.0))
    return sign + sum(1.0 if is_wide(each) else letter for each in text)


def _file(block: FileText) -> _Record:
    heads = [block.line_title, block.text_title, block.decides_title]
    return {"kind": "file", "heads": list(map(shown, heads)), "lines": [_file_line(line) for line in block.lines]}


def _file_line(line: FileLine) -> _Record:
    return {
        "number": line.number,
        "text": shown(line.text),
        "field": line.field,
        "decides": "" if line.decides is None else WORDS.number(line.decides),
        "tone": line.remarks[0].severity.value if line.remarks else "",
        "remarks": [
            {
                "tone": each.severity.value,
                "severity": each.severity_words,
                "code": each.code,
                "title": shown(each.title),
                "message": _phrase(each.message),
                "fix": shown(each.fix),
            }
            for each in line.remarks
        ],
    }


def _picture(block: Picture) -> _Record:
    drawn = svg_of(replace(block.drawing, says=block.says), THEMES["light"])
    return {
        "kind": "picture",
        "svg": drawn,
        "width": block.drawing.width,
        "alt": shown(WORDS.sentences((WORDS.sentence(block.caption), block.says))),
        "note": shown(block.note),
    }


_WRITERS: Final[Mapping[type[Block], Callable[..., _Record]]] = {
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
