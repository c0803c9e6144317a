"""What must stay true of a file: that a crawler may, or may not, fetch a URL, and by which rule, or all like it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.tokens import parse_line
from robotstudio.engine.user_agents import crawler_of
from robotstudio.engine.verdict import Verdict
from robotstudio.lazy_dataclasses import dataclass, replace

if TYPE_CHECKING:  # where nothing is expected of patterns, nothing is proven
    from robotstudio.engine.proof import Proof

SECONDS = 2.0
"""For the proof of one pattern."""

SET = "@"
"""With this begins the name of a set of crawlers: `@ai-training` are all of that purpose."""
ALL = "@all"
"""All crawlers of the catalogue."""

NO_RULE = ""
"""Stands where a rule would, for a verdict that no rule may decide."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """A verdict that is expected: `written` is the URL as a person wrote it, `url` as the crawler requests it.

    `rule` is the rule that must decide, as a person writes it (`Allow: /cart/help`) and not by its number, so that it
    survives when lines move; `NO_RULE` where none may decide, None where it does not matter. An expectation of a
    pattern is about every URL that `*` and a `$` at the end let it match; it names no rule. One of a set of crawlers is
    about each of them.
    """

    allowed: bool
    crawler: str
    written: str
    url: str
    rule: str | None = None
    is_pattern: bool = False

    @property
    def is_of_set(self) -> bool:
        """Whether it is about a set of crawlers."""
        return self.crawler.startswith(SET)


class Problem(StrEnum):
    """In which way an expectation is not met."""

    VERDICT = "verdict"  # the verdict is the opposite
    RULE = "rule"  # the verdict is right, but another rule decides it, or none
    UNDECIDED = "undecided"  # of a pattern it is not known whether it holds for every URL


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """An expectation, the verdict as it is, and the problem where it is not met.

    Of a pattern the `proof` is told, and the verdict is that of its counterexample, or of any URL like it. Of a set of
    crawlers, so many of which were `tried`, it is what is so for the first of those that are `failing`, or of all.
    """

    expectation: Expectation
    verdict: Verdict
    problem: Problem | None
    proof: "Proof | None" = None
    failing: tuple[Crawler, ...] = ()
    tried: int = 1

    @property
    def passed(self) -> bool:
        """Whether the expectation is met."""
        return self.problem is None


def judge(
    expectations: Iterable[Expectation],
    version: FileVersion,
    dialect: str | None = None,
    catalogue: Catalogue = CATALOGUE,
    seconds: float = SECONDS,
    is_cancelled: Callable[[], bool] | None = None,
) -> tuple[Judgement, ...]:
    """Hold expectations against a file, each as its crawler reads it by the catalogue, or all as one dialect does.

    Each pattern has so many seconds. Raises `Cancelled` where `is_cancelled` says so.
    """
    prove = partial(_judge_pattern, seconds=seconds, is_cancelled=is_cancelled)
    expected = tuple(expectations)
    crawlers = {name: crawlers_of(name, catalogue) for name in dict.fromkeys(each.crawler for each in expected)}
    found = []
    for each in expected:
        one = prove if each.is_pattern else _judge
        if each.is_of_set:
            found.append(_judge_set(each, version, dialect, crawlers[each.crawler], one))
        else:
            found.append(one(each, version, dialect, *crawlers[each.crawler]))
    return tuple(found)


def sets_of(catalogue: Catalogue = CATALOGUE) -> Mapping[str, str]:
    """The sets of crawlers by their names, with what their purpose is called; that of all has no title."""
    return {ALL: "", **{f"{SET}{purpose}": title for purpose, title in catalogue.purposes.items()}}


def crawlers_of(name: str, catalogue: Catalogue = CATALOGUE) -> tuple[Crawler, ...]:
    """The crawlers of a set, or the one of a name; tokens that nobody looks for any more are in no set."""
    if not name.startswith(SET):
        return (crawler_of(name, catalogue),)
    purpose = name.lower().removeprefix(SET)
    is_all = name.lower() == ALL
    known = catalogue.crawlers.values()
    return tuple(each for each in known if not each.outdated and (is_all or each.purpose == purpose))


def looks_like_pattern(url: str) -> bool:
    """Whether a URL that a person writes stands for all that are like it."""
    return "*" in url or url.endswith("$")


def rule_text(verdict: Verdict) -> str:
    """The rule that decides, in the form that pins an expectation to it; `NO_RULE` where none does."""
    if verdict.rule is None:
        return NO_RULE
    field = "Allow" if verdict.rule.allow else "Disallow"
    return f"{field}: {verdict.rule.written.decode('utf-8', 'surrogateescape')}"


def expect(written: str, url: str, crawler: str, verdict: Verdict, *, by_rule: bool = False) -> Expectation:
    """The expectation that a verdict stays as it is, also by the same rule where that is wished."""
    return Expectation(verdict.allowed, crawler, written, url, rule_text(verdict) if by_rule else None)


def failures(judgements: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """Those that are not met."""
    return tuple(judgement for judgement in judgements if not judgement.passed)


def _judge(expectation: Expectation, version: FileVersion, dialect: str | None, crawler: Crawler) -> Judgement:
    verdict = version.read_as(dialect or crawler.dialect).decide(expectation.url, crawler.agent)
    problem = None
    if verdict.allowed != expectation.allowed:
        problem = Problem.VERDICT
    elif expectation.rule is not None and not _is_decided_by(verdict, expectation.rule):
        problem = Problem.RULE
    return Judgement(expectation, verdict, problem)


_WORST = (Problem.VERDICT, Problem.RULE, Problem.UNDECIDED, None)
_JudgeOne = Callable[[Expectation, FileVersion, str | None, Crawler], Judgement]


def _judge_set(
    expectation: Expectation, version: FileVersion, dialect: str | None, crawlers: Sequence[Crawler], one: _JudgeOne
) -> Judgement:
    """Of crawlers that the file leads to the same rules one is asked; the set has what is worst for any of them."""
    alike: dict[tuple[int, str], list[Crawler]] = {}
    for crawler in crawlers:
        robots = version.read_as(dialect or crawler.dialect)
        alike.setdefault((id(robots.choose(crawler.agent).rules), robots.dialect.id), []).append(crawler)
    found = [(one(expectation, version, dialect, some[0]), some) for some in alike.values()]
    worst = min((judgement for judgement, _ in found), key=lambda judgement: _WORST.index(judgement.problem))
    of_worst = [crawler for judgement, some in found if judgement is worst for crawler in some]
    others = [crawler for judgement, some in found if judgement.problem and judgement is not worst for crawler in some]
    failing = (*of_worst, *others) if worst.problem else ()
    return replace(worst, failing=failing, tried=len(crawlers))


def _judge_pattern(
    expectation: Expectation,
    version: FileVersion,
    dialect: str | None,
    crawler: Crawler,
    *,
    seconds: float,
    is_cancelled: Callable[[], bool] | None,
) -> Judgement:
    from robotstudio.engine.proof import Reading, Result, covers  # noqa: PLC0415  # who has no pattern starts faster

    robots = version.read_as(dialect or crawler.dialect)
    _, _, behind = expectation.url.rpartition("://")
    pattern = behind[behind.find("/") :] if "/" in behind else behind
    proof = covers(Reading(robots, crawler.agent), pattern, expectation.allowed, seconds, is_cancelled=is_cancelled)
    verdict = robots.decide(proof.witness or pattern.removesuffix("$").replace("*", "x"), crawler.agent)
    problems = {Result.DIFFERS: Problem.VERDICT, Result.UNDECIDED: Problem.UNDECIDED}
    return Judgement(expectation, verdict, problems.get(proof.outcome), proof)


def _is_decided_by(verdict: Verdict, rule: str) -> bool:
    if verdict.rule is None or rule == NO_RULE:
        return verdict.rule is None and rule == NO_RULE
    expected, found = (parse_line(text.encode("utf-8", "surrogateescape")) for text in (rule, rule_text(verdict)))
    return (expected.field, expected.value) == (found.field, found.value)
