"""One notice at a time, answered, closed or withdrawn."""

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from robotstudio import ui
from robotstudio.ui.shell.document_bar import DocumentBar
from robotstudio.ui.shell.notices import Notices
from robotstudio.ui.widgets.notice_bar import NoticeBar
from tests.ui.parts import button, named, part_of
from tests.ui.studios import Studios, act, settle


class Calls:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


@pytest.fixture
def notices(qtbot: QtBot) -> Notices:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    return Notices(bar)


def test_notice_that_asks_nothing_leaves_once_it_was_read(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    notices = Notices(NoticeBar(window))
    window.move(400, 400)  # not below the mouse
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    leaving = part_of(notices, QTimer)
    notices.show_notice("print", "The printer did not accept the job.")
    assert leaving.isActive()
    leaving.timeout.emit()
    assert notices.bar.isHidden()
    notices.show_notice("disk", "It changed.", [("Reload", Calls())])
    assert not leaving.isActive()


def test_notice_waits_while_the_keyboard_is_in_it(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    notices = Notices(NoticeBar(window))
    window.move(400, 400)  # not below the mouse
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    notices.show_notice("print", "The printer did not accept the job.")
    named(notices.bar, QAbstractButton, "Close").setFocus()
    part_of(notices, QTimer).timeout.emit()
    assert notices.bar.isVisible()


def test_chosen_offer_is_done_and_the_notice_goes(notices: Notices) -> None:
    first, second = Calls(), Calls()
    notices.show_notice("disk", "It changed.", [("Reload", first), ("Keep mine", second)])
    assert notices.bar.accessibleName() == "It changed."
    button(notices.bar, "Keep mine").click()
    assert (first.count, second.count) == (0, 1)
    assert notices.bar.isHidden()


def test_newer_notice_takes_the_place_of_an_older(notices: Notices) -> None:
    older, newer = Calls(), Calls()
    notices.show_notice("disk", "It changed.", [("Reload", older)])
    notices.show_notice("save", "It could not be saved.", [("Save as…", newer)])
    notices.bar.action_chosen.emit("0")
    assert (older.count, newer.count) == (0, 1)


def test_offer_that_was_covered_comes_back(notices: Notices) -> None:
    recover = Calls()
    notices.show_notice("recovery", "Text was kept.", [("Recover", recover)])
    notices.show_notice("open", "It does not exist.")
    notices.show_notice("urls", "It is not there.")
    assert notices.bar.accessibleName() == "It is not there."
    named(notices.bar, QAbstractButton, "Close").click()
    assert notices.bar.accessibleName() == "Text was kept."
    button(notices.bar, "Recover").click()
    assert recover.count == 1
    assert notices.bar.isHidden()


def test_notice_about_a_draft_goes_with_it_and_uncovers_the_one_below(notices: Notices) -> None:
    undo, recover = Calls(), Calls()
    notices.show_notice("recovery", "Text was kept.", [("Recover", recover)])
    notices.show_notice("rules", "Line 2 was deleted.", [("Undo", undo)], draft=7)
    notices.follow_draft(7)
    assert notices.bar.accessibleName() == "Line 2 was deleted."
    notices.follow_draft(8)
    assert notices.bar.accessibleName() == "Text was kept."


def test_covered_notice_about_a_draft_goes_with_it(notices: Notices) -> None:
    notices.show_notice("rules", "Line 2 was deleted.", [("Undo", Calls())], draft=7)
    notices.show_notice("save", "It could not be saved.", [("Save as…", Calls())])
    notices.follow_draft(8)
    named(notices.bar, QAbstractButton, "Close").click()
    assert notices.bar.isHidden()


def test_whoever_offers_undo_says_of_which_draft() -> None:
    """Undo would undo whatever was done since."""
    offers = 0
    for path in sorted(Path(ui.__file__).parent.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            said = ast.unparse(function) if isinstance(function, ast.FunctionDef) else ""
            if ".undo)" in said and ".show_notice(" in said:
                assert "draft=" in said, f"{path.name}: {said}"
                offers += 1
    assert offers


def test_covered_offer_can_be_withdrawn(notices: Notices) -> None:
    notices.show_notice("disk", "It changed.", [("Reload", Calls())])
    notices.show_notice("open", "It does not exist.")
    notices.withdraw("disk")
    assert notices.bar.accessibleName() == "It does not exist."
    named(notices.bar, QAbstractButton, "Close").click()
    assert notices.bar.isHidden()


def test_notice_is_withdrawn_by_its_kind_only(notices: Notices) -> None:
    notices.show_notice("disk", "It changed.")
    notices.withdraw("save")
    assert not notices.bar.isHidden()
    notices.withdraw("disk")
    assert notices.bar.isHidden()


def test_offer_that_shows_another_notice_leaves_it_there(notices: Notices) -> None:
    notices.show_notice("a", "First.", [("Resume", lambda: notices.show_notice("b", "Second."))])
    button(notices.bar, "Resume").click()
    assert notices.bar.accessibleName() == "Second."
    assert not notices.bar.isHidden()


def test_notice_lies_in_the_strip_of_tabs_and_moves_nothing(studios: Studios) -> None:
    studio = studios.start()
    studio.show_example()
    settle(studio)
    window, parts = studio.window, (studio.editor, studio.simulation.view, studio.why, studio.window.status_bar)
    before = [part.mapTo(window, part.rect().topLeft()) for part in parts], [part.size() for part in parts]
    bar = window.notices.bar
    for sentence in ("It changed on disk.", " ".join(["It changed on disk."] * 9)):
        window.notices.show_notice("disk", sentence, [("Reload", Calls()), ("Keep mine", Calls())])
        QApplication.processEvents()
        assert [part.mapTo(window, part.rect().topLeft()) for part in parts] == before[0]
        assert [part.size() for part in parts] == before[1]
        place = QRect(bar.mapTo(window, QPoint()), bar.size())
        assert place.top() >= window.strip.mapTo(window, QPoint()).y()
        assert place.right() <= window.strip.mapTo(window, QPoint(window.strip.width(), 0)).x()
        assert not any(place.intersects(QRect(at, part.size())) for at, part in zip(before[0], parts, strict=True))
        label = bar.findChild(QLabel)
        assert label is not None
        assert bar.height() == 28
        assert place.bottom() < window.strip.mapTo(window, QPoint(0, window.strip.height())).y()
        assert label.text() == label.toolTip() or label.width() >= label.sizeHint().width(), "it can be read to its end"


def test_tabs_leave_room_for_a_notice(studios: Studios) -> None:
    studio = studios.start((800, 600))
    for _ in range(6):
        studio.tabs.begin()
    window = studio.tabs.front.window
    window.notices.show_notice("disk", "It changed on disk.", [("Reload", Calls())])
    QApplication.processEvents()
    strip, bar = part_of(window, DocumentBar), window.notices.bar
    assert strip.plus.geometry().right() < bar.geometry().left()
    window.notices.withdraw("disk")
    QApplication.processEvents()
    assert strip.tabs.width() > bar.geometry().left() - 40


def test_notice_follows_its_document(studios: Studios) -> None:
    first = studios.start()
    first.page.notices.show_notice("disk", "It was changed.", [("Reload", Calls())])
    second = first.tabs.begin()
    assert not first.page.notices.bar.isVisible()
    assert not second.page.notices.bar.isVisible()
    first.tabs.bring_to_front(first)
    assert first.page.notices.bar.isVisible()
    act(first, "view.own_window")
    settle(first)
    assert first.window is not second.window
    assert first.window.isAncestorOf(first.page.notices.bar)
    assert first.page.notices.bar.isVisible()


def test_a_notice_is_seen_where_there_is_room_for_the_editor_alone(studios: Studios) -> None:
    studio = studios.start((860, 700))
    studio.show_example()
    settle(studio)
    studio.page.work.show_editor()
    studio.window.notices.show_notice("disk", "It changed on disk.", [("Reload", Calls())])
    QApplication.processEvents()
    bar = studio.window.notices.bar
    assert studio.editor.isVisible()
    over = bar.window().childAt(bar.mapTo(bar.window(), bar.rect().center()))
    assert over is not None
    assert over is bar or bar.isAncestorOf(over)
    assert bar.visibleRegion().boundingRect() == bar.rect(), "no part of it is covered or out of the window"
