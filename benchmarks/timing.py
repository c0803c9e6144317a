"""How long competitors take for the same work, side by side in one run.

The machine may be shared: competitors take turns within each round, processor time is counted instead of time on the
clock, and the best round of each is compared.
"""

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import process_time


@dataclass(frozen=True, slots=True)
class Task:
    """Work of one competitor; `run` does `units` of it (files, URLs) and the time for one unit is what counts."""

    run: Callable[[], object]
    units: float = 1.0


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: rounds, seconds of a turn at least, URLs; in the window keys, starts, runs; URLs in bulk."""

    rounds: int
    turn: float
    urls: int
    keys: int
    starts: int
    bulk: int
    runs: int


FULL = Effort(rounds=9, turn=0.05, urls=10_000, keys=256, starts=10, bulk=1_000_000, runs=3)
QUICK = Effort(rounds=1, turn=0.0, urls=20, keys=2, starts=1, bulk=1_000, runs=1)

_TRIED = 20


def compare(tasks: Mapping[str, Task], effort: Effort) -> dict[str, float]:
    """Seconds for one unit of each competitor's work, from its best round."""
    repeats = {name: _repeats(task, effort) for name, task in tasks.items()}
    best = dict.fromkeys(tasks, float("inf"))
    names = list(tasks)
    for _ in range(effort.rounds):
        for name in names:
            best[name] = min(best[name], _turn(tasks[name], repeats[name]))
        names.reverse()  # nobody runs always behind the same one
    return best


def how_many_fit(ask: Callable[[int], object], most: int, time: float) -> int:
    """How many URLs can be asked about in that many seconds; slow competitors get a sample. `ask` takes a number."""
    start = process_time()
    ask(_TRIED)
    each = max((process_time() - start) / _TRIED, 1e-9)
    return min(most, max(_TRIED, int(time / each)))


def _repeats(task: Task, effort: Effort) -> int:
    """How often the work is done in one turn; finding out warms it up."""
    if not effort.turn:
        return 1
    gc.collect()
    start = process_time()
    task.run()
    return max(1, int(effort.turn / max(process_time() - start, 1e-6)))


def _turn(task: Task, repeats: int) -> float:
    gc.collect()
    start = process_time()
    for _ in range(repeats):
        task.run()
    return (process_time() - start) / (repeats * task.units)
