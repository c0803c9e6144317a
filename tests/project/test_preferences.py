"""Preferences: read as written, refused with one sentence, and overridden by an administrator."""

import re
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from robotstudio.fetch.options import options_of
from robotstudio.lint.rules import RULES
from robotstudio.project.preferences import (
    CLOSED,
    PREFERENCES,
    AdministratorPolicy,
    PreferencesError,
    is_fine,
    load_chosen,
    load_policy,
    parse,
    wanted_of,
    written,
)
from robotstudio.project.settings import ChoiceSetting, FlagSetting, NumberSetting, TextListSetting
from robotstudio.project.state import State, StateStore
from robotstudio.store.places import Places

HERE = Path("settings.toml")
GOOD: dict[str, Any] = {
    "language": "ru",
    "theme": "dark",
    "code_font": 'DejaVu "Sans" Mono\\',
    "default_crawlers": ("Googlebot", "GPTBot"),
    "default_urls": ("/", "/cart?a=b", "https://www.example.com/ä"),
    "user_agent": "Mozilla/5.0 (über)",
    "sender": "me@example.com",
    "proxy": "http://proxy.example:3128",
    "authorities": "/etc/ssl/extra.pem",
    "checks_off": ("RS303",),
}


def another(name: str) -> Any:
    """Return a value that the setting may have, and not as delivered."""
    row = PREFERENCES[name]
    if isinstance(row.kind, FlagSetting):
        return not row.default
    if isinstance(row.kind, NumberSetting):
        return row.kind.low if row.default != row.kind.low else row.kind.high
    return GOOD[name]


def test_every_setting_is_a_field_with_the_same_default() -> None:
    assert {name: getattr(State(), name) for name in PREFERENCES} == {
        name: row.default for name, row in PREFERENCES.items()
    }
    assert len({row.key for row in PREFERENCES.values()}) == len(PREFERENCES)
    assert all(row.key.count(".") == 1 for row in PREFERENCES.values())


@pytest.mark.parametrize("name", PREFERENCES)
def test_setting_is_written_and_read_again(name: str) -> None:
    row, value = PREFERENCES[name], another(name)
    text = written({name: value})
    assert parse(text.encode(), HERE) == {name: value}
    assert row.key.partition(".")[2] in text
    assert is_fine(name, value)


@pytest.mark.parametrize("name", PREFERENCES)
def test_setting_of_another_kind_is_refused_with_one_sentence(name: str) -> None:
    section, _, key = PREFERENCES[name].key.partition(".")
    with pytest.raises(PreferencesError) as refused:
        parse(f"[{section}]\n{key} = {{ a = 1 }}".encode(), HERE)
    said = f"“settings.toml”: {PREFERENCES[name].key} takes {wanted_of(PREFERENCES[name].kind)}."
    assert str(refused.value) == said
    assert "something else" not in said


def test_everything_together_is_one_readable_file() -> None:
    values = {name: another(name) for name in PREFERENCES}
    text = written(values)
    assert parse(text.encode(), HERE) == values
    assert text.startswith("# Settings of Robot Studio.")
    assert '[simulation]\ncrawlers = [\n    "Googlebot",\n    "GPTBot",\n]\n' in text
    assert text.count("[fetching]") == 1


def test_document_names_every_setting_and_no_other() -> None:
    document = Path(__file__).parents[2] / "docs" / "settings.md"
    rows = re.findall(r"^\| `([a-z-]+\.[a-z-]+)` \|", document.read_text("utf-8"), re.MULTILINE)
    assert rows == [row.key for row in PREFERENCES.values()]
    _, _, example = document.read_text("utf-8").partition("```toml\n")
    text = example.partition("```")[0]
    assert written(parse(text.encode(), HERE)) == text


def test_what_is_as_delivered_is_not_written() -> None:
    assert parse(written({name: row.default for name, row in PREFERENCES.items()}).encode(), HERE) == {}


@given(st.text())
def test_any_text_is_refused_or_comes_back(text: str) -> None:
    for name in ("code_font", "user_agent", "proxy", "authorities"):
        if is_fine(name, text):
            assert parse(written({name: text}).encode(), HERE).get(name, "") == text


@given(st.binary())
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    try:
        values = parse(content, HERE)
    except PreferencesError as error:
        assert str(error).startswith("“settings.toml”")  # noqa: PT017  # either is fine
    else:
        assert set(values) <= set(PREFERENCES)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[editor]\ntext-size = 99", "“settings.toml”: editor.text-size takes a whole number from 9 to 28."),
        (
            b"[editor]\ntext-siz = 12",
            "“settings.toml”: unknown setting editor.text-siz. Did you mean editor.text-size?",
        ),
        (b"[qqq]\nx = 1", "“settings.toml”: unknown setting qqq.x."),
        (b"version = 2", "“settings.toml” is from a newer Robot Studio."),
        (b"[" + b"q" * 99 + b"]\nx = 1", f"“settings.toml”: unknown setting {'q' * 79}…."),
        (b"\xff", "“settings.toml” is not a settings file: it is not UTF-8."),
        (
            b'[fetching]\nproxy = "http://me:secret@proxy.example"',
            (
                "“settings.toml”: fetching.proxy takes the address of a proxy without a password, such as "
                "http://proxy.example:3128."
            ),
        ),
    ],
)
def test_what_is_wrong_is_said(content: bytes, said: str) -> None:
    with pytest.raises(PreferencesError) as refused:
        parse(content, HERE)
    assert str(refused.value) == said


@pytest.mark.parametrize("content", [b"a = " + b"1" * 5_000, b"a = " + b"[" * 5_000, b"version = " + b"9" * 5_000])
def test_number_and_depth_beyond_all_bounds_are_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(PreferencesError, match="is not a settings file"):
        parse(content, HERE)
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    assert load_chosen(path, None)[0] == {}
    assert load_chosen(path, path)[0] == CLOSED
    policy = tmp_path / "policy.toml"
    policy.write_bytes(content)
    assert StateStore(tmp_path / "state.json", policy).load().state == State(**CLOSED)


@pytest.mark.parametrize("space", [" ", "\t", "\n", "\x7f", "\u2003"])
def test_proxy_is_one_word(space: str) -> None:
    content = f'[fetching]\nproxy = "http://pro{space}xy.example"'.replace("\n", "\\n").replace("]\\n", "]\n")
    with pytest.raises(PreferencesError):
        parse(content.encode(), HERE)
    assert not is_fine("proxy", f"http://pro{space}xy.example")


@pytest.mark.parametrize("proxy", ["http://[", "ftp://a.example", "http://a b", "a.example", "http://a.example/x?y"])
def test_what_is_no_proxy_is_refused(proxy: str) -> None:
    assert not is_fine("proxy", proxy)


@pytest.mark.parametrize("proxy", ["http://127.0.0.1:8080", "http://[::1]:3128", "https://proxy.example", "http://p/"])
def test_what_is_a_proxy_is_taken(proxy: str) -> None:
    assert is_fine("proxy", proxy)


def test_every_code_of_a_rule_may_be_off() -> None:
    assert is_fine("checks_off", tuple(RULES))


def test_kinds_say_what_they_want() -> None:
    assert str(wanted_of(ChoiceSetting(("", "a", "b")))) == "one of a, b"
    assert str(wanted_of(TextListSetting())) == "something else"


class TestStore:
    """The two files beside one another, and the policy over them."""

    def test_what_is_set_stands_in_the_readable_file_alone(self, tmp_path: Path) -> None:
        store = StateStore(tmp_path / "state.json")
        store.load()
        store.save(State(zoom=20, urls=("/a",)))
        assert "zoom" not in store.path.read_text()
        assert "text-size = 20" in store.settings_path.read_text()
        assert StateStore(store.path).load().state == State(zoom=20, urls=("/a",))

    def test_nothing_set_makes_no_file(self, tmp_path: Path) -> None:
        store = StateStore(tmp_path / "state.json")
        store.save(store.load().state)
        assert not store.settings_path.exists()

    def test_settings_of_an_older_version_move(self, tmp_path: Path) -> None:
        store = StateStore(tmp_path / "state.json")
        store.path.write_text('{"version": 1, "theme": "dark", "zoom": 18}')
        loaded = store.load()
        assert (loaded.state.theme, loaded.state.zoom) == ("dark", 18)
        store.save(loaded.state)
        assert "dark" not in store.path.read_text()
        assert StateStore(store.path).load().state == loaded.state

    def test_broken_file_is_kept_and_told(self, tmp_path: Path) -> None:
        store = StateStore(tmp_path / "state.json")
        store.settings_path.write_text("[editor\n")
        loaded = store.load()
        assert loaded.state == State()
        assert len(loaded.notices) == 1
        store.save(State(zoom=20))
        assert store.settings_path.with_name("settings.toml.broken").read_text() == "[editor\n"

    def test_good_rows_hold_beside_a_bad_one(self, tmp_path: Path) -> None:
        store = StateStore(tmp_path / "state.json")
        store.settings_path.write_text("[editor]\ntext-size = 20\nruler-column = -1\n")
        loaded = store.load()
        assert loaded.state == State(zoom=20)
        assert [str(each) for each in loaded.notices] == [
            f"“{store.settings_path}”: editor.ruler-column takes a whole number from 0 to 500."
        ]

    @pytest.mark.parametrize("edited", ["[editor\n", "[editor]\ntext-siz = 20\n", "version = 99\n"])
    def test_file_that_is_not_understood_is_kept_when_settings_are_saved(self, tmp_path: Path, edited: str) -> None:
        store = StateStore(tmp_path / "state.json")
        store.save(State(ruler=80))
        store.settings_path.write_text(edited)
        store.save(State(ruler=80, theme="dark"))
        assert store.settings_path.with_name("settings.toml.broken").read_text() == edited
        assert StateStore(store.path).load().state.theme == "dark"

    def test_window_that_set_nothing_does_not_undo_what_another_set(self, tmp_path: Path) -> None:
        one, other = (StateStore(tmp_path / "state.json") for _ in range(2))
        state = one.load().state
        other.load()
        other.save(State(zoom=20))
        one.save(state)
        assert StateStore(one.path).load().state.zoom == 20

    def test_two_windows_set_two_things(self, tmp_path: Path) -> None:
        one, other = (StateStore(tmp_path / "state.json") for _ in range(2))
        state = one.load().state
        other.load()
        other.save(State(zoom=20, theme="dark"))
        one.save(replace(state, ruler=80))
        assert StateStore(one.path).load().state == State(zoom=20, theme="dark", ruler=80)
        other.save(State(zoom=20))
        assert StateStore(one.path).load().state == State(zoom=20, ruler=80)

    def test_policy_holds_and_what_was_chosen_is_kept(self, tmp_path: Path) -> None:
        policy = tmp_path / "policy.toml"
        policy.write_text('[general]\ntheme = "light"\n')
        plain = StateStore(tmp_path / "state.json")
        plain.save(State(theme="dark"))
        store = StateStore(plain.path, policy)
        loaded = store.load()
        assert loaded.state.theme == "light"
        assert loaded.policy.values == {"theme": "light"}
        store.save(State(theme="light", zoom=20))
        assert StateStore(plain.path).load().state == State(theme="dark", zoom=20)

    @pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
    def test_settings_are_for_the_user_alone(self, tmp_path: Path) -> None:
        store = StateStore(tmp_path / "state.json")
        store.save(State(zoom=20))
        assert stat.S_IMODE(store.settings_path.stat().st_mode) == 0o600


def test_policy_that_cannot_be_understood_is_told(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text("[general]\ntheme = 3\nlanguage = 'ru'\n")
    policy, told = load_policy(path)
    assert policy.values == {"language": "ru"}
    assert [str(each) for each in told] == [
        (
            f"“{path}”: general.theme takes one of system, light, dark, high-contrast. "
            "Until an administrator fixes it, that setting is ignored."
        )
    ]
    assert load_policy(tmp_path / "none") == load_policy(None)


UNREADABLE = {
    "no TOML": b"[general\n",
    "not text": b"\xff\xfe",
    "a newer version": b"version = 99\n",
    "too large": b"#" * 2_000_000,
    "a table twice": b"[history]\nkept = false\n[history]\nkept = false\n",
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_policy_that_cannot_be_read_closes_all_that_a_policy_can_close(case: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_bytes(UNREADABLE[case])
    settings = tmp_path / "settings.toml"
    settings.write_text("[fetching]\nredirects = 3\nuses-proxy = false\n[privacy]\nremembers-work = true\n")
    policy, (said,) = load_policy(path)
    assert policy == AdministratorPolicy(path, CLOSED, is_unread=True)
    assert str(said).endswith("nothing is fetched, and neither fetches nor your work are saved.")
    chosen, _ = load_chosen(settings, path)
    assert (chosen["redirects"], chosen["remembers_work"], chosen["keeps_history"]) == (0, False, False)
    assert options_of(chosen).proxy == CLOSED["proxy"]


def test_policy_that_is_a_folder_closes_too(tmp_path: Path) -> None:
    assert load_policy(tmp_path)[0].values == CLOSED


@pytest.mark.parametrize(
    ("row", "name", "value"),
    [
        ("[history]\nkept = 'no'", "keeps_history", False),
        ("[history]\nkep = false", "keeps_history", False),
        ("[privacy]\nremembers-work = 0", "remembers_work", False),
        ("[fetching]\nredirects = -1", "redirects", 0),
        ("[fetching]\nproxy = 'proxy.example'", "proxy", "http://policy-cannot-be-read.invalid"),
        ("[general]\nasks-for-updates = 'never'", "asks_for_updates", False),
    ],
)
def test_value_of_a_policy_that_is_not_understood_is_the_strictest(
    row: str, name: str, value: object, tmp_path: Path
) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(f"{row}\n[editor]\nruler-column = 80\n")
    policy, (said,) = load_policy(path)
    assert policy.values == {name: value, "ruler": 80}
    assert "the strictest value applies" in str(said)


def test_every_strictest_value_is_one_that_may_be_set() -> None:
    assert all(is_fine(name, value) for name, value in CLOSED.items())


def test_policy_holds_over_what_tools_read(tmp_path: Path) -> None:
    settings, policy = tmp_path / "settings.toml", tmp_path / "policy.toml"
    settings.write_text("[fetching]\nanswer-seconds = 60\nredirects = 3\n")
    policy.write_text("[fetching]\nredirects = 0\n")
    assert load_chosen(settings, policy)[0] == {"answer_seconds": 60, "redirects": 0}
    assert load_chosen(tmp_path / "no", None) == ({}, ())


def test_policy_is_where_only_an_administrator_writes(tmp_path: Path) -> None:
    everywhere = Places.default({"ROBOTSTUDIO_HOME": str(tmp_path)})
    assert everywhere.policy is not None
    assert tmp_path not in everywhere.policy.parents
    assert everywhere.settings == tmp_path / "settings.toml"
    assert Places.under(tmp_path).policy is None
