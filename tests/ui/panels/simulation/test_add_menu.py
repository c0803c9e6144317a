"""Sources of URLs in the Add menu."""

from functools import partial

import pytest
from PySide6.QtWidgets import QApplication

from robotstudio.ui.panels.simulation.menus import AddMenu
from tests.ui.asked import Asked


def add_menu(asked: Asked, parent: QApplication) -> AddMenu:
    own = partial(asked.calls.append, ("type",)), partial(asked.calls.append, ("paste",))
    return AddMenu(asked.simulation(), *own, parent)


@pytest.mark.parametrize(
    ("sitemaps", "words", "is_enabled"),
    [
        (0, "From Sitemap lines: this file has none", False),
        (1, "From the Sitemap line of this file", True),
        (1204, "From the 1,204 Sitemap lines of this file", True),
    ],
)
def test_sitemaps_are_offered_where_the_draft_names_some(
    qapp: QApplication, asked: Asked, sitemaps: int, words: str, *, is_enabled: bool
) -> None:
    menu = add_menu(asked, qapp)
    asked.sitemaps = sitemaps
    row = menu.actions()[3]
    assert (row.text, row.is_enabled) == (words, is_enabled)


def test_each_row_asks_for_one_thing(qapp: QApplication, asked: Asked) -> None:
    menu = add_menu(asked, qapp)
    for row in menu.actions():
        if row.slot:
            row.slot()
    assert asked.calls == [("type",), ("load_urls",), ("paste",), ("fetch_sitemaps",), ("show_sources",)]


def test_the_clipboard_is_offered_where_it_holds_text(qapp: QApplication, asked: Asked) -> None:
    menu = add_menu(asked, qapp)
    qapp.clipboard().setText(" \n")
    assert not menu.actions()[2].is_enabled
    qapp.clipboard().setText("/a\n")
    assert menu.actions()[2].is_enabled
