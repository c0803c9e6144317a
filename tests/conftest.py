"""What every test needs before Qt is imported, and what none may do: judge by the clock."""

import gc
import os
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import MultiSignalBlocker, SignalBlocker

from robotstudio.store.places import HOME_VARIABLE
from robotstudio.ui.jobs.interpreter import import_plainly

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

pytest_plugins = ["tests.crashes"]

# The suite runs without a screen unless the caller names another platform.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Sentences are compared in English, whatever the developer speaks; programs that a test starts inherit it.
os.environ["LANGUAGE"] = "en"

# No test asks the key ring of the developer: `tests/fetch/key_ring.py` has one.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"

# Programs that a test starts keep back what they print until it is much, as they do for people.
os.environ.pop("PYTHONUNBUFFERED", None)

# As the program does: numpy is imported twice as fast.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import_plainly()  # as the program does: else the source of every test is read and kept

# How long an example takes says more about the machine than about the program: benchmarks measure, tests count.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

# Whether a change is ready must not depend on luck: a developer's run looks for new examples, this one has the same.
settings.register_profile("same examples", deadline=None, derandomize=True)


def _need_not_outlive_a_power_cut(_descriptor: int) -> None:
    """Do not wait for the disk: what tests write is deleted after them. A test about that patches it back."""


os.fsync = _need_not_outlive_a_power_cut  # type: ignore[assignment]  # in this process; programs that it starts wait


# As in the program, Python itself never searches for garbage: it would in whatever thread allocates, and a widget of a
# window that an earlier test closed would die in a worker thread, which crashes Qt. Nor has it to while tests are read.
gc.disable()


@pytest.fixture(autouse=True, scope="session")
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the settings of the developer away from the tests, and the tests away from them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(tmp_path_factory.mktemp("home")))
        yield


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest: while a worker is at one, the others take from it what it has not begun."""
    items.sort(key=lambda item: item.get_closest_marker("begins_first") is None)


def pytest_collection_finish() -> None:
    """Exclude what was imported and collected from garbage collection: it stays to the end."""
    gc.freeze()


_MUCH_GARBAGE = 20_000


def pytest_runtest_logfinish() -> None:
    """Search for garbage between two tests, where only the main thread runs.

    Most of it is as young as the test that left it; what is as old as the caches of the program is looked at as seldom
    as Python itself would.
    """
    young, middle, old = gc.get_count()
    if young > _MUCH_GARBAGE:
        _, every_middle, every_old = gc.get_threshold()
        gc.collect(2 if old >= every_old else 1 if middle >= every_middle else 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a test that says what the program is measured by fail where it would be left out, on whatever machine."""
    report = yield
    if report.skipped and item.get_closest_marker("never_skipped"):
        report.outcome, report.longrepr = "failed", f"{item.nodeid} must not be skipped: {report.longrepr}"
    return report


PATIENCE_MS = 300_000
"""How long a test waits for a signal at least: a busy machine is no defect, and what comes is not waited for."""


class PatientQtBot(QtBot):
    """Waits long enough on any machine, whatever a test asks for."""

    def waitSignal(self, signal: object, *, timeout: int = 0, **options: Any) -> SignalBlocker:
        is_hoped_for = options.get("raising") is not False  # else it is `assertNotEmitted`, which waits in vain
        return super().waitSignal(signal, timeout=max(timeout, PATIENCE_MS) if is_hoped_for else timeout, **options)

    def waitSignals(self, signals: list[Any], *, timeout: int = 0, **options: Any) -> MultiSignalBlocker:
        return super().waitSignals(signals, timeout=max(timeout, PATIENCE_MS), **options)

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 0) -> None:
        super().waitUntil(callback, timeout=max(timeout, PATIENCE_MS))


@pytest.fixture
def qtbot(qapp: "QApplication", request: pytest.FixtureRequest) -> QtBot:  # noqa: ARG001  # Qt has to have started
    return PatientQtBot(request)
