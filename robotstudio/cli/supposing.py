"""`--as-if`: verdicts under another answer of the server than the file itself, each by the crawler's own policy."""

from collections.abc import Mapping

from msgspec import Struct

from robotstudio.cli.crawlers import AskedCrawler
from robotstudio.cli.output import MisuseError
from robotstudio.cli.projects import GivenProject
from robotstudio.engine import Reason, Verdict
from robotstudio.fetch.http_scenario import DRAFT, SUPPOSED_ANSWERS, HttpScenario
from robotstudio.fetch.policy import Effect
from robotstudio.fetch.scenario_words import observed
from robotstudio.text.language import PLAIN, Message, Words

_NO_ANSWER: Message = "There is no answer “{name}” to suppose. There are {answers}."
_ALLOWED: Mapping[Effect, bool | None] = {
    Effect.ALLOW_ALL: True,
    Effect.DISALLOW_ALL: False,
    Effect.DEFER: False,
    Effect.UNKNOWN: None,
}
"""What becomes of each URL; the other effects leave it to the rules. A copy of the file is taken to say the same."""


class SupposedScenario(Struct, frozen=True):
    """An answer that is supposed."""

    scenario: HttpScenario

    def outcome(self, crawler: AskedCrawler, verdict: Verdict) -> tuple[bool | None, Effect] | None:
        """True if a crawler may fetch a URL (None: that is not documented), and why; None if the rules decide."""
        policy = self.scenario.policy_outcome(crawler.crawler)
        if policy is None or policy.effect not in _ALLOWED:
            return None
        if policy.effect is Effect.DISALLOW_ALL and verdict.reason is Reason.ALWAYS_ALLOWED:
            return None
        return _ALLOWED[policy.effect], policy.effect

    def why(self, words: Words) -> str:
        return observed(self.scenario, words)


def supposed_scenario(name: str | None, project: GivenProject | None, words: Words) -> SupposedScenario | None:
    """The answer of this name, else that of the project; None if it is the file itself."""
    scenario = project.scenario if project else HttpScenario()
    if name is not None:
        if name not in SUPPOSED_ANSWERS:
            raise MisuseError(_NO_ANSWER, name=name, answers=words.listed_text(list(SUPPOSED_ANSWERS), PLAIN, most=99))
        scenario = HttpScenario(name)
    return SupposedScenario(scenario) if scenario.choice != DRAFT else None
