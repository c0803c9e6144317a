"""The loaded URLs by the patterns of their paths: computed while that page can be seen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from robotstudio.draft.analysis import Analysis
from robotstudio.draft.url_patterns import Counts, PatternRow, PatternTable, pattern_table, write_patterns
from robotstudio.engine.crawlers import called
from robotstudio.engine.structure import Structure
from robotstudio.engine.sums import Sum
from robotstudio.store.errors import FileError
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.language.language import SO_MANY_OF
from robotstudio.ui.shell import dialogs
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel, EmptyHint
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.progress import ThinProgress
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.urls.set_columns import full_titles, short_sum_words, sum_words, title_of
from robotstudio.urls.url_set import UrlSet

_SEARCH_WIDTH, _SEARCH_WIDTH_NARROW, _NARROW_BELOW = 220, 160, 700
_CRAWLER_WIDTH = 118
_NOTICE = "pattern export"


class UrlPatternsPage(Page):
    """Shows a grouping; Enter or a double click on a pattern asks for its URLs (`pattern_chosen`), Esc leads back."""

    seen = Signal()
    pattern_chosen = Signal(object)
    urls_requested = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.patterns: PatternTable | None = None
        self._actions: Callable[[PatternRow], Sequence[MenuAction]] | None = None
        self.header = SectionHeader(tr("Path patterns"), self, height=SIZES.tool_row)
        self._counts = ElidedLabel("", self, px=12, color="text2")
        self.search = SearchField(tr("Filter patterns"), self)
        self.open_button = SecondaryButton(tr("Show its URLs"), Glyph.FILTER, self)
        self.open_button.set_small()
        self.urls_button = SecondaryButton("", Glyph.TREE, self)
        self.urls_button.setCheckable(True)
        self.urls_button.setChecked(True)
        self.urls_button.setToolTip(tr("Back to the verdicts (Esc)"))
        self.urls_button.setAccessibleName(tr("Group by path pattern"))
        self.add_button = SecondaryButton("", Glyph.PLUS, self)
        self.add_button.setToolTip(tr("Add URLs"))
        self.add_button.setAccessibleName(tr("Add URLs"))
        self.progress = ThinProgress(self)
        self.table = Table(tr("Path patterns"), identity=_number_of, parent=self)
        self._hint = EmptyHint("", parent=self)
        self._lay_out()
        self.search.textChanged.connect(self._show_rows)
        self.search.left.connect(self.table.setFocus)
        self.table.row_activated.connect(self.pattern_chosen)
        self.table.menu_requested.connect(self._on_menu_requested)
        self.table.left.connect(self.left)
        self.open_button.clicked.connect(self._on_open_clicked)
        self.urls_button.clicked.connect(self._on_urls_clicked)
        self.add_button.clicked.connect(self.urls_requested)
        self._hint.action_triggered.connect(self._on_hint_action)
        self._fit_search()
        self._show_rows()

    def set_busy(self, *, is_busy: bool) -> None:
        """Tell that patterns are being worked out; what is shown stays."""
        if is_busy:
            self.progress.start()
        else:
            self.progress.stop()
        self._update_hint()

    def show_patterns(self, patterns: PatternTable | None) -> None:
        self.patterns = patterns
        self.set_busy(is_busy=False)
        self._show_rows()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen.emit()

    def _lay_out(self) -> None:
        self.header.add_back(tr("Back to the verdicts (Esc)")).clicked.connect(self.left)
        self.header.add_left(self._counts, 1)
        self.header.add_right(self.search)
        for button in (self.open_button, self.urls_button, self.add_button):  # the last two as above the matrix
            self.header.add_right(button)
        layout = column_in(self)
        for part, stretch in ((self.header, 0), (self.progress, 0), (self.table, 1), (self._hint, 1)):
            layout.addWidget(part, stretch)

    def _show_rows(self) -> None:
        shown, words = self.patterns, self.search.text().lower().split()
        rows = [
            PatternRow(number, pattern)
            for number, pattern in enumerate(shown.structure.patterns if shown else ())
            if all(word in pattern.text.lower() for word in words)
        ]
        if shown is not None:
            self.table.set_columns(_columns_for(shown))
        self.table.set_rows(rows)
        self._counts.setText(self._count_words(rows))
        self.open_button.setEnabled(bool(rows))
        self.table.setVisible(bool(rows))
        self._update_hint()

    def _update_hint(self) -> None:
        rows = self.table.rows
        self._hint.setVisible(not rows)
        if self.progress.running:
            self._hint.set_content(tr("Looking for path patterns…"))
        elif self.patterns is not None and self.patterns.structure.patterns:
            self._hint.set_content(tr("No pattern matches."), tr("Clear filters"))
        else:
            self._hint.set_content(tr("No test URLs yet."), tr("Add URLs"))

    def _on_hint_action(self) -> None:
        if self.search.text():
            self.search.clear()
        else:
            self.urls_requested.emit()

    def _count_words(self, rows: list[PatternRow]) -> str:
        if self.patterns is None:
            return ""
        urls = sum(row.pattern.urls for row in rows)
        return ntr(_COUNTS, len(rows), urls=ntr(_URLS, urls))

    def _on_urls_clicked(self) -> None:
        """Another click on the button that led here leads back."""
        self.urls_button.setChecked(True)
        self.left.emit()

    def extend_menu(self, actions: Callable[[PatternRow], Sequence[MenuAction]]) -> None:
        """Add the actions that `actions` returns for a row when its menu is opened."""
        self._actions = actions

    def row_actions(self, row: PatternRow) -> Sequence[MenuAction]:
        """Return the menu of a row."""
        more = self._actions(row) if self._actions else ()
        return [MenuAction(tr("Show its URLs"), partial(self.pattern_chosen.emit, row), Qt.Key.Key_Return), *more]

    def _on_menu_requested(self, row: PatternRow, at: QPoint) -> None:
        popup_at(build_menu(self, self.row_actions(row)), at, self)

    def _on_open_clicked(self) -> None:
        row = self.table.current_row
        if row is not None:
            self.pattern_chosen.emit(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_search()

    def _fit_search(self) -> None:
        is_narrow = self.width() < _NARROW_BELOW
        self.search.setFixedWidth(_SEARCH_WIDTH_NARROW if is_narrow else _SEARCH_WIDTH)


def _number_of(row: PatternRow) -> int:
    return row.number


_COUNTS = Plural("{count} pattern of {urls}", "{count} patterns of {urls}")
_URLS = Plural("{count} URL", "{count} URLs")


def _columns_for(patterns: PatternTable) -> tuple[TableColumn, ...]:
    """Pattern, number of URLs, blocked for anyone, and one column for each crawler."""
    anyone = tr("Blocked for any")
    tip = tr("URLs that are blocked for at least one crawler")
    columns = [
        TableColumn("pattern", tr("Pattern"), _pattern, _pattern_key, is_code=True),
        TableColumn("urls", tr("URLs"), _urls, _urls_key, 84, is_number=True),
        *_summed(patterns),
        _counted("", anyone, patterns.anyone, tip),
    ]
    for token, counts in patterns.blocked.items():
        title = called(token, patterns.titles)
        columns.append(_counted(f"={token}", title, counts, tr("URLs that are blocked for {crawler}", crawler=title)))
    return tuple(columns)


def _summed(patterns: PatternTable) -> Iterator[TableColumn]:
    """Yield a column for each sum over the URLs of the patterns."""
    titles = full_titles(patterns.columns, WORDS)
    for place, (column, title, sums) in enumerate(zip(patterns.columns, titles, patterns.sums, strict=True)):
        cell, key = partial(_sum, title, sums), partial(_sum_key, sums)
        yield TableColumn(f"sum-{place}", title_of(column.info, WORDS), cell, key, 96, is_number=True, tip=title)


def _sum(title: str, sums: Sequence[Sum], row: PatternRow) -> TableCell:
    found = sums[row.number]
    return TableCell(
        short_sum_words(found, WORDS), "text" if found.total else "text3", spoken=sum_words(title, found, WORDS)
    )


def _sum_key(sums: Sequence[Sum], row: PatternRow) -> float:
    return -1.0 if sums[row.number].is_unknown else sums[row.number].total


def _counted(column_id: str, title: str, counts: Counts | None, tip: str) -> TableColumn:
    cell, key = partial(_blocked, title, counts), partial(_share, counts)
    return TableColumn(column_id or "any", title, cell, key, _CRAWLER_WIDTH, is_number=True, tip=tip)


def _pattern(row: PatternRow) -> TableCell:
    return TableCell(row.pattern.text, weight=500, spoken=f"{row.pattern.text}\n{row.pattern.example}")


def _pattern_key(row: PatternRow) -> str:
    return row.pattern.text


def _urls(row: PatternRow) -> TableCell:
    return TableCell(WORDS.number(row.pattern.urls))


def _urls_key(row: PatternRow) -> int:
    return row.pattern.urls


def _blocked(title: str, counts: Counts | None, row: PatternRow) -> TableCell:
    """Return the number of a pattern's blocked URLs, with a bar as long as their share."""
    total = row.pattern.urls
    if counts is None:
        return TableCell(tr("unknown"), "unknown", Glyph.QUESTION)
    blocked = int(counts[row.number])
    spoken = tr("{crawler}: {blocked} of {urls} blocked", crawler=title, blocked=blocked, urls=total)
    if not blocked:
        return TableCell("–", "no_rule", spoken=spoken)
    if blocked == total:
        said = tr("all {urls}", urls=total)
        return TableCell(said, "blocked", Glyph.CROSS, 600, "blocked_tint", 1.0, spoken)
    said = tr(SO_MANY_OF, number=blocked, count=total)
    return TableCell(said, "text", None, 500, "blocked_tint", blocked / total, spoken)


def _share(counts: Counts | None, row: PatternRow) -> tuple[float, int]:
    if counts is None:
        return -1.0, 0
    blocked = int(counts[row.number])
    return blocked / max(1, row.pattern.urls), blocked


class UrlPatternsController(PanelController[UrlPatternsPage]):
    """Connects evaluations with the page of patterns, and a chosen pattern with the matrix."""

    panel_of = "simulate.group"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.pages.add_page("patterns", self)
        self._known: PatternTable | None = None
        self._has_drilled = False
        self._background = Background("structure", self)
        context.session.analysis_settled.connect(self._on_analysis_settled)
        self._background.answered.connect(self._on_patterns)
        self._background.failed.connect(self._on_failed)
        self._exporting = Background("pattern export", self)
        self._exporting.answered.connect(self._on_exported)
        self._exporting.failed.connect(self._on_export_failed)

    def connect_panel(self, panel: UrlPatternsPage) -> None:
        panel.seen.connect(self._on_asked)
        panel.pattern_chosen.connect(self._on_pattern_chosen)
        panel.urls_requested.connect(self._pages.urls_wanted)
        panel.left.connect(self._pages.show_first)
        panel.extend_menu(self._row_actions)

    @property
    def main_part(self) -> "QWidget":
        return self.panel.table

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"simulate.group": self.show_patterns}

    def find(self) -> bool:
        if not self.has_keyboard:
            return False
        self.panel.search.setFocus()
        return True

    def show_patterns(self) -> None:
        """Show the patterns, or the URLs again."""
        self._window.open_work()
        self._window.show_tab("simulation")
        if self._pages.page == "patterns":
            self._pages.show_first()
        else:
            self._pages.show_page("patterns")
            self.panel.search.setText(self._matrix.search_text)  # what is filtered stays so

    def close(self) -> None:
        self._background.close()
        self._exporting.close()

    def export(self) -> None:
        """Ask for a file, and write the listed patterns there."""
        patterns, analysis = self.panel.patterns, self._session.analysis
        if patterns is None or analysis is None or patterns.table is not analysis.table:
            return  # other URLs have been loaded meanwhile
        path = dialogs.ask_export_patterns_path(self._window)
        if path is not None:
            self._window.notices.withdraw(_NOTICE)
            numbers = [row.number for row in self.panel.table.rows]
            self._exporting.ask(partial(_written, path, patterns, numbers, analysis.urls))

    def _on_exported(self, path: Path) -> None:
        self._window.status_bar.show_message(tr("Saved to {path}.", path=str(path)))

    def _on_export_failed(self, error: Exception) -> None:
        if isinstance(error, FileError):
            self._window.notices.show_notice(_NOTICE, WORDS.tell(error.told))

    def _on_analysis_settled(self, _analysis: Analysis) -> None:
        if self.is_shown:
            self._on_asked()

    def _on_asked(self) -> None:
        analysis = self._session.analysis
        if analysis is None:
            return
        known = self._known.structure if self._known and self._known.table is analysis.table else None
        self._background.ask(partial(_patterns_of, analysis, known))
        self.panel.set_busy(is_busy=True)

    def _on_patterns(self, patterns: PatternTable) -> None:
        self._known = patterns
        self.panel.show_patterns(patterns)

    def _on_failed(self, _error: Exception) -> None:
        self.panel.show_patterns(None)

    def _on_pattern_chosen(self, row: PatternRow) -> None:
        patterns = self.panel.patterns
        if patterns is None or patterns.table is not self._session.table:
            return  # other URLs have been loaded meanwhile
        self._has_drilled = True
        self._pages.show_first()
        words = tr("URLs like {pattern}", pattern=row.pattern.text)
        self._matrix.narrow(words, patterns.structure.places(row.number))

    def _row_actions(self, row: PatternRow) -> Sequence[MenuAction]:
        return [
            MenuAction(tr("Suggest a rule…"), partial(self._suggest_for, row)),
            MenuAction(),
            MenuAction(tr("Export…"), self.export),
        ]

    def _suggest_for(self, row: PatternRow) -> None:
        """Suggest rules for the URLs of a pattern."""
        patterns = self.panel.patterns
        if patterns is not None and patterns.table is self._session.table:
            self._matrix.suggest_rules(patterns.structure.places(row.number))

    def return_from_urls(self) -> None:
        if self._has_drilled:
            self._has_drilled = False
            self._pages.show_page("patterns")


def _patterns_of(analysis: Analysis, known: Structure | None, _is_cancelled: Callable[[], bool]) -> PatternTable:
    return pattern_table(analysis, analysis.table, known)


def _written(
    path: Path, patterns: PatternTable, numbers: Sequence[int], urls: UrlSet, _is_cancelled: Callable[[], bool]
) -> Path:
    """Write the patterns and return the path. Not cancellable, so that no half-written table stays."""
    write_patterns(path, patterns, numbers, urls)
    return path
