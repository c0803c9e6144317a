"""Header of the panel: the count, the button that applies all safe fixes, the filter, and Close."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from robotstudio.text.language import WORDS, Plural, ntr, put_in, tr
from robotstudio.ui.language.language import native_keys
from robotstudio.ui.panels.problems.card_facts import ProblemActions
from robotstudio.ui.theme.glyphs import Glyph
from robotstudio.ui.theme.tokens import SIZES
from robotstudio.ui.widgets.buttons import GhostButton
from robotstudio.ui.widgets.headers import SectionHeader
from robotstudio.ui.widgets.labels import Label


class _SafeButton(GhostButton):
    """Applies all safe fixes; an icon and their number if space is short."""

    def _text_token(self) -> str:
        return "accent"


class ProblemsHeader(SectionHeader):
    """The title with the number of findings at the left, what can be done with all of them at the right."""

    def __init__(self, actions: ProblemActions, parent: QWidget) -> None:
        super().__init__(tr("Problems"), parent, height=SIZES.why_folded)
        self._safe = 0
        self.back = self.add_back(tr("Back to the problems"))
        self.count = Label("", self, px=12, color="text3")
        self.safe = _SafeButton("", parent=self)
        self.safe.set_small()
        self.filter = self._icon_button(Glyph.FILTER, tr("Filter problems"))
        self.filter.setCheckable(True)
        self.close_button = self._icon_button(Glyph.CLOSE, tr("Close the problems"))
        keys = tr("{next} next problem · {fix} quick fix")
        self.title.setToolTip(put_in(keys, {"next": native_keys("F8"), "fix": native_keys("Ctrl+.")}))
        self.back.hide()
        self.safe.hide()
        self.add_left(self.count)
        for button in (self.safe, self.filter, self.close_button):
            self.add_right(button)
        self.safe.clicked.connect(actions.fix_safely)
        self.close_button.clicked.connect(actions.hide_panel)

    def show_counts(self, total: int, safe: int, details: str) -> None:
        """Show the number of findings, and how many have a safe fix; `details` is the tooltip of the count."""
        self.count.setText(WORDS.number(total) if total else "")
        self.count.setToolTip(details)
        self.count.setAccessibleDescription(details)
        self._safe = safe
        self._fit()

    def show_others(self, *, is_shown: bool) -> None:
        """Show the title of the other validators, and a way back from them."""
        self.title.setText(tr("Other validators") if is_shown else tr("Problems"))
        self.back.setVisible(is_shown)
        self.count.setVisible(not is_shown)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def _fit(self) -> None:
        """Show the button for all safe fixes with its words if there is room for them."""
        whole = ntr(Plural("Apply 1 safe fix", "Apply {count} safe fixes"), self._safe)
        others = [part for part in (self.title, self.count, self.filter, self.close_button) if not part.isHidden()]
        taken = sum(part.sizeHint().width() + SIZES.between_controls for part in others) + 2 * SIZES.panel_inset
        has_room = taken + self.safe.width_for(whole, None) <= self.width()
        self.safe.setVisible(bool(self._safe) and self.back.isHidden())
        self.safe.setText(whole if has_room else WORDS.number(self._safe))
        self.safe.set_glyph(None if has_room else Glyph.WAND)
        self.safe.setAccessibleName(whole)
        tip = tr("{words}: no verdict of any crawler changes. One step to undo.")
        self.safe.setToolTip(put_in(tip, {"words": whole}))

    def _icon_button(self, glyph: Glyph, name: str) -> GhostButton:
        button = GhostButton(glyph=glyph, parent=self)
        button.set_small()
        button.setAccessibleName(name)
        button.setToolTip(name)
        return button
