"""The whole Fetch tab: every response, every state, and its requests."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import Mock

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from robotstudio.engine.content import Content
from robotstudio.fetch.evidence import Evidence, FetchOutcome, FetchProgress, Phase
from robotstudio.fetch.http_scenario import FETCHED, HttpScenario
from robotstudio.ui.jobs.fetching import FetchRunner
from robotstudio.ui.panels.fetch.answer_rows import SOURCE_COLUMN
from robotstudio.ui.panels.fetch.hop_list import ROW_HEIGHT
from robotstudio.ui.panels.fetch.panel import FetchActions, FetchPanel
from robotstudio.ui.panels.fetch.sentences import banner_facts, chip_facts
from robotstudio.ui.shell.top_bar import TopBar
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.widgets.progress import DimmingCover
from robotstudio.ui.widgets.tone import Tone, ToneBox
from tests.fetch.server import ROBOTS, chain, serve
from tests.ui.panels.fetch.evidences import ASKED, BODIES, BODY, HEADERS, LAST_HOP, OUTCOMES, REDIRECTED, SUCCESS
from tests.ui.parts import named, part_of, texts
from tests.ui.tables import text_at

CANCELLED = OUTCOMES[FetchOutcome.CANCELLED]
ANSWERS = [outcome for outcome in FetchOutcome if outcome is not FetchOutcome.CANCELLED]


@pytest.fixture
def actions() -> Mock:
    """Return a mock of the tab's actions."""
    return Mock(spec=FetchActions)


@pytest.fixture
def panel(qtbot: QtBot, actions: Mock) -> Iterator[FetchPanel]:
    panel = FetchPanel(actions)
    qtbot.addWidget(panel)
    panel.resize(930, 780)
    panel.show()
    yield panel
    panel.close_threads()
    assert not [thread for thread in threading.enumerate() if thread.name == "comparison"]


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


@pytest.mark.parametrize("width", [930, 560])
@pytest.mark.parametrize("outcome", ANSWERS)
def test_every_outcome_is_shown_with_its_words(panel: FetchPanel, outcome: FetchOutcome, width: int) -> None:
    evidence = OUTCOMES[outcome]
    panel.resize(width, 600)
    panel.show_evidence(evidence)
    panel.grab()
    facts = banner_facts(evidence)
    assert panel.banner.headline.text() == facts.headline
    assert panel.banner.detail.text() == facts.detail
    assert panel.banner.again_button.isVisible() == (outcome is not FetchOutcome.SUCCESS)
    assert panel.answer.hops.model().rowCount() == len(evidence.hops)
    assert len(panel.answer.meanings.rows) == 2


@pytest.mark.parametrize("kind", Content)
def test_every_kind_of_body_is_shown(panel: FetchPanel, kind: Content) -> None:
    evidence = BODIES[kind]
    panel.show_evidence(evidence)
    panel.grab()
    assert panel.banner.load_button.isVisible() == bool(evidence.body)
    assert (panel.answer.body.text.toPlainText() == "") == (not evidence.body)


@pytest.mark.parametrize("outcome", FetchOutcome)
def test_every_chip_fits_the_top_bar(qtbot: QtBot, outcome: FetchOutcome) -> None:
    bar = TopBar()
    qtbot.addWidget(bar)
    bar.set_chip(*chip_facts(OUTCOMES[outcome]))
    assert bar.address.chip.text == chip_facts(OUTCOMES[outcome]).text


def test_head_and_meanings_keep_their_height_whatever_the_answer(panel: FetchPanel) -> None:
    heights = set()
    for outcome in ANSWERS:
        panel.show_evidence(OUTCOMES[outcome])
        panel.grab()
        heights.add((panel.banner.height(), panel.answer.meanings.height()))
    assert len(heights) == 1


def test_before_the_first_fetch_it_says_what_will_happen(panel: FetchPanel, actions: Mock) -> None:
    assert panel.start_page.isVisible()
    assert "Only the sites that you fetch are contacted." in panel.start_page.text.text()
    panel.start_page.button.click()
    actions.type_address.assert_called_once()


def test_buttons_ask_for_what_they_say(panel: FetchPanel, actions: Mock) -> None:
    panel.show_evidence(SUCCESS)
    panel.banner.load_button.click()
    actions.load_answer.assert_called_once_with(SUCCESS)
    panel.banner.compare_button.click()
    actions.show_draft.assert_called_once()
    assert panel.comparing
    panel.show_evidence(OUTCOMES[FetchOutcome.TIMEOUT])
    panel.banner.again_button.click()
    actions.fetch_again.assert_called_once()


def test_hop_that_is_selected_shows_its_headers(panel: FetchPanel) -> None:
    panel.show_evidence(REDIRECTED)
    hops, headers = panel.answer.hops, panel.answer.headers
    assert hops.currentIndex().row() == 2
    assert len(headers.rows) == len(HEADERS)
    QTest.keyClick(hops, Qt.Key.Key_Home)
    assert headers.text_of(headers.rows) == "location: https://static.example.com/robots.txt\ncontent-length: 0"
    assert text_at(headers, 0, 2) == "followed"
    QTest.keyClick(hops, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard().startswith("301 https://www.example.com/robots.txt\npermanent redirect, another host")


def test_headers_can_be_copied_all_or_by_row(panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    headers = panel.answer.headers
    headers.selectRow(1)
    QTest.keyClick(headers, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "content-length: 2143"
    named(panel.answer, QAbstractButton, "Copy the table").click()
    assert clipboard().startswith("content-type: text/plain; charset=utf-8\ncontent-length: 2143\n")


def test_whole_body_can_be_copied(panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    named(panel.answer.body, QAbstractButton, "Copy the body").click()
    assert clipboard() == BODY.decode()


def test_tab_leads_through_all_parts_and_is_caught_by_none(qtbot: QtBot, panel: FetchPanel) -> None:
    panel.show_evidence(REDIRECTED)
    answer = panel.answer
    for row in (answer.header_row, answer.body):
        row.set_open()
    qtbot.waitExposed(panel)
    panel.activateWindow()
    panel.banner.load_button.setFocus()
    passed = []
    for _ in range(20):
        focused = QApplication.focusWidget()
        assert focused
        passed.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    for part in (panel.banner.compare_button, answer.hops, answer.meanings, answer.headers, answer.body.text):
        assert part in passed
    assert passed.index(answer.hops) < passed.index(answer.headers) < passed.index(answer.body.text)


def test_quick_fetch_dims_nothing(panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.set_busy(busy=True, address=ASKED)
    assert panel.answer.about == "connecting…"
    assert not part_of(panel, DimmingCover).is_dimming
    panel.show_evidence(REDIRECTED)
    assert not panel._late.isActive()
    assert panel.answer.about.startswith("Fetched")


def test_slow_fetch_dims_the_old_answer_and_offers_to_cancel(qtbot: QtBot, panel: FetchPanel, actions: Mock) -> None:
    panel.show_evidence(SUCCESS)
    panel.set_busy(busy=True, address=ASKED)
    qtbot.waitUntil(lambda: part_of(panel, DimmingCover).is_dimming, timeout=2000)
    assert panel.banner.headline.text() == f"Fetching {ASKED}"
    assert panel.answer.body.text.toPlainText()
    panel.show_progress(FetchProgress(1, Phase.REDIRECT, redirect=2, redirect_limit=5))
    assert panel.banner.detail.text() == panel.answer.about == "redirect 2 of 5"
    panel.grab()
    panel.banner.cancel_button.click()
    actions.cancel.assert_called_once()
    panel.show_evidence(OUTCOMES[FetchOutcome.TIMEOUT])
    assert not part_of(panel, DimmingCover).is_dimming
    assert panel.banner.headline.text().startswith("Timed out")


def test_first_slow_fetch_can_be_cancelled_too(qtbot: QtBot, panel: FetchPanel, actions: Mock) -> None:
    panel.set_busy(busy=True, address=ASKED)
    qtbot.waitUntil(lambda: panel.start_page.title.text() == f"Fetching {ASKED}", timeout=2000)
    panel.start_page.button.click()
    actions.cancel.assert_called_once()
    panel.show_evidence(replace(CANCELLED, requested=ASKED))
    assert panel.start_page.title.text() == "The fetch was cancelled"
    panel.start_page.button.click()
    actions.fetch_again.assert_called_once()


def test_escape_cancels_only_while_there_is_something_to_cancel(panel: FetchPanel, actions: Mock) -> None:
    panel.show_evidence(SUCCESS)
    QTest.keyClick(panel.answer.hops, Qt.Key.Key_Escape)
    actions.cancel.assert_not_called()
    panel.set_busy(True)
    QTest.keyClick(panel.answer.hops, Qt.Key.Key_Escape)
    actions.cancel.assert_called_once()


def test_cancelled_fetch_leaves_the_answer_before_it(panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.set_busy(True)
    panel.show_evidence(CANCELLED)
    assert panel.evidence is SUCCESS
    assert panel.banner.headline.text() == banner_facts(SUCCESS).headline
    assert panel.answer.about.startswith("The fetch was cancelled. This is the answer of ")


def test_cancelled_fetch_of_another_address_says_whose_answer_is_shown(panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.set_busy(True)
    other = replace(CANCELLED, requested="https://slow.test/robots.txt")
    panel.show_evidence(other)
    assert panel.banner.headline.text() == "The fetch of https://slow.test/robots.txt was cancelled"
    assert SUCCESS.requested in panel.banner.detail.text()
    assert panel.banner.load_button.isHidden()
    assert part_of(panel, DimmingCover).is_dimming
    panel.set_crawlers(())
    assert panel.banner.headline.text().startswith("The fetch of https://slow.test")
    panel.set_busy(True)
    panel.show_evidence(SUCCESS)
    assert panel.banner.headline.text() == banner_facts(SUCCESS).headline
    assert not part_of(panel, DimmingCover).is_dimming


def test_http_is_offered_where_https_is_refused(panel: FetchPanel, actions: Mock) -> None:
    refused = replace(OUTCOMES[FetchOutcome.REFUSED], requested="https://x.test/robots.txt")
    panel.show_evidence(refused)
    panel.banner.plain_button.click()
    actions.fetch_plain.assert_called_once_with("http://x.test/robots.txt")
    for elsewhere in ("http://x.test/robots.txt", "https://x.test:8443/robots.txt"):
        panel.show_evidence(replace(refused, requested=elsewhere))
        assert panel.banner.plain_button.isHidden()


def test_progress_after_the_end_is_ignored(panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.show_progress(FetchProgress(1, Phase.READING, size=5000))
    assert panel.answer.about.startswith("Fetched")


def test_body_tells_how_far_the_draft_is_from_it(qtbot: QtBot, panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.set_draft(BODY.replace(b"/search", b"/find"))
    qtbot.waitUntil(lambda: "2 lines differ from the editor" in panel.answer.body.about, timeout=2000)
    panel.set_draft(BODY)
    qtbot.waitUntil(lambda: "same as the editor" in panel.answer.body.about, timeout=2000)
    assert panel.answer.body.about.startswith(f"UTF-8 · LF · {len(BODY)} B")


def test_answer_is_ticked_and_a_difference_from_the_draft_is_not(qtbot: QtBot, panel: FetchPanel) -> None:
    def tones() -> tuple[Tone, Glyph, Tone]:
        return part_of(panel.banner, ToneBox).tone, panel.banner.live.mark.glyph, panel.answer.body.head.tone

    panel.show_evidence(SUCCESS)
    panel.set_draft(BODY.replace(b"/search", b"/find"), ASKED)
    qtbot.waitUntil(lambda: "2 lines differ" in panel.banner.live.text.text(), timeout=2000)
    assert panel.banner.live.text.text().startswith("This draft is not live: 2 lines differ from the live file, ")
    assert tones() == (Tone.ALLOWED, Glyph.DIFFERENCE, Tone.NOTE)
    panel.set_draft(BODY, ASKED)
    qtbot.waitUntil(lambda: panel.banner.live.text.text().startswith("This draft is live: "), timeout=2000)
    assert tones() == (Tone.ALLOWED, Glyph.CHECK, Tone.ALLOWED)


def test_file_of_another_site_is_neither_live_nor_not(qtbot: QtBot, panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.set_draft(BODY.replace(b"/search", b"/find"), "https://other.example/robots.txt")
    qtbot.waitUntil(lambda: "2 lines differ from the editor" in panel.answer.body.about, timeout=2000)
    assert not panel.banner.live.isVisible()
    panel.show_evidence(replace(SUCCESS, pretending="Googlebot"))
    assert not panel.banner.live.isVisible()


def test_draft_is_compared_when_the_tab_is_looked_at(qtbot: QtBot, panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.hide()
    panel.set_draft(BODY)
    with qtbot.assertNotEmitted(panel._comparisons.answered, wait=200):
        pass
    panel.show()
    qtbot.waitUntil(lambda: "same as the editor" in panel.answer.body.about, timeout=2000)


def test_typing_while_the_comparison_is_open_updates_it_in_place(qtbot: QtBot, panel: FetchPanel) -> None:
    lines = [b"Disallow: /%d\n" % number for number in range(300)]
    panel.show_evidence(replace(SUCCESS, body=b"".join(lines)))
    panel.set_draft(b"".join(b"Allow: /%d\n" % number for number in range(300)))
    panel.show_comparison()
    text = panel.compare_view.text
    qtbot.waitUntil(lambda: text.run_count == 1, timeout=2000)
    text.verticalScrollBar().setValue(100)
    panel.set_draft(b"".join(b"Allow: /%d\n" % number for number in range(290)))
    qtbot.waitUntil(lambda: "+290" in texts(panel.compare_view), timeout=2000)
    assert text.verticalScrollBar().value() == 100


def test_comparison_is_opened_and_closed_by_button_and_key(panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.set_draft(b"")
    panel.banner.compare_button.click()
    assert (panel.comparing, panel.banner.compare_button.isChecked()) == (True, True)
    QTest.keyClick(panel.compare_view.text, Qt.Key.Key_Escape)
    assert (panel.comparing, panel.banner.compare_button.isChecked()) == (False, False)
    panel.banner.compare_button.click()
    panel.banner.compare_button.click()
    assert (panel.comparing, panel.banner.compare_button.isChecked()) == (False, False)


def test_answer_without_a_body_closes_the_comparison(panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.show_comparison()
    panel.show_evidence(OUTCOMES[FetchOutcome.DNS_ERROR])
    assert not panel.comparing
    panel.show_comparison()
    assert not panel.comparing


@pytest.mark.usefixtures("installed_theme")
def test_theme_changes_live(panel: FetchPanel, qtbot: QtBot) -> None:
    panel.show_evidence(REDIRECTED)
    assert panel.grab().toImage().pixelColor(3, 74).lightness() > 200
    theme.set_mode(Mode.DARK)
    qtbot.waitUntil(lambda: panel.grab().toImage().pixelColor(3, 74).lightness() < 80)


def test_hostile_answer_is_shown_without_delay_or_exception(qtbot: QtBot, panel: FetchPanel) -> None:
    headers = tuple((f"x-{number}\u202e", "\x00\x1b[31m漢" * 5000) for number in range(100))
    hop = replace(LAST_HOP, url="https://" + "a" * 5000, headers=headers, elapsed_ms=float("inf"), ip="<b>x</b>")
    body = bytes(range(256)) * 20_480
    evidence = replace(SUCCESS, hops=(hop,) * 50, body=body, size=len(body), content_type="<b>" * 500)
    panel.show_evidence(evidence)
    panel.set_draft(b"\r" * 100_000)
    panel.grab()
    panel.show_comparison()
    qtbot.waitUntil(lambda: panel.compare_view.text.run_count > 0, timeout=10_000)
    panel.grab()


def test_real_fetch_is_shown_from_address_to_body(qtbot: QtBot, panel: FetchPanel, qapp: QApplication) -> None:
    controller = FetchRunner(qapp)
    controller.started.connect(lambda url: panel.set_busy(busy=True, address=url))
    controller.progressed.connect(panel.show_progress)
    controller.finished.connect(panel.show_evidence)
    answers: list[Evidence] = []
    controller.finished.connect(answers.append)
    try:
        with serve(chain(2)) as server:
            controller.fetch(f"{server.url}/any/page")
            qtbot.waitUntil(lambda: bool(answers), timeout=10_000)
    finally:
        controller.close()
        controller.deleteLater()
    assert panel.banner.headline.text() == "200 after 2 redirects. The rules in the file apply."
    assert panel.answer.body.text.toPlainText().encode() == ROBOTS
    assert panel.answer.hops.model().rowCount() == 3
    assert panel.answer.about.endswith("ms")
    panel.grab()


def test_keyboard_stays_in_the_banner_when_its_button_goes(qtbot: QtBot, panel: FetchPanel) -> None:
    panel.show_evidence(OUTCOMES[FetchOutcome.TIMEOUT])
    panel.activateWindow()
    panel.banner.again_button.setFocus()
    panel.set_busy(busy=True, address=ASKED)
    qtbot.waitUntil(panel.banner.cancel_button.hasFocus, timeout=2000)
    panel.show_evidence(SUCCESS)
    assert panel.banner.load_button.hasFocus()


def test_page_shows_all_hops_and_scrolls_as_a_whole(panel: FetchPanel) -> None:
    panel.resize(930, 460)
    panel.show_evidence(replace(SUCCESS, hops=(LAST_HOP,) * 20))
    QApplication.processEvents()
    answer = panel.answer
    assert answer.hops.height() == 20 * ROW_HEIGHT
    for view in (answer.hops, answer.meanings, answer.headers):
        assert view.verticalScrollBar().maximum() == 0
    assert answer.verticalScrollBar().maximum() > 0


def test_page_follows_the_keyboard(panel: FetchPanel) -> None:
    panel.resize(930, 460)
    panel.show_evidence(replace(SUCCESS, hops=(LAST_HOP,) * 20))
    panel.activateWindow()
    panel.answer.hops.setFocus()
    assert panel.answer.verticalScrollBar().value() == 0
    QTest.keyClick(panel.answer.hops, Qt.Key.Key_Home)
    QTest.keyClick(panel.answer.hops, Qt.Key.Key_End)
    assert panel.answer.verticalScrollBar().value() > 0


def test_rows_unfold_in_place(panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    body = panel.answer.body
    assert not body.text.isVisible()
    QTest.mouseClick(body.head, Qt.MouseButton.LeftButton)
    assert body.text.isVisible()
    body.head.setFocus()
    QTest.keyClick(body.head, Qt.Key.Key_Return)
    assert not body.text.isVisible()


def test_hop_that_is_clicked_unfolds_its_headers(panel: FetchPanel) -> None:
    panel.show_evidence(REDIRECTED)
    hops = panel.answer.hops
    first = hops.visualRect(hops.model().index(0, 0)).center()
    QTest.mouseClick(hops.viewport(), Qt.MouseButton.LeftButton, pos=first)
    assert panel.answer.header_row.is_open
    assert panel.answer.header_row.result.startswith("Hop 1 · 2 headers · location: followed")


def test_supposed_answer_is_in_headline_and_table_and_can_be_ended(qtbot: QtBot, panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.show_scenario(HttpScenario("503", SUCCESS, timedelta(hours=13), has_copy=True))
    assert panel.banner.headline.text().startswith("503 for 13 h. Google uses its last copy. Others differ.")
    assert "uses its last copy" in {text_at(panel.answer.meanings, row, 2) for row in range(2)}
    assert panel.answer.about == "the real ones, for comparison"
    assert panel.banner.load_button.isHidden()
    with qtbot.waitSignal(panel.what_if.ended):
        panel.banner.real_button.click()
    panel.show_scenario(HttpScenario(FETCHED, SUCCESS))
    assert panel.banner.headline.text() == banner_facts(SUCCESS).headline


def test_answer_can_be_supposed_before_the_first_fetch(panel: FetchPanel) -> None:
    panel.show_scenario(HttpScenario("404"))
    assert panel.banner.headline.text().startswith("404. ")
    assert len(panel.answer.meanings.rows) == 2
    assert not panel.answer.hops.isVisible()
    panel.show_scenario(HttpScenario())
    assert panel.start_page.isVisible()


def test_source_of_a_statement_is_one_click_away(panel: FetchPanel, actions: Mock) -> None:
    panel.show_evidence(SUCCESS)
    table = panel.answer.meanings
    for column in (0, SOURCE_COLUMN):
        at = table.visualRect(table.model().index(0, column)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    actions.open_source.assert_called_once_with("https://www.rfc-editor.org/rfc/rfc9309")
