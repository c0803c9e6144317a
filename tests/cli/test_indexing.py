"""`robotstudio indexing`: what it prints and how it exits."""

import csv
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]

TABLE = """URL,Last crawled
https://shop.example/guides/wool,2026-11-03
https://shop.example/cart/a,2026-11-20
https://shop.example/old,2025-11-09
"""


@pytest.fixture
def asked(tmp_path: Path) -> list[str]:
    """Return an export, and the versions of the file."""
    with zipfile.ZipFile(tmp_path / "shop.example-Coverage-Drilldown-2026-11-24.zip", "w") as archive:
        archive.writestr("Chart.csv", "Date,Affected pages\n2026-11-20,3\n")
        archive.writestr("Table.csv", TABLE)
        archive.writestr("Metadata.csv", "Property,Value\nSitemap,All known pages\nIssue,Blocked by robots.txt\n")
    (tmp_path / "open.txt").write_text("User-agent: *\nDisallow: /cart/\n", "utf-8")
    (tmp_path / "closed.txt").write_text("User-agent: *\nDisallow: /cart/\nDisallow: /guides/\n", "utf-8")
    days = ("2026-10-01=open", "2026-10-29=closed", "2026-11-09=open")
    files = [f"{day}={tmp_path}/{name}.txt" for day, _, name in (each.partition("=") for each in days)]
    export = str(tmp_path / "shop.example-Coverage-Drilldown-2026-11-24.zip")
    return [export, *(part for file in files for part in ("--file", file))]


def test_text_has_the_answer_and_what_to_do(run: Run, asked: list[str]) -> None:
    status, output, errors = run("indexing", *asked)
    assert (status, errors) == (1, "")
    assert output.split("\n")[:4] == [
        "Blocked by robots.txt: 3 URLs (1 blocked; 1 open since; 1 unknown)",
        "  Not yet: 1 URL is blocked; 1 was last crawled before the change; 1 unknown",
        "  https://shop.example/guides/wool",
        "    Was blocked by line 3 when Googlebot last came (3 Nov 2026); open since 9 Nov 2026. Ask for a recrawl.",
    ]


def test_version_that_is_yet_to_come_does_not_count(run: Run, asked: list[str], tmp_path: Path) -> None:
    status, output, errors = run("indexing", *asked, "--file", f"2999-01-01={tmp_path}/closed.txt")
    assert (status, output) == run("indexing", *asked)[:2]
    assert "starts on 1 Jan 2999, which is yet to come: it does not count." in errors


def test_redirect_to_a_blocked_url_is_found_and_not_safe(run: Run, asked: list[str], tmp_path: Path) -> None:
    (tmp_path / "crawl.csv").write_text(
        "Address,Status Code,Redirect URL\nhttps://shop.example/guides/felt,301,https://shop.example/cart/b\n", "utf-8"
    )
    export = tmp_path / "felt.csv"
    export.write_text(
        "URL,Reason,Last crawled\nhttps://shop.example/guides/felt,Blocked by robots.txt,2026-11-20\n", "utf-8"
    )
    more = [*asked[1:], "--format", "json"]
    without, found = (run("indexing", str(export), *more, *each) for each in ([], ["--crawl", f"{tmp_path}/crawl.csv"]))
    validate = [json.loads(output.splitlines()[-1])["summary"]["validate"] for _, output, _ in (without, found)]
    assert (without[0], found[0]) == (0, 1)
    assert validate == [{"Blocked by robots.txt": True}, {"Blocked by robots.txt": False}]


def test_mistyped_crawler_is_told(run: Run, asked: list[str]) -> None:
    assert "Did you mean Googlebot?" in run("indexing", *asked, "--crawler", "Googelbot")[2]


def test_json_has_an_object_for_each_url_and_a_summary(run: Run, asked: list[str]) -> None:
    output = run("indexing", *asked, "--format", "json")[1]
    wool, cart, old, last = map(json.loads, output.splitlines())
    assert {key: wool[key] for key in list(wool)[:7]} == {
        "url": "https://shop.example/guides/wool",
        "reason": "Blocked by robots.txt",
        "last_crawled": "2026-11-03",
        "line_now": None,
        "line_then": 3,
        "answer": "was-blocked",
        "since": "2026-11-09",
    }
    assert (cart["answer"], cart["line_now"], old["answer"], old["gap"]) == (
        "still-blocked",
        2,
        "unknown",
        "no-version",
    )
    assert last["summary"]["validate"] == {"Blocked by robots.txt": False}


def test_csv_and_markdown_have_all_urls(run: Run, asked: list[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(run("indexing", *asked, "--format", "csv")[1])))
    assert [row["answer"] for row in rows] == ["was-blocked", "still-blocked", "unknown"]
    output = run("indexing", *asked, "--format", "md")[1]
    assert "| `https://shop.example/guides/wool` | Blocked by robots.txt | 2026-11-03 |" in output


def test_log_tells_which_version_was_read(run: Run, asked: list[str], tmp_path: Path) -> None:
    (tmp_path / "near.csv").write_text("URL,Last crawled\nhttps://shop.example/guides/felt,2026-11-10\n", "utf-8")
    line = '66.249.66.1 - - [{day}/Nov/2026:10:00:00 +0000] "GET /robots.txt HTTP/1.1" 200 9 "-" "Googlebot/2.1"\n'
    (tmp_path / "access.log").write_text("".join(line.format(day=day) for day in ("05", "06", "08")), "utf-8")
    arguments = ["indexing", str(tmp_path / "near.csv"), *asked[1:], "--format", "json"]
    assert json.loads(run(*arguments)[1].splitlines()[0])["gap"] == "near-change"
    found = json.loads(run(*arguments, "--log", str(tmp_path / "access.log"))[1].splitlines()[0])
    assert (found["answer"], found["line_then"]) == ("was-blocked", 3)


def test_crawler_of_another_engine_has_its_own_rules(run: Run, asked: list[str], tmp_path: Path) -> None:
    (tmp_path / "yandex.txt").write_text("User-agent: Yandex\nDisallow: /cart/\n", "utf-8")
    file = ["--file", f"2026-10-01={tmp_path}/yandex.txt", "--format", "json"]
    by_google, by_yandex = (
        [json.loads(line)["answer"] for line in run("indexing", asked[0], *more, *file)[1].splitlines()[:2]]
        for more in ((), ("--crawler", "YandexBot"))
    )
    assert (by_google, by_yandex) == (["unknown", "unknown"], ["unknown", "still-blocked"])


def test_versions_are_needed(run: Run, asked: list[str]) -> None:
    status, output, errors = run("indexing", asked[0])
    assert (status, output) == (2, "")
    assert "No version of the file given." in errors


LOG = '192.0.2.1 - - [{} +0000] "GET {} HTTP/1.1" 200 9 "-" "Mozilla/5.0 (compatible; StractBot/1.0)"\n'.format


@pytest.fixture
def line(asked: list[str], tmp_path: Path) -> list[str]:
    """Return a log with the versions of the file, without an export."""
    log = (
        ("01/Oct/2026:09:00:00", "/robots.txt"),
        ("28/Oct/2026:09:00:00", "/guides/wool"),
        ("29/Oct/2026:19:00:00", "/robots.txt"),
        ("29/Oct/2026:18:00:00", "/guides/wool"),
        ("30/Oct/2026:18:00:00", "/shop"),
    )
    (tmp_path / "access.log").write_text("".join(LOG(*each) for each in sorted(log)), "utf-8")
    return ["--timeline", *asked[1:], "--log", f"{tmp_path}/access.log"]


def test_timeline_tells_what_changed_and_who_followed(run: Run, line: list[str]) -> None:
    status, output, errors = run("indexing", *line, "--release", "2026-10-15=Shop 4.2")
    assert (status, errors) == (0, "")
    lines = output.splitlines()
    assert lines[0] == "3 versions, 1 crawler, 2 known URLs."
    assert "15 Oct 2026: Release (Shop 4.2)" in lines
    said = "29 Oct 2026: The file changed. It blocks 1 known URL for StractBot and Googlebot, such as /guides/wool."
    assert said in lines
    assert "29 Oct 2026, 19:00: StractBot: read the file (19 hours after the file changed)" in lines
    assert lines[-1].startswith(
        "StractBot: It read the change after 19 hours. It last requested what the change blocked"
    )


def test_timeline_has_the_counts_of_the_exports(run: Run, asked: list[str], line: list[str], tmp_path: Path) -> None:
    output = run("indexing", asked[0], *line, "--format", "json")[1]
    *rows, last = map(json.loads, output.splitlines())
    assert [row["value"] for row in rows if row["kind"] == "affected"] == [3]
    effects = [(row["crawler"], row["blocked_urls"]) for row in rows if row["kind"] == "effect"]
    assert sorted(effects)[2:] == [("StractBot", 0), ("StractBot", 1)]
    assert last["summary"]["reactions"]["StractBot"]["read"]["median"] == 19 * 3_600
    status, output, _ = run("indexing", asked[0], *line, "--format", "csv")
    assert status == 0
    assert len(list(csv.DictReader(io.StringIO(output)))) == len(rows)
    assert run("indexing", *line, "-o", str(tmp_path / "line.svg"))[0] == 0
    assert (tmp_path / "line.svg").read_text("utf-8").startswith("<svg ")
    assert run("indexing", *line, "--format", "md")[1].startswith("| Time (UTC) | Event | Details |\n")


@pytest.mark.parametrize("text", ["Shop", "2026-10-01", "2026-10-01=", "soon=Shop", "9999-12-31T23:59-14:00=Shop"])
def test_release_needs_a_day_and_a_name(run: Run, line: list[str], text: str) -> None:
    status, _, errors = run("indexing", *line, "--release", text)
    assert status == 2
    assert "is not a release" in errors


def test_only_the_timeline_is_a_picture(run: Run, asked: list[str]) -> None:
    status, _, errors = run("indexing", *asked, "--format", "svg")
    assert status == 2
    assert "add --timeline" in errors
