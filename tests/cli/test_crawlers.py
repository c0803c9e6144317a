"""A crawler is found by its token, also in a header, in every place where crawlers are named; others are told."""

import json
from pathlib import Path

import pytest

from robotstudio.engine.crawlers import CRAWLERS
from tests.cli.conftest import Run

HEADER = CRAWLERS["Googlebot"].user_agent
ROBOTS = "User-agent: Googlebot\nDisallow: /x\n"
NAMES = ["Googlebot/2.1", HEADER, "User-agent: Googlebot", "googlebot/2.1 (x)"]


@pytest.fixture
def robots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robots.txt").write_text(ROBOTS, "utf-8")
    (tmp_path / "open.txt").write_text("", "utf-8")
    return "robots.txt"


@pytest.mark.parametrize("name", NAMES)
def test_token_in_a_name_is_found_and_told(run: Run, robots: str, name: str) -> None:
    status, output, errors = run("test", robots, "--url", "/x", "--crawler", name, "--format", "json")
    row = json.loads(output)
    assert (status, row["crawler"], row["allowed"], row["dialect"]) == (0, "Googlebot", False, "google")
    assert errors.endswith(" is read as Googlebot.\n")
    status, output, _ = run("diff", robots, "open.txt", "--url", "/x", "--crawler", name, "--format", "json")
    assert (status, json.loads(output)["crawler"]) == (1, "Googlebot")


@pytest.mark.parametrize("name", NAMES)
def test_token_is_found_in_expectations(run: Run, robots: str, name: str) -> None:
    Path("x.expect").write_text(f'block "{name}" /x\n', "utf-8")
    status, output, errors = run("test", robots, "--expect", "x.expect", "--format", "json")
    row = json.loads(output)
    assert (status, row["crawler"], row["dialect"], row["passed"]) == (0, "Googlebot", "google", True)
    assert errors.endswith(" is read as Googlebot.\n")


@pytest.mark.parametrize("name", NAMES)
def test_token_is_found_in_the_configuration(run: Run, robots: str, name: str) -> None:
    Path("robotstudio.toml").write_text(f"crawlers = {json.dumps([name])}\n", "utf-8")
    _, output, errors = run("test", robots, "--url", "/x", "--format", "json")
    assert json.loads(output)["crawler"] == "Googlebot"
    assert errors.endswith(" is read as Googlebot.\n")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Gogglebot", "Did you mean Googlebot?"),
        ("GTPBot", "Did you mean GPTBot?"),
        ("bingbto", "Did you mean bingbot?"),
        ("Xyzzy", "Unknown crawler “Xyzzy”. It is looked up"),
        ("MyShop/1.0", "Unknown crawler “MyShop/1.0”, read as MyShop."),
        ("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0", "Unknown crawler"),
    ],
)
def test_unknown_crawler_is_told_and_misuse_where_that_is_asked_for(
    run: Run, robots: str, name: str, said: str
) -> None:
    status, output, errors = run("test", robots, "--url", "/x", "--crawler", name)
    assert (status, output.count("\n"), errors.count("\n")) == (0, 1, 1)
    assert said in errors
    status, output, errors = run("test", robots, "--url", "/x", "--crawler", name, "--strict-crawlers")
    assert (status, output, errors.count("\n")) == (2, "", 1)
    Path("x.expect").write_text(f'allow "{name}" /x\n', "utf-8")
    status, _, errors = run("test", robots, "--expect", "x.expect")
    assert (status, said in errors) == (0, True)
    assert run("test", robots, "--expect", "x.expect", "--strict-crawlers")[0] == 2


def test_known_crawlers_are_not_told(run: Run, robots: str) -> None:
    named = [argument for token in CRAWLERS for argument in ("--crawler", token)]
    status, output, errors = run("test", robots, "--url", "/", "--strict-crawlers", *named)
    assert (status, output.count("\n"), errors) == (0, len(CRAWLERS), "")


def test_crawler_to_fetch_as_may_be_a_header_and_a_slip_is_told(run: Run) -> None:
    assert "Did you mean Googlebot?" in run("fetch", "example.com", "--as", "Gogglebot")[2]
    _, _, errors = run("fetch", "gopher://example.com", "--as", "GPTBot/1.1")
    assert errors.startswith("robotstudio: “GPTBot/1.1” is read as GPTBot.\n")
