"""Compare AI files with a robots.txt: where one permits what the other forbids."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.bulk import UrlTable
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.groups import Rule
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.samples import Sample, Variation, matches, samples
from robotstudio.engine.scope import governing_robots_url
from robotstudio.policy.ai_files.ai_txt import FOR_TRAINING
from robotstudio.policy.ai_files.model import AiTxt, Claim, LlmsTxt, Rsl, TdmRep, TdmRule
from robotstudio.policy.ai_files.rsl import RslAnswer, rsl_for, rule_of
from robotstudio.policy.signals import CRAWLERS_FOR, Purpose, Wish, wishes_in

MOST_LINKS: Final = 2_000
MOST_RULES: Final = 300
READ_LLMS_TXT: Final = ("ai-search", "ai-assistant")
"""The crawlers an llms.txt addresses: its specification is about answers, explicitly not training."""

_ANY_SITE: Final = "https://host.invalid"


class ContradictionKind(StrEnum):
    """Kind of contradiction between an AI file and a robots.txt."""

    CLOSED_FILE = "closed-file"  # the llms.txt itself is blocked
    CLOSED_LINK = "closed-link"  # it links to a blocked URL
    OPEN = "open"  # an ai.txt forbids what the rules allow
    CLOSED = "closed"  # an ai.txt permits what the rules block
    PERMITTED = "permitted"  # a tdmrep.json reserves what a Content-Signal or Content-Usage permits
    FORBIDDEN = "forbidden"  # a tdmrep.json leaves open what one of these forbids
    RSL_PERMITS = "rsl-permits"  # an RSL document permits a use that such a line forbids
    RSL_PROHIBITS = "rsl-prohibits"  # an RSL document prohibits a use that such a line permits
    UNREACHABLE = "unreachable"  # it permits a use without terms, and robots.txt blocks all crawlers for it
    UNUSED = "unused"  # a rule of a tdmrep.json says something else than one above that covers its paths


class AiFileContradiction(Struct, frozen=True):
    """A contradiction.

    `line` is in the AI file, 0 for all of it; `url` is an example, `rules` are lines of the robots.txt. `crawlers` are
    those affected, out of `of`.
    """

    against: ContradictionKind
    line: int
    url: str
    crawlers: tuple[Crawler, ...]
    of: int
    rules: tuple[int, ...] = ()
    use: Purpose | None = None


class AiFileComparison(Struct, frozen=True):
    """A comparison; `judged` is the number of links or rules, `elsewhere` that of links to other hosts."""

    contradictions: tuple[AiFileContradiction, ...] = ()
    judged: int = 0
    elsewhere: int = 0


def crawlers_for(catalogue: Catalogue, purposes: Sequence[str]) -> tuple[Crawler, ...]:
    """Return the current crawlers of some purposes."""
    return tuple(
        crawler
        for crawler in catalogue.crawlers.values()
        if crawler.purpose in purposes and not crawler.outdated and not crawler.is_any_other
    )


def compare_llms_txt(found: LlmsTxt, address: str, robots: bytes, catalogue: Catalogue) -> AiFileComparison:
    """Find links of an llms.txt, or the file itself, that the crawlers it addresses may not fetch."""
    site = governing_robots_url(address or _ANY_SITE)
    own = [link for link in found.links if governing_robots_url(link.url) == site]
    judged = own[:MOST_LINKS]
    urls = [address or f"{_ANY_SITE}/llms.txt", *(link.url for link in judged)]
    blocked = _blocked(urls, robots, crawlers_for(catalogue, READ_LLMS_TXT))
    lines = [0, *(link.line for link in judged)]
    kinds = [ContradictionKind.CLOSED_FILE, *(ContradictionKind.CLOSED_LINK for _ in judged)]
    shown = [urls[0], *(link.written for link in judged)]
    of = len(crawlers_for(catalogue, READ_LLMS_TXT))
    contradictions = tuple(
        AiFileContradiction(
            kind, line, url, tuple(who for who, _ in by), of, tuple(sorted({rule for _, rule in by if rule}))
        )
        for kind, line, url, by in zip(kinds, lines, shown, blocked, strict=True)
        if by
    )
    return AiFileComparison(contradictions, len(judged), len(found.links) - len(own))


def _blocked(
    urls: Sequence[str], body: bytes, crawlers: Sequence[Crawler], version: FileVersion | None = None
) -> list[list[tuple[Crawler, int]]]:
    """Return, for each URL, the crawlers that may not fetch it, with the blocking line."""
    table, version = UrlTable(urls), version or FileVersion(body)
    found: list[list[tuple[Crawler, int]]] = [[] for _ in urls]
    for crawler in crawlers:
        allowed, lines = version.read_as(crawler.dialect).decide_all(table, [crawler.agent]).column(crawler.agent)
        for place in (~allowed).nonzero()[0].tolist():
            found[place].append((crawler, int(lines[place])))
    return found


def compare_ai_txt(found: AiTxt, robots: bytes, catalogue: Catalogue) -> AiFileComparison:
    """Find rules of an ai.txt that differ from the robots.txt for the same crawlers."""
    version = FileVersion(robots)
    judged = 0
    contradictions: list[AiFileContradiction] = []
    for claim in found.claims:
        said = Robots.parse(claim.body, "google")
        rules = [rule for group in said.groups for rule in group.rules][:MOST_RULES]
        judged += len(rules)
        crawlers = _concerned(said, claim, catalogue)
        for rule in dict.fromkeys(rules):
            line = claim.lines[rule.line]
            for sample in _matching(rule):
                url = _url(sample)
                asked = [each for each in crawlers if said.decide(url, each.agent).line == rule.line]
                if asked:
                    contradictions += _of_rule(rule, line, sample, asked, version)
                    break
    return AiFileComparison(tuple(sorted(contradictions, key=lambda each: each.line)), judged)


def _concerned(said: Robots, claim: Claim, catalogue: Catalogue) -> tuple[Crawler, ...]:
    """Return the crawlers of a claim's purposes, and those it names."""
    named = {agent.written.decode("utf-8", "replace").lower() for group in said.groups for agent in group.agents}
    others = (each for each in catalogue.crawlers.values() if each.token.lower() in named and not each.is_any_other)
    return tuple(dict.fromkeys((*crawlers_for(catalogue, claim.purposes), *others)))


def _matching(rule: Rule) -> list[Sample]:
    """Return URLs that a rule matches, /any.jpg before /.jpg."""
    tried = samples(rule, DIALECTS["google"])
    return sorted((each for each in tried if each.matches), key=lambda each: each.variation is not Variation.FILLED)


def _url(sample: Sample) -> str:
    return f"{_ANY_SITE}{sample.path}"


def _of_rule(
    rule: Rule, line: int, sample: Sample, asked: Sequence[Crawler], version: FileVersion
) -> Iterator[AiFileContradiction]:
    """Compare a rule in a line of a file with the robots.txt, by a URL that it decides for some crawlers."""
    against, rules = [], set[int]()
    for crawler in asked:
        verdict = version.read_as(crawler.dialect).decide(_url(sample), crawler.agent)
        if verdict.allowed is not rule.allow:
            against.append(crawler)
            rules |= {verdict.line} if verdict.line else set()
    if against:
        kind = ContradictionKind.CLOSED if rule.allow else ContradictionKind.OPEN
        yield AiFileContradiction(kind, line, sample.path, tuple(against), len(asked), tuple(sorted(rules)))


def compare_tdmrep(found: TdmRep, robots: bytes, catalogue: Catalogue) -> AiFileComparison:
    """Find rules of a tdmrep.json that differ from the rules and wishes of a robots.txt on AI training, or are unused.

    A reservation with a policy offers a licence, for which a crawler must be let in: it contradicts no rule.
    """
    crawlers, version = crawlers_for(catalogue, FOR_TRAINING), FileVersion(robots)
    wishes = wishes_in(robots)[:MOST_RULES]
    said = found.rules[:MOST_RULES]
    rules = [rule_of(each.location, allow=not each.is_reserved) for each in said]
    contradictions: list[AiFileContradiction] = []
    for place, (one, rule) in enumerate(zip(said, rules, strict=True)):
        earlier = rules[:place]
        covering = next((each for each in said[:place] if _covers(each, one)), None)
        if covering is not None and (covering.is_reserved, covering.policy) != (one.is_reserved, one.policy):
            contradictions.append(AiFileContradiction(ContradictionKind.UNUSED, one.line, one.location, (), 0))
        for sample in _matching(rule):
            if any(matches(each, sample.path, DIALECTS["google"]) for each in earlier):
                continue  # the first rule that matches counts
            if not (one.is_reserved and one.policy):
                contradictions += _of_rule(rule, one.line, sample, crawlers, version)
            for wish in _applying(wishes, sample):
                if wish.uses.get(Purpose.TRAINING, rule.allow) is not rule.allow:
                    kind = ContradictionKind.FORBIDDEN if rule.allow else ContradictionKind.PERMITTED
                    contradictions.append(AiFileContradiction(kind, one.line, sample.path, (), 0, (wish.line,)))
            break
    return AiFileComparison(tuple(contradictions), len(said))


def compare_rsl(found: Rsl, robots: bytes, catalogue: Catalogue, site: str = "") -> AiFileComparison:
    """Find uses that an RSL document permits or prohibits, and lines of a robots.txt that say the opposite.

    A Disallow is no contradiction to terms: RSL says that its licences change neither Allow nor Disallow. A use that is
    permitted without terms, and that no crawler for it may fetch, is one.
    """
    version, wishes = FileVersion(robots), wishes_in(robots)[:MOST_RULES]
    scopes = list(dict.fromkeys(content.url for content in found.contents))[:MOST_RULES]
    contradictions: list[AiFileContradiction] = []
    for scope in scopes:
        path = scope if scope.startswith(("/", "*")) else "/"
        sample = next(iter(_matching(rule_of(path))), None)
        if sample is None:
            continue
        url = f"{site or _ANY_SITE}{sample.path}"
        for use, purposes in CRAWLERS_FOR.items():
            said = rsl_for(found, url, use)
            is_permitted = said.answer in {RslAnswer.PERMITTED, RslAnswer.LICENSED}
            if said.scope != scope or said.answer is RslAnswer.SILENT:
                continue
            for wish in _applying(wishes, sample):
                if wish.uses.get(use, is_permitted) is not is_permitted:
                    kind = ContradictionKind.RSL_PERMITS if is_permitted else ContradictionKind.RSL_PROHIBITS
                    at = said.line, sample.path, (), 0, (wish.line,), use
                    contradictions.append(AiFileContradiction(kind, *at))
            if said.answer is RslAnswer.PERMITTED:
                crawlers = crawlers_for(catalogue, purposes)
                (by,) = _blocked([url], robots, crawlers, version)
                if by and len(by) == len(crawlers):
                    rules = tuple(sorted({line for _, line in by if line}))
                    kind, who = ContradictionKind.UNREACHABLE, tuple(crawler for crawler, _ in by)
                    contradictions.append(
                        AiFileContradiction(kind, said.line, sample.path, who, len(crawlers), rules, use)
                    )
    return AiFileComparison(tuple(contradictions), len(scopes))


def _covers(one: TdmRule, other: TdmRule) -> bool:
    """Return True if the location of one rule begins that of another, so that the other never counts below it."""
    start = one.location
    if "*" in start or start.endswith("$"):
        return False
    return start == "/" or other.location.startswith(start)


def _applying(wishes: Iterable[Wish], sample: Sample) -> Iterator[Wish]:
    """Yield the wishes about a URL; of those of a group in the same field, only that with the longest path."""
    longest: dict[tuple[object, ...], Wish] = {}
    for wish in wishes:
        rule = rule_of(wish.path, allow=False) if wish.path else None
        if rule is None or matches(rule, sample.path, DIALECTS["google"]):
            key = wish.field, wish.agent_lines
            if key not in longest or len(wish.path) > len(longest[key].path):
                longest[key] = wish
    yield from longest.values()
