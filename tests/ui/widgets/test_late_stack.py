"""A stack creates its pages when they are first shown."""

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.widgets.late_stack import LateStack


class Owner:
    """Counts how often its page is requested."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.asked = 0

    @property
    def panel(self) -> QWidget:
        self.asked += 1
        return QLabel(self.name)


@pytest.fixture
def owners() -> list[Owner]:
    return [Owner(name) for name in ("first", "second", "third")]


@pytest.fixture
def stack(qtbot: QtBot, owners: list[Owner]) -> LateStack:
    stack = LateStack()
    qtbot.addWidget(stack)
    assert [stack.add_late(owner) for owner in owners] == [0, 1, 2]
    return stack


def shown(stack: LateStack) -> str:
    """Return the text of the page in front."""
    front = stack.in_front
    return front.text() if isinstance(front, QLabel) else ""


def test_nothing_is_made_before_it_is_seen(stack: LateStack, owners: list[Owner]) -> None:
    assert [owner.asked for owner in owners] == [0, 0, 0]
    assert shown(stack) == ""


def test_what_is_in_front_is_made_when_the_stack_is_shown(stack: LateStack, owners: list[Owner]) -> None:
    stack.show()
    assert (shown(stack), stack.currentIndex()) == ("first", 0)
    assert [owner.asked for owner in owners] == [1, 0, 0]
    assert stack.in_front.isVisible()


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 1, 2, 0, 1), (2, 0, 2)])
def test_each_keeps_its_place_and_is_asked_for_once(
    stack: LateStack, owners: list[Owner], order: tuple[int, ...]
) -> None:
    for place in order:
        stack.bring_up(place)
        assert (shown(stack), stack.currentIndex()) == (owners[place].name, place)
    assert [owner.asked for owner in owners] == [int(place in order) for place in range(3)]
    assert stack.count() == 3


def test_page_that_is_put_behind_another_leaves_that_in_front(
    qtbot: QtBot, stack: LateStack, owners: list[Owner]
) -> None:
    stack.show()
    changes: list[int] = []
    stack.currentChanged.connect(changes.append)
    with qtbot.waitSignal(stack.filled) as filled:
        stack.put_panel(2)
    assert filled.args == [2]
    assert (shown(stack), owners[2].asked, changes) == ("first", 1, [])
    stack.put_panel(2)
    assert owners[2].asked == 1


def test_page_that_is_shown_says_so_once_and_by_its_place(stack: LateStack) -> None:
    stack.show()
    changes: list[int] = []
    stack.currentChanged.connect(changes.append)
    stack.bring_up(2)
    assert changes == [2]


def test_empty_stack_can_be_shown(qtbot: QtBot) -> None:
    stack = LateStack()
    qtbot.addWidget(stack)
    stack.show()
    assert stack.in_front is stack
