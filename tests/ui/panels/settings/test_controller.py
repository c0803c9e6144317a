"""Every setting has an effect in the whole window, survives a restart, and yields to a policy."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from robotstudio.project.preferences import PREFERENCES, parse, written
from robotstudio.project.state import State, StateStore
from robotstudio.text.language import WORDS
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.editor.rows import TEXT_INSET
from robotstudio.ui.language.language import WindowLanguage
from robotstudio.ui.panels.settings.rows import SettingsSection
from robotstudio.ui.shell import dialogs
from robotstudio.ui.theme.theme import Mode, theme
from tests.fetch.server import ROBOTS, response, serve
from tests.ui.parts import part_of
from tests.ui.studios import Studios, act, settle

Observe = Callable[[Studio], object]


def default_set(studio: Studio) -> object:
    act(studio, "crawlers.default")
    return tuple(crawler.token for crawler in studio.session.crawlers)


def usual(field: str) -> Observe:
    return lambda studio: getattr(studio.fetcher.usual.options, field)


def hosts(field: str) -> Observe:
    return lambda studio: getattr(studio.hosts.panel.limits, field)


def editor_family(studio: Studio) -> object:
    return part_of(studio.editor, RobotsEdit).font().families()[0]


SEEN: dict[str, tuple[object, object, Observe]] = {
    "language": ("ru", "ru", lambda studio: studio.tabs.language.choice),
    "theme": ("dark", True, lambda _studio: theme.dark),
    "scale": (150, 150, lambda studio: studio.settings.values()["scale"]),
    "less_motion": (True, True, lambda _studio: theme.has_less_motion),
    "code_font": (
        "DejaVu Sans Mono",
        "DejaVu Sans Mono",
        lambda studio: part_of(studio.editor, RobotsEdit).font().families()[0],
    ),
    "zoom": (20, 20, lambda studio: studio.editor.zoom),
    "shows_reading": (False, False, lambda studio: studio.window.actions_by_id["view.reading"].isChecked()),
    "default_crawlers": (("bingbot", "GPTBot"), ("bingbot", "GPTBot"), default_set),
    "most_flips": (50, 50, lambda studio: studio.changes.share),
    "user_agent": ("Auditor/1", "Auditor/1", usual("user_agent")),
    "sender": ("me@example.com", "me@example.com", usual("sender")),
    "answer_seconds": (60, 60, usual("seconds")),
    "redirects": (2, 2, usual("redirects")),
    "uses_proxy": (False, "", usual("proxy")),
    "proxy": ("http://proxy.example:3128", "http://proxy.example:3128", usual("proxy")),
    "authorities": ("/tmp/more.pem", "/tmp/more.pem", usual("ca_file")),
    "hosts_at_once": (3, 3, hosts("at_once")),
    "fetches_per_host": (1, 1, hosts("per_host")),
    "fetches_per_second": (7, 7.0, hosts("per_second")),
    "keeps_history": (False, False, lambda studio: studio.history.is_kept),
}
"""A value to set, its visible effect, and where to see it. More complex effects have their own tests."""

ELSEWHERE = {"asks_for_updates", "ruler", "default_urls", "checks_off", "history_megabytes", "remembers_work"}


def restarted(studios: Studios, studio: Studio) -> Studio:
    studios.end(studio)
    return studios.start()


def codes(studio: Studio) -> set[str]:
    checked = studio.problems.panel.checked
    return {finding.code for finding in checked.findings} if checked else set()


def test_every_setting_is_seen_to_do_something() -> None:
    assert {*SEEN, *ELSEWHERE} == set(PREFERENCES)


@pytest.fixture
def _english_afterwards(qapp: QApplication) -> Iterator[None]:
    yield
    language = WindowLanguage(qapp)
    language.speak("en")
    language.deleteLater()


@pytest.mark.usefixtures("_english_afterwards")
def test_setting_is_heeded_at_once_and_after_a_restart_and_is_reset(studios: Studios) -> None:
    studio = studios.start()
    settings = studio.settings
    settings.choose("theme", "light")
    before = {name: look(studio) for name, (_, _, look) in SEEN.items()}
    for name, (value, seen, look) in SEEN.items():
        if name == "proxy":
            settings.reset("uses_proxy")
        assert look(studio) != seen, name
        settings.choose(name, value)
        assert look(studio) == seen, name
    settings.choose("uses_proxy", value=False)
    studio = restarted(studios, studio)
    assert WORDS.code == "ru"
    for name, (value, seen, look) in SEEN.items():
        assert studio.settings.values()[name] == value, name
        if name != "proxy":  # none is used
            assert look(studio) == seen, name
    for name in SEEN:
        studio.settings.reset(name)
    studio.settings.choose("theme", "light")
    assert {name: look(studio) for name, (_, _, look) in SEEN.items()} == before


def test_ruler_is_drawn_behind_its_column(studios: Studios) -> None:
    studio = studios.start()
    studio.open(written_robots(studios))
    edit, color = part_of(studio.editor, RobotsEdit), theme.color("border_strong")
    studio.settings.choose("ruler", 10)
    x = round(edit.contentOffset().x() + TEXT_INSET + 10 * QFontMetricsF(edit.font()).horizontalAdvance(" "))
    assert edit.viewport().grab().toImage().pixelColor(x, edit.viewport().height() - 4) == color
    studio.settings.reset("ruler")
    assert edit.viewport().grab().toImage().pixelColor(x, edit.viewport().height() - 4) != color


def written_robots(studios: Studios, body: bytes = b"User-agent: *\n Disallow: /a\nDisalow: /b\n") -> Path:
    path = studios.places.state.parent / "robots.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(body)
    return path


def test_urls_to_begin_with_are_taken_where_there_are_none(studios: Studios) -> None:
    studio = studios.start()
    studio.settings.choose("default_urls", ("/one", "/two"))
    studio = restarted(studios, studio)
    settle(studio)
    assert [url.written for url in studio.session.urls] == ["/one", "/two"]
    studio.urls.add_text("/three")
    studio = restarted(studios, studio)
    assert len(studio.session.urls) == 3


def test_check_that_is_off_is_not_looked_for(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    studio.open(written_robots(studios))
    qtbot.waitUntil(lambda: "RS110" in codes(studio))
    act(studio, "file.settings")
    panel = studio.settings.panel
    panel.show_section(SettingsSection.CHECKS)
    panel.lines["checks_off.RS110"].control.click()
    qtbot.waitUntil(lambda: "RS110" not in codes(studio))
    assert "RS102" in codes(studio)
    studio = restarted(studios, studio)
    assert studio.settings.values()["checks_off"] == ("RS110",)
    studio.open(written_robots(studios, b"User-agent: *\n Disallow: /a\nDisalow: /b\n" * 2_000))  # for the worker
    qtbot.waitUntil(lambda: "RS102" in codes(studio))
    assert "RS110" not in codes(studio)
    studio.settings.reset("checks_off", "RS110")
    qtbot.waitUntil(lambda: "RS110" in codes(studio))


def test_history_takes_no_more_room(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    studio.settings.choose("history_megabytes", 2)
    with serve(response(200, ROBOTS)) as server, qtbot.waitSignal(studio.history.changed) as told:
        studio.fetcher.fetch(server.url)
    assert told.args
    assert told.args[0].usage.max_bytes == 2 * 1024 * 1024
    studio.settings.choose("history_megabytes", 3)
    with qtbot.waitSignal(studio.history.changed) as told:
        studio.history.refresh()
    assert told.args
    assert told.args[0].usage.max_bytes == 3 * 1024 * 1024


def test_every_fetch_is_as_set(qtbot: QtBot, studios: Studios) -> None:
    studio = studios.start()
    settings = studio.settings
    settings.choose("user_agent", "Auditor/1")
    settings.choose("sender", "me@example.com")
    settings.choose("uses_proxy", value=False)
    with serve(response(200, ROBOTS)) as server:
        with qtbot.waitSignal(studio.fetcher.finished):
            studio.fetcher.fetch(server.url)
        with qtbot.waitSignal(studio.page_checks.job.ended):
            studio.page_checks.job.check(f"{server.url}/page")
        act(studio, "fetch.hosts")
        studio.hosts.panel.set_list(server.url)
        with qtbot.waitSignal(studio.hosts.job.ended):
            studio.hosts.panel.fetch_button.click()
        studio.editor.set_body(f"Sitemap: {server.url}/sitemap.xml\n".encode())
        settle(studio)
        act(studio, "simulate.sitemaps")
        settle(studio)
        heads = [head.decode("ascii").lower() for head in server.requests]
    assert len(heads) >= 5
    assert [head for head in heads if "auditor/1" not in head or "from: me@example.com" not in head] == []


def test_work_is_not_remembered_where_it_shall_not_be(studios: Studios) -> None:
    studio = studios.start()
    studio.urls.add_text("/secret")
    studio.open(written_robots(studios))
    studio.settings.choose("remembers_work", value=False)
    studios.end(studio)
    assert "/secret" not in studios.places.state.read_text("utf-8")
    assert "robots.txt" not in studios.places.state.read_text("utf-8")


def test_everything_is_forgotten_and_settings_stay(
    qtbot: QtBot, studios: Studios, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = studios.start()
    studio.open(written_robots(studios))
    studio.urls.add_text("/secret")
    studio.settings.choose("zoom", 20)
    with serve(response(200, ROBOTS)) as server, qtbot.waitSignal(studio.history.recorded):
        studio.fetcher.fetch(server.url)
    monkeypatch.setattr(dialogs, "ask_forget_everything", lambda _parent: False)
    studio.settings.panel.forget_button.click()
    assert len(studio.session.urls) == 1
    monkeypatch.setattr(dialogs, "ask_forget_everything", lambda _parent: True)
    with qtbot.waitSignal(studio.history.changed) as told:
        studio.settings.panel.forget_button.click()
    assert told.args
    assert told.args[0].hosts == ()
    settle(studio)
    assert len(studio.session.urls) == 0
    studios.end(studio)
    loaded = StateStore(studios.places.state).load().state
    assert (loaded.urls, loaded.recent_files, loaded.zoom) == ((), (), 20)


class TestFiles:
    """Export, import and rejected files."""

    def test_export_and_import(self, studios: Studios, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        studio = studios.start()
        path = tmp_path / "mine.toml"
        monkeypatch.setattr(dialogs, "ask_save_settings_path", lambda _parent: path)
        monkeypatch.setattr(dialogs, "ask_settings_path", lambda _parent: path)
        studio.settings.choose("zoom", 20)
        studio.settings.choose("checks_off", ("RS303",))
        studio.settings.panel.export_button.click()
        assert parse(path.read_bytes(), path) == {"zoom": 20, "checks_off": ("RS303",)}
        studio.settings.choose("zoom", 15)
        studio.settings.choose("sender", "me")
        studio.settings.panel.import_button.click()
        assert studio.editor.zoom == 20
        assert studio.settings.values()["sender"] == ""

    @pytest.mark.parametrize("content", [b"[editor]\ntext-size = 99", b"[editor", b"\xff", b"[x]\ny = 1", None])
    def test_file_that_is_not_understood_changes_nothing(
        self, studios: Studios, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
    ) -> None:
        studio = studios.start()
        studio.settings.choose("zoom", 20)
        path, said = tmp_path / "bad.toml", list[str]()
        if content is not None:
            path.write_bytes(content)
        monkeypatch.setattr(dialogs, "show_error", lambda _parent, sentence: said.append(sentence))
        before = dict(studio.settings.values())
        studio.settings.take_file(path)
        assert studio.settings.values() == before
        assert len(said) == 1
        assert str(path) in said[0]
        assert said[0].endswith("Nothing was changed.")

    def test_all_is_reset_when_that_is_confirmed(self, studios: Studios, monkeypatch: pytest.MonkeyPatch) -> None:
        studio = studios.start()
        studio.settings.choose("zoom", 20)
        studio.settings.choose("ruler", 80)
        for answer, zoom in ((False, 20), (True, 13)):
            monkeypatch.setattr(dialogs, "ask_reset_settings", lambda _parent, answer=answer: answer)
            studio.settings.panel.reset_all_button.click()
            assert studio.editor.zoom == zoom
        assert studio.settings.values()["ruler"] == 0


class TestPolicy:
    """Settings of an administrator's policy."""

    @pytest.fixture
    def ruled(self, studios: Studios) -> Studio:
        home = studios.places.state.parent
        home.mkdir()
        policy = home / "policy.toml"
        policy.write_text(written({"theme": "dark", "zoom": 16, "sender": "it@example.com", "keeps_history": False}))
        StateStore(studios.places.state).save(State(theme="light", zoom=20, ruler=80))
        studios.places = replace(studios.places, policy=policy)
        return studios.start()

    def test_policy_holds_and_says_so(self, ruled: Studio) -> None:
        assert theme.mode is Mode.DARK
        assert ruled.editor.zoom == 16
        assert ruled.fetcher.usual.options.sender == "it@example.com"
        assert not ruled.history.is_kept
        act(ruled, "file.settings")
        panel = ruled.settings.panel
        panel.policy_pill.click()
        assert {line.row.name for line in panel.lines.values() if line.isVisible()} == {
            *("theme", "zoom", "sender", "keeps_history")
        }
        line = panel.lines["theme"]
        assert not line.control.isEnabled()
        assert "policy.toml" in line.hint.text()

    def test_nothing_sets_it_otherwise(self, ruled: Studio) -> None:
        act(ruled, "theme.light")
        assert theme.mode is Mode.DARK
        act(ruled, "file.new")
        act(ruled, "view.zoom_in")
        assert ruled.editor.zoom == 16
        assert "policy.toml" in ruled.window.status_bar.message.text()
        ruled.settings.choose("sender", "me")
        ruled.settings.reset("theme")
        assert ruled.settings.values()["sender"] == "it@example.com"
        assert theme.mode is Mode.DARK

    def test_settings_of_a_file_that_it_lays_down_too_are_not_said_to_be_taken(
        self, ruled: Studio, tmp_path: Path
    ) -> None:
        path = tmp_path / "mine.toml"
        path.write_text(written({"theme": "light", "zoom": 20, "ruler": 60}), "utf-8")
        ruled.settings.take_file(path)
        assert ruled.window.status_bar.message.text() == f"Imported 1 setting from {path}."

    def test_what_was_chosen_before_is_kept_under_it(self, studios: Studios, ruled: Studio) -> None:
        ruled.settings.choose("ruler", 60)
        studios.end(ruled)
        assert StateStore(studios.places.state).load().state.theme == "light"
        assert StateStore(studios.places.state).load().state.zoom == 20
        assert StateStore(studios.places.state).load().state.ruler == 60


def test_menu_and_dialog_say_the_same(studios: Studios) -> None:
    studio = studios.start()
    act(studio, "file.settings")
    panel: Any = studio.settings.panel
    act(studio, "theme.dark")
    assert panel.lines["theme"].control.segments.current == 2
    panel.lines["theme"].control.segments.set_current(1)
    assert studio.window.actions_by_id["theme.light"].isChecked()
