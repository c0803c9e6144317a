"""The card below the editor that explains an open example: what to look at, and what to change."""

from typing import Protocol

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from robotstudio.project.lessons import Lesson
from robotstudio.text.language import Meant, tr
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.theme import theme
from robotstudio.ui.widgets.buttons import GhostButton, SecondaryButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import Label
from robotstudio.ui.widgets.segmented import SegmentedControl

SEE, CHANGE = range(2)
_INSET, _GAP, _EDGE = 14, 8, 3
_JOINER = "\u2060"


def with_whole_paths(text: str) -> str:
    """Prevent line breaks inside paths."""
    return text.replace("/", f"/{_JOINER}")


class CardActions(Protocol):
    """Implemented by the controller."""

    def show_step(self, step: int) -> None:
        """Show the panel of a step."""

    def go_on(self) -> None:
        """Open the next example."""

    def leave(self) -> None:
        """Hide the card; the example stays open."""


class ExampleCard(Bar):
    """Two steps, as high as the longer of them."""

    is_lined_below = False

    def __init__(self, actions: CardActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._lesson: Lesson | None = None
        self._follower: Lesson | None = None
        self.title = Label("", self, px=13, weight=600)
        self.place = Label("", self, px=11, color="text3")
        self.close_button = GhostButton(glyph=Glyph.CLOSE, parent=self)
        self.close_button.setAccessibleName(tr("Close"))
        self.close_button.setToolTip(tr("Close"))
        self.texts = QStackedWidget(self)
        self.see, self.change = (Label("", self.texts, px=12, color="text2") for _ in range(2))
        self.steps = SegmentedControl((tr("What to see"), tr("What to change")), self)
        self.next_button = SecondaryButton(tr(Meant("Next", "step")), parent=self)
        self.next_button.set_small()
        self._lay_out()
        self.steps.current_changed.connect(self._on_step_changed)
        self.next_button.clicked.connect(self._on_next)
        self.close_button.clicked.connect(actions.leave)

    def show_lesson(self, lesson: Lesson, place: str, follower: Lesson | None) -> None:
        """Start an example; `place` is its position such as “2 of 9”, `follower` the next example."""
        self._lesson, self._follower = lesson, follower
        self.place.setText(place)
        self.steps.set_current(SEE)
        self._show_texts()
        self.show()

    def _show_texts(self) -> None:
        if self._lesson is None:
            return
        self.title.setText(tr(self._lesson.title))
        self.see.setText(with_whole_paths(tr(self._lesson.see)))
        self.change.setText(with_whole_paths(tr(self._lesson.change)))
        self.setAccessibleName(self.title.text())
        self._update_next()

    def minimumSizeHint(self) -> QSize:
        """Return a minimum width of 0: the card must not limit the editor's width."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        edge = QRectF(0, 0, _EDGE, self.height())
        QPainter(self).fillRect(edge, theme.color("accent"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._actions.leave()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        top, bottom = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.title, 1)
        for part in (self.place, self.close_button):
            top.addWidget(part)
        for label in (self.see, self.change):
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            self.texts.addWidget(label)
        for label in (self.title, self.see, self.change):
            label.setWordWrap(True)
        bottom.addWidget(self.steps)
        bottom.addStretch(1)
        bottom.addWidget(self.next_button)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(_INSET, _GAP, _GAP, _GAP + 2)
        rows.setSpacing(_GAP - 2)
        rows.addLayout(top)
        rows.addWidget(self.texts)
        rows.addLayout(bottom)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _update_next(self) -> None:
        """Update tooltip and state of the Next button."""
        title = tr(self._follower.title) if self._follower else ""
        if self.steps.current == SEE:
            title = tr("What to change")
        self.next_button.setToolTip(title)
        self.next_button.setAccessibleDescription(title)
        self.next_button.setEnabled(bool(title))

    def _on_step_changed(self, step: int) -> None:
        self.texts.setCurrentIndex(step)
        self._update_next()
        self._actions.show_step(step)

    def _on_next(self) -> None:
        if self.steps.current == SEE:
            self.steps.set_current(CHANGE)
        else:
            self._actions.go_on()
