"""The meaning of the answer in one line, and the actions for it."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.draft.live_status import LiveStatus
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.panels.fetch.sentences import BannerFacts
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.live_line import LiveLine
from robotstudio.ui.widgets.tone import Tone, ToneBox

_HEIGHT, _NARROW_HEIGHT = 78, 116
_NARROW_BELOW = 900


class Banner(QWidget):
    """Its height depends on its width only, so that results do not move the content below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._room = 0
        self._box = ToneBox(self)
        self.headline = Label("", self, px=14, weight=600)
        self.live = LiveLine(self)
        self.detail = Label("", self, px=12, color="text2")
        self.load_button = SecondaryButton(tr("Load into editor"), parent=self)
        self.compare_button = SecondaryButton(tr("Compare with editor"), Glyph.DIFFERENCE, self)
        self.compare_button.setCheckable(True)
        self.again_button = SecondaryButton(tr("Try again"), Glyph.REFRESH, self)
        self.anyway_button = SecondaryButton(tr("Fetch anyway"), parent=self)
        self.anyway_button.setToolTip(tr("Once, and for this host only, without verifying its certificate"))
        self.plain_button = SecondaryButton(tr("Try http"), parent=self)
        self.plain_button.setToolTip(tr("Without encryption. Its robots.txt applies only to http URLs."))
        self.access_button = SecondaryButton(tr("Access…"), Glyph.LOCK, self)
        self.access_button.setToolTip(tr("Enter a password, token, cookies or a signature for this site"))
        self.cancel_button = SecondaryButton(tr("Cancel"), parent=self)
        self.real_button = SecondaryButton(tr("Back to the real answer"), parent=self)
        self._lay_out()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._fit()

    def show_facts(
        self,
        facts: BannerFacts,
        *,
        can_load: bool,
        can_repeat: bool,
        can_trust: bool = False,
        can_be_plain: bool = False,
        can_be_opened: bool = False,
    ) -> None:
        """Show the meaning of an answer and offer matching actions."""
        self._box.set_tone(facts.tone)
        self._show_texts(facts.headline, facts.detail)
        self._offer(
            self.anyway_button if can_trust else None,
            self.plain_button if can_be_plain else None,
            self.access_button if can_be_opened else None,
            self.again_button if can_repeat else None,
            self.load_button if can_load else None,
        )

    def show_live(self, status: LiveStatus | None) -> None:
        """Show whether the draft is live; None if the answer says nothing about it."""
        self.live.setVisible(status is not None)
        if status is not None:
            self.live.show_status(status)
            self.setAccessibleDescription(WORDS.sentences((self.live.text.text(), self.detail.text())))

    def show_supposed(self, headline: str, detail: str, *, can_be_opened: bool = False) -> None:
        """Show the meaning of a supposed answer; the real one may have been refused."""
        self._box.set_tone(Tone.WARNING)
        self._show_texts(headline, detail)
        self._offer(self.access_button if can_be_opened else None, self.real_button)

    def show_loading(self, headline: str, phase: str) -> None:
        """Show that a fetch is running."""
        self._box.set_tone(Tone.NEUTRAL, Glyph.REFRESH)
        self._show_texts(headline, phase)
        self._offer(self.cancel_button)

    def set_room(self, width: int) -> None:
        """Set the width of the tab in advance, so that the first answer does not change the height of the banner."""
        self._room = width
        self._fit()

    def set_comparing(self, comparing: bool) -> None:
        """Show if the comparison is open."""
        self.compare_button.setChecked(comparing)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        painter.fillRect(rect, theme.color("surface"))
        painter.fillRect(QRectF(0, rect.height() - 1, rect.width(), 1), theme.color("border"))

    def _lay_out(self) -> None:
        for label in (self.headline, self.detail):
            label.setWordWrap(True)
            label.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(self.headline)
        words.addWidget(self.live)
        words.addWidget(self.detail)
        words.addStretch(1)
        self._buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._buttons.setSpacing(6)
        for button in self._all_buttons():
            self._buttons.addWidget(button)
            button.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
        actions = QVBoxLayout()
        actions.addStretch(1)
        actions.addLayout(self._buttons)
        actions.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SIZES.panel_inset, 0, SIZES.panel_inset, 1)
        layout.setSpacing(10)
        layout.addWidget(self._box)
        layout.addLayout(words, 1)
        layout.addLayout(actions)

    def _all_buttons(self) -> tuple[QPushButton, ...]:
        return (
            self.anyway_button,
            self.plain_button,
            self.access_button,
            self.again_button,
            self.load_button,
            self.compare_button,
            self.cancel_button,
            self.real_button,
        )

    def _show_texts(self, headline: str, detail: str) -> None:
        for label, text in ((self.headline, headline), (self.detail, detail)):
            label.setText(text)
            label.setToolTip(text)
        self.detail.setVisible(bool(detail))
        self.live.hide()
        self.setAccessibleName(headline)
        self.setAccessibleDescription(detail)

    def _offer(self, *offered: QPushButton | None) -> None:
        wanted = {button for button in offered if button is not None}
        if self.load_button in wanted:
            wanted.add(self.compare_button)
        had_focus = any(button.hasFocus() for button in self._all_buttons() if button not in wanted)
        for button in wanted:
            button.show()
        if had_focus:
            # Keep the focus in the banner when its focused button is hidden.
            for button in self._all_buttons()[::-1]:
                if button in wanted:
                    button.setFocus()
        for button in self._all_buttons():
            button.setVisible(button in wanted)

    def _fit(self) -> None:
        is_narrow = self._room < _NARROW_BELOW
        direction = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        if self._buttons.direction() != direction:
            self._buttons.setDirection(direction)
        self.setFixedHeight(_NARROW_HEIGHT if is_narrow else _HEIGHT)
