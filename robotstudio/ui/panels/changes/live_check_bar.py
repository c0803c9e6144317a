"""The result of the live check, above the changes."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from robotstudio.draft.live_check import LiveCheck
from robotstudio.engine.crawlers import Crawler
from robotstudio.text.language import tr
from robotstudio.ui.language.language import together
from robotstudio.ui.panels.changes.live_words import answer_of, live_words
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import Label, LinkLabel
from robotstudio.ui.widgets.tone import Tone, ToneBox


class LiveCheckActions(Protocol):
    """Requests of the bar, implemented by its controller."""

    def check_live(self) -> None:
        """Check the live file."""

    def cancel(self) -> None:
        """Cancel the check."""

    def copy(self) -> None:
        """Copy the result as text."""

    def show_answer(self) -> None:
        """Show what the server answered."""

    def dismiss(self) -> None:
        """Forget the result."""


class LiveCheckBar(Bar):
    """Shown from a check until it is closed; while the next check runs, the last result stays."""

    ground = "surface"

    def __init__(self, actions: LiveCheckActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._is_asking = False
        self._box = ToneBox(self)
        self.headline = Label("", self, px=13, weight=600)
        self.meaning = Label("", self, px=12, color="text2")
        self.facts = Label("", self, px=12, color="text2")
        self.state = Label("", self, px=12, color="text2")
        self.again_link = LinkLabel(tr("Check again"), self)
        self.answer_link = LinkLabel(tr("Show the answer"), self)
        self.copy_link = LinkLabel(tr("Copy as text"), self)
        self.close_button = GhostButton(glyph=Glyph.CLOSE, parent=self)
        self.close_button.setAccessibleName(tr("Close"))
        self.close_button.setToolTip(tr("Close"))
        self._lay_out()
        self.again_link.clicked.connect(self._on_again)
        self.answer_link.clicked.connect(actions.show_answer)
        self.copy_link.clicked.connect(actions.copy)
        self.close_button.clicked.connect(actions.dismiss)
        self.hide()

    def show_check(self, check: LiveCheck | None, crawlers: Sequence[Crawler], state: str, *, is_asking: bool) -> None:
        """Show a result, and how far the next one is."""
        self._is_asking = is_asking
        self.setVisible(check is not None or bool(state))
        self.again_link.setText(tr("Cancel") if is_asking else tr("Check again"))
        self.again_link.updateGeometry()
        if check is None:
            self._box.set_tone(Tone.NEUTRAL if is_asking else Tone.UNKNOWN, Glyph.REFRESH)
            unknown = tr("Unknown: the live file could not be read.")
            self.headline.setText(tr("Asking the site…") if is_asking else unknown)
            texts: tuple[str, ...] = ("", "")
        else:
            answer = answer_of(check, crawlers)
            self._box.set_tone(answer.tone)
            self.headline.setText(answer.headline)
            texts = (answer.meaning, together(" · ", answer.bytes_said, answer.verdicts_said))
            self.headline.setToolTip(live_words(check))
        for label, said in zip((self.meaning, self.facts, self.state), (*texts, state), strict=True):
            label.setText(said)
            label.setVisible(bool(said))
        self.answer_link.setVisible(check is not None and not check.is_compared)
        self.copy_link.setVisible(check is not None)
        self.close_button.setVisible(not is_asking)
        self.setAccessibleDescription(self.headline.text())

    def _lay_out(self) -> None:
        said = QVBoxLayout()
        said.setSpacing(4)
        for label in (self.headline, self.meaning, self.facts, self.state):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            said.addWidget(label)
        links = QHBoxLayout()
        links.setSpacing(SIZES.between_controls)
        for link in (self.again_link, self.answer_link, self.copy_link):
            links.addWidget(link)
        links.addStretch(1)
        said.addLayout(links)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SIZES.panel_inset, 10, 6, 10)
        layout.setSpacing(12)
        layout.addWidget(self._box, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(said, 1)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)

    def _on_again(self) -> None:
        (self._actions.cancel if self._is_asking else self._actions.check_live)()
