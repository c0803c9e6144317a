"""The window that suggests rules for chosen URLs, and its questions in a thread."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from robotstudio.draft.analysis import SHOWN_DIALECT, Analysis
from robotstudio.draft.rule_coverage import AuditedFile, audited_file
from robotstudio.engine import UrlTable
from robotstudio.engine.changes import Changes, CrawlerChange, compare
from robotstudio.engine.crawlers import called
from robotstudio.engine.revision import with_lines
from robotstudio.engine.rule_classes import Places
from robotstudio.engine.suggest import (
    InsertionChoice,
    InsertionPreview,
    RulePlace,
    Suggestion,
    SuggestionKind,
    counted,
    rule_places,
    suggest,
)
from robotstudio.engine.sums import Sum
from robotstudio.explain.change_words import crawler_words
from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, tr
from robotstudio.text.phrases import as_text, printable
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import PrimaryButton, SecondaryButton
from robotstudio.ui.widgets.grounds import DialogFooter, PanelWindow
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.progress import ThinProgress
from robotstudio.ui.widgets.segmented import SegmentedControl
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import Tone
from robotstudio.urls.set_columns import SetColumn, full_titles, short_sum_words

_ALL = ("*",)
_MOST_NAMED, _MOST_SAID = 3, 6

_KIND_WORDS: Mapping[SuggestionKind, Message] = {
    SuggestionKind.EXACT: "this URL alone",
    SuggestionKind.SESSION: "session parameter",
    SuggestionKind.TRACKING: "tracking parameter",
    SuggestionKind.SORT: "sort order",
    SuggestionKind.PRINT: "print version",
    SuggestionKind.PARAMETER: "query parameter",
    SuggestionKind.VALUE: "parameter with this value",
    SuggestionKind.DIRECTORY: "directory",
    SuggestionKind.EXTENSION: "file extension",
    SuggestionKind.PREFIX: "same beginning",
    SuggestionKind.ANY_QUERY: "any query",
    SuggestionKind.FEWEST: "fewest rules",
    SuggestionKind.SEVERAL: "several rules",
    SuggestionKind.OWN: "your own pattern",
}

_AND_MORE = Plural("and {count} more", "and {count} more")
_BEYOND = Plural("Also matches 1 URL outside the selection", "Also matches {count} URLs outside the selection")


def _kind_words(kind: SuggestionKind) -> str:
    """Word the kind of a pattern."""
    return tr(_KIND_WORDS[kind])


def _place_words(place: RulePlace) -> str:
    """Word a group to choose: `all other crawlers (*) · after line 7`."""
    names = [tr("all other crawlers (*)") if token in _ALL else printable(token) for token in place.tokens]
    shown = side_by_side(names[:_MOST_NAMED]) + (f" +{len(names) - _MOST_NAMED}" if len(names) > _MOST_NAMED else "")
    if place.is_new:
        return tr("{names} · a new group", names=shown)
    return tr("{names} · after line {line}", names=shown, line=str(place.after))


def _changes_words(changes: Changes, titles: Mapping[str, str]) -> str:
    """Word what would change, crawlers with the same changes together."""
    alike: dict[tuple[int, int], list[CrawlerChange]] = {}
    for change in changes.crawlers:
        if change.blocked or change.allowed:
            alike.setdefault((change.blocked, change.allowed), []).append(change)
    if not alike:
        return tr("No verdict changes: 0 of {cells}.", cells=changes.cells)
    said = [
        tr(
            "{crawlers}: {what}.",
            crawlers=_names([called(change.token, titles) for change in group], len(changes.crawlers)),
            what=as_text(crawler_words(_flips(group[0]))),
        )
        for group in alike.values()
    ]
    if len(said) > _MOST_SAID:
        more = ntr(Plural("{count} more.", "{count} more."), len(said) - _MOST_SAID)
        said = [*said[:_MOST_SAID], more]
    return "\n".join(said)


def _flips(change: CrawlerChange) -> CrawlerChange:
    return CrawlerChange(change.token, change.blocked, change.allowed, 0)


def _names(titles: Sequence[str], asked: int) -> str:
    if len(titles) == asked and asked > 1:
        return ntr(Plural("All {count} crawlers", "All {count} crawlers"), asked)
    more = len(titles) - _MOST_NAMED
    return side_by_side(titles[:_MOST_NAMED]) + (f" +{more}" if more > 0 else "")


_WIDTH, _HEIGHT, _MARGIN, _GAP = 760, 600, 16, 8
_PLACES_WIDTH, _LOWER_HEIGHT = 280, 132


class SuggestPanel(PanelWindow):
    """Candidates with the URLs each would match beyond the selection; emits the choice and the request to insert it."""

    size_key = "suggest"

    choice_changed = Signal(object)
    insert_requested = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._places: tuple[RulePlace, ...] = ()
        self._urls: Sequence[str] = ()
        self._preview: InsertionPreview | None = None
        self._suggestions: Sequence[Suggestion] = ()
        self._own: Suggestion | None = None
        self.setWindowTitle(tr("Suggest a rule"))
        self._title = Label("", self, px=14, weight=600)
        self._example = ElidedLabel("", self, px=12, color="text2", mono=True)
        self.kinds = SegmentedControl(("Disallow", "Allow"), self)
        self.places = QComboBox(self)
        self.places.setAccessibleName(tr("Group"))
        self.progress = ThinProgress(self)
        self.table = Table(tr("Suggested rules"), identity=_patterns_of, parent=self)
        self.table.set_columns(_columns(""))
        self.own = QLineEdit(self)
        self.own.setPlaceholderText(tr("Your own pattern, such as /*?sort="))
        self.own.setAccessibleName(tr("Your own pattern"))
        self.own.setFont(theme.fonts.mono(12))
        self._beyond_title = Label("", self, px=12, weight=600)
        self.beyond = _text_view(self, tr("URLs outside the selection"))
        self.lines = _text_view(self, tr("Lines to insert"))
        self._flips = Label("", self, px=12, color="text2")
        self._flips.setWordWrap(True)
        self._flips.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.insert_button = PrimaryButton(tr("Insert"), parent=self)
        self.close_button = SecondaryButton(tr("Close"), parent=self)
        self._lay_out()
        self._connect()
        fonts = theme.fonts
        self.places.setFont(fonts.ui(12, 500))
        self.places.setMinimumWidth(_PLACES_WIDTH)
        for view in (self.beyond, self.lines):
            view.setFont(fonts.mono(12))
            view.setFixedHeight(_LOWER_HEIGHT)
        self.resize(_WIDTH, _HEIGHT)

    @property
    def choice(self) -> InsertionChoice | None:
        suggestion, place = self.table.current_row, self.places.currentIndex()
        if not isinstance(suggestion, Suggestion) or not 0 <= place < len(self._places):
            return None
        return InsertionChoice(suggestion, self._places[place], self.kinds.current == 1)

    @property
    def flips_text(self) -> str:
        """The text about the changes."""
        return self._flips.text()

    def open_for(self, count: int, example: str, urls: Sequence[str], weight: str = "") -> None:
        """Open for some URLs; the suggestions follow later.

        `urls` are all that are loaded, `weight` is what they bring, such as clicks, with its source.
        """
        self._urls, self._suggestions, self._own = urls, (), None
        with QSignalBlocker(self.own):
            self.own.clear()
        self.table.set_columns(_columns(weight))
        self._title.setText(ntr(Plural("A rule for this URL", "A rule for {count} URLs"), count))
        self._example.setText(f"{example} …" if count > 1 else example)
        self.table.set_rows([], reset=True)
        self.progress.start()
        self._show_choice()
        self.bring_up()
        self.table.setFocus()

    def set_places(self, places: tuple[RulePlace, ...]) -> None:
        """Offer these groups; the chosen one stays chosen if it still exists."""
        before = self._places[self.places.currentIndex()].tokens if self._places else ("*",)
        self._places = places
        with QSignalBlocker(self.places):
            self.places.clear()
            self.places.addItems([_place_words(place) for place in places])
            tokens = [place.tokens for place in places]
            self.places.setCurrentIndex(tokens.index(before) if before in tokens else 0)
        self._show_choice()

    def show_suggestions(self, suggestions: Sequence[Suggestion]) -> None:
        """Show the candidates; the one that matches least beyond the selection is first and chosen.

        None is chosen if even that one matches more URLs beyond the selection than in it.
        """
        self.progress.stop()
        is_asked_first = not self._suggestions and self._own is None
        self._suggestions = suggestions
        self._list()
        is_narrow = bool(suggestions) and 2 * suggestions[0].beyond <= suggestions[0].urls
        if is_asked_first and is_narrow:
            self.table.select_row(_patterns_of(suggestions[0]))
        elif is_asked_first:
            self.table.select_none()
        self._show_choice()
        if suggestions and is_asked_first and not is_narrow:
            self._flips.setText(tr("Each of these patterns matches more URLs outside the selection than in it."))
        if not suggestions:
            self._flips.setText(tr("No pattern matches all of these URLs. Select URLs that have more in common."))

    def show_own(self, own: Suggestion | None) -> None:
        """Show what the person's own pattern matches, above the others, and choose it; None ends that."""
        self._own = own
        self._list()
        if own is not None:
            self.table.select_row(_patterns_of(own))
        self._show_choice()

    def _list(self) -> None:
        others = [each for each in self._suggestions if self._own is None or each.patterns != self._own.patterns]
        self.table.set_rows([self._own, *others] if self._own is not None else others)

    def show_preview(self, preview: InsertionPreview) -> None:
        """Show what the choice would change."""
        self._preview = preview
        self._flips.setText(_changes_words(preview.changes, preview.titles))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.table.hasFocus():
            self._on_insert()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        rows = QVBoxLayout()
        rows.setSpacing(_GAP)
        rows.addWidget(self._title)
        rows.addWidget(self._example)
        head = QHBoxLayout()
        head.setSpacing(_GAP)
        head.addWidget(self.kinds)
        head.addWidget(Label(tr("for"), self, px=12, color="text2"))
        head.addWidget(self.places)
        head.addStretch(1)
        rows.addLayout(head)
        rows.addWidget(self.progress)
        rows.addWidget(self.table, 1)
        rows.addWidget(self.own)
        lower = QGridLayout()
        lower.setHorizontalSpacing(_MARGIN)
        lower.setVerticalSpacing(4)
        lower.setColumnStretch(0, 1)
        lower.setColumnStretch(1, 1)
        lower.addWidget(self._beyond_title, 0, 0)
        lower.addWidget(Label(tr("Lines to insert"), self, px=12, weight=600), 0, 1)
        lower.addWidget(self.beyond, 1, 0)
        lower.addWidget(self.lines, 1, 1)
        rows.addLayout(lower)
        rows.addWidget(self._flips)
        self.frame(rows, DialogFooter(self, (self.close_button, self.insert_button)))

    def _connect(self) -> None:
        self.kinds.current_changed.connect(self._show_choice)
        self.places.currentIndexChanged.connect(self._show_choice)
        self.table.row_changed.connect(self._show_choice)
        self.table.row_activated.connect(self._on_insert)
        self.table.left.connect(self.close)
        self.close_button.clicked.connect(self.close)
        self.insert_button.clicked.connect(self._on_insert)

    def _show_choice(self, _changed: object = None) -> None:
        choice = self.choice
        self._preview = None
        self.insert_button.setEnabled(choice is not None)
        self.lines.setPlainText("\n".join(choice.lines).lstrip("\n") if choice else "")
        suggestion = choice.suggestion if choice else None
        self.beyond.setPlainText("\n".join(self._beyond_lines(suggestion)))
        nothing, unchosen = tr("None of your other URLs matches."), tr("Choose a rule above.")
        self.beyond.setPlaceholderText(nothing if suggestion else unchosen)
        self.lines.setPlaceholderText(unchosen)
        self._beyond_title.setText(self._beyond_words(suggestion))
        if choice is not None:
            self._flips.setText(tr("Checking what would change…"))
            self.choice_changed.emit(choice)
        elif self.progress.running:
            self._flips.setText(tr("Looking for what these URLs have in common…"))

    def _beyond_lines(self, suggestion: Suggestion | None) -> list[str]:
        if suggestion is None:
            return []
        samples = [self._urls[place] for place in suggestion.samples.tolist()]
        more = suggestion.beyond - len(samples)
        return [*samples, ntr(_AND_MORE, more)] if more > 0 else samples

    def _beyond_words(self, suggestion: Suggestion | None) -> str:
        if suggestion is None:
            return tr("Outside the selection")
        if not suggestion.beyond:
            return tr("Matches nothing outside the selection")
        return ntr(_BEYOND, suggestion.beyond)

    def _on_insert(self, _row: object = None) -> None:
        choice = self.choice
        if choice is not None:
            self.insert_requested.emit(choice)


def _text_view(parent: QWidget, name: str) -> QPlainTextEdit:
    view = QPlainTextEdit(parent)
    view.setReadOnly(True)
    view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    view.setTabChangesFocus(True)
    view.setProperty("role", "field")
    view.setAccessibleName(name)
    return view


def _columns(weight: str) -> tuple[TableColumn, ...]:
    """Return the columns; `weight` is what the URLs bring, with its source, "" if that is unknown."""
    columns = _counts()
    if not weight:
        return columns
    title = weight.partition(" (")[0]
    return (
        *columns[:-1],
        TableColumn("weight", title, _weight, _weight_key, 90, is_number=True,
                    tip=tr("What the matched URLs bring: {column}", column=weight)),
        columns[-1],
    )  # fmt: skip


def _counts() -> tuple[TableColumn, ...]:
    return (
        TableColumn("pattern", tr("Pattern"), _pattern, _patterns_of, is_code=True),
        TableColumn("kind", tr("Based on"), _kind, _kind_key, 120,
                    words=tuple(map(_kind_words, SuggestionKind))),
        TableColumn("urls", tr(Meant("Matches", "how many")), _urls, _urls_key, 90, is_number=True),
        TableColumn("beyond", tr("Outside"), _beyond, _beyond_key, 100, is_number=True,
                    tip=tr("Matching URLs that are not selected")),
        TableColumn("missed", tr("Missed"), _missed, _missed_key, 80, is_number=True,
                    tip=tr("Selected URLs that it does not match")),
    )  # fmt: skip


def _patterns_of(row: Suggestion) -> tuple[str, ...]:
    return row.patterns


def _pattern(row: Suggestion) -> TableCell:
    return TableCell("   ".join(row.patterns), weight=500)


def _kind(row: Suggestion) -> TableCell:
    return TableCell(_kind_words(row.kind), "text2")


def _kind_key(row: Suggestion) -> str:
    return _kind_words(row.kind)


def _urls(row: Suggestion) -> TableCell:
    return TableCell(WORDS.number(row.urls), "text2")


def _urls_key(row: Suggestion) -> int:
    return row.urls


def _beyond(row: Suggestion) -> TableCell:
    return TableCell(WORDS.number(row.beyond), "warning" if row.beyond else "text2", weight=600 if row.beyond else 400)


def _beyond_key(row: Suggestion) -> int:
    return row.beyond


def _weight(row: Suggestion) -> TableCell:
    found = Sum(row.weight or 0.0, row.urls - row.unweighed, row.urls)
    text = tr("unknown") if row.weight is None else short_sum_words(found, WORDS)
    return TableCell(text, "text3" if row.weight is None else "warning" if row.beyond_weight else "text2")


def _weight_key(row: Suggestion) -> float:
    return -1.0 if row.weight is None else row.weight


def _missed(row: Suggestion) -> TableCell:
    return TableCell(WORDS.number(row.missed), "warning" if row.missed else "text2", weight=600 if row.missed else 400)


def _missed_key(row: Suggestion) -> int:
    return row.missed


_MOST_NEW_GROUPS = 40


class SuggestController(PanelController[SuggestPanel]):
    """Connects the matrix with the window of suggestions, and that with the draft."""

    panel_of = "simulate.suggest"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._table: UrlTable | None = None
        self._suggestions = Background("suggestions", self)
        self._previews = Background("preview", self)
        self._own = Background("own pattern", self)
        self._chosen: Sequence[int] = ()
        self._weight: SetColumn | None = None
        context.session.analysis_settled.connect(self._on_analysis_settled)

    def connect_panel(self, panel: SuggestPanel) -> None:
        self._suggestions.answered.connect(panel.show_suggestions)
        self._previews.answered.connect(panel.show_preview)
        panel.choice_changed.connect(self._on_choice_changed)
        panel.insert_requested.connect(self._on_insert_requested)
        panel.own.textChanged.connect(self._on_own_typed)
        self._own.answered.connect(panel.show_own)
        panel.finished.connect(self._on_finished)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"simulate.suggest": self._matrix.suggest_rule}

    def close(self) -> None:
        super().close()
        self._suggestions.close()
        self._previews.close()
        self._own.close()

    def _subject(self) -> AuditedFile | None:
        analysis = self._session.analysis
        return audited_file(analysis) if analysis is not None else None

    def suggest(self, positions: Places) -> None:
        """Suggest rules for the URLs at some positions."""
        subject, analysis, cell = self._subject(), self._session.analysis, self._session.selected
        chosen = positions.tolist()
        if not chosen and cell is not None:  # a filter may have taken its row out of the selection
            place = self._matrix.position_of(cell.url)
            chosen = [] if place is None else [place]
        if subject is None or analysis is None or not chosen:
            said = tr("Select URLs in the table to get suggested rules.")
            self._window.status_bar.show_message(said, Tone.WARNING)
            return
        self._table = subject.table
        self._offer_places(analysis, subject)
        urls = subject.table.urls
        self._chosen, self._weight = chosen, next(iter(subject.stakes), None)
        title = full_titles([self._weight], WORDS)[0] if self._weight else ""
        self.panel.open_for(len(chosen), urls[int(chosen[0])], urls, title)
        self._suggestions.ask(partial(_suggested, subject.table, chosen, self._weight))

    def _on_analysis_settled(self, analysis: Analysis) -> None:
        """Offer the groups of the new draft, or close the window if the URLs have changed."""
        if not self.is_shown:
            return
        subject = self._subject()
        if subject is None or subject.table is not self._table:
            self.panel.close()
        else:
            self._offer_places(analysis, subject)

    def _offer_places(self, analysis: Analysis, subject: AuditedFile) -> None:
        tokens = [reader.token for reader in subject.readers[:_MOST_NEW_GROUPS]]
        self.panel.set_places(rule_places(analysis.shown, tokens, analysis.body))

    def _on_own_typed(self, text: str) -> None:
        """Count what the typed pattern matches, as it is typed; several are separated by spaces."""
        patterns = [each if each.startswith(("/", "*")) else f"/{each}" for each in text.split()]
        if patterns and self._table is not None:
            self._own.ask(partial(_counted, self._table, self._chosen, patterns, self._weight))
        else:
            self._own.cancel()
            self.panel.show_own(None)

    def _on_choice_changed(self, choice: InsertionChoice) -> None:
        subject = self._subject()
        if subject is not None:
            self._previews.ask(partial(_previewed, subject, choice))

    def _on_insert_requested(self, choice: InsertionChoice) -> None:
        analysis = self._session.analysis
        if analysis is None or analysis.draft_revision != self._editor.revision:
            return  # the groups have moved meanwhile; the next evaluation follows soon
        self._window.open_work()
        self._editor.insert_lines(choice.place.after, choice.lines)
        self._editor.reveal_line(choice.place.after + len(choice.lines))
        self.panel.close()

    def _on_finished(self, _result: int) -> None:
        self._suggestions.cancel()
        self._previews.cancel()
        self._own.cancel()


def _suggested(
    table: UrlTable, positions: Sequence[int], weight: SetColumn | None, _is_cancelled: Callable[[], bool]
) -> Sequence[Suggestion]:
    return suggest(table, positions, SHOWN_DIALECT, weight.values.values if weight else None)


def _counted(
    table: UrlTable,
    positions: Sequence[int],
    patterns: Sequence[str],
    weight: SetColumn | None,
    _is_cancelled: Callable[[], bool],
) -> Suggestion:
    return counted(table, positions, patterns, SHOWN_DIALECT, weight.values.values if weight else None)


def _previewed(subject: AuditedFile, choice: InsertionChoice, _is_cancelled: Callable[[], bool]) -> InsertionPreview:
    body = with_lines(subject.version.body, choice.place.after, choice.lines)
    changes = compare(subject.version, subject.version.revised(body), subject.table, subject.readers)
    return InsertionPreview(choice, changes, subject.titles)
