"""Files for AI held against a robots.txt: where one of them says what the other takes back."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.bulk import UrlTable
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.groups import Rule
from robotstudio.engine.samples import Variation, samples
from robotstudio.engine.scope import governing_robots_url
from robotstudio.policy.ai_files.model import AiTxt, Claim, LlmsTxt

MOST_LINKS: Final = 2_000
MOST_RULES: Final = 300
READ_LLMS_TXT: Final = ("ai-search", "ai-assistant")
"""For whose crawlers an llms.txt is written: its text speaks of answers, and expressly not of training."""

_ANY_SITE: Final = "https://host.invalid"


class Against(StrEnum):
    """How a file for AI is at odds with a robots.txt."""

    CLOSED_FILE = "closed-file"  # the llms.txt itself may not be fetched
    CLOSED_LINK = "closed-link"  # it links what may not be fetched
    OPEN = "open"  # an ai.txt asks not to, and the rules let in
    CLOSED = "closed"  # an ai.txt grants what the rules keep out


class AiFileContradiction(Struct, frozen=True):
    """`line` is of the file for AI, 0 for all of it; `url` shows it, `rules` are the lines of the robots.txt.

    `crawlers` are those concerned, of `of` that were asked about.
    """

    against: Against
    line: int
    url: str
    crawlers: tuple[Crawler, ...]
    of: int
    rules: tuple[int, ...] = ()


class Held(Struct, frozen=True):
    """What came of it; `judged` of the links or rules were looked at, `elsewhere` links are of other hosts."""

    contradictions: tuple[AiFileContradiction, ...] = ()
    judged: int = 0
    elsewhere: int = 0


def crawlers_for(catalogue: Catalogue, purposes: Sequence[str]) -> tuple[Crawler, ...]:
    """The crawlers of some purposes, without tokens that are out of use."""
    return tuple(
        crawler
        for crawler in catalogue.crawlers.values()
        if crawler.purpose in purposes and not crawler.outdated and not crawler.is_any_other
    )


def llms_txt_against(found: LlmsTxt, address: str, robots: bytes, catalogue: Catalogue) -> Held:
    """Which links of an llms.txt, and whether the file itself, those may not fetch for whom it is written."""
    site = governing_robots_url(address or _ANY_SITE)
    own = [link for link in found.links if governing_robots_url(link.url) == site]
    judged = own[:MOST_LINKS]
    urls = [address or f"{_ANY_SITE}/llms.txt", *(link.url for link in judged)]
    blocked = _blocked(urls, robots, crawlers_for(catalogue, READ_LLMS_TXT))
    lines = [0, *(link.line for link in judged)]
    kinds = [Against.CLOSED_FILE, *(Against.CLOSED_LINK for _ in judged)]
    shown = [urls[0], *(link.written for link in judged)]
    of = len(crawlers_for(catalogue, READ_LLMS_TXT))
    contradictions = tuple(
        AiFileContradiction(
            kind, line, url, tuple(who for who, _ in by), of, tuple(sorted({rule for _, rule in by if rule}))
        )
        for kind, line, url, by in zip(kinds, lines, shown, blocked, strict=True)
        if by
    )
    return Held(contradictions, len(judged), len(found.links) - len(own))


def _blocked(urls: Sequence[str], body: bytes, crawlers: Sequence[Crawler]) -> list[list[tuple[Crawler, int]]]:
    """For each URL who may not fetch it, and by which line."""
    table, read = UrlTable(urls), dict[str, Robots]()
    found: list[list[tuple[Crawler, int]]] = [[] for _ in urls]
    for crawler in crawlers:
        if crawler.dialect not in read:
            read[crawler.dialect] = Robots.parse(body, crawler.dialect, tuple(read.values()))
        allowed, lines = read[crawler.dialect].decide_all(table, [crawler.agent]).column(crawler.agent)
        for place in (~allowed).nonzero()[0].tolist():
            found[place].append((crawler, int(lines[place])))
    return found


def ai_txt_against(found: AiTxt, robots: bytes, catalogue: Catalogue) -> Held:
    """Which rules of an ai.txt say of the same crawlers another thing than the robots.txt."""
    read: dict[str, Robots] = {}
    judged = 0
    contradictions: list[AiFileContradiction] = []
    for claim in found.claims:
        said = Robots.parse(claim.body, "google")
        rules = [rule for group in said.groups for rule in group.rules][:MOST_RULES]
        judged += len(rules)
        crawlers = _concerned(said, claim, catalogue)
        for rule in dict.fromkeys(rules):
            contradictions += _of_rule(rule, said, claim, crawlers, robots, read)
    return Held(tuple(sorted(contradictions, key=lambda each: each.line)), judged)


def _concerned(said: Robots, claim: Claim, catalogue: Catalogue) -> tuple[Crawler, ...]:
    """The crawlers of the purposes that a claim is about, and those that it names."""
    named = {agent.written.decode("utf-8", "replace").lower() for group in said.groups for agent in group.agents}
    others = (each for each in catalogue.crawlers.values() if each.token.lower() in named and not each.is_any_other)
    return tuple(dict.fromkeys((*crawlers_for(catalogue, claim.purposes), *others)))


def _of_rule(
    rule: Rule, said: Robots, claim: Claim, crawlers: Sequence[Crawler], body: bytes, read: dict[str, Robots]
) -> Iterator[AiFileContradiction]:
    """A rule of an ai.txt, tried on the first URL about which it decides for somebody."""
    tried = samples(rule, DIALECTS["google"])
    for sample in sorted(tried, key=lambda each: each.variation is not Variation.FILLED):  # /any.jpg before /.jpg
        url = f"{_ANY_SITE}{sample.path}"
        asked = [each for each in crawlers if said.decide(url, each.agent).line == rule.line]
        if not sample.matches or not asked:
            continue
        against, rules = [], set[int]()
        for crawler in asked:
            if crawler.dialect not in read:
                read[crawler.dialect] = Robots.parse(body, crawler.dialect, tuple(read.values()))
            verdict = read[crawler.dialect].decide(url, crawler.agent)
            if verdict.allowed is not rule.allow:
                against.append(crawler)
                rules |= {verdict.line} if verdict.line else set()
        if against:
            kind = Against.CLOSED if rule.allow else Against.OPEN
            line = claim.lines[rule.line]
            yield AiFileContradiction(kind, line, sample.path, tuple(against), len(asked), tuple(sorted(rules)))
        return
