"""Where the program keeps its files."""

from dataclasses import astuple
from pathlib import Path

import platformdirs

from robotstudio.io.places import Places


def test_the_systems_places_are_used() -> None:
    places = Places.default({})
    assert places.state == platformdirs.user_config_path("robotstudio", appauthor=False) / "state.json"
    assert places.journal == platformdirs.user_data_path("robotstudio", appauthor=False) / "journal"
    assert places.crawlers == platformdirs.user_data_path("robotstudio", appauthor=False) / "crawlers.json"
    assert places.history == platformdirs.user_data_path("robotstudio", appauthor=False) / "history.sqlite"


def test_one_variable_moves_all_of_it(tmp_path: Path) -> None:
    assert Places.default({"ROBOTSTUDIO_HOME": str(tmp_path)}) == Places.under(tmp_path)
    assert {place.parent for place in astuple(Places.under(tmp_path))} == {tmp_path}


def test_an_empty_variable_moves_nothing() -> None:
    assert Places.default({"ROBOTSTUDIO_HOME": ""}) == Places.default({})
