"""The dialog of settings: searchable, not modal; a row has a name, a hint, a control, and a button that resets it."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.lint.rules import RULES
from robotstudio.project.preferences import NO_POLICY, PREFERENCES, AdministratorPolicy, wanted_of
from robotstudio.text.language import WORDS, Meant, Plural, ntr, tr
from robotstudio.ui.panels.settings.controls import SPACE, control_for
from robotstudio.ui.panels.settings.rows import (
    ROWS,
    SECTION_TITLES,
    SettingRow,
    SettingsSection,
    is_changed,
    rows_of,
    title_of,
    value_of,
)
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import Button, GhostButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow, column_in
from robotstudio.ui.widgets.labels import Label, LinkLabel
from robotstudio.ui.widgets.painting import draw_box, draw_focus_ring
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search import SearchField

_ROW: Final = 53
_WIDTH, _HEIGHT, _NAV, _INSET = 940, 718, 196, 14
_AT_DEFAULT: Final = Plural("{left} of {count} at default", "{left} of {count} at default")
_RESET_ALL: Final = Plural("Reset the changed setting…", "Reset all {count}…")


class SettingsActions(Protocol):
    """Implemented by the controller, which has the values and applies them."""

    def choose(self, name: str, value: object) -> None:
        """Set a value."""

    def switch_part(self, name: str, part: str, is_on: bool) -> None:
        """Switch one item of a list."""

    def reset(self, name: str, part: str = "") -> None:
        """Reset a setting to its default, or one item of a list."""

    def reset_all(self) -> None:
        """Reset all settings to their defaults."""

    def import_file(self) -> None:
        """Ask for a file of settings, and import it."""

    def export_file(self) -> None:
        """Save the settings in a file."""

    def forget(self) -> None:
        """Forget everything that is remembered."""

    def open_access(self) -> None:
        """Open the window with the access to the person's own sites."""

    def explain(self, code: str) -> None:
        """Open the help page about a check."""


DOT, _RESET = 24, 34


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
        place.setFixedWidth(_RESET)
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

    size_key = "settings"
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
        self.access_button = SecondaryButton(tr("Access…"), parent=self)
        for button in (self.forget_button, self.access_button):
            button.hide()
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
            told = tr(
                "Test URLs, their sources, crawled sites, recent files and the whole history. Settings and files stay."
            )
            column.addWidget(self._with_button(tr("Remembered data"), told, self.forget_button))
        if section is SettingsSection.FETCHING and column is not None:
            told = tr("Passwords, tokens, cookies, headers and signatures, each for one site only.")
            column.addWidget(self._with_button(tr("Access to your sites"), told, self.access_button))

    def _with_button(self, title: str, told: str, button: SecondaryButton) -> QWidget:
        part = QWidget(self)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(Label(title, part, px=13, weight=500))
        hint = Label(told, part, px=12, color="text3")
        hint.setWordWrap(True)
        words.addWidget(hint)
        line = QHBoxLayout(part)
        line.setContentsMargins(DOT, 8, _RESET + 8, 8)
        line.addLayout(words, 1)
        line.addWidget(button)
        button.show()
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
        self.access_button.clicked.connect(self._actions.open_access)
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
