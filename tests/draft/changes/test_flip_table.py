"""The verdicts that flip, for other programs."""

import csv
import io
import json
import re

import pytest

from robotstudio.draft.changes import flip_table
from robotstudio.draft.changes.flip_table import FORMS, exported
from tests.draft.changes.comparisons import compared, question

FLIPS = [
    ("/cart/", "Googlebot", "allowed –", "blocked 2"),
    ("/cart/", "bingbot", "allowed –", "blocked 2"),
    ("/cart/items/1", "Googlebot", "allowed –", "blocked 2"),
    ("/cart/items/1", "bingbot", "allowed –", "blocked 2"),
    ("/docs/start", "GPTBot", "blocked 5", "allowed 6"),
]


def said(allowed: bool, line: int | None) -> str:
    return f"{'allowed' if allowed else 'blocked'} {line or '–'}"


@pytest.mark.parametrize(("form", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_tables_have_a_row_for_each_verdict(form: str, delimiter: str) -> None:
    text, count = exported(compared(question()), form, said)
    titles, *rows = csv.reader(io.StringIO(text), delimiter=delimiter)
    assert titles == ["URL", "Crawler", "Before", "After"]
    assert [tuple(row) for row in rows] == FLIPS
    assert count == len(FLIPS)


def test_json_has_an_object_on_each_line_as_in_the_terminal() -> None:
    text, _ = exported(compared(question()), "json", said)
    first = json.loads(text.splitlines()[0])
    assert first == {
        "url": "/cart/",
        "crawler": "Googlebot",
        "before": {"allowed": True, "line": None},
        "after": {"allowed": False, "line": 2},
    }


def test_markdown_keeps_its_columns_whatever_the_url_holds() -> None:
    text, _ = exported(compared(question(urls=("/cart/a|b`c",))), "markdown", said)
    assert {len(re.findall(r"(?<!\\)[|]", row)) for row in text.splitlines()} == {5}


@pytest.mark.parametrize("form", FORMS)
def test_export_is_bounded(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flip_table, "MOST_FLIPS", 2)
    _, count = exported(compared(question()), form, said)
    assert count == 2
