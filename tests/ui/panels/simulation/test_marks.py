"""Marks on cells: changed verdicts, and unexpected ones."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.draft.listing.filters import FilterKind
from robotstudio.draft.listing.marks import WAS_ALLOWED, Expected, MatrixMarks
from robotstudio.ui.panels.simulation.panel import SimulationPanel
from tests.draft.conftest import PATHS, SITE
from tests.ui.panels.simulation.filters import filters_of

Analyse = Callable[..., Analysis]


def marks() -> MatrixMarks:
    changed = np.zeros(len(PATHS), np.int8)
    changed[1] = WAS_ALLOWED
    return MatrixMarks({"Googlebot": changed}, {Cell(f"{SITE}/", "GPTBot"): Expected.SHOULD_ALLOW})


def test_marked_rows_are_counted_listed_and_described(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    row = panel.tool_row
    assert not {"Changed", "Failing"} & filters_of(row).keys()
    panel.set_marks(marks())
    panel.grab()
    assert filters_of(row)["Changed"] == "1"
    row.show_kinds(frozenset({FilterKind.CHANGED}))
    model = panel.view.matrix
    assert model.rows.tolist() == [1]
    assert "was allowed" in str(model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole))
    row.show_kinds(frozenset({FilterKind.FAILING}))
    assert model.rows.tolist() == [0]
    assert "expected allowed" in str(model.index(0, 3).data(Qt.ItemDataRole.AccessibleTextRole))


def test_other_marks_are_told_to_whoever_reads_the_cells(qtbot: QtBot, panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    model = panel.view.matrix
    with qtbot.waitSignal(model.dataChanged) as told:
        panel.set_marks(marks())
    assert told.args is not None
    first, last, *_ = told.args
    assert (first.row(), first.column()) == (0, 0)
    assert (last.row(), last.column()) == (len(PATHS) - 1, len(model.columns) - 1)


def test_marks_of_another_list_say_nothing(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(urls="/a"))
    panel.set_marks(marks())
    assert "Changed" not in filters_of(panel.tool_row)


def test_what_a_line_decides_is_listed_until_its_chip_is_clicked(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make())
    panel.show_decided_by(8)
    shown = [panel.view.matrix.url_at(row) for row in range(2)]
    assert [url.path for url in shown if url] == ["/cart/", "/cart/checkout?step=2"]
    assert panel.tool_row.chips == ("Line 8",)
    panel.tool_row.dismiss(0)
    assert len(panel.view.matrix.rows) == len(PATHS)
