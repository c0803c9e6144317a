"""Completion: when proposals are shown, what the keys do meanwhile, and the insertion of one."""

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from robotstudio.explain.completion import Proposal, Slot, SlotKind, slot_at
from robotstudio.store.text import sanitise
from robotstudio.ui.editor.completion_popup import CompletionPopup
from robotstudio.ui.editor.draft import utf16_length
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.language.language import side_by_side

Propose = Callable[[Slot, bool], Sequence[Proposal]]
"""Returns the proposals for a place; the flag is true if the user has requested them."""

_AFTER_TYPING_MS = 50
_MOST_LINE = 2_000
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 9, Qt.Key.Key_PageUp: -9}
_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_MODIFIERS = frozenset({Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta})
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_REST_OF_FIELD = re.compile(r"[A-Za-z-]*+(?=[ \t]*+(:)?)")
_KEEP = QTextCursor.MoveMode.KeepAnchor


def _nothing(_slot: Slot, _is_asked: bool) -> Sequence[Proposal]:
    return ()


class Completer(QObject):
    """Proposals under the caret of an editor. Enter and Tab insert the selected one, Esc closes the list."""

    def __init__(self, edit: RobotsEdit, parent: QWidget) -> None:
        """Inactive until `set_source` is called."""
        super().__init__(parent)
        self._edit = edit
        self._propose: Propose = _nothing
        self._slot: Slot | None = None
        self._is_asked = False
        self.popup = CompletionPopup(parent)
        self.popup.chosen.connect(self._accept)
        self._timer = QTimer(self, interval=_AFTER_TYPING_MS, singleShot=True)
        self._timer.timeout.connect(self._on_typed)
        edit.focus_left.connect(self.close)
        edit.cursorPositionChanged.connect(self._on_cursor_position_changed)
        edit.verticalScrollBar().valueChanged.connect(self.close)

    def set_source(self, propose: Propose) -> None:
        self._propose = propose

    def complete(self) -> None:
        """Propose completions at the caret."""
        self._update(is_asked=True)

    def close(self) -> bool:
        """Hide the list; return True if it was shown."""
        self._timer.stop()
        was_shown = self.popup.isVisible()
        if was_shown:
            self.popup.hide()
            self._edit.setAccessibleDescription("")
        return was_shown

    def take_key(self, event: QKeyEvent) -> bool:
        """Return True if a key was for the list; otherwise typing it may open a list."""
        key = Qt.Key(event.key())
        if self.popup.isVisible() and self._moves_or_takes(key, event):
            return True
        if key in _MODIFIERS:
            return False
        is_typed = bool(event.text()) and event.text().isprintable() and not event.modifiers() & _COMMANDS
        is_shortened = key == Qt.Key.Key_Backspace and self.popup.isVisible()
        if is_typed or is_shortened:
            self._timer.start()
        else:
            self.close()
        return False

    def _moves_or_takes(self, key: Qt.Key, event: QKeyEvent) -> bool:
        if event.modifiers() & (_COMMANDS | Qt.KeyboardModifier.ShiftModifier):
            return False
        if key in _STEPS:
            self.popup.step(_STEPS[key])
            self._say()
            return True
        if key == Qt.Key.Key_Escape:
            return self.close()
        if key == Qt.Key.Key_Tab or key in _ENTER:
            self._accept(self.popup.selected)
            return True
        return False

    def _on_typed(self) -> None:
        self._update(is_asked=self._is_asked and self.popup.isVisible())

    def _on_cursor_position_changed(self) -> None:
        """Close the list if the caret moves for another reason than typing."""
        if self.popup.isVisible() and not self._timer.isActive():
            self.close()

    def _update(self, *, is_asked: bool) -> None:
        cursor = self._edit.textCursor()
        block = cursor.block()
        slot = None
        if not cursor.hasSelection() and block.length() <= _MOST_LINE and not self._edit.isReadOnly():
            slot = slot_at(_text_between(block.position(), cursor.position(), cursor))
        found = self._proposals(slot, is_asked=is_asked) if slot else ()
        if slot is None or not found:
            self.close()
            return
        self._slot, self._is_asked = slot, is_asked
        self.popup.show_proposals(found, self._place_of(slot, cursor))
        self._say()

    def _proposals(self, slot: Slot, *, is_asked: bool) -> Sequence[Proposal]:
        if not is_asked and slot.kind is SlotKind.FIELD and not slot.typed:
            return ()
        found = self._propose(slot, is_asked)
        is_there = any(each.text.strip(" :").lower() == slot.typed.lower() for each in found)
        return () if is_there and not is_asked else found

    def _place_of(self, slot: Slot, cursor: QTextCursor) -> QRect:
        start = QTextCursor(cursor)
        start.setPosition(cursor.position() - utf16_length(slot.typed))
        rect = self._edit.cursorRect(start)
        corner = self._edit.viewport().mapToGlobal(rect.topLeft())
        return QRect(corner, QSize(1, rect.height()))

    def _accept(self, proposal: Proposal | None) -> None:
        slot = self._slot
        self.close()
        if proposal is None or slot is None:
            return
        cursor = self._edit.textCursor()
        position = cursor.position()
        line_end = cursor.block().position() + cursor.block().length() - 1
        behind = _text_between(position, line_end, cursor)
        start, end, text = position - utf16_length(slot.typed), position, sanitise(proposal.text)
        if proposal.kind is SlotKind.FIELD:
            rest = _REST_OF_FIELD.match(behind)
            if rest:
                end += utf16_length(rest[0])
                text = text.rstrip(" :") if rest[1] else text
        elif proposal.kind is SlotKind.TEMPLATE:
            text = self._lead(cursor) + text.removesuffix("\n")
        elif _text_between(max(start - 1, cursor.block().position()), start, cursor) == ":":
            text = f" {text}"
        cursor.setPosition(start)
        cursor.setPosition(end, _KEEP)
        cursor.insertText(text)
        self._edit.setTextCursor(cursor)
        self._edit.ensureCursorVisible()
        if proposal.kind in {SlotKind.FIELD, SlotKind.PATH}:
            self._timer.start()  # it may be followed by proposals

    @staticmethod
    def _lead(cursor: QTextCursor) -> str:
        """Return an empty line before a template, unless there is one or nothing."""
        before = cursor.block().previous()
        return "\n" if before.isValid() and before.text().strip() else ""

    def _say(self) -> None:
        proposal = self.popup.selected
        if proposal:
            words = side_by_side(filter(None, (proposal.title, proposal.note, self.popup.place)))
            self._edit.setAccessibleDescription(words)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._edit, words))


def _text_between(start: int, end: int, cursor: QTextCursor) -> str:
    """Return a part of one line."""
    found = QTextCursor(cursor)
    found.setPosition(start)
    found.setPosition(end, _KEEP)
    return found.selectedText()
