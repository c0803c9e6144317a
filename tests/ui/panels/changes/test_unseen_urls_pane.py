"""The pane about every URL: what it shows, and which signals its clicks emit."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.changes.unseen_urls import ReadersProof, UnseenUrls, UnseenUrlsProver, unseen_urls
from robotstudio.engine.proof import Differences, Undecided
from robotstudio.ui.panels.changes.panel import proof_of
from robotstudio.ui.panels.changes.unseen_urls_pane import UnseenUrlsPane
from robotstudio.ui.theme.glyphs import Glyph
from tests.draft.changes.comparisons import AFTER, BEFORE, compared, question


@pytest.fixture
def pane(qtbot: QtBot) -> UnseenUrlsPane:
    pane = UnseenUrlsPane()
    qtbot.addWidget(pane)
    pane.resize(920, 300)
    return pane


def known(after: bytes = AFTER, urls: tuple[str, ...] = ()) -> UnseenUrls:
    answer = UnseenUrlsProver().work(compared(question(BEFORE, after, urls)), 2.0, lambda: False)
    assert answer is not None
    return answer


def undecided() -> UnseenUrls:
    proofs = [ReadersProof((token,), Differences((), Undecided.TIME)) for token in ("Googlebot", "bingbot", "GPTBot")]
    return unseen_urls(compared(question()), proofs, 2.0, 2000.0)


def rows(pane: UnseenUrlsPane) -> list[list[str]]:
    return [[pane.table.cell(row, column).text for column in range(6)] for row in range(len(pane.table.rows))]


def click_link(pane: UnseenUrlsPane, row: int) -> None:
    at: QPoint = pane.table.link_rect(row, 5).center().toPoint()
    QTest.mouseClick(pane.table.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_it_is_hidden_until_something_is_known(pane: UnseenUrlsPane) -> None:
    assert pane.isHidden()
    pane.show_beyond(known())
    assert not pane.isHidden()
    pane.forget()
    assert pane.isHidden()


def test_a_proof_says_that_it_is_about_every_url(pane: UnseenUrlsPane) -> None:
    pane.show_beyond(known(BEFORE, ("/",)))
    assert pane.title.text() == "Proven for every URL: no verdict changes."
    assert pane.scope.text() == "every possible URL, not only the 1 loaded"
    assert not pane.table.rows


def test_proof_says_that_something_besides_verdicts_changes(pane: UnseenUrlsPane) -> None:
    pane.show_beyond(known(BEFORE + b"Sitemap: https://e.com/s.xml\n", ("/",)))
    assert pane.title.text() == (
        "Proven for every URL: no verdict changes. A delay, sitemap, signal or other field does change."
    )


def test_what_is_in_the_list_is_nothing_else(pane: UnseenUrlsPane) -> None:
    pane.show_beyond(known(urls=("/cart/", "/docs/")))
    assert pane.title.text() == "Proven: only URLs that match /cart/ or /docs/ change, for any of your 3 crawlers."
    assert not pane.table.rows
    assert pane.names.text() == ""


def test_block_of_everything_is_red_and_says_so(pane: UnseenUrlsPane) -> None:
    pane.show_beyond(known(b"User-agent: *\nDisallow: /\n", ("/", "/docs/", "/docs/api/")))
    assert pane.title.text() == "Every URL that was allowed becomes blocked; some crawlers may still fetch /robots.txt."
    assert (pane.mark.glyph, pane.mark.color) == (Glyph.FLIP, "blocked")
    assert pane.names.text() == ""


def test_block_of_one_crawler_names_the_crawler(pane: UnseenUrlsPane) -> None:
    pane.show_beyond(known(BEFORE + b"\nUser-agent: bingbot\nDisallow: /\n", ("/",)))
    assert pane.title.text() == (
        "For Bingbot: Every URL that was allowed becomes blocked; some crawlers may still fetch /robots.txt."
    )


def test_each_kind_of_url_is_a_row_with_both_lines_and_the_rule(pane: UnseenUrlsPane) -> None:
    pane.show_beyond(known())
    assert pane.title.text() == "Some URLs outside your list change."
    assert rows(pane) == [
        ["/cart/", "Googlebot, Bingbot", "", "2", "Disallow: /cart/", "Add"],
        ["/docs/", "GPTBot", "5", "6", "Allow: /docs/", "Add"],
    ]
    assert pane.table.cell(0, 0).spoken == "/cart/, was no rule, now blocked by line 2"


def test_one_click_adds_the_url_and_says_so(pane: UnseenUrlsPane, qtbot: QtBot) -> None:
    pane.show_beyond(known())
    pane.show()
    with qtbot.waitSignal(pane.urls_wanted) as caught:
        click_link(pane, 1)
    assert caught.args == [("/docs/",)]
    pane.show_beyond(known(urls=("/docs/",)))
    assert [row[5] for row in rows(pane)] == ["Add", "in your list"]
    assert pane.title.text() == "Some URLs outside your list change."
    assert pane.names.text() == ("Proven: only URLs that match /cart/ or /docs/ change, for any of your 3 crawlers.")


def test_headline_is_no_proof_where_something_changes_below_it(pane: UnseenUrlsPane) -> None:
    """Green is for statements about every row: a person who reads only the headline must not be misled."""
    for shown, color, glyph in (
        (known(), "warning", Glyph.FLIP),
        (known(urls=("/docs/",)), "warning", Glyph.FLIP),
        (undecided(), "unknown", Glyph.UNDECIDED),
        (known(urls=("/cart/", "/docs/")), "allowed", Glyph.PROVEN),
        (known(BEFORE, ("/",)), "allowed", Glyph.PROVEN),
    ):
        pane.show_beyond(shown)
        assert (pane.mark.glyph, pane.mark.color) == (glyph, color)
        is_proof = pane.title.text().startswith("Proven")
        assert (color == "allowed") == is_proof == (not rows(pane))


def test_enter_adds_the_url_of_the_row(pane: UnseenUrlsPane, qtbot: QtBot) -> None:
    pane.show_beyond(known())
    pane.show()
    with qtbot.waitSignal(pane.urls_wanted) as caught:
        QTest.keyClick(pane.table, Qt.Key.Key_Return)
    assert caught.args == [("/cart/",)]


def test_a_click_on_a_row_leads_to_the_line_that_decides_in_the_draft(pane: UnseenUrlsPane, qtbot: QtBot) -> None:
    pane.show_beyond(known())
    pane.show()
    with qtbot.waitSignal(pane.line_activated) as caught:
        at = pane.table.visualRect(pane.table.model().index(1, 1)).center()
        QTest.mouseClick(pane.table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert caught.args == [6]


def test_undecided_is_never_called_proven_and_can_be_tried_for_longer(pane: UnseenUrlsPane, qtbot: QtBot) -> None:
    pane.show_beyond(undecided())
    pane.show()
    assert pane.title.text() == "Undecided: no proof and no counterexample within the time limit."
    assert rows(pane)[0] == ["undecided within 2.0 s", "Googlebot", "", "", "", "Try for 30 s"]
    assert pane.table.cell(0, 0).glyph is Glyph.UNDECIDED
    with qtbot.waitSignal(pane.longer_wanted):
        click_link(pane, 0)


def test_an_older_answer_is_grey_until_the_next(pane: UnseenUrlsPane) -> None:
    pane.show_beyond(known())
    pane.set_stale()
    assert pane.said.text() == "proving…"
    pane.show_beyond(known())
    assert pane.said.text().startswith("3 of 3 crawlers decided in ")


def test_the_head_keeps_the_result_when_it_is_folded(pane: UnseenUrlsPane) -> None:
    pane.show_beyond(known(BEFORE))
    pane.header.toggle()
    assert pane.body.isHidden()
    assert pane.scope.text() == "Proven for every URL: no verdict changes."


def test_head_says_the_result_in_a_low_page(pane: UnseenUrlsPane) -> None:
    pane.show_beyond(known())
    tall = pane.body.height()
    pane.set_room(400)
    assert pane.title.isHidden()
    assert pane.scope.text() == pane.title.text()
    assert pane.body.height() < tall


def test_headline_tells_apart_whom_a_change_of_everything_is_for() -> None:
    draft = BEFORE.replace(b"/cart/checkout", b"/cart/").replace(b"Disallow: /\n", b"Disallow:\n")
    assert proof_of(known(draft))[2] == (
        "For GPTBot: Every URL that was blocked becomes allowed. "
        "Proven for Googlebot, Bingbot: only URLs that match /cart/ change."
    )


def test_headline_says_in_one_sentence_what_is_proven() -> None:
    said = "Proven: only URLs that match /cart/ or /docs/ change, for any of your 3 crawlers."
    for shown in (known(), known(urls=("/docs/",)), known(urls=("/cart/", "/docs/"))):
        assert proof_of(shown) == (Glyph.PROVEN, "allowed", said)
    assert proof_of(undecided())[2].startswith("Undecided: ")
