"""Crawlers that are taken out of the groups outside the block."""

import pytest

from robotstudio.engine.crawlers import CATALOGUE
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
    assert follow_only_block(BODY, [GPTBOT], CATALOGUE) == BODY.replace(b"User-agent: GPTBot\n", b"")


def test_group_that_names_nobody_else_is_removed_but_for_comments_and_sitemaps() -> None:
    assert follow_only_block(BODY, [GPTBOT, CLAUDEBOT], CATALOGUE) == BODY.replace(
        b"User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\nContent-Signal: ai-train=no\n", b""
    )


def test_block_keeps_the_name() -> None:
    written = write_policy(BODY, AiPolicy({"ai-training": BLOCK}), CATALOGUE, "2026-11-28").body
    body = follow_only_block(written, [GPTBOT], CATALOGUE)
    block = find_block(body, CATALOGUE)
    assert block
    assert not block.is_edited
    assert "User-agent: GPTBot" in block.lines
    assert body.count(b"User-agent: GPTBot\n") == 1


@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_stay(end: bytes, mark: bytes) -> None:
    body = mark + b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow:".replace(b"\n", end)
    assert follow_only_block(body, [GPTBOT], CATALOGUE) == mark + end + b"User-agent: *" + end + b"Disallow:"


def test_file_that_names_it_nowhere_stays_as_it_is() -> None:
    body = b"User-agent: *\nDisallow: /a"
    assert follow_only_block(body, [GPTBOT], CATALOGUE) == body
