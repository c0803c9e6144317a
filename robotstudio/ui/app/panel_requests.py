"""Carry out the requests of parts that are made before the controllers."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint

from robotstudio.draft.analysis import Cell
from robotstudio.draft.listing.filters import Rows
from robotstudio.text.language import tr
from robotstudio.ui.widgets.tone import Tone

if TYPE_CHECKING:  # it makes this
    from robotstudio.engine.crawlers import Crawler
    from robotstudio.fetch.site_access import KeptAccess
    from robotstudio.fetch.updates import Release
    from robotstudio.ui.app.studio import Studio

_UNDO: Final = "undo"


class SimulationRequests:
    """Passes each request of the tab to the controller that does it: the tab is made before they are."""

    def __init__(self, studio: "Studio") -> None:
        self._studio = studio

    def select(self, cell: Cell | None) -> None:
        self._studio.session.select(cell)

    def read_as(self, token: str) -> None:
        self._studio.session.read_as(token)

    def show_line(self, line: int) -> None:
        self._studio.explanation.place_caret(line)

    def leave(self) -> None:
        self._studio.editor.setFocus()

    def load_urls(self) -> None:
        self._studio.site.sources.load_urls()

    def load_text(self, text: str) -> None:
        self._studio.site.sources.add_text(text)

    def count_sitemaps(self) -> int:
        return len(self._studio.site.sources.sitemaps())

    def fetch_sitemaps(self) -> None:
        self._studio.site.sources.fetch_sitemaps()

    def source_filtered(self, source_id: str) -> None:
        self._studio.site.mark_source(source_id)

    def show_sources(self) -> None:
        self._studio.site.bring_to_front()

    def choose_crawlers(self) -> None:
        self._studio.crawlers.choose()

    def fetch(self, robots_url: str) -> None:
        self._studio.fetcher.fetch(robots_url)

    def check_page(self, url: str) -> None:
        self._studio.page_checks.check(url)

    def render_page(self, url: str) -> None:
        self._studio.render_page(url)

    def suggest_rules(self, positions: Rows) -> None:
        self._studio.suggest.suggest(positions)

    def show_patterns(self) -> None:
        self._studio.url_patterns.show_patterns()

    def end_narrowing(self) -> None:
        self._studio.url_patterns.return_from_urls()

    def export(self) -> None:
        self._studio.verdicts.exports.export()

    def show_export_error(self, sentence: str) -> None:
        self._studio.verdicts.exports.show_error(sentence)

    def open_expectations(self, cells: Sequence[Cell], at: QPoint) -> None:
        self._studio.expectations.cells.open_menu(cells, at)

    def say(self, sentence: str) -> None:
        self._studio.page.notices.withdraw(_UNDO)
        self._studio.page.status_bar.show_message(sentence)

    def offer_undo(self, sentence: str, undo: Callable[[], object]) -> None:
        offers, draft = [(tr("Undo"), undo)], self._studio.editor.revision
        self._studio.page.notices.show_notice(_UNDO, sentence, offers, Tone.NOTE, draft=draft)

    def copy_image(self) -> None:
        self._studio.printing.copy_verdicts()


class WhyRequests:
    """Passes each request of the explanation to the controller that does it."""

    def __init__(self, studio: "Studio") -> None:
        self._studio = studio

    def show_line(self, line: int, place_caret: bool) -> None:
        self._studio.explanation.show_line(line, place_caret)
        self._studio.changes.show_explained_line(line, place_caret)

    def open_page(self, address: str) -> None:
        self._studio.explanation.open_page(address)

    def test_paths(self, paths: Sequence[str]) -> None:
        self._studio.site.sources.add_samples(paths)

    def column_title(self, token: str) -> str:
        return self._studio.simulation.view.matrix.title_of_crawler(token)

    def column_crawlers(self, token: str) -> "Sequence[Crawler]":
        return self._studio.simulation.view.matrix.crawlers_beside(token)

    def file_in_words(self, *, markdown: bool) -> str:
        return self._studio.explanation.file_in_words(markdown=markdown)

    def compare_crawlers(self) -> None:
        self._studio.open_agreement()

    def is_tested(self) -> bool:
        return self._studio.expectations.cells.is_tested()

    def toggle_test(self) -> None:
        self._studio.expectations.cells.toggle_selected()

    def note_folded(self, is_folded: bool) -> None:
        self._studio.explanation.note_folded(is_folded)

    def note_one_line(self, is_one_line: bool) -> None:
        self._studio.page.work.set_lower_folded(is_one_line)


class AccessRequests:
    """Passes each request to the controller of access, made with its window; `kept` is that of all documents."""

    def __init__(self, studio: "Studio", kept: "KeptAccess") -> None:
        self._studio = studio
        self.kept = kept

    def ask(self, address: str, then: Callable[[], object] | None = None) -> None:
        self._studio.access.ask(address, then)


class HelpRequests:
    """Passes each request to the controller of the help."""

    def __init__(self, studio: "Studio") -> None:
        self._studio = studio

    def open(self, page: str) -> None:
        self._studio.help.open(page)

    def explain_rule(self, code: str) -> None:
        self._studio.help.explain_rule(code)

    def show_release(self, release: "Release") -> None:
        self._studio.help.show_release(release)


class StartRequests:
    """Passes each request of the start page to the controller that does it."""

    def __init__(self, studio: "Studio") -> None:
        self._studio = studio

    def type_address(self) -> None:
        self._studio.page.top_bar.focus_address()

    def choose_file(self) -> None:
        self._studio.files.choose()

    def choose_project(self) -> None:
        self._studio.projects.choose()

    def open(self, path: Path) -> None:
        self._studio.files.open(path)

    def unlist(self, path: Path) -> None:
        self._studio.files.unlist(path)

    def open_template(self, template_id: str) -> None:
        self._studio.files.open_template(template_id)

    def show_example(self) -> None:
        self._studio.files.show_example()

    def show_examples(self) -> None:
        self._studio.examples.show_examples()

    def begin_tour(self) -> None:
        self._studio.tour.begin()

    def decline_tour(self) -> None:
        self._studio.tour.decline()
