"""Show one analysis and one selection in draft, matrix, explanation and status bar."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from robotstudio.draft.analysis import Analysis, Cell
from robotstudio.engine.crawlers import CATALOGUE
from robotstudio.text.language import Plural, ntr, tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.shell import dialogs
from robotstudio.ui.shell.document_window import Tab
from robotstudio.ui.shell.pages import MadePage
from robotstudio.ui.shell.status_bar import StatusFacts
from robotstudio.urls.kinds import FileKind

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from robotstudio.project.state import State
    from robotstudio.ui.panels.simulation.crawl_facts import CrawlFacts
    from robotstudio.ui.panels.simulation.data_columns import DataColumns
    from robotstudio.ui.panels.simulation.panel import SimulationPanel


class SimulationController(Controller):
    """Shows analyses and selections in the matrix, the editor and the status bar."""

    def __init__(self, context: Context, panel: "SimulationPanel") -> None:
        super().__init__(context)
        self._simulation = panel
        context.window.add_tab(Tab("simulation", tr("Simulation"), self))
        context.pages.add_page("urls", MadePage(self._simulation, self._simulation.view))
        self.exports = Exports(context, panel)
        self._chosen_facts: tuple[str, ...] = ()
        self._chosen_data: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._connect()
        if self._window.is_on_start_page:
            self._show_no_file()

    @property
    def panel(self) -> "QWidget":
        """The tab: its pages, of which the matrix is the first."""
        return self._pages

    @cached_property
    def facts(self) -> "CrawlFacts":
        """The facts of crawls about the URLs, created with the first crawl."""
        from robotstudio.ui.panels.simulation.crawl_facts import CrawlFacts  # with the first crawl

        facts = CrawlFacts(self._simulation)
        facts.choose(self._chosen_facts)
        facts.changed.connect(self.state_changed)
        return facts

    @cached_property
    def data(self) -> "DataColumns":
        """The columns that sources bring, created with the first source."""
        from robotstudio.ui.panels.simulation.data_columns import DataColumns  # noqa: PLC0415  # with the first source

        data = DataColumns(self._simulation, self.state_changed.emit)
        data.choose(*self._chosen_data)
        return data

    @property
    def main_part(self) -> "QWidget":
        return self._simulation.view

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {
            **self.exports.targets(),
            "simulate.add": self.add_urls,
            "simulate.clear": self._urls.remove_all,
            "view.simulation": self._on_view,
            "crawlers.merge": self._simulation.view.columns.set_merges,
        }

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        def has_urls() -> bool:
            return bool(self._urls.urls)

        return dict.fromkeys(("simulate.clear", "simulate.export", "simulate.markdown", "simulate.group"), has_urls) | {
            "simulate.test": lambda: self._session.selected is not None,
            "simulate.suggest": lambda: len(self._simulation.view.selected_positions()) > 0,
        }

    def state(self) -> Mapping[str, object]:
        view = self._simulation.view
        return {
            "url_width": view.columns.own_url_width,
            "hidden_crawlers": view.columns.hidden_crawlers,
            "crawlers_apart": view.columns.crawlers_apart,
            "merges_columns": view.columns.merges,
            "frozen_crawler": view.columns.frozen_crawler,
            "matrix_facts": self.facts.chosen if "facts" in vars(self) else self._chosen_facts,
            "shown_columns": self.data.shown if "data" in vars(self) else self._chosen_data[0],
            "hidden_columns": self.data.hidden if "data" in vars(self) else self._chosen_data[1],
        }

    def restore(self, state: "State") -> None:
        self._simulation.view.columns.set_own_url_width(state.url_width)
        self._simulation.view.columns.hide_crawlers(state.hidden_crawlers)
        self._simulation.view.columns.set_merges(state.merges_columns)
        self._simulation.view.columns.keep_apart(state.crawlers_apart)
        self._simulation.view.columns.freeze_crawler(state.frozen_crawler)
        self._show_merges()
        self._chosen_facts = state.matrix_facts
        if "facts" in vars(self):
            self.facts.choose(self._chosen_facts)
        self._chosen_data = state.shown_columns, state.hidden_columns
        if "data" in vars(self):
            self.data.choose(*self._chosen_data)

    def _on_titles_changed(self) -> None:
        self._context.why.show_column()

    def _show_merges(self) -> None:
        self._window.actions_by_id["crawlers.merge"].setChecked(self._simulation.view.columns.merges)

    def add_urls(self) -> None:
        """Open the field for typing URLs."""
        self._show_verdicts()
        self._simulation.open_url_entry()

    def _on_view(self, _is_checked: bool = False) -> None:
        """Show the tab in its last state; if it is in front already, show the verdicts."""
        is_there = not self._window.is_on_start_page and self._window.current_tab == "simulation"
        self._window.open_work()
        self._window.show_tab("simulation")
        if is_there:
            self._show_verdicts()

    def _show_verdicts(self) -> None:
        """Show the verdicts, whichever page of the tab is in front."""
        self._window.open_work()
        self._window.show_tab("simulation")
        if self._pages.page != "urls":
            self._pages.show_first()

    def find(self) -> bool:
        if not self._window.has_keyboard(self._simulation):
            return False
        self._simulation.focus_search()
        return True

    def close(self) -> None:
        self._simulation.close_threads()
        if "facts" in vars(self):
            self.facts.close()

    def _connect(self) -> None:
        session, simulation = self._session, self._simulation
        session.caret_moved.connect(simulation.show_caret_line)
        session.analysis_changed.connect(self._on_analysis_changed)
        session.analysis_settled.connect(self._on_analysis_settled)
        session.stale_changed.connect(simulation.set_stale)
        session.selection_changed.connect(self._on_selection_changed)
        self._pages.urls_wanted.connect(self.add_urls)
        simulation.view.columns.changed.connect(self.state_changed)
        simulation.view.columns.changed.connect(self._show_merges)
        simulation.view.matrix.headerDataChanged.connect(self._on_titles_changed)
        simulation.view.columns.order_wanted.connect(self._on_order_wanted)

    def _on_analysis_changed(self, analysis: Analysis) -> None:
        if "data" in vars(self) or any(
            share.values or share.source.kind == FileKind.LOG for share in analysis.urls.shares
        ):
            self.data.follow(analysis.urls)
        self._simulation.show_analysis(analysis)
        if self._document.is_open:
            self._show_facts(analysis)
        else:
            self._show_no_file()

    def _on_analysis_settled(self, analysis: Analysis) -> None:
        self._simulation.view.merge_columns()
        sources = analysis.urls.sources
        if "facts" in vars(self) or any(source.kind == FileKind.CRAWL for source in sources):
            self.facts.follow(analysis.urls)

    def _show_no_file(self) -> None:
        """Show the standard and the crawlers that verdicts follow: neither depends on a file."""
        words = Plural("Rules: RFC 9309 and {count} crawler", "Rules: RFC 9309 and {count} crawlers")
        self._window.status_bar.show_no_file(ntr(words, CATALOGUE.size))

    def _show_facts(self, analysis: Analysis) -> None:
        form = self._editor.form
        self._window.status_bar.set_facts(
            StatusFacts(
                groups=len(analysis.shown.groups),
                rules=analysis.rule_count,
                encoding=form.encoding,
                line_end=form.line_end,
                bom=form.has_bom,
                size=analysis.size,
                size_limit=analysis.shown.dialect.max_bytes,
                evaluation_ms=analysis.elapsed_ms,
            )
        )

    def _on_order_wanted(self, tokens: Sequence[str]) -> None:
        self._session.set_crawlers(tuple(sorted(self._session.crawlers, key=lambda one: tokens.index(one.token))))

    def _on_selection_changed(self, cell: Cell | None) -> None:
        self._simulation.select(cell)


class Exports(Controller):
    """Connects the matrix with the dialogs and notices of the window, and with the editor's column of counts."""

    def __init__(self, context: Context, panel: "SimulationPanel") -> None:
        super().__init__(context)
        self._simulation = panel
        context.editor.decided_line_activated.connect(self._on_decided_line_activated)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"simulate.export": self.export, "simulate.markdown": self._simulation.copy_as_markdown}

    def export(self) -> None:
        """Ask for a file and write the listed rows to it."""
        answer = dialogs.ask_export_path(self._window)
        if answer:
            self._simulation.export(*answer)

    def show_error(self, sentence: str) -> None:
        self._window.notices.show_notice("export", sentence)

    def _on_decided_line_activated(self, line: int) -> None:
        self._window.show_tab("simulation")
        if self._pages.page != "urls":
            self._pages.show_first()
        self._simulation.show_decided_by(line)
