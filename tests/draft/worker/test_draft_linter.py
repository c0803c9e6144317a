"""What the worker process finds in a draft is what the window would find, however little of it is sent."""

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robotstudio.draft.worker.desk import DraftCache
from robotstudio.draft.worker.draft_linter import (
    CheckAnswer,
    CheckQuestion,
    DraftLinter,
    findings_after,
    in_order,
    packed,
    unpacked,
)
from robotstudio.lint.linter import Linter
from robotstudio.lint.model import Finding
from tests.lint.mistakes_of_webmasters import ABOVE, BEHIND, IN_RULES

LINES = (
    b"User-agent: *",
    b"User-agent: GPTBot",
    b"Disallow: /",
    b"Disallow: /a",
    b"Disallow: /a*",
    b"Disalow: /b",
    b"Disallow: private",
    b"Allow: /a",
    b"Allow: /a/b.css",
    b"Crawl-delay: x",
    b"Noindex: /c",
    b"Sitemap: /sitemap.xml",
    b"",
    b"# studio-ignore RS101",
)
DRAFT = b"\n".join(LINES * 3)
SAMPLE = b"/\n/a/b.css\n/private/x"


def never() -> bool:
    return False


def through_pipe(part: object) -> Any:
    return pickle.loads(pickle.dumps(part))


class Asker:
    """Asks as the window does: keeps what was found, and counts what had to be sent for it."""

    def __init__(self) -> None:
        self._linter, self._desk = DraftLinter(), DraftCache()
        self._findings: tuple[Finding, ...] = ()
        self._known = 0
        self.sent = 0

    def ask(self, body: bytes, *, arrives: bool = True) -> tuple[Finding, ...]:
        question = CheckQuestion(body, SAMPLE, known=self._known)
        answer, *packs = [through_pipe(part) for part in self._linter.answer(question, self._desk, never)]
        assert isinstance(answer, CheckAnswer)
        new = [unpacked(values) for pack in packs for values in pack]
        findings = findings_after(self._findings, answer, new)
        if arrives:
            self._findings, self._known, self.sent = findings, answer.number, len(new)
        return findings


def found(body: bytes) -> tuple[Finding, ...]:
    """What a linter finds that has seen nothing before."""
    return in_order(Linter().check(body, CheckQuestion(body, SAMPLE).setting)).findings


def drafts() -> st.SearchStrategy[list[tuple[list[bytes], bool]]]:
    """Drafts of which each has much of the one before, and whether the answer arrives."""
    return st.lists(st.tuples(st.lists(st.sampled_from(LINES), max_size=40), st.booleans()), max_size=6)


def findings_of_mistakes() -> Iterator[Finding]:
    for text, _ in (*IN_RULES, *BEHIND, *ABOVE):
        yield from found(f"User-agent: *\nAllow: /\nDisallow: /a\n{text}\n".encode())


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(st.integers(0, 45), st.integers(0, 3), st.lists(st.sampled_from(LINES), max_size=3), st.booleans()),
        max_size=8,
    )
)
def test_edited_draft_is_checked_as_a_new_one(edits: list[tuple[int, int, list[bytes], bool]]) -> None:
    asker, lines = Asker(), list(LINES * 3)
    for start, removed, added, arrives in edits:
        lines[start : start + removed] = added
        body = b"\n".join(lines)
        assert asker.ask(body, arrives=arrives) == found(body)


@settings(max_examples=30)
@given(drafts())
def test_other_draft_is_checked_as_a_new_one(some: list[tuple[list[bytes], bool]]) -> None:
    asker = Asker()
    for lines, arrives in some:
        body = b"\n".join(lines)
        assert asker.ask(body, arrives=arrives) == found(body)


def test_edit_costs_what_it_changes() -> None:
    asker = Asker()
    asker.ask(DRAFT + b"\nDisallow: /\nDisallow: /z" * 30)
    assert asker.sent > 30
    asker.ask(b"# note\n" + DRAFT + b"\nDisallow: /\nDisallow: /z" * 30)
    assert asker.sent < 15


def test_finding_is_packed_and_unpacked_without_loss() -> None:
    count = 0
    for finding in findings_of_mistakes():
        again = unpacked(through_pipe(packed(finding)))
        assert again == finding
        assert again.rule is finding.rule
        count += 1
    assert count > 50


@pytest.mark.parametrize("sample", [b"", b"/\n/a"])
def test_sample_comes_as_paths(sample: bytes) -> None:
    assert list(CheckQuestion(b"", sample).setting.sample) == [path for path in sample.split(b"\n") if path]
