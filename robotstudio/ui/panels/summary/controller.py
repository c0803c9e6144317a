"""What the file says, in plain words."""

from robotstudio.ui.context import Context, Controller, Tab
from robotstudio.ui.panels.summary.panel import SummaryPanel


class SummaryController(Controller):
    """Shows each analysis in the tab, and the lines that it speaks of in the editor."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.panel = SummaryPanel(context.theme)
        context.window.add_tab(Tab("summary", self.tr("Summary"), self.panel, self.panel.cards))
        context.session.analysis_painted.connect(self.panel.show_analysis)
        self.panel.line_activated.connect(context.editor.reveal_line)
