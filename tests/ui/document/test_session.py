"""Every change of draft, URLs or crawlers leads to a new analysis."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QDeadlineTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis, Cell, Request, analyse
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.ui.document import session as session_module
from robotstudio.ui.document.session import Evaluator, Session
from robotstudio.urls.urls import parse_list

DRAFT = b"User-agent: *\nDisallow: /a\n"


@pytest.fixture
def session() -> Iterator[Session]:
    evaluator = Evaluator()
    session = Session(evaluator, evaluator)
    session.set_draft(1, DRAFT)
    yield session
    evaluator.close()
    session.deleteLater()


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = QDeadlineTimer(300_000)
    while not is_so():
        assert not deadline.hasExpired()
        QTest.qWait(1)


def shown(session: Session) -> Analysis:
    """Return the analysis after the last change; on a slow machine the worker brings it."""
    wait_until(lambda: session.is_answered)
    QTest.qWait(1)  # for the slots connected to it
    assert session.analysis is not None
    return session.analysis


def selected(session: Session) -> Cell | None:
    return session.selected


def test_new_urls_and_crawlers_are_answered(session: Session) -> None:
    session.set_urls(parse_list("/a\n/b").urls)
    session.set_crawlers((CRAWLERS["Googlebot"],))
    assert shown(session).columns[0].allowed.tolist() == [False, True]


def test_changed_draft_is_answered(session: Session) -> None:
    session.set_urls(parse_list("/a").urls)
    session.set_crawlers((CRAWLERS["Googlebot"],))
    session.set_draft(2, b"")
    assert shown(session).columns[0].allowed.tolist() == [True]


def test_all_that_changes_in_one_turn_is_evaluated_once(session: Session) -> None:
    analyses: list[Analysis] = []
    session.analysis_changed.connect(analyses.append)
    session.set_urls(parse_list("/a\n/b").urls)
    session.set_crawlers((CRAWLERS["Googlebot"],))
    session.set_draft(2, b"User-agent: *\nDisallow: /b\n")
    session.set_robots_url("https://example.com/robots.txt")
    assert (session.is_answered, analyses) == (False, [])
    assert shown(session).columns[0].allowed.tolist() == [True, False]
    assert [(each.revision, each.draft_revision) for each in analyses] == [(session.revision, 2)]


def test_what_takes_longer_is_told_after_the_verdicts(qtbot: QtBot, session: Session) -> None:
    wait_until(lambda: session.is_settled)
    told: list[tuple[str, int]] = []
    session.analysis_changed.connect(lambda analysis: told.append(("changed", analysis.revision)))
    session.analysis_settled.connect(lambda analysis: told.append(("settled", analysis.revision)))
    with qtbot.waitSignal(session.analysis_settled):
        session.evaluate()
    assert told == [("changed", session.revision), ("settled", session.revision)]


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """Return a session in which keys are always fast, even on a slow machine, after its first draft was analysed."""
    monkeypatch.setattr(session_module, "_REST_MS", 600_000)
    evaluator = Evaluator()
    session = Session(evaluator, evaluator)
    session.set_draft(1, DRAFT)
    wait_until(lambda: session.is_settled)
    yield session
    session.close()
    evaluator.close()
    session.deleteLater()


def test_each_key_is_answered_and_what_takes_long_waits_for_a_rest(typing: Session) -> None:
    answered: list[int] = []
    settled: list[Analysis] = []
    typing.analysis_changed.connect(lambda analysis: answered.append(analysis.draft_revision))
    typing.analysis_settled.connect(settled.append)
    for revision, path in enumerate((b"b", b"bc", b"bcd"), 2):
        typing.set_draft(revision, DRAFT + b"Disallow: /" + path)
        shown(typing)
    assert (answered, settled, typing.is_settled) == ([2, 3, 4], [], False)
    typing.evaluate()  # for anything but keys there is no pause
    wait_until(lambda: typing.is_settled)
    assert [each.body for each in settled] == [DRAFT + b"Disallow: /bcd"]


def test_key_is_told_with_the_revision_of_the_draft(session: Session) -> None:
    told: list[tuple[int, int]] = []
    session.draft_changed.connect(lambda revision: told.append((revision, session.draft_revision)))
    session.set_draft(2, b"")
    assert told == [(2, 2)]


class LateEvaluator(Evaluator):
    """Answers when told to."""

    def evaluate(self, request: Request) -> Analysis | None:
        self.request = request
        return None

    def answer(self) -> None:
        self.finished.emit(analyse(self.request))


def test_draft_is_stale_where_its_answer_takes_long_enough_to_be_seen(qtbot: QtBot) -> None:
    evaluator = LateEvaluator()
    session = Session(evaluator, evaluator)
    with qtbot.waitSignal(session.stale_changed) as told:
        session.evaluate()
    assert told.args == [True]
    with qtbot.waitSignal(session.stale_changed) as told:
        evaluator.answer()
    assert told.args == [False]


def test_answer_that_comes_soon_finds_nothing_greyed(
    qtbot: QtBot, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session._stale, "start", lambda: session._stale.setInterval(60_000))  # however slow the machine
    stale: list[bool] = []
    session.stale_changed.connect(stale.append)
    body = b"User-agent: *\n" + b"Disallow: /abcdefghijkl\n" * 3000
    with qtbot.waitSignal(session.analysis_changed):
        session.set_draft(2, body)
    assert stale == []


def test_selection_is_told_once(session: Session) -> None:
    cells: list[Cell | None] = []
    session.selection_changed.connect(cells.append)
    session.select(Cell("/a", "Googlebot"))
    session.select(Cell("/a", "Googlebot"))
    session.select(None)
    assert cells == [Cell("/a", "Googlebot"), None]


def test_selection_ends_with_its_url_and_its_crawler(session: Session) -> None:
    session.set_urls(parse_list("/a\n/b").urls)
    session.set_crawlers((CRAWLERS["Googlebot"], CRAWLERS["GPTBot"]))
    session.select(Cell("/a", "Googlebot"))
    session.set_urls(parse_list("/a").urls)
    assert selected(session) == Cell("/a", "Googlebot")
    session.set_urls(parse_list("/b").urls)
    assert selected(session) is None
    session.select(Cell("/b", "Googlebot"))
    session.set_crawlers((CRAWLERS["GPTBot"],))
    assert selected(session) is None


def test_selection_stays_when_the_draft_changes(session: Session) -> None:
    session.select(Cell("/a", "Googlebot"))
    session.evaluate()
    assert session.selected == Cell("/a", "Googlebot")


def test_file_is_read_as_the_crawler_of_the_selected_cell(session: Session, qtbot: QtBot) -> None:
    session.set_urls(parse_list("/a").urls)
    session.set_crawlers((CRAWLERS["Googlebot"], CRAWLERS["GPTBot"]))
    with qtbot.waitSignal(session.reader_changed) as caught:
        session.select(Cell("/a", "GPTBot"))
    assert caught.args == ["GPTBot"]
    session.read_as("Googlebot")
    assert (session.reader, selected(session)) == ("Googlebot", Cell("/a", "GPTBot"))
    session.select(None)
    assert session.reader is None
