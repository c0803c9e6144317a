"""Expectations with their results, frozen: the tab, the matrix and the editor read them."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.draft.analysis import Cell
from robotstudio.draft.expectation_sums import SumJudgement, judge_sum
from robotstudio.draft.expectations import ExpectationFile, SumExpectation
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import Cancelled
from robotstudio.engine.crawlers import Catalogue
from robotstudio.engine.expectations import Expectation, Judgement, judge
from robotstudio.engine.robots import FileVersion, Robots
from robotstudio.store.errors import BadUrlError
from robotstudio.text.language import Told
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import Normaliser


class ExpectationState(IntEnum):
    """The result of a line, in the order in which they are listed."""

    FAILS = 0
    UNREADABLE = 1
    UNKNOWN = 2
    WAITS = 3
    PASSES = 4


class ExampleCell(NamedTuple):
    """A URL as it is to be added to a list, and its cell in the matrix."""

    written: str
    cell: Cell


class ExpectationRow(Struct, frozen=True, eq=False):
    """One line of the file: an expectation with its judgement, or a mistake; one of a pattern or a set has no cell."""

    number: int
    text: str
    expectation: Expectation | None = None
    judgement: Judgement | None = None
    mistake: Told | None = None
    cell: Cell | None = None
    sum: SumExpectation | None = None
    found: SumJudgement | None = None
    """Of a sum what it is."""

    @property
    def state(self) -> ExpectationState:
        if self.sum is not None:
            return self._state_of_sum
        if self.expectation is None:
            return ExpectationState.UNREADABLE
        if self.judgement is None:
            return ExpectationState.WAITS
        return ExpectationState.PASSES if self.judgement.passed else ExpectationState.FAILS

    @property
    def _state_of_sum(self) -> ExpectationState:
        if self.found is None or not self.found.has_urls:
            return ExpectationState.WAITS
        if self.found.unknown is not None:
            return ExpectationState.UNKNOWN
        return ExpectationState.PASSES if self.found.passed else ExpectationState.FAILS

    @property
    def line(self) -> int:
        """Return the line of the draft that decides now, 0 if none does."""
        return (self.judgement.verdict.line or 0) if self.judgement else 0

    def example(self, catalogue: Catalogue, base: str | None = None) -> ExampleCell | None:
        """Return where it is seen: for a failing pattern its counterexample, for a set the first crawler that fails."""
        expectation, judgement = self.expectation, self.judgement
        if expectation is None:
            return None
        if self.cell is not None:
            return ExampleCell(expectation.written, self.cell)
        if judgement is None or judgement.passed:
            return None
        written = judgement.proof.witness if judgement.proof else expectation.written
        failing = judgement.failing[0] if judgement.failing else catalogue.crawler_for(expectation.crawler)
        try:
            return ExampleCell(written, Cell(Normaliser(base)(written).url, failing.token)) if written else None
        except BadUrlError:
            return None


class Results(Struct, frozen=True, eq=False, dict=True):
    """All rows in the order of the file."""

    rows: tuple[ExpectationRow, ...] = ()

    @cached_property
    def counts(self) -> Mapping[ExpectationState, int]:
        """Count the rows in each state."""
        found = dict.fromkeys(ExpectationState, 0)
        for row in self.rows:
            found[row.state] += 1
        return found

    @cached_property
    def total(self) -> int:
        """Count the expectations."""
        return len(self.rows) - self.counts[ExpectationState.UNREADABLE]


def rows_of(file: ExpectationFile, catalogue: Catalogue, base: str | None = None) -> tuple[ExpectationRow, ...]:
    """Return the lines of a file that are to be listed; `base` is the site of paths without a host."""
    requests = Normaliser(base)
    rows = []
    for number, line in enumerate(file.lines, 1):
        if line.expectation:
            expectation, cell = line.expectation, None
            if not (expectation.is_pattern or expectation.is_of_set):
                cell = Cell(_requested(expectation, requests), catalogue.crawler_for(expectation.crawler).token)
            rows.append(ExpectationRow(number, line.text, expectation, cell=cell))
        elif line.sum:
            rows.append(ExpectationRow(number, line.text, sum=line.sum))
        elif line.mistake:
            rows.append(ExpectationRow(number, line.text, mistake=line.mistake))
    return tuple(rows)


def judged(
    rows: tuple[ExpectationRow, ...],
    body: bytes,
    readings: Mapping[str, Robots],
    catalogue: Catalogue,
    is_cancelled: Callable[[], bool],
    *,
    urls: UrlSet | None = None,
    table: UrlTable | None = None,
) -> Results | None:
    """Judge the rows by a draft and its readings, sums over some URLs; None if the answer is no longer wanted."""
    version = FileVersion(body, readings)
    found = []
    for row in rows:
        if is_cancelled():
            return None
        try:
            if row.sum is not None:
                of = urls or UrlSet(), table or UrlTable(())
                found.append(replace(row, found=judge_sum(row.sum, version, catalogue, *of, is_cancelled=is_cancelled)))
                continue
            if row.expectation is None:
                found.append(row)
                continue
            (judgement,) = judge((row.expectation,), version, catalogue=catalogue, is_cancelled=is_cancelled)
        except Cancelled:
            return None
        found.append(ExpectationRow(row.number, row.text, row.expectation, judgement, cell=row.cell))
    return Results(tuple(found))


def _requested(expectation: Expectation, requests: Normaliser) -> str:
    """Return the URL as the matrix knows it."""
    try:
        return requests(expectation.written).url
    except BadUrlError:
        return expectation.url
