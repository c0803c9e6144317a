"""The row with the choices for the selected purpose or crawler."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from robotstudio.policy.model import ALLOW, BLOCK, LEAVE, PolicyChoice, PolicyError, Stance, only
from robotstudio.text.language import WORDS, Meant, tr
from robotstudio.ui.panels.ai_policy.rows import AiPolicyRow
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.grounds import Bar
from robotstudio.ui.widgets.labels import ElidedLabel
from robotstudio.ui.widgets.segmented import SegmentedControl

_PATHS, _AS_PURPOSE = 3, 4
_PLAIN: Final = (LEAVE, ALLOW, BLOCK)
_GAP, _MARGIN = 3, 7


class ChoiceBar(Bar):
    """Calls `choose` with the choice; None removes the crawler's own choice."""

    is_lined_below = False

    def __init__(self, choose: Callable[[PolicyChoice | None], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._choose = choose
        self._row: AiPolicyRow | None = None
        self.title = ElidedLabel("", self, px=12, weight=600)
        self.about = ElidedLabel("", self, px=11, color="text2")
        names = (
            tr("Leave"),
            tr(Meant("Allow", "verb")),
            tr(Meant("Block", "verb")),
            tr("Only paths…"),
            tr("As its purpose"),
        )
        self.choices = SegmentedControl(names, self)
        self.choices.setAccessibleName(tr("Choice"))
        self.paths = QLineEdit(self)
        self.paths.setProperty("controlSize", "small")
        prompt = tr("Paths, such as {example}, and Enter", example="/press/ /about/")
        self.paths.setPlaceholderText(prompt)
        self.paths.setAccessibleName(prompt)
        self.paths.setToolTip(prompt)
        self._lay_out()
        self.choices.current_changed.connect(self._on_chosen)
        self.paths.returnPressed.connect(self._on_paths_written)
        self.show_row(None)

    def show_row(self, row: AiPolicyRow | None) -> None:
        """Show the choice of a row; without a row the bar is disabled."""
        is_other = row is None or self._row is None or row.identity != self._row.identity
        self._row = row
        self.choices.setEnabled(row is not None)
        self.title.setText(row.title if row else "")
        self._say_about()
        choice = row.choice if row else None
        if is_other or choice is not None:
            self._show_choice(choice)

    def _show_choice(self, choice: PolicyChoice | None) -> None:
        is_crawler = self._row is not None and self._row.crawler is not None
        place = _AS_PURPOSE if is_crawler else 0
        if choice is not None:
            place = _PATHS if choice.stance is Stance.PATHS else _PLAIN.index(choice)
        with QSignalBlocker(self.choices):
            self.choices.set_segment_enabled(
                _AS_PURPOSE, is_crawler, tr("A purpose has no purpose above it; leave it as it is.")
            )
            self.choices.set_current(place)
        self.paths.setText(str(choice).partition(" ")[2] if choice else "")
        self.paths.setVisible(place == _PATHS)

    def _say_about(self, fault: str = "") -> None:
        self.about.setText(fault or (self._row.about if self._row else ""))
        self.about.set_color("warning" if fault else "text2")

    def _on_chosen(self, place: int) -> None:
        self._say_about()
        self.paths.setVisible(place == _PATHS)
        if place == _PATHS:
            self.paths.setFocus()
        else:
            self._choose(None if place == _AS_PURPOSE else _PLAIN[place])

    def _on_paths_written(self) -> None:
        try:
            choice = only(self.paths.text().split())
        except PolicyError as error:
            self._say_about(WORDS.tell(error.told))
        else:
            self._say_about()
            self._choose(choice)

    def _lay_out(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(_GAP)
        texts.addWidget(self.title)
        texts.addWidget(self.about)
        line = QHBoxLayout()
        line.setSpacing(SIZES.between_controls)
        line.addWidget(self.choices)
        line.addWidget(self.paths, 1)
        line.addStretch(0)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(SIZES.panel_inset, _MARGIN, SIZES.panel_inset, _MARGIN)
        rows.setSpacing(_MARGIN)
        rows.addLayout(texts)
        rows.addLayout(line)
