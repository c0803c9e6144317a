"""About this file: worked out anew each time it is asked for."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from robotstudio.ui.document.context import Controller

if TYPE_CHECKING:
    from robotstudio.ui.panels.about_file.panel import AboutFilePanel


class AboutFileController(Controller):
    """Takes the draft as saving would write it, and the crawlers that are chosen."""

    @cached_property
    def panel(self) -> "AboutFilePanel":
        from robotstudio.ui.panels.about_file.panel import AboutFilePanel  # noqa: PLC0415  # when it is first shown

        panel = AboutFilePanel(self._theme, self._window)
        self._tabs.window_sizes.follow(panel)
        return panel

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"file.about": self.show_facts}

    def close(self) -> None:
        if self.has_panel:
            self.panel.close()

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
