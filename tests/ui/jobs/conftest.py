"""Fixtures of the tests of the history in the window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from robotstudio.ui.jobs.histories import HistoryRunner


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of the history."""
    return tmp_path / "history.sqlite"


@pytest.fixture
def controller(qapp: QApplication, path: Path) -> Iterator[HistoryRunner]:
    """Return the history of a window."""
    controller = HistoryRunner(path, qapp)
    yield controller
    controller.close()
    controller.deleteLater()
