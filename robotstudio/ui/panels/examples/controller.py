"""Opens examples in a tab, arranged so that the relevant parts are visible, with a card that explains them."""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from robotstudio.draft.changes.baseline import Baseline
from robotstudio.project.file.model import AS_DRAFT, Project, ProjectScenario, ProjectView
from robotstudio.project.lessons import lessons
from robotstudio.text.language import tr
from robotstudio.ui.document.context import Context, PanelController, SiteSetup
from robotstudio.ui.document.origins import Origin
from robotstudio.ui.panels.examples.card import ExampleCard

if TYPE_CHECKING:
    from robotstudio.project.lessons import Lesson
    from robotstudio.ui.panels.examples.panel import ExamplesPanel


class ExamplesController(PanelController["ExamplesPanel"]):
    """Opening anything else ends the example and restores the window's own URLs and crawlers."""

    panel_of = "help.examples"

    def __init__(self, context: Context, setup: SiteSetup) -> None:
        super().__init__(context)
        self._setup = setup
        self._lesson: Lesson | None = None
        context.document.opened.connect(self._on_opened)

    @cached_property
    def lessons(self) -> "tuple[Lesson, ...]":
        """All examples, read on first use."""
        return lessons()

    def make_panel(self, kind: "Callable[..., ExamplesPanel]") -> "ExamplesPanel":
        return kind(self.lessons, self.open, self._window)

    @cached_property
    def card(self) -> "ExampleCard":
        """Card of the open example."""
        card = ExampleCard(self)
        card.hide()
        self._window.work.add_below_editor(card)
        return card

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"help.examples": self.show_examples}

    def show_examples(self) -> None:
        """Open the window with the last example selected."""
        self.panel.bring_up()
        if self._lesson is not None:
            self.panel.show_lesson(self._lesson)

    def open(self, lesson: "Lesson") -> None:
        """Open an example in its own tab; it replaces another example that was not edited."""
        self.close_panel()
        is_here = self._lesson is not None and not self._document.is_modified
        place = self if is_here else self._tabs.studio_of(self._tabs.place(self._context)).examples
        place.set_up(lesson)

    def lay_out(self, lesson_id: str) -> None:
        """Set up an example in this document, without the card."""
        self.set_up(next(lesson for lesson in self.lessons if lesson.id == lesson_id))
        self.card.hide()

    def set_up(self, lesson: "Lesson") -> None:
        """Set up an example in this document, with the card."""
        self._document.load(lesson.body(), Origin.of_example())
        self._setup.set_aside()
        self._pages.show_first()
        self._matrix.list_all()
        before = lesson.body_before()
        baseline = None if before is None else Baseline("example", tr("the file before"), before)
        is_reading = self._window.actions_by_id["view.reading"].isChecked()
        self._setup.fill(_project_of(lesson, shows_reading=is_reading), Path(), baseline)
        self._lesson = lesson
        place = self.lessons.index(lesson)
        follower = self.lessons[place + 1] if place + 1 < len(self.lessons) else None
        count = tr("{number} of {count}", number=place + 1, count=len(self.lessons))
        self.card.show_lesson(lesson, count, follower)

    def _on_opened(self) -> None:
        """End the example, since another text was opened."""
        if self._lesson is not None:
            self._lesson = None
            self.card.hide()
            self._setup.clear()

    def show_step(self, step: int) -> None:
        """Show the panel of a step, unless the other step uses the same one."""
        lesson = self._lesson
        if lesson is None or lesson.tab == lesson.change_tab:
            return
        tab = (lesson.tab, lesson.change_tab)[step]
        self._window.show_tab(tab)

    def go_on(self) -> None:
        """Open the next example."""
        if self._lesson is not None:
            place = self.lessons.index(self._lesson) + 1
            self.open(self.lessons[place % len(self.lessons)])

    def leave(self) -> None:
        """Hide the card, and go back to the editor."""
        self.card.hide()
        self._editor.setFocus()


def _project_of(lesson: "Lesson", *, shows_reading: bool) -> Project:
    """Return the project of an example: it has no folder and is never saved."""
    urls = lesson.example.url_list().urls
    written, token = lesson.selected
    return Project(
        site=lesson.address.removesuffix("/robots.txt"),
        urls=tuple(url.written for url in urls),
        crawlers=lesson.crawlers,
        scenario=ProjectScenario(lesson.answer or AS_DRAFT, lesson.hours, lesson.has_copy),
        window=ProjectView(
            lesson.tab,
            next(url.url for url in urls if url.written == written),
            token,
            shows_reading=shows_reading,
        ),
    )
