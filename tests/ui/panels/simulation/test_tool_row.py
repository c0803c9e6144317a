"""Where the row above the matrix is short of room, pills give way, not the words beside them."""

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.app.listing.filters import FilterKind
from robotstudio.ui.pages import ViewSwitch
from robotstudio.ui.panels.simulation.tool_row import ToolRow
from robotstudio.ui.theme.theme import Theme


@pytest.mark.parametrize("urls", [22, 1_517, 1_000_000])
def test_what_is_before_the_pills_keeps_its_room(qtbot: QtBot, theme: Theme, urls: int) -> None:
    row = ToolRow(theme)
    qtbot.addWidget(row)
    lead = ViewSwitch(theme, row)
    row.set_lead(lead)
    row.set_compact(True)
    row.show_counts(dict.fromkeys(FilterKind, 3), urls, frozenset(FilterKind))
    row.setFixedWidth(theme.fonts.px(650))
    row.show()
    qtbot.waitExposed(row)
    assert lead.width() >= lead.sizeHint().width()
    assert not row.pills[FilterKind.BLOCKED].isHidden()
    assert not row.pills[FilterKind.FAILING].isHidden()
