"""The panel explains one verdict, and keeps the person's layout while the draft changes."""

from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.engine import Robots
from robotstudio.engine.crawlers import crawler_for
from robotstudio.explain.explanation import StepPart
from robotstudio.fetch.scenario_words import OriginStep
from robotstudio.ui.panels.why.geometry import SpotKind
from robotstudio.ui.panels.why.panel import VerdictLine, WhyPanel
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.chip import Chip
from tests.ui.asked import Asked
from tests.ui.panels.why.conftest import DRAFT, Explain
from tests.ui.parts import body_of, copy_as, open_step, part_of
from tests.work import lines_run

MANY = b"User-agent: *\n" + b"".join(b"Disallow: /%d/x\n" % number for number in range(10_000))


def unfold_rules(panel: WhyPanel) -> None:
    """Click on the row that unfolds the other rules."""
    comparison = body_of(panel).comparison
    spot = next(spot for spot in comparison.spots if spot.kind is SpotKind.OTHERS)
    QTest.mouseClick(comparison, Qt.MouseButton.LeftButton, pos=spot.rect.center().toPoint())


def test_sentence_steps_and_comparison_are_shown(panel: WhyPanel, explain: Explain) -> None:
    explain()
    assert body_of(panel).sentence.toPlainText().replace("\u2060", "") == (
        "Googlebot may not fetch this URL. Disallow: /cart/ (line 8) is the only match."
    )
    assert "Googlebot has its own group" in body_of(panel).steps.told
    assert [row.line for row in body_of(panel).comparison.comparison.rows] == [8, 10, 9]
    assert body_of(panel).box.look == (Glyph.CROSS, "blocked")


def test_nothing_selected_says_what_to_do(panel: WhyPanel, explain: Explain) -> None:
    explain()
    panel.show_nothing()
    for is_folded in (False, True):
        panel.set_folded(is_folded)
        assert panel.is_one_line
        assert part_of(panel, VerdictLine).text == "Select a verdict to see why"
        assert not body_of(panel).isVisible()


def test_panel_takes_one_line_until_there_is_something_to_explain(
    panel: WhyPanel, asked: Asked, explain: Explain
) -> None:
    line = panel.sizeHint().height()
    explain()
    assert panel.sizeHint().height() > 4 * line
    panel.show_nothing()
    assert panel.sizeHint().height() == panel.maximumHeight() == line
    assert [call for call in asked.calls if call[0] == "note_one_line"] == [
        ("note_one_line", False),
        ("note_one_line", True),
    ]


def test_folded_panel_is_one_line(panel: WhyPanel, explain: Explain, asked: Asked) -> None:
    explain()
    panel.set_folded(True)
    assert ("note_folded", True) in asked.calls
    assert panel.sizeHint().height() == panel.maximumHeight() == 34
    assert part_of(panel, VerdictLine).text == "Googlebot may not fetch /cart/checkout?step=2 because of line 8"


def test_unfolded_panel_takes_the_height_that_it_had(panel: WhyPanel, explain: Explain) -> None:
    explain()
    panel.resize(930, 240)
    panel.set_folded(True)
    panel.set_folded(False)
    assert panel.sizeHint().height() == 240
    assert body_of(panel).isVisible()


def test_folded_panel_follows_the_draft(panel: WhyPanel, explain: Explain) -> None:
    panel.set_folded(True)
    explain("/cart/help")
    assert part_of(panel, VerdictLine).text == "Googlebot may fetch /cart/help because of line 10"
    panel.set_folded(False)
    assert "may fetch" in body_of(panel).sentence.toPlainText()


def test_link_in_the_sentence_leads_to_the_line(panel: WhyPanel, explain: Explain, asked: Asked) -> None:
    explain()
    sentence = body_of(panel).sentence
    point = link_position(panel)
    QTest.mouseClick(sentence.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert asked.calls[-1] == ("show_line", 8, False)


def link_position(panel: WhyPanel) -> QPoint:
    """Return the position of the first link of the sentence."""
    sentence = body_of(panel).sentence
    points = (QPoint(x, y) for y in range(5, sentence.height(), 8) for x in range(0, sentence.width(), 4))
    return next(point for point in points if sentence.anchorAt(point))


def test_tab_and_enter_reach_every_link_of_the_sentence(panel: WhyPanel, explain: Explain, asked: Asked) -> None:
    explain("/cart/", body=b"User-agent: *\nDisallow: /cart/\nAllow: /cart/\n")
    sentence = body_of(panel).sentence
    sentence.setFocus(Qt.FocusReason.TabFocusReason)
    lines = []
    for _ in range(2):
        QTest.keyClick(sentence, Qt.Key.Key_Return)
        lines.append(asked.calls[-1][1])
        QTest.keyClick(sentence, Qt.Key.Key_Tab)
    assert lines == [3, 2]


def test_folded_line_is_a_link_too(panel: WhyPanel, explain: Explain, asked: Asked) -> None:
    explain()
    panel.set_folded(True)
    QTest.keyClick(part_of(panel, VerdictLine), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked.calls[-1] == ("show_line", 8, True)
    (rect, _), *_ = part_of(panel, VerdictLine)._links()
    QTest.mouseClick(part_of(panel, VerdictLine), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    assert asked.calls[-1] == ("show_line", 8, False)
    assert panel.is_folded


def scroll(panel: WhyPanel, qtbot: QtBot) -> None:
    """Unfold the rules and scroll a little."""
    unfold_rules(panel)
    qtbot.waitUntil(partial(can_scroll, panel))
    body_of(panel).verticalScrollBar().setValue(20)


def can_scroll(panel: WhyPanel) -> bool:
    """Return True if there is more to scroll to."""
    return body_of(panel).verticalScrollBar().maximum() >= 20


def test_refreshed_verdict_of_the_same_cell_keeps_what_was_unfolded(
    panel: WhyPanel, explain: Explain, qtbot: QtBot
) -> None:
    explain()
    scroll(panel, qtbot)
    explain(body=DRAFT + b"Disallow: /cart/checkout\n")
    assert body_of(panel).comparison.is_expanded
    assert body_of(panel).verticalScrollBar().value() == 20
    assert body_of(panel).comparison.comparison.rows[0].line == 14


def test_selection_of_text_survives_a_verdict_that_says_the_same(panel: WhyPanel, explain: Explain) -> None:
    explain()
    body_of(panel).sentence.selectAll()
    explain()
    assert body_of(panel).sentence.textCursor().hasSelection()


def test_another_cell_starts_folded_and_at_the_top(panel: WhyPanel, explain: Explain, qtbot: QtBot) -> None:
    explain()
    scroll(panel, qtbot)
    explain("/cart/help")
    assert not body_of(panel).comparison.is_expanded
    assert body_of(panel).verticalScrollBar().value() == 0


def test_stale_explanation_is_dimmed_and_not_blanked(panel: WhyPanel, explain: Explain) -> None:
    explain()
    panel.set_stale(True)
    assert body_of(panel).is_stale
    assert body_of(panel).sentence.toPlainText()
    panel.set_stale(False)
    assert not body_of(panel).is_stale


def test_narrow_panel_shows_winner_and_nearest_loser_without_steps(panel: WhyPanel, explain: Explain) -> None:
    explain()
    panel.resize(652, 234)
    assert not body_of(panel).steps.isVisible()
    assert [row.line for row in body_of(panel).comparison.comparison.rows] == [8, 10]
    panel.resize(930, 292)
    assert body_of(panel).steps.isVisible()
    assert len(body_of(panel).comparison.comparison.rows) == 3


def test_crawler_that_does_not_say_how_it_reads_is_marked(panel: WhyPanel, explain: Explain) -> None:
    explain(name="GPTBot")
    assert part_of(panel, Chip).isVisible()
    assert part_of(panel, Chip).text == "not documented: read as RFC 9309"
    explain()
    assert not part_of(panel, Chip).isVisible()


@pytest.mark.parametrize(
    ("label", "start"), [("Copy as text", "Googlebot may"), ("Copy as Markdown", "**Googlebot may")]
)
def test_explanation_can_be_copied(panel: WhyPanel, explain: Explain, label: str, start: str) -> None:
    explain()
    copy_as(panel, label)
    assert QGuiApplication.clipboard().text().startswith(start)


def test_copied_selection_is_plain(panel: WhyPanel, explain: Explain) -> None:
    explain()
    sentence = body_of(panel).sentence
    sentence.selectAll()
    sentence.copy()
    assert "Disallow: /cart/ (line 8)" in QGuiApplication.clipboard().text()


def test_first_step_may_tell_where_the_rules_come_from(panel: WhyPanel, explain: Explain) -> None:
    explain()
    assert open_step(panel, StepPart.ANSWER).startswith("The draft, if served with 200")
    explain(origin=OriginStep("The file answers 200", "Its rules apply."))
    assert open_step(panel, StepPart.ANSWER).startswith("The file answers 200")


def test_theme_is_followed_live(panel: WhyPanel, explain: Explain) -> None:
    explain()
    light = panel.grab().toImage()
    theme.set_mode(Mode.DARK)
    assert panel.grab().toImage() != light
    assert body_of(panel).sentence.toPlainText()


@pytest.mark.parametrize(
    "url",
    [
        "/" + "x" * 10_000,
        "/%00\x00\x01\n\r\u2028\u202e\udcff\ud800" + "é" * 50,
        "",
        "https://例え.jp/?" + "%FF" * 500,
        "/" + "*" * 60 + "$",
    ],
)
def test_hostile_urls_are_shown(panel: WhyPanel, explain: Explain, url: str) -> None:
    body = DRAFT + b"Disallow: /*x*\x00\xff" + b"y" * 5000 + b"\nAllow: *" + b"*" * 300 + b"$\n"
    for width in (930, 652):
        panel.resize(width, 292)
        explain(url, body=body)
        unfold_rules(panel)
        assert not panel.grab().isNull()
        for spot in body_of(panel).comparison.spots:
            if spot.kind is SpotKind.PATH:
                QTest.mouseClick(body_of(panel).comparison, Qt.MouseButton.LeftButton, pos=spot.rect.center().toPoint())
        assert not panel.grab().isNull()


def test_group_of_ten_thousand_rules_does_not_slow_typing(panel: WhyPanel, explain: Explain) -> None:
    verdict = explain("/77/y", body=MANY)
    assert verdict.group.rule_count == 10_000
    crawler = crawler_for("Googlebot")
    few = explain("/77/y", body=b"\n".join(MANY.split(b"\n")[:1_000]))
    lines = [lines_run(partial(panel.show_verdict, one, crawler, "/77/y")) for one in (few, verdict)]
    assert lines[1] < 15 * lines[0]
    unfold_rules(panel)
    assert len(body_of(panel).comparison.comparison.rows) == 200


def test_sentence_names_all_crawlers_of_the_column(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, asked: Asked) -> None:
    alike = tuple(map(crawler_for, ("Googlebot", "Applebot", "bingbot", "GPTBot")))
    monkeypatch.setattr(asked, "column_crawlers", lambda _token: alike)
    panel = WhyPanel(asked.why())
    qtbot.addWidget(panel)
    panel.show()
    verdict = Robots.parse(DRAFT, alike[0].dialect).decide("/cart/", alike[0].chain)
    panel.show_verdict(verdict, alike[0], "/cart/")
    assert body_of(panel).sentence.toPlainText().startswith("Googlebot, Applebot and 2 more may not fetch this URL.")
    monkeypatch.setattr(asked, "column_crawlers", lambda _token: alike[:1])
    panel.show_column()
    assert body_of(panel).sentence.toPlainText().startswith("Googlebot may not fetch this URL.")
