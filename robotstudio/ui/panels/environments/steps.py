"""The steps that turn the text of the project into that of an environment, in order."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from robotstudio.project.file.model import EditKind, OverlayEdit
from robotstudio.text.language import Message, tr
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_below
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn

KINDS: Mapping[EditKind, Message] = {
    EditKind.CLOSE: "Block every crawler",
    EditKind.APPEND: "Lines after the text",
    EditKind.PREPEND: "Lines before the text",
    EditKind.SITEMAPS: "Other sitemaps",
    EditKind.REPLACE: "A different text",
}
_EMPTY: Mapping[EditKind, Message] = {
    EditKind.CLOSE: "Every group of the text blocks everything, and all other crawlers are blocked, too.",
    EditKind.APPEND: "Whole groups: a User-agent line first, a rule at the end.",
    EditKind.PREPEND: "Whole groups: a User-agent line first, a rule at the end.",
    EditKind.SITEMAPS: "One address per line. They replace all Sitemap lines.",
    EditKind.REPLACE: "The whole robots.txt of this host.",
}
_GAP, _ROWS, _LEAST_LINES = 6, 3, 72
_BREAK = "\u2029"


class _Row(NamedTuple):
    place: int
    edit: OverlayEdit


class StepsEditor(QWidget):
    """A list of steps, and the lines of the selected one. Calls `enter` with True for a change of another kind."""

    def __init__(self, enter: Callable[[tuple[OverlayEdit, ...], bool], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._enter = enter
        self.overlay: tuple[OverlayEdit, ...] = ()
        """Steps as entered."""
        self._typed_at = -1
        self.title = Label(tr("Steps"), self, px=12, weight=600)
        self.add_button = GhostButton(tr("Add"), Glyph.PLUS, self)
        self.remove_button = GhostButton(tr("Remove"), parent=self)
        self.up_button = GhostButton(tr("Up"), parent=self)
        nothing = tr("It serves the project’s text unchanged.")
        self.table = Table(tr("Steps"), _columns(), _place_of, self, nothing=nothing)
        self.lines = QPlainTextEdit(self)
        self.lines.setAccessibleName(tr("Lines"))
        self.lines.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.lines.setTabChangesFocus(True)
        self.lines.setProperty("role", "field")
        self._lay_out()
        self._connect()
        fonts = theme.fonts
        self.lines.setFont(fonts.mono(12))
        self.lines.setMinimumHeight(_LEAST_LINES)
        self.table.setFixedHeight(self.table.height_of(_ROWS))
        self._show_step()

    def show_overlay(self, overlay: tuple[OverlayEdit, ...]) -> None:
        """Show other steps."""
        if overlay != self.overlay:
            self.overlay, self._typed_at = overlay, -1
            self._show_steps()

    def add(self, kind: EditKind) -> None:
        """Append a step."""
        self._change((*self.overlay, OverlayEdit(kind)), len(self.overlay))
        (self.lines if kind is not EditKind.CLOSE else self.table).setFocus()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(2)
        head.addWidget(self.title, 1)
        for button in (self.add_button, self.remove_button, self.up_button):
            button.set_small()
            head.addWidget(button)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(_GAP)
        rows.addLayout(head)
        rows.addWidget(self.table)
        rows.addWidget(self.lines, 1)
        rows.addStretch()

    def _connect(self) -> None:
        self.add_button.clicked.connect(self._on_add)
        self.remove_button.clicked.connect(self._on_remove)
        self.up_button.clicked.connect(self._on_up)
        self.table.row_changed.connect(self._show_step)
        self.table.removal_requested.connect(self._on_remove)
        self.lines.textChanged.connect(self._on_lines_changed)

    def _show_steps(self) -> None:
        self.table.set_rows([_Row(place, edit) for place, edit in enumerate(self.overlay)])
        self._show_step()

    def _show_step(self, _row: object = None) -> None:
        row: _Row | None = self.table.current_row
        edit = self.overlay[row.place] if row and row.place < len(self.overlay) else None
        self.remove_button.setEnabled(edit is not None)
        self.up_button.setEnabled(bool(row and row.place))
        self.lines.setVisible(edit is not None)
        self.lines.setReadOnly(edit is not None and edit.do is EditKind.CLOSE)
        self.lines.setPlaceholderText(tr(_EMPTY[edit.do]) if edit else "")
        text = "\n".join(edit.lines) if edit else ""
        if text != self._typed():
            with QSignalBlocker(self.lines):
                self.lines.setPlainText(text)

    def _typed(self) -> str:
        return self.lines.document().toRawText().replace(_BREAK, "\n")

    def _change(self, overlay: tuple[OverlayEdit, ...], place: int, *, is_step: bool = True) -> None:
        self.overlay = overlay
        self._typed_at = -1 if is_step else place
        self.table.set_rows([_Row(number, edit) for number, edit in enumerate(overlay)])
        if overlay:
            self.table.select_row(min(place, len(overlay) - 1))
        self._show_step()
        self._enter(overlay, is_step)

    def _on_add(self) -> None:
        rows = [MenuAction(tr(said), partial(self.add, kind)) for kind, said in KINDS.items()]
        popup_below(build_menu(self.add_button, rows), self.add_button)

    def _on_remove(self) -> None:
        row: _Row | None = self.table.current_row
        if row is not None:
            self._change((*self.overlay[: row.place], *self.overlay[row.place + 1 :]), row.place)

    def _on_up(self) -> None:
        row: _Row | None = self.table.current_row
        if row is not None and row.place:
            moved = list(self.overlay)
            moved.insert(row.place - 1, moved.pop(row.place))
            self._change(tuple(moved), row.place - 1)

    def _on_lines_changed(self) -> None:
        row: _Row | None = self.table.current_row
        if row is None:
            return
        text = self._typed()
        edit = replace(self.overlay[row.place], lines=tuple(text.split("\n")) if text else ())
        if edit == self.overlay[row.place]:
            return
        overlay = (*self.overlay[: row.place], edit, *self.overlay[row.place + 1 :])
        is_step, self._typed_at = self._typed_at != row.place, row.place
        self.overlay = overlay
        self._enter(overlay, is_step)


def _columns() -> tuple[TableColumn, ...]:
    return (TableColumn("step", tr("Step"), _cell),)


def _place_of(row: _Row) -> int:
    return row.place


def _cell(row: _Row) -> TableCell:
    return TableCell(tr(KINDS[row.edit.do]))
