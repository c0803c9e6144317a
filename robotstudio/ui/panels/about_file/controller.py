"""About this file: computed on each request."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from robotstudio.draft.about_file import facts_of_file
from robotstudio.ui.document.context import Context, PanelController

if TYPE_CHECKING:
    from robotstudio.ui.panels.about_file.panel import AboutFilePanel  # noqa: F401  # of the base


class AboutFileController(PanelController["AboutFilePanel"]):
    """Uses the draft as saving would write it, and the selected crawlers."""

    panel_of = "file.about"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.window.status_bar.file.clicked.connect(self.show_facts)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"file.about": self.show_facts}

    def show_facts(self) -> None:
        document, session = self._document, self._session
        facts = facts_of_file(
            document.name,
            str(document.path or ""),
            self._editor.body(),
            self._editor.form,
            session.crawlers,
            now=datetime.now(UTC),
            evidence=session.scenario.fetched,
        )
        self.panel.show_facts(facts)
