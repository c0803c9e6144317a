"""The tests of the Fetch tab read numbers as an English locale writes them."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from robotstudio.ui.theme.theme import Mode, Theme


@pytest.fixture(autouse=True, scope="package")
def english() -> Iterator[None]:
    """Numbers as `2,143`, whatever the machine's locale."""
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """The light theme, not installed."""
    theme = Theme(Mode.LIGHT, parent=qapp)
    yield theme
    theme.deleteLater()
