"""A line that says whether the draft is live."""

from collections.abc import Mapping

from PySide6.QtWidgets import QHBoxLayout, QWidget

from robotstudio.draft.live_status import LiveState, LiveStatus, live_sentence
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.tone import TONES, Mark, Tone

_MARK, _GAP = 13, 7
_TONES: Mapping[LiveState | None, Tone] = {
    LiveState.SAME_BYTES: Tone.ALLOWED,
    LiveState.OTHER_BYTES: Tone.NOTE,
    LiveState.NO_ROBOTS: Tone.WARNING,
    LiveState.NO_FILE: Tone.WARNING,
    LiveState.NOT_KNOWN: Tone.UNKNOWN,
}


class LiveLine(QWidget):
    """The sentence, with a sign of its own: a tick only if the live file is the draft."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.mark = Mark(self, _MARK)
        self.text = Label("", self, px=12, weight=500, color="text")
        self.text.setWordWrap(True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_GAP)
        layout.addWidget(self.mark)
        layout.addWidget(self.text, 1)

    def show_status(self, status: LiveStatus) -> None:
        look = TONES[_TONES.get(status.state, Tone.NEUTRAL)]
        glyph = Glyph.DIFFERENCE if status.state is LiveState.OTHER_BYTES else look.glyph
        self.mark.show_glyph(glyph or Glyph.DASH, look.text)
        self.text.setText(live_sentence(status))
