"""What a surveyor remembers, and that nobody can tell it from the result."""

from itertools import product

import pytest

from robotstudio.lint.linter import Linter
from robotstudio.survey import result
from robotstudio.survey.agents import Surveyed
from robotstudio.survey.result import Surveyor
from robotstudio.survey.tally import HostAnswer

BODIES = (b"User-agent: *\nDisalow: /a\n", b"User-agent: *\nDisallow: /\nAllow: /b\n", b"Disallow: /c\n")
ANSWERS = [
    HostAnswer(host, body, status, content_type)
    for body, host, status, content_type in product(
        BODIES, ("a.example", "b.example"), (200, 203), ("text/plain", "text/html")
    )
]


class _Counting:
    """A linter that says what it was asked about."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self._linter = Linter()

    def codes(self, body: bytes) -> frozenset[str]:
        self.asked.append(body)
        return self._linter.codes(body)


def test_each_different_body_is_linted_once_whoever_sends_it_however_it_is_answered() -> None:
    linter = _Counting()
    surveyor = Surveyor(Surveyed(), linter)
    for answer in ANSWERS:
        surveyor.add(answer)
    surveyor.begin()
    for answer in reversed(ANSWERS):
        surveyor.add(answer)
    assert sorted(linter.asked) == sorted(BODIES)


def test_a_body_is_linted_once_also_where_its_facts_were_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(result, "_MOST_KEPT", 1)
    linter = _Counting()
    surveyor = Surveyor(Surveyed(), linter)
    for answer in ANSWERS[::2] + ANSWERS[1::2]:
        surveyor.add(answer)
    assert sorted(linter.asked) == sorted(BODIES)


def test_the_result_is_the_same_where_nothing_could_be_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    def surveyed() -> tuple[bytes, str]:
        surveyor = Surveyor(Surveyed(), Linter())
        for answer in ANSWERS * 2:
            surveyor.add(answer)
        partial, rows = surveyor.part()
        return rows.as_bytes(), str(partial.as_json())

    remembered = surveyed()
    monkeypatch.setattr(result, "_MOST_KEPT", 1)
    monkeypatch.setattr(result, "_MOST_LINTED_KEPT", 1)
    assert surveyed() == remembered
