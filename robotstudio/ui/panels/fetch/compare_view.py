"""Diff of the live file and the draft, shown in place of the answer until it is closed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from robotstudio.draft.changes.text_comparison import TextComparison, form_text, rows_of
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.diff_text import DiffPane
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint, Label

_ADDED = Plural("{count} line added", "{count} lines added")
_REMOVED = Plural("{count} line removed", "{count} lines removed")
_CHANGES = Plural("1 change", "{count} changes")


class CompareView(DiffPane):
    """Shows one comparison at a time; an update keeps the scroll position."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text.setAccessibleName(tr("Live file and draft, line by line"))
        self._comparison: TextComparison | None = None
        self._header = SectionHeader(tr("Live file and draft"), self)
        self._added = Label("", self, px=12, weight=600, color="allowed")
        self._removed = Label("", self, px=12, weight=600, color="blocked")
        self._place = Label("", self, px=12, color="text3")
        self._form = ElidedLabel("", self, px=12, color="warning")
        self._same = EmptyHint("", "", self)
        self._fold = self._ghost(tr("Fold equal lines"))
        self._fold.setCheckable(True)
        self._fold.setChecked(True)
        self._close = self._ghost("", Glyph.CLOSE, tr("Back to the answer (Esc)"))
        self._lay_out()
        self._fold.toggled.connect(self._on_fold_toggled)
        self._close.clicked.connect(self.closed)

    def show_comparison(self, comparison: TextComparison) -> None:
        self._comparison = comparison
        self._show_rows()
        self._added.setText(f"+{WORDS.number(comparison.added)}")
        self._removed.setText(f"−{WORDS.number(comparison.removed)}")
        self._added.setAccessibleName(ntr(_ADDED, comparison.added))
        self._removed.setAccessibleName(ntr(_REMOVED, comparison.removed))
        form = form_text(comparison)
        self._form.setText(form)
        differs = bool(comparison.changes)
        same_lines = tr("The live file has the same lines as the editor.")
        same = same_lines if comparison.form_differs else tr("The live file is the same as the editor.")
        self._same.set_content(together("\n", same, form))
        self._same.setVisible(not differs)
        self.text.setVisible(differs)
        for button in (self.previous_button, self.next_button, self._fold):
            button.setEnabled(differs)

    def clear(self) -> None:
        """Show nothing until the next comparison."""
        self._comparison = None
        self.text.show_rows(())
        self._same.hide()
        self.text.show()
        for label in (self._added, self._removed, self._place, self._form):
            label.setText("")

    def go_to(self, change: int) -> None:
        super().go_to(change)
        self._show_place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_escape(event):
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        self._header.add_left(self._added)
        self._header.add_left(self._removed)
        self._header.add_left(self._form, 1)
        for part in (self._place, self.previous_button, self.next_button, self._fold, self._close):
            self._header.add_right(part)
        self.setTabOrder(self.next_button, self._fold)
        self.setTabOrder(self._fold, self._close)
        layout = column_in(self)
        layout.addWidget(self._header)
        layout.addWidget(self.text, 1)
        layout.addWidget(self._same, 1)

    def _ghost(self, text: str, glyph: Glyph | None = None, name: str = "") -> GhostButton:
        button = GhostButton(text, glyph, self)
        if name:
            button.setAccessibleName(name)
            button.setToolTip(name)
        return button

    def _is_own(self, event: QKeyEvent) -> bool:
        return _is_escape(event) or super()._is_own(event)

    def _show_rows(self) -> None:
        if self._comparison is not None:
            self.text.show_rows(rows_of(self._comparison, folded=self._fold.isChecked()))
            self._show_place()

    def _show_place(self) -> None:
        count, current = self.text.run_count, self.text.current_run
        if current < 0:
            words = ntr(_CHANGES, count) if count else ""
        else:
            words = tr("{number} of {count}", number=current + 1, count=count)
        self._place.setText(words)
        self._place.setAccessibleName(self._place.text())

    def _on_fold_toggled(self, _folded: bool) -> None:
        self._show_rows()


def _is_escape(event: QKeyEvent) -> bool:
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return event.key() == Qt.Key.Key_Escape and modifiers == Qt.KeyboardModifier.NoModifier
