"""The row above the matrix: search, filter pills with live counts, and the button that adds URLs."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from robotstudio.draft.listing.filters import FilterKind, Filters
from robotstudio.text.language import WORDS, Meant, tr
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.menus import popup_below
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search import SearchField

_INSET = 10
_FEWEST = 2
"""With fewer pills than these, all of them move to the menu."""

_MOST_LETTERS = 24
_SEARCH_MIN, _SEARCH_MAX, _ANY_WIDTH = 110, 340, 10_000


class _PillRow(Struct, frozen=True):
    kind: FilterKind
    glyph: Glyph
    label: str
    meaning: str


class MatrixToolRow(ToolRow):
    """Search, filters, and the button that adds URLs."""

    filters_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, ground="surface")
        self.filters = Filters()
        """The conditions for a listed URL."""
        self._compact = self._folds_all = False
        self._lead: QWidget | None = None
        self._most = 0
        self._counts: Mapping[FilterKind, int] = {}
        self.search = SearchField(tr("Filter URLs"), self)
        self.search.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.search.textChanged.connect(self._on_filters_edited)
        self.pills = {row.kind: self._make_pill(row) for row in self._pill_rows()}
        self.more_pill = Pill(tr("More"), Glyph.FILTER, parent=self)
        self.more_pill.set_opens_menu()
        self.more_pill.clicked.connect(self._on_more_clicked)
        self.group_button = SecondaryButton("", Glyph.TREE, self)
        self.group_button.setToolTip(tr("Group by path pattern: the structure of the site instead of all URLs"))
        self.group_button.setAccessibleName(tr("Group by path pattern"))
        self.line_pill, self.source_pill = self._make_choice(), self._make_choice()
        self.line_pill.toggled.connect(self._on_line_toggled)
        self.source_pill.toggled.connect(self._on_source_toggled)
        self.add_button = SecondaryButton(tr("Add URLs"), Glyph.PLUS, self)
        self.add_button.set_chevron(True)
        self.add_button.setAccessibleName(self.add_button.text())
        self._lay_out()
        self._fit_controls()

    def show_counts(self, counts: Mapping[FilterKind, int], urls: int) -> None:
        """Show on each pill how many rows it leaves, or would leave, of all URLs."""
        if (counts, urls) == (self._counts, self._most):
            return
        self._counts = counts
        if urls != self._most:
            self._most = urls
            self._reserve_room()
        self._update_pills()

    def show_line(self, line: int) -> None:
        """List only URLs that a line decides, 0 for any; a pill shows this and, when dismissed, ends it."""
        self._show_choice(self.line_pill, tr("Line {line}", line=str(line)) if line else "")
        self._set_filters(replace(self.filters, lines=(line,) if line else ()))

    def show_source(self, source_id: str, name: str) -> None:
        """List only URLs of a source, "" for any."""
        self._show_choice(self.source_pill, name if source_id else "")
        self._set_filters(replace(self.filters, source=source_id))

    def set_lead(self, widget: QWidget) -> None:
        """Put a widget at the start of the row."""
        self._lead = widget
        layout = self.layout()
        if isinstance(layout, QHBoxLayout):
            layout.insertWidget(0, widget)

    @property
    def lead_width(self) -> int:
        """Width of the widget at the start of the row."""
        return self._lead.sizeHint().width() + SIZES.between_controls if self._lead else 0

    def clear(self) -> None:
        self.search.clear()
        for pill in self.pills.values():
            pill.setChecked(False)
        for choice in (self.line_pill, self.source_pill):
            choice.setChecked(False)

    def set_compact(self, compact: bool) -> None:
        """Hide or show the text of the button, so that the pills keep theirs; its tooltip has it, too."""
        if compact == self._compact:
            return
        self._compact = compact
        self.add_button.setText("" if compact else tr("Add URLs"))
        self.add_button.set_chevron(not compact)
        self.add_button.setToolTip(tr("Add URLs") if compact else "")
        self._fit_controls()

    def _pill_rows(self) -> tuple[_PillRow, ...]:
        blocked = tr("URLs that at least one crawler may not fetch")
        disagree = tr("URLs that some crawlers may fetch and others may not")
        no_rule = tr("URLs that no rule decides for any crawler")
        reading = tr("URLs on which a crawler's own reading leads to another verdict than RFC 9309")
        allowed = tr("URLs that no crawler is kept from")
        outside = tr("URLs that another robots.txt governs")
        changed = tr("URLs with a verdict that is another than before")
        failing = tr("URLs with a verdict that is not the expected one")
        return (
            _PillRow(FilterKind.BLOCKED, Glyph.CROSS, tr("Blocked"), blocked),
            _PillRow(FilterKind.CHANGED, Glyph.CHANGED, tr(Meant("Changed", "pill")), changed),
            _PillRow(FilterKind.DISAGREE, Glyph.NOT_EQUAL, tr("Disagree"), disagree),
            _PillRow(FilterKind.ALLOWED, Glyph.CHECK, tr("Allowed"), allowed),
            _PillRow(FilterKind.NO_RULE, Glyph.DASH, tr("No rule"), no_rule),
            _PillRow(FilterKind.READING, Glyph.DIFFERENCE, tr("Own reading"), reading),
            _PillRow(FilterKind.OUTSIDE, Glyph.OUTSIDE, tr("Outside"), outside),
            _PillRow(FilterKind.FAILING, Glyph.WARNING, tr("Failing"), failing),
        )

    def _update_pills(self) -> None:
        for row in self._pill_rows():
            pill = self.pills[row.kind]
            pill.set_count(WORDS.number(self._counts.get(row.kind, 0)))
            pill.set_meaning(row.meaning)
        self._fit()

    def _fit(self) -> None:
        """Show as many pills as fit, always in the same order; a menu has the rest, or all if few fit."""
        pills = list(self.pills.values())
        room = self.width() - self._needed_by_others()
        shown = len(pills)
        while shown and self._width_of(pills[:shown], with_more=shown < len(pills)) > room:
            shown -= 1
        shown = shown if shown >= _FEWEST else 0
        for place, pill in enumerate(pills):
            pill.setVisible(place < shown)
        self._folds_all = not shown
        self.more_pill.setVisible(shown < len(pills))
        self._name_more()
        self._row.activate()

    def _name_more(self) -> None:
        """Show on the menu button how many of its filters are on."""
        count = sum(pill.isChecked() for pill in self.pills.values() if pill.isHidden())
        self.more_pill.setText(self._more_words(count))
        self.more_pill.setChecked(count > 0)

    def _more_words(self, count: int) -> str:
        if self._folds_all:
            return tr("Filters ({count})", count=str(count)) if count else tr("Filters")
        return tr("More ({count})", count=str(count)) if count else tr("More")

    def _width_of(self, pills: Sequence[Pill], *, with_more: bool) -> int:
        widths = [pill.width() for pill in pills] + ([self.more_pill.width()] if with_more else [])
        return sum(widths) + len(widths) * SIZES.between_controls

    def _needed_by_others(self) -> int:
        """Return the width that all other visible widgets of the row need, including those that others added."""
        pills = {*self.pills.values(), self.more_pill}
        widths = []
        for place in range(self._row.count()):
            item = self._row.itemAt(place)
            widget = item.widget() if item else None
            if widget is not None and widget not in pills and not widget.isHidden():
                is_search = widget is self.search
                widths.append(widget.minimumWidth() if is_search else widget.sizeHint().width())
        return sum(widths) + len(widths) * SIZES.between_controls + 2 * _INSET

    def _reserve_room(self) -> None:
        """Make each pill wide enough for its largest count, so that no width changes while the person types."""
        for pill in self.pills.values():
            pill.set_count(WORDS.number(self._most))
            pill.setFixedWidth(pill.sizeHint().width())
        before, widths = self._folds_all, []
        for self._folds_all in (False, True):
            self.more_pill.setText(self._more_words(len(self.pills)))
            widths.append(self.more_pill.sizeHint().width())
        self._folds_all = before
        self.more_pill.setFixedWidth(max(widths))
        self._name_more()

    def _on_more_clicked(self) -> None:
        popup_below(self.more_menu(), self.more_pill)

    def more_menu(self) -> QMenu:
        """Make the menu of the filters that do not fit into the row, to be shown once."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for row in self._pill_rows():
            pill = self.pills[row.kind]
            if pill.isHidden():
                action = menu.addAction(f"{row.label}\t{WORDS.number(self._counts.get(row.kind, 0))}")
                action.setToolTip(row.meaning)
                action.setCheckable(True)
                action.setChecked(pill.isChecked())
                action.toggled.connect(pill.setChecked)
        menu.addSeparator()
        clear = menu.addAction(tr("Clear filters"))
        clear.setEnabled(self.filters.are_on)
        clear.triggered.connect(self.clear)
        return menu

    def _make_choice(self) -> Pill:
        pill = Pill("", Glyph.CLOSE, parent=self)
        pill.hide()
        return pill

    def _show_choice(self, pill: Pill, text: str) -> None:
        pill.setText(text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]}…")
        pill.set_meaning(tr("Listed: {what} only", what=text))
        pill.setChecked(bool(text))
        pill.setVisible(bool(text))
        pill.updateGeometry()
        self._fit()

    def _on_line_toggled(self, is_on: bool) -> None:
        if not is_on:
            self.show_line(0)

    def _on_source_toggled(self, is_on: bool) -> None:
        if not is_on:
            self.show_source("", "")

    def _make_pill(self, row: _PillRow) -> Pill:
        pill = Pill(row.label, row.glyph, parent=self)
        pill.toggled.connect(self._on_filters_edited)
        return pill

    def _lay_out(self) -> None:
        self._row = layout = QHBoxLayout(self)
        layout.setContentsMargins(_INSET, 0, _INSET, 1)
        layout.setSpacing(SIZES.between_controls)
        layout.addWidget(self.search, 1)
        for pill in self.pills.values():
            layout.addWidget(pill)
        layout.addWidget(self.more_pill)
        layout.addWidget(self.line_pill)
        layout.addWidget(self.source_pill)
        layout.addStretch(0)
        layout.addWidget(self.group_button)
        layout.addWidget(self.add_button)

    def _on_filters_edited(self) -> None:
        kinds = frozenset(kind for kind, pill in self.pills.items() if pill.isChecked())
        self._name_more()
        self._set_filters(replace(self.filters, text=self.search.text(), kinds=kinds))

    def _set_filters(self, filters: Filters) -> None:
        if filters != self.filters:
            self.filters = filters
            self.filters_changed.emit(filters)

    def _fit_controls(self) -> None:
        self.search.setMinimumWidth(_SEARCH_MIN)
        self.search.setMaximumWidth(_ANY_WIDTH if self._compact else _SEARCH_MAX)
        self._reserve_room()
        self._update_pills()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
