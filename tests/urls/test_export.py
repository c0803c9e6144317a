"""Verdicts as tables."""

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from robotstudio.engine.cancelling import Cancelled
from robotstudio.store.delimited import safe
from robotstudio.urls.export import FORMATS, ExportCell, ExportRow, ExportTable, as_text, export
from robotstudio.urls.sources.task import Task
from tests.store.books import cells_of

ROWS = (
    ExportRow("https://x.test/a,b|c", (ExportCell("blocked by line 2", allowed=False, line=2, rule="Disallow: /a"),)),
    ExportRow("/ü", (ExportCell("unknown", None),)),
)


def table(title: str = "Googlebot") -> ExportTable:
    return ExportTable((title,), ("Googlebot",), iter(ROWS), len(ROWS))


def test_csv_is_read_again_as_it_was(tmp_path: Path) -> None:
    export(tmp_path / "verdicts.csv", table(), "csv")
    with (tmp_path / "verdicts.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [
            ["URL", "Googlebot", "Googlebot: allowed", "Googlebot: line", "Googlebot: rule"],
            ["https://x.test/a,b|c", "blocked by line 2", "false", "2", "Disallow: /a"],
            ["/ü", "unknown", "", "", ""],
        ]


def test_workbook_has_the_columns_of_csv_and_keeps_what_is_true_and_what_is_a_number(tmp_path: Path) -> None:
    export(tmp_path / "verdicts.xlsx", table("=Google"), "xlsx")
    assert cells_of((tmp_path / "verdicts.xlsx").read_bytes())["Verdicts"] == [
        *(("s", text) for text in ("URL", "=Google", "=Google: allowed", "=Google: line", "=Google: rule")),
        *(("s", "https://x.test/a,b|c"), ("s", "blocked by line 2"), ("b", "0"), ("n", "2"), ("s", "Disallow: /a")),
        *(("s", "/ü"), ("s", "unknown")),
    ]
    with pytest.raises(ValueError, match="xlsx"):
        as_text(table(), "xlsx")


def test_json_tells_lines_and_what_is_not_known() -> None:
    assert json.loads(as_text(table(), "json")) == [
        {
            "url": "https://x.test/a,b|c",
            "verdicts": {"Googlebot": {"allowed": False, "line": 2, "rule": "Disallow: /a"}},
        },
        {"url": "/ü", "verdicts": {"Googlebot": {"allowed": None, "line": None, "rule": None}}},
    ]
    assert json.loads(as_text(ExportTable((), (), (), 0), "json")) == []


def test_markdown_keeps_its_columns() -> None:
    lines = as_text(table(), "markdown").split("\n")
    assert lines[:3] == ["| URL | Googlebot |", "| --- | --- |", "| `https://x.test/a,b\\|c` | blocked by line 2 |"]


HOSTILE = (
    "http://h/![a](http://evil.example/t.png)",
    "<img src=x onerror=1>",
    "a`b``c",
    "a|b\\|c\\",
    "a\n\n# b",
    "a\r| x | y |",
    "[a](javascript:1)",
    "<http://evil.example>",
    "&lt;b&gt;",
    "`",
    "",
    "a\u2028b\u202ec",
    "~~a~~ **b** _c_",
)


@given(st.sampled_from(HOSTILE) | st.text(max_size=20), st.sampled_from(HOSTILE) | st.text(max_size=20))
def test_markdown_of_strangers_texts_is_a_table_of_words_and_code(url: str, words: str) -> None:
    row = ExportRow(url, (ExportCell(words, allowed=False, line=2, rule=url),), (words,))
    text = as_text(ExportTable((words,), ("x",), iter([row]), 1, ("fact",)), "markdown")
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    assert {token.tag for token in tokens} == {"table", "thead", "tbody", "tr", "th", "td", ""}
    assert [token.tag for token in tokens].count("td") == 2 * 3
    inner = [child.type for token in tokens for child in token.children or ()]
    assert set(inner) <= {"text", "text_special", "code_inline"}


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\t=1", "  =1"])
@pytest.mark.parametrize("format_id", ["csv", "tsv"])
def test_no_cell_is_a_formula(cell: str, format_id: str) -> None:
    assert safe(cell) == f"'{cell}"
    title = as_text(table(cell), format_id).split("\n")[0].replace("\t", ",").split(",", 1)[1]
    assert title.strip('"\r')[0] in "' "
    assert title.lstrip(' "')[0] == "'" or format_id == "tsv"


def test_cancelled_export_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.csv"
    path.write_bytes(b"before")
    with pytest.raises(Cancelled):
        export(path, table(), "csv", Task(is_cancelled=lambda: True))
    assert path.read_bytes() == b"before"
    assert [each.name for each in tmp_path.iterdir()] == ["verdicts.csv"]


def test_every_format_has_a_suffix_of_its_own() -> None:
    assert len({row.suffix for row in FORMATS.values()}) == len(FORMATS)
