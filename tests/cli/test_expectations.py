"""`robotstudio test --expect`: what it prints and how it exits. Outside checks rely on both."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from robotstudio.cli import expectations
from robotstudio.cli import test as verdicts

Run = Callable[..., tuple[int, str, str]]

ROBOTS = "User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n"
MET = 'allow GPTBot /cart/help by "Allow: /cart/help"\n'
NOT_MET = "allow GPTBot /cart/1\n"


@pytest.fixture
def test(run: Run, tmp_path: Path) -> Run:
    """Holds expectations against the file: (exit status, standard output, standard error)."""

    def hold(expectations: str, *options: str) -> tuple[int, str, str]:
        (tmp_path / "robots.txt").write_text(ROBOTS, "utf-8")
        path = tmp_path / "robots.txt.expect"
        path.write_bytes(expectations.encode("utf-8", "surrogateescape"))
        status, output, errors = run("test", str(tmp_path / "robots.txt"), "--expect", str(path), *options)
        return status, output.replace(f"{tmp_path}/", ""), errors.replace(f"{tmp_path}/", "")

    return hold


def test_expectations_that_are_met_are_status_0(test: Run) -> None:
    assert test(MET) == (0, "1 of 1 expectation is met.\n", "")


def test_expectation_that_is_not_met_is_status_1_and_says_why(test: Run) -> None:
    status, output, errors = test(MET + NOT_MET)
    assert (status, errors) == (1, "")
    assert output.splitlines() == [
        "robots.txt.expect:2: GPTBot should be allowed to fetch /cart/1, but it is blocked: line 2, Disallow: /cart/",
        "1 of 2 expectations are met.",
    ]


def test_json_has_one_object_for_each_expectation(test: Run) -> None:
    _, output, _ = test(NOT_MET, "--format", "json")
    assert json.loads(output) == {
        "url": "/cart/1",
        "crawler": "GPTBot",
        "expected": True,
        "expected_rule": None,
        "allowed": False,
        "line": 2,
        "rule": "Disallow: /cart/",
        "reason": "only-match",
        "dialect": "rfc9309",
        "passed": False,
        "problem": "verdict",
        "at": 1,
        "witness": None,
        "fails_for": None,
        "sum": None,
        "found": None,
    }


def test_csv_has_the_same_columns(test: Run) -> None:
    _, output, _ = test(MET, "--format", "csv")
    header, row = csv.reader(io.StringIO(output))
    assert dict(zip(header, row, strict=True))["passed"] == "true"


def test_junit_is_xml_with_a_failure_for_each_expectation_that_is_not_met(test: Run) -> None:
    status, output, _ = test(MET + NOT_MET, "--format", "junit")
    root = ET.fromstring(output)
    assert status == 1
    assert root.attrib == {"tests": "2", "failures": "1", "errors": "0", "skipped": "0"}
    met, not_met = root.iter("testcase")
    assert (met.attrib["classname"], list(met)) == ("GPTBot", [])
    (failure,) = not_met
    assert failure.attrib == {"type": "verdict", "message": "it is blocked: line 2, Disallow: /cart/"}
    assert failure.text == "robots.txt.expect:2: it is blocked: line 2, Disallow: /cart/"


@pytest.mark.parametrize("hostile", ["<b>&\"']]>", "\x00\x07\x0b", "\ufffe\uffff", "\udcff", "\u2028", "`$(x)`", "😀"])
def test_junit_is_xml_whatever_stands_in_it(test: Run, hostile: str) -> None:
    quoted = hostile.replace("\\", "\\\\").replace('"', '\\"')
    url = f"/{quoted}".replace("\udcff", "")  # what is no text is no URL
    line = f'block "x{quoted}" "{url}" by "Disallow: /{quoted}"\n'
    status, output, errors = test(line, "--format", "junit")
    assert (status, len(errors.splitlines())) == (1, 1)
    assert "Unknown crawler" in errors
    root = ET.fromstring(output.encode())
    assert len(list(root.iter("failure"))) == 1


def test_line_that_is_no_expectation_is_named_and_the_others_are_tried(test: Run) -> None:
    status, output, errors = test(MET + "allow x\n" * 12)
    assert (status, output, len(errors.splitlines())) == (2, "1 of 1 expectation is met.\n", 11)
    assert "robots.txt.expect, line 2: After allow, write" in errors
    assert "2 more lines" in errors


def test_dialect_can_be_chosen_for_all(test: Run) -> None:
    _, output, _ = test(MET, "--dialect", "yandex", "--format", "json")
    assert json.loads(output)["dialect"] == "yandex"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--expect", "x", "--crawler", "y"), "--crawler"),
        (("--expect", "missing.txt"), "missing.txt"),
        (("--url", "/", "--format", "junit"), "--expect"),
    ],
)
def test_misuse_is_status_2_and_one_line(run: Run, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    path = tmp_path / "robots.txt"
    path.write_text(ROBOTS, "utf-8")
    status, output, errors = run("test", str(path), *options)
    assert (status, output, errors.count("\n")) == (2, "", 1)
    assert said in errors


def test_annotations_of_github_mark_what_is_not_met(test: Run) -> None:
    status, output, _ = test(MET + NOT_MET, "--format", "github")
    assert status == 1
    assert output == (
        "::error file=robots.txt.expect,line=2::GPTBot should be allowed to fetch /cart/1, but it is blocked: "
        "line 2, Disallow: /cart/\n"
    )


def test_annotations_of_github_mark_the_lines_that_decide(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("robots.txt").write_text(ROBOTS, "utf-8")
    _, output, _ = run("test", "robots.txt", "--url", "/cart/100%", "/", "--crawler", "*", "--format", "github")
    blocked, allowed = output.splitlines()
    assert blocked.startswith("::warning file=robots.txt,line=2::any other may not fetch /cart/100%25: line 2")
    assert allowed == "::notice file=robots.txt,line=1::any other may fetch /: no rule matches"


def test_expectations_have_every_format_of_verdicts_and_one_more() -> None:
    assert set(expectations.FORMATS) == {*verdicts.FORMATS, verdicts.JUNIT}


def test_expectation_of_a_pattern_is_held_for_every_url_and_shows_the_one_that_breaks_it(test: Run) -> None:
    assert test("block GPTBot /cart/x*\n") == (0, "1 of 1 expectation is met.\n", "")
    status, output, _ = test("allow GPTBot /*.css$\n")
    assert status == 1
    said = "GPTBot should be allowed to fetch /*.css$, but /cart/.css is blocked by line 2, Disallow: /cart/"
    assert output.splitlines()[0] == f"robots.txt.expect:1: {said}"
    _, output, _ = test("allow GPTBot /*.css$\n", "--format", "json")
    assert (json.loads(output)["problem"], json.loads(output)["witness"]) == ("verdict", "/cart/.css")


def test_expectation_of_a_set_names_the_crawler_that_breaks_it_and_its_url(test: Run) -> None:
    status, output, errors = test("version 2\nblock @search /cart/*\n")
    assert (status, errors) == (1, "")
    found, met = output.splitlines()
    assert found.startswith("robots.txt.expect:2: @search (Search engines) should be blocked from /cart/*, but ")
    assert "more: /cart/help is allowed by line 3, Allow: /cart/help" in found
    assert met == "0 of 1 expectation is met."
    _, output, _ = test("version 2\nblock @search /cart/*\n", "--format", "json")
    row = json.loads(output)
    assert row["crawler"] == "@search"
    assert "Googlebot" in row["fails_for"].split(", ")


def test_expectation_of_a_set_is_no_crawler_that_is_not_known(test: Run) -> None:
    assert test("version 2\nblock @all /cart/1\n", "--strict-crawlers", "--dialect", "google")[0] == 1
    assert test("version 2\nblock @ai-training /cart/1\n", "--strict-crawlers")[::2] == (0, "")


def test_expectations_of_a_newer_version_are_misuse_and_none_is_tried(test: Run) -> None:
    status, output, errors = test("version 4\nallow GPTBot /cart/1\n")
    assert (status, output) == (2, "")
    assert "These expectations have version 4" in errors


PAGES = "Page,Clicks\n/cart/1,40\n/cart/help,7\n/shop,300\n/cart/2,\n"
SUMS = "version 3\nsum(clicks) of blocked for GPTBot <= 39\nsum(clicks) of allowed >= 307  # for search engines\n"


@pytest.fixture
def pages(tmp_path: Path) -> str:
    (tmp_path / "pages.csv").write_text(PAGES, "utf-8")
    return str(tmp_path / "pages.csv")


def test_sums_are_held_against_the_urls(test: Run, pages: str) -> None:
    rows = list(csv.DictReader(io.StringIO(PAGES)))
    blocked = sum(int(row["Clicks"] or 0) for row in rows if row["Page"] in {"/cart/1", "/cart/2"})
    status, output, errors = test(SUMS + MET, "--urls", pages)
    expected = SUMS.splitlines()[1]
    partly = f"Clicks (pages.csv): {blocked}; unknown for 1 of 2 URLs"
    assert (status, errors) == (1, "")
    assert output.splitlines() == [
        f"robots.txt.expect:2: {expected}, but {partly} (blocked, GPTBot)",
        "2 of 3 expectations are met.",
    ]


def test_sums_are_told_to_programs(test: Run, pages: str) -> None:
    _, output, _ = test(SUMS, "--urls", pages, "--format", "json")
    first, second = map(json.loads, output.splitlines())
    assert (first["sum"], first["found"], first["passed"]) == ("sum(clicks) of blocked for GPTBot <= 39", 40, False)
    assert (second["crawler"], second["found"], second["passed"]) == ("Googlebot, bingbot", 307, True)
    _, output, _ = test(SUMS, "--urls", pages, "--format", "junit")
    (case, _) = ET.fromstring(output).iter("testcase")
    assert case.get("name") == "sum(clicks) of blocked for GPTBot <= 39"
    assert [failure.get("type") for failure in case] == ["sum"]
    _, output, _ = test(SUMS, "--urls", pages, "--format", "github")
    assert output.startswith("::error file=robots.txt.expect,line=2::sum(clicks)")


def test_a_sum_that_is_partly_unknown_is_neither_met_nor_missed(test: Run, pages: str) -> None:
    limit = "version 3\nsum(clicks) of blocked for GPTBot <= 40\n"
    status, output, errors = test(limit, "--urls", pages)
    assert (status, output) == (2, "0 of 1 expectation is met.\n")
    assert "line 2: Clicks (pages.csv) is 40 or more, which does not decide this" in errors
    assert "it is unknown for 1 of 2 URLs." in errors
    assert "use --where 'clicks is known'" in errors
    _, output, _ = test(limit, "--urls", pages, "--format", "json")
    (row,) = map(json.loads, output.splitlines())
    assert (row["passed"], row["problem"], row["found"]) == (None, "undecided", 40)
    _, output, _ = test(limit, "--urls", pages, "--format", "junit")
    assert [each.tag for each in next(ET.fromstring(output).iter("testcase"))] == ["error"]
    _, output, _ = test(limit, "--urls", pages, "--format", "github")
    assert output.startswith("::error file=robots.txt.expect,line=2::sum(clicks)")
    status, output, errors = test(limit, "--urls", pages, "--where", "clicks is known")
    assert (status, output, errors) == (0, "1 of 1 expectation is met.\n", "")


def test_a_condition_without_a_sum_is_misuse(test: Run) -> None:
    status, _, errors = test(MET, "--where", "clicks is known")
    assert (status, "leave out --where" in errors) == (2, True)


def test_urls_are_counted_like_a_column(test: Run, pages: str) -> None:
    assert test("version 3\nsum(urls) of blocked <= 2\n", "--urls", pages)[0] == 0
    status, output, _ = test("version 3\nsum(urls) of blocked <= 1\n", "--urls", pages)
    assert (status, output.splitlines()[0]) == (
        1,
        "robots.txt.expect:2: sum(urls) of blocked <= 1, but URLs: 2 (blocked, Googlebot, Bingbot)",
    )


@pytest.mark.parametrize(
    ("expectations", "named"),
    [
        ("version 3\nsum(visits) of blocked <= 0\n", "line 2: Unknown column “visits”. Available: clicks."),
        ("sum(clicks) of blocked <= 0\n", "line 1: This is a sum: write “version 3” on a line above all expectations."),
        ("version 3\nsum(clicks) of blocked\n", "line 2: Write a sum like this:"),
        ("version 3\nsum(clicks) of blocked for @nobody <= 0\n", "Unknown set of crawlers “@nobody”."),
    ],
)
def test_a_sum_that_cannot_be_added_up_is_misuse(test: Run, pages: str, expectations: str, named: str) -> None:
    status, _, errors = test(expectations + MET.replace("GPTBot", "Googlebot"), "--urls", pages)
    assert status == 2
    assert named in errors


def test_urls_without_a_sum_are_misuse(test: Run, pages: str) -> None:
    for option, value in (("--urls", pages), ("--url", "/")):
        status, output, errors = test(MET, option, value)
        assert (status, output) == (2, "")
        assert f"leave out {option}" in errors


def test_a_sum_needs_urls_and_a_known_value(test: Run, pages: str) -> None:
    status, _, errors = test(SUMS)
    assert (status, "name files with URLs with --urls" in errors) == (2, True)
    Path(pages).write_text("Page,Clicks\n/cart/1,\n/shop,5\n", "utf-8")
    status, _, errors = test("version 3\nsum(clicks) of blocked <= 0\n", "--urls", pages)
    assert status == 2
    assert "is unknown for all of these URLs" in errors
