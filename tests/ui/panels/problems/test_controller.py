"""The linter in the window: from typing to marks, from a fix to the draft."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Event

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSplitter
from pytestqt.qtbot import QtBot

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.lint_result import DraftLinter, LintResult
from robotstudio.engine.cancelling import Cancelled
from robotstudio.lint.model import Severity
from robotstudio.ui.app.studio import Studio
from robotstudio.ui.editor.gutter import Gutter
from robotstudio.ui.editor.overview_ruler import OverviewRuler
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.panels.problems.effects import QuickFixMenu
from robotstudio.ui.panels.problems.words import severity_counts, status_words
from robotstudio.ui.shell.status_bar import StatusButton
from robotstudio.ui.theme.theme import theme
from tests.ui.parts import part_of
from tests.ui.studios import Studios, act, has_keyboard, press, settle, type_text

BAD = b"\xef\xbb\xbfUser-agent: *\r\nDisalow: /tmp/\r\nDisallow: private\r\nDisallow: /a*\r\n"


def found(studio: Studio, qtbot: QtBot) -> LintResult:
    """Wait for the linter's result for the draft and return it."""
    settle(studio)

    def is_done() -> bool:
        checked = studio.problems.panel.checked
        return checked is not None and checked.analysis is studio.session.analysis

    qtbot.waitUntil(is_done)
    checked = studio.problems.panel.checked
    assert checked is not None
    return checked


def load(studio: Studio, qtbot: QtBot, body: bytes) -> LintResult:
    studio.editor.set_body(body)
    return found(studio, qtbot)


def codes(checked: LintResult) -> list[str]:
    return [finding.code for finding in checked.findings]


def menu_of(studio: Studio) -> QuickFixMenu:
    menu = studio.window.findChild(QuickFixMenu)
    assert isinstance(menu, QuickFixMenu)
    return menu


def test_typing_changes_what_is_found_and_shown_everywhere(studio: Studio, qtbot: QtBot) -> None:
    before = codes(found(studio, qtbot))
    act(studio, "view.problems")
    studio.editor.setFocus()
    studio.editor.place_caret(2)
    type_text("x")
    checked = found(studio, qtbot)
    assert set(codes(checked)) - set(before)
    counts = Counter(finding.severity for finding in checked.findings)
    assert studio.problems.panel.header.count.text() == severity_counts(counts)
    assert studio.window.status_bar.problems.text() == " · ".join(filter(None, status_words(counts)))
    assert 2 in part_of(studio.editor, Gutter)._signs


def color_of(button: StatusButton) -> str:
    """Return the colour of the text of a button."""
    return button.text_color().name()


@pytest.mark.parametrize(
    ("body", "color"),
    [
        (b"User-agent: *\nDisallow: /a\nSitemap: /x.xml\n", "blocked"),
        (b"User-agent: *\nCrawl-delay: 500\nDisallow: /a\n", "warning"),
        (b"User-agent: *\nDisallow: /a\n", "text2"),
    ],
)
def test_status_bar_takes_the_colour_of_the_worst_problem(
    studio: Studio, qtbot: QtBot, body: bytes, color: str
) -> None:
    load(studio, qtbot, body)
    assert color_of(studio.window.status_bar.problems) == theme.color(color).name()


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({Severity.ERROR: 2, Severity.WARNING: 1, Severity.HINT: 4}, ("2 errors", "5 more")),
        ({Severity.WARNING: 1}, ("1 warning", "")),
        ({Severity.INFORMATION: 3, Severity.HINT: 1}, ("4 problems", "")),
        ({}, ("No problems", "")),
    ],
)
def test_status_bar_counts_errors_or_warnings_and_the_rest_apart(
    counts: dict[Severity, int], words: tuple[str, str]
) -> None:
    assert status_words(counts) == words


def test_answer_to_an_older_draft_is_dropped(studio: Studio, qtbot: QtBot) -> None:
    old = found(studio, qtbot)
    studio.editor.set_body(b"")
    now = found(studio, qtbot)
    studio.problems._on_checked(old)
    assert studio.problems.panel.checked is now


def test_status_bar_keys_and_menu_open_the_panel_under_the_editor(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, BAD)
    work, tab = studio.window.work, studio.window.current_tab
    for open_it in (
        studio.window.status_bar.problems.click,
        partial(act, studio, "problems.next"),
        partial(act, studio, "view.problems"),
    ):
        open_it()
        panel = studio.problems.panel
        assert panel.isVisible()
        assert studio.window.current_tab == tab
        assert panel.width() == work.editor_column.width()
        assert panel.mapTo(work, QPoint()).y() > work.editor_column.mapTo(work, QPoint()).y()
        panel.header.close_button.click()
        assert not panel.isVisible()


def test_escape_closes_the_panel_and_goes_back_to_the_text(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, BAD)
    act(studio, "view.problems")
    assert has_keyboard(studio.problems.panel)
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Escape)
    assert not studio.problems.panel.isVisible()
    assert has_keyboard(studio.editor)


def test_height_of_the_panel_is_remembered_and_at_most_half(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, BAD)
    studio.window.resize(1400, 900)
    act(studio, "view.problems")
    rows, panel = studio.problems.panel.parentWidget(), studio.problems.panel
    assert isinstance(rows, QSplitter)
    assert panel.height() == 267
    rows.setSizes([rows.height() - 200, 200])
    rows.splitterMoved.emit(0, 1)
    height = panel.height()
    assert height == pytest.approx(200, abs=2)
    studio.problems.hide_panel()
    act(studio, "view.problems")
    assert panel.height() == height
    assert studio.collected().splitters["editor"] == (height,)
    rows.setSizes([1, 1000])
    assert panel.height() <= rows.height() // 2


def test_panel_covers_the_lower_half_of_the_editor_tab_in_a_small_window(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, BAD)
    studio.window.resize(800, 600)
    act(studio, "view.simulation")
    assert not studio.editor.isVisible()
    act(studio, "view.problems")
    panel, rows = studio.problems.panel, studio.problems.panel.parentWidget()
    assert rows is not None
    assert studio.editor.isVisible()
    assert panel.isVisible()
    assert panel.height() == pytest.approx(rows.height() / 2, abs=2)
    press(Qt.Key.Key_F6)
    studio.window.document.focus_previous_pane()
    assert has_keyboard(panel)


def test_panel_closes_itself_after_the_fix_of_the_last_problem(studio: Studio, qtbot: QtBot) -> None:
    checked = load(studio, qtbot, b"User-agent: *\n Disallow: /a\n")
    assert len(checked.findings) == 1
    act(studio, "view.problems")
    studio.problems.apply_offer(studio.problems.panel.facts_of(0).offers[0])
    assert not found(studio, qtbot).findings
    qtbot.waitUntil(studio.problems.panel.isHidden)
    act(studio, "view.problems")
    load(studio, qtbot, b"User-agent: *\nDisallow: /b\n")
    assert studio.problems.panel.isVisible()


def test_keys_jump_from_problem_to_problem_and_say_each(studio: Studio, qtbot: QtBot) -> None:
    checked = load(studio, qtbot, b"User-agent: *\nDisalow: /\nAllow: /\nDisallow: abc\n")
    lines = [finding.line for finding in checked.findings]
    visited = []
    for _ in range(len(lines) + 1):
        act(studio, "problems.next")
        visited.append(studio.editor.caret_line)
    assert visited == [*lines, lines[0]]
    act(studio, "problems.previous")
    assert studio.editor.caret_line == lines[-1]
    assert studio.window.status_bar.message.text().startswith("Path without a leading slash")


def test_jump_begins_at_the_caret(studio: Studio, qtbot: QtBot) -> None:
    checked = load(studio, qtbot, b"User-agent: *\nDisalow: /\nAllow: /\n\n\nDisallow: abc\n# end\n")
    studio.editor.place_caret(5)
    act(studio, "problems.next")
    assert studio.editor.caret_line == next(finding.line for finding in checked.findings if finding.line >= 5)
    studio.editor.place_caret(7)
    act(studio, "problems.previous")
    assert studio.editor.caret_line == 6


def test_jump_goes_to_the_bytes(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, "User-agent: *\nDisallow: /ä\n".encode())
    act(studio, "problems.next")
    cursor = part_of(studio.editor, RobotsEdit).textCursor()
    assert (cursor.blockNumber(), cursor.positionInBlock()) == (1, 10)


def test_without_problems_the_keys_say_so(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, b"User-agent: *\nDisallow: /tmp/\n")
    act(studio, "problems.next")
    assert studio.window.status_bar.message.text() == "No problem was found."
    assert studio.window.status_bar.problems.text() == "No problems"
    act(studio, "problems.fix")
    assert studio.window.status_bar.message.text() == "No problem in this line."
    act(studio, "problems.fix_safely")
    assert studio.window.status_bar.message.text() == "None of these fixes is safe for every crawler."


def test_quick_fix_with_keys_alone_is_one_undo_step_and_keeps_line_ends_and_mark(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, BAD)
    studio.editor.place_caret(2, 3)
    studio.editor.setFocus()
    act(studio, "problems.fix")
    menu = menu_of(studio)
    assert menu.isVisible()
    qtbot.waitUntil(lambda: "…" not in menu.activeAction().text())
    assert menu.activeAction().text() == "Change to Disallow: Disallow: /tmp/ (changes no verdict on the test URLs)"
    QTest.keyClick(menu, Qt.Key.Key_Return)
    fixed = BAD.replace(b"Disalow", b"Disallow")
    assert studio.editor.body() == fixed
    assert (studio.editor.caret_line, part_of(studio.editor, RobotsEdit).textCursor().positionInBlock()) == (2, 3)
    act(studio, "edit.undo")
    assert studio.editor.body() == BAD


def test_menu_says_how_many_verdicts_flip(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, b"User-agent: GPTBot\nDisallow: private/\n")
    studio.editor.place_caret(2)
    act(studio, "problems.fix")
    menu = menu_of(studio)
    qtbot.waitUntil(lambda: any("(changes 2 verdicts)" in action.text() for action in menu.actions()))
    menu.close()


def test_fix_of_the_byte_order_mark_can_be_undone(studio: Studio, qtbot: QtBot) -> None:
    checked = load(studio, qtbot, BAD)
    number = codes(checked).index("RS504")
    studio.problems.apply_offer(studio.problems.panel.facts_of(number).offers[0])
    assert studio.editor.body() == BAD[3:]
    act(studio, "edit.undo")
    assert studio.editor.body() == BAD


def test_keep_adds_a_comment_and_the_finding_goes(studio: Studio, qtbot: QtBot) -> None:
    checked = load(studio, qtbot, b"User-agent: *\nDisallow: john\n")
    studio.problems.keep(codes(checked).index("RS401"))
    assert studio.editor.body() == b"User-agent: *\n# studio-ignore RS401\nDisallow: john\n"
    assert "RS401" not in codes(found(studio, qtbot))
    act(studio, "edit.undo")
    assert studio.editor.body() == b"User-agent: *\nDisallow: john\n"


def test_all_safe_fixes_are_one_step(studio: Studio, qtbot: QtBot) -> None:
    body = b"User-agent: *\n Disallow: /a\n Disallow: /b\nDisallow: john\n"
    load(studio, qtbot, body)
    act(studio, "problems.fix_safely")
    qtbot.waitUntil(lambda: studio.editor.body() != body)
    assert studio.editor.body() == b"User-agent: *\nDisallow: /a\nDisallow: /b\nDisallow: john\n"
    assert studio.window.status_bar.message.text() == "2 problems fixed."
    act(studio, "edit.undo")
    assert studio.editor.body() == body


def test_fix_for_a_draft_that_changed_meanwhile_is_refused(studio: Studio, qtbot: QtBot) -> None:
    checked = load(studio, qtbot, BAD)
    offer = studio.problems.panel.facts_of(codes(checked).index("RS102")).offers[0]
    studio.editor.place_caret(1)
    type_text("#")
    body = studio.editor.body()
    studio.problems.apply_offer(offer)
    assert studio.editor.body() == body
    assert "Choose the fix again" in studio.window.status_bar.message.text()


def test_line_of_a_card_is_revealed_and_its_link_takes_the_caret(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, b"User-agent: *\n" + b"# x\n" * 200 + b"Disallow: john\n")
    studio.problems.show_current(len(found(studio, qtbot).findings) - 1)
    assert studio.editor.caret_line == 1
    assert part_of(studio.editor, OverviewRuler).value() > 100
    studio.problems.go_to_line(202, place_caret=True)
    assert studio.editor.caret_line == 202


def test_forecast_follows_the_draft_while_it_is_seen(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, b"User-agent: *\nDisallow: /\n")
    act(studio, "view.problems")
    studio.problems.panel.show_view(others=True)
    load(studio, qtbot, b"User-agent: *\nFoo: bar\n")
    qtbot.waitUntil(lambda: "Unknown directive found" in studio.problems.panel.others.text.toPlainText())


@pytest.mark.parametrize("name", ["robots.txt", "Robots.TXT"])
def test_name_of_the_file_is_checked(studio: Studio, qtbot: QtBot, name: str) -> None:
    assert studio.document.path is not None
    path = studio.document.path.with_name(name)
    path.write_bytes(b"User-agent: *\nDisallow: /tmp/\n")
    studio.document.open(path)
    qtbot.waitUntil(lambda: ("RS512" in codes(found(studio, qtbot))) == (name != "robots.txt"))


def test_walk_with_the_keyboard_alone(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, b"User-agent: *\nDisallow: john\nDisallow: /b*\n")
    act(studio, "view.problems")
    studio.editor.setFocus()
    press(Qt.Key.Key_F6)
    assert has_keyboard(studio.problems.panel)
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Return)
    assert has_keyboard(studio.editor)
    assert studio.editor.caret_line == 3


def test_window_closes_while_a_large_file_is_checked(studio: Studio) -> None:
    studio.editor.set_body(b"User-agent: *\n" + b"Disallow: /a%20b\n" * 20_000)
    settle(studio)
    studio.window.close()
    assert not studio.window.isVisible()


def test_the_card_about_a_line_says_what_was_found_in_it(studio: Studio, qtbot: QtBot) -> None:
    load(studio, qtbot, BAD)
    studio.editor.place_caret(2)
    studio.window.actions_by_id["edit.explain"].trigger()
    assert "Disalow is read as Disallow by Google" in studio.editor.assistance.hover.card.accessibleName()


def test_sitemap_that_could_not_be_fetched_when_asked_for_is_a_problem(studio: Studio, qtbot: QtBot) -> None:
    address = "https://www.example.com/s.xml"
    load(studio, qtbot, f"User-agent: *\nDisallow:\n\nSitemap: {address}\n".encode())
    studio.site.sources.sitemaps_answered.emit({address: "The server answers 404."})

    def is_told() -> bool:
        checked = studio.problems.panel.checked
        return checked is not None and any("404" in sentence for sentence in checked.sentences)

    qtbot.waitUntil(is_told)


class Slices:
    """A check that goes on until it is cancelled, asking in each slice."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.ended = Event(), Event()
        monkeypatch.setattr(DraftLinter, "check", self._check)

    def _check(self, _analysis: Analysis, _name: object, _answers: object, is_cancelled: Callable[[], bool]) -> None:
        self.begun.set()
        while not is_cancelled():
            pass
        self.ended.set()
        raise Cancelled


def test_the_next_key_ends_a_check_that_is_at_work(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(studio, qtbot)
    slices = Slices(monkeypatch)
    type_text("x")
    qtbot.waitUntil(slices.begun.is_set)
    assert not slices.ended.is_set()
    type_text("y")
    qtbot.waitUntil(slices.ended.is_set)


def test_the_window_closes_while_a_check_is_at_work(
    studios: Studios, studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    slices = Slices(monkeypatch)
    studio.editor.set_body(BAD)
    qtbot.waitUntil(slices.begun.is_set)
    studios.end(studio)
    assert slices.ended.is_set()
