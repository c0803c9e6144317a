"""The list of filters of the Simulation tab, as it is read."""

from robotstudio.ui.panels.simulation.tool_row import MatrixToolRow


def filters_of(row: MatrixToolRow) -> dict[str, str]:
    """Return the listed filters and their counts."""
    found = (action.text().partition("\t") for action in row.filter_menu().actions() if action.isCheckable())
    return {label: count for label, _, count in found}


def toggle(row: MatrixToolRow, label: str) -> None:
    """Choose a filter in the list."""
    actions = row.filter_menu().actions()
    next(action for action in actions if action.text().partition("\t")[0] == label).trigger()
