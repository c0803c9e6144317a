"""The status bar: facts about the file, the position of the caret, and buttons that lead to details."""

from msgspec import Struct
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from robotstudio.text.language import WORDS, Meant, Message, Plural, ntr, put_in, tr
from robotstudio.ui.language.language import side_by_side
from robotstudio.ui.theme.glyphs import VERDICT_STROKE, Glyph, paint_glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import DrawnButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import ElidedLabel, Label
from robotstudio.ui.widgets.painting import TextRun, draw_focus_ring, draw_runs, runs_width
from robotstudio.ui.widgets.tone import TONES, Tone

_GAP, _SIGN, _BETWEEN = 6, 12, 24
_SMALL = (Glyph.CHECK, Glyph.CROSS, Glyph.DASH, Glyph.QUESTION)
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
        self._fact = ("", Tone.NEUTRAL, "")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.hide()

    def show_fact(self, text: str, tone: Tone, tooltip: str = "") -> None:
        """Show text in a tone; an empty text hides the button."""
        if (text, tone, tooltip) == self._fact:
            return  # called at every key
        self._fact = text, tone, tooltip
        self._tone = tone
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(tooltip)
        self.setVisible(bool(text))
        self.updateGeometry()
        self.update()

    def set_stale(self, is_stale: bool) -> None:
        """Grey facts of an older text."""
        self._is_stale = is_stale
        self.update()

    def sizeHint(self) -> QSize:
        width = self._slot() + runs_width([self._run(QColor())]) + 5
        return QSize(round(width), SIZES.status_bar - 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect, look = QPainter(self), QRectF(self.rect()), TONES[self._tone]
        glyph = self._glyph or look.glyph
        if glyph is not None:
            side, stroke = (SIZES.glyph, VERDICT_STROKE) if glyph in _SMALL else (_SIGN, 1.25)
            box = QRectF(2, rect.center().y() - side / 2, side, side)
            token = "text_disabled" if self._is_stale else "text2" if self._glyph else look.text
            paint_glyph(painter, glyph, box, theme.color(token), stroke)
        draw_runs(painter, rect.adjusted(2 + self._slot(), 0, 1, 0), [self._run(self._color())])
        if self.hasFocus():
            draw_focus_ring(painter, rect, 3, theme.color("accent"))

    def _color(self) -> QColor:
        if self._is_stale:
            return theme.color("text_disabled")
        return theme.color("warning" if self._tone is Tone.WARNING else "text2")

    def _slot(self) -> float:
        glyph = self._glyph or TONES[self._tone].glyph
        if glyph is None:
            return 0
        return (SIZES.glyph if glyph in _SMALL else _SIGN) + _GAP

    def _run(self, color: QColor) -> TextRun:
        weight = 500 if self._tone is Tone.WARNING else 400
        return TextRun(self.text(), theme.fonts.ui(11, weight), color)


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


class _Separator(QFrame):
    """A line one pixel wide between two fields."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(1, 11)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.color("border"))


class StatusBar(Bar):
    """The evaluation at the left, a temporary message in the middle, facts about the file at the right."""

    is_lined_below = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stale = False
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(_INSET, 1, _INSET, 0)
        self._layout.setSpacing(20)
        self.project = StatusButton(self, Glyph.LAYERS)
        self.project.setAccessibleDescription(tr("Project"))
        self._layout.addWidget(self.project)
        self.problems = StatusButton(self)
        self.problems.setAccessibleDescription(tr("Problems"))
        self._layout.addWidget(self.problems)
        self.tests = StatusButton(self)
        self.tests.setAccessibleDescription(tr("Tests"))
        self._layout.addWidget(self.tests)
        self.crawl = StatusButton(self, Glyph.REFRESH)
        self.crawl.setAccessibleDescription(tr(Meant("Crawl", "noun")))
        self._layout.addWidget(self.crawl)
        self._buttons = self.findChildren(StatusButton)
        self.rules = self._field(tr("Groups and rules"))
        self.evaluation = self._field(tr("Last evaluation"))
        self.message = ElidedLabel("", self, px=11, weight=500, color="text")
        self.message.setAccessibleName(tr("Message"))
        self._layout.addWidget(self.message, 1)
        self._right = QHBoxLayout()
        self._right.setSpacing(11)
        self._layout.addLayout(self._right)
        self._separators: list[_Separator] = []
        self.encoding = self._right_field(tr("Encoding"))
        self.line_end = self._right_field(tr("Line end"))
        self.bom = self._right_field(tr("Byte order mark"))
        self.size_field = self._right_field(tr("Size"))
        self.caret = self._right_field(tr("Caret"))
        self._message_draft: int | None = None
        self._message_timer = QTimer(self, singleShot=True)
        self._message_timer.timeout.connect(self.clear_message)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(SIZES.status_bar)
        self.show_no_file()

    def set_facts(self, facts: StatusFacts) -> None:
        """Show the facts of one revision."""
        self.rules.setText(self._rules_text(facts))
        self.evaluation.setText(
            "" if facts.evaluation_ms is None else tr("evaluated in {time}", time=WORDS.duration(facts.evaluation_ms))
        )
        self.encoding.setText(tr(facts.encoding))
        self.line_end.setText(tr(facts.line_end))
        self.bom.setText(tr("BOM") if facts.bom else tr("no BOM"))
        self._show_size(facts)
        self._show_fields()

    def set_caret(self, line: int, column: int) -> None:
        """Show the position of the caret, both counted from 1."""
        self.caret.setText(tr("Ln {line}, Col {column}", line=WORDS.number(line), column=WORDS.number(column)))
        self._show_fields()

    def set_stale(self, stale: bool) -> None:
        """Grey the facts of an older revision, until the new ones arrive."""
        if stale == self._stale:
            return
        self._stale = stale
        for label in (self.rules, self.evaluation):
            label.set_color("text_disabled" if stale else "text2")
        self.tests.set_stale(stale)

    def show_no_file(self, note: str = "") -> None:
        """Show that no file is open, with a note at the right."""
        for label in (self.evaluation, self.encoding, self.line_end, self.bom, self.size_field):
            label.setText("")
        self.problems.show_fact("", Tone.NEUTRAL)
        self.rules.setText(tr("No file open"))
        self.caret.setText(note)
        self._show_fields()

    def show_nothing(self) -> None:
        """Clear the facts of a file that is not evaluated yet."""
        self.rules.setText("")
        self._show_fields()

    def show_message(
        self, sentence: str, tone: Tone = Tone.NEUTRAL, milliseconds: int = _MESSAGE_MS, *, draft: int | None = None
    ) -> None:
        """Show a temporary message; 0 milliseconds keeps it. `draft` is the revision that it is about."""
        self._message_draft = draft
        self.message.setText(sentence)
        self.message.set_color("text" if tone is Tone.NEUTRAL else TONES[tone].text)
        self._show_fields()
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
        self._show_fields()

    def sizeHint(self) -> QSize:
        return QSize(SIZES.window_min_width, SIZES.status_bar)

    def _field(self, name: str) -> Label:
        label = Label("", self, px=11, color="text2")
        label.setAccessibleDescription(name)
        self._layout.addWidget(label)
        return label

    def _right_field(self, name: str) -> Label:
        if self._right.count():
            separator = _Separator(self)
            self._separators.append(separator)
            self._right.addWidget(separator, 0, Qt.AlignmentFlag.AlignVCenter)
        label = Label("", self, px=11, color="text2")
        label.setAccessibleDescription(name)
        self._right.addWidget(label)
        return label

    def _right_labels(self) -> tuple[Label, ...]:
        return (self.encoding, self.line_end, self.bom, self.size_field, self.caret)

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize}:
            self._show_fields()  # a part has another preferred width, or the bar has another width
        return super().event(event)

    def _show_fields(self) -> None:
        """Hide empty fields with their separator, and the least important ones if there is no room for all.

        A temporary message takes precedence over permanent facts.
        """
        named = (*self._right_labels(), self.evaluation, self.rules)
        shown = [label for label in named if label.text()]
        buttons = [button for button in self._buttons if not button.isHidden()]
        room = self.width() - 2 * _INSET - sum(button.sizeHint().width() + self._layout.spacing() for button in buttons)
        yielding = (self.evaluation, self.bom, self.line_end, self.encoding)
        said = self.message.sizeHint().width() + _BETWEEN if self.message.text() else 0
        for least in (*yielding, self.size_field, self.rules):
            needed = sum(label.sizeHint().width() + _BETWEEN for label in shown)
            if needed + (said if least in yielding else 0) <= room:
                break
            shown = [label for label in shown if label is not least]
        shown_before = False
        for index, label in enumerate(self._right_labels()):
            label.setVisible(label in shown)
            if index:
                self._separators[index - 1].setVisible(label in shown and shown_before)
            shown_before = shown_before or label in shown
        for label in (self.evaluation, self.rules):
            label.setVisible(label in shown)

    def _show_size(self, facts: StatusFacts) -> None:
        limit = facts.size_limit
        size = WORDS.size(facts.size)
        if limit is None:
            self.size_field.setText(size)
            self.size_field.setToolTip("")
            self.size_field.set_color("text2")
            return
        over = facts.size > limit
        text = tr("{size} of {limit}") if not over else tr("{size}, over {limit}")
        self.size_field.setText(put_in(text, {"size": size, "limit": WORDS.size(limit)}))
        self.size_field.set_color("warning" if over else "text2")
        self.size_field.setToolTip(
            tr("Crawlers may ignore what lies behind the first {limit}.", limit=WORDS.size(limit)) if over else ""
        )

    def _rules_text(self, facts: StatusFacts) -> str:
        return side_by_side((ntr(_GROUPS, facts.groups), ntr(_RULES, facts.rules)))
