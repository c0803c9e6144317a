"""Every text reads well with real values in it, in each language."""

import re

import pytest

from robotstudio.text.locale import LANGUAGES
from tests.text.rendered_texts import texts

_FLAWS = re.compile(r"(?<!\.)\.\.(?![./])| \.(?:\s|$)|,,|\(\)|“”|«»")
"""Two full stops, a space before a mark, two commas, empty brackets or quotation marks."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_has_a_doubled_or_stray_mark(code: str) -> None:
    assert [text for text in texts(code) if _FLAWS.search(text)] == []
