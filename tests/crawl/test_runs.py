"""Each run of a crawl is a file of its own: none is written over, moved away or lost, whatever fails."""

import contextlib
import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from robotstudio.crawl import store
from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.insight.listing import saved_crawl
from robotstudio.crawl.model import CrawlProgress
from robotstudio.crawl.runs import BEFORE, latest_run, new_name, next_run, resumable_run, runs_of
from robotstudio.crawl.store import CrawlFileError, CrawlStore, is_crawl
from tests.crawl.site import FAST, Asked, Reply, Site, crawled, html, site
from tests.fetch.conftest import authorities, plain_http

__all__ = ["authorities", "plain_http"]
pytestmark = pytest.mark.usefixtures("plain_http")

NOW = datetime(2026, 11, 24, 15, 12)  # noqa: DTZ001  # the person's own time
ANSWERS = {"/": html("/a", "/b"), "/a": "a", "/b": "b"}


def small(asked: Asked) -> Reply:
    """Three pages that say when they have not changed."""
    if asked.headers.get("if-none-match") == '"1"':
        return Reply(status=304, headers={"ETag": '"1"'})
    body = ANSWERS.get(asked.path)
    return Reply("", 404) if body is None else Reply(body, headers={"ETag": '"1"'})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "crawls"
    folder.mkdir()
    return folder / "site.crawl"


def begin(file: Path, place: Site, now: datetime = NOW) -> CrawlProgress:
    """Begin a new run from the home page of a site, as a command or a window does."""
    run = next_run(file, now)
    run.wait_for_last()
    plan = replace(FAST, starts=(f"{place.url}/",), at_once=1, probes=False)
    crawl = Crawl(run.path, plan, before=run.before, is_new=True)
    try:
        return crawled(crawl)
    finally:
        crawl.close()


def empty(path: Path, *pages: int, state: str = "") -> Path:
    """Make a crawl that fetched these pages."""
    with CrawlStore.open(path) as made:
        for page in pages:
            made.connection.execute(
                "INSERT INTO page (id, content_type, size, elapsed_ms, fetched_at, links, looks_empty, unchanged)"
                " VALUES (?, '', 0, 0, 0, 0, 0, 0)",
                (page,),
            )
        made.keep_fact("state", state)
    return path


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


# which file


def test_file_of_which_a_killed_program_made_only_the_tables_is_not_resumed(file: Path) -> None:
    last = empty(file, 1)
    made = file.with_name("site-2026-11-24-1512.crawl")
    CrawlStore.open(made).close()
    assert not is_crawl(made)
    assert saved_crawl(made) is None
    assert resumable_run(file) == last
    assert next_run(file, NOW).path == made


def test_first_run_goes_into_the_file_that_is_named(file: Path) -> None:
    assert next_run(file, NOW) == (file, None, None)


def test_run_with_pages_stays_and_the_next_goes_into_a_file_with_the_date(file: Path) -> None:
    empty(file, 1)
    run = next_run(file, NOW)
    assert (run.path.name, run.before, run.last) == ("site-2026-11-24-1512.crawl", file, file)
    empty(run.path, 1)
    assert next_run(file, NOW).path.name == "site-2026-11-24-1512-2.crawl"


def test_run_that_fetched_nothing_makes_room_for_the_next(file: Path) -> None:
    empty(file, 1)
    empty(file.with_name("site-2026-11-20-0900.crawl"))
    run = next_run(file, NOW)
    assert (run.path.name, run.before) == ("site-2026-11-20-0900.crawl", file)


def test_newest_stays_the_newest_when_the_clock_is_set_back(file: Path) -> None:
    empty(file, 1)
    last = empty(file.with_name("site-2027-01-01-0000.crawl"), 1)
    path = new_name(file, NOW)
    assert path.name == "site-2027-01-01-0000-2.crawl"
    empty(path, 1)
    assert runs_of(file)[-2:] == [last, path]


def test_earlier_run_is_the_newest_that_came_to_its_end(file: Path) -> None:
    empty(file, 1, 2, 3, state="finished")
    empty(file.with_name("site-2026-11-20-0900.crawl"), 1, state="stopped")
    assert next_run(file, NOW).before == file


def test_crawl_that_an_earlier_version_moved_aside_is_found(file: Path) -> None:
    before = empty(file.with_name(file.name + BEFORE), 1)
    assert runs_of(file) == [before]
    assert latest_run(file) == before
    empty(file)
    assert runs_of(file) == [before, file]
    assert latest_run(file) == before
    assert next_run(file, NOW) == (file, before, file)


def test_newest_run_with_pages_is_read_and_the_newest_of_all_gone_on_with(file: Path) -> None:
    empty(file, 1)
    later, last = (file.with_name(f"site-2026-11-2{day}-0900.crawl") for day in (1, 2))
    empty(later, 1)
    empty(last)
    assert (latest_run(file), resumable_run(file)) == (later, last)
    assert (latest_run(later), resumable_run(later)) == (later, later)


def test_damaged_run_is_the_one_that_is_read_and_gone_on_with_so_that_the_damage_is_told(file: Path) -> None:
    empty(file, 1)
    later = empty(file.with_name("site-2026-11-21-0900.crawl"), 1)
    later.write_bytes(later.read_bytes()[:5_000])
    assert (latest_run(file), resumable_run(file)) == (later, later)


def test_other_files_beside_a_crawl_are_none_of_its_runs(file: Path) -> None:
    empty(file, 1)
    for name in ("site-notes.crawl", "site-2026-11-24-1512.txt", "other-2026-11-24-1512.crawl", "site.crawl-wal"):
        file.with_name(name).touch()
    assert runs_of(file) == [file]


def test_something_else_under_the_name_is_refused(file: Path) -> None:
    file.write_text("my notes " * 100)
    with pytest.raises(CrawlFileError, match="is not a crawl file"):
        next_run(file, NOW)


def test_damaged_run_is_kept_and_the_next_begins_beside_it(file: Path) -> None:
    with site(small) as place:
        begin(file, place)
        body = file.read_bytes()
        file.write_bytes(body[: len(body) // 2])
        assert begin(file, place).fetched == 3
    assert file.read_bytes() == body[: len(body) // 2]
    assert len(runs_of(file)) == 2


# beginning anew


def test_run_begun_anew_leaves_the_earlier_as_it_was_even_while_that_is_read(file: Path) -> None:
    with site(small) as place:
        begin(file, place)
        body = file.read_bytes()
        with CrawlStore.reading(file) as reader:
            rows = reader.connection.execute("SELECT id FROM url")
            assert rows.fetchone() is not None
            for _ in range(3):
                assert begin(file, place).unchanged == 3
            rows.close()
    assert file.read_bytes() == body
    assert len(runs_of(file)) == 4
    assert not [path for path in file.parent.iterdir() if path.name.endswith(("-wal", "-shm", ".lock"))]


def test_run_does_not_begin_while_the_last_one_is_running(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "LOCK_WAITS", ())
    empty(file, 1)
    with CrawlStore.open(file), pytest.raises(CrawlFileError, match="already running"):
        next_run(file, NOW).wait_for_last()
    next_run(file, NOW).wait_for_last()


def test_two_that_begin_at_once_do_not_share_a_file(file: Path) -> None:
    with site(small) as place:
        begin(file, place)
        run = next_run(file, NOW)
        begin(file, place)
        with pytest.raises(CrawlFileError, match="already running"):
            Crawl(run.path, FAST, before=run.before, is_new=True)


def test_lock_is_free_after_a_start_that_failed(file: Path) -> None:
    with site(small) as place:
        begin(file, place)
        with CrawlStore.open(file) as made:
            made.keep_fact("plan", "{")
        with pytest.raises(CrawlFileError, match="damaged"):
            Crawl(file)
        with CrawlStore.open(file):
            pass


def test_earlier_crawl_that_cannot_be_read_means_that_all_is_fetched(file: Path) -> None:
    with site(small) as place:
        begin(file, place)
        file.write_bytes(file.read_bytes()[:5_000])
        progress = begin(file, place)
    assert (progress.fetched, progress.unchanged) == (3, 0)


# whatever fails


class Steps:
    """Counts what is done with files and databases; `act` is called before the step `at`, or all if that is -1."""

    def __init__(self) -> None:
        self.count, self.at = 0, 0
        self.act: Callable[[bool], None] = lambda _is_sqlite: None

    def step(self, *, is_sqlite: bool) -> None:
        self.count += 1
        if self.at in {self.count, -1}:
            self.act(is_sqlite)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    """Every statement of SQLite, and every file that is opened, closed, removed, renamed or synchronised, is a step."""
    found = Steps()

    class Connection(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            found.step(is_sqlite=True)
            return super().execute(*arguments)

        def executemany(self, *arguments: Any) -> sqlite3.Cursor:
            found.step(is_sqlite=True)
            return super().executemany(*arguments)

    connect = sqlite3.connect

    def connected(*arguments: Any, **more: Any) -> sqlite3.Connection:
        found.step(is_sqlite=True)
        return connect(*arguments, **more, factory=Connection)

    def counted(function: Callable[..., object]) -> Callable[..., object]:
        def call(path: object, *arguments: object, **more: object) -> object:
            if "crawls" in str(path):
                found.step(is_sqlite=False)
            return function(path, *arguments, **more)

        return call

    monkeypatch.setattr(sqlite3, "connect", connected)
    for name in ("open", "unlink", "replace", "rename", "fsync"):
        monkeypatch.setattr(os, name, counted(getattr(os, name)))
    monkeypatch.setattr(store, "LOCK_WAITS", ())
    return found


def whole(path: Path) -> int:
    """Return the number of pages of a crawl, in which SQLite finds no fault."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        pages = int(connection.execute("SELECT count(*) FROM page").fetchone()[0])
        fetched = connection.execute("SELECT count(*) FROM url WHERE state = 2").fetchone()[0]
        assert pages == fetched
    return pages


@pytest.mark.begins_first
@pytest.mark.parametrize(
    ("code", "said", "every"),
    [
        (errno.ENOSPC, "database or disk is full", 1),
        (errno.EIO, "disk I/O error", -4),
        (errno.EACCES, "unable to open database file", -4),
    ],
)
def test_whatever_step_fails_the_earlier_crawl_is_whole_and_the_next_start_works(
    file: Path, steps: Steps, code: int, said: str, every: int
) -> None:
    """Each step fails in its turn; where `every` is negative, all that follow fail too."""
    with site(small) as place:
        begin(file, place)
        first = file.read_bytes()
        steps.count = 0
        begin(file, place)
        needed = steps.count
        assert needed > 50

        def fail(is_sqlite: bool) -> None:
            if every < 0:
                steps.at = -1
            raise sqlite3.OperationalError(said) if is_sqlite else OSError(code, os.strerror(code))

        steps.act = fail
        for at in range(1, needed + 1, abs(every)):
            steps.count, steps.at = 0, at
            with contextlib.suppress(CrawlFileError):
                begin(file, place)
            steps.at = 0
            assert file.read_bytes() == first, at
            assert all(whole(run) <= 3 for run in runs_of(file) if is_crawl(run)), at
            assert at % 5 or begin(file, place).fetched == 3, at
            for later in runs_of(file)[1:]:
                later.unlink()


@pytest.mark.begins_first
@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be copied there")
def test_whatever_step_a_kill_comes_at_nothing_is_lost_and_the_next_start_works(
    file: Path, tmp_path: Path, steps: Steps
) -> None:
    """A kill leaves the files as they are at that moment: they are copied before every step."""
    copies: list[Path] = []

    def copy(_is_sqlite: bool) -> None:
        at, steps.at = steps.at, 0  # what is copied is no step
        copies.append(tmp_path / "copies" / str(len(copies)) / "crawls")
        shutil.copytree(file.parent, copies[-1])
        steps.at = at

    with site(small) as place:
        begin(file, place)
        first = file.read_bytes()
        steps.at, steps.act = -1, copy
        begin(file, place)
        stopped = next_run(file, NOW).path
        crawl = Crawl(stopped, replace(FAST, starts=(f"{place.url}/",), max_pages=1, probes=False), is_new=True)
        crawled(crawl)
        crawled(Crawl(stopped, replace(crawl.plan, max_pages=0)))
        steps.at = 0
        assert len(copies) > 100
        for number, folder in enumerate(copies):
            left = folder / file.name
            assert left.read_bytes() == first, number
            assert all(whole(run) <= 3 for run in runs_of(left) if is_crawl(run)), number
            if number % 20 == 0:
                assert begin(left, place, datetime(2026, 11, 25)).fetched == 3, number  # noqa: DTZ001  # the person's own time
                assert left.read_bytes() == first
                last = resumable_run(left)
                crawled(Crawl(last))
                assert whole(last) == 3
