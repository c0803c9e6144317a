"""Paragraphs that request as much height as they need."""

import pytest

from robotstudio.text.phrases import Piece
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle, RichText

_SENTENCE = "Bingbot and ClaudeBot wait for five seconds between two fetches of one host. "


@pytest.fixture
def text() -> RichText:
    """Return a text without a layout."""
    style = PieceStyle(12)
    text = RichText()
    text.set_paragraphs([Paragraph((Piece(_SENTENCE * count),), style, 18) for count in (1, 2)])
    return text


def needed(text: RichText, width: int) -> int:
    """Return the height of the same document without a view."""
    document = text.document().clone()
    document.setTextWidth(width)
    return round(document.size().height() + 0.49)


@pytest.mark.parametrize("widths", [(832,), (100, 72, 832), (72, 832), (832, 72, 832, 300), (72, 100, 832)])
@pytest.mark.parametrize("placed", [(), (72,), (100, 72)])
def test_height_is_that_of_the_width_it_is_asked_for(
    text: RichText, widths: tuple[int, ...], placed: tuple[int, ...]
) -> None:
    for width in placed:
        text.resize(width, 30)
    assert [text.heightForWidth(width) for width in widths] == [needed(text, width) for width in widths]
