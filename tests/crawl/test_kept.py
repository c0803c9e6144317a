"""Kept crawls: listed with name and date, renamed, copied, deleted; an unreadable one is named, and the others stay."""

from pathlib import Path
from shutil import copy

import pytest

from robotstudio.crawl.kept import copy_to, discard, kept_crawl, kept_crawls, rename
from robotstudio.crawl.plan import CrawlPlan
from robotstudio.crawl.store import CrawlFileError, CrawlStore


def crawl(path: Path, at: float) -> Path:
    """Make a crawl whose last request was at this time."""
    with CrawlStore.open(path) as store:
        store.begin()
        store.keep_fact("plan", CrawlPlan(starts=("https://shop.example/",)).as_text())
        store.connection.execute(
            "INSERT INTO log (at, url, elapsed_ms, size, what, detail) VALUES (?, '', 0, 0, '', '')", (at,)
        )
    return path


def test_crawls_are_listed_newest_first_and_unreadable_ones_last(tmp_path: Path) -> None:
    old, new = crawl(tmp_path / "old.crawl", 1_000_000.0), crawl(tmp_path / "new.crawl", 2_000_000.0)
    (tmp_path / "text.crawl").write_text("no crawl at all")
    (tmp_path / "empty.crawl").write_bytes(b"")
    paths = [old, tmp_path / "text.crawl", new, tmp_path / "missing.crawl", tmp_path / "empty.crawl", old]
    found = kept_crawls(paths)
    assert found is not None
    assert [(each.path.name, each.trouble is None) for each in found] == [
        ("new.crawl", True),
        ("old.crawl", True),
        ("text.crawl", False),
        ("missing.crawl", False),
    ]
    assert found[0].site == "shop.example"
    assert kept_crawls(paths, lambda: True) is None


def test_name_stays_with_the_file(tmp_path: Path) -> None:
    path = crawl(tmp_path / "a.crawl", 1.0)
    rename(path, "  Before\n the relaunch ")
    copy_to(path, tmp_path / "copy.crawl")
    kept = kept_crawl(tmp_path / "copy.crawl")
    assert kept is not None
    assert kept.name == "Before the relaunch"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.crawl", "copy.crawl"]


def test_running_crawl_is_neither_renamed_nor_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robotstudio.crawl.store.LOCK_WAITS", ())
    path = crawl(tmp_path / "a.crawl", 1.0)
    with CrawlStore.open(path):
        with pytest.raises(CrawlFileError, match="already running"):
            rename(path, "x")
        with pytest.raises(CrawlFileError, match="already running"):
            discard(path)
    discard(path)
    assert list(tmp_path.iterdir()) == []


def test_failed_copy_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "target.crawl"
    target.write_bytes(b"before")
    (tmp_path / "text.crawl").write_text("no crawl at all")
    with pytest.raises(CrawlFileError):
        copy_to(tmp_path / "text.crawl", target)
    assert target.read_bytes() == b"before"


def test_copy_replaces_a_killed_crawl_and_what_its_log_still_holds(tmp_path: Path) -> None:
    """SQLite would apply the log that is left beside a file to whatever takes the place of this file."""
    target = tmp_path / "target" / "b.crawl"
    target.parent.mkdir()
    crawl(tmp_path / "b.crawl", 1.0)
    with CrawlStore.open(tmp_path / "b.crawl") as store:
        store.begin()
        store.keep_fact("name", "of the killed one")
        store.commit()
        for ending in ("", "-wal"):
            copy(tmp_path / f"b.crawl{ending}", target.with_name(target.name + ending))
    copy_to(crawl(tmp_path / "a.crawl", 2.0), target)
    kept = kept_crawl(target)
    assert kept is not None
    assert (kept.name, kept.at.timestamp()) == ("", 2.0)
    assert [each.name for each in target.parent.iterdir()] == ["b.crawl"]


def test_running_crawl_is_not_replaced_by_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robotstudio.crawl.store.LOCK_WAITS", ())
    target = crawl(tmp_path / "b.crawl", 1.0)
    with CrawlStore.open(target), pytest.raises(CrawlFileError, match="already running"):
        copy_to(crawl(tmp_path / "a.crawl", 2.0), target)
    kept = kept_crawl(target)
    assert kept is not None
    assert kept.at.timestamp() == 1.0


def test_what_a_killed_copy_left_goes_with_the_next_one(tmp_path: Path) -> None:
    for name in (".b.crawl.copy", ".b.crawl.copy-journal", "b.crawl.lock"):
        (tmp_path / name).write_bytes(b"part")
    copy_to(crawl(tmp_path / "a.crawl", 1.0), tmp_path / "b.crawl")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.crawl", "b.crawl"]


@pytest.mark.parametrize("at", [253402300799.0, -62135596800.0, 1e300], ids=["year 9999", "year 1", "never"])
def test_crawl_at_a_time_that_no_clock_shows_says_that_it_is_damaged(tmp_path: Path, at: float) -> None:
    """Local time may have no such moment in the first and the last hours of the calendar."""
    kept = kept_crawl(crawl(tmp_path / "a.crawl", at))
    assert kept is not None
    assert "log.at" in str(kept.trouble)
