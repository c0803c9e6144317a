"""Rows as a table for a spreadsheet."""

from collections.abc import Callable

import numpy as np
import pytest

from robotstudio.draft import cell_state
from robotstudio.draft.analysis import Analysis
from robotstudio.draft.cell_state import CellState

Analyse = Callable[..., Analysis]


def _said(state: CellState, line: int) -> str:
    return f"{state.value} {line}"


def test_rows_are_copied_in_words_below_their_titles(make: Analyse) -> None:
    analysis = make(tokens=("Googlebot", "GPTBot"))
    assert cell_state.rows_as_text(analysis, np.array([1, 7]), _said).split("\n") == [
        "URL\tGooglebot\tGPTBot",
        "https://www.example.com/cart/\tblocked 8\tblocked 13",
        "https://www.example.com/robots.txt\tno-rule 0\talways 0",
    ]


def test_what_a_clipboard_should_not_hold_is_cut(make: Analyse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_state, "MOST_COPIED", 2)
    assert len(cell_state.rows_as_text(make(), np.arange(8), _said).split("\n")) == 3
