"""The tools for assistants say what the library and the commands say."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest
from mcp.server.mcpserver.exceptions import ToolError

from robotstudio import Robots
from robotstudio.cli.mcp import tools
from robotstudio.engine.crawlers import CATALOGUE, DEFAULT_TOKENS

SHOP = """\
User-agent: *
Disalow: /cart/
Disallow: /cart/x

User-agent: GPTBot
Disallow: /
"""
FIXED = SHOP.replace("Disalow", "Disallow")
LONG = "User-agent: *\n" + "".join(f"Disallow: /{number:030}\n" for number in range(1000))
LOG = """\
66.249.66.1 - - [20/Nov/2026:10:00:00 +0000] "GET /robots.txt HTTP/1.1" 200 99 "-" "Bytespider/1.0"
66.249.66.1 - - [20/Nov/2026:10:00:05 +0000] "GET /cart/x/1 HTTP/1.1" 200 99 "-" "Bytespider/1.0"
"""


def test_verdict_is_that_of_the_library() -> None:
    rows = tools.verdict(SHOP, ["/cart/1", "https://a.example/"], ["Googlebot", "Mozilla/5.0 (compatible; GPTBot/1.2)"])
    robots = Robots.parse(SHOP)
    assert [(row.url, row.user_agent, row.allowed, row.line) for row in rows] == [
        ("/cart/1", "Googlebot", False, 2),
        ("/cart/1", "Mozilla/5.0 (compatible; GPTBot/1.2)", False, 6),
        ("https://a.example/", "Googlebot", True, None),
        ("https://a.example/", "Mozilla/5.0 (compatible; GPTBot/1.2)", False, 6),
    ]
    assert rows[0].why == str(robots.why("/cart/1", "Googlebot"))


def test_findings_name_the_fix_and_whether_it_is_safe() -> None:
    found = tools.lint(SHOP)
    assert [(row.code, row.line, row.fix_is_safe) for row in found.findings][:1] == [("RS102", 2, False)]
    assert found.findings[0].fix == "Change to Disallow"
    assert found.more == 0
    many = tools.lint("User-agent: *\n" + "".join(f"Disalow: /{number}\n" for number in range(80)))
    assert len(many.findings) == 50
    assert many.more > 0


def test_fix_of_a_finding_says_what_flips() -> None:
    fixed = tools.fix(SHOP, "rs102", 2, ["/cart/1"])
    assert fixed.robots_txt == FIXED
    assert "-Disalow: /cart/\n+Disallow: /cart/\n" in fixed.diff
    assert not fixed.proven_without_effect
    old, new = Robots.parse(SHOP), Robots.parse(FIXED)
    flipped = [token for token in DEFAULT_TOKENS if old.allowed("/cart/1", token) != new.allowed("/cart/1", token)]
    assert [row.user_agent for row in fixed.flips] == flipped


def test_safe_fixes_are_proven_to_change_nothing() -> None:
    fixed = tools.fix("user-agent : *\nDisallow: /a\nDisallow: /a\n")
    assert fixed.robots_txt != "user-agent : *\nDisallow: /a\nDisallow: /a\n"
    assert fixed.proven_without_effect
    assert fixed.flips == []


def test_proof_names_a_url_that_flips() -> None:
    google, bing = tools.prove(SHOP, FIXED, ["Googlebot", "Bingbot"])
    assert (google.result, google.url) == ("equal", None)
    assert (bing.result, bing.line_before, bing.line_after) == ("differs", None, 2)
    assert bing.url is not None
    assert Robots.parse(SHOP).allowed(bing.url, "Bingbot")
    assert not Robots.parse(FIXED).allowed(bing.url, "Bingbot")


def test_smallest_file_is_proven_equal() -> None:
    made = tools.minimise(FIXED, ["Googlebot", "GPTBot"])
    assert made.bytes_after == len(made.robots_txt.encode()) < made.bytes_before
    assert made.is_smallest
    assert {row.result for row in tools.prove(FIXED, made.robots_txt, ["Googlebot", "GPTBot"])} == {"equal"}


def test_policy_counts_each_purpose_and_changes_it() -> None:
    before = {row.purpose: row for row in tools.policy(SHOP).purposes}
    assert before["ai-training"].blocked_everywhere == ["GPTBot"]
    assert len(json.dumps(asdict(tools.policy(SHOP)))) < 6000
    after = tools.policy(SHOP, {"ai-training": "block"})
    assert after.robots_txt is not None
    assert not Robots.parse(after.robots_txt).allowed("/", "CCBot")
    assert Robots.parse(after.robots_txt).allowed("/", "Googlebot")
    counted = {row.purpose: row for row in after.purposes}["ai-training"]
    *named, more = counted.blocked_everywhere
    assert more == f"and {counted.crawlers - len(named)} more"
    assert {"GPTBot", "CCBot", "ClaudeBot"} <= set(named)


def test_answers_of_the_server_are_explained() -> None:
    rows = {row.user_agent: row.meaning for row in tools.fetch_meaning("503", ["Googlebot", "YandexBot"])}
    assert rows == {"Googlebot": "may fetch nothing", "YandexBot": "may fetch all"}


def test_logs_are_judged(tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    log.write_text(LOG)
    (row,) = tools.compliance([str(log)], {"2026-11-01": FIXED}, ["Bytespider"])
    assert (row["crawler"], row["requests"]) == ("Bytespider", 1)


def test_answer_about_many_crawlers_is_short(tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    lines = (
        f'192.0.2.1 - - [20/Nov/2026:10:{minute:02}:05 +0000] "GET /cart/{minute} HTTP/1.1" 200 99 "-" "{token}/1.0"\n'
        for token in ("CCBot", *[*CATALOGUE.crawlers][:30])
        for minute in range(20)
    )
    log.write_text("".join(lines))
    rows = tools.compliance([str(log)], {"2026-11-01": FIXED})
    assert len(rows) == 21
    assert rows[-1]["more_crawlers"] > 0
    assert rows[0]["conduct"] == "did-not"
    assert len(json.dumps(rows)) < 20_000


def test_name_of_a_log_is_no_option(tmp_path: Path) -> None:
    log, written = tmp_path / "access.log", tmp_path / "written"
    log.write_text(LOG)
    for name in (f"--output={written}", "--dns", "-"):
        with pytest.raises(ToolError, match=name.rpartition("/")[2]):
            tools.compliance([str(log), name], {"2026-11-01": FIXED})
    assert not written.exists()


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: tools.verdict(SHOP, ["mailto:a@b.example"], ["Googlebot"]), "is not a web address"),
        (lambda: tools.verdict(SHOP, ["/"] * 51, ["Googlebot"]), "more than 50 answers"),
        (lambda: tools.lint("x" * 600_001), "files up to 600000 are read"),
        (lambda: tools.fix(SHOP, "RS999"), "No finding RS999"),
        (lambda: tools.fix(LONG), "too many for an answer. The command `robotstudio lint --fix` makes it"),
        (lambda: tools.policy(LONG, {"CCBot": "block"}), "The command `robotstudio policy --set` makes it"),
        (lambda: tools.policy(SHOP, {"ai-training": "blok"}), "“blok” is not a choice"),
        (lambda: tools.fetch_meaning("nine"), "Unknown answer 'nine'. Available: "),
        (lambda: tools.compliance(["none.log"], {"2026-11-01": SHOP}), "none.log"),
        (lambda: tools.compliance([], {}), "LOG"),
    ],
)
def test_question_without_an_answer_says_what_to_change(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(ToolError, match=said):
        ask()
