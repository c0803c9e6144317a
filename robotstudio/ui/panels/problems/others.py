"""Reports that other validators will make on the file: each with its name, version and date of the source."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.draft.lint_result import LintResult
from robotstudio.lint.context import LintContext, Setting
from robotstudio.lint.forecast import VALIDATORS, Forecast, Validator, forecast, validator_words
from robotstudio.text.language import WORDS, Plural, ntr, tr
from robotstudio.text.phrases import Piece, PieceKind
from robotstudio.ui.panels.problems.card_facts import ProblemActions
from robotstudio.ui.panels.problems.words import severity_words
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle, RichText

_MOST_OF_ONE = 200


def forecast_of(checked: LintResult, _is_cancelled: Callable[[], bool]) -> tuple[LintResult, tuple[Forecast, ...]]:
    """Compute what other validators will report on a draft. Runs in a thread."""
    return checked, forecast(LintContext.of(checked.body, Setting(checked.analysis.robots_url or None)))


class OthersView(QScrollArea):
    """A section for each validator, line by line."""

    def __init__(self, actions: ProblemActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._said: Sequence[Forecast] | None = None
        self._raws: Sequence[bytes] = ()
        self.text = RichText(self)
        self.text.setProperty("role", "clear")
        self.text.setAccessibleName(tr("What other validators report"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.text.setSizePolicy(policy)
        page = QWidget(self)
        self.setProperty("role", "page")
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.setContentsMargins(24, SIZES.panel_inset, 24, 24)
        column.addWidget(self.text)
        column.addStretch(1)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(page)
        self.text.line_activated.connect(actions.go_to_line)
        self.text.address_activated.connect(actions.open_address)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def show_forecast(self, said: Sequence[Forecast], raws: Sequence[bytes]) -> None:
        """Show what the validators will report on these lines."""
        self._said, self._raws = said, raws
        self.text.set_paragraphs(self._paragraphs(said))

    def _paragraphs(self, said: Sequence[Forecast]) -> list[Paragraph]:
        quiet = PieceStyle(12, color="text2")
        words = tr(
            "What these validators report about this file, so that it does not surprise you. "
            "Much of it is not a mistake."
        )
        made = [Paragraph((Piece(words),), quiet, 20)]
        for validator in VALIDATORS.values():
            made += self._section(validator, [each for each in said if each.validator is validator])
        return made

    def _section(self, validator: Validator, said: Sequence[Forecast]) -> list[Paragraph]:
        title, quiet = PieceStyle(14), PieceStyle(12, color="text3")
        plain = PieceStyle(13, color="text2")
        basis = WORDS.phrase(
            "Version {version}, checked on {date}. {source}",
            version=validator.version,
            date=WORDS.day(validator.checked_on),
            source=Piece(tr("Source"), PieceKind.CLAUSE, 0, validator.source),
        )
        made = [
            Paragraph((Piece(validator.name, PieceKind.STRONG),), title, 22, above=16),
            Paragraph(basis, quiet, 18, above=1),
        ]
        for place, each in enumerate(said[:_MOST_OF_ONE]):
            made.append(Paragraph(self._line(each), plain, 20, above=6 if not place else 1))
        if not said:
            made.append(Paragraph((Piece(tr("It reports nothing.")),), plain, 20, above=6))
        elif len(said) > _MOST_OF_ONE:
            more = ntr(Plural("{count} more", "{count} more"), len(said) - _MOST_OF_ONE)
            made.append(Paragraph((Piece(more),), quiet, 20, above=4))
        return made

    def _line(self, each: Forecast) -> tuple[Piece, ...]:
        line, said = each.report.line, each.report
        written = self._raws[line - 1].decode("utf-8", "replace").strip() if line <= len(self._raws) else ""
        return WORDS.phrase(
            "{line}   <b>{saying}</b> ({severity})   {written}",
            line=Piece(tr("Line {line}", line=line), PieceKind.LINE, line),
            saying=validator_words(said),
            severity=severity_words(said.severity),
            written=Piece(written, PieceKind.URL) if written else "",
        )

    def _on_theme_changed(self) -> None:
        if self._said is not None:
            self.text.set_paragraphs(self._paragraphs(self._said))
