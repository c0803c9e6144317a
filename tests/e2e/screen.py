"""A virtual X screen: its pixels are read from memory, keys and mouse come from xdotool as if they were real."""

import os
import shutil
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

PATIENCE = 300.0
"""Seconds until a condition counts as never met: a slow machine is no defect."""

Pixels = NDArray[np.uint8]
Found = TypeVar("Found")


def missing_programs() -> list[str]:
    """Return what the system lacks for a virtual screen."""
    return [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]


def wait_for(what: str, condition: Callable[[], Found | None], program: "subprocess.Popen[bytes]") -> Found:
    """Wait until the condition returns something, while the program lives."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and program.poll() is None:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    end = f"the program ended with {program.returncode}" if program.returncode is not None else f"{PATIENCE:.0f} s"
    raise AssertionError(f"waited in vain for {what}: {end}")


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the screen."""

    left: int
    top: int
    right: int
    bottom: int


class Screen:
    """A running Xvfb."""

    def __init__(self, display: str, memory: Path) -> None:
        self.display = display
        self._memory = memory

    def do(self, *words: str) -> str:
        """Run a command of xdotool; what it prints."""
        done = subprocess.run(
            ["xdotool", *words],
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return done.stdout

    def window(self, name: str) -> str | None:
        """Return the number of the visible window of a program."""
        return self.do("search", "--onlyvisible", "--class", name).strip() or None

    def type_text(self, text: str) -> None:
        """Type a text with the keys that it takes."""
        self.do("type", "--delay", "20", text)

    def press(self, *keys: str) -> None:
        """Press keys by their names in X."""
        self.do("key", *keys)

    def click(self, x: int, y: int) -> None:
        """Click a place with the left button."""
        self.do("mousemove", str(x), str(y), "click", "1")

    def find_color(self, color: str, area: Area, most_rows: int | None = None) -> tuple[int, int] | None:
        """Return the middle of the topmost row of pixels of a colour (`#RRGGBB`) in a part of the screen.

        Nothing where it is spread over more than `most_rows` rows of pixels: the program is not there yet.
        """
        wanted = np.frombuffer(bytes.fromhex(color[1:])[::-1], np.uint8)  # X keeps blue first
        part = self._pixels()[area.top : area.bottom, area.left : area.right]
        rows, columns = np.nonzero((part == wanted).all(axis=2))
        if not rows.size or (most_rows is not None and rows[-1] - rows[0] >= most_rows):
            return None
        first = columns[rows == rows[0]]
        return area.left + int(first.mean()), area.top + int(rows[0])

    def shown(self) -> float:
        """Which part of the screen shows something: without any window it is black."""
        return float(self._pixels().any(axis=2).mean())

    def _pixels(self) -> Pixels:
        """Return the screen, row by row, as blue, green and red."""
        content = self._memory.read_bytes()
        header = struct.unpack(">25I", content[:100])
        size, width, height, stride, colors = header[0], header[4], header[5], header[12], header[19]
        start = size + 12 * colors
        rows = np.frombuffer(content, np.uint8, stride * height, start).reshape(height, stride)
        return rows[:, : 4 * width].reshape(height, width, 4)[:, :, :3]


@contextmanager
def virtual_screen(directory: Path, width: int = 1440, height: int = 900) -> Iterator[Screen]:
    """Start a virtual screen with a free number, and leave nothing of it."""
    read, write = os.pipe()
    size = f"{width}x{height}x24"
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-fbdir", str(directory), "-nolisten", "tcp"]
    command.append("-noreset")  # else it starts anew, and turns others away, when xdotool was its only client
    log = directory / "xvfb.log"
    with log.open("wb") as output, subprocess.Popen(command, pass_fds=[write], stdout=output, stderr=output) as server:
        os.close(write)
        try:
            with os.fdopen(read) as answer:
                number = answer.readline().strip()  # empty where the server ended
            assert number, log.read_text("utf-8", "replace")
            yield Screen(f":{number}", directory / "Xvfb_screen0")
        finally:
            server.terminate()
