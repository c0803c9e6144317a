"""Files for AI of the site: fetched on request, with their errors and contradictions to robots.txt."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from robotstudio.policy.ai_files.study import FileStudy
from robotstudio.policy.ai_files.words import AiFileRemark, note_words, reader_words, remarks_of, state_words
from robotstudio.policy.forecasts import Forecast, forecast_words
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.text.phrases import Piece, PieceKind
from robotstudio.ui.panels.ai_policy.actions import PolicyActions
from robotstudio.ui.panels.ai_policy.fetched_page import FetchedPage, FetchRow
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.rich_text import Sentences
from robotstudio.ui.widgets.table import Table
from robotstudio.ui.widgets.table_model import TableCell, TableColumn, toned
from robotstudio.ui.widgets.tone import Tone

_NOTHING_FETCHED: Message = (
    "Nothing fetched yet. llms.txt, ai.txt, tdmrep.json and the RSL documents in License lines are fetched only here, "
    "and only when you choose to."
)
_TABLE_HEIGHT, _SENTENCES_HEIGHT = 380, 180


class FilesPage(FetchedPage):
    """Nothing is fetched before the user asks; a remark leads to its line of the draft."""

    def __init__(self, actions: PolicyActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self.studies: tuple[FileStudy, ...] = ()
        self._forecasts: tuple[Forecast, ...] = ()
        names = tr("Site"), "https://example.com", tr("Fetch files for AI")
        row = FetchRow(self, names, actions.fetch_files, actions.cancel_fetch)
        table = Table(tr("Findings about files for AI"), _columns(), _place_of, self)
        self.arrange(row, table, Sentences(tr("Files for AI"), self), (_TABLE_HEIGHT, _SENTENCES_HEIGHT))
        self.show_studies(None)

    def propose(self, site: str) -> None:
        """Suggest the site of the draft, unless the user typed another or something was fetched."""
        if not self.address.isModified() and not self.studies:
            self.address.setText(site)

    def show_studies(self, studies: Sequence[FileStudy] | None, forecasts: Sequence[Forecast] = ()) -> None:
        """Show the fetched files, checked against the draft; None if nothing was fetched yet.

        `forecasts` are those of checks by others on the draft.
        """
        self.studies, self._forecasts = tuple(studies or ()), tuple(forecasts)
        remarks = [remark for study in self.studies for remark in remarks_of(study)]
        self.table.set_nothing(
            tr(_NOTHING_FETCHED)
            if studies is None
            else tr("No problems in these files, and no contradiction to robots.txt.")
        )
        self.table.set_rows([*enumerate(remarks)])
        self._on_row_changed(self.table.current_row)

    def say(self, sentence: str) -> None:
        """Show why nothing was fetched."""
        self.show_studies(())
        self.table.set_nothing(sentence)

    def _on_row_changed(self, row: tuple[int, AiFileRemark] | None) -> None:
        """Show the selected remark in full below the table, followed by the notes on the files."""
        chosen = [row[1].sentence] if row else []
        said = [state_words(study) for study in self.studies]
        said += [note for study in self.studies for note in note_words(study)]
        forecast = [WORDS.sentences(forecast_words(each)) for each in self._forecasts]
        self.sentences.show_sentences([*chosen, *said, *reader_words(self.studies), *forecast])

    def _on_row_activated(self, row: tuple[int, AiFileRemark]) -> None:
        if row[1].rules:
            self._actions.go_to_line(row[1].rules[0])


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn("ai_file", tr("File"), _name, _name_of, 140),
        TableColumn("ai_line", tr("Line"), _lines, _lines_of, 90),
        TableColumn("ai_said", tr("Finding"), _said, least=200),
        TableColumn("ai_rules", tr("Line of robots.txt"), _rules, _rules_of, 140),
    )


def _place_of(row: tuple[int, AiFileRemark]) -> int:
    return row[0]


def _name_of(row: tuple[int, AiFileRemark]) -> str:
    return row[1].name


def _lines_of(row: tuple[int, AiFileRemark]) -> tuple[int, ...]:
    return row[1].lines


def _rules_of(row: tuple[int, AiFileRemark]) -> tuple[int, ...]:
    return row[1].rules


def _name(row: tuple[int, AiFileRemark]) -> TableCell:
    return TableCell(row[1].name, weight=500)


def _lines(row: tuple[int, AiFileRemark]) -> TableCell:
    return TableCell(WORDS.side_by_side(map(str, row[1].lines)))


def _said(row: tuple[int, AiFileRemark]) -> TableCell:
    if row[1].is_contradiction:
        return toned(row[1].sentence, Tone.BLOCKED)
    return TableCell(row[1].sentence, glyph=Glyph.WARNING, glyph_color="warning")


def _rules(row: tuple[int, AiFileRemark]) -> TableCell:
    first = row[1].rules[:1]
    said = WORDS.side_by_side(map(str, row[1].rules))
    phrase = tuple(Piece(said, PieceKind.LINE, line) for line in first)
    return TableCell(said, phrase=phrase)
