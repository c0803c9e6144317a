"""`--project`: what is not given on the command line comes from a project, for one of its environments."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

FILE = b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n\nUser-agent: GPTBot\nDisallow: /\n"
SHOP: dict[str, Any] = {
    "version": 1,
    "site": "https://www.example.com",
    "file": "robots.txt",
    "baseline": "live.txt",
    "urls": ["/cart/help", "https://www.example.com/a"],
    "crawlers": ["Googlebot", "GPTBot"],
    "environments": [
        {
            "name": "staging",
            "site": "https://staging.example.com",
            "overlay": [{"do": "close"}],
            "expectations": "staging.expect",
        },
        {"name": "open", "overlay": [{"do": "replace", "lines": ["Disalow: /"]}]},
    ],
}


class Shop:
    """A folder with a project."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "shop.robotstudio"
        (folder / "robots.txt").write_bytes(FILE)
        (folder / "live.txt").write_bytes(b"User-agent: *\nDisallow: /cart/\n")
        (folder / "staging.expect").write_text("block Googlebot https://staging.example.com/a\n", "utf-8")
        self.write()

    def write(self, **others: object) -> None:
        self.path.write_text(json.dumps({**SHOP, **others}), "utf-8")


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


def verdicts(out: str) -> Iterable[tuple[str, str, bool | None]]:
    return [(row["url"], row["crawler"], row["allowed"]) for row in map(json.loads, out.splitlines())]


def test_verdicts_of_a_project(run: Run, shop: Shop) -> None:
    status, out, err = run("test", "--project", str(shop.path), "--format", "json")
    assert verdicts(out) == [
        ("/cart/help", "Googlebot", True),
        ("/cart/help", "GPTBot", False),
        ("https://www.example.com/a", "Googlebot", True),
        ("https://www.example.com/a", "GPTBot", False),
    ]
    assert (status, err) == (0, "")


def test_an_environment_has_a_text_and_a_site_of_its_own(run: Run, shop: Shop) -> None:
    options = ("--project", str(shop.path), "--environment", "staging", "--format", "json", "--fail-on-blocked")
    status, out, _ = run("test", *options)
    assert [(url, allowed) for url, _, allowed in verdicts(out)] == [
        *[("/cart/help", False)] * 2,
        *[("https://staging.example.com/a", False)] * 2,
    ]
    assert status == 1


def test_options_win(run: Run, shop: Shop) -> None:
    other = shop.folder / "other.txt"
    other.write_bytes(b"User-agent: *\nDisallow: /x\n")
    _, out, _ = run(
        *("test", str(other), "--project", str(shop.path), "--url", "/x", "--crawler", "Bingbot", "--format", "json")
    )
    assert verdicts(out) == [("/x", "Bingbot", False)]


def test_expectations_lie_beside_the_file_or_are_named(run: Run, shop: Shop) -> None:
    (shop.folder / "robots.txt.expect").write_text("block Googlebot /cart/help\n", "utf-8")
    status, out, _ = run("test", "--project", str(shop.path), "--format", "json")
    assert (status, json.loads(out)["passed"]) == (1, False)
    status, out, _ = run("test", "--project", str(shop.path), "--environment", "staging", "--format", "json")
    assert (status, json.loads(out)["passed"]) == (0, True)


def test_verdicts_that_are_asked_for_take_the_place_of_expectations(run: Run, shop: Shop) -> None:
    (shop.folder / "robots.txt.expect").write_text("block Googlebot /cart/help\n", "utf-8")
    status, out, _ = run("test", "--project", str(shop.path), "--url", "/b", "--format", "json")
    assert (status, verdicts(out)) == (0, [("/b", "Googlebot", True), ("/b", "GPTBot", False)])


def test_the_answer_that_the_project_supposes_decides(run: Run, shop: Shop) -> None:
    shop.write(scenario={"answer": "404"})
    _, out, _ = run("test", "--project", str(shop.path), "--format", "json")
    assert {row["reason"] for row in map(json.loads, out.splitlines())} == {"allow_all", "unknown"}
    _, out, _ = run("test", "--project", str(shop.path), "--as-if", "200", "--format", "json")
    assert ("/cart/help", "GPTBot", False) in verdicts(out)


def test_supposed_answer_works_without_a_project(run: Run, shop: Shop) -> None:
    file = str(shop.folder / "robots.txt")
    _, out, _ = run("test", file, "--as-if", "404", "--url", "/cart/1", "--crawler", "Googlebot")
    assert out == "Googlebot may fetch /cart/1: the robots.txt answers 404\n"


def test_answer_that_cannot_be_supposed_is_misuse(run: Run, shop: Shop) -> None:
    status, out, err = run("test", "--project", str(shop.path), "--as-if", "418")
    assert (status, out) == (2, "")
    assert "Unknown answer “418”." in err


def test_sources_bring_urls(run: Run, shop: Shop) -> None:
    (shop.folder / "list.csv").write_text("Address,Other\n/b,/c\n", "utf-8")
    shop.write(urls=[], crawlers=["Googlebot"], sources=[{"locations": ["list.csv"], "column": "Other"}])
    _, out, _ = run("test", "--project", str(shop.path), "--format", "json")
    assert [url for url, _, _ in verdicts(out)] == ["/c"]


def test_source_names_the_fields_of_its_log(run: Run, shop: Shop) -> None:
    (shop.folder / "own.log").write_text('{"ts": 1, "link": "/b", "other": "/c"}\n' * 3, "utf-8")
    source = {"locations": ["own.log"], "kind": "log", "log_fields": "url=link"}
    shop.write(urls=[], crawlers=["Googlebot"], sources=[source])
    _, out, err = run("test", "--project", str(shop.path), "--format", "json")
    assert ([url for url, _, _ in verdicts(out)], err) == (["https://www.example.com/b"], "")


def test_first_of_what_is_no_url_is_told_and_how_much_more_there_is(run: Run, shop: Shop) -> None:
    shop.write(urls=[*(f"no url {number}" for number in range(30)), "/a"])
    status, out, err = run("test", "--project", str(shop.path), "--format", "json")
    assert (status, len(list(verdicts(out)))) == (2, 2)
    assert err.splitlines()[9].startswith(f"robotstudio: {shop.path}, urls 10: “no url 9” is not a URL")
    assert err.splitlines()[10:] == [f"robotstudio: {shop.path}: 20 more lines are not URLs."]


def test_source_at_an_address_is_not_fetched_and_that_is_told(run: Run, shop: Shop) -> None:
    shop.write(sources=[{"locations": ["https://www.example.com/sitemap.xml"]}])
    status, out, err = run("test", "--project", str(shop.path), "--format", "json")
    assert len(list(verdicts(out))) == 4
    assert "is a URL, which this command does not fetch" in err
    assert status == 0


def test_lint_looks_at_the_file_and_at_what_is_made_of_it(run: Run, shop: Shop) -> None:
    assert run("lint", "--project", str(shop.path))[0] == 0
    status, out, _ = run("lint", "--project", str(shop.path), "--environment", "open", "--format", "json")
    assert status == 1
    assert json.loads(out.splitlines()[0])["path"] == f"{shop.folder / 'robots.txt'} (open)"


@pytest.mark.parametrize("option", ["--fix", "--diff"])
def test_text_of_an_environment_cannot_be_mended(run: Run, shop: Shop, option: str) -> None:
    status, _, err = run("lint", "--project", str(shop.path), "--environment", "open", option)
    assert status == 2
    assert f"{option} changes files" in err
    assert (shop.folder / "robots.txt").read_bytes() == FILE


def test_diff_compares_the_baseline_with_the_file(run: Run, shop: Shop) -> None:
    status, out, _ = run("diff", "--project", str(shop.path), "--format", "json")
    assert status == 1
    assert [(row["url"], row["crawler"]) for row in map(json.loads, out.splitlines())] == [
        ("/cart/help", "Googlebot"),
        ("https://www.example.com/a", "GPTBot"),
    ]
    assert run("diff", str(shop.folder / "robots.txt"), "--project", str(shop.path))[0] == 0


def test_diff_of_an_environment_lays_its_overlay_on_both(run: Run, shop: Shop) -> None:
    assert run("diff", "--project", str(shop.path), "--environment", "staging")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "others", "message"),
    [
        (("test", "--environment", "staging"), {}, "--environment selects a host of a project"),
        (
            ("test", "--project", "?", "--environment", "prod"),
            {},
            "Unknown environment prod. Available: staging, open.",
        ),
        (("test", "--project", "?"), {"file": ""}, "names no file. Give a robots.txt"),
        (("lint", "--project", "?"), {"file": ""}, "names no file. Give a robots.txt"),
        (("diff", "--project", "?"), {"baseline": ""}, "names no file to compare with. Give OLD"),
        (("test", "--project", "?"), {"urls": []}, "No URLs given"),
        (("test", "--project", "?"), {"sight": "x"}, "unknown key sight. Did you mean site?"),
        (("test", "--project", "?"), {"version": 2}, "was saved by a newer Robot Studio"),
    ],
)
def test_misuse_is_said_in_a_sentence(
    run: Run, shop: Shop, arguments: tuple[str, ...], others: dict[str, object], message: str
) -> None:
    shop.write(**others)
    status, out, err = run(*(str(shop.path) if each == "?" else each for each in arguments))
    assert (status, out) == (2, "")
    assert message in err


SECRET = "secret-of-the-runner"
OUTSIDE: tuple[tuple[dict[str, object], tuple[str, ...]], ...] = (
    ({"file": "../secret.txt"}, ("report", "{project}")),
    ({"file": "../secret.txt"}, ("lint", "--project", "{project}")),
    ({"file": "../secret.txt"}, ("test", "--project", "{project}")),
    ({"file": "../secret.txt"}, ("diff", "--project", "{project}")),
    ({"baseline": "../secret.txt"}, ("diff", "--project", "{project}")),
    ({"baseline": "../secret.txt"}, ("report", "{project}")),
    ({"expectations": "../secret.txt"}, ("report", "{project}")),
    ({"expectations": "../secret.txt"}, ("test", "--project", "{project}")),
    ({"sources": [{"locations": ["../secret.txt"]}]}, ("test", "--project", "{project}")),
    ({"sources": [{"locations": ["../secret.txt"]}]}, ("report", "{project}")),
    (
        {"environments": [{"name": "a", "baseline": "../secret.txt"}]},
        ("diff", "--environment", "a", "--project", "{project}"),
    ),
    ({"environments": [{"name": "a", "expectations": "../secret.txt"}]}, ("report", "--environment", "a", "{project}")),
)


@pytest.mark.parametrize(("named", "command"), OUTSIDE)
def test_project_has_no_file_read_outside_of_its_folder_unless_it_is_trusted(
    named: dict[str, object], command: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    (tmp_path / "secret.txt").write_text(f"User-agent: *\nDisallow: /{SECRET}\n", "utf-8")
    (tmp_path / "shop").mkdir()
    shop = Shop(tmp_path / "shop")
    shop.write(**named)
    typed = [each.format(project=shop.path) for each in command]
    status, output, errors = run(*typed)
    assert (status, output) == (2, "")
    assert SECRET not in errors
    assert "refers to a file outside its folder" in errors
    assert "--trust-project" in errors
    assert "outside its folder" not in run(*typed, "--trust-project")[2]


def test_file_that_is_given_takes_the_place_of_one_outside(run: Run, shop: Shop) -> None:
    shop.write(file="/etc/hostname")
    given = str(shop.folder / "robots.txt")
    assert run("test", "--project", str(shop.path), given)[0] == 0


def test_project_in_a_folder_below_is_held_to_that_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / ".git").mkdir()
    (tmp_path / "robots.txt").write_bytes(FILE)
    (tmp_path / "a" / "robots.txt").write_bytes(FILE)
    shop = Shop(tmp_path / "a" / "b")
    monkeypatch.chdir(tmp_path / "a" / "b")
    shop.write(file="../robots.txt")
    assert run("lint", "--project", "shop.robotstudio")[0] != 2
    monkeypatch.chdir(tmp_path / "a")
    assert run("lint", "--project", "b/shop.robotstudio")[0] != 2
    shop.write(file="../../robots.txt")
    assert run("lint", "--project", "b/shop.robotstudio")[0] == 2
