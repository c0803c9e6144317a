"""The column with the reason why a crawler's reading differs from RFC 9309."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from robotstudio.ui.panels.simulation.panel import SimulationPanel
from tests.draft.conftest import Analyse
from tests.ui.panels.simulation.filters import filters_of, toggle

PARTED = b"User-agent: *\nDisallow: /\nAllow: /public/\n"
TOKENS = ("Googlebot", "Baiduspider")
_Role = Qt.ItemDataRole


def test_the_column_is_there_only_where_readings_part_and_its_filter_says_so(
    panel: SimulationPanel, make: Analyse
) -> None:
    model, row = panel.view.matrix, panel.tool_row
    panel.show_analysis(make(PARTED, "/public/a\n/b", TOKENS))
    assert (model.columnCount(), filters_of(row).get("Own reading")) == (3, "1")
    panel.show_analysis(make(PARTED, "/b", TOKENS))
    assert (model.columnCount(), filters_of(row).get("Own reading")) == (2, None)


def test_urls_keep_their_room_unless_the_column_is_asked_for(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(PARTED, "/public/a\n/b", TOKENS))
    panel.resize(700, 470)
    assert panel.view.isColumnHidden(2)
    assert panel.view.url_width() >= 400
    toggle(panel.tool_row, "Own reading")
    assert not panel.view.isColumnHidden(2)
    panel.tool_row.clear()
    panel.resize(1200, 470)
    assert not panel.view.isColumnHidden(2)


def test_a_row_names_the_reason_and_leads_to_the_crawler(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(PARTED, "/public/a\n/b", TOKENS))
    model = panel.view.matrix
    assert model.index(0, 2).data() == "first match / longest match"
    assert model.index(1, 2).data() is None
    cell = model.cell_at(0, 2)
    assert cell is not None
    assert cell.token == "Baiduspider"
    assert "by RFC 9309 may fetch" in model.index(0, 2).data(_Role.AccessibleTextRole)
    assert model.headerData(2, Qt.Orientation.Horizontal) == "Reading"


def test_where_all_read_alike_there_is_nothing_to_select(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(PARTED, "/public/a\n/b", TOKENS))
    model = panel.view.matrix
    assert model.flags(model.index(0, 2)) & Qt.ItemFlag.ItemIsSelectable
    assert model.flags(model.index(1, 2)) == Qt.ItemFlag.NoItemFlags


def test_the_filter_keeps_the_rows_on_which_readings_part(panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(PARTED, "/public/a\n/b", TOKENS))
    toggle(panel.tool_row, "Own reading")
    assert panel.view.matrix.rowCount() == 1


def test_reasons_are_worked_out_when_rows_are_painted(qtbot: QtBot, panel: SimulationPanel, make: Analyse) -> None:
    panel.show_analysis(make(PARTED, "/public/a\n/b", TOKENS))
    (divergence,) = panel.view.matrix.all_extras
    assert divergence.at(1) is None
    with qtbot.waitSignal(divergence.changed):
        assert divergence.at(0) is None
    reading = divergence.at(0)
    assert reading is not None
    assert reading.text == "first match / longest match"


def test_reasons_from_before_stay_until_newer_ones_are_known(
    qtbot: QtBot, panel: SimulationPanel, make: Analyse
) -> None:
    panel.show_analysis(make(PARTED, "/public/a", TOKENS))
    (divergence,) = panel.view.matrix.all_extras
    known = divergence.now(0)
    panel.show_analysis(make(PARTED + b"#\n", "/public/a", TOKENS))
    with qtbot.waitSignal(divergence.changed):
        assert divergence.at(0) is known
