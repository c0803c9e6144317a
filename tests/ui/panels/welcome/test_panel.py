"""The start page."""

from typing import ClassVar

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.ui.panels.welcome.panel import FlowLayout, TemplateChoice, WelcomePage
from robotstudio.ui.theme.theme import Mode, theme
from tests.ui.asked import Asked

TEMPLATES = (
    TemplateChoice("allow", "Allow everything", "Every crawler may fetch everything."),
    TemplateChoice("shop", "Online shop"),
)
CARDS = {"fetch_card": "type_address", "open_card": "choose_file", "example_card": "show_example"}


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def page(qtbot: QtBot, asked: Asked) -> WelcomePage:
    page = WelcomePage(TEMPLATES, "A shop with 22 test URLs, 8 crawlers and 3 mistakes to find.")
    page.connect_actions(asked.start())
    qtbot.addWidget(page)
    page.resize(1440, 803)
    page.show()
    return page


@pytest.mark.parametrize(("card", "action"), CARDS.items())
def test_cards_can_be_clicked_and_chosen_by_keyboard(page: WelcomePage, asked: Asked, card: str, action: str) -> None:
    QTest.mouseClick(getattr(page, card), Qt.MouseButton.LeftButton)
    assert asked.names == [action]
    QTest.keyClick(getattr(page, card), Qt.Key.Key_Return)
    assert asked.names == [action] * 2
    QTest.keyClick(getattr(page, card), Qt.Key.Key_Space)
    assert asked.names == [action] * 3


def test_templates_are_offered_as_pills(page: WelcomePage, asked: Asked) -> None:
    assert [pill.text() for pill in page.pills] == ["Allow everything", "Online shop"]
    QTest.mouseClick(page.pills[1], Qt.MouseButton.LeftButton)
    assert asked.calls == [("open_template", "shop")]


def test_template_card_offers_the_same_templates(page: WelcomePage, asked: Asked) -> None:
    menu = page.findChildren(QMenu)[0]
    menu.actions()[0].trigger()
    assert asked.calls == [("open_template", "allow")]


def test_page_is_made_without_a_window_that_comes_and_goes(qtbot: QtBot, qapp: QApplication) -> None:
    class Shown(QObject):
        windows: ClassVar[list[QObject]] = []

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
                self.windows.append(watched)
            return False

    shown = Shown()
    qapp.installEventFilter(shown)
    page = WelcomePage(TEMPLATES)
    page.show_tour_offer(is_shown=True)
    qtbot.addWidget(page)
    qapp.removeEventFilter(shown)
    assert shown.windows == []


def test_tour_is_offered_beside_the_heading_and_moves_nothing(page: WelcomePage, asked: Asked) -> None:
    page.grab()
    before = page.fetch_card.geometry()
    page.show_tour_offer(is_shown=True)
    page.grab()
    assert page.fetch_card.geometry() == before
    QTest.mouseClick(page.tour_button, Qt.MouseButton.LeftButton)
    assert asked.names == ["begin_tour"]
    QTest.keyClick(page.no_tour_button, Qt.Key.Key_Space)
    assert asked.names == ["begin_tour", "decline_tour"]


def test_page_without_templates_shows_no_row_for_them(qtbot: QtBot) -> None:
    page = WelcomePage()
    qtbot.addWidget(page)
    assert page.pills == []


def test_content_is_724_wide_and_needs_no_scrolling_at_1024_by_700(page: WelcomePage) -> None:
    assert page.fetch_card.width() + 12 + page.open_card.width() == 724
    assert page.fetch_card.height() == 88
    page.resize(1024, 700 - 26 - 46 - 25)
    page.grab()
    assert page.verticalScrollBar().maximum() == 0
    assert page.horizontalScrollBar().maximum() == 0


def test_cards_are_named_and_described_for_screen_readers(page: WelcomePage) -> None:
    assert page.open_card.accessibleName() == "Open a file"
    assert "22 test URLs" in page.example_card.accessibleDescription()


def test_card_grows_with_a_long_summary(qtbot: QtBot) -> None:
    page = WelcomePage((), "A sentence that is long in translation. " * 6)
    qtbot.addWidget(page)
    assert page.example_card.heightForWidth(356) > 88


def test_page_follows_theme(page: WelcomePage) -> None:
    theme.set_mode(Mode.DARK)
    assert not page.grab().isNull()
    assert page.fetch_card.width() + 12 + page.open_card.width() == 724


def make(qtbot: QtBot, count: int) -> tuple[QWidget, FlowLayout, list[QWidget]]:
    page = QWidget()
    qtbot.addWidget(page)
    flow = FlowLayout(page, spacing=10)
    parts = []
    for _ in range(count):
        part = QWidget()
        part.setFixedSize(100, 20)
        flow.addWidget(part)
        parts.append(part)
    return page, flow, parts


def test_parts_wrap_where_the_width_ends(qtbot: QtBot) -> None:
    page, flow, parts = make(qtbot, 3)
    page.resize(210, 100)
    page.show()
    assert [(part.x(), part.y()) for part in parts] == [(0, 0), (110, 0), (0, 30)]
    assert flow.heightForWidth(210) == 50
    assert flow.heightForWidth(1000) == 20


def test_part_wider_than_the_row_still_has_its_place(qtbot: QtBot) -> None:
    page, flow, _ = make(qtbot, 2)
    assert page.layout() is flow
    assert flow.heightForWidth(30) == 50


def test_parts_can_be_taken_out_again(qtbot: QtBot) -> None:
    page, flow, _ = make(qtbot, 2)
    assert page.layout() is flow
    assert flow.takeAt(5) is None
    assert flow.takeAt(0) is not None
    assert flow.count() == 1
    assert flow.itemAt(1) is None
