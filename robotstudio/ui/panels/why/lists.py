"""Two lists: rules that a group replaces, and URLs that a rule matches or just misses."""

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QFontMetricsF

from robotstudio.engine import Rule
from robotstudio.engine.samples import Sample
from robotstudio.explain.nearest import ReplacedRules
from robotstudio.explain.words import rule_piece, sample_words
from robotstudio.text.language import Plural, ntr, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle, shortened

_MOST_ROWS = 200
_INDENT = 14
_LINE_HEIGHT = 20
_MOST_TAB = 300
_LONGEST = 60


def replaced_paragraphs(replaced: ReplacedRules) -> list[Paragraph]:
    """List the rules with their lines, and mark the one that would decide the URL."""
    style = PieceStyle(12, 400, "text2")
    shown = replaced.rules[:_MOST_ROWS]
    tab = _tab([f"{rule.line}  {_short(rule).text}" for rule in shown])
    paragraphs = [_row((_line(rule), Piece("  "), _short(rule)), _would(rule, replaced), tab, style) for rule in shown]
    more = len(replaced.rules) - len(shown)
    if more:
        words = ntr(Plural("{count} more", "{count} more"), more)
        paragraphs.append(_row((Piece(words),), "", tab, style))
    return paragraphs


def sample_paragraphs(samples: Sequence[Sample]) -> list[Paragraph]:
    """List the URLs that match, then those that do not, each with what it demonstrates."""
    style, title = PieceStyle(12, 400, "text2"), PieceStyle(12, 600, "text2")
    tab = _tab([shortened(sample.path, _LONGEST) for sample in samples])
    return list(_sample_rows(samples, tab, style, title))


def _sample_rows(samples: Sequence[Sample], tab: float, style: PieceStyle, title: PieceStyle) -> Iterator[Paragraph]:
    for matches, words in ((True, tr("It matches")), (False, tr("It narrowly misses"))):
        some = [sample for sample in samples if sample.matches is matches]
        if some:
            yield Paragraph((Piece(words),), title, _LINE_HEIGHT, 0 if matches else 4, _INDENT)
        for sample in some:
            url = Piece(shortened(sample.path, _LONGEST), PieceKind.URL)
            yield _row((url,), sample_words(sample), tab, style)


def _row(phrase: Phrase, said: str, tab: float, style: PieceStyle) -> Paragraph:
    told = (*phrase, Piece(f"\t{said}")) if said else phrase
    return Paragraph(told, style, _LINE_HEIGHT, 0, _INDENT, tab)


def _would(rule: Rule, replaced: ReplacedRules) -> str:
    if replaced.decisive is None or rule.line != replaced.decisive.line:
        return ""
    return tr("would allow this URL") if rule.allow else tr("would block this URL")


def _line(rule: Rule) -> Piece:
    return Piece(str(rule.line), PieceKind.LINE, rule.line)


def _short(rule: Rule) -> Piece:
    piece = rule_piece(rule)
    return piece._replace(text=shortened(piece.text, _LONGEST))


def _tab(texts: Sequence[str]) -> float:
    """Return the position of the second column in pixels."""
    metrics = QFontMetricsF(theme.fonts.mono(12, 500))
    widest = max((metrics.horizontalAdvance(text) for text in texts), default=0)
    return min(widest + 24 + _INDENT, _MOST_TAB)
