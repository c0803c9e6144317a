"""Access of the crawlers of each purpose: named ones, deciding rules, open URLs."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.access import Access, Reach, reach_of
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.verdict import GroupChoice
from robotstudio.policy.model import AiPolicy, PolicyChoice, Stance
from robotstudio.text.language import Message

COSTS: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "search": "If blocked: their users no longer find the site.",
        "ai-search": "If blocked: their answers do not name the site, or link to it, from what they fetch themselves.",
        "ai-assistant": "If blocked: anyone who asks an assistant about a page of the site gets no answer from it.",
        "ai-training": "If blocked: new models learn nothing from the site. What was fetched earlier stays learned.",
        "seo": "If blocked: these tools lack links to and from the site, for its owner too.",
        "ads": "If blocked: ads may be rejected or cost more if their page cannot be read.",
        "preview": "If blocked: shared links to the site have neither image nor title.",
        "archive": "If blocked: what the site said cannot be looked up later.",
        "feed": "If blocked: readers who subscribed to a feed get no news.",
        "monitoring": "If blocked: services that look after the site say that it is down.",
        "security": "If blocked: some of these scans stop. Attackers do not read robots.txt.",
        "software": "If blocked: programs that people run for their own purposes, if they read robots.txt at all.",
        "other": "If blocked: what these crawlers are for stops. See the note for each.",
    }
)
"""Cost of blocking, by purpose."""


class Obedience(StrEnum):
    """Statement of a crawler's operator on following robots.txt."""

    YES = "yes"
    PARTIAL = "partial"
    NO = "no"
    UNKNOWN = "unknown"


OBEDIENCE_WORDS: Final[Mapping[Obedience, Message]] = MappingProxyType(
    {
        Obedience.YES: "documented",
        Obedience.PARTIAL: "in part",
        Obedience.NO: "does not",
        Obedience.UNKNOWN: "not documented",
    }
)


class PolicyRow(Struct, frozen=True):
    """A crawler with its treatment by the file.

    `named_in` is the line naming it, `rule` the line of its group that decides about `/`. `followed` is the token of
    the group it follows, None if none. `reach` is what it may fetch, over all URLs; `choice` is that of the file's
    policy, None if it has none.
    """

    crawler: Crawler
    obedience: Obedience
    followed: str | None
    named_in: int | None
    rule: int | None
    reach: Reach
    choice: PolicyChoice | None

    @property
    def is_closed(self) -> bool:
        """True if it may fetch nothing, or little by exception."""
        return self.reach.access in {Access.NOTHING, Access.ONLY}

    @property
    def is_ineffective(self) -> bool:
        """True if the policy restricts a crawler that ignores robots.txt."""
        return self.obedience is Obedience.NO and self.choice is not None and self.choice.stance is not Stance.ALLOW


class PurposeRow(Struct, frozen=True):
    """The crawlers of a purpose; outdated tokens are included only if the file names them."""

    id: str
    title: Message
    rows: tuple[PolicyRow, ...]
    choice: PolicyChoice | None

    @property
    def named(self) -> int:
        return sum(row.named_in is not None for row in self.rows)

    @property
    def closed(self) -> int:
        return sum(row.is_closed for row in self.rows)


def overview_of(body: bytes, policy: AiPolicy, catalogue: Catalogue) -> tuple[PurposeRow, ...]:
    """Return all purposes of the catalogue with crawlers."""
    rows: dict[str, list[PolicyRow]] = {purpose: [] for purpose in catalogue.purposes}
    version = FileVersion(body)
    for crawler in catalogue.crawlers.values():
        if crawler.is_any_other or crawler.purpose not in rows:
            continue
        row = _row(version.read_as(crawler.dialect), crawler, policy)
        if not crawler.outdated or row.named_in is not None:
            rows[crawler.purpose].append(row)
    return tuple(
        PurposeRow(purpose, catalogue.purposes[purpose], tuple(found), policy.purposes.get(purpose))
        for purpose, found in rows.items()
        if found
    )


def _row(robots: Robots, crawler: Crawler, policy: AiPolicy) -> PolicyRow:
    chosen = robots.choose(crawler.agent)
    verdict = robots.decide("/", crawler.agent)
    is_own = chosen.token not in {None, "*"}
    return PolicyRow(
        crawler,
        Obedience(crawler.obeys),
        chosen.token,
        _naming_line(chosen, crawler),
        verdict.line if is_own else None,
        reach_of(chosen.rules),
        policy.choice_for(crawler),
    )


def _naming_line(chosen: GroupChoice, crawler: Crawler) -> int | None:
    """Return the first line naming the crawler itself rather than a fallback token."""
    if chosen.token is None or chosen.token.lower() != crawler.token.lower():
        return None
    names = DIALECTS[crawler.dialect].tokens_of(crawler.token.encode())
    lines = [agent.line for group in chosen.groups for agent in group.agents if agent.token in names]
    return min(lines, default=chosen.groups[0].first_line if chosen.groups else None)
