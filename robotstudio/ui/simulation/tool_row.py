"""The row above the matrix: search, filter pills with live counts, and the button that adds URLs."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.ui.simulation.filters import FilterKind, Filters
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import Theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.formats import format_count
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search_field import SearchField

_INSET = 10
_MOST_LETTERS = 18
_SEARCH_MIN, _SEARCH_MAX, _ANY_WIDTH = 130, 340, 10_000


@dataclass(frozen=True, slots=True)
class _PillRow:
    kind: FilterKind
    glyph: Glyph
    label: str
    meaning: str


class ToolRow(QWidget):
    """What is listed, and what is added to the list."""

    filters_changed = Signal(object)
    add_clicked = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._filters = Filters()
        self._compact = False
        self._most = 0
        self._has_partings = False
        self._counts: Mapping[FilterKind, int] = {}
        self.search = SearchField(theme, self.tr("Filter URLs"), self)
        self.search.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.search.textChanged.connect(self._on_filters_edited)
        self.search.left.connect(self.left)
        self.pills = {row.kind: self._make_pill(row) for row in self._pill_rows()}
        self.source_pill = Pill(theme, "", Glyph.CLOSE, parent=self)
        self.source_pill.hide()
        self.source_pill.toggled.connect(self._on_source_toggled)
        self._is_narrow = False
        self.add_button = SecondaryButton(theme, self.tr("Add URLs"), Glyph.PLUS, self)
        self.add_button.set_chevron(True)
        self.add_button.setAccessibleName(self.add_button.text())
        self.add_button.clicked.connect(self.add_clicked)
        self._lay_out()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    @property
    def filters(self) -> Filters:
        """What a listed URL must fulfil."""
        return self._filters

    def show_counts(self, counts: Mapping[FilterKind, int], urls: int, *, partings: bool = False) -> None:
        """Show on each pill how many rows it leaves, or would leave, of all URLs; `partings`: whether readings part."""
        self._counts, self._has_partings = counts, partings
        if urls != self._most:
            self._most = urls
            self._reserve_room()
        self._update_pills()

    def show_source(self, source_id: str, name: str) -> None:
        """List only what a source brought, "" for whatever did."""
        pill, text = self.source_pill, name if source_id else ""
        pill.setText(text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]}…")
        pill.setToolTip(self.tr("Listed: {what} only").format(what=text))
        pill.setAccessibleName(pill.toolTip())
        pill.setChecked(bool(text))
        pill.setVisible(bool(text))
        self.set_narrow(self._is_narrow)
        self._set_filters(replace(self._filters, source=source_id))

    def clear(self) -> None:
        """List everything."""
        self.search.clear()
        for pill in self.pills.values():
            pill.setChecked(False)
        self.source_pill.setChecked(False)

    def set_narrow(self, narrow: bool) -> None:
        """Tell whether there is room for words; a source that is named needs some of it."""
        self._is_narrow = narrow
        self.set_compact(narrow or not self.source_pill.isHidden())

    def set_compact(self, compact: bool) -> None:
        """Leave out the words of the pills and of the button; they move to their tooltips."""
        if compact == self._compact:
            return
        self._compact = compact
        for pill in self.pills.values():
            pill.set_compact(compact)
        self.add_button.setText("" if compact else self.tr("Add URLs"))
        self.add_button.set_chevron(not compact)
        self.add_button.setToolTip(self.tr("Add URLs") if compact else "")
        self._on_theme_changed()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.fonts.px(SIZES.tool_row))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("surface"))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), self._theme.color("border"))

    def _pill_rows(self) -> tuple[_PillRow, ...]:
        blocked = self.tr("URLs that at least one crawler may not fetch")
        disagree = self.tr("URLs that some crawlers may fetch and others may not")
        no_rule = self.tr("URLs that no rule decides for any crawler")
        reading = self.tr("URLs on which a crawler's own reading leads to another verdict than RFC 9309")
        return (
            _PillRow(FilterKind.BLOCKED, Glyph.CROSS, self.tr("Blocked"), blocked),
            _PillRow(FilterKind.DISAGREE, Glyph.NOT_EQUAL, self.tr("Crawlers disagree"), disagree),
            _PillRow(FilterKind.NO_RULE, Glyph.DASH, self.tr("No rule"), no_rule),
            _PillRow(FilterKind.READING, Glyph.DIFFERENCE, self.tr("Readings part"), reading),
        )

    def _update_pills(self) -> None:
        for row in self._pill_rows():
            pill = self.pills[row.kind]
            pill.set_count(format_count(self._counts.get(row.kind, 0)))
            # A pill sets its own tooltip with every count: its label, which says less.
            pill.setToolTip(f"{row.label}: {row.meaning}" if self._compact else row.meaning)
        # Most files are read alike by all: there is nothing to choose then.
        reading = self.pills[FilterKind.READING]
        reading.setVisible(self._has_partings or reading.isChecked())

    def _reserve_room(self) -> None:
        """Make each pill as wide as its largest count needs, so that none changes its width while one types."""
        for pill in self.pills.values():
            pill.set_count(format_count(self._most))
            pill.setFixedWidth(pill.sizeHint().width())

    def _make_pill(self, row: _PillRow) -> Pill:
        pill = Pill(self._theme, row.label, row.glyph, parent=self)
        pill.toggled.connect(self._on_filters_edited)
        return pill

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_INSET, 0, _INSET, 1)
        layout.setSpacing(SIZES.between_controls)
        layout.addWidget(self.search, 1)
        for pill in self.pills.values():
            layout.addWidget(pill)
        layout.addWidget(self.source_pill)
        layout.addStretch(0)
        layout.addWidget(self.add_button)

    def _on_filters_edited(self) -> None:
        kinds = frozenset(kind for kind, pill in self.pills.items() if pill.isChecked())
        self._set_filters(replace(self._filters, text=self.search.text(), kinds=kinds))

    def _on_source_toggled(self, is_on: bool) -> None:
        if not is_on:
            self.show_source("", "")

    def _set_filters(self, filters: Filters) -> None:
        if filters != self._filters:
            self._filters = filters
            self.filters_changed.emit(filters)

    def _on_theme_changed(self) -> None:
        px = self._theme.fonts.px
        self.search.setMinimumWidth(px(_SEARCH_MIN))
        self.search.setMaximumWidth(_ANY_WIDTH if self._compact else px(_SEARCH_MAX))
        self.setFixedHeight(px(SIZES.tool_row))
        self._reserve_room()
        self._update_pills()
        self.update()
