"""The answer that the draft is judged by: from fetches and the person's choice to the views."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace
from PySide6.QtCore import QTimer

from robotstudio.fetch.evidence import Evidence
from robotstudio.fetch.http_scenario import FETCHED, HttpScenario, LastGoodCopy, is_known, last_good_copy
from robotstudio.fetch.scenario_words import scenario_short, span, why_supposed
from robotstudio.text.language import tr
from robotstudio.ui.document.context import Context, Controller
from robotstudio.ui.document.session import Session
from robotstudio.ui.widgets.tone import Tone

_STALE_AFTER = timedelta(hours=1)
_LOOK_AGAIN_MS = 10 * 60 * 1000


def judge_by_real_answer(session: Session) -> None:
    """End what is supposed: judge by the fetched answer, or by the draft if nothing was fetched."""
    now = session.scenario
    real = HttpScenario(fetched=now.fetched, copy=now.copy)
    session.set_scenario(real, is_own_choice=False)
    if session.scenario.is_hypothetical:  # a draft beside a failure is judged as if it were live
        session.set_scenario(replace(real, choice=FETCHED), is_own_choice=True)


class ScenarioController(Controller):
    """Connects the address, the fetches and the session; warns if a fetch is old."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._copies: dict[str, LastGoodCopy] = {}
        self._ageing = QTimer(self)
        self._ageing.setInterval(_LOOK_AGAIN_MS)
        self._ageing.timeout.connect(self.show_age)
        context.window.top_bar.address.what_if.closed.connect(self.reset)
        context.session.scenario_changed.connect(self._on_scenario_changed)
        context.fetcher.started.connect(self._ageing.stop)
        context.fetcher.finished.connect(self._on_fetched)
        context.fetcher.adopted.connect(self._on_fetched)
        self._on_scenario_changed(context.session.scenario)

    def targets(self) -> Mapping[str, Callable[..., object]]:
        return {"simulate.as_fetched": self.reset}

    def conditions(self) -> Mapping[str, Callable[[], bool]]:
        return {"simulate.as_fetched": lambda: self._session.scenario.is_hypothetical}

    def reset(self) -> None:
        """End what is supposed."""
        judge_by_real_answer(self._session)

    def show_age(self, now: datetime | None = None) -> None:
        """Show in the address bar that the last fetch is old."""
        evidence = self._session.scenario.fetched
        age = (now or datetime.now(UTC)) - evidence.fetched_at if evidence else timedelta()
        if age >= _STALE_AFTER:
            text = tr("fetched {span} ago", span=span(age))
            self._window.top_bar.set_chip(text, Tone.WARNING)

    def close(self) -> None:
        self._ageing.stop()

    def _on_fetched(self, evidence: Evidence) -> None:
        if evidence.pretending:
            return  # a response to a crawler's name from this computer may differ from that to the crawler
        if not is_known(evidence):
            return
        self._ageing.start()
        copy = last_good_copy(evidence)
        if copy:
            self._copies[copy.url] = copy
        now = replace(self._session.scenario, fetched=evidence, copy=self._copies.get(evidence.requested))
        self._session.set_scenario(now, is_own_choice=self._session.is_own_choice)
        if not self._session.robots_url:
            self._session.set_robots_url(evidence.requested)

    def _on_scenario_changed(self, now: HttpScenario) -> None:
        supposed = scenario_short(now) if now.is_hypothetical else ""
        self._window.top_bar.set_what_if(supposed, why_supposed(now))
