"""The HTTP answer under which rules are judged: the fetched one, or a supposed one ("as if 503").

The rules of a draft apply if the answer is a file with rules. For other answers each crawler's policy decides; if its
operator documents none, the effect is unknown.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

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
from robotstudio.text.language import Message

DRAFT = "200"
FETCHED = "fetched"

NOT_DOCUMENTED = PolicyOutcome(Effect.UNKNOWN, "not documented")
_ANSWERED_200 = PolicyOutcome(Effect.PARSE, "an existing robots.txt", assumed=True)
_NOTHING_KNOWN = frozenset({FetchOutcome.CANCELLED, FetchOutcome.INVALID_ADDRESS})


class SupposedAnswer(Struct, frozen=True):
    """A choice of "as if": an outcome that replaces the fetched one."""

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
        """True if the effect may depend on how long the answer has been this."""
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


class LastGoodCopy(Struct, frozen=True):
    """An earlier good robots.txt."""

    url: str
    body: bytes
    fetched_at: datetime


class HttpScenario(Struct, frozen=True):
    """The answer that everything is judged by. `elapsed`: how long every fetch has ended like this."""

    choice: str = DRAFT
    fetched: Evidence | None = None
    elapsed: timedelta = timedelta()
    has_copy: bool = False
    site_answers: bool = True
    copy: LastGoodCopy | None = None

    @property
    def supposed(self) -> SupposedAnswer | None:
        """The supposed answer; None if the fetched one is used."""
        return None if self.is_as_fetched else SUPPOSED_ANSWERS.get(self.choice, SUPPOSED_ANSWERS[DRAFT])

    @property
    def is_as_fetched(self) -> bool:
        return self.choice == FETCHED and self.fetched is not None

    @property
    def may_last(self) -> bool:
        """True if the effect may depend on how long the answer has been this."""
        return self.supposed is not None and self.supposed.may_last

    @property
    def is_without_draft(self) -> bool:
        """True if an answer other than the draft is supposed: verdicts then ignore changes of the rules."""
        return self.supposed is not None and self.supposed.id != DRAFT

    @property
    def is_hypothetical(self) -> bool:
        """True if the scenario differs from what is known of the site."""
        if self.supposed is None or self.fetched is None:
            return self.supposed is not None and self.supposed.id != DRAFT
        return self.supposed.id != DRAFT or not has_rules(self.fetched)

    def policy_outcome(self, crawler: Crawler) -> PolicyOutcome | None:
        """Return what a crawler makes of the answer; None if the draft's rules decide."""
        return self.outcome_under(policy_of(crawler))

    def outcome_under(self, family: FetchPolicy | None) -> PolicyOutcome | None:
        """Like `policy_outcome`, for a policy; None: crawlers whose operators document nothing."""
        supposed = self.supposed
        if supposed is None:
            return None if self.fetched is None else policy_outcome_under(self.fetched, family)
        if supposed.id == DRAFT:
            return None
        outcome = _policy_outcome(Supposed(supposed.outcome, supposed.status, supposed.body_kind), family, self)
        return _on_other_host(family) if supposed.is_other_host and outcome.effect is Effect.PARSE else outcome

    def judging(self, draft: bytes) -> "HttpScenario":
        """Choose the scenario that suits a draft, for a person who has not chosen.

        The draft replaces a fetched file with rules. A fetched failure decides only if the draft is empty or is the
        body that came with it; any other draft is judged "as if 200".
        """
        if self.fetched is None:
            return replace(self, choice=DRAFT)
        is_live = has_rules(self.fetched) or not draft.strip()
        is_live = is_live or (self.fetched.outcome is not FetchOutcome.SUCCESS and draft == self.fetched.body)
        return replace(self, choice=FETCHED if is_live else DRAFT)


def policy_outcome_for(answer: Fetched, crawler: Crawler) -> PolicyOutcome:
    """Return what a crawler makes of an answer that has just come, without an earlier copy."""
    return policy_outcome_under(answer, policy_of(crawler))


def policy_outcome_under(answer: Fetched, family: FetchPolicy | None) -> PolicyOutcome:
    """Like `policy_outcome_for`, for a policy; None: crawlers whose operators document nothing."""
    return _policy_outcome(answer, family, HttpScenario())


def is_known(evidence: Evidence) -> bool:
    """Return True if the fetch revealed anything about the site."""
    return evidence.outcome not in _NOTHING_KNOWN


def has_rules(evidence: Evidence) -> bool:
    """Return True if the body can be read as a robots.txt."""
    return evidence.outcome is FetchOutcome.SUCCESS and evidence.body_kind not in WITHOUT_RULES


def last_good_copy(evidence: Evidence) -> LastGoodCopy | None:
    """Return the fetched file as a copy; None if it has no rules."""
    return LastGoodCopy(evidence.requested, evidence.body, evidence.fetched_at) if has_rules(evidence) else None


def policy_of(crawler: Crawler) -> FetchPolicy | None:
    """Return the policy of a crawler; None if undocumented. Any other crawler follows the standard."""
    return POLICIES.get("rfc9309" if crawler.is_any_other else crawler.policy)


def _policy_outcome(answer: Fetched, family: FetchPolicy | None, now: HttpScenario) -> PolicyOutcome:
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
