"""The bars between header and text: find and replace, and go to line."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from robotstudio.text.language import WORDS, Plural, ntr, put_in, tr
from robotstudio.ui.editor.robots_edit import RobotsEdit
from robotstudio.ui.editor.search import FindQuery
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import Button, GhostButton, SecondaryButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import ElidedLabel, Label

_NARROW_BELOW = 470


class EnterField(QLineEdit):
    """A field in which Enter moves forward, Shift+Enter back, and Esc leaves."""

    entered = Signal()
    entered_back = Signal()
    left = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.before: EnterField | None = None
        self.after: EnterField | None = None
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setProperty("controlSize", "small")
        self.setFont(theme.fonts.mono(12))

    def lead_to(self, other: "EnterField") -> None:
        """Make Tab lead to another field while that is visible, and Shift+Tab back."""
        self.after, other.before = other, self

    def focusNextPrevChild(self, is_next: bool) -> bool:
        other = self.after if is_next else self.before
        if other is None or not other.isVisible():
            return super().focusNextPrevChild(is_next)
        other.setFocus(Qt.FocusReason.TabFocusReason if is_next else Qt.FocusReason.BacktabFocusReason)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.entered_back if back else self.entered).emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FindBar(Bar):
    """The fields and options for find and replace; shows the number of the selected match and the count."""

    query_changed = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.find_field = EnterField(tr("Find"), self)
        self.replace_field = EnterField(tr("Replace with"), self)
        self.find_field.lead_to(self.replace_field)
        self.count = Label("", self, px=11, color="text3")
        self.message = ElidedLabel("", self, px=11, color="text2")
        self.case_button = self._switch(tr("Match case"), "Aa")
        self.word_button = self._switch(tr("Whole words"), glyph=Glyph.WHOLE_WORD)
        self.expression_button = self._switch(tr("Regular expression"), ".*")
        self.selection_button = self._switch(tr("In the selection"), glyph=Glyph.IN_SELECTION)
        self.previous_button = self._button(Glyph.ARROW_UP, tr("Previous match (Shift+Enter)"))
        self.next_button = self._button(Glyph.ARROW_DOWN, tr("Next match (Enter)"))
        self._close = self._button(Glyph.CLOSE, tr("Close (Esc)"))
        self.replace_button = SecondaryButton(tr("Replace"), parent=self)
        self.replace_all_button = SecondaryButton(tr("Replace all"), parent=self)
        self._layout, self._below = QGridLayout(self), QHBoxLayout()
        self._arrange()
        self._connect()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Find and replace"))
        self.hide()

    @property
    def query(self) -> FindQuery:
        return FindQuery.of(
            self.find_field.text(),
            match_case=self.case_button.isChecked(),
            whole_words=self.word_button.isChecked(),
            is_expression=self.expression_button.isChecked(),
        )

    @property
    def replacement(self) -> str:
        return FindQuery.of(self.replace_field.text(), match_case=True).text

    @property
    def replaces(self) -> bool:
        """True if the replacement field is shown."""
        return self.isVisible() and self.replace_field.isVisibleTo(self)

    def open(self, text: str, *, replaces: bool) -> None:
        """Show the bar with the keyboard in its field; a text is searched for at once."""
        for part in (self.replace_field, self.replace_button, self.replace_all_button):
            part.setVisible(replaces)
        self._fit()
        self.show()
        if text:
            self.find_field.setText(text)
        self.find_field.selectAll()
        self.find_field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_count(self, number: int, count: int) -> None:
        """Show that match `number` (0 for none) of `count` is selected."""
        has_text = bool(self.find_field.text())
        if not has_text:
            words = ""
        elif not count:
            words = tr("No match")
        elif number:
            words = tr("{number} of {count}", number=number, count=count)
        else:
            words = ntr(Plural("{count} found", "{count} found"), count)
        self._show_message(words, is_warning=has_text and not count)
        for button in (self.previous_button, self.next_button, self.replace_button, self.replace_all_button):
            button.setEnabled(bool(count))

    def show_trouble(self, sentence: str, *, has_matches: bool = False) -> None:
        """Show an error in the expression; with `has_matches`, in the replacement."""
        if not has_matches:
            self.show_count(0, 0)
            self._show_message("", is_warning=False)
        for button in (self.replace_button, self.replace_all_button):
            button.setEnabled(False)
        self.show_message(sentence, "blocked")

    def show_message(self, sentence: str, color: str = "text2") -> None:
        """Show a message below the fields, "" for none."""
        self.message.setText(sentence)
        self.message.setAccessibleName(sentence)
        self.message.set_color(color)
        self._fit()

    def show_whole_file(self) -> None:
        """Reset the scope after the selection is lost, without a signal."""
        with QSignalBlocker(self.selection_button):
            self.selection_button.setChecked(False)

    def say_replaced(self, count: int) -> None:
        """Show the number of replaced matches, until the next search."""
        self.count.setText(ntr(Plural("1 replaced", "{count} replaced"), count))
        self.count.set_color("text2")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    def close_bar(self) -> None:
        self.hide()
        self.closed.emit()

    def _arrange(self) -> None:
        tools, changes = QHBoxLayout(), QHBoxLayout()
        switches = self.case_button, self.word_button, self.expression_button, self.selection_button
        for row, parts in (
            (tools, (*switches, self.previous_button, self.next_button, self._close)),
            (changes, (self.replace_button, self.replace_all_button)),
        ):
            for part in parts:
                part.set_small()
                row.addWidget(part)
        tools.setSpacing(2)
        changes.setSpacing(6)
        changes.addStretch(1)
        layout = self._layout
        layout.setContentsMargins(14, 5, 8, 6)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(6)
        layout.addWidget(self.find_field, 0, 0)
        layout.addLayout(tools, 0, 2)
        layout.addWidget(self.replace_field, 1, 0)
        layout.addLayout(changes, 1, 1, 1, 2)
        self._below.addWidget(self.message, 1)
        layout.addLayout(self._below, 2, 0, 1, 3)
        layout.setColumnStretch(0, 1)
        self._fit()

    def _fit(self) -> None:
        """Move the count below if it is narrow; the line for messages keeps its place."""
        is_narrow = self.width() < _NARROW_BELOW
        if is_narrow:
            self._layout.removeWidget(self.count)
            self._below.addWidget(self.count)
        else:
            self._below.removeWidget(self.count)
            self._layout.addWidget(self.count, 0, 1)
        may_say = not self.replace_field.isHidden() or self.expression_button.isChecked()
        self.message.setVisible(is_narrow or may_say or bool(self.message.text()))

    def _show_message(self, words: str, *, is_warning: bool) -> None:
        self.count.setText(words)
        self.count.set_color("warning" if is_warning else "text3")

    def _connect(self) -> None:
        for switch in (self.case_button, self.word_button, self.expression_button):
            switch.toggled.connect(self._on_query_changed)
        self.find_field.textChanged.connect(self._on_query_changed)
        self.find_field.left.connect(self.close_bar)
        self.replace_field.left.connect(self.close_bar)
        self._close.clicked.connect(self.close_bar)

    def _button(self, glyph: Glyph, words: str) -> Button:
        button = GhostButton(glyph=glyph, parent=self)
        self._describe(button, words)
        return button

    def _switch(self, words: str, sign: str = "", glyph: Glyph | None = None) -> Button:
        button = GhostButton(sign, glyph, self)
        button.setCheckable(True)
        self._describe(button, words)
        return button

    def _describe(self, button: Button, words: str) -> None:
        button.setAccessibleName(words)
        button.setToolTip(words)

    def _on_query_changed(self) -> None:
        is_expression = self.expression_button.isChecked()
        self.replace_field.setToolTip(
            tr("\\0 is the match, \\1 to \\9 are its groups, \\n is a new line.") if is_expression else ""
        )
        self._fit()
        self.query_changed.emit()


class GoToBar(Bar):
    """Asks for a line, or a line and a column as in `12:5`; shows an error if it does not exist."""

    def __init__(self, edit: RobotsEdit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edit = edit
        self._line_count = 1
        self._label = Label("", self, px=12, color="text2")
        self.field = EnterField(tr("Line"), self)
        self._message = ElidedLabel("", self, px=12, color="blocked")
        self._close = GhostButton(glyph=Glyph.CLOSE, parent=self)
        self._close.set_small()
        self._close.setAccessibleName(tr("Close (Esc)"))
        self._close.setToolTip(tr("Close (Esc)"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 5, 8, 6)
        layout.setSpacing(8)
        layout.addWidget(self._label)
        layout.addWidget(self.field)
        layout.addWidget(self._message, 1)
        layout.addWidget(self._close)
        self.field.entered.connect(self._on_entered)
        self.field.left.connect(self.close_bar)
        self.field.textChanged.connect(self._on_text_changed)
        self._close.clicked.connect(self.close_bar)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Go to line"))
        self.hide()
        self.field.setFixedWidth(84)

    @property
    def message(self) -> str:
        """The error in the input."""
        return self._message.text()

    def open(self, line: int, line_count: int) -> None:
        """Ask for a line from 1 to `line_count`, starting with the line of the caret."""
        self._line_count = line_count
        self._label.setText(tr("Line 1–{last}", last=line_count))
        self._message.setText("")
        self.show()
        self.field.setText(str(line))
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_bar(self) -> None:
        self.hide()
        self._edit.setFocus()

    def _on_entered(self) -> None:
        line, _, column = self.field.text().strip().partition(":")
        are_numbers = _is_number(line) and _is_number(column or "1")
        if are_numbers and 1 <= int(line) <= self._line_count:
            self.hide()
            self._edit.place_caret(int(line), int(column or 1))
            self._edit.setFocus()
        else:
            self._complain()

    def _complain(self) -> None:
        words = tr("Enter a line from 1 to {last}.") if self._line_count > 1 else tr("There is only line 1.")
        self._message.setText(put_in(words, {"last": WORDS.number(self._line_count)}))
        self.field.selectAll()

    def _on_text_changed(self) -> None:
        self._message.setText("")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9
