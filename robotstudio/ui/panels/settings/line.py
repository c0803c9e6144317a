"""A row of the dialog: name, hint, control, and a button that resets to the default."""

from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.project.preferences import PREFERENCES, wanted_of
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.panels.settings.actions import SettingsActions
from robotstudio.ui.panels.settings.controls import control_for
from robotstudio.ui.panels.settings.rows import SettingRow, is_changed, title_of, value_of
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.labels import Label, LinkLabel
from robotstudio.ui.widgets.painting import draw_box

_ROW: Final = 53
DOT, RESET = 24, 34


class _Title(Label):
    """The name of a setting, with the search words highlighted."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent, px=13, weight=500)
        self._marked: tuple[str, ...] = ()

    def mark(self, words: tuple[str, ...]) -> None:
        """Highlight the first place of each word."""
        if words != self._marked:
            self._marked = words
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        folded = self.text().casefold()
        for word in self._marked:
            if word in folded:
                self._paint_mark(folded.index(word), len(word))
        super().paintEvent(event)

    def _paint_mark(self, at: int, length: int) -> None:
        text, metrics = self.text(), QFontMetricsF(self.font())
        left = metrics.horizontalAdvance(text[:at])
        width = metrics.horizontalAdvance(text[at : at + length])
        height = metrics.height() + 2
        box = QRectF(left - 1, (self.height() - height) / 2, width + 2, height)
        painter = QPainter(self)
        draw_box(painter, box, 3, theme.color("warning_tint"), theme.color("warning_edge"))
        painter.end()


class SettingLine(QWidget):
    """A row of the dialog."""

    def __init__(self, row: SettingRow, actions: SettingsActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.row = row
        self._policy: Path | None = None
        self.is_changed = False
        """True if the value is not the default."""
        self.title = _Title(title_of(row), self)
        self.hint = Label("", self, px=12, color="text3")
        self.hint.setWordWrap(True)
        self.control: Any = control_for(row, self._on_changed, self)
        self.reset_button = GhostButton("", Glyph.REFRESH, self)
        self.reset_button.setToolTip(tr("Reset"))
        self.reset_button.setAccessibleName(WORDS.about(tr("Reset"), title_of(row)))
        self._lay_out()
        self.reset_button.clicked.connect(partial(actions.reset, row.name, row.part))
        self._show_hint()
        getattr(self.control, "segments", self.control).setAccessibleName(title_of(row))
        self._cells.setContentsMargins(DOT, 6, 0, 7)
        self.setMinimumHeight(_ROW)

    def help_page(self) -> str:
        """Return the help page about the check that this row switches."""
        return f"rules/{self.row.part}" if self.row.part else ""

    @property
    def is_managed(self) -> bool:
        """True if a policy sets it."""
        return self._policy is not None

    def show_setting(self, value: object, policy: Path | None) -> None:
        """Show a value; a row that a policy sets is disabled."""
        self._policy, self.is_changed = policy, is_changed(self.row, value)
        self.control.show_value(value_of(self.row, value))
        self.control.setEnabled(policy is None and not self.row.why_not)
        self.reset_button.setVisible(self.is_changed and policy is None)
        self._show_hint()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), theme.color("border"))
        middle = self.title.geometry().center().y() + 0.5
        if self._policy is not None:
            box = QRectF(2, middle - 7, 14, 14)
            paint_glyph(painter, Glyph.LOCK, box, theme.color("text2"), 1.4)
        elif self.is_changed:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(QPointF(9, middle), 3.5, 3.5)

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        words.addWidget(self.title)
        words.addWidget(self.hint)
        words.addStretch(1)
        self._cells = QHBoxLayout(self)
        self._cells.setSpacing(8)
        self._cells.addLayout(words, 1)
        if self.row.part:
            page = LinkLabel(tr("About this check"), self)
            page.setAccessibleName(WORDS.about(tr("About this check"), title_of(self.row)))
            page.clicked.connect(partial(self._actions.explain, self.row.part))
            self._cells.addWidget(page)
        self._cells.addWidget(self.control)
        place = QWidget(self)
        place.setFixedWidth(RESET)
        inner = column_in(place)
        inner.addWidget(self.reset_button, 0, Qt.AlignmentFlag.AlignCenter)
        self._cells.addWidget(place)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def _show_hint(self) -> None:
        if self._policy is not None:
            text = tr("Set by policy ({path}).", path=str(self._policy))
        elif self.row.why_not:
            text = tr(self.row.why_not)
        elif self.control.is_wrong:
            wanted = WORDS.tell(wanted_of(PREFERENCES[self.row.name].kind))
            text = tr("Enter {wanted}. The previous value still applies.", wanted=wanted)
        else:
            text = tr(self.row.hint)
        self.hint.setText(text)
        self.hint.set_color("blocked" if self.control.is_wrong and self._policy is None else "text3")
        self.control.setAccessibleDescription(text)

    def _on_changed(self, value: object) -> None:
        if self.control.is_wrong:
            pass
        elif self.row.part:
            self._actions.switch_part(self.row.name, self.row.part, bool(value))
        else:
            self._actions.choose(self.row.name, value)
        self._show_hint()
