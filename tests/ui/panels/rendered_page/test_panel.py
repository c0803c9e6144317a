"""The window of a rendered page by itself: what it shows of a report, and what it asks for."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.crawl.rendering.loader import Decision, RequestState
from robotstudio.crawl.rendering.renderer import Rendering, Request
from robotstudio.crawl.rendering.report import BlockedResource, Difference, Effect, RenderReport
from robotstudio.engine.crawlers import Crawler, crawler_for
from robotstudio.ui.panels.rendered_page.panel import RenderedPagePanel
from tests.ui.panels.fetch.evidences import SUCCESS
from tests.ui.tables import texts_of

SITE = "https://www.example.com"
RULES = f"{SITE}/robots.txt"
OPEN = Decision(allowed=True, robots_url=RULES)
GOOGLEBOT = crawler_for("Googlebot")


class Asked:
    """Notes what the window asks its controller for."""

    def __init__(self) -> None:
        self.rendered: list[tuple[str, str]] = []
        self.lines: list[int | None] = []
        self.cancelled = self.saved = 0

    def render(self, address: str, crawler: Crawler) -> None:
        self.rendered.append((address, crawler.token))

    def cancel(self) -> None:
        self.cancelled += 1

    def show_rule(self, request: Request) -> None:
        self.lines.append(request.decision.line)

    def save_pictures(self) -> None:
        self.saved += 1


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def panel(qtbot: QtBot, asked: Asked) -> Iterator[RenderedPagePanel]:
    window = QWidget()
    qtbot.addWidget(window)
    panel = RenderedPagePanel(asked, window)
    panel.offer([crawler_for("GPTBot"), GOOGLEBOT])
    panel.bring_up()
    yield panel
    panel.close()


def picture(height: int) -> bytes:
    image = QImage(412, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data())


@pytest.fixture
def report() -> RenderReport:
    closed = Decision(allowed=False, robots_url=RULES, line=2, rule="Disallow: /css/")
    style = Request(f"{SITE}/css/a.css", "stylesheet", RequestState.BLOCKED, closed)
    lost = Request(f"{SITE}/api", "xhr", RequestState.NOT_SENT, OPEN, "POST")
    changes = Difference(0.25, ("A line",), (f"{SITE}/hidden",))
    return RenderReport(
        url=f"{SITE}/page",
        crawler=GOOGLEBOT,
        browser="Chrome/156",
        evidence=replace(SUCCESS, final_url=f"{SITE}/page"),
        decision=OPEN,
        complete=Rendering(f"{SITE}/page", picture=picture(3000)),
        seen=Rendering(f"{SITE}/page", picture=picture(2000), requests=(lost,)),
        blocked=(BlockedResource(style, Effect.ALONE, changes),),
        difference=changes,
        new_links=(f"{SITE}/shown",),
    )


def test_report_has_pictures_and_lists(panel: RenderedPagePanel, report: RenderReport) -> None:
    panel.show_report(report, RULES)
    assert panel.summary.text() == (
        "Googlebot may not fetch 1 resource of the page. It changes 25.0% of the picture, 1 line of text and 1 link."
    )
    assert panel.rules.text() == f"{SITE}/page, by your draft, in Chrome/156"
    assert panel.seen.has_picture
    assert panel.complete.has_picture
    changes = "changes 25.0% of the picture, 1 line of text and 1 link"
    assert texts_of(panel.blocked) == [["/css/a.css", "style sheet", "2", changes.removeprefix("changes ")]]
    assert texts_of(panel.links) == [[f"{SITE}/hidden", "not seen"], [f"{SITE}/shown", "seen"]]
    assert texts_of(panel.lines) == [["A line", "not seen"]]
    assert texts_of(panel.failed) == [[f"{SITE}/api", "data", "not sent: POST"]]
    assert panel.details.toPlainText().split("\n") == [
        f"{SITE}/css/a.css",
        f"line 2, Disallow: /css/ in {RULES}",
        changes,
        "A line",
        f"{SITE}/hidden",
    ]


def test_live_file_is_named_if_the_draft_is_of_another_site(panel: RenderedPagePanel, report: RenderReport) -> None:
    panel.show_report(report, "")
    assert "by the live robots.txt" in panel.rules.text()


def test_page_that_is_not_seen_has_a_sentence_for_a_picture(panel: RenderedPagePanel, report: RenderReport) -> None:
    decision = Decision(allowed=False, robots_url=RULES, line=7, rule="Disallow: /page")
    panel.show_report(replace(report, seen=None, blocked=(), decision=decision, difference=Difference()), "")
    assert not panel.seen.has_picture
    assert panel.complete.has_picture
    assert panel.summary.text().startswith("Googlebot may not fetch the page (line 7, Disallow: /page)")
    assert texts_of(panel.links) == [[f"{SITE}/shown", "not seen"]]


def test_pictures_scroll_together(panel: RenderedPagePanel, report: RenderReport) -> None:
    panel.show_report(report, "")
    complete, seen = panel.complete.verticalScrollBar(), panel.seen.verticalScrollBar()
    complete.setValue(40)
    assert seen.value() == 40
    complete.setValue(complete.maximum())
    assert (complete.value(), seen.value()) == (complete.maximum(), seen.maximum())


def test_enter_renders_as_the_chosen_crawler_at_first_googlebot(panel: RenderedPagePanel, asked: Asked) -> None:
    QTest.keyClicks(panel.address, "example.com")
    QTest.keyClick(panel.address, Qt.Key.Key_Return)
    panel.crawler.setCurrentIndex(0)
    panel.render_button.click()
    assert asked.rendered == [("example.com", "Googlebot"), ("example.com", "GPTBot")]


def test_button_cancels_while_a_page_is_rendered(panel: RenderedPagePanel, asked: Asked) -> None:
    panel.set_busy(is_busy=True)
    assert panel.render_button.text() == "Cancel"
    panel.render_button.click()
    assert (asked.cancelled, asked.rendered) == (1, [])


def test_double_click_on_a_blocked_resource_asks_for_its_line(
    panel: RenderedPagePanel, report: RenderReport, asked: Asked
) -> None:
    panel.show_report(report, RULES)
    panel.blocked.setFocus()
    QTest.keyClick(panel.blocked, Qt.Key.Key_Return)
    assert asked.lines == [2]


def test_error_replaces_the_report(panel: RenderedPagePanel, report: RenderReport) -> None:
    panel.show_report(report, "")
    assert panel.save_button.isEnabled()
    panel.show_error("No browser was found.")
    assert panel.empty.sentence == "No browser was found."
    assert not panel.save_button.isEnabled()
