"""How a source is read: its columns with their first values, what each is used as, and what was taken and left."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.draft.source_columns import LEFT, choices_of, chosen_source, has_url, uses_of, with_use
from robotstudio.draft.url_sources import SourceEntry
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.site import words
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import RADII, SIZES
from robotstudio.ui.widgets.buttons import PrimaryButton
from robotstudio.ui.widgets.grounds import Page, column_in
from robotstudio.ui.widgets.labels import ElidedLabel, Label, LinkLabel
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.painting import draw_box
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn
from robotstudio.ui.widgets.tone import Mark, Tone
from robotstudio.urls.sources.exports import SeenColumn
from robotstudio.urls.url_set import Source

_ROW = 28
_MOST_REASONS = 3
_TYPE_FROM, _SECOND_FROM, _THIRD_FROM = 720, 980, 1_140
_LOW = 320
"""The height below which the cards are one line."""


class SourceColumn(Struct, frozen=True):
    """A row: a column as it was read, and what it is to be used as."""

    place: int
    seen: SeenColumn
    use: str
    is_open: bool
    """True if something else can be chosen."""
    is_changed: bool
    type: str = ""


class ColumnTable(Table):
    """The columns of a source; a click, Enter or Space on one opens the choice of its use."""

    def __init__(self, choose: Callable[[SourceColumn, QPoint], None], parent: QWidget) -> None:
        super().__init__(
            tr("Columns of the source"),
            _columns(),
            _place_of,
            parent,
            row_height=_ROW,
            nothing=tr("This source has no columns beside its URLs."),
        )
        self._choose = choose
        self._use = next(place for place, column in enumerate(self.columns) if column.id == "use")
        self.row_clicked.connect(self._on_clicked)
        self.row_activated.connect(self._open)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.current_row is not None:
            self._open(self.current_row)
        else:
            super().keyPressEvent(event)

    def _on_clicked(self, row: SourceColumn | None) -> None:
        if row is not None and self.currentIndex().column() == self._use:
            self._open(row)

    def _open(self, row: SourceColumn) -> None:
        if row.is_open:
            cell = self.visualRect(self.currentIndex().siblingAtColumn(self._use))
            self._choose(row, self.viewport().mapToGlobal(cell.bottomLeft()))


class SourceDetail(Page):
    """The columns of the selected source, and what was taken and left of it."""

    def __init__(self, read: Callable[[Source], None], show_rejected: Callable[[], None], parent: QWidget) -> None:
        """Create it; `read` reads a source as the person chose, `show_rejected` lists what was left."""
        super().__init__(parent)
        self._read = read
        self._entry: SourceEntry | None = None
        self._uses: tuple[str, ...] = ()
        self.title = ElidedLabel("", self, px=14, weight=600)
        self.sentence = Label("", self, color="text2")
        self.sentence.setWordWrap(True)
        self.read_button = PrimaryButton(tr("Read as chosen"), parent=self)
        self.read_button.clicked.connect(self._on_read)
        self.table = ColumnTable(self._ask_use, self)
        self._types = frozenset(place for place, column in enumerate(self.table.columns) if column.id == "value_type")
        self.taken = _Card(self, Glyph.CHECK, "allowed")
        self.left = _Card(self, Glyph.DASH, "text3", show_rejected)
        self._lay_out()
        self.show_entry(None)

    def show_entry(self, entry: SourceEntry | None) -> None:
        """Show a source; choices that are not read yet stay if it is the same reading."""
        before, self._entry = self._entry, entry
        if entry is None:
            self._uses = ()
        elif before is None or before.source.id != entry.source.id or before.seen != entry.seen:
            self._uses = uses_of(entry.seen)
        self._show()

    def choose(self, place: int, use: str) -> None:
        """Use a column as something else; it is read when the button is pressed."""
        if self._entry is not None:
            self._uses = with_use(self._entry.source, self._entry.seen, self._uses, place, use)
            self._show()

    def _show(self) -> None:
        entry = self._entry
        if entry is None:
            for part in (self.title, self.sentence):
                part.setText("")
            self.table.set_rows(())
        else:
            self.title.setText(words.source_words(entry.source, entry.reading)[0])
            self._show_sentence(entry)
            rows = self._rows(entry)
            self.table.set_rows(rows)
            self.table.set_unused(frozenset() if any(row.type for row in rows) else self._types)
        seen = entry.seen if entry else ()
        can_choose = entry is not None and any(choices_of(entry.source, column) for column in seen)
        is_changed = entry is not None and self._uses != uses_of(seen)
        self.read_button.setVisible(can_choose)
        self.read_button.setEnabled(
            entry is not None
            and (is_changed or entry.is_asked or bool(entry.guessed_fields))
            and has_url(entry.source, self._uses)
        )
        self._show_cards(entry)
        self._make_room()

    def _show_sentence(self, entry: SourceEntry) -> None:
        if entry.problem is not None:
            self.sentence.set_color("warning")
            self.sentence.setText(entry.problem.sentence)
            return
        self.sentence.set_color("text2")
        facts = [words.source_words(entry.source, entry.reading)[1], words.read_words(entry)]
        said = [together(" · ", *facts)]
        if entry.reading is not None:
            said += map(WORDS.tell, (*entry.reading.proxies, *entry.reading.notes))
        self.sentence.setText("\n".join(filter(None, said)))

    def _rows(self, entry: SourceEntry) -> Sequence[SourceColumn]:
        read, types = uses_of(entry.seen), _types_of(entry)
        return [
            SourceColumn(
                place,
                column,
                self._uses[place],
                bool(choices_of(entry.source, column)),
                self._uses[place] != read[place],
                types.get(column.role or column.name, ""),
            )
            for place, column in enumerate(entry.seen)
        ]

    def _show_cards(self, entry: SourceEntry | None) -> None:
        reading = entry.reading if entry and entry.is_loaded else None
        for card in (self.taken, self.left):
            card.setVisible(reading is not None)
        if entry is None or reading is None:
            return
        facts, reasons = words.taken_words(entry, reading), words.reasons(reading)
        self.taken.show_words(words.taken_title(reading), facts)
        self.left.show_words(words.left_title(reading), reasons[:_MOST_REASONS] or [tr("Every line was read.")])
        self.left.link.setVisible(bool(reading.rejected_count))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for card in (self.taken, self.left):
            card.lines.setVisible(self.height() >= _LOW)
        self._make_room()

    def _make_room(self) -> None:
        """Give the sentence its lines: a layout without room would cut them."""
        self.sentence.setMinimumHeight(max(0, self.sentence.heightForWidth(self.sentence.width())))

    def _ask_use(self, row: SourceColumn, at: QPoint) -> None:
        if self._entry is None:
            return
        rows = [
            MenuAction(tr(words.USES[use]), partial(self.choose, row.place, use), is_checked=use == row.use)
            for use in choices_of(self._entry.source, row.seen)
        ]
        popup_at(build_menu(self, rows), at, self.table)

    def _on_read(self) -> None:
        entry = self._entry
        if entry is not None:
            self._read(chosen_source(entry.source, entry.seen, self._uses, is_asked=entry.is_asked))

    def _lay_out(self) -> None:
        head, inset = QHBoxLayout(), SIZES.panel_inset
        head.setContentsMargins(inset, 8, inset, 8)
        head.setSpacing(12)
        titles = QVBoxLayout()
        titles.setSpacing(3)
        titles.addWidget(self.title)
        titles.addWidget(self.sentence)
        head.addLayout(titles, 1)
        head.addWidget(self.read_button, 0, Qt.AlignmentFlag.AlignTop)
        cards = QHBoxLayout()
        cards.setContentsMargins(inset, 8, inset, 8)
        cards.setSpacing(10)
        cards.addWidget(self.taken, 1)
        cards.addWidget(self.left, 1)
        layout = column_in(self)
        layout.addLayout(head)
        layout.addWidget(self.table, 1)
        layout.addLayout(cards)


class _Card(QWidget):
    """A heading after an icon, some lines, and an optional link."""

    def __init__(self, parent: QWidget, glyph: Glyph, color: str, show: Callable[[], None] | None = None) -> None:
        super().__init__(parent)
        mark = Mark(self, 10)
        mark.show_glyph(glyph, color)
        self.title = Label("", self, weight=600)
        self.lines = Label("", self, color="text2")
        self.lines.setWordWrap(True)
        self.link = LinkLabel(tr("Show"), self)
        self.link.setAccessibleName(tr("Show the lines that were not read"))
        self.link.hide()
        if show is not None:
            self.link.activated.connect(lambda _ctrl: show())
        head = QHBoxLayout()
        head.setSpacing(7)
        for part in (mark, self.title):
            head.addWidget(part)
        head.addStretch(1)
        head.addWidget(self.link)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(12, 8, 12, 8)
        rows.setSpacing(4)
        rows.addLayout(head)
        rows.addWidget(self.lines)
        rows.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def show_words(self, title: str, lines: Sequence[str]) -> None:
        self.title.setText(title)
        self.lines.setText("\n".join(lines))

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect().toRectF(), RADII.card, theme.color("surface"), theme.color("border"))


def _types_of(entry: SourceEntry) -> dict[str, str]:
    """Return the type of each column that is kept, by its role or else its name."""
    if entry.reading is None:
        return {}
    return {
        each.wanted.role or each.wanted.name: words.type_words(each.info)
        for each in entry.reading.columns
        if each.info is not None
    }


def _place_of(row: SourceColumn) -> int:
    return row.place


def _columns() -> tuple[TableColumn, ...]:
    types = tuple(map(tr, words.TYPES.values()))
    second, third = _SECOND_FROM, _THIRD_FROM
    return (
        TableColumn("column", tr("Column of the file"), _named, least=110, is_code=True),
        TableColumn("first", tr("First value"), _first, least=100, is_code=True, color="text2"),
        TableColumn("second", tr("Second"), _second, least=110, is_code=True, color="text2", hidden_below=second),
        TableColumn("third", tr("Third"), _third, least=110, is_code=True, color="text2", hidden_below=third),
        TableColumn("value_type", tr("Type"), _type, width=96, color="text2", hidden_below=_TYPE_FROM, words=types),
        TableColumn("use", tr("Used as"), _use, width=160),
        TableColumn("why", tr("Why"), _why, least=130, share=1.4, color="text2"),
    )


def _named(row: SourceColumn) -> TableCell:
    name = row.seen.name or tr(words.USES[row.seen.role])
    is_used = row.use != LEFT
    return TableCell(name, "text" if is_used else "text3", weight=500 if is_used else 400)


def _first(row: SourceColumn) -> TableCell:
    return _value(row, 0)


def _second(row: SourceColumn) -> TableCell:
    return _value(row, 1)


def _third(row: SourceColumn) -> TableCell:
    return _value(row, 2)


def _value(row: SourceColumn, place: int) -> TableCell:
    return TableCell(row.seen.firsts[place] if place < len(row.seen.firsts) else "")


def _type(row: SourceColumn) -> TableCell:
    return TableCell(row.type)


def _use(row: SourceColumn) -> TableCell:
    said = tr(words.USES[row.use])
    if not row.is_open:
        return TableCell(said, "text" if row.use != LEFT else "text3")
    is_doubtful = row.seen.is_guess and not row.is_changed
    return TableCell(said, "text" if row.use != LEFT else "text2", choice=Tone.WARNING if is_doubtful else Tone.NEUTRAL)


def _why(row: SourceColumn) -> TableCell:
    if row.is_changed:
        return TableCell(tr("chosen"), glyph=Glyph.CHECK, glyph_color="accent")
    why = WORDS.tell(row.seen.why)
    if row.seen.is_guess:
        return TableCell(why, glyph=Glyph.WARNING, glyph_color="warning")
    glyph, color = (Glyph.DASH, "text3") if row.use == LEFT else (Glyph.CHECK, "allowed")
    return TableCell(why, glyph=glyph, glyph_color=color)
