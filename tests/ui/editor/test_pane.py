"""The whole editor column: what may scroll it and what may not."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QImage, QPaintEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from robotstudio.engine import Robots
from robotstudio.store.text import TextForm
from robotstudio.ui.editor import line_ops
from robotstudio.ui.editor.header import EditorHeader
from robotstudio.ui.theme.theme import Mode, theme
from robotstudio.ui.theme.tokens import DARK, LIGHT
from robotstudio.ui.widgets.labels import ElidedLabel, LinkLabel
from tests.conformance import corpus_files
from tests.ui.editor.parts import Parts, analysis_of, paint_now
from tests.ui.parts import part_of

FILE = b"User-agent: *\nDisallow: /search\n\nUser-agent: Googlebot\nDisallow: /cart/\nAllow: /\n" + b"# end\n" * 200

TRICKY = (b"\0", b"\r", b"\n", b"\xff", b"\xc2\xa0", b"\xe2\x80\xa8", b"a", b"\xef\xbb\xbf")


def state(parts: Parts) -> tuple[int, int, int, int, int]:
    """Return caret, selection, scroll position and revision."""
    cursor = parts.edit.textCursor()
    scrolled = parts.edit.horizontalScrollBar().value()
    return cursor.anchor(), cursor.position(), parts.ruler.value(), scrolled, parts.pane.revision


def viewport(parts: Parts) -> QImage:
    return parts.edit.viewport().grab().toImage()


def color_at(image: QImage, x: int, line: int, dy: int = 1) -> str:
    return image.pixelColor(x, 6 + 20 * (line - 1) + dy).name().upper()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    body=st.lists(st.sampled_from([b"\0", b"\r", b"\n", b"\xff", b"\xc2\xa0", b"\xe2\x80\xa8", b"a", b"\xef\xbb\xbf"]))
)
def test_bytes_come_back_from_the_widget(parts: Parts, body: list[bytes]) -> None:
    parts.pane.set_body(b"".join(body))
    assert parts.pane.body() == b"".join(body)


def test_largest_and_oddest_real_files_come_back(parts: Parts) -> None:
    files = sorted(corpus_files(), key=len)
    for body in (*files[-4:], *[body for body in files if b"\0" in body or b"<html" in body][:20]):
        parts.pane.set_body(body)
        assert parts.pane.body() == body
        assert not parts.pane.is_modified


def test_new_marks_move_neither_caret_nor_view(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.select(40, 60)
    parts.ruler.setValue(30)
    before = state(parts)
    parts.pane.show_analysis(analysis_of(FILE))
    parts.pane.show_decision(5, allowed=False)
    parts.pane.show_group(Robots.parse(FILE).choose("Googlebot").groups)
    parts.pane.set_stale(is_stale=True)
    assert state(parts) == before


def test_theme_and_zoom_move_neither_caret_nor_view(parts: Parts, qtbot: QtBot) -> None:
    parts.pane.set_body(FILE)
    parts.select(40, 60)
    parts.ruler.setValue(30)
    before = state(parts)
    with qtbot.assertNotEmitted(parts.pane.draft_changed):
        theme.set_mode(Mode.DARK)
        parts.pane.set_zoom(parts.pane.zoom + 1)
        viewport(parts)
    assert state(parts) == before


def test_theme_is_followed(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.pane.show_decision(2, allowed=False)
    assert color_at(viewport(parts), 300, 2) == LIGHT.blocked_tint
    theme.set_mode(Mode.DARK)
    assert color_at(viewport(parts), 300, 2) == DARK.blocked_tint


@pytest.mark.parametrize(("allowed", "token"), [(False, "blocked"), (True, "allowed")])
def test_winning_line_has_tint_and_bar(parts: Parts, allowed: bool, token: str) -> None:
    parts.pane.set_body(FILE)
    parts.pane.show_decision(2, allowed=allowed)
    image = viewport(parts)
    assert color_at(image, 1, 2) == getattr(LIGHT, token)
    assert color_at(image, 350, 2) == getattr(LIGHT, f"{token}_tint")
    parts.pane.show_decision(None, allowed=allowed)
    assert color_at(viewport(parts), 1, 2) == LIGHT.surface


def pill_width(parts: Parts) -> int:
    """Return the width of the pill on the tint of line 2."""
    image = viewport(parts)
    y = 6 + 20 + 10
    edges = [x for x in range(3, image.width()) if image.pixelColor(x, y).name().upper() == LIGHT.blocked_edge]
    return edges[-1] - edges[0] if edges else 0


def test_pill_takes_the_words_that_fit_and_never_covers_text(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.pane.show_decision(2, allowed=False)
    widths = []
    for width in (510, 372, 340):
        parts.pane.resize(width, 600)
        widths.append(pill_width(parts))
    assert widths[0] > widths[1] >= widths[2] > 0
    parts.pane.set_body(b"\nDisallow: /" + b"a" * 300)
    parts.pane.show_decision(2, allowed=False)
    assert pill_width(parts) == 0


def test_winning_line_stays_with_its_text(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.pane.show_decision(2, allowed=False)
    QTest.keyClick(parts.edit, Qt.Key.Key_Return)
    assert color_at(viewport(parts), 1, 3) == LIGHT.blocked


def test_line_of_the_caret_is_tinted(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.edit.place_caret(3)
    image = viewport(parts)
    assert color_at(image, 300, 3) == LIGHT.current_line
    assert color_at(image, 300, 4) == LIGHT.surface


def test_reveal_scrolls_only_to_what_is_out_of_sight(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    caret = parts.pane.caret_line
    parts.pane.reveal_line(5)
    assert parts.ruler.value() == 0
    parts.pane.reveal_line(150)
    assert parts.ruler.value() < 149 < parts.ruler.value() + parts.edit.viewport().height() // 20
    assert parts.pane.caret_line == caret


def test_placed_caret_is_seen_and_has_the_focus(parts: Parts, qtbot: QtBot) -> None:
    parts.pane.set_body(FILE)
    with qtbot.waitSignal(parts.pane.caret_moved, timeout=1000) as moved:
        parts.pane.place_caret(150)
    assert moved.args == [150, 1]
    assert parts.edit.hasFocus()
    assert 150 in [row.line for row in parts.edit.rows()]
    parts.pane.place_caret(10_000)
    assert parts.pane.caret_line == parts.edit.blockCount()


def test_draft_change_is_announced_with_its_revision(parts: Parts, qtbot: QtBot) -> None:
    with qtbot.waitSignal(parts.pane.draft_changed, timeout=1000) as changed:
        QTest.keyClicks(parts.edit, "a")
    assert changed.args == [parts.pane.revision, parts.pane.body()]


def test_loading_a_file_starts_at_the_top_without_marks(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    parts.pane.show_analysis(analysis_of(FILE))
    parts.pane.show_decision(5, allowed=True)
    parts.pane.place_caret(150)
    parts.pane.set_body(b"a\n" * 300)
    assert (parts.pane.caret_line, parts.ruler.value()) == (1, 0)
    assert parts.edit.decision is None


def test_marks_given_while_a_file_is_loaded_stay(parts: Parts) -> None:
    def answer(_revision: int) -> None:
        parts.pane.show_analysis(analysis_of(parts.pane.body()))
        parts.pane.show_decision(2, allowed=False)

    parts.pane.draft_changed.connect(answer)
    parts.pane.set_body(FILE)
    assert parts.edit.decision is not None
    assert parts.decides.tooltip_at(30).startswith("Line 2 decides")


def test_replaced_body_can_be_undone_by_key(parts: Parts) -> None:
    parts.pane.set_body(b"a\n")
    parts.pane.replace_body(b"\xef\xbb\xbfb\r\n")
    assert parts.pane.is_modified
    QTest.keyClick(parts.edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert parts.pane.body() == b"a\n"
    assert not parts.pane.is_modified


def test_other_line_ends_modify_the_draft(parts: Parts, qtbot: QtBot) -> None:
    parts.pane.set_body(b"a\n")
    with qtbot.waitSignal(parts.pane.modified_changed, timeout=1000):
        parts.pane.set_form(TextForm(new_line_end="CRLF"))
    assert parts.pane.body() == b"a\r\n"
    parts.pane.set_unmodified()
    assert not parts.pane.is_modified


LINE_COMMANDS: tuple[tuple[Callable[[QTextCursor], QTextCursor], str], ...] = (
    (line_ops.toggle_comment, "a\n# b\nc\n"),
    (line_ops.move_up, "b\na\nc\n"),
    (line_ops.move_down, "a\nc\nb\n"),
    (line_ops.duplicate, "a\nb\nb\nc\n"),
    (line_ops.delete, "a\nc\n"),
)


@pytest.mark.parametrize(("operation", "after"), LINE_COMMANDS)
def test_line_command_is_one_undo_step(
    parts: Parts, operation: Callable[[QTextCursor], QTextCursor], after: str
) -> None:
    parts.pane.set_body(b"a\nb\nc\n")
    parts.edit.place_caret(2)
    parts.pane.change_lines(operation)
    assert parts.text == after
    parts.pane.undo()
    assert parts.text == "a\nb\nc\n"
    assert not parts.pane.is_modified


def test_title_names_file_and_state(parts: Parts) -> None:
    parts.pane.set_title("robots.txt", modified=True)
    parts.pane.set_note("3 lines differ from live")
    words = [label.text() for label in parts.pane.findChildren(QLabel) if label.isVisible()]
    assert {"robots.txt", "draft", "3 lines differ from live"} <= set(words)


def test_header_says_in_full_what_differs_or_nothing(parts: Parts) -> None:
    parts.pane.set_title("robots.txt of the example", modified=False)
    parts.pane.set_note("3 lines differ from live")
    for width, said in ((300, False), (510, True), (300, False)):
        parts.pane.resize(width, 500)
        shown = [label.elided_text() for label in parts.pane.findChildren(ElidedLabel) if label.isVisible()]
        assert ("3 lines differ from live" in shown, "robots.txt of the example" in shown) == (said, True), width


def test_header_names_the_file_in_full_before_it_says_more_than_it_must(parts: Parts) -> None:
    parts.pane.set_title("staging robots.txt", modified=False)
    parts.pane.set_note("9 lines differ from the live file")
    header = part_of(parts.pane, EditorHeader)
    for width in (372, 510, 800):
        parts.pane.resize(width, 500)
        shown = [label.elided_text() for label in header.findChildren(ElidedLabel) if label.isVisible()]
        assert "staging robots.txt" in shown, width
    assert "9 lines differ from the live file" in shown


def test_narrow_header_keeps_the_column_title(parts: Parts) -> None:
    parts.pane.set_title("a-very-long-file-name-that-does-not-fit.robots.txt", modified=True)
    parts.pane.set_note("a note")
    parts.pane.resize(340, 500)
    title = next(link for link in parts.pane.findChildren(LinkLabel) if link.text() == "URLs per rule")
    assert title.geometry().right() < parts.pane.width()
    assert title.width() >= title.fontMetrics().horizontalAdvance("URLs per rule")


def test_selected_blanks_are_seen(parts: Parts) -> None:
    parts.pane.set_body(b"a\t\t   \nb")
    plain = viewport(parts)
    parts.edit.selectAll()
    image = viewport(parts)
    dots = {image.pixelColor(x, 6 + 10).name() for x in range(24, 200)} - {plain.pixelColor(300, 200).name()}
    assert len(dots) > 1


class Painted(QObject):
    """Counts the rows of the editor's parts that are painted."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.pane)
        self._names = {parts.edit.viewport(): "text", parts.gutter: "gutter", parts.decides: "decides"}
        self.heights: dict[str, int] = {}
        for widget in self._names:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent) and isinstance(watched, QWidget):
            name = self._names[watched]
            self.heights[name] = self.heights.get(name, 0) + event.rect().height()
        return False


def test_letter_is_painted_and_nothing_beside_it(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    QTest.qWait(1)
    painted = Painted(parts)
    QTest.keyClick(parts.edit, Qt.Key.Key_X)
    paint_now(parts.edit)
    assert painted.heights.keys() == {"text"}
    assert painted.heights["text"] < 2 * parts.edit.row_height


def test_caret_in_another_line_paints_two_rows(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    QTest.qWait(1)
    painted = Painted(parts)
    QTest.keyClick(parts.edit, Qt.Key.Key_Down)
    paint_now(parts.edit)
    assert painted.heights["gutter"] <= 3 * parts.edit.row_height
    assert painted.heights["decides"] <= 3 * parts.edit.row_height


def test_title_is_told_when_it_changes_only(parts: Parts) -> None:
    parts.pane.set_body(FILE)
    told: list[bool] = []
    parts.pane.modified_changed.connect(told.append)
    QTest.keyClicks(parts.edit, "abc")
    assert told == [True]


def test_grounds_of_wildcards_follow_the_theme_at_once(parts: Parts) -> None:
    parts.pane.set_body(b"User-agent: *\nDisallow: /a*b\n")
    viewport(parts)
    theme.set_mode(Mode.DARK)
    assert viewport(parts) == viewport(parts)
