"""Under which answer of the server the rules are judged: as it was fetched, or as if it had been another one.

The rules of a draft apply where the answer is a file with rules. What else an answer does is each crawler's own policy:
the ruling of its family, or nothing known where its operator documents none.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

from robotstudio.engine.crawlers import Crawler
from robotstudio.io.fetching.evidence import BodyKind, Evidence, Outcome
from robotstudio.io.fetching.policy import FAMILIES, WITHOUT_RULES, Fetched, Supposed, ruling_of, ruling_on_page
from robotstudio.io.fetching.rulings import Effect, Family, Ruling
from robotstudio.lazy_dataclasses import dataclass

DRAFT = "200"
FETCHED = "fetched"

NOT_DOCUMENTED = Ruling(Effect.UNKNOWN, "not documented")
_ANSWERED_200 = Ruling(Effect.PARSE, "a robots.txt that is there", assumed=True)
_NOTHING_KNOWN = frozenset({Outcome.CANCELLED, Outcome.INVALID_ADDRESS})

# Which family says that a redirect to another host is followed, and that the rules hold for the address asked.
_LEAP_CLAUSES: Mapping[str, str] = MappingProxyType(
    {
        "rfc9309": "RFC 9309 §2.3.1.2",
        "google": "HTTP status codes, 3xx (redirection)",
        "yandex": "redirects, also to another site",
        "draft1996": "draft-koster-robots-00 §3.1, access method",
    }
)


@dataclass(frozen=True, slots=True)
class Supposition:
    """A row of “as if”: an outcome that takes the place of what was fetched."""

    id: str
    title: str
    short: str
    observed: str
    outcome: Outcome
    status: int | None = None
    body_kind: BodyKind = BodyKind.ROBOTS
    leaps: bool = False  # the answer comes from another host

    @property
    def may_last(self) -> bool:
        """Whether it can matter for how long it has been so."""
        return self.outcome is not Outcome.SUCCESS


_STATUSES = (
    (404, "404 Not Found", Outcome.CLIENT_ERROR),
    (401, "401 Unauthorized", Outcome.CLIENT_ERROR),
    (403, "403 Forbidden", Outcome.CLIENT_ERROR),
    (410, "410 Gone", Outcome.CLIENT_ERROR),
    (429, "429 Too Many Requests", Outcome.TOO_MANY_REQUESTS),
    (500, "500 Internal Server Error", Outcome.SERVER_ERROR),
    (503, "503 Service Unavailable", Outcome.SERVER_ERROR),
)

_ROWS = (
    Supposition(DRAFT, "200 OK, with the draft", "200 (draft)", "the robots.txt answers 200", Outcome.SUCCESS, 200),
    *(
        Supposition(str(status), title, str(status), f"the robots.txt answers {status}", outcome, status)
        for status, title, outcome in _STATUSES
    ),
    Supposition("timeout", "Timeout", "timeout", "the robots.txt does not answer in time", Outcome.TIMEOUT),
    Supposition("dns", "DNS failure", "DNS failure", "the name of the host is not found", Outcome.DNS_ERROR),
    Supposition(
        "loop", "Redirect loop", "redirect loop", "the robots.txt redirects in a circle", Outcome.TOO_MANY_REDIRECTS
    ),
    Supposition(
        "redirects", "6 redirects", "6 redirects", "the robots.txt redirects 6 times", Outcome.TOO_MANY_REDIRECTS
    ),
    Supposition(
        "host",
        "Redirect to another host",
        "other host",
        "the robots.txt redirects to another host, which answers with the draft",
        Outcome.SUCCESS,
        200,
        leaps=True,
    ),
    Supposition(
        "html",
        "HTML instead of text",
        "HTML",
        "the robots.txt answers 200 with an HTML page",
        Outcome.SUCCESS,
        200,
        BodyKind.HTML,
    ),
)

SUPPOSITIONS: Mapping[str, Supposition] = MappingProxyType({row.id: row for row in _ROWS})


Answered = Fetched
"""All of a fetch that a ruling depends on; `Evidence` has it, and the row of one host of many."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A robots.txt that was fetched well before."""

    url: str
    body: bytes
    fetched_at: datetime


@dataclass(frozen=True, slots=True)
class Circumstance:
    """The answer that everything is judged by. `elapsed` is for how long every fetch has ended like this."""

    choice: str = DRAFT
    fetched: Evidence | None = None
    elapsed: timedelta = timedelta()
    has_copy: bool = False
    site_answers: bool = True
    copy: Copy | None = None

    @property
    def supposed(self) -> Supposition | None:
        """What is supposed, None where the answer is the one that was fetched."""
        return None if self.is_as_fetched else SUPPOSITIONS.get(self.choice, SUPPOSITIONS[DRAFT])

    @property
    def is_as_fetched(self) -> bool:
        """Whether the answer is the one that was fetched."""
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

    def ruling(self, crawler: Crawler) -> Ruling | None:
        """What a crawler makes of the answer; None where it is the draft that would be answered."""
        supposed = self.supposed
        if supposed is None:
            return self._ruling_on_fetched(crawler)
        if supposed.id == DRAFT:
            return None
        family = family_of(crawler)
        ruling = _ruling(Supposed(supposed.outcome, supposed.status, supposed.body_kind), family, self)
        return _ruling_on_leap(family) if supposed.leaps and ruling.effect is Effect.PARSE else ruling

    def _ruling_on_fetched(self, crawler: Crawler) -> Ruling | None:
        if self.fetched is None:
            return None
        return ruling_on(self.fetched, crawler)

    def judging(self, draft: bytes) -> "Circumstance":
        """The same with the choice that suits a draft, where the person has not chosen.

        A fetched file with rules: the draft stands for it. A fetched failure decides only where the draft is what came
        with it, or nothing: a draft of one's own is “as if answered 200”, and says so.
        """
        if self.fetched is None:
            return replace(self, choice=DRAFT)
        is_live = has_rules(self.fetched) or not draft.strip()
        is_live = is_live or (self.fetched.outcome is not Outcome.SUCCESS and draft == self.fetched.body)
        return replace(self, choice=FETCHED if is_live else DRAFT)


def ruling_on(answer: Answered, crawler: Crawler) -> Ruling:
    """What a crawler makes of an answer that came just now, without a copy of an earlier one."""
    return ruling_on_family(answer, family_of(crawler))


def ruling_on_family(answer: Answered, family: Family | None) -> Ruling:
    """The same for a family; None: crawlers whose operators document nothing."""
    return _ruling(answer, family, Circumstance())


def is_known(evidence: Evidence) -> bool:
    """Whether a fetch told anything about the site."""
    return evidence.outcome not in _NOTHING_KNOWN


def has_rules(evidence: Evidence) -> bool:
    """Whether what was fetched can be read as a robots.txt."""
    return evidence.outcome is Outcome.SUCCESS and evidence.body_kind not in WITHOUT_RULES


def copy_of(evidence: Evidence) -> Copy | None:
    """The good copy that a fetch brought."""
    return Copy(evidence.requested, evidence.body, evidence.fetched_at) if has_rules(evidence) else None


def family_of(crawler: Crawler) -> Family | None:
    """The policy of a crawler, None where none is documented; any other crawler stands for the standard."""
    return FAMILIES.get("rfc9309" if crawler.is_any_other else crawler.policy)


def _ruling(answer: Answered, family: Family | None, now: Circumstance) -> Ruling:
    if family is None:
        if answer.outcome is not Outcome.SUCCESS:
            return NOT_DOCUMENTED
        return ruling_on_page("") if answer.body_kind in WITHOUT_RULES else _ANSWERED_200
    return ruling_of(answer, family.id, elapsed=now.elapsed, has_copy=now.has_copy, site_answers=now.site_answers)


def _ruling_on_leap(family: Family | None) -> Ruling:
    clause = _LEAP_CLAUSES.get(family.id if family else "")
    return Ruling(Effect.PARSE, clause or "redirects are followed", assumed=clause is None)
