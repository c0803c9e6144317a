"""Work that is counted, not timed: the same on a busy machine and on an idle one."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import robotstudio

_PROGRAM = str(Path(robotstudio.__file__).parent)


def lines_run(action: Callable[[], object]) -> int:
    """How many lines of the program an action runs. A loop inside a C function counts as one line."""
    count = 0

    def on_line(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return on_line

    def on_call(frame: FrameType, _event: str, _argument: object) -> Any:
        return on_line if frame.f_code.co_filename.startswith(_PROGRAM) else None

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        action()
    finally:
        sys.settrace(before)
    return count
