"""How other crawlers read the file: what the pane shows, and which signals its clicks emit."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.agreement import Agreement, UndecidedCrawlers, agreement
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.engine.proof import Undecided
from robotstudio.engine.robots import FileVersion
from robotstudio.ui.panels.summary.agreement_pane import AgreementPane
from robotstudio.ui.theme.glyphs import Glyph

BODY = b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n\nUser-agent: GPTBot\nDisallow: /\n"
TITLES = {token: each.title for token, each in CRAWLERS.items()}


@pytest.fixture
def pane(qtbot: QtBot) -> AgreementPane:
    pane = AgreementPane()
    qtbot.addWidget(pane)
    pane.resize(920, 300)
    return pane


def known(*tokens: str) -> Agreement:
    return agreement(FileVersion(BODY), [CRAWLERS[token] for token in tokens], 2.0)


def rows(pane: AgreementPane) -> list[list[str]]:
    return [[pane.table.cell(row, column).text for column in range(6)] for row in range(len(pane.table.rows))]


def click(pane: AgreementPane, row: int, column: int) -> None:
    at: QPoint = pane.table.visualRect(pane.table.model().index(row, column)).center()
    QTest.mouseClick(pane.table.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_that_all_get_one_verdict_on_every_url_is_proven_in_a_sentence(pane: AgreementPane) -> None:
    assert pane.isHidden()
    pane.show_agreement(known("Googlebot", "YandexBot"), TITLES)
    assert pane.title.text() == "Proven for every URL: the other crawler gets the verdict of Googlebot."
    assert pane.names.text() == "YandexBot"
    assert not pane.table.rows
    assert not pane.isHidden()


def test_each_set_of_crawlers_that_parts_is_a_row_with_url_verdicts_and_reason(pane: AgreementPane) -> None:
    pane.show_agreement(known("Googlebot", "GPTBot", "Baiduspider", "bingbot", "YandexBot"), TITLES)
    assert pane.title.text() == "2 of 4 others get another verdict than Googlebot."
    assert pane.names.text() == "One more only where a URL is escaped. Proven for every URL: YandexBot."
    assert rows(pane) == [
        ["/cart/help", "Baiduspider", "3", "2", "first match", "Add"],
        ["/", "GPTBot", "", "6", "another group", "Add"],
        ["/%63art/", "Bingbot", "", "2", "only where a URL is escaped", "Add"],
    ]
    spoken = "/cart/help: allowed by line 3 for Googlebot, blocked by line 2 for Baiduspider"
    assert pane.table.cell(0, 0).spoken == spoken
    assert pane.table.cell(0, 4).spoken == "Baiduspider: first match / longest match"


def test_one_click_adds_the_url_and_says_so(pane: AgreementPane, qtbot: QtBot) -> None:
    pane.show_agreement(known("Googlebot", "GPTBot", "Baiduspider"), TITLES)
    with qtbot.waitSignal(pane.urls_wanted) as caught:
        QTest.mouseClick(
            pane.table.viewport(), Qt.MouseButton.LeftButton, pos=pane.table.link_rect(1, 5).center().toPoint()
        )
    assert caught.args == [("/",)]
    assert [row[5] for row in rows(pane)] == ["Add", "in your list"]


def test_a_click_on_a_row_leads_to_the_line_that_decides(pane: AgreementPane, qtbot: QtBot) -> None:
    pane.show_agreement(known("Googlebot", "Baiduspider", "GPTBot"), TITLES)
    with qtbot.waitSignal(pane.line_activated) as caught:
        click(pane, 0, 1)
    assert caught.args == [2]


def test_what_is_undecided_is_never_called_proven_and_can_be_tried_for_longer(
    pane: AgreementPane, qtbot: QtBot
) -> None:
    undecided = (
        UndecidedCrawlers(("bingbot",), Undecided.TIME, is_plain=False),
        UndecidedCrawlers(("CCBot",), Undecided.FORMS, is_plain=True),
    )
    pane.show_agreement(Agreement("Googlebot", (), (), undecided, 2.0, 2000.0), TITLES)
    assert pane.title.text().startswith("No URL is known on which another verdict")
    assert [row[0] for row in rows(pane)] == [
        "undecided, with neither a proof nor a counterexample within the limit",
        "proven for plain URLs; undecided where something is escaped",
    ]
    assert pane.table.cell(0, 0).glyph is Glyph.UNDECIDED
    with qtbot.waitSignal(pane.longer_wanted):
        QTest.keyClick(pane.table, Qt.Key.Key_Return)


def test_while_a_newer_answer_is_awaited_it_is_grey_and_stays(pane: AgreementPane) -> None:
    pane.show_agreement(known("Googlebot", "GPTBot"), TITLES)
    pane.set_stale()
    assert pane.said.text() == "proving…"
    assert len(rows(pane)) == 1
    pane.show_agreement(known("Googlebot", "YandexBot"), TITLES)
    assert pane.said.text() != "proving…"


def test_folded_its_head_tells_the_result(pane: AgreementPane) -> None:
    pane.show_agreement(known("Googlebot", "YandexBot"), TITLES)
    pane.set_folded(True)
    assert pane.body.isHidden()
    assert pane.scope.text() == pane.title.text()
