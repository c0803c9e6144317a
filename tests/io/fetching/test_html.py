"""What the parser tells of a page, whatever its bytes are."""

from collections.abc import Mapping

import pytest

from robotstudio.io.fetching.html import MAX_BYTES, read_html


class _Heard:
    """The target of the parser: how many pieces of text there were, and which elements."""

    def __init__(self) -> None:
        self.pieces = 0
        self.tags: list[str] = []

    def start(self, tag: str, _attributes: Mapping[str, str]) -> None:
        self.tags.append(tag)

    def end(self, tag: str) -> None:
        """Nothing is asked of it."""

    def data(self, _text: str) -> None:
        self.pieces += 1

    def close(self) -> None:
        """Nothing is asked of it."""


@pytest.mark.parametrize("count", [1, 2, MAX_BYTES])
def test_a_bomb_of_nul_bytes_is_few_pieces_of_text(count: int) -> None:
    heard = _Heard()
    read_html(b"<p>a" + bytes(count) + b"b<img>", "text/html", heard)
    assert heard.pieces <= 3
    assert heard.tags == ["html", "body", "p", "img"]
