"""Details on the use of a rule beside its count."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.draft.rule_coverage import LineCoverage
from robotstudio.ui.editor.decides_column import coverage_words
from robotstudio.ui.widgets.labels import LinkLabel
from tests.ui.editor.parts import Parts, analysis_of, part

BODY = b"User-agent: *\nDisallow: /cart\nDisallow: /cart/\n"
DEAD = LineCoverage(0, 12, (3,), safe_to_delete=True)
WITHOUT_IT = "Without it, no verdict on the loaded URLs changes, and no delay or other field."

WORDS = [
    (
        LineCoverage(0, 0, (), safe_to_delete=True),
        f"Matches none of the URLs. {WITHOUT_IT}",
    ),
    (LineCoverage(0, 12, (14,), safe_to_delete=False), "Matches 12 URLs, all decided by line 14."),
    (LineCoverage(0, 1, (14,), safe_to_delete=False), "Matches one URL, decided by line 14."),
    (LineCoverage(0, 12, (3, 14), safe_to_delete=False), "Matches 12 URLs, decided by lines 3, 14."),
    (LineCoverage(0, 9, (1, 2, 3, 4, 5, 6), safe_to_delete=False), "Matches 9 URLs, decided by lines 1, 2, 3, 4, 5…."),
    (LineCoverage(4, 12, (14,), safe_to_delete=False), "Matches 12 URLs."),
]


@pytest.mark.parametrize(("coverage", "words"), WORDS)
def test_words(coverage: LineCoverage, words: str) -> None:
    assert coverage_words(coverage) == words


@pytest.fixture
def covered(parts: Parts) -> Parts:
    """Show a rule that another one overrides."""
    parts.pane.set_body(BODY)
    parts.pane.show_analysis(analysis_of(BODY, decides={3: 2}))
    parts.pane.set_coverage({2: DEAD, 3: LineCoverage(2, 1, (), safe_to_delete=False)})
    return parts


def tooltip(parts: Parts, line: int) -> str:
    return parts.decides.tooltip_at(next(row.top for row in parts.edit.rows() if row.line == line) + 5)


def test_tooltip_says_which_rule_decides_instead(covered: Parts) -> None:
    assert tooltip(covered, 2).splitlines() == [
        "Line 2 decides none of 3 URLs.",
        f"Matches 12 URLs, all decided by line 3. {WITHOUT_IT}",
    ]
    assert tooltip(covered, 1) == ""


def test_idle_rules_are_told_to_a_screen_reader(covered: Parts) -> None:
    said = covered.decides.accessibleDescription()
    assert "Line 2: Matches 12 URLs, all decided by line 3." in said
    assert "Line 3:" not in said


def test_coverage_moves_with_the_lines(covered: Parts) -> None:
    covered.pane.place_caret(1)
    QTest.keyClick(covered.edit, Qt.Key.Key_Return)
    assert "decided by line 4" in tooltip(covered, 3)


def test_another_file_has_no_coverage(covered: Parts) -> None:
    covered.pane.set_body(BODY)
    covered.pane.show_analysis(analysis_of(BODY, decides={3: 2}))
    assert "Matches" not in tooltip(covered, 2)


def test_supposed_answer_of_the_server_is_told_apart_from_the_rules() -> None:
    words = coverage_words(LineCoverage(0, 1, (14,), safe_to_delete=False, is_supposed=True))
    assert words.endswith("This is about the rules alone, not the simulated server answer.")


def test_menu_is_asked_for_beside_a_rule_only(covered: Parts) -> None:
    places = {row.line: row.top + 5 for row in covered.edit.rows()}
    asked: list[int] = []
    covered.pane.rule_menu_requested.connect(lambda line, _at: asked.append(line))
    for line in (1, 2):
        at = QPoint(20, round(places[line]))
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, covered.decides.mapToGlobal(at))
        QApplication.sendEvent(covered.decides, event)
    assert asked == [2]


def test_link_above_the_counts_asks_for_the_list_of_rules(covered: Parts, qtbot: QtBot) -> None:
    with qtbot.waitSignal(covered.pane.rules_requested):
        part(covered.pane, LinkLabel).click()
