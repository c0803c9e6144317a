"""Operations on whole lines. Each is one undo step and returns the cursor for the editor."""

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QTextBlock, QTextCursor

_COMMENT = "# "
_BLANKS = " \t"
_KEEP = QTextCursor.MoveMode.KeepAnchor

_Place = tuple[int, int]
"""Line from 0, UTF-16 column from 0."""


def toggle_comment(cursor: QTextCursor) -> QTextCursor:
    """Comment the selected lines; uncomment them if all non-empty ones are comments."""
    first, last = _lines(cursor)
    blocks = list(_blocks(cursor, first, last))
    written = [block for block in blocks if block.text().strip(_BLANKS)] or blocks[:1]
    uncomments = all(block.text().lstrip(_BLANKS).startswith("#") for block in written)
    edit = QTextCursor(cursor)
    edit.beginEditBlock()
    for block in written:
        if uncomments:
            _uncomment(edit, block)
        else:
            edit.setPosition(block.position())
            edit.insertText(_COMMENT)
    edit.endEditBlock()
    if not cursor.hasSelection():
        return cursor
    end = cursor.document().findBlockByNumber(last)
    return _selection(cursor, blocks[0].position(), end.position() + end.length() - 1)


def move_up(cursor: QTextCursor) -> QTextCursor:
    """Swap the selected lines with the one above."""
    first, last = _lines(cursor)
    if first == 0:
        return cursor
    above, *moved = _texts(cursor, first - 1, last)
    return _replace(cursor, (first - 1, last), [*moved, above], -1)


def move_down(cursor: QTextCursor) -> QTextCursor:
    """Swap the selected lines with the one below."""
    first, last = _lines(cursor)
    if last + 1 == cursor.document().blockCount():
        return cursor
    *moved, below = _texts(cursor, first, last + 1)
    return _replace(cursor, (first, last + 1), [below, *moved], 1)


def duplicate(cursor: QTextCursor) -> QTextCursor:
    """Duplicate the selected lines below, and select the copy."""
    first, last = _lines(cursor)
    lines = _texts(cursor, first, last)
    return _replace(cursor, (first, last), [*lines, *lines], len(lines))


def delete(cursor: QTextCursor) -> QTextCursor:
    """Delete the selected lines; the caret stays in its column."""
    first, last = _lines(cursor)
    document = cursor.document()
    _, column = _place(cursor, cursor.position())
    start = _position(cursor, (first, 0))
    if last + 1 < document.blockCount():
        end = _position(cursor, (last + 1, 0))
    else:
        start, end = max(0, start - 1), document.characterCount() - 1
    _selection(cursor, start, end).removeSelectedText()
    at = _position(cursor, (min(first, document.blockCount() - 1), column))
    return _selection(cursor, at, at)


def insert_after(caret: QTextCursor, line: int, lines: Sequence[str]) -> QTextCursor | None:
    """Insert lines after one (1-based, 0 for the start); return the cursor to restore if the caret was moved."""
    document, anchor, position = caret.document(), caret.anchor(), caret.position()
    text, block = "\n".join(lines), document.findBlockByNumber(line)
    is_at_end = not block.isValid()
    cursor = QTextCursor(document)
    cursor.setPosition(document.characterCount() - 1 if is_at_end else block.position())
    cursor.insertText(f"\n{text}" if is_at_end else f"{text}\n")
    if not is_at_end:
        return None
    caret.setPosition(anchor)
    caret.setPosition(position, _KEEP)
    return caret


def lines_to_show(cursor: QTextCursor, *, is_whole: bool) -> tuple[int, list[str]]:
    """Return the first line's number and the selected lines; all if at most one is selected, or `is_whole`."""
    document = cursor.document()
    first, last = (document.findBlock(at).blockNumber() for at in (cursor.selectionStart(), cursor.selectionEnd()))
    lines = document.toRawText().split("\u2029")
    return (1, lines) if is_whole or first == last else (first + 1, lines[first : last + 1])


def _uncomment(edit: QTextCursor, block: QTextBlock) -> None:
    text = block.text()
    sign = len(text) - len(text.lstrip(_BLANKS))
    width = len(_COMMENT) if text.startswith(_COMMENT, sign) else 1
    edit.setPosition(block.position() + sign)
    edit.setPosition(edit.position() + width, _KEEP)
    edit.removeSelectedText()


def _replace(cursor: QTextCursor, lines: tuple[int, int], texts: list[str], moved_by: int) -> QTextCursor:
    """Replace lines by texts, and move the selection by so many lines."""
    anchor, position = _place(cursor, cursor.anchor()), _place(cursor, cursor.position())
    first, last = lines
    last_block = cursor.document().findBlockByNumber(last)
    edit = _selection(cursor, _position(cursor, (first, 0)), last_block.position() + last_block.length() - 1)
    edit.insertText("\n".join(texts))
    return _selection(
        cursor,
        _position(cursor, (anchor[0] + moved_by, anchor[1])),
        _position(cursor, (position[0] + moved_by, position[1])),
    )


def _lines(cursor: QTextCursor) -> tuple[int, int]:
    """Return the first and last line of a selection; a line at whose start it ends is excluded."""
    first, _ = _place(cursor, cursor.selectionStart())
    last, column = _place(cursor, cursor.selectionEnd())
    return first, last - (column == 0 and last > first)


def _blocks(cursor: QTextCursor, first: int, last: int) -> Iterator[QTextBlock]:
    block = cursor.document().findBlockByNumber(first)
    for _ in range(first, last + 1):
        yield block
        block = block.next()


def _texts(cursor: QTextCursor, first: int, last: int) -> list[str]:
    return [block.text() for block in _blocks(cursor, first, last)]


def _place(cursor: QTextCursor, position: int) -> _Place:
    block = cursor.document().findBlock(position)
    return block.blockNumber(), position - block.position()


def _position(cursor: QTextCursor, place: _Place) -> int:
    line, column = place
    block = cursor.document().findBlockByNumber(line)
    if not block.isValid():
        return cursor.document().characterCount() - 1
    return block.position() + min(column, block.length() - 1)


def _selection(cursor: QTextCursor, anchor: int, position: int) -> QTextCursor:
    made = QTextCursor(cursor.document())
    made.setPosition(anchor)
    made.setPosition(position, _KEEP)
    return made
