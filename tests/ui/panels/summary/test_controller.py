"""The Summary tab in the whole window: how other crawlers read the draft while it is being written."""

from pytestqt.qtbot import QtBot

from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.project.state import StateStore
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.summary.agreement_pane import AgreementPane
from tests.ui.studios import ROBOTS, Studios, act, settle


def shown(studio: Studio, qtbot: QtBot, title: str) -> AgreementPane:
    """Wait until the pane has a text and return it."""
    pane = studio.summary.panel.agreement
    qtbot.waitUntil(lambda: pane.title.text() == title and not pane.said.text().endswith("…"), timeout=5000)
    return pane


def test_a_draft_is_compared_as_it_is_written_and_its_url_goes_into_the_list(studio: Studio, qtbot: QtBot) -> None:
    studio.session.set_crawlers((CRAWLERS["Googlebot"], CRAWLERS["YandexBot"]))
    act(studio, "view.summary")
    pane = shown(studio, qtbot, "Proven for every URL: the other crawler gets the verdict of Googlebot.")
    studio.editor.revise_body(ROBOTS + b"\nUser-agent: Yandex\nDisallow: /never-tested/\n")
    pane = shown(studio, qtbot, "The other crawler gets another verdict than Googlebot.")
    assert [row.parted.difference.url for row in pane.table.rows] == ["/private/"]
    pane.table.row_activated.emit(pane.table.rows[0])
    settle(studio)
    analysis = studio.session.analysis
    assert analysis is not None
    assert analysis.urls[-1].path == "/private/"


def test_a_lone_crawler_has_nobody_to_be_compared_with(studio: Studio, qtbot: QtBot) -> None:
    act(studio, "view.summary")
    pane = shown(studio, qtbot, "The other crawler gets another verdict than Googlebot.")
    studio.session.set_crawlers((CRAWLERS["Googlebot"],))
    qtbot.waitUntil(pane.isHidden, timeout=5000)


def test_whether_the_proofs_are_folded_is_remembered(studio: Studio, studios: Studios) -> None:
    act(studio, "view.summary")
    studio.summary.panel.agreement.header.toggle()
    studio.changes.panel.beyond.header.toggle()
    studios.end(studio)
    state = StateStore(studios.places.state).load().state
    assert (state.readings_folded, state.beyond_folded) == (True, True)
    again = studios.start()
    assert again.changes.panel.beyond.header.folded
    assert again.summary.panel.agreement.header.folded
