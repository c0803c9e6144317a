"""Completion: when proposals are shown, what the keys do meanwhile, their list, and the insertion of one."""

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from robotstudio.explain.completion import Proposal, Slot, SlotKind, slot_at
from robotstudio.store.text import sanitise
from robotstudio.text.language import tr
from robotstudio.text.phrases import printable
from robotstudio.ui.editor.draft import utf16_length
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.menus import place_beside, room_for
from robotstudio.ui.widgets.painting import TextRun, draw_box
from robotstudio.ui.widgets.rich_text import shortened
from robotstudio.ui.widgets.row_delegate import RowState
from robotstudio.ui.widgets.row_list import RowContent, RowList, RowWords

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
_GAP = 4
_WIDTH, _ROW, _INSET, _MOST_ROWS = 480, 24, 10, 10
_KEYS = 20
_FOOTER, _HIGH_FOOTER = 38, 54
_FITS, _MOST_IN_TWO_LINES = 55, 130
_NAME_GAP = 12


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
            self._announce()
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
        self._announce()

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

    def _announce(self) -> None:
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


class _Proposals(RowList[Proposal]):
    """A proposal, followed by its kind in a muted colour."""

    def words(self, row: Proposal) -> RowWords:
        return RowWords(row.title, side_by_side((row.title, row.note)))

    def content(self, row: Proposal, state: RowState) -> RowContent | None:
        fonts, color = theme.fonts, theme.color
        name = fonts.ui(12, 500) if row.kind is SlotKind.TEMPLATE else fonts.mono(12, 500)
        title = TextRun(shortened(printable(row.title)), name, color("text"))
        note = TextRun(row.note, fonts.ui(11), color(state.quiet_color), _NAME_GAP)
        return RowContent([title, note] if row.note else [title])


class CompletionPopup(QFrame):
    """Shows proposals; the keys stay with the editor, which moves the selection here."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        """Hidden until it has proposals."""
        super().__init__(parent, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list = _Proposals(self, _ROW, inset=_INSET)
        self.list.setAccessibleName(tr("Suggestions"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.footer = Label("", self, px=11, color="text2")
        self.footer.setWordWrap(True)
        self.footer.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.footer.setContentsMargins(_INSET, 5, _INSET, 4)
        self.keys = Label(tr("Enter or Tab inserts it, Esc closes"), self, px=11, color="text3")
        self.keys.setContentsMargins(_INSET, 0, _INSET, 0)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(1, 1, 1, 1)
        rows.setSpacing(0)
        rows.addWidget(self.list, 1)
        rows.addWidget(self.footer)
        rows.addWidget(self.keys)
        self.list.current_changed.connect(self._on_current_changed)
        self.list.clicked.connect(self._on_clicked)
        theme.changed.connect(self.hide)

    @property
    def selected(self) -> Proposal | None:
        """The proposal that Enter would insert."""
        return self.list.current

    @property
    def place(self) -> str:
        """The position of the selected proposal, in words."""
        return tr("{number} of {count}", number=self.list.current_row + 1, count=len(self.list.rows))

    def show_proposals(self, proposals: Sequence[Proposal], about: QRect) -> None:
        """Show these beside a rectangle in global coordinates, the first one selected."""
        self.list.show_rows(proposals)
        self.list.set_current_row(0)
        screen = self.screen().availableGeometry()
        has_footer = any(len(proposal.title) + len(proposal.note) > _FITS for proposal in proposals)
        self.footer.setVisible(has_footer)
        longest = max(len(proposal.note) for proposal in proposals)
        self.footer.setFixedHeight(round(_HIGH_FOOTER if longest > _MOST_IN_TWO_LINES else _FOOTER))
        self.keys.setFixedHeight(_KEYS)
        height = min(len(proposals), _MOST_ROWS) * _ROW + 2 + has_footer * self.footer.height()
        height += self.keys.height()
        self.setFixedSize(min(_WIDTH, screen.width()), height)
        self.move(place_beside(self.size(), about, room_for(self.size(), self.parentWidget() or self)))
        self.show()

    def step(self, by: int) -> None:
        """Move the selection; a single step wraps around."""
        count, row = len(self.list.rows), self.list.current_row + by
        self.list.set_current_row(row % count if abs(by) == 1 else max(0, min(row, count - 1)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_box(painter, QRectF(self.rect()), 0, theme.color("window"), theme.color("border_strong"))

    def _on_current_changed(self, selected: Proposal | None) -> None:
        """Show below the list what the row has no room for."""
        self.footer.setText(selected.note if selected else "")

    def _on_clicked(self) -> None:
        self.chosen.emit(self.selected)
