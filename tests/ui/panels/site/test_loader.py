"""Reading in a thread: one source after another, with progress, cancelled on request."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.store.errors import FileContentError
from robotstudio.text.language import ENGLISH
from robotstudio.ui.panels.site.loader import Job, LoadedSource, Refused, SourceLoader, again_job, files_job, text_job
from robotstudio.urls.set_columns import columns_of, find
from robotstudio.urls.sources.reading import ReadOptions, SourceReading, read_bytes
from robotstudio.urls.sources.task import Task
from robotstudio.urls.url_builder import as_set
from robotstudio.urls.url_set import UrlSet
from robotstudio.urls.urls import parse_list


class Owner(QObject):
    """Owner of the URLs."""

    rested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.urls = UrlSet()
        self.loader = SourceLoader(self, self)
        self.said: list[str] = []
        self.shares: list[float] = []
        self.cancelled: list[str] = []

    def current_urls(self) -> UrlSet:
        return self.urls

    def show_reading(self, _name: str, share: float, _found: int) -> None:
        self.shares.append(share)

    def take_loaded(self, loaded: LoadedSource) -> None:
        self.urls = loaded.urls
        self.said.append(loaded.job.name)

    def tell_refused(self, refused: Refused) -> None:
        self.said.append(refused.sentence)

    def tell_cancelled(self, name: str) -> None:
        self.cancelled.append(name)

    def end_reading(self) -> None:
        self.rested.emit()


@pytest.fixture
def owner(qapp: QApplication) -> Iterator[Owner]:
    owner = Owner()
    owner.moveToThread(qapp.thread())
    yield owner
    owner.loader.close()


def test_sources_are_read_one_after_another(qtbot: QtBot, owner: Owner, tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("/b\n/c\n", "utf-8")
    with qtbot.waitSignal(owner.rested):
        owner.loader.load(text_job("/a\n/b\n", "one", ReadOptions()))
        owner.loader.load(files_job([tmp_path / "b.txt"], ReadOptions()))
        owner.loader.load(files_job([tmp_path / "gone.txt"], ReadOptions()))
    assert list(owner.urls.urls) == ["/a", "/b", "/c"]
    assert owner.said[:2] == ["one", "b.txt"]
    assert "gone.txt" in owner.said[2]
    assert [len(owner.urls.rows_of(source)) for source in owner.urls.sources] == [2, 2]


def test_what_is_typed_meanwhile_is_not_lost(qtbot: QtBot, owner: Owner) -> None:
    go_on = Event()

    def read(task: Task) -> SourceReading:
        assert go_on.wait(5)
        return read_bytes(b"/read\n", "slow", task=task)

    with qtbot.waitSignal(owner.rested):
        owner.loader.load(Job("slow", read))
        owner.urls = as_set(parse_list("/typed").urls)
        go_on.set()
    assert list(owner.urls.urls) == ["/typed", "/read"]


def test_a_source_read_again_takes_its_own_place(qtbot: QtBot, owner: Owner, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("/a\n/b\n", "utf-8")
    with qtbot.waitSignal(owner.rested):
        owner.loader.load(files_job([path], ReadOptions()))
    path.write_text("/b\n/new\n", "utf-8")
    with qtbot.waitSignal(owner.rested):
        owner.loader.load(again_job(owner.urls.sources[0], ReadOptions()))
    assert sorted(owner.urls.urls) == ["/b", "/new"]
    assert len(owner.urls.sources) == 1


def test_paths_are_joined_to_the_only_site_of_the_other_sources(qtbot: QtBot, owner: Owner, tmp_path: Path) -> None:
    log, pages = tmp_path / "paths.csv", "url,clicks\nhttps://a.example/x,5\nhttps://a.example/y,7\n"
    log.write_text("url,requests\n/x,3\n/z,4\n", "utf-8")
    with qtbot.waitSignal(owner.rested):
        owner.loader.load(files_job([log], ReadOptions()))
        owner.loader.load(text_job(pages, "pages.csv", ReadOptions()))
    urls = [f"https://a.example/{name}" for name in "xzy"]
    assert list(owner.urls.urls) == urls
    for _ in range(2):
        clicks = find(columns_of(owner.urls), "clicks", ENGLISH).values
        requests = find(columns_of(owner.urls), "requests", ENGLISH).values
        assert [(clicks.value(row), requests.value(row)) for row in range(3)] == [(5, 3), (None, 4), (7, None)]
        with qtbot.waitSignal(owner.rested):
            owner.loader.load(again_job(owner.urls.sources[0], ReadOptions()))
    with qtbot.waitSignal(owner.rested):
        owner.loader.load(text_job("https://b.example/x\n", "other", ReadOptions()))
        owner.loader.load(text_job("/x\n/w\n", "more", ReadOptions()))
    assert list(owner.urls.urls) == [*urls, "https://b.example/x", "/x", "/w"]


def test_cancelling_leaves_the_urls_as_they_are(qtbot: QtBot, owner: Owner) -> None:
    begun = Event()

    def read(task: Task) -> SourceReading:
        begun.set()
        while True:
            task.step(0.5, 1)

    owner.loader.load(Job("endless", read))
    owner.loader.load(text_job("/never", "waiting", ReadOptions()))
    qtbot.waitUntil(lambda: 0.5 in owner.shares)
    with qtbot.waitSignal(owner.rested):
        owner.loader.cancel()
    assert owner.cancelled == ["endless"]
    assert begun.is_set()
    assert not owner.loader.is_busy
    assert not owner.said
    with qtbot.waitSignal(owner.rested):
        owner.loader.load(text_job("/after", "after", ReadOptions()))
    assert list(owner.urls.urls) == ["/after"]


def test_what_cannot_be_read_is_said_in_a_sentence(qtbot: QtBot, owner: Owner) -> None:
    def refuse(_task: Task) -> SourceReading:
        raise FileContentError("It is a picture.", Path("x"))

    with qtbot.waitSignal(owner.rested):
        owner.loader.load(Job("x", refuse))
    assert owner.said == ["It is a picture."]
    assert not len(owner.urls)
