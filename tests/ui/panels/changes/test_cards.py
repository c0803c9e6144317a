"""The large counts above what changes."""

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.engine.changes import Change
from robotstudio.engine.language import Plural
from robotstudio.ui.panels.changes.cards import CountCard
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.painting import runs_width

WORDS_BEHIND = Plural("URL unchanged", "URLs unchanged"), Plural("unchanged", "unchanged")
NARROW = 84


@pytest.fixture
def card(qtbot: QtBot, theme: Theme) -> CountCard:
    card = CountCard(theme, Change.SAME, *WORDS_BEHIND)
    qtbot.addWidget(card)
    return card


def test_words_stand_behind_a_number_that_leaves_room(card: CountCard) -> None:
    card.show_count(7, "1 moved")
    above, below = card.lines(400)
    assert [run.text for run in above] == ["7", "URLs unchanged"]
    assert [run.text for run in below] == ["1 moved"]


@pytest.mark.parametrize("count", [753, 12_345, 1_000_000])
def test_number_is_never_cut_and_its_words_go_below_where_there_is_no_room(card: CountCard, count: int) -> None:
    card.show_count(count)
    above, below = card.lines(NARROW)
    assert [run.text for run in above] == [f"{count:,}"]
    assert runs_width(above) <= NARROW
    assert below[0].text == "unchanged"
    assert runs_width(below) <= NARROW
