"""The table of many hosts as a file."""

import csv
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from robotstudio.io.fetching.evidence import Failure, FailureKind, Outcome, nothing_fetched
from robotstudio.io.fetching.hosts import HostResult, result_of
from robotstudio.io.fetching.hosts_export import export_hosts

ADDRESS = "https://example.com/robots.txt"


def refused() -> HostResult:
    failure = Failure(FailureKind.UNEXPECTED, (("reason", "x"),))
    return result_of(ADDRESS, nothing_fetched(ADDRESS, Outcome.REFUSED, failure, datetime.now(UTC)))


def effects(_result: HostResult) -> list[str]:
    return ["=1+1"]


@pytest.mark.parametrize(("suffix", "delimiter"), [(".csv", ","), (".tsv", "\t")])
def test_a_cell_that_is_a_formula_is_made_safe(tmp_path: Path, suffix: str, delimiter: str) -> None:
    path = tmp_path / f"hosts{suffix}"
    export_hosts(path, [refused()], ["Googlebot"], effects)
    titles, row = csv.reader(path.read_text(encoding="utf-8").splitlines(), delimiter=delimiter)
    assert (titles[0], titles[-1], row[0], row[1], row[-1]) == ("host", "Googlebot", ADDRESS, "refused", "'=1+1")


def test_json_keeps_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "hosts.json"
    export_hosts(path, [refused()], ["Googlebot"], effects)
    (row,) = json.loads(path.read_text(encoding="utf-8"))
    assert (row["status"], row["octets"], row["is_cut"], row["Googlebot"]) == (None, 0, False, "=1+1")
