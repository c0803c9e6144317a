"""`robotstudio diff`: what it prints and how it exits. Outside checks rely on both."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]

OLD = "User-agent: *\nDisallow: /cart/checkout\nDisallow: /gone\n"
NEW = "User-agent: *\nDisallow: /cart/\n\nUser-agent: Googlebot\nDisallow: /cart/checkout # new\n"
URLS = ["/cart/", "/cart/checkout", "/gone", "/free"]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    paths = [tmp_path / "old.txt", tmp_path / "new.txt"]
    for path, text in zip(paths, (OLD, NEW), strict=True):
        path.write_text(text, "utf-8")
    return [str(path) for path in paths]


def test_json_has_one_object_for_each_verdict_that_flips(run: Run, files: list[str]) -> None:
    crawlers = ["--crawler", "Googlebot", "--crawler", "*"]
    status, output, errors = run("diff", *files, *crawlers, "--url", *URLS, "--format", "json")
    assert (status, errors) == (1, "")
    free = {"allowed": True, "line": None}
    assert [json.loads(line) for line in output.splitlines()] == [
        {"url": "/cart/", "crawler": "*", "before": free, "after": {"allowed": False, "line": 2}},
        {"url": "/gone", "crawler": "Googlebot", "before": {"allowed": False, "line": 3}, "after": free},
        {"url": "/gone", "crawler": "*", "before": {"allowed": False, "line": 3}, "after": free},
    ]


def test_text_has_a_summary_for_each_crawler_and_the_lines_that_flip(run: Run, files: list[str]) -> None:
    crawlers = ["--crawler", "Googlebot", "--crawler", "*"]
    status, output, _ = run("diff", *files, *crawlers, "--url", *URLS)
    assert status == 1
    assert output.splitlines() == [
        "Googlebot: 1 URL becomes allowed, 1 URL is decided by another rule",
        "any other: 1 URL becomes blocked, 1 URL becomes allowed",
        "",
        "Line 2: Disallow: /cart/checkout became /cart/ – 1 URL becomes blocked for any other",
        "  /cart/",
        "",
        "Line 3 before: Disallow: /gone is gone – 1 URL becomes allowed for any other",
        "  /gone",
        "",
        ("Line 4: these crawlers now read this group instead of another – 1 URL becomes allowed for Googlebot"),
        "  /gone",
        "",
        "3 of 8 verdicts flip.",
    ]


def test_files_that_say_the_same_are_status_0(run: Run, files: list[str]) -> None:
    status, output, _ = run("diff", files[0], files[0], "--crawler", "ia_archiver", "--url", *URLS)
    assert (status, output) == (0, "ia_archiver: no change\n\n0 of 4 verdicts flip.\n")
    assert run("diff", files[0], files[0], "--url", "/", "--format", "json") == (0, "", "")


@pytest.mark.parametrize(("share", "status"), [("0.5", 0), ("50%", 0), ("0.49", 1), ("0", 1), ("100%", 0)])
def test_some_flips_may_be_allowed(run: Run, files: list[str], share: str, status: int) -> None:
    assert run("diff", *files, "--crawler", "ia_archiver", "--url", *URLS, "--max-flips", share)[0] == status


def test_draft_that_shuts_out_a_search_engine_is_named_whatever_may_flip(
    run: Run, files: list[str], tmp_path: Path
) -> None:
    closed = tmp_path / "closed.txt"
    closed.write_text("User-agent: Googlebot\nDisallow: /\n", "utf-8")
    status, _, errors = run("diff", files[0], str(closed), "--crawler", "ia_archiver", "--url", "/", "--max-flips", "1")
    assert (status, errors) == (1, "robotstudio: The new file blocks the whole site for Googlebot and Applebot.\n")


@pytest.mark.parametrize("content", ["", "# nothing yet\n", "<?xml version='1.0'?><urlset/>"])
def test_file_without_urls_is_told_and_does_not_pass(run: Run, files: list[str], tmp_path: Path, content: str) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text(content, "utf-8")
    status, _, errors = run("diff", *files, "--crawler", "ia_archiver", "--urls", str(urls))
    assert (status, errors) == (2, "robotstudio: “urls.txt” contains no URLs: there is nothing to test.\n")


def test_long_lists_are_cut_in_text_and_whole_in_json(run: Run, files: list[str], tmp_path: Path) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text("".join(f"/cart/{number}\n" for number in range(25)), "utf-8")
    _, text, _ = run("diff", *files, "--crawler", "ia_archiver", "--urls", str(urls))
    assert "  and 5 more" in text.splitlines()
    _, output, _ = run("diff", *files, "--crawler", "ia_archiver", "--urls", str(urls), "--format", "json")
    assert len(output.splitlines()) == 25


def test_crawler_that_is_named_twice_is_compared_once(run: Run, files: list[str]) -> None:
    _, output, _ = run("diff", *files, "--crawler", "ia_archiver", "--crawler", "ia_archiver", "--url", "/")
    assert output.startswith("ia_archiver: no change\n\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("{old}",), "NEW"),
        (("{old}", "{new}"), "--url"),
        (("{old}", "missing.txt", "--url", "/"), "missing.txt"),
        (("-", "-", "--url", "/"), "Standard input"),
        (("{old}", "{new}", "--url", "/", "--max-flips", "many"), "“many”"),
        (("{old}", "{new}", "--url", "/", "--max-flips", "2"), "“2”"),
        (("{old}", "{new}", "--url", "/", "--max-flips", "nan"), "“nan”"),
    ],
)
def test_misuse_is_status_2_and_one_line(run: Run, files: list[str], arguments: tuple[str, ...], said: str) -> None:
    old, new = files
    status, output, errors = run("diff", *(argument.format(old=old, new=new) for argument in arguments))
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert said in errors


def test_danger_is_in_the_json_behind_the_flips(run: Run, files: list[str], tmp_path: Path) -> None:
    closed = tmp_path / "closed.txt"
    closed.write_text("User-agent: Googlebot\nDisallow: /\n", "utf-8")
    arguments = ("--crawler", "Googlebot", "--url", "/free", "--format", "json")
    *flips, risk = map(json.loads, run("diff", files[0], str(closed), *arguments)[1].splitlines())
    assert [flip["url"] for flip in flips] == ["/free"]
    assert risk == {
        "danger": "blocks-all",
        "crawlers": ["Googlebot", "Applebot"],
        "lines": [2],
        "message": "The new file blocks the whole site for Googlebot and Applebot.",
    }


def test_csv_and_markdown_have_a_row_for_each_verdict_that_flips(run: Run, files: list[str]) -> None:
    arguments = ("--crawler", "Googlebot", "--crawler", "*", "--url", *URLS, "/a|`b`")
    _, output, _ = run("diff", *files, *arguments, "--format", "csv")
    assert output.splitlines() == [
        "url,crawler,allowed_before,line_before,allowed_after,line_after",
        "/cart/,*,true,,false,2",
        "/gone,Googlebot,false,3,true,",
        "/gone,*,false,3,true,",
    ]
    _, output, _ = run("diff", *files, *arguments, "--format", "markdown")
    assert output.splitlines() == [
        "3 of 10 verdicts flip.",
        "",
        "| URL | Crawler | Before | After |",
        "| --- | --- | --- | --- |",
        "| `/cart/` | `*` | allowed | blocked by line 2 |",
        "| `/gone` | `Googlebot` | blocked by line 3 | allowed |",
        "| `/gone` | `*` | blocked by line 3 | allowed |",
    ]
    assert run("diff", files[0], files[0], *arguments, "--format", "markdown")[1] == "0 of 10 verdicts flip.\n"


def test_a_proof_needs_no_urls_and_shows_one_for_each_pair_of_lines(run: Run, files: list[str]) -> None:
    arguments = ("--crawler", "Googlebot", "--crawler", "*", "--prove")
    status, output, errors = run("diff", *files, *arguments, "--format", "json")
    assert (status, errors) == (1, "")
    free, gone = {"allowed": True, "line": None}, {"allowed": False, "line": 3}
    googlebot = [{"url": "/gone", "before": gone, "after": free}]
    others = [{"url": "/cart/", "before": free, "after": {"allowed": False, "line": 2}}, *googlebot]
    known = {"outcome": "differs", "reason": None, "fields_change": False}
    assert [json.loads(line) for line in output.splitlines()] == [
        {**known, "crawler": "Googlebot", "only": ["/gone"], "differences": googlebot},
        {**known, "crawler": "*", "only": ["/cart/", "/gone"], "differences": others},
    ]
    status, output, _ = run("diff", *files, *arguments)
    assert status == 1
    assert output.splitlines() == [
        "Googlebot: verdicts change, for example for these URLs:",
        "  /gone: blocked by line 3 before, allowed after",
        "  Only URLs that match /gone change. Proven: no other URL changes.",
        "any other: verdicts change, for example for these URLs:",
        "  /cart/: allowed before, blocked by line 2 after",
        "  /gone: blocked by line 3 before, allowed after",
        "  Only URLs that match /cart/ or /gone change. Proven: no other URL changes.",
    ]


def test_fields_that_change_are_told_beside_the_proof(run: Run, files: list[str], tmp_path: Path) -> None:
    (tmp_path / "more.txt").write_text(OLD + "Sitemap: https://e.com/s.xml\n", "utf-8")
    status, output, _ = run("diff", files[0], str(tmp_path / "more.txt"), "--crawler", "Googlebot", "--prove")
    assert status == 0
    assert output == (
        "Googlebot: proven, no verdict changes, whatever the URL. "
        "A delay, sitemap, signal or other field does change.\n"
    )


def test_block_of_everything_is_not_called_a_change_of_a_few_urls(run: Run, files: list[str], tmp_path: Path) -> None:
    (tmp_path / "all.txt").write_text("User-agent: *\nDisallow: /\n", "utf-8")
    _, output, _ = run("diff", files[0], str(tmp_path / "all.txt"), "--crawler", "Googlebot", "--prove")
    assert output.splitlines()[-1] == "  Every URL that was allowed becomes blocked."


def test_of_many_urls_that_show_it_the_text_has_the_first(run: Run, tmp_path: Path) -> None:
    for name, count in (("old.txt", 0), ("new.txt", 25)):
        rules = "".join(f"Disallow: /{number}/\n" for number in range(100, 100 + count))
        (tmp_path / name).write_text(f"User-agent: *\n{rules}", "utf-8")
    _, output, _ = run("diff", str(tmp_path / "old.txt"), str(tmp_path / "new.txt"), "--crawler", "*", "--prove")
    assert len(output.splitlines()) == 23
    assert output.splitlines()[-2] == "  and 5 more"
    assert output.splitlines()[-1].startswith("  Only URLs that match /100/, /101/, /102/ or 22 more change. Proven: ")


def test_files_that_are_proven_to_say_the_same_are_status_0(run: Run, files: list[str], tmp_path: Path) -> None:
    (tmp_path / "longer.txt").write_text(OLD + "Disallow: /gone/too\n", "utf-8")
    arguments = ("diff", files[0], str(tmp_path / "longer.txt"), "--crawler", "Googlebot", "--prove")
    proven = "Googlebot: proven, no verdict changes, whatever the URL.\n"
    assert run(*arguments) == (0, proven, "")
    assert run(*arguments, "--url", "/gone") == (0, f"Googlebot: no change\n\n0 of 1 verdicts flip.\n\n{proven}", "")


def test_what_is_undecided_is_no_proof(run: Run, tmp_path: Path) -> None:
    rules = (f"Disallow: /*{'*'.join('abcdefghijklm')}$", f"Allow: /*{'*'.join('nopqrstuvwxy')}")
    for name, count in (("old.txt", 1), ("new.txt", 2)):
        (tmp_path / name).write_text("\n".join(("User-agent: *", *rules[:count], "")), "utf-8")
    files = (str(tmp_path / "old.txt"), str(tmp_path / "new.txt"))
    status, output, _ = run("diff", *files, "--crawler", "*", "--prove")
    assert status == 1
    assert output == "any other: undecided, with neither a proof nor a counterexample within the limit.\n"


def test_a_proof_is_no_table(run: Run, files: list[str]) -> None:
    status, output, errors = run("diff", *files, "--prove", "--format", "csv")
    assert (status, output, errors) == (2, "", "robotstudio: --prove prints text or JSON only.\n")
