"""The Summary tab."""

from collections.abc import Iterator, Sequence
from functools import partial

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis, Request, analyse
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import crawler_for
from robotstudio.engine.summary import Overview
from robotstudio.ui.panels.summary import panel as module
from robotstudio.ui.panels.summary.panel import SummaryPanel
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.urls.url_set import UrlSet

DRAFT = b"User-agent: *\nDisallow: /admin/\nCrawl-delay: 10\n\nUser-agent: GPTBot\nDisallow: /\n"


def analysis(draft: bytes = DRAFT, tokens: Sequence[str] = ("Googlebot", "Applebot", "GPTBot")) -> Analysis:
    """Analyse the draft without URLs."""
    return analyse(Request(1, draft, UrlSet(), UrlTable(()), tuple(map(crawler_for, tokens))))


@pytest.fixture
def panel(qtbot: QtBot) -> SummaryPanel:
    """Show a panel about the draft."""
    panel = SummaryPanel()
    qtbot.addWidget(panel)
    panel.resize(800, 700)
    panel.show_analysis(analysis())
    panel.show()
    return panel


def test_crawlers_with_the_same_reading_share_a_card(panel: SummaryPanel) -> None:
    assert [card.title.text() for card in panel.cards.cards] == ["Googlebot and Applebot", "GPTBot", ""]
    assert "everything except" in panel.cards.cards[0].text.toPlainText()


def test_the_other_lines_of_the_file_stand_below(panel: SummaryPanel) -> None:
    card = panel.cards.cards[-1]
    assert card.section.text() == "Other lines of this file"
    assert "Seconds to wait between two fetches." in card.text.toPlainText()


def test_nothing_is_worked_out_while_the_tab_is_hidden(qtbot: QtBot) -> None:
    panel = SummaryPanel()
    qtbot.addWidget(panel)
    panel.show_analysis(analysis())
    assert panel.overview is None
    panel.show()
    assert panel.overview is not None


def test_a_new_analysis_is_shown_later_where_that_takes_long(
    qtbot: QtBot, panel: SummaryPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_QUICK_S", 0.0)
    panel.show_analysis(analysis())
    before = panel.overview
    panel.show_analysis(analysis(b"User-agent: *\nDisallow: /x\n"))
    assert panel.overview is before
    qtbot.waitUntil(lambda: panel.overview is not before)
    assert "one rule" in panel.cards.cards[0].text.toPlainText()
    assert len(panel.cards.cards) == 1


def test_a_new_analysis_is_shown_at_once_where_that_is_quick(
    panel: SummaryPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_QUICK_S", 3_600.0)
    panel.show_analysis(analysis())
    panel.show_analysis(analysis(b"User-agent: *\nDisallow: /x\n"))
    assert "one rule" in panel.cards.cards[0].text.toPlainText()


def test_a_link_leads_to_its_line(qtbot: QtBot, panel: SummaryPanel) -> None:
    text = panel.cards.cards[0].text
    with qtbot.waitSignal(panel.line_activated) as said:
        text.anchorClicked.emit("line:2")
    assert said.args == [2]


def test_the_summary_is_copied_as_text_and_as_markdown(panel: SummaryPanel) -> None:
    menu = panel.findChildren(QMenu)[0]
    copied = []
    for action in menu.actions():
        action.trigger()
        copied.append(QGuiApplication.clipboard().text())
    assert copied[0].startswith("Googlebot and Applebot\nMay fetch")
    assert copied[1].startswith("## Googlebot and Applebot\n")


def test_without_crawlers_there_is_a_hint(panel: SummaryPanel, qtbot: QtBot) -> None:
    panel.show_analysis(analysis(tokens=()))
    qtbot.waitUntil(lambda: not panel.cards.isVisible())


@pytest.mark.parametrize("width", [460, 800, 1200])
def test_no_text_is_cut_off(panel: SummaryPanel, qtbot: QtBot, width: int) -> None:
    panel.resize(width, 700)
    texts = [card.text for card in panel.cards.cards]
    qtbot.waitUntil(lambda: all(text.height() >= text.heightForWidth(text.width()) for text in texts))


def test_cards_are_read_by_name_and_text(panel: SummaryPanel) -> None:
    card = QAccessible.queryAccessibleInterface(panel.cards.cards[0].text)
    assert card.text(QAccessible.Text.Name) == "Googlebot and Applebot"
    text = card.textInterface()
    assert text.text(0, text.characterCount()).startswith("May fetch everything except")


def test_every_control_is_reached_with_the_keyboard_and_named(panel: SummaryPanel) -> None:
    panel.activateWindow()
    panel.setFocus()
    reached = []
    for _ in range(8):
        QTest.keyClick(QApplication.focusWidget() or panel, Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    names = {
        QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        for widget in reached
        if widget is not None
    }
    assert {"Copy the summary", "Googlebot and Applebot", "GPTBot"} <= names


def drafts_of_many_lengths() -> Iterator[bytes]:
    """Yield sentences that end a line sooner or later, so that some wrap differently in a slightly different width."""
    for length in range(1, 48, 2):
        path = b"/" + b"d" * length + b"/"
        yield b"".join(
            b"User-agent: Bot%d\nDisallow: %s%d\nDisallow: /a%s\nAllow: /b\n\n" % (n, path, n, path) for n in (1, 2)
        )


def says_otherwise(panel: SummaryPanel, before: Overview | None) -> bool:
    """Return True if another overview is shown: a slow one waits for a pause."""
    return panel.overview is not before


@pytest.mark.parametrize("width", [480, 905, 960, 1400])
def test_cards_are_as_high_as_their_text(panel: SummaryPanel, qtbot: QtBot, width: int) -> None:
    panel.resize(width, 320)  # so low that the cards have to scroll, and get no more than requested
    qtbot.waitUntil(lambda: panel.cards.cards[0].text.width() > 300)
    for draft in drafts_of_many_lengths():
        before = panel.overview
        panel.show_analysis(analysis(draft, ("Bot1", "Bot2", "Googlebot", "Applebot")))
        qtbot.waitUntil(partial(says_otherwise, panel, before))
        for _ in range(4):  # one layout request leads to another
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        cards = panel.cards.cards
        assert [card.text.height() for card in cards] == [card.text.heightForWidth(card.text.width()) for card in cards]
        needed = cards[-1].geometry().bottom() + 2 * SIZES.panel_inset
        assert panel.cards.verticalScrollBar().maximum() <= max(0, needed - panel.cards.viewport().height() + 1)
