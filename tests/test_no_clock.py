"""No test judges by the clock: what is slow on a busy machine is no defect. Benchmarks measure, tests count."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rows import each_row

TESTS = Path(__file__).parent
CLOCKS = {
    "monotonic",
    "monotonic_ns",
    "perf_counter",
    "perf_counter_ns",
    "process_time",
    "process_time_ns",
    "thread_time",
    "thread_time_ns",
    "QElapsedTimer",
}


def measurements(source: str) -> Iterator[int]:
    """Return the lines that store or subtract a time; a timeout (`now < start + patience`) judges nothing."""
    if not any(clock in source for clock in CLOCKS):
        return  # nothing to take apart
    tree = ast.parse(source)
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in CLOCKS:
            parent = parents[node]
            is_sum = isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add)
            if not is_sum and not isinstance(parent, ast.Compare):
                yield node.lineno


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@each_row("path", sorted(TESTS.rglob("*.py")), ids=lambda path: path.relative_to(TESTS).as_posix())
def test_no_test_measures_time(path: Path) -> None:
    assert list(measurements(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "start = time.monotonic()\nact()\nassert time.monotonic() - start < 1",
        "beats.append(perf_counter())",
        "heart.timeout.connect(lambda: beats.append(time.monotonic()))",
        "timer = QElapsedTimer()",
    ],
)
def test_measured_time_is_found(source: str) -> None:
    assert list(measurements(source))


def test_patience_is_no_measurement() -> None:
    assert list(measurements("end = time.monotonic() + 60\nwhile time.monotonic() < end:\n    look()")) == []
