"""What a window shows of environments is what the command line tests: the text, the URLs, and which tests fail."""

import argparse
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio import cli
from robotstudio.cli.projects import project_of
from robotstudio.draft.expectations import parse
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.project.environments import (
    BASE,
    all_of,
    check,
    host_of,
    new_name,
    path_of_tests,
    project_for,
    with_tests,
)
from robotstudio.project.file.model import EditKind, Environment, OverlayEdit, Project, ProjectScenario
from robotstudio.project.file.project_file import save
from tests.rows import each_row

TEXTS = (
    b"",
    b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n\nUser-agent: GPTBot\nDisallow: /\n\nSitemap: https://a.test/s.xml\n",
    b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /a\r\n\r\nuser agent: Foo/1.2\r\nDisallow /\r\n",
    b"User-agent: Googlebot",
    b"\xff\x00Disallow: /\rSitemap: https://a.test/\xc3\xa4\r",
)
LINES = ("User-agent: Bytespider", "Disallow: /")
OVERLAYS = (
    (),
    (OverlayEdit(EditKind.CLOSE),),
    (OverlayEdit(EditKind.APPEND, LINES),),
    (OverlayEdit(EditKind.PREPEND, LINES),),
    (OverlayEdit(EditKind.SITEMAPS, ("https://b.test/s.xml",)),),
    (OverlayEdit(EditKind.REPLACE, ("User-agent: *", "Disallow: /x")), OverlayEdit(EditKind.APPEND, LINES)),
)
NAMED = tuple(
    Environment(f"number {number}", f"https://host-{number}.test", overlay, expectations=f"{number}.expect")
    for number, overlay in enumerate(OVERLAYS)
)
SHOP = Project(
    site="https://a.test",
    file="robots.txt",
    urls=("/cart/help", "https://a.test/x", "https://other.test/y"),
    crawlers=("Googlebot", "GPTBot"),
    environments=NAMED,
)
EXPECTED = "allow Googlebot /cart/help\nblock * /cart/x\nblock Bytespider /x\nallow GPTBot /\nno expectation\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    for environment in NAMED:
        (tmp_path / environment.expectations).write_text(EXPECTED, "utf-8")
    (tmp_path / "robots.txt.expect").write_text(EXPECTED, "utf-8")
    save(tmp_path / "shop.robotstudio", SHOP)
    return tmp_path / "shop.robotstudio"


@each_row("text", TEXTS, ids=repr)
def test_each_environment_is_shown_as_the_command_line_tests_it(
    shop: Path, capsys: pytest.CaptureFixture[str], text: bytes
) -> None:
    (shop.parent / "robots.txt").write_bytes(text)
    checks = check(SHOP, shop.parent, text, CATALOGUE, {})
    assert checks is not None
    assert [each.name for each in checks] == [BASE, *SHOP.environment_names]
    for each in checks:
        given = project_of(argparse.Namespace(project=str(shop), environment=each.name or None, trust_project=False))
        assert given is not None
        assert given.draft()[1] == each.body
        asked = ("--environment", each.name) if each.name else ()
        cli.main(("test", "--project", str(shop), *asked, "--format", "json"))
        told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        judged = [row.judgement for row in each.results.rows if row.judgement]
        assert [row["passed"] for row in told] == [judgement.passed for judgement in judged]
        assert [row["line"] for row in told] == [judgement.verdict.line for judgement in judged]
        assert each.fails == sum(not row["passed"] for row in told) + 1  # a line that is none


def test_environment_has_the_urls_that_the_command_line_tests(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (shop.parent / "robots.txt").write_bytes(TEXTS[1])
    for environment in NAMED:
        made = project_for(SHOP, environment)
        cli.main(
            ("test", "--project", str(shop), "--environment", environment.name, "--crawler", "*", "--format", "json")
        )
        told = [json.loads(line)["url"] for line in capsys.readouterr().out.splitlines()]
        assert told == list(made.urls)
        assert made.urls == ("/cart/help", f"{environment.site}/x", "https://other.test/y")
        assert (made.site, made.crawlers, made.environments) == (environment.site, SHOP.crawlers, ())


def test_scenario_of_the_project_holds_for_its_environments() -> None:
    supposed = replace(SHOP, scenario=ProjectScenario("503", 48))
    assert project_for(supposed, NAMED[0]).scenario == supposed.scenario


def test_tests_that_are_open_count_as_they_are_there(shop: Path) -> None:
    open_tests = {"number 1": parse("block Googlebot /\n")}
    checks = check(SHOP, shop.parent, TEXTS[1], CATALOGUE, open_tests)
    assert checks is not None
    assert [each.fails for each in checks if each.name == "number 1"] == [0]


def test_tests_that_cannot_be_read_are_told(shop: Path) -> None:
    (shop.parent / "1.expect").unlink()
    checks = check(SHOP, shop.parent, TEXTS[1], CATALOGUE, {})
    assert checks is not None
    assert [each.name for each in checks if each.problem] == ["number 1"]


def test_nothing_comes_of_what_nobody_wants_any_more(shop: Path) -> None:
    assert check(SHOP, shop.parent, TEXTS[1], CATALOGUE, {}, lambda: True) is None


def test_project_itself_comes_first() -> None:
    assert [host_of(each) for each in all_of(SHOP)][:2] == ["a.test", "host-0.test"]
    assert host_of(Environment("without a site")) == ""


def test_tests_of_an_environment_get_a_file_that_no_other_has(tmp_path: Path) -> None:
    taken = Environment("a/b", expectations="a-b.expect")
    project = replace(SHOP, environments=(taken, Environment("a:b")))
    assert path_of_tests(project, taken, tmp_path) == tmp_path / "a-b.expect"
    assert path_of_tests(project, project.environments[1], tmp_path) == tmp_path / "a-b-2.expect"
    (tmp_path / "a-b-2.expect").touch()  # nobody names it, and so nobody tests it
    path = path_of_tests(project, project.environments[1], tmp_path)
    assert path == tmp_path / "a-b-3.expect"
    named = with_tests(project.environments, "a:b", path, tmp_path)
    assert [each.expectations for each in named] == ["a-b.expect", "a-b-3.expect"]


def test_new_environment_has_a_name_of_its_own() -> None:
    assert new_name([], "staging") == "staging"
    assert new_name(["staging", "staging 2"], "staging") == "staging 3"
