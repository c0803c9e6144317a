"""What the tests of the first-run page share."""

import pytest
from PySide6.QtWidgets import QApplication

from robotstudio.ui.theme.theme import Mode, Theme


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """A light theme that is not installed."""
    assert isinstance(qapp, QApplication)
    return Theme(Mode.LIGHT)
