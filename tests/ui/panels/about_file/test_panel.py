"""The window about the file shows its facts, and copies them to the clipboard."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.about_file import facts_of_file
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.store.text import load
from robotstudio.ui.panels.about_file import AboutFilePanel
from tests.ui.tables import texts_of

BODY = b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /a\r\n"


@pytest.fixture
def panel(qtbot: QtBot) -> Iterator[AboutFilePanel]:
    parent = QWidget()
    qtbot.addWidget(parent)
    panel = AboutFilePanel(parent)
    crawlers = [CRAWLERS["Googlebot"], CRAWLERS["GPTBot"]]
    now = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
    panel.show_facts(facts_of_file("robots.txt", "/srv/robots.txt", BODY, load(BODY).form, crawlers, now=now))
    qtbot.waitExposed(panel)
    yield panel
    panel.close()


def test_form_and_size_are_told(panel: AboutFilePanel) -> None:
    texts = [label.text() for label in panel.values]
    assert texts[:3] == ["robots.txt", "/srv/robots.txt", "32 bytes in 2 lines"]
    assert texts[4:] == ["UTF-8", "yes", "CRLF"]


def test_each_crawler_has_a_row(panel: AboutFilePanel) -> None:
    assert [row[0] for row in texts_of(panel.crawlers)] == ["Googlebot", "GPTBot"]


def test_copy_gives_the_facts_and_the_rows(panel: AboutFilePanel) -> None:
    QTest.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    said = QGuiApplication.clipboard().text()
    assert "Size: 32 bytes in 2 lines" in said
    assert "GPTBot\tthe whole file\t" in said


def test_text_of_a_name_is_shown_as_it_is_written(panel: AboutFilePanel) -> None:
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in panel.values)
