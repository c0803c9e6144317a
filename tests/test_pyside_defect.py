"""PySide6 6.12.0 loses a reference to None with every wrapped call that returns None, on Python before 3.12.

After some thousand calls the interpreter ends with `none_dealloc`. The dependency markers in pyproject.toml keep that
pair apart; these tests notice when they no longer do, or when another release brings the defect back.
"""

from __future__ import annotations

import ctypes
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject, QThread
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

CALLS = 1000
ROOT = Path(__file__).parents[1]

none_is_counted = pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal since Python 3.12")


def references_lost(call: Callable[[], object]) -> int:
    """How many references to None vanish in `CALLS` calls; they are given back, so that nothing crashes later."""
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        call()
    lost = before - sys.getrefcount(None)
    for _ in range(lost):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(None))
    return lost


def wrapped_calls(widget: QWidget) -> dict[str, Callable[[], object]]:
    plain = QObject(widget)
    return {
        "QObject.setObjectName": lambda: plain.setObjectName("name"),
        "QWidget.update": widget.update,
        "QWidget.setToolTip": lambda: widget.setToolTip("text"),
        "QThread.yieldCurrentThread": QThread.yieldCurrentThread,
    }


@none_is_counted
def test_wrapped_calls_that_return_none_lose_no_reference(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    lost = {name: references_lost(call) for name, call in wrapped_calls(widget).items()}
    assert {name: count for name, count in lost.items() if count > CALLS // 10} == {}


@none_is_counted
def test_lost_reference_is_noticed() -> None:
    release = ctypes.pythonapi.Py_DecRef
    release.restype = ctypes.c_int  # as an int: a call that returned None would count, too
    nothing = ctypes.py_object(None)
    assert references_lost(lambda: release(nothing)) > CALLS // 10


def test_pyside_with_the_defect_is_never_installed_beside_python_3_11() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pyside = [
        dependency for dependency in project["optional-dependencies"]["window"] if dependency.startswith("PySide6")
    ]
    assert pyside == [
        "PySide6-Essentials>=6.8,<6.12; python_version < '3.12'",
        "PySide6-Essentials>=6.8; python_version >= '3.12'",
    ]
