"""The report of the open document: made in a thread while its window is open, and saved to a file of choice."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QTimer

from robotstudio.draft.changes.baseline import Baselines
from robotstudio.engine.cancelling import Cancelled
from robotstudio.fetch.address import host_of, origin_of
from robotstudio.fetch.history.model import Entry
from robotstudio.project.file.model import ProjectReport
from robotstudio.report.formats import FORMATS
from robotstudio.report.logo import read_logo
from robotstudio.report.pdf import pages_of
from robotstudio.report.sections import available_sections, report_of
from robotstudio.report.state import read_state
from robotstudio.report.style import ACCENT, ColourError, read_colour, read_fonts
from robotstudio.report.subject import Findings, Input, ReportChoices, Subject
from robotstudio.store.errors import RobotStudioError
from robotstudio.store.files import read, write_atomic
from robotstudio.text.language import WORDS, Message, tr
from robotstudio.ui.document.context import Context, PanelController
from robotstudio.ui.jobs.background import Background
from robotstudio.ui.shell import dialogs

if TYPE_CHECKING:
    from robotstudio.compliance.model import Compliance
    from robotstudio.fetch.history.store import History
    from robotstudio.fetch.variants import VariantReport
    from robotstudio.indexing.answers import IndexingReport
    from robotstudio.policy.meant import UseReport
    from robotstudio.report.model import AuditReport, Logo
    from robotstudio.report.state import ReportState
    from robotstudio.report.style import Fonts
    from robotstudio.ui.panels.report.panel import ReportPanel

_T = TypeVar("_T")

_REST_MS: Final = 300
_LOG: Final = "log"
_NOTICE: Final = "report"
_SAVED: Message = "Saved as {name}."
_NOT_MADE: Message = "The report could not be made. Open its sections one by one to find the one that fails."


class Projects(Protocol):
    """The project that is open with the document."""

    @property
    def report(self) -> ProjectReport:
        """Texts and looks of its reports, with absolute paths."""

    def set_report(self, report: ProjectReport) -> None:
        """Replace what its reports say of themselves."""


class Crawled(Protocol):
    """Source of the crawl of the site, and of the last search in it."""

    path: Path | None

    @property
    def searched_for(self) -> str:
        """The text of the search field; "" for none."""


class ComplianceSource(Protocol):
    """Source of the compliance of crawlers, and of the logs it is from."""

    @property
    def found(self) -> "Compliance | None":
        """None if it was not requested."""

    @property
    def logs(self) -> tuple[Path, ...]:
        """The files that were read."""


class IndexingSource(Protocol):
    """Source of the answers about pages that are not indexed."""

    @property
    def report(self) -> "IndexingReport | None":
        """None if there is no export, or if nobody looked at it."""


class MeantSource(Protocol):
    """Source of what the site says about the use of a page."""

    @property
    def meant(self) -> "UseReport | None":
        """None if no page was fetched for it."""


class VariantsSource(Protocol):
    """Source of the responses from the site's other addresses."""

    @property
    def variants(self) -> "VariantReport | None":
        """None if they were not requested."""


class _Made(NamedTuple):
    """A report with its pages, each as PNG, and the sections that have content."""

    report: "AuditReport"
    pages: tuple[bytes, ...]
    there: tuple[str, ...]


class _Saved(NamedTuple):
    """A saved report."""

    path: Path


class ReportController(PanelController["ReportPanel"]):
    """Collects the facts of the window; results are cached until any of them changes."""

    panel_of = "file.report"

    def __init__(
        self,
        context: Context,
        of_window: tuple[Projects, Baselines, Crawled],
        values: Callable[[], Mapping[str, Any]],
        beside: tuple[VariantsSource, ComplianceSource, IndexingSource, MeantSource],
    ) -> None:
        """Create it; `values` returns the settings, including the linter's rules that are off."""
        super().__init__(context)
        self._values = values
        self._projects, self._baselines, self._crawled = of_window
        self._asked, self._judged, self._not_indexed, self._meant = beside
        self._found: Findings | None = None
        self._history: tuple[Entry, ...] = ()
        self._logo: Logo | None = None
        self._fonts: Fonts | None = None
        self._earlier: ReportState | None = None
        self._earlier_input: tuple[Input, ...] = ()
        self._path: Path | None = None
        self._kept = ProjectReport()
        """What the project had when the window last showed or kept it."""
        self._said_of_files = self._said_of_colour = ""
        self._making = Background("report", self)
        self._making.answered.connect(self._on_made)
        self._making.failed.connect(self._on_failed)
        self._writing = Background("writing of a report", self)
        self._writing.answered.connect(self._on_written)
        self._writing.failed.connect(self._on_not_written)
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._make)
        context.session.analysis_settled.connect(self._on_analysis)

    def make_panel(self, kind: "Callable[..., ReportPanel]") -> "ReportPanel":
        return kind(self, self._window)

    def close(self) -> None:
        self._rest.stop()
        self._making.close()
        self._writing.close()
        super().close()

    def show_report(self) -> None:
        """Open the window and make the report."""
        self.panel.bring_up()
        self._found = None
        self._ask_history()
        self._make()

    def _on_analysis(self) -> None:
        """Drop the results: the draft has changed, or anything else it is judged by."""
        self._found = None
        if self.is_shown:
            self._rest.start(_REST_MS)

    def plan(self) -> None:
        """Make the report again after a rest."""
        self._rest.start(_REST_MS)

    def keep(self) -> None:
        """Keep the texts of the cover with the project, and make the report again after a rest."""
        panel = self.panel
        texts = {name: getattr(panel, name).text().strip() for name in ("title", "client", "author", "agency")}
        typed = panel.colour.text().strip()
        colour = typed if not typed or _is_colour(typed) else self._kept.colour
        self._set_report(replace(self._kept, **texts, colour=colour))
        self.plan()

    def _set_report(self, report: ProjectReport) -> None:
        self._projects.set_report(report)
        self._kept, self._said_of_files = self._projects.report, ""

    def _show_kept(self) -> None:
        """Show what the project has for its reports, unless the window does."""
        kept = self._projects.report
        if kept == self._kept:
            return
        self._kept, problems = kept, list[str]()
        self._logo = _of_file(read_logo, kept.logo, problems)
        self._fonts = _of_file(read_fonts, kept.fonts, problems)
        notes = _of_file(read, kept.notes, problems) or b""
        self.panel.show_texts(kept, notes.decode("utf-8", "replace"))
        self.panel.show_logo(Path(kept.logo).name if self._logo else "")
        self.panel.show_fonts(self._fonts.family if self._fonts else "")
        self._said_of_files = WORDS.sentences(problems)

    def _ask_history(self) -> None:
        address = self._session.robots_url
        self._history = ()
        if address:
            self._context.history.ask(partial(_timeline, origin_of(address)), self._on_history)

    def _on_history(self, entries: tuple[Entry, ...]) -> None:
        if entries != self._history:
            self._history, self._found = entries, None
            self._make()

    def _make(self) -> None:
        if not self.is_shown:
            return
        self._show_kept()
        session = self._session
        if not session.is_answered or session.body != self._editor.body():
            self._rest.start(_REST_MS)
            return
        if self._found is None:
            self._found = Findings(self._subject(), session.analysis)
        self._rest.stop()
        self.panel.set_busy(is_busy=True)
        self._said_of_colour = ""
        self._making.ask(partial(_made, self._found, self._judged.logs, self._wanted(), self.panel.preview.dots))

    def _subject(self) -> "Subject":
        """Return the facts of the window, frozen."""
        session, baseline = self._session, self._baselines.current
        body, evidence = self._editor.body(), session.scenario.fetched
        inputs = []
        if baseline is not None:
            inputs.append(Input.of("baseline", baseline.name(), baseline.body))
        if evidence is not None and evidence.body:
            inputs.append(Input.of("live", evidence.final_url, evidence.body))
        if (meant := self._meant.meant) is not None:
            inputs += [Input.of("page", each.final_url, each.body) for each in meant.evidence if each.body]
        return Subject(
            self._document.name,
            body,
            session.crawlers,
            session.urls,
            session.table,
            session.robots_url,
            session.scenario,
            evidence,
            self._asked.variants if evidence is not None else None,
            baseline,
            self._context.expectations.file,
            self._crawled.path,
            self._judged.found,
            self._not_indexed.report,
            self._meant.meant,
            self._history,
            (*inputs, *self._earlier_input),
            self._crawlers.catalogue,
            tuple(self._values().get("checks_off", ())),
            tuple(filter(None, (self._crawled.searched_for,))),
            self._earlier,
        )

    def _wanted(self) -> "ReportChoices":
        panel = self.panel
        return ReportChoices(
            _today(),
            panel.title.text().strip(),
            panel.author.text().strip(),
            panel.notes.toPlainText(),
            self._logo,
            panel.chosen,
            panel.for_whom,
            panel.client.text().strip(),
            panel.agency.text().strip(),
            self._colour(),
            self._fonts,
        )

    def _colour(self) -> str:
        """Return the chosen colour; ours while what is typed is none, which is said."""
        typed = self.panel.colour.text().strip()
        try:
            return read_colour(typed) if typed else ACCENT
        except ColourError as error:
            self._said_of_colour = WORDS.tell(error.told)
            return ACCENT

    def _on_made(self, made: _Made) -> None:
        self.panel.show_sections(made.there)
        self.panel.show_usual_title(made.report.title)
        self.panel.show_report(made.report, made.pages)
        if said := self._said_of_files or self._said_of_colour:
            self.panel.show_said(said)
        self.panel.set_busy(is_busy=False)

    def _on_failed(self, problem: object) -> None:
        self.panel.set_busy(is_busy=False)
        if not isinstance(problem, Cancelled):
            self.panel.show_said(_told(problem, _NOT_MADE))

    def choose_logo(self) -> None:
        """Choose a logo, or remove the current one."""
        if self._logo is not None:
            self._logo = None
            self.panel.show_logo("")
            self._set_report(replace(self._kept, logo=""))
            self._make()
            return
        path = dialogs.ask_logo_path(self.panel)
        if path is None:
            return
        try:
            self._logo = read_logo(path)
        except RobotStudioError as error:
            self.panel.show_said(WORDS.tell(error.told))
            return
        self.panel.show_logo(path.name)
        self._set_report(replace(self._kept, logo=str(path.absolute())))
        self._make()

    def choose_fonts(self) -> None:
        """Choose a folder of fonts, or remove the current one."""
        if self._fonts is not None:
            self._fonts = None
        else:
            path = dialogs.ask_fonts_path(self.panel)
            if path is None:
                return
            try:
                self._fonts = read_fonts(path)
            except RobotStudioError as error:
                self.panel.show_said(WORDS.tell(error.told))
                return
        self.panel.show_fonts(self._fonts.family if self._fonts else "")
        self._set_report(replace(self._kept, fonts=str(Path(self._fonts.folder).absolute()) if self._fonts else ""))
        self._make()

    def choose_earlier(self) -> None:
        """Choose the last report, or remove the current one."""
        name = ""
        if self._earlier is not None:
            self._earlier, self._earlier_input = None, ()
        else:
            path = dialogs.ask_earlier_report_path(self.panel)
            if path is None:
                return
            try:
                self._earlier, self._earlier_input = read_state(path), (Input.of_file("earlier", path),)
            except RobotStudioError as error:
                self.panel.show_said(WORDS.tell(error.told))
                return
            name = path.name
        self.panel.show_earlier(name)
        self._found = None
        self._make()

    def save(self, form: str) -> None:
        """Ask for a file, and save the report in a format, given by its id."""
        found = self._found
        if self.panel.report is None or found is None:
            return

        kind = FORMATS[form]
        host = host_of(self._session.robots_url) if self._session.robots_url else ""
        path = dialogs.ask_save_report_path(self.panel, f"{host or 'robots'}-report", tr(kind.title), kind.suffix)
        if path is None:
            return
        self.panel.show_said("")
        self._writing.ask(partial(_write, path, form, found, self._wanted()))

    def _on_written(self, saved: _Saved) -> None:
        self._path = saved.path
        self.panel.show_said(tr(_SAVED, name=saved.path.name), has_file=True)

    def _on_not_written(self, problem: object) -> None:
        self.panel.show_said(_told(problem, _NOT_MADE))

    def open_file(self) -> None:
        """Open the saved report in the program for such files."""
        if self._path is not None:
            dialogs.open_outside(self._path)


def _of_file(reading: Callable[[Path], _T], place: str, problems: list[str]) -> _T | None:
    """Read a file that a project names; why it cannot be read is added to the problems."""
    try:
        return reading(Path(place)) if place else None
    except RobotStudioError as error:
        problems.append(WORDS.tell(error.told))
        return None


def _is_colour(text: str) -> bool:
    try:
        return bool(read_colour(text))
    except ColourError:
        return False


def _today() -> datetime:
    """Return the date of a report: two of one day are equal."""
    return datetime.now(UTC).astimezone().replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)


def _told(problem: object, otherwise: Message) -> str:
    return WORDS.tell(problem.told) if isinstance(problem, RobotStudioError) else tr(otherwise)


def _timeline(host: str, history: "History") -> tuple[Entry, ...]:
    return history.timeline(host)


def _made(
    found: "Findings",
    logs: tuple[Path, ...],
    wanted: "ReportChoices",
    dots: float,
    is_cancelled: Callable[[], bool],
) -> _Made:
    found.is_cancelled = is_cancelled
    if found.subject.compliance is not None:
        found.subject = _with_logs(found.subject, logs)
    report = report_of(found.subject, wanted, found)
    return _Made(report, pages_of(report, dots), available_sections(found))


def _with_logs(subject: "Subject", logs: tuple[Path, ...]) -> "Subject":
    """Add the hashes of the logs, which are slow to read; a missing log is omitted."""
    if any(each.what == _LOG for each in subject.inputs):
        return subject
    found = []
    for path in logs:
        with suppress(OSError):
            found.append(Input.of_file(_LOG, path))
    return replace(subject, inputs=(*subject.inputs, *found))


def _write(
    path: Path, form: str, found: "Findings", wanted: "ReportChoices", is_cancelled: Callable[[], bool]
) -> _Saved:
    own = Findings(found.subject, found.analysis)  # another thread may be using the other
    own.is_cancelled = is_cancelled
    kind = FORMATS[form]
    with kind.spoken():
        body = kind.write(report_of(own.subject, kind.choices(wanted), own))
    write_atomic(path, body)
    return _Saved(path)
