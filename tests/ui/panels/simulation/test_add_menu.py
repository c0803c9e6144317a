"""Sources of URLs in the Add menu."""

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.ui.panels.simulation.menus import AddMenu


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
    menu = AddMenu(qapp)
    menu.about_to_open.connect(lambda: menu.offer_sitemaps(sitemaps))
    row = menu.actions()[3]
    assert (row.text, row.is_enabled) == (words, is_enabled)


def test_every_row_says_that_it_was_chosen(qtbot: QtBot, qapp: QApplication) -> None:
    parent = QObject(qapp)
    menu = AddMenu(parent)
    signals = (menu.typing_chosen, menu.files_chosen, menu.clipboard_chosen, menu.sitemaps_chosen, menu.sources_chosen)
    slots = [row.slot for row in menu.actions() if row.slot]
    for signal, slot in zip(signals, slots, strict=True):
        with qtbot.waitSignal(signal):
            slot()


def test_the_clipboard_is_offered_where_it_holds_text(qapp: QApplication) -> None:
    menu = AddMenu(qapp)
    qapp.clipboard().setText(" \n")
    assert not menu.actions()[2].is_enabled
    qapp.clipboard().setText("/a\n")
    assert menu.actions()[2].is_enabled
