"""Crawls in the window."""

from pytestqt.qtbot import QtBot

from robotstudio.ui.panels.site.crawling import Crawling

LONG = 600_000


def begin(qtbot: QtBot, crawling: Crawling, address: str) -> None:
    """Crawl a site to its end, and wait for the list of its URLs."""
    crawling.ask()
    crawling.dialog.start.setText(address)
    crawling.dialog.rate.setValue(0)
    with qtbot.waitSignal(
        crawling.listing.answered, timeout=LONG, check_params_cb=lambda _listing: not crawling.is_running
    ):
        crawling.dialog.crawl_button.click()
