"""The groups as a list."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from robotstudio.ui.editor.outline import OutlinePopup, outline_of
from tests.ui.editor.parts import Parts, analysis_of

BODY = (
    b"User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\nAllow: /b\n\n"
    b"User-agent: GPTBot\nDisallow: /c\n"
)


@pytest.fixture
def outlined(parts: Parts) -> Parts:
    """Open the outline of a draft of three groups, two of which are merged, with the caret in the second."""
    parts.pane.set_body(BODY)
    parts.edit.place_caret(6)
    parts.pane.assistance.open_outline(outline_of(analysis_of(BODY)))
    return parts


def outline(parts: Parts) -> OutlinePopup:
    found = parts.edit.findChild(OutlinePopup)
    assert isinstance(found, OutlinePopup)
    return found


def titles(popup: OutlinePopup) -> list[str]:
    return [popup.list.words(row).text for row in popup.list.rows]


def test_groups_are_listed_with_lines_rules_and_parts(outlined: Parts) -> None:
    popup = outline(outlined)
    entries = outline_of(analysis_of(BODY))
    assert titles(popup) == ["*", "GPTBot, CCBot", "GPTBot"]
    assert [entry.detail for entry in entries] == [
        "1 rule, lines 1–2",
        "part 1, 2 rules, lines 4–7",
        "part 2, 1 rule, lines 9–10",
    ]


def test_group_of_the_caret_is_selected_first(outlined: Parts) -> None:
    assert outline(outlined).list.current_row == 1


def test_enter_goes_to_the_group_found_by_typing(outlined: Parts) -> None:
    popup = outline(outlined)
    QTest.keyClicks(popup.field, "gpt")
    QTest.keyClick(popup.field, Qt.Key.Key_Down)
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert not popup.isVisible()
    assert outlined.pane.caret_line == 9


def test_escape_leaves_the_caret_where_it_was(outlined: Parts) -> None:
    QTest.keyClick(outline(outlined).field, Qt.Key.Key_Escape)
    assert not outline(outlined).isVisible()
    assert outlined.pane.caret_line == 6
