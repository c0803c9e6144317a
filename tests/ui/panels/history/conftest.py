"""Fixtures of the tests of the history in the window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.history.model import DEFAULT_LIMITS, HostSummary, Usage
from robotstudio.fetch.history.store import History
from robotstudio.ui.jobs.histories import HistoryRunner, Snapshot
from tests.fetch.history.evidences import HOST, START


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


def snapshot_of(path: Path, *fetches: Evidence) -> Snapshot:
    """Return the snapshot after some fetches of one host."""
    with History.open(path) as history:
        for fetch in fetches:
            history.record(fetch)
        entries = history.timeline(HOST)
    return Snapshot(
        (HostSummary(HOST, len(entries), 1, START, None),), HOST, entries, Usage(1024, DEFAULT_LIMITS.max_bytes)
    )
