"""`robotstudio test --readings`: who gets another verdict than the first, whatever the URL."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]

ROBOTS = "User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n\nUser-agent: GPTBot\nDisallow: /\n"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "robots.txt"
    path.write_text(ROBOTS, "utf-8")
    return str(path)


def asked(*tokens: str) -> list[str]:
    return [word for token in tokens for word in ("--crawler", token)]


def test_crawlers_that_read_alike_are_proven_to_and_the_exit_status_says_so(run: Run, file: str) -> None:
    status, output, errors = run("test", file, "--readings", *asked("Googlebot", "YandexBot"))
    assert (status, errors) == (0, "")
    assert output.splitlines() == [
        "Proven for every URL: the other crawler gets the verdict of Googlebot.",
        "YandexBot",
    ]


def test_each_that_parts_is_shown_with_the_shortest_url_both_lines_and_the_reason(run: Run, file: str) -> None:
    status, output, _ = run("test", file, "--readings", *asked("Googlebot", "GPTBot", "Baiduspider", "YandexBot"))
    assert status == 1
    assert output.splitlines() == [
        "2 of 3 others get a different verdict than Googlebot.",
        "Proven for every URL: YandexBot.",
        "Baiduspider: a different verdict (first match), for example for this URL:",
        "  /cart/help: allowed by line 3 for Googlebot, blocked by line 2 for Baiduspider",
        "GPTBot: a different verdict (another group), for example for this URL:",
        "  /: allowed for Googlebot, blocked by line 6 for GPTBot",
    ]


def test_json_has_an_object_for_each_outcome(run: Run, file: str) -> None:
    tokens = asked("Googlebot", "YandexBot", "bingbot")
    status, output, _ = run("test", file, "--readings", "--format", "json", *tokens)
    assert status == 1
    assert [json.loads(line) for line in output.splitlines()] == [
        {"first": "Googlebot", "crawlers": ["YandexBot"], "outcome": "equal"},
        {
            "first": "Googlebot",
            "crawlers": ["bingbot"],
            "outcome": "differs",
            "url": "/%63art/",
            "verdict_of_first": {"allowed": True, "line": None},
            "verdict": {"allowed": False, "line": 2},
            "reason": "escapes",
            "parts_from_rfc9309": "Googlebot",
            "only_escaped": True,
            "only_robots_txt": False,
        },
    ]


def test_what_is_undecided_is_no_success(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hard.txt"
    path.write_text("User-agent: *\nDisallow: /9\n", "utf-8")
    status, output, _ = run("test", str(path), "--readings", "--format", "json", *asked("Scrapy", "Nutch"))
    (told,) = (json.loads(line) for line in output.splitlines())
    assert status == 1
    assert told == {
        "first": "Scrapy",
        "crawlers": ["Nutch"],
        "outcome": "undecided",
        "reason": "forms",
        "equal_for_plain_urls": False,
    }


def test_a_dialect_that_is_named_is_that_of_all(run: Run, file: str) -> None:
    status, _, _ = run("test", file, "--readings", "--dialect", "google", *asked("Googlebot", "Baiduspider"))
    assert status == 0


@pytest.mark.parametrize(
    "beside", [("--url", "/a"), ("--expect", "x"), ("--as-if", "404"), ("--fail-on-blocked",), ("--format", "csv")]
)
def test_what_is_about_some_urls_has_no_place_beside_it(run: Run, file: str, beside: tuple[str, ...]) -> None:
    status, output, errors = run("test", file, "--readings", *asked("Googlebot", "GPTBot"), *beside)
    assert (status, output) == (2, "")
    assert "--readings" in errors


def test_one_crawler_alone_has_none_to_be_compared_with(run: Run, file: str) -> None:
    status, _, errors = run("test", file, "--readings", *asked("Googlebot"))
    assert status == 2
    assert "at least two" in errors


def test_robots_txt_itself_is_told_apart(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "robots.txt"
    file.write_text("User-agent: *\nDisallow: /\n\nUser-agent: bingbot\nDisallow: /a\n", "utf-8")
    crawlers = ("--crawler", "Googlebot", "--crawler", "Applebot", "--crawler", "bingbot")
    status, output, _ = run("test", str(file), "--readings", *crawlers)
    assert status == 1
    assert output.splitlines()[:3] == [
        "One of 2 others gets a different verdict than Googlebot.",
        "One more differs only for /robots.txt among plain URLs.",
        "Bingbot: a different verdict (another group), for example for this URL:",
    ]
    file.write_text("User-agent: *\nDisallow: /robots\nDisallow: /a\n", "utf-8")
    _, output, _ = run("test", str(file), "--readings", *crawlers)
    assert output.splitlines()[0] == (
        "Proven for plain URLs except /robots.txt itself: all 2 others get the verdict of Googlebot."
    )


def test_rule_for_robots_txt_that_matches_more_is_not_about_it_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "robots.txt"
    file.write_text("User-agent: Googlebot\nDisallow: /robots.txt\n\nUser-agent: bingbot\nDisallow: /a\n", "utf-8")
    _, output, _ = run("test", str(file), "--readings", "--crawler", "Googlebot", "--crawler", "bingbot")
    assert output.splitlines()[0] == "The other crawler gets a different verdict than Googlebot."
