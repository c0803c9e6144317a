"""How fast installed programs are there, and what they keep: `python -m benchmarks.installed robotstudio novelwriter`.

Each argument is a command line, as typed. They take turns on a screen that only exists in memory (Xvfb), which tells
when a window shows something; the processor's time until then is that of the command and all that it started.
"""

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

import psutil

from tests.e2e.screen import Screen, missing_programs, virtual_screen

_PATIENCE: Final = 60.0
_IDLE_FOR: Final = 3.0
_SEEN: Final = 0.2
"""So much of the screen shows something else than before."""


@dataclass(frozen=True, slots=True)
class Start:
    """One start of a program."""

    seconds: float
    processor: float
    memory: float

    @property
    def words(self) -> str:
        """As a line says it."""
        return f"{self.seconds:.2f} s on the clock, {self.processor:.2f} s of the processor, {self.memory:.0f} MB"


def _family(process: psutil.Process) -> list[psutil.Process]:
    try:
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _processor(process: psutil.Process) -> float:
    """Return the processor time of a process and its children; a child that ended counts with its parent."""
    total = 0.0
    for each in _family(process):
        try:
            total += sum(each.cpu_times()[:4])
        except psutil.NoSuchProcess:
            continue
    return total


def _memory(process: psutil.Process) -> float:
    """Megabytes that are theirs; what several share is parted among them."""
    return float(sum(each.memory_full_info().pss for each in _family(process))) / 1e6


@contextmanager
def _running(command: Sequence[str], screen: Screen) -> Iterator[psutil.Process]:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("QT_", "WAYLAND", "PYTHON"))
    }
    with tempfile.TemporaryDirectory() as home:
        places = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), home)
        given = environment | places | {"DISPLAY": screen.display, "LANGUAGE": "en"}
        with subprocess.Popen(
            command, env=given, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as started:
            process = psutil.Process(started.pid)
            try:
                yield process
            finally:
                for each in reversed(_family(process)):
                    each.kill()


def measured(command: Sequence[str], screen: Screen) -> Start:
    """Start it once, on a screen that nobody else uses."""
    begin = time.perf_counter()
    with _running(command, screen) as process:
        while screen.shown() < _SEEN:
            if time.perf_counter() - begin > _PATIENCE or not process.is_running():
                raise SystemExit(f"{shlex.join(command)} showed no window")
            time.sleep(0.005)
        seconds, processor = time.perf_counter() - begin, _processor(process)
        time.sleep(_IDLE_FOR)
        return Start(seconds, processor, _memory(process))


def main() -> int:
    """Measure each in turn; the first start of each warms what the system keeps, and does not count."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.installed", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("commands", nargs="+", metavar="COMMAND")
    parser.add_argument("--starts", type=int, default=5)
    options = parser.parse_args()
    if lacking := missing_programs():
        parser.error(f"not installed: {' '.join(lacking)}")
    found: dict[str, list[Start]] = {command: [] for command in options.commands}
    for turn in range(options.starts + 1):
        for command, starts in found.items():
            with tempfile.TemporaryDirectory() as name, virtual_screen(Path(name)) as screen:
                start = measured(shlex.split(command), screen)
            if turn:
                starts.append(start)
    for command, starts in found.items():
        for what, one in (("median", median), ("worst", max)):
            said = Start(*(one([getattr(start, name) for start in starts]) for name in Start.__slots__))
            print(f"{command}, {what} of {len(starts)}: {said.words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
