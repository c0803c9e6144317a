"""Out of the matrix: what it lists as a file, and from a count in the editor to the URLs that it counts."""

from collections.abc import Callable, Mapping

from robotstudio.ui import dialogs
from robotstudio.ui.context import Context, Controller


class Exports(Controller):
    """Connects the matrix with the questions and notices of the window, and with the editor's column of counts."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.simulation.export_requested.connect(self.export)
        context.simulation.export_failed.connect(self._on_failed)
        context.editor.decided_line_activated.connect(self._on_decided_line_activated)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        """What the actions of this topic do."""
        return {"simulate.export": self.export, "simulate.markdown": self._simulation.copy_as_markdown}

    def export(self) -> None:
        """Ask for a file, and write there what is listed."""
        answer = dialogs.ask_export_path(self._window)
        if answer:
            self._simulation.export(*answer)

    def _on_failed(self, sentence: str) -> None:
        self._window.notices.show_notice("export", sentence)

    def _on_decided_line_activated(self, line: int) -> None:
        self._window.show_tab("simulation")
        self._simulation.show_decided_by(line)
