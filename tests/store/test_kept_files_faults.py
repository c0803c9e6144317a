"""Saved data survives any fault of the system: afterwards there is either the old or the new version, complete."""

import errno
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from robotstudio.compliance import ip_ranges, saved_ranges
from robotstudio.compliance.saved_ranges import lists_in_force, save_lists
from robotstudio.draft.expectations import load as load_expectations
from robotstudio.draft.expectations import parse
from robotstudio.draft.expectations import save as save_expectations
from robotstudio.fetch.history.store import History
from robotstudio.project.crawler_file import CrawlerFile
from robotstudio.project.file.model import Project
from robotstudio.project.file.project_file import load as load_project
from robotstudio.project.file.project_file import save as save_project
from robotstudio.project.state import State, StateStore
from robotstudio.store.errors import HistoryError, RobotStudioError
from robotstudio.store.journal import Journal
from tests.system_faults import Fault

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
_MOST_CALLS = 400


class Kept(NamedTuple):
    """Something saved in a folder: `save` writes one of two versions, `read` returns the name of the one found.

    `read` fails the test if something else is there than one of the two.
    """

    save: Callable[[Path, str], object]
    read: Callable[[Path], set[str]]


def _save_state(folder: Path, version: str) -> None:
    store = StateStore(folder / "state.json")
    store.load()
    store.save(State(language={"old": "es", "new": "ru"}[version], geometry=version.encode()))


def _read_state(folder: Path) -> set[str]:
    loaded = StateStore(folder / "state.json").load()
    assert loaded.notices == ()
    return {{"es": "old", "ru": "new"}[loaded.state.language], loaded.state.geometry.decode()}


def _save_journal(folder: Path, version: str) -> None:
    journal = Journal(folder)
    orphans = journal.orphans()
    try:
        journal.write("text", None, version.encode())
        for orphan in orphans:
            journal.discard(orphan)
    finally:
        journal.close()


def _read_journal(folder: Path) -> set[str]:
    with Journal(folder) as journal:
        found = {orphan.body.decode() for orphan in journal.orphans()}
        assert journal.take_unreadable() == ()
        return found


def _save_project(folder: Path, version: str) -> None:
    save_project(folder / "shop.robotstudio", Project(site=f"https://{version}.example"))


def _read_project(folder: Path) -> set[str]:
    return {load_project(folder / "shop.robotstudio").site.removeprefix("https://").removesuffix(".example")}


def _save_expectations(folder: Path, version: str) -> None:
    save_expectations(folder / "robots.txt.expect", parse(f"allow Googlebot /{version}\n"))


def _read_expectations(folder: Path) -> set[str]:
    ((_, expectation),) = load_expectations(folder / "robots.txt.expect").expectations
    return {expectation.url.removeprefix("/")}


def _save_crawlers(folder: Path, version: str) -> None:
    CrawlerFile(folder / "crawlers.json").change("OurBot", {"note": version})


def _read_crawlers(folder: Path) -> set[str]:
    (row,) = json.loads((folder / "crawlers.json").read_bytes())["crawlers"]
    return {row["note"]}


def _save_ranges(folder: Path, version: str) -> None:
    fresh = replace(ip_ranges.shipped_lists()[0], networks=("192.0.2.0/24",), dated="2099-01-01", source=version)
    save_lists(folder / "ip-ranges.json", [fresh], "2099-01-01")


def _read_ranges(folder: Path) -> set[str]:
    loaded = lists_in_force(folder / "ip-ranges.json")
    assert loaded.note is None
    return {loaded.lists[0].source}


KEPT = {
    "settings and state": Kept(_save_state, _read_state),
    "journal": Kept(_save_journal, _read_journal),
    "project": Kept(_save_project, _read_project),
    "expectations": Kept(_save_expectations, _read_expectations),
    "own crawlers": Kept(_save_crawlers, _read_crawlers),
    "addresses of crawlers": Kept(_save_ranges, _read_ranges),
}


@pytest.mark.parametrize("number", ERRORS, ids=[errno.errorcode[number] for number in ERRORS])
@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_survives_a_fault_at_any_system_call(
    name: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KEPT[name]
    shipped = ip_ranges.shipped_lists()
    for module in (saved_ranges, ip_ranges):
        monkeypatch.setattr(module, "shipped_lists", lambda: shipped)  # they are part of the program
    for at in range(1, _MOST_CALLS):
        folder = tmp_path / str(at)
        folder.mkdir()
        kept.save(folder, "old")
        with pytest.MonkeyPatch.context() as patch:
            fault = Fault(patch, at, number)
            has_failed = False
            try:
                kept.save(folder, "new")
            except RobotStudioError:
                has_failed = True
        found = kept.read(folder)
        assert found <= {"old", "new"}
        assert found, f"call {at} lost it"
        assert has_failed or "new" in found, "what was not saved is told"
        kept.save(folder, "new")
        assert kept.read(folder) == {"new"}
        if not fault.has_failed:
            return
    pytest.fail("saving has no end")


@pytest.mark.parametrize("number", ERRORS, ids=[errno.errorcode[number] for number in ERRORS])
def test_a_damaged_history_is_kept_whole_whatever_call_fails(number: int, tmp_path: Path) -> None:
    damaged = b"damaged" * 999
    for at in range(1, _MOST_CALLS):
        path = tmp_path / str(at) / "history.sqlite"
        path.parent.mkdir()
        path.write_bytes(damaged)
        with pytest.MonkeyPatch.context() as patch:
            fault = Fault(patch, at, number)
            with suppress(HistoryError):
                History.open(path).close()
        bodies = [each.read_bytes() for each in path.parent.iterdir()]
        assert damaged in bodies
        History.open(path).close()
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
        if not fault.has_failed:
            return
    pytest.fail("setting a history aside has no end")
