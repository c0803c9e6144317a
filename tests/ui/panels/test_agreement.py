"""The window that compares crawlers: what it shows, what its clicks do, and when it is up to date."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.agreement import Agreement, UndecidedCrawlers, agreement
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.engine.proof import Undecided
from robotstudio.engine.robots import FileVersion
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.agreement import AgreementWindow
from robotstudio.ui.theme.glyphs import Glyph
from tests.ui.studios import act, settle

BODY = b"User-agent: *\nDisallow: /cart/\nAllow: /cart/help\n\nUser-agent: GPTBot\nDisallow: /\n"
TITLES = {token: each.title for token, each in CRAWLERS.items()}


class Asked:
    """Records the requests of the window."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, object]] = []

    def show_line(self, line: int) -> None:
        self.calls.append(("line", line))

    def add_url(self, url: str) -> None:
        self.calls.append(("url", url))

    def try_longer(self) -> None:
        self.calls.append(("longer", None))

    def explain_proofs(self) -> None:
        self.calls.append(("proofs", None))


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def window(qtbot: QtBot, asked: Asked) -> Iterator[AgreementWindow]:
    parent = QWidget()
    qtbot.addWidget(parent)
    window = AgreementWindow(asked, parent)
    window.bring_up()
    yield window
    window.close()


def known(*tokens: str) -> Agreement:
    return agreement(FileVersion(BODY), [CRAWLERS[token] for token in tokens], 2.0)


def rows(window: AgreementWindow) -> list[list[str]]:
    return [[window.table.cell(row, column).text for column in range(6)] for row in range(len(window.table.rows))]


def test_that_all_get_one_verdict_on_every_url_is_proven_in_a_sentence(window: AgreementWindow) -> None:
    window.show_agreement(known("Googlebot", "YandexBot"), TITLES)
    assert window.title.text() == "Proven for every URL: the other crawler gets the verdict of Googlebot."
    assert window.further.text() == "YandexBot"
    assert window.table.isHidden()


def test_each_set_of_crawlers_that_differs_is_a_row(window: AgreementWindow) -> None:
    window.show_agreement(known("Googlebot", "GPTBot", "Baiduspider", "bingbot", "YandexBot"), TITLES)
    assert window.title.text() == "2 of 4 others get a different verdict than Googlebot."
    assert window.further.text() == "One more only if a URL is escaped. Proven for every URL: YandexBot."
    assert rows(window) == [
        ["/cart/help", "Baiduspider", "3", "2", "first match", "Add"],
        ["/", "GPTBot", "", "6", "another group", "Add"],
        ["/%63art/", "Bingbot", "", "2", "only if a URL is escaped", "Add"],
    ]
    spoken = "/cart/help: allowed by line 3 for Googlebot, blocked by line 2 for Baiduspider"
    assert window.table.cell(0, 0).spoken == spoken
    assert window.table.cell(0, 4).spoken == "Baiduspider: first match / longest match"


def test_one_click_adds_the_url(window: AgreementWindow, asked: Asked) -> None:
    window.show_agreement(known("Googlebot", "GPTBot", "Baiduspider"), TITLES)
    link = window.table.link_rect(1, 5).center().toPoint()
    QTest.mouseClick(window.table.viewport(), Qt.MouseButton.LeftButton, pos=link)
    assert ("url", "/") in asked.calls
    assert [row[5] for row in rows(window)] == ["Add", "in your list"]


def test_click_on_a_row_shows_the_line_that_decides(window: AgreementWindow, asked: Asked) -> None:
    window.show_agreement(known("Googlebot", "Baiduspider", "GPTBot"), TITLES)
    at: QPoint = window.table.visualRect(window.table.model().index(0, 1)).center()
    QTest.mouseClick(window.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked.calls == [("line", 2)]


def test_undecided_is_never_called_proven_and_can_be_tried_for_longer(window: AgreementWindow, asked: Asked) -> None:
    undecided = (
        UndecidedCrawlers(("bingbot",), Undecided.TIME, is_plain=False),
        UndecidedCrawlers(("CCBot",), Undecided.FORMS, is_plain=True),
    )
    window.show_agreement(Agreement("Googlebot", (), (), undecided, 2.0, 2000.0), TITLES)
    assert "not everything is decided" in window.title.text()
    assert window.table.cell(0, 0).glyph is Glyph.UNDECIDED
    QTest.keyClick(window.table, Qt.Key.Key_Return)
    assert asked.calls == [("longer", None)]


def test_draft_is_compared_again_after_each_change_while_the_window_is_open(qtbot: QtBot, studio: Studio) -> None:
    settle(studio)
    act(studio, "crawlers.agreement")
    panel = studio.agreement.panel
    qtbot.waitUntil(lambda: panel.title.text() == "The other crawler gets a different verdict than Googlebot.")
    studio.editor.place_caret(6)
    act(studio, "edit.delete_line")
    settle(studio)
    qtbot.waitUntil(lambda: [row[3] for row in rows(panel)] == [""])
    panel.close()


def test_one_crawler_has_none_to_be_compared_with(studio: Studio) -> None:
    studio.session.set_crawlers(studio.session.crawlers[:1])
    settle(studio)
    act(studio, "crawlers.agreement")
    assert studio.agreement.panel.title.text() == "Choose at least two crawlers to compare them."
    studio.agreement.panel.close()
