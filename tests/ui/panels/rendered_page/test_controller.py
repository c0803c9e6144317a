"""Pages rendered in the whole window, by the browser of this computer."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.crawl.rendering import browser
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.panels.rendered_page.panel import RenderedPagePanel
from robotstudio.ui.shell import dialogs
from tests.crawl.rendering.conftest import HAS_SANDBOX, program
from tests.crawl.rendering.test_report import SHOP
from tests.crawl.site import Site, site
from tests.ui.studios import Studios, settle
from tests.ui.tables import texts_of

__all__ = ["program"]


@pytest.fixture
def shop() -> Iterator[Site]:
    with site(SHOP) as found:
        yield found


def rendered(qtbot: QtBot, studio: Studio, address: str) -> RenderedPagePanel:
    studio.rendered_pages.has_sandbox = HAS_SANDBOX
    with qtbot.waitSignal(studio.rendered_pages.rendering.answered, timeout=60_000):
        studio.render_page(address)
    return studio.rendered_pages.panel


@pytest.mark.usefixtures("program")
def test_live_rules_decide_elsewhere(qtbot: QtBot, studios: Studios, shop: Site) -> None:
    panel = rendered(qtbot, studios.start(), f"{shop.url}/")
    assert [row[0] for row in texts_of(panel.blocked)] == [
        "/assets/shop.css",
        "/assets/app.js",
        "/assets/nothing.js",
        "/api/products",
    ]
    assert "by the live robots.txt" in panel.rules.text()
    assert panel.seen.has_picture
    assert panel.render_button.text() == "Render"


@pytest.mark.usefixtures("program")
def test_draft_decides_on_its_own_site(qtbot: QtBot, studios: Studios, shop: Site) -> None:
    studio = studios.start()
    studio.document.load(b"User-agent: *\nDisallow: /assets/shop.css\n", Origin.of_template())
    studio.session.set_robots_url(f"{shop.url}/robots.txt")
    settle(studio)
    panel = rendered(qtbot, studio, f"{shop.url}/")
    assert [row[2] for row in texts_of(panel.blocked)] == ["2"]
    assert texts_of(panel.links) == [[f"{shop.url}/shoes", "seen"]]
    assert "by your draft" in panel.rules.text()


@pytest.mark.usefixtures("program")
def test_pictures_are_saved(
    qtbot: QtBot, studios: Studios, shop: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = rendered(qtbot, studios.start(), f"{shop.url}/")
    monkeypatch.setattr(dialogs, "ask_pictures_folder", lambda _parent: tmp_path)
    panel.save_button.click()
    assert sorted(path.read_bytes()[1:4] for path in tmp_path.glob("*.png")) == [b"PNG", b"PNG"]


def test_missing_browser_is_said(qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "find_browser", lambda: None)
    studio = studios.start()
    with qtbot.waitSignal(studio.rendered_pages.rendering.failed):
        studio.render_page("https://www.example.com/page")
    assert studio.rendered_pages.panel.empty.sentence.startswith("No browser was found.")


def test_what_is_no_page_gives_a_sentence(studios: Studios) -> None:
    studio = studios.start()
    studio.render_page("/just/a/path")
    assert studio.rendered_pages.panel.empty.sentence.startswith("Enter a full address")
