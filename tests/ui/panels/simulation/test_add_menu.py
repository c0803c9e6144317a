"""Sources of URLs in the Add menu."""

from functools import partial

import pytest
from PySide6.QtWidgets import QApplication

from robotstudio.ui.panels.simulation.menus import AddMenu


class Asked:
    """Records the requests of the menu."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def open_url_entry(self) -> None:
        self.calls.append("type")

    def load_urls(self) -> None:
        self.calls.append("load")

    def paste(self) -> None:
        self.calls.append("paste")


@pytest.mark.parametrize(
    ("sitemaps", "words", "is_enabled"),
    [
        (0, "From Sitemap lines: this file has none", False),
        (1, "From the Sitemap line of this file", True),
        (1204, "From the 1,204 Sitemap lines of this file", True),
    ],
)
def test_sitemaps_are_offered_where_the_draft_names_some(
    qapp: QApplication, sitemaps: int, words: str, *, is_enabled: bool
) -> None:
    menu = AddMenu(Asked(), qapp)
    menu.about_to_open.connect(lambda: menu.offer_sitemaps(sitemaps))
    row = menu.actions()[3]
    assert (row.text, row.is_enabled) == (words, is_enabled)


def test_each_row_asks_for_one_thing(qapp: QApplication) -> None:
    actions = Asked()
    menu = AddMenu(actions, qapp)
    menu.sitemaps_chosen.connect(partial(actions.calls.append, "sitemaps"))
    menu.sources_chosen.connect(partial(actions.calls.append, "sources"))
    for row in menu.actions():
        if row.slot:
            row.slot()
    assert actions.calls == ["type", "load", "paste", "sitemaps", "sources"]


def test_the_clipboard_is_offered_where_it_holds_text(qapp: QApplication) -> None:
    menu = AddMenu(Asked(), qapp)
    qapp.clipboard().setText(" \n")
    assert not menu.actions()[2].is_enabled
    qapp.clipboard().setText("/a\n")
    assert menu.actions()[2].is_enabled
