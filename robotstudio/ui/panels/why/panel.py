"""The Why panel: the verdict on the selected cell, the line that decides it, and why the other rules lost.

While no cell is selected, it shows in plain words what a crawler may fetch.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from robotstudio.draft.outcome_verdict import OutcomeVerdict, outcome_explanation, outcome_steps
from robotstudio.draft.rule_alignment import NO_ALIGNMENT, RuleAlignment, align_rules
from robotstudio.engine import Rule, Verdict
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.dialects import Clause
from robotstudio.engine.samples import Sample
from robotstudio.explain.access_words import PlainAccess
from robotstudio.explain.expectation_words import REMOVE_TEST
from robotstudio.explain.explanation import (
    Explained,
    StepPart,
    explain,
    explanation,
    sampled_rule,
    samples_of,
    samples_title,
)
from robotstudio.explain.nearest import NearestRules, ReplacedRules, nearest_rules, replaced_by
from robotstudio.explain.words import (
    assumed_words,
    crawler_name,
    folded_sentence,
    replaced_title,
    rule_piece,
    sample_words,
    short_sentence,
)
from robotstudio.fetch.scenario_words import OriginStep
from robotstudio.text.language import WORDS, Message, Plural, ntr, tr
from robotstudio.text.phrases import Phrase, Piece, PieceKind, as_text
from robotstudio.ui.panels.why.actions import WhyActions
from robotstudio.ui.panels.why.body import WhyBody
from robotstudio.ui.panels.why.steps import STEP_INDENT
from robotstudio.ui.panels.why.summary_view import SummaryView
from robotstudio.ui.theme.glyphs import Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.chip import Chip
from robotstudio.ui.widgets.grounds import column_in
from robotstudio.ui.widgets.headers import FoldingHeader
from robotstudio.ui.widgets.labels import ElidedLabel, Label, LinkLabel
from robotstudio.ui.widgets.menus import MenuAction, build_menu, popup_at
from robotstudio.ui.widgets.painting import TextRun, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.rich_text import Paragraph, PieceStyle, shortened
from robotstudio.ui.widgets.tone import Tone

_ROWS, _NARROW_ROWS = 3, 2
LOOKED_AT, _ALL_ROWS = 24, 200
_LEAST_OPEN = 120
_LONGEST_IN_HEADER = 400
_NO_LIMIT = 16_777_215
_REMOVE_TIP: Message = "Remove the tests of this cell (Space in the table)"
_ADD_TIP: Message = "Add a test: the verdict must stay as it is (Space in the table)"
_SUMMARY_OF: Message = "The file in plain words for <b>{crawlers}</b>"
_SUMMARY_FOLDED: Message = "<b>{crawlers}</b>: {sentence}"
_MOST_ROWS = 200
_INDENT = 14
_LINE_HEIGHT = 20
_MOST_TAB = 300
_LONGEST = 60
_GLYPH = 9
_GAP = 9
_SHORTEST_URL = 12


class VerdictSubject(Struct, frozen=True, eq=False):
    verdict: Verdict
    crawler: Crawler
    shown_url: str
    sharers: tuple[str, ...]
    origin: Explained | None
    """Source of the rules; None for the draft."""
    close: NearestRules | None
    """The verdict among `LOOKED_AT` rules, if already computed."""

    def is_about_the_cell_of(self, other: "VerdictSubject | OutcomeVerdict | None") -> bool:
        """Return True if the other verdict is on the same cell."""
        return (
            isinstance(other, VerdictSubject)
            and other.crawler.token == self.crawler.token
            and other.shown_url == self.shown_url
            and other.verdict.path == self.verdict.path
        )


class _Told(NamedTuple):
    """The content of an explanation of a certain size."""

    subject: VerdictSubject
    is_expanded: bool
    is_narrow: bool
    close: NearestRules
    rules: RuleAlignment
    sentence: Phrase
    steps: tuple[Explained, ...]
    replaced: ReplacedRules | None
    samples: tuple[Sample, ...]


class WhyPanel(QWidget):
    """Explains one verdict; folds to one line."""

    def __init__(self, actions: WhyActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._subject: VerdictSubject | OutcomeVerdict | None = None
        self._told: _Told | None = None
        self._summarised: tuple[Crawler, PlainAccess] | None = None
        self._open_height = 0
        self._was_one_line = True
        self._build()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._header.folded_changed.connect(self._on_folded_changed)
        self._body.samples.opened.connect(self._on_opened)
        self._body.add_urls.clicked.connect(self._on_add_urls_clicked)
        self._body.comparison.more_requested.connect(self._on_more_requested)
        self._body.narrow_changed.connect(self._on_narrow_changed)
        self.show_nothing()

    @property
    def is_folded(self) -> bool:
        """True if the person folded the panel to one line."""
        return self._header.folded

    @property
    def is_one_line(self) -> bool:
        """True if only one line is shown: the panel is folded, or there is nothing to explain."""
        return self.is_folded or (self._subject is None and self._summarised is None)

    def show_verdict(
        self,
        verdict: Verdict,
        crawler: Crawler,
        shown_url: str,
        sharers: Sequence[str] = (),
        origin: OriginStep | None = None,
        close: NearestRules | None = None,
    ) -> None:
        """Explain a verdict.

        `sharers` names other crawlers that follow the same group. The first step shows where the rules come from, such
        as a server's answer: the draft without an `origin`. `close` is the verdict among `LOOKED_AT` rules, if already
        computed.
        """
        subject = VerdictSubject(verdict, crawler, shown_url, tuple(sharers), _first_step(origin), close)
        told = None if self.is_folded else self._tell(subject)
        if not subject.is_about_the_cell_of(self._subject):
            self._start_at_the_top()
        self._subject, self._told = subject, told
        self._update()

    def show_outcome(self, subject: OutcomeVerdict) -> None:
        """Explain a cell that the outcome of the fetch decides."""
        before = self._subject
        same_cell = isinstance(before, OutcomeVerdict) and (before.crawler.token, before.shown_url) == (
            subject.crawler.token,
            subject.shown_url,
        )
        if not same_cell:
            self._start_at_the_top()
        self._subject = subject
        self._update()

    def show_access(self, crawler: Crawler, access: PlainAccess) -> None:
        """Show in plain words what a crawler may fetch."""
        before = self._summarised if self._subject is None else None
        is_same = before is not None and before[0].token == crawler.token
        self._subject, self._summarised = None, (crawler, access)
        self._summary.show_access(access, is_same=is_same)
        self._update()

    def show_nothing(self, said: Phrase = ()) -> None:
        """Show one line: by default, how to get an explanation."""
        self._subject = self._summarised = None
        self._update()
        if said:
            self._line.set_content(said)

    def set_stale(self, stale: bool) -> None:
        """Dim the explanation while the draft is being edited."""
        self._body.set_stale(stale)
        self._summary.set_stale(stale)

    def set_folded(self, folded: bool) -> None:
        """Show only one line, or everything."""
        self._header.set_folded(folded)

    def show_test(self) -> None:
        """Show whether the cell has a test: the button then removes it."""
        if self._subject is not None:
            is_tested = self._actions.is_tested()
            self._test.setText(ntr(REMOVE_TEST, 1) if is_tested else tr("Expect this"))
            self._test.setToolTip(tr(_REMOVE_TIP if is_tested else _ADD_TIP))
            self._test.updateGeometry()

    def sizeHint(self) -> QSize:
        if self.is_one_line:
            return QSize(SIZES.right_width_min, SIZES.why_folded)
        window = self.window()
        is_low = window is not self and window.height() < SIZES.low_below
        usual = SIZES.why_open_low if is_low else SIZES.why_open
        return QSize(SIZES.right_width_min, self._open_height or usual)

    def _build(self) -> None:
        self._header = FoldingHeader(tr("Why"), self)
        self._crawler = Label("", self, px=12, weight=500, color="text2")
        self._crawler.setContentsMargins(8, 0, 0, 0)
        self._slash = Label("/", self, px=12, color="text3")
        self._url = ElidedLabel("", self, px=12, color="text2", mono=True, mode=Qt.TextElideMode.ElideMiddle)
        self._assumed = Chip(self)
        self._line = VerdictLine(self._actions.show_line, self)
        self._test = LinkLabel(tr("Expect this"), self)
        self._test.clicked.connect(self._actions.toggle_test)
        self._copy = LinkLabel(tr("Copy"), self)
        self._copy.clicked.connect(self._on_copy_text)
        for part in (self._crawler, self._slash):
            self._header.add_left(part)
        self._header.add_left(self._url, 1)
        self._header.add_left(self._line, 1)
        self._header.add_right(self._assumed)
        self._header.add_right(self._test)
        self._header.add_right(self._copy)
        self._body = WhyBody(self._actions, self)
        self._summary = SummaryView(self._actions, self)
        rows = column_in(self)
        rows.addWidget(self._header)
        rows.addWidget(self._body, 1)
        rows.addWidget(self._summary, 1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        rows = [
            MenuAction(tr("Copy as text"), self._on_copy_text),
            MenuAction(tr("Copy as Markdown"), self._on_copy_markdown),
        ]
        if self._subject is None:
            rows += [
                MenuAction(),
                MenuAction(tr("Copy as text, for all crawlers"), partial(self._copy_all, markdown=False)),
                MenuAction(tr("Copy as Markdown, for all crawlers"), partial(self._copy_all, markdown=True)),
            ]
        rows += [MenuAction(), MenuAction(tr("Compare crawlers…"), self._actions.compare_crawlers)]
        if self._subject or self._summarised:
            popup_at(build_menu(self, rows), event.globalPos(), self)

    def _crawlers_of(self, crawler: Crawler) -> Sequence[Crawler]:
        """Return the crawlers of the column that shows a crawler."""
        return self._actions.column_crawlers(crawler.token) or (crawler,)

    def _update(self) -> None:
        subject = self._subject
        self._apply_height()
        is_open = subject is not None and not self.is_folded
        for part in (self._crawler, self._slash, self._url, self._test):
            part.setVisible(is_open)
        self._copy.setVisible(subject is None and not self.is_one_line)
        self._line.setVisible(not is_open)
        if subject is None:
            self._line.set_content(self._summary_line())
            self._assumed.setVisible(False)
        elif self.is_folded:
            self._assumed.setVisible(False)
            self._show_folded(subject)
        else:
            self._show_open(subject)

    def _summary_line(self) -> Phrase:
        """Return what the header says while no cell is selected."""
        if self._summarised is None:
            return _plain(tr("Select a verdict to see why"))
        crawler, access = self._summarised
        crawlers = self._title_of(crawler)
        if self.is_folded:
            return WORDS.phrase(_SUMMARY_FOLDED, crawlers=crawlers, sentence=access.sentence)
        return WORDS.phrase(_SUMMARY_OF, crawlers=crawlers)

    def _start_at_the_top(self) -> None:
        self._body.comparison.fold()
        self._body.verticalScrollBar().setValue(0)

    def _show_folded(self, subject: VerdictSubject | OutcomeVerdict) -> None:
        if isinstance(subject, OutcomeVerdict):
            self._body.box.set_verdict(allowed=subject.allowed, by_rule=True)
            self._line.set_content(subject.sentence, *self._body.box.look)
            return
        verdict, title = subject.verdict, crawler_name(subject.crawler)
        self._body.box.set_verdict(allowed=verdict.allowed, by_rule=verdict.line is not None)
        self._line.set_content(folded_sentence(verdict, title, subject.shown_url), *self._body.box.look)

    def show_column(self) -> None:
        """Name the crawlers that the explained column shows now."""
        subject = self._subject
        if subject is not None:
            self.show_test()
            self._crawler.setText(self._title_of(subject.crawler))
            told = self._told
            if isinstance(subject, VerdictSubject) and told is not None and told.subject is subject:
                said = short_sentence(told.close.verdict, self._crawlers_of(subject.crawler))
                self._told = told._replace(sentence=said)
                self._say(said)
        elif self._summarised is not None:
            self._line.set_content(self._summary_line())

    def _title_of(self, crawler: Crawler) -> str:
        """Return the title of the column that shows a crawler."""
        return self._actions.column_title(crawler.token) or crawler_name(crawler)

    def _show_open(self, subject: VerdictSubject | OutcomeVerdict) -> None:
        title = crawler_name(subject.crawler)
        self.show_column()
        self._url.setText(shortened(subject.shown_url, _LONGEST_IN_HEADER))
        note = assumed_words(subject.crawler)
        self._assumed.setVisible(bool(note))
        if note != self._assumed.text:
            self._assumed.set_content(note, Tone.UNKNOWN)
        if isinstance(subject, OutcomeVerdict):
            self._show_outcome(subject)
        else:
            self._show_rules(subject, title)

    def _show_outcome(self, subject: OutcomeVerdict) -> None:
        body = self._body
        body.box.set_verdict(allowed=subject.allowed, by_rule=True)
        self._say(subject.sentence)
        body.steps.set_steps(outcome_steps(subject))
        if subject.verdict:
            close = nearest_rules(subject.verdict, self._looked_at, self._looked_at)
            body.comparison.set_comparison(align_rules(close, self._row_count, moot=True))
        else:
            body.comparison.set_comparison(NO_ALIGNMENT)
        body.comparison.setVisible(subject.verdict is not None)
        body.samples.hide()

    def _show_rules(self, subject: VerdictSubject, title: str) -> None:
        body, verdict, told = self._body, subject.verdict, self._told
        if told is None or (told.subject, told.is_expanded, told.is_narrow) != (subject, *self._size):
            told = self._told = self._tell(subject)
        body.comparison.set_comparison(told.rules)
        body.comparison.show()
        body.box.set_verdict(allowed=verdict.allowed, by_rule=verdict.line is not None)
        self._say(told.sentence)
        steps = [subject.origin or self._draft_step(), *told.steps]
        body.steps.set_steps(steps, {StepPart.GROUP: _replaced_paragraphs(told.replaced, title)})
        self._show_samples(told)

    @property
    def _size(self) -> tuple[bool, bool]:
        return self._body.comparison.is_expanded, self._body.is_narrow

    @property
    def _looked_at(self) -> int:
        return _ALL_ROWS if self._body.comparison.is_expanded else LOOKED_AT

    @property
    def _row_count(self) -> int:
        is_expanded, is_narrow = self._size
        return _ALL_ROWS if is_expanded else _NARROW_ROWS if is_narrow else _ROWS

    def _tell(self, subject: VerdictSubject) -> _Told:
        title, looked_at = crawler_name(subject.crawler), self._looked_at
        is_at_hand = subject.close is not None and looked_at == LOOKED_AT
        close = subject.close if is_at_hand and subject.close else nearest_rules(subject.verdict, looked_at, looked_at)
        return _Told(
            subject,
            *self._size,
            close,
            align_rules(close, self._row_count),
            short_sentence(close.verdict, self._crawlers_of(subject.crawler)),
            tuple(explain(close.steps, title, subject.sharers)),
            replaced_by(close.verdict),
            samples_of(close),
        )

    def _say(self, said: Phrase) -> None:
        self._body.sentence.set_paragraphs([Paragraph(said, PieceStyle(14), 22)])
        self._body.sentence.setAccessibleName(as_text(said))

    def _show_samples(self, told: _Told) -> None:
        body, rule = self._body, sampled_rule(told.close)
        body.samples.setVisible(bool(rule and told.samples))
        if rule and told.samples:
            body.samples.button.set_phrase(samples_title(rule))
            if body.samples.is_open:
                body.sample_urls.set_paragraphs(_sample_paragraphs(told.samples))

    def _draft_step(self) -> Explained:
        title, detail = tr("The draft, if served with 200"), tr("Its rules apply.")
        return Explained(_plain(title), _plain(detail), short=_plain(tr("if 200, rules apply")))

    def _apply_height(self) -> None:
        is_one_line = self.is_one_line
        height = SIZES.why_folded
        if is_one_line and not self._was_one_line and self.isVisible():
            self._open_height = self.height()
        self._body.setVisible(not is_one_line and self._subject is not None)
        self._summary.setVisible(not is_one_line and self._subject is None)
        self._header.set_lined(not is_one_line)
        self.setMinimumHeight(height if is_one_line else _LEAST_OPEN)
        self.setMaximumHeight(height if is_one_line else _NO_LIMIT)
        self.updateGeometry()
        if is_one_line is not self._was_one_line:
            self._was_one_line = is_one_line
            self._actions.note_one_line(is_one_line)

    def _on_folded_changed(self, folded: bool) -> None:
        self._update()
        self._actions.note_folded(folded)

    def _on_more_requested(self, _more: bool) -> None:
        self._update()

    def _on_narrow_changed(self, _narrow: bool) -> None:
        self._update()

    def _on_opened(self) -> None:
        self._update()

    def _on_add_urls_clicked(self) -> None:
        if self._told is not None:
            self._actions.test_paths(tuple(sample.path for sample in self._told.samples))

    def _on_copy_text(self) -> None:
        self._copy_words(markdown=False)

    def _on_copy_markdown(self) -> None:
        self._copy_words(markdown=True)

    def _copy_all(self, *, markdown: bool) -> None:
        QGuiApplication.clipboard().setText(self._actions.file_in_words(markdown=markdown))

    def _copy_words(self, *, markdown: bool) -> None:
        subject = self._subject
        if subject is None:
            if self._summarised:
                QGuiApplication.clipboard().setText(self._summarised[1].text(markdown=markdown))
            return
        if isinstance(subject, OutcomeVerdict):
            said = outcome_explanation(subject)
        else:
            verdict, crawler, url = subject.verdict, subject.crawler, subject.shown_url
            said = explanation(verdict, crawler, url, subject.sharers, subject.origin or self._draft_step())
        QGuiApplication.clipboard().setText(said.markdown() if markdown else said.text())


def _first_step(origin: OriginStep | None) -> Explained | None:
    if origin is None or not origin.title:
        return None
    clauses = (Clause(origin.clause, origin.source),) if origin.clause else ()
    return Explained(_plain(origin.title), _plain(origin.detail), clauses, short=_plain(origin.short))


def _replaced_paragraphs(replaced: ReplacedRules | None, title: str) -> list[Paragraph]:
    """List the rules that the group replaces, below their number."""
    if replaced is None:
        return []
    head = Paragraph(replaced_title(replaced, title), PieceStyle(12, 400, "text2"), 20, 4, STEP_INDENT)
    return [head, *replaced_paragraphs(replaced)]


def _plain(text: str) -> Phrase:
    return (Piece(text),) if text else ()


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


def _sample_paragraphs(samples: Sequence[Sample]) -> list[Paragraph]:
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


class VerdictLine(QWidget):
    """A glyph and a phrase; its URL is shortened if the line is too long, its line number is a link."""

    accessible_role = QAccessible.Role.Link

    def __init__(self, show_line: Callable[[int, bool], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._show_line = show_line
        self._phrase: Phrase = ()
        self._glyph: Glyph | None = None
        self._color = "text2"
        self._is_hovered = False
        self._style = PieceStyle(12, 400, "text2")
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    @property
    def text(self) -> str:
        return as_text(self._phrase)

    def set_content(self, phrase: Phrase, glyph: Glyph | None = None, color: str = "text2") -> None:
        """Show a phrase; `color` is the token of the glyph."""
        self._phrase, self._glyph, self._color = phrase, glyph, color
        has_link = any(piece.line for piece in phrase)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if has_link else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(as_text(phrase))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 24)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        if self._glyph:
            side = _GLYPH
            box = QRectF(1, rect.center().y() - side / 2, side, side)
            paint_glyph(painter, self._glyph, box, theme.color(self._color), 1.8)
        pieces = self._fitting()
        runs = [self._run(piece) for piece in pieces]
        draw_runs(painter, rect.adjusted(self._left(), 0, 0, 0), runs)
        if self.hasFocus():
            for link, _ in self._links():
                draw_focus_ring(painter, link.adjusted(-3, 2, 3, -2), 3, theme.color("accent"))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_hovered = self._line_at(event.position()) is not None
        if is_hovered != self._is_hovered:
            self._is_hovered = is_hovered
            self.setCursor(Qt.CursorShape.PointingHandCursor if is_hovered else Qt.CursorShape.ArrowCursor)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        line = self._line_at(event.position())
        if line is None or event.button() is not Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
        else:
            self._show_line(line, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        links = self._links()
        if links and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._show_line(links[0][1], bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    def _left(self) -> float:
        return _GLYPH + _GAP if self._glyph else 0

    def _run(self, piece: Piece) -> TextRun:
        font = self._style.font(piece)
        if piece.line and self._is_hovered:
            font.setUnderline(True)
        return TextRun(piece.text, font, self._style.color(piece))

    def _fitting(self) -> list[Piece]:
        """Return the pieces, with the URL shortened in the middle until the line fits."""
        pieces = [piece._replace(text=shortened(piece.text)) for piece in self._phrase]
        room = self.width() - self._left()
        place = next((at for at, piece in enumerate(pieces) if piece.kind is PieceKind.URL), None)
        if place is None:
            return pieces
        excess = runs_width([self._run(piece) for piece in pieces]) - room
        if excess > 0:
            url = pieces[place].text
            each = max(1.0, self._run(pieces[place]).width / max(1, len(url)))
            most = max(_SHORTEST_URL, len(url) - int(excess / each) - 2)
            pieces[place] = pieces[place]._replace(text=shortened(url, most))
        return pieces

    def _links(self) -> list[tuple[QRectF, int]]:
        x, found = self._left(), []
        for piece in self._fitting():
            width = self._run(piece).width
            if piece.line:
                found.append((QRectF(x, 0, width, self.height()), piece.line))
            x += width
        return found

    def _line_at(self, position: QPointF) -> int | None:
        return next((line for rect, line in self._links() if rect.contains(position)), None)
