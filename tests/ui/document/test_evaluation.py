"""Small drafts are answered at once, large ones from the worker thread; the last request counts."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis, Request
from robotstudio.engine import UrlTable
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.ui.document.session import Evaluator
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.urls import parse_list

LARGE = b"User-agent: *\n" + b"Disallow: /a/very/long/path\n" * 4000


@pytest.fixture
def evaluator() -> Iterator[Evaluator]:
    evaluator = Evaluator()
    yield evaluator
    evaluator.close()


def request(revision: int, body: bytes) -> Request:
    urls = as_set(parse_list("/a\n/b").urls)
    return Request(revision, body, urls, UrlTable(url.url for url in urls), (CRAWLERS["Googlebot"],))


def test_small_draft_is_answered_before_the_call_returns(evaluator: Evaluator) -> None:
    told: list[Analysis] = []
    evaluator.finished.connect(told.append)
    answer = evaluator.evaluate(request(1, b"User-agent: *\nDisallow: /a\n"))
    assert answer is not None
    assert (answer.revision, told) == (1, [])  # emitted once: by the call or by the signal


def test_large_draft_is_answered_by_a_signal(qtbot: QtBot, evaluator: Evaluator) -> None:
    with qtbot.waitSignal(evaluator.finished) as finished:
        assert not evaluator.evaluate(request(1, LARGE))
    assert finished.args is not None
    assert finished.args[0].size == len(LARGE)


def test_only_the_last_of_many_requests_is_answered(qtbot: QtBot, evaluator: Evaluator) -> None:
    answers: list[Analysis] = []
    evaluator.finished.connect(answers.append)
    for revision in range(1, 20):
        evaluator.evaluate(request(revision, LARGE))
    qtbot.waitUntil(lambda: bool(answers))
    assert [answer.revision for answer in answers] == [19]


def test_verdicts_of_a_large_draft_follow_while_keys_keep_coming(qtbot: QtBot, evaluator: Evaluator) -> None:
    answers: list[Analysis] = []
    evaluator.finished.connect(answers.append)
    first = request(1, LARGE)
    evaluator.evaluate(first)
    for revision in range(2, 20):
        edited = LARGE + b"Allow: /" + b"a" * revision
        evaluator.evaluate(Request(revision, edited, first.urls, first.table, first.crawlers))
    qtbot.waitUntil(lambda: len(answers) > 1)
    assert [answer.revision for answer in answers] == [1, 19]


def test_other_draft_does_not_wait_for_the_one_before(qtbot: QtBot, evaluator: Evaluator) -> None:
    answers: list[Analysis] = []
    evaluator.finished.connect(answers.append)
    first = request(1, LARGE)
    evaluator.evaluate(first)
    other = b"User-agent: a\n" + b"Allow: /quite/another/file\n" * 4000
    evaluator.evaluate(Request(2, other, first.urls, first.table, first.crawlers))
    qtbot.waitUntil(lambda: bool(answers))
    assert [answer.revision for answer in answers] == [2]


def test_small_draft_overtakes_a_large_one(qtbot: QtBot, evaluator: Evaluator) -> None:
    answers: list[Analysis] = []
    evaluator.finished.connect(answers.append)
    evaluator.evaluate(request(1, LARGE))
    assert evaluator.evaluate(request(2, b"")) is not None
    evaluator.evaluate(request(3, LARGE))
    qtbot.waitUntil(lambda: bool(answers))
    assert [answer.revision for answer in answers] == [3]


def test_closed_evaluator_answers_nothing_more(qtbot: QtBot, evaluator: Evaluator) -> None:
    evaluator.evaluate(request(1, LARGE))
    with qtbot.assertNotEmitted(evaluator.finished, wait=50):
        evaluator.close()


def test_failed_evaluation_does_not_end_the_worker(
    qtbot: QtBot, evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_request: Request, _previous: Analysis | None, **_asked: object) -> Analysis:
        raise RuntimeError("a defect")

    with monkeypatch.context() as patch:
        patch.setattr("robotstudio.ui.document.session.analyse", fail)
        evaluator.evaluate(request(1, LARGE))
        qtbot.waitUntil(lambda: "a defect" in caplog.text)
    with qtbot.waitSignal(evaluator.finished):
        evaluator.evaluate(request(2, LARGE))


@pytest.mark.parametrize(("patience", "is_at_once"), [(1e9, True), (-1.0, False)])
def test_small_draft_is_answered_at_once_where_the_last_answer_took_less_than_a_frame(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch, patience: float, *, is_at_once: bool
) -> None:
    monkeypatch.setattr("robotstudio.ui.document.session._SAME_FRAME_MS", patience)
    first = request(1, b"User-agent: *\n")
    assert evaluator.evaluate(first)
    again = Request(2, b"User-agent: *\n# x", first.urls, first.table, first.crawlers)
    assert (evaluator.evaluate(again) is not None) is is_at_once


def test_large_draft_is_never_waited_for_however_soon_the_last_answer_came(
    qtbot: QtBot, evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("robotstudio.ui.document.session._SAME_FRAME_MS", 1e9)
    first = request(1, LARGE)
    for revision in (1, 2):
        with qtbot.waitSignal(evaluator.finished):
            asked = Request(revision, LARGE + b"#" * revision, first.urls, first.table, first.crawlers)
            assert not evaluator.evaluate(asked)


def test_draft_that_grew_much_is_not_waited_for(
    qtbot: QtBot, evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("robotstudio.ui.document.session._SAME_FRAME_MS", 1e9)
    first = request(1, b"User-agent: *\n")
    assert evaluator.evaluate(first)
    with qtbot.waitSignal(evaluator.finished):
        assert not evaluator.evaluate(Request(2, LARGE, first.urls, first.table, first.crawlers))
