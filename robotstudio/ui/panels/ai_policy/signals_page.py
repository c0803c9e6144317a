"""Preferences besides the rules, side by side: their values, who documents support, and contradictions."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from robotstudio.policy.signals import READERS, Purpose, Wish, Wishes
from robotstudio.policy.words import contradiction_words, use_words
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import Piece, PieceKind
from robotstudio.ui.panels.ai_policy.actions import PolicyActions
from robotstudio.ui.panels.ai_policy.fetched_page import FetchRow
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.grounds import Page, Split, column_in
from robotstudio.ui.widgets.rich_text import Sentences
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn, toned
from robotstudio.ui.widgets.tone import Tone

_TABLE_HEIGHT, _SENTENCES_HEIGHT = 420, 140
_WISHED: Message = "permitted"
_NOT_WISHED: Message = "not permitted"
_NOT_SAID: Message = "–"
_WHOLE_FILE: Message = "the whole file"
_UNREADABLE: Message = "cannot be read: {value}"


class SignalsPage(Page):
    """A preference leads to its line in the draft."""

    def __init__(self, actions: PolicyActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        names = tr("Content-Signal for all crawlers"), "search=yes, ai-train=no", tr("Write Content-Signal")
        self.row = FetchRow(self, names, actions.write_signal, actions.cancel_signal)
        self.table = Table(tr("Usage preferences"), _columns(), _line_of, self)
        self.table.set_nothing(tr("The file has no Content-Signal, Content-Usage, License or DisallowAITraining line."))
        self.contradictions = Sentences(tr("Contradictions"), self)
        self.table.row_activated.connect(self._on_row_activated)
        self.table.link_clicked.connect(self._on_row_activated)
        panes, heights = (self.table, self.contradictions), (_TABLE_HEIGHT, _SENTENCES_HEIGHT)
        column = column_in(self)
        column.addWidget(self.row)
        column.addWidget(self.row.progress)
        column.addWidget(Split(Qt.Orientation.Vertical, self, panes, heights, (1, 0)), 1)

    def show_wishes(self, wishes: Wishes) -> None:
        """Show the preferences of the draft."""
        self.table.set_rows(wishes.wishes)
        sentences = [contradiction_words(each) for each in wishes.contradictions]
        if wishes.wishes and not sentences:
            sentences = [tr("These lines contradict neither each other nor the rules.")]
        self.contradictions.show_sentences(sentences)

    def _on_row_activated(self, wish: Wish) -> None:
        self._actions.go_to_line(wish.line)


def _columns() -> tuple[TableColumn, ...]:
    of_use = {use: tr("For {use}", use=use_words(use)) for use in Purpose}
    wished = tr(_WISHED), tr(_NOT_WISHED)
    training, search, answers = Purpose.TRAINING, Purpose.SEARCH, Purpose.INPUT
    return (
        TableColumn("line", tr("Line"), _line, _line_of, 74),
        TableColumn("field", tr("Field"), _field, _field_of, 140),
        TableColumn("value", tr("Value"), _value, _value_of, least=120, is_code=True),
        TableColumn("of", tr("Applies to"), _agents, _agents_of, 130, hidden_below=760, words=(tr(_WHOLE_FILE),)),
        TableColumn("use_training", of_use[training], partial(_use, training), partial(_use_key, training), 110,
                    has_sign=True, words=wished),
        TableColumn("use_search", of_use[search], partial(_use, search), partial(_use_key, search), 110,
                    has_sign=True, words=wished),
        TableColumn("use_input", of_use[answers], partial(_use, answers), partial(_use_key, answers), 110,
                    has_sign=True, words=wished),
        TableColumn("reader", tr("Read by"), _reader, _reader_of, least=150, color="text2", hidden_below=900),
    )  # fmt: skip


def _line_of(wish: Wish) -> int:
    return wish.line


def _field_of(wish: Wish) -> str:
    return wish.title.casefold()


def _value_of(wish: Wish) -> str:
    return wish.written


def _agents_of(wish: Wish) -> tuple[str, ...]:
    return wish.agents


def _reader_of(wish: Wish) -> str:
    return tr(READERS[wish.field])


def _use_key(use: Purpose, wish: Wish) -> int:
    said = wish.uses.get(use)
    return -1 if said is None else int(said)


def _line(wish: Wish) -> TableCell:
    said = str(wish.line)
    return TableCell(said, phrase=(Piece(said, PieceKind.LINE, wish.line),))


def _field(wish: Wish) -> TableCell:
    return TableCell(wish.title, weight=500)


def _value(wish: Wish) -> TableCell:
    if wish.is_readable:
        return TableCell(wish.written)
    spoken = tr(_UNREADABLE, value=wish.written)
    return TableCell(wish.written, glyph=Glyph.WARNING, glyph_color="warning", spoken=spoken)


def _agents(wish: Wish) -> TableCell:
    return TableCell(WORDS.side_by_side(wish.agents)) if wish.agents else TableCell(tr(_WHOLE_FILE), "text2")


def _use(use: Purpose, wish: Wish) -> TableCell:
    said = wish.uses.get(use)
    if said is None:
        return TableCell(tr(_NOT_SAID), "text3")
    made = toned(tr(_WISHED if said else _NOT_WISHED), Tone.ALLOWED if said else Tone.BLOCKED)
    if not wish.path:
        return made
    return TableCell(WORDS.noted(made.text, wish.path), glyph=made.glyph,
                     glyph_color=made.glyph_color)  # fmt: skip


def _reader(wish: Wish) -> TableCell:
    return TableCell(_reader_of(wish))
