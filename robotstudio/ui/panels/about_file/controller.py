"""About this file: worked out anew each time it is asked for."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from robotstudio.ui.document.context import PanelController

if TYPE_CHECKING:
    from robotstudio.ui.panels.about_file.panel import AboutFilePanel  # noqa: F401  # of the base


class AboutFileController(PanelController["AboutFilePanel"]):
    """Takes the draft as saving would write it, and the crawlers that are chosen."""

    panel_of = "file.about"

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"file.about": self.show_facts}

    def show_facts(self) -> None:
        from robotstudio.draft.about_file import facts_of_file  # noqa: PLC0415  # what caching says, when it is asked for

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
