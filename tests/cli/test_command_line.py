"""`robotstudio test` and `robotstudio fetch`: what they print and how they exit. Outside checks rely on both."""

import csv
import io
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from robotstudio import cli
from robotstudio.cli import arguments
from robotstudio.engine.crawlers import DEFAULT_TOKENS
from robotstudio.fetch.policy import POLICIES
from tests.fetch.server import ROBOTS, chain, redirect, response, serve, unused_port

Run = Callable[..., tuple[int, str, str]]

FILE = """\
User-agent: *
Disallow: /cart/
Allow: /cart/help

User-agent: Googlebot
Disallow: /é
Disallow: /search # comment
"""


@pytest.fixture
def robots(tmp_path: Path) -> str:
    path = tmp_path / "robots.txt"
    path.write_text(FILE, "utf-8")
    return str(path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs the command line: (exit status, standard output, standard error)."""

    def run_it(*arguments: str) -> tuple[int, str, str]:
        status = cli.main(arguments)
        return status, *capsys.readouterr()

    return run_it


def rows(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_json_has_one_object_a_line_with_fixed_keys(run: Run, robots: str) -> None:
    status, output, errors = run("test", robots, "--crawler", "GPTBot", "--url", "/cart/x", "--format", "json")
    assert (status, errors) == (0, "")
    assert rows(output) == [
        {
            "url": "/cart/x",
            "crawler": "GPTBot",
            "allowed": False,
            "line": 2,
            "rule": "Disallow: /cart/",
            "group": "*",
            "reason": "only-match",
            "dialect": "rfc9309",
        }
    ]
    assert list(rows(output)[0]) == ["url", "crawler", "allowed", "line", "rule", "group", "reason", "dialect"]


def test_line_and_rule_are_null_where_no_rule_decides(run: Run, robots: str) -> None:
    _, output, _ = run("test", robots, "--crawler", "Googlebot", "--url", "/free", "--format", "json")
    row = rows(output)[0]
    assert (row["allowed"], row["line"], row["rule"], row["reason"]) == (True, None, None, "no-match")
    assert row["group"] == "Googlebot"


def test_group_is_null_where_the_file_has_none(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "robots.txt"
    empty.touch()
    _, output, _ = run("test", str(empty), "--crawler", "x", "--url", "/", "--format", "json")
    assert (rows(output)[0]["group"], rows(output)[0]["reason"]) == (None, "no-group")


def test_every_url_is_tested_for_every_crawler_in_the_order_given(run: Run, robots: str) -> None:
    _, output, _ = run(
        "test", robots, "--crawler", "b", "--crawler", "a", "--url", "/2", "/1", "--url", "/3", "--format", "json"
    )
    order = [(row["url"], row["crawler"]) for row in rows(output)]
    assert order == [(url, crawler) for url in ("/2", "/1", "/3") for crawler in ("b", "a")]


def test_default_crawlers_are_those_of_the_catalogue(run: Run, robots: str) -> None:
    _, output, _ = run("test", robots, "--url", "/", "--format", "json")
    assert [row["crawler"] for row in rows(output)] == list(DEFAULT_TOKENS)


def test_known_crawler_brings_its_fallback_chain_and_its_dialect_whatever_its_case(run: Run, robots: str) -> None:
    _, output, _ = run("test", robots, "--crawler", "googlebot-IMAGE", "--url", "/search", "--format", "json")
    row = rows(output)[0]
    assert (row["crawler"], row["group"], row["dialect"]) == ("googlebot-IMAGE", "Googlebot", "google")
    assert (row["allowed"], row["line"], row["rule"]) == (False, 7, "Disallow: /search")


def test_unknown_crawler_is_a_bare_token(run: Run, robots: str) -> None:
    _, output, _ = run("test", robots, "--crawler", "MyBot", "--url", "/search", "--format", "json")
    assert (rows(output)[0]["group"], rows(output)[0]["allowed"]) == ("*", True)


def test_dialect_can_be_chosen_for_all(run: Run, robots: str) -> None:
    _, output, _ = run("test", robots, "--url", "/", "--dialect", "google", "--format", "json")
    assert {row["dialect"] for row in rows(output)} == {"google"}


def test_url_is_normalised_for_the_test_and_shown_as_given(run: Run, robots: str) -> None:
    _, output, _ = run("test", robots, "--crawler", "Googlebot", "--url", "exämple.com/é", "--format", "json")
    assert (rows(output)[0]["url"], rows(output)[0]["line"]) == ("exämple.com/é", 6)


def test_urls_are_read_from_a_table_a_sitemap_and_a_log(run: Run, robots: str, tmp_path: Path) -> None:
    table, sitemap, log = (tmp_path / name for name in ("export.csv", "sitemap.xml", "access.log"))
    table.write_text("Old,New\n/cart/old,/cart/new\n", "utf-8")
    sitemap.write_text("<urlset><url><loc>/cart/map</loc></url></urlset>", "utf-8")
    log.write_text('192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /cart/log HTTP/1.1" 200 1\njunk\n', "utf-8")
    sources = [argument for path in (table, sitemap, log) for argument in ("--urls", str(path))]
    command = ("test", robots, "--crawler", "x", *sources, "--urls-column", "new", "--format", "json")
    status, output, errors = run(*command)
    assert [row["url"] for row in rows(output)] == ["/cart/new", "/cart/map", "/cart/log"]
    assert (status, "access.log, line 2: This line is not a request" in errors) == (0, True)


def test_a_file_without_urls_is_misuse(run: Run, robots: str, tmp_path: Path) -> None:
    picture = tmp_path / "list.txt"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    status, output, errors = run("test", robots, "--urls", str(picture))
    assert (status, output) == (2, "")
    assert "contains no readable URLs: it is a picture." in errors


def test_urls_are_read_from_a_file(run: Run, robots: str, tmp_path: Path) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text("# list\n/cart/a\n\nhttps://example.com/cart/help\n", "utf-8")
    status, output, _ = run("test", robots, "--crawler", "x", "--urls", str(urls), "--format", "json")
    assert status == 0
    assert [(row["url"], row["allowed"]) for row in rows(output)] == [
        ("/cart/a", False),
        ("https://example.com/cart/help", True),
    ]


def test_line_of_a_list_that_is_no_url_is_named_and_the_others_are_tested(
    run: Run, robots: str, tmp_path: Path
) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text("/a\n" + "ftp://x\n" * 12, "utf-8")
    status, output, errors = run("test", robots, "--crawler", "*", "--urls", str(urls), "--format", "json")
    assert (status, len(rows(output)), len(errors.splitlines())) == (2, 1, 11)
    assert "urls.txt, line 2: " in errors
    assert "2 more lines" in errors


def test_text_is_a_sentence_for_each_verdict(run: Run, robots: str) -> None:
    _, output, _ = run("test", robots, "--crawler", "*", "--url", "/cart/help", "/cart/x", "/free")
    assert output.splitlines() == [
        "any other may fetch /cart/help: line 3, Allow: /cart/help – longest match",
        "any other may not fetch /cart/x: line 2, Disallow: /cart/ – only match",
        "any other may fetch /free: no rule matches",
    ]


def test_csv_has_a_header_and_the_same_columns(run: Run, robots: str) -> None:
    _, output, _ = run("test", robots, "--crawler", "x", "--url", '/cart/",', "/free", "--format", "csv")
    table = list(csv.reader(io.StringIO(output)))
    assert table == [
        ["url", "crawler", "allowed", "line", "rule", "group", "reason", "dialect"],
        ['/cart/",', "x", "false", "2", "Disallow: /cart/", "*", "only-match", "rfc9309"],
        ["/free", "x", "true", "", "", "*", "no-match", "rfc9309"],
    ]


def test_file_may_come_from_standard_input(robots: str) -> None:
    command = [
        sys.executable,
        "-m",
        "robotstudio",
        "test",
        "-",
        "--crawler",
        "x",
        "--url",
        "/cart/",
        "--format",
        "json",
    ]
    with Path(robots).open("rb") as stdin:
        done = subprocess.run(command, stdin=stdin, capture_output=True, text=True, check=True)
    assert rows(done.stdout)[0]["line"] == 2


def test_output_does_not_depend_on_the_locale(robots: str) -> None:
    command = [sys.executable, "-m", "robotstudio", "test", robots, "--crawler", "Googlebot", "--url", "/%C3%A9"]
    environment = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PATH": ""}
    done = subprocess.run(command, capture_output=True, check=True, env=environment)
    assert "line 6, Disallow: /é".encode() in done.stdout


def test_reader_that_stops_reading_is_told_nothing_and_no_green_check(robots: str, tmp_path: Path) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text("".join(f"/{number}\n" for number in range(5_000)), "utf-8")
    command = [sys.executable, "-m", "robotstudio", "test", robots, "--urls", str(urls)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read().decode()
    assert (process.returncode, said) == (141, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "required"),
        (("test",), "required"),
        (("test", "{robots}"), "--url"),
        (("test", "{robots}", "--url", "/", "--urls", "x"), "not allowed with"),
        (("test", "{robots}", "--url", "/", "--dialect", "nix"), "'nix'"),
        (("test", "{robots}", "--url", "/", "--format", "xml"), "'xml'"),
        (("test", "{robots}", "--url", "/", "--crawler", " "), "product token"),
        (("test", "{robots}", "--url", "ftp://x"), "ftp"),
        (("test", "{robots}", "--urls", "missing.txt"), "missing.txt"),
        (("test", "{robots}", "--url", "/", "--urls-column", "URL"), "--urls-column chooses a column"),
        (("test", "missing.txt", "--url", "/"), "missing.txt"),
        (("test", ".", "--url", "/"), "“.”"),
        (("test", "{robots}", "--url", "/", "--nonsense"), "--nonsense"),
        (("fetch",), "URL"),
        (("fetch", ""), "No address"),
        (("fetch", "example.com", "--as", "nobody"), "nobody"),
        (("fetch", "example.com", "--as", "Google-Extended"), "fetches nothing"),
        (("fetch", "gopher://example.com"), "gopher"),
        (("fetch", "https://example.com:99999"), "99999"),
        (("nonsense",), "nonsense"),
    ],
)
def test_misuse_is_status_2_and_one_line(run: Run, robots: str, arguments: tuple[str, ...], said: str) -> None:
    status, output, errors = run(*(argument.format(robots=robots) for argument in arguments))
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert errors.startswith("robotstudio: ")
    assert said in errors


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("test", "--help"), ("fetch", "-h")])
def test_help_and_version_are_no_misuse(run: Run, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as exit_:
        run(*arguments)
    assert exit_.value.code == 0


def test_fetch_as_json_has_fixed_keys(run: Run) -> None:
    file = response(200, ROBOTS, "Content-Type: text/plain", "X-A: 1", "X-A: 2")
    with serve({"/robots.txt": redirect("/b"), "/b": file}) as server:
        status, output, errors = run("fetch", f"{server.url}/page", "--format", "json")
    report = json.loads(output)
    assert (status, errors) == (0, "")
    assert list(report)[:12] == [
        "url", "final_url", "outcome", "status", "hops", "headers", "bytes", "truncated", "sha256", "elapsed_ms",
        "error", "effects",
    ]  # fmt: skip
    assert (report["url"], report["final_url"]) == (f"{server.url}/robots.txt", f"{server.url}/b")
    assert (report["outcome"], report["status"], report["bytes"]) == ("success", 200, len(ROBOTS))
    assert [list(hop) for hop in report["hops"]] == [["url", "status", "location", "elapsed_ms"]] * 2
    assert [(hop["status"], hop["location"]) for hop in report["hops"]] == [(301, "/b"), (200, None)]
    assert (report["headers"]["content-type"], report["headers"]["x-a"]) == ("text/plain", "1, 2")
    assert (report["truncated"], report["error"]) == (False, None)
    assert set(report["effects"]) == set(POLICIES)
    assert set(report["effects"].values()) == {"parse"}
    assert (report["crawler"], report["encoding"], report["hop_flags"]) == (None, "ascii", [[], []])


def test_fetch_as_a_crawler_sends_its_header_and_says_so(run: Run) -> None:
    with serve(response(200, ROBOTS)) as server:
        status, output, _ = run("fetch", server.url, "--as", "gptbot", "--format", "json")
        report = json.loads(output)
        assert b"GPTBot/" in server.requests[0]
        assert run("fetch", server.url, "--as", "gptbot")[1].count(
            "Fetched by Robot Studio with the User-Agent header of GPTBot"
        )
    assert (status, report["crawler"]) == (0, "GPTBot")
    assert "GPTBot/" in report["user_agent"]


def test_fetch_that_fails_is_status_1(run: Run) -> None:
    status, output, errors = run("fetch", f"http://127.0.0.1:{unused_port()}", "--format", "json")
    report = json.loads(output)
    assert (status, errors) == (1, "")
    assert (report["outcome"], report["status"]) == ("refused", None)
    assert report["error"].startswith("The server at 127.0.0.1 refused the connection on port ")
    assert (report["effects"]["rfc9309"], report["effects"]["google"]) == ("disallow_all", "disallow_all")


@pytest.mark.parametrize(
    ("status", "effects"),
    [
        (404, {"rfc9309": "allow_all", "google": "allow_all"}),
        (429, {"rfc9309": "allow_all", "google": "disallow_all"}),
        (503, {"rfc9309": "disallow_all", "google": "disallow_all"}),
    ],
)
def test_fetch_without_a_file_is_status_1_and_says_what_it_means(
    run: Run, status: int, effects: dict[str, str]
) -> None:
    with serve(response(status)) as server:
        code, output, _ = run("fetch", server.url, "--format", "json")
    assert code == 1
    assert effects.items() <= json.loads(output)["effects"].items()


def test_fetch_as_text_names_hops_size_and_meaning(run: Run) -> None:
    with serve(chain(1)) as server:
        _, output, _ = run("fetch", server.url)
    lines = output.splitlines()
    assert lines[:3] == ["200 after 1 redirect. The rules in the file apply.", f"The rules apply to {server.url}.", ""]
    assert lines[3].startswith(f"301  {server.url}/robots.txt  (HTTP/1.1, 127.0.0.1, ")
    assert lines[5] == f"{len(ROBOTS)} B, text/plain"
    assert lines[7:] == ["RFC 9309: reads the rules", "Google: reads the rules"]


def test_fetched_file_is_saved_byte_for_byte(run: Run, tmp_path: Path) -> None:
    body = b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /\xe9\n"
    target = tmp_path / "saved.txt"
    with serve(response(200, body)) as server:
        assert run("fetch", server.url, "-o", str(target))[0] == 0
    assert target.read_bytes() == body


def test_page_of_an_error_never_replaces_a_file(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "saved.txt"
    target.write_bytes(ROBOTS)
    with serve(response(404, b"<html>not found")) as server:
        assert run("fetch", server.url, "-o", str(target))[0] == 1
    assert target.read_bytes() == ROBOTS


def test_fetched_file_goes_to_standard_output_and_the_report_does_not() -> None:
    with serve(response(200, ROBOTS)) as server:
        done = subprocess.run(
            [sys.executable, "-m", "robotstudio", "fetch", server.url, "-o", "-"], capture_output=True, check=True
        )
    assert done.stdout == ROBOTS
    assert done.stderr.startswith(b"200. ")


def test_own_crawlers_of_the_person_are_known(
    run: Run, robots: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROBOTSTUDIO_HOME", str(tmp_path))
    own = {"crawlers": [{"token": "ShopBot", "fallback": ["Googlebot"], "dialect": "bing"}, 7]}
    (tmp_path / "crawlers.json").write_text(json.dumps(own), "utf-8")
    status, output, errors = run("test", robots, "--crawler", "shopbot", "--url", "/search", "--format", "json")
    (row,) = rows(output)
    assert (row["group"], row["dialect"], row["allowed"]) == ("Googlebot", "bing", False)
    assert status == 0
    assert "crawler 2 must be an object" in errors


def test_crawler_that_never_follows_the_star_may_fetch_what_the_star_blocks(run: Run, robots: str) -> None:
    _, output, _ = run("test", robots, "--crawler", "AdsBot-Google", "--url", "/cart/x", "--format", "json")
    (row,) = rows(output)
    assert (row["allowed"], row["group"], row["reason"]) == (True, None, "no-group")


@pytest.mark.parametrize("columns", ["50", "0", "-3", "wide", None])
def test_help_is_as_wide_as_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: str | None) -> None:
    if columns is None:
        monkeypatch.delenv("COLUMNS", raising=False)
    else:
        monkeypatch.setenv("COLUMNS", columns)
    assert arguments._columns() == shutil.get_terminal_size().columns
