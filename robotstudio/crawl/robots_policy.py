"""The robots.txt of a host as it applies to Robot Studio; fetched once, before anything else of the host."""

from msgspec import Struct

from robotstudio.crawl.plan import TOKEN
from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import Crawler
from robotstudio.engine.directives import CRAWL_DELAY, DelayEffect, delay_of, directives_of
from robotstudio.engine.robots import Robots
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.http_scenario import policy_outcome_for
from robotstudio.fetch.policy import Effect

OURSELVES = Crawler(
    token=TOKEN, title="Robot Studio", dialect="rfc9309", policy="rfc9309", honours=frozenset({CRAWL_DELAY})
)
"""The program's own crawler: RFC 9309, with the Crawl-delay of its group."""


class LiveFile(Struct, frozen=True):
    """An answer for a robots.txt: what a policy needs, and the body."""

    outcome: FetchOutcome
    status: int | None
    body_kind: Content
    body: bytes

    @classmethod
    def of(cls, evidence: Evidence) -> "LiveFile":
        return cls(evidence.outcome, evidence.status, evidence.body_kind, evidence.body)

    def read_by(self, crawler: Crawler) -> Robots | bool | None:
        """Return the rules as a crawler reads them; True if all is allowed, False if disallowed, None if unknown."""
        effect = policy_outcome_for(self, crawler).effect
        if effect is Effect.PARSE:
            return Robots.parse(self.body, crawler.dialect)
        return {Effect.ALLOW_ALL: True, Effect.DISALLOW_ALL: False, Effect.DEFER: False}.get(effect)


class RobotsPolicy:
    """Decides whether the program may fetch a URL of one host."""

    def __init__(self, file: LiveFile, *, is_mine: bool) -> None:
        """`is_mine`: the person owns the host, so that nothing is disallowed."""
        self.file = file
        self.is_mine = is_mine
        self._rules = file.read_by(OURSELVES)

    def forbidding_line(self, url: str) -> int | None:
        """Return the line that disallows a URL; 0 if the answer disallows all, None if it is allowed."""
        if self.is_mine:
            return None
        if not isinstance(self._rules, Robots):
            return None if self._rules else 0
        verdict = self._rules.decide(url, TOKEN)
        return None if verdict.allowed else verdict.line or 0

    def delay(self) -> tuple[float, int] | None:
        """Return the Crawl-delay of our group in seconds, and its line."""
        if self.is_mine or not isinstance(self._rules, Robots):
            return None
        choice = self._rules.choose(TOKEN)
        found = delay_of(OURSELVES, choice, directives_of(self._rules), ())
        if found is None or found.effect is not DelayEffect.WAITS or found.seconds is None:
            return None
        return found.seconds, found.line
