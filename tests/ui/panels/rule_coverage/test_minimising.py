"""A smaller file is offered, applied in one step that can be undone, and compared with the draft before."""

from collections.abc import Sequence

from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from robotstudio.ui.app.studio import Studio
from robotstudio.ui.jobs.background import Background
from tests.ui.parts import part_of, texts
from tests.ui.studios import act, settle

BODY = b"# shop\nUser-agent: *\nDisallow: /a/\nDisallow: /a/b\nDisallow: /c\n"
SMALLER = b"# shop\nUser-agent: *\nDisallow: /a/\nDisallow: /c\n"


def minimise(studio: Studio, qtbot: QtBot, body: bytes = BODY) -> None:
    """Request a smaller file, and wait for the result."""
    studio.editor.replace_body(body)
    settle(studio)
    with qtbot.waitSignal(part_of(studio.minimising, Background).answered):
        act(studio, "edit.minimise")


def said(studio: Studio) -> str:
    bar = studio.page.notices.bar
    return "" if bar.isHidden() else " ".join(texts(bar))


def buttons(studio: Studio) -> Sequence[QAbstractButton]:
    return [each for each in studio.page.notices.bar.findChildren(QAbstractButton) if each.text()]


def click(studio: Studio, words: str) -> None:
    next(each for each in buttons(studio) if each.text() == words).click()


def test_a_smaller_file_is_offered_and_the_draft_left_alone_until_it_is_used(studio: Studio, qtbot: QtBot) -> None:
    minimise(studio, qtbot)
    assert studio.editor.body() == BODY
    assert "Proven for every URL, for " in said(studio)
    click(studio, "Use the smaller file")
    assert studio.editor.body() == SMALLER
    act(studio, "edit.undo")
    assert studio.editor.body() == BODY


def test_what_changed_is_shown_against_the_draft_before(studio: Studio, qtbot: QtBot) -> None:
    minimise(studio, qtbot)
    click(studio, "Use the smaller file")
    click(studio, "Show what changed")
    current = studio.changes.baselines.current
    assert current is not None
    assert (current.title, current.body) == ("the draft before", BODY)
    assert studio.page.current_tab == "changes"


def test_a_file_whose_lines_are_all_needed_is_said_to_be_so(studio: Studio, qtbot: QtBot) -> None:
    minimise(studio, qtbot, SMALLER)
    assert "Every line is needed" in said(studio)


def test_an_edit_takes_the_offer_back(studio: Studio, qtbot: QtBot) -> None:
    minimise(studio, qtbot)
    studio.editor.replace_body(BODY + b"Disallow: /d\n")
    assert said(studio) == ""


def test_an_edit_takes_back_that_every_line_is_needed(studio: Studio, qtbot: QtBot) -> None:
    minimise(studio, qtbot, SMALLER)
    studio.editor.replace_body(BODY)
    settle(studio)
    assert said(studio) == ""


def test_what_was_done_is_said_until_the_next_edit(studio: Studio, qtbot: QtBot) -> None:
    minimise(studio, qtbot)
    click(studio, "Use the smaller file")
    settle(studio)
    assert "less" in said(studio)
    studio.editor.replace_body(BODY)
    settle(studio)
    assert said(studio) == ""


def test_each_step_is_shown_with_what_it_rests_on_before_the_file_is_used(studio: Studio, qtbot: QtBot) -> None:
    minimise(studio, qtbot)
    click(studio, "Show each step…")
    window = studio.minimising.panel
    assert window.isVisible()
    assert [[window.steps.cell(0, column).text for column in range(3)]] == [
        ["4", "Disallow: /a/b", "Line 4 is unnecessary: no verdict changes without it. What decides instead: line 3."]
    ]
    shown = window.diff.toPlainText().splitlines()
    assert "− Disallow: /a/b" in shown
    assert "  # shop" in shown
    assert studio.editor.body() == BODY
    window.use.click()
    assert not window.isVisible()
    assert studio.editor.body() == SMALLER


def test_steps_of_a_draft_that_has_changed_are_shown_no_longer(studio: Studio, qtbot: QtBot) -> None:
    minimise(studio, qtbot)
    click(studio, "Show each step…")
    studio.editor.replace_body(BODY + b"# more\n")
    assert not studio.minimising.panel.isVisible()


def test_comments_and_the_order_of_the_lines_stay(studio: Studio, qtbot: QtBot) -> None:
    rules = b"User-agent: *\n# two\nDisallow: /b\nDisallow: /a/  # three\nDisallow: /a/x\n"
    body = b"# one\n" + rules + b"\n# four\nSitemap: /s.xml\n"
    minimise(studio, qtbot, body)
    click(studio, "Use the smaller file")
    assert studio.editor.body() == body.replace(b"Disallow: /a/x\n", b"")
