"""The card below the editor of a text that is generated from a project."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from robotstudio.text.language import tr
from robotstudio.ui.panels.environments.actions import ServedActions
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import Label

_INSET, _GAP, _EDGE = 14, 8, 3


class ServedCard(Bar):
    """A title, a sentence and actions; a warning if the text is no longer the one that is served."""

    is_lined_below = False

    def __init__(self, actions: ServedActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_warning = False
        self.title = Label("", self, px=13, weight=600)
        self.sentence = Label("", self, px=12, color="text2")
        self.compare_button = self._button(tr("Compare with the project’s text"))
        self.back_button = self._button(tr("Back to the generated text"))
        self.environments_button = self._button(tr("Environments…"))
        self._lay_out()
        self.compare_button.clicked.connect(actions.compare_with_base)
        self.back_button.clicked.connect(actions.go_back)
        self.environments_button.clicked.connect(actions.open_environments)

    def show_state(self, title: str, sentence: str, *, is_edited: bool, is_warning: bool) -> None:
        """Describe the text; if `is_edited`, offer to revert it."""
        self._is_warning = is_warning
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.back_button.setVisible(is_edited)
        self.compare_button.setVisible(not is_edited)
        self.show()
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Return a minimum width of 0: the card must not limit the editor's width."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        edge = QRectF(0, 0, _EDGE, self.height())
        QPainter(self).fillRect(edge, theme.color("warning" if self._is_warning else "accent"))

    def _lay_out(self) -> None:
        for label in (self.title, self.sentence):
            label.setWordWrap(True)
        bottom = QHBoxLayout()
        bottom.setSpacing(_GAP)
        for button in (self.compare_button, self.back_button, self.environments_button):
            bottom.addWidget(button)
        bottom.addStretch(1)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_INSET, _GAP, _GAP, _GAP + 2)
        rows.setSpacing(_GAP - 2)
        rows.addWidget(self.title)
        rows.addWidget(self.sentence)
        rows.addLayout(bottom)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _button(self, words: str) -> SecondaryButton:
        button = SecondaryButton(words, parent=self)
        button.set_small()
        return button
