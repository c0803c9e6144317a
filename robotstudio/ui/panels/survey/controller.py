"""A survey: from the chosen inputs through the reading processes into the window, and into exported files."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from robotstudio.store.errors import RobotStudioError
from robotstudio.store.files import write_atomic
from robotstudio.survey.reading.figures import FORMATS, figure_as, imprint_of, table_as_csv
from robotstudio.survey.reading.running import SurveyProgress
from robotstudio.survey.reading.unfinished import Unfinished
from robotstudio.text.language import WORDS, tr
from robotstudio.ui.document.context import PanelController
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.panels.survey.job import SurveyJob, file_of, kinship_in
from robotstudio.ui.shell import dialogs

if TYPE_CHECKING:
    from robotstudio.survey.charts.layout import Imprint
    from robotstudio.survey.cluster_comparison import ClusterComparison
    from robotstudio.survey.clusters import HostCluster
    from robotstudio.survey.result import Survey
    from robotstudio.ui.panels.survey.job import SurveyResult
    from robotstudio.ui.panels.survey.panel import SurveyPanel


class SurveyController(PanelController["SurveyPanel"]):
    """Connects the window of surveys with its job, and with the editor."""

    panel_of = "fetch.survey"

    _paths: tuple[Path, ...] = ()
    _begun: tuple[Path, ...] = ()
    _older: tuple[Path, ...] = ()
    _begun_older: tuple[Path, ...] = ()
    _survey: "Survey | None" = None
    _imprint: "Imprint | None" = None
    _counted: "SurveyResult | None" = None  # a survey without farms, or not yet with them

    @cached_property
    def unfinished(self) -> "Unfinished":
        """Surveys that were started and not finished."""
        return Unfinished(self._context.surveys)

    @cached_property
    def job(self) -> "SurveyJob":
        """The job that reads and counts."""
        job = SurveyJob(self, self.unfinished)
        job.progressed.connect(self._on_progressed)
        job.counted.connect(self._on_counted)
        job.ended.connect(self._on_ended)
        job.failed.connect(self._on_failed)
        return job

    def make_panel(self, kind: "Callable[..., SurveyPanel]") -> "SurveyPanel":
        return kind(self, self._window)

    def open_window(self) -> None:
        """Show the window; if a survey was not finished, offer to resume it."""
        if self._survey is None and not self._begun:
            self.panel.offer(self.unfinished.last())
        self.panel.bring_up()

    @cached_property
    def files(self) -> Background:
        """Worker that finds the file of a host in the inputs."""
        files = Background("survey files", self)
        files.answered.connect(self._on_file_found)
        return files

    @cached_property
    def kinships(self) -> Background:
        """Worker that compares the files of a farm."""
        kinships = Background("survey farms", self)
        kinships.answered.connect(self._on_cluster_compared)
        return kinships

    @cached_property
    def writing(self) -> Background:
        """Worker that draws and writes exports."""
        writing = Background("survey export", self)
        writing.answered.connect(self._on_written)
        writing.failed.connect(self._on_not_written)
        return writing

    def read(self, paths: Sequence[Path]) -> None:
        """Survey these inputs, in place of the current ones."""
        self._begun, self._begun_older = tuple(paths), ()
        self.panel.show_begin(paths)
        self.job.start(paths)

    def close(self) -> None:
        """Close the window, and end the thread and the processes."""
        super().close()
        if self.has_panel:
            self.panel.questions.close_threads()
            self.job.close()
            self.files.close()
            self.kinships.close()
            self.writing.close()

    def read_folder(self) -> None:
        self.job.prepare()
        path = dialogs.ask_survey_folder(self.panel)
        self._read_chosen(self.read, [path] if path else [])

    def read_files(self) -> None:
        self.job.prepare()
        self._read_chosen(self.read, dialogs.ask_survey_paths(self.panel))

    def read_older_folder(self) -> None:
        self.job.prepare()
        path = dialogs.ask_survey_folder(self.panel)
        self._read_chosen(self._read_older, [path] if path else [])

    def read_older_files(self) -> None:
        self.job.prepare()
        self._read_chosen(self._read_older, dialogs.ask_survey_paths(self.panel))

    def _read_chosen(self, read: Callable[[Sequence[Path]], None], paths: Sequence[Path]) -> None:
        if paths:
            read(paths)
        else:
            self.job.leave()

    def _read_older(self, paths: Sequence[Path]) -> None:
        if self._survey is not None:
            self._begun, self._begun_older = self._paths, (*self._older, *paths)
            self.panel.show_begin_of_older(paths)
            self.job.start(paths, self._survey)

    def compare_cluster(self, cluster: "HostCluster") -> None:
        self.kinships.ask(partial(kinship_in, self._paths, cluster))

    def _on_cluster_compared(self, kinship: "ClusterComparison") -> None:
        self.panel.clusters.show_kinship(kinship)

    def cancel(self) -> None:
        self.job.cancel()
        self.panel.offer(self.unfinished.last())
        self.panel.show_stopped(tr("Stopped; what was found before is still shown."))

    def resume(self) -> None:
        paths = self.unfinished.last()
        if paths:
            self.read(paths)

    def _on_progressed(self, progress: object) -> None:
        if isinstance(progress, SurveyProgress):
            self.panel.show_progress(progress)

    def _on_counted(self, result: "SurveyResult") -> None:
        if self._survey is None:  # another survey stays complete until all of this one is available
            self._counted = result
            self._take(result)
            self.panel.show_counted(result)

    def find_clusters(self) -> None:
        if self._counted is not None:
            self._begun, self._begun_older = self._paths, self._older  # what was started meanwhile was cancelled
            self.panel.show_counted(self._counted)
            self.job.look_for_clusters(self._counted)

    def _on_ended(self, result: "SurveyResult") -> None:
        self._counted = None
        self._take(result)
        self.panel.show_result(result)

    def _take(self, result: "SurveyResult") -> None:
        self._survey, self._paths, self._older = result.survey, self._begun, self._begun_older
        self._imprint = imprint_of((*self._paths, *self._older), result.survey)

    def _on_failed(self, error: RobotStudioError) -> None:
        sentence = WORDS.tell(error.told)
        self.panel.show_stopped(sentence)

    def open_file(self, host: str) -> None:
        self.files.ask(partial(file_of, self._paths, host))

    def _on_file_found(self, found: tuple[str, bytes | None]) -> None:
        host, body = found
        if body is None:
            self.panel.show_stopped(tr("The file of {host} no longer exists.", host=host))
            return
        self._tabs.place(self._context).document.load(body, Origin.of_survey(host), site=host)
        self._window.window().activateWindow()

    def export(self) -> None:
        table = self.panel.shown_table
        if table is None:
            return
        content: Callable[[], bytes]
        if self.panel.is_figure:
            figure = self.panel.figure
            path = dialogs.ask_export_figure_path(self.panel, figure.id)
            form = path.suffix.lower().removeprefix(".") if path else ""
            form = form if form in FORMATS else FORMATS[0]
            theme = "print" if form == "pdf" else "light"
            content = partial(figure_as, form, figure, table, theme, self._imprint)
        else:
            path, content = dialogs.ask_export_answer_path(self.panel), partial(table_as_csv, table)
        if path is None:
            return
        self.writing.ask(partial(_written, path, content))

    def _on_written(self, path: Path) -> None:
        self._window.status_bar.show_message(tr("Saved to {path}.", path=str(path)))

    def _on_not_written(self, error: RobotStudioError) -> None:
        dialogs.show_error(self.panel, WORDS.tell(error.told))


def _written(path: Path, content: Callable[[], bytes], _is_cancelled: Callable[[], bool]) -> Path:
    write_atomic(path, content())
    return path
