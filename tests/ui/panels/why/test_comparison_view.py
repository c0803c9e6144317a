"""The comparison links to lines by pointer and keyboard, and folds long content."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollBar
from pytestqt.qtbot import QtBot

from robotstudio.draft.rule_alignment import align_rules
from robotstudio.engine import Robots
from robotstudio.explain.nearest import nearest_rules
from robotstudio.ui.panels.why.comparison_view import ComparisonView
from robotstudio.ui.panels.why.geometry import ClickableSpot, SpotKind
from tests.ui.asked import Asked
from tests.ui.panels.why.conftest import DRAFT
from tests.ui.parts import geometry_of, part_of


@pytest.fixture
def view(qtbot: QtBot, asked: Asked) -> ComparisonView:
    """Show the rules of the draft beside a short path."""
    view = ComparisonView(asked.why().show_line)
    qtbot.addWidget(view)
    view.resize(589, 170)
    show(view, "/cart/checkout?step=2")
    view.show()
    return view


def show(view: ComparisonView, url: str, rows: int = 4) -> None:
    """Align the rules with a URL."""
    verdict = Robots.parse(DRAFT).decide(url, "Googlebot")
    view.set_comparison(align_rules(nearest_rules(verdict), rows))


def spots(view: ComparisonView, kind: SpotKind) -> list[ClickableSpot]:
    """Return the spots of a kind."""
    return [spot for spot in view.spots if spot.kind is kind]


def center(spot: ClickableSpot) -> QPoint:
    """Return the point to click."""
    return spot.rect.center().toPoint()


def test_every_line_number_is_a_link(view: ComparisonView) -> None:
    assert [spot.line for spot in spots(view, SpotKind.LINE)] == [8, 10, 9, 12, 6, 7, 11, 13]


@pytest.mark.parametrize(
    ("modifier", "place_caret"), [(Qt.KeyboardModifier.NoModifier, False), (Qt.KeyboardModifier.ControlModifier, True)]
)
def test_click_leads_to_the_line(
    view: ComparisonView, asked: Asked, modifier: Qt.KeyboardModifier, place_caret: bool
) -> None:
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, modifier, center(spots(view, SpotKind.LINE)[1]))
    assert asked.calls == [("show_line", 10, place_caret)]


def test_line_among_the_others_is_a_link_and_not_the_fold(view: ComparisonView, qtbot: QtBot, asked: Asked) -> None:
    with qtbot.assertNotEmitted(view.more_requested):
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=center(spots(view, SpotKind.LINE)[5]))
    assert asked.calls == [("show_line", 7, False)]


def test_tab_goes_through_all_links_and_then_leaves(view: ComparisonView) -> None:
    view.setFocus(Qt.FocusReason.TabFocusReason)
    lines = []
    for _ in view.spots:
        spot = view._focused_spot()
        assert spot
        lines.append(spot.line)
        QTest.keyClick(view, Qt.Key.Key_Tab)
    assert lines == [8, 10, 9, 12, 0, 6, 7, 11, 13]
    assert not view._move_focus(1)


def test_enter_leads_to_the_line_that_the_keyboard_is_on(view: ComparisonView, asked: Asked) -> None:
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert asked.calls == [("show_line", 10, False)]
    assert view.accessibleName() == "10: Allow: /cart/help, differs at byte 7"


def test_row_of_the_others_asks_for_all_and_for_few_again(view: ComparisonView, qtbot: QtBot) -> None:
    for wanted in (True, False):
        with qtbot.waitSignal(view.more_requested) as asked:
            QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=center(spots(view, SpotKind.OTHERS)[0]))
        assert asked.args == [wanted]


def test_long_path_is_folded_and_can_be_unfolded(view: ComparisonView) -> None:
    show(view, "/cart/" + "x" * 100)
    folded = geometry_of(view).columns
    assert folded.is_folded
    assert folded.cells <= 40
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=center(spots(view, SpotKind.PATH)[0]))
    assert not geometry_of(view).columns.is_folded
    assert part_of(view, QScrollBar).isVisible()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert part_of(view, QScrollBar).value() == 10


def test_click_on_the_ellipsis_unfolds_the_path(view: ComparisonView) -> None:
    show(view, "/cart/" + "x" * 100)
    geometry = geometry_of(view)
    cell = geometry.columns.cell_of(geometry.columns.gaps[0][0])
    x = geometry.room.left() + (cell + 0.5) * geometry.cell
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(geometry.lane(0).center().y())))
    assert not geometry_of(view).columns.is_folded


def test_short_path_offers_no_fold(view: ComparisonView) -> None:
    assert not spots(view, SpotKind.PATH)


def test_comparison_can_be_read_without_being_seen(view: ComparisonView) -> None:
    view.clearFocus()
    assert view.accessibleName() == "Rules compared with the URL path"
    first, second, *_ = view.accessibleDescription().split("\n")
    assert first == "8: Disallow: /cart/, 6 bytes, wins: only match"
    assert second == "10: Allow: /cart/help, 10 bytes, differs at byte 7"


def test_tooltip_has_the_whole_rule(view: ComparisonView) -> None:
    lane = geometry_of(view).lane(2)
    assert view._tooltip_at(lane.center()) == "Allow: /cart/help\ndiffers at byte 7"


def test_pointer_over_a_link_is_a_hand(view: ComparisonView) -> None:
    QTest.mouseMove(view, center(spots(view, SpotKind.LINE)[0]))
    assert view.cursor().shape() is Qt.CursorShape.PointingHandCursor
    QTest.mouseMove(view, QPoint(300, 5))
    assert view.cursor().shape() is Qt.CursorShape.ArrowCursor


def test_height_for_a_width_does_not_depend_on_the_width_that_it_has(view: ComparisonView) -> None:
    widths = range(300, 800, 9)
    expected = [view.heightForWidth(width) for width in widths]
    assert len(set(expected)) > 1
    for own in (280, 560, 1000):
        view.resize(own, 170)
        assert [view.heightForWidth(width) for width in widths] == expected
