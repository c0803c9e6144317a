"""Accessible texts of the panel, and keyboard access to every part, queried through QAccessible."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.explain.explanation import StepPart
from robotstudio.fetch.scenario_words import OriginStep
from robotstudio.ui.panels.why.geometry import SpotKind
from robotstudio.ui.panels.why.panel import VerdictLine, WhyPanel
from tests.ui.asked import Asked
from tests.ui.panels.why.conftest import Explain
from tests.ui.parts import body_of, button, geometry_of, open_step, part_of

Role, Text = QAccessible.Role, QAccessible.Text


def interface(thing: QObject) -> QAccessibleInterface:
    """Return the accessible interface of a widget."""
    found: QAccessibleInterface | None = QAccessible.queryAccessibleInterface(thing)
    assert found is not None
    return found


def children(parent: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield the visible children."""
    for place in range(parent.childCount()):
        child = parent.child(place)
        if not child.state().invisible:
            yield child


def descendants(parent: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield all descendants, in the order of a screen reader."""
    for child in children(parent):
        yield child
        yield from descendants(child)


def rows(panel: WhyPanel) -> list[QAccessibleInterface]:
    """Return the rows of the comparison."""
    found = children(interface(body_of(panel).comparison))
    return [child for child in found if child.role() is Role.StaticText]


def test_sentence_is_read_whole(panel: WhyPanel, explain: Explain) -> None:
    explain()
    name = interface(body_of(panel).sentence).text(Text.Name)
    assert name == "Googlebot may not fetch this URL. Disallow: /cart/ (line 8) is the only match."


def test_steps_are_read_with_number_and_clause(panel: WhyPanel, explain: Explain) -> None:
    explain()
    steps = interface(body_of(panel).steps)
    assert steps.text(Text.Name) == "Steps"
    assert steps.text(Text.Description).split("\n") == [
        "1. The draft, if served with 200. Its rules apply.",
        (
            "2. Googlebot has its own group. Lines 5–13. This group replaces the 2 rules of * (lines 1–3). "
            "Google: order of precedence for user agents."
        ),
        "3. One of 8 rules matches. So it decides. Google: order of precedence for rules.",
        "4. Result: blocked by line 8. Google: order of precedence for rules.",
    ]


def test_text_of_the_steps_can_be_explored(panel: WhyPanel, explain: Explain) -> None:
    explain()
    open_step(panel, StepPart.GROUP)
    text = interface(body_of(panel).steps.text)
    assert text.text(Text.Name) == "Group"
    assert "Googlebot has its own group" in text.text(Text.Value)
    assert "Google: order of precedence for user agents" in text.text(Text.Value)


def test_steps_are_buttons_that_say_them_in_short(panel: WhyPanel, explain: Explain) -> None:
    explain()
    names = [interface(each).text(Text.Name) for each in body_of(panel).steps.buttons.values()]
    assert names == [
        "Answer  if 200, rules apply",
        "Group  Googlebot, lines 5–13",
        "Rules  1 of 8 matches",
        "Result  blocked, line 8",
    ]


def test_every_row_of_the_comparison_is_an_object_with_words(panel: WhyPanel, explain: Explain) -> None:
    explain()
    assert [row.text(Text.Name) for row in rows(panel)] == [
        "URL path: /cart/checkout?step=2, 21 bytes",
        "8: Disallow: /cart/, 6 bytes, wins: only match",
        "10: Allow: /cart/help, 10 bytes, differs at byte 7",
        "9: Disallow: /*?sessionid=, 13 bytes, differs at byte 17",
        "5 more rules of this group do not match (lines 6, 7, 11, 12, 13)",
    ]


def test_row_tells_how_the_rule_lies_over_the_path(panel: WhyPanel, explain: Explain) -> None:
    explain()
    assert [row.text(Text.Description) for row in rows(panel)[1:4]] == [
        "“/cart/” is the same",
        "“/cart/” is the same, at byte 7 “h” meets “c”, “elp” is not read",
        (
            "“/” is the same, * matches “cart/checkout”, “?s” is the same, "
            "at byte 17 “e” meets “t”, “ssionid=” is not read"
        ),
    ]


def test_row_lies_where_it_is_painted(panel: WhyPanel, explain: Explain) -> None:
    explain()
    comparison = body_of(panel).comparison
    first_rule = rows(panel)[1].rect()
    lane = geometry_of(comparison).lane(1).toAlignedRect()
    assert first_rule.topLeft() == comparison.mapToGlobal(lane.topLeft())
    assert first_rule.size() == lane.size()


def test_rows_that_are_gone_are_not_read(panel: WhyPanel, explain: Explain) -> None:
    explain()
    explain(body=b"User-agent: *\nDisallow: /cart/\n")
    assert [row.text(Text.Name)[:2] for row in rows(panel)] == ["UR", "2:"]


def test_spot_that_the_keyboard_is_on_is_named(panel: WhyPanel, explain: Explain) -> None:
    explain()
    comparison = body_of(panel).comparison
    comparison.setFocus(Qt.FocusReason.TabFocusReason)
    names = []
    for _ in comparison.spots:
        names.append(interface(comparison).text(Text.Name))
        QTest.keyClick(comparison, Qt.Key.Key_Down)
    assert names[0] == "8: Disallow: /cart/, wins: only match"
    assert names[3].startswith("5 more rules")
    assert all(names)


def test_folding_rows_are_buttons_that_tell_their_state(panel: WhyPanel, explain: Explain) -> None:
    explain()
    body = body_of(panel)
    for fold in (body.steps.buttons[StepPart.GROUP], body.samples.button):
        button = interface(fold)
        assert button.role() in {Role.Button, Role.CheckBox}
        assert button.text(Text.Name)
        assert button.state().checkable
        assert not button.state().checked
        fold.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(fold, Qt.Key.Key_Space)
        assert interface(fold).state().checked


def test_folded_panel_tells_the_verdict(panel: WhyPanel, explain: Explain) -> None:
    panel.set_folded(True)
    explain()
    assert (
        interface(part_of(panel, VerdictLine)).text(Text.Name)
        == "Googlebot may not fetch /cart/checkout?step=2 because of line 8"
    )


@pytest.mark.parametrize("size", [(930, 292), (652, 234)])
def test_everything_that_takes_the_keyboard_has_a_name(
    panel: WhyPanel, explain: Explain, size: tuple[int, int]
) -> None:
    explain()
    panel.resize(*size)
    for section in (body_of(panel).samples, body_of(panel).folded_steps):
        section.button.setChecked(True)
    focusable = [child for child in descendants(interface(panel)) if child.state().focusable]
    assert len(focusable) >= 8
    assert [child.object() for child in focusable if not child.text(Text.Name)] == []


@pytest.mark.parametrize("size", [(930, 292), (652, 234)])
def test_tab_reaches_every_link_and_button(
    panel: WhyPanel, explain: Explain, qtbot: QtBot, size: tuple[int, int]
) -> None:
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    explain()
    panel.resize(*size)
    body = body_of(panel)
    for section in (body.samples, body.folded_steps):
        section.button.setChecked(True)
    open_step(panel, StepPart.GROUP)
    wanted: list[QWidget] = [
        button(panel, "Expect this"),
        body.sentence,
        *body.steps.buttons.values(),
        body.steps.text,
        body.comparison,
        body.samples.button,
        body.add_urls,
    ]
    button(panel, "Expect this").setFocus(Qt.FocusReason.TabFocusReason)
    seen = set()
    for _ in range(60):
        now = QApplication.focusWidget()
        assert now is not None
        seen.add(now)
        QTest.keyClick(now, Qt.Key.Key_Tab)
    assert [widget for widget in wanted if widget not in seen] == []


def test_every_step_is_reached_by_its_clause(panel: WhyPanel, explain: Explain, asked: Asked) -> None:
    page = "https://example.com/status"
    explain(origin=OriginStep("The file answers 200", "Its rules apply.", "Google: HTTP status codes", page))
    text = body_of(panel).steps.text
    pages: list[str] = []
    for part in StepPart:
        open_step(panel, part)
        text.clearFocus()
        text.setFocus(Qt.FocusReason.TabFocusReason)
        while not text.textCursor().charFormat().anchorHref().startswith("https://"):
            QTest.keyClick(text, Qt.Key.Key_Tab)
        QTest.keyClick(text, Qt.Key.Key_Return)
        what, address = asked.calls[-1]
        assert what == "open_page"
        pages.append(str(address).rpartition("#")[2])
    assert pages == [
        "https://example.com/status",
        "order-of-precedence-for-user-agents",
        "order-of-precedence-for-rules",
        "order-of-precedence-for-rules",
    ]


def test_fold_of_the_path_is_named(panel: WhyPanel, explain: Explain) -> None:
    explain("/cart/" + "x" * 100)
    spot = next(spot for spot in body_of(panel).comparison.spots if spot.kind is SpotKind.PATH)
    assert spot.name == "Show all 106 bytes of the URL"
