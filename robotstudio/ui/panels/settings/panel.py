"""The dialog of settings: searchable, one row each, not modal."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.lint.rules import RULES
from robotstudio.project.preferences import NO_POLICY, AdministratorPolicy
from robotstudio.text.language import WORDS, Meant, Plural, ntr, tr
from robotstudio.ui.panels.settings.actions import SettingsActions
from robotstudio.ui.panels.settings.controls import SPACE
from robotstudio.ui.panels.settings.line import DOT, RESET, SettingLine
from robotstudio.ui.panels.settings.rows import (
    ROWS,
    SECTION_TITLES,
    SettingRow,
    SettingsSection,
    is_changed,
    rows_of,
)
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import Button, GhostButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow, column_in
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.painting import draw_box, draw_focus_ring
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search import SearchField

_WIDTH, _HEIGHT, _NAV, _INSET = 940, 718, 196, 14
_AT_DEFAULT: Final = Plural("{left} of {count} at default", "{left} of {count} at default")
_RESET_ALL: Final = Plural("Reset the changed setting…", "Reset all {count}…")


class _Nav(Button):
    """A section at the left, with the number of its listed settings."""

    role = "ghost"
    inset = 10

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent=parent)
        self.count = ""
        self.has_changes = False
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        rect = QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            ground, edge = ("selected", "selected_edge") if self.isChecked() else ("hover", "hover")
            draw_box(painter, rect, 6, theme.color(ground), theme.color(edge))
        if self.hasFocus():
            draw_focus_ring(painter, rect, 6, theme.color("accent"))
        painter.setFont(theme.fonts.ui(12, 600 if self.isChecked() else 500))
        painter.setPen(theme.color("text"))
        inner = rect.adjusted(10, 0, -10, 0)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        painter.setFont(theme.fonts.ui(11))
        painter.setPen(theme.color("text3"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, self.count)
        if self.has_changes:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.color("accent")))
            painter.drawEllipse(QPointF(inner.right() - 30, rect.center().y()), 3, 3)


class SettingsPanel(PanelWindow):
    """Shows the values; the controller has and applies them."""

    kept_as = "settings"
    enter_presses = False

    def __init__(self, actions: SettingsActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._values: Mapping[str, Any] = {}
        self._policy: AdministratorPolicy = NO_POLICY
        self._section = SettingsSection.GENERAL
        self.lines: dict[str, SettingLine] = {}
        self.bodies: dict[SettingsSection, QWidget] = {}
        self._heads: dict[SettingsSection, tuple[Label, Label]] = {}
        self._head_rows: list[QHBoxLayout] = []
        self.setWindowTitle(tr("Settings"))
        self.search = SearchField(tr("Search settings by name, value or key"), self)
        self.changed_pill = Pill(tr(Meant("Changed", "settings")), parent=self)
        self.policy_pill = Pill(tr("Set by policy"), Glyph.LOCK, parent=self)
        self.nav = {section: _Nav(tr(text), self) for section, text in SECTION_TITLES.items()}
        self.nothing = Label(tr("No setting matches."), self, px=13, color="text2")
        self.nothing_clear = GhostButton(tr("Clear"), parent=self)
        self.forget_button = SecondaryButton(tr("Forget everything…"), parent=self)
        self.forget_button.hide()
        self.import_button = SecondaryButton(tr("Import…"), parent=self)
        self.export_button = SecondaryButton(tr("Export…"), parent=self)
        self.reset_all_button = GhostButton("", parent=self)
        self.remark = Label(tr("Changes apply at once unless noted."), self, px=12, color="text2")
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self._lay_out()
        self._connect()
        self.resize(_WIDTH, _HEIGHT)

    def bring_up(self) -> None:
        """Come to the front, with the keyboard focus in the search."""
        super().bring_up()
        self.search.setFocus()
        self._list()

    def show_settings(self, values: Mapping[str, Any], policy: AdministratorPolicy) -> None:
        """Show the values; those that the policy sets cannot be changed."""
        self._values, self._policy = values, policy
        for line in self.lines.values():
            self._show_line(line)
        self._show_counts()
        if self.changed_pill.isChecked() or self.policy_pill.isChecked() or self.search.text():
            self._list()

    def show_section(self, section: SettingsSection) -> None:
        """List the settings of one section."""
        self._section = section
        self.nav[section].setChecked(True)
        self._list()
        self.area.verticalScrollBar().setValue(0)

    def show_setting(self, row: SettingRow) -> None:
        """List the section of a setting, and give it the focus."""
        self._leave_search()
        self.show_section(row.section)
        line = self.lines[row.id]
        control = getattr(line.control, "segments", line.control)
        control.setFocus(Qt.FocusReason.OtherFocusReason)
        self.area.ensureWidgetVisible(line)

    def _lay_out(self) -> None:
        top, middle = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.search, 1)
        top.addWidget(self.changed_pill)
        top.addWidget(self.policy_pill)
        self._side = QWidget(self)
        names = QVBoxLayout(self._side)
        names.setContentsMargins(0, 0, 0, 0)
        names.setSpacing(2)
        for button in self.nav.values():
            names.addWidget(button)
        names.addStretch(1)
        self.area = QScrollArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the widgets in it take the focus, and pass on its keys
        self.area.setWidgetResizable(True)
        self.area.setProperty("role", "page")
        page = QWidget(self.area)
        page.setObjectName("page")
        self._page = column_in(page)
        self._page.setContentsMargins(8, 0, _INSET, 0)
        for section in SettingsSection:
            self._page.addWidget(self._body_of(section))
        empty = QHBoxLayout()
        empty.addWidget(self.nothing)
        empty.addWidget(self.nothing_clear)
        empty.addStretch(1)
        self._page.addLayout(empty)
        self._page.addStretch(1)
        self.area.setWidget(page)
        middle.addWidget(self._side)
        middle.addWidget(self.area, 1)
        top.setSpacing(8)
        rows = QVBoxLayout()
        rows.setSpacing(12)
        rows.addLayout(top)
        rows.addLayout(middle, 1)
        kept = (self.import_button, self.export_button, self.reset_all_button)
        self.frame(rows, DialogFooter(self, (self.remark, self.close_button), kept))

    def _body_of(self, section: SettingsSection) -> QWidget:
        body = QWidget(self)
        column = column_in(body)
        head = QHBoxLayout()
        head.setSpacing(10)
        self._head_rows.append(head)
        name = Label(tr(SECTION_TITLES[section]), body, px=13, weight=600)
        count = Label("", body, px=12, color="text3")
        head.addWidget(name)
        head.addWidget(count)
        head.addStretch(1)
        column.addLayout(head)
        self.bodies[section], self._heads[section] = body, (name, count)
        return body

    def _fill(self, section: SettingsSection) -> None:
        """Create the rows of a section when it is first listed: there are very many checks."""
        column = self.bodies[section].layout()
        for row in rows_of(section):
            if row.id in self.lines:
                return
            line = SettingLine(row, self._actions, self.bodies[section])
            self.lines[row.id] = line
            self._show_line(line)
            if column is not None:
                column.addWidget(line)
        if section is SettingsSection.PRIVACY and column is not None:
            column.addWidget(self._forgetting())

    def _forgetting(self) -> QWidget:
        part = QWidget(self)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(Label(tr("Remembered data"), part, px=13, weight=500))
        told = tr(
            "Test URLs, their sources, crawled sites, recent files and the whole history. Settings and files stay."
        )
        hint = Label(told, part, px=12, color="text3")
        hint.setWordWrap(True)
        words.addWidget(hint)
        line = QHBoxLayout(part)
        line.setContentsMargins(DOT, 8, RESET + 8, 8)
        line.addLayout(words, 1)
        line.addWidget(self.forget_button)
        self.forget_button.show()
        return part

    def _connect(self) -> None:
        self.search.textChanged.connect(self._on_search_changed)
        self.search.left.connect(self.close)
        for section, button in self.nav.items():
            button.clicked.connect(partial(self._on_section_clicked, section))
        self.nav[self._section].setChecked(True)
        for pill in (self.changed_pill, self.policy_pill):
            pill.toggled.connect(self._list)
        self.nothing_clear.clicked.connect(self._on_clear)
        self.close_button.clicked.connect(self.close)
        self.import_button.clicked.connect(self._actions.import_file)
        self.export_button.clicked.connect(self._actions.export_file)
        self.reset_all_button.clicked.connect(self._actions.reset_all)
        self.forget_button.clicked.connect(self._actions.forget)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.search.setFocus)
        self._side.setFixedWidth(_NAV)
        for head in self._head_rows:
            head.setContentsMargins(DOT, 6, 0, 6)

    def _show_line(self, line: SettingLine) -> None:
        name = line.row.name
        if name in self._values:
            line.show_setting(self._values[name], self._policy.path if name in self._policy.values else None)

    def _changed_rows(self, rows: Sequence[SettingRow]) -> int:
        values = self._values
        return sum(row.name in values and is_changed(row, values[row.name]) for row in rows)

    def _show_counts(self) -> None:
        for section, button in self.nav.items():
            rows = tuple(rows_of(section))
            changed = self._changed_rows(rows)
            button.has_changes = changed > 0
            button.update()
            left = ntr(_AT_DEFAULT, len(rows), left=len(rows) - changed) if changed else tr("All defaults")
            self._heads[section][1].setText(left)
        everywhere = self._changed_rows(ROWS)
        managed = sum(row.name in self._policy.values for row in ROWS)
        self.changed_pill.set_count(WORDS.number(everywhere))
        self.policy_pill.set_count(WORDS.number(managed))
        self.policy_pill.setVisible(managed > 0)
        mine = sum(
            row.name in self._values and row.name not in self._policy.values and is_changed(row, self._values[row.name])
            for row in ROWS
        )
        self.reset_all_button.setText(ntr(_RESET_ALL, mine) if mine else "")
        self.reset_all_button.setVisible(mine > 0)

    def _show_count(self, section: SettingsSection, count: int) -> None:
        """Show the number of rows in a section, or of those found by a search."""
        button = self.nav[section]
        button.count = WORDS.number(count)
        button.setAccessibleName(WORDS.with_fact(button.text(), button.count))
        button.update()

    def _list(self, *_: object) -> None:
        """Show the rows that match, under the headings of their sections."""
        words = tuple(self.search.text().casefold().split())
        is_narrowed = bool(words) or self.changed_pill.isChecked() or self.policy_pill.isChecked()
        found = 0
        for section, body in self.bodies.items():
            if not is_narrowed and section is not self._section:
                body.hide()
                self._show_count(section, len(tuple(rows_of(section))))
                continue
            self._fill(section)
            listed = 0
            for row in rows_of(section):
                line = self.lines[row.id]
                is_listed = self._is_listed(line, words)
                line.title.mark(words)
                line.setVisible(is_listed)
                listed += is_listed
            body.setVisible(listed > 0)
            self._show_count(section, listed)
            found += listed
        self.nothing.setVisible(not found)
        self.nothing_clear.setVisible(not found)

    def _is_listed(self, line: SettingLine, words: Sequence[str]) -> bool:
        """Return True if a row contains each word and passes the filter pills."""
        if self.changed_pill.isChecked() and not line.is_changed:
            return False
        if self.policy_pill.isChecked() and not line.is_managed:
            return False
        row = line.row
        if not words:
            return True
        value = self._values.get(row.name)
        shown = "" if row.part else SPACE.join(value) if isinstance(value, tuple) else str(value)
        texts = (line.title.text(), line.hint.text(), row.key, shown, RULES[row.part].name if row.part else "")
        folded = "\n".join(texts).casefold()
        return all(word in folded for word in words)

    def _on_section_clicked(self, section: SettingsSection) -> None:
        self._leave_search()
        self.show_section(section)

    def _on_search_changed(self, _text: str) -> None:
        self._list()
        self.area.verticalScrollBar().setValue(0)

    def _on_clear(self) -> None:
        self._leave_search()
        self._list()
        self.search.setFocus()

    def _leave_search(self) -> None:
        self.search.clear()
        for pill in (self.changed_pill, self.policy_pill):
            pill.setChecked(False)
