"""The options beside the Fetch button; a bad certificate is accepted only on request."""

from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.engine.crawlers import crawler_for
from robotstudio.fetch.evidence import Evidence, FailureKind, FetchOutcome
from robotstudio.fetch.options import PLAIN, FetchOptions
from robotstudio.ui.jobs.fetching import FetchRunner
from robotstudio.ui.panels.fetch.options_popover import OptionsPopover
from robotstudio.ui.panels.fetch.panel import FetchActions, FetchPanel
from robotstudio.ui.panels.fetch.sentences import can_be_trusted
from tests.fetch.server import ROBOTS, response, serve
from tests.ui.panels.fetch.evidences import SUCCESS, failed

GOOGLEBOT = crawler_for("Googlebot")


@pytest.fixture
def popover(qtbot: QtBot) -> OptionsPopover:
    popover = OptionsPopover()
    qtbot.addWidget(popover)
    popover.set_crawlers((GOOGLEBOT,))
    return popover


@pytest.fixture
def controller(qapp: QApplication) -> Iterator[FetchRunner]:
    controller = FetchRunner(qapp)
    yield controller
    controller.close()
    controller.deleteLater()


def answer_of(qtbot: QtBot, controller: FetchRunner, url: str, trusted: str = "") -> Evidence:
    with qtbot.waitSignal(controller.finished, timeout=10_000) as answer:
        if trusted:
            controller.fetch_anyway(trusted)
        else:
            controller.fetch(url)
    assert isinstance(answer.args[0], Evidence)
    return answer.args[0]


def test_nothing_chosen_is_the_plain_fetch(popover: OptionsPopover) -> None:
    assert popover.options == PLAIN
    assert popover.is_usual


def test_chosen_crawler_comes_first_and_is_said_to_be_ours(popover: OptionsPopover) -> None:
    popover.agent.setCurrentIndex(1)
    assert popover.options.pretending == "Googlebot"
    assert "Googlebot" in popover.header.text()
    assert popover.note.text().startswith("Our request, with the header of Googlebot.")
    popover.set_crawlers((crawler_for("Bingbot"), GOOGLEBOT))
    assert popover.options.pretending == "Googlebot"


def test_every_choice_is_told_and_reset_undoes_all(popover: OptionsPopover) -> None:
    told: list[tuple[FetchOptions, bool]] = []
    popover.changed.connect(lambda options, only: told.append((options, only)))
    popover.from_header.setText("me@example.com")
    popover.redirects.setValue(9)
    popover.fresh.setChecked(True)
    popover.direct.setChecked(True)
    popover.only_changes.setChecked(True)
    chosen, only_changes = told[-1]
    assert (chosen.sender, chosen.redirects, chosen.cache_bust, chosen.proxy, only_changes) == (
        "me@example.com",
        9,
        True,
        "",
        True,
    )
    popover.reset.click()
    assert told[-1] == (PLAIN, False)


def test_header_of_a_crawler_reaches_the_server(qtbot: QtBot, controller: FetchRunner) -> None:
    controller.set_options(FetchOptions(user_agent="Somebot/1.0", pretending="Somebot", proxy=""))
    with serve(response(200, ROBOTS)) as server:
        evidence = answer_of(qtbot, controller, server.url)
    assert (evidence.user_agent, evidence.pretending) == ("Somebot/1.0", "Somebot")


def test_header_that_cannot_be_sent_gives_a_sentence(qtbot: QtBot, controller: FetchRunner) -> None:
    controller.set_options(FetchOptions(sender="a\r\nEvil: 1", proxy=""))
    with serve(response(200, ROBOTS)) as server:
        evidence = answer_of(qtbot, controller, server.url)
    assert evidence.error is not None
    assert evidence.error.kind is FailureKind.HEADER_INVALID


def test_fetch_anyway_is_for_this_host_and_once(qtbot: QtBot, controller: FetchRunner) -> None:
    with serve(response(200, ROBOTS), certificate="self-signed") as server:
        refused = answer_of(qtbot, controller, server.url)
        assert can_be_trusted(refused)
        anyway = answer_of(qtbot, controller, server.url, trusted=refused.final_url)
        again = answer_of(qtbot, controller, server.url)
    assert (anyway.outcome, anyway.body) == (FetchOutcome.SUCCESS, ROBOTS)
    assert again.outcome is FetchOutcome.TLS_ERROR


def test_panel_offers_it_for_a_bad_certificate_only(qtbot: QtBot) -> None:
    actions = Mock(spec=FetchActions)
    panel = FetchPanel(actions)
    qtbot.addWidget(panel)
    panel.show_evidence(SUCCESS)
    assert panel.banner.anyway_button.isHidden()
    expired = failed(FetchOutcome.TLS_ERROR, FailureKind.TLS_EXPIRED)
    panel.show_evidence(expired)
    assert not panel.banner.anyway_button.isHidden()
    panel.banner.anyway_button.click()
    actions.fetch_anyway.assert_called_once_with(expired.final_url)
    panel.close_threads()


def test_what_the_settings_say_stands_where_nothing_is_chosen(popover: OptionsPopover) -> None:
    popover.set_usual(FetchOptions(user_agent="A/1", sender="me", redirects=2, proxy=""))
    assert popover.is_usual
    assert popover.options == PLAIN
    assert popover.redirects.value() == 2
    assert popover.header.text() == "A/1"
    assert (popover.from_header.placeholderText(), popover.proxy.placeholderText()) == ("me", "none")
    popover.redirects.setValue(5)
    assert popover.options.redirects == 5
    popover.set_usual(FetchOptions(redirects=3, proxy="http://p.example"))
    assert popover.options.redirects == 5
    assert popover.proxy.placeholderText() == "http://p.example"
    popover.show_defaults()
    assert popover.redirects.value() == 3
