"""The editor shows the file as the selected crawler reads it."""

from PySide6.QtCore import Qt

from robotstudio.draft.analysis import Cell
from robotstudio.engine.crawlers import CRAWLERS
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.header import EditorHeader
from tests.ui.parts import part_of
from tests.ui.studios import Studios, act, click_cell, press, settle, type_text


def tinted(studio: Studio) -> list[int]:
    settle(studio)
    marks = studio.editor.annotations.reading
    return [line for line in range(1, 9) if marks.tinted_part(line)]


def reader(studio: Studio) -> str:
    return part_of(studio.editor, EditorHeader).accessibleDescription()


def test_click_on_a_cell_shows_the_file_as_its_crawler_reads_it(studio: Studio) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    assert (tinted(studio), reader(studio)) == ([1, 2, 3], "Shown as Googlebot reads it. Esc shows the file as it is.")
    click_cell(studio, "/private/a", "GPTBot")
    assert (tinted(studio), reader(studio)) == ([5, 6], "Shown as GPTBot reads it. Esc shows the file as it is.")


def test_click_on_the_header_of_a_crawler_selects_it_and_no_cell(studio: Studio) -> None:
    studio.simulation.view.crawler_header().sectionClicked.emit(1)
    assert tinted(studio) == [5, 6]
    assert studio.session.selected is None


def test_dismissed_reading_leaves_the_selected_cell(studio: Studio) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    studio.editor.reading_dismissed.emit()
    assert (tinted(studio), reader(studio)) == ([], "")
    assert studio.session.selected == Cell("/private/a", "Googlebot")


def test_reading_can_be_switched_off(studio: Studio) -> None:
    click_cell(studio, "/private/a", "Googlebot")
    assert studio.window.actions_by_id["view.reading"].isChecked()
    act(studio, "view.reading")
    assert (tinted(studio), reader(studio)) == ([], "")
    act(studio, "view.reading")
    assert tinted(studio) == [1, 2, 3]


def test_typing_changes_the_reading(studio: Studio) -> None:
    click_cell(studio, "/private/a", "GPTBot")
    studio.editor.place_caret(5)
    type_text("#")
    assert tinted(studio) == [1, 2, 3, 4, 5, 6]
    act(studio, "edit.undo")
    assert tinted(studio) == [5, 6]


def test_crawler_that_is_no_longer_chosen_is_not_read_as(studio: Studio) -> None:
    studio.session.read_as("GPTBot")
    studio.session.set_crawlers((CRAWLERS["Googlebot"],))
    assert (tinted(studio), studio.session.reader) == ([], None)


def test_switch_is_remembered_between_runs(studios: Studios) -> None:
    studio = studios.start()
    act(studio, "view.reading")
    studios.end(studio)
    again = studios.start()
    assert not again.window.actions_by_id["view.reading"].isChecked()


def test_title_of_the_crawler_that_is_read_as_is_tinted(studio: Studio) -> None:
    header = studio.simulation.view.crawler_header()
    plain = header.grab().toImage()
    header.sectionClicked.emit(1)
    studio.simulation.sort_by(None)
    assert header.grab().toImage() != plain
    studio.editor.reading_dismissed.emit()
    assert header.grab().toImage() == plain


def test_titles_are_reached_with_the_keyboard(studio: Studio) -> None:
    view = studio.simulation.view
    click_cell(studio, "/private/a", "GPTBot")
    view.setFocus()
    for _ in range(3):
        press(Qt.Key.Key_Up)
    assert view.crawler_header().hasFocus()
    press(Qt.Key.Key_Home)
    press(Qt.Key.Key_Return)
    assert studio.session.reader == "Googlebot"
    press(Qt.Key.Key_Right)
    assert view.crawler_header().accessibleName().endswith("reads as RFC 9309: assumed")
    press(Qt.Key.Key_Down)
    assert view.hasFocus()
