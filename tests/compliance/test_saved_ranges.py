"""Addresses that were fetched anew: kept, read with mistrust, and put before the shipped ones."""

import json
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.compliance.ip_ranges import RangeList, lists_about, shipped_lists
from robotstudio.compliance.saved_ranges import lists_in_force, save_lists, stale_among

DAY = "2099-01-01"


def google() -> RangeList:
    return lists_about(shipped_lists(), ["googlebot"])[0]


def test_without_a_file_the_shipped_lists_are_in_force(tmp_path: Path) -> None:
    loaded = lists_in_force(tmp_path / "none.json")
    assert loaded.note is None
    assert [each.id for each in loaded.lists] == [each.id for each in shipped_lists()]


def test_kept_list_goes_before_the_shipped_one_and_keeps_what_it_is_about(tmp_path: Path) -> None:
    path = tmp_path / "data" / "ip-ranges.json"
    fresh = replace(google(), networks=("192.0.2.0/24",), dated=DAY, source="https://example.com/list.json")
    kept = save_lists(path, [fresh], DAY)
    assert len(json.loads(path.read_bytes())["lists"]) == 1
    for lists in (kept, lists_in_force(path).lists):
        found = next(each for each in lists if each.id == fresh.id)
        assert (found.networks, found.dated, found.source) == (("192.0.2.0/24",), DAY, "https://example.com/list.json")
        assert (found.tokens, found.is_authoritative) == (google().tokens, google().is_authoritative)
        assert len(lists) == len(shipped_lists())


def test_what_was_kept_before_stays_beside_what_is_new(tmp_path: Path) -> None:
    path = tmp_path / "ip-ranges.json"
    first, second = shipped_lists()[:2]
    save_lists(path, [replace(first, networks=("192.0.2.0/24",), dated=DAY)], DAY)
    save_lists(path, [replace(second, networks=("198.51.100.0/24",), dated=DAY)], DAY)
    assert [each.networks[0] for each in lists_in_force(path).lists[:2]] == ["192.0.2.0/24", "198.51.100.0/24"]


def test_list_that_is_older_than_the_shipped_one_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "ip-ranges.json"
    save_lists(path, [replace(google(), networks=("192.0.2.0/24",), dated="2001-01-01")], DAY)
    assert next(each for each in lists_in_force(path).lists if each.id == google().id).networks == google().networks


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"lists": 1}',
        '{"lists": [{"id": 1}]}',
        json.dumps({"lists": [{"id": google().id}]}),
        json.dumps({"lists": [{"id": google().id, "dated": "soon", "networks": [], "source": ""}]}),
    ],
)
def test_file_that_is_none_is_said_and_the_shipped_lists_are_used(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ip-ranges.json"
    path.write_text(text, "utf-8")
    loaded = lists_in_force(path)
    assert [each.networks for each in loaded.lists] == [each.networks for each in shipped_lists()]
    assert (loaded.note is not None) == (text != '{"lists": [{"id": 1}]}')


def test_what_is_no_network_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "ip-ranges.json"
    row = {"id": google().id, "dated": DAY, "source": "", "networks": ["192.0.2.0/24", "not one", 7, None]}
    path.write_text(json.dumps({"lists": [row]}), "utf-8")
    found = next(each for each in lists_in_force(path).lists if each.id == google().id)
    assert found.networks == ("192.0.2.0/24",)


def test_lists_of_more_than_a_month_are_stale() -> None:
    lists = [replace(google(), dated=day) for day in ("2026-10-01", "2026-10-24", "2026-11-23")]
    assert [each.dated for each in stale_among(lists, date(2026, 11, 23))] == ["2026-10-01"]


def test_file_that_cannot_be_read_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "ip-ranges.json"
    path.write_bytes(b'{"kept_on": "2026-01-01", "lists": [')
    save_lists(path, [replace(google(), networks=("192.0.2.0/24",), dated=DAY)], DAY)
    others = [each.read_bytes() for each in tmp_path.iterdir() if each != path]
    assert others == [b'{"kept_on": "2026-01-01", "lists": [']
