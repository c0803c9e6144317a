"""Compare in the Site tab: two crawls, or a source and a crawl; what differs as counts, a sentence and rows."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from robotstudio.crawl.comparison import (
    DIFFERENCE_WORDS,
    ComparedUrl,
    Comparison,
    is_newly_blocked,
    note_words,
    worst_words,
)
from robotstudio.crawl.model import Difference
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.panels.site.compare_tables import Clicks, compared_columns
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton, SelectorButton
from robotstudio.ui.widgets.count_tiles import CountTile, CountTiles
from robotstudio.ui.widgets.grounds import Bar, Page, column_in
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint, Label
from robotstudio.ui.widgets.menus import MenuAction, build_menu, fill_menu, give_menu, popup_at
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.tone import Tone, ToneBox

_ANY: Final = ""
_FIELD, _LEAST_FIELD, _CHOOSER, _LEAST_CHOOSER, _NARROW = 232, 110, 300, 90, 760
_BAD: Final = frozenset({Difference.GONE, Difference.STATUS, Difference.INDEXABILITY, Difference.VERDICT})
_SHOWN = Plural("{shown} of {count} row", "{shown} of {count} rows")
_SHOWN_BY_CLICKS = Plural("{shown} of {count} row, most clicks first", "{shown} of {count} rows, most clicks first")
MOST_LISTED = 20_000


class CompareActions(Protocol):
    """Requests of the comparison to its controller."""

    def refresh(self) -> None:
        """Compare, now that the page is visible."""

    def swap(self) -> None:
        """Compare the other way round."""

    def export_rows(self, rows: Sequence[ComparedUrl]) -> None:
        """Ask for a file, and write these rows there."""

    def show_urls(self, rows: Sequence[ComparedUrl], *, wants_rules: bool) -> None:
        """List the URLs of rows in the matrix, and offer rules for them if wanted."""

    def show_line(self, line: int) -> None:
        """Show a line of the draft."""


class ComparePage(Page):
    """Shows a frozen comparison; the choosers get their menus from the controller."""

    def __init__(self, actions: CompareActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._found: Comparison | None = None
        self._clicks = Clicks()
        self.before = SelectorButton(tr("Before"), parent=self)
        self.after = SelectorButton(tr("After"), parent=self)
        self.swap_button = GhostButton(tr("Swap"), parent=self)
        self.swap_button.setAccessibleName(tr("Swap"))
        self.swap_button.setToolTip(tr("Swap"))
        self.export_button = SecondaryButton(tr("Export…"), parent=self)
        self.tiles = CountTiles(tr("Differences"), self)
        self.tone = ToneBox(self)
        self.said = Label("", self, px=13)
        self.note = Label("", self, px=12, color="text2")
        self.search = SearchField(tr("Filter URLs"), self)
        self.clicked = Pill(tr("Had clicks"), parent=self)
        self.listed = ElidedLabel("", self, px=11, color="text3")
        self.table = Table(tr("URLs that differ"), (), _url_of, self, is_multiple=True, row_height=26)
        self.hint = EmptyHint("", "", self)
        self._menus = {button: give_menu(button) for button in (self.before, self.after)}
        self._lay_out()
        self.swap_button.clicked.connect(actions.swap)
        self.export_button.clicked.connect(lambda: actions.export_rows(self.table.rows))
        self.tiles.clicked.connect(self._show_rows)
        self.clicked.toggled.connect(self._show_rows)
        self.search.textChanged.connect(self._show_rows)
        self.search.left.connect(self.table.setFocus)
        self.table.menu_requested.connect(self._on_menu_requested)
        self.table.row_activated.connect(self._on_activated)

    @property
    def found(self) -> Comparison | None:
        """The comparison shown."""
        return self._found

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._actions.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Names and dates of the crawls need the space.
        is_narrow = self.width() < _NARROW
        self._title.setVisible(not is_narrow)
        self.swap_button.setText("⇄" if is_narrow else tr("Swap"))

    def show_choice(self, before: str, after: str, rows: tuple[Sequence[MenuAction], Sequence[MenuAction]]) -> None:
        """Show what is compared, and the menus of both choosers."""
        for button, value, menu in zip((self.before, self.after), (before, after), rows, strict=True):
            button.set_value(value)
            button.setEnabled(bool(menu))
            fill_menu(self._menus[button], menu)

    def show_comparison(self, found: Comparison, clicks: Clicks) -> None:
        """Show what differs; the chosen difference and filters stay."""
        self._found, self._clicks = found, clicks
        self._stack.setCurrentWidget(self._whole)
        self.table.set_stale(is_stale=False)
        self.tiles.show_tiles(self._tiles(found), self.tiles.current)
        self.said.setText(worst_words(found, clicks.of, clicks.days))
        is_bad = any(found.counts[each] for each in _BAD)
        self.tone.set_tone(Tone.WARNING if is_bad else Tone.NOTE if found.rows else Tone.ALLOWED)
        self.note.setText(note_words(found))
        self.note.setVisible(bool(self.note.text()))
        self.clicked.setVisible(bool(clicks.of))
        self.export_button.setEnabled(bool(found.rows))
        self._show_rows()

    def say_waiting(self, sentence: str) -> None:
        """Show why there is no comparison."""
        self._found = None
        self.hint.set_content(sentence)
        self._stack.setCurrentWidget(self.hint)
        self.export_button.setEnabled(False)

    def set_stale(self) -> None:
        """Grey the rows while they are computed again."""
        self.table.set_stale(is_stale=True)

    def _tiles(self, found: Comparison) -> list[CountTile]:
        always = {Difference.NEW, Difference.GONE}
        shown = [each for each in Difference if found.counts[each] or each in always]
        counted = [CountTile(each, tr(DIFFERENCE_WORDS[each]), found.counts[each]) for each in shown]
        return [CountTile(_ANY, tr("any change"), len(found.main)), *counted]

    def _show_rows(self, _what: object = None) -> None:
        found = self._found
        if found is None:
            return
        chosen = self.tiles.current
        rows = found.with_any([Difference(chosen)] if chosen else ())
        count, wanted, clicks = len(rows), self.search.text().strip().lower(), self._clicks.of
        if wanted:
            rows = tuple(row for row in rows if wanted in row.url.lower())
        if clicks and self.clicked.isChecked():
            rows = tuple(row for row in rows if clicks.get(row.url))
        if clicks:
            rows = tuple(sorted(rows, key=lambda row: -clicks.get(row.url, -1)))
        said = _SHOWN_BY_CLICKS if clicks else _SHOWN
        self.listed.setText(ntr(said, count, shown=WORDS.number(min(len(rows), MOST_LISTED))))
        rows = rows[:MOST_LISTED]
        self.table.set_nothing(tr("No URL matches the filter.") if found.rows else tr("Nothing differs."))
        self.table.set_columns(compared_columns(found, rows, self._clicks))
        self.table.set_rows(rows)

    def _on_activated(self, row: ComparedUrl) -> None:
        self._actions.show_urls([row], wants_rules=False)

    def _on_menu_requested(self, row: ComparedUrl, at: QPoint) -> None:
        chosen = self.table.selected_rows or (row,)
        lines = sorted({pair.after.line for pair in row.verdicts if is_newly_blocked(pair) and pair.after})
        show = [
            MenuAction(tr("Show line {line}", line=line), partial(self._actions.show_line, line))
            for line in lines
            if line
        ]
        suggest: Callable[[], None] = partial(self._actions.show_urls, chosen, wants_rules=True)
        rows = (
            *show,
            MenuAction(tr("Show in Simulation"), partial(self._actions.show_urls, chosen, wants_rules=False)),
            MenuAction(tr("Suggest a rule…"), suggest),
            MenuAction(tr("Copy"), self.table.copy),
        )
        popup_at(build_menu(self, rows), at, self)

    def _lay_out(self) -> None:
        start, tools = ToolRow(self), ToolRow(self, ground="surface")
        self._title = Label(tr("Compare"), self, px=12, color="text2")
        arrow = Label("→", self, px=13, color="text2")
        rows: tuple[tuple[QWidget, tuple[QWidget | None, ...]], ...] = (
            (start, (self._title, self.before, arrow, self.after, None, self.swap_button, self.export_button)),
            (tools, (self.search, self.clicked, None, self.listed)),
        )
        for bar, widgets in rows:
            line = QHBoxLayout(bar)
            line.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
            line.setSpacing(SIZES.between_controls)
            for widget in widgets:
                if widget is None:
                    line.addStretch(1)
                else:
                    line.addWidget(widget)
        for button in (self.before, self.after):
            button.setMaximumWidth(_CHOOSER)
            button.setMinimumWidth(_LEAST_CHOOSER)
            button.set_label_shown(False)
        self.search.setMinimumWidth(_LEAST_FIELD)
        self.search.setMaximumWidth(_FIELD)
        self._whole = QWidget(self)
        below = column_in(self._whole)
        for part, stretch in ((self.tiles, 0), (self._sentence(), 0), (tools, 0), (self.table, 1)):
            below.addWidget(part, stretch)
        body = QWidget(self)
        self._stack = QStackedLayout(body)
        self._stack.addWidget(self.hint)
        self._stack.addWidget(self._whole)
        whole = column_in(self)
        whole.addWidget(start)
        whole.addWidget(body, 1)

    def _sentence(self) -> QWidget:
        bar = Bar(self)
        line = QHBoxLayout(bar)
        line.setContentsMargins(SIZES.panel_inset, 10, SIZES.panel_inset, 11)
        line.setSpacing(10)
        texts = QWidget(bar)
        column = column_in(texts)
        for label in (self.said, self.note):
            label.setWordWrap(True)
            column.addWidget(label)
        line.addWidget(self.tone, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(texts, 1)
        return bar


def _url_of(row: ComparedUrl) -> str:
    return row.url
