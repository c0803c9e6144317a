"""The findings over a site written to a file."""

import json
from pathlib import Path

import pytest

from robotstudio.crawl.insight.export import FINDINGS, SiteFindingRow, as_cells
from tests.store.books import cells_of

_NOTHING = SiteFindingRow(
    "", None, "", (), (), None, None, new=False, rules=(), stops_others=None, severity="note", why="", fix=""
)
ROWS = (
    _NOTHING._replace(
        finding="blocked-but-linked", url="https://a.example/=1+1", crawlers=("Googlebot", "GPTBot"), lines=(2, 5)
    ),
    _NOTHING._replace(finding="waste", url="https://a.example/?sort=a", rules=("Disallow: /*?sort=",), stops_others=3),
)


@pytest.mark.parametrize(("name", "delimiter"), [("f.csv", ","), ("f.tsv", "\t"), ("f", ",")])
def test_table_has_a_row_for_each_url(tmp_path: Path, name: str, delimiter: str) -> None:
    FINDINGS.write(tmp_path / name, ROWS)
    head, first, second = (tmp_path / name).read_text().splitlines()
    assert head == delimiter.join(SiteFindingRow._fields)
    assert first.split(delimiter)[2:5] == ["https://a.example/=1+1", "Googlebot GPTBot", "2 5"]
    assert second.split(delimiter)[8:11] == ["Disallow: /*?sort=", "3", "note"]


def test_json_keeps_lists_as_lists(tmp_path: Path) -> None:
    FINDINGS.write(tmp_path / "f.json", ROWS)
    first, second = json.loads((tmp_path / "f.json").read_text())
    assert [*first] == [*SiteFindingRow._fields]
    assert (first["crawlers"], first["lines"], second["rules"]) == (
        ["Googlebot", "GPTBot"],
        [2, 5],
        ["Disallow: /*?sort="],
    )


def test_workbook_has_the_same_columns_and_no_formula(tmp_path: Path) -> None:
    FINDINGS.write(tmp_path / "f.XLSX", ROWS)
    [cells] = cells_of((tmp_path / "f.XLSX").read_bytes()).values()
    assert [text for _, text in cells[: len(SiteFindingRow._fields)]] == [*SiteFindingRow._fields]
    assert ("s", "https://a.example/=1+1") in cells
    assert ("n", "3") in cells
    assert not [text for kind, text in cells if kind == "f"]


def test_cells_are_in_the_order_of_the_fields() -> None:
    assert dict(zip(SiteFindingRow._fields, as_cells(ROWS[0]), strict=True))["lines"] == "2 5"
