"""The outcome of a policy: proven for every URL, crawler by crawler, in each one's dialect; shortfalls are reported."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.cancelling import IsCancelled
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.groups import Group
from robotstudio.engine.names import Agent
from robotstudio.engine.proof import Difference, Proof, Reading, Result, differences, prove_alike
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.ruleset import RuleSet
from robotstudio.engine.samples import Variation, samples
from robotstudio.engine.verdict import GroupChoice
from robotstudio.policy.block import Block, find_block, without_block
from robotstudio.policy.model import AiPolicy, PolicyChoice, Stance
from robotstudio.policy.writing import Written, rules_of

_SECONDS = 2.0


class ShortfallReason(StrEnum):
    """Reason why the file differs from a choice."""

    NO_NAME = "no-name"  # a robots.txt cannot name it
    NO_ALLOW = "no-allow"  # its dialect lacks Allow, which “only these paths” needs
    OWN_GROUP = "own-group"  # groups outside the block name it too, and are merged
    OTHER_GROUP = "other-group"  # it follows a group outside the block
    BY_HAND = "by-hand"  # the block was edited and differs
    NOT_READ = "not-read"  # the block is beyond its limit
    UNDECIDED = "undecided"  # no proof within the time limit


class Shortfall(Struct, frozen=True):
    """A crawler for which the file differs from the choice; `difference` has an example URL.

    In it, side a is the file, side b the choice; `lines` name the crawler outside the block, or are of the group it
    follows. `deciding` are the lines of the file that decide otherwise than the choice, in the same way.
    """

    crawler: Crawler
    choice: PolicyChoice
    why: ShortfallReason
    difference: Difference | None = None
    lines: tuple[int, ...] = ()
    deciding: tuple[int, ...] = ()


class Moved(Struct, frozen=True):
    """A crawler without a choice that reads other rules now, those of the group `token`.

    In the difference, side a is the file without a block, side b the file now; None if undecided.
    """

    crawler: Crawler
    token: str
    difference: Difference | None


class Dropped(Struct, frozen=True):
    """A crawler whose new group allows what the rules for `*` blocked."""

    crawler: Crawler
    difference: Difference


class AiPolicyOutcome(Struct, frozen=True):
    """The outcome of a policy in a file; `kept` counts the crawlers for which every URL is as chosen."""

    kept: int
    shortfalls: tuple[Shortfall, ...]
    moved: tuple[Moved, ...]
    dropped: tuple[Dropped, ...]

    @property
    def is_exact(self) -> bool:
        """True if the file equals every choice, and nothing else changed."""
        return not (self.shortfalls or self.moved)


def outcome_of(
    before: bytes, written: Written, policy: AiPolicy, catalogue: Catalogue, is_cancelled: IsCancelled | None = None
) -> AiPolicyOutcome:
    """Compare a file with a policy to the file without any block. Raises `Cancelled` if cancelled."""
    block = find_block(before, catalogue)
    outside = without_block(before, block) if block else before
    return _Judge(outside, written, policy, is_cancelled).outcome(catalogue)


class FilePair:
    """Two files, parsed once in each dialect; equal questions are proven once."""

    def __init__(self, before: bytes, now: bytes, is_cancelled: IsCancelled | None = None) -> None:
        self.before, self.now = FileVersion(before), FileVersion(now)
        self._is_cancelled = is_cancelled
        self._proofs: dict[object, Proof] = {}

    def proof_for(self, crawler: Crawler) -> Proof:
        """Prove for every URL that both files say the same to a crawler, or find a URL for which they do not."""
        before, now = (file.read_as(crawler.dialect) for file in (self.before, self.now))
        return self.proof(Reading(before, crawler.agent), Reading(now, crawler.agent))

    def proof(self, one: Reading, other: Reading) -> Proof:
        rules = [_rules_key(reading.robots.choose(reading.agent).rules) for reading in (one, other)]
        if rules[0] == rules[1]:
            return Proof(Result.EQUAL)
        key = one.robots.dialect.id, *rules
        if key not in self._proofs:
            self._proofs[key] = prove_alike(one, other, _SECONDS, is_cancelled=self._is_cancelled)
        return self._proofs[key]


class _Judge:
    def __init__(self, before: bytes, written: Written, policy: AiPolicy, is_cancelled: IsCancelled | None) -> None:
        self._files = FilePair(before, written.body, is_cancelled)
        self._is_cancelled = is_cancelled
        self._before, self._now = self._files.before, self._files.now
        self._block = written.block
        self._unnamed = frozenset(crawler.token for crawler in written.unnamed)
        self._policy = policy

    def outcome(self, catalogue: Catalogue) -> AiPolicyOutcome:
        kept, shortfalls, moved, dropped = 0, [], [], []
        for crawler in catalogue.crawlers.values():
            choice = self._policy.choice_for(crawler)
            if choice is None:
                found = self._moved(crawler)
                moved += [found] if found else []
                continue
            shortfall = self._shortfall(crawler, choice)
            if shortfall:
                shortfalls.append(shortfall)
                continue
            kept += 1
            lost = self._dropped(crawler, choice)
            dropped += [lost] if lost else []
        return AiPolicyOutcome(kept, tuple(shortfalls), tuple(moved), tuple(dropped))

    def _shortfall(self, crawler: Crawler, choice: PolicyChoice) -> Shortfall | None:
        if crawler.token in self._unnamed:
            return Shortfall(crawler, choice, ShortfallReason.NO_NAME)
        dialect = DIALECTS[crawler.dialect]
        rules = rules_of(choice, dialect)
        if choice.stance is Stance.PATHS and not _can_allow(dialect.id):
            return Shortfall(crawler, choice, ShortfallReason.NO_ALLOW)
        now = self._now.read_as(crawler.dialect)
        wanted = Robots.parse("\n".join((f"User-agent: {crawler.token}", *rules, "")).encode(), dialect)
        proof = self._files.proof(Reading(now, crawler.agent), Reading(wanted, crawler.agent))
        if proof.outcome is Result.EQUAL:
            return None
        why, lines = _reason(now.choose(crawler.agent), self._block, proof)
        if proof.difference is None:
            return Shortfall(crawler, choice, why, None, lines)
        difference = _instructive(proof.difference, now, wanted, crawler.agent)
        deciding = self._deciding(Reading(now, crawler.agent), Reading(wanted, crawler.agent), difference)
        return Shortfall(crawler, choice, why, difference, lines, deciding)

    def _deciding(self, now: Reading, wanted: Reading, shown: Difference) -> tuple[int, ...]:
        """Return the lines that decide as that of the difference does, against the choice."""
        found = differences(now, wanted, _SECONDS, is_cancelled=self._is_cancelled).classes
        alike = {each.line_a for each in (shown, *found) if each.allowed_a == shown.allowed_a}
        return tuple(sorted(line for line in alike if line is not None))

    def _moved(self, crawler: Crawler) -> Moved | None:
        now, proof = self._now.read_as(crawler.dialect), self._files.proof_for(crawler)
        if proof.outcome is Result.EQUAL:
            return None
        return Moved(crawler, now.choose(crawler.agent).token or "*", proof.difference)

    def _dropped(self, crawler: Crawler, choice: PolicyChoice) -> Dropped | None:
        """Return the crawler if its own group allows what the rules for `*` blocked."""
        before = self._before.read_as(crawler.dialect)
        if choice.stance is Stance.BLOCK or before.choose(crawler.agent).token != "*":
            return None
        difference = self._files.proof_for(crawler).difference
        return Dropped(crawler, difference) if difference and difference.allowed_b else None


def _instructive(difference: Difference, now: Robots, wanted: Robots, agent: Agent) -> Difference:
    """Return the difference with a URL in which each `*` of the deciding rule stands for something, if there is one."""
    rule = next((rule for rule in now.choose(agent).rules.ranked if rule.line == difference.line_a), None)
    for sample in samples(rule, now.dialect) if rule else ():
        before, after = now.decide(sample.path, agent), wanted.decide(sample.path, agent)
        found = before.line, before.allowed, after.allowed
        is_alike = found == (difference.line_a, difference.allowed_a, difference.allowed_b)
        if sample.variation is Variation.FILLED and is_alike:
            return replace(difference, url=sample.path)
    return difference


def _rules_key(rules: RuleSet) -> object:
    """Return a key that is equal for rules with the same meaning, independent of their lines."""
    return tuple((rule.allow, rule.pattern, rule.below, rule.written == b"") for rule in rules.ranked)


def _can_allow(dialect: str) -> bool:
    robots = Robots.parse(b"User-agent: a\nAllow: /a\nDisallow: /\n", dialect)
    return robots.decide("https://site.example/a", "a").allowed


def _line_of_name(group: Group, token: str | None) -> int:
    """Return the line that names a crawler in its group; the first of the group if the name is written otherwise."""
    name = (token or "").lower().encode()
    return next((agent.line for agent in group.agents if agent.token.lower() == name), group.first_line)


def _reason(chosen: GroupChoice, block: Block | None, proof: Proof) -> tuple[ShortfallReason, tuple[int, ...]]:
    inside = range(block.first_line, block.last_line + 1) if block else range(0)
    outside = tuple(_line_of_name(group, chosen.token) for group in chosen.groups if group.first_line not in inside)
    if chosen.cut_line is not None and not outside and not chosen.groups:
        return ShortfallReason.NOT_READ, ()
    if not chosen.groups or len(outside) == len(chosen.groups):
        return ShortfallReason.OTHER_GROUP, outside
    if outside:
        return ShortfallReason.OWN_GROUP, outside
    if proof.outcome is Result.UNDECIDED:
        return ShortfallReason.UNDECIDED, ()
    return (ShortfallReason.BY_HAND if block and block.is_edited else ShortfallReason.NOT_READ), ()
