"""The file as the selected crawler reads it: tint, dimmed text, brackets, traps, and the header."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from robotstudio.engine import Robots
from robotstudio.engine.reading import reading_of
from robotstudio.engine.reading_model import CrawlerReading, Trap, TrapKind
from robotstudio.engine.verdict import LineRange
from robotstudio.ui.editor.gutter import trap_words
from robotstudio.ui.editor.header import EditorHeader
from tests.ui.editor.parts import Parts, analysis_of, part

BODY = b"User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /x\n\nUser-agent: *\nDisallow: /\nSitemap: /s\n"


def reading(body: bytes = BODY, agent: str = "a", dialect: str = "google") -> CrawlerReading:
    return reading_of(Robots.parse(body, dialect), agent)


@pytest.fixture
def read(parts: Parts) -> Parts:
    """Show a file as crawler a reads it."""
    parts.pane.set_body(BODY)
    parts.pane.show_analysis(analysis_of(BODY))
    parts.pane.show_reading(reading(), "Crawler A")
    return parts


def ground(parts: Parts, line: int) -> QColor:
    """Return the colour of a row at the right of its text."""
    image = parts.edit.viewport().grab().toImage()
    row = next(row for row in parts.edit.rows() if row.line == line)
    ratio = image.devicePixelRatio()
    return image.pixelColor(int((parts.edit.viewport().width() - 4) * ratio), int((row.top + 10) * ratio))


def marks(parts: Parts) -> tuple[list[int], list[int]]:
    """Return the tinted and the dimmed lines."""
    marked, lines = parts.pane.annotations.reading, range(1, parts.edit.blockCount() + 1)
    tinted = [line for line in lines if marked.tinted_part(line)]
    return tinted, [line for line in lines if marked.is_dimmed(line)]


def test_group_is_tinted_and_what_the_crawler_ignores_is_dimmed(read: Parts) -> None:
    assert marks(read) == ([1, 2, 3, 4], [2, 6, 7])
    assert ground(read, 3) != ground(read, 7)
    assert ground(read, 7) == ground(read, 8)  # only the text is dimmed


def test_dimmed_text_is_paler(read: Parts) -> None:
    before = read.edit.viewport().grab().toImage()
    read.pane.show_reading(None)
    assert before != read.edit.viewport().grab().toImage()


def test_brackets_stand_where_groups_end_for_the_crawler(read: Parts) -> None:
    assert [tuple(each)[:2] for each in read.pane.annotations.brackets] == [(1, 4), (6, 7)]
    read.pane.show_reading(reading(dialect="python"), "Crawler A")
    assert [(each.first, each.last, each.is_selected) for each in read.pane.annotations.brackets] == [
        (1, 2, True),
        (3, 4, False),
        (6, 7, False),
    ]


def test_trap_is_told_at_its_line_and_in_the_header(read: Parts) -> None:
    told = "Crawl-delay does not end the list of user-agent lines: lines 1–4 are one group."
    top = next(row.top for row in read.edit.rows() if row.line == 2)
    assert told in read.gutter.tooltip_at(top + 5)
    said = f"Shown as Crawler A reads it. Esc shows the file as it is.\n{told}"
    header = part(read.pane, EditorHeader)
    assert (header.toolTip(), header.accessibleDescription()) == (said, said)


def test_marks_move_with_the_lines(read: Parts) -> None:
    read.pane.place_caret(1)
    QTest.keyClick(read.edit, Qt.Key.Key_Return)
    assert marks(read) == ([2, 3, 4, 5], [3, 7, 8])
    trap = read.pane.annotations.reading.trap(3)
    assert trap is not None
    assert trap.lines == (2, 5)


def test_showing_a_reading_changes_neither_caret_nor_undo_nor_scroll(parts: Parts) -> None:
    parts.pane.set_body(BODY * 40)
    parts.pane.show_analysis(analysis_of(BODY * 40))
    parts.edit.place_caret(3, 4)
    parts.ruler.setValue(50)
    state = (parts.edit.textCursor().position(), parts.ruler.value(), parts.pane.revision)
    parts.pane.show_reading(reading(BODY * 40), "A")
    parts.edit.viewport().grab()
    assert (parts.edit.textCursor().position(), parts.ruler.value(), parts.pane.revision) == state
    assert not parts.edit.document().isUndoAvailable()
    assert not parts.pane.is_modified


def test_reading_is_dismissed(read: Parts, qtbot: QtBot) -> None:
    with qtbot.waitSignal(read.pane.reading_dismissed):
        QTest.keyClick(read.edit, Qt.Key.Key_Escape)


def test_no_reading_is_as_before(read: Parts) -> None:
    read.pane.show_reading(None)
    assert marks(read) == ([], [])
    assert part(read.pane, EditorHeader).toolTip() == ""
    assert [tuple(each)[:2] for each in read.pane.annotations.brackets] == [(1, 4), (6, 7)]


@pytest.mark.parametrize("kind", TrapKind)
@pytest.mark.parametrize("lines", [(2, 2), (2, 5)])
@pytest.mark.parametrize("field", ["Crawl-delay", "<b>", "x" * 500, ""])
def test_every_trap_has_words_that_are_no_html(kind: TrapKind, lines: tuple[int, int], field: str) -> None:
    words = trap_words(Trap(3, kind, field, LineRange(*lines)))
    assert "{" not in words
    assert "<" not in words
    assert len(words) < 150
