"""What came of a policy: proven for every URL, crawler by crawler, in the dialect of each. What it misses is told."""

from enum import StrEnum

from msgspec import Struct

from robotstudio.engine import DIALECTS, Robots
from robotstudio.engine.cancelling import IsCancelled
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.proof import Difference, Proof, Reading, Result, prove_alike
from robotstudio.engine.ruleset import RuleSet
from robotstudio.engine.verdict import GroupChoice
from robotstudio.policy.block import Block, find_block, without_block
from robotstudio.policy.model import AiPolicy, PolicyChoice, Stance
from robotstudio.policy.writing import Written, rules_of

_SECONDS = 2.0


class ShortfallReason(StrEnum):
    """Why a choice is not what a crawler makes of the file."""

    NO_NAME = "no-name"  # no line of a robots.txt can name it
    NO_ALLOW = "no-allow"  # its dialect has no Allow, which “only these paths” needs
    OWN_GROUP = "own-group"  # groups outside the block name it too, and count with it
    OTHER_GROUP = "other-group"  # it reads another group than that of the block
    BY_HAND = "by-hand"  # the block was changed by hand, and says something else
    NOT_READ = "not-read"  # it does not read so far
    UNDECIDED = "undecided"  # not proven within the time


class Shortfall(Struct, frozen=True):
    """A crawler for which the file does not say what was chosen; `difference` is a URL that shows it.

    In it, side a is the file, side b the choice; `lines` name it outside the block, or lead it elsewhere.
    """

    crawler: Crawler
    choice: PolicyChoice
    why: ShortfallReason
    difference: Difference | None = None
    lines: tuple[int, ...] = ()


class Moved(Struct, frozen=True):
    """A crawler for which nothing was chosen, and which reads other rules now: it follows the group `token`.

    In the difference, side a is the file without a block, side b the file now; without one it is undecided.
    """

    crawler: Crawler
    token: str
    difference: Difference | None


class Dropped(Struct, frozen=True):
    """A crawler that a group of its own lets into what the rules for all others close to them."""

    crawler: Crawler
    difference: Difference


class AiPolicyOutcome(Struct, frozen=True):
    """All that is to be said of a policy in a file; `kept` counts the crawlers for which each URL is as chosen."""

    kept: int
    shortfalls: tuple[Shortfall, ...]
    moved: tuple[Moved, ...]
    dropped: tuple[Dropped, ...]

    @property
    def is_exact(self) -> bool:
        """True if every choice is what the file says, and nothing else became different."""
        return not (self.shortfalls or self.moved)


def outcome_of(
    before: bytes, written: Written, policy: AiPolicy, catalogue: Catalogue, is_cancelled: IsCancelled | None = None
) -> AiPolicyOutcome:
    """What a policy makes of a file, against what it says without any block. Raises `Cancelled` if asked to."""
    block = find_block(before, catalogue)
    outside = without_block(before, block) if block else before
    return _Judge(outside, written, policy, is_cancelled).outcome(catalogue)


class _Judge:
    """Reads both files once in each dialect; what reads alike is proven once."""

    def __init__(self, before: bytes, written: Written, policy: AiPolicy, is_cancelled: IsCancelled | None) -> None:
        self._bodies = before, written.body
        self._block = written.block
        self._unnamed = frozenset(crawler.token for crawler in written.unnamed)
        self._policy = policy
        self._is_cancelled = is_cancelled
        self._read: dict[tuple[bool, str], Robots] = {}
        self._proofs: dict[object, Proof] = {}

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
        now = self._robots(crawler.dialect, is_new=True)
        wanted = Robots.parse("\n".join((f"User-agent: {crawler.token}", *rules, "")).encode(), dialect)
        proof = self._proof(Reading(now, crawler.agent), Reading(wanted, crawler.agent))
        if proof.outcome is Result.EQUAL:
            return None
        why, lines = _reason(now.choose(crawler.agent), self._block, proof)
        return Shortfall(crawler, choice, why, proof.difference, lines)

    def _moved(self, crawler: Crawler) -> Moved | None:
        before, now = (self._robots(crawler.dialect, is_new=is_new) for is_new in (False, True))
        proof = self._proof(Reading(before, crawler.agent), Reading(now, crawler.agent))
        if proof.outcome is Result.EQUAL:
            return None
        return Moved(crawler, now.choose(crawler.agent).token or "*", proof.difference)

    def _dropped(self, crawler: Crawler, choice: PolicyChoice) -> Dropped | None:
        """True if an own group opens to a crawler what it was kept from by the rules for all others."""
        before = self._robots(crawler.dialect, is_new=False)
        if choice.stance is Stance.BLOCK or before.choose(crawler.agent).token != "*":
            return None
        now = self._robots(crawler.dialect, is_new=True)
        difference = self._proof(Reading(before, crawler.agent), Reading(now, crawler.agent)).difference
        return Dropped(crawler, difference) if difference and difference.allowed_b else None

    def _robots(self, dialect: str, *, is_new: bool) -> Robots:
        key = is_new, dialect
        if key not in self._read:
            beside = [robots for (other, _), robots in self._read.items() if other is is_new]
            self._read[key] = Robots.parse(self._bodies[is_new], dialect, beside)
        return self._read[key]

    def _proof(self, one: Reading, other: Reading) -> Proof:
        rules = [_rules_key(reading.robots.choose(reading.agent).rules) for reading in (one, other)]
        if rules[0] == rules[1]:
            return Proof(Result.EQUAL)
        key = one.robots.dialect.id, *rules
        if key not in self._proofs:
            self._proofs[key] = prove_alike(one, other, _SECONDS, is_cancelled=self._is_cancelled)
        return self._proofs[key]


def _rules_key(rules: RuleSet) -> object:
    """What rules that say the same have in common, wherever they stand."""
    return tuple((rule.allow, rule.pattern, rule.below, rule.written == b"") for rule in rules.ranked)


def _can_allow(dialect: str) -> bool:
    robots = Robots.parse(b"User-agent: a\nAllow: /a\nDisallow: /\n", dialect)
    return robots.decide("https://site.example/a", "a").allowed


def _reason(chosen: GroupChoice, block: Block | None, proof: Proof) -> tuple[ShortfallReason, tuple[int, ...]]:
    inside = range(block.first_line, block.last_line + 1) if block else range(0)
    outside = tuple(group.first_line for group in chosen.groups if group.first_line not in inside)
    if chosen.cut_line is not None and not outside and not chosen.groups:
        return ShortfallReason.NOT_READ, ()
    if not chosen.groups or len(outside) == len(chosen.groups):
        return ShortfallReason.OTHER_GROUP, outside
    if outside:
        return ShortfallReason.OWN_GROUP, outside
    if proof.outcome is Result.UNDECIDED:
        return ShortfallReason.UNDECIDED, ()
    return (ShortfallReason.BY_HAND if block and block.is_by_hand else ShortfallReason.NOT_READ), ()
