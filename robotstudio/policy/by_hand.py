"""What somebody changed in the block by hand: which lines, what the list learned since, and how both are taken over."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from msgspec import Struct

from robotstudio.engine import Robots
from robotstudio.engine.access import Access, Reach, reach_of
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.dialects import DIALECTS
from robotstudio.engine.tokens import Field, parse_line
from robotstudio.policy.block import CHECK, MADE, Block
from robotstudio.policy.model import ALLOW, BLOCK, LEAVE, AiPolicy, PolicyChoice, PolicyError, only
from robotstudio.policy.writing import NOBODY, block_lines, can_be_named


class TakenOver(Struct, frozen=True):
    """A policy that says what a block says as it stands; what it cannot say is in `lines`, for these crawlers."""

    policy: AiPolicy
    crawlers: tuple[Crawler, ...]
    lines: tuple[int, ...]

    @property
    def is_whole(self) -> bool:
        return not self.crawlers


def missed_by(block: Block, catalogue: Catalogue) -> tuple[Crawler, ...]:
    """The crawlers that the policy speaks of and the block does not name: the list learned them since it was written.

    In a block that was changed by hand, those that somebody took out are among them.
    """
    named = _named(block)
    return tuple(
        crawler
        for crawler, _ in block.policy.chosen(catalogue)
        if crawler.token.lower() not in named and can_be_named(crawler)
    )


def taken_out_of(block: Block, catalogue: Catalogue) -> tuple[Crawler, ...]:
    """Of those that a block does not name, whom somebody took out: the list that it was made from had them."""
    if not block.is_by_hand:
        return ()
    return tuple(crawler for crawler in missed_by(block, catalogue) if _was_known(crawler, block))


def _was_known(crawler: Crawler, block: Block) -> bool:
    return crawler.checked_on <= block.list_of or crawler.token in block.policy.crawlers


def lines_by_hand(block: Block, catalogue: Catalogue) -> tuple[int, ...]:
    """The lines that a block written for the same crawlers does not have; none where lines were only taken out."""
    if not block.is_by_hand:
        return ()
    named = _named(block)
    known = {token: crawler for token, crawler in catalogue.crawlers.items() if token.lower() in named}
    of_then = Catalogue(known, (), catalogue.purposes)
    lines = block_lines(block.policy, of_then, block.made_on, is_followed=NOBODY in named)[0]
    expected = [line for line in lines if _counts(line)]
    written = [(number, line) for number, line in enumerate(block.lines, block.first_line) if _counts(line)]
    matcher = SequenceMatcher(None, expected, [line for _, line in written], autojunk=False)
    return tuple(
        number
        for kind, _, _, start, stop in matcher.get_opcodes()
        if kind in {"insert", "replace"}
        for number, _ in written[start:stop]
    )


def take_over(block: Block, catalogue: Catalogue) -> TakenOver:
    """The policy that a block says as it stands, crawler by crawler, where that differs from what it notes."""
    body = "\n".join(block.lines).encode()
    read = {dialect: Robots.parse(body, dialect) for dialect in DIALECTS}
    taken_out = taken_out_of(block, catalogue)
    named = _named(block)
    policy, untold, lines = block.policy, [], set[int]()
    for crawler in catalogue.crawlers.values():
        if crawler.token.lower() in named:
            chosen = read[crawler.dialect].choose(crawler.agent)
            said = _said(reach_of(chosen.rules))
            if said is None:
                untold.append(crawler)
                lines |= {block.first_line + group.first_line - 1 for group in chosen.groups}
            elif said != policy.choice_for(crawler):
                policy = _with_own(policy, crawler, said, catalogue)
        elif crawler in taken_out:
            policy = policy.with_choice(crawler.token, LEAVE, catalogue)
    return TakenOver(policy, tuple(untold), tuple(sorted(lines)))


def _with_own(policy: AiPolicy, crawler: Crawler, choice: PolicyChoice, catalogue: Catalogue) -> AiPolicy:
    """With a choice of the crawler's own only where its purpose does not say the same."""
    without = policy.without_own(crawler.token)
    if without.choice_for(crawler) == choice:
        return without
    return policy.with_choice(crawler.token, choice, catalogue)


def _said(reach: Reach) -> PolicyChoice | None:
    """The choice that a reach is; None for one that is more than a choice."""
    if reach.access is Access.EVERYTHING:
        return ALLOW
    if reach.access is Access.NOTHING:
        return BLOCK
    if reach.access is Access.EXCEPT or reach.further:
        return None
    try:
        return only(rule.written.decode("utf-8", "replace") for rule in reach.rules)
    except PolicyError:
        return None


def _named(block: Block) -> frozenset[str]:
    return frozenset(_names(block))


def _names(block: Block) -> Iterator[str]:
    for line in block.lines:
        read = parse_line(line.encode())
        if read.field is Field.USER_AGENT:
            yield read.value.decode("utf-8", "replace").lower()


def _counts(line: str) -> bool:
    return bool(line) and not line.startswith((CHECK, MADE))
