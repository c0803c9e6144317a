"""Columns beside URLs on the command line: `--columns`, `--where`, `--weight` and `--fail-on`."""

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest

from robotstudio.draft.at_risk import stake_of, telling_stakes
from robotstudio.engine import UrlTable
from robotstudio.engine.changes import Change, compare
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.engine.robots import FileVersion
from robotstudio.urls.sources.reading import read_source
from tests.cli.conftest import Run

OLD = "User-agent: *\nDisallow: /old/\n"
NEW = "User-agent: *\nDisallow: /p/1\n"
PAGES = [(f"https://shop.example/p/{number}", number * 3, number * 100) for number in range(1, 31)]
ASKED = ("--urls", "performance.zip", "--crawler", "Googlebot")
LEFT = "robotstudio: performance.zip: left out Queries.csv, Chart.csv: it has only counts, no URLs.\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.txt").write_text(OLD, "utf-8")
    Path("new.txt").write_text(NEW, "utf-8")
    head = "Clicks,Impressions,CTR,Position\n"
    rows = "".join(f"{url},{clicks},{seen},3%,4.5\n" for url, clicks, seen in PAGES)
    with zipfile.ZipFile("performance.zip", "w") as archive:
        archive.writestr("Queries.csv", f"Top queries,{head}tent,82,980,8.37%,3.8\n")
        archive.writestr("Pages.csv", f"Top pages,{head}{rows}https://shop.example/p/1x,,,,\n")
        archive.writestr("Chart.csv", f"Date,{head}2026-10-01,1,2,50%,3\n2026-10-28,1,2,50%,3\n")


def blocked_clicks() -> int:
    """Count the clicks without the program: pages whose number begins with 1."""
    return sum(clicks for url, clicks, _ in PAGES if url.startswith("https://shop.example/p/1"))


def test_rows_have_the_columns(run: Run) -> None:
    asked = ("test", "new.txt", *ASKED, "--where", "clicks > 84", "--columns", "clicks,position")
    status, output, errors = run(*asked, "--format", "csv")
    assert (status, errors) == (0, LEFT)
    rows = list(csv.DictReader(io.StringIO(output)))
    assert [(row["url"], row["clicks"], row["position"]) for row in rows] == [
        ("https://shop.example/p/29", "87", "4.5"),
        ("https://shop.example/p/30", "90", "4.5"),
    ]
    _, output, _ = run(*asked, "--format", "json")
    assert [json.loads(line)["columns"] for line in output.splitlines()] == [
        {"clicks": 87, "position": 4.5},
        {"clicks": 90, "position": 4.5},
    ]
    _, output, _ = run(*asked)
    assert output.splitlines()[0].endswith("no rule matches [Clicks: 87; Position: 4.50]")


def test_what_is_unknown_is_empty(run: Run) -> None:
    _, output, _ = run(
        "test", "new.txt", *ASKED, "--where", "clicks is unknown", "--columns", "clicks", "--format", "json"
    )
    assert json.loads(output)["columns"] == {"clicks": None}


def test_sums_are_made_for_each_rule(run: Run) -> None:
    status, output, _ = run("test", "new.txt", *ASKED, "--weight", "clicks")
    total = sum(clicks for _, clicks, _ in PAGES)
    title = "Clicks (Search Console, 1 Oct 2026 – 28 Oct 2026)"
    partly = f"{blocked_clicks()}; unknown for 1 of 12 URLs"
    assert status == 0
    assert output.splitlines() == [
        f"Googlebot may not fetch 12 URLs (line 2, Disallow: /p/1) – {title}: {partly}",
        f"Googlebot may fetch 19 URLs – {title}: {total - blocked_clicks():,}",
        f"The group of line 1 keeps out: {title}: {partly}.",
    ]
    _, output, _ = run("test", "new.txt", *ASKED, "--weight", "clicks", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(output)))
    assert [(row["urls"], row["clicks"], row["known"]) for row in rows] == [
        ("12", str(blocked_clicks()), "11"),
        ("19", str(total - blocked_clicks()), "19"),
    ]
    _, output, _ = run("test", "new.txt", *ASKED, "--weight", "clicks", "--format", "json")
    about, *sums, groups = map(json.loads, output.splitlines())
    group = {"line": 1, "agents": ["*"], "urls": 12, "sum": blocked_clicks(), "known": 11}
    assert groups == {"groups": [group]}
    assert about["weight"] == {
        "name": "clicks",
        "title": title,
        "source": "performance.zip",
        "from": "2026-10-01",
        "to": "2026-10-28",
    }
    assert [row["sum"] for row in sums] == [blocked_clicks(), total - blocked_clicks()]


def test_diff_says_what_the_change_costs(run: Run) -> None:
    asked = ("diff", "old.txt", "new.txt", *ASKED, "--max-flips", "1", "--weight", "clicks")
    status, output, _ = run(*asked)
    title = "Clicks (Search Console, 1 Oct 2026 – 28 Oct 2026)"
    assert status == 0
    assert (
        output.splitlines()[-1]
        == f"12 URLs become blocked for Googlebot – {title}: {blocked_clicks()}; unknown for 1 of 12 URLs"
    )
    assert f"  {title}: {blocked_clicks()}; unknown for 1 of 12 URLs" in output.splitlines()
    _, output, _ = run(*asked, "--columns", "clicks", "--format", "json")
    *flips, sums = map(json.loads, output.splitlines())
    assert sum(flip["columns"]["clicks"] or 0 for flip in flips) == blocked_clicks()
    assert sums["blocked"] == {"urls": 12, "sum": blocked_clicks(), "known": 11}
    assert sums["allowed"] == {"urls": 0, "sum": 0, "known": 0}
    assert sums["crawlers"] == ["Googlebot"]
    _, output, _ = run(*asked, "--format", "csv")
    assert [list(row.values()) for row in csv.DictReader(io.StringIO(output))] == [
        ["blocked", "", "", "Googlebot", "12", str(blocked_clicks()), "11"],
        ["allowed", "", "", "Googlebot", "0", "0", "0"],
        ["blocked", "2", "changed", "Googlebot", "12", str(blocked_clicks()), "11"],
    ]
    _, output, _ = run(*asked[:-2], "--columns", "clicks", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(output)))
    assert sum(int(row["clicks"] or 0) for row in rows) == blocked_clicks()
    status, _, errors = run(*asked, "--columns", "clicks", "--format", "csv")
    assert (status, "choose --weight" in errors) == (2, True)


OF_TWO = "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /p/2\n"


def test_diff_counts_as_the_window_does() -> None:
    """Clicks in Google depend on Googlebot alone: what GPTBot loses costs none."""
    asked = read_source([Path("performance.zip")]).urls
    readers = [CATALOGUE.crawler_for(token).reader for token in ("GPTBot", "Googlebot")]
    table = UrlTable(url.url for url in asked)
    changes = compare(FileVersion(OLD.encode()), FileVersion(OF_TWO.encode()), table, readers)
    window = stake_of(telling_stakes(asked)[0], changes).at_risk
    clicks = sum(clicks for url, clicks, _ in PAGES if url.startswith("https://shop.example/p/2"))
    assert (window.urls, window.total, len(changes.rows_with(Change.BLOCKED))) == (11, clicks, 31)


@pytest.mark.parametrize("tokens", [("GPTBot", "Googlebot"), ("gptbot", "googlebot")])
def test_what_other_crawlers_lose_costs_no_clicks(run: Run, tokens: tuple[str, str]) -> None:
    Path("two.txt").write_text(OF_TWO, "utf-8")
    clicks = sum(clicks for url, clicks, _ in PAGES if url.startswith("https://shop.example/p/2"))
    crawlers = [option for token in tokens for option in ("--crawler", token)]
    asked = ("diff", "old.txt", "two.txt", *ASKED[:2], *crawlers, "--max-flips", "1", "--weight", "clicks")
    _, output, _ = run(*asked, "--format", "json")
    sums = json.loads(output.splitlines()[-1])
    assert sums["crawlers"] == [tokens[1]]
    assert sums["blocked"] == {"urls": 11, "sum": clicks, "known": 11}
    assert [(line["line"], line["sum"]) for line in sums["lines"]] == [(5, clicks)]
    assert run(*asked, "--fail-on", f"clicks > {clicks}")[0] == 0
    _, output, _ = run(*asked)
    title = "Clicks (Search Console, 1 Oct 2026 – 28 Oct 2026)"
    assert output.splitlines()[-1] == f"11 URLs become blocked for {tokens[1]} – {title}: {clicks}"


def test_a_build_fails_on_clicks_that_the_file_costs(run: Run) -> None:
    Path("two.txt").write_text(OF_TWO, "utf-8")
    clicks = sum(clicks for url, clicks, _ in PAGES if url.startswith("https://shop.example/p/2"))
    asked = ("test", "two.txt", *ASKED[:2], "--crawler", "GPTBot", "--weight", "clicks", "--fail-on")
    both = (*asked, f"clicks > {clicks}", "--crawler", "Googlebot")
    assert run(*both)[0] == 0
    assert run(*both[:-3], f"clicks >= {clicks}", *both[-2:])[0] == 1
    status, _, errors = run(*asked, "clicks > 0")
    assert (status, "such as --crawler Googlebot" in errors) == (2, True)


def test_clicks_are_unknown_without_the_crawler_that_brings_them(run: Run) -> None:
    Path("two.txt").write_text(OF_TWO, "utf-8")
    asked = ("diff", "old.txt", "two.txt", *ASKED[:2], "--crawler", "GPTBot", "--max-flips", "1", "--weight", "clicks")
    _, output, errors = run(*asked)
    assert output.splitlines()[-1].endswith("28 Oct 2026): unknown")
    assert (
        "The sum of “clicks” is unknown: compare a crawler that it depends on, such as --crawler Googlebot." in errors
    )
    _, output, _ = run(*asked, "--format", "json")
    sums = json.loads(output.splitlines()[-1])
    assert (sums["crawlers"], sums["blocked"]) == ([], {"urls": 31, "sum": None, "known": 0})
    assert run(*asked, "--fail-on", "clicks > 0")[0] == 2


def test_no_column_hides_another_of_the_same_name(run: Run) -> None:
    """The same export of two folders has the same name, source and period."""
    Path("b").mkdir()
    Path("b/performance.zip").write_bytes(Path("performance.zip").read_bytes())
    asked = ("test", "new.txt", *ASKED, "--urls", "b/performance.zip", "--where", "url matches /p/2$", "--columns", "*")
    _, output, _ = run(*asked, "--format", "csv")
    head, row = csv.reader(io.StringIO(output))
    assert len(set(head)) == len(head) == len(row)
    assert row.count("6") == row.count("200") == 2
    _, output, _ = run("test", "new.txt", *ASKED, "--columns", "clicks,clicks", "--format", "csv")
    head, row, *_ = csv.reader(io.StringIO(output))
    assert (head.count("clicks"), len(row)) == (1, len(head))


@pytest.mark.parametrize(
    ("condition", "status"),
    [
        ("clicks > 0", 1),
        ("clicks > 100000", 2),  # of one URL the clicks are unknown
        ("clicks < 100000", 2),
        ("clicks < 1", 0),
        ("clicks = 1", 0),
        ("clicks != 1", 1),
        ("clicks is known", 0),
        ("clicks > 100000 and urls > 12", 0),
        ("clicks >= 0 and urls > 12", 0),
        ("urls > 11", 1),
    ],
)
def test_a_build_fails_on_what_is_lost(run: Run, condition: str, status: int) -> None:
    asked = (*ASKED, "--weight", "clicks", "--fail-on", condition)
    assert run("diff", "old.txt", "new.txt", *asked, "--max-flips", "1")[0] == status
    assert run("test", "new.txt", *asked)[0] == status


def test_a_partly_unknown_sum_neither_passes_nor_is_silent(run: Run) -> None:
    asked = (*ASKED, "--weight", "clicks", "--fail-on", "clicks > 100000")
    for command in (("diff", "old.txt", "new.txt", "--max-flips", "1"), ("test", "new.txt")):
        status, _, errors = run(*command, *asked)
        assert status == 2
        assert f"is {blocked_clicks()} or more, unknown for 1 of 12 blocked URLs. " in errors
        assert "use --where 'clicks is known'" in errors
        assert run(*command, *asked, "--where", "clicks is known")[0] == 0


def test_paths_of_a_log_are_joined_to_the_only_site_of_the_other_files(run: Run) -> None:
    line = '192.0.2.1 - - [01/Nov/2026:00:00:00 +0000] "GET /a HTTP/1.1" 200 9 "-" "Googlebot/2.1"\n'
    Path("access.log").write_text(line * 3, "utf-8")
    Path("pages.csv").write_text("url,clicks\nhttps://www.example.com/a,5\nhttps://www.example.com/b,7\n", "utf-8")
    asked = ("test", "new.txt", "--crawler", "Googlebot", "--columns", "clicks,requests", "--format", "json")
    _, output, said = run(*asked, "--urls", "pages.csv", "--urls", "access.log")
    found = {row["url"]: row["columns"] for row in map(json.loads, output.splitlines())}
    assert found == {
        "https://www.example.com/a": {"clicks": 5, "requests": 3},
        "https://www.example.com/b": {"clicks": 7, "requests": None},
    }
    assert "The paths in “access.log” count as URLs of https://www.example.com, the only site in the other" in said
    Path("pages.csv").write_text("url,clicks\nhttps://www.example.com/a,5\nhttp://example.com/a,7\n", "utf-8")
    _, output, said = run(*asked, "--urls", "pages.csv", "--urls", "access.log")
    assert [json.loads(row)["url"] for row in output.splitlines()][2:] == ["/a"]
    assert "the only site" not in said


def test_a_log_has_the_requests_of_crawlers_beside_all(run: Run) -> None:
    agents = ["Googlebot/2.1", "Mozilla/5.0", "GPTBot/1.2", "Googlebot/2.1"]
    lines = (
        f'192.0.2.1 - - [01/Nov/2026:00:00:00 +0000] "GET /p/1 HTTP/1.1" 200 9 "-" "{agent}"\n' for agent in agents
    )
    Path("access.log").write_text("".join(lines), "utf-8")
    asked = ("test", "new.txt", "--urls", "access.log", "--crawler", "Googlebot", "--format", "json")
    for column, count in (("requests", 4), ("crawler_requests", 3)):
        _, output, _ = run(*asked, "--weight", column)
        assert [json.loads(line)["sum"] for line in output.splitlines()[1:-1]] == [count]


def test_an_unknown_sum_is_not_0(run: Run) -> None:
    asked = (*ASKED, "--where", "clicks is unknown", "--weight", "clicks", "--fail-on", "clicks > 0")
    for command in (("diff", "old.txt", "new.txt", "--max-flips", "1"), ("test", "new.txt")):
        status, output, errors = run(*command, *asked)
        assert status == 2
        assert "unknown" in output
        assert "cannot be evaluated" in errors


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--where", "clickz > 1"), "Unknown column “clickz”. Available: clicks, impressions, ctr, position."),
        (("--where", "clicks > 1000000"), "No URL meets the condition of --where"),
        (("--where", "clicks >"), "The condition ends where a value is expected."),
        (("--columns", "shoes"), "Unknown column “shoes”"),
        (("--weight", "position"), "The values of “position” cannot be added"),
        (("--fail-on", "clicks > 1"), "--fail-on uses “clicks”: add it with --weight."),
        (("--fail-on", "urls >"), "The condition ends where a value is expected."),
        (("--weight", "clicks", "--format", "github"), "--weight and --fail-on print text, JSON or CSV only."),
    ],
)
def test_misuse_is_told_before_anything_is_printed(run: Run, options: tuple[str, ...], why: str) -> None:
    status, output, errors = run("test", "new.txt", *ASKED, *options)
    assert (status, output) == (2, "")
    assert why in errors


@pytest.mark.parametrize("condition", ["clicks > 1", "urls >"])
def test_a_condition_that_cannot_be_judged_is_told_before_the_changes(run: Run, condition: str) -> None:
    status, output, errors = run("diff", "old.txt", "new.txt", *ASKED, "--fail-on", condition)
    assert (status, output) == (2, "")
    assert errors


def test_the_report_has_the_sentence_with_the_clicks(run: Run) -> None:
    asked = ("report", "new.txt", "--baseline", "old.txt", *ASKED, "--date", "2026-11-28")
    status, output, _ = run(*asked)
    period = "(Search Console, 1 Oct 2026 – 28 Oct 2026)"
    impressions = sum(seen for url, _, seen in PAGES if url.startswith("https://shop.example/p/1"))
    assert status == 0
    sums = f"Clicks {period}: {blocked_clicks()}; unknown for 1 of 12 URLs; Impressions {period}: {impressions:,}"
    sentence = f"12 URLs become blocked – {sums}; unknown for 1 of 12 URLs."
    answer, changes = output.replace("\\", "").split("## What changes")
    assert sentence in changes
    assert sentence in next(line for line in answer.splitlines() if line.startswith("1. "))
    _, output, _ = run(*asked, "--where", "clicks > 56")
    assert "1 URL becomes blocked – Clicks" in output.replace("\\", "")


def test_typed_urls_have_no_columns(run: Run) -> None:
    asked = ("--url", "/a", "/tag/b", "--where", "url contains /tag/", "--crawler", "Googlebot")
    assert run("test", "new.txt", *asked)[1] == "Googlebot may fetch /tag/b: no rule matches\n"
    status, _, errors = run("test", "new.txt", "--url", "/a", "--columns", "clicks")
    assert (status, errors) == (2, "robotstudio: There is no column “clicks”: no source has columns of values.\n")


def test_a_project_names_the_columns_to_keep(run: Run) -> None:
    source = {"locations": ["performance.zip"], "columns": ["impressions"]}
    Path("shop.robotstudio").write_text(json.dumps({"version": 1, "file": "new.txt", "sources": [source]}), "utf-8")
    asked = ("test", "--project", "shop.robotstudio", "--crawler", "Googlebot", "--format", "json")
    _, output, _ = run(*asked, "--columns", "*")
    assert json.loads(output.splitlines()[0])["columns"] == {"impressions": 100}
    _, output, _ = run(*asked, "--columns", "clicks")
    assert json.loads(output.splitlines()[0])["columns"] == {"clicks": 3}
