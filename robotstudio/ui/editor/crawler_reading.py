"""The file as the selected crawler reads it: from the session to the editor, and back where it is dismissed."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QTimer

from robotstudio.app.analysis import Analysis
from robotstudio.engine.reading import reading_of
from robotstudio.io.state import State
from robotstudio.ui.context import Context, Controller

_MOST_LINES_AT_ONCE = 1000  # a millisecond
_REST_MS = 100


class CrawlerReading(Controller):
    """Connects the selected crawler with the marks of the editor."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._is_shown = True
        # As for the explanation: the verdicts are painted first. A large file is read when the keys rest.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._show)
        context.simulation.crawler_selected.connect(context.session.read_as)
        context.editor.reading_dismissed.connect(self._on_dismissed)
        context.session.reader_changed.connect(self._on_reader_changed)
        context.session.analysis_changed.connect(self._on_analysis_changed)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"view.reading": self.set_shown}

    def state(self) -> Mapping[str, object]:
        return {"shows_reading": self._is_shown}

    def restore(self, state: State) -> None:
        self.set_shown(state.shows_reading)

    @property
    def is_shown(self) -> bool:
        """Whether the file is shown as the selected crawler reads it."""
        return self._is_shown

    def set_shown(self, is_shown: bool) -> None:
        """Show the file as the selected crawler reads it, or always as it is."""
        self._is_shown = is_shown
        self._show()
        self._window.actions_by_id["view.reading"].setChecked(is_shown)
        self.state_changed.emit()

    def _on_dismissed(self) -> None:
        self._session.read_as(None)

    def _on_reader_changed(self, token: str | None) -> None:
        self._simulation.show_reader(token)
        self._show()

    def _on_analysis_changed(self, analysis: Analysis) -> None:
        if self._session.reader is not None and self._is_shown:
            self._timer.start(0 if len(analysis.shown.lines) <= _MOST_LINES_AT_ONCE else _REST_MS)

    def _show(self) -> None:
        token, analysis = self._session.reader, self._session.analysis
        column = analysis.column_of(token) if token and analysis and self._is_shown else None
        if column is None:
            self._editor.show_reading(None)
        else:
            self._editor.show_reading(reading_of(column.robots, column.crawler.agent), column.crawler.title)
