"""Texts about the difference between the live file and the draft."""

import pytest

from robotstudio.draft.changes import text_comparison
from robotstudio.draft.changes.text_comparison import compare_texts


@pytest.mark.parametrize(
    ("live", "draft", "words", "form"),
    [
        (b"a\nb\n", b"a\nb\n", "same as the editor", ""),
        (b"a\nb\n", b"a\nc\n", "1 line differs from the editor", ""),
        (b"a\nb\n", b"x\ny\nz\n", "3 lines differ from the editor", ""),
        (
            b"a\r\nb\r\n",
            b"a\nb\n",
            "same lines as the editor",
            "Line endings are CRLF in the live file and LF in the draft.",
        ),
        (b"\xef\xbb\xbfa\n", b"a\n", "same lines as the editor", "The live file has a BOM, the draft does not."),
        (b"a\n", b"\xef\xbb\xbfa\n", "same lines as the editor", "The draft has a BOM, the live file does not."),
        (
            b"a\nb",
            b"a\nb\n",
            "same lines as the editor",
            "The last line has a line ending in the draft, but not in the live file.",
        ),
        (
            b"a\nb\n",
            b"a\nb",
            "same lines as the editor",
            "The last line has a line ending in the live file, but not in the draft.",
        ),
        (b"", b"", "same as the editor", ""),
        (b"a", b"", "1 line differs from the editor", ""),
    ],
)
def test_difference_counts_lines_and_names_what_lines_do_not_show(
    live: bytes, draft: bytes, words: str, form: str
) -> None:
    comparison = compare_texts(live, draft)
    assert text_comparison.difference_text(comparison) == words
    assert text_comparison.form_text(comparison) == form
