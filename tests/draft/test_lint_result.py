"""A check can be given up between two slices; the next one continues from what it had found."""

from collections.abc import Sequence
from functools import partial

import pytest

from robotstudio.draft.lint_result import DraftLinter
from robotstudio.engine.cancelling import Cancelled
from robotstudio.lint import linter
from robotstudio.lint.facts import LineFacts, line_facts
from robotstudio.lint.model import Finding
from robotstudio.ui.panels.problems.words import finding_words
from tests.draft.checked_drafts import analysis_of, checked_of, never

LARGE = b"".join(b"User-agent: a%d\nDisalow: /%d\n" % (number, number) for number in range(5_000))
ANALYSIS = analysis_of(LARGE)
LONGEST_SLICE = 1024  # lines


@pytest.fixture(scope="module")
def whole() -> Sequence[Finding]:
    """Return what is found in one go."""
    return checked_of(LARGE).findings


class Slices:
    """Counts how often a check asks if it is still wanted, and the lines that it reads in between."""

    def __init__(self, most: float = float("inf")) -> None:
        self.asked = 0
        self.lines = [0]
        self._most = most

    def is_cancelled(self) -> bool:
        self.asked += 1
        self.lines.append(0)
        return self.asked > self._most

    def read(self, raw: bytes) -> LineFacts:
        self.lines[-1] += 1
        return line_facts(raw)


def test_no_slice_reads_more_than_a_thousand_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    slices = Slices()
    monkeypatch.setattr(linter, "line_facts", slices.read)
    DraftLinter(finding_words).check(ANALYSIS, None, {}, slices.is_cancelled)
    assert sum(slices.lines) == len(LARGE.split(b"\n"))
    assert max(slices.lines) == LONGEST_SLICE


@pytest.mark.parametrize("most", [0, 1, 7, 11, 1_000, 5_011, 5_030])
def test_a_check_ends_with_the_slice_in_which_it_is_cancelled(most: int, whole: Sequence[Finding]) -> None:
    checker, slices = DraftLinter(finding_words), Slices(most)
    check = partial(checker.check, ANALYSIS, None, {})
    with pytest.raises(Cancelled):
        check(slices.is_cancelled)
    assert slices.asked == most + 1
    assert check(never).findings == whole
