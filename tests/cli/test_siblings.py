"""`robotstudio siblings`: what it prints and how it exits."""

import csv
import io
import json
from pathlib import Path

import pytest

from robotstudio.cli.siblings import SiblingRow
from tests.cli.conftest import Run

ROBOTS = "User-agent: *\nDisallow: /panel\n\nUser-agent: GPTBot\nDisallow: /\n"
URLS = "https://a.example/\nhttps://a.example/tr/panel\nhttps://a.example/de/panel\nhttps://a.example/Panel\n"
ASKED = ("robots.txt", "--urls", "urls.txt", "--crawler", "Googlebot", "--crawler", "GPTBot")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("robots.txt").write_text(ROBOTS, "utf-8")
    Path("urls.txt").write_text(URLS, "utf-8")


def test_text_has_a_paragraph_for_each_rule(run: Run) -> None:
    status, output, errors = run("siblings", *ASKED)
    assert (status, errors) == (1, "")
    assert output.splitlines() == [
        "Line 2, Disallow: /panel",
        "  Language or region prefix: 2 URLs, such as https://a.example/tr/panel, https://a.example/de/panel",
        "    For Googlebot.",
        "    Disallow: /*/panel",
        "    Blocks these and no other of your URLs. If the site has URLs such as /x/panel, it blocks them too.",
        "  Upper or lower case: 1 URL, https://a.example/Panel",
        "    Disallow: /Panel",
        (
            "    Blocks these and no other of your URLs. Otherwise it blocks only URLs that resemble those that the"
            " rule blocks."
        ),
    ]


def test_json_has_an_object_for_each_rule_and_kind(run: Run) -> None:
    status, output, _ = run("siblings", *ASKED, "--format", "json")
    assert status == 1
    language, case = map(json.loads, output.splitlines())
    assert list(language) == list(SiblingRow._fields)
    assert case == {
        "line": 2,
        "rule": "Disallow: /panel",
        "kind": "case",
        "crawlers": ["Googlebot"],
        "urls": 1,
        "examples": ["https://a.example/Panel"],
        "patterns": ["/Panel"],
        "exact": True,
        "also": None,
    }


def test_csv_has_the_same_rows(run: Run) -> None:
    _, output, _ = run("siblings", *ASKED, "--format", "csv")
    header, language, _ = csv.reader(io.StringIO(output))
    assert header == list(SiblingRow._fields)
    assert language[5] == "https://a.example/tr/panel, https://a.example/de/panel"


def test_nothing_missing_is_told_and_exits_with_0(run: Run) -> None:
    status, output, _ = run("siblings", "robots.txt", "--url", "/x", "--crawler", "Googlebot")
    assert (status, output) == (0, "Nothing is missing: no allowed URL resembles one that a rule blocks.\n")
    assert run("siblings", "robots.txt", "--url", "/x", "--crawler", "Googlebot", "--format", "json")[:2] == (0, "")


def test_urls_are_needed(run: Run) -> None:
    assert run("siblings", "robots.txt")[0] == 2
