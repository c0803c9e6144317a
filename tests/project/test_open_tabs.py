"""The list of open documents, as it outlives a crash."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.project.file.model import Project, ProjectSource, ProjectView
from robotstudio.project.open_tabs import (
    ROOT,
    SavedTab,
    SavedTabs,
    SavedWindow,
    bytes_of,
    bytes_of_carets,
    parse,
    parse_carets,
    slots_of,
)

TABS = SavedTabs(
    (
        SavedTab("", "robots.txt", "file", Path("/shop/robots.txt"), project=Project(site="https://www.example.com")),
        SavedTab("_2", "robots.txt", "new", None, b"# \xff\r\n", is_unsaved=True, tests=b"x"),
        SavedTab("_5", "", "", project_file=Path("/shop/shop.robotstudio"), project=Project(urls=("/a", "/b"))),
    ),
    1,
)


def _some_of_json(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.lists(inner) | st.dictionaries(st.text(), inner)


def _as_carets(value: object) -> bytes:
    return json.dumps({"format": 1, "carets": value}).encode()


def test_what_is_written_is_read_again() -> None:
    assert parse(bytes_of(TABS)) == TABS


def test_all_that_belongs_to_a_document_is_kept() -> None:
    project = Project(
        site="https://www.example.com",
        file="shop/robots.txt",
        sources=(ProjectSource(("shop/urls.csv",), "table", column="Address"),),
        crawlers=("GPTBot",),
        window=ProjectView("problems", "/a", "GPTBot", shows_reading=False, splitters={"columns": (400, 600)}),
    )
    kept = SavedTabs((SavedTab("", "robots.txt", "file", ROOT / "shop" / "robots.txt", project=project),))
    assert parse(bytes_of(kept)) == kept


WINDOWS = SavedTabs(
    (*TABS.tabs[:2], replace(TABS.tabs[2], window=1)), 2, (SavedWindow(b"\x01main", 1), SavedWindow(b"other", 2))
)


def test_windows_are_written_and_read_again() -> None:
    assert parse(bytes_of(WINDOWS)) == WINDOWS


@pytest.mark.parametrize(
    "windows",
    [
        (SavedWindow(b"alone", 0),),
        (SavedWindow(b"", 0), SavedWindow(b"", 1)),
        (SavedWindow(b"", 5), SavedWindow(b"", 2)),
        (SavedWindow(b"", -1), SavedWindow(b"", 2)),
        (SavedWindow(b"", 0), SavedWindow(b"", 2), SavedWindow(b"", 2)),
    ],
)
def test_documents_come_back_in_one_window_where_it_is_not_clear_in_which_they_were(
    windows: tuple[SavedWindow, ...],
) -> None:
    read = parse(bytes_of(replace(WINDOWS, windows=windows)))
    assert read == SavedTabs(TABS.tabs, 2)


@pytest.mark.parametrize("windows", ["x", 5, [{}], [{"geometry": "?", "front": 0}], {}])
def test_list_with_damaged_windows_is_read_as_none_or_without_them(windows: object) -> None:
    rows = json.loads(bytes_of(WINDOWS))
    rows["windows"] = windows
    assert parse(json.dumps(rows).encode()) in (SavedTabs(), SavedTabs(TABS.tabs, 2))


@given(st.dictionaries(st.text(), st.tuples(st.integers(), st.integers())))
def test_carets_are_written_and_read_again(carets: dict[str, tuple[int, int]]) -> None:
    assert parse_carets(bytes_of_carets(carets)) == carets


@given(st.binary() | st.recursive(st.none() | st.integers() | st.text(), _some_of_json).map(_as_carets))
def test_any_bytes_are_read_as_some_carets(body: bytes) -> None:
    assert isinstance(parse_carets(body), dict)


@given(st.binary())
def test_any_bytes_are_read_as_some_list(body: bytes) -> None:
    assert isinstance(parse(body), SavedTabs)


@pytest.mark.parametrize("key", ["format", "front", "tabs"])
@pytest.mark.parametrize("value", [None, "x", 99, [1], [{}], {}])
def test_damaged_list_is_read_as_none_or_in_part(key: str, value: object) -> None:
    rows = json.loads(bytes_of(TABS))
    rows[key] = value
    read = parse(json.dumps(rows).encode())
    assert read == SavedTabs() or read == SavedTabs(TABS.tabs, 0)


def test_document_comes_back_without_what_cannot_be_read_of_its_project() -> None:
    rows = json.loads(bytes_of(TABS))
    rows["tabs"][2]["project"]["urls"] = 5
    read = parse(json.dumps(rows).encode())
    assert len(read.tabs) == 3
    assert read.tabs[2].project == Project()


def test_documents_that_only_the_journal_knows_follow_those_of_the_list() -> None:
    assert slots_of(TABS, ["draft_2", "expectations_7", "draft_7", "project_3"]) == ["", "_2", "_5", "_3", "_7"]
    assert slots_of(SavedTabs(), ["draft"]) == [""]
