"""The window for editing, testing and comparing the environments of a project."""

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from robotstudio.project.environments import origins_of
from robotstudio.project.file.model import EditKind, Environment, OverlayEdit, Project
from robotstudio.project.file.project_file import load, save
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.environments.panel import EnvironmentsPanel
from robotstudio.ui.shell import dialogs
from tests.ui.parts import offers, part_of
from tests.ui.studios import ROBOTS, Studios, act, settle
from tests.ui.tables import texts_of

CLOSE = OverlayEdit(EditKind.CLOSE)
STAGING = Environment("staging", "https://staging.example.com", (CLOSE,), "staging.expect")
SHOP = Project(site="https://www.example.com", file="robots.txt", urls=("/private/a",), environments=(STAGING,))


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "robots.txt").write_bytes(ROBOTS)
    (folder / "robots.txt.expect").write_text("block Googlebot /private/a\n")
    (folder / "staging.expect").write_text("block Googlebot /a\nallow GPTBot /open\n")
    save(folder / "shop.robotstudio", SHOP)
    return folder / "shop.robotstudio"


@pytest.fixture
def base(studios: Studios, shop: Path) -> Studio:
    studio = studios.start()
    assert studio.open(shop)
    settle(studio)
    return studio


def answered(studio: Studio, qtbot: QtBot) -> None:
    """Wait for the results."""
    background = part_of(studio.environments, Background)
    qtbot.waitUntil(lambda: not background.is_busy, timeout=300_000)


@pytest.fixture
def panel(base: Studio, qtbot: QtBot) -> EnvironmentsPanel:
    act(base, "project.environments")
    answered(base, qtbot)
    return base.environments.panel


def type_into(field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def test_all_environments_are_tested_at_once(panel: EnvironmentsPanel) -> None:
    assert texts_of(panel.table) == [
        ["the project itself", "www.example.com", "", "1 test"],
        ["staging", "staging.example.com", "+1 −2", "1 of 2 tests fails"],
    ]
    panel.choose("staging")
    assert texts_of(panel.failing) == [["GPTBot should be allowed to fetch /open", "blocked by line 5, Disallow: /"]]
    panel.choose("")
    assert texts_of(panel.failing) == []


def test_draft_is_what_is_tested(base: Studio, panel: EnvironmentsPanel, qtbot: QtBot) -> None:
    base.editor.replace_body(b"User-agent: *\nAllow: /\n")
    answered(base, qtbot)
    assert texts_of(panel.table)[0][3] == "1 of 1 tests fails"


def test_what_is_its_own_is_told_apart(panel: EnvironmentsPanel) -> None:
    panel.choose("staging")
    lines = panel.text.toPlainText().split("\n")
    assert {line[:2] for line in lines} == {"  ", "− ", "+ "}
    assert [line[2:] for line in lines if line[0] != "−"] == [
        "User-agent: *",
        "Disallow: /",
        "",
        "User-agent: GPTBot",
        "Disallow: /",
    ]


def test_environment_is_added_named_and_saved_with_the_project(
    base: Studio, panel: EnvironmentsPanel, shop: Path, qtbot: QtBot
) -> None:
    panel.add_button.click()
    QTest.keyClicks(panel.name, "de")
    type_into(panel.site, "https://www.example.de")
    panel.steps.add(EditKind.SITEMAPS)
    panel.steps.lines.setPlainText("https://www.example.de/sitemap.xml")
    answered(base, qtbot)
    assert texts_of(panel.table)[2][:3] == ["de", "www.example.de", "+2 −0"]
    assert base.projects.is_unsaved
    assert load(shop) == SHOP
    act(base, "project.save")
    made = OverlayEdit(EditKind.SITEMAPS, ("https://www.example.de/sitemap.xml",))
    assert load(shop).environments == (STAGING, Environment("de", "https://www.example.de", (made,)))
    assert not base.projects.is_unsaved


def test_changes_are_undone_step_by_step(base: Studio, panel: EnvironmentsPanel) -> None:
    panel.choose("staging")
    type_into(panel.name, "test")
    panel.steps.add(EditKind.PREPEND)
    panel.steps.lines.setPlainText("# a")
    panel.steps.lines.appendPlainText("# b")
    panel.remove_button.click()
    assert not len(base.projects.environments)
    seen = []
    while panel.undo_button.isEnabled():
        panel.undo_button.click()
        (now,) = base.projects.environments
        seen.append((now.name, [edit.lines for edit in now.overlay]))
    assert seen[0] == ("test", [(), ("# a", "# b")])
    assert seen[-2:] == [("test", [()]), ("staging", [()])]
    assert base.projects.environments == (STAGING,)
    assert not base.projects.is_unsaved


def test_steps_are_moved_and_removed(base: Studio, panel: EnvironmentsPanel) -> None:
    panel.choose("staging")
    panel.steps.add(EditKind.APPEND)
    panel.steps.lines.setPlainText("# last")
    panel.steps.up_button.click()
    assert [edit.do for edit in base.projects.environments[0].overlay] == [EditKind.APPEND, EditKind.CLOSE]
    panel.steps.remove_button.click()
    assert base.projects.environments == (STAGING,)


def test_what_could_not_be_saved_stays_in_the_window_which_says_why(
    base: Studio, panel: EnvironmentsPanel, shop: Path
) -> None:
    panel.choose("staging")
    panel.steps.add(EditKind.APPEND)
    kept = base.projects.environments
    panel.steps.lines.setPlainText("Disallow: /a")
    assert "begins with a rule" in panel.problem.text()
    assert base.projects.environments == kept
    panel.choose("")
    panel.choose("staging")
    assert panel.steps.overlay[-1].lines == ("Disallow: /a",)
    panel.steps.table.select_row(1)
    panel.steps.lines.setPlainText("User-agent: a\nDisallow: /a")
    assert panel.problem.isHidden()
    assert base.projects.environments[0].overlay[-1].lines == ("User-agent: a", "Disallow: /a")
    type_into(panel.name, " ")
    assert "name" in panel.problem.text()
    panel.close_button.click()
    act(base, "project.save")
    assert load(shop).environments == base.projects.environments
    act(base, "project.environments")
    assert "name" in panel.problem.text()


def test_what_is_unsaved_is_kept_against_a_crash(studios: Studios, panel: EnvironmentsPanel, qtbot: QtBot) -> None:
    panel.choose("staging")
    type_into(panel.site, "https://other.example.com")

    def is_kept() -> bool:
        entries = studios.places.journal.glob("*-project.journal")
        return any(b"https://other.example.com" in entry.read_bytes() for entry in entries)

    qtbot.waitUntil(is_kept, timeout=300_000)


def test_new_name_goes_to_the_tab(base: Studio, panel: EnvironmentsPanel) -> None:
    studio = base.environments.open_in_tab("staging")
    assert studio is not None
    base.tabs.bring_to_front(base)
    panel.choose("staging")
    type_into(panel.name, "test")
    assert studio.served.link is not None
    assert studio.served.link.name == "test"
    base.tabs.bring_to_front(studio)
    assert studio.served.card.title.text() == "robots.txt of test"


def test_tests_are_chosen(base: Studio, panel: EnvironmentsPanel, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogs, "ask_tests_path", lambda *_: shop.parent / "robots.txt.expect")
    panel.choose("staging")
    panel.choose_button.click()
    assert base.projects.environments[0].expectations == "robots.txt.expect"


def test_two_are_compared(base: Studio) -> None:
    base.environments.compare("staging", "")
    studio = base.tabs.front
    settle(studio)
    assert studio.served.link is not None
    current = studio.changes.baselines.current
    assert current is not None
    assert (current.title, current.body) == ("shop", ROBOTS)
    base.environments.compare("", "staging")
    assert base.tabs.front is base
    current = base.changes.baselines.current
    assert current is not None
    assert current.title == "staging"


def test_tab_leads_back_to_its_environment(base: Studio, panel: EnvironmentsPanel) -> None:
    panel.close()
    studio = base.environments.open_in_tab("staging")
    assert studio is not None
    act(studio, "project.environments")
    assert base.tabs.front is base
    assert panel.isVisible()
    assert panel.chosen == "staging"


def test_environments_belong_to_a_project(studios: Studios) -> None:
    studio = studios.start()
    studio.document.new()
    act(studio, "project.environments")
    assert [offer.text() for offer in offers(studio.page.notices.bar)] == ["Save project…"]
    assert not studio.environments.has_panel


def test_row_that_is_entered_is_opened(base: Studio, panel: EnvironmentsPanel) -> None:
    panel.choose("staging")
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert base.tabs.front.served.link is not None


def watched(base: Studio, qtbot: QtBot) -> dict[str, timedelta]:
    """Return the hosts on the watch list."""
    found: list[dict[str, timedelta]] = []
    base.context.history.ask(
        lambda history: {each.host: each.every for each in history.watched()}, found.append, is_kept=True
    )
    qtbot.waitUntil(lambda: bool(found), timeout=300_000)
    return found[0]


def test_hosts_of_the_project_are_put_on_the_watch_list_and_taken_off_at_once(
    base: Studio, panel: EnvironmentsPanel, qtbot: QtBot
) -> None:
    assert panel.watch_button.isEnabled()
    base.environments.watch(timedelta(hours=1))
    assert watched(base, qtbot) == dict.fromkeys(
        ("https://www.example.com", "https://staging.example.com"), timedelta(hours=1)
    )
    assert "2 hosts" in base.window.status_bar.message.text()
    base.environments.watch(None)
    assert watched(base, qtbot) == {}
    assert "no longer watched" in base.window.status_bar.message.text()


def test_menu_offers_each_interval_and_not_to_watch(base: Studio, panel: EnvironmentsPanel, qtbot: QtBot) -> None:
    panel.watch_button.click()
    menu = panel.watch_button.findChildren(QMenu)[-1]
    texts = [action.text() for action in menu.actions()]
    menu.actions()[1].trigger()
    assert [*watched(base, qtbot).values()] == [timedelta(hours=1)] * 2
    assert (len(texts), texts[-1]) == (6, "off")
    menu.close()


def test_nothing_is_watched_where_no_history_is_kept(base: Studio, qtbot: QtBot) -> None:
    base.context.history.set_kept(is_kept=False)
    base.environments.watch(timedelta(hours=1))
    assert "No host is watched" in base.window.notices.bar.accessibleName()
    assert watched(base, qtbot) == {}


def test_project_without_a_host_has_none_to_watch(panel: EnvironmentsPanel) -> None:
    assert origins_of(replace(SHOP, site="", environments=())) == ()
    panel.set_can_watch(can_watch=False)
    assert not panel.watch_button.isEnabled()
