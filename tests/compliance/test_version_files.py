"""Versions from folders of dated files, and from Git."""

import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from robotstudio.compliance.version_files import (
    is_changed_in_git,
    left_out,
    tags_in_git,
    versions_in_folder,
    versions_in_git,
)
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS

HAS_GIT = shutil.which("git") is not None


def test_folder_has_the_files_with_a_day_in_their_names(tmp_path: Path) -> None:
    for name in ("2026-10-29.txt", "robots_20261001T0830.txt", "notes.txt", ".2026-01-01.txt", "2026-99-99.txt"):
        (tmp_path / name).write_text(name, "utf-8")
    found = versions_in_folder(tmp_path)
    assert [(version.since, version.body) for version in found] == [
        (datetime(2026, 10, 1, 8, 30, tzinfo=UTC), b"robots_20261001T0830.txt"),
        (datetime(2026, 10, 29, tzinfo=UTC), b"2026-10-29.txt"),
    ]


def test_other_dated_files_of_a_folder_are_no_versions(tmp_path: Path) -> None:
    names = ("2026.10.01", "2026-10-02", "robots-2026-10-03.bak", "notes-2026-11-01.md", "Coverage-2026-11-20.csv")
    for name in names:
        (tmp_path / name).write_text(name, "utf-8")
    assert [version.name for version in versions_in_folder(tmp_path)] == list(names[:3])
    remark = left_out(tmp_path)
    assert remark is not None
    assert "2 files with a date in their names" in WORDS.tell(remark)
    assert "such as Coverage-2026-11-20.csv" in WORDS.tell(remark)
    for name in names[3:]:
        (tmp_path / name).unlink()
    assert left_out(tmp_path) is None


def test_captures_of_a_web_archive_may_be_later_than_the_change(tmp_path: Path) -> None:
    for name, body in (("20261001083000", "a"), ("20261009083000", "a"), ("20261101083000", "b")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "robots.txt").write_text(body, "utf-8")
    first, second = versions_in_folder(tmp_path)
    assert (first.since, first.after) == (datetime(2026, 10, 1, 8, 30, tzinfo=UTC),) * 2
    assert (second.since, second.after) == (
        datetime(2026, 11, 1, 8, 30, tzinfo=UTC),
        datetime(2026, 10, 9, 8, 30, tzinfo=UTC),
    )


def test_folder_without_days_is_refused(tmp_path: Path) -> None:
    (tmp_path / "robots.txt").touch()
    with pytest.raises(FileError, match="has a date in its name"):
        versions_in_folder(tmp_path)


def git(folder: Path, *arguments: str, day: str = "2026-10-01", time: str = "") -> None:
    named = {f"GIT_{who}_{what}": "a@a.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    when = {f"GIT_{who}_DATE": time or f"{day}T08:30:00+02:00" for who in ("AUTHOR", "COMMITTER")}
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(
        ["git", "-C", str(folder), *arguments],
        check=True,
        capture_output=True,
        env={**os.environ, **named, **when, **nobody},
    )


@pytest.mark.skipif(not HAS_GIT, reason="needs Git")
def test_git_has_a_version_for_each_commit_of_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "public"
    folder.mkdir()
    git(tmp_path, "init", "-q")
    for day, body in (("2026-10-01", b"a\r\n"), ("2026-10-05", b""), ("2026-10-29", b"b\xff\n"), ("2026-11-02", None)):
        if body is None:
            (folder / "robots.txt").unlink()
        else:
            (folder / "robots.txt").write_bytes(body)
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-q", "-m", day, day=day)
    found = versions_in_git(folder / "robots.txt")
    assert [(version.since, version.body) for version in found] == [
        (datetime(2026, 10, 1, 6, 30, tzinfo=UTC), b"a\r\n"),
        (datetime(2026, 10, 5, 6, 30, tzinfo=UTC), b""),
        (datetime(2026, 10, 29, 6, 30, tzinfo=UTC), b"b\xff\n"),
        (datetime(2026, 11, 2, 6, 30, tzinfo=UTC), b""),
    ]


@pytest.mark.skipif(not HAS_GIT, reason="needs Git")
def test_link_in_git_is_not_read_as_rules(tmp_path: Path) -> None:
    path, git_path = tmp_path / "robots.txt", tmp_path / "real.txt"
    git_path.write_bytes(b"real")
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "core.symlinks", "true")
    bodies = ((1, b"old"), (3, None), (5, b"new"))
    for day, body in bodies:
        path.unlink(missing_ok=True)
        if body is None:
            path.symlink_to("real.txt")
        else:
            path.write_bytes(body)
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-q", "-m", "change", day=f"2026-10-0{day}")
        if body is None:
            with pytest.raises(FileError, match="a link to another file"):
                versions_in_git(path)
    assert [(version.since.day, version.body) for version in versions_in_git(path)] == [(5, b"new")]


@pytest.mark.skipif(not HAS_GIT, reason="needs Git")
def test_change_that_came_by_a_merge_is_a_version(tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    git(tmp_path, "init", "-q", "-b", "main")
    path.write_bytes(b"a")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "first")
    git(tmp_path, "checkout", "-q", "-b", "other")
    path.write_bytes(b"b")
    git(tmp_path, "commit", "-q", "-a", "-m", "second", day="2026-10-02")
    git(tmp_path, "checkout", "-q", "main")
    git(tmp_path, "merge", "-q", "--no-ff", "other", "-m", "merge", day="2026-10-03")
    assert [(version.since.day, version.body) for version in versions_in_git(path)] == [(1, b"a"), (3, b"b")]


@pytest.mark.skipif(not HAS_GIT, reason="needs Git")
def test_text_that_is_not_committed_is_known(tmp_path: Path) -> None:
    path = tmp_path / "robots[1].txt"
    for name in (path.name, "robots1.txt"):
        (tmp_path / name).write_bytes(b"a")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "first")
    (tmp_path / "robots1.txt").write_bytes(b"b")
    assert not is_changed_in_git(path)
    path.write_bytes(b"b")
    assert is_changed_in_git(path)


@pytest.mark.skipif(not HAS_GIT, reason="needs Git")
def test_file_that_git_does_not_know_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        versions_in_git(tmp_path / "robots.txt")
    with pytest.raises(FileError):
        versions_in_git(tmp_path / "missing" / "robots.txt")


@pytest.mark.skipif(not HAS_GIT, reason="needs Git")
def test_tags_of_the_branch_have_their_times(tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    git(tmp_path, "init", "-q")
    for day in ("2026-10-01", "2026-10-05"):
        path.write_text(day, "utf-8")
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-q", "-m", day, day=day)
    git(tmp_path, "tag", "-a", "-m", "x", "shop/4.2", day="2026-10-09")
    git(tmp_path, "tag", "first", "HEAD~1")
    git(tmp_path, "checkout", "-q", "-b", "side")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "side", day="2026-10-20")
    git(tmp_path, "tag", "elsewhere")
    git(tmp_path, "checkout", "-q", "-")
    assert tags_in_git(path) == (
        (datetime(2026, 10, 1, 6, 30, tzinfo=UTC), "first"),
        (datetime(2026, 10, 9, 6, 30, tzinfo=UTC), "shop/4.2"),
    )


@pytest.mark.skipif(not HAS_GIT, reason="needs Git")
@pytest.mark.parametrize("time", ["@253402300800 +0000", "@253402300799 -1200"], ids=["year 10000", "9999 in UTC-12"])
def test_commit_of_a_clock_gone_wrong_has_the_time_of_the_one_before(tmp_path: Path, time: str) -> None:
    path = tmp_path / "robots.txt"
    git(tmp_path, "init", "-q")
    for body, when in ((b"a", ""), (b"b", time), (b"c", "2026-10-05T00:00:00Z")):
        path.write_bytes(body)
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-q", "-m", "x", time=when)
        git(tmp_path, "tag", "-a", "-m", "x", body.decode(), time=when)
    assert [(version.since.day, version.body) for version in versions_in_git(path)] == [(1, b"b"), (5, b"c")]
    assert [name for _, name in tags_in_git(path)] == ["a", "c"]
