"""A project in the window: opened as it was left, saved as it is, and never closed unsaved without a question."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.fetch.http_scenario import DRAFT, HttpScenario
from robotstudio.project.file.model import EditKind, Environment, OverlayEdit, Project, ProjectScenario, ProjectSource
from robotstudio.project.file.project_file import bytes_of, load, save
from robotstudio.project.state import State, StateStore
from robotstudio.store.journal import Journal
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.urls.urls import parse_list
from tests.ui.studios import ROBOTS, Studios, act, drop_files, settle, url_of

STAGING = Environment("staging", "https://staging.example.com", (OverlayEdit(EditKind.CLOSE),))
SHOP = Project(
    note="of the shop",
    site="https://www.example.com",
    file="robots.txt",
    baseline="live.txt",
    urls=("/private/a", "https://www.example.com/b"),
    sources=(ProjectSource(("crawl.csv",), "table", column="Address"),),
    crawlers=("bingbot", "GPTBot"),
    scenario=ProjectScenario("503", 48, has_copy=True),
    environments=(STAGING,),
)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Save a project in its own folder, with all the files that it names."""
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "robots.txt").write_bytes(ROBOTS)
    (folder / "live.txt").write_bytes(b"User-agent: *\nDisallow:\n")
    (folder / "crawl.csv").write_text("Address\n/from-crawl\n", "utf-8")
    save(folder / "shop.robotstudio", SHOP)
    return folder / "shop.robotstudio"


@pytest.fixture
def studio(studios: Studios) -> Studio:
    """Open a window on its start page, with a URL that was typed without a project."""
    studio = studios.start()
    studio.urls.add(parse_list("/typed"))
    settle(studio)
    return studio


class Answers:
    """Answers a question in the person's place, and records it."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked: list[tuple[object, ...]] = []

    def __call__(self, *what: object, **_: object) -> object:
        self.asked.append(what[1:])
        return self.answer


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, object], Answers]:
    def answer(name: str, answer: object) -> Answers:
        answers = Answers(answer)
        monkeypatch.setattr(dialogs, name, answers)
        return answers

    return answer


@pytest.fixture(autouse=True)
def _nobody_is_asked_by_surprise(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(*what: object) -> SaveChoice:
        raise AssertionError(what)

    monkeypatch.setattr(dialogs, "ask_save_changes", ask)


def written(studio: Studio) -> list[str]:
    settle(studio)
    return [url.written for url in studio.session.urls]


def tokens(studio: Studio) -> list[str]:
    return [crawler.token for crawler in studio.session.crawlers]


def is_unsaved(studio: Studio) -> bool:
    return studio.projects.is_unsaved


def opened(studio: Studio, path: Path) -> Studio:
    assert studio.open(path)
    settle(studio)
    return studio


def press_offer(studio: Studio, text: str) -> None:
    """Press a button of the notice."""
    buttons = studio.window.notices.bar.findChildren(QPushButton)
    (button,) = (button for button in buttons if button.isVisible() and button.text() == text)
    button.click()


# Open


def test_project_is_opened_as_it_was_left(studio: Studio, shop: Path) -> None:
    opened(studio, shop)
    assert written(studio) == ["/private/a", "https://www.example.com/b", "/from-crawl"]
    assert tokens(studio) == ["bingbot", "GPTBot"]
    assert studio.document.path == shop.parent / "robots.txt"
    assert studio.session.robots_url == "https://www.example.com/robots.txt"
    assert studio.session.scenario == HttpScenario("503", elapsed=timedelta(hours=48), has_copy=True)
    assert studio.session.is_own_choice
    assert studio.changes.compared_file == shop.parent / "live.txt"
    assert studio.window.top_bar.address.text() == "https://www.example.com/robots.txt"
    assert studio.window.windowTitle() == "robots.txt[*] – shop – Robot Studio"
    assert studio.window.status_bar.project.text() == "shop"
    assert not is_unsaved(studio)


def test_what_is_saved_is_there_in_the_next_run(studios: Studios, studio: Studio, file: Path) -> None:
    opened(studio, file)
    studio.site.sources.set_base("https://www.example.com")
    studio.crawlers.reset()
    studio.session.set_scenario(HttpScenario("404"), is_own_choice=True)
    studio.window.show_tab("fetch")
    cell = Cell(url_of(studio, "/typed"), "Googlebot")
    studio.session.select(cell)
    path = file.parent / "client.robotstudio"
    assert studio.projects._write(path)
    studios.end(studio)
    again = opened(studios.start(), path)
    assert written(again) == ["/typed"]
    assert again.session.robots_url == "https://www.example.com/robots.txt"
    assert again.session.scenario.choice == "404"
    assert again.window.current_tab == "fetch"
    assert again.session.selected == cell
    assert not again.projects.is_unsaved


def test_selection_among_loaded_urls_comes_back_with_them(studios: Studios, studio: Studio, shop: Path) -> None:
    opened(studio, shop)
    cell = Cell(url_of(studio, "/from-crawl"), "GPTBot")
    studio.session.select(cell)
    assert studio.projects.save()
    studios.end(studio)
    again = opened(studios.start(), shop)
    assert again.session.selected == cell


def test_source_at_an_address_is_offered_and_not_fetched(studio: Studio, shop: Path) -> None:
    address = ProjectSource(("https://www.example.com/sitemap.xml",), "sitemap")
    save(shop, replace(SHOP, sources=(address, *SHOP.sources)))
    opened(studio, shop)
    assert [source.locations for source in studio.site.sources.waiting] == [address.locations]
    assert "sitemap.xml" in studio.window.notices.bar.accessibleName()
    assert not is_unsaved(studio)


def test_what_the_window_shows_nothing_of_is_kept(studio: Studio, shop: Path) -> None:
    opened(studio, shop)
    studio.urls.add(parse_list("/new"))
    settle(studio)
    assert studio.projects.save()
    now = load(shop)
    assert (now.note, now.environments, now.sources) == ("of the shop", (STAGING,), SHOP.sources)
    assert now.urls == (*SHOP.urls, "/new")
    assert not is_unsaved(studio)


def test_expectations_that_the_project_names_are_opened_and_saved(studio: Studio, shop: Path) -> None:
    other = shop.parent / "other.expect"
    other.write_text("block GPTBot /a\n", "utf-8")
    save(shop, replace(SHOP, expectations="other.expect"))
    opened(studio, shop)
    assert studio.tests.path == other
    studio.tests.change(studio.tests.file.with_all_added(()))
    studio.tests.change(type(studio.tests.file)())
    assert studio.document.save()
    assert other.read_bytes() == b""
    assert not (shop.parent / "robots.txt.expect").exists()


def test_project_without_its_file_is_open_and_asks_where_that_is(
    studio: Studio, shop: Path, answering: Callable[[str, object], Answers]
) -> None:
    moved = shop.parent / "public.txt"
    (shop.parent / "robots.txt").rename(moved)
    opened(studio, shop)
    assert studio.document.name == "robots.txt"
    assert not studio.editor.body()
    assert written(studio)[:1] == ["/private/a"]
    assert "robots.txt” cannot be read" in studio.window.notices.bar.accessibleName()
    assert not is_unsaved(studio)
    answering("ask_open_path", moved)
    press_offer(studio, "Locate…")
    settle(studio)
    assert studio.document.path == moved
    assert studio.session.robots_url == "https://www.example.com/robots.txt"
    assert is_unsaved(studio)
    assert studio.projects.save()
    assert load(shop).file == "public.txt"


def test_file_that_is_no_project_changes_nothing(studio: Studio, shop: Path) -> None:
    shop.write_text('{"version": 99}', "utf-8")
    assert not studio.open(shop)
    assert studio.projects.path is None
    assert written(studio) == ["/typed"]
    assert "newer Robot Studio" in studio.window.notices.bar.accessibleName()


def test_lines_that_are_no_urls_are_told(studio: Studio, shop: Path) -> None:
    save(shop, replace(SHOP, urls=("/a", "this is not a url")))
    opened(studio, shop)
    assert "this is not a url" in studio.window.notices.bar.accessibleName()


def test_dropped_project_is_opened(studio: Studio, shop: Path) -> None:
    drop_files(studio.window, [shop])
    settle(studio)
    assert studio.projects.path == shop


def test_open_takes_projects_too(studio: Studio, shop: Path, answering: Callable[[str, object], Answers]) -> None:
    answering("ask_open_path", shop)
    act(studio, "file.open")
    settle(studio)
    assert studio.projects.path == shop


# Save


def test_save_writes_file_and_project(studio: Studio, shop: Path) -> None:
    opened(studio, shop)
    studio.editor.replace_body(ROBOTS + b"Disallow: /x\n")
    studio.urls.add(parse_list("/new"))
    settle(studio)
    assert studio.window.isWindowModified()
    act(studio, "file.save")
    assert (shop.parent / "robots.txt").read_bytes().endswith(b"Disallow: /x\n")
    assert "/new" in load(shop).urls
    assert "shop" in studio.window.status_bar.message.text()
    assert not studio.window.isWindowModified()


def test_first_save_asks_where_and_proposes_the_site(
    studio: Studio, file: Path, answering: Callable[[str, object], Answers]
) -> None:
    opened(studio, file)
    studio.site.sources.set_base("https://www.example.com")
    asked = answering("ask_save_project_path", file.parent / "client.robotstudio")
    act(studio, "project.save")
    assert asked.asked == [(file.parent / "www.example.com.robotstudio",)]
    assert load(file.parent / "client.robotstudio").file == "robots.txt"
    assert studio.projects.name == "client"


def test_project_refers_to_a_draft_that_is_saved(
    studio: Studio, tmp_path: Path, answering: Callable[[str, object], Answers]
) -> None:
    assert studio.document.load(ROBOTS, Origin(OriginKind.SITE))
    answering("ask_save_path", None)
    asked = answering("ask_save_project_path", tmp_path / "client.robotstudio")
    assert not studio.projects.save()
    assert asked.asked == []
    answering("ask_save_path", tmp_path / "robots.txt")
    assert studio.projects.save()
    assert load(tmp_path / "client.robotstudio").file == "robots.txt"


def test_project_saved_elsewhere_names_the_same_files(
    studio: Studio, shop: Path, tmp_path: Path, answering: Callable[[str, object], Answers]
) -> None:
    save(shop, replace(SHOP, environments=(replace(STAGING, expectations="staging.expect"),)))
    opened(studio, shop)
    copy = tmp_path / "copy.robotstudio"
    answering("ask_save_project_path", copy)
    act(studio, "project.save_as")
    now = load(copy)
    assert (now.file, now.baseline, now.sources[0].locations) == (
        "shop/robots.txt",
        "shop/live.txt",
        ("shop/crawl.csv",),
    )
    assert now.environments[0].expectations == "shop/staging.expect"
    assert studio.projects.path == copy
    assert not is_unsaved(studio)


def test_change_of_another_program_is_told_and_not_written_over(
    studio: Studio, shop: Path, answering: Callable[[str, object], Answers]
) -> None:
    opened(studio, shop)
    save(shop, replace(SHOP, urls=("/of-a-colleague",)))
    studio.projects.look_at_disk()
    assert studio.window.notices.bar.accessibleName() == "shop.robotstudio changed on disk."
    asked = answering("ask_overwrite_changed", None)
    assert not studio.projects.save()
    assert len(asked.asked) == 1
    assert load(shop).urls == ("/of-a-colleague",)
    press_offer(studio, "Reload")
    assert written(studio)[0] == "/of-a-colleague"


# Leave


def test_urls_and_crawlers_without_a_project_come_back(studio: Studio, shop: Path, file: Path) -> None:
    before = tokens(studio)
    opened(studio, shop)
    assert studio.document.open(file)
    settle(studio)
    assert studio.projects.path is None
    assert (written(studio), tokens(studio)) == (["/typed"], before)
    assert studio.session.scenario.choice == DRAFT
    assert studio.session.robots_url == ""
    assert studio.window.status_bar.project.isHidden()


def test_what_is_remembered_is_not_the_project(studios: Studios, studio: Studio, shop: Path) -> None:
    opened(studio, shop)
    studios.end(studio)
    state = StateStore(studios.places.state).load().state
    assert (state.urls, state.sources) == ((), ())
    assert state.recent_projects == (str(shop),)


def test_project_comes_back_and_so_does_what_was_typed_before_it(
    studios: Studios, studio: Studio, shop: Path, qtbot: QtBot
) -> None:
    opened(studio, shop)
    studios.end(studio)
    again = studios.start()
    qtbot.waitUntil(lambda: not again.tabs.is_reopening, timeout=60_000)
    project, own = again.tabs.studios
    settle(project)
    settle(own)
    assert (project.projects.path, written(project)[:2]) == (shop, [*SHOP.urls])
    assert (own.projects.path, written(own)) == (None, ["/typed"])


def test_project_is_kept_whole_where_work_is_not_remembered(studios: Studios, studio: Studio, shop: Path) -> None:
    studio.settings.choose("remembers_work", value=False)
    opened(studio, shop)
    studio.urls.add(parse_list("/more"))
    settle(studio)
    act(studio, "project.save")
    kept = load(shop)
    assert kept.urls == (*SHOP.urls, "/more")
    assert kept.sources == SHOP.sources
    assert studio.files.state()["recent_projects"] == (str(shop),)
    studios.end(studio)
    state = StateStore(studios.places.state).load().state
    assert (state.urls, state.sources, state.recent_files, state.recent_projects) == ((), (), (), ())


def test_work_of_earlier_runs_outlasts_a_policy_that_cannot_be_read(
    studios: Studios, studio: Studio, shop: Path, tmp_path: Path
) -> None:
    opened(studio, shop)
    studios.end(studio)
    before = StateStore(studios.places.state).load().state
    policy = tmp_path / "policy.toml"
    policy.write_text("[general\n", "utf-8")
    studios.places = replace(studios.places, policy=policy)
    closed = studios.start()
    studios.end(closed)
    policy.unlink()
    after = StateStore(studios.places.state).load().state
    assert before.recent_projects == (str(shop),)
    assert (after.recent_files, after.recent_projects) == (before.recent_files, before.recent_projects)
    assert after.remembers_work
    policy.write_text("[general\n", "utf-8")
    closed = studios.start()
    closed.forget_all()
    studios.end(closed)
    assert StateStore(studios.places.state).load().state.recent_projects == ()


def test_urls_to_begin_with_come_into_no_project(studio: Studio, shop: Path) -> None:
    studio.settings.choose("default_urls", ("/usual",))
    save(shop, replace(SHOP, urls=(), sources=()))
    opened(studio, shop)
    assert studio.site.sources.typed() == ()
    assert not is_unsaved(studio)


def test_what_was_typed_beside_a_setting_stays_when_a_project_comes(studio: Studio, shop: Path) -> None:
    studio.settings.choose("hosts_at_once", 7)
    studio.hosts.panel.at_once.setValue(3)
    opened(studio, shop)
    assert studio.hosts.panel.at_once.value() == 3


def test_projects_do_not_mix(studio: Studio, shop: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.robotstudio"
    save(other, Project(urls=("/other",)))
    opened(studio, shop)
    opened(studio, other)
    assert studio.projects.path == shop
    studio = studio.tabs.front
    assert studio.projects.path == other
    assert written(studio) == ["/other"]
    assert studio.session.robots_url == ""
    assert studio.session.scenario.choice == DRAFT
    assert studio.changes.compared_file is None
    assert studio.document.path is None
    assert studio.editor.body() == b""


@pytest.mark.parametrize(
    ("choice", "is_left", "is_saved"),
    [(SaveChoice.SAVE, True, True), (SaveChoice.DISCARD, True, False), (SaveChoice.CANCEL, False, False)],
)
def test_unsaved_project_is_asked_about(
    studio: Studio,
    shop: Path,
    file: Path,
    answering: Callable[[str, object], Answers],
    choice: SaveChoice,
    is_left: bool,
    is_saved: bool,
) -> None:
    opened(studio, shop)
    studio.urls.add(parse_list("/new"))
    settle(studio)
    asked = answering("ask_save_changes", choice)
    assert studio.document.open(file) is is_left
    assert asked.asked == [("shop.robotstudio",)]
    assert (studio.projects.path is None) is is_left
    assert ("/new" in load(shop).urls) is is_saved


def test_window_does_not_close_over_an_unsaved_project(
    studio: Studio, shop: Path, answering: Callable[[str, object], Answers]
) -> None:
    opened(studio, shop)
    studio.session.set_scenario(HttpScenario("404"), is_own_choice=True)
    settle(studio)
    studio.settings.choose("remembers_work", value=False)
    asked = answering("ask_save_changes", SaveChoice.CANCEL)
    assert not studio.window.close()
    assert asked.asked == [("shop.robotstudio",)]


def test_how_the_window_looks_is_not_asked_about(studio: Studio, shop: Path, file: Path) -> None:
    opened(studio, shop)
    studio.window.show_tab("fetch")
    studio.session.select(Cell("/private/a", "GPTBot"))
    opened(studio, file)


@pytest.mark.parametrize("kind", [OriginKind.SITE, OriginKind.HISTORY])
def test_text_of_the_site_stays_in_the_project(studio: Studio, shop: Path, kind: OriginKind) -> None:
    opened(studio, shop)
    assert studio.document.load(b"User-agent: *\n", Origin(kind))
    assert studio.projects.path == shop


def test_project_is_left_with_what_is_its_own(studio: Studio, shop: Path) -> None:
    opened(studio, shop)
    act(studio, "project.close")
    assert studio.projects.path is None
    assert "/typed" in written(studio)
    assert "/from-crawl" not in written(studio)


@pytest.mark.parametrize("action", ["file.new", "help.example"])
def test_something_else_is_opened_beside_the_project(studio: Studio, shop: Path, action: str) -> None:
    opened(studio, shop)
    act(studio, action)
    assert studio.projects.path == shop
    other = studio.tabs.front
    assert other.projects.path is None
    assert not {"/typed", "/from-crawl"} & set(written(other))
    assert other.open(shop)
    assert studio.tabs.front is studio


def test_own_file_opened_again_stays_in_the_project(studio: Studio, shop: Path) -> None:
    opened(studio, shop)
    opened(studio, shop.parent / "robots.txt")
    assert studio.projects.path == shop
    assert studio.session.robots_url == "https://www.example.com/robots.txt"
    assert not is_unsaved(studio)


# After a crash


def test_unsaved_changes_of_a_project_survive_a_crash(studios: Studios, shop: Path) -> None:
    with Journal(studios.places.journal) as crashed:
        crashed.write("project", shop, bytes_of(replace(SHOP, urls=("/unsaved",))))
    studio = studios.start()
    assert "Unsaved changes to shop.robotstudio" in studio.window.notices.bar.accessibleName()
    press_offer(studio, "Recover")
    assert written(studio) == ["/unsaved", "/from-crawl"]
    assert studio.projects.path == shop
    assert is_unsaved(studio)
    assert load(shop).urls == SHOP.urls
    assert Journal(studios.places.journal).orphans() == ()


def test_text_and_project_of_one_crash_come_together(studios: Studios, shop: Path) -> None:
    with Journal(studios.places.journal) as crashed:
        crashed.write("draft", shop.parent / "robots.txt", b"User-agent: typed\n")
        crashed.write("project", shop, bytes_of(replace(SHOP, urls=("/unsaved",))))
    studio = studios.start()
    press_offer(studio, "Recover")
    assert studio.editor.body() == b"User-agent: typed\n"
    assert written(studio) == ["/unsaved", "/from-crawl"]
    assert studio.document.path == shop.parent / "robots.txt"


def test_what_is_unsaved_is_written_to_the_journal(studios: Studios, studio: Studio, shop: Path) -> None:
    opened(studio, shop)
    studio.urls.add(parse_list("/new"))
    settle(studio)
    studio.projects._file.keep()
    (entry,) = studios.places.journal.glob("*-project.journal")
    assert b"/new" in entry.read_bytes()
    assert studio.projects.save()
    assert not entry.exists()


# The start page


def test_last_projects_stand_on_the_start_page_and_are_opened_there(
    qtbot: QtBot, studios: Studios, studio: Studio, shop: Path
) -> None:
    opened(studio, shop)
    studios.end(studio)
    again = studios.start()
    recent = again.start_page.recent
    (row,) = recent.projects.rows
    qtbot.waitUntil(lambda: "www.example.com" in row.accessibleDescription(), timeout=300_000)
    assert (row.text(), row.accessibleDescription()) == ("shop", "www.example.com, staging.example.com")
    assert [row.text() for row in recent.files.rows] == ["robots.txt"]
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    settle(again)
    assert again.projects.path == shop


def test_project_that_is_gone_is_said_and_taken_off_with_delete(
    qtbot: QtBot, studios: Studios, studio: Studio, shop: Path
) -> None:
    opened(studio, shop)
    studios.end(studio)
    shop.unlink()
    again = studios.start()
    recent = again.start_page.recent
    (row,) = recent.projects.rows
    qtbot.waitUntil(lambda: "cannot be opened" in row.accessibleDescription(), timeout=300_000)
    QTest.keyClick(row, Qt.Key.Key_Delete)
    assert recent.projects.rows == []
    assert again.files.state()["recent_projects"] == ()


def test_nothing_is_listed_at_a_first_start(studios: Studios) -> None:
    assert studios.start().start_page.recent.isHidden()


def test_open_recent_names_projects_before_files(studio: Studio, shop: Path) -> None:
    opened(studio, shop)
    texts = [action.text() for action in studio.window.recent_menu.actions()]
    assert texts == [str(shop), "", str(shop.parent / "robots.txt")]


def test_state_of_an_older_version_has_no_projects() -> None:
    assert State().recent_projects == ()


@pytest.fixture
def reaching(shop: Path) -> Path:
    """Save a project that names a file outside its folder."""
    (shop.parent.parent / "secret.txt").write_bytes(b"User-agent: *\nDisallow: /secret\n")
    save(shop, replace(SHOP, baseline="../secret.txt"))
    return shop


def asked_by(monkeypatch: pytest.MonkeyPatch, *, answer: bool) -> list[list[str]]:
    """Record the file names in each question."""
    asked: list[list[str]] = []

    def ask(_parent: object, _name: str, files: list[Path]) -> bool:
        asked.append([each.name for each in files])
        return answer

    monkeypatch.setattr(dialogs, "ask_trust_project", ask)
    return asked


def test_project_that_names_files_elsewhere_is_opened_only_where_the_person_says_so(
    studio: Studio, reaching: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asked_by(monkeypatch, answer=False)
    assert not studio.open(reaching)
    assert asked == [["secret.txt"]]
    assert studio.projects.path is None
    assert studio.changes.compared_file is None


def test_file_outside_of_its_project_is_asked_about_once(
    studios: Studios, studio: Studio, reaching: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asked_by(monkeypatch, answer=True)
    opened(studio, reaching)
    assert studio.changes.compared_file == reaching.parent.parent / "secret.txt"
    studios.end(studio)
    again = studios.start()
    opened(again, reaching)
    assert asked == [["secret.txt"]]
    save(reaching, replace(SHOP, baseline="../other.txt"))
    again.projects.leave()
    opened(again, reaching)
    assert asked == [["secret.txt"], ["other.txt"]]


def test_project_that_the_person_saved_is_not_asked_about(
    studios: Studios, studio: Studio, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asked_by(monkeypatch, answer=False)
    opened(studio, shop)
    other = tmp_path / "other" / "mine.robotstudio"
    other.parent.mkdir()
    monkeypatch.setattr(dialogs, "ask_save_project_path", lambda *_: other)
    act(studio, "project.save_as")
    studios.end(studio)
    assert studios.start().open(other)
    assert asked == []


def test_project_that_a_crash_left_is_not_asked_about_again(
    studios: Studios, reaching: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asked_by(monkeypatch, answer=False)
    with Journal(studios.places.journal) as crashed:
        crashed.write("project", reaching, bytes_of(replace(load(reaching), urls=("/unsaved",))))
    studio = studios.start()
    press_offer(studio, "Recover")
    assert asked == []
    assert studio.projects.path == reaching
    assert written(studio)[0] == "/unsaved"


def test_what_was_trusted_is_forgotten_with_all_else(
    studio: Studio, reaching: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_by(monkeypatch, answer=True)
    opened(studio, reaching)
    studio.forget_all()
    assert studio.tabs.trusted_files == ()
