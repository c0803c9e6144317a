"""Blocks that a CDN or a plug-in keeps up are found by the comments around them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.io.fetching.managed import managed_blocks

CLOUDFLARE = b"""\
# BEGIN Cloudflare Managed content

User-agent: GPTBot
Disallow: /

# END Cloudflare Managed Content

User-agent: *
Disallow: /cart/
"""
YOAST = b"# START YOAST BLOCK\r\n# ---\r\nUser-agent: *\r\nDisallow:\r\n# END YOAST BLOCK\r\n"
SIGNALS = b"""\
# As a condition of accessing this website, you agree to abide by the
# following content signals:

# (a) If a content-signal = yes, you may collect content.
User-agent: *
# a comment of a person
"""


@pytest.mark.parametrize(
    ("body", "blocks"),
    [
        (CLOUDFLARE, [("cloudflare", 1, 6)]),
        (b"User-agent: *\nDisallow:\n\n" + CLOUDFLARE, [("cloudflare", 4, 9)]),
        (YOAST, [("yoast", 1, 5)]),
        (b"Allow: /\n" + YOAST + CLOUDFLARE, [("yoast", 2, 6), ("cloudflare", 7, 12)]),
        (b"# START WPFORMS BLOCK\nDisallow: /x\n# END WPFORMS BLOCK\n", [("wordpress-plugin", 1, 3)]),
        (SIGNALS, [("content-signals", 1, 4)]),
        (SIGNALS[:120] + b"\n" + CLOUDFLARE, [("content-signals", 1, 4), ("cloudflare", 5, 10)]),
        (b"# we use Shopify as our ecommerce platform\n\nUser-agent: *\n", [("shopify", 1, 1)]),
        (b"User-agent: *\nDisallow: /\n# begin\n", []),
        (b"", []),
    ],
)
def test_block_spans_its_lines(body: bytes, blocks: list[tuple[str, int, int]]) -> None:
    assert [(block.id, block.first_line, block.last_line) for block in managed_blocks(body)] == blocks


def test_block_without_its_end_goes_to_the_last_line_and_says_so() -> None:
    (block,) = managed_blocks(b"# START YOAST BLOCK\nUser-agent: *\nDisallow:\n\n")
    assert (block.last_line, block.is_closed) == (3, False)


def test_plug_in_is_named() -> None:
    (block,) = managed_blocks(b"# START WPFORMS BLOCK\n# END WPFORMS BLOCK")
    assert "WPFORMS" in block.title


@given(st.binary(max_size=300))
def test_any_bytes_have_blocks_or_none(body: bytes) -> None:
    blocks = managed_blocks(b"# START YOAST BLOCK\n" + body)
    assert all(block.first_line <= block.last_line for block in blocks)


def test_thousands_of_blocks_are_bounded() -> None:
    assert len(managed_blocks(YOAST * 10_000)) == 100
