"""Rows as a table for a spreadsheet."""

from collections.abc import Callable

import numpy as np
import pytest

from robotstudio.app.analysis import Analysis
from robotstudio.ui.panels.simulation import exporting

Analyse = Callable[..., Analysis]


def test_rows_are_copied_in_words_below_their_titles(make: Analyse) -> None:
    analysis = make(tokens=("Googlebot", "GPTBot"))
    assert exporting.rows_as_text(analysis, np.array([1, 7])).split("\n") == [
        "URL\tGooglebot\tGPTBot",
        "https://www.example.com/cart/\tblocked by line 8\tblocked by line 13",
        "https://www.example.com/robots.txt\tno rule matches, so allowed\talways allowed: it is /robots.txt itself",
    ]


def test_what_a_clipboard_should_not_hold_is_cut(make: Analyse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "MOST_COPIED", 2)
    assert len(exporting.rows_as_text(make(), np.arange(8)).split("\n")) == 3
