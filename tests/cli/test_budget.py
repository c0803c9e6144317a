"""`robotstudio budget`: what it prints and how it exits."""

import csv
import io
import json
from pathlib import Path

import pytest

from robotstudio.cli.budget import BudgetRow
from tests.cli.conftest import Run
from tests.cli.test_compliance import line

ROBOTS = "User-agent: *\nDisallow: /search\nDisallow: /old\n"
GENUINE = "66.249.66.1"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("robots.txt").write_text(ROBOTS, "utf-8")
    Path("before.txt").write_text("User-agent: *\nDisallow: /old\n", "utf-8")
    Path("access.log").write_text(
        line("10/Sep/2026:10:00:00", "/robots.txt")
        + line("10/Sep/2026:10:01:00", "/search?q=1")
        + line("11/Sep/2026:10:02:00", "/search?q=2", status=404)
        + line("11/Sep/2026:10:03:00", "/old/a")
        + line("11/Sep/2026:10:04:00", "/page")
        + line("11/Sep/2026:10:05:00", "/search?q=1", "Googlebot/2.1", address=GENUINE)
        + line("11/Sep/2026:10:06:00", "/search?q=1", "Googlebot/2.1"),
        "utf-8",
    )


def test_text_says_what_each_crawler_would_spare_and_by_which_rule(run: Run) -> None:
    status, output, errors = run("budget", "robots.txt", "--log", "access.log")
    assert (status, errors) == (0, "")
    assert output.splitlines() == [
        "StractBot: 3 of 4 requests (75%) would be avoided.",
        "  line 2, Disallow: /search: 2 requests",
        "  line 3, Disallow: /old: 1 request",
        "    /search?q=: 2 of 2 requests",
        "    /old/a: 1 of 1 request",
        "Googlebot: 1 of 1 request (100%) would be avoided. 1 spoofed request is not counted.",
        "  line 2, Disallow: /search: 1 request",
        "    /search?q=: 1 of 1 request",
        "A request is avoided if the draft blocks it and the crawler obeys the draft.",
    ]


def test_what_the_earlier_file_blocks_is_not_spared(run: Run) -> None:
    _, output, _ = run("budget", "robots.txt", "--log", "access.log", "--before", "before.txt", "--format", "json")
    first = json.loads(output.splitlines()[0])
    assert (first["requests"], first["spared"], first["blocked_before"]) == (4, 2, 1)
    assert first["rules"] == [{"line": 2, "rule": "Disallow: /search", "spared": 2}]


def test_json_counts_by_status_and_day(run: Run) -> None:
    _, output, _ = run("budget", "robots.txt", "--log", "access.log", "--format", "json")
    first, second = map(json.loads, output.splitlines())
    assert first["statuses"] == [
        {"key": "200", "requests": 3, "spared": 2},
        {"key": "404", "requests": 1, "spared": 1},
    ]
    assert [(day["key"], day["spared"]) for day in first["days"]] == [("2026-09-10", 1), ("2026-09-11", 2)]
    assert second["spoofed"] == 1


def test_csv_has_the_same_counts(run: Run) -> None:
    _, output, _ = run("budget", "robots.txt", "--log", "access.log", "--format", "csv")
    header, *rows = csv.reader(io.StringIO(output))
    assert header == list(BudgetRow._fields)
    assert ["StractBot", "rule", "2 Disallow: /search", "", "2"] in rows
    assert ["StractBot", "status", "404", "1", "1"] in rows


def test_a_log_without_requests_is_an_error(run: Run) -> None:
    Path("empty.log").write_text("nothing\n", "utf-8")
    assert run("budget", "robots.txt", "--log", "empty.log")[0] == 2


def test_crawler_with_spoofed_requests_only_has_none_of_its_own(run: Run) -> None:
    Path("access.log").write_text(line("11/Sep/2026:10:06:00", "/search?q=1", "Googlebot/2.1"), "utf-8")
    output = run("budget", "robots.txt", "--log", "access.log")[1]
    assert output == "Googlebot: no genuine request for a page. 1 spoofed request is not counted.\n"


def test_a_log_is_needed(run: Run) -> None:
    assert run("budget", "robots.txt")[0] == 2
