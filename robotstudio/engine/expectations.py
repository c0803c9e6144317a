"""Expectations: a crawler may, or may not, fetch a URL or all URLs of a pattern, optionally because of a given rule."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine.crawlers import CATALOGUE, Catalogue, Crawler
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.tokens import parse_line
from robotstudio.engine.user_agents import crawler_of
from robotstudio.engine.verdict import Verdict

if TYPE_CHECKING:  # only expectations of patterns need proofs
    from robotstudio.engine.proof import Proof

SECONDS = 2.0
"""Time limit for the proof of one pattern."""

SET = "@"
"""Prefix of a set of crawlers: `@ai-training` are all of that purpose."""
ALL = "@all"
"""All crawlers of the catalogue."""

NO_RULE = ""
"""Instead of a rule, for a verdict that no rule may decide."""


class Expectation(Struct, frozen=True):
    """An expected verdict: `written` is the URL as entered, `url` as the crawler requests it.

    `rule` is the rule that must decide, as a person writes it (`Allow: /cart/help`) and not by its number, so that it
    survives when lines move; `NO_RULE` if none may decide, None if it does not matter. An expectation of a pattern is
    about every URL that `*` and a `$` at the end let it match; it has no rule. One of a set of crawlers is about each
    of them.
    """

    allowed: bool
    crawler: str
    written: str
    url: str
    rule: str | None = None
    is_pattern: bool = False

    @property
    def is_of_set(self) -> bool:
        """True if it is about a set of crawlers."""
        return self.crawler.startswith(SET)


class Problem(StrEnum):
    """A way in which an expectation fails."""

    VERDICT = "verdict"  # the verdict is the opposite
    RULE = "rule"  # the verdict is right, but another rule decides it, or none
    UNDECIDED = "undecided"  # it is unknown if a pattern's expectation holds for every URL


class Judgement(Struct, frozen=True, eq=False):
    """An expectation, the actual verdict, and the problem if it fails.

    For a pattern there is a `proof`, and the verdict is that of its counterexample, or of some matching URL. For a set
    of crawlers, of which `tried` were checked, it is the result for the first of those that are `failing`, or for all.
    """

    expectation: Expectation
    verdict: Verdict
    problem: Problem | None
    proof: "Proof | None" = None
    failing: tuple[Crawler, ...] = ()
    tried: int = 1

    @property
    def passed(self) -> bool:
        return self.problem is None


def judge(
    expectations: Iterable[Expectation],
    version: FileVersion,
    dialect: str | None = None,
    catalogue: Catalogue = CATALOGUE,
    seconds: float = SECONDS,
    is_cancelled: Callable[[], bool] | None = None,
) -> tuple[Judgement, ...]:
    """Check expectations against a file, each as its crawler reads it by the catalogue, or all in one dialect.

    Each pattern gets `seconds`. Raises `Cancelled` if `is_cancelled` returns True.
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


def sets_of() -> Mapping[str, str]:
    """Return the sets of crawlers by name, with the titles of their purposes; that of all has no title."""
    return {ALL: "", **{f"{SET}{purpose}": title for purpose, title in CATALOGUE.purposes.items()}}


def crawlers_of(name: str, catalogue: Catalogue = CATALOGUE) -> tuple[Crawler, ...]:
    """Return the crawlers of a set, or the one of a name; outdated tokens are in no set."""
    if not name.startswith(SET):
        return (crawler_of(name, catalogue),)
    purpose = name.lower().removeprefix(SET)
    is_all = name.lower() == ALL
    known = catalogue.crawlers.values()
    return tuple(each for each in known if not each.outdated and (is_all or each.purpose == purpose))


def looks_like_pattern(url: str) -> bool:
    """Return True if a URL, as entered, is a pattern."""
    return "*" in url or url.endswith("$")


def rule_text(verdict: Verdict) -> str:
    """Return the deciding rule in the form of `Expectation.rule`; `NO_RULE` if there is none."""
    if verdict.rule is None:
        return NO_RULE
    field = "Allow" if verdict.rule.allow else "Disallow"
    return f"{field}: {verdict.rule.written.decode('utf-8', 'surrogateescape')}"


def expect(written: str, url: str, crawler: str, verdict: Verdict, *, by_rule: bool = False) -> Expectation:
    """Expect a verdict to stay as it is; with `by_rule` also by the same rule."""
    return Expectation(verdict.allowed, crawler, written, url, rule_text(verdict) if by_rule else None)


def failures(judgements: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """Return the failed ones."""
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
    """Judge one crawler per rule class; the set gets the worst result."""
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
