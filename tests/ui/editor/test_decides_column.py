"""Counts at the right of the text."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis
from robotstudio.fetch.policy import Effect, PolicyOutcome
from robotstudio.ui.editor.decides_column import compact
from robotstudio.ui.editor.header import EditorHeader
from robotstudio.ui.theme.tokens import LIGHT
from tests.ui.editor.parts import Parts, analysis_of, part

FILE = b"User-agent: *\nDisallow: /search\nDisallow: /never\n\n"
BOX_X = 10


def color_at(image: QImage, line: int, dy: int = 10) -> str:
    return image.pixelColor(BOX_X, 6 + 20 * (line - 1) + dy).name().upper()


@pytest.fixture
def shown(parts: Parts) -> Parts:
    parts.pane.set_body(FILE)
    parts.edit.place_caret(4)
    parts.pane.show_analysis(analysis_of(FILE))
    return parts


def test_rule_that_decides_has_a_fill_and_others_have_none(shown: Parts) -> None:
    image = shown.decides.grab().toImage()
    assert color_at(image, 1) == LIGHT.surface
    assert color_at(image, 2) != LIGHT.surface
    assert color_at(image, 3) == LIGHT.surface


def test_rule_that_decides_nothing_is_a_plain_zero(shown: Parts) -> None:
    image = shown.decides.grab().toImage()
    row = {image.pixelColor(x, y).name().upper() for x in range(10, 55) for y in range(6 + 40, 6 + 59)}
    assert LIGHT.warning not in row
    assert len(row) > 1, "the zero"


def test_click_on_a_count_emits_its_line_and_a_drag_that_ends_there_does_not(shown: Parts, qtbot: QtBot) -> None:
    left = Qt.MouseButton.LeftButton
    with qtbot.waitSignal(shown.decides.line_activated) as clicked:
        QTest.mouseClick(shown.decides, left, pos=QPoint(BOX_X, 30))
    assert clicked.args == [2]
    with qtbot.assertNotEmitted(shown.decides.line_activated):
        QTest.mousePress(shown.decides, left, pos=QPoint(BOX_X, 50))
        QTest.mouseRelease(shown.decides, left, pos=QPoint(BOX_X, 30))


def test_counts_are_explained(shown: Parts) -> None:
    assert shown.decides.tooltip_at(30) == "Line 2 decides 1 of 3 URLs. Click to list them."
    assert shown.decides.tooltip_at(50) == "Line 3 decides none of 3 URLs."
    assert shown.decides.tooltip_at(10) == ""


def test_stale_counts_are_grey_but_there(shown: Parts) -> None:
    fresh = shown.decides.grab().toImage()
    shown.pane.set_stale(is_stale=True)
    stale = shown.decides.grab().toImage()
    assert color_at(stale, 2) not in {color_at(fresh, 2), LIGHT.surface}
    shown.pane.set_stale(is_stale=False)
    assert shown.decides.grab().toImage() == fresh


def test_without_urls_nothing_is_shown(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    before = parts.decides.grab().toImage()
    parts.pane.show_analysis(analysis_of(FILE, urls=""))
    assert parts.decides.grab().toImage() == before


def test_tint_of_the_winning_line_goes_on(shown: Parts) -> None:
    shown.pane.show_decision(1, allowed=False)
    assert color_at(shown.decides.grab().toImage(), 1) == LIGHT.blocked_tint


def test_column_stands_between_text_and_ruler(shown: Parts) -> None:
    right = shown.decides.mapTo(shown.pane, QPoint(shown.decides.width(), 0)).x()
    assert (shown.decides.width(), right) == (60, shown.pane.width() - 12)


def test_comment_runs_on_below_the_numbers_and_a_rule_does_not(parts: Parts) -> None:
    letters = b"o" * 200
    parts.pane.set_body(b"User-agent: *\nDisallow: /" + letters + b"\n# " + letters + b"\n")
    parts.edit.place_caret(4)
    parts.pane.show_analysis(analysis_of(parts.pane.body()))
    parts.edit.grab()
    image = parts.decides.grab().toImage()

    def colors(line: int) -> set[str]:
        """Return the colours left of the numbers."""
        return {image.pixelColor(x, 6 + 20 * (line - 1) + y).name() for x in range(30) for y in range(3, 18)}

    assert len(colors(2)) < len(colors(3))
    assert colors(2) == colors(1)
    parts.edit.horizontalScrollBar().setValue(parts.edit.horizontalScrollBar().maximum())
    assert parts.decides.grab().toImage() != image


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0"), (1918, "1,918"), (99_999, "99,999"), (123_456, "123k"), (12_345_678, "12M")]
)
def test_counts_fit_the_column(count: int, words: str) -> None:
    assert compact(count) == words


def test_nothing_is_counted_where_the_outcome_of_the_fetch_decides_for_all(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    before = parts.decides.grab().toImage()
    analysis = analysis_of(FILE)
    parts.pane.show_analysis(overruled(analysis))
    assert parts.decides.grab().toImage() == before
    assert parts.decides.tooltip_at(50) == ""
    title = part(parts.pane, EditorHeader).decides
    assert "not the rules" in title.toolTip()
    parts.pane.show_analysis(analysis)
    assert "not the rules" not in title.toolTip()


def test_urls_are_counted_if_any_crawler_goes_by_the_rules(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.pane.show_analysis(overruled(analysis_of(FILE), first=1))
    assert parts.decides.tooltip_at(50) == "Line 3 decides none of 3 URLs."


def overruled(analysis: Analysis, first: int = 0) -> Analysis:
    """Replace the columns from one on by columns that no rule decides."""
    shut_out = PolicyOutcome(Effect.DISALLOW_ALL, "", assumed=False)
    columns = [
        replace(column, policy_outcome=shut_out) if at >= first else column
        for at, column in enumerate(analysis.columns)
    ]
    return replace(analysis, columns=tuple(columns))
