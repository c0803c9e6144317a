"""Lists of many URLs are computed in a thread, with the same result."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.listing.lister import SortKey
from robotstudio.ui.panels.simulation import listing
from robotstudio.ui.panels.simulation.panel import SimulationPanel

Analyse = Callable[..., Analysis]


def test_long_list_is_sorted_in_a_thread_while_its_verdicts_are_shown(
    qtbot: QtBot, panel: SimulationPanel, make: Analyse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "_MOST_AT_ONCE", 2)
    panel.show_analysis(make(urls="/b\n/c\n/a"))
    with qtbot.waitSignal(panel.listed):
        panel.sort_by(SortKey(None))
    assert panel.view.matrix.rows.tolist() == [2, 0, 1]
    panel.close_threads()
