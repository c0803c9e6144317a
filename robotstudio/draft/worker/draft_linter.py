"""The linter for the worker process: asked about a draft, it answers with what it finds that it did not find before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from time import perf_counter
from typing import Any, ClassVar, TypeAlias

from robotstudio.draft.worker.desk import DraftCache
from robotstudio.engine.cancelling import IsCancelled
from robotstudio.engine.content import Content, content_of
from robotstudio.lazy_dataclasses import dataclass
from robotstudio.lint.context import Setting, raw_lines
from robotstudio.lint.linter import Linter, Report
from robotstudio.lint.model import EVERY, Edit, Finding, Fix, Found, Place, Severity, Value
from robotstudio.lint.rules import RULES, rules_without

_RANKS = {severity: rank for rank, severity in enumerate(Severity)}  # the worst comes first there
_READ_AS = ("google", "rfc9309")
_MOST_ANSWERS = 8
_AT_ONCE = 100
"""So many findings are unpickled in less than a millisecond."""

Packed: TypeAlias = tuple[Any, ...]
"""A finding as tuples, strings and numbers: pickled and made again without a call for each part of it."""


@dataclass(frozen=True, slots=True)
class CheckQuestion:
    """A draft to be checked; `known` is the number of the answer that the asker has, 0 for none. `off` are the
    codes of rules that are not looked for.

    `sample` is that of the `Setting`, joined by line feeds; the other fields are named as there.
    """

    rank: ClassVar[int] = 0

    body: bytes
    sample: bytes = b""
    address: str | None = None
    filename: str | None = None
    sitemap_answers: Mapping[str, str] | None = None
    known: int = 0
    off: tuple[str, ...] = ()

    @property
    def setting(self) -> Setting:
        """What is known around the draft."""
        sample = self.sample.split(b"\n") if self.sample else ()
        return Setting(self.address, self.filename, self.sitemap_answers, sample)

    @staticmethod
    def answerer() -> "DraftLinter":
        """A linter that has seen no draft yet."""
        return DraftLinter()


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """What was found, as what is left of the answer before: `first` findings at its start, `last` ones at its end,
    these so many `lines` further down. What is new stands between them, and follows in the other parts.
    """

    number: int
    first: int
    last: int
    lines: int
    suppressed: int
    capped: Mapping[str, int]
    content: Content
    elapsed_ms: float


class DraftLinter:
    """Checks draft after draft, and keeps what it has read of them."""

    def __init__(self) -> None:
        self._linter = Linter()
        self._off: tuple[str, ...] = ()
        self._numbers = count(1)
        self._answered: dict[int, tuple[Sequence[Finding], int]] = {}
        """What was found by the number of the answer, and in how many lines: which of them arrive is not known."""

    def answer(self, question: CheckQuestion, desk: DraftCache, _is_cancelled: IsCancelled) -> Iterator[object]:
        """A `CheckAnswer`, then what is new in packed form."""
        start = perf_counter()
        body = question.body
        if question.off != self._off:
            self._linter, self._off = Linter(rules_without(question.off)), question.off
        version = desk.version(body)
        readings = {dialect: version.read_as(dialect) for dialect in _READ_AS}
        report = in_order(self._linter.check(body, question.setting, readings))
        lines = len(raw_lines(body))
        before, lines_before = self._answered.get(question.known, ((), lines))
        first, last = _unchanged(before, report.findings, lines - lines_before)
        number = next(self._numbers)
        self._keep(number, question.known, report.findings, lines)
        content, elapsed_ms = content_of(body), (perf_counter() - start) * 1000
        yield CheckAnswer(
            number, first, last, lines - lines_before, report.suppressed, report.capped, content, elapsed_ms
        )
        new = report.findings[first : len(report.findings) - last]
        for place in range(0, len(new), _AT_ONCE):
            yield [packed(finding) for finding in new[place : place + _AT_ONCE]]

    def _keep(self, number: int, known: int, findings: Sequence[Finding], lines: int) -> None:
        """Keep an answer, with those that the asker may know as the last."""
        self._answered[number] = findings, lines
        old = [each for each in self._answered if each < known]
        for each in old or [*self._answered][:-_MOST_ANSWERS]:
            del self._answered[each]


def in_order(report: Report) -> Report:
    """A report in the order of the lines, and the worst of each line first."""
    return Report(tuple(sorted(report.findings, key=_place)), report.suppressed, report.capped)


def _place(finding: Finding) -> tuple[int, int]:
    return finding.line, _RANKS[finding.severity]


def _unchanged(before: Sequence[Finding], now: Sequence[Finding], lines: int) -> tuple[int, int]:
    """How many findings at the start are as before, and how many of the others at the end, but so many lines lower."""
    most = min(len(before), len(now))
    first = next((place for place in range(most) if before[place] != now[place]), most)
    last = 0
    while last < most - first and _moved(before[-1 - last], lines) == now[-1 - last]:
        last += 1
    return first, last


def _moved(finding: Finding, lines: int) -> Finding:
    return Finding(finding.rule, finding.found.moved(lines)) if lines else finding


def findings_after(before: Sequence[Finding], answer: CheckAnswer, new: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings of an answer, of those before and of what is new."""
    kept = before[len(before) - answer.last :]
    return (*before[: answer.first], *new, *(_moved(finding, answer.lines) for finding in kept))


def packed(finding: Finding) -> Packed:
    """A finding as plain data."""
    found = finding.found
    return (
        finding.rule.code,
        found.line,
        found.start,
        found.end,
        found.last_line,
        dict(found.args),
        tuple(_packed_fix(fix) for fix in found.fixes),
        None if found.dialects == EVERY else found.dialects,
        found.severity and found.severity.value,
        found.variant,
        found.whom,
        found.readers,
    )


def _packed_fix(fix: Fix) -> Packed:
    return fix.id, tuple((*edit.start, *edit.end, edit.text) for edit in fix.edits), fix.is_safe, dict(fix.args)


def unpacked(values: Packed) -> Finding:
    """The finding that plain data stands for."""
    code, line, start, end, last_line, args, fixes, dialects, severity, variant, whom, readers = values
    found = Found(
        line,
        start,
        end,
        last_line,
        args,
        tuple(_unpacked_fix(*fix) for fix in fixes),
        EVERY if dialects is None else dialects,
        severity and Severity(severity),
        variant,
        whom,
        readers,
    )
    return Finding(RULES[code], found)


def _unpacked_fix(
    fix: str, edits: Sequence[tuple[int, int, int, int, bytes]], is_safe: bool, args: Mapping[str, Value]
) -> Fix:
    places = (
        Edit(Place(line, offset), Place(end_line, end_offset), text)
        for line, offset, end_line, end_offset, text in edits
    )
    return Fix(fix, tuple(places), is_safe, args)
