"""Manual changes of a policy block: which lines, which crawlers are new, and how to adopt the changes."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from msgspec import Struct

from robotstudio.engine.access import Access, Reach, reach_of
from robotstudio.engine.crawlers import Catalogue, Crawler
from robotstudio.engine.robots import FileVersion
from robotstudio.engine.tokens import Field, parse_line
from robotstudio.policy.block import CHECK, MADE, Block
from robotstudio.policy.model import ALLOW, BLOCK, LEAVE, AiPolicy, PolicyChoice, PolicyError, only
from robotstudio.policy.writing import NOBODY, block_lines, can_be_named


class AdoptedPolicy(Struct, frozen=True):
    """A policy equal to an edited block; what it cannot express is in `lines`, for these crawlers."""

    policy: AiPolicy
    crawlers: tuple[Crawler, ...]
    lines: tuple[int, ...]

    @property
    def is_whole(self) -> bool:
        return not self.crawlers


def missing_crawlers(block: Block, catalogue: Catalogue) -> tuple[Crawler, ...]:
    """Return the crawlers of the policy that the block does not name, because they are newer.

    In an edited block these include crawlers that somebody removed.
    """
    named = _named(block)
    return tuple(
        crawler
        for crawler, _ in block.policy.chosen(catalogue)
        if crawler.token.lower() not in named and can_be_named(crawler)
    )


def removed_crawlers(block: Block, catalogue: Catalogue) -> tuple[Crawler, ...]:
    """Return the crawlers removed by hand: listed when the block was written, missing now."""
    if not block.is_edited:
        return ()
    return tuple(
        crawler
        for crawler in missing_crawlers(block, catalogue)
        if crawler.checked_on <= block.list_of or crawler.token in block.policy.crawlers
    )


def edited_lines(block: Block, catalogue: Catalogue) -> tuple[int, ...]:
    """Return the lines that were added or changed by hand, not places where lines were removed."""
    if not block.is_edited:
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


def adopt_edits(block: Block, catalogue: Catalogue) -> AdoptedPolicy:
    """Express an edited block as a policy, crawler by crawler, where it differs from its noted choices."""
    version = FileVersion("\n".join(block.lines).encode())
    removed_by_hand = removed_crawlers(block, catalogue)
    named = _named(block)
    policy, untold, lines = block.policy, [], set[int]()
    for crawler in catalogue.crawlers.values():
        if crawler.token.lower() in named:
            chosen = version.read_as(crawler.dialect).choose(crawler.agent)
            said = _said(reach_of(chosen.rules))
            if said is None:
                untold.append(crawler)
                lines |= {block.first_line + group.first_line - 1 for group in chosen.groups}
            elif said != policy.choice_for(crawler):
                policy = _with_own(policy, crawler, said, catalogue)
        elif crawler in removed_by_hand:
            policy = policy.with_choice(crawler.token, LEAVE, catalogue)
    return AdoptedPolicy(policy, tuple(untold), tuple(sorted(lines)))


def _with_own(policy: AiPolicy, crawler: Crawler, choice: PolicyChoice, catalogue: Catalogue) -> AiPolicy:
    """Set a crawler's own choice only if its purpose has another one."""
    without = policy.without_own(crawler.token)
    if without.choice_for(crawler) == choice:
        return without
    return policy.with_choice(crawler.token, choice, catalogue)


def _said(reach: Reach) -> PolicyChoice | None:
    """Return the choice equal to a reach; None if no choice is."""
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
