"""Every change of draft, URLs or crawlers leads to a new answer."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.app.analysis import Analysis, Cell, Request, analyse
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.io.urls import parse_list
from robotstudio.ui.evaluation import Evaluator
from robotstudio.ui.session import Session


class Drafts:
    def __init__(self) -> None:
        self.body = b"User-agent: *\nDisallow: /a\n"

    def __call__(self) -> bytes:
        return self.body


@pytest.fixture
def drafts() -> Drafts:
    return Drafts()


@pytest.fixture
def session(drafts: Drafts) -> Iterator[Session]:
    evaluator = Evaluator()
    yield Session(evaluator, drafts, evaluator)
    evaluator.close()


def shown(session: Session) -> Analysis:
    assert session.analysis is not None
    return session.analysis


def selected(session: Session) -> Cell | None:
    return session.selected


def test_new_urls_and_crawlers_are_answered(session: Session) -> None:
    session.set_urls(parse_list("/a\n/b").urls)
    session.set_crawlers((CRAWLERS["Googlebot"],))
    assert shown(session).columns[0].allowed.tolist() == [False, True]


def test_changed_draft_is_answered(session: Session, drafts: Drafts) -> None:
    session.set_urls(parse_list("/a").urls)
    session.set_crawlers((CRAWLERS["Googlebot"],))
    drafts.body = b""
    session.evaluate()
    assert shown(session).columns[0].allowed.tolist() == [True]


class LateEvaluator(Evaluator):
    """Answers when it is told to."""

    def evaluate(self, request: Request) -> bool:
        self.request = request
        return False

    def answer(self) -> None:
        self.finished.emit(analyse(self.request))


def test_draft_is_stale_where_its_answer_takes_long_enough_to_be_seen(qtbot: QtBot, drafts: Drafts) -> None:
    evaluator = LateEvaluator()
    session = Session(evaluator, drafts, evaluator)
    with qtbot.waitSignal(session.stale_changed) as told:
        session.evaluate()
    assert told.args == [True]
    with qtbot.waitSignal(session.stale_changed) as told:
        evaluator.answer()
    assert told.args == [False]


def test_answer_that_comes_soon_finds_nothing_greyed(qtbot: QtBot, session: Session, drafts: Drafts) -> None:
    stale: list[bool] = []
    session.stale_changed.connect(stale.append)
    drafts.body = b"User-agent: *\n" + b"Disallow: /abcdefghijkl\n" * 3000
    with qtbot.waitSignal(session.analysis_changed):
        session.evaluate()
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
