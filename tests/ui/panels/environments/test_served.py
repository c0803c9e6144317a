"""A file as an environment serves it, as a document: it follows its project, and typed text is never lost."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QMenu

from robotstudio.draft.expectations import parse_bytes
from robotstudio.project.file.model import EditKind, Environment, OverlayEdit, Project
from robotstudio.project.file.project_file import load, save
from robotstudio.project.open_tabs import bytes_of, parse
from robotstudio.project.project import body_of, environment_of
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.app.tab_keeper import kept_of, restore_tab
from robotstudio.ui.document.origins import OriginKind
from robotstudio.ui.panels.environments.served import EnvironmentLink
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.dialogs import SaveChoice
from tests.ui.parts import button
from tests.ui.studios import ROBOTS, Studios, act, settle

LINES = OverlayEdit(EditKind.APPEND, ("User-agent: Bytespider", "Disallow: /"))
ENVIRONMENTS = (
    Environment("staging", "https://staging.example.com", (OverlayEdit(EditKind.CLOSE),), "staging.expect"),
    Environment("de", "https://www.example.de", (LINES,)),
)
SHOP = Project(
    site="https://www.example.com",
    file="robots.txt",
    urls=("/private/a", "https://www.example.com/b"),
    crawlers=("bingbot", "GPTBot"),
    environments=ENVIRONMENTS,
)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "robots.txt").write_bytes(ROBOTS)
    (folder / "staging.expect").write_text("block Googlebot /a\nallow GPTBot /open\n")
    save(folder / "shop.robotstudio", SHOP)
    return folder / "shop.robotstudio"


@pytest.fixture
def base(studios: Studios, shop: Path) -> Studio:
    studio = studios.start()
    assert studio.open(shop)
    settle(studio)
    return studio


def opened(base: Studio, name: str) -> Studio:
    studio = base.environments.open_in_tab(name)
    assert studio is not None
    settle(studio)
    return studio


def go_to(studio: Studio) -> None:
    studio.tabs.bring_to_front(studio)
    settle(studio)


def served(name: str, text: bytes = ROBOTS) -> bytes:
    return body_of(text, environment_of(SHOP, name))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path | None], list[object]]:
    """Answer where to save, and record the questions."""

    def answer(path: Path | None) -> list[object]:
        asked: list[object] = []

        def ask(*what: object) -> Path | None:
            asked.append(what)
            return path

        monkeypatch.setattr(dialogs, "ask_save_path", ask)
        return asked

    return answer


def test_environment_is_a_document_with_its_text_site_urls_and_tests(base: Studio) -> None:
    studio = opened(base, "staging")
    assert studio.tabs.front is studio
    assert studio.editor.body() == served("staging")
    assert studio.session.robots_url == "https://staging.example.com/robots.txt"
    assert [url.written for url in studio.session.urls] == ["/private/a", "https://staging.example.com/b"]
    assert [crawler.token for crawler in studio.session.crawlers] == ["bingbot", "GPTBot"]
    assert studio.tests.name == "staging.expect"
    assert not studio.is_unsaved
    assert studio.label().name == "robots.txt of staging"
    assert studio.served.card.title.text() == "robots.txt of staging"
    assert "1 line of its own" in studio.served.card.sentence.text()
    assert [each.label().host for each in studio.tabs.studios] == ["www.example.com", "staging.example.com"]
    assert base.environments.open_in_tab("staging") is studio  # the same document


def test_text_in_a_window_of_its_own_follows_while_the_project_is_worked_on(base: Studio) -> None:
    studio = opened(base, "de")
    act(studio, "view.own_window")
    go_to(base)
    base.editor.replace_body(b"User-agent: *\nDisallow: /new\n")
    settle(base)
    assert base.tabs.front is base
    assert studio.editor.body() == served("de", b"User-agent: *\nDisallow: /new\n")
    assert not studio.is_unsaved


def test_text_follows_the_draft_of_the_project(base: Studio) -> None:
    studio = opened(base, "de")
    go_to(base)
    base.editor.replace_body(b"User-agent: *\nDisallow: /new\n")
    assert studio.served.body_now() == served("de", b"User-agent: *\nDisallow: /new\n")
    go_to(studio)
    assert studio.editor.body() == served("de", b"User-agent: *\nDisallow: /new\n")
    assert not studio.is_unsaved


def test_what_is_typed_stays_and_is_written_over_nothing(
    base: Studio, shop: Path, asked: Callable[[Path | None], list[object]]
) -> None:
    studio, file = opened(base, "de"), shop.parent / "robots.txt"
    studio.editor.insert_lines(1, ["# typed"])
    typed = studio.editor.body()
    assert "changed this text by hand" in studio.served.card.sentence.text()
    go_to(base)
    base.editor.replace_body(b"User-agent: *\nDisallow: /new\n")
    go_to(studio)
    assert studio.editor.body() == typed
    asked(file)
    act(studio, "file.save")
    assert file.read_bytes() == ROBOTS
    assert "is not overwritten" in studio.page.notices.bar.accessibleName()
    assert studio.is_unsaved
    asked(shop.parent / "of-de.txt")
    act(studio, "file.save")
    assert (shop.parent / "of-de.txt").read_bytes() == typed
    assert studio.served.link is None
    assert studio.document.path == shop.parent / "of-de.txt"
    assert studio.editor.body() == typed
    assert not studio.editor.is_modified
    assert file.read_bytes() == ROBOTS


def test_undone_it_follows_again(base: Studio) -> None:
    studio = opened(base, "de")
    studio.editor.insert_lines(1, ["# typed"])
    base.editor.replace_body(b"# other\n")
    studio.editor.undo()
    assert studio.editor.body() == served("de", b"# other\n")
    assert not studio.is_unsaved


def test_way_back_can_be_undone(base: Studio) -> None:
    studio = opened(base, "de")
    studio.editor.insert_lines(1, ["# typed"])
    typed = studio.editor.body()
    button(studio.served.card, "Back to the generated text").click()
    assert studio.editor.body() == served("de")
    assert not studio.is_unsaved
    studio.editor.undo()
    assert studio.editor.body() == typed
    assert studio.is_unsaved


def test_saving_writes_its_tests_and_nothing_else(base: Studio, shop: Path) -> None:
    studio = opened(base, "de")
    assert not (shop.parent / "de.expect").exists()
    studio.tests.change(parse_bytes(b"block Bytespider /\n"))
    act(studio, "file.save")
    assert (shop.parent / "de.expect").read_bytes() == b"block Bytespider /\n"
    assert (shop.parent / "robots.txt").read_bytes() == ROBOTS
    assert not studio.is_unsaved
    assert base.projects.environments[1].expectations == "de.expect"
    act(studio, "project.save")  # saves the project, wherever it is triggered
    assert load(shop).environments[1].expectations == "de.expect"
    assert base.tabs.front is base


def test_text_that_cannot_be_made_any_more_stays(base: Studio) -> None:
    studio = opened(base, "de")
    go_to(base)
    base.projects.set_environments(ENVIRONMENTS[:1])
    go_to(studio)
    assert studio.editor.body() == served("de")
    assert "Unknown environment de" in studio.served.card.sentence.text()
    go_to(base)
    base.projects.set_environments(ENVIRONMENTS)
    go_to(studio)
    assert "follows" in studio.served.card.sentence.text()


def test_project_that_is_not_open_has_no_file_read_outside_of_its_folder(base: Studio, shop: Path) -> None:
    served_by = opened(base, "de")
    go_to(base)
    assert base.projects.leave()
    (shop.parent.parent / "secret.txt").write_bytes(b"User-agent: *\nDisallow: /secret\n")
    save(shop, replace(SHOP, file="../secret.txt"))
    go_to(served_by)
    served_by.served.refresh()
    assert b"/secret" not in served_by.editor.body()
    assert not base.served.open(EnvironmentLink(shop, "de"))


def test_project_that_is_not_open_counts_as_it_was_saved(base: Studio, shop: Path) -> None:
    studio = opened(base, "de")
    base.tabs.close_tab(base)
    (shop.parent / "robots.txt").write_bytes(b"User-agent: *\nDisallow: /saved\n")
    studio.served.refresh()
    assert studio.editor.body() == served("de", b"User-agent: *\nDisallow: /saved\n")
    studio.tests.change(parse_bytes(b"block Bytespider /\n"))
    act(studio, "file.save")
    assert load(shop).environments[1].expectations == "de.expect"


def test_closed_one_comes_back_as_it_was(base: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    studio = opened(base, "de")
    studio.editor.insert_lines(1, ["# typed"])
    typed, link = studio.editor.body(), studio.served.link
    monkeypatch.setattr(dialogs, "ask_save_changes", lambda *_: SaveChoice.DISCARD)
    assert studio.tabs.close_tab(studio)
    assert base.tabs.reopen()
    again = base.tabs.front
    assert (again.served.link, again.editor.body(), again.is_unsaved) == (link, typed, True)
    again.editor.undo()
    assert again.editor.body() == served("de")
    assert not again.is_unsaved


def test_list_of_tabs_keeps_whose_text_it_is(base: Studio, shop: Path) -> None:
    kept = kept_of(opened(base, "de"), with_unsaved=False)
    (again,) = parse(bytes_of(replace(parse(b""), tabs=(kept,)))).tabs
    assert again == kept
    assert (again.environment, again.project_file, again.kind) == ("de", shop, OriginKind.ENVIRONMENT.value)


def test_crash_brings_environments_back_with_what_was_typed(studios: Studios, base: Studio, shop: Path) -> None:
    studio = opened(base, "de")
    studio.editor.insert_lines(1, ["# typed"])
    kept = kept_of(studio, with_unsaved=True)
    studios.end(base)
    again = studios.start()
    restore_tab(again, kept)  # before the project is open
    assert again.served.link == EnvironmentLink(shop, "de")
    assert again.editor.body() == kept.text
    assert again.is_unsaved


def test_other_text_in_its_place_is_its_own(base: Studio, tmp_path: Path) -> None:
    studio = opened(base, "de")
    (tmp_path / "other.txt").write_bytes(b"# other\n")
    assert studio.document.open(tmp_path / "other.txt")
    assert studio.served.link is None
    assert not studio.served.card.isVisible()
    go_to(base)
    go_to(studio)
    assert studio.editor.body() == b"# other\n"


def test_what_is_its_own_is_seen_beside_the_text_of_the_project(base: Studio) -> None:
    studio = opened(base, "de")
    button(studio.served.card, "Compare with the project’s text").click()
    current = studio.changes.baselines.current
    assert current is not None
    assert current.body == ROBOTS
    assert studio.page.current_tab == "changes"


def test_chooser_is_there_only_where_there_is_a_choice(base: Studio) -> None:
    chooser = base.page.top_bar.environment_button
    assert chooser.isVisible()
    studio = opened(base, "de")
    button_of = studio.page.top_bar.environment_button
    assert button_of.text() == "de"
    button_of.click()
    menu = next(menu for menu in button_of.findChildren(QMenu) if menu.isVisible())
    said = [action.text() for action in menu.actions()]
    assert said == [
        "shop · www.example.com",
        "staging · staging.example.com",
        "de · www.example.de",
        "",
        "Environments…",
    ]
    assert [action.text() for action in menu.actions() if action.isChecked()] == ["de · www.example.de"]
    itself = menu.actions()[0]
    menu.close()
    itself.trigger()
    assert base.tabs.front is base
    base.projects.set_environments(())
    assert not chooser.isVisible()
