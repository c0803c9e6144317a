"""One page of the site: all that is said about its use, beside the rules of the draft."""

from PySide6.QtWidgets import QWidget

from robotstudio.fetch.address import shown
from robotstudio.policy.meant import Answer, Effect, Place, Statement, UseReport
from robotstudio.policy.meant_words import (
    audience_words,
    basis_words,
    contradiction_words,
    cut_words,
    effect_words,
    evidence_words,
    heading_words,
    note_words,
    place_words,
    said_words,
    title_of,
    use_title,
)
from robotstudio.policy.signals import Purpose
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import Piece, PieceKind
from robotstudio.ui.panels.ai_policy.actions import PolicyActions
from robotstudio.ui.panels.ai_policy.fetched_page import FetchedPage, FetchRow
from robotstudio.ui.widgets.rich_text import Sentences
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn, toned
from robotstudio.ui.widgets.tone import Tone

Row = tuple[int, Statement, str]  # its place, and the crawlers it concerns: "" for all for the use

_NOTHING_FETCHED: Message = (
    "Nothing fetched yet. The page, llms.txt, ai.txt, tdmrep.json and RSL documents of its site are fetched only here, "
    "and only when you choose to. The rules are those of the draft."
)
_NOTHING_SAID: Message = "Neither the draft nor the site says anything about the use of this page beside the rules."
_NO_CONTRADICTION: Message = "No statement contradicts another."
_ALL: Message = "all crawlers for it"
_CRAWLERS = Plural("{count} crawler", "{count} crawlers")
_MOST_NAMED = 2
_TABLE_HEIGHT, _SENTENCES_HEIGHT = 360, 220
_TONES = {Answer.YES: Tone.ALLOWED, Answer.NO: Tone.BLOCKED, Answer.TERMS: Tone.NOTE}


class UrlPage(FetchedPage):
    """Nothing is fetched before the user asks; a statement in the draft leads to its line."""

    def __init__(self, actions: PolicyActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.report: UseReport | None = None
        names = tr("Address of a page"), "https://example.com/page", tr("Fetch page")
        row = FetchRow(self, names, actions.fetch_page, actions.cancel_page)
        table = Table(tr("Statements about the use of a page"), _columns(), _place_of, self)
        self.arrange(row, table, Sentences(tr("One page"), self), (_TABLE_HEIGHT, _SENTENCES_HEIGHT))
        self.table.set_nothing(tr(_NOTHING_FETCHED))
        self._on_row_changed(None)

    def propose(self, url: str) -> None:
        """Suggest a page, unless the user typed another or something was fetched."""
        if url and not self.address.isModified() and self.report is None:
            self.address.setText(url)

    def show_report(self, report: UseReport) -> None:
        """Show what was said, beside the rules of the draft."""
        self.report = report
        self.table.set_nothing(tr(_NOTHING_SAID))
        rows = [(at, one, audience_words(one, report.rules)) for at, one in enumerate(report.statements)]
        self.table.set_rows(rows)
        self._on_row_changed(self.table.current_row)

    def say(self, sentence: str) -> None:
        """Show why nothing was fetched."""
        self.report = None
        self.table.set_rows([])
        self.table.set_nothing(sentence)
        self._on_row_changed(None)

    def _on_row_changed(self, row: Row | None) -> None:
        """Show the selected statement in full below the table, then contradictions, rules, and what was fetched."""
        said = [*_details(row[1])] if row else []
        if self.report is not None:
            opposed = [contradiction_words(each) for each in self.report.contradictions]
            said += [*cut_words(self.report), *(opposed or [tr(_NO_CONTRADICTION)])]
            said += [heading_words(rules) for rules in self.report.rules]
            said += [evidence_words(evidence) for evidence in self.report.evidence]
        self.sentences.show_sentences(said)

    def _on_row_activated(self, row: Row) -> None:
        if row[1].place is Place.ROBOTS:
            self._actions.go_to_line(row[1].line)


def _details(one: Statement) -> tuple[str, ...]:
    about = WORDS.about(title_of(one), basis_words(one.source))
    return tuple(filter(None, (shown(one.written), about, note_words(one))))


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("said_use", tr("Use"), _use, _use_of, 110, words=tuple(map(use_title, Purpose))),
        TableColumn("said_by", tr("Statement"), _source, _source_of, 150),
        TableColumn("said_at", tr("Where"), _at, _at_of, 190),
        TableColumn("said_what", tr("Says"), _said, _said_of, 150, has_sign=True),
        TableColumn("said_for", tr("For"), _for, _for_of, 170, hidden_below=900, words=(tr(_ALL),)),
        TableColumn("said_beside", tr("Beside the rules"), _beside, _beside_of, least=200),
    )


def _place_of(row: Row) -> int:
    return row[0]


def _use_of(row: Row) -> str:
    return row[1].use.value


def _source_of(row: Row) -> str:
    return title_of(row[1]).casefold()


def _at_of(row: Row) -> tuple[str, int]:
    return row[1].at, row[1].line


def _said_of(row: Row) -> str:
    return row[1].answer.value


def _for_of(row: Row) -> int:
    return len(row[1].crawlers)


def _beside_of(row: Row) -> str:
    return row[1].effect.value


def _use(row: Row) -> TableCell:
    return TableCell(use_title(row[1].use))


def _source(row: Row) -> TableCell:
    return TableCell(title_of(row[1]), weight=500)


def _at(row: Row) -> TableCell:
    said = place_words(row[1])
    if row[1].place is not Place.ROBOTS:
        return TableCell(said)
    return TableCell(said, phrase=(Piece(said, PieceKind.LINE, row[1].line),))


def _said(row: Row) -> TableCell:
    one = row[1]
    said = said_words(one)
    tone = _TONES.get(one.answer) if one.counts else None
    return toned(said, tone) if tone else TableCell(said, "text2")


def _for(row: Row) -> TableCell:
    if not row[2]:
        return TableCell(tr(_ALL), "text2")
    count = len(row[1].crawlers)
    return TableCell(row[2]) if count <= _MOST_NAMED else TableCell(ntr(_CRAWLERS, count), spoken=row[2])


def _beside(row: Row) -> TableCell:
    one = row[1]
    is_quiet = not one.counts or one.effect is Effect.AGREES
    return TableCell(effect_words(one), "text2" if is_quiet else "")
