"""What a worker was at when it crashed: the stacks of its threads, in the failure of the test that it was running."""

import contextlib
import faulthandler
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

_FOLDER = pytest.StashKey[tempfile.TemporaryDirectory[str]]()
_FILE = pytest.StashKey[IO[str]]()
_INPUT = "folder_of_stacks"


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker where to write its stacks."""
    if _FOLDER not in node.config.stash:
        node.config.stash[_FOLDER] = tempfile.TemporaryDirectory(prefix="stacks-")
    node.workerinput[_INPUT] = node.config.stash[_FOLDER].name


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """In a worker: after pytest itself has set the handler to the standard error, where nobody looks for it."""
    given = getattr(config, "workerinput", None)
    if given and _INPUT in given:
        stacks = (Path(given[_INPUT]) / given["workerid"]).open("w", encoding="utf-8")
        config.stash[_FILE] = stacks
        faulthandler.enable(stacks)


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Let go of the files."""
    if stacks := config.stash.get(_FILE, None):
        faulthandler.disable()
        stacks.close()
    if folder := config.stash.get(_FOLDER, None):
        folder.cleanup()


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(report: Any) -> None:
    """Say with the crashed test how its worker ended and where its threads were."""
    folder = report.node.config.stash[_FOLDER].name
    stacks = (Path(folder) / report.node.workerinput["workerid"]).read_text("utf-8", "replace")
    left = stacks.strip() or "It left no stack: it was killed from outside, or ended itself."
    report.longrepr = "\n".join((report.longrepr, *_ends_of(report.node), left))


def _ends_of(worker: Any) -> Iterator[str]:
    """Return the exit status if the worker is a process of ours."""
    process: subprocess.Popen[bytes] | None = getattr(getattr(worker.gateway, "_io", None), "popen", None)
    if process is not None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            yield f"Its exit status is {process.wait(10)}."
