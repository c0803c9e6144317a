"""Each document has its own URLs and crawlers, also after a restart, and the open tabs come back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.engine.crawlers import CRAWLERS, DEFAULT_TOKENS
from robotstudio.engine.expectations import Expectation
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.project.file.model import Project
from robotstudio.project.file.project_file import save
from robotstudio.project.open_tabs import parse
from robotstudio.project.state import StateStore
from robotstudio.ui.app.document_tabs import DocumentTabs
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.urls.urls import parse_list
from tests.ui.parts import click, texts
from tests.ui.studios import ROBOTS, Studios, act, settle, type_text


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    path = tmp_path / "shop" / "robots.txt"
    path.parent.mkdir()
    path.write_bytes(b"User-agent: *\nDisallow: /cart/\n")
    return path


def type_urls(studio: Studio, *urls: str) -> None:
    studio.urls.add(parse_list("\n".join(urls)))
    settle(studio)


def urls_of(studio: Studio) -> tuple[str, ...]:
    """Return the person's URLs: a file without any shows some that are made from its rules."""
    settle(studio)
    return studio.site.sources.typed()


def start_again(studios: Studios, studio: Studio, qtbot: QtBot, *named: Path) -> tuple[Studio, ...]:
    """Start again, with or without files; return the documents."""
    if studio.tabs.studios:  # else the user has quit
        settle(studio)
    studios.end_all()
    return reopened(studios.start(begin=lambda studio: [studio.open(path) for path in named]), qtbot)


def reopened(studio: Studio, qtbot: QtBot) -> tuple[Studio, ...]:
    qtbot.waitUntil(lambda: not studio.tabs.is_reopening, timeout=60_000)
    return studio.tabs.studios


def shown(studios: tuple[Studio, ...]) -> dict[str, tuple[str, ...]]:
    """Return the documents from the left, and the URLs of each."""
    return {str(each.document.path or each.document.name): urls_of(each) for each in studios}


def test_tabs_come_back_each_with_its_own_urls(studios: Studios, file: Path, shop: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    type_urls(studio, "/private/a", "/private/b")
    studio.open(shop)
    other = studio.tabs.front
    type_urls(other, "/cart/x")
    other.session.set_crawlers((CRAWLERS["GPTBot"],))
    other.editor.put_caret_back(2, 5)
    again = start_again(studios, other, qtbot)
    assert shown(again) == {str(file): ("/private/a", "/private/b"), str(shop): ("/cart/x",)}
    assert again[0].tabs.front is again[1]
    assert again[1].editor.caret == (2, 5)
    assert [crawler.token for crawler in again[1].session.crawlers] == ["GPTBot"]
    assert len(again[0].session.crawlers) > 1
    assert not any(each.document.is_modified for each in again)


def test_a_file_that_is_named_has_its_own_urls(studios: Studios, file: Path, shop: Path, qtbot: QtBot) -> None:
    """It used to get those of the tab in front at the end, whichever file was named next."""
    studio = studios.start(begin=lambda studio: studio.open(file))
    type_urls(studio, "/private/a")
    studio.open(shop)
    type_urls(studio.tabs.front, "/cart/x")
    bad = shop.with_name("bad.txt")
    bad.write_bytes(ROBOTS)
    again = start_again(studios, studio, qtbot, bad)
    assert shown(again) == {str(bad): (), str(file): ("/private/a",), str(shop): ("/cart/x",)}
    assert again[0].tabs.front.document.path == bad
    last = start_again(studios, again[0], qtbot, file)
    assert shown(last) == {str(bad): (), str(file): ("/private/a",), str(shop): ("/cart/x",)}
    assert last[0].tabs.front.document.path == file


def test_a_file_whose_tab_was_closed_has_its_urls_when_it_is_opened_again(
    studios: Studios, file: Path, shop: Path, qtbot: QtBot
) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    type_urls(studio, "/private/a")
    studio.open(shop)
    assert studio.tabs.close_tab(studio)
    front = studio.tabs.front
    front.open(file)
    assert urls_of(front.tabs.front) == ("/private/a",)
    assert front.tabs.close_tab(front.tabs.front)
    (alone,) = start_again(studios, front, qtbot)
    alone.open(file)
    assert urls_of(alone.tabs.front) == ("/private/a",)


def test_urls_that_were_typed_before_a_file_is_opened_stay_beside_its_own(studios: Studios, file: Path) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    type_urls(studio, "/private/a")
    studio.tabs.close_tab(studio)
    (fresh,) = studios_of(studios)
    type_urls(fresh, "/typed")
    fresh.open(file)
    assert urls_of(fresh) == ("/typed", "/private/a")


def studios_of(studios: Studios) -> tuple[Studio, ...]:
    (window,) = studios.windows
    return tuple(each for each in studios._open[0].tabs.studios if each.window is window)


def test_sources_of_a_file_are_offered_in_no_other(
    studios: Studios, file: Path, shop: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text("/cart/1\n/cart/2\n")
    studio = studios.start(begin=lambda studio: studio.open(shop))
    studio.site.sources.add_files([listed])
    settle(studio)
    listed.unlink()
    again = start_again(studios, studio, qtbot, file)
    assert shown(again)[str(file)] == ()
    assert [source.name for each in again for source in each.site.sources.waiting] == ["list.txt"]
    waiting = {each.document.path for each in again if each.site.sources.waiting}
    assert waiting == {shop}


@pytest.mark.parametrize("is_for_a_language", [False, True])
def test_urls_crawlers_and_sources_stay_with_their_document(
    studios: Studios, file: Path, shop_project: Path, tmp_path: Path, qtbot: QtBot, is_for_a_language: bool
) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text("/listed/1\n/listed/2\n")
    studio = studios.start(begin=lambda studio: studio.open(file))
    type_urls(studio, "/private/a")
    studio.session.set_crawlers((CRAWLERS["GPTBot"],))
    studio.site.sources.add_files([listed])
    settle(studio)
    studio.open(shop_project)
    project = studio.tabs.front
    type_urls(project, "/cart/1", "/cart/2")
    third = studio.tabs.begin()
    third.document.new()
    third.editor.replace_body(b"# new\n")
    third.session.set_crawlers((CRAWLERS["bingbot"], CRAWLERS["ClaudeBot"]))
    third.session.set_scenario(HttpScenario("503"), is_own_choice=True)
    settle(third)

    def own(studio: Studio) -> tuple[list[str], list[str], Path | None, str, bool]:
        settle(studio)
        urls = [url.written for url in studio.session.urls]
        tokens = [crawler.token for crawler in studio.session.crawlers]
        return urls, tokens, studio.projects.path, str(studio.session.scenario.choice), studio.is_unsaved

    before = [own(each) for each in studio.tabs.studios]
    assert [len(each[0]) for each in before] == [3, 2, 0]
    studio.tabs.start_again() if is_for_a_language else studio.tabs.quit()
    again = start_again(studios, studio, qtbot)
    assert [own(each) for each in again] == before
    assert [each.page.notices.bar.isHidden() for each in again] == [True, True, True]
    again[0].tabs.bring_to_front(again[1])
    assert again[1].projects.save()
    act(again[1], "project.close")
    assert own(again[1])[:3] == ([], [*DEFAULT_TOKENS], None)
    assert [own(again[0]), own(again[2])] == [before[0], before[2]]


def test_closing_a_tab_asks_only_for_what_would_be_lost(
    studios: Studios, file: Path, shop_project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(_parent: object, name: str) -> SaveChoice:
        asked.append(name)
        return SaveChoice.DISCARD

    monkeypatch.setattr(dialogs, "ask_save_changes", ask)
    tabs = studios.start().tabs

    def closed(begin: Callable[[Studio], object], change: Callable[[Studio], object] = settle) -> list[str]:
        """Return what is asked about when a tab is closed that has been begun and changed so."""
        asked.clear()
        begin(tabs.begin())
        settle(tabs.front)
        change(tabs.front)
        assert tabs.close_tab(tabs.front)
        return list(asked)

    def fetch(studio: Studio) -> None:
        studio.document.load(ROBOTS, Origin(OriginKind.SITE, "robots.txt from www.example.com"))

    test = Expectation(allowed=False, crawler="*", written="/private/", url="/private/")
    assert closed(lambda studio: studio.open(file)) == []
    assert closed(lambda studio: studio.open(file), lambda studio: type_urls(studio, "/a")) == []
    assert closed(lambda studio: studio.open(file), lambda studio: studio.editor.replace_body(b"#")) == ["robots.txt"]
    assert closed(lambda studio: studio.open(file), lambda studio: studio.tests.add([test])) == ["robots.txt"]
    assert closed(fetch) == []
    assert closed(lambda studio: studio.document.new(), lambda studio: type_urls(studio, "/a")) == []
    assert closed(lambda studio: studio.open(shop_project)) == []
    assert closed(lambda studio: studio.open(shop_project), lambda studio: act(studio, "view.fetch")) == []
    project_changed = closed(lambda studio: studio.open(shop_project), lambda studio: type_urls(studio, "/a"))
    assert project_changed == ["shop.robotstudio"]


def test_what_was_typed_without_a_file_comes_back(studios: Studios, qtbot: QtBot) -> None:
    studio = studios.start()
    studio.document.load(b"User-agent: *\nDisallow: /a\n", Origin.of_template())
    type_urls(studio, "/a", "/b")
    (again,) = start_again(studios, studio, qtbot)
    assert urls_of(again) == ("/a", "/b")
    assert again.editor.body() == b"User-agent: *\nDisallow: /a\n"
    assert not again.document.is_modified


def test_closing_a_tab_that_has_no_file_says_how_to_get_its_urls_back(studios: Studios) -> None:
    studio = studios.start()
    studio.document.load(b"User-agent: *\n", Origin.of_template())
    type_urls(studio, "/a", "/b")
    studio.tabs.close_tab(studio)
    (left,) = studios_of(studios)
    assert any("robots.txt was closed with its 2 test URLs." in said for said in texts(left.page.notices.bar))
    assert left.tabs.reopen()
    assert urls_of(left.tabs.front) == ("/a", "/b")


def test_text_that_was_given_up_stays_away_and_its_urls_come_back(
    studios: Studios, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_save_changes", lambda *_: SaveChoice.DISCARD)
    studio = studios.start()
    studio.window.open_work()
    studio.editor.setFocus()
    type_text("User-agent: x")
    type_urls(studio, "/typed")
    (again,) = start_again(studios, studio, qtbot)
    assert not again.document.is_open
    assert urls_of(again) == ("/typed",)


def test_unsaved_text_comes_back_without_a_question(studios: Studios, file: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    studio.editor.replace_body(b"# unsaved\n")
    second = studio.tabs.begin()
    second.document.new()
    second.editor.replace_body(b"# never saved\n")
    studio.tabs.quit()
    again = start_again(studios, studio, qtbot)
    assert [each.editor.body() for each in again] == [b"# unsaved\n", b"# never saved\n"]
    assert [each.document.path for each in again] == [file, None]
    assert all(each.is_unsaved for each in again)
    assert file.read_bytes() == ROBOTS
    assert texts(again[0].page.notices.bar) == []
    again[0].editor.undo()
    assert again[0].editor.body() == ROBOTS


def test_file_that_is_named_has_what_was_unsaved_in_it(studios: Studios, file: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    studio.editor.replace_body(b"# unsaved\n")
    studio.tabs.quit()
    (again,) = start_again(studios, studio, qtbot, file)
    assert again.editor.body() == b"# unsaved\n"
    assert again.document.path == file
    assert again.is_unsaved


# What is unsaved is neither lost nor written over anything


@pytest.fixture
def shop_project(shop: Path) -> Path:
    """Save a project whose tests are in a file that it names."""
    shop.with_name("named.expect").write_text("block * /cart/\n")
    path = shop.with_name("shop.robotstudio")
    save(path, Project(file="robots.txt", urls=("/cart/1",), expectations="named.expect"))
    return path


def named_again(studios: Studios, studio: Studio, qtbot: QtBot, *files: Path) -> tuple[Studio, ...]:
    """Quit, and start again with the files of a command line."""
    studio.tabs.quit()
    studios.end_all()
    return reopened(studios.start(files=files), qtbot)


def lines_of(studio: Studio) -> list[str]:
    """Return the tests of a document."""
    return [line.text for line in studio.tests.file.lines if line.text]


def notices_of(studio: Studio) -> str:
    bar = studio.page.notices.bar
    return "" if bar.isHidden() else " ".join(texts(bar))


def test_file_that_is_named_has_the_unsaved_tests_that_it_had(studios: Studios, file: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    studio.tests.add([Expectation(allowed=False, crawler="*", written="/private/", url="/private/")])
    (again,) = named_again(studios, studio, qtbot, file)
    assert lines_of(again) == ["block  *  /private/"]
    assert (again.document.path, again.is_unsaved, again.editor.is_modified) == (file, True, False)


@pytest.mark.parametrize("name", ["robots.txt", "shop.robotstudio"])
def test_file_that_is_named_has_the_unsaved_project_that_it_had(
    studios: Studios, shop: Path, shop_project: Path, qtbot: QtBot, name: str
) -> None:
    studio = studios.start(begin=lambda studio: studio.open(shop_project))
    type_urls(studio, "/cart/1", "/cart/2")
    (again,) = named_again(studios, studio, qtbot, shop.with_name(name))
    assert again.projects.path == shop_project
    assert again.projects.is_unsaved
    assert urls_of(again) == ("/cart/1", "/cart/2")


def test_file_that_is_named_has_the_project_that_it_had(
    studios: Studios, shop: Path, shop_project: Path, qtbot: QtBot
) -> None:
    studio = studios.start(begin=lambda studio: studio.open(shop_project))
    settle(studio)
    (again,) = named_again(studios, studio, qtbot, shop)
    assert (again.projects.path, again.is_unsaved) == (shop_project, False)


def test_tests_that_a_project_names_come_back(studios: Studios, shop_project: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(shop_project))
    assert lines_of(studio) == ["block * /cart/"]
    (again,) = named_again(studios, studio, qtbot)
    assert lines_of(again) == ["block * /cart/"]
    again.tests.add([Expectation(allowed=True, crawler="*", written="/open", url="/open")])
    (last,) = named_again(studios, again, qtbot)
    assert lines_of(last) == ["block * /cart/", "allow  *  /open"]
    assert notices_of(last) == ""
    assert last.document.save()
    assert shop_project.with_name("named.expect").read_text() == "block * /cart/\nallow  *  /open\n"


def test_two_tabs_with_the_same_file_both_come_back(
    studios: Studios, file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: file)
    studio = studios.start(begin=lambda studio: studio.open(file))
    type_urls(studio, "/private/a")
    second = studio.tabs.begin()
    second.document.new()
    assert second.document.save_as()
    second.editor.replace_body(b"# unsaved\n")
    again = named_again(studios, second, qtbot)
    assert [each.editor.body() for each in again] == [b"", b"# unsaved\n"]
    assert urls_of(again[0]) == ("/private/a",)


def test_file_that_changed_since_is_not_overwritten_unasked(
    studios: Studios, file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(_parent: object, name: str) -> bool:
        asked.append(name)
        return False

    monkeypatch.setattr(dialogs, "ask_overwrite_changed", ask)
    studio = studios.start(begin=lambda studio: studio.open(file))
    studio.editor.replace_body(b"# mine\n")
    studio.tests.add([Expectation(allowed=False, crawler="*", written="/mine", url="/mine")])
    studio.tabs.quit()
    file.write_bytes(b"# theirs\n")
    (again,) = start_again(studios, studio, qtbot)
    assert "robots.txt changed on disk." in notices_of(again)
    assert not again.document.save()
    assert asked == ["robots.txt"]
    assert file.read_bytes() == b"# theirs\n"
    (last,) = named_again(studios, again, qtbot, file)  # it is remembered for longer than one start
    assert last.editor.body() == b"# mine\n"
    assert not last.document.save()
    assert file.read_bytes() == b"# theirs\n"


def test_tests_and_project_that_changed_since_are_not_overwritten_unasked(
    studios: Studios, shop_project: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(_parent: object, name: str) -> bool:
        asked.append(name)
        return name in allowed

    allowed: set[str] = set()
    monkeypatch.setattr(dialogs, "ask_overwrite_changed", ask)
    studio = studios.start(begin=lambda studio: studio.open(shop_project))
    type_urls(studio, "/cart/1", "/cart/2")
    studio.tests.add([Expectation(allowed=False, crawler="*", written="/mine", url="/mine")])
    studio.tabs.quit()
    named = shop_project.with_name("named.expect")
    named.write_text("block * /theirs\n")
    save(shop_project, Project(file="robots.txt", urls=("/theirs",), expectations="named.expect"))
    before = shop_project.read_bytes()
    (again,) = start_again(studios, studio, qtbot)
    said = notices_of(again)
    assert "named.expect changed on disk." in said or "shop.robotstudio changed" in said
    assert not again.document.save()
    assert named.read_text() == "block * /theirs\n"
    allowed.add("named.expect")
    assert not again.projects.save()
    assert asked == ["named.expect", "named.expect", "shop.robotstudio"]
    assert shop_project.read_bytes() == before


def test_unsaved_tests_come_back_though_their_file_is_gone(studios: Studios, file: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    studio.tests.add([Expectation(allowed=False, crawler="*", written="/private/", url="/private/")])
    studio.tabs.quit()
    file.unlink()
    (again,) = start_again(studios, studio, qtbot)
    assert lines_of(again) == ["block  *  /private/"]
    assert str(file) in notices_of(again)


def test_reopened_tab_does_not_overwrite_what_changed_since(
    studios: Studios, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "ask_save_changes", lambda *_: SaveChoice.DISCARD)
    monkeypatch.setattr(dialogs, "ask_overwrite_changed", lambda *_: False)
    studio = studios.start(begin=lambda studio: studio.open(file))
    studio.editor.replace_body(b"# mine\n")
    assert studio.tabs.close_tab(studio)
    file.write_bytes(b"# theirs\n")
    (left,) = studios_of(studios)
    assert left.tabs.reopen()
    assert left.tabs.front.editor.body() == b"# mine\n"
    assert not left.tabs.front.document.save()
    assert file.read_bytes() == b"# theirs\n"


def test_quitting_while_tabs_come_back_doubles_none(studios: Studios, file: Path, shop: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    for text in (b"# one\n", b"# two\n", b"# three\n"):
        tab = studio.tabs.begin()
        tab.document.new()
        tab.editor.replace_body(text)
    studio.tabs.quit()
    studios.end_all()
    tabs = DocumentTabs(studios.places)
    tabs.begin_with([shop])
    assert tabs.is_reopening
    tabs.quit()
    tabs.window.deleteLater()
    again = reopened(studios.start(), qtbot)
    assert [each.editor.body() for each in again] == [
        b"User-agent: *\nDisallow: /cart/\n", ROBOTS, b"# one\n", b"# two\n", b"# three\n"
    ]  # fmt: skip


def test_urls_of_the_first_tab_stay_when_others_come_back(studios: Studios, qtbot: QtBot) -> None:
    studio = studios.start()
    studio.document.load(b"# edited\n", Origin(OriginKind.CRASH))
    studios.crash(studio)
    again = studios.start()
    type_urls(again, "/typed")
    click(again.page.notices.bar, "Recover")
    tabs = reopened(again, qtbot)
    assert [urls_of(each) for each in tabs] == [("/typed",), ()]
    assert [each.editor.body() for each in tabs] == [b"", b"# edited\n"]


def test_closing_asks_where_unsaved_text_would_be_lost(
    studios: Studios, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(_parent: object, name: str) -> SaveChoice:
        asked.append(name)
        return SaveChoice.CANCEL

    monkeypatch.setattr(dialogs, "ask_save_changes", ask)
    studio = studios.start(begin=lambda studio: studio.open(file))
    studio.editor.replace_body(b"# unsaved\n")
    assert not studio.tabs.close_tab(studio)
    studio.settings.choose("remembers_work", value=False)
    studio.tabs.quit()
    assert studio.window.isVisible()
    assert asked == ["robots.txt", "robots.txt"]


def test_fetched_file_that_was_not_edited_is_not_unsaved(studios: Studios, qtbot: QtBot) -> None:
    studio = studios.start()
    studio.document.load(ROBOTS, Origin(OriginKind.SITE, "robots.txt from www.example.com"))
    assert not studio.is_unsaved
    studio.tabs.quit()
    (again,) = start_again(studios, studio, qtbot)
    assert again.editor.body() == ROBOTS
    assert again.document.name == "robots.txt from www.example.com"
    assert not again.is_unsaved
    again.editor.replace_body(b"# edited\n")
    assert again.is_unsaved


def test_file_that_is_gone_is_told_and_its_urls_are_kept(studios: Studios, file: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    type_urls(studio, "/private/a")
    file.unlink()
    (again,) = start_again(studios, studio, qtbot)
    assert urls_of(again) == ("/private/a",)
    assert any(str(file) in said for said in texts(again.page.notices.bar))


def test_nothing_comes_back_where_work_is_not_remembered(studios: Studios, file: Path, qtbot: QtBot) -> None:
    studio = studios.start(begin=lambda studio: studio.open(file))
    type_urls(studio, "/private/a")
    studio.settings.choose("remembers_work", value=False)
    (again,) = start_again(studios, studio, qtbot)
    assert again.is_untouched
    assert not studios.places.documents.exists()
    again.open(file)
    assert urls_of(again) == ()


def test_urls_of_an_earlier_version_come_into_the_first_document(studios: Studios, qtbot: QtBot) -> None:
    """Version 1.0.0 saved those of one document, without its name."""
    store = StateStore(studios.places.state)
    store.save(store.load().state.__class__(urls=("/old",)))
    studio = studios.start()
    assert urls_of(studio) == ("/old",)
    (again,) = start_again(studios, studio, qtbot)
    assert urls_of(again) == ("/old",)
    assert StateStore(studios.places.state).load().state.urls == ()


def test_damaged_memory_of_files_is_set_aside(studios: Studios, file: Path) -> None:
    studios.places.documents.parent.mkdir(parents=True, exist_ok=True)
    studios.places.documents.write_bytes(b"no json")
    studio = studios.start(begin=lambda studio: studio.open(file))
    type_urls(studio, "/private/a")
    studios.end(studio)
    assert [tab.path for tab in parse(studios.places.documents.read_bytes()).tabs] == [file]
    aside = [
        path for path in studios.places.documents.parent.iterdir() if path.is_file() and path.read_bytes() == b"no json"
    ]
    assert len(aside) == 1
