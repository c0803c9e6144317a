"""The row above the matrix: one field that filters, a chip for each active filter, and the button that adds URLs."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QWidget

from robotstudio.draft.listing.filters import FilterKind, Filters
from robotstudio.text.language import WORDS, Meant, tr
from robotstudio.ui.panels.simulation.legend import Legend
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.menus import MenuAction, add_rows, popup_below
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search import SearchField

_INSET = 14
_MOST_LETTERS = 24
_FIELD_MIN, _FIELD_MAX = 150, 240
_CHEVRON = 13


class _FilterRow(Struct, frozen=True):
    """A filter in the list; the first of each section has `starts_section`."""

    kind: FilterKind
    glyph: Glyph | None
    color: str
    label: str
    meaning: str
    starts_section: bool = False


class FilterField(SearchField):
    """The search text; its chevron or Down opens the list of filters, Esc clears the text, then all filters."""

    def __init__(self, open_list: Callable[[], None], clear_filters: Callable[[], bool], parent: QWidget) -> None:
        """`clear_filters` returns False if there is none to clear."""
        super().__init__(tr("Filter URLs"), parent)
        self.fault = ""
        self._open_list, self._clear_filters = open_list, clear_filters
        self._list_action = QAction(tr("Show filters"), self)
        self._list_action.setToolTip(tr("Show filters (Down)"))
        self._list_action.triggered.connect(open_list)
        self.addAction(self._list_action, QLineEdit.ActionPosition.TrailingPosition)
        self._show_icon()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self._open_list()
        elif event.key() == Qt.Key.Key_Escape and not self.text() and self._clear_filters():
            event.accept()
        else:
            super().keyPressEvent(event)

    def show_fault(self, sentence: str) -> None:
        """Frame the field, with the reason why its condition is not understood as tooltip; "" for none."""
        if sentence != self.fault:
            self.fault = sentence
            self.setToolTip(sentence or self.placeholderText())
            self.setAccessibleDescription(sentence)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.fault:
            frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            draw_box(QPainter(self), frame, RADII.field, None, theme.color("warning"), 2)

    def _show_icon(self) -> None:
        super()._show_icon()
        if "_list_action" in vars(self):  # the base class draws its icon first
            self._list_action.setIcon(theme.icon(Glyph.CHEVRON_DOWN, "text2", _CHEVRON))


class MatrixToolRow(ToolRow):
    """The filter field, the active filters, and the buttons that add URLs and explain the signs."""

    filters_changed = Signal(object)

    def __init__(self, show_patterns: Callable[[], None], parent: QWidget | None = None) -> None:
        """`show_patterns` groups the URLs by path pattern."""
        super().__init__(parent, ground="surface")
        self._show_patterns = show_patterns
        self.filters = Filters()
        """The conditions for a listed URL."""
        self._source_name = ""
        self._more_rows: Callable[[], Sequence[MenuAction]] | None = None
        self._counts: Mapping[FilterKind, int] = {}
        self._rows = {row.kind: row for row in _filter_rows()}
        self.search = FilterField(self.open_list, self._clear_kinds, self)
        self.search.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.search.setMinimumWidth(_FIELD_MIN)
        self.search.setMaximumWidth(_FIELD_MAX)
        self.search.textChanged.connect(self._on_text_changed)
        self._chips = list[Pill]()
        self._more = Pill("", parent=self)
        self._more.set_opens_menu()
        self._more.clicked.connect(self.open_list)
        self.add_button = SecondaryButton(tr("Add URLs"), Glyph.PLUS, self)
        self.add_button.setAccessibleName(self.add_button.text())
        self.help_button = GhostButton("?", parent=self)
        self.help_button.setToolTip(tr("What the symbols mean"))
        self.help_button.setAccessibleName(tr("What the symbols mean"))
        self.help_button.clicked.connect(self._on_help_clicked)
        self.legend = Legend(self)
        self._lay_out()
        self._fit()

    def show_counts(self, counts: Mapping[FilterKind, int]) -> None:
        """Show how many rows each filter leaves, or would leave."""
        if counts != self._counts:
            self._counts = counts
            self._show_chips()

    def extend_list(self, actions: Callable[[], Sequence[MenuAction]]) -> None:
        """Add the actions that `actions` returns when the list of filters is opened."""
        self._more_rows = actions

    def show_line(self, line: int) -> None:
        """List only URLs that a line decides, 0 for any."""
        self._set_filters(replace(self.filters, lines=(line,) if line else ()))

    def show_source(self, source_id: str, name: str) -> None:
        """List only URLs of a source, "" for any."""
        self._source_name = name
        self._set_filters(replace(self.filters, source=source_id))

    def show_kinds(self, kinds: frozenset[FilterKind]) -> None:
        """List only URLs of all these kinds."""
        self._set_filters(replace(self.filters, kinds=kinds))

    def clear(self) -> None:
        self.search.clear()
        self._clear_kinds()

    @property
    def chips(self) -> tuple[str, ...]:
        """The words of the active filters, those that are folded too."""
        return tuple(chip.text() for chip in self._chips)

    def dismiss(self, number: int) -> None:
        """End the filter of a chip."""
        self._chips[number].click()

    def open_list(self) -> None:
        """Open the list of filters below the field."""
        popup_below(self.filter_menu(), self.search)

    def filter_menu(self) -> QMenu:
        """Make the list of filters, to be shown once; those that would leave nothing are left out."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.setMinimumWidth(self.search.width())
        for row in self._rows.values():
            if row.starts_section:
                menu.addSeparator()
            count, is_on = self._counts.get(row.kind, 0), row.kind in self.filters.kinds
            if count or is_on:
                action = menu.addAction(f"{row.label}\t{WORDS.number(count)}")
                action.setToolTip(row.meaning)
                if row.glyph and not is_on:  # a check mark takes its place
                    action.setIcon(theme.icon(row.glyph, row.color, _CHEVRON))
                action.setCheckable(True)
                action.setChecked(is_on)
                action.toggled.connect(self._toggles(row.kind))
        menu.addSeparator()
        menu.addAction(tr("Group by path pattern")).triggered.connect(self._show_patterns)
        add_rows(menu, self._more_rows() if self._more_rows else ())
        if self.filters.are_on:
            menu.addAction(tr("Clear filters")).triggered.connect(self.clear)
        return menu

    def _toggles(self, kind: FilterKind) -> Callable[[bool], None]:
        return lambda is_on: self.show_kinds(self.filters.kinds | {kind} if is_on else self.filters.kinds - {kind})

    def _on_text_changed(self) -> None:
        self._set_filters(replace(self.filters, text=self.search.text()))

    def _on_help_clicked(self) -> None:
        self.legend.open_under(self.help_button)

    def _clear_kinds(self) -> bool:
        """End all filters but the text; return False if there was none."""
        before = self.filters
        self._set_filters(Filters(text=before.text))
        return self.filters != before

    def _set_filters(self, filters: Filters) -> None:
        if filters != self.filters:
            self.filters = filters
            self._show_chips()
            self.filters_changed.emit(filters)

    def _show_chips(self) -> None:
        """Make a chip for each active filter."""
        had_keyboard = any(chip.hasFocus() for chip in self._chips)
        for chip in self._chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = [self._chip(*each) for each in self._active()]
        for place, chip in enumerate(self._chips, self._row.indexOf(self.search) + 1):
            self._row.insertWidget(place, chip)
        for before, after in pairwise([self.search, *self._chips, self._more]):
            self.setTabOrder(before, after)
        if had_keyboard:
            self.search.setFocus()
        self._fit()

    def _active(self) -> Sequence[tuple[str, str, str, Filters]]:
        """Return label, count and meaning of each active filter, and the filters without it."""
        filters = self.filters
        active = [
            (
                row.label,
                WORDS.number(self._counts.get(kind, 0)),
                row.meaning,
                replace(filters, kinds=filters.kinds - {kind}),
            )
            for kind, row in self._rows.items()
            if kind in filters.kinds
        ]
        for line in filters.lines:
            text = tr("Line {line}", line=str(line))
            active.append((text, "", tr("Listed: {what} only", what=text), replace(filters, lines=())))
        if filters.source:
            name = self._source_name
            active.append((name, "", tr("Listed: {what} only", what=name), replace(filters, source="")))
        return active

    def _chip(self, label: str, count: str, meaning: str, without: Filters) -> Pill:
        text = label if len(label) <= _MOST_LETTERS else f"{label[:_MOST_LETTERS]}…"
        chip = Pill(text, count=count, parent=self)
        chip.set_dismissible()
        chip.set_meaning(meaning)
        chip.clicked.connect(lambda: self._set_filters(without))
        return chip

    def _lay_out(self) -> None:
        self._row = layout = QHBoxLayout(self)
        layout.setContentsMargins(_INSET, 0, _INSET, 1)
        layout.setSpacing(SIZES.between_controls)
        layout.addWidget(self.search, 1)
        layout.addWidget(self._more)
        layout.addStretch(0)
        layout.addWidget(self.add_button)
        layout.addWidget(self.help_button)

    def _fit(self) -> None:
        """Show as many chips as fit; first the word of the button gives way, then the last chips."""
        self.add_button.setText(tr("Add URLs"))
        if self._room_for(len(self._chips)) < 0 or self._room_for(0) < 0:
            self.add_button.setText("")
        self.add_button.setToolTip("" if self.add_button.text() else tr("Add URLs"))
        shown = len(self._chips)
        while shown and self._room_for(shown) < 0:
            shown -= 1
        for place, chip in enumerate(self._chips):
            chip.setVisible(place < shown)
        self._name_more(len(self._chips) - shown)
        self._row.activate()

    def _room_for(self, shown: int) -> int:
        """Return the width left if so many chips are shown and the others folded, negative if it does not suffice."""
        self._name_more(len(self._chips) - shown)
        others: list[QWidget] = [self.add_button, self.help_button, *self._chips[:shown]]
        if shown < len(self._chips):
            others.append(self._more)
        taken = sum(each.sizeHint().width() + SIZES.between_controls for each in others)
        return self.width() - 2 * _INSET - _FIELD_MIN - taken

    def _name_more(self, count: int) -> None:
        self._more.setText(tr("{count} more", count=str(count)))
        self._more.setVisible(count > 0)
        self._more.setChecked(count > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _filter_rows() -> tuple[_FilterRow, ...]:
    blocked = tr("URLs that are blocked for at least one crawler")
    all_blocked = tr("URLs that no crawler may fetch")
    disagree = tr("URLs that some crawlers may fetch and others may not")
    no_rule = tr("URLs that no rule decides for any crawler")
    reading = tr("URLs that a crawler reads differently from RFC 9309, with another verdict")
    allowed = tr("URLs that every crawler may fetch")
    outside = tr("URLs that another robots.txt governs")
    changed = tr("URLs with a changed verdict")
    expected = tr("URLs with a test")
    failing = tr("URLs with a failing test")
    clicked = tr("URLs for which a source counts clicks")
    kinds = FilterKind
    return (
        _FilterRow(kinds.BLOCKED, Glyph.CROSS, "blocked", tr("Blocked for any"), blocked),
        _FilterRow(kinds.ALL_BLOCKED, Glyph.CROSS, "blocked", tr("Blocked for all"), all_blocked),
        _FilterRow(kinds.ALLOWED, Glyph.CHECK, "allowed", tr("Open to all"), allowed),
        _FilterRow(kinds.NO_RULE, Glyph.DASH, "text2", tr("No rule"), no_rule),
        _FilterRow(kinds.DISAGREE, None, "", tr("Crawlers disagree"), disagree, starts_section=True),
        _FilterRow(kinds.READING, None, "", tr("Own reading"), reading),
        _FilterRow(kinds.OUTSIDE, None, "", tr("Outside"), outside),
        _FilterRow(kinds.CHANGED, None, "", tr(Meant("Changed", "pill")), changed),
        _FilterRow(kinds.EXPECTED, None, "", tr("Expected"), expected, starts_section=True),
        _FilterRow(kinds.FAILING, None, "", tr("Expected, failing"), failing),
        _FilterRow(kinds.HAD_CLICKS, None, "", tr("Had clicks"), clicked, starts_section=True),
    )
