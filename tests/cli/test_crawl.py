"""`robotstudio crawl` and `robotstudio search`, as they are typed. Outside checks rely on their keys."""

import contextlib
import csv
import io
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from robotstudio.cli import crawl_pages, search
from robotstudio.crawl.kept import kept_crawl
from robotstudio.crawl.records import plan_of
from robotstudio.crawl.runs import latest_run, runs_of
from robotstudio.crawl.store import CrawlStore
from tests.cli.conftest import Run
from tests.crawl.site import Asked, Reply, html, site
from tests.fetch.conftest import authorities, plain_http
from tests.fetch.server import unused_port

__all__ = ["authorities", "plain_http"]
pytestmark = pytest.mark.usefixtures("plain_http")

ROBOTS = "User-agent: RobotStudio\nDisallow: /secret\nUser-agent: *\nDisallow: /private\n"
ANSWERS = {
    "/robots.txt": ROBOTS,
    "/": html("/guide", "/private", "/secret", "/hidden", head="<title>Home</title>"),
    "/guide": html("/", head="<title>Guide</title>", text="How crawlers are indexing pages"),
    "/private": html(head="<title>Private</title>", text="Our index of prices"),
    "/hidden": html(head="<title>Hidden</title><meta name=robots content=noindex>", text="An index nobody sees"),
}


def tagged(asked: Asked) -> Reply:
    """Answer with an ETag, and with 304 for whoever has it already."""
    if asked.headers.get("if-none-match") == '"1"':
        return Reply(status=304)
    body = ANSWERS.get(asked.path)
    return Reply("", 404) if body is None else Reply(body, headers={"ETag": '"1"'})


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def objects(output: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.splitlines()]


@pytest.fixture
def crawled(run: Run, state: Path) -> Callable[..., list[dict[str, object]]]:
    def crawl_it(*arguments: str, status: int = 0) -> list[dict[str, object]]:
        code, output, errors = run("crawl", *arguments, "--state", str(state), "--rate", "0", "--format", "json")
        assert (code, errors) == (status, "")
        return objects(output)

    return crawl_it


def test_connections_are_kept_with_the_crawl(crawled: Callable[..., list[dict[str, object]]], state: Path) -> None:
    with site(ANSWERS) as place:
        crawled(place.url, "--connections", "3", "--all-connections", "9")
        crawled("--resume")
    with CrawlStore.reading(state) as store:
        plan = plan_of(store)
    assert (plan.connections, plan.at_once) == (3, 9)


def test_pages_are_told_with_fixed_keys(crawled: Callable[..., list[dict[str, object]]], tmp_path: Path) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text("User-agent: GPTBot\nDisallow: /guide\n")
    with site(ANSWERS) as place:
        pages = crawled(place.url, "--crawler", "Googlebot", "--crawler", "GPTBot")
        drafted = crawled("--resume", "--draft", str(draft), "--crawler", "GPTBot")
    assert len({tuple(page) for page in pages}) == 1
    assert {tuple(page)[:9] for page in pages} == {crawl_pages.CrawlRow._fields[:9]}
    assert len(pages) == 5
    found = {str(page["url"]).removeprefix(place.url): page for page in pages}
    assert (found["/guide"]["indexability"], found["/guide"]["duplicate_of"]) == ("indexable", "")
    assert {name: found["/guide"][name] for name in crawl_pages.CrawlRow._fields[:9]} | {"sha256": "", "bytes": 0} == {
        "url": f"{place.url}/guide",
        "status": 200,
        "depth": 1,
        "found_on": f"{place.url}/",
        "content_type": "text/html; charset=utf-8",
        "bytes": 0,
        "sha256": "",
        "blocked": {"Googlebot": False, "GPTBot": False},
        "ended_by": None,
    }
    assert found["/private"]["blocked"] == {"Googlebot": True, "GPTBot": True}
    assert (found["/secret"]["status"], found["/secret"]["ended_by"]) == (None, "robots")
    assert [page["blocked"] for page in drafted if page["url"] == f"{place.url}/guide"] == [{"GPTBot": True}]


def test_second_crawl_asks_for_what_changed_and_keeps_the_first(
    crawled: Callable[..., list[dict[str, object]]], state: Path
) -> None:
    with site(tagged) as place:
        first = crawled(place.url)
        content = state.read_bytes()
        place.asked.clear()
        second = crawled(place.url)
        asked = [request for request in place.asked if request.path in ANSWERS and request.path != "/robots.txt"]
    assert len(asked) == 4
    assert all("if-none-match" in request.headers for request in asked)
    for page in (*first, *second):
        page["response_ms"] = 0  # another one each time
    assert sorted(map(str, first)) == sorted(map(str, second))
    assert len(runs_of(state)) == 2
    assert state.read_bytes() == content
    assert latest_run(state) != state


def test_newest_run_is_the_one_that_is_gone_on_with_searched_and_reported(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path, tmp_path: Path
) -> None:
    answers = dict(ANSWERS)
    with site(answers) as place:
        crawled(place.url)
        answers["/guide"] = html("/", text="Something about zebras")
        crawled(place.url)
    assert len(runs_of(state)) == 2
    status, _, errors = run("search", "zebras", "--state", str(state))
    said = f"robotstudio: Reading “{latest_run(state)}”, the newest crawl of “{state}”.\n"
    assert (status, errors) == (0, said)
    assert run("search", "zebras", "--state", str(latest_run(state)))[2] == ""
    (tmp_path / "robots.txt").write_text("")
    asked = ("report", str(tmp_path / "robots.txt"), "--crawl", str(state), "--only", "site", "--no-config")
    status, output, errors = run(*asked, "--search", "zebras", "--format", "md")
    assert (status, errors) == (0, said)
    assert "/guide" in output
    assert len(crawled("--resume")) == 5
    assert len(runs_of(state)) == 2


def test_text_says_in_which_file_a_later_run_is(run: Run, state: Path) -> None:
    with site(ANSWERS) as place:
        asked = ("crawl", place.url, "--state", str(state), "--rate", "0")
        first, second = run(*asked)[1], run(*asked)[1]
    assert "This crawl is in" not in first
    assert f"This crawl is in “{runs_of(state)[-1]}”; earlier ones are kept.\n" in second


def altered(path: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def test_entries_that_cannot_be_read_are_counted_and_repaired(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path
) -> None:
    with site(ANSWERS) as place:
        crawled(place.url)
        altered(state, "UPDATE page SET tags = '{' WHERE id = 2")
        status, output, errors = run("crawl", "--resume", "--state", str(state), "--format", "json")
        assert (status, len(objects(output))) == (1, 4)
        assert errors.startswith("robotstudio: 1 entry of the crawl file cannot be read and was left out.")
        body = state.read_bytes()
        status, output, errors = run("crawl", "--repair", "--state", str(state))
        assert (status, errors) == (1, "")
        assert output == f"Copied 3 of 4 pages to “{latest_run(state)}”. “{state}” is unchanged.\n"
        assert state.read_bytes() == body
        assert len(crawled("--resume")) == 5
        assert place.counts["/guide"] == 2
        assert run("crawl", "--repair", "--state", str(latest_run(state)))[0] == 0


def test_damaged_file_is_told_with_what_to_do(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path
) -> None:
    with site(ANSWERS) as place:
        crawled(place.url)
        state.write_bytes(state.read_bytes()[:20_000])
        for arguments in (("crawl", "--resume"), ("search", "word")):
            status, output, errors = run(*arguments, "--state", str(state))
            assert (status, output, errors.count("\n")) == (2, "", 1)
            assert f"The crawl in “{state}” is damaged" in errors
            assert "crawl --repair" in errors
        assert len(crawled(place.url)) == 5


def test_limits_hold_and_a_resumed_crawl_goes_on(crawled: Callable[..., list[dict[str, object]]]) -> None:
    with site(ANSWERS) as place:
        assert len(crawled(place.url, "--max-pages", "2")) == 2
        assert len(crawled("--resume")) == 5
        assert max(place.counts.values()) == 1


def test_own_site_is_crawled_whole(crawled: Callable[..., list[dict[str, object]]]) -> None:
    with site(ANSWERS) as place:
        assert "robots" not in {page["ended_by"] for page in crawled(place.url, "--mine")}
        assert "/secret" in place.counts


def test_text_and_csv_say_the_same(run: Run, state: Path) -> None:
    with site(ANSWERS) as place:
        _, text, _ = run("crawl", place.url, "--state", str(state), "--rate", "0", "--crawler", "GPTBot")
        arguments = ("crawl", "--resume", "--state", str(state), "--crawler", "GPTBot")
        _, table, _ = run(*arguments, "--format", "csv")
    assert f"200    1  {place.url}/private  (blocked for GPTBot)" in text
    assert (
        f"---    1  {place.url}/secret  (the live robots.txt forbids it for Robot Studio; blocked for GPTBot)"
        not in text
    )
    assert "5 URLs found: 4 fetched, 0 queued, 1 forbidden by the live robots.txt" in text
    rows = list(csv.reader(io.StringIO(table)))
    assert rows[0][:9] == list(crawl_pages.CrawlRow._fields)[:9]
    assert {"title", "h1", "indexability", "canonical_status", "redirect_chain", "duplicate_of"} <= {*rows[0]}
    assert [row[7] for row in rows if row[0].endswith("/private")] == ["GPTBot"]


def test_findings_over_the_site_are_told_in_each_format(run: Run, state: Path) -> None:
    asked = (
        "crawl",
        "--state",
        str(state),
        "--rate",
        "0",
        "--crawler",
        "Googlebot",
        "--crawler",
        "GPTBot",
        "--findings",
    )
    with site(ANSWERS) as place:
        _, text, _ = run(*asked, place.url)
        _, lines, _ = run(*asked, "--resume", "--format", "json")
        _, table, _ = run(*asked, "--resume", "--format", "csv")
    assert "Blocked, but linked from open pages: 1 URL  (Warning)\n" in text
    assert "\n  Pages link to these URLs, so they can be listed without their content. If the URLs " in text
    assert f"  {place.url}/private  (one page leads there or needs it; for Googlebot and GPTBot; line 4)\n" in text
    assert "5 URLs found" in text
    (found,) = objects(lines)
    assert found == {
        "finding": "blocked-but-linked",
        "waste": None,
        "url": f"{place.url}/private",
        "crawlers": ["Googlebot", "GPTBot"],
        "lines": [4],
        "pages": 1,
        "other": None,
        "new": False,
        "rules": [],
        "stops_others": None,
        "severity": "warning",
        "why": "Pages link to these URLs, so they can be listed without their content.",
        "fix": "If the URLs must not be listed, use noindex instead of blocking. Otherwise, do nothing.",
    }
    rows = list(csv.reader(io.StringIO(table)))
    assert rows[0] == list(found)
    assert rows[1][3] == "Googlebot GPTBot"


def test_columns_of_a_table_stand_beside_urls_and_findings(run: Run, state: Path, tmp_path: Path) -> None:
    table = tmp_path / "clicks.csv"
    asked = ("crawl", "--state", str(state), "--rate", "0", "--crawler", "Googlebot", "--join", str(table))
    with site(ANSWERS) as place:
        table.write_text(f"url,clicks,status\n{place.url}/private,9,200\nhttps://other.example/,7,200\n", "utf-8")
        _, urls, _ = run(*asked, place.url, "--format", "json")
        _, findings, _ = run(*asked, "--resume", "--findings", "--format", "json")
        _, rows, _ = run(*asked, "--resume", "--findings", "--format", "csv")
        refused = [run(*asked, "--resume", *more)[::2] for more in ((), ("--not-fetched", "--format", "json"))]
    clicks = {row["url"]: (row["columns"], row["status"]) for row in objects(urls)}
    assert clicks[f"{place.url}/private"] == ({"Clicks (clicks.csv)": 9, "status (clicks.csv)": 200}, 200)
    assert clicks[f"{place.url}/guide"] == ({"Clicks (clicks.csv)": None, "status (clicks.csv)": None}, 200)
    assert [row["columns"] for row in objects(findings)] == [{"Clicks (clicks.csv)": 9, "status (clicks.csv)": 200}]
    (found,) = csv.DictReader(io.StringIO(rows))
    assert found["Clicks (clicks.csv)"] == "9"
    assert {(status, "JSON and CSV of URLs and findings only" in error) for status, error in refused} == {(2, True)}


def test_site_without_fault_has_no_findings(run: Run, state: Path) -> None:
    with site(ANSWERS | {"/robots.txt": "", "/secret": html("/", text="nobody else has this")}) as place:
        _, text, _ = run("crawl", place.url, "--state", str(state), "--rate", "0", "--findings")
    assert text.startswith("No problems found.\n")


def test_host_that_does_not_answer_is_a_finding(run: Run, state: Path) -> None:
    address = f"http://127.0.0.1:{unused_port()}"
    status, _, errors = run("crawl", address, "--state", str(state), "--format", "json")
    assert status == 1
    assert errors.count("\n") == 1
    assert address in errors


def test_host_that_wants_to_rest_is_told_as_such(run: Run, state: Path) -> None:
    with site({"/robots.txt": Reply("", 503, {"Retry-After": "86400"})}) as place:
        status, _, errors = run("crawl", place.url, "--state", str(state), "--format", "json")
    assert (status, errors) == (
        1,
        f"robotstudio: {place.url} asked to wait longer than 10 minutes (Retry-After); --resume tries it again.\n",
    )


@pytest.mark.parametrize(("status", "hint"), [(401, True), (404, False)])
def test_start_that_is_refused_is_no_finished_crawl(run: Run, state: Path, status: int, hint: bool) -> None:
    with site({"/": Reply("no", status)}) as place:
        code, output, errors = run("crawl", place.url, "--state", str(state))
        host = place.url.removeprefix("http://")
    assert code == 1
    assert "1 fetched" in output
    assert f"No page was read: {place.url}/ answered {status}." in errors
    assert (f"“robotstudio access {host}” keeps what to send to it" in errors) is hint


def test_user_name_in_an_address_is_told_and_not_sent(run: Run, state: Path) -> None:
    with site({"/": "home"}) as place:
        address = place.url.replace("://", "://joe:secret@")
        status, output, errors = run("crawl", address, "--state", str(state), "--rate", "0")
        assert all("Authorization" not in asked.headers for asked in place.asked)
    assert status == 0
    assert "The user name and password in the URL of" in errors
    assert "secret" not in output + errors


def test_traps_are_followed_if_asked_for(crawled: Callable[..., list[dict[str, object]]]) -> None:
    with site(lambda asked: Reply("" if asked.path == "/robots.txt" else html("a/b/", text=asked.path))) as place:
        assert [row["ended_by"] for row in crawled(place.url, "--max-pages", "20")][-1] == "repeated-path"
        more = crawled("--resume", "--no-traps", "--max-pages", "20")
        assert (len(more), {row["ended_by"] for row in more}) == (20, {None})


def test_what_was_not_fetched_is_told_by_reason(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path
) -> None:
    with site(ANSWERS) as place:
        rows = crawled(place.url, "--exclude", "/guide", "--not-fetched")
        assert [tuple(row[key] for key in ("reason", "url", "line")) for row in rows] == [
            ("excluded", f"{place.url}/guide", None),
            ("robots", f"{place.url}/secret", 2),
        ]
        _, text, _ = run("crawl", "--state", str(state), "--resume", "--not-fetched")
    assert "the live robots.txt forbids it for Robot Studio: 1 URL\n" in text
    assert f"  {place.url}/secret  (line 2)\n" in text


def test_one_trap_is_followed_and_the_crawl_keeps_it(crawled: Callable[..., list[dict[str, object]]]) -> None:
    with site(lambda asked: Reply("" if asked.path == "/robots.txt" else html("a/b/", text=asked.path))) as place:
        assert crawled(place.url, "--not-fetched")[0]["reason"] == "repeated-path"
        assert len(crawled("--resume", "--follow-trap", "repeated-path", "--max-pages", "15")) == 15
        assert len(crawled("--resume", "--max-pages", "20")) == 20


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("crawl", "example.com"), "--state"),
        (("crawl", "example.com", "--state", "FILE", "--follow-trap", "calender"), "calendar"),
        (("crawl", "--state", "FILE"), "START"),
        (("crawl", "/path", "--state", "FILE"), "is not a site"),
        (("crawl", "example.com", "--state", "FILE", "--rate", "-1"), "--rate"),
        (("crawl", "example.com", "--state", "FILE", "--connections", "0"), "--connections"),
        (("crawl", "example.com", "--state", "FILE", "--all-connections", "201"), "--all-connections"),
        (("crawl", "example.com", "--state", "FILE", "--max-pages", "0"), "--max-pages"),
        (("crawl", "example.com", "--state", "OTHER"), "is not a crawl file"),
        (("crawl", "--repair", "--state", "FILE"), "no crawl in"),
        (("crawl", "--repair", "--state", "OTHER"), "is not a crawl file"),
        (("crawl", "--repair", "--resume", "--state", "FILE"), "--repair fetches nothing"),
        (("search", "word", "--state", "FILE"), "no crawl in"),
        (("search", "word", "--state", "OTHER"), "is not a crawl file"),
    ],
)
def test_misuse_is_one_line(run: Run, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    other = tmp_path / "OTHER"
    other.write_text("notes " * 1_000)
    paths = {"FILE": str(tmp_path / "FILE"), "OTHER": str(other)}
    status, output, errors = run(*(paths.get(argument, argument) for argument in arguments))
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert said in errors


# compared


def test_crawl_is_compared_with_the_one_before_it(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path
) -> None:
    answers = dict(ANSWERS)
    asked = ("--against", str(state), "--crawler", "Googlebot")
    with site(answers) as place:
        crawled(place.url)
        answers["/guide"] = html("/", head="<title>Handbook</title>", text="How crawlers are indexing pages")
        answers["/robots.txt"] = f"{ROBOTS}Disallow: /hidden\n"
        del answers["/private"]
        rows = crawled(place.url, *asked, status=1)
        assert len(runs_of(state)) == 2
        place.asked.clear()
        assert crawled(*asked, status=1) == rows
        assert place.asked == []
        assert crawled(*asked, "--only", "new", status=0) == []
    found = {str(row["url"]).removeprefix(place.url): row for row in rows}
    assert {path: (row["kind"], row["differences"]) for path, row in found.items()} == {
        "/private": ("gone", ["gone"]),
        "/guide": ("changed", ["title"]),
        "/hidden": ("changed", ["verdict"]),
    }
    assert found["/guide"]["before"] | {"title": "Handbook"} == found["/guide"]["after"]  # type: ignore[operator]
    assert found["/hidden"]["verdicts"] == {"Googlebot": {"before": True, "after": False, "line": 5}}
    status, output, errors = run("crawl", "--state", str(state), *asked)
    assert (status, errors) == (1, "")
    assert "1 page is gone. 1 page is newly blocked, by line 5." in output
    assert f"changed  {place.url}/guide  (title: Guide → Handbook)" in output
    assert f"gone     {place.url}/private  (status: 200 → 404)" in output


def test_crawl_that_reached_nothing_is_not_said_to_be_equal(run: Run, state: Path) -> None:
    with site(ANSWERS) as place:
        assert run("crawl", place.url, "--state", str(state), "--rate", "0")[0] == 0
        url = place.url
    asked = ("--state", str(state), "--against", str(state))
    status, output, _ = run("crawl", url, "--rate", "0", *asked)  # the server is gone
    assert status == 1
    assert "Nothing differs." not in output
    assert "Nothing differs among the URLs that both have reached." in output


@pytest.mark.parametrize("option", ["--findings", "--not-fetched"])
def test_comparison_refuses_what_it_does_not_print(option: str, run: Run, state: Path) -> None:
    status, output, errors = run("crawl", "--state", str(state), "--against", str(state), option)
    assert (status, output) == (2, "")
    assert f"leave out {option}." in errors


def test_crawl_has_a_name_and_its_comparison_is_a_table_of_markdown(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path
) -> None:
    answers = dict(ANSWERS)
    with site(answers) as place:
        crawled(place.url, "--name", "Before relaunch")
        answers["/guide"] = html("/", head="<title>A | B</title>", text="How crawlers are indexing pages")
        crawled(place.url)
    kept = kept_crawl(state)
    assert kept is not None
    assert kept.name == "Before relaunch"
    status, output, errors = run("crawl", "--state", str(state), "--against", str(state), "--format", "md")
    assert (status, errors) == (1, "")
    assert f"| `{place.url}/guide` | changed | title: Guide → A \\\\| B |" in output


def test_damage_of_a_compared_crawl_is_told_and_called_no_difference(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path
) -> None:
    with site(ANSWERS) as place:
        crawled(place.url)
        crawled(place.url)
    with contextlib.closing(sqlite3.connect(latest_run(state))) as connection, connection:
        connection.execute("UPDATE url SET ended_by = 'zzz' WHERE url LIKE '%/guide'")
    asked = ("crawl", "--state", str(state), "--against", str(state), "--format", "json")
    status, output, errors = run(*asked)
    assert (status, output.strip()) == (1, "")
    assert errors.count("\n") == 1


def test_crawl_is_compared_with_a_list(crawled: Callable[..., list[dict[str, object]]], tmp_path: Path) -> None:
    listed = tmp_path / "sitemap.txt"
    with site(ANSWERS) as place:
        crawled(place.url)
    listed.write_text(f"{place.url}/guide\n/nowhere\n")
    rows = crawled("--against", str(listed), "--crawler", "Googlebot", status=1)
    assert {str(row["url"]).removeprefix(place.url): row["kind"] for row in rows} == {
        "/": "new",
        "/private": "new",
        "/nowhere": "gone",
    }


def test_first_crawl_has_none_to_be_compared_with(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path
) -> None:
    with site(ANSWERS) as place:
        crawled(place.url)
    status, output, errors = run("crawl", "--state", str(state), "--against", str(state))
    assert (status, output) == (2, "")
    assert errors == f"robotstudio: “{state}” has no earlier crawl to compare with.\n"
    assert run("crawl", "--state", str(state), "--only", "new")[0] == 2


# search


def test_report_has_what_is_found_in_the_crawl_and_from_whom_it_is_hidden(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path, tmp_path: Path
) -> None:
    with site(ANSWERS) as place:
        crawled(place.url)
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /private\n", "utf-8")
    asked = ("report", str(tmp_path / "robots.txt"), "--crawl", str(state), "--crawler", "GPTBot", "--only", "site")
    searches = ("--search", "indexed", "--search", "nothinglikethis", "--no-config")
    status, output, errors = run(*asked, *searches, "--format", "csv")
    assert (status, errors) == (0, "")
    rows = [row for row in csv.reader(io.StringIO(output)) if row[1:2] == ["searches"]]
    hidden = {row[4].removeprefix(place.url): row[6] for row in rows}
    assert hidden == {"/guide": "", "/private": "GPTBot (line 2)", "/hidden": "GPTBot"}
    assert "No page has these words: nothinglikethis." in run(*asked, *searches, "--format", "md")[1]
    assert run("report", str(tmp_path / "robots.txt"), "--search", "x", "--no-config")[0] == 2


def test_pages_are_found_and_hidden_by_line(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path
) -> None:
    with site(ANSWERS) as place:
        crawled(place.url)
    arguments = ("--state", str(state), "--crawler", "GPTBot", "--crawler", "Googlebot")
    status, output, errors = run("search", "indexed", *arguments, "--format", "json")
    hits = objects(output)
    assert (status, errors) == (0, "")
    assert [list(hit) for hit in hits] == [list(search.HitRow._fields)] * 3
    found = {str(hit["url"]).removeprefix(place.url): hit for hit in hits}
    assert found["/guide"]["snippet"] == "How crawlers are **indexing** pages to /"
    assert (found["/guide"]["hidden_for"], found["/guide"]["title"]) == ({}, "Guide")
    assert found["/private"]["hidden_for"] == {"GPTBot": 4, "Googlebot": 4}
    assert found["/private"]["snippet"] == ""
    assert found["/hidden"]["hidden_for"] == {"GPTBot": None, "Googlebot": None}
    _, text, _ = run("search", "indexed", *arguments)
    assert "hidden from GPTBot by line 4; hidden from Googlebot by line 4" in text
    assert run("search", "nothinglikethis", *arguments)[0] == 1
    assert len(objects(run("search", "indexed", *arguments, "--limit", "1", "--format", "json")[1])) == 1


def test_draft_changes_what_is_hidden(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path, tmp_path: Path
) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text("User-agent: *\nDisallow: /guide\n")
    with site(ANSWERS) as place:
        crawled(place.url)
    arguments = ("--state", str(state), "--crawler", "GPTBot", "--format", "json", "--draft", str(draft))
    found = {hit["url"]: hit["hidden_for"] for hit in objects(run("search", "index", *arguments)[1])}
    assert found[f"{place.url}/guide"] == {"GPTBot": 2}
    assert found[f"{place.url}/private"] == {}


def test_report_knows_from_the_crawl_what_is_in_the_way_of_a_validation(
    run: Run, crawled: Callable[..., list[dict[str, object]]], state: Path, tmp_path: Path
) -> None:
    answers = {"/": html("/wool"), "/wool": html("/", head="<meta name=robots content=noindex>")}
    with site(answers) as place:
        crawled(place.url)
        url = f"{place.url}/wool"
    closed = "User-agent: *\nDisallow: /wool\n"
    row = f"{url},Blocked by robots.txt,2026-10-20"
    for name, text in (("export.csv", f"URL,Reason,Last crawled\n{row}\n"), ("open.txt", ""), ("closed.txt", closed)):
        (tmp_path / name).write_text(text, "utf-8")
    versions = ("--file", f"2026-09-01={tmp_path}/closed.txt", "--file", f"2026-10-01={tmp_path}/open.txt")
    asked = ("report", str(tmp_path / "open.txt"), "--site", place.url, "--indexing", str(tmp_path / "export.csv"))
    more = (*versions, "--only", "indexing", "--no-config", "--format", "md")
    assert "Safe to press Validate fix" in run(*asked, *more)[1]
    assert "Not yet: 1 has a noindex" in run(*asked, *more, "--crawl", str(state))[1]
