"""The page check in the whole window: a page, the rules of each host that it loads from, and the chosen crawlers."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.page_check.panel import PageCheckPanel
from robotstudio.urls.urls import parse_list
from tests.fetch.server import Server, hang, response, serve
from tests.ui.parts import part_of
from tests.ui.studios import ROBOTS, Studios, act, click_cell, settle, type_text
from tests.ui.tables import texts_of

HTML = "Content-Type: text/html"


@pytest.fixture
def assets() -> Iterator[Server]:
    """Serve the host of the page's resources; only GPTBot may not fetch its scripts."""
    with serve({"/robots.txt": response(200, b"User-agent: GPTBot\nDisallow: /js/\n")}) as server:
        yield server


@pytest.fixture
def site(assets: Server) -> Iterator[Server]:
    """Serve a page with noindex that Googlebot may not fetch."""
    page = f"<html><meta name=robots content=noindex><script src={assets.url}/js/a.js></script><img src=/logo.png>"
    answers = {
        "/page": response(200, page.encode(), HTML, "X-Robots-Tag: gptbot: nosnippet", "TDM-Reservation: 1"),
        "/robots.txt": response(200, b"User-agent: Googlebot\nDisallow: /page\n"),
    }
    with serve(answers) as server:
        yield server


def open_window(qtbot: QtBot, studio: Studio) -> None:
    act(studio, "fetch.page")
    qtbot.waitUntil(studio.page_checks.panel.address.hasFocus)


def checked(qtbot: QtBot, studio: Studio, address: str) -> PageCheckPanel:
    open_window(qtbot, studio)
    with qtbot.waitSignal(part_of(studio.page_checks, Background).answered, timeout=10_000):
        type_text(f"{address}\n")
    return studio.page_checks.panel


def cells(panel: PageCheckPanel, name: str) -> list[list[str]]:
    return texts_of(getattr(panel, name))


def test_noindex_that_is_not_seen_is_said(qtbot: QtBot, studios: Studios, site: Server) -> None:
    panel = checked(qtbot, studios.start(), f"{site.url}/page")
    google = next(row for row in cells(panel, "crawlers") if row[0] == "Googlebot")
    assert google[1] == "blocked, line 2"
    assert google[2] == "The page has noindex, but Googlebot may not fetch it and will not see that."
    said = [text.text() for _, text in panel.facts]
    assert said[1] == "HTTP 200"
    assert said[2] == "X-Robots-Tag gptbot: nosnippet; meta robots: noindex"
    assert "At Google nosnippet and max-snippet limit AI Overviews and AI Mode as well." in said[4]
    assert "It states how its content may be used: tdm-reservation: 1. TDM-Reservation is proposed" in said[4]


def test_what_is_loaded_is_judged_by_its_own_host(qtbot: QtBot, studios: Studios, site: Server, assets: Server) -> None:
    panel = checked(qtbot, studios.start(), f"{site.url}/page")
    assert [row[0] for row in cells(panel, "resources")] == [assets.host, site.host]
    panel.only_blocked.setChecked(True)
    (row,) = cells(panel, "resources")
    assert row[:4] == [assets.host, "HTTP 200", "script", "/js/a.js"]
    assert row[4] == "GPTBot (line 2)"


@pytest.mark.parametrize("is_markdown", [False, True])
def test_check_is_copied(qtbot: QtBot, studios: Studios, site: Server, assets: Server, is_markdown: bool) -> None:
    panel = checked(qtbot, studios.start(), f"{site.url}/page")
    (panel.markdown_button if is_markdown else panel.copy_button).click()
    text = QGuiApplication.clipboard().text()
    assert "The page has noindex, but Googlebot" in text
    assert (f"`{assets.url}`" if is_markdown else assets.url) in text
    assert ("### Page check" in text) is is_markdown


def test_matrix_offers_the_check_of_a_full_url_only(qtbot: QtBot, studios: Studios, site: Server) -> None:
    studio = studios.start()
    studio.document.load(ROBOTS, Origin.of_template())
    studio.session.set_urls(parse_list(f"{site.url}/page\n/path\n").urls)
    settle(studio)
    click_cell(studio, "/path", "Googlebot")
    assert "Check this page" not in [action.text for action in studio.simulation._menu.actions("")]
    click_cell(studio, f"{site.url}/page", "Googlebot")
    offered = {action.text: action for action in studio.simulation._menu.actions("")}
    assert "Render this page" in offered
    check = offered["Check this page"]
    assert not site.requests
    assert check.slot is not None
    with qtbot.waitSignal(part_of(studio.page_checks, Background).answered, timeout=10_000):
        check.slot()
    assert studio.page_checks.panel.address.text() == f"{site.url}/page"


def test_other_crawlers_are_judged_without_another_fetch(qtbot: QtBot, studios: Studios, site: Server) -> None:
    studio = studios.start()
    panel = checked(qtbot, studio, f"{site.url}/page")
    before = len(site.requests)
    with qtbot.waitSignal(part_of(studio.page_checks, Background).answered):
        studio.session.set_crawlers(studio.session.crawlers[:1])
    assert (len(cells(panel, "crawlers")), len(site.requests)) == (1, before)


def test_what_is_no_page_gives_a_sentence(qtbot: QtBot, studios: Studios) -> None:
    panel = checked(qtbot, studios.start(), "/just/a/path")
    assert panel.facts[4][1].text().endswith(".")


def test_check_is_cancelled(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    open_window(qtbot, studio)
    panel = studio.page_checks.panel
    with serve({"*": hang}) as server:
        type_text(f"{server.url}/page\n")
        qtbot.waitUntil(lambda: len(server.requests) == 2)  # the page and its robots.txt
        with qtbot.waitSignal(studio.page_checks.job.ended):
            panel.check_button.click()
    assert panel.check_button.text() == "Check"


def test_everything_that_takes_the_keyboard_has_a_name(studios: Studios) -> None:
    panel = studios.start().page_checks.panel
    assert all(part.accessibleName() for part in (panel.address, panel.crawlers, panel.resources))
    assert all(part.text() for part in (panel.check_button, panel.copy_button, panel.only_blocked))
