"""The window of many hosts: what it requests, lists and shows."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.fetch.evidence import FetchOutcome
from robotstudio.fetch.hosts import HostLimits, HostResult, HostsState
from robotstudio.ui.panels.hosts import HostsPanel, body_words
from tests.ui.asked import Asked
from tests.ui.tables import texts_of

GOOD = HostResult(
    address="https://a.example/robots.txt",
    requested="https://a.example/robots.txt",
    final_url="https://a.example/robots.txt",
    outcome=FetchOutcome.SUCCESS,
    status=200,
    redirects=0,
    body_kind=Content.RULES,
    size=120,
    truncated=False,
    sha256="",
    elapsed_ms=12.0,
    fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
    error=None,
    ip=None,
)
DOWN = replace(GOOD, address="https://b.example/robots.txt", outcome=FetchOutcome.SERVER_ERROR, status=503, size=0)


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def panel(qtbot: QtBot, asked: Asked) -> Iterator[HostsPanel]:
    parent = QWidget()
    qtbot.addWidget(parent)
    panel = HostsPanel(asked.hosts(), parent)
    panel.set_crawlers([CRAWLERS["Googlebot"], CRAWLERS["GPTBot"]])
    panel.set_list("a.example\nb.example\nno host\n")
    yield panel
    panel.close()


def shown(panel: HostsPanel) -> list[list[str]]:
    return [row[:3] for row in texts_of(panel.table)]


def test_list_is_read_while_it_is_typed_and_nothing_is_fetched(asked: Asked, panel: HostsPanel) -> None:
    panel.set_list("a.example\nb.example\nno host\nc.example")
    assert "fetch" not in asked.take()
    assert [row[:2] for row in shown(panel)] == [
        [f"https://{name}.example", "not fetched yet"] for name in ("a", "b", "c")
    ]
    assert panel.unread.text().startswith("3: ")
    assert panel.fetch_button.text() == "Fetch 3 hosts"


def test_click_asks_for_what_remains_within_the_limits(asked: Asked, panel: HostsPanel) -> None:
    panel.at_once.setValue(3)
    panel.per_second.setValue(0)
    panel.show_end(panel.state.with_results([GOOD]))
    assert panel.fetch_button.text() == "Resume with 1"
    panel.fetch_button.click()
    (name, state, limits), *_ = asked.calls
    assert name == "fetch"
    assert isinstance(state, HostsState)
    assert (state.remaining, limits) == ((DOWN.address,), HostLimits(at_once=3, per_host=2, per_second=0))
    panel.fetch_button.click()
    assert "cancel" in asked.take()


def test_click_after_a_run_asks_for_all_of_them_again(asked: Asked, panel: HostsPanel) -> None:
    panel.show_end(panel.state.with_results([GOOD, DOWN]))
    assert (panel.fetch_button.isEnabled(), panel.fetch_button.text()) == (True, "Fetch 2 hosts again")
    panel.fetch_button.click()
    ((_, state, _),) = asked.calls
    assert isinstance(state, HostsState)
    assert state.remaining == (GOOD.address, DOWN.address)


def test_body_of_an_error_is_no_robots_txt() -> None:
    bodies = {body_words(replace(DOWN, body_kind=kind)) for kind in Content}
    assert "robots.txt" not in bodies
    assert "error page" in bodies
    assert body_words(GOOD) == "robots.txt"


def test_long_list_is_read_when_the_person_pauses(qtbot: QtBot, panel: HostsPanel) -> None:
    panel.set_list("\n".join(f"{number}.example" for number in range(600)))
    assert len(panel.state.addresses) == 2
    qtbot.waitUntil(lambda: len(panel.state.addresses) == 600)


def test_rows_say_the_answer_and_what_the_chosen_crawler_makes_of_it(panel: HostsPanel) -> None:
    panel.show_end(panel.state.with_results([GOOD, DOWN]))
    assert shown(panel) == [
        ["https://a.example", "200", "reads the rules"],
        ["https://b.example", "503", "may fetch nothing"],
    ]
    panel.crawler.setCurrentIndex(1)
    assert panel.table.columns[2].title == CRAWLERS["GPTBot"].title


def test_filter_and_order(panel: HostsPanel) -> None:
    panel.show_end(panel.state.with_results([GOOD, DOWN]))
    panel.search.setText("nothing 503")
    assert [row[0] for row in shown(panel)] == ["https://b.example"]
    assert panel.counts.text() == "showing 1 of 2 hosts"
    panel.search.clear()
    panel.table.sort_by("outcome", descending=True)
    assert [row[1] for row in shown(panel)] == ["503", "200"]
    assert panel.listed == (DOWN, GOOD)


def test_answers_stay_while_the_list_grows_and_go_with_their_host(panel: HostsPanel) -> None:
    panel.show_end(panel.state.with_results([GOOD, DOWN]))
    panel.set_list("c.example\na.example")
    assert [result.address for result in panel.state.results] == [GOOD.address]
    panel.again_button.click()
    assert not panel.state.results


def test_enter_on_a_row_asks_for_its_file(asked: Asked, panel: HostsPanel) -> None:
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert asked.calls == [("fetch_host", GOOD.address)]


def test_everything_that_takes_the_keyboard_has_a_name(panel: HostsPanel) -> None:
    parts = (panel.list, panel.at_once, panel.per_host, panel.per_second, panel.search, panel.crawler, panel.table)
    assert all(part.accessibleName() for part in parts)
