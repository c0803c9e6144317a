"""The widgets that show what changes, and the two places that they share with the matrix and the editor."""

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from robotstudio.ui.pages import Views, ViewSwitch
from robotstudio.ui.panels.changes.danger_bar import DangerBar
from robotstudio.ui.panels.changes.draft_view import DraftColumn, DraftView
from robotstudio.ui.panels.changes.panel import ChangesPanel
from robotstudio.ui.theme.theme import Theme


@dataclass(frozen=True, slots=True)
class ChangeParts:
    """Each of them; `switch` belongs into the tool row of the verdicts."""

    panel: ChangesPanel
    views: Views
    switch: ViewSwitch
    draft: DraftView
    column: DraftColumn
    bar: DangerBar


def make_parts(theme: Theme, verdicts: QWidget, editor: QWidget) -> ChangeParts:
    """The parts around the view of the verdicts and the editor."""
    panel, switch, draft = ChangesPanel(theme), ViewSwitch(theme), DraftView(theme)
    views = Views(verdicts, panel, (switch, panel.tool_row.switch))
    return ChangeParts(panel, views, switch, draft, DraftColumn(editor, draft), DangerBar(theme))
