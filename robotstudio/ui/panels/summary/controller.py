"""What the file says, in plain words."""

from functools import cached_property
from typing import TYPE_CHECKING

from robotstudio.ui.context import Context, Controller, Tab

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from robotstudio.ui.panels.summary.panel import SummaryPanel


class SummaryController(Controller):
    """Shows each analysis in the tab, and the lines that it speaks of in the editor."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.window.add_tab(Tab("summary", self.tr("Summary"), self))

    @cached_property
    def panel(self) -> "SummaryPanel":
        from robotstudio.ui.panels.summary.panel import SummaryPanel  # noqa: PLC0415  # when it is first shown

        panel = SummaryPanel(self._theme)
        panel.line_activated.connect(self._editor.reveal_line)
        self._session.analysis_painted.connect(panel.show_analysis)
        if self._session.analysis is not None:
            panel.show_analysis(self._session.analysis)
        return panel

    @property
    def main_part(self) -> "QWidget":
        return self.panel.cards

    def say_again(self) -> None:
        if self.has_panel:
            self.panel.say_again()
