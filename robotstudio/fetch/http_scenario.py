"""Under which answer of the server the rules are judged: as it was fetched, or as if it had been another one.

The rules of a draft apply where the answer is a file with rules. What else an answer does is each crawler's own policy:
what its policy says, or nothing known where its operator documents none.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from robotstudio.engine.content import Content
from robotstudio.engine.crawlers import Crawler
from robotstudio.fetch.evidence import Evidence, FetchOutcome
from robotstudio.fetch.policy import (
    POLICIES,
    WITHOUT_RULES,
    Effect,
    Fetched,
    FetchPolicy,
    PolicyOutcome,
    Supposed,
    outcome_of_page,
    policy_outcome_of,
)
from robotstudio.lazy_dataclasses import dataclass, replace
from robotstudio.text.language import Message

DRAFT = "200"
FETCHED = "fetched"

NOT_DOCUMENTED = PolicyOutcome(Effect.UNKNOWN, "not documented")
_ANSWERED_200 = PolicyOutcome(Effect.PARSE, "a robots.txt that is there", assumed=True)
_NOTHING_KNOWN = frozenset({FetchOutcome.CANCELLED, FetchOutcome.INVALID_ADDRESS})


@dataclass(frozen=True, slots=True)
class SupposedAnswer:
    """A row of “as if”: an outcome that takes the place of what was fetched."""

    id: str
    title: Message
    short: Message
    observed: Message
    outcome: FetchOutcome
    status: int | None = None
    body_kind: Content = Content.RULES
    is_other_host: bool = False  # the answer comes from another host

    @property
    def may_last(self) -> bool:
        """Whether it can matter for how long it has been so."""
        return self.outcome is not FetchOutcome.SUCCESS


_STATUSES = (
    (404, "404 Not Found", FetchOutcome.CLIENT_ERROR),
    (401, "401 Unauthorized", FetchOutcome.CLIENT_ERROR),
    (403, "403 Forbidden", FetchOutcome.CLIENT_ERROR),
    (410, "410 Gone", FetchOutcome.CLIENT_ERROR),
    (429, "429 Too Many Requests", FetchOutcome.TOO_MANY_REQUESTS),
    (500, "500 Internal Server Error", FetchOutcome.SERVER_ERROR),
    (503, "503 Service Unavailable", FetchOutcome.SERVER_ERROR),
)

_ROWS = (
    SupposedAnswer(
        DRAFT, "200 OK, with the draft", "200 (draft)", "the robots.txt answers {status}", FetchOutcome.SUCCESS, 200
    ),
    *(
        SupposedAnswer(str(status), title, str(status), "the robots.txt answers {status}", outcome, status)
        for status, title, outcome in _STATUSES
    ),
    SupposedAnswer("timeout", "Timeout", "timeout", "the robots.txt does not answer in time", FetchOutcome.TIMEOUT),
    SupposedAnswer("dns", "DNS failure", "DNS failure", "the name of the host is not found", FetchOutcome.DNS_ERROR),
    SupposedAnswer(
        "loop",
        "Redirect loop",
        "redirect loop",
        "the robots.txt redirects in a circle",
        FetchOutcome.TOO_MANY_REDIRECTS,
    ),
    SupposedAnswer(
        "redirects", "6 redirects", "6 redirects", "the robots.txt redirects 6 times", FetchOutcome.TOO_MANY_REDIRECTS
    ),
    SupposedAnswer(
        "host",
        "Redirect to another host",
        "other host",
        "the robots.txt redirects to another host, which answers with the draft",
        FetchOutcome.SUCCESS,
        200,
        is_other_host=True,
    ),
    SupposedAnswer(
        "html",
        "HTML instead of text",
        "HTML",
        "the robots.txt answers 200 with an HTML page",
        FetchOutcome.SUCCESS,
        200,
        Content.HTML,
    ),
)

SUPPOSED_ANSWERS: Mapping[str, SupposedAnswer] = MappingProxyType({row.id: row for row in _ROWS})


Answered = Fetched
"""All of a fetch that a policy looks at; `Evidence` has it, and the row of one host of many."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A robots.txt that was fetched well before."""

    url: str
    body: bytes
    fetched_at: datetime


@dataclass(frozen=True, slots=True)
class HttpScenario:
    """The answer that everything is judged by. `elapsed` is for how long every fetch has ended like this."""

    choice: str = DRAFT
    fetched: Evidence | None = None
    elapsed: timedelta = timedelta()
    has_copy: bool = False
    site_answers: bool = True
    copy: Copy | None = None

    @property
    def supposed(self) -> SupposedAnswer | None:
        """What is supposed, None where the answer is the one that was fetched."""
        return None if self.is_as_fetched else SUPPOSED_ANSWERS.get(self.choice, SUPPOSED_ANSWERS[DRAFT])

    @property
    def is_as_fetched(self) -> bool:
        return self.choice == FETCHED and self.fetched is not None

    @property
    def may_last(self) -> bool:
        """Whether it can matter for how long it has been so."""
        return self.supposed is not None and self.supposed.may_last

    @property
    def is_without_draft(self) -> bool:
        """Whether an answer is supposed that is not the draft: no verdict then tells of a change of the rules."""
        return self.supposed is not None and self.supposed.id != DRAFT

    @property
    def is_hypothetical(self) -> bool:
        """Whether something else is shown than what is known of the site."""
        if self.supposed is None or self.fetched is None:
            return self.supposed is not None and self.supposed.id != DRAFT
        return self.supposed.id != DRAFT or not has_rules(self.fetched)

    def policy_outcome(self, crawler: Crawler) -> PolicyOutcome | None:
        """What a crawler makes of the answer; None where it is the draft that would be answered."""
        supposed = self.supposed
        if supposed is None:
            return self._policy_outcome_on_fetched(crawler)
        if supposed.id == DRAFT:
            return None
        family = policy_of(crawler)
        outcome = _policy_outcome(Supposed(supposed.outcome, supposed.status, supposed.body_kind), family, self)
        return _on_other_host(family) if supposed.is_other_host and outcome.effect is Effect.PARSE else outcome

    def _policy_outcome_on_fetched(self, crawler: Crawler) -> PolicyOutcome | None:
        if self.fetched is None:
            return None
        return policy_outcome_for(self.fetched, crawler)

    def judging(self, draft: bytes) -> "HttpScenario":
        """The same with the choice that suits a draft, where the person has not chosen.

        A fetched file with rules: the draft stands for it. A fetched failure decides only where the draft is what came
        with it, or nothing: a draft of one's own is “as if answered 200”, and says so.
        """
        if self.fetched is None:
            return replace(self, choice=DRAFT)
        is_live = has_rules(self.fetched) or not draft.strip()
        is_live = is_live or (self.fetched.outcome is not FetchOutcome.SUCCESS and draft == self.fetched.body)
        return replace(self, choice=FETCHED if is_live else DRAFT)


def policy_outcome_for(answer: Answered, crawler: Crawler) -> PolicyOutcome:
    """What a crawler makes of an answer that came just now, without a copy of an earlier one."""
    return policy_outcome_under(answer, policy_of(crawler))


def policy_outcome_under(answer: Answered, family: FetchPolicy | None) -> PolicyOutcome:
    """The same for a family; None: crawlers whose operators document nothing."""
    return _policy_outcome(answer, family, HttpScenario())


def is_known(evidence: Evidence) -> bool:
    """Whether a fetch told anything about the site."""
    return evidence.outcome not in _NOTHING_KNOWN


def has_rules(evidence: Evidence) -> bool:
    """Whether what was fetched can be read as a robots.txt."""
    return evidence.outcome is FetchOutcome.SUCCESS and evidence.body_kind not in WITHOUT_RULES


def copy_of(evidence: Evidence) -> Copy | None:
    """The good copy that a fetch brought."""
    return Copy(evidence.requested, evidence.body, evidence.fetched_at) if has_rules(evidence) else None


def policy_of(crawler: Crawler) -> FetchPolicy | None:
    """The policy of a crawler, None where none is documented; any other crawler stands for the standard."""
    return POLICIES.get("rfc9309" if crawler.is_any_other else crawler.policy)


def _policy_outcome(answer: Answered, family: FetchPolicy | None, now: HttpScenario) -> PolicyOutcome:
    if family is None:
        if answer.outcome is not FetchOutcome.SUCCESS:
            return NOT_DOCUMENTED
        return outcome_of_page(None) if answer.body_kind in WITHOUT_RULES else _ANSWERED_200
    return policy_outcome_of(
        answer, family.id, elapsed=now.elapsed, has_copy=now.has_copy, site_answers=now.site_answers
    )


def _on_other_host(policy: FetchPolicy | None) -> PolicyOutcome:
    clause = policy.other_host_clause if policy else ""
    return PolicyOutcome(Effect.PARSE, clause or "redirects are followed", assumed=not clause)
