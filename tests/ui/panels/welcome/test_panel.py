"""The first-run page."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from robotstudio.ui.panels.welcome.panel import TemplateChoice, WelcomePage
from robotstudio.ui.theme.theme import Mode, Theme

TEMPLATES = (
    TemplateChoice("allow", "Allow everything", "Every crawler may fetch everything."),
    TemplateChoice("shop", "Online shop"),
)
CARDS = {"fetch_card": "fetch_chosen", "open_card": "open_chosen", "example_card": "example_chosen"}


@pytest.fixture
def page(qtbot: QtBot, theme: Theme) -> WelcomePage:
    page = WelcomePage(theme, TEMPLATES, "A shop with 22 test URLs, 8 crawlers and 3 mistakes to find.")
    qtbot.addWidget(page)
    page.resize(1440, 803)
    page.show()
    return page


@pytest.mark.parametrize(("card", "signal"), CARDS.items())
def test_cards_can_be_clicked_and_chosen_by_keyboard(qtbot: QtBot, page: WelcomePage, card: str, signal: str) -> None:
    with qtbot.waitSignal(getattr(page, signal)):
        QTest.mouseClick(getattr(page, card), Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(getattr(page, signal)):
        QTest.keyClick(getattr(page, card), Qt.Key.Key_Return)
    with qtbot.waitSignal(getattr(page, signal)):
        QTest.keyClick(getattr(page, card), Qt.Key.Key_Space)


def test_templates_are_offered_as_pills(qtbot: QtBot, page: WelcomePage) -> None:
    assert [pill.text() for pill in page.pills] == ["Allow everything", "Online shop"]
    with qtbot.waitSignal(page.template_chosen) as chosen:
        QTest.mouseClick(page.pills[1], Qt.MouseButton.LeftButton)
    assert chosen.args == ["shop"]


def test_template_card_offers_the_same_templates(qtbot: QtBot, page: WelcomePage) -> None:
    menu = page.findChildren(QMenu)[0]
    with qtbot.waitSignal(page.template_chosen) as chosen:
        menu.actions()[0].trigger()
    assert chosen.args == ["allow"]


def test_page_without_templates_shows_no_row_for_them(qtbot: QtBot, theme: Theme) -> None:
    page = WelcomePage(theme)
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


def test_card_grows_with_a_long_summary(qtbot: QtBot, theme: Theme) -> None:
    page = WelcomePage(theme, (), "A sentence that is long in translation. " * 6)
    qtbot.addWidget(page)
    assert page.example_card.heightForWidth(356) > 88


def test_page_follows_theme_and_scale(page: WelcomePage, theme: Theme) -> None:
    theme.set_mode(Mode.DARK)
    theme.set_scale(1.25)
    assert not page.grab().isNull()
    assert page.fetch_card.width() + 12 + page.open_card.width() == 905
