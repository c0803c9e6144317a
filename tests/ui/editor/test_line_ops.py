"""Whole lines: commented, moved, copied, removed. `|` is the caret, `<` and `>` the ends of the selection."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from robotstudio.ui.editor import line_ops

Operation = Callable[[QTextCursor], QTextCursor]
OPERATIONS: tuple[Operation, ...] = (
    line_ops.toggle_comment,
    line_ops.move_up,
    line_ops.move_down,
    line_ops.duplicate,
    line_ops.delete,
)


@pytest.fixture
def document(qapp: QApplication) -> QTextDocument:
    return QTextDocument(qapp)


def prepare(document: QTextDocument, marked: str) -> QTextCursor:
    text = marked.translate({ord(sign): None for sign in "|<>"})
    document.setPlainText(text)
    cursor = QTextCursor(document)
    if "|" in marked:
        cursor.setPosition(marked.index("|"))
    else:
        cursor.setPosition(marked.replace(">", "").index("<"))
        cursor.setPosition(marked.replace("<", "").index(">"), QTextCursor.MoveMode.KeepAnchor)
    return cursor


def marked_text(document: QTextDocument, cursor: QTextCursor) -> str:
    text = document.toRawText().replace("\u2029", "\n")
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    if start == end:
        return f"{text[:start]}|{text[start:]}"
    return f"{text[:start]}<{text[start:end]}>{text[end:]}"


@pytest.mark.parametrize(
    ("operation", "before", "after"),
    [
        (line_ops.toggle_comment, "a|b\nc", "# a|b\nc"),
        (line_ops.toggle_comment, "# a|b\nc", "a|b\nc"),
        (line_ops.toggle_comment, "#a|b", "a|b"),
        (line_ops.toggle_comment, "  # a|b", "  a|b"),
        (line_ops.toggle_comment, "|", "# |"),
        (line_ops.toggle_comment, "a\nb|", "a\n# b|"),
        (line_ops.toggle_comment, "<a\n\nb>\nc", "<# a\n\n# b>\nc"),
        (line_ops.toggle_comment, "<a\n>b", "<# a>\nb"),  # a line at whose start the selection ends is not included
        (line_ops.toggle_comment, "<# a\nb>", "<# # a\n# b>"),  # all become comments unless all are
        (line_ops.toggle_comment, "<# a\n# b>", "<a\nb>"),
        (line_ops.move_up, "a\nb|c\nd", "b|c\na\nd"),
        (line_ops.move_up, "a|\nb", "a|\nb"),
        (line_ops.move_up, "a\n<b\nc>", "<b\nc>\na"),
        (line_ops.move_up, "a\n|", "|\na"),
        (line_ops.move_down, "a|\nb\nc", "b\na|\nc"),
        (line_ops.move_down, "a\nb|", "a\nb|"),
        (line_ops.move_down, "<a\nb>\nc", "c\n<a\nb>"),
        (line_ops.move_down, "a\n<b\n>c", "a\nc\n<b>"),
        (line_ops.duplicate, "a|b\nc", "ab\na|b\nc"),
        (line_ops.duplicate, "a\nb|", "a\nb\nb|"),
        (line_ops.duplicate, "<a\nb>\nc", "a\nb\n<a\nb>\nc"),
        (line_ops.delete, "a\nb|b\nccc", "a\nc|cc"),
        (line_ops.delete, "a|\nb", "b|"),
        (line_ops.delete, "a\nb|", "a|"),
        (line_ops.delete, "<a\nb>\nc", "c|"),
        (line_ops.delete, "<a\nb>", "|"),
        (line_ops.delete, "|", "|"),
        (line_ops.delete, "a\n|", "|a"),
    ],
)
def test_lines(document: QTextDocument, operation: Operation, before: str, after: str) -> None:
    cursor = operation(prepare(document, before))
    assert marked_text(document, cursor) == after


@pytest.mark.parametrize("operation", OPERATIONS)
def test_operation_is_one_undo_step(document: QTextDocument, operation: Operation) -> None:
    operation(prepare(document, "a\n<b\nc>\nd"))
    assert document.toPlainText() != "a\nb\nc\nd"
    document.undo()
    assert document.toPlainText() == "a\nb\nc\nd"
    assert not document.isUndoAvailable()


@pytest.mark.usefixtures("qapp")
@given(
    lines=st.lists(st.text(st.sampled_from("a# \t\U0010fe00\u00a0"), max_size=4), min_size=1, max_size=5),
    ends=st.tuples(st.integers(0, 40), st.integers(0, 40)),
    operation=st.sampled_from(OPERATIONS),
)
def test_undo_gives_back_every_character(lines: list[str], ends: tuple[int, int], operation: Operation) -> None:
    document = QTextDocument()
    document.setPlainText("\n".join(lines))
    before = document.toRawText()
    cursor = QTextCursor(document)
    last = document.characterCount() - 1
    cursor.setPosition(min(ends[0], last))
    cursor.setPosition(min(ends[1], last), QTextCursor.MoveMode.KeepAnchor)
    operation(cursor)
    while document.isUndoAvailable():
        document.undo()
    assert document.toRawText() == before


def test_direction_of_a_selection_is_kept(document: QTextDocument) -> None:
    cursor = prepare(document, "a\n<b>\nc")
    backward = QTextCursor(document)
    backward.setPosition(cursor.selectionEnd())
    backward.setPosition(cursor.selectionStart(), QTextCursor.MoveMode.KeepAnchor)
    moved = line_ops.move_up(backward)
    assert moved.position() < moved.anchor()
