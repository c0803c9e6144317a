"""The large counts above the list of changes."""

from itertools import pairwise

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.engine.changes import Change
from robotstudio.text.language import Plural
from robotstudio.ui.panels.changes.cards import CountCard, CrawlerBar, CrawlerBars
from robotstudio.ui.theme.theme import Fonts
from robotstudio.ui.widgets.painting import advance, runs_width

WORDS_BEHIND = Plural("URL unchanged", "URLs unchanged"), Plural("unchanged", "unchanged")
NARROW = 84


@pytest.fixture
def card(qtbot: QtBot) -> CountCard:
    card = CountCard(Change.SAME, *WORDS_BEHIND)
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


@pytest.fixture
def bars(qtbot: QtBot) -> CrawlerBars:
    bars = CrawlerBars()
    qtbot.addWidget(bars)
    return bars


NAMES = (
    "Googlebot",
    "Googlebot-Image",
    "Bingbot",
    "YandexBot",
    "Applebot",
    "GPTBot",
    "ClaudeBot",
    "CCBot",
    "any other",
)


@pytest.mark.parametrize("width", [896, 960, 1400])
def test_names_of_the_bars_are_whole_where_all_of_them_have_room(bars: CrawlerBars, width: int) -> None:
    bars.resize(width, 70)
    bars.show_bars([CrawlerBar(name, number % 3, 0) for number, name in enumerate(NAMES)])
    shown, more = bars.shown()
    rooms = bars.rooms(shown, more)
    font = Fonts().ui(12, 500)
    assert (len(rooms), more) == (len(NAMES), 0)
    assert all(advance(bar.title, font) <= room.width() for bar, room in zip(shown, rooms, strict=True))
    assert all(before.right() < after.left() for before, after in pairwise(rooms))
    assert rooms[-1].right() <= width + 0.01


def test_bars_share_the_room_evenly_where_names_need_no_more(bars: CrawlerBars) -> None:
    bars.resize(600, 70)
    bars.show_bars([CrawlerBar(name, 1, 0) for name in ("GPTBot", "CCBot", "Bingbot")])
    assert len({round(room.width()) for room in bars.rooms(*bars.shown())}) == 1
