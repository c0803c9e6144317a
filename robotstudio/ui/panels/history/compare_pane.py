"""Compares two versions, as a diff or as verdicts that flip, with actions for the newer one."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QAbstractListModel, QModelIndex, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from robotstudio.draft.changes.text_comparison import VersionChanges, rows_of
from robotstudio.engine.changes import Changes
from robotstudio.fetch.history.model import Entry
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.text.phrases import printable
from robotstudio.ui.jobs.histories import VersionPair
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.panels.history import words
from robotstudio.ui.theme.glyphs import VERDICT_BOX, VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.diff_text import DiffPane
from robotstudio.ui.widgets.empty_hint import EmptyHint
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.painting import TextRun, draw_runs
from robotstudio.ui.widgets.row_delegate import Index, RowDelegate, RowState
from robotstudio.ui.widgets.segmented import SegmentedControl

MOST_OF_A_GROUP = 50
MOST_ROWS = 2_000

_ROOT = QModelIndex()
_ROW_ROLE = Qt.ItemDataRole.UserRole
_HEIGHT, _HEADING_HEIGHT = 24, 30
_INDENT = 34
_MORE_URLS = Plural("and {count} more URL", "and {count} more URLs")


class FlipRow(Struct, frozen=True):
    """A heading (`is_blocked` is None), or a URL that becomes blocked or allowed."""

    text: str
    names: str = ""
    is_blocked: bool | None = None


class FlipsModel(QAbstractListModel):
    """The flips as rows; `more` is the number of URLs of a group that are not listed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: tuple[FlipRow, ...] = ()

    def show(self, verdicts: Changes, urls: Sequence[str]) -> None:
        self.beginResetModel()
        self._rows = tuple(self._made(verdicts, urls))[:MOST_ROWS]
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            if row.is_blocked is None:
                return row.text
            becomes = tr("becomes blocked") if row.is_blocked else tr("becomes allowed")
            return WORDS.about(side_by_side((row.text, becomes)), row.names)
        return row if role == _ROW_ROLE else None

    def _made(self, verdicts: Changes, urls: Sequence[str]) -> Iterator[FlipRow]:
        for group in verdicts.groups:
            yield FlipRow(words.group_heading(group))
            names = words.names_text(group.tokens)
            listed = group.rows[:MOST_OF_A_GROUP].tolist()
            for place in listed:
                yield FlipRow(printable(urls[place]), names, group.is_blocked)
            if group.urls > len(listed):
                more = ntr(_MORE_URLS, group.urls - len(listed))
                yield FlipRow(more, "", group.is_blocked)


class FlipsView(QListView):
    """A read-only list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.flips_model = FlipsModel(self)
        self.setModel(self.flips_model)
        _FlipDelegate(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(tr("Verdicts that flip"))


class _FlipDelegate(RowDelegate):
    """Paints headings on the window background, URLs with an icon and the crawlers at the right."""

    def height_of(self, index: Index) -> int:
        return _HEADING_HEIGHT if index.data(_ROW_ROLE).is_blocked is None else _HEIGHT

    def paint_ground(self, painter: QPainter, rect: QRectF, index: Index, state: RowState) -> None:
        super().paint_ground(painter, rect, index, state)
        if index.data(_ROW_ROLE).is_blocked is None and not state.is_selected:
            painter.fillRect(rect, theme.color("window"))

    def paint_row(self, painter: QPainter, rect: QRectF, index: Index, _state: RowState) -> None:
        row: FlipRow = index.data(_ROW_ROLE)
        if row.is_blocked is None:
            self._paint_heading(painter, rect, row)
        else:
            self._paint_url(painter, rect, row, is_blocked=row.is_blocked)

    def _paint_heading(self, painter: QPainter, rect: QRectF, row: FlipRow) -> None:
        inset = SIZES.panel_inset
        run = TextRun(row.text, theme.fonts.ui(12, 600), theme.color("text"))
        draw_runs(painter, rect.adjusted(inset, 0, -inset, 0), [run])

    def _paint_url(self, painter: QPainter, rect: QRectF, row: FlipRow, *, is_blocked: bool) -> None:
        inset, side = SIZES.panel_inset, VERDICT_BOX
        box = QRectF(inset + 4, rect.center().y() - side / 2, side, side)
        glyph, token = (Glyph.CROSS, "blocked") if is_blocked else (Glyph.CHECK, "allowed")
        paint_glyph(painter, glyph, box, theme.color(token), VERDICT_STROKE)
        names = TextRun(row.names, theme.fonts.ui(11), theme.color("text2"))
        most = rect.width() * 0.45
        width = min(names.width, most)
        right = rect.right() - inset
        draw_runs(painter, QRectF(right - width, rect.top(), width + 1, rect.height()), [names])
        url = TextRun(row.text, theme.fonts.mono(12), theme.color("text"))
        draw_runs(painter, QRectF(_INDENT, rect.top(), right - width - (_INDENT + 12), rect.height()), [url])


_TEXT, _VERDICTS = 0, 1
_ASK_AFTER_MS = 150
_IN_NEWER = ("  ", "+ ")  # prefixes of lines in the newer version


class ComparePane(DiffPane):
    """Keeps its content until the next is ready, to avoid flicker."""

    restore_clicked = Signal()
    baseline_clicked = Signal()
    rule_asked = Signal(str)  # the line with the caret

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text.setAccessibleName(tr("Both versions, line by line"))
        self._changes: VersionChanges | None = None
        self._pair: VersionPair | None = None
        self._why_nothing = ""
        self._asked = ""  # the rule requested last; answers about others are outdated
        self.header = SectionHeader("", self)
        self._added = Label("", self, px=12, weight=600, color="allowed")
        self._removed = Label("", self, px=12, weight=600, color="blocked")
        self._views = SegmentedControl((tr("Text"), tr("Verdicts")), self)
        self.flips = FlipsView(self)
        self.hint = EmptyHint("", "", self)
        self.restore_button = SecondaryButton(tr("Restore into editor"), parent=self)
        self.baseline_button = SecondaryButton(tr("Use as baseline"), parent=self)
        self.since = ElidedLabel("", self, px=12, color="text2")
        self._asking = QTimer(self, interval=_ASK_AFTER_MS, singleShot=True)
        self._lay_out()
        self._views.current_changed.connect(self._on_view_changed)
        self.text.cursorPositionChanged.connect(self._on_caret_moved)
        self._asking.timeout.connect(self._on_asking_timeout)
        self.restore_button.clicked.connect(self.restore_clicked)
        self.baseline_button.clicked.connect(self.baseline_clicked)

    def show_nothing(self) -> None:
        """Show that no fetch is selected."""
        self._pair = self._changes = None
        self.header.title.setText("")
        self._show(tr("Select a fetch to compare it with the one before, or two to compare them."))

    def show_failure(self, entry: Entry) -> None:
        """Show a fetch without a file."""
        self._pair = self._changes = None
        self.header.title.setText(words.time_text(entry.fetched_at))
        self._show(words.no_file_text(entry))

    def show_changes(self, pair: VersionPair, changes: VersionChanges) -> None:
        self._pair, self._changes = pair, changes
        newer = words.time_text(pair.newer.entry.fetched_at)
        older = words.time_text(pair.older.entry.fetched_at) if pair.older else tr("nothing before")
        self.header.title.setText(together(" → ", older, newer))
        verdicts = changes.verdicts
        self._views.set_count(_VERDICTS, WORDS.number(verdicts.flips) if verdicts and pair.older else "")
        self.text.show_rows(rows_of(changes.text))
        if verdicts is not None:
            self.flips.flips_model.show(verdicts, changes.urls)
        self._show()

    def show_since(self, rule: str, text: str) -> None:
        """Show since when the rule at the caret exists."""
        if rule == self._asked:
            self.since.setText(text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, theme.color("surface"))
        bar = rect.adjusted(0, self._pages.geometry().bottom() + 1, 0, 0)
        painter.fillRect(bar, theme.color("window"))
        painter.fillRect(QRectF(0, bar.top(), bar.width(), 1), theme.color("border"))

    def _show(self, why_nothing: str = "") -> None:
        self._why_nothing = why_nothing
        has_pair, is_text = self._changes is not None, self._views.current == _TEXT
        changes = self._changes
        for label, sign, count in (
            (self._added, "+", changes.text.added if changes else 0),
            (self._removed, "−", changes.text.removed if changes else 0),
        ):
            label.setText(f"{sign}{WORDS.number(count)}")
            label.setVisible(has_pair and is_text)
        for step in (self.previous_button, self.next_button):
            step.setVisible(has_pair and is_text)
            step.setEnabled(changes is not None and bool(changes.text.changes))
        self._views.setVisible(has_pair)
        for button in (self.restore_button, self.baseline_button):
            button.setEnabled(has_pair)
        self._forget_rule()
        said = why_nothing or self._nothing_differs()
        self.hint.set_content(said)
        self._pages.setCurrentWidget(self.hint if said else self.text if is_text else self.flips)

    def _nothing_differs(self) -> str:
        """Return the text for an empty view; "" if the view has content."""
        changes, pair = self._changes, self._pair
        if changes is None or pair is None:
            return ""
        if self._views.current == _TEXT:
            if changes.text.changes:
                return ""
            same = tr("The lines are the same.")
            form = tr("BOM or line ends differ.")
            return WORDS.sentences((same, form if changes.text.form_differs else ""))
        if pair.older is None:
            return tr("There is no version before this one to compare verdicts with.")
        if changes.verdicts is None:
            return tr("Add test URLs and crawlers to see which verdicts flip.")
        return "" if changes.verdicts.flips else words.flips_text(changes.verdicts)

    def _lay_out(self) -> None:
        self.header.add_left(self._added)
        self.header.add_left(self._removed)
        for part in (self.previous_button, self.next_button, self._views):
            self.header.add_right(part)
        self.setTabOrder(self.next_button, self._views)
        self._pages = QStackedWidget(self)
        for page in (self.text, self.flips, self.hint):
            self._pages.addWidget(page)
        actions = QHBoxLayout()
        actions.setContentsMargins(SIZES.panel_inset, 5, SIZES.panel_inset, 5)
        actions.setSpacing(SIZES.between_controls)
        for button in (self.restore_button, self.baseline_button):
            button.set_small()
            actions.addWidget(button)
        self.since.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        actions.addWidget(self.since, 1)
        layout = column_in(self)
        layout.addWidget(self.header)
        layout.addWidget(self._pages, 1)
        layout.addLayout(actions)

    def _on_view_changed(self, _index: int) -> None:
        self._show(self._why_nothing)

    def _on_caret_moved(self) -> None:
        if self._changes is not None:
            self._asking.start()

    def _on_asking_timeout(self) -> None:
        line = self.text.textCursor().block().text()
        if self.isVisible() and line.startswith(_IN_NEWER) and ":" in line.partition("#")[0]:
            self._asked = line[2:]
            self.rule_asked.emit(self._asked)
        else:
            self._forget_rule()

    def _forget_rule(self) -> None:
        self._asking.stop()
        self._asked = ""
        self.since.setText("")
