"""An example opens in its own tab; the person's documents stay, or come back."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Cell
from robotstudio.fetch.http_scenario import HttpScenario
from robotstudio.project.state import StateStore
from robotstudio.project.templates import Lesson, lessons
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.panels.examples import CHANGE, SEE
from robotstudio.ui.shell import dialogs
from robotstudio.urls.urls import parse_list
from tests.rows import each_row
from tests.ui.studios import ROBOTS, Studios, act, keyboard, press, settle

LESSONS = {lesson.id: lesson for lesson in lessons()}


@pytest.fixture(scope="module")
def shared(shared_studios: Studios) -> Studio:
    """Open one window for the tests that only look at examples."""
    return shared_studios.start()


def opened(studio: Studio, lesson_id: str) -> Lesson:
    lesson = LESSONS[lesson_id]
    studio.examples.open(lesson)
    settle(studio.tabs.front)
    return lesson


def written(studio: Studio) -> list[str]:
    return [url.written for url in studio.session.urls]


def tokens(studio: Studio) -> list[str]:
    return [crawler.token for crawler in studio.session.crawlers]


def plain(text: str) -> str:
    return text.replace("\u2060", "")


@each_row("lesson", LESSONS.values(), ids=lambda lesson: lesson.id)
def test_each_is_laid_out_ready_to_look_at(shared: Studio, lesson: Lesson) -> None:
    opened(shared, lesson.id)
    session, window = shared.session, shared.window
    assert shared.editor.body() == lesson.body()
    assert shared.document.path is None
    assert not shared.document.is_modified
    assert written(shared) == [url.written for url in lesson.example.url_list().urls]
    assert tokens(shared) == list(lesson.crawlers)
    url, token = lesson.selected
    assert session.selected == Cell(next(each.url for each in session.urls if each.written == url), token)
    assert shared.simulation.view.cell == session.selected
    assert session.robots_url == window.top_bar.address.text() == lesson.address
    assert session.scenario.choice == (lesson.answer or "200")
    assert session.scenario.elapsed.total_seconds() == lesson.hours * 3600
    assert session.scenario.has_copy == lesson.has_copy
    assert shared.page.current_tab == lesson.tab
    card = shared.examples.card
    assert card.isVisible()
    assert [plain(label.text()) for label in (card.title, card.see, card.change)] == [
        lesson.title,
        lesson.see,
        lesson.change,
    ]
    assert card.steps.current == SEE


def test_card_stands_below_the_editor_so_that_no_text_moves(shared: Studio) -> None:
    opened(shared, "prefix")
    card, editor = shared.examples.card, shared.editor
    top = editor.mapToGlobal(editor.rect().topLeft())
    assert (
        card.mapTo(shared.window, card.rect().topLeft()).y() > editor.mapTo(shared.window, editor.rect().center()).y()
    )
    width = editor.width()
    card.close_button.click()
    assert not card.isVisible()
    assert editor.mapToGlobal(editor.rect().topLeft()) == top
    assert editor.width() == width


def test_both_steps_are_of_the_same_height(shared: Studio) -> None:
    opened(shared, "managed-block")
    card = shared.examples.card
    height = card.height()
    card.next_button.click()
    assert card.steps.current == CHANGE
    assert card.texts.currentWidget() is card.change
    assert card.height() == height


def test_next_leads_to_where_it_is_changed_and_then_to_the_next_example(shared: Studio) -> None:
    opened(shared, "named-group")
    card = shared.examples.card
    card.next_button.click()
    assert shared.problems.is_shown
    card.steps.set_current(SEE)
    assert shared.window.current_tab == "simulation"
    card.steps.set_current(CHANGE)
    card.next_button.click()
    settle(shared)
    assert card.title.text() == LESSONS["merged-groups"].title
    assert shared.window.current_tab == "simulation"
    assert card.steps.current == SEE


def test_nothing_follows_the_last_one(shared: Studio) -> None:
    opened(shared, list(LESSONS)[-1])
    card = shared.examples.card
    assert card.next_button.isEnabled()
    card.next_button.click()
    assert not card.next_button.isEnabled()


def test_step_that_is_seen_at_the_same_place_leaves_the_tab_alone(shared: Studio) -> None:
    opened(shared, "prefix")
    shared.window.show_tab("fetch")
    shared.examples.card.next_button.click()
    assert shared.window.current_tab == "fetch"


def test_explanation_that_is_folded_takes_no_room_of_the_next_example(shared: Studio) -> None:
    opened(shared, "byte-order-mark")
    tabs = shared.window.work.tab_stack
    below_unfolded = tabs.height()
    shared.window.show_tab("fetch")
    settle(shared)
    below_folded = tabs.height()
    assert below_folded > below_unfolded
    opened(shared, "staging-goes-live")
    assert shared.window.current_tab == "changes"
    assert tabs.height() == below_folded
    opened(shared, "prefix")
    assert tabs.height() == below_unfolded


def test_nothing_is_explained_by_the_file_that_was_open_before(shared: Studio) -> None:
    opened(shared, "wildcards")
    answered: list[bool] = []

    def note(cell: Cell | None) -> None:
        if cell is not None and cell.url == LESSONS["prefix"].selected[0]:
            answered.append(shared.session.is_answered)

    shared.session.selection_changed.connect(note)
    opened(shared, "prefix")
    shared.session.selection_changed.disconnect(note)
    assert answered == [True]


def test_earlier_version_is_compared_with_and_gone_behind_it(shared: Studio) -> None:
    opened(shared, "staging-goes-live")
    current = shared.changes.baselines.current
    assert current is not None
    assert (current.title, current.body) == ("the file before", LESSONS["staging-goes-live"].body_before())
    opened(shared, "prefix")
    assert "the file before" not in [each.title for each in shared.changes.baselines.all]
    assert shared.page.current_tab == "simulation"


def test_filter_that_was_on_hides_no_url_of_an_example(shared: Studio) -> None:
    opened(shared, "prefix")
    shared.simulation.tool_row.search.setText("nothing has this")
    opened(shared, "wildcards")
    assert shared.simulation.view.matrix.rowCount() == len(written(shared))


def test_f6_reaches_the_card_and_escape_leaves_it(shared: Studio) -> None:
    opened(shared, "prefix")
    card = shared.examples.card
    shared.editor.setFocus()
    act(shared, "view.next_pane")
    assert card.isAncestorOf(keyboard())
    press(Qt.Key.Key_Escape)
    assert not card.isVisible()


def test_help_lists_them_and_the_one_that_is_open_is_shown(shared: Studio) -> None:
    opened(shared, "letter-case")
    act(shared, "help.examples")
    panel = shared.examples.panel
    assert panel.isVisible()
    assert panel.lesson == LESSONS["letter-case"]
    panel.show_lesson(LESSONS["caching"])
    panel.open_button.click()
    settle(shared)
    assert not panel.isVisible()
    assert shared.editor.body() == LESSONS["caching"].body()


# Documents from before


@pytest.fixture
def own(studio: Studio) -> Studio:
    """Open a window with its own file, URLs and crawlers."""
    studio.session.set_scenario(HttpScenario("503"), is_own_choice=True)
    return studio


def test_document_that_is_open_stays_as_it_is(own: Studio) -> None:
    own.editor.replace_body(b"User-agent: *\nDisallow: /mine\n")
    opened(own, "other-hosts")
    example = own.tabs.front
    assert own.tabs.studios == (own, example)
    assert example.examples.card.isVisible()
    act(example, "view.next_tab")
    settle(own)
    assert own.editor.body() == b"User-agent: *\nDisallow: /mine\n"
    assert written(own) == ["/", "/private/a", "/private/open"]
    assert tokens(own) == ["Googlebot", "GPTBot"]
    assert own.session.scenario == HttpScenario("503")


def test_example_takes_the_place_of_another_one(own: Studio) -> None:
    opened(own, "answer-503")
    example = own.tabs.front
    for lesson_id in ("staging-goes-live", "prefix"):
        opened(example, lesson_id)
    assert own.tabs.studios == (own, example)


def test_example_that_was_changed_stays_in_its_tab(own: Studio) -> None:
    opened(own, "prefix")
    example = own.tabs.front
    example.editor.replace_body(b"User-agent: *\nDisallow: /tried\n")
    example.examples.card.next_button.click()
    example.examples.card.next_button.click()
    assert own.tabs.front not in {own, example}
    assert example.editor.body() == b"User-agent: *\nDisallow: /tried\n"
    assert example.document.is_modified


def test_what_is_remembered_is_not_what_an_example_brings(own: Studio, studios: Studios) -> None:
    opened(own, "prefix")
    own.tabs.close()
    state = StateStore(studios.places.state).load().state
    assert (state.urls, state.crawlers) == ((), ())
    assert not any("example" in path for path in state.recent_files)


def test_own_document_comes_back_and_the_example_does_not(own: Studio, studios: Studios, qtbot: QtBot) -> None:
    opened(own, "prefix")
    studios.end_all()
    again = studios.start()
    qtbot.waitUntil(lambda: not again.tabs.is_reopening, timeout=60_000)
    settle(again)
    (document,) = again.tabs.studios
    assert [url.written for url in document.session.urls] == ["/", "/private/a", "/private/open"]
    assert [crawler.token for crawler in document.session.crawlers] == ["Googlebot", "GPTBot"]


def test_project_is_opened_beside_the_example(own: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "site.robotstudio"
    monkeypatch.setattr(dialogs, "ask_save_project_path", lambda *_: path)
    act(own, "project.save")
    opened(own, "prefix")
    example = own.tabs.front
    assert example.projects.path is None
    assert example.open(path)
    assert own.tabs.front is own
    assert example.examples.card.isVisibleTo(example.page)


def test_where_it_is_shown_the_file_as_a_crawler_reads_it_stays_as_it_was_set(own: Studio) -> None:
    for _ in range(2):
        act(own, "view.reading")
        is_on = own.window.actions_by_id["view.reading"].isChecked()
        opened(own, "prefix")
        assert own.window.actions_by_id["view.reading"].isChecked() == is_on


def test_start_page_leads_to_the_examples(studios: Studios) -> None:
    studio = studios.start()
    assert not studio.examples.has_panel
    studio.start_page.examples_link.click()
    assert studio.examples.panel.isVisible()
    studio.examples.panel.open_button.click()
    settle(studio)
    assert not studio.window.is_on_start_page
    assert studio.examples.card.isVisible()


def test_own_urls_that_are_there_come_back(studios: Studios) -> None:
    studio = studios.start()
    studio.session.set_urls(parse_list("/x\n").urls)
    opened(studio, "prefix")
    assert studio.document.load(ROBOTS, Origin.of_template())
    settle(studio)
    assert written(studio)[0] == "/x"
    assert "/acct" not in written(studio)
    assert studio.session.scenario == HttpScenario()
    assert not studio.examples.card.isVisible()
