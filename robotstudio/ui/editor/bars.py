"""The bars between header and text: finding and replacing, and going to a line."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from robotstudio.ui.editor.search import Query
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.widgets.buttons import Button, GhostButton, SecondaryButton
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import ElidedLabel, Label


class EnterField(QLineEdit):
    """A field in which Enter goes on, Shift+Enter back, and Esc leaves."""

    entered = Signal()
    entered_back = Signal()
    left = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setProperty("controlSize", "small")
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.entered_back if back else self.entered).emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_theme_changed(self) -> None:
        self.setFont(self._theme.fonts.mono(12))


class FindBar(Bar):
    """Says what to find and what to do with it; shows which of how many matches is selected."""

    query_changed = Signal()
    next_wanted = Signal()
    previous_wanted = Signal()
    replace_wanted = Signal()
    replace_all_wanted = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.find_field = EnterField(theme, self.tr("Find"), self)
        self.replace_field = EnterField(theme, self.tr("Replace with"), self)
        self.count = Label(theme, "", self, px=11, color="text3")
        self.case_button = GhostButton(theme, "Aa", parent=self)
        self.case_button.setCheckable(True)
        self.case_button.toggled.connect(self._on_query_changed)
        self._describe(self.case_button, self.tr("Match case"))
        self._previous = self._button(Glyph.ARROW_UP, self.tr("Previous match (Shift+Enter)"))
        self._next = self._button(Glyph.ARROW_DOWN, self.tr("Next match (Enter)"))
        self._close = self._button(Glyph.CLOSE, self.tr("Close (Esc)"))
        self._replace = SecondaryButton(theme, self.tr("Replace"), parent=self)
        self._replace_all = SecondaryButton(theme, self.tr("Replace all"), parent=self)
        self._arrange()
        self._connect()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Find and replace"))
        self.hide()
        theme.changed.connect(self.update)

    @property
    def query(self) -> Query:
        return Query.of(self.find_field.text(), match_case=self.case_button.isChecked())

    @property
    def replacement(self) -> str:
        return Query.of(self.replace_field.text(), match_case=True).text

    def open(self, text: str, *, replaces: bool) -> None:
        """Show the bar and go to its field; a text is searched for at once."""
        self._replace_row_visible(replaces)
        self.show()
        if text:
            self.find_field.setText(text)
        self.find_field.selectAll()
        self.find_field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_count(self, number: int, count: int) -> None:
        """Say that match `number` (0 for none) of `count` is selected."""
        has_text = bool(self.find_field.text())
        total = format_count(count)
        if not has_text:
            words = ""
        elif not count:
            words = self.tr("No match")
        elif number:
            words = self.tr("{number} of {count}").format(number=format_count(number), count=total)
        else:
            words = self.tr("{count} found").format(count=total)
        self.count.setText(words)
        self.count.set_color("warning" if has_text and not count else "text3")
        for button in (self._previous, self._next, self._replace, self._replace_all):
            button.setEnabled(bool(count))

    def say_replaced(self, count: int) -> None:
        """Say how many matches were replaced, until something else is looked for."""
        words = self.tr("1 replaced") if count == 1 else self.tr("{count} replaced")
        self.count.setText(words.format(count=format_count(count)))
        self.count.set_color("text2")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    def close_bar(self) -> None:
        self.hide()
        self.closed.emit()

    def _arrange(self) -> None:
        tools = QHBoxLayout()
        tools.setSpacing(2)
        for part in (self.case_button, self._previous, self._next, self._close):
            part.set_small()
            tools.addWidget(part)
        replaces = QHBoxLayout()
        replaces.setSpacing(6)
        for part in (self._replace, self._replace_all):
            part.set_small()
            replaces.addWidget(part)
        replaces.addStretch(1)
        layout = QGridLayout(self)
        layout.setContentsMargins(14, 5, 8, 6)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(6)
        layout.addWidget(self.find_field, 0, 0)
        layout.addWidget(self.count, 0, 1)
        layout.addLayout(tools, 0, 2)
        layout.addWidget(self.replace_field, 1, 0)
        layout.addLayout(replaces, 1, 1, 1, 2)
        layout.setColumnStretch(0, 1)

    def _connect(self) -> None:
        self.find_field.textChanged.connect(self._on_query_changed)
        self.find_field.entered.connect(self.next_wanted)
        self.find_field.entered_back.connect(self.previous_wanted)
        self.find_field.left.connect(self.close_bar)
        self.replace_field.entered.connect(self.replace_wanted)
        self.replace_field.entered_back.connect(self.previous_wanted)
        self.replace_field.left.connect(self.close_bar)
        self._previous.clicked.connect(self.previous_wanted)
        self._next.clicked.connect(self.next_wanted)
        self._close.clicked.connect(self.close_bar)
        self._replace.clicked.connect(self.replace_wanted)
        self._replace_all.clicked.connect(self.replace_all_wanted)

    def _button(self, glyph: Glyph, words: str) -> Button:
        button = GhostButton(self._theme, glyph=glyph, parent=self)
        self._describe(button, words)
        return button

    def _describe(self, button: Button, words: str) -> None:
        button.setAccessibleName(words)
        button.setToolTip(words)

    def _replace_row_visible(self, visible: bool) -> None:
        for part in (self.replace_field, self._replace, self._replace_all):
            part.setVisible(visible)

    def _on_query_changed(self) -> None:
        self.query_changed.emit()


class GoToBar(Bar):
    """Asks for a line, or a line and a column as in `12:5`; what does not exist is said in a sentence."""

    line_chosen = Signal(int, int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._line_count = 1
        self._label = Label(theme, "", self, px=12, color="text2")
        self.field = EnterField(theme, self.tr("Line"), self)
        self._message = ElidedLabel(theme, "", self, px=12, color="blocked")
        self._close = GhostButton(theme, glyph=Glyph.CLOSE, parent=self)
        self._close.set_small()
        self._close.setAccessibleName(self.tr("Close (Esc)"))
        self._close.setToolTip(self.tr("Close (Esc)"))
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
        self.setAccessibleName(self.tr("Go to line"))
        self.hide()
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def message(self) -> str:
        """What is wrong with what was typed."""
        return self._message.text()

    def open(self, line: int, line_count: int) -> None:
        """Ask for one of the lines 1 to `line_count`, beginning with the line of the caret."""
        self._line_count = line_count
        self._label.setText(self.tr("Line 1–{count}").format(count=format_count(line_count)))
        self._message.setText("")
        self.show()
        self.field.setText(str(line))
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_bar(self) -> None:
        self.hide()
        self.closed.emit()

    def _on_entered(self) -> None:
        line, _, column = self.field.text().strip().partition(":")
        are_numbers = _is_number(line) and _is_number(column or "1")
        if are_numbers and 1 <= int(line) <= self._line_count:
            self.hide()
            self.line_chosen.emit(int(line), int(column or 1))
        else:
            self._complain()

    def _complain(self) -> None:
        words = self.tr("Enter a line from 1 to {count}.") if self._line_count > 1 else self.tr("There is only line 1.")
        self._message.setText(words.format(count=format_count(self._line_count)))
        self.field.selectAll()

    def _on_text_changed(self) -> None:
        self._message.setText("")

    def _on_theme_changed(self) -> None:
        self.field.setFixedWidth(self._theme.fonts.px(84))
        self.update()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9
