"""A clause opens in the browser, and only when it is clicked."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from tests.ui.studios import Studios

PAGE = "https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1"


class Browser(QObject):
    """Opens pages in place of a browser."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open_page(self, url: QUrl) -> None:
        """Record the page."""
        self.opened.append(url.toString())


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Handle https pages during a test."""
    browser = Browser()
    QDesktopServices.setUrlHandler("https", browser, "open_page")  # type: ignore[arg-type]  # takes str, whatever its stub says
    yield browser
    QDesktopServices.unsetUrlHandler("https")


def test_page_of_a_clause_is_opened_on_a_click(studios: Studios, browser: Browser) -> None:
    studio = studios.start()
    studio.show_example()
    assert browser.opened == []
    studio.explanation.open_page(PAGE)
    assert browser.opened == [PAGE]
