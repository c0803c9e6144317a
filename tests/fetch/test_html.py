"""What the parser tells of a page, whatever its bytes are."""

from collections.abc import Mapping

import pytest

from robotstudio.fetch.html import DEEPEST, MAX_BYTES, HtmlTarget, read_html, sources_in


class _Heard(HtmlTarget):
    """How many pieces of text there were, and which elements."""

    def __init__(self) -> None:
        self.pieces = 0
        self.tags: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        super().start(tag, attributes)
        self.tags.append(tag)

    def data(self, _text: str) -> None:
        self.pieces += 1


@pytest.mark.parametrize("count", [1, 2, MAX_BYTES])
def test_a_bomb_of_nul_bytes_is_few_pieces_of_text(count: int) -> None:
    heard = _Heard()
    read_html(b"<p>a" + bytes(count) + b"b<img>", "text/html", heard)
    assert heard.pieces <= 3
    assert heard.tags == ["html", "body", "p", "img"]


@pytest.mark.parametrize("tag", ["svg", "noscript", "div", "b"])
def test_page_is_read_up_to_a_depth(tag: str) -> None:
    """An end tag that closes nothing is compared with all that are open: without a limit this is quadratic."""
    heard = _Heard()
    read_html(b"<html><body>" + b"<%s>" % tag.encode() * 64_000 + b"</q>" * 64_000, "text/html", heard)
    assert heard.is_cut
    assert len(heard.tags) == DEEPEST


def test_elements_side_by_side_are_not_deep() -> None:
    heard = _Heard()
    read_html(b"<p>a<br><img><svg><path/></svg>" * 2 * DEEPEST, "text/html", heard)
    assert not heard.is_cut
    assert heard.tags.count("path") == 2 * DEEPEST


def test_addresses_of_a_srcset() -> None:
    assert sources_in("a,b 1x,\n c 2x , d") == ["a,b", "c", "d"]
