"""No rule and no dialect is quadratic: four times the lines cost about four times the work."""

from collections.abc import Callable
from functools import partial

import pytest

from benchmarks.hostile import SHAPES
from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.tokens import GOOGLE_LINES, RFC_LINES, first_lines
from robotstudio.lint import linter
from robotstudio.lint.linter import Linter
from tests.rows import each_row
from tests.work import lines_run

FEW, MANY = 60, 240
MOST = 1.6 * MANY / FEW
"""With what n log n adds, and what is done once; what grows with the square takes sixteen times as much."""

Make = Callable[[int], bytes]


def check(body: bytes) -> object:
    for syntax in (GOOGLE_LINES, RFC_LINES):
        syntax.known_lines.clear()
    return Linter().check(body)


@each_row("make", SHAPES.values(), ids=SHAPES)
def test_linter_takes_work_in_proportion_to_the_file(make: Make) -> None:
    few, many = (lines_run(partial(check, make(count))) for count in (FEW, MANY))
    assert many < MOST * few + 1_000


def decide(body: bytes, dialect: str) -> object:
    DIALECTS[dialect].lines.known_lines.clear()
    robots = Robots.parse(body, dialect)
    return [robots.decide("/a1/b", name) for name in ("a", "name-7", "nobody")]


@pytest.mark.parametrize("dialect", DIALECTS)
@each_row("make", SHAPES.values(), ids=SHAPES)
def test_reading_takes_work_in_proportion_to_the_file(make: Make, dialect: str) -> None:
    few, many = (lines_run(partial(decide, make(count), dialect)) for count in (FEW, MANY))
    assert many < MOST * few + 1_000


def test_file_of_too_many_lines_is_looked_at_as_far_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linter, "MOST_LINES", 1_000)
    body = b"\r" * 600_000 + b"Disalow: /\r"
    findings = Linter().check(body).findings
    (error,) = (found for found in findings if found.code == "RS507")
    assert error.diagnostic.args["count"] == len(body)
    assert {found.code for found in findings}.isdisjoint({"RS101", "RS102", "RS108"})


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_first_lines_keep_their_ends(end: bytes) -> None:
    body = end.join([b"a", b"b", b"c"])
    assert first_lines(body, 2) == b"a" + end + b"b" + end
    assert first_lines(body, 9) is body
