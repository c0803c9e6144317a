"""What a file does to the crawlers of each purpose now: who is named, what decides, what is left open to them."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.access import Access, Reach, reach_of
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.verdict import GroupChoice
from robotstudio.policy.model import AiPolicy, PolicyChoice, Stance
from robotstudio.text.language import Message

COSTS: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "search": "Blocked: their users no longer find the site.",
        "ai-search": "Blocked: their answers do not name the site, or link to it, from what they fetch themselves.",
        "ai-assistant": "Blocked: who asks an assistant about a page of the site gets no answer from the page.",
        "ai-training": "Blocked: new models learn nothing from the site. What was fetched before stays learned.",
        "seo": "Blocked: links to and from the site are missing in these tools, also for whoever looks after the site.",
        "ads": "Blocked: advertisements may be refused, or cost more, where the page behind them cannot be read.",
        "preview": "Blocked: a link to the site that is shared has neither picture nor title.",
        "archive": "Blocked: what the site said cannot be looked up later.",
        "feed": "Blocked: readers who subscribed to a feed get no news.",
        "monitoring": "Blocked: services that look after the site say that it is down.",
        "security": "Blocked: some of these scans stop. Who means harm reads no robots.txt.",
        "software": "Blocked: programs that somebody runs for a purpose of their own, where they ask at all.",
        "other": "Blocked: what these crawlers are for stops. See the note of each.",
    }
)
"""What a block costs, by purpose."""


class Heeds(StrEnum):
    """True if a crawler's operator says that it follows robots.txt."""

    YES = "yes"
    PARTIAL = "partial"
    NO = "no"
    UNKNOWN = "unknown"


HEEDS: Final[Mapping[Heeds, Message]] = MappingProxyType(
    {
        Heeds.YES: "documented",
        Heeds.PARTIAL: "in part",
        Heeds.NO: "does not",
        Heeds.UNKNOWN: "not documented",
    }
)


class PolicyRow(Struct, frozen=True):
    """A crawler: `named_in` is the line that names it, `rule` the line of its group that decides about the front page.

    `followed` is the token of the group that it follows, None if it follows none. `reach` is what it may fetch now,
    for every URL; `choice` what the policy of the file says, None if it says nothing.
    """

    crawler: Crawler
    heeds: Heeds
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
    def is_asked_in_vain(self) -> bool:
        """True if something is asked of a crawler whose operator says that it does not heed it."""
        return self.heeds is Heeds.NO and self.choice is not None and self.choice.stance is not Stance.ALLOW


class PurposeRow(Struct, frozen=True):
    """The crawlers of a purpose; tokens that no crawler looks for any more are only there where the file names them."""

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
    """All purposes of the catalogue that have crawlers, with these."""
    rows: dict[str, list[PolicyRow]] = {purpose: [] for purpose in catalogue.purposes}
    read: dict[str, Robots] = {}
    for crawler in catalogue.crawlers.values():
        if crawler.is_any_other or crawler.purpose not in rows:
            continue
        if crawler.dialect not in read:
            read[crawler.dialect] = Robots.parse(body, crawler.dialect, tuple(read.values()))
        row = _row(read[crawler.dialect], crawler, policy)
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
        Heeds(crawler.obeys),
        chosen.token,
        _naming_line(chosen, crawler),
        verdict.line if is_own else None,
        reach_of(chosen.rules),
        policy.choice_for(crawler),
    )


def _naming_line(chosen: GroupChoice, crawler: Crawler) -> int | None:
    """The first line that names the crawler itself, not one of the tokens that it falls back to."""
    if chosen.token is None or chosen.token.lower() != crawler.token.lower():
        return None
    names = DIALECTS[crawler.dialect].tokens_of(crawler.token.encode())
    lines = [agent.line for group in chosen.groups for agent in group.agents if agent.token in names]
    return min(lines, default=chosen.groups[0].first_line if chosen.groups else None)
