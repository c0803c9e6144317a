"""Lists of many URLs come from a thread, and are the same."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.ui.analysis import Analysis
from robotstudio.ui.simulation import listings
from robotstudio.ui.simulation.panel import SimulationPanel
from robotstudio.ui.simulation.sorting import SortKey

Analyse = Callable[..., Analysis]


def test_long_list_is_sorted_in_a_thread_while_its_verdicts_are_shown(
    qtbot: QtBot, panel: SimulationPanel, make: Analyse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listings, "_MOST_AT_ONCE", 2)
    panel.show_analysis(make(urls="/b\n/c\n/a"))
    with qtbot.waitSignal(panel.listed):
        panel.sort_by(SortKey(None))
    assert panel.view.matrix.rows.tolist() == [2, 0, 1]
    panel.close_threads()
