"""The position of the tour's card."""

import pytest
from PySide6.QtCore import QRect, QSize

from robotstudio.ui.panels.tour import place_of

CARD, ROOM = QSize(340, 160), QRect(0, 0, 1024, 620)
PARTS = {
    "list at the right": QRect(380, 90, 260, 300),
    "list at the left": QRect(0, 90, 400, 500),
    "cell": QRect(700, 300, 70, 24),
    "cell at the lower end": QRect(700, 590, 70, 24),
    "cell in the corner": QRect(950, 596, 74, 24),
    "panel along the lower end": QRect(380, 400, 644, 200),
}


@pytest.mark.parametrize("about", PARTS.values(), ids=PARTS)
def test_card_lies_in_the_window_and_covers_nothing_of_what_it_speaks_of(about: QRect) -> None:
    card = QRect(place_of(CARD, about, ROOM), CARD)
    assert ROOM.contains(card)
    assert not card.intersects(about)


def test_card_lies_in_a_part_that_leaves_no_room_beside_it() -> None:
    about = QRect(0, 40, 1024, 560)
    assert about.contains(QRect(place_of(CARD, about, ROOM), CARD))


def test_card_in_a_window_that_is_smaller_keeps_its_beginning_in_sight() -> None:
    corner = place_of(CARD, QRect(0, 0, 200, 100), QRect(0, 0, 200, 100))
    assert (corner.x(), corner.y()) == (0, 0)
