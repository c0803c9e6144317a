"""Write a report as one JSON object. Its keys and the ids in it are the same in every language."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

import robotstudio
from robotstudio.report.model import (
    Answers,
    AuditReport,
    BarChart,
    Block,
    FactList,
    FileText,
    Notes,
    PatternChart,
    Picture,
    Prose,
    Recommendations,
    ReportTable,
)
from robotstudio.text.language import WORDS
from robotstudio.text.phrases import as_text


def write(report: AuditReport) -> bytes:
    """Return the whole file; every character beyond ASCII is escaped, so that none of it steers a terminal."""
    document = {
        "title": report.title,
        "site": report.site,
        "date": f"{report.made_on:%Y-%m-%d}",
        "headline": WORDS.sentences((report.cover.lead, report.cover.rest)),
        "program": f"Robot Studio {robotstudio.__version__}",
        "sections": [
            {
                "id": section.id,
                "title": section.title,
                "blocks": [_WRITERS[type(each)](each) for each in section.blocks],
            }
            for section in report.sections
        ],
        "state": msgspec.to_builtins(report.state()) if report.state else None,
    }
    return (json.dumps(document, indent=1).replace("\x7f", r"\u007f") + "\n").encode("ascii")


_Record = dict[str, Any]


def _prose(block: Prose) -> _Record:
    return {"kind": "text", "text": as_text(block.phrase)}


def _notes(block: Notes) -> _Record:
    return {"kind": "notes", "lines": [as_text(line.phrase) for line in block.lines]}


def _answers(block: Answers) -> _Record:
    lines = [
        {"tone": line.tone.value, "answer": line.lead, "more": line.rest, "section": line.section or None}
        for line in block.lines
    ]
    return {"kind": "answers", "lines": lines}


def _facts(block: FactList) -> _Record:
    return {"kind": "facts", "facts": {fact.id: fact.value for fact in block.facts}}


def _bars(block: BarChart) -> _Record:
    groups = [
        {"title": group.title, "bars": [{"name": bar.title, "count": bar.count} for bar in group.bars]}
        for group in block.groups
    ]
    return {"kind": "bars", "title": block.caption, "whole": block.whole, "groups": groups}


def _table(block: ReportTable) -> _Record:
    names = [column.id for column in block.columns]
    rows = [dict(zip(names, row, strict=True)) for row in block.rows]
    return {"kind": "table", "id": block.id, "title": block.caption, "rows": rows}


def _recommendations(block: Recommendations) -> _Record:
    items = [
        {
            "id": each.id,
            "key": each.key,
            "title": each.title,
            "why": each.why,
            "lines": [{"text": line.text, "added": line.is_added} for line in each.lines],
            "certainty": each.certainty,
            "proven": each.is_proven,
            "effort": each.effort,
            "who": each.who,
            "gain": each.gain,
            "unit": each.unit,
        }
        for each in block.items
    ]
    new_file = block.new_file.decode("utf-8", "replace") or None
    return {"kind": "recommendations", "items": items, "together": block.together or None, "new_file": new_file}


def _patterns(block: PatternChart) -> _Record:
    rows = [
        {"pattern": each.pattern, "urls": each.urls, "blocked": each.blocked, "visits": each.visits, "by": each.by}
        for each in block.rows
    ]
    return {"kind": "patterns", "title": block.caption, "rows": rows}


def _file(block: FileText) -> _Record:
    lines = [
        {
            "line": line.number,
            "text": line.text,
            "field": line.field or None,
            "decides": line.decides,
            "findings": [
                {
                    "code": each.code,
                    "severity": each.severity.value,
                    "title": each.title,
                    "message": as_text(each.message),
                    "fix": each.fix or None,
                }
                for each in line.remarks
            ],
        }
        for line in block.lines
    ]
    return {"kind": "file", "lines": lines}


def _picture(block: Picture) -> _Record:
    return {"kind": "picture", "caption": block.caption, "says": block.says}


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
