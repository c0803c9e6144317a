"""The tour: five steps on an example, offered once, and the person's documents stay unchanged."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from robotstudio.project.state import State, StateStore
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.panels.tour import EXAMPLE, STEPS, Sight
from robotstudio.urls.urls import parse_list
from tests.ui.studios import Studios, act, has_keyboard, keyboard, press, settle, type_text

LAST = len(STEPS) - 1


def begun(studio: Studio) -> Studio:
    """Return the document with the tour."""
    act(studio, "help.tour")
    shown = studio.tabs.front
    settle(shown)
    return shown


def test_it_is_on_an_example_in_a_tab_of_its_own_and_the_draft_stays(studio: Studio) -> None:
    studio.editor.setFocus()
    type_text("# mine\n")
    text, urls = studio.editor.body(), [url.written for url in studio.session.urls]
    shown = begun(studio)
    assert shown is not studio
    assert shown.editor.body() == next(each for each in shown.examples.lessons if each.id == EXAMPLE).body()
    for _ in STEPS:
        press(Qt.Key.Key_Return)
    assert shown.tour.step is None
    assert not shown.document.is_modified
    assert (studio.editor.body(), [url.written for url in studio.session.urls]) == (text, urls)


def test_urls_of_a_window_without_a_text_come_back_and_those_of_the_example_are_not_remembered(
    studios: Studios,
) -> None:
    studio = studios.start()
    studio.session.set_urls(parse_list("/mine\n").urls)
    shown = begun(studio)
    assert shown is studio
    assert len(shown.session.urls) > 1
    assert shown.workspace.own().urls == ("/mine",)


def test_each_step_lies_beside_what_it_speaks_of_and_is_heard(studios: Studios) -> None:
    shown = begun(studios.start())
    tour, card = shown.tour, shown.tour.card
    for number, step in enumerate(STEPS):
        settle(shown)
        assert tour.step == number
        assert card.title.text() == step.title
        assert card.accessibleName() == f"{step.title}, {number + 1} of {len(STEPS)}"
        assert card.accessibleDescription() == card.text.text() == step.text
        assert shown.page.rect().contains(card.geometry())
        assert card.ring.isVisible()
        if step.sight is not Sight.CHANGES:  # it is as large as the window allows
            assert not card.geometry().intersects(card.ring.geometry().adjusted(3, 3, -3, -3))
        assert shown.page.current_tab == ("changes" if step.sight is Sight.CHANGES else "simulation")
        assert shown.problems.is_shown == (step.sight is Sight.PROBLEMS)
        press(Qt.Key.Key_Right)
    assert not card.isVisible()
    assert not card.ring.isVisible()


def test_step_of_a_verdict_frames_the_selected_cell_wherever_it_goes(studios: Studios) -> None:
    shown = begun(studios.start())
    press(Qt.Key.Key_Right)
    settle(shown)
    view, ring = shown.simulation.view, shown.tour.card.ring
    assert view.currentIndex().isValid()
    before = QRect(ring.geometry())
    view.setFocus()
    press(Qt.Key.Key_Down)
    assert ring.geometry().top() > before.top()
    shown.page.show_tab("fetch")
    assert not ring.isVisible()
    shown.page.show_tab("simulation")
    assert ring.isVisible()


def test_buttons_go_on_and_back_and_end_it(studios: Studios) -> None:
    shown = begun(studios.start())
    card, left = shown.tour.card, Qt.MouseButton.LeftButton
    assert not card.back_button.isEnabled()
    QTest.mouseClick(card.next_button, left)
    QTest.mouseClick(card.next_button, left)
    QTest.mouseClick(card.back_button, left)
    assert shown.tour.step == 1
    press(Qt.Key.Key_Left)
    press(Qt.Key.Key_Left)
    assert shown.tour.step == 0
    QTest.mouseClick(card.close_button, left)
    assert not card.isVisible()
    assert shown.tour.step is None


@pytest.mark.parametrize("place", ["card", "matrix", "editor"])
def test_escape_ends_it_wherever_the_keyboard_is(studios: Studios, place: str) -> None:
    shown = begun(studios.start())
    {"card": shown.tour.card, "matrix": shown.simulation.view, "editor": shown.editor}[place].setFocus()
    press(Qt.Key.Key_Escape)
    assert shown.tour.step is None
    assert keyboard().isVisible()


def test_nothing_is_blocked_and_the_card_is_a_stop_of_f6(studios: Studios) -> None:
    shown = begun(studios.start())
    shown.editor.setFocus()
    type_text("#")
    assert shown.editor.body().startswith(b"#")
    assert shown.tour.step == 0
    stops = []
    for _ in shown.page.panes:
        act(shown, "view.next_pane")
        stops.append(has_keyboard(shown.tour.card))
    assert sum(stops) == 1


def test_it_ends_with_the_example(studios: Studios) -> None:
    shown = begun(studios.start())
    act(shown, "file.close_tab")
    again = begun(shown.tabs.front)
    again.document.new()
    assert again.tour.step is None
    assert not again.tour.card.isVisible()


def test_begun_again_it_begins_at_its_first_step_in_the_same_tab(studios: Studios) -> None:
    shown = begun(studios.start())
    press(Qt.Key.Key_Right)
    assert begun(shown) is shown
    assert shown.tour.step == 0
    assert len(shown.tabs.studios) == 1


# Offered once


def remembered(studios: Studios) -> State:
    return StateStore(studios.places.state).load().state


def test_start_page_of_a_first_run_offers_it_and_never_again(studios: Studios) -> None:
    studio = studios.start()
    assert studio.start_page.tour_offer.isVisible()
    QTest.mouseClick(studio.start_page.tour_button, Qt.MouseButton.LeftButton)
    assert studio.tour.step == 0
    press(Qt.Key.Key_Escape)
    act(studio, "file.start")
    assert not studio.start_page.tour_offer.isVisible()
    studios.end(studio)
    assert remembered(studios).tour_was_offered
    assert not studios.start().start_page.tour_offer.isVisible()


def test_offer_that_is_declined_never_comes_back_in_no_tab(studios: Studios) -> None:
    studio = studios.start()
    QTest.mouseClick(studio.start_page.no_tour_button, Qt.MouseButton.LeftButton)
    assert not studio.start_page.tour_offer.isVisible()
    other = studio.tabs.begin()
    assert not other.start_page.tour_offer.isVisible()
    studios.end(studio)
    assert not studios.start().start_page.tour_offer.isVisible()


def test_who_begins_without_it_is_not_asked_again(studios: Studios) -> None:
    studio = studios.start()
    studio.show_example()
    act(studio, "file.new_tab")
    assert not studio.tabs.front.start_page.tour_offer.isVisible()


@pytest.mark.parametrize("known", [State(recent_files=("/a",)), State(recent_projects=("/b",))])
def test_who_has_worked_with_the_program_is_not_offered_it(known: State) -> None:
    assert State().offers_tour
    assert not known.offers_tour


def test_no_notice_lies_over_the_card(studios: Studios) -> None:
    studio = studios.start()
    studio.window.resize(800, 600)
    shown = begun(studio)
    card = shown.tour.card
    shown.window.notices.show_notice("a kind", "A notice that lies over the upper end of the window.")
    settle(shown)
    bar = shown.window.notices.bar
    assert bar.isVisible()
    place = QRect(card.mapTo(shown.window, QPoint()), card.size())
    assert not place.intersects(QRect(bar.mapTo(shown.window, QPoint()), bar.size()))
