"""Crawlers that are taken out of the groups outside the block."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.engine import Robots
from robotstudio.engine.crawlers import CATALOGUE, Crawler
from robotstudio.policy.block import find_block
from robotstudio.policy.model import BLOCK, AiPolicy
from robotstudio.policy.own_groups import follow_only_block
from robotstudio.policy.writing import write_policy

GPTBOT, CLAUDEBOT = CATALOGUE.crawlers["GPTBot"], CATALOGUE.crawlers["ClaudeBot"]
BODY = b"""\
User-agent: *
Disallow: /admin/

# AI
User-agent: GPTBot
User-agent: ClaudeBot
Disallow: /
Content-Signal: ai-train=no
Sitemap: https://shop.example/sitemap.xml

User-agent: bingbot
Crawl-delay: 5
Disallow: /x
"""


def test_name_is_removed_and_the_others_keep_their_group() -> None:
    assert follow_only_block(BODY, [GPTBOT], CATALOGUE).body == BODY.replace(b"User-agent: GPTBot\n", b"")


def test_group_that_names_nobody_else_is_removed_but_for_comments_and_sitemaps() -> None:
    assert follow_only_block(BODY, [GPTBOT, CLAUDEBOT], CATALOGUE).body == BODY.replace(
        b"User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\nContent-Signal: ai-train=no\n", b""
    )


def test_block_keeps_the_name() -> None:
    written = write_policy(BODY, AiPolicy({"ai-training": BLOCK}), CATALOGUE, "2026-11-28").body
    body = follow_only_block(written, [GPTBOT], CATALOGUE).body
    block = find_block(body, CATALOGUE)
    assert block
    assert not block.is_edited
    assert "User-agent: GPTBot" in block.lines
    assert body.count(b"User-agent: GPTBot\n") == 1


@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_stay(end: bytes, mark: bytes) -> None:
    body = mark + b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow:".replace(b"\n", end)
    assert follow_only_block(body, [GPTBOT], CATALOGUE).body == mark + end + b"User-agent: *" + end + b"Disallow:"


def test_file_that_names_it_nowhere_stays_as_it_is() -> None:
    body = b"User-agent: *\nDisallow: /a"
    assert follow_only_block(body, [GPTBOT], CATALOGUE).body == body


LINES = st.sampled_from(
    [
        *(
            f"User-agent: {token}"
            for token in ("*", "GPTBot", "Googlebot", "Baiduspider", "archive.org_bot", "YandexBot")
        ),
        "Useragent: Googlebot",
        "Disallow: /a",
        "Disallow: /",
        "Allow: /a/b",
        "Crawl-delay: 5",
        "Sitemap: https://a.example/s.xml",
        "# note",
        "",
    ]
)
TOKENS = st.sampled_from(["GPTBot", "Baiduspider", "archive.org_bot", "YandexBot", "Googlebot"])
URLS = ("https://a.example/", "https://a.example/a", "https://a.example/a/b", "https://a.example/c")


def verdicts(body: bytes, crawler: Crawler) -> list[bool]:
    robots = Robots.parse(body, crawler.dialect)
    return [robots.decide(url, crawler.agent).allowed for url in URLS]


@settings(max_examples=150)
@given(st.lists(LINES, max_size=9), st.lists(LINES, max_size=6), TOKENS)
def test_no_other_crawler_changes_if_the_edit_is_safe(before: list[str], after: list[str], token: str) -> None:
    crawler = CATALOGUE.crawlers[token]
    policy = AiPolicy().with_choice(token, BLOCK, CATALOGUE)
    block = write_policy(b"", policy, CATALOGUE, "2026-11-28").body.decode()
    body = "\n".join([*before, block, *after, ""]).encode()
    found = follow_only_block(body, [crawler], CATALOGUE)
    if found.is_safe:
        assert verdicts(found.body, crawler) == verdicts(block.encode(), crawler)
        others = [each for each in CATALOGUE.crawlers.values() if each is not crawler]
        assert not [each.token for each in others if verdicts(body, each) != verdicts(found.body, each)]


@pytest.mark.parametrize(
    ("lines", "token", "changed"),
    [
        ("User-agent: *\nUser-agent: archive.org_bot\nDisallow: /private/\n", "archive.org_bot", "heritrix"),
        ("User-agent: GPTBot\nUser-agent: archive.org_bot\nDisallow: /\n", "archive.org_bot", ""),
        ("User-agent: GPTBot\nDisallow: /\n\nUseragent: Googlebot\nDisallow: /x\n", "GPTBot", ""),
        ("User-agent: GPTBot\n\nUser-agent: Baiduspider\nDisallow: /\n", "Baiduspider", ""),
        ("User-agent: *\nCrawl-delay: 5\nUser-agent: GPTBot\nDisallow: /a\n", "GPTBot", "archive.org_bot"),
    ],
)
def test_rules_that_others_share_stay_and_whoever_would_change_is_named(lines: str, token: str, changed: str) -> None:
    policy = AiPolicy().with_choice(token, BLOCK, CATALOGUE)
    body = write_policy(lines.encode(), policy, CATALOGUE, "2026-11-28").body
    found = follow_only_block(body, [CATALOGUE.crawlers[token]], CATALOGUE)
    if changed:
        assert changed in {each.token for each in found.changed}
    else:
        assert found.is_safe


def test_names_in_the_block_stay_if_a_line_above_it_joins_its_group() -> None:
    written = write_policy(b"User-agent: *\nDisallow: /x\n", AiPolicy({"ai-training": BLOCK}), CATALOGUE, "2026-11-28")
    found = follow_only_block(b"User-agent: GPTBot\n\n" + written.body, [GPTBOT], CATALOGUE)
    block = find_block(found.body, CATALOGUE)
    assert block
    assert not block.is_edited
