"""The file as the selected crawler reads it: taken from the session, shown in the editor, and dismissed there."""

from collections.abc import Callable, Mapping
from functools import partial

from robotstudio.draft.analysis import Column
from robotstudio.engine.crawlers import title_of
from robotstudio.engine.reading import reading_of
from robotstudio.engine.reading_model import CrawlerReading
from robotstudio.project.state import State
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.jobs.background import Background

_MOST_LINES_AT_ONCE = 1000  # a millisecond


class ReadingController(Controller):
    """Connects the selected crawler with the marks of the editor."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.is_shown = True
        """True if the file is shown as the selected crawler reads it."""
        self._readings = Background("reading", self)
        self._readings.answered.connect(self._on_read)
        context.editor.reading_dismissed.connect(self._on_dismissed)
        context.session.reader_changed.connect(self._on_reader_changed)
        context.session.analysis_settled.connect(self._on_analysis_settled)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"view.reading": self.set_shown}

    def state(self) -> Mapping[str, object]:
        return {"shows_reading": self.is_shown}

    def restore(self, state: State) -> None:
        self.set_shown(state.shows_reading)

    def set_shown(self, is_shown: bool) -> None:
        """Show the file as the selected crawler reads it, or always as it is."""
        self.is_shown = is_shown
        self._show()
        self._window.actions_by_id["view.reading"].setChecked(is_shown)
        self.state_changed.emit()

    def _on_dismissed(self) -> None:
        self._session.read_as(None)

    def _on_reader_changed(self, token: str | None) -> None:
        self._matrix.show_reader(token)
        self._show()

    def close(self) -> None:
        self._readings.close()

    def _on_analysis_settled(self) -> None:
        if self._session.reader is not None and self.is_shown:
            self._show()

    def _show(self) -> None:
        """Show a small file at once; parse a large one in a thread."""
        token, analysis = self._session.reader, self._session.analysis
        column = analysis.column_of(token) if token and analysis and self.is_shown else None
        self._readings.cancel()
        if column is None or analysis is None:
            self._editor.show_reading(None)
        elif len(analysis.shown.lines) <= _MOST_LINES_AT_ONCE:
            self._editor.show_reading(reading_of(column.robots, column.crawler.agent), title_of(column.crawler))
        else:
            self._readings.ask(partial(_read, column, analysis.draft_revision))

    def _on_read(self, answer: tuple[CrawlerReading, str, int]) -> None:
        reading, title, revision = answer
        if revision == self._editor.revision:
            self._editor.show_reading(reading, title)


def _read(column: Column, revision: int, _is_cancelled: Callable[[], bool]) -> tuple[CrawlerReading, str, int]:
    return reading_of(column.robots, column.crawler.agent), title_of(column.crawler), revision
