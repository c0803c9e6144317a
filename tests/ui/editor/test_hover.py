"""Cards about a position: by mouse or key, and hidden by whatever happens next."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from robotstudio.explain.line_card import LineCard, LineContext, card_at
from robotstudio.ui.editor.line_marks import ProblemMark
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.menus import place_beside
from robotstudio.ui.widgets.popover import HoverCard
from tests.ui.editor.parts import Parts, part

BODY = b"User-agent: Googlebot\nDisallow: /*.pdf$\n# comment\n"
SCREEN = QRect(0, 0, 1000, 800)


def explain(raw: bytes, byte: int, _line: int) -> LineCard | None:
    return card_at(raw, byte, LineContext())


@pytest.fixture
def explained(parts: Parts) -> Parts:
    """Show a draft with a card."""
    parts.pane.set_body(BODY)
    parts.pane.assistance.hover.set_explainer(explain)
    return parts


def card_of(parts: Parts) -> HoverCard:
    return part(parts.pane, HoverCard)


def rest_at(parts: Parts, line: int, column: int) -> None:
    cursor = parts.edit.textCursor()
    cursor.setPosition(parts.edit.document().findBlockByNumber(line - 1).position() + column)
    QTest.mouseMove(parts.edit.viewport(), parts.edit.cursorRect(cursor).center())


def test_card_is_shown_about_the_caret(explained: Parts) -> None:
    explained.edit.place_caret(2, 14)
    explained.pane.assistance.explain_here()
    assert card_of(explained).isVisible()
    assert "Disallow: /*.pdf$" in explained.edit.accessibleDescription()
    assert explained.edit.hasFocus()


def test_card_is_shown_where_the_mouse_rests(explained: Parts, qtbot: QtBot) -> None:
    rest_at(explained, 1, 15)
    qtbot.waitUntil(card_of(explained).isVisible)
    assert card_of(explained).accessibleName().startswith("Googlebot")
    rest_at(explained, 2, 3)
    assert not card_of(explained).isVisible()


def test_nothing_is_shown_behind_the_end_of_a_line(explained: Parts, qtbot: QtBot) -> None:
    viewport = explained.edit.viewport()
    QTest.mouseMove(viewport, QPoint(viewport.width() - 4, 12))
    qtbot.wait(500)
    assert not card_of(explained).isVisible()


def test_escape_closes_the_card_and_nothing_else(explained: Parts) -> None:
    explained.pane.assistance.explain_here()
    QTest.keyClick(explained.edit, Qt.Key.Key_Escape)
    assert not card_of(explained).isVisible()
    assert not explained.edit.accessibleDescription()


def test_typing_closes_the_card_and_is_typed(explained: Parts) -> None:
    explained.pane.assistance.explain_here()
    QTest.keyClicks(explained.edit, "x")
    assert not card_of(explained).isVisible()
    assert explained.text.startswith("xUser-agent")


def test_there_is_no_card_about_a_comment(explained: Parts) -> None:
    explained.edit.place_caret(3, 4)
    explained.pane.assistance.explain_here()
    assert not card_of(explained).isVisible()


def test_findings_of_the_line_are_told(explained: Parts) -> None:
    explained.pane.assistance.set_findings(lambda line: [f"Found in {line}."])
    explained.edit.place_caret(2, 14)
    explained.pane.assistance.explain_here()
    assert "Found in 2." in explained.edit.accessibleDescription()


def test_card_goes_when_the_theme_changes(explained: Parts) -> None:
    explained.pane.assistance.explain_here()
    theme.set_mode(Mode.LIGHT if theme.dark else Mode.DARK)
    assert not card_of(explained).isVisible()


@pytest.mark.parametrize(
    ("about", "corner"),
    [
        (QRect(100, 100, 2, 20), QPoint(100, 124)),
        (QRect(100, 700, 2, 20), QPoint(100, 496)),
        (QRect(900, 100, 2, 20), QPoint(600, 124)),
        (QRect(-50, 100, 2, 20), QPoint(0, 124)),
    ],
)
def test_small_window_stays_on_the_screen(about: QRect, corner: QPoint) -> None:
    assert place_beside(QSize(400, 200), about, SCREEN) == corner


def test_what_is_found_in_a_line_without_a_card_is_told_too(explained: Parts, qtbot: QtBot) -> None:
    explained.pane.set_body(b"User-agent: *\n\nDisallow: /\n")
    explained.pane.assistance.set_findings(lambda line: ["The group seems to end here."] if line == 2 else [])
    card = card_of(explained)
    rest_at(explained, 2, 0)
    qtbot.waitUntil(card.isVisible)
    assert card.accessibleName() == "The group seems to end here."
    viewport = explained.edit.viewport()
    QTest.mouseMove(viewport, QPoint(viewport.width() - 4, 30))
    qtbot.wait(500)
    assert not card.isVisible()


def test_hint_beside_the_text_stands_on_the_same_card_until_the_mouse_moves(explained: Parts) -> None:
    explained.pane.show_problems([ProblemMark(2, 0, -1, "warning", Glyph.WARNING, "A misspelling.", is_wavy=True)])
    gutter, card = explained.gutter, card_of(explained)
    at = QPoint(8, explained.edit.row_height + 12)
    event = QHelpEvent(QEvent.Type.ToolTip, at, gutter.mapToGlobal(at))
    QApplication.sendEvent(gutter, event)
    assert card.isVisible()
    assert card.accessibleName() == "A misspelling."
    assert not QToolTip.isVisible()
    QTest.mouseMove(gutter, at + QPoint(2, 0))
    assert not card.isVisible()
    QApplication.sendEvent(gutter, QHelpEvent(QEvent.Type.ToolTip, QPoint(8, 8), gutter.mapToGlobal(QPoint(8, 8))))
    assert not card.isVisible()
