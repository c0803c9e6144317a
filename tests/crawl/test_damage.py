"""Crawl files that are damaged, made by others, locked or read only: a sentence is said, and what can be read is."""

import contextlib
import os
import shutil
import sqlite3
import stat
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from robotstudio.crawl import cells, store
from robotstudio.crawl.crawl import Crawl
from robotstudio.crawl.index.index import Searcher, state_of, update_index
from robotstudio.crawl.insight.finder import CrawlFinder
from robotstudio.crawl.insight.findings import FindingReporter
from robotstudio.crawl.insight.listing import CrawlQuery, crawl_listing, saved_crawl
from robotstudio.crawl.insight.reach_report import ReachReporter
from robotstudio.crawl.records import UrlSelection, latest, live_files, pages
from robotstudio.crawl.repair import repair
from robotstudio.crawl.schema import CHECKS, TABLES
from robotstudio.crawl.store import CrawlDamagedError, CrawlFileError, CrawlStore
from robotstudio.engine.crawlers import CRAWLERS
from tests.crawl.site import FAST, Site, crawled, html, rows, site
from tests.fetch.conftest import authorities, plain_http

__all__ = ["authorities", "plain_http"]
pytestmark = pytest.mark.usefixtures("plain_http")

READERS = [CRAWLERS["Googlebot"].reader]
ROBOTS = "User-agent: *\nDisallow: /private\n"
PAGES = 12
ANSWERS = {
    "/robots.txt": ROBOTS,
    "/": html("/private", *(f"/{number}" for number in range(1, PAGES))),
    **{f"/{number}": html("/", text=f"page {number} " + "word " * 20) for number in range(1, PAGES)},
}


@pytest.fixture(scope="module")
def place() -> Iterator[Site]:
    with site(ANSWERS) as found:
        yield found


@pytest.fixture(scope="module")
def whole(place: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a finished crawl, with its index."""
    path = tmp_path_factory.mktemp("whole") / "site.crawl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("no_proxy", "*")
        crawled(Crawl(path, replace(FAST, starts=(f"{place.url}/",))))
    update_index(path)
    return path


@pytest.fixture
def crawl(whole: Path, tmp_path: Path) -> Path:
    path = tmp_path / "site.crawl"
    shutil.copy(whole, path)
    return path


def alter(path: Path, *statements: str, values: tuple[object, ...] = ()) -> None:
    """Do to a crawl what another program could."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement, values)
        connection.commit()


def resumed(path: Path) -> None:
    crawl = Crawl(path)
    try:
        crawled(crawl)
    finally:
        crawl.close()


def read_pages(path: Path) -> None:
    with CrawlStore.reading(path) as found:
        list(pages(found))


def searched(path: Path) -> None:
    update_index(path)
    with CrawlStore.reading(path) as found:
        searcher = Searcher(found)
        for hit in searcher.search("word"):
            searcher.snippet(hit, "word")


READING: dict[str, Callable[[Path], object]] = {
    "resume": resumed,
    "pages": read_pages,
    "search": searched,
    "window search": lambda path: CrawlFinder().find(path, "word", READERS, b""),
    "findings": lambda path: FindingReporter().report(path, READERS, b""),
    "reach": lambda path: ReachReporter().report(path, READERS, b""),
    "listing": lambda path: crawl_listing(path, READERS, b"", CrawlQuery(with_hosts=True)),
    "kept": saved_crawl,
}
VALUES = ("x'00ff'", "'x'", "9223372036854775807", "NULL")


def read_in_every_way(path: Path) -> list[str]:
    """Read a file in every way, and return the messages; any other exception fails the test."""
    said = []
    for name, read in READING.items():
        copy = path.with_name(f"{name}.crawl")
        shutil.copy(path, copy)
        try:
            read(copy)
        except CrawlFileError as error:
            said.append(str(error).replace(str(copy), "FILE"))
    assert all("FILE" in one for one in said)
    return said


def test_crawl_as_it_was_written_is_read_in_every_way(crawl: Path) -> None:
    assert read_in_every_way(crawl) == []


@pytest.mark.begins_first
@pytest.mark.parametrize("table", TABLES)
def test_any_value_in_any_column_is_read_or_told(crawl: Path, tmp_path: Path, table: str) -> None:
    """Each column, in all rows and in one, with values of each type."""
    columns = [name for name, _ in CHECKS if name.startswith(f"{table}.")]
    for column in dict.fromkeys(name.partition(".")[2] for name in columns):
        for value in VALUES:
            changed = tmp_path / "changed" / "site.crawl"
            changed.parent.mkdir(exist_ok=True)
            shutil.copy(crawl, changed)
            with contextlib.suppress(sqlite3.IntegrityError):
                alter(changed, f"UPDATE OR IGNORE {table} SET {column} = {value}")  # noqa: S608  # our own names
            read_in_every_way(changed)


@pytest.mark.parametrize(
    "plan",
    [
        *("{", "[]", "null", "1", '{"starts": 1}', '{"starts": ["::::"]}', '{"starts": ["file:///etc/passwd"]}'),
        *('{"rate": -1}', '{"rate": 1e999}', '{"rate": "x"}', '{"at_once": 0}', '{"max_depth": "a"}', "[" * 100_000),
        *('{"languages": "a\\r\\nX: y"}', '{"include": ["\\ud800"]}', '{"probes": 1}', '{"mine": "abc"}'),
    ],
)
def test_plan_that_no_crawl_writes_is_told(crawl: Path, plan: str) -> None:
    alter(crawl, "UPDATE fact SET value = ? WHERE name = 'plan'", values=(plan,))
    with pytest.raises(CrawlDamagedError, match=r"fact\.plan has an invalid value\. .* --repair"):
        Crawl(crawl)
    with pytest.raises(CrawlDamagedError):
        saved_crawl(crawl)


def test_broken_rows_are_left_out_and_counted(crawl: Path) -> None:
    alter(crawl, "UPDATE page SET tags = '{' WHERE id IN (3, 5)", "UPDATE url SET ended_by = 'zzz' WHERE id = 7")
    with CrawlStore.reading(crawl) as found:
        assert len(list(pages(found))) == PAGES + 1 - 3
        assert found.unread == 3
    listing = crawl_listing(crawl, READERS, b"", CrawlQuery())
    assert listing is not None
    assert (len(listing.pages), listing.unread) == (PAGES + 1 - 3, 3)


def test_page_that_has_gone_while_a_list_is_read_is_left_out(crawl: Path) -> None:
    with CrawlStore.open(crawl) as found:
        execute = found.connection.execute
        found.connection.set_trace_callback(
            lambda sql: execute("DELETE FROM url WHERE id = 2") if "same.url" in sql else None
        )
        count, listed = latest(found, 10, only=UrlSelection.ALL)
        found.connection.set_trace_callback(None)
    assert (count, len(listed)) == (PAGES + 1, 10)


def test_page_whose_text_is_broken_does_not_hide_the_others(crawl: Path) -> None:
    alter(crawl, "UPDATE content SET packed = x'00' WHERE id = 4", "DROP TABLE indexed", "DROP TABLE word")
    assert update_index(crawl).unread == 1
    with CrawlStore.reading(crawl) as found:
        assert len(Searcher(found).search("word", 100)) == PAGES - 2
        assert state_of(found).unread == 1


def test_what_was_compressed_is_not_unpacked_beyond_any_bound(crawl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MOST_UNPACKED", 100_000)
    bomb = zlib.compress(bytes(100_001))
    assert len(cells.unpacked_bytes(zlib.compress(bytes(100_000)), "a.b")) == 100_000
    with pytest.raises(cells.CellError):
        cells.unpacked_bytes(bomb, "a.b")
    alter(crawl, "UPDATE host SET robots_body = ?", values=(bomb,))
    with pytest.raises(CrawlDamagedError, match=r"host\.robots_body"), CrawlStore.reading(crawl) as found:
        live_files(found)


ENDLESS = "WITH RECURSIVE r(a) AS (SELECT 1 UNION ALL SELECT a + 1 FROM r) SELECT a AS id, a AS status FROM r"


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (("DROP TABLE page", f"CREATE VIEW page AS {ENDLESS}"), "“page”"),
        (("CREATE TRIGGER mine AFTER INSERT ON log BEGIN DELETE FROM page; END",), "“mine”"),
        (("ALTER TABLE url ADD COLUMN more AS (zeroblob(1000000000))",), "“url”"),
        (("CREATE TABLE mine (a)",), "“mine”"),
        (("CREATE INDEX mine ON url (hex(zeroblob(100)))",), "“mine”"),
        (("DROP TABLE content",), "the table content is missing"),
    ],
)
def test_only_tables_as_a_crawl_makes_them_are_asked(crawl: Path, statements: tuple[str, ...], said: str) -> None:
    alter(crawl, *statements)
    told = read_in_every_way(crawl)
    assert len(told) == len(READING)
    assert all(said in one for one in told)


@pytest.mark.parametrize("kept", [100, 4096, 30_000, -1])
def test_file_that_was_cut_is_told_and_kept(crawl: Path, kept: int) -> None:
    body = crawl.read_bytes()[:kept]
    crawl.write_bytes(body)
    for said in read_in_every_way(crawl):
        assert "damaged" in said
        assert "--repair" in said
    assert crawl.read_bytes() == body


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_pipe_or_device_under_the_name_is_never_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "site.crawl"
    os.mkfifo(pipe)
    for path in (pipe, Path(os.devnull), tmp_path):
        with pytest.raises(CrawlFileError, match="is not a crawl file"):
            CrawlStore.reading(path)


def test_locked_file_is_told_soon(crawl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert store.BUSY_SECONDS <= 2
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.0)
    with contextlib.closing(sqlite3.connect(crawl, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        for use in (CrawlStore.reading, CrawlStore.open):
            with pytest.raises(CrawlFileError, match="Another program has locked"):
                use(crawl)


def test_file_that_another_program_writes_is_told_soon(crawl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.0)
    with contextlib.closing(sqlite3.connect(crawl, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        read_pages(crawl)
        with pytest.raises(CrawlFileError, match="Another program has locked"):
            Crawl(crawl)
    resumed(crawl)


def test_commit_is_on_the_disk_when_it_returns(tmp_path: Path) -> None:
    with CrawlStore.open(tmp_path / "site.crawl") as made:
        assert made.connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL


# a medium that is read only


@pytest.fixture
def protected(crawl: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a crawl read-only, even for root."""
    alter(crawl, "DROP TABLE indexed", "DROP TABLE word")
    access, folder = os.access, crawl.parent

    def refused(path: Path, mode: int) -> bool:
        return access(path, mode) and not (mode & os.W_OK and Path(path).is_relative_to(folder))

    monkeypatch.setattr(os, "access", refused)
    crawl.chmod(0o444)
    folder.chmod(0o555)
    yield crawl
    folder.chmod(0o755)
    crawl.chmod(0o644)


def test_crawl_on_a_medium_that_is_read_only_is_read_and_searched(protected: Path) -> None:
    before = sorted(protected.parent.iterdir()), protected.read_bytes()
    assert len(rows(protected)) == PAGES + 1
    assert ReachReporter().report(protected, READERS, b"") is not None
    found = CrawlFinder().find(protected, "word", READERS, b"")
    assert found is not None
    assert len(found.pages) == PAGES - 1
    assert (sorted(protected.parent.iterdir()), protected.read_bytes()) == before


# repair


def test_whole_crawl_is_copied_whole(crawl: Path, tmp_path: Path) -> None:
    found = repair(crawl, tmp_path / "new.crawl")
    assert (found.pages, found.of_pages) == (PAGES, PAGES)
    assert rows(found.path) == rows(crawl)
    assert stat.S_IMODE(found.path.stat().st_mode) & 0o077 == 0 or os.name == "nt"


def test_broken_pages_are_fetched_again_after_a_repair(crawl: Path, place: Site, tmp_path: Path) -> None:
    alter(
        crawl,
        "UPDATE page SET tags = '{' WHERE id = 3",
        "UPDATE content SET packed = x'00' WHERE id = 5",
        "UPDATE host SET robots_body = x'00'",
        "UPDATE fact SET value = '{' WHERE name = 'seconds'",
    )
    body = crawl.read_bytes()
    found = repair(crawl, tmp_path / "new.crawl")
    assert (found.pages, found.of_pages) == (PAGES - 2, PAGES)
    place.asked.clear()
    resumed(found.path)
    assert {url.removeprefix(place.url) for url in rows(found.path)} >= {"/", *(f"/{each}" for each in range(1, PAGES))}
    assert sorted(place.counts.values()) == [1, 1, 1]  # robots.txt and two pages
    assert crawl.read_bytes() == body


@pytest.mark.begins_first
def test_pages_around_a_broken_part_of_the_file_are_kept(crawl: Path, tmp_path: Path) -> None:
    """One page of the database after the other is nothing but zeros."""
    body, kept = crawl.read_bytes(), list[int]()
    broken = tmp_path / "broken.crawl"
    numbers = range(1, len(body) // 4096, 3)
    for number in numbers:
        damaged = body[: number * 4096] + bytes(4096) + body[(number + 1) * 4096 :]
        broken.write_bytes(damaged)
        with contextlib.suppress(CrawlFileError):
            found = repair(broken, tmp_path / f"new-{number}.crawl")
            kept.append(found.pages)
            assert 0 < found.pages <= found.of_pages <= PAGES
            with CrawlStore.open(found.path) as repaired:
                repaired.verify()
        assert broken.read_bytes() == damaged
    assert sum(count >= PAGES * 3 // 4 for count in kept) >= len(numbers) * 3 // 4


def test_nothing_is_written_where_no_page_can_be_read(crawl: Path, tmp_path: Path) -> None:
    alter(crawl, "DROP TABLE page", f"CREATE VIEW page AS {ENDLESS}")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(CrawlFileError, match=r"No page of the crawl in “.*site\.crawl” can be read"):
        repair(crawl, tmp_path / "new.crawl")
    assert sorted(tmp_path.iterdir()) == before
