"""`robotstudio budget`: what it prints and how it exits."""

import csv
import io
import json
from pathlib import Path

import pytest

from robotstudio.compliance.budget import BudgetRow
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


@pytest.fixture
def joined(files: None) -> None:  # noqa: ARG001  # in their folder
    entries = "".join(f"<url><loc>https://shop.example{path}</loc></url>" for path in ("/page", "/old/a", "/never"))
    Path("sitemap.xml").write_text(f'<?xml version="1.0"?><urlset>{entries}</urlset>', "utf-8")
    rows = {"/page": 40, "/search?q=1": 7, "/old/a": "", "/old/b": 30}
    pages = "".join(f"https://shop.example{path},{clicks}\n" for path, clicks in rows.items())
    Path("pages.csv").write_text(f"Page,Clicks\n{pages}", "utf-8")


def test_joined_lists_are_printed_for_people_and_programs(run: Run, joined: None) -> None:  # noqa: ARG001
    asked = ("budget", "robots.txt", "--log", "access.log", "--join", "sitemap.xml", "--join", "pages.csv")
    status, output, errors = run(*asked)
    assert (status, errors) == (0, "")
    assert output.splitlines() == [
        "Crawled, in no sitemap: 2 URLs",
        "  /search?q=1 (3 requests)",
        "  /search?q=2 (1 request)",
        "In a sitemap, never crawled: 1 URL",
        "  https://shop.example/never (0 requests)",
        "Blocked, but clicked: 2 URLs",
        "  https://shop.example/old/b (30 clicks, line 3)",
        "  https://shop.example/search?q=1 (7 clicks, line 2)",
    ]
    _, output, _ = run(*asked, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(output)))
    assert [(row["list"], row["url"], row["requests"], row["clicks"], row["line"]) for row in rows] == [
        ("crawled-unlisted", "/search?q=1", "3", "", ""),
        ("crawled-unlisted", "/search?q=2", "1", "", ""),
        ("listed-uncrawled", "https://shop.example/never", "0", "", ""),
        ("blocked-clicked", "https://shop.example/old/b", "", "30", "3"),
        ("blocked-clicked", "https://shop.example/search?q=1", "", "7", "2"),
    ]
    _, output, _ = run(*asked, "--format", "json")
    first = json.loads(output.splitlines()[0])
    assert first == {"list": "crawled-unlisted", "url": "/search?q=1", "requests": 3, "clicks": None, "line": None}


def test_a_joined_list_that_cannot_be_made_is_said(run: Run, joined: None) -> None:  # noqa: ARG001
    asked = ("budget", "robots.txt", "--log", "access.log", "--join")
    status, output, errors = run(*asked, "pages.csv")
    assert (status, output.startswith("Blocked, but clicked: 2 URLs")) == (0, True)
    assert "No file of --join is a sitemap" in errors
    status, output, errors = run(*asked, "sitemap.xml")
    assert (status, "No file of --join has clicks" in errors) == (0, True)
    Path("plain.txt").write_text("https://shop.example/page\n", "utf-8")
    assert run(*asked, "plain.txt")[0] == 2


def test_a_log_without_requests_is_an_error(run: Run) -> None:
    Path("empty.log").write_text("nothing\n", "utf-8")
    assert run("budget", "robots.txt", "--log", "empty.log")[0] == 2


def test_crawler_with_spoofed_requests_only_has_none_of_its_own(run: Run) -> None:
    Path("access.log").write_text(line("11/Sep/2026:10:06:00", "/search?q=1", "Googlebot/2.1"), "utf-8")
    output = run("budget", "robots.txt", "--log", "access.log")[1]
    assert output == "Googlebot: no genuine request for a page. 1 spoofed request is not counted.\n"


def test_a_log_is_needed(run: Run) -> None:
    assert run("budget", "robots.txt")[0] == 2
