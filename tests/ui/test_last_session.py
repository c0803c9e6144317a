"""Each document has its own URLs and crawlers, also after a restart, and the open tabs come back."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.project.open_tabs import parse
from robotstudio.project.state import StateStore
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin, OriginKind
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from robotstudio.urls.urls import parse_list
from tests.ui.parts import texts
from tests.ui.studios import ROBOTS, Studios, settle, type_text


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
