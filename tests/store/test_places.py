"""Where the program keeps its files."""

import stat
import sys
from pathlib import Path

import platformdirs
import pytest
from msgspec.structs import astuple, replace

from robotstudio.store.places import Places


def test_the_systems_places_are_used() -> None:
    places = Places.default({})
    assert places.state == platformdirs.user_config_path("robotstudio", appauthor=False) / "state.json"
    assert places.journal == platformdirs.user_data_path("robotstudio", appauthor=False) / "journal"
    assert places.crawlers == platformdirs.user_data_path("robotstudio", appauthor=False) / "crawlers.json"
    assert places.history == platformdirs.user_data_path("robotstudio", appauthor=False) / "history.sqlite"


def test_one_variable_moves_all_of_it(tmp_path: Path) -> None:
    places = Places.default({"ROBOTSTUDIO_HOME": str(tmp_path)})
    assert replace(places, policy=None) == Places.under(tmp_path)
    assert {place.parent for place in astuple(Places.under(tmp_path)) if place} == {tmp_path}


def test_an_empty_variable_moves_nothing() -> None:
    assert Places.default({"ROBOTSTUDIO_HOME": ""}) == Places.default({})


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no POSIX modes")
def test_what_an_older_version_made_for_all_to_read_is_closed(tmp_path: Path) -> None:
    data = tmp_path / "robotstudio"
    places = Places(data / "state.json", data / "journal", data / "crawlers.json", data / "history.sqlite")
    private = ("state.json", "state.json.broken", "history.sqlite", "history.sqlite-wal", "history.broken-2025.sqlite")
    places.journal.mkdir(parents=True)
    others = tmp_path / "robots.txt"
    for path in (*(data / name for name in private), places.journal / "a-draft.journal", others):
        path.write_bytes(b"")
        path.chmod(0o644)
    for directory in (data, places.journal, tmp_path):
        directory.chmod(0o755)
    places.make_private()
    assert {stat.S_IMODE((data / name).stat().st_mode) for name in private} == {0o600}
    assert stat.S_IMODE((places.journal / "a-draft.journal").stat().st_mode) == 0o600
    assert {stat.S_IMODE(directory.stat().st_mode) for directory in (data, places.journal)} == {0o700}
    assert (stat.S_IMODE(tmp_path.stat().st_mode), stat.S_IMODE(others.stat().st_mode)) == (0o755, 0o644)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no POSIX modes")
def test_a_directory_that_the_person_named_stays_open_for_others(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "state.json").write_bytes(b"")
    Places.under(tmp_path).make_private()
    Places.under(tmp_path / "missing").make_private()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert stat.S_IMODE((tmp_path / "state.json").stat().st_mode) == 0o600
