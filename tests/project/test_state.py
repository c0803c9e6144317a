"""State that persists between runs."""

import errno
import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robotstudio.project.state import SETTINGS, VERSION, LoadedState, State, StateStore
from robotstudio.store.errors import FileError
from robotstudio.urls.url_set import Source

texts = st.lists(st.text(min_size=1).filter(str.strip), unique=True, max_size=5).map(tuple)
remembered = st.builds(
    Source,
    id=st.text(),
    name=st.text(),
    kind=st.sampled_from(["list", "table", "sitemap", "log"]),
    locations=st.lists(st.text(), min_size=1, max_size=3).map(tuple),
    column=st.text(max_size=5),
    base=st.none() | st.just("https://www.example.com"),
    hits_column=st.text(max_size=5),
    log_fields=st.sampled_from(["", "time=ts,url=request.uri"]),
)


def state_of(**values: Any) -> State:
    """Build a state; `builds` would resolve annotations that are imported for type checkers only."""
    return State(**values)


states = st.builds(
    state_of,
    urls=texts,
    sources=st.lists(remembered, max_size=3).map(tuple),
    crawlers=texts,
    own_tokens=texts,
    recent_files=texts,
    geometry=st.binary(max_size=50),
    more_geometries=st.lists(st.binary(max_size=50), max_size=3).map(tuple),
    splitters=st.dictionaries(st.text(max_size=5), st.lists(st.integers(0, 5000), max_size=3).map(tuple), max_size=3),
    zoom=st.integers(9, 28),
    theme=st.sampled_from(["system", "light", "dark", "high-contrast"]),
    keeps_history=st.booleans(),
    shows_reading=st.booleans(),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values),
    max_leaves=6,
)


@pytest.fixture
def store(tmp_path: Path) -> StateStore:
    return StateStore(tmp_path / "config" / "state.json")


def _store(factory: pytest.TempPathFactory, content: bytes) -> StateStore:
    path = factory.mktemp("state") / "state.json"
    path.write_bytes(content)
    return StateStore(path)


def test_every_field_has_a_row() -> None:
    assert list(SETTINGS) == list(State.__struct_fields__)


@pytest.mark.parametrize("name", SETTINGS)
def test_the_default_of_a_row_is_of_its_kind(name: str) -> None:
    default = getattr(State(), name)
    assert SETTINGS[name].read(SETTINGS[name].write(default)) == default


def test_a_first_run_has_the_known_crawlers_and_no_notice(store: StateStore) -> None:
    assert store.load() == LoadedState(State())
    assert State().crawlers == ()
    assert not store.path.parent.exists()


@given(states)
def test_what_was_saved_is_loaded(tmp_path_factory: pytest.TempPathFactory, state: State) -> None:
    store = StateStore(tmp_path_factory.getbasetemp() / "state.json")
    store.save(state)
    assert store.load() == LoadedState(state)


def test_a_path_that_is_no_unicode_is_remembered(store: StateStore) -> None:
    store.save(State(recent_files=("/srv/\udcff/robots.txt",)))
    assert store.load().state.recent_files == ("/srv/\udcff/robots.txt",)


def test_saving_makes_the_directory(store: StateStore) -> None:
    store.save(State())
    assert store.path.exists()


@given(st.binary())
def test_any_bytes_load(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    store = _store(tmp_path_factory, content)
    loaded = store.load()
    assert loaded.state == State()
    assert loaded.notices


@given(st.dictionaries(st.sampled_from(list(SETTINGS)), json_values))
def test_any_values_load(tmp_path_factory: pytest.TempPathFactory, rows: dict[str, object]) -> None:
    store = _store(tmp_path_factory, json.dumps({"version": VERSION, **rows}).encode())
    loaded = store.load()
    store.save(loaded.state)
    assert store.load() == LoadedState(loaded.state)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b'{"version": "1"}', b"\xff", b"[" * 100_000])
def test_a_broken_file_is_set_aside(store: StateStore, content: bytes) -> None:
    store.save(State())
    store.path.write_bytes(content)
    loaded = store.load()
    aside = store.path.with_name("state.json.broken")
    assert loaded.state == State()
    assert [str(each) for each in loaded.notices] == [
        f"The settings could not be read and start with their defaults. The old file is kept as “{aside}”."
    ]
    assert aside.read_bytes() == content
    assert store.load() == LoadedState(State())


def test_an_earlier_rescue_is_never_overwritten(store: StateStore) -> None:
    store.save(State())
    for content in (b"first", b"second", b"third"):
        store.path.write_bytes(content)
        assert store.load().notices
    kept = {path.name: path.read_bytes() for path in store.path.parent.glob("state.json.broken*")}
    assert kept == {
        "state.json.broken": b"first",
        "state.json.broken-2": b"second",
        "state.json.broken-3": b"third",
    }


def test_a_version_of_any_length_is_set_aside(store: StateStore) -> None:
    store.save(State(urls=("/a",)))
    content = json.dumps({**json.loads(store.path.read_bytes()), "version": 10**300}).encode()
    store.path.write_bytes(content)
    assert store.load().state == State(urls=("/a",))
    store.save(State())
    assert store.path.with_name("state.json.newer").read_bytes() == content


def test_what_cannot_be_set_aside_is_not_overwritten(store: StateStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save(State())
    store.path.write_bytes(b"broken")

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refuse)
        assert "the settings of this session are not saved" in str(store.load().notices[0])
    with pytest.raises(FileError, match="The settings are not saved"):
        store.save(State())
    assert store.path.read_bytes() == b"broken"


def test_a_file_that_is_too_large_to_be_read_is_set_aside(store: StateStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save(State(urls=("/a",)))
    content = store.path.read_bytes()
    monkeypatch.setattr("robotstudio.project.state._SIZE_LIMIT", 10)
    assert "the limit is 10" in str(store.load().notices[0])
    store.save(State())
    assert store.path.with_name("state.json.unread").read_bytes() == content


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no POSIX modes")
@pytest.mark.parametrize("before", [None, 0o644, 0o666])
def test_the_settings_can_be_read_by_the_user_alone(store: StateStore, before: int | None) -> None:
    if before is not None:
        store.save(State())
        store.path.chmod(before)
    mask = os.umask(0)
    try:
        store.save(State())
    finally:
        os.umask(mask)
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.path.parent.stat().st_mode) & 0o077 == 0 or before is not None


def test_one_strange_value_costs_only_itself(store: StateStore) -> None:
    store.save(State(urls=("/a",), zoom=20))
    rows = json.loads(store.path.read_bytes())
    store.path.write_text(
        json.dumps({**rows, "theme": "pink", "geometry": "é", "crawlers": [1], "splitters": {"a": 1}})
    )
    loaded = store.load()
    assert loaded.state == State(urls=("/a",), zoom=20)
    expected = (
        "Settings that could not be read start with their defaults: “crawlers”, “geometry”, “splitters”, “theme”."
    )
    assert [str(each) for each in loaded.notices] == [expected]


def test_values_are_brought_into_their_bounds(store: StateStore) -> None:
    store.save(State(zoom=9000, recent_files=tuple(map(str, range(99))), urls=("/a", " ", "/a", "/b")))
    loaded = store.load().state
    assert (loaded.zoom, len(loaded.recent_files), loaded.urls) == (28, 10, ("/a", "/b"))


def test_a_file_of_a_newer_version_is_kept_and_read_as_far_as_it_goes(store: StateStore) -> None:
    store.save(State(urls=("/a",)))
    rows = json.loads(store.path.read_bytes())
    store.path.write_text(json.dumps({**rows, "version": 2, "panels": ["new"]}))
    loaded = store.load()
    assert loaded.state == State(urls=("/a",))
    assert "newer Robot Studio" in str(loaded.notices[0])
    assert json.loads(store.path.with_name("state.json.version-2").read_bytes())["panels"] == ["new"]


def test_a_file_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    (tmp_path / "state.json").mkdir()
    loaded = StateStore(tmp_path / "state.json").load()
    assert loaded.state == State()
    assert "is a directory" in str(loaded.notices[0])
    with pytest.raises(FileError):
        StateStore(tmp_path).save(State())


@pytest.mark.parametrize(
    "row",
    [
        None,
        "a.txt",
        {},
        {"id": "1", "name": "x", "kind": "list", "locations": []},
        {"id": "1", "name": "x", "kind": "list", "locations": "a.txt"},
        {"id": "1", "name": "x", "kind": "picture", "locations": ["a.png"]},
        {"id": 1, "name": "x", "kind": "list", "locations": ["a.txt"]},
    ],
)
def test_a_source_that_has_no_place_is_none(store: StateStore, row: object) -> None:
    store.path.parent.mkdir()
    store.path.write_text(json.dumps({"version": VERSION, "sources": [row]}), "utf-8")
    loaded = store.load()
    assert loaded.state == State()
    assert "“sources”" in str(loaded.notices[0])
