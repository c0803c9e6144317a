"""Tables as XLSX."""

import tempfile
from io import BytesIO
from pathlib import Path

import pytest

from robotstudio.store.spreadsheet import SheetColumn, workbook
from tests.store.books import cells_of

COLUMNS = (SheetColumn("URL", 70), SheetColumn("Status"))


def book_of(*rows: tuple[object, ...], name: str = "URLs", most: int = 100) -> dict[str, list[tuple[str, str]]]:
    file = BytesIO()
    with workbook(file) as book:
        book.add_table(name, COLUMNS, rows, most)
    return cells_of(file.getvalue())


def test_cells_keep_their_kind_and_nothing_is_written_for_nothing() -> None:
    assert book_of(("/a", 200), ("", None), (True, 1.5))["URLs"] == [
        ("s", "URL"),
        ("s", "Status"),
        ("s", "/a"),
        ("n", "200"),
        ("b", "1"),
        ("n", "1.5"),
    ]


@pytest.mark.parametrize("text", ["=1+1", "{=1}", "https://x.test/", "007", "internal:Sheet!A1"])
def test_text_is_neither_formula_nor_link_nor_number(text: str) -> None:
    assert ("s", text) in book_of((text, None))["URLs"]


def test_long_table_goes_on_in_another_sheet_with_its_head() -> None:
    found = book_of(*((f"/{number}", number) for number in range(5)), most=2)
    assert [*found] == ["URLs", "URLs 2", "URLs 3"]
    assert found["URLs 3"] == [("s", "URL"), ("s", "Status"), ("s", "/4"), ("n", "4")]
    assert [*book_of(("/", 1), ("/a", 2), most=2)] == ["URLs"]


@pytest.mark.parametrize(
    ("name", "shown"), [("History", "History 2"), ("a/b[c]", "a b c"), ("", "Sheet"), ("x" * 40, "x" * 30 + "…")]
)
def test_sheet_has_a_name_that_it_may_have(name: str, shown: str) -> None:
    assert [*book_of(("/", 1), name=name)] == [shown]


def test_what_steers_or_is_no_xml_is_shown_as_a_sign() -> None:
    cells = book_of(("\x1b[31m\x00\ufffe\udc80", None))["URLs"]
    assert not set(cells[2][1]) & {"\x1b", "\x00", "\ufffe", "\udc80"}


def test_book_that_is_given_up_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(KeyError):
        give_up(tmp_path)
    assert not [*tmp_path.iterdir()]


def give_up(folder: Path) -> None:
    with workbook(BytesIO()) as book:
        book.add_table("URLs", COLUMNS, [("/", 1)])
        assert [*folder.iterdir()]
        raise KeyError


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Which pages can be reached", "Which pages can be reached"),
        ("What becomes of the verdicts of each crawler", "What becomes of the verdicts…"),
        ("A short URL for each kind of change", "A short URL for each kind of…"),
        ("Thirty-one letters and no more!", "Thirty-one letters and no more!"),
        ("x" * 40, "x" * 30 + "…"),
        ("每种变更的一个简短网址" * 4, ("每种变更的一个简短网址" * 4)[:30] + "…"),
    ],
)
def test_name_of_a_sheet_ends_behind_a_word(title: str, name: str) -> None:
    file = BytesIO()
    with workbook(file) as book:
        assert book.sheet_name(title) == name
        again = book.sheet_name(title)
        assert again.endswith(" 2")
        assert len(again) <= 31
