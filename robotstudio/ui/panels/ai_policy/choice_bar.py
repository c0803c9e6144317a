"""The controls of choices: those of a purpose in its row, and the bar with what a choice means and its paths."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from robotstudio.policy.model import ALLOW, BLOCK, LEAVE, PolicyChoice, PolicyError, Stance, only
from robotstudio.text.language import WORDS, Meant, tr
from robotstudio.ui.panels.ai_policy.rows import AiPolicyRow
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.segmented import SegmentedControl

PLAIN: Final = (LEAVE, ALLOW, BLOCK)
_PATHS = len(PLAIN)
_GAP, _MARGIN = 3, 7


class PurposeChoice(QWidget):
    """The choices for a purpose, in its row; calls `choose` with None for paths. Only by mouse: the table has keys."""

    def __init__(self, title: str, choose: Callable[[PolicyChoice | None], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._choose = choose
        names = (tr("Leave"), tr(Meant("Allow", "verb")), tr(Meant("Block", "verb")), tr("Only paths…"))
        self.choices = SegmentedControl(names, self)
        self.choices.setAccessibleName(WORDS.about(tr("Choice"), title))
        self.choices.leave_keyboard()
        self.choices.current_changed.connect(self._on_chosen)
        line = QHBoxLayout(self)
        line.setContentsMargins(SIZES.cell_inset, 1, 0, 2)
        line.addWidget(self.choices)
        line.addStretch(1)

    def show_choice(self, choice: PolicyChoice | None) -> None:
        """Show the choice; None as if it was left as it is."""
        is_plain = choice is None or choice.stance is not Stance.PATHS
        with QSignalBlocker(self.choices):
            self.choices.set_current(PLAIN.index(choice or LEAVE) if is_plain else _PATHS)

    def _on_chosen(self, place: int) -> None:
        self._choose(None if place == _PATHS else PLAIN[place])


class CrawlerChoice(QWidget):
    """A button at the end of a crawler's choice, which opens a menu. Only by mouse: the table has keys."""

    def __init__(self, title: str, open_menu: Callable[[], None], parent: QWidget) -> None:
        super().__init__(parent)
        button = GhostButton(tr("Change"), parent=self)
        button.set_low()
        button.show_chevron()
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAccessibleName(WORDS.about(tr("Change"), title))
        button.clicked.connect(open_menu)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 1, 0, 2)
        line.addStretch(1)
        line.addWidget(button)


class ChoiceBar(Bar):
    """Meaning of the choice for the selected row, and its paths; calls `choose` when these are entered."""

    is_lined_below = False

    def __init__(self, choose: Callable[[PolicyChoice], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._choose = choose
        self._row: AiPolicyRow | None = None
        self.title = ElidedLabel("", self, px=12, weight=600)
        self.about = ElidedLabel("", self, px=11, color="text2")
        self.paths = QLineEdit(self)
        self.paths.setProperty("controlSize", "small")
        prompt = tr("Paths, such as {example}, and Enter", example="/press/ /about/")
        self.paths.setPlaceholderText(prompt)
        self.paths.setAccessibleName(prompt)
        self.paths.setToolTip(prompt)
        self._lay_out()
        self.paths.returnPressed.connect(self._on_paths_written)
        self.show_row(None)

    def show_row(self, row: AiPolicyRow | None) -> None:
        """Show what a choice means for a row, and the paths that it has."""
        is_other = row is None or self._row is None or row.identity != self._row.identity
        self._row = row
        self.title.setText(row.title if row else "")
        self._show_about()
        choice = row.choice if row else None
        if is_other or choice is not None:
            self.paths.setText(str(choice).partition(" ")[2] if choice else "")
            self.paths.setVisible(choice is not None and choice.stance is Stance.PATHS)

    def ask_paths(self) -> None:
        """Let the user type the paths for the row."""
        self.paths.show()
        self.paths.setFocus()

    def _show_about(self, fault: str = "") -> None:
        self.about.setText(fault or (self._row.about if self._row else ""))
        self.about.set_color("warning" if fault else "text2")

    def _on_paths_written(self) -> None:
        try:
            choice = only(self.paths.text().split())
        except PolicyError as error:
            self._show_about(WORDS.tell(error.told))
        else:
            self._show_about()
            self._choose(choice)

    def _lay_out(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(_GAP)
        texts.addWidget(self.title)
        texts.addWidget(self.about)
        line = QHBoxLayout(self)
        line.setContentsMargins(SIZES.panel_inset, _MARGIN, SIZES.panel_inset, _MARGIN)
        line.setSpacing(SIZES.between_controls)
        line.addLayout(texts, 1)
        line.addWidget(self.paths, 1)
