"""Row above the list: the filter, and the button that applies all safe fixes."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from robotstudio.lint.model import Severity
from robotstudio.text.language import WORDS, Plural, ntr, put_in, tr
from robotstudio.ui.panels.problems.card_facts import ProblemActions
from robotstudio.ui.panels.problems.words import LOOKS
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import SecondaryButton
from robotstudio.ui.widgets.headers import ToolRow
from robotstudio.ui.widgets.pill import Pill
from robotstudio.ui.widgets.search import SearchField
from robotstudio.ui.widgets.segmented import SegmentedControl

_WORDS_FROM = 820
_SEARCH = 170


class ProblemToolRow(ToolRow):
    """Pills for severities, of which none or some are on; a search; the views; the button for all safe fixes."""

    filter_changed = Signal()
    view_changed = Signal(int)

    def __init__(self, actions: ProblemActions, parent: QWidget) -> None:
        super().__init__(parent)
        self._safe = 0
        self.pills: Mapping[Severity, Pill] = {
            severity: Pill(tr(look.title), look.glyph, "0", self) for severity, look in LOOKS.items()
        }
        for severity, pill in self.pills.items():
            pill.set_glyph_color(LOOKS[severity].color)
            pill.toggled.connect(self._on_toggled)
        self.search = SearchField(tr("Filter problems"), self)
        self.views = SegmentedControl((tr("Problems"), tr("Other validators")), self)
        self.safe = SecondaryButton("", Glyph.WAND, self)
        self.safe.set_small()
        self.safe.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 0, SIZES.panel_inset, 1)
        layout.setSpacing(SIZES.between_controls)
        for pill in self.pills.values():
            layout.addWidget(pill)
        layout.addWidget(self.search, _SEARCH)
        layout.addStretch(1)
        layout.addWidget(self.views)
        layout.addWidget(self.safe)
        self.search.textChanged.connect(self._on_text_changed)
        self.views.current_changed.connect(self._on_view_changed)
        self.safe.clicked.connect(actions.fix_safely)
        self.search.left.connect(actions.leave)
        self._fit()

    @property
    def severities(self) -> frozenset[Severity]:
        """The listed severities: all if no pill is on."""
        on = frozenset(severity for severity, pill in self.pills.items() if pill.isChecked())
        return on or frozenset(LOOKS)

    def show_counts(self, counts: Mapping[Severity, int], safe: int) -> None:
        """Show the number of findings for each severity, and how many have a safe fix."""
        for severity, pill in self.pills.items():
            count = counts.get(severity, 0)
            pill.set_count(WORDS.number(count))
            pill.setEnabled(bool(count) or pill.isChecked())
        self._safe = safe
        self._fit()

    def clear(self) -> None:
        for pill in self.pills.values():
            pill.setChecked(False)
        self.search.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, SIZES.tool_row)

    def _fit(self) -> None:
        """If space is short, show pills and button as icons with counts."""
        is_wide = self.width() >= _WORDS_FROM
        for pill in self.pills.values():
            pill.set_compact(not is_wide)
        self.search.setMaximumWidth(_SEARCH)
        whole = ntr(Plural("Apply 1 safe fix", "Apply {count} safe fixes"), self._safe)
        self.safe.setVisible(bool(self._safe))
        self.safe.setText(whole if is_wide else WORDS.number(self._safe))
        self.safe.setAccessibleName(whole)
        tip = tr("{words}: no verdict of any crawler changes. One step to undo.")
        self.safe.setToolTip(put_in(tip, {"words": whole}))

    def _on_toggled(self, _is_on: bool) -> None:
        self.filter_changed.emit()

    def _on_view_changed(self, view: int) -> None:
        for part in (*self.pills.values(), self.search):
            part.setVisible(not view)  # they apply to the list only
        self.view_changed.emit(view)

    def _on_text_changed(self, _text: str) -> None:
        self.filter_changed.emit()
