"""The hint in an empty view."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.labels import Label


class EmptyHint(QWidget):
    """A centred sentence with an action."""

    def __init__(self, sentence: str, action: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = Label(sentence, self, px=13, color="text2")
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setWordWrap(True)
        self._button = SecondaryButton(action, parent=self)
        self._button.setVisible(bool(action))
        self.action_triggered = self._button.clicked
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 8, 24, 8)
        layout.setSpacing(12)
        layout.addStretch(1)
        layout.addWidget(self._sentence)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)

    @property
    def sentence(self) -> str:
        return self._sentence.text()

    def set_content(self, sentence: str, action: str = "") -> None:
        """Set the sentence, and the action or none."""
        self._sentence.setText(sentence)
        self._button.setText(action)
        self._button.setVisible(bool(action))
