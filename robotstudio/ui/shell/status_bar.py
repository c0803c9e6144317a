"""The status bar: buttons with facts that lead to their details, and the position of the caret."""

from msgspec import Struct
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, tr
from robotstudio.ui.language.language import side_by_side, together
from robotstudio.ui.theme.glyphs import VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import DrawnButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.painting import TextRun, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.tone import TONES, Tone

_GAP, _SIGN = 6, 12
_SMALL = (Glyph.CHECK, Glyph.CROSS, Glyph.DASH, Glyph.QUESTION)
_SERIOUS = (Tone.BLOCKED, Tone.WARNING)
_GROUPS = Plural("1 group", "{count} groups")
_RULES = Plural("1 rule", "{count} rules")


class StatusButton(DrawnButton):
    """An icon and a few words; hidden if there is nothing to show."""

    def __init__(self, parent: QWidget | None = None, glyph: Glyph | None = None) -> None:
        """Use an icon of its own, or that of the tone."""
        super().__init__(parent)
        self._glyph = glyph
        self._tone = Tone.NEUTRAL
        self._is_stale = False
        self._tone_glyph: Glyph | None = None
        self._rest = ""
        self._fact: tuple[str, Tone, str, Glyph | None, str] = ("", Tone.NEUTRAL, "", None, "")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.hide()

    def show_fact(
        self, text: str, tone: Tone, tooltip: str = "", glyph: Glyph | None = None, *, rest: str = ""
    ) -> None:
        """Show text in a tone with its glyph or another one, then the plain `rest`; an empty text hides the button."""
        if (text, tone, tooltip, glyph, rest) == self._fact:
            return  # called at every key
        self._fact = text, tone, tooltip, glyph, rest
        self._tone, self._tone_glyph = tone, glyph or TONES[tone].glyph
        self._rest = rest
        self.setText(together(" · ", text, rest))
        self.setAccessibleName(self.text())
        self.setToolTip(tooltip)
        self.setVisible(bool(text))
        self.updateGeometry()
        self.update()

    def set_stale(self, is_stale: bool) -> None:
        """Grey facts of an older text."""
        self._is_stale = is_stale
        self.update()

    def sizeHint(self) -> QSize:
        width = self._slot() + runs_width(self._runs(QColor())) + 5
        return QSize(round(width), SIZES.status_bar - 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect, look = QPainter(self), QRectF(self.rect()), TONES[self._tone]
        glyph = self._glyph or self._tone_glyph
        if glyph is not None:
            side, stroke = (SIZES.glyph, VERDICT_STROKE) if glyph in _SMALL else (_SIGN, 1.25)
            box = QRectF(2, rect.center().y() - side / 2, side, side)
            token = "text_disabled" if self._is_stale else "text2" if self._glyph else look.text
            paint_glyph(painter, glyph, box, theme.color(token), stroke)
        draw_runs(painter, rect.adjusted(2 + self._slot(), 0, 1, 0), self._runs(self.text_color()))
        if self.hasFocus():
            draw_focus_ring(painter, rect, 3, theme.color("accent"))

    def text_color(self) -> QColor:
        if self._is_stale:
            return theme.color("text_disabled")
        return theme.color(TONES[self._tone].text if self._tone in _SERIOUS else "text2")

    def _slot(self) -> float:
        glyph = self._glyph or self._tone_glyph
        if glyph is None:
            return 0
        return (SIZES.glyph if glyph in _SMALL else _SIGN) + _GAP

    def _runs(self, color: QColor) -> list[TextRun]:
        weight = 500 if self._tone in _SERIOUS else 400
        text = TextRun(self.text().removesuffix(self._rest), theme.fonts.ui(11, weight), color)
        plain = theme.color("text_disabled" if self._is_stale else "text2")
        return [text, TextRun(self._rest, theme.fonts.ui(11), plain)] if self._rest else [text]


_INSET = 14
_MESSAGE_MS = 8000


class StatusFacts(Struct, frozen=True):
    """Facts about the open file at one revision."""

    groups: int
    rules: int
    encoding: Message
    line_end: Message
    bom: bool
    size: int
    size_limit: int | None = 500 * 1024
    evaluation_ms: float | None = None


class StatusBar(Bar):
    """The state of the file at the left, a temporary message in the middle, form of the file and caret at the right."""

    is_lined_below = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(_INSET, 1, _INSET, 0)
        self._layout.setSpacing(20)
        self.project = self._button(tr("Project"), Glyph.LAYERS)
        self.problems = self._button(tr("Problems"))
        self.tests = self._button(tr("Tests"))
        self.crawl = self._button(tr(Meant("Crawl", "noun")), Glyph.REFRESH)
        self.message = ElidedLabel("", self, px=11, weight=500, color="text")
        self.message.setAccessibleName(tr("Message"))
        self._layout.addWidget(self.message, 1)
        self.file = self._button(tr("About this file"))
        self.caret = Label("", self, px=11, color="text2")
        self.caret.setAccessibleDescription(tr("Caret"))
        self._layout.addWidget(self.caret)
        self._message_draft: int | None = None
        self._message_timer = QTimer(self, singleShot=True)
        self._message_timer.timeout.connect(self.clear_message)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(SIZES.status_bar)

    def set_facts(self, facts: StatusFacts) -> None:
        """Show the facts of one revision."""
        size, limit = WORDS.size(facts.size), facts.size_limit
        is_over = limit is not None and facts.size > limit
        if limit is not None and is_over:
            size = tr("{size}, over {limit}", size=size, limit=WORDS.size(limit))
        form = (tr(facts.encoding), tr("BOM") if facts.bom else "", tr(facts.line_end), size)
        tone = Tone.WARNING if is_over else Tone.NEUTRAL
        self.file.show_fact(together(" · ", *form), tone, self._details(facts))
        self._make_room()

    def set_caret(self, line: int, column: int) -> None:
        """Show the position of the caret, both counted from 1."""
        self.caret.setText(tr("Ln {line}, Col {column}", line=WORDS.number(line), column=WORDS.number(column)))

    def show_no_file(self, note: str = "") -> None:
        """Show only a note at the right: no file is open."""
        self.problems.show_fact("", Tone.NEUTRAL)
        self.file.show_fact("", Tone.NEUTRAL)
        self.caret.setText(note)
        self._make_room()

    def show_message(
        self, sentence: str, tone: Tone = Tone.NEUTRAL, milliseconds: int = _MESSAGE_MS, *, draft: int | None = None
    ) -> None:
        """Show a temporary message; 0 milliseconds keeps it. `draft` is the revision that it is about."""
        self._message_draft = draft
        self.message.setText(sentence)
        self.message.set_color("text" if tone is Tone.NEUTRAL else TONES[tone].text)
        self._make_room()
        self._message_timer.stop()
        if milliseconds:
            self._message_timer.start(milliseconds)

    def follow_draft(self, revision: int) -> None:
        """Remove a message about an earlier revision of the draft."""
        if self._message_draft not in {None, revision}:
            self.clear_message()

    def clear_message(self) -> None:
        """Remove the message."""
        self._message_timer.stop()
        self.message.setText("")
        self._make_room()

    def sizeHint(self) -> QSize:
        return QSize(SIZES.window_min_width, SIZES.status_bar)

    def _button(self, name: str, glyph: Glyph | None = None) -> StatusButton:
        button = StatusButton(self, glyph)
        button.setAccessibleDescription(name)
        self._layout.addWidget(button)
        return button

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize}:
            self._make_room()  # a part has another preferred width, or the bar has another width
        return super().event(event)

    def _make_room(self) -> None:
        """Hide the form of the file while there is no room for it beside the rest."""
        shown = [part for part in (self.project, self.problems, self.tests, self.crawl) if not part.isHidden()]
        named = [part for part in (self.message, self.caret) if part.text()]
        needed = sum(part.sizeHint().width() + self._layout.spacing() for part in (*shown, *named, self.file))
        self.file.setVisible(bool(self.file.text()) and needed <= self.width() - 2 * _INSET)

    def _details(self, facts: StatusFacts) -> str:
        """Word what has no room in the bar, for a tooltip."""
        limit, time = facts.size_limit, facts.evaluation_ms
        size = WORDS.size(facts.size)
        if limit is not None and facts.size > limit:
            size = tr("Crawlers may ignore everything after the first {limit}.", limit=WORDS.size(limit))
        elif limit is not None:
            size = tr("{size} of {limit}", size=size, limit=WORDS.size(limit))
        counts = side_by_side((ntr(_GROUPS, facts.groups), ntr(_RULES, facts.rules)))
        evaluated = "" if time is None else tr("evaluated in {time}", time=WORDS.duration(time))
        return together("\n", tr("About this file"), counts, size, evaluated)
