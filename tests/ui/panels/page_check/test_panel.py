"""The window of page checks by itself: what it shows of a check, and which signals it emits."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.draft.page_report import PageSummary, summarise
from robotstudio.engine.crawlers import crawler_for
from robotstudio.fetch.page import read_page
from robotstudio.fetch.page_check import PageCheck
from robotstudio.ui.panels.page_check.panel import PageCheckPanel
from tests.ui.panels.fetch.evidences import SUCCESS

HTML = (
    b"<!doctype html><title>x</title><meta name=robots content=noindex><script src=/js/a.js></script><img src=/b.png>"
)
ROBOTS = b"User-agent: *\nDisallow: /js/\n"


@pytest.fixture
def panel(qtbot: QtBot) -> Iterator[PageCheckPanel]:
    window = QWidget()
    qtbot.addWidget(window)
    panel = PageCheckPanel(window)
    panel.bring_up()
    yield panel
    panel.close()


@pytest.fixture
def summary() -> PageSummary:
    site = "https://www.example.com"
    page = replace(SUCCESS, requested=f"{site}/page", final_url=f"{site}/page", body=HTML, content_type="text/html")
    rules = replace(SUCCESS, requested=f"{site}/robots.txt", final_url=f"{site}/robots.txt", body=ROBOTS)
    check = PageCheck(page, read_page(page), {rules.requested: rules})
    return summarise(check, [crawler_for(token) for token in ("Googlebot", "GPTBot")])


def column(panel: PageCheckPanel, place: int) -> list[str]:
    return [panel.resources.cell(row, place).text for row in range(len(panel.resources.rows))]


def test_enter_in_the_address_asks_for_the_check(panel: PageCheckPanel, qtbot: QtBot) -> None:
    assert panel.address.hasFocus()
    QTest.keyClicks(panel.address, "example.com/page")
    with qtbot.waitSignal(panel.check_requested) as asked:
        QTest.keyClick(panel.address, Qt.Key.Key_Return)
    assert asked.args == ["example.com/page"]


def test_button_of_a_check_under_way_cancels_it(panel: PageCheckPanel, qtbot: QtBot) -> None:
    panel.set_busy(is_busy=True)
    assert panel.check_button.text() == "Cancel"
    assert panel.progress.running
    with qtbot.waitSignal(panel.cancel_requested):
        panel.check_button.click()
    panel.set_busy(is_busy=False)
    assert panel.check_button.text() == "Check"


def test_check_is_shown_by_crawler_and_by_what_the_page_loads(panel: PageCheckPanel, summary: PageSummary) -> None:
    panel.show_summary(summary)
    assert len(panel.crawlers.rows) == 2
    assert column(panel, 3) == ["/js/a.js", "/b.png"]


def test_only_what_is_blocked_can_be_listed(panel: PageCheckPanel, summary: PageSummary) -> None:
    panel.show_summary(summary)
    panel.only_blocked.setChecked(True)
    assert column(panel, 3) == ["/js/a.js"]


def test_nothing_can_be_copied_before_a_check(panel: PageCheckPanel, summary: PageSummary) -> None:
    assert not panel.copy_button.isEnabled()
    panel.show_summary(summary)
    assert panel.copy_button.isEnabled()
    assert panel.markdown_button.isEnabled()
