"""Variants of a site and responses to crawlers' headers, over real sockets, side by side in the Fetch tab."""

from collections.abc import Callable, Iterator
from functools import partial
from unittest.mock import Mock

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.engine.crawlers import crawler_for
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.fetch_as import AnswerAs, FetchAsReport, difference_of, fetch_as
from robotstudio.fetch.practice import crawlers_with_header
from robotstudio.fetch.variants import compare_variants, fetch_variants, variants_of
from robotstudio.ui.jobs.fetching import FetchRunner
from robotstudio.ui.panels.fetch.batch_rows import AgentsRow, VariantsRow, report_words
from robotstudio.ui.panels.fetch.panel import FetchActions, FetchPanel
from tests.fetch.server import ROBOTS, response, serve
from tests.ui.panels.fetch.evidences import ASKED, BODY, OUTCOMES, SUCCESS
from tests.ui.tables import text_at

GOOGLEBOT, GPTBOT = crawler_for("Googlebot"), crawler_for("GPTBot")
HTTP = "http://www.example.com/robots.txt"


@pytest.fixture
def panel(qtbot: QtBot) -> Iterator[FetchPanel]:
    panel = FetchPanel(Mock(spec=FetchActions))
    qtbot.addWidget(panel)
    panel.resize(930, 780)
    panel.show()
    yield panel
    panel.close_threads()


@pytest.fixture
def controller(qapp: QApplication) -> Iterator[FetchRunner]:
    controller = FetchRunner(qapp)
    yield controller
    controller.close()
    controller.deleteLater()


def report_of(*bodies: bytes) -> FetchAsReport:
    answers = [replace(SUCCESS, body=body, size=len(body)) for body in bodies]
    return FetchAsReport(SUCCESS, tuple(AnswerAs(GPTBOT, one, difference_of(SUCCESS, one)) for one in answers))


def batch_fetched(qtbot: QtBot, controller: FetchRunner, work: Callable[..., object]) -> object:
    with qtbot.waitSignal(controller.batch_fetched, timeout=10_000) as answer:
        controller.fetch_batch(work)  # type: ignore[arg-type]  # a partial of a coroutine function
    assert answer.args
    return answer.args[0]


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ((SUCCESS,), "All 2 addresses answer with the same file."),
        (
            (replace(SUCCESS, body=b"x"),),
            "2 different files at 2 addresses: which one a crawler reads depends on the address.",
        ),
        ((OUTCOMES[FetchOutcome.DNS_ERROR],), "One file, but 1 of 2 addresses have none."),
    ],
)
def test_variants_are_said_to_be_alike_or_not(panel: FetchPanel, others: tuple[Evidence, ...], words: str) -> None:
    report = compare_variants([SUCCESS, *(replace(one, requested=HTTP) for one in others)])
    panel.show_evidence(SUCCESS)
    panel.variants.show_report(report)
    panel.grab()
    assert report_words(report) == panel.variants.result == words
    assert text_at(panel.variants.table, 1, 0) == "http://www.example.com/"


def test_redirect_between_variants_names_where_it_leads(qtbot: QtBot) -> None:
    page = VariantsRow()
    qtbot.addWidget(page)
    moved = replace(SUCCESS, requested=HTTP, final_url=ASKED, hops=SUCCESS.hops * 2)
    page.show_report(compare_variants([SUCCESS, moved]))
    assert text_at(page.table, 1, 3) == ASKED


def test_variants_are_fetched_only_when_asked_for(qtbot: QtBot, panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    with qtbot.assertNotEmitted(panel.variants.requested):
        panel.variants.set_open()
    panel.variants.more.setText("shop, 8443")
    with qtbot.waitSignal(panel.variants.requested, timeout=500) as asked:
        panel.variants.button.click()
    assert asked.args == ["shop, 8443"]


def test_batches_under_way_can_be_cancelled(qtbot: QtBot, panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.variants.show_busy(4)
    panel.agents.show_busy()
    for page in (panel.variants, panel.agents):
        assert page.button.text() == "Cancel"
        with qtbot.waitSignal(page.cancel_requested, timeout=500):
            page.button.click()
        page.end()
        assert page.button.text().startswith("Fetch")
        assert page.result == "The fetches were cancelled. Nothing was changed."


def test_another_site_forgets_what_was_found(qtbot: QtBot, panel: FetchPanel) -> None:
    panel.show_evidence(SUCCESS)
    panel.variants.show_report(compare_variants([SUCCESS]))
    panel.show_evidence(SUCCESS)
    assert len(panel.variants.table.rows) == 1
    with qtbot.waitSignal(panel.batches_outdated, timeout=500):
        panel.show_evidence(replace(SUCCESS, requested="https://other.example/robots.txt"))
    assert not panel.variants.table.rows


def test_answer_that_differs_is_selected_and_compared(qtbot: QtBot) -> None:
    page = AgentsRow()
    qtbot.addWidget(page)
    page.show_report(report_of(BODY, BODY.replace(b"/search", b"/find")))
    assert page.table.currentIndex().row() == 1
    qtbot.waitUntil(lambda: page.text.run_count > 0, timeout=2000)
    assert "Robot Studio gets another file" in page.sentence.text()
    page.close_threads()


def test_tokens_that_never_fetch_are_not_asked_as() -> None:
    assert crawlers_with_header((GOOGLEBOT, crawler_for("Google-Extended"))) == (GOOGLEBOT,)


def test_real_batch_of_variants_and_of_headers(qtbot: QtBot, controller: FetchRunner) -> None:
    with serve(response(200, ROBOTS)) as server:
        addresses = variants_of(server.url)
        assert isinstance(addresses, tuple)
        variants = batch_fetched(qtbot, controller, partial(fetch_variants, addresses=addresses[:1]))
        agents = batch_fetched(qtbot, controller, partial(fetch_as, address=server.url, crawlers=(GPTBOT,)))
    assert getattr(variants, "are_alike", None)
    assert isinstance(agents, FetchAsReport)
    assert agents.differing == ()
