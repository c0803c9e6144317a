"""The verdicts that flip, for other programs."""

import csv
import io
import json

import pytest

from robotstudio.ui.panels.changes import export
from robotstudio.ui.panels.changes.export import FORMS, exported
from tests.ui.panels.changes.comparisons import compared, question

FLIPS = [
    ("/cart/", "Googlebot", "no rule", "blocked by line 2"),
    ("/cart/", "bingbot", "no rule", "blocked by line 2"),
    ("/cart/items/1", "Googlebot", "no rule", "blocked by line 2"),
    ("/cart/items/1", "bingbot", "no rule", "blocked by line 2"),
    ("/docs/start", "GPTBot", "blocked by line 5", "allowed by line 6"),
]


@pytest.mark.parametrize(("form", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_tables_have_a_row_for_each_verdict(form: str, delimiter: str) -> None:
    text, count = exported(compared(question()), form)
    titles, *rows = csv.reader(io.StringIO(text), delimiter=delimiter)
    assert titles == ["URL", "Crawler", "Before", "After"]
    assert [tuple(row) for row in rows] == FLIPS
    assert count == len(FLIPS)


def test_json_has_an_object_on_each_line_as_in_the_terminal() -> None:
    text, _ = exported(compared(question()), "json")
    first = json.loads(text.splitlines()[0])
    assert first == {
        "url": "/cart/",
        "crawler": "Googlebot",
        "before": {"allowed": True, "line": None},
        "after": {"allowed": False, "line": 2},
    }


def test_markdown_keeps_its_columns_whatever_the_url_holds() -> None:
    text, _ = exported(compared(question(urls=("/cart/a|b`c",))), "markdown")
    assert {row.count("|") for row in text.splitlines()} == {5}


@pytest.mark.parametrize("form", FORMS)
def test_export_is_bounded(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "MOST_FLIPS", 2)
    _, count = exported(compared(question()), form)
    assert count == 2
