"""The tool row of the changes: search, filters by kind of change, and export."""

from enum import IntEnum
from functools import partial

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.draft.changes.outline import ChangeFilter
from robotstudio.engine.changes import Change, Changes
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.panels.changes.model import ChangeActions
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.menus import MenuAction, give_menu
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search import SearchField

_INSET = 10
_SEARCH_MIN, _SEARCH_FEW, _SEARCH_MAX = 90, 50, 240


class _Look(IntEnum):
    """Levels of detail of the row; what is left out is in tooltips."""

    ALL = 0
    SIGNS = 1
    """The filters are icons."""
    FEW = 2
    """The search is narrower, and the export button is an icon."""


class ChangeToolRow(ToolRow):
    """Search, filters and export."""

    wanted_changed = Signal(object)

    def __init__(self, actions: ChangeActions, parent: QWidget | None = None) -> None:
        super().__init__(parent, ground="surface")
        self._actions = actions
        self.wanted = ChangeFilter()
        self._look = _Look.ALL
        self._fitted: tuple[object, ...] = ()
        self.search = SearchField(tr("Filter URLs"), self)
        self.search.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.pills = {
            Change.BLOCKED: Pill(tr("Newly blocked"), Glyph.CROSS, parent=self),
            Change.ALLOWED: Pill(tr("Newly allowed"), Glyph.CHECK, parent=self),
        }
        self.export = SecondaryButton(tr("Export"), parent=self)
        self.export.set_small()
        self.export.show_chevron()
        self._fill_export_menu()
        self._lay_out()
        self.search.textChanged.connect(self._on_wanted_edited)
        for pill in self.pills.values():
            pill.toggled.connect(self._on_wanted_edited)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def show_counts(self, changes: Changes | None) -> None:
        """Show the number of URLs that each filter leaves."""
        counts = {Change.BLOCKED: changes.blocked_urls, Change.ALLOWED: changes.allowed_urls} if changes else {}
        for change, pill in self.pills.items():
            pill.set_count(WORDS.number(counts.get(change, 0)))
            pill.setEnabled(bool(counts.get(change, 0)) or pill.isChecked())
        self.export.setEnabled(bool(changes and changes.flips))
        self._fit()

    def clear(self) -> None:
        self.search.clear()
        for pill in self.pills.values():
            pill.setChecked(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit the row again when its content changes its width, e.g. by counts or language."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, SIZES.tool_row)

    def _fit(self) -> None:
        """Choose the most detailed look that fits; only after a change, because each try needs a layout."""
        seen = (self.width(), *(pill.accessibleName() for pill in self.pills.values()))
        if seen == self._fitted:
            return
        self._fitted = seen
        for look in _Look:
            self._take(look)
            if self._needed() <= self.width():
                break

    def _take(self, look: _Look) -> None:
        if look is self._look:
            return
        self._look = look
        for pill in self.pills.values():
            pill.set_compact(look >= _Look.SIGNS)
        self.search.setMinimumWidth(_SEARCH_FEW if look is _Look.FEW else _SEARCH_MIN)
        self.export.set_glyph(Glyph.DOWNLOAD if look is _Look.FEW else None)
        self.export.setText("" if look is _Look.FEW else tr("Export"))
        self.export.setToolTip(tr("Export the changes") if look is _Look.FEW else "")

    def _needed(self) -> int:
        """Return the width that all parts need."""
        parts = (*self.pills.values(), self.export)
        widths = [min(part.sizeHint().width(), part.maximumWidth()) for part in parts]
        gaps = SIZES.between_controls * (len(parts) + 1)
        return sum(widths) + self.search.minimumWidth() + gaps + 2 * _INSET

    def _fill_export_menu(self) -> None:
        forms = (
            ("csv", tr("Copy as CSV")),
            ("tsv", tr("Copy as TSV")),
            ("json", tr("Copy as JSON lines")),
            ("markdown", tr("Copy as Markdown")),
        )
        copies = [MenuAction(text, partial(self._actions.copy, form)) for form, text in forms]
        give_menu(self.export, [MenuAction(tr("Export to a file…"), self._actions.export), MenuAction(), *copies])
        self.export.setAccessibleName(tr("Export the changes"))

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_INSET, 0, _INSET, 1)
        layout.setSpacing(SIZES.between_controls)
        layout.addWidget(self.search, 1)
        for pill in self.pills.values():
            layout.addWidget(pill)
        layout.addStretch(0)
        layout.addWidget(self.export)

    def _on_wanted_edited(self) -> None:
        kinds = frozenset(change for change, pill in self.pills.items() if pill.isChecked())
        wanted = ChangeFilter(self.search.text(), kinds)
        if wanted != self.wanted:
            self.wanted = wanted
            self.wanted_changed.emit(wanted)

    def _on_theme_changed(self) -> None:
        self.search.setMinimumWidth(_SEARCH_FEW if self._look is _Look.FEW else _SEARCH_MIN)
        self.search.setMaximumWidth(_SEARCH_MAX)
        self._fit()
        self.update()
