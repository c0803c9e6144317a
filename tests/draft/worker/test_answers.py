"""What comes out of the worker process is what would have been worked out in the window."""

import pickle
from typing import Any

import pytest

from robotstudio.draft.analysis import Analysis, Request, analyse
from robotstudio.draft.changes.compared import DraftComparer
from robotstudio.draft.rule_coverage import AuditedFile, audited_file, rule_use
from robotstudio.draft.worker.desk import DraftCache, SentUrls, is_for_worker
from robotstudio.draft.worker.draft_lines import CoverageQuestion, MinimiseQuestion, ReadingQuestion, ask_for_coverage
from robotstudio.draft.worker.messages import Question, Receiver, Sender
from robotstudio.draft.worker.process import LARGE_DRAFT, WorkerProcess
from robotstudio.engine import UrlTable
from robotstudio.engine.cancelling import Cancelled, IsCancelled
from robotstudio.engine.changes import Changes
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.engine.proof import minimise
from robotstudio.engine.reading import reading_of
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import parse_list
from tests.draft.changes.comparisons import question

URLS = "/\n/a\n/a/b\n/private/x\n/private/open\n/b?x=1\n/über\n"
TOKENS = ("Googlebot", "GPTBot", "bingbot", "YandexBot", "CCBot", "Google-Extended")
BODY = b"""User-agent: *
Disallow: /private/
Disallow: /private/x
Allow: /private/open
Disallow: /nothing
Crawl-delay: 5

User-agent: GPTBot
User-agent: Google-Extended
Disallow: /
Allow: /a$

User-agent: Nobody
Disallow: /a
"""
MANY = BODY + b"".join(b"\nDisallow: /%d" % number for number in range(600))


class InProcess(WorkerProcess):
    """Answers where it is asked, but through the same messages."""

    def __init__(self) -> None:
        super().__init__()
        self._sender, self._receiver, self._desk = Sender(), Receiver(), DraftCache()

    def ask(self, question: Question, is_cancelled: IsCancelled) -> list[Any]:
        received = self._receiver.question(self._sender.message(question))
        answerer = received.answerer()
        parts = answerer.answer(received, self._desk, is_cancelled)
        return [pickle.loads(pickle.dumps(part)) for part in parts]


def never() -> bool:
    return False


def analysis_of(body: bytes) -> Analysis:
    urls = as_set(parse_list(URLS).urls)
    crawlers = tuple(CRAWLERS[token] for token in TOKENS)
    return analyse(Request(1, body, urls, UrlTable(url.url for url in urls), crawlers))


def subject_of(body: bytes) -> AuditedFile:
    return audited_file(analysis_of(body))


@pytest.mark.parametrize("body", [BODY, MANY, b"", b"User-agent: *\n"])
@pytest.mark.parametrize("is_shown", [True, False])
def test_coverage_is_the_same(body: bytes, is_shown: bool) -> None:
    subject = subject_of(body)
    report, use = rule_use(subject, never)
    asked, asked_use = ask_for_coverage(InProcess(), subject, never, is_shown=is_shown)
    assert asked.subject is subject
    assert dict(asked.coverage.rules) == dict(report.coverage.rules)
    assert list(asked.coverage.rules) == list(report.coverage.rules)
    assert asked.coverage.idle == report.coverage.idle
    numbers = (asked.coverage.urls, asked.coverage.cells, asked.coverage.undecided, asked.coverage.rule_count)
    assert numbers == (
        report.coverage.urls,
        report.coverage.cells,
        report.coverage.undecided,
        report.coverage.rule_count,
    )
    assert dict(asked_use) == dict(use)
    assert tuple(asked_use.idle_lines) == tuple(use.idle_lines)
    assert asked_use.get(100_000) is None


def test_idle_lines_are_those_that_decide_nothing() -> None:
    _, use = rule_use(subject_of(BODY), never)
    assert list(use.idle_lines) == [line for line, row in use.items() if not row.decides]
    assert [line for line, row in use.items() if row.safe_to_delete] == [2, 5, 14]


def test_coverage_that_is_not_wanted_is_given_up() -> None:
    with pytest.raises(Cancelled):
        rule_use(subject_of(BODY), lambda: True)


@pytest.mark.parametrize("token", TOKENS)
def test_reading_is_the_same_whatever_was_asked_before(token: str) -> None:
    worker = InProcess()
    for body in (MANY, MANY.replace(b"/private/x", b"/priv"), BODY, b"", MANY):
        column = analysis_of(body).column_of(token)
        assert column is not None
        (reading,) = worker.ask(ReadingQuestion(body, column.robots.dialect.id, column.crawler.agent), never)
        assert reading == reading_of(column.robots, column.crawler.agent)


PADDING = b"# what is in both versions\n" * (LARGE_DRAFT // 20)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (BODY, MANY),
        (MANY, BODY),
        (b"", BODY),
        (BODY, BODY),
        (BODY.replace(b"Nobody", b"bingbot"), BODY),
        (None, b"User-agent: *\nDisallow: /\n"),
    ],
)
def test_differences_are_the_same(before: bytes | None, after: bytes) -> None:
    urls = as_set(parse_list(URLS + "".join(f"/private/{number}\n" for number in range(30))).urls)
    asked = question(None if before is None else PADDING + before, PADDING + after, urls, TOKENS, opened=PADDING)
    local = DraftComparer().work(asked, never)
    found = DraftComparer(InProcess()).work(asked, never)
    assert local is not None
    assert found is not None
    assert (found.risks, found.directories, found.in_sitemaps) == (local.risks, local.directories, local.in_sitemaps)
    assert (found.lines is None, found.changes is None) == (before is None, before is None)
    if found.changes is None or local.changes is None or found.lines is None or local.lines is None:
        return
    assert (found.lines.live, found.lines.draft, found.lines.changes) == (
        local.lines.live,
        local.lines.draft,
        local.lines.changes,
    )
    assert facts_of(found.changes) == facts_of(local.changes)
    assert found.marks is not None
    assert local.marks is not None
    assert {token: each.tolist() for token, each in found.marks.changed.items()} == {
        token: each.tolist() for token, each in local.marks.changed.items()
    }


def facts_of(changes: Changes) -> object:
    """All that is said of changes, as what can be compared."""
    counts = changes.urls, changes.blocked_urls, changes.allowed_urls, changes.moved_urls, changes.changed_urls
    groups = [(*(getattr(each, name) for name in GROUP_FIELDS), each.rows.tolist()) for each in changes.groups]
    compared = [
        (each.tokens, each.changes.tolist(), [(side.allowed.tolist(), side.lines.tolist()) for side in sides])
        for each in changes.compared
        for sides in ((each.before, each.after),)
    ]
    return counts, changes.crawlers, groups, compared


GROUP_FIELDS = ("blame", "old_line", "new_line", "old_text", "new_text", "tokens", "urls", "cells")


def test_comparison_that_is_not_wanted_is_given_up() -> None:
    asked = question(PADDING + BODY, PADDING + MANY)
    assert DraftComparer(InProcess()).work(asked, lambda: True) is None


def test_table_is_made_once_for_the_same_urls() -> None:
    desk, table = DraftCache(), analysis_of(BODY).table
    made = desk.table(SentUrls.of(table))
    assert list(made.urls) == list(table.urls)
    assert desk.table(SentUrls.of(table)) is made
    assert desk.table(SentUrls.of(UrlTable(["/"]))) is not made


def test_small_drafts_stay_in_the_window() -> None:
    table = UrlTable(["/"])
    assert not is_for_worker(b"x" * (LARGE_DRAFT - 1), table)
    assert is_for_worker(b"x" * LARGE_DRAFT, table)


@pytest.mark.parametrize("token", CRAWLERS)
def test_every_crawler_can_be_sent(token: str) -> None:
    question = CoverageQuestion(BODY, SentUrls(b"", b""), (CRAWLERS[token].reader,), {token: token}, is_by_rules=True)
    assert Receiver().question(Sender().message(question)) == question


def test_smaller_file_is_the_same() -> None:
    readers = (CRAWLERS["Googlebot"].reader, CRAWLERS["GPTBot"].reader)
    (found,) = InProcess().ask(MinimiseQuestion(MANY, readers), never)
    assert found == minimise(MANY, readers)
    assert len(found.body) < len(MANY)
