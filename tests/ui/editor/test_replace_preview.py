"""The effect of replacing all on the verdicts is shown before it is done."""

from pytestqt.qtbot import QtBot

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.bars import FindBar
from robotstudio.urls.urls import parse_list
from tests.ui.parts import part_of
from tests.ui.studios import ROBOTS, act, settle


def ask(studio: Studio, found: str, by: str) -> FindBar:
    """Type what to replace into the bar."""
    bar = part_of(studio.editor, FindBar)
    act(studio, "find.replace")
    bar.find_field.setText(found)
    bar.replace_field.setText(by)
    return bar


def said(bar: FindBar, qtbot: QtBot) -> str:
    qtbot.waitUntil(lambda: bar.message.text() != "", timeout=30_000)
    return bar.message.text()


def test_flips_of_a_replacement_are_told_before_it_is_done(studio: Studio, qtbot: QtBot) -> None:
    bar = ask(studio, "/private/", "/other/")
    assert said(bar, qtbot) == "Replacing all changes 1 of 6 verdicts."
    assert studio.editor.body() == ROBOTS


def test_replacement_that_flips_nothing_is_told_too(studio: Studio, qtbot: QtBot) -> None:
    assert said(ask(studio, "/private/open", "/private/o"), qtbot) == "Replacing all changes no verdict."


def test_preview_is_about_the_expression_and_the_part_that_is_looked_in(studio: Studio, qtbot: QtBot) -> None:
    bar = ask(studio, r"^(Dis)?allow: /.*$", "# \\0")
    bar.expression_button.click()
    assert said(bar, qtbot) == "Replacing all changes 4 of 6 verdicts."


def test_preview_follows_the_urls(studio: Studio, qtbot: QtBot) -> None:
    bar = ask(studio, "/private/", "/other/")
    said(bar, qtbot)
    studio.session.set_urls(parse_list("/private/b\n/private/c\n").urls)
    settle(studio)
    qtbot.waitUntil(lambda: bar.message.text() == "Replacing all changes 2 of 4 verdicts.", timeout=30_000)


def test_without_urls_it_says_what_is_missing(studio: Studio, qtbot: QtBot) -> None:
    studio.session.set_urls(())
    settle(studio)
    bar = ask(studio, "/private/", "/other/")
    assert said(bar, qtbot) == "Add test URLs and crawlers to see which verdicts change."


def test_wrong_expression_is_not_overwritten(studio: Studio) -> None:
    bar = ask(studio, "(", "x")
    bar.expression_button.click()
    trouble = bar.message.text()
    studio.session.set_urls(parse_list("/private/b").urls)
    settle(studio)
    studio.replacing._on_rest_timeout()
    assert bar.message.text() == trouble == "A ( has no ) after it."
