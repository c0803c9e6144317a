"""Out of the matrix: what it lists as a file, and from a count in the editor to the URLs that it counts."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject

from robotstudio.ui import dialogs
from robotstudio.ui.editor.pane import EditorPane
from robotstudio.ui.main_window import MainWindow
from robotstudio.ui.panels.simulation.panel import SimulationPanel


class Exports(QObject):
    """Connects the matrix with the questions and notices of the window, and with the editor's column of counts."""

    def __init__(self, window: MainWindow, editor: EditorPane, simulation: SimulationPanel) -> None:
        """Connect these parts; they belong to the window."""
        super().__init__(window)
        self._window = window
        self._simulation = simulation
        simulation.export_requested.connect(self.export)
        simulation.export_failed.connect(self._on_failed)
        editor.decided_line_activated.connect(self._on_decided_line_activated)

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
